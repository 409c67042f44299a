//! The shape of a game's rules, where all of them are of common kinds: steps, slides, jumps and flights of one piece, chains,
//! promotion on a row, obligations that compare what is taken. Such a game is played by generators made for these shapes; any
//! other one by the general machine. What is recognised is the rule, never the game.

use crate::model::equipment::{Equipment, RegionSites};
use crate::model::expr::{Field, Given, RelativeRow};
use crate::model::rules::{Ending, PathMode, Times};
use crate::model::{RuleId, SiteSet};

use super::Program;
use super::code::{Item, Op, Path, Set, Trigger, Verb};
use super::node::{Node, NodeId};

/// Most kinds of pieces in a shaped game.
pub const KINDS: usize = 2;

/// A game all of whose rules have common shapes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Moves that take nothing, by kind.
    pub quiet: Vec<Vec<Quiet>>,
    /// Captures, by kind.
    pub captures: Vec<Vec<Capture>>,
    /// A capture must be made if there is one.
    pub compulsory: bool,
    /// Whether and how captures go on.
    pub chain: Chain,
    /// A leg may not go back the way of the last.
    pub no_reverse: bool,
    /// A leg may not go on the way of the last.
    pub must_turn: bool,
    /// Taken pieces stay until the move is over.
    pub removal_after_move: bool,
    /// Promotions.
    pub promotions: Vec<Promotion>,
    /// By what captures are preferred, the first weighing most.
    pub preferences: Vec<Preference>,
}

/// A step or a slide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quiet {
    /// The line.
    pub rule: RuleId,
    /// Directions, by side.
    pub ways: [u32; 2],
    /// Any distance.
    pub far: bool,
}

/// A jump or a flight over an enemy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Capture {
    /// The line.
    pub rule: RuleId,
    /// Directions, by side.
    pub ways: [u32; 2],
    /// Kinds that it takes, as bits.
    pub prey: u32,
    /// From any distance.
    pub from_afar: bool,
    /// Landing at any distance.
    pub lands_afar: bool,
}

/// Whether captures go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chain {
    /// One leg.
    Single,
    /// As long as possible.
    Must,
    /// As long as the player likes.
    May,
}

/// A kind becomes another on a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Promotion {
    /// The line.
    pub rule: RuleId,
    /// Which kinds, as bits.
    pub kinds: u32,
    /// What they become.
    pub to: usize,
    /// On which sites, by side.
    pub row: [SiteSet; 2],
    /// In passing.
    pub when: When,
}

/// When a promotion happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// On landing; the piece goes on as what it has become.
    InPassing,
    /// On landing, and the move ends.
    EndsMove,
    /// When the move is over.
    AtRest,
}

/// By what captures are preferred: more is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preference {
    /// How many are taken.
    Count,
    /// What the taken ones are worth together.
    Worth,
    /// That a piece of these kinds captures.
    With(u32),
    /// How many of these kinds are taken.
    CountOf(u32),
    /// That those of these kinds are taken early.
    Early(u32),
}

/// The shape of a program, if all its rules have one.
pub(super) fn shape(program: &Program) -> Option<Shape> {
    let equipment = &program.equipment;
    let plain = equipment.sides.len() == 2
        && equipment.players.len() == 2
        && equipment.turn_order.len() == 2
        && equipment.turn_order[0] != equipment.turn_order[1]
        && equipment.kinds.len() <= KINDS
        && equipment.slots.is_empty()
        && equipment.stacks <= 1
        && equipment.under.is_none()
        && program.soon.is_empty()
        && program.endings.iter().all(|ending| ending.patience || ending.cannot_move.is_some())
        && program.setup.is_empty();
    if !plain || !plain_turn(program) {
        return None;
    }
    let mut shape = Shape {
        quiet: vec![Vec::new(); KINDS],
        captures: vec![Vec::new(); KINDS],
        compulsory: false,
        chain: Chain::Single,
        no_reverse: false,
        must_turn: false,
        removal_after_move: false,
        promotions: Vec::new(),
        preferences: Vec::new(),
    };
    let capturing = legs(program, &mut shape)?;
    triggers(program, &mut shape)?;
    obligations(program, capturing, &mut shape)?;
    Some(shape)
}

