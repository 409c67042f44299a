//! A game under way, with who sits where. The rules decide; this keeps the books.

use std::io::Write;
use std::path::{Path, PathBuf};

use chacha20::ChaCha8Rng;
use draughtsman::agents;
use draughtsman::analysis::matches;
use draughtsman::engine::{Actor, Move, Position, SeenMove};
use draughtsman::model::{PlayerId, SideId};
use draughtsman::notation::movetext::{Unpicked, pick};
use draughtsman::notation::saved::Ended;
use draughtsman::program::Program;

use super::super::answer::Failure;
use super::super::arguments::RulesArguments;
use super::super::output::ForceArgument;
use super::super::position::{self, Begun};
use super::{Arguments, Opponent, file};

/// Most decisions of chance and opponents in a row.
const MOST_IN_A_ROW: usize = 10_000;

/// Added to the number of a decision: the random numbers of hints.
const HINTS: u64 = 1 << 63;

/// A game under way.
pub(super) struct Session {
    pub(super) begun: Begun,
    /// Which rules were asked for, to read saved games by them.
    pub(super) rules: RulesArguments,
    /// The one player who is a person; none: all are.
    pub(super) human: Option<PlayerId>,
    opponent: Option<Opponent>,
    pub(super) flip: bool,
    pub(super) save: Option<PathBuf>,
    /// What may be written over.
    pub(super) force: ForceArgument,
    /// Whether the game as it stands is where `--save` said, if it said so.
    pub(super) saved: bool,
    pub(super) seed: u64,
    /// Whether somebody chose the seed, here or when the game was begun.
    seed_is_known: bool,
    /// The file that the game was last saved in or read from, and how it stood then.
    kept: Option<(PathBuf, Standing)>,
    /// What has shown somebody something may be taken back.
    undo_revealed: bool,
    /// Whose eyes the board was last drawn for.
    drawn_for: Option<PlayerId>,
    moves: Vec<Move>,
    real_texts: Vec<String>,
    /// The same moves as the viewer may see them.
    seen: Vec<SeenMove>,
    texts: Vec<String>,
}

/// What a saved game says of a game: its moves, how the players ended it, and how many games of the match came before.
type Standing = (Vec<String>, Option<Ended>, usize);

/// What a typed line means.
pub(super) enum Found {
    /// This move of the rules.
    Move(usize),
    /// Several things; which.
    Doubt(String),
    /// A move that the rules bar, for a reason that whoever looks cannot know.
    Barred,
    /// No move.
    Unread,
}

/// What `undo` did.
pub(super) enum Undone {
    /// These were taken back, the last one first.
    Moves {
        /// Their texts, where everybody who looks may know them.
        texts: Vec<Option<String>>,
        /// They have shown somebody something.
        revealed: bool,
    },
    /// No person has decided anything yet.
    Nothing,
    /// Something has been shown since to these players.
    Revealed(Vec<PlayerId>),
}

impl Session {
    pub(super) fn new(
        begun: Begun,
        rules: RulesArguments,
        arguments: &Arguments,
        human: Option<PlayerId>,
    ) -> Result<Session, Failure> {
        Ok(Session {
            seed: begun.seed.map_or_else(any_seed, Ok)?,
            seed_is_known: begun.seed.is_some(),
            begun,
            rules,
            human,
            opponent: arguments.opponent,
            flip: arguments.flip,
            save: arguments.save.clone(),
            force: arguments.force,
            saved: true,
            kept: None,
            undo_revealed: arguments.undo_revealed,
            drawn_for: None,
            moves: Vec::new(),
            real_texts: Vec::new(),
            seen: Vec::new(),
            texts: Vec::new(),
        })
    }

    /// Another game by the same rules.
    pub(super) fn put(&mut self, begun: Begun) -> Result<(), Failure> {
        self.seed_is_known |= begun.seed.is_some();
        self.seed = begun.seed.unwrap_or(self.seed);
        let view = self.begun.view;
        self.begun = Begun { view, ..begun };
        self.drawn_for = None;
        self.kept = None;
        self.list()
    }

