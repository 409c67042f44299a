//! `fmt`: a rule file whose spaces, blank lines and comments somebody has let run wild comes into one form, in which nothing is
//! lost, and which stays as it is.

use draughtsman::library::{self, TEMPLATES};
use draughtsman::source::FileId;
use draughtsman::syntax::{format, parse, print};
use proptest::prelude::*;

use crate::shell;

/// All rule files that come with the program.
fn texts() -> Vec<String> {
    let bundled = library::names().filter_map(library::text_of).map(str::to_owned);
    bundled.chain(TEMPLATES.iter().map(|template| template.with_title("A game"))).collect()
}

/// The rules of a file as a tree without places: what it says.
fn meaning(text: &str) -> String {
    let parsed = parse(FileId(0), text);
    assert_eq!(parsed.diagnostics, [], "{text}");
    format!("{}\n{}", print::spanless(&parsed.front), print::spanless(&parsed.rules))
}

/// Where a `#` that begins a comment stands in a line; text in quotes is passed over.
fn comment(line: &str) -> Option<usize> {
    let mut quoted = false;
    line.char_indices()
        .find(|(_, c)| {
            quoted ^= *c == '"';
            *c == '#' && !quoted
        })
        .map(|(at, _)| at)
}

/// The comments of the rules, in order.
fn comments(text: &str) -> Vec<String> {
    let rules = text.splitn(3, "+++").nth(2).unwrap_or(text);
    rules.lines().filter_map(|line| Some(line[comment(line)?..].trim_end().to_owned())).collect()
}

/// The same rules with other spaces, and with more blank lines and comments; `draw` gives one number after another.
fn mangled(text: &str, mut draw: impl FnMut() -> u8) -> String {
    let at = text.rfind("\n+++\n").map_or(0, |at| at + 5);
    let (front, rules) = text.split_at(at);
    let mut out = front.to_owned();
    let mut count = 0;
    for line in rules.lines() {
        let (code, rest) = line.split_at(comment(line).unwrap_or(line.len()));
        // A `##` line stays with what is below it: what is put in comes before it.
        if !line.trim_start().starts_with("##") || draw().is_multiple_of(4) {
            for _ in 0..draw() % 3 {
                out.push_str(["", "   ", "\t"][usize::from(draw() % 3)]);
                out.push('\n');
            }
            if draw().is_multiple_of(5) && !line.trim_start().starts_with("##") {
                count += 1;
                out.push_str(&format!("{}# put in {count}\n", " ".repeat(usize::from(draw() % 9))));
            }
        }
        out.push_str(&" ".repeat(usize::from(draw() % 7)));
        let mut quoted = false;
        let code = code.trim();
        for (i, c) in code.char_indices() {
            quoted ^= c == '"';
            let before = code[..i].chars().next_back().unwrap_or('x');
            let after = code[i + c.len_utf8()..].chars().next().unwrap_or('x');
            match c {
                ' ' if !quoted && draw().is_multiple_of(3) => out.push_str(&" ".repeat(1 + usize::from(draw() % 4))),
                ' ' if !quoted
                    && draw().is_multiple_of(3)
                    && (matches!(before, ';' | ',' | '{' | '}') || matches!(after, ';' | ',' | '{' | '}')) => {}
                ' ' if !quoted && draw().is_multiple_of(9) => out.push('\t'),
                _ => out.push(c),
            }
        }
        if rest.is_empty() {
            if !code.is_empty() && draw().is_multiple_of(7) {
                count += 1;
                out.push_str(&format!("{}# put in {count}", " ".repeat(usize::from(draw() % 3) + 1)));
            } else {
                out.push_str(&" ".repeat(usize::from(draw() % 3)));
            }
        } else {
            out.push_str(&format!("{}{rest}", if code.is_empty() { "" } else { "   " }));
        }
        out.push('\n');
    }
    out
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]
    #[test]
    fn wild_spaces_and_comments_come_into_one_form(seed in prop::collection::vec(any::<u8>(), 64..512), which in any::<prop::sample::Index>()) {
        let all = texts();
        let text = &all[which.index(all.len())];
        let mut at = 0;
        let wild = mangled(text, || {
            at += 1;
            seed[at % seed.len()].wrapping_add((at / seed.len()) as u8)
        });
        prop_assert_eq!(meaning(&wild), meaning(text), "the wild text says the same");
        let once = format(&wild);
        prop_assert_eq!(format(&once), once.clone(), "fmt of fmt");
        prop_assert_eq!(comments(&once), comments(&wild), "comments");
        prop_assert_eq!(meaning(&once), meaning(text), "the meaning");
    }
}

/// A vertical tab and its like are no blanks of a rule file: what is wrong with a text stays in it, and keeps its place.
#[test]
fn what_is_no_blank_is_not_taken_for_one() {
    for odd in ['\u{b}', '\u{c}', '\u{a0}', '\u{2003}'] {
        let once = format(&format!("+++\n+++\nturn{{play{odd} move{odd}}}\n"));
        assert_eq!(once, format!("+++\n+++\nturn {{ play{odd} move{odd}}}\n"), "{odd:?}");
        assert_eq!(format(&once), once, "{odd:?}");
    }
}

#[test]
fn every_file_is_in_regular_form_already() {
    for text in texts() {
        assert_eq!(format(&text), text);
    }
}

#[test]
fn the_command_checks_reads_pipes_and_goes_through_folders() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("inner");
    std::fs::create_dir(&inner).unwrap();
    let front = "+++\nname = \"x\"\n+++\n";
    let good = &format!("{front}turn {{ play move }}\n");
    let wild = &format!("{front}turn{{play   move # once\n}}\n");
    let tame = format!("{front}turn {{ play move # once\n}}\n");
    let good_file = shell::file(folder.path(), "good.draughts", good);
    let wild_file = shell::file(&inner, "wild.draughts", wild);
    shell::file(folder.path(), "other.txt", "turn{");
    let whole = folder.path().display().to_string();

    let checked = shell::run(&["fmt", "--check", &whole]);
    assert_eq!((checked.code, checked.out.contains("wild.draughts"), checked.out.contains("good.draughts")), (1, true, false));
    assert_eq!(std::fs::read_to_string(&wild_file).unwrap(), *wild, "--check changes nothing");
    assert_eq!(shell::answer_with(&["fmt", "-"], wild), tame);
    assert_eq!(shell::run_with(&["fmt", "--check", "-"], good.as_bytes()).code, 0);

    assert_eq!(shell::run(&["fmt", &whole]).code, 0);
    assert_eq!(std::fs::read_to_string(&wild_file).unwrap(), tame);
    assert_eq!(std::fs::read_to_string(&good_file).unwrap(), *good);
    assert_eq!(shell::run(&["fmt", "--check", &whole]).code, 0);

    let broken = shell::file(folder.path(), "broken.draughts", "turn { play play }\n");
    assert_eq!(shell::run(&["fmt", &broken]).code, 2);
    assert_eq!(std::fs::read_to_string(&broken).unwrap(), "turn { play play }\n", "a file with mistakes is left as it is");
}
