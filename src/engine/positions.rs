//! Searching position by position, on the general machine.

use super::chance::{InARow, drawn};
use super::convert::SetupError;
use super::game::Game;
use super::line::{BoardPiece, ChanceDraw, Glance, Line, each_piece};
use super::moves::Move;
use super::position::{Counting, Position};
use super::run::{Actor, LimitReached};
use super::store::{GOLDEN, mix};
use crate::model::rules::StoredType;
use crate::model::setup::{Outcome, Piece};
use crate::model::{PlayerId, Setup, SiteId, StoredId};
use crate::program::layout::PileForm;
use crate::program::{Layout, Program};

/// A game under way for a search; every position is made by the general machine.
#[derive(Clone)]
pub(super) struct MachineLine<'p> {
    program: &'p Program,
    /// The position where it began, and the length of `stood` there.
    first: (Position, usize),
    now: Stage,
    marks: Vec<(Stage, usize)>,
    /// Repetition hashes of the positions so far.
    stood: Vec<u64>,
    luck: u64,
    drew: bool,
    /// Set by `foresee`: the indices of the results that chance is to draw, the next one last (`told`); when these are used up,
    /// the first result is drawn where there are at most this many (`foreseen`); what was drawn so (`draws`).
    told: Vec<u32>,
    foreseen: u32,
    draws: Vec<ChanceDraw>,
    /// Whether patience endings (those that read a clock or `repeats`) apply.
    patience: bool,
    /// The limit that was reached at the current position.
    limit: Option<LimitReached>,
}

/// A position with its list of moves.
#[derive(Clone)]
struct Stage {
    position: Position,
    actor: Option<PlayerId>,
    moves: Vec<Move>,
}

impl<'p> MachineLine<'p> {
    /// A line that begins at the current position of a game.
    pub(super) fn of(program: &'p Program, game: &Game) -> MachineLine<'p> {
        let (position, stood) = (game.position().clone(), game.stood().to_vec());
        let now = Stage { position: position.clone(), actor: None, moves: Vec::new() };
        let first = (position, stood.len());
        let marks = Vec::new();
        let mut all = MachineLine {
            program,
            first,
            now,
            marks,
            stood,
            luck: 0,
            drew: false,
            told: Vec::new(),
            foreseen: 0,
            draws: Vec::new(),
            patience: true,
            limit: None,
        };
        all.settle();
        all
    }

    /// The limit that was reached at the current position, if any.
    pub(super) fn into_limit(self) -> Option<LimitReached> {
        self.limit
    }

    /// Runs to the next decision of a player and lists its moves. Stops where a limit is reached.
    fn settle(&mut self) {
        self.stops(None);
        if let Err(limit) = self.go_on() {
            self.stops(Some(limit));
        } else if self.now.moves.is_empty() {
            self.now.actor = None;
        }
    }

    /// Leaves nothing to decide.
    fn stops(&mut self, limit: Option<LimitReached>) {
        self.now.moves.clear();
        (self.now.actor, self.limit) = (None, limit);
    }

    fn go_on(&mut self) -> Result<(), LimitReached> {
        let Stage { position, actor, moves } = &mut self.now;
        let mut in_a_row = InARow::default();
        loop {
            *actor = match position.actor(self.program) {
                Some(Actor::Player(player)) => Some(player),
                Some(Actor::Chance) | None => None,
            };
            let chance = position.actor(self.program) == Some(Actor::Chance);
            if !chance && actor.is_none() {
                return Ok(());
            }
            let listed = match self.patience {
                true => position.moves(self.program, Counting::AsWritten),
                false => position.moves_impatiently(self.program, Counting::AsWritten),
            }?;
            if !chance {
                *moves = listed;
                return Ok(());
            }
            in_a_row.decides(Actor::Chance, self.program, position)?;
            self.drew = true;
            let few = listed.len() <= self.foreseen as usize;
            let place = match self.told.pop().or_else(|| few.then_some(0)) {
                Some(place) => place as usize,
                None => {
                    let mut luck = |all: u64| mix(self.luck) % all;
                    let place = drawn(listed.iter().map(|mv| mv.weight), &mut luck);
                    self.luck = self.luck.wrapping_add(GOLDEN);
                    place.unwrap_or(0)
                }
            };
            let Some(mv) = listed.get(place) else { return Ok(()) };
            if self.foreseen > 0 {
                let all = listed.iter().fold(0u64, |all, mv| all.saturating_add(mv.weight));
                let share = if few { mv.weight as f64 / all as f64 } else { 0.0 };
                self.draws.push(ChanceDraw { place: place as u32, results: listed.len() as u32, share });
            }
            let next = position.play(self.program, mv, &self.stood)?;
            self.stood.push(next.stands_after(position));
            *position = next;
        }
    }
}

impl Line for MachineLine<'_> {
    fn actor(&self) -> Option<PlayerId> {
        self.now.actor
    }

    fn lost(&self) -> bool {
        self.limit.is_some()
    }