    fn standing(&self) -> Standing {
        (self.begun.texts.clone(), self.begun.ended.clone(), self.begun.earlier.len())
    }

    /// The game as it stands is in this file.
    pub(super) fn is_kept(&mut self, path: PathBuf) {
        self.kept = Some((path, self.standing()));
    }

    /// The file that the game as it stands is in.
    pub(super) fn kept(&self) -> Option<&Path> {
        self.kept.as_ref().filter(|(_, then)| *then == self.standing()).map(|(path, _)| path.as_path())
    }

    /// The file that the game was last saved in or read from, however it stood then.
    pub(super) fn was_kept(&self) -> Option<&Path> {
        self.kept.as_ref().map(|(path, _)| path.as_path())
    }

    pub(super) fn program(&self) -> &Program {
        &self.begun.ready.program
    }

    /// The texts of the moves of the decision at hand, as the viewer may see them.
    pub(super) fn texts(&self) -> &[String] {
        &self.texts
    }

    /// The text of a move of the rules.
    pub(super) fn text(&self, index: usize) -> Option<&String> {
        self.real_texts.get(index)
    }

    /// Who decides.
    pub(super) fn actor(&self) -> Option<Actor> {
        self.begun.game.actor(self.program()).filter(|_| self.begun.ended.is_none())
    }

    pub(super) fn over(&self) -> bool {
        self.actor().is_none()
    }

    fn is_human(&self, actor: Actor) -> bool {
        matches!(actor, Actor::Player(player) if self.human.is_none_or(|human| human == player))
    }

    /// Whose eyes the board is drawn for: who was asked for, the one person, else who decides, else nobody in particular.
    pub(super) fn viewer(&self) -> Option<PlayerId> {
        match (self.begun.view.or(self.human), self.actor()) {
            (Some(viewer), _) => Some(viewer),
            (None, Some(Actor::Player(player))) => Some(player),
            _ => None,
        }
    }

    /// The player who is to look next, if another one looked last and there is something to hide.
    pub(super) fn keyboard_passes(&mut self, terminal: bool) -> Option<PlayerId> {
        let viewer = self.viewer();
        let before = std::mem::replace(&mut self.drawn_for, viewer);
        viewer.filter(|_| {
            terminal && self.begun.view.or(self.human).is_none() && self.hides() && before.is_some() && before != viewer
        })
    }

    /// Whether anything can be hidden in this game.
    pub(super) fn hides(&self) -> bool {
        self.program().layout.hidden.iter().any(|hidden| *hidden)
    }

    /// The seed, if it gives nothing away: where nothing is hidden, and after the game.
    pub(super) fn told_seed(&self) -> Option<u64> {
        (!self.hides() || self.over()).then_some(self.seed)
    }

    /// Another seed for the next game of a match: the next one of a row that somebody began, else one that nobody can guess.
    pub(super) fn next_seed(&mut self) -> Result<(), Failure> {
        self.seed = if self.seed_is_known { self.seed.wrapping_add(1) } else { any_seed()? };
        Ok(())
    }

    /// The position as whoever looks may see it.
    pub(super) fn seen_position(&self) -> Position {
        match self.viewer().filter(|_| self.hides()) {
            Some(viewer) => self.begun.position().view(self.program(), viewer),
            None => self.begun.position().clone(),
        }
    }

    /// What chance, or an opponent, does at this decision: the same whenever the game comes here with the same seed.
    fn generator(&self) -> ChaCha8Rng {
        agents::generator(self.seed, self.begun.texts.len() as u64)
    }

