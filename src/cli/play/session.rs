//! A game under way, with who sits where. The rules decide; this keeps the books.

use std::io::Write;
use std::path::PathBuf;

use draughtsman::agents;
use draughtsman::analysis::matches::Played;
use draughtsman::engine::{Actor, Counting, Move};
use draughtsman::model::PlayerId;
use draughtsman::notation::movetext::parse_move;
use draughtsman::program::Program;
use rand_chacha::ChaCha8Rng;

use super::super::answer::Failure;
use super::super::arguments::RulesArguments;
use super::super::position::{self, Begun};
use super::{Arguments, Opponent, file, input};

/// Most decisions of chance and opponents in a row.
const MOST_IN_A_ROW: usize = 10_000;

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
    pub(super) seed: u64,
    /// The players have agreed on a draw.
    pub(super) agreed: bool,
    /// The games of the match that came before this one.
    pub(super) played: Vec<Played>,
    /// Whose eyes the board was last drawn for.
    drawn_for: Option<PlayerId>,
    moves: Vec<Move>,
    texts: Vec<String>,
}

/// What `undo` did.
pub(super) enum Undone {
    /// These were taken back, the last one first.
    Moves {
        /// Their texts.
        texts: Vec<String>,
        /// Chance had decided something since.
        revealed: bool,
    },
    /// No person has decided anything yet.
    Nothing,
    /// Chance has revealed something to another person.
    Revealed,
}

impl Session {
    pub(super) fn new(begun: Begun, rules: RulesArguments, arguments: &Arguments, human: Option<PlayerId>) -> Session {
        Session {
            seed: begun.seed.unwrap_or_else(input::any_number),
            begun,
            rules,
            human,
            opponent: arguments.opponent,
            flip: arguments.flip,
            save: arguments.save.clone(),
            agreed: false,
            played: Vec::new(),
            drawn_for: None,
            moves: Vec::new(),
            texts: Vec::new(),
        }
    }

    /// Another game by the same rules.
    pub(super) fn put(&mut self, begun: Begun) -> Result<(), Failure> {
        self.seed = begun.seed.unwrap_or(self.seed);
        self.begun = begun;
        self.agreed = false;
        self.drawn_for = None;
        self.list()
    }

    pub(super) fn program(&self) -> &Program {
        &self.begun.ready.program
    }

    /// The texts of the moves of the decision at hand.
    pub(super) fn texts(&self) -> &[String] {
        &self.texts
    }

    /// Who decides.
    pub(super) fn actor(&self) -> Option<Actor> {
        self.begun.game.actor(self.program()).filter(|_| !self.agreed)
    }

    pub(super) fn over(&self) -> bool {
        self.actor().is_none()
    }

    fn is_human(&self, actor: Actor) -> bool {
        matches!(actor, Actor::Player(player) if self.human.is_none_or(|human| human == player))
    }

    /// Whose eyes the board is drawn for: the one person, else who decides, else nobody in particular.
    pub(super) fn viewer(&self) -> Option<PlayerId> {
        match (self.human, self.actor()) {
            (Some(human), _) => Some(human),
            (None, Some(Actor::Player(player))) => Some(player),
            _ => None,
        }
    }

    /// The player who is to look next, if another one looked last and there is something to hide.
    pub(super) fn keyboard_passes(&mut self, terminal: bool) -> Option<PlayerId> {
        let viewer = self.viewer();
        let before = std::mem::replace(&mut self.drawn_for, viewer);
        viewer.filter(|_| terminal && self.human.is_none() && self.hides() && before.is_some() && before != viewer)
    }

    /// Whether anything can be hidden in this game.
    fn hides(&self) -> bool {
        self.program().layout.hidden.iter().any(|hidden| *hidden)
    }

