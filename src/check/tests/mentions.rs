//! What every name means, and where it is declared.

use super::files::{checked_file, names};
use super::{FRONT, checked};
use crate::check::{Checked, Mention, Sort};
use crate::source::{FileId, Sources, Span};
use crate::syntax::words::{CHAPTERS, SPECIAL, is_reserved};
use crate::syntax::words_of;

/// The mentions of a word, each as its sort and the line that declares it.
fn of_word<'c>((sources, checked): &'c (Sources, Checked), word: &str) -> Vec<(Sort, &'c str)> {
    let said = |one: &&Mention| sources.text(one.span) == word && one.span.file != FileId(0);
    let line = |one: &'c Mention| one.meaning.declared.map_or("", |at| sources.line(at).trim());
    checked.mentions.iter().filter(said).map(|one| (one.meaning.sort, line(one))).collect()
}

#[test]
fn every_word_of_every_bundled_file_means_something() {
    for name in names() {
        let (sources, checked) = checked_file(&name, &[]);
        let file = FileId(sources.next().0 - 1);
        let text = &sources.get(file).text;
        let rules = text.rfind("\n+++").unwrap() + 4;
        let own: Vec<&Mention> = checked.mentions.iter().filter(|one| one.span.file == file).collect();
        let mut unknown = Vec::new();
        for (at, word) in words_of(&text[rules..]) {
            let span = Span::new(file, rules + at, rules + at + word.len());
            let keyword = is_reserved(word) || SPECIAL.contains(&word) || CHAPTERS.contains(&word) || word == "option";
            let meant = own.iter().any(|one| one.span == span);
            if !keyword && !meant && !word.starts_with(|c: char| c.is_ascii_digit()) {
                unknown.push(sources.line(span).trim().to_owned() + ": " + word);
            }
        }
        assert_eq!(unknown, [] as [String; 0], "{name}");
        let has_text = |one: &Mention| one.meaning.sort == Sort::Rule || words_of(sources.text(one.span)).count() == 1;
        assert!(own.iter().all(|one| has_text(one)), "{name}");
        let missing = |one: &&&Mention| one.meaning.declared.is_none() && !matches!(one.meaning.sort, Sort::Word | Sort::Site);
        let missing: Vec<&str> = own.iter().filter(missing).map(|one| sources.text(one.span)).collect();
        let given = |word: &&str| ["movement", "capture"].contains(word) || names().contains(&word.to_string());
        assert!(missing.iter().all(given), "{name}: {missing:?}");
    }
}

#[test]
fn a_name_leads_to_where_it_was_declared() {
    let text = format!(
        "{FRONT}definitions {{\n  define brave (whom: piece) = whom where it is angry-one\n  define angry-one = piece where colour of it is red\n}}\n\
         movement {{\n  men may step forward diagonal if some brave(own)\n  king may dance {{\n    choose spot in empty corners\n    \
         move it to spot\n    raise danced by 1\n  }}\n}}\nstate {{\n  counter danced: 0..limit\n}}\n\
         option wild {{\n  movement {{\n    add king may step any-way\n  }}\n}}\n"
    );
    let all = checked(&[("one", &text)], &[]);
    assert!(!crate::diagnostic::any_error(&all.1.diagnostics));
    let lines = |word: &str| of_word(&all, word);
    let man = "man = { symbol = \"m\", has = { colour = \"colour\", shield = \"shield\", potion = \"potion\" } }";
    assert_eq!(lines("men"), [(Sort::Kind, man)]);
    assert_eq!(
        lines("angry-one").iter().map(|one| one.1).collect::<Vec<_>>(),
        ["define angry-one = piece where colour of it is red"; 2]
    );
    assert_eq!(lines("whom"), [(Sort::Parameter, "define brave (whom: piece) = whom where it is angry-one"); 2]);
    assert_eq!(lines("spot"), [(Sort::Local, "choose spot in empty corners"); 2]);
    assert_eq!(lines("danced"), [(Sort::Stored, "counter danced: 0..limit"); 2]);
    assert_eq!(lines("limit"), [(Sort::Number, "limit = 7"); 2]);
    assert_eq!(lines("red").last(), Some(&(Sort::Value, "colour = [\"red\", \"green\", \"blue\"]")));
    assert_eq!(lines("wild"), [(Sort::Option, "option wild {")]);
    assert_eq!(lines("step")[0], (Sort::Verb, "define step (ways: direction) = go ways, to empty"));
    assert_eq!(lines("dance"), [(Sort::Verb, "king may dance {")]);
    assert_eq!(lines("diagonal"), [(Sort::Word, "")]);
}

#[test]
fn a_beginning_is_that_of_the_parents_rule() {
    let child =
        "+++\nname = \"Child\"\nextends = \"one\"\n+++\nmovement {\n  replace man may step by king may step any-way\n}\n";
    let parent = format!("{FRONT}movement {{\n  man may step forward diagonal\n}}\n");
    let both = super::checked(&[("one", &parent), ("child", child)], &[]);
    assert_eq!(of_word(&both, "man may step"), [(Sort::Rule, "man may step forward diagonal")]);
    let men = of_word(&both, "man");
    assert!(men.len() >= 3 && men.iter().all(|one| one.0 == Sort::Kind && one.1.starts_with("man = ")), "{men:?}");
    assert_eq!(of_word(&both, "one"), [(Sort::File, "")]);
}