    fn options(&self) -> usize {
        self.now.moves.len()
    }

    fn taking(&self) -> usize {
        self.now.moves.iter().filter(|mv| !mv.captures().is_empty()).count()
    }

    fn each_option(&self, mut each: impl FnMut(Glance)) {
        for mv in &self.now.moves {
            let site = |site: Option<SiteId>| site.map_or(0, |site| u64::from(site.0) + 1);
            let rule = mv.rule.map_or(0, |rule| rule.index() as u64 + 1);
            let key = mix(rule << 40 | site(mv.from()) << 20 | site(mv.to()));
            each(Glance { key, takes: mv.captures().len().min(255) as u8 });
        }
    }

    fn each_piece(&self, each: impl FnMut(BoardPiece)) {
        each_piece(self.program, &self.now.position.store, each);
    }

    fn occupied(&self) -> usize {
        let mut places = 0;
        self.each_piece(|piece| places += usize::from(piece.under.is_none()));
        places
    }

    fn stored(&self, stored: StoredId, owner: usize) -> i64 {
        let first = match self.program.stored[stored.index()].holds {
            StoredType::Number { start, .. } => start,
            StoredType::Set(_) => 0,
        };
        let cells = self.program.layout.stored[stored.index()];
        first + i64::from(self.now.position.store.cell(cells.start + owner * cells.width) as i32)
    }

    fn turns(&self) -> u32 {
        self.now.position.store.cell(Layout::TURNS)
    }

    fn lying(&self, pile: usize) -> i64 {
        let cells = &self.program.layout.piles[pile];
        let many = |cell: usize| i64::from(self.now.position.store.cell(cell));
        match cells.form {
            PileForm::Counts(classes) => (cells.start..cells.start + classes).map(many).sum(),
            PileForm::List { .. } => many(cells.start),
        }
    }

    fn winners(&self) -> Option<u8> {
        self.now.position.outcome().map(|outcome| outcome.winners.iter().fold(0, |all, side| all | 1 << side.0))
    }

    fn outcome(&self) -> Option<Outcome> {
        self.now.position.outcome().cloned()
    }

    fn hash(&self) -> u64 {
        // Clocks are in no hash, but the list of options may depend on them, so the options are hashed too.
        let mut hash = mix(self.now.actor.map_or(255, |player| u64::from(player.0)));
        self.each_option(|glance| hash = mix(hash ^ glance.key));
        self.now.position.decision_hash() ^ hash
    }

    fn deal(&mut self, seed: u64) {
        (self.luck, self.drew, self.foreseen) = (seed, false, 0);
        self.told.clear();
        self.draws.clear();
    }

    fn foresee(&mut self, places: &[u32], most: u32) {
        self.deal(0);
        self.told.extend(places.iter().rev());
        self.foreseen = most;
    }

    fn draws(&self) -> &[ChanceDraw] {
        &self.draws
    }

    fn drew(&self) -> bool {
        self.drew
    }

    fn restart(&mut self, seed: u64) {
        self.marks.clear();
        self.now.position.clone_from(&self.first.0);
        self.stood.truncate(self.first.1);
        self.deal(seed);
        self.settle();
    }

    fn arrange(&mut self, pieces: &[BoardPiece], turn: u8) {
        let piece = |one: &BoardPiece| (one.site, vec![Piece { owner: one.side, kind: one.kind, slots: Vec::new() }]);
        let setup = Setup { board: pieces.iter().map(piece).collect(), turn, ..self.program.start.clone() };
        let position = match Position::from_setup(self.program, &setup) {
            Ok(position) => position,
            Err(SetupError::Limit(limit)) => return self.stops(Some(limit)),
            Err(_) => return self.stops(None),
        };
        self.first = (position, 0);
        self.patience = false;
        self.restart(self.luck);
    }

    fn play(&mut self, option: usize) {
        let Some(mv) = self.now.moves.get(option) else { return };
        let played = match self.patience {
            true => self.now.position.play(self.program, mv, &self.stood),
            false => self.now.position.play_impatiently(self.program, mv),
        };
        match played {
            Ok(next) => {
                self.stood.push(next.stands_after(&self.now.position));
                self.now.position = next;
                self.settle();
            }
            Err(limit) => self.stops(Some(limit)),
        }
    }

    fn peek(&mut self, option: usize) {
        self.play(option);
    }

    fn mark(&mut self) {
        self.marks.push((self.now.clone(), self.stood.len()));
    }

    fn back(&mut self) {
        if let Some((stage, stood)) = self.marks.last() {
            self.now.clone_from(stage);
            self.stood.truncate(*stood);
            self.limit = None;
        }
    }

    fn unmark(&mut self) {
        self.marks.pop();
    }

    fn place(&mut self, option: usize, _: &Game, moves: &[Move]) -> Result<Option<usize>, LimitReached> {
        let mv = self.now.moves.get(option);
        Ok(mv.and_then(|mv| moves.iter().position(|one| one == mv)))
    }
}
