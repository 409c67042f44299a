//! A game with hidden cards as one player sees it: `cargo run --example secrets`
#![allow(clippy::print_stdout, reason = "a program that talks to people")]

use draughtsman::agents::{Agent, Clock};
use draughtsman::session::{Error, Form, Picture, Session};

fn main() -> Result<(), Error> {
    let mut session = Session::bundled("saving_private")?;
    session.set_seed(7);
    session.play_chance()?;

    // A seat is a player who looks: every list, text and position that is asked for with it says no more than that player may know.
    let south = session.player("South")?;
    let board = session.written(Form::Text, Some(south), &Picture::default())?;
    println!("What South sees:\n\n{}", board.text);
    println!("South may play: {}", session.decision(Some(south))?.texts.join(", "));

    // What South knows leaves several positions open. This is one of them, each as likely as the deal makes it.
    let imagined = session.imagined(south, 1);
    let (real, believed) = (session.shown(None), imagined.shown(None));
    println!("\nWhat South may believe is what is: {}", if real == believed { "yes" } else { "no" });
    assert_eq!(session.shown(Some(south)), imagined.shown(Some(south)), "South cannot tell the two apart");

    // Agents play by what their player sees.
    for _ in 0..6 {
        let Some(index) = session.agent(Agent::Greedy, Clock::none())? else { break };
        let told = session.may_be_told(index, &[south])?;
        session.take(index)?;
        let text = session.texts().last().filter(|_| told);
        println!("{}", text.map_or("something that South does not see", String::as_str));
    }
    Ok(())
}