    /// Plays what chance and opponents decide, up to the next decision of a person; whether there was anything.
    pub(super) fn advance(&mut self, out: &mut dyn Write) -> Result<bool, Failure> {
        self.list()?;
        let mut decided = Vec::new();
        while decided.len() < MOST_IN_A_ROW {
            let Some(actor) = self.actor().filter(|actor| !self.is_human(*actor)) else { break };
            let chosen = match actor {
                Actor::Chance => agents::by_weight(&self.moves, &mut self.generator()),
                Actor::Player(player) => self.opponents_choice(player)?,
            };
            let Some(chosen) = chosen else { break };
            let told = self.may_be_told(chosen)?;
            let who = super::screen::decider(self, actor);
            decided.push((who, self.real_texts.get(chosen).cloned().filter(|_| told)));
            self.play(chosen)?;
        }
        super::screen::decided(&decided, out)?;
        if decided.len() < MOST_IN_A_ROW {
            return Ok(!decided.is_empty());
        }
        writeln!(out, "The opponents have played {MOST_IN_A_ROW} moves without you; this leads nowhere.")?;
        self.end(Vec::new(), "agreement");
        Ok(true)
    }

    fn opponents_choice(&self, player: PlayerId) -> Result<Option<usize>, Failure> {
        match self.opponent {
            Some(Opponent::Greedy) => self.greedy(player),
            Some(Opponent::Random) | None => Ok(agents::random(&self.moves, &mut self.generator())),
        }
    }

    /// The greedy choice by what the player can see.
    fn greedy(&self, player: PlayerId) -> Result<Option<usize>, Failure> {
        let program = self.program();
        let seen = self.begun.position().moves_seen_by(program, player).map_err(Failure::wrong)?;
        let position = self.begun.position().view(program, player);
        let choice = best(program, &position, player, &seen, &mut self.generator())?;
        let chosen = choice.and_then(|choice| drawn(&seen[choice], &mut self.generator()));
        Ok(chosen.or_else(|| agents::random(&self.moves, &mut self.generator())))
    }

    /// A move that looks good to whoever looks at the board, for who decides.
    pub(super) fn hint(&self) -> Result<Option<String>, Failure> {
        let Some(Actor::Player(player)) = self.actor() else { return Ok(None) };
        // Not the numbers that chance and opponents draw.
        let mut rng = agents::generator(self.seed, HINTS | self.begun.texts.len() as u64);
        let choice = best(self.program(), &self.seen_position(), player, &self.seen, &mut rng)?;
        Ok(choice.and_then(|choice| self.texts.get(choice).cloned()))
    }

    /// The move that is meant, of those that whoever looks can see: by its text, its number in the list, or in short. Where it is
    /// chosen blindly, chance says which.
    pub(super) fn find(&self, typed: &str) -> Found {
        let program = self.program();
        let moves: Vec<Move> = self.seen.iter().map(|one| one.mv.clone()).collect();
        match pick(&program.equipment, typed, &moves, program.chains_may_stop()) {
            _ if self.over() => Found::Unread,
            Ok(found) => drawn(&self.seen[found], &mut self.generator()).map_or(Found::Barred, Found::Move),
            Err(Unpicked::Unread(_)) => Found::Unread,
            Err(doubt) => Found::Doubt(doubt.to_string()),
        }
    }

    /// Plays a move of the list.
    pub(super) fn play(&mut self, index: usize) -> Result<(), Failure> {
        let (Some(mv), Some(text)) = (self.moves.get(index), self.real_texts.get(index)) else { return Ok(()) };
        self.begun.game.play(&self.begun.ready.program, mv).map_err(Failure::wrong)?;
        self.begun.texts.push(text.clone());
        self.list()?;
        file::save_always(self);
        Ok(())
    }

    /// Whether a decision names nothing that somebody who looks at the screen cannot know.
    pub(super) fn may_be_told(&self, index: usize) -> Result<bool, Failure> {
        let (before, mv) = (self.begun.position(), &self.moves[index]);
        let after = before.play(self.program(), mv, &[]).map_err(Failure::wrong)?;
        Ok(self.is_told(before, mv, &after))
    }