/// A turn is one move of any class.
fn plain_turn(program: &Program) -> bool {
    match program.block(program.turn.body).ops.as_slice() {
        [(Op::Play(moves, None), _)] => match program.node(*moves) {
            Node::Moves(groups) => groups.len() == program.groups.len(),
            _ => false,
        },
        _ => false,
    }
}

/// Reads every rule of movement; gives the class whose moves capture.
fn legs(program: &Program, shape: &mut Shape) -> Option<Option<usize>> {
    let mut capturing = None;
    for (i, group) in program.groups.iter().enumerate() {
        let mut takes = false;
        for rule in &group.rules {
            let simple = !rule.by_player && rule.condition.is_none() && program.block(rule.then).ops.is_empty();
            let (Verb::Path(path), true) = (&rule.verb, simple) else { return None };
            let (whose, kinds) = pieces(program, rule.subject)?;
            if whose == Whose::Enemy {
                return None;
            }
            let path = &program.paths[path.0 as usize];
            let ways = ways(program, path.ways)?;
            let of_kinds = (0..program.equipment.kinds.len()).filter(|kind| kinds >> kind & 1 != 0);
            match form(program, path)? {
                Form::Quiet(far) => {
                    of_kinds.for_each(|kind| shape.quiet[kind].push(Quiet { rule: rule.rule, ways, far }));
                }
                Form::Capture { prey, from_afar, lands_afar } => {
                    takes = true;
                    let leg = Capture { rule: rule.rule, ways, prey, from_afar, lands_afar };
                    of_kinds.for_each(|kind| shape.captures[kind].push(leg.clone()));
                }
            }
        }
        if !takes {
            if !group.chain.is_empty() {
                return None;
            }
            continue;
        }
        let pure = group.rules.iter().all(|rule| match rule.verb {
            Verb::Path(path) => program.paths[path.0 as usize].ahead.iter().any(|item| matches!(item, Item::Taking(..))),
            Verb::Body(..) => false,
        });
        if capturing.is_some() || !pure {
            return None;
        }
        capturing = Some(i);
        shape.chain = match group.chain.as_slice() {
            [] => Chain::Single,
            [law] if law.condition.is_none() => {
                if law.must {
                    Chain::Must
                } else {
                    Chain::May
                }
            }
            _ => return None,
        };
        shape.no_reverse = group.must_not_reverse;
        shape.must_turn = group.must_turn;
        shape.removal_after_move = group.removal_after_move;
    }
    Some(capturing)
}

enum Form {
    Quiet(bool),
    Capture { prey: u32, from_afar: bool, lands_afar: bool },
}

