//! The machine as plain numbers and back: what a saved position keeps of a turn that was cut. Reading trusts nothing: a number
//! that denotes no site, block or rule of the program is rejected.

use smallvec::SmallVec;

use crate::model::setup::{Outcome, Plain};
use crate::model::{GroupId, LocalId, PlayerId, RuleId, SideId, SiteId, SiteSet};
use crate::program::Program;
use crate::program::code::{BlockId, EventKind, PathId, RuleRef};
use crate::program::node::NodeId;

use super::machine::{About, Ended, Machine, MoveSoFar, MoveStage, TakeStage, Task};
use super::tokens::{Destination, Transfer};
use super::value::{Element, OffPiece, PieceData, PieceSet, TakenPiece, TokenPlace, TokenRef, Value};

/// The numbers still to be read.
struct Reader<'a> {
    program: &'a Program,
    left: std::slice::Iter<'a, Plain>,
}

impl Reader<'_> {
    fn number(&mut self) -> Option<i64> {
        match self.left.next()? {
            Plain::Number(number) => Some(*number),
            _ => None,
        }
    }

    fn below<T: TryFrom<i64>>(&mut self, bound: usize) -> Option<T> {
        let number = self.number()?;
        if (0..bound as i64).contains(&number) { T::try_from(number).ok() } else { None }
    }
}

