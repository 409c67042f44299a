//! What is kept for a move and nobody asks for any more when the move is over: it cannot tell two moves apart.

use std::collections::BTreeSet;

use super::{Block, Each, EndingKind, Event, Rules, StatementKind};
use crate::model::StoredId;
use crate::model::expr::{CanVerb, Expr, ExprKind, Type};
use crate::model::walk::{any_in_block, any_phrase};

/// Of what is marked `each move`, that of which nothing reads what a move leaves behind: not the script of the turn, no trigger that
/// may go off outside moves, no ending. The next move finds it afresh.
///
/// ```text
/// counter hops: 0..2 each move                     (read in rules and in `when move ends`: forgotten)
/// keep first: piece each move                      (read in `mover wins if first is king`: not)
/// ```
pub fn forgotten(rules: &Rules) -> BTreeSet<StoredId> {
    let each_move = rules.stored.iter().enumerate().filter(|(_, stored)| stored.each == Each::Move);
    let each_move: Vec<StoredId> = each_move.map(|(i, _)| StoredId(i as u8)).collect();
    each_move.into_iter().filter(|id| !is_read_between_moves(rules, *id)).collect()
}

/// Whether a phrase reads a stored thing. What it asks about pieces' moves may.
fn reads(phrase: &Expr, id: StoredId) -> bool {
    match &phrase.kind {
        ExprKind::Stored(read, _) => *read == id,
        // Players are asked as if their move began, afresh.
        ExprKind::Can(who, CanVerb::Group(..)) => who.ty != Type::Player,
        _ => false,
    }
}

/// Whether some phrase reads it that may be asked when no move is under way.
fn is_read_between_moves(rules: &Rules, id: StoredId) -> bool {
    let (mut phrases, mut blocks): (Vec<&Expr>, Vec<&Block>) = (Vec::new(), vec![&rules.turn.body]);
    for trigger in rules.triggers.iter().filter(|trigger| !of_a_move(&trigger.event) && !only_sets(&trigger.body, id)) {
        phrases.extend(trigger.phrases());
        blocks.push(&trigger.body);
    }
    for ending in &rules.endings {
        match &ending.kind {
            EndingKind::AfterTurn => {}
            EndingKind::AsSoonAs(phrase) | EndingKind::CannotMove(phrase) => phrases.push(phrase),
        }
        blocks.push(&ending.body);
    }
    phrases.extend(rules.scores.iter().flat_map(|score| [&score.player, &score.value]));
    let test = &mut |phrase: &Expr| reads(phrase, id);
    phrases.into_iter().any(|phrase| any_phrase(phrase, test)) || blocks.into_iter().any(|block| any_in_block(block, test))
}

/// Whether statements do nothing but set this one thing: then what they read of it makes no difference to anything else.
fn only_sets(block: &Block, id: StoredId) -> bool {
    block.statements.iter().all(|statement| match &statement.kind {
        StatementKind::SetNumber(set, ..) | StatementKind::SetKept(set, ..) | StatementKind::Raise(set, ..) => *set == id,
        _ => false,
    })
}

/// Whether nothing but a move tells such an event. Pieces are taken and leave at other times too.
fn of_a_move(event: &Event) -> bool {
    match event {
        Event::Lands(..) | Event::Rests(..) | Event::LegBegins | Event::LegEnds | Event::MoveBegins | Event::MoveEnds => true,
        Event::BeforeTaken(_) | Event::Taken(_) | Event::Leaves(_) | Event::TurnBegins | Event::TurnEnds => false,
    }
}
