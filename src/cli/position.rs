//! From `--position`, `--seed` and `--view` to a game with its past.

use draughtsman::agents;
use draughtsman::analysis::replay::{replay, transcribe};
use draughtsman::check::Choices;
use draughtsman::engine::{Actor, Counting, Game, Move, Position, SeenMove};
use draughtsman::library::{Loaded, Ready};
use draughtsman::model::{PlayerId, Setup, Variant};
use draughtsman::notation::saved::{Earlier, Ended};
use draughtsman::notation::{Header, Terms, fen, json, movetext, pdn, saved};

use super::answer::Failure;
use super::arguments::PositionArguments;
use super::written::{Format, Written, written};
use super::{games, load, report};

/// Rules and a game by them.
pub(crate) struct Begun {
    /// The rules.
    pub(crate) ready: Ready,
    /// The game up to now.
    pub(crate) game: Game,
    /// Where it began, if not at the start of the rules.
    pub(crate) start: Option<Setup>,
    /// The text of the option taken at each decision since.
    pub(crate) texts: Vec<String>,
    /// What fixes all chance: as asked for, else as saved.
    pub(crate) seed: Option<u64>,
    /// Who looks, if not somebody who sees everything.
    pub(crate) view: Option<PlayerId>,
    /// How the players have ended it, if not the rules.
    pub(crate) ended: Option<Ended>,
    /// The games of the match that came before it.
    pub(crate) earlier: Vec<Earlier>,
}

impl Begun {
    fn of(ready: Ready, game: Game) -> Begun {
        Begun { ready, game, start: None, texts: Vec::new(), seed: None, view: None, ended: None, earlier: Vec::new() }
    }

    /// The position now.
    pub(crate) fn position(&self) -> &Position {
        self.game.position()
    }

    /// The position now as whoever looks may see it.
    pub(crate) fn seen(&self) -> Position {
        match self.view {
            Some(player) => self.position().view(&self.ready.program, player),
            None => self.position().clone(),
        }
    }

    /// The position now as it is shown.
    pub(crate) fn shown(&self) -> Setup {
        shown(&self.ready, self.position(), self.view)
    }

    /// The names that positions are written in.
    pub(crate) fn terms(&self) -> Terms<'_> {
        Terms::from(&self.ready.variant)
    }
}

/// A position as it is shown to a player, or as it is.
pub(crate) fn shown(ready: &Ready, position: &Position, view: Option<PlayerId>) -> Setup {
    match view {
        Some(player) => position.view(&ready.program, player).to_setup(&ready.program),
        None => position.to_setup(&ready.program),
    }
}

/// The moves of the decision at hand as a player may see them, or as they are.
pub(crate) fn seen_moves(begun: &Begun) -> Result<Vec<SeenMove>, Failure> {
    let program = &begun.ready.program;
    match begun.view {
        Some(player) => begun.position().moves_seen_by(program, player).map_err(Failure::wrong),
        None => {
            let moves = begun.position().moves(program, Counting::AsWritten).map_err(Failure::wrong)?;
            Ok(moves.into_iter().enumerate().map(|(i, mv)| SeenMove::whole(i, mv)).collect())
        }
    }
}

/// The texts of the moves of a decision.
pub(crate) fn texts(ready: &Ready, moves: &[Move]) -> Vec<String> {
    movetext::texts(&ready.program.equipment, moves, ready.program.chains_may_stop())
}