    /// The same of a decision that led from one position to another.
    fn is_told(&self, before: &Position, mv: &Move, after: &Position) -> bool {
        let program = self.program();
        let players = (0..program.equipment.players.len() as u8).map(PlayerId);
        let looks = |player: &PlayerId| self.begun.view.or(self.human).is_none_or(|only| only == *player);
        players.filter(looks).all(|looker| before.told(program, mv, after, looker).deeds == mv.deeds)
    }

    /// Takes back the last decision of a person, and what came of it.
    pub(super) fn undo(&mut self) -> Result<Undone, Failure> {
        let program = &self.begun.ready.program;
        let positions = self.begun.game.positions();
        let decisions = positions.iter().take(positions.len() - 1).map(|position| position.actor(program));
        let actors: Vec<Option<Actor>> = decisions.collect();
        let Some(last) = actors.iter().rposition(|actor| actor.is_some_and(|actor| self.is_human(actor))) else {
            return Ok(Undone::Nothing);
        };
        let mut revealed = Vec::new();
        for at in last..self.begun.game.moves().len() {
            revealed.extend(self.begun.game.revealed(program, at).map_err(Failure::wrong)?);
        }
        revealed.sort_unstable();
        revealed.dedup();
        if !revealed.is_empty() && !self.undo_revealed {
            return Ok(Undone::Revealed(revealed));
        }
        let revealed = !revealed.is_empty();
        let mut texts = Vec::new();
        while self.begun.game.moves().len() > last {
            let after = self.begun.game.position().clone();
            let Some(mv) = self.begun.game.undo() else { break };
            let told = self.is_told(self.begun.game.position(), &mv, &after);
            texts.push(self.begun.texts.pop().filter(|_| told));
        }
        self.begun.ended = None;
        self.list()?;
        file::save_always(self);
        Ok(Undone::Moves { texts, revealed })
    }

    /// The players end the game.
    pub(super) fn end(&mut self, winners: Vec<SideId>, reason: &str) {
        let program = &self.begun.ready.program;
        let rules = program.equipment.games_of_match.as_ref();
        let left = rules.map_or(0, |rules| matches::left(program, rules, self.begun.position()));
        self.begun.ended = Some(Ended { winners, reason: reason.to_owned(), left });
        file::save_always(self);
    }

    fn list(&mut self) -> Result<(), Failure> {
        let program = &self.begun.ready.program;
        self.moves = self.begun.game.options(program).map_err(Failure::wrong)?;
        self.real_texts = position::texts(&self.begun.ready, &self.moves);
        let Some(viewer) = self.viewer().filter(|_| self.hides()) else {
            self.seen = self.moves.iter().cloned().enumerate().map(|(i, mv)| SeenMove::whole(i, mv)).collect();
            self.texts = self.real_texts.clone();
            return Ok(());
        };
        self.seen = self.begun.position().moves_seen_by(program, viewer).map_err(Failure::wrong)?;
        let moves: Vec<Move> = self.seen.iter().map(|one| one.mv.clone()).collect();
        self.texts = position::texts(&self.begun.ready, &moves);
        Ok(())
    }
}

/// A seed that nobody can guess, from the system.
fn any_seed() -> Result<u64, Failure> {
    getrandom::u64().map_err(|error| Failure::Wrong(format!("the system gives no random numbers: {error}; choose a --seed")))
}

/// The greedy choice among moves, by a position as it is seen.
fn best(
    program: &Program,
    position: &Position,
    player: PlayerId,
    seen: &[SeenMove],
    rng: &mut ChaCha8Rng,
) -> Result<Option<usize>, Failure> {
    let moves: Vec<Move> = seen.iter().map(|one| one.mv.clone()).collect();
    agents::greedy(program, position, player, &moves, rng).map_err(Failure::wrong)
}

/// Which of the moves that look alike it is: chance says, if they are several.
fn drawn(seen: &SeenMove, rng: &mut ChaCha8Rng) -> Option<usize> {
    let drawn = agents::below(seen.ways.iter().sum(), rng);
    let mut passed = 0;
    let at = seen.ways.iter().position(|ways| {
        passed += ways;
        drawn < passed
    });
    seen.of.get(at?).copied()
}