    /// What chance, or an opponent, does at this decision: the same whenever the game comes here with the same seed.
    fn generator(&self) -> ChaCha8Rng {
        agents::generator(self.seed, self.begun.texts.len())
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
            decided.push((who, self.texts.get(chosen).cloned().filter(|_| told)));
            self.play(chosen)?;
        }
        super::screen::decided(&decided, out)?;
        if decided.len() < MOST_IN_A_ROW {
            return Ok(!decided.is_empty());
        }
        writeln!(out, "The opponents have played {MOST_IN_A_ROW} moves without you; this leads nowhere.")?;
        self.agreed = true;
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
        let seen = self.begun.position().view(program, player);
        let moves = seen.moves(program, Counting::AsWritten).map_err(Failure::wrong)?;
        let choice = agents::greedy(program, &seen, player, &moves, &mut self.generator()).map_err(Failure::wrong)?;
        let texts = position::texts(&self.begun.ready, &moves);
        let same = choice.and_then(|choice| self.texts.iter().position(|text| *text == texts[choice]));
        Ok(same.or_else(|| agents::random(&self.moves, &mut self.generator())))
    }

    /// A move that looks good to who decides.
    pub(super) fn hint(&self) -> Result<Option<String>, Failure> {
        let Some(Actor::Player(player)) = self.actor() else { return Ok(None) };
        Ok(self.greedy(player)?.and_then(|choice| self.texts.get(choice).cloned()))
    }

    /// The move that is meant: by its text, its number in the list, or in short.
    pub(super) fn find(&self, typed: &str) -> Option<usize> {
        if self.over() {
            return None;
        }
        let exact = self.texts.iter().position(|text| text.eq_ignore_ascii_case(typed));
        let number = || typed.parse::<usize>().ok()?.checked_sub(1).filter(|number| *number < self.texts.len());
        let program = self.program();
        let meant = || parse_move(&program.equipment, typed, &self.moves, program.chains_may_stop()).ok();
        exact.or_else(number).or_else(meant)
    }

    /// Plays a move of the list.
    pub(super) fn play(&mut self, index: usize) -> Result<(), Failure> {
        let (Some(mv), Some(text)) = (self.moves.get(index), self.texts.get(index)) else { return Ok(()) };
        self.begun.game.play(&self.begun.ready.program, mv).map_err(Failure::wrong)?;
        self.begun.texts.push(text.clone());
        self.list()?;
        file::save_always(self)
    }

    /// Whether everybody who looks at the screen could tell this decision from any other one.
    fn may_be_told(&self, index: usize) -> Result<bool, Failure> {
        if !self.hides() {
            return Ok(true);
        }
        let program = self.program();
        let players = (0..program.equipment.players.len() as u8).map(PlayerId);
        let lookers: Vec<PlayerId> = players.filter(|player| self.human.is_none_or(|human| human == *player)).collect();
        let after = |mv: &Move| self.begun.position().play(program, mv, &[]).map_err(Failure::wrong);
        let real = after(&self.moves[index])?;
        for (_, other) in self.moves.iter().enumerate().filter(|(i, _)| *i != index).take(64) {
            let other = after(other)?;
            let alike = |player: &PlayerId| real.view(program, *player) == other.view(program, *player);
            if lookers.iter().any(alike) {
                return Ok(false);
            }
        }
        Ok(true)
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
        let revealed = actors[last..].contains(&Some(Actor::Chance));
        if self.human.is_none() && revealed {
            return Ok(Undone::Revealed);
        }
        let mut texts = Vec::new();
        while self.begun.game.moves().len() > last && self.begun.game.undo().is_some() {
            texts.extend(self.begun.texts.pop());
        }
        self.agreed = false;
        self.list()?;
        file::save_always(self)?;
        Ok(Undone::Moves { texts, revealed })
    }

    fn list(&mut self) -> Result<(), Failure> {
        self.moves = self.begun.game.options(&self.begun.ready.program).map_err(Failure::wrong)?;
        self.texts = position::texts(&self.begun.ready, &self.moves);
        Ok(())
    }
}
