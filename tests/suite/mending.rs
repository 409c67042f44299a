//! `check --fix` changes nothing that it cannot know: one word of a bundled rule file is changed, the file is mended, and what
//! comes of it is the file as it was, or means the same.
//!
//! `DRAUGHTSMAN_SLIPS=50` tries so many slips a file instead of a few.

use std::collections::BTreeMap;

use draughtsman::check::{Choices, Levels};
use draughtsman::diagnostic::any_error;
use draughtsman::library::{self, load_text, mended};
use draughtsman::syntax::words::RESERVED;
use draughtsman::syntax::words_of;

/// Slips a file where nobody asks for more.
const FEW: u64 = 2;

/// A row of numbers from a seed (SplitMix64).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}

/// The words of rules and front matter, texts for people and diagrams left out: where each begins.
fn words(text: &str) -> Vec<(usize, &str)> {
    const FOR_PEOPLE: [&str; 8] = ["name", "aliases", "authors", "version", "source", "year", "pdn", "hub"];
    let front_end = text[4..].find("\n+++\n").expect("a front matter") + 4;
    let mut found: Vec<(usize, &str)> = words_of(&text[front_end + 5..]).map(|(at, word)| (front_end + 5 + at, word)).collect();
    let (mut start, mut drawing) = (0, false);
    for line in text[..front_end].split_inclusive('\n') {
        let quotes = line.matches("\"\"\"").count();
        let key = line.split(['=', ' ']).next().unwrap_or_default();
        if !drawing && quotes == 0 && !FOR_PEOPLE.contains(&key) {
            let bare = line.split('#').next().unwrap_or_default();
            let part = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
            let mut at = 0;
            while let Some(word) = bare[at..].find(char::is_alphabetic).map(|found| at + found) {
                let end = bare[word..].find(|c| !part(c)).map_or(bare.len(), |length| word + length);
                found.push((start + word, &text[start + word..start + end]));
                at = end;
            }
        }
        drawing ^= quotes == 1;
        start += line.len();
    }
    found.retain(|(_, word)| word.len() > 1 && word.starts_with(char::is_alphabetic));
    found
}

/// A slip of the pen in a word: a letter changed, dropped, put in, two letters the other way round, or a word of the language or
/// the file that is like it.
fn slip(word: &str, all: &[(usize, &str)], numbers: &mut Numbers) -> Option<String> {
    let mut letters: Vec<char> = word.chars().collect();
    let letter = |numbers: &mut Numbers| char::from(b'a' + numbers.below(26) as u8);
    let at = numbers.below(letters.len());
    match numbers.below(5) {
        0 => letters[at] = letter(numbers),
        1 => drop(letters.remove(at)),
        2 => letters.insert(at, letter(numbers)),
        3 => letters.swap(at, (at + 1).min(word.chars().count() - 1)),
        _ => {
            let known = RESERVED.into_iter().chain(all.iter().map(|(_, word)| *word));
            let mut near: Vec<&str> =
                known.filter(|other| (1..=2).contains(&strsim::damerau_levenshtein(word, other))).collect();
            near.sort_unstable();
            near.dedup();
            return (!near.is_empty()).then(|| near[numbers.below(near.len())].to_owned());
        }
    }
    let slipped: String = letters.into_iter().collect();
    (slipped != word && !slipped.is_empty()).then_some(slipped)
}

/// What a text means: the flat file, if there is no mistake in it.
fn meaning(text: &str) -> Option<String> {
    let loaded = load_text("x", "x.draughts", text.as_bytes().to_vec(), None);
    let checked = loaded.check(&Choices::default());
    checked.variant.map(|variant| loaded.flat(&variant.equipment))
}

/// How the slips went.
#[derive(Default)]
struct Tally {
    unnoticed: usize,
    noticed: usize,
    mended: usize,
    /// What was noticed and not mended.
    left: Vec<String>,
    wrong: Vec<String>,
}

fn tried(name: &str, text: &str, seed: u64, slips: usize, tally: &mut Tally) {
    let all = words(text);
    let mut numbers = Numbers(seed);
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    let mut what = BTreeMap::new();
    while what.len() < slips {
        let (at, word) = all[numbers.below(all.len())];
        let line = text[..at].matches('\n').count();
        let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let Some(new) = slip(word, &all, &mut numbers).filter(|_| !what.contains_key(&line)) else { continue };
        lines[line].replace_range(at - start..at - start + word.len(), &new);
        what.insert(line, format!("line {}: {word} → {new}", line + 1));
    }
    let (slipped, what) = (lines.concat(), what.into_values().collect::<Vec<_>>().join(", "));
    let id = name.to_owned();
    let before = load_text(&id, "x.draughts", slipped.clone().into_bytes(), None).check(&Choices::default());
    if !any_error(&before.diagnostics) {
        tally.unnoticed += 1;
        return;
    }
    tally.noticed += 1;
    let mended = mended(&id, "x.draughts", slipped.clone(), None, &Choices::default(), &Levels::default());
    if mended.done.is_empty() {
        tally.left.push(format!("{name}, seed {seed}: {what}"));
        return;
    }
    // of two slips one may be left as it is
    let written = [text, &slipped].map(|text| text.lines().collect::<Vec<_>>());
    let either = |(i, line): (usize, &str)| written.iter().any(|lines| lines.get(i) == Some(&line));
    let same_lines = mended.text.lines().count() == written[0].len() && mended.text.lines().enumerate().all(either);
    if same_lines || meaning(&mended.text).is_some_and(|now| Some(now) == meaning(text)) {
        tally.mended += 1;
        return;
    }
    let done: Vec<String> = mended.done.iter().map(|one| format!("{} {} → {}", one.code, one.old, one.new)).collect();
    tally.wrong.push(format!("{name}, seed {seed}: {what} was mended by {}", done.join(", ")));
}

