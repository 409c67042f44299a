//! What editors are told of rule files: the answers, the wire they go over, and that nothing that may be typed stops them.

mod answers;
mod grammar;
mod offers;
mod renames;
mod survives;
#[cfg(feature = "lsp")]
mod wire;

use draughtsman::editor::Document;
use draughtsman::library;
use draughtsman::source::Span;

/// A text as a file of that name, whose parents are bundled.
fn document(name: &str, text: &str) -> Document {
    let mut file = Document::read(&format!("{name}.draughts"), text.to_owned(), None, &|_| None);
    file.look_closer();
    file
}

/// A bundled file.
fn bundled(name: &str) -> Document {
    document(name, library::text_of(name).unwrap())
}

/// A child of English draughts with these keys and rules.
fn child(front: &str, rules: &str) -> Document {
    document("child", &format!("+++\nname = \"Child\"\nextends = \"english\"\n{front}+++\n{rules}"))
}

/// Where a text begins for the first time.
fn at(document: &Document, text: &str) -> u32 {
    document.text().find(text).unwrap_or_else(|| panic!("no `{text}`")) as u32
}

/// What stands there, in any of the files.
fn stands(document: &Document, span: Span) -> &str {
    document.loaded.sources.text(span)
}