/// Finds the rules and the position that the arguments ask for.
pub(crate) fn begin(arguments: &PositionArguments) -> Result<Begun, Failure> {
    let rules = &arguments.rules;
    if rules.variant == load::STDIN && arguments.position.as_deref() == Some(load::STDIN) {
        return Err(Failure::wrong("only one of the rules and the position can come from standard input"));
    }
    let written = arguments.position.as_deref().map(|position| written(position, arguments.game)).transpose()?;
    let loaded = load::read(&rules.variant)?;
    let choices = rules.choices.choices();
    let ready = match &written {
        Some(written) => ready_for(&loaded, &written.header(&loaded.id)?, choices)?,
        None => load::compiled(&loaded, &choices)?,
    };
    let mut begun = match &written {
        Some(written) => resume(ready, written)?,
        None => fresh(ready)?,
    };
    if let Some(ply) = arguments.ply {
        go_back(&mut begun, ply)?;
    }
    begun.seed = arguments.seed.or(begun.seed);
    if let (Some(seed), None) = (arguments.seed, &written) {
        set_up(&mut begun, seed)?;
    }
    begun.view = arguments.view.as_deref().map(|name| player(&begun.ready.variant, name)).transpose()?;
    if let (Some(viewer), Some(number)) = (begun.view, arguments.sample) {
        let mut generator = agents::generator(number, 0);
        let sampled = agents::sample(&begun.ready.program, begun.position(), viewer, &mut generator);
        begun.game = begun.game.imagining(sampled);
        begun.view = None;
    }
    Ok(begun)
}

/// A position as somebody wrote it, by rules that are known: FEN text or a file.
pub(crate) fn arranged(ready: &Ready, position: &str) -> Result<Setup, Failure> {
    let begun = resume(ready.clone(), &written(position, None)?)?;
    Ok(begun.position().to_setup(&begun.ready.program))
}

/// Takes moves back until only so many are left.
fn go_back(begun: &mut Begun, ply: usize) -> Result<(), Failure> {
    let moves = begun.game.moves().len();
    if ply > moves {
        return Err(Failure::Wrong(format!("there is no move {ply}: the game has {moves}")));
    }
    if ply < moves {
        begun.ended = None;
    }
    while begun.game.moves().len() > ply && begun.game.undo().is_some() {
        begun.texts.truncate(begun.game.moves().len());
    }
    Ok(())
}

/// A game from the start of the rules.
pub(crate) fn fresh(ready: Ready) -> Result<Begun, Failure> {
    let game = Game::new(&ready.program).map_err(Failure::wrong)?;
    Ok(Begun::of(ready, game))
}

/// Plays the chance decisions of the set-up.
fn set_up(begun: &mut Begun, seed: u64) -> Result<(), Failure> {
    let program = &begun.ready.program;
    while begun.game.actor(program) == Some(Actor::Chance) {
        let moves = begun.game.options(program).map_err(Failure::wrong)?;
        let Some(chosen) = agents::by_weight(&moves, &mut agents::generator(seed, begun.texts.len() as u64)) else { break };
        begun.texts.push(texts(&begun.ready, &moves).swap_remove(chosen));
        begun.game.play(program, &moves[chosen]).map_err(Failure::wrong)?;
    }
    Ok(())
}

/// The player of that name.
pub(crate) fn player(variant: &Variant, name: &str) -> Result<PlayerId, Failure> {
    let players = &variant.equipment.players;
    let found = players.iter().position(|player| player.name.eq_ignore_ascii_case(name));
    found
        .map(|index| PlayerId(index as u8))
        .ok_or_else(|| Failure::unknown(format!("there is no player `{name}`"), players.iter().map(|player| &player.name)))
}

/// The rules with the options that the position was saved under; what the command line says holds against them.
pub(crate) fn ready_for(loaded: &Loaded, header: &Header, asked: Choices) -> Result<Ready, Failure> {
    if header.variant.is_empty() {
        return load::compiled(loaded, &asked);
    }
    if header.variant != loaded.id && loaded.id != "stdin" {
        let text = format!("the position was saved for `{}`, and is read by the rules of `{}`", header.variant, loaded.id);
        report::say("note", &text);
        return load::compiled(loaded, &asked);
    }
    let mut choices = Choices {
        options: header.options.iter().flatten().map(|name| (name.clone(), true)).chain(asked.options.clone()).collect(),
        numbers: header.numbers.iter().cloned().chain(asked.numbers.clone()).collect(),
    };
    let ready = load::compiled(loaded, &choices)?;
    if header.options.is_none() {
        return Ok(ready);
    }
    // What is on by default, but was not when the position was saved.
    let is_said = |name: &String| choices.options.iter().any(|(said, _)| said == name);
    let on = ready.variant.equipment.options.iter().filter(|option| option.on && !is_said(&option.name));
    let off: Vec<(String, bool)> = on.map(|option| (option.name.clone(), false)).collect();
    if off.is_empty() {
        return Ok(ready);
    }
    choices.options.extend(off);
    load::compiled(loaded, &choices)
}