fn form(program: &Program, path: &Path) -> Option<Form> {
    if path.mode != PathMode::Go || !path.behind.is_empty() {
        return None;
    }
    let empty = |set: &Set| matches!(program.node(set.node), Node::Given(Given::Empty));
    let any = |times: &Times| *times == Times { least: 0, most: None, whole: false };
    let over = |item: &Item| matches!(item, Item::Past(times, set) if any(times) && empty(set));
    let to = |item: &Item| matches!(item, Item::To(set) if empty(set));
    let taken = |item: &Item| match item {
        Item::Taking(times, set) if *times == Times { least: 1, most: Some(1), whole: false } => {
            match pieces(program, set.node)? {
                (Whose::Enemy, kinds) => Some(kinds),
                _ => None,
            }
        }
        _ => None,
    };
    match path.ahead.as_slice() {
        [landing] if to(landing) => Some(Form::Quiet(false)),
        [run, landing] if over(run) && to(landing) => Some(Form::Quiet(true)),
        [prey, landing] if to(landing) => Some(Form::Capture { prey: taken(prey)?, from_afar: false, lands_afar: false }),
        [run, prey, landing] if over(run) && to(landing) => {
            Some(Form::Capture { prey: taken(prey)?, from_afar: true, lands_afar: false })
        }
        [prey, run, landing] if over(run) && to(landing) => {
            Some(Form::Capture { prey: taken(prey)?, from_afar: false, lands_afar: true })
        }
        [before, prey, after, landing] if over(before) && over(after) && to(landing) => {
            Some(Form::Capture { prey: taken(prey)?, from_afar: true, lands_afar: true })
        }
        _ => None,
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    Any,
    Own,
    Enemy,
}

/// A set of pieces that is told by whose they are and of which kinds.
fn pieces(program: &Program, node: NodeId) -> Option<(Whose, u32)> {
    let all = (1u32 << program.equipment.kinds.len()) - 1;
    match program.node(node) {
        Node::Given(Given::Pieces) => Some((Whose::Any, all)),
        Node::PiecesOfKinds(kinds) => match program.node(*kinds) {
            Node::Bits(kinds) => Some((Whose::Any, *kinds as u32)),
            _ => None,
        },
        Node::Field(Field::PiecesOf, sides) => match program.node(*sides) {
            Node::Field(Field::SideOf, players) => match program.node(*players) {
                Node::Given(Given::Mover) => Some((Whose::Own, all)),
                Node::Given(Given::Opponent) => Some((Whose::Enemy, all)),
                _ => None,
            },
            _ => None,
        },
        Node::Intersect(parts) => parts.iter().try_fold((Whose::Any, all), |(whose, kinds), part| {
            let (other, more) = pieces(program, *part)?;
            let whose = match (whose, other) {
                (whose, Whose::Any) => whose,
                (Whose::Any, other) => other,
                (a, b) if a == b => a,
                _ => return None,
            };
            Some((whose, kinds & more))
        }),
        Node::Union(parts) => parts.iter().try_fold(None, |sum: Option<(Whose, u32)>, part| {
            let (other, more) = pieces(program, *part)?;
            match sum {
                None => Some(Some((other, more))),
                Some((whose, kinds)) if whose == other => Some(Some((whose, kinds | more))),
                Some(_) => None,
            }
        })?,
        _ => None,
    }
}

/// Directions, for each side.
fn ways(program: &Program, node: NodeId) -> Option<[u32; 2]> {
    use crate::model::expr::RelativeWay;
    use crate::program::node::Relative;
    let equipment = &program.equipment;
    match program.node(node) {
        Node::Bits(bits) => Some([*bits as u32; 2]),
        Node::RelativeDirections(way, Relative::Actor | Relative::Mover) => Some([0, 1].map(|side| {
            let faces = equipment.sides[side].faces;
            match way {
                RelativeWay::Forward => equipment.board.forward(faces),
                RelativeWay::Backward => equipment.board.backward(faces),
                RelativeWay::Sideways => equipment.board.sideways(faces),
            }
        })),
        Node::Intersect(parts) => parts.iter().try_fold([u32::MAX; 2], |all, part| {
            let part = ways(program, *part)?;
            Some([all[0] & part[0], all[1] & part[1]])
        }),
        Node::Union(parts) => parts.iter().try_fold([0; 2], |all, part| {
            let part = ways(program, *part)?;
            Some([all[0] | part[0], all[1] | part[1]])
        }),
        Node::Without(a, b) => {
            let (a, b) = (ways(program, *a)?, ways(program, *b)?);
            Some([a[0] & !b[0], a[1] & !b[1]])
        }
        _ => None,
    }
}

/// Triggers that promote, and triggers that only count for lines of patience.
fn triggers(program: &Program, shape: &mut Shape) -> Option<()> {
    use super::code::EventKind;
    for event in EventKind::ALL {
        for trigger in program.triggers.of(event) {
            if only_counts(program, trigger.body) {
                continue;
            }
            let promotion = match event {
                EventKind::Lands => promotion(program, trigger, false)?,
                EventKind::Rests => promotion(program, trigger, true)?,
                _ => return None,
            };
            shape.promotions.push(promotion);
        }
    }
    Some(())
}

/// Whether a block only sets counters and clocks: no rule of movement reads them, as none has a condition.
fn only_counts(program: &Program, block: super::BlockId) -> bool {
    program.block(block).ops.iter().all(|(op, _)| match op {
        Op::SetNumber(..) | Op::Raise(..) => true,
        Op::If(_, yes, no) => only_counts(program, *yes) && only_counts(program, *no),
        _ => false,
    })
}

fn promotion(program: &Program, trigger: &Trigger, at_rest: bool) -> Option<Promotion> {
    let (Whose::Any, kinds) = pieces(program, trigger.subject?)? else { return None };
    if trigger.condition.is_some() {
        return None;
    }
    let (to, ends) = match program.block(trigger.body).ops.as_slice() {
        [(change, _)] => (becomes(program, change)?, false),
        [(change, _), (Op::End(Ending::Move, _), _)] => (becomes(program, change)?, true),
        _ => return None,
    };
    let when = match (at_rest, ends) {
        (true, false) => When::AtRest,
        (false, true) => When::EndsMove,
        (false, false) => When::InPassing,
        (true, true) => return None,
    };
    Some(Promotion { rule: trigger.rule, kinds, to, row: row(&program.equipment, program.node(trigger.place?))?, when })
}

/// The one kind that `it` becomes.
fn becomes(program: &Program, op: &Op) -> Option<usize> {
    match op {
        Op::Verb(_, block) => match program.block(*block).ops.as_slice() {
            [(op, _)] => becomes(program, op),
            _ => None,
        },
        Op::SetKind(of, to) => {
            let subject = matches!(program.node(*of), Node::Local(local) if local.index() == 0);
            match program.node(*to) {
                Node::Bits(kinds) if subject && kinds.count_ones() == 1 => Some(kinds.trailing_zeros() as usize),
                _ => None,
            }
        }
        _ => None,
    }
}

fn row(equipment: &Equipment, node: &Node) -> Option<[SiteSet; 2]> {
    use crate::program::node::Relative;
    match node {
        Node::Sites(sites) => Some([sites.clone(), sites.clone()]),
        Node::RelativeSites(row, Relative::Described | Relative::Actor | Relative::Mover) => {
            let of = |side: usize| {
                let faces = equipment.sides[side].faces;
                match row {
                    RelativeRow::Far => Some(equipment.board.far_row(faces)),
                    RelativeRow::Home => Some(equipment.board.far_row(faces.reversed())),
                    RelativeRow::Region(region) => match &equipment.regions[region.index()].sites {
                        RegionSites::Same(sites) => Some(sites.clone()),
                        RegionSites::BySide(sites) => sites.get(side).cloned(),
                    },
                }
            };
            Some([of(0)?, of(1)?])
        }
        _ => None,
    }
}

/// `must capture`, then comparisons of captures.
fn obligations(program: &Program, capturing: Option<usize>, shape: &mut Shape) -> Option<()> {
    for (i, obligation) in program.obligations.iter().enumerate() {
        if obligation.condition.is_some() {
            return None;
        }
        if i == 0 {
            shape.compulsory = all_captures(program, obligation.moves, capturing);
            if shape.compulsory {
                continue;
            }
            return None;
        }
        let preference = preference(program, obligation.moves, capturing)?;
        // Places in a list are told apart by bits only if lists are equally long and name equally many.
        if let Preference::Early(kinds) = preference
            && !(shape.preferences.contains(&Preference::Count) && shape.preferences.contains(&Preference::CountOf(kinds)))
        {
            return None;
        }
        shape.preferences.push(preference);
    }
    Some(())
}

fn all_captures(program: &Program, node: NodeId, capturing: Option<usize>) -> bool {
    match program.node(node) {
        Node::Moves(groups) => groups.len() == 1 && Some(groups[0].index()) == capturing,
        _ => false,
    }
}

fn preference(program: &Program, node: NodeId, capturing: Option<usize>) -> Option<Preference> {
    let taken = |node: NodeId| matches!(program.node(node), Node::Given(Given::Taken));
    match program.node(node) {
        Node::Where(what, _, condition) if all_captures(program, *what, capturing) => match program.node(*condition) {
            Node::Is(actor, set) if matches!(program.node(*actor), Node::Given(Given::Actor)) => match pieces(program, *set)? {
                (Whose::Any, kinds) => Some(Preference::With(kinds)),
                _ => None,
            },
            _ => None,
        },
        Node::Extreme(what, _, true, number) if all_captures(program, *what, capturing) => match program.node(*number) {
            Node::Count(of) if taken(*of) => Some(Preference::Count),
            Node::Count(of) => match program.node(*of) {
                Node::In(set, list, false) if taken(*list) => match pieces(program, *set)? {
                    (Whose::Any, kinds) => Some(Preference::CountOf(kinds)),
                    _ => None,
                },
                _ => None,
            },
            Node::Total(Field::Worth, of) if taken(*of) => Some(Preference::Worth),
            _ => None,
        },
        Node::Extreme(what, _, false, number) if all_captures(program, *what, capturing) => match program.node(*number) {
            Node::Order(set, list) if taken(*list) => match pieces(program, *set)? {
                (Whose::Any, kinds) => Some(Preference::Early(kinds)),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}
