//! Rules of one's own, as text: what is wrong with them, and how many moves they make: `cargo run --example own_rules`
#![allow(clippy::print_stdout, reason = "a program that talks to people")]

use draughtsman::check::Choices;
use draughtsman::notation::findings::human;
use draughtsman::session::{Error, Session};

/// English draughts in which kings fly, and a slip of the pen.
const RULES: &str = r#"+++
name = "Long kings"
extends = "english"
+++

movement {
  replace king may step by king may fly diagonl
}
"#;

fn main() -> Result<(), Error> {
    let none = Choices::default();
    // All mistakes are found at once; each has its place, and often a change that would mend it.
    let Err(Error::Unsound(mistakes)) = Session::from_text("long_kings", RULES, &none) else {
        unreachable!("`diagonl` is no word")
    };
    println!("{}", human(&mistakes.sources, &mistakes.found.iter().collect::<Vec<_>>(), false));

    // Mended, it is a game like any other.
    match Session::from_text("long_kings", &RULES.replace("diagonl", "diagonal"), &none) {
        Err(error) => println!("{error}"),
        Ok(session) => {
            for depth in 1..=6 {
                // The second argument is asked now and then whether to stop: a count may take hours.
                println!("{depth} {}", session.perft(depth, &|| false)?.unwrap_or_default());
            }
        }
    }
    Ok(())
}
