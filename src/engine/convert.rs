//! Arrangements to positions and back.

use crate::model::equipment::{PileHolds, SlotType};
use crate::model::expr::Type;
use crate::model::rules::{PileRef, StoredType};
use crate::model::setup::{Item, Kept, Pending, Piece, Shuffle, SlotContent, StoredRef, Token as PlainToken};
use crate::model::{Setup, SiteId, SiteSet, StoredId, TokenId};
use crate::program::Layout;
use crate::program::Program;
use crate::program::layout::PileForm;

use super::eval::Eval;
use super::machine::{Machine, Task};
use super::position::{Position, settle};
use super::run::{LimitReached, Past, Runner};
use super::saved;
use super::store::{Journal, Store};
use super::tokens::Token;
use super::value::PieceData;

/// Why an arrangement is no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// Something does not exist in this variant, or does not fit where it is put.
    #[error("{0}")]
    Misfit(String),
    /// The saved rest of a turn belongs to other rules.
    #[error("the rest of the turn was saved under other rules: `pending` can be read only by the rules that wrote it")]
    OtherRules,
    /// The saved rest of a turn means nothing.
    #[error("`pending` is damaged")]
    Damaged,
    /// A rule that does not come to an end.
    #[error(transparent)]
    Limit(#[from] LimitReached),
}

