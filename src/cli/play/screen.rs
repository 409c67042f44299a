//! Texts and boards that are shown.

use std::io::Write;

use draughtsman::engine::Actor;
use draughtsman::model::PlayerId;
use draughtsman::notation::diagram;
use draughtsman::notation::json::outcome;
use draughtsman::notation::notes::notes;
use draughtsman::notation::spoken;
use draughtsman::session::Analysis;

use super::super::answer::Failure;
use super::super::terminal;
use super::file;
use super::input::Input;
use super::table::Table;

/// What can follow an end that the players have decided.
pub(super) fn how_on(table: &Table) -> &'static str {
    match (table.end_stays_known(), table.may_take_back()) {
        (true, _) => "(`quit` ends.)",
        (false, true) => "(`undo` takes that back with the last move, `quit` ends.)",
        (false, false) => "(`undo` takes that back, `quit` ends.)",
    }
}

/// Writes which game this is, and who plays.
pub(super) fn welcome(table: &Table, out: &mut dyn Write) -> Result<(), Failure> {
    let equipment = &table.program().equipment;
    let seed = table.told_seed().map_or_else(String::new, |seed| format!(" (seed {seed})"));
    writeln!(out, "{}{seed}; `help` tells what can be typed.", equipment.about.title)?;
    if let Some(human) = table.human {
        writeln!(out, "You are {}.", name(table, human))?;
    }
    if table.is_resumed {
        writeln!(out, "People play all sides: `--opponent WHO` says who else does.")?;
    }
    super::series::which(table, out)?;
    match table.session.texts().len() {
        0 => {}
        1 => writeln!(out, "1 decision so far.")?,
        many => writeln!(out, "{many} decisions so far.")?,
    }
    Ok(())
}

/// Writes the board as it may be seen, and who is to move or how the game ended.
pub(super) fn turn(table: &Table, out: &mut dyn Write) -> Result<(), Failure> {
    let equipment = &table.program().equipment;
    let setup = table.session.shown(table.viewer());
    writeln!(out)?;
    if table.drawing.in_words {
        for line in spoken::board(equipment, &setup) {
            writeln!(out, "{line}")?;
        }
    } else {
        writeln!(out, "{}", diagram::board(equipment, &setup, table.drawing.flip).trim_end_matches('\n'))?;
        let legend = diagram::legend(equipment, &setup);
        if !legend.is_empty() {
            writeln!(out, "{legend}")?;
        }
    }
    for note in notes(&table.session.terms(), &setup) {
        writeln!(out, "{note}")?;
    }
    standing(table, out)?;
    if table.session.position().outcome().is_some() {
        let undo = if table.end_stays_known() { "" } else { "`undo`, " };
        let set_up = if table.session.hides() { "" } else { ", `setup HOW`" };
        writeln!(out, "{undo}`save FILE`, `load FILE`{set_up} or `quit`.")?;
    }
    Ok(())
}

/// Writes who is to move, or how the game ended, and the times left.
pub(super) fn standing(table: &Table, out: &mut dyn Write) -> Result<(), Failure> {
    match (table.session.position().outcome(), table.actor()) {
        (Some(_), _) => ended(table, out)?,
        (None, None) => given_up(table, out)?,
        (None, Some(actor)) => writeln!(out, "{} to move.", decider(table, actor))?,
    }
    Ok(table.dials().map_or(Ok(()), |dials| writeln!(out, "Time left: {dials}."))?)
}

/// Writes the best line of play, and its value.
pub(super) fn best(analysis: &Analysis, out: &mut dyn Write) -> Result<(), Failure> {
    let Some(line) = analysis.lines.first() else { return Ok(writeln!(out, "There is nothing to play.")?) };
    let nodes = analysis.nodes;
    Ok(writeln!(out, "{}: {} (depth {}, {nodes} decisions looked at)", line.worth(), line.texts.join(" "), analysis.depth)?)
}

