//! What statements may do, summed over blocks. The effects of each kind of statement are given in one place
//! ([`StatementKind::effects`](super::StatementKind::effects)); other code tests the sum for a block, without matching on
//! statements.

use std::ops::BitOr;

use super::{Block, Path, PathItem, PathMode, Statement};

/// A set of possible effects.
///
/// ```
/// use draughtsman::model::rules::Effects;
/// let both = Effects::TAKES | Effects::KIND;
/// assert!(both.any(Effects::KIND | Effects::OWNER) && !both.only(Effects::KIND));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effects(u32);

impl Effects {
    /// No effect.
    pub const NONE: Effects = Effects(0);
    /// The player who decides anyway makes a choice.
    pub const ASKS_CHOOSER: Effects = Effects(1);
    /// Another player, named by the statement, makes a choice (`play … by` is [`Effects::PLAYS`]).
    pub const ASKS_ANOTHER: Effects = Effects(1 << 1);
    /// Chance decides something.
    pub const ASKS_CHANCE: Effects = Effects(1 << 2);
    /// A `play`: a decision of a turn.
    pub const PLAYS: Effects = Effects(1 << 3);
    /// A `require`, which may make the run fail.
    pub const DEMANDS: Effects = Effects(1 << 4);
    /// A leg is made by a path.
    pub const LEG: Effects = Effects(1 << 5);
    /// The acting piece lands.
    pub const LANDS: Effects = Effects(1 << 6);
    /// Pieces are captured.
    pub const TAKES: Effects = Effects(1 << 7);
    /// Existing pieces are moved.
    pub const MOVES: Effects = Effects(1 << 8);
    /// Pieces are put onto or below others.
    pub const STACKS: Effects = Effects(1 << 9);
    /// New pieces are created.
    pub const MAKES: Effects = Effects(1 << 10);
    /// New pieces are put onto the board.
    pub const PLACES: Effects = Effects(1 << 11);
    /// The contents of sites are exchanged.
    pub const EXCHANGES: Effects = Effects(1 << 12);
    /// Pieces change their kind.
    pub const KIND: Effects = Effects(1 << 13);
    /// Pieces change their owner.
    pub const OWNER: Effects = Effects(1 << 14);
    /// Pieces change an attribute.
    pub const BORNE: Effects = Effects(1 << 15);
    /// Tokens are moved.
    pub const TOKENS: Effects = Effects(1 << 16);
    /// Tokens are turned to another face.
    pub const FACES: Effects = Effects(1 << 17);
    /// Tokens are shuffled.
    pub const SHUFFLES: Effects = Effects(1 << 18);
    /// Tokens are shown to players.
    pub const SHOWS: Effects = Effects(1 << 19);
    /// Counters or clocks change.
    pub const COUNTS: Effects = Effects(1 << 20);
    /// A `keep` changes.
    pub const KEEPS: Effects = Effects(1 << 21);
    /// The capture in progress is prevented.
    pub const PREVENTS: Effects = Effects(1 << 22);
    /// The leg ends.
    pub const ENDS_LEG: Effects = Effects(1 << 23);
    /// The move ends.
    pub const ENDS_MOVE: Effects = Effects(1 << 24);
    /// The turn ends.
    pub const ENDS_TURN: Effects = Effects(1 << 25);
    /// The game ends, decided by the scores.
    pub const SCORES: Effects = Effects(1 << 26);
    /// Somebody wins.
    pub const WINS: Effects = Effects(1 << 27);
    /// Somebody loses.
    pub const LOSES: Effects = Effects(1 << 28);
    /// The game is drawn.
    pub const DRAWS: Effects = Effects(1 << 29);

    /// A player or chance makes a choice.
    pub const ASKS: Effects = Effects::ASKS_CHOOSER.or(Effects::ASKS_ANOTHER).or(Effects::ASKS_CHANCE);
    /// The game ends, at least for one of the sides.
    pub const DECIDES: Effects = Effects::SCORES.or(Effects::WINS).or(Effects::LOSES).or(Effects::DRAWS);
    /// A leg, a move, a turn or the game ends early.
    pub const ENDS: Effects = Effects::ENDS_LEG.or(Effects::ENDS_MOVE).or(Effects::ENDS_TURN).or(Effects::DECIDES);
    /// Counters, clocks or `keep`s change.
    pub const STORES: Effects = Effects::COUNTS.or(Effects::KEEPS);
    /// Properties of pieces change.
    pub const CHANGES: Effects = Effects::KIND.or(Effects::OWNER).or(Effects::BORNE);

    /// The union, as a `const fn`.
    pub const fn or(self, others: Effects) -> Effects {
        Effects(self.0 | others.0)
    }

    /// Whether the sets have an effect in common.
    pub fn any(self, these: Effects) -> bool {
        self.0 & these.0 != 0
    }

    /// Whether all effects are among `these`.
    pub fn only(self, these: Effects) -> bool {
        self.0 & !these.0 == 0
    }

    /// The effects that are not among `these`.
    pub const fn without(self, these: Effects) -> Effects {
        Effects(self.0 & !these.0)
    }

    /// The effects of a leg by a path; `takes` says whether the path can take pieces.
    pub fn of_leg(mode: PathMode, takes: bool) -> Effects {
        let asks = if mode == PathMode::Sweep { Effects::NONE } else { Effects::ASKS_CHOOSER };
        let lands = if mode == PathMode::Go { Effects::LANDS } else { Effects::NONE };
        asks | lands | if takes { Effects::TAKES } else { Effects::NONE }
    }
}

impl BitOr for Effects {
    type Output = Effects;

    fn bitor(self, other: Effects) -> Effects {
        self.or(other)
    }
}

impl FromIterator<Effects> for Effects {
    fn from_iter<I: IntoIterator<Item = Effects>>(all: I) -> Effects {
        all.into_iter().fold(Effects::NONE, |sum, one| sum | one)
    }
}

impl Statement {
    /// The effects of the statement itself, without those of its nested blocks.
    pub fn own_effects(&self) -> Effects {
        self.kind.effects(|path| Effects::of_leg(path.mode, path.takes()))
    }

    /// The effects of the statement and its nested blocks.
    pub fn effects(&self) -> Effects {
        self.own_effects() | self.kind.blocks().into_iter().map(Block::effects).collect::<Effects>()
    }
}

impl Block {
    /// The effects of all statements, nested ones included.
    pub fn effects(&self) -> Effects {
        self.statements.iter().map(Statement::effects).collect()
    }
}

impl Path {
    /// Whether the path can take pieces.
    pub fn takes(&self) -> bool {
        fn any(items: &[PathItem]) -> bool {
            items.iter().any(|item| match item {
                PathItem::Taking(..) => true,
                PathItem::Group(_, items) | PathItem::Counted(_, items) => any(items),
                PathItem::Past(..) | PathItem::To(_) | PathItem::Here => false,
            })
        }
        any(&self.items)
    }
}
