//! Searches through checked phrases and statements.

use smallvec::{SmallVec, smallvec};

use super::GroupId;
use super::expr::{CanVerb, Expr, ExprKind, RelativeTo};
use super::rules::{Block, EndingKind, MoveVerb, Path, PathItem, Rules, Statement, StatementKind, Subject};

/// Whether the phrase, or any phrase inside it, passes the test; outer phrases are tested first.
///
/// ```
/// use draughtsman::model::expr::{Expr, ExprKind, Given, Type};
/// use draughtsman::model::walk::any_phrase;
/// use draughtsman::source::Span;
/// let taken = Expr { kind: ExprKind::Given(Given::Taken), ty: Type::Piece, span: Span::default() };
/// let count = Expr { kind: ExprKind::Count(Box::new(taken)), ty: Type::Number, span: Span::default() };
/// assert!(any_phrase(&count, &mut |phrase| phrase.kind == ExprKind::Given(Given::Taken)));
/// ```
pub fn any_phrase(phrase: &Expr, test: &mut dyn FnMut(&Expr) -> bool) -> bool {
    test(phrase)
        || phrase.kind.parts().into_iter().any(|part| any_phrase(part, test))
        || match &phrase.kind {
            ExprKind::Can(_, CanVerb::Path(path)) => any_in_path(path, test),
            ExprKind::Can(_, CanVerb::Body(block)) => any_in_block(block, test),
            _ => false,
        }
}

/// The classes from which a phrase of moves selects, sorted. Classes that occur only in a condition are not included.
pub fn classes_of(moves: &Expr) -> Vec<GroupId> {
    let mut classes = match &moves.kind {
        ExprKind::Moves(classes) => classes.clone(),
        ExprKind::Intersect(parts) | ExprKind::Union(parts) => parts.iter().flat_map(classes_of).collect(),
        ExprKind::Without(a, _)
        | ExprKind::Where(a, ..)
        | ExprKind::Extreme(a, ..)
        | ExprKind::In(a, ..)
        | ExprKind::MovesOf(a, _) => classes_of(a),
        ExprKind::If(_, a, b) => [classes_of(a), classes_of(b)].concat(),
        _ => Vec::new(),
    };
    classes.sort_unstable();
    classes.dedup();
    classes
}

impl ExprKind {
    /// The phrases directly inside it, except those of a path or statements after `can`.
    pub fn parts(&self) -> SmallVec<[&Expr; 4]> {
        use ExprKind::*;
        match self {
            Number(_) | Truth(_) | None | Sites(_) | Directions(_) | Kinds(_) | Players(_) | Sides(_) | Values(_)
            | Tokens(_) | Given(_) | Local(_) | Moves(_) => SmallVec::new(),
            RelativeSites(_, to) | RelativeDirections(_, to) => match to {
                RelativeTo::Of(whose) => smallvec![&**whose],
                RelativeTo::Described | RelativeTo::Actor | RelativeTo::Mover => SmallVec::new(),
            },
            Stored(_, of) => of.iter().map(|of| &**of).collect(),
            Field(_, a)
            | PiecesOfKinds(a)
            | PiecesBearing(_, _, a)
            | TokensBearing(_, _, a)
            | TokensFaced(_, a)
            | Contents(a)
            | Count(a)
            | Some(a)
            | Total(_, a)
            | Not(a) => smallvec![&**a],
            MovesOf(a, b)
            | Without(a, b)
            | From(a, b)
            | Beyond(a, b)
            | On(a, b, _)
            | In(a, b, _)
            | Where(a, _, b)
            | Extreme(a, _, _, b)
            | Order(a, b)
            | Arithmetic(_, a, b)
            | Compare(_, a, b)
            | Is(a, b) => smallvec![&**a, &**b],
            Intersect(all) | Union(all) | And(all) | Or(all) => all.iter().collect(),
            If(a, b, c) => smallvec![&**a, &**b, &**c],
            Can(a, CanVerb::Group(_, prey, _)) => std::iter::once(a).chain(prey).map(|part| &**part).collect(),
            Can(a, CanVerb::Path(_) | CanVerb::Body(_)) => smallvec![&**a],
        }
    }
}

/// Whether any phrase of the path passes the test.
pub fn any_in_path(path: &Path, test: &mut dyn FnMut(&Expr) -> bool) -> bool {
    any_phrase(&path.ways, test) || path.items.iter().any(|item| any_in_item(item, test))
}

