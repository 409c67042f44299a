//! A stream of an editor: a rule file, edits of it as they are typed, and everything that an editor asks after each.
//!
//! The first byte says which bundled file is open. Then come edits: two bytes where, a byte how much goes, a byte how much comes, and what
//! comes.

use draughtsman::editor::{
    Document, actions, colours, complete, definition, folds, formatted, highlights, hints, hover, references, rename, symbols,
};
use draughtsman::library;
use draughtsman::source::Span;

/// Edits of one stream.
const MOST_EDITS: usize = 8;

pub(super) fn attack(data: &[u8]) {
    let Some((which, mut rest)) = data.split_first() else { return };
    let names: Vec<&str> = library::names().collect();
    let text = library::text_of(names[usize::from(*which) % names.len()]).unwrap_or_default();
    let mut document = Document::read("open.draughts", text.to_owned(), None, &|_| None);
    for edit in 0..MOST_EDITS {
        let [high, low, gone, come, behind @ ..] = rest else { return };
        let (come, behind) = behind.split_at(usize::from(*come).min(behind.len()));
        rest = behind;
        let text = document.text();
        let start = border(text, usize::from(u16::from_be_bytes([*high, *low])) % (text.len() + 1));
        let end = border(text, (start + usize::from(*gone)).min(text.len())).max(start);
        let typed = String::from_utf8_lossy(come);
        let edited = format!("{}{typed}{}", &text[..start], &text[end..]);
        document = document.edited(edited, &|_| None);
        if edit % 2 == 1 {
            document.look_closer();
        }
        asked(&document, (start + typed.len()) as u32);
    }
    if document.text().len() < 2_000 {
        let all = Span::new(document.file(), 0, document.text().len());
        let _ = actions(&document, all);
    }
}

/// Where a character begins, there or before.
fn border(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Everything that can be asked at a byte; the answers point at what there is.
fn asked(document: &Document, byte: u32) {
    let fits = |span: Span| {
        let text = &document.loaded.sources.get(span.file).text;
        text.get(span.start as usize..span.end as usize).is_some()
    };
    assert!(document.diagnostics().iter().all(|one| fits(one.span)));
    let mut last = 0;
    for one in colours(document) {
        assert!(fits(one.span) && one.span.start >= last && one.span.end > one.span.start, "{one:?}");
        last = one.span.end;
    }
    assert!(symbols(document).iter().all(|one| fits(one.span) && fits(one.head)));
    assert!(folds(document).iter().all(|one| fits(one.span)));
    assert!(hints(document).iter().all(|one| one.at as usize <= document.text().len()));
    assert!(hover(document, byte).is_none_or(|one| fits(one.span) && !one.text.is_empty()));
    assert!(complete(document, byte).is_none_or(|one| fits(one.replace) && one.replace.end == byte));
    assert!(definition(document, byte).is_none_or(fits));
    assert!(references(document, byte).iter().all(|one| fits(one.span)));
    assert!(highlights(document, byte).into_iter().all(fits));
    assert!(formatted(document).is_none_or(|change| fits(change.span)));
    let _ = rename(document, byte, "q-q");
}