#[allow(clippy::print_stdout)] // the share is an answer, not a failure
fn over_all_files(salt: u64, slips: usize) -> Tally {
    let asked = std::env::var("DRAUGHTSMAN_SLIPS").ok();
    let each = asked.map_or(FEW, |number| number.parse().expect("DRAUGHTSMAN_SLIPS is a number"));
    let mut tally = Tally::default();
    for (number, name) in library::names().enumerate() {
        let text = library::text_of(name).expect("it is bundled");
        for round in 0..each {
            tried(name, text, salt + number as u64 * 100_003 + round, slips, &mut tally);
        }
    }
    println!("{} unnoticed, {} noticed, {} mended, {} wrong", tally.unnoticed, tally.noticed, tally.mended, tally.wrong.len());
    println!("left as they are:\n{}", tally.left.join("\n"));
    tally
}

#[test]
fn one_slip_is_mended_rightly_or_not_at_all() {
    let tally = over_all_files(1, 1);
    assert!(tally.wrong.is_empty(), "{}", tally.wrong.join("\n"));
    assert!(2 * tally.mended > tally.noticed, "{} of {} mended", tally.mended, tally.noticed);
}

#[test]
fn two_slips_are_mended_rightly_or_not_at_all() {
    let tally = over_all_files(2, 2);
    assert!(tally.wrong.is_empty(), "{}", tally.wrong.join("\n"));
}

/// Of two words that are as near, nobody knows which is meant, unless one of them would do nothing where it stands.
#[test]
fn what_cannot_be_known_is_left() {
    let game = |line: &str| format!("+++\nname = \"x\"\nextends = \"english\"\n+++\nobligation {{\n  {line}\n}}\n");
    let most = |word: &str| game(&format!("replace must capture by must capture with most {word}"));
    let mended_text =
        |text: &str| mended("x", "x.draughts", text.to_owned(), None, &Choices::default(), &Levels::default()).text;
    // `capture` is as near, and the same for every move.
    assert_eq!(mended_text(&most("captured")), most("taken"));
    // `not` is as near as a name that makes sense too.
    let ghosts = "+++\nname = \"x\"\nextends = \"english\"\n+++\ndefinitions {\n  define prey = enemy nt king\n}\nmovement {\n  add king may hop diagonal over prey\n}\n";
    assert_eq!(mended_text(ghosts), ghosts);
    let west = "+++\nname = \"x\"\nextends = \"english\"\n+++\nmovement {\n  add king may step wast\n}\n";
    assert_eq!(mended_text(west), west);
}

/// A word of English that is near to one of the language, and the contrary of one, are no slips: who wrote them meant something else.
#[test]
fn what_means_something_else_is_left() {
    let (step, row) = ("king may step diagonal", "when man lands on far-row");
    let stuck = "player who cannot move loses";
    for (old, new) in [
        (row, "when man lands on near-row"),
        (row, "when man lands on rear-row"),
        (step, "king may step non-diagonal"),
        (step, "king may step undiagonal"),
        (step, "king may go diagonal, to unempty"),
        (step, "king may go diagonal, to notempty"),
        (stuck, "draw if one own king and one enemy king"),
        (stuck, "draw if sole own king"),
        (stuck, "draw if same own king"),
    ] {
        let text = library::text_of("english").expect("it is bundled").replace(old, new);
        let before = load_text("x", "x.draughts", text.clone().into_bytes(), None).check(&Choices::default());
        assert!(any_error(&before.diagnostics), "{new}");
        let mended = mended("x", "x.draughts", text.clone(), None, &Choices::default(), &Levels::default());
        assert!(mended.text == text, "{new}: {:?}", mended.done);
    }
}

/// It is told once, and mended in both places.
#[test]
fn a_word_misspelt_twice_is_mended_twice() {
    let text = "+++\nname = \"x\"\nextends = \"english\"\n+++\nmovement {\n  add king may hop forwrd over own\n  add man may hop forwrd over own\n}\n";
    let mended = mended("x", "x.draughts", text.to_owned(), None, &Choices::default(), &Levels::default());
    assert_eq!(mended.text, text.replace("forwrd", "forward"));
}
