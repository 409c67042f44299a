//! What is shown.

use std::io::Write;

use draughtsman::engine::Actor;
use draughtsman::model::{PlayerId, SideId};
use draughtsman::notation::diagram;
use draughtsman::notation::json::outcome;
use draughtsman::notation::notes::notes;

use super::super::answer::Failure;
use super::super::{position, terminal};
use super::input::Input;
use super::session::Session;

/// Which game this is.
pub(super) fn welcome(session: &Session, out: &mut dyn Write) -> Result<(), Failure> {
    let equipment = &session.program().equipment;
    let seed = session.told_seed().map_or_else(String::new, |seed| format!(" (seed {seed})"));
    writeln!(out, "{}{seed}; `help` tells what can be typed.", equipment.title)?;
    if let Some(human) = session.human {
        writeln!(out, "You are {}.", name(session, human))?;
    }
    super::series::which(session, out)?;
    match session.begun.texts.len() {
        0 => {}
        1 => writeln!(out, "1 decision so far.")?,
        many => writeln!(out, "{many} decisions so far.")?,
    }
    Ok(())
}

/// The board as it may be seen, and who is to move or how the game ended.
pub(super) fn turn(session: &Session, out: &mut dyn Write) -> Result<(), Failure> {
    let equipment = &session.program().equipment;
    let setup = position::shown(&session.begun.ready, session.begun.position(), session.viewer());
    writeln!(out, "\n{}", diagram::board(equipment, &setup, session.flip).trim_end_matches('\n'))?;
    let legend = diagram::legend(equipment, &setup);
    if !legend.is_empty() {
        writeln!(out, "{legend}")?;
    }
    for note in notes(&session.begun.terms(), &setup) {
        writeln!(out, "{note}")?;
    }
    match (session.begun.position().outcome(), session.actor()) {
        (Some(_), _) => ended(session, out),
        (None, None) => given_up(session, out),
        (None, Some(actor)) => Ok(writeln!(out, "{} to move.", decider(session, actor))?),
    }
}

/// A game that the players have ended.
fn given_up(session: &Session, out: &mut dyn Write) -> Result<(), Failure> {
    let Some(ended) = &session.begun.ended else { return Ok(()) };
    let sides = &session.program().equipment.sides;
    let winners: Vec<&str> =
        ended.winners.iter().filter_map(|side| sides.get(side.index())).map(|side| side.name.as_str()).collect();
    match winners.as_slice() {
        [] => writeln!(out, "The game is drawn ({}).", ended.reason)?,
        winners => writeln!(out, "The game is over: {} won ({}).", winners.join(" and "), ended.reason)?,
    }
    seed(session, out)?;
    super::series::tell(session, out)
}

/// After a game with secrets, what fixed its chance; where nothing is hidden that was told at once.
pub(super) fn seed(session: &Session, out: &mut dyn Write) -> Result<(), Failure> {
    match session.told_seed().filter(|_| session.hides()) {
        Some(seed) => Ok(writeln!(out, "The seed was {seed}.")?),
        None => Ok(()),
    }
}

fn ended(session: &Session, out: &mut dyn Write) -> Result<(), Failure> {
    let Some(outcome) = session.begun.position().outcome() else { return Ok(()) };
    let told = outcome::to_wire(&session.begun.terms(), outcome);
    let result = match told.winners.as_slice() {
        [] => "drawn".to_owned(),
        winners => format!("over: {} won", winners.join(" and ")),
    };
    let line = session.program().lines.get(outcome.rule.index());
    match line.filter(|line| line.text == told.reason) {
        Some(_) => writeln!(out, "The game is {result}.")?,
        None => writeln!(out, "The game is {result}, {}.", told.reason)?,
    }
    if let Some(line) = line {
        writeln!(out, "  {}   ({}, {})", line.head(), line.chapter, told.rule)?;
    }
    for (player, score) in &told.scores {
        writeln!(out, "  {player}: {score}")?;
    }
    seed(session, out)?;
    super::series::tell(session, out)?;
    Ok(writeln!(out, "`undo`, `save FILE`, `load FILE` or `quit`.")?)
}

/// Who is asked.
pub(super) fn prompt(session: &Session) -> String {
    session.actor().map_or_else(|| "over> ".to_owned(), |actor| format!("{}> ", decider(session, actor)))
}

/// The legal moves, numbered.
pub(super) fn moves(session: &Session, out: &mut dyn Write) -> Result<(), Failure> {
    let texts = session.texts();
    if session.over() {
        return Ok(writeln!(out, "The game is over.")?);
    }
    if let (true, Some(viewer)) = (texts.is_empty(), session.viewer()) {
        let viewer = name(session, viewer);
        return Ok(writeln!(out, "Which moves there are depends on what {viewer} cannot know.")?);
    }
    let digits = texts.len().to_string().len();
    for (i, text) in texts.iter().enumerate() {
        writeln!(out, "{:>digits$}. {text}", i + 1)?;
    }
    Ok(())
}

