//! The moves of a bundled variant, and of the position after one of them: `cargo run --example first_moves -- turkish`
#![allow(clippy::print_stdout, reason = "a program that talks to people")]

use draughtsman::check::Choices;
use draughtsman::session::{Error, Form, Picture, Session};

fn main() -> Result<(), Error> {
    // A bundled name or title, or the path of a rule file. `Choices` switches options of the rules.
    let variant = std::env::args().nth(1).unwrap_or_else(|| "english".to_owned());
    let mut session = Session::load(&variant, &Choices::default())?;

    // Where the set-up is left to chance, chance decides first. The same seed gives the same game on every machine.
    session.set_seed(7);
    session.play_chance()?;

    for _ in 0..2 {
        let board = session.written(Form::Text, None, &Picture::default())?;
        let decision = session.decision(None)?;
        println!("{}\n{} to move: {}\n", board.text, session.decider(), decision.texts.join(", "));
        // `1.` is the first of the list; its text would do as well.
        session.play("1.", None)?;
    }
    println!("Played: {}", session.texts().join(", "));
    Ok(())
}
