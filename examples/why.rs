//! Why a move is legal or not, in the words of the rule file: `cargo run --example why -- italian "W:W22:BK19" 22x15`
#![allow(clippy::print_stdout, reason = "a program that talks to people")]

use draughtsman::check::Choices;
use draughtsman::library;
use draughtsman::session::{Error, Format, Session, Written};

fn main() -> Result<(), Error> {
    let mut arguments = std::env::args().skip(1);
    let variant = arguments.next().unwrap_or_else(|| "italian".to_owned());
    let position = arguments.next().unwrap_or_else(|| "W:W22:BK19".to_owned());
    let typed = arguments.next().unwrap_or_else(|| "22x15".to_owned());

    // Anything that is read as a position will do: FEN, JSON, a saved game, a game in PDN. What is odd about it is noted.
    let written = Written::new("the position", position.clone(), Format::of(&position), None)?;
    let mut notes = Vec::new();
    let session = Session::resume(library::load(&variant)?, &Choices::default(), &written, &mut notes)?;
    notes.iter().for_each(|note| println!("note: {note}"));

    // The answer is plain data, which a program can look at; shown, it is what `draughtsman explain` says.
    let answer = session.explain(&typed, None)?;
    println!("{answer}");
    println!("{}", if answer.is_legal() { "It can be played." } else { "It cannot be played." });
    Ok(())
}