/// `Black`, `chance`
pub(super) fn decider(session: &Session, actor: Actor) -> String {
    match actor {
        Actor::Player(player) => name(session, player),
        Actor::Chance => "chance".to_owned(),
    }
}

/// `South`, `South and North`
pub(super) fn names(session: &Session, players: &[PlayerId]) -> String {
    let names: Vec<String> = players.iter().map(|player| name(session, *player)).collect();
    names.join(" and ")
}

fn name(session: &Session, player: PlayerId) -> String {
    session.program().equipment.players.get(player.index()).map_or_else(String::new, |player| player.name.clone())
}

/// Texts of decisions; those that cannot be told are counted.
pub(super) fn texts(texts: &[Option<String>]) -> String {
    let mut told: Vec<String> = texts.iter().flatten().cloned().collect();
    match texts.len() - told.len() {
        0 => {}
        1 => told.push("something that not everybody sees".to_owned()),
        many => told.push(format!("{many} things that not everybody sees")),
    }
    told.join(", ")
}

/// What chance or an opponent has decided, one line for each of them in a row.
pub(super) fn decided(decided: &[(String, Option<String>)], out: &mut dyn Write) -> Result<(), Failure> {
    for run in decided.chunk_by(|a, b| a.0 == b.0) {
        let told: Vec<Option<String>> = run.iter().map(|(_, text)| text.clone()).collect();
        let who = run.first().map_or("", |(who, _)| who.as_str());
        writeln!(out, "{who}: {}", texts(&told))?;
    }
    Ok(())
}

/// Hides one player's view from the next.
pub(super) fn pass_the_keyboard(
    session: &Session,
    player: PlayerId,
    input: &mut Input,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let name = name(session, player);
    writeln!(out)?;
    input.line(&format!("Pass the keyboard to {name}, who presses Enter. "), &[], out)?;
    input.forget();
    Ok(terminal::clear(out)?)
}

/// Somebody gives up; whether that ends the session: in a match a further game may follow.
pub(super) fn resigned(session: &mut Session, out: &mut dyn Write) -> Result<bool, Failure> {
    let Some(Actor::Player(player)) = session.actor() else {
        writeln!(out, "The game is over.")?;
        return Ok(false);
    };
    let equipment = &session.program().equipment;
    let side = equipment.players.get(player.index()).map(|player| player.side);
    let others: Vec<(SideId, String)> = (0u8..)
        .map(SideId)
        .zip(&equipment.sides)
        .filter(|(id, _)| side != Some(*id))
        .map(|(id, side)| (id, side.name.clone()))
        .collect();
    match others.as_slice() {
        [(_, other)] => writeln!(out, "{} resigns: {other} has won.", name(session, player))?,
        _ => writeln!(out, "{} resigns.", name(session, player))?,
    }
    let winners = if others.len() == 1 { others.into_iter().map(|(id, _)| id).collect() } else { Vec::new() };
    session.end(winners, "resignation");
    let goes_on = super::series::is_match(session);
    if !goes_on {
        seed(session, out)?;
    }
    Ok(!goes_on)
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    if word.contains(char::is_whitespace) { format!("\"{word}\"") } else { word.to_owned() }
}

/// The end of the session, and how to go on.
pub(super) fn farewell(session: &mut Session, why: &str, out: &mut dyn Write) -> Result<(), Failure> {
    if session.over() {
        return Ok(writeln!(out, "{why}.")?);
    }
    super::file::save_always(session);
    let variant = quoted(&session.rules.variant);
    match session.save.as_deref().filter(|_| session.saved).or(session.kept()) {
        Some(path) => {
            let path = quoted(&path.display().to_string());
            writeln!(out, "{why}. The game is saved; `draughtsman play {variant} --resume {path}` goes on.")?;
        }
        None if session.was_kept().is_some() => {
            let path = session.was_kept().map(|path| path.display().to_string()).unwrap_or_default();
            writeln!(
                out,
                "{why}. What was played since the game was saved is lost; `draughtsman play {variant} --resume {0}` goes on from \
                 there.",
                quoted(&path)
            )?;
        }
        None => writeln!(
            out,
            "{why}. The game is not over and not saved: with `--save FILE` or `save FILE` it is, and \
             `draughtsman play {variant} --resume FILE` goes on."
        )?,
    }
    Ok(())
}
