//! A text as a position or a saved game of a bundled variant, in whatever form it looks like: what is read is written in every form and
//! read again as the same.

use draughtsman::session::{Form, Format, Picture, Rules, Session, Written};

use super::{bundled, numbered};

pub(super) fn attack(data: &[u8]) {
    let Some((number, text)) = numbered(data) else { return };
    let rules = bundled(number);
    let Some(session) = read(&rules, &text) else { return };
    let position = session.position();
    for (name, form) in Form::ALL {
        // PDN cannot tell of every position that a game began there.
        let Ok(told) = session.written(form, None, &Picture::default()) else { continue };
        if matches!(form, Form::Text | Form::Svg) {
            continue;
        }
        let again = read(&rules, &told.text).unwrap_or_else(|| panic!("{name} is not read again: {}\nof {text}", told.text));
        if told.left_out.is_empty() && form != Form::Pdn {
            assert_eq!(again.position(), position, "{name}: {}\nof {text}", told.text);
        }
    }
    let _ = session.decision(None);
}

/// A position or a game by these rules; none, if the text is none.
fn read(rules: &Rules, text: &str) -> Option<Session> {
    let written = Written::new("text", text.to_owned(), Format::of(text), None).ok()?;
    written.header("text").ok()?;
    let read = Session::by(rules.clone(), &written, &mut Vec::new());
    read.inspect_err(|error| assert!(!error.to_string().is_empty())).ok()
}
