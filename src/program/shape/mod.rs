//! The shape of a game's rules, where all of them are of common kinds: steps, slides, jumps and flights of one piece, chains,
//! promotion on a row, obligations that compare what is taken; conditions over what stands on the board and over a few numbers
//! carried from turn to turn; endings that ask such conditions. Such a game is played by generators made for these shapes; any
//! other one by the general machine. What is recognised is the rule, never the game.

mod course;
mod effects;
mod endings;
mod read;
mod slots;
pub mod terms;

use crate::model::SiteSet;

use super::Program;
use super::code::{Item, Verb};
use super::kernels::{Kernels, sets};
use super::node::NodeId;

pub use course::Course;
pub use effects::{Act, Effect, Whom};
pub use endings::{Line, Verdict};
pub use slots::{Holds, Slot};

/// Most kinds of pieces in a shaped game.
pub const KINDS: usize = 2;

/// Most numbers carried along.
pub const MOST_SLOTS: usize = 24;

/// A condition over sites of the model.
pub type Condition = terms::Condition<SiteSet>;

/// A game all of whose rules have common shapes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Its rules of movement, none of them odd.
    pub kernels: Kernels,
    /// By kind, when each rule of moves that take nothing holds, if not always.
    pub conditions: Vec<Vec<Option<Condition>>>,
    /// When the duty to capture holds, if not always.
    pub duty_if: Option<Condition>,
    /// What must hold when a capture is over, or it is no move.
    pub requires: Vec<Condition>,
    /// What goes on beside the moves, so far as counting them needs it.
    pub counting: Course<SiteSet>,
    /// All that goes on beside the moves, if that has a shape too: then whole games can be played.
    pub playing: Option<Course<SiteSet>>,
}

impl Shape {
    /// Whether nothing is asked beyond what stands around a piece.
    pub fn asks_nothing(&self) -> bool {
        let conditions = self.conditions.iter().flatten().any(Option::is_some);
        !conditions && self.duty_if.is_none() && self.requires.is_empty() && self.counting.is_plain()
    }
}

/// What generators count of a program, if nothing is carried from turn to turn that its moves depend on; and its shape, if all its
/// rules have one.
pub(super) fn shape(program: &Program) -> (Option<Kernels>, Option<Shape>) {
    let Some(kernels) = Kernels::of(program).filter(|_| program.setup.is_empty()) else { return (None, None) };
    let (counted, all) = course::needs(program);
    let Some((slots, needed)) = slots::Slots::new(program, &counted, &all) else { return (None, None) };
    let counting = course::counting(program, &slots, needed, &counted, &kernels.promotions);
    let requires = effects::requires(program, &slots);
    let (Some(counting), Some(requires)) = (counting, requires) else { return (None, None) };
    let plain = counting.is_plain() && requires.is_empty() && kernels.duty_if.is_none() && odd_ask_pieces(program, &kernels);
    let plain = plain.then(|| kernels.unconditional(program));
    (plain, whole(program, kernels, &slots, counting, requires))
}

/// The shape of a program, if no rule is odd and every condition can be said.
fn whole(
    program: &Program,
    kernels: Kernels,
    slots: &slots::Slots,
    counting: Course<SiteSet>,
    requires: Vec<Condition>,
) -> Option<Shape> {
    let takes_own = kernels.captures.iter().flatten().any(|capture| capture.own_prey != 0);
    if !kernels.odd.is_empty() || takes_own || kernels.quiet.len() > KINDS {
        return None;
    }
    let read = |node: NodeId| read::Reading::new(program, slots).condition(node);
    let asked = |condition: Option<NodeId>| match condition {
        Some(condition) => Some(Some(read(condition)?.knowing(false, sets::all_kinds(program)))),
        None => Some(None),
    };
    let of_kind =
        |kind: &Vec<super::kernels::Quiet>| kind.iter().map(|quiet| asked(quiet.condition)).collect::<Option<Vec<_>>>();
    let duty_if = match kernels.duty_if {
        Some(condition) => Some(read(condition).filter(|condition| !condition.asks_move())?),
        None => None,
    };
    Some(Shape {
        conditions: kernels.quiet.iter().map(of_kind).collect::<Option<_>>()?,
        duty_if,
        requires,
        counting,
        playing: course::playing(program, slots, &kernels.promotions),
        kernels,
    })
}

/// Whether odd rules ask of nothing but pieces and who moves.
fn odd_ask_pieces(program: &Program, kernels: &Kernels) -> bool {
    if kernels.odd.is_empty() {
        return true;
    }
    let mut found = slots::Reads::new();
    for odd in &kernels.odd {
        let rule = &program.groups[odd.group].rules[odd.index];
        let mut nodes: Vec<NodeId> = [rule.subject].into_iter().chain(rule.condition).collect();
        if let Verb::Path(path) = &rule.verb {
            let path = &program.paths[path.0 as usize];
            nodes.push(path.ways);
            path.behind.iter().chain(&path.ahead).for_each(|item| of_item(item, &mut nodes));
        }
        nodes.into_iter().for_each(|node| slots::reads(program, node, &mut found));
    }
    found.is_empty() && program.equipment.piles.is_empty()
}

/// The sets of an item of a path.
fn of_item(item: &Item, nodes: &mut Vec<NodeId>) {
    match item {
        Item::To(set) | Item::Past(_, set) | Item::Taking(_, set) => nodes.push(set.node),
        Item::Group(_, items) => items.iter().for_each(|item| of_item(item, nodes)),
        Item::Counted(number, items) => {
            nodes.push(*number);
            items.iter().for_each(|item| of_item(item, nodes));
        }
    }
}
