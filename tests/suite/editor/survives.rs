//! Whatever is typed, an editor is answered: every beginning of every bundled file, and slips of the hand all over them. A few of each
//! here; with `DRAUGHTSMAN_EDITS=all` every beginning and 300 slips a file.

use std::panic::{AssertUnwindSafe, catch_unwind};

use draughtsman::editor::{
    Document, Symbol, actions, colours, complete, definition, folds, formatted, highlights, hints, hover, references, rename,
    symbols,
};
use draughtsman::library;
use draughtsman::source::Span;
use rayon::prelude::*;

use super::{bundled, document};

/// Random numbers, the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end.max(1) as u64) as usize
    }
}

fn asked() -> bool {
    std::env::var("DRAUGHTSMAN_EDITS").is_ok_and(|asked| asked == "all")
}

/// Everything that can be asked of a text at a byte; the answers point at what there is.
fn ask(file: &Document, byte: u32, costly: bool) {
    let text = file.text();
    let fits = |span: Span| {
        let text = &file.loaded.sources.get(span.file).text;
        text.get(span.start as usize..span.end as usize).is_some()
    };
    for one in file.diagnostics() {
        assert!(fits(one.span) && one.labels.iter().all(|label| fits(label.span)), "{one:?}");
    }
    assert!(file.checked.mentions.iter().all(|one| fits(one.span) && one.meaning.declared.is_none_or(fits)));
    let mut last = 0;
    for one in colours(file) {
        assert!(fits(one.span) && one.span.start >= last && one.span.end > one.span.start, "{one:?}");
        assert!(!text[one.span.start as usize..one.span.end as usize].contains('\n'));
        last = one.span.end;
    }
    fn contained(one: &Symbol) -> bool {
        let inside = |outer: Span, inner: Span| outer.start <= inner.start && inner.end <= outer.end;
        inside(one.span, one.head) && one.inside.iter().all(|part| inside(one.span, part.span) && contained(part))
    }
    assert!(symbols(file).iter().all(|one| fits(one.span) && contained(one)));
    assert!(folds(file).iter().all(|one| fits(one.span)));
    assert!(hints(file).iter().all(|one| one.at as usize <= text.len()));
    assert!(hover(file, byte).is_none_or(|one| fits(one.span) && !one.text.is_empty()));
    assert!(complete(file, byte).is_none_or(|one| fits(one.replace) && one.replace.end == byte));
    assert!(definition(file, byte).is_none_or(fits));
    assert!(references(file, byte).iter().all(|one| fits(one.span)));
    assert!(highlights(file, byte).into_iter().all(fits));
    assert!(formatted(file).is_none_or(|change| fits(change.span)));
    if costly {
        drop(rename(file, byte, "q-q"));
        assert!(actions(file, Span::new(file.file(), 0, text.len())).iter().all(|one| fits(one.change.span)));
    }
}

/// Asks, and says of which text somebody broke down.
fn survive(name: &str, file: &Document, byte: usize, costly: bool) {
    let asked = catch_unwind(AssertUnwindSafe(|| ask(file, byte as u32, costly)));
    assert!(asked.is_ok(), "{name} at {byte} of:\n{}", file.text());
}

#[test]
fn every_beginning_of_every_bundled_file() {
    let all = asked();
    let names: Vec<&str> = library::names().collect();
    names.par_iter().for_each(|name| {
        let text = library::text_of(name).unwrap();
        let step = if all { 1 } else { (text.len() / 6).max(1) };
        let mut file = document(name, "");
        for end in (0..=text.len()).step_by(step).filter(|end| text.is_char_boundary(*end)) {
            file = file.edited(text[..end].to_owned(), &|_| None);
            survive(name, &file, end, end % 997 == 0);
        }
    });
}

#[test]
fn slips_of_the_hand_all_over_every_bundled_file() {
    let slips = if asked() { 300 } else { 4 };
    let names: Vec<&str> = library::names().collect();
    names.par_iter().enumerate().for_each(|(i, name)| {
        let mut dice = Dice(0x9E37_79B9_7F4A_7C15 ^ (i as u64 + 1));
        let whole = bundled(name);
        let mut file = whole.clone();
        for slip in 0..slips {
            if slip % 8 == 0 {
                file = whole.clone();
            }
            let text = slipped(file.text(), &mut dice);
            file = file.edited(text, &|_| None);
            if slip % 5 == 0 {
                file.look_closer();
            }
            let mut byte = dice.below(file.text().len() + 1);
            while !file.text().is_char_boundary(byte) {
                byte -= 1;
            }
            survive(name, &file, byte, slip % 16 == 3);
        }
    });
}

/// A text with something left out, put in, said twice, or in the wrong place.
fn slipped(text: &str, dice: &mut Dice) -> String {
    const TYPED: [&str; 14] = ["{", "}", "\"", "(", ")", "\n", "+++\n", "#", "é𝔸", " replace ", " by ", "=", "[", "\r"];
    let place = |dice: &mut Dice| {
        let mut at = dice.below(text.len() + 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let (one, other) = (place(dice), place(dice));
    let (start, mut end) = (one.min(other), one.max(other).min(one.min(other) + 40));
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let (before, cut, behind) = (&text[..start], &text[start..end.max(start)], &text[end.max(start)..]);
    match dice.below(4) {
        0 => format!("{before}{behind}"),
        1 => format!("{before}{}{cut}{behind}", TYPED[dice.below(TYPED.len())]),
        2 => format!("{before}{cut}{cut}{behind}"),
        _ => format!("{before}{}{behind}", cut.split(' ').rev().collect::<Vec<_>>().join(" ")),
    }
}
