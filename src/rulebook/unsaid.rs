//! Every default, spelt out: what no line of the file says but holds nevertheless.

use super::chapters::Flat;
use super::pages::Block;
use super::prose::{a, joined, spoken};
use crate::library::Ready;
use crate::model::equipment::{PileOwner, Routes, SeenBy};
use crate::model::expr::ExprKind;
use crate::model::expr::Given;
use crate::model::rules::{Effects, EndingKind, Event, MoveGroup, MoveVerb, Removal, StatementKind};
use crate::model::walk;
use crate::model::{Setup, Variant};
use crate::syntax::ast::ChapterName;

fn default(text: impl Into<String>) -> Block {
    Block::Default(text.into())
}

/// Who plays after whom.
pub(super) fn turn_order(variant: &Variant) -> String {
    let equipment = &variant.equipment;
    let name = |id: &crate::model::PlayerId| equipment.players.get(id.index()).map_or("?", |one| &one.name).to_owned();
    let order: Vec<String> = equipment.turn_order.iter().map(name).collect();
    let Setup { turn, .. } = &variant.start;
    let first = order.get(*turn as usize).cloned().unwrap_or_default();
    match &order[..] {
        [_, _] => format!("First to move: {first}. Then the players take turns."),
        _ => format!("The order of play is {}, and again from the first. First to move: {first}.", joined(&order, "then")),
    }
}

/// What a turn is, whether it can be declined, and whether there is chance.
pub(super) fn turn(flat: &Flat, variant: &Variant) -> Vec<Block> {
    let mut blocks = Vec::new();
    let own = flat.items(&ChapterName::Turn).iter().any(|item| item.span.file != flat.library);
    if !own {
        blocks.push(default(
            "A turn is one move. It cannot be declined: whoever can move must move, unless a rule below lets a player pass.",
        ));
    } else {
        blocks.push(default("A part of the turn that is not marked as optional must be played if it can be played."));
    }
    let open = variant.equipment.piles.iter().all(|pile| pile.seen_by == SeenBy::All);
    if open && !may_do(variant, Effects::ASKS_CHANCE | Effects::SHUFFLES) {
        blocks.push(default("Nothing in this game is left to chance, and nothing is hidden."));
    }
    blocks
}

/// Whether some statement of the rules may have one of these effects.
fn may_do(variant: &Variant, these: Effects) -> bool {
    walk::blocks(&variant.rules).into_iter().any(|block| block.effects().any(these))
}

/// Chains, and when taken pieces leave the board.
pub(super) fn group(group: &MoveGroup, class: &str, ready: &Ready) -> Vec<Block> {
    let mut blocks = Vec::new();
    let takes = group.rules.iter().any(|rule| matches!(&rule.verb, MoveVerb::Path(_, path) if path.takes()));
    let pieces = group.rules.iter().any(|rule| matches!(rule.subject, crate::model::rules::Subject::Pieces(_)));
    if pieces && group.chain.is_empty() && group.rules.iter().any(|rule| matches!(rule.verb, MoveVerb::Path(..))) {
        blocks.push(default(format!("There are no chains here: after {} the move is over.", a(class))));
    }
    if !group.chain.is_empty() {
        if [group.must_not_reverse, group.must_turn, group.must_not_turn].iter().all(Option::is_none) {
            blocks.push(default("The steps of a chain may change direction freely."));
        }
        if group.chain.iter().any(|law| law.must) {
            blocks.push(default(
                "A piece that may land on several squares, and could go on from some of them, has to land on one of those if it must go on.",
            ));
        }
    }
    let spared = takes && all_spared(&ready.variant);
    if spared {
        blocks.push(default("No piece leaves the board by being captured: what becomes of it is said below."));
    }
    let takes = takes && !spared;
    if takes && matches!(group.removal, Removal::AtOnce(None)) {
        blocks.push(default("A taken piece leaves the board as it is taken, and bars the way no longer."));
    }
    if takes && ready.variant.equipment.stacks <= 1 {
        let pile = ready.variant.equipment.piles.iter().find(|pile| pile.name == "captured");
        blocks.push(default(match pile.map(|pile| pile.of) {
            Some(PileOwner::Common) => "Taken pieces go to the captured pieces beside the board.",
            Some(_) => "Taken pieces go to the captured pieces of the player who took them.",
            None => "Taken pieces do not come back into the game unless a rule says so.",
        }));
    }
    blocks
}

/// Whether a rule prevents the capture of every piece.
fn all_spared(variant: &Variant) -> bool {
    variant.rules.triggers.iter().any(|trigger| {
        let all = matches!(&trigger.event, Event::BeforeTaken(set) if matches!(set.kind, ExprKind::Given(Given::Pieces)));
        let prevents = trigger.body.statements.iter().any(|one| matches!(one.kind, StatementKind::Prevent));
        all && trigger.condition.is_none() && prevents
    })
}

/// What holds for moves of every class.
pub(super) fn moves(variant: &Variant) -> Vec<Block> {
    let stacks = variant.equipment.stacks;
    let mut blocks = vec![Block::Heading("For all moves".into())];
    if !takes(variant) {
        blocks.push(default("No piece is ever taken."));
    }
    blocks.push(default(match stacks {
        0 | 1 => "No two pieces ever stand on the same place.".to_owned(),
        many => format!(
            "Pieces may stand on one another, {many} at most. The top one, the commander, says whose the tower is and how it moves; \
             the whole tower moves and is taken together unless a rule says otherwise."
        ),
    }));
    blocks.push(default(match variant.equipment.routes {
        Routes::Alike => {
            let alike = "Two ways of moving that begin and end alike, take the same pieces and have the same result are one and the same move";
            let mut rules = variant.rules.groups.iter().flat_map(|group| &group.rules);
            match rules.any(|rule| matches!(&rule.verb, MoveVerb::Body(name, _) if !name.is_empty())) {
                true => format!("{alike}, unless they have different names or something else was chosen on the way."),
                false => format!("{alike}."),
            }
        }
        Routes::Distinct => "Two different routes are two different moves, even if their result is the same.".to_owned(),
    }));
    blocks
}

