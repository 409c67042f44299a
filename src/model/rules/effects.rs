//! What statements may do, summed up over blocks. Each kind of statement says its part in one place
//! ([`StatementKind::effects`](super::StatementKind::effects)); whoever must know what a block may do asks the sum, and names none.

use std::ops::BitOr;

use super::{Block, Path, PathItem, PathMode, Statement};

/// A set of things that statements may do.
///
/// ```
/// use draughtsman::model::rules::Effects;
/// let both = Effects::TAKES | Effects::KIND;
/// assert!(both.any(Effects::KIND | Effects::OWNER) && !both.only(Effects::KIND));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effects(u32);

impl Effects {
    /// Nothing.
    pub const NONE: Effects = Effects(0);
    /// Who chooses anyway is asked.
    pub const ASKS_CHOOSER: Effects = Effects(1);
    /// A player by name chooses something (`play … by` is [`Effects::PLAYS`]).
    pub const ASKS_ANOTHER: Effects = Effects(1 << 1);
    /// Chance is asked.
    pub const ASKS_CHANCE: Effects = Effects(1 << 2);
    /// A decision of a turn.
    pub const PLAYS: Effects = Effects(1 << 3);
    /// A run may be none.
    pub const DEMANDS: Effects = Effects(1 << 4);
    /// A leg is made.
    pub const LEG: Effects = Effects(1 << 5);
    /// The acting piece lands.
    pub const LANDS: Effects = Effects(1 << 6);
    /// Pieces are captured.
    pub const TAKES: Effects = Effects(1 << 7);
    /// Pieces that are there go elsewhere.
    pub const MOVES: Effects = Effects(1 << 8);
    /// Pieces go onto or below others.
    pub const STACKS: Effects = Effects(1 << 9);
    /// Fresh pieces come.
    pub const MAKES: Effects = Effects(1 << 10);
    /// They come onto the board.
    pub const PLACES: Effects = Effects(1 << 11);
    /// What stands on some sites changes places.
    pub const EXCHANGES: Effects = Effects(1 << 12);
    /// The kind of pieces changes.
    pub const KIND: Effects = Effects(1 << 13);
    /// The owner of pieces changes.
    pub const OWNER: Effects = Effects(1 << 14);
    /// An attribute of pieces changes.
    pub const BORNE: Effects = Effects(1 << 15);
    /// Tokens go elsewhere.
    pub const TOKENS: Effects = Effects(1 << 16);
    /// Tokens are turned.
    pub const FACES: Effects = Effects(1 << 17);
    /// Tokens are shuffled.
    pub const SHUFFLES: Effects = Effects(1 << 18);
    /// Tokens are seen.
    pub const SHOWS: Effects = Effects(1 << 19);
    /// Counters or clocks change.
    pub const COUNTS: Effects = Effects(1 << 20);
    /// Kept things change.
    pub const KEEPS: Effects = Effects(1 << 21);
    /// An event does not happen.
    pub const PREVENTS: Effects = Effects(1 << 22);
    /// The leg is over.
    pub const ENDS_LEG: Effects = Effects(1 << 23);
    /// The move is over.
    pub const ENDS_MOVE: Effects = Effects(1 << 24);
    /// The turn is over.
    pub const ENDS_TURN: Effects = Effects(1 << 25);
    /// The game is over, and the scores decide.
    pub const SCORES: Effects = Effects(1 << 26);
    /// Somebody wins.
    pub const WINS: Effects = Effects(1 << 27);
    /// Somebody loses.
    pub const LOSES: Effects = Effects(1 << 28);
    /// The game is drawn.
    pub const DRAWS: Effects = Effects(1 << 29);

    /// Somebody decides something, or chance.
    pub const ASKS: Effects = Effects::ASKS_CHOOSER.or(Effects::ASKS_ANOTHER).or(Effects::ASKS_CHANCE);
    /// The game is over, or for one of the sides.
    pub const DECIDES: Effects = Effects::SCORES.or(Effects::WINS).or(Effects::LOSES).or(Effects::DRAWS);
    /// Something ends before its time.
    pub const ENDS: Effects = Effects::ENDS_LEG.or(Effects::ENDS_MOVE).or(Effects::ENDS_TURN).or(Effects::DECIDES);
    /// What is counted or kept changes.
    pub const STORES: Effects = Effects::COUNTS.or(Effects::KEEPS);
    /// What pieces are changes.
    pub const CHANGES: Effects = Effects::KIND.or(Effects::OWNER).or(Effects::BORNE);

    /// These, and others.
    pub const fn or(self, others: Effects) -> Effects {
        Effects(self.0 | others.0)
    }

    /// Whether one of these may be done.
    pub fn any(self, these: Effects) -> bool {
        self.0 & these.0 != 0
    }

    /// Whether nothing but these may be done.
    pub fn only(self, these: Effects) -> bool {
        self.0 & !these.0 == 0
    }

    /// All but these.
    pub const fn without(self, these: Effects) -> Effects {
        Effects(self.0 & !these.0)
    }

    /// What a leg by a path does, if it can take something or cannot.
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
    /// What it may do itself, apart from the blocks in it.
    pub fn own_effects(&self) -> Effects {
        self.kind.effects(|path| Effects::of_leg(path.mode, path.takes()))
    }

    /// What it may do, or the blocks in it.
    pub fn effects(&self) -> Effects {
        self.own_effects() | self.kind.blocks().into_iter().map(Block::effects).collect::<Effects>()
    }
}

impl Block {
    /// What its statements may do, those in it among them.
    pub fn effects(&self) -> Effects {
        self.statements.iter().map(Statement::effects).collect()
    }
}

impl Path {
    /// Whether pieces may be taken on it.
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