impl Position {
    /// The position of an arrangement, run on to its first decision.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn from_setup(program: &Program, setup: &Setup) -> Result<Position, SetupError> {
        validate(program, setup)?;
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
        Ok(settle(Runner::new(program, store, machine, Past { stood: &[], patience: true }))?)
    }

    /// The arrangement of a position. Reading it back gives the same position.
    pub fn to_setup(&self, program: &Program) -> Setup {
        let mut setup = self.arrangement(program);
        setup.outcome = self.outcome().cloned();
        let Some(machine) = &self.machine else { return setup };
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
        let idle = Machine::default();
        let eval = Eval::new(program, &self.store, &idle, 0);
        let sites = || (0..layout.sites).map(|site| SiteId(site as u16));
        let tower = |site: SiteId| {
            let below = (0..eval.below(site)).filter_map(|i| eval.below_at(site, i));
            let below = below.map(|(side, kind)| PieceData { side: side as u8, kind: kind as u8, slots: Default::default() });
            let commander = self.store.piece_at(site, layout).map(|(side, kind)| PieceData {
                side: side as u8,
                kind: kind as u8,
                slots: layout.slots.iter().map(|start| self.store.cell(start + site.index())).collect(),
            });
            below.chain(commander).map(|data| super::run::plain_piece(equipment, &data)).collect::<Vec<Piece>>()
        };
        let token = |cell: u32| Token::read(cell).map(super::run::plain_token);
        let mut piles = Vec::new();
        for (i, cells) in layout.piles.iter().enumerate() {
            let items: Vec<Item> = match cells.holds {
                PileHolds::Token(_) => {
                    let tokens = eval.tokens_in(i as u8);
                    tokens.iter().filter_map(|one| token(one.cell)).map(Item::Token).collect()
                }
                _ => eval.pieces_in(i as u8).iter().map(|data| Item::Piece(super::run::plain_piece(equipment, data))).collect(),
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
            under: sites().filter_map(|site| Some((site, token(eval.under(site)?.cell)?))).collect(),
            piles,
            stored: self.kept(program, &eval),
            shuffles: layout
                .shuffles
                .iter()
                .map(|cells| Shuffle { token: cells.token, left: counts(&self.store, cells.start, cells.classes) })
                .collect(),
            unplaced: unplaced.filter(|(_, left)| !left.is_empty()).collect(),
            out: (0..layout.sides as u8)
                .filter(|side| self.store.cell(layout.out()) >> side & 1 != 0)
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

fn misfit<T>(what: impl Into<String>) -> Result<T, SetupError> {
    Err(SetupError::Misfit(what.into()))
}

/// Whether everything in an arrangement exists and fits.
fn validate(program: &Program, setup: &Setup) -> Result<(), SetupError> {
    let (layout, equipment) = (&program.layout, &program.equipment);
    if setup.turn as usize >= equipment.turn_order.len() {
        return misfit("there is no such turn in the turn order");
    }
    let name = |site: SiteId| &equipment.board.sites[site.index()].name;
    let known =
        |site: SiteId| if site.index() < layout.sites { Ok(()) } else { misfit("there is no such square on the board") };
    let mut seen = layout.no_sites();
    for (site, tower) in &setup.board {
        known(*site)?;
        if seen.contains(*site) {
            return misfit(format!("two pieces stand on {}", name(*site)));
        }
        seen.insert(*site);
        if tower.is_empty() || tower.len() > equipment.stacks.max(1) as usize {
            return misfit(format!("{} pieces do not fit on {}", tower.len(), name(*site)));
        }
        for piece in tower {
            fits(program, piece)?;
            let kind = &equipment.kinds[piece.kind.index()];
            if kind.on.is_some_and(|class| class != equipment.board.sites[site.index()].class) {
                return misfit(format!("a {} does not stand on {}", kind.name, name(*site)));
            }
        }
    }
    for (site, token) in &setup.under {
        known(*site)?;
        match &equipment.under {
            Some((_, kind)) => token_fits(program, *kind, token)?,
            None => return misfit("nothing lies under the squares of this board"),
        }
    }
    for (pile, items) in &setup.piles {
        let Some(at) = layout.pile(pile.pile, pile.owner) else { return misfit("there is no such pile") };
        let cells = &layout.piles[at];
        let label = &equipment.piles[pile.pile.index()].name;
        if let PileForm::List { most, .. } = cells.form
            && items.len() > most
        {
            return misfit(format!("{} things do not fit in {label}: at most {most} do", items.len()));
        }
        for item in items {
            match (item, cells.holds) {
                (Item::Token(token), PileHolds::Token(kind)) => token_fits(program, kind, token)?,
                (Item::Piece(piece), PileHolds::Pieces) => fits(program, piece)?,
                (Item::Piece(piece), PileHolds::Kind(kind)) if piece.kind == kind => fits(program, piece)?,
                _ => return misfit(format!("{label} does not hold such things")),
            }
        }
    }
    for (stored, kept) in &setup.stored {
        stored_fits(program, stored, kept)?;
    }
    for (i, shuffle) in setup.shuffles.iter().enumerate() {
        let cells = layout.shuffles.get(i);
        let classes = cells.filter(|cells| cells.token == shuffle.token).map_or(0, |cells| cells.classes);
        if shuffle.left.iter().any(|(class, _)| *class as usize >= classes) {
            return misfit("what is left of a shuffle is not of this game");
        }
    }
    for (kind, left) in &setup.unplaced {
        let classes = equipment.tokens.get(kind.index()).map_or(0, |kind| kind.classes.len());
        if left.iter().any(|(class, _)| *class as usize >= classes) {
            return misfit("what is out of the game is not of this game");
        }
    }
    if setup.out.iter().any(|side| side.index() >= layout.sides) {
        return misfit("there is no such side");
    }
    match &setup.outcome {
        Some(outcome) if outcome.winners.iter().any(|side| side.index() >= layout.sides) => misfit("there is no such side"),
        Some(outcome) if outcome.rule.index() >= program.lines.len() => misfit("no rule of this game ends it so"),
        _ => Ok(()),
    }
}

fn fits(program: &Program, piece: &Piece) -> Result<(), SetupError> {
    let equipment = &program.equipment;
    if piece.owner.index() >= equipment.sides.len() || piece.kind.index() >= equipment.kinds.len() {
        return misfit("there is no such piece");
    }
    let kind = &equipment.kinds[piece.kind.index()];
    if kind.owner.is_some_and(|owner| owner != piece.owner) {
        let owner = &equipment.sides[piece.owner.index()].name;
        return misfit(format!("{owner} has no {}", kind.name));
    }
    for (slot, content) in &piece.slots {
        let Some(declared) = equipment.slots.get(slot.index()) else { return misfit("there is no such slot") };
        match (content, declared.holds) {
            (SlotContent::Value(value), SlotType::Value(values))
                if (*value as usize) < equipment.enums[values.index()].values.len() => {}
            (SlotContent::Token(token), SlotType::Token(kind)) => token_fits(program, kind, token)?,
            _ => return misfit(format!("{} does not hold that", declared.name)),
        }
    }
    Ok(())
}

fn token_fits(program: &Program, kind: TokenId, token: &PlainToken) -> Result<(), SetupError> {
    let declared = &program.equipment.tokens[kind.index()];
    let shuffles = program.layout.shuffles.len();
    let (class, shuffle, face) = match token {
        PlainToken::Seen { class, shuffle, face, .. } => (Some(*class), *shuffle, *face),
        PlainToken::Unseen { shuffle, face } => (None, Some(*shuffle), *face),
    };
    let faces = declared.faces.map_or(1, |faces| program.equipment.enums[faces.index()].values.len());
    let exists = class.is_none_or(|class| (class as usize) < declared.classes.len())
        && shuffle.is_none_or(|shuffle| (shuffle as usize) < shuffles)
        && (face as usize) < faces;
    if exists { Ok(()) } else { misfit(format!("there is no such {}", declared.name)) }
}

fn stored_fits(program: &Program, stored: &StoredRef, kept: &Kept) -> Result<(), SetupError> {
    let Some(declared) = program.stored.get(stored.stored.index()) else { return misfit("there is no such counter") };
    if stored.owner as usize >= program.layout.stored[stored.stored.index()].owners {
        return misfit(format!("nobody has such a {}", declared.name));
    }
    let name = &declared.name;
    match (kept, declared.holds) {
        (Kept::Number(number), StoredType::Number { least, greatest, .. }) => {
            if (least..=greatest).contains(number) {
                Ok(())
            } else {
                misfit(format!("{name} is {number}: it goes from {least} to {greatest}"))
            }
        }
        (Kept::Number(0 | 1), StoredType::Set(Type::Truth)) => Ok(()),
        (Kept::Sites(sites), StoredType::Set(Type::Site | Type::Piece)) => {
            if sites.iter().all(|site| site.index() < program.layout.sites) {
                Ok(())
            } else {
                misfit(format!("{name} names a square that is not on the board"))
            }
        }
        (Kept::Bits(_), StoredType::Set(_)) => Ok(()),
        _ => misfit(format!("{name} does not hold that")),
    }
}

/// Lays an arrangement that fits into memory.
pub(super) fn arrange(program: &Program, setup: &Setup, store: &mut Store) {
    let layout = &program.layout;
    let mut journal = Journal::default();
    let mut set = |store: &mut Store, at: usize, value: u32| store.set_cell(at, value, layout, &mut journal);
    set(store, layout.turn(), setup.turn as u32);
    set(store, Layout::TURNS, setup.turns);
    set(store, layout.out(), setup.out.iter().fold(0, |out, side| out | 1 << side.0));
    for (site, tower) in &setup.board {
        let Some((commander, below)) = tower.split_last() else { continue };
        let mut lift = Journal::default();
        store.flip_piece(*site, commander.owner.index(), commander.kind.index(), layout, &mut lift);
        for (slot, content) in &commander.slots {
            set(store, layout.slots[slot.index()] + site.index(), slot_cell(program, content));
        }
        if let Some(start) = layout.towers {
            let start = start + site.index() * layout.tower_cells;
            set(store, start, below.len() as u32);
            for (i, piece) in below.iter().enumerate() {
                set(store, start + 1 + i, piece_data(program, piece).first_cell());
            }
        }
    }
    if let Some(start) = layout.under {
        for (site, token) in &setup.under {
            let hidden = program.equipment.under.as_ref().is_some_and(|(_, kind)| layout.hidden[kind.index()]);
            set(store, start + site.index(), token_cell(program, token, hidden));
        }
    }
    for (pile, items) in &setup.piles {
        arrange_pile(program, *pile, items, &mut |at, value| set(store, at, value));
    }
    for (i, cells) in layout.piles.iter().enumerate() {
        if let PileForm::Counts(classes) = cells.form {
            let items = setup.piles.iter().filter(|(pile, _)| *pile == layout.piles[i].pile);
            let mut counts = vec![0; classes];
            for item in items.flat_map(|(_, items)| items) {
                if let Some(count) = counts.get_mut(class_of(program, item)) {
                    *count += 1;
                }
            }
            counts.iter().enumerate().for_each(|(class, count)| set(store, cells.start + class, *count));
        }
    }
    for (stored, kept) in &setup.stored {
        arrange_stored(program, stored, kept, &mut |at, value| set(store, at, value));
    }
    for (cells, shuffle) in layout.shuffles.iter().zip(&setup.shuffles) {
        shuffle.left.iter().for_each(|(class, count)| set(store, cells.start + *class as usize, *count as u32));
    }
    for (kind, left) in &setup.unplaced {
        left.iter().for_each(|(class, count)| set(store, layout.boxes[kind.index()] + *class as usize, *count as u32));
    }
}

fn class_of(program: &Program, item: &Item) -> usize {
    match item {
        Item::Piece(piece) => piece.owner.index() * program.layout.kinds + piece.kind.index(),
        Item::Token(PlainToken::Seen { class, .. }) => *class as usize,
        Item::Token(PlainToken::Unseen { .. }) => usize::MAX,
    }
}

fn arrange_pile(program: &Program, pile: PileRef, items: &[Item], set: &mut dyn FnMut(usize, u32)) {
    let layout = &program.layout;
    let Some(at) = layout.pile(pile.pile, pile.owner) else { return };
    let cells = &layout.piles[at];
    let PileForm::List { width, ordered, .. } = cells.form else { return };
    set(cells.start, items.len() as u32);
    if let PileHolds::Token(kind) = cells.holds {
        let hidden = layout.hidden[kind.index()];
        let mut tokens: Vec<u32> = items
            .iter()
            .filter_map(|item| if let Item::Token(token) = item { Some(token_cell(program, token, hidden)) } else { None })
            .collect();
        if !ordered {
            tokens.sort_unstable();
        }
        tokens.iter().enumerate().for_each(|(i, cell)| set(cells.start + 1 + i, *cell));
        return;
    }
    let mut pieces: Vec<PieceData> = items
        .iter()
        .filter_map(|item| if let Item::Piece(piece) = item { Some(piece_data(program, piece)) } else { None })
        .collect();
    if !ordered {
        pieces.sort_unstable();
    }
    for (i, piece) in pieces.iter().enumerate() {
        let at = cells.start + 1 + i * width;
        set(at, piece.first_cell());
        piece.slots.iter().enumerate().for_each(|(j, cell)| set(at + 1 + j, *cell));
    }
}

fn arrange_stored(program: &Program, stored: &StoredRef, kept: &Kept, set: &mut dyn FnMut(usize, u32)) {
    let cells = program.layout.stored[stored.stored.index()];
    let at = cells.start + stored.owner as usize * cells.width;
    let mut words = |words: &[u64]| {
        for (i, word) in words.iter().enumerate().take(cells.width / 2) {
            set(at + 2 * i, *word as u32);
            set(at + 2 * i + 1, (*word >> 32) as u32);
        }
    };
    match (kept, program.stored[stored.stored.index()].holds) {
        (Kept::Number(number), StoredType::Number { start, .. }) => set(at, (number - start) as i32 as u32),
        (Kept::Number(number), StoredType::Set(_)) => set(at, (*number != 0) as u32),
        (Kept::Bits(bits), _) => words(&[*bits]),
        (Kept::Sites(sites), _) => {
            let mut all = SiteSet::empty(program.layout.sites);
            sites.iter().for_each(|site| all.insert(*site));
            words(all.words());
        }
    }
}

fn piece_data(program: &Program, piece: &Piece) -> PieceData {
    let mut slots: smallvec::SmallVec<[u32; 3]> = program.equipment.slots.iter().map(|_| 0).collect();
    for (slot, content) in &piece.slots {
        slots[slot.index()] = slot_cell(program, content);
    }
    PieceData { side: piece.owner.0, kind: piece.kind.0, slots }
}

fn slot_cell(program: &Program, content: &SlotContent) -> u32 {
    match content {
        SlotContent::Value(value) => *value as u32 + 1,
        SlotContent::Token(token) => {
            let hidden = program.layout.hidden.iter().any(|hidden| *hidden);
            token_cell(program, token, hidden)
        }
    }
}

fn token_cell(program: &Program, token: &PlainToken, hidden: bool) -> u32 {
    let all = crate::program::layout::everybody(&program.equipment);
    match *token {
        PlainToken::Seen { class, face, seen_by, shuffle } => {
            let seen_by = if hidden { seen_by & all } else { 0 };
            let shuffle = shuffle.filter(|_| hidden && seen_by != all);
            Token { class: Some(class), shuffle, seen_by, face }.cell()
        }
        PlainToken::Unseen { face, shuffle } => Token { class: None, shuffle: Some(shuffle), seen_by: 0, face }.cell(),
    }
}