/// Whether any phrase of the path item passes the test.
pub fn any_in_item(item: &PathItem, test: &mut dyn FnMut(&Expr) -> bool) -> bool {
    match item {
        PathItem::Past(_, set) | PathItem::Taking(_, set) | PathItem::To(set) => any_phrase(set, test),
        PathItem::Here => false,
        PathItem::Group(_, items) => items.iter().any(|item| any_in_item(item, test)),
        PathItem::Counted(number, items) => any_phrase(number, test) || items.iter().any(|item| any_in_item(item, test)),
    }
}

/// Whether any phrase of the statements passes the test.
pub fn any_in_block(block: &Block, test: &mut dyn FnMut(&Expr) -> bool) -> bool {
    block.statements.iter().any(|statement| {
        statement.kind.phrases().into_iter().any(|phrase| any_phrase(phrase, test))
            || matches!(&statement.kind, StatementKind::Path(path) if any_in_path(path, test))
            || statement.kind.blocks().into_iter().any(|block| any_in_block(block, test))
    })
}

/// Whether any statement, at any depth, passes the test.
pub fn any_statement(block: &Block, test: &mut dyn FnMut(&Statement) -> bool) -> bool {
    block
        .statements
        .iter()
        .any(|statement| test(statement) || statement.kind.blocks().into_iter().any(|block| any_statement(block, test)))
}

/// The maximum number of times a block can execute `play`; 2 stands for two or more.
pub fn plays(block: &Block) -> usize {
    block.statements.iter().map(|statement| statement.kind.plays(&plays)).sum::<usize>().min(2)
}

/// The outermost blocks of all chapters.
pub fn blocks(rules: &Rules) -> Vec<&Block> {
    let mut blocks: Vec<&Block> = Vec::new();
    for rule in rules.groups.iter().flat_map(|group| &group.rules) {
        blocks.push(&rule.then);
        if let MoveVerb::Body(_, body) = &rule.verb {
            blocks.push(body);
        }
    }
    blocks.extend(rules.triggers.iter().map(|trigger| &trigger.body));
    blocks.extend(rules.setup.iter().chain([&rules.turn]).map(|script| &script.body));
    blocks.extend(rules.endings.iter().map(|ending| &ending.body));
    blocks
}

/// The kinds into which statements change pieces, as bits; all bits if a kind is computed.
pub fn promoted(rules: &Rules) -> u32 {
    let mut kinds = 0;
    for block in blocks(rules) {
        any_statement(block, &mut |statement| {
            if let StatementKind::SetKind(_, to) = &statement.kind {
                kinds |= if let ExprKind::Kinds(named) = to.kind { named } else { u32::MAX };
            }
            false
        });
    }
    kinds
}

/// Whether any phrase of the rules, in any chapter, passes the test.
pub fn any_in_rules(rules: &Rules, test: &mut dyn FnMut(&Expr) -> bool) -> bool {
    let (mut phrases, mut paths): (Vec<&Expr>, Vec<&Path>) = Default::default();
    for rule in rules.groups.iter().flat_map(|group| &group.rules) {
        let (Subject::Pieces(set) | Subject::Players(set)) = &rule.subject;
        phrases.push(set);
        phrases.extend(&rule.condition);
        if let MoveVerb::Path(_, path) = &rule.verb {
            paths.push(path);
        }
    }
    phrases.extend(rules.groups.iter().flat_map(|group| &group.chain).flat_map(|law| &law.condition));
    for obligation in &rules.obligations {
        phrases.push(&obligation.moves);
        phrases.extend(&obligation.condition);
    }
    for trigger in &rules.triggers {
        phrases.extend(trigger.phrases());
    }
    for ending in &rules.endings {
        match &ending.kind {
            EndingKind::AfterTurn => {}
            EndingKind::AsSoonAs(phrase) | EndingKind::CannotMove(phrase) => phrases.push(phrase),
        }
    }
    phrases.extend(rules.scores.iter().flat_map(|score| [&score.player, &score.value]));
    phrases.into_iter().any(|phrase| any_phrase(phrase, test))
        || blocks(rules).into_iter().any(|block| any_in_block(block, test))
        || paths.into_iter().any(|path| any_in_path(path, test))
}