/// How several obligations are combined.
pub(super) fn before_obligation(variant: &Variant) -> Vec<Block> {
    match variant.rules.obligations.len() {
        0 | 1 => Vec::new(),
        _ => vec![Block::Text(
            "These rules are applied one after another. Each leaves only the moves that it asks for, if there is one; if there is none, it \
             leaves all."
                .into(),
        )],
    }
}

/// Which choices are free.
pub(super) fn obligation(variant: &Variant) -> Vec<Block> {
    match variant.rules.obligations.is_empty() {
        // Without captures of their own, moves may still take pieces by what follows them, so nothing is said of capturing.
        true if has_captures(variant) => {
            vec![default("No move is compulsory: the player may choose any legal move, and need not capture.")]
        }
        true => vec![default("No move is compulsory: the player may choose any legal move.")],
        false => vec![default("Among the moves that are left the player chooses freely.")],
    }
}

fn has_captures(variant: &Variant) -> bool {
    let capture = ChapterName::Capture.to_string();
    variant.rules.groups.iter().any(|group| group.name == capture && !group.rules.is_empty())
}

/// Without a rule there is no promotion.
pub(super) fn promotion(flat: &Flat, variant: &Variant) -> Vec<Block> {
    let any = may_do(variant, Effects::KIND);
    match (flat.items(&ChapterName::Promotion).is_empty(), any) {
        (true, false) => vec![default("No piece ever becomes another: there is no promotion.")],
        (true, true) => {
            vec![default("There is no promotion at the end of the board; what a piece may become is said with the moves.")]
        }
        (false, _) => Vec::new(),
    }
}

/// The order in which endings are tested.
pub(super) fn before_endings() -> Vec<Block> {
    vec![Block::Text(
        "These are looked at when a turn is over, in this order, and the first that applies ends the game; what says “as soon as” applies \
         in the middle of a move too. “The player to move” is here the one who has just played."
            .into(),
    )]
}

/// Repetition, limits, draws, scores and matches.
pub(super) fn endings(variant: &Variant) -> Vec<Block> {
    let rules = &variant.rules;
    let reads = |wanted: &dyn Fn(&ExprKind) -> bool| {
        rules.endings.iter().any(|line| {
            let mut test = |phrase: &crate::model::expr::Expr| wanted(&phrase.kind);
            let condition = match &line.kind {
                EndingKind::AsSoonAs(phrase) => walk::any_phrase(phrase, &mut test),
                EndingKind::AfterTurn | EndingKind::CannotMove(_) => false,
            };
            condition || walk::any_in_block(&line.body, &mut test)
        })
    };
    let mut blocks = Vec::new();
    if !rules.endings.iter().any(|line| matches!(line.kind, EndingKind::CannotMove(_))) {
        blocks.push(default("A player who cannot move loses."));
    }
    if !reads(&|kind| matches!(kind, ExprKind::Given(Given::Repeats))) {
        blocks.push(default("A position may be repeated as often as the players like: repetition has no consequence."));
    }
    // An ending that reads a counter may be such a limit: then nothing is said of it.
    let limited = reads(&|kind| matches!(kind, ExprKind::Stored(..) | ExprKind::Given(Given::Turns)));
    if !limited {
        blocks.push(default("There is no limit to the number of moves."));
    }
    if !may_do(variant, Effects::DRAWS) && rules.scores.is_empty() {
        blocks.push(default("No rule makes the game a draw; the players may agree on one."));
    }
    let sides = variant.equipment.playing().count();
    blocks.push(default(match sides {
        2 => "When one side loses, the other wins.".to_owned(),
        _ => format!(
            "With {sides} sides, a side that loses is out; its pieces stay, and the game goes on until one side is left."
        ),
    }));
    if !rules.scores.is_empty() {
        blocks.push(default(match sides {
            2 => "Where the scores decide, the highest wins, and equal scores are a draw.",
            _ => {
                "Where the scores decide, the highest of those still in the game wins. Equal highest scores share the win; it is a draw if \
                 all are equal."
            }
        }));
    }
    blocks.extend(games_of_a_match(variant).map(default));
    blocks
}

fn games_of_a_match(variant: &Variant) -> Option<String> {
    let of = variant.equipment.games_of_match.as_ref()?;
    let mut text = format!(
        "A match is {} games; after each everybody moves on to the next seat. Whoever has won most games wins it.",
        of.games
    );
    if let Some(player) = of.wins_as.and_then(|id| variant.equipment.players.get(id.index())) {
        text.push_str(&format!(" Only wins as {} count.", player.name));
    }
    if let Some(pile) = of.better.and_then(|id| variant.equipment.piles.get(id.index())) {
        text.push_str(&format!(" Between equal numbers of wins, more left in the {} decides.", spoken(&pile.name)));
    }
    Some(text)
}

/// Whether any rule takes a piece.
pub(super) fn takes(variant: &Variant) -> bool {
    let rules = &variant.rules;
    let groups = rules.groups.iter().flat_map(|group| &group.rules);
    let by_path = groups.clone().any(|rule| matches!(&rule.verb, MoveVerb::Path(_, path) if path.takes()));
    by_path || may_do(variant, Effects::TAKES) || variant.equipment.stacks > 1 && may_do(variant, Effects::MOVES)
}
