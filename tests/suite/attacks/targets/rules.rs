//! A text as a rule file, all the way: read, checked, laid out, laid flat, played, told as a rule book.

use draughtsman::check::{Checked, Choices};
use draughtsman::codes;
use draughtsman::diagnostic::{Diagnostic, any_error};
use draughtsman::engine::Position;
use draughtsman::library::{Loaded, Ready, load_text};
use draughtsman::notation::findings::{github, human, sarif};
use draughtsman::notation::json::check::finding;
use draughtsman::program::Program;
use draughtsman::source::{FileId, Span};
use draughtsman::{rulebook, syntax};

use super::{game, ways};
use crate::dice::Bytes;

/// Decisions of a game.
const DECISIONS: usize = 6;

/// What the file is called.
const NAME: &str = "made.draughts";

pub(super) fn attack(data: &[u8]) {
    let loaded = load_text("made", NAME, data.to_vec(), None);
    let Checked { variant, diagnostics, .. } = loaded.check(&Choices::default());
    assert_eq!(variant.is_some(), !any_error(&diagnostics) && !any_error(&loaded.diagnostics));
    told(&loaded, &diagnostics);
    let text = loaded.text().to_owned();
    laid_out(&text);
    let Some(variant) = variant else { return };
    // What is odd about a file stays odd; that it can be played stays too.
    let flat = loaded.flat(&variant.equipment);
    let flat = load_text("made", NAME, flat.clone().into_bytes(), None).check(&Choices::default());
    assert!(!any_error(&flat.diagnostics), "{:#?}\nof the flat file of\n{text}", flat.diagnostics);
    let program = Program::compile(&variant);
    // Files begin much alike.
    let mut dice = Bytes::new(&data[data.len() / 2..]);
    game::played(&variant, &program, &mut dice, DECISIONS);
    if let Ok(start) = Position::start(&program) {
        ways::all_alike(&variant, &program, start, &mut dice, &text);
    }
    let ready = Ready { program, variant };
    let book = rulebook::write(&loaded, &ready);
    assert!(rulebook::is_one(&book.markdown()) && rulebook::is_one(&book.html()));
}

/// Whatever is said is said of what stands there, in words that can be shown.
fn told(loaded: &Loaded, found: &[Diagnostic]) {
    let fits = |span: Span| {
        let text = &loaded.sources.get(span.file).text;
        text.get(span.start as usize..span.end as usize).is_some()
    };
    for one in found {
        assert!(fits(one.span) && one.labels.iter().all(|label| fits(label.span)), "{one:?}");
        assert!(one.proposals.iter().all(|change| fits(change.span)), "{one:?}");
        assert!(codes::find(one.code).is_some() && !one.message.is_empty(), "{one:?}");
        assert!(serde_json::to_string(&finding(&loaded.sources, one)).is_ok());
        assert!(github(&loaded.sources, one).lines().count() == 1, "{one:?}");
    }
    let all: Vec<&Diagnostic> = found.iter().collect();
    let shown = human(&loaded.sources, &all, false);
    assert!(!shown.contains(draughtsman::source::is_control), "{shown:?}");
    assert!(sarif(&[(&loaded.sources, all)], &[]).is_object());
}

/// A layout that stays, and says what the text says.
fn laid_out(text: &str) {
    let formatted = syntax::format(text);
    assert_eq!(syntax::format(&formatted), formatted, "{text:?}");
    let (was, is) = (syntax::parse(FileId(0), text), syntax::parse(FileId(0), &formatted));
    if was.diagnostics.is_empty() {
        assert_eq!(syntax::print::spanless(&was.rules), syntax::print::spanless(&is.rules), "{text}");
    }
    let printed = syntax::print::rule_file(&was.rules);
    let (again, wrong) = syntax::parse_rules(FileId(0), &printed);
    if was.diagnostics.is_empty() {
        assert!(wrong.is_empty(), "{wrong:?}\n{printed}");
        assert_eq!(syntax::print::spanless(&was.rules), syntax::print::spanless(&again), "{printed}");
    }
}
