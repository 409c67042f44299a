//! The rule book of a variant, for the people who play it: every rule of the file in plain English beside the author's own words,
//! every default that the file leaves unsaid, and pictures of how each piece moves and takes, for which the engine lists moves.
//! It is made from checked rules only, so it cannot say what the program does not do.

mod chapters;
mod equipment;
mod examples;
mod html;
mod idle;
mod lines;
mod markdown;
mod options;
mod pages;
mod prose;
mod unsaid;

use crate::library::{Loaded, Ready};
use examples::Scene;

pub use pages::{Block, Book, Entry, Figure, Paragraph, Section};

/// Whether a text is a rule book made by this program, in either format: it begins with the first section of such a book.
pub fn is_one(text: &str) -> bool {
    let markdown = text.starts_with("# ") && text.contains(&format!("\n## 1. {}\n", equipment::TITLE));
    markdown || text.starts_with(html::BEGINNING) && text.contains(&format!("<h2>1. {}</h2>\n", equipment::TITLE))
}

/// Writes the rule book of a variant, with the options and numbers with which `loaded` was checked to give `ready`.
///
/// ```
/// use draughtsman::{check::Choices, library, program::Program, rulebook};
/// let loaded = library::load("english").unwrap();
/// let variant = loaded.check(&Choices::default()).variant.unwrap();
/// let ready = library::Ready { program: Program::compile(&variant), variant };
/// let book = rulebook::write(&loaded, &ready);
/// assert!(rulebook::is_one(&book.markdown()) && rulebook::is_one(&book.html()));
/// assert!(book.markdown().contains("A man may move one step diagonally forward, to an empty square."));
/// ```
pub fn write(loaded: &Loaded, ready: &Ready) -> Book {
    book(loaded, ready, true)
}

/// The same without the pictures of how pieces move, which take most of the time.
pub fn without_pictures(loaded: &Loaded, ready: &Ready) -> Book {
    book(loaded, ready, false)
}

fn book(loaded: &Loaded, ready: &Ready, with_pictures: bool) -> Book {
    let scene = Scene::of(ready);
    let shown = scene.as_ref().filter(|_| with_pictures);
    let pictures = shown.map_or(Vec::new(), |scene| examples::blocks(ready, scene));
    let flat = chapters::flat(loaded, &ready.variant);
    let prose = chapters::prose(&flat, &ready.variant);
    let mut sections = vec![equipment::section(&flat, ready, scene.as_ref())];
    sections.extend(chapters::sections(&flat, &prose, ready, pictures));
    if let Some(options) = options::section(loaded, ready, sections.len() + 1) {
        sections.push(options);
    }
    sections.push(pages::places(&sections));
    let about = equipment::about(&ready.variant);
    Book { title: ready.variant.equipment.about.title.clone(), about, sections }
}