/// The game that was saved, with its moves played anew.
fn resume(ready: Ready, written: &Written) -> Result<Begun, Failure> {
    if let Some(played) = &written.played {
        return resume_pdn(ready, written, played);
    }
    let terms = Terms::from(&ready.variant);
    let misread = |error| written.misread(&error);
    let game = match written.format {
        Format::Fen => {
            let (start, passed_over) = fen::read_noting(&terms, &written.text).map_err(misread)?;
            if !passed_over.is_empty() {
                report::say("note", &format!("these rules have no use for `{}`: passed over", passed_over.join(":")));
            }
            saved::SavedGame { start: Some(start), ..Default::default() }
        }
        Format::Json => {
            let start = json::position::read(&terms, &written.text).map_err(misread)?;
            saved::SavedGame { start: Some(start), ..Default::default() }
        }
        Format::Toml | Format::Pdn => saved::read(&terms, &written.text).map_err(misread)?,
    };
    let first = match &game.start {
        Some(start) => Position::from_setup(&ready.program, start).map_err(|error| written.wrong(error))?,
        None => Position::start(&ready.program).map_err(Failure::wrong)?,
    };
    let mut begun = Begun {
        start: game.start,
        seed: game.seed,
        ended: game.ended,
        earlier: game.earlier,
        ..Begun::of(ready, Game::from(first))
    };
    for (i, text) in game.moves.iter().enumerate() {
        let place = |problem: &dyn std::fmt::Display| written.wrong_word(text, format!("moves.{}: {problem}", i + 1));
        let mv = chosen(&begun, text).map_err(|error| place(&error))?;
        begun.game.play(&begun.ready.program, &mv).map_err(|error| place(&error))?;
        begun.texts.push(text.clone());
    }
    Ok(begun)
}

fn resume_pdn(ready: Ready, written: &Written, played: &pdn::Game) -> Result<Begun, Failure> {
    let number = played.game_type().map(|of| of.number);
    let own = ready.variant.equipment.notation.pdn;
    if number.is_some_and(|number| own != Some(number)) {
        let of = own.map_or_else(|| "none".to_owned(), |own| own.to_string());
        report::say("note", &format!("the game has the GameType {}, and these rules have {of}", number.unwrap_or_default()));
    }
    let replayed = replay(&ready.program, played).map_err(|stopped| games::stopped(written.name(), &written.text, &stopped))?;
    let texts =
        transcribe(&ready.program, &Header::of(&ready.variant), None, &replayed.game).map_err(|error| written.wrong(error))?;
    let texts = texts.moves.into_iter().map(|mv| mv.text).collect();
    Ok(Begun { start: replayed.start, texts, ..Begun::of(ready, replayed.game) })
}

fn chosen(begun: &Begun, text: &str) -> Result<Move, String> {
    let program = &begun.ready.program;
    let mut moves = begun.position().moves(program, Counting::AsWritten).map_err(|error| error.to_string())?;
    if moves.is_empty() {
        return Err(format!("`{text}` comes after the end of the game"));
    }
    let found = movetext::parse_move(&program.equipment, text, &moves, program.chains_may_stop());
    Ok(moves.swap_remove(found.map_err(|error| error.to_string())?))
}