/// What can be written as plain numbers and read back.
trait Coded: Sized {
    fn write(&self, out: &mut Vec<Plain>);
    fn read(input: &mut Reader<'_>) -> Option<Self>;
}

/// The machine as numbers, preceded by the marks of the clocks that were set in this turn.
pub(super) fn save(marks: u32, machine: &Machine) -> Vec<Plain> {
    let mut out = Vec::new();
    marks.write(&mut out);
    machine.write(&mut out);
    out
}

/// The marks and the machine that these numbers encode, if they are valid for this program.
pub(super) fn restore(program: &Program, saved: &[Plain]) -> Option<(u32, Machine)> {
    let mut input = Reader { program, left: saved.iter() };
    let marks = u32::read(&mut input)?;
    let machine = Machine::read(&mut input)?;
    input.left.next().is_none().then_some((marks, machine))
}

macro_rules! coded_numbers {
    ($($ty:ty),*) => {$(
        impl Coded for $ty {
            fn write(&self, out: &mut Vec<Plain>) {
                out.push(Plain::Number(*self as i64));
            }
            fn read(input: &mut Reader<'_>) -> Option<Self> {
                <$ty>::try_from(input.number()?).ok()
            }
        }
    )*};
}

coded_numbers!(u8, u16, u32, i64);

impl Coded for u64 {
    fn write(&self, out: &mut Vec<Plain>) {
        (*self as u32).write(out);
        ((*self >> 32) as u32).write(out);
    }
    fn read(input: &mut Reader<'_>) -> Option<Self> {
        let low = u32::read(input)?;
        Some(low as u64 | (u32::read(input)? as u64) << 32)
    }
}

impl Coded for bool {
    fn write(&self, out: &mut Vec<Plain>) {
        out.push(Plain::Number(*self as i64));
    }
    fn read(input: &mut Reader<'_>) -> Option<Self> {
        Some(input.below::<u8>(2)? == 1)
    }
}

macro_rules! coded_ids {
    ($($ty:ident($bound:expr)),* $(,)?) => {$(
        impl Coded for $ty {
            fn write(&self, out: &mut Vec<Plain>) {
                out.push(Plain::Number(self.0 as i64));
            }
            fn read(input: &mut Reader<'_>) -> Option<Self> {
                let bound: fn(&Program) -> usize = $bound;
                let bound = bound(input.program);
                Some($ty(input.below(bound)?))
            }
        }
    )*};
}

coded_ids! {
    SiteId(|program| program.layout.sites),
    BlockId(|program| program.blocks.len()),
    PathId(|program| program.paths.len()),
    NodeId(|program| program.phrases.nodes.len()),
    PlayerId(|program| program.equipment.players.len()),
    SideId(|program| program.equipment.sides.len()),
    RuleId(|program| program.lines.len()),
    LocalId(|_| u16::MAX as usize),
    GroupId(|program| program.groups.len()),
}

impl Coded for RuleRef {
    fn write(&self, out: &mut Vec<Plain>) {
        self.group.write(out);
        self.index.write(out);
    }
    fn read(input: &mut Reader<'_>) -> Option<Self> {
        let group = GroupId::read(input)?;
        let index = input.below(input.program.groups[group.index()].rules.len())?;
        Some(RuleRef { group, index })
    }
}

impl Coded for EventKind {
    fn write(&self, out: &mut Vec<Plain>) {
        out.push(Plain::Number(*self as i64));
    }
    fn read(input: &mut Reader<'_>) -> Option<Self> {
        let at: usize = input.below(EventKind::ALL.len())?;
        EventKind::ALL.get(at).copied()
    }
}

impl Coded for SiteSet {
    fn write(&self, out: &mut Vec<Plain>) {
        self.words().iter().for_each(|word| word.write(out));
    }
    fn read(input: &mut Reader<'_>) -> Option<Self> {
        let words: Option<SmallVec<[u64; 4]>> = (0..input.program.layout.words).map(|_| u64::read(input)).collect();
        let set = SiteSet::from_words(&words?);
        set.within(&SiteSet::full(input.program.layout.sites)).then_some(set)
    }
}

impl Coded for String {
    fn write(&self, out: &mut Vec<Plain>) {
        out.push(Plain::Word(self.clone()));
    }
    fn read(input: &mut Reader<'_>) -> Option<Self> {
        match input.left.next()? {
            Plain::Word(word) => Some(word.clone()),
            _ => None,
        }
    }
}

impl<T: Coded> Coded for Option<T> {
    fn write(&self, out: &mut Vec<Plain>) {
        self.is_some().write(out);
        if let Some(value) = self {
            value.write(out);
        }
    }
    fn read(input: &mut Reader<'_>) -> Option<Self> {
        if bool::read(input)? { Some(Some(T::read(input)?)) } else { Some(None) }
    }
}

impl<T: Coded> Coded for Box<T> {
    fn write(&self, out: &mut Vec<Plain>) {
        (**self).write(out);
    }
    fn read(input: &mut Reader<'_>) -> Option<Self> {
        T::read(input).map(Box::new)
    }
}

fn write_all<T: Coded>(all: &[T], out: &mut Vec<Plain>) {
    (all.len() as u32).write(out);
    all.iter().for_each(|one| one.write(out));
}

fn read_all<T: Coded, C: FromIterator<T>>(input: &mut Reader<'_>) -> Option<C> {
    let count: usize = input.below(input.left.len() + 1)?;
    (0..count).map(|_| T::read(input)).collect()
}

impl<T: Coded> Coded for Vec<T> {
    fn write(&self, out: &mut Vec<Plain>) {
        write_all(self, out);
    }
    fn read(input: &mut Reader<'_>) -> Option<Self> {
        read_all(input)
    }
}

impl<T: Coded, const N: usize> Coded for SmallVec<[T; N]> {
    fn write(&self, out: &mut Vec<Plain>) {
        write_all(self, out);
    }
    fn read(input: &mut Reader<'_>) -> Option<Self> {
        read_all(input)
    }
}

macro_rules! coded_structs {
    ($($ty:ident { $($field:ident),* $(,)? })*) => {$(
        impl Coded for $ty {
            fn write(&self, out: &mut Vec<Plain>) {
                $(self.$field.write(out);)*
            }
            fn read(input: &mut Reader<'_>) -> Option<Self> {
                $(let $field = Coded::read(input)?;)*
                Some($ty { $($field),* })
            }
        }
    )*};
}

coded_structs! {
    PieceData { side, kind, slots }
    TakenPiece { site, data, waits, borne }
    PieceSet { board, off }
    TokenRef { kind, place, at, cell }
    Transfer { left, to, told }
    MoveSoFar { rule, actor, start, landing, trail, taken, passed, heading, legs, leg_ended, ended, under_way }
    Outcome { winners, reason, rule, scores, ranking }
}

macro_rules! coded_enums {
    ($($ty:ident { $($tag:literal $variant:ident $(($($arg:ident),*))? $({$($field:ident),*})?),* $(,)? })*) => {$(
        impl Coded for $ty {
            fn write(&self, out: &mut Vec<Plain>) {
                match self {
                    $($ty::$variant $(($($arg),*))? $({$($field),*})? => {
                        out.push(Plain::Number($tag));
                        $($($arg.write(out);)*)?
                        $($($field.write(out);)*)?
                    })*
                }
            }
            fn read(input: &mut Reader<'_>) -> Option<Self> {
                match input.number()? {
                    $($tag => {
                        $($(let $arg = Coded::read(input)?;)*)?
                        $($(let $field = Coded::read(input)?;)*)?
                        Some($ty::$variant $(($($arg),*))? $({$($field),*})?)
                    })*
                    _ => None,
                }
            }
        }
    )*};
}

coded_enums! {
    About { 0 Nothing, 1 Piece(site), 2 Gone }
    Ended { 1 Move, 2 Turn }
    MoveStage { 0 Removal, 1 Rests, 2 Ends }
    TakeStage { 0 Before, 1 Happens, 2 Leaves }
    OffPiece { 0 Taken(i), 1 Below(site, i), 2 InPile(pile, place, data) }
    TokenPlace { 0 Slot(site, slot), 1 Gone, 2 Under(site), 3 Pile(pile), 4 Box }
    Destination { 0 Place(place), 1 Face(face), 2 Shown(players) }
    Element { 0 Site(site), 1 Piece(site), 2 Off(off), 3 Token(token), 4 Number(number), 5 Bit(bit), 6 Pile(pile) }
    Value {
        0 None, 1 Number(number), 2 Numbers(numbers), 3 Truth(truth), 4 Sites(sites), 5 Pieces(pieces), 6 Tokens(tokens),
        7 Bits(bits), 8 Piles(piles)
    }
    Task {
        0 Block { block, next, base }, 1 Forget { to }, 2 Setup { next }, 3 TurnBegins, 4 Turn, 5 TurnEnds,
        6 Endings { next }, 7 NextTurn, 8 Play { moves, by, optional, again, base }, 9 PlayEnds { chooser },
        10 Leg { rule }, 11 Land { to, passed, heading }, 12 Then { rule }, 13 LegEnds, 14 Chain,
        15 MoveEnds { stage }, 16 Take { about, stage, waits, of_leg }, 17 Leave { about, pile, told },
        18 Event { event, about, next }, 19 TriggerEnds, 20 ImmediateEndings { next }, 21 Again { block, base, optional, left },
        22 Each { local, left, block, base }, 23 Actor { about }, 24 Path { path, base }, 25 Choose { block, at, base },
        26 Either { block, at, base }, 27 May { block, base }, 28 Tokens(transfer), 29 Shuffle { pile }, 30 Cut
    }
}

impl Coded for Machine {
    fn write(&self, out: &mut Vec<Plain>) {
        self.tasks.write(out);
        self.values.write(out);
        self.moving.write(out);
        self.chooser.write(out);
        self.depth.write(out);
        self.prevented.write(out);
        self.outcome.write(out);
    }
    fn read(input: &mut Reader<'_>) -> Option<Self> {
        let machine = Machine {
            tasks: Coded::read(input)?,
            values: Coded::read(input)?,
            moving: Coded::read(input)?,
            chooser: Coded::read(input)?,
            depth: Coded::read(input)?,
            prevented: Coded::read(input)?,
            deeds: Vec::new(),
            outcome: Coded::read(input)?,
        };
        Fits(input.program).machine(&machine).then_some(machine)
    }
}

/// Checks that the piles, slots, token types and kinds that a machine names by number exist.
struct Fits<'a>(&'a Program);

