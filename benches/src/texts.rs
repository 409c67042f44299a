//! From a text: what it takes to read, check and compile it, and to list the first moves.

use std::rc::Rc;

use draughtsman::check::Choices;
use draughtsman::engine::{Counting, Position};
use draughtsman::library::{self, Loaded};
use draughtsman::model::Variant;
use draughtsman::program::Program;

use super::row::{Figure, Row};
use super::work::Work;

/// The rows.
pub const ROWS: &[Row] = &[Row { name: "text", figures: text }, Row { name: "largest", figures: largest }];

fn loaded(name: &str) -> Loaded {
    let text = library::text_of(name).expect("it is bundled");
    library::load_text(name, name, text.as_bytes().to_vec(), None)
}

/// Checking tries every option too.
fn checked(name: &str) -> Variant {
    loaded(name).check(&Choices::default()).variant.expect("it is sound")
}

/// Something that is done with one text.
fn work(what: &str, name: &'static str, once: impl Fn() + 'static) -> Rc<Work> {
    Work::new(format!("{what} {name}"), "texts", move || {
        once();
        1
    })
}

fn read(name: &'static str) -> Rc<Work> {
    work("read", name, move || drop(loaded(name)))
}

fn compile(name: &'static str) -> Rc<Work> {
    let variant = checked(name);
    work("compile", name, move || drop(Program::compile(&variant)))
}

fn all(name: &'static str) -> Rc<Work> {
    work("read, check, compile", name, move || drop(Program::compile(&checked(name))))
}

/// Bundled files: the longest, one as long as most, and the one that others extend.
fn text() -> Vec<Figure> {
    let first_moves = work("to the first list of moves of", "english", || {
        let program = Program::compile(&checked("english"));
        let start = Position::start(&program).expect("the game begins");
        assert_eq!(start.moves(&program, Counting::AsWritten).map(|moves| moves.len()), Ok(7));
    });
    let names = ["saving_private", "warp", "international"];
    let works = [read("english"), compile("english"), first_moves].into_iter().chain(names.map(all));
    works.map(|work| Figure::Time(work, None)).collect()
}

/// The largest bundled file, by its text.
fn largest() -> Vec<Figure> {
    let length = |name: &&str| library::text_of(name).map_or(0, str::len);
    let name = library::names().max_by_key(length).expect("some are bundled");
    vec![Figure::Time(compile(name), Some(6.0)), Figure::Time(all(name), Some(6.0))]
}