/// Writes how the players have ended a game.
fn given_up(table: &Table, out: &mut dyn Write) -> Result<(), Failure> {
    let Some(ended) = table.session.ended() else { return Ok(()) };
    let sides = &table.program().equipment.sides;
    let winners: Vec<&str> =
        ended.winners.iter().filter_map(|side| sides.get(side.index())).map(|side| side.name.as_str()).collect();
    match winners.as_slice() {
        [] => writeln!(out, "The game is drawn ({}).", ended.reason)?,
        winners => writeln!(out, "The game is over: {} won ({}).", winners.join(" and "), ended.reason)?,
    }
    seed(table, out)?;
    super::series::tell(table, out)
}

/// Writes the seed after a game with secrets. In other games it is told at the beginning.
pub(super) fn seed(table: &Table, out: &mut dyn Write) -> Result<(), Failure> {
    match table.told_seed().filter(|_| table.session.hides()) {
        Some(seed) => Ok(writeln!(out, "The seed was {seed}.")?),
        None => Ok(()),
    }
}

fn ended(table: &Table, out: &mut dyn Write) -> Result<(), Failure> {
    let Some(outcome) = table.session.position().outcome() else { return Ok(()) };
    let told = outcome::to_wire(&table.session.terms(), outcome);
    let result = match told.winners.as_slice() {
        [] => "drawn".to_owned(),
        winners => format!("over: {} won", winners.join(" and ")),
    };
    let line = table.program().lines.get(outcome.rule.index());
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
    seed(table, out)?;
    super::series::tell(table, out)
}

/// The prompt: who decides.
pub(super) fn prompt(table: &Table) -> String {
    table.actor().map_or_else(|| "over> ".to_owned(), |actor| format!("{}> ", decider(table, actor)))
}

/// Writes the legal moves, numbered.
pub(super) fn moves(table: &Table, out: &mut dyn Write) -> Result<(), Failure> {
    let texts = table.texts();
    if table.over() {
        return Ok(writeln!(out, "The game is over.")?);
    }
    if let (true, Some(viewer)) = (texts.is_empty(), table.viewer()) {
        let viewer = name(table, viewer);
        return Ok(writeln!(out, "Which moves there are depends on what {viewer} cannot know.")?);
    }
    let digits = texts.len().to_string().len();
    for (i, text) in texts.iter().enumerate() {
        writeln!(out, "{:>digits$}. {text}", i + 1)?;
    }
    Ok(())
}

/// `Black`, `chance`
pub(super) fn decider(table: &Table, actor: Actor) -> String {
    match actor {
        Actor::Player(player) => name(table, player),
        Actor::Chance => "chance".to_owned(),
    }
}

/// `South`, `South and North`
pub(super) fn names(table: &Table, players: &[PlayerId]) -> String {
    let names: Vec<String> = players.iter().map(|player| name(table, *player)).collect();
    names.join(" and ")
}

fn name(table: &Table, player: PlayerId) -> String {
    table.program().equipment.players.get(player.index()).map_or_else(String::new, |player| player.name.clone())
}

/// The texts of decisions. Those that may not be told are counted.
pub(super) fn texts(texts: &[Option<String>]) -> String {
    let mut told: Vec<String> = texts.iter().flatten().cloned().collect();
    match texts.len() - told.len() {
        0 => {}
        1 => told.push("something that not everybody sees".to_owned()),
        many => told.push(format!("{many} things that not everybody sees")),
    }
    told.join(", ")
}

/// Writes what chance or opponents have decided, one line for each of them in a row.
pub(super) fn decided(decided: &[(String, Option<String>)], out: &mut dyn Write) -> Result<(), Failure> {
    for run in decided.chunk_by(|a, b| a.0 == b.0) {
        let told: Vec<Option<String>> = run.iter().map(|(_, text)| text.clone()).collect();
        let who = run.first().map_or("", |(who, _)| who.as_str());
        writeln!(out, "{who}: {}", texts(&told))?;
    }
    Ok(())
}