impl Fits<'_> {
    fn pile(&self, pile: u8) -> bool {
        (pile as usize) < self.0.layout.piles.len()
    }

    fn direction(&self, direction: u8) -> bool {
        (direction as usize) < self.0.equipment.board.directions.len()
    }

    fn piece(&self, data: &PieceData) -> bool {
        let layout = &self.0.layout;
        (data.side as usize) < layout.sides && (data.kind as usize) < layout.kinds && data.slots.len() <= layout.slots.len()
    }

    fn place(&self, place: TokenPlace) -> bool {
        match place {
            TokenPlace::Slot(_, slot) => (slot as usize) < self.0.layout.slots.len(),
            TokenPlace::Pile(pile) => self.pile(pile),
            TokenPlace::Under(_) => self.0.layout.under.is_some(),
            TokenPlace::Gone | TokenPlace::Box => true,
        }
    }

    fn token(&self, token: &TokenRef) -> bool {
        let classes = self.0.equipment.tokens.get(token.kind as usize).map_or(0, |kind| kind.classes.len());
        let known = super::tokens::Token::read(token.cell).is_some_and(|known| {
            known.class.is_none_or(|class| (class as usize) < classes)
                && known.shuffle.is_none_or(|shuffle| (shuffle as usize) < self.0.layout.shuffles.len())
                && (known.class.is_some() || known.shuffle.is_some())
        });
        known && classes > 0 && self.place(token.place)
    }

    fn off(&self, off: &OffPiece) -> bool {
        match off {
            OffPiece::InPile(pile, _, piece) => self.pile(*pile) && self.piece(piece),
            OffPiece::Taken(_) | OffPiece::Below(..) => true,
        }
    }

    fn element(&self, element: &Element) -> bool {
        match element {
            Element::Off(off) => self.off(off),
            Element::Token(token) => self.token(token),
            Element::Pile(pile) => self.pile(*pile),
            Element::Bit(bit) => *bit < 64,
            Element::Site(_) | Element::Piece(_) | Element::Number(_) => true,
        }
    }

    fn value(&self, value: &Value) -> bool {
        match value {
            Value::Pieces(pieces) => pieces.off.iter().all(|off| self.off(off)),
            Value::Tokens(tokens) => tokens.iter().all(|token| self.token(token)),
            Value::Piles(piles) => piles.iter().all(|pile| self.pile(*pile)),
            _ => true,
        }
    }

    fn task(&self, task: &Task) -> bool {
        match task {
            Task::Leave { pile, .. } => pile.is_none_or(|pile| self.pile(pile)),
            Task::Shuffle { pile } => self.pile(*pile),
            Task::Land { heading, .. } => self.direction(*heading),
            Task::Each { left, .. } => left.iter().all(|element| self.element(element)),
            Task::Tokens(transfer) => {
                let to = match transfer.to {
                    Destination::Place(place) => self.place(place),
                    Destination::Face(face) => face < 16,
                    Destination::Shown(_) => true,
                };
                to && transfer.left.iter().all(|token| self.token(token))
            }
            _ => true,
        }
    }

    fn machine(&self, machine: &Machine) -> bool {
        machine.tasks.iter().all(|task| self.task(task))
            && machine.values.iter().all(|value| self.value(value))
            && machine.moving.taken.iter().all(|taken| self.piece(&taken.data))
            && machine.moving.taken.iter().flat_map(|taken| &taken.borne).flatten().all(|token| self.token(token))
            && machine.moving.heading.is_none_or(|way| self.direction(way))
    }
}
