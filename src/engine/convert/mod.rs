//! Converting arrangements to positions and back.

mod arrange;
mod conserved;
mod validate;

pub(super) use arrange::arrange;
use conserved::conserved;
use validate::validate;

use crate::model::equipment::PileHolds;
use crate::model::expr::Type;
use crate::model::rules::StoredType;
use crate::model::setup::{Item, Kept, Pending, Piece, Shuffle, StoredRef};
use crate::model::{Setup, SiteId, StoredId, TokenId};
use crate::program::code::EventKind;
use crate::program::{Layout, Program};

use super::effort::WorkBudget;
use super::eval::Eval;
use super::machine::{Machine, Task};
use super::plain::{plain_piece, plain_token};
use super::position::{Position, settle, turn_start};
use super::run::{LimitReached, Past, Runner};
use super::saved;
use super::store::{Journal, Store};
use super::tokens::Token;

/// Why an arrangement is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// Something in it does not exist in this variant, or does not fit where it is.
    #[error("{0}")]
    Misfit(String),
    /// The rest of a turn in it was saved under other rules.
    #[error("the rest of the turn was saved under other rules: `pending` can be read only by the rules that wrote it")]
    OtherRules,
    /// The rest of a turn in it is not valid.
    #[error("`pending` is damaged")]
    Damaged,
    /// A rule that does not come to an end.
    #[error(transparent)]
    Limit(#[from] LimitReached),
}

fn misfit<T>(what: impl Into<String>) -> Result<T, SetupError> {
    Err(SetupError::Misfit(what.into()))
}

impl Position {
    /// The position of an arrangement, run to its first decision.
    ///
    /// # Errors
    /// Why the arrangement is not a position.
    pub fn from_setup(program: &Program, setup: &Setup) -> Result<Position, SetupError> {
        validate(program, setup)?;
        conserved(program, setup)?;
        let mut store = Store::new(&program.layout);
        arrange(program, setup, &mut store);
        let machine = match &setup.pending {
            Some(pending) if pending.program != program.fingerprint => return Err(SetupError::OtherRules),
            Some(pending) => {
                let (marks, machine) = saved::restore(program, &pending.stack).ok_or(SetupError::Damaged)?;
                store.set_cell(Layout::CLOCKS_SET, marks, &program.layout, &mut Journal::default());
                machine
            }
            None => {
                Machine { tasks: vec![Task::TurnBegins], outcome: setup.outcome.clone().map(Box::new), ..Machine::default() }
            }
        };
        Ok(settle(Runner::new(program, store, machine, Past::of(&[])))?)
    }

    /// The arrangement of this position. Reading it back gives the same position.
    pub fn to_setup(&self, program: &Program) -> Setup {
        let mut setup = self.arrangement(program);
        setup.outcome = self.outcome().cloned();
        let begun;
        let machine = match &self.machine {
            Some(machine) => &**machine,
            None if program.triggers.of(EventKind::TurnBegins).is_empty() => return setup,
            // Without `pending` the turn would begin once more when read back, and its triggers would run again.
            None => {
                begun = turn_start(program);
                &begun
            }
        };
        if Position::from_setup(program, &setup).as_ref() != Ok(self) {
            setup.pending = Some(Pending {
                program: program.fingerprint,
                actor: match self.actor(program) {
                    Some(super::run::Actor::Player(player)) => Some(player),
                    _ => None,
                },
                stack: saved::save(self.store.cell(Layout::CLOCKS_SET), machine),
            });
        }
        setup
    }

    fn arrangement(&self, program: &Program) -> Setup {
        let (layout, equipment) = (&program.layout, &program.equipment);
        let (idle, effort) = (Machine::default(), WorkBudget::default());
        let eval = Eval::of(program, &self.store, &idle, 0, &[], None, &effort);
        let sites = || (0..layout.sites).map(|site| SiteId(site as u16));
        let tower = |site: SiteId| {
            let whole = (0..=eval.below(site)).filter_map(|i| eval.below_data(site, i));
            whole.map(|data| plain_piece(program, &data)).collect::<Vec<Piece>>()
        };
        let token = |kind: u8, cell: u32| Token::read(cell).map(|token| plain_token(program, usize::from(kind), token));
        let mut piles = Vec::new();
        for (i, cells) in layout.piles.iter().enumerate() {
            let items: Vec<Item> = match cells.holds {
                PileHolds::Token(_) => {
                    let tokens = eval.tokens_in(i as u8);
                    tokens.iter().filter_map(|one| token(one.kind, one.cell)).map(Item::Token).collect()
                }
                _ => eval.pieces_in(i as u8).iter().map(|data| Item::Piece(plain_piece(program, data))).collect(),
            };
            if !items.is_empty() {
                piles.push((cells.pile, items));
            }
        }
        let unplaced = (0..equipment.tokens.len()).map(|i| {
            let left = counts(&self.store, layout.boxes[i], equipment.tokens[i].classes.len());
            (TokenId(i as u8), left)
        });
        Setup {
            turn: self.store.cell(layout.turn()) as u8,
            turns: self.store.cell(Layout::TURNS),
            board: sites().map(|site| (site, tower(site))).filter(|(_, tower)| !tower.is_empty()).collect(),
            under: sites()
                .filter_map(|site| eval.under(site).and_then(|one| Some((site, token(one.kind, one.cell)?))))
                .collect(),
            piles,
            stored: self.kept(program, &eval),
            shuffles: layout
                .shuffles
                .iter()
                .map(|cells| Shuffle { token: cells.token, left: counts(&self.store, cells.start, cells.classes) })
                .collect(),
            unplaced: unplaced.filter(|(_, left)| !left.is_empty()).collect(),
            out: (0..layout.sides as u8)
                .filter(|side| self.store.cell(layout.out()) >> side & 1 != 0 && !equipment.sides[*side as usize].neutral)
                .map(crate::model::SideId)
                .collect(),
            pending: None,
            outcome: None,
        }
    }

    fn kept(&self, program: &Program, eval: &Eval<'_>) -> Vec<(StoredRef, Kept)> {
        let mut kept = Vec::new();
        for (i, stored) in program.stored.iter().enumerate() {
            let cells = program.layout.stored[i];
            for owner in 0..cells.owners {
                let at = cells.start + owner * cells.width;
                if (at..at + cells.width).all(|cell| self.store.cell(cell) == 0) {
                    continue;
                }
                let value = match stored.holds {
                    StoredType::Number { start, .. } => Kept::Number(start + self.store.cell(at) as i32 as i64),
                    StoredType::Set(Type::Truth) => Kept::Number(1),
                    StoredType::Set(Type::Site | Type::Piece) => Kept::Sites(eval.read_sites(at).iter().collect()),
                    StoredType::Set(_) => Kept::Bits(self.store.cell(at) as u64 | (self.store.cell(at + 1) as u64) << 32),
                };
                kept.push((StoredRef { stored: StoredId(i as u8), owner: owner as u8 }, value));
            }
        }
        kept
    }
}

fn counts(store: &Store, start: usize, classes: usize) -> Vec<(u16, u16)> {
    let counted = (0..classes).map(|class| (class as u16, store.cell(start + class) as u16));
    counted.filter(|(_, count)| *count > 0).collect()
}