/// Writes what was played since the last decision of a player, as far as the player may know it. A player who takes the
/// keyboard after others could not watch.
pub(super) fn played_since(table: &Table, player: PlayerId, out: &mut dyn Write) -> Result<(), Failure> {
    let by_players: Vec<(usize, PlayerId)> = table.by_players().collect();
    let since = by_players.iter().rposition(|(_, by)| *by == player).map_or(0, |last| last + 1);
    let by_others =
        by_players[since..].iter().map(|(at, by)| (name(table, *by), table.session.told(*at, &[player]).map(str::to_owned)));
    decided(&by_others.collect::<Vec<_>>(), out)
}

/// Hides the view of one player from the next.
pub(super) fn pass_the_keyboard(
    table: &Table,
    player: PlayerId,
    input: &mut Input,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let name = name(table, player);
    writeln!(out)?;
    input.line(&format!("Pass the keyboard to {name}, who presses Enter. "), &[], out)?;
    input.forget();
    Ok(terminal::clear(out)?)
}

/// Resigns. The game stays on the table, as after every other end, and can be saved, taken back, or followed by the next game
/// of a match.
pub(super) fn resigned(table: &mut Table, out: &mut dyn Write) -> Result<(), Failure> {
    let Some(Actor::Player(player)) = table.actor() else {
        return Ok(writeln!(out, "The game is over.")?);
    };
    if table.thinks().is_some() {
        return Ok(writeln!(out, "It is the turn of {}.", name(table, player))?);
    }
    let winners = table.winners_without(player);
    let (sides, how_on) = (&table.program().equipment.sides, how_on(table));
    let told: Vec<&str> = winners.iter().filter_map(|side| sides.get(side.index())).map(|side| side.name.as_str()).collect();
    match told.as_slice() {
        [] => writeln!(out, "{} resigns. {how_on}", name(table, player))?,
        [winner] => writeln!(out, "{} resigns: {winner} has won. {how_on}", name(table, player))?,
        winners => writeln!(out, "{} resigns: {} have won. {how_on}", name(table, player), winners.join(" and "))?,
    }
    table.end(winners, "resignation");
    Ok(())
}

/// Quotes a word for a shell.
fn quoted(word: &str) -> String {
    if word.contains(char::is_whitespace) { format!("\"{word}\"") } else { word.to_owned() }
}

/// Ends the session, and says how to go on. For a user at a terminal, a game that was not saved is kept.
pub(super) fn farewell(table: &mut Table, why: &str, out: &mut dyn Write) -> Result<(), Failure> {
    match table.terminal {
        true => file::keep(table, out)?,
        false if !table.over() => file::save_always(table),
        false => {}
    }
    if table.over() {
        return Ok(writeln!(out, "{why}.")?);
    }
    let variant = quoted(&table.rules.variant);
    match (table.kept(), table.was_kept(), table.saving.save.as_deref().filter(|_| !table.touched)) {
        (Some(path), ..) => {
            let path = quoted(&path.display().to_string());
            writeln!(out, "{why}. The game is saved; `draughtsman play {variant} --resume {path}` goes on.")?;
        }
        (None, Some(path), _) if table.only_takes_back() => {
            writeln!(out, "{why}. No move was made in the place of what was taken back: {} stays as it is.", path.display())?;
        }
        (None, Some(path), _) => {
            let path = quoted(&path.display().to_string());
            writeln!(
                out,
                "{why}. What was played since the game was saved is lost; `draughtsman play {variant} --resume {path}` goes on from \
                 there."
            )?;
        }
        (None, None, Some(path)) => writeln!(out, "{why}. No move was made: {} stays as it is.", path.display())?,
        (None, None, None) => writeln!(
            out,
            "{why}. The game is not over and not saved: with `--save FILE` or `save FILE` it is, and \
             `draughtsman play {variant} --resume FILE` goes on."
        )?,
    }
    Ok(())
}
