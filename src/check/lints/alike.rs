//! What makes no difference: a preference among moves by a value that is the same for all of them, a comparison of a thing with
//! itself, an element named twice, an ending by which everybody wins; and moves that are used as a truth.

use std::collections::HashMap;
use std::mem::discriminant;

use crate::diagnostic::Diagnostic;
use crate::model::LocalId;
use crate::model::expr::{Expr, ExprKind, Field, Given, RelativeTo, Type};
use crate::model::rules::{Block, EndingKind, Event, StatementKind};
use crate::model::walk::{any_in_block, any_in_rules, any_phrase, any_statement, blocks};
use crate::source::Span;
use crate::syntax::print::spanless;

use super::Looked;

impl Looked<'_> {
    /// W0832, W0833, W0841, W0843 and W0872.
    pub(super) fn alike(&mut self) {
        self.same_for_every_move();
        self.moves_as_truths();
        self.compared_with_itself();
        self.said_twice();
        self.everybody_wins();
    }

    /// W0841: `with most N`, where N is read on the position before the move and does not depend on the move.
    fn same_for_every_move(&mut self) {
        let mut keys: HashMap<Span, bool> = HashMap::new();
        any_in_rules(self.rules, &mut |phrase| {
            if let ExprKind::Extreme(from, it, _, key) = &phrase.kind
                && from.ty == Type::Move
            {
                // a phrase from a definition is reported where the definition is used
                let at = if phrase.span.contains(key.span) { key.span } else { phrase.span };
                *keys.entry(at).or_insert(true) &= !any_phrase(key, &mut |part| is_of_the_move(part, *it));
            }
            false
        });
        for at in self.decided(keys) {
            self.found.push(
                Diagnostic::warning("W0841", at, "no move is preferred by this: it is the same for every move")
                    .help("it is read on the position before the move; of the move are `actor`, `taken`, `start`, `landing` and `trail`")
                    .help("what a move captures is `taken`: `with most taken`, `with most total value of taken`"),
            );
        }
    }

    /// W0843: moves used as a truth, as in `must move where actor is king or (move where actor is man)`.
    fn moves_as_truths(&mut self) {
        let mut all: HashMap<Span, bool> = HashMap::new();
        any_in_rules(self.rules, &mut |phrase| {
            if let ExprKind::Where(from, _, holds) = &phrase.kind
                && from.ty == Type::Move
            {
                any_phrase(holds, &mut |part| {
                    // `some capture` says so explicitly; its span begins before that of its set
                    if let ExprKind::Some(set) = &part.kind
                        && set.ty == Type::Move
                        && set.span == part.span
                    {
                        all.insert(part.span, true);
                    }
                    false
                });
            }
            false
        });
        for at in self.decided(all) {
            self.found.push(
                Diagnostic::warning("W0843", at, "moves stand here as a truth: all that is asked is whether there are any")
                    .help("`where` takes in all that follows, `or` too; to name moves of two sorts, bracket each: `must (capture where …) or (capture where …)`")
                    .help("to ask whether there is such a move, say so: `some capture`"),
            );
        }
    }

    /// W0832: a comparison of a thing with itself, such as `actor of it is not actor`.
    fn compared_with_itself(&mut self) {
        let mut all: HashMap<Span, bool> = HashMap::new();
        // in a `where` over moves, `actor` is the same as `actor of it`
        any_in_rules(self.rules, &mut |phrase| {
            if let ExprKind::Where(from, it, holds) = &phrase.kind
                && from.ty == Type::Move
            {
                any_phrase(holds, &mut |part| compared(part, &mut all, &|side| of_move(side, *it)));
            }
            false
        });
        // in these events `it` is the acting piece
        for trigger in self.rules.triggers.iter().filter(|one| matches!(one.event, Event::Lands(..) | Event::Rests(..))) {
            let mut look = |part: &Expr| compared(part, &mut all, &of_event);
            trigger.condition.iter().for_each(|condition| {
                any_phrase(condition, &mut look);
            });
            any_in_block(&trigger.body, &mut look);
        }
        let known: Vec<Span> = all.keys().copied().collect();
        any_in_rules(self.rules, &mut |part| {
            // The kinds of the two sides already distinguish most comparisons, without printing them.
            let alike = match &part.kind {
                ExprKind::Is(a, b) | ExprKind::Compare(_, a, b) => discriminant(&a.kind) == discriminant(&b.kind),
                _ => false,
            };
            alike && !known.contains(&part.span) && compared(part, &mut all, &spanless_kind)
        });
        for at in self.decided(all) {
            self.found.push(
                Diagnostic::warning("W0832", at, "this compares a thing with itself")
                    .help("of a move in question, `actor` is the piece that makes it, as `actor of it` is; whoever acts is `it` in `lands` and `rests`")
                    .help("to ask who acted before, remember it: `keep earlier: piece each turn`, `when move ends: set earlier to actor`"),
            );
        }
    }

    /// W0833: an element named twice, as in `(1 or 2 or 2)`.
    fn said_twice(&mut self) {
        let mut all: HashMap<Span, bool> = HashMap::new();
        any_in_rules(self.rules, &mut |phrase| {
            if let ExprKind::Union(parts) = &phrase.kind {
                let said: Vec<String> = parts.iter().map(spanless).collect();
                let again = (0..parts.len()).filter(|i| said[..*i].contains(&said[*i]));
                all.extend(again.map(|i| (parts[i].span, true)));
            }
            false
        });
        for at in self.decided(all) {
            let text = self.sources.text(at);
            self.found.push(
                Diagnostic::warning("W0833", at, format!("`{text}` stands here twice, and is in the set once"))
                    .help("it is no likelier by that: for uneven chances let chance choose one of many numbers, and ask which (`die <= 2`)"),
            );
        }
    }

    /// W0872: an ending for everybody, such as `player wins if …`.
    fn everybody_wins(&mut self) {
        let mut found: Vec<(Span, &str)> = Vec::new();
        // in `player who cannot move`, `player` is that player
        let of_the_stuck = |block: &Block| {
            let stuck = self.rules.endings.iter().filter(|line| matches!(line.kind, EndingKind::CannotMove(_)));
            stuck.map(|line| &line.body).any(|body| std::ptr::eq(body, block))
        };
        for block in blocks(self.rules).into_iter().filter(|block| !of_the_stuck(block)) {
            any_statement(block, &mut |statement| {
                match &statement.kind {
                    StatementKind::Wins(who, _) if self.is_everybody(who) => found.push((who.span, "wins")),
                    StatementKind::Loses(who, _) if self.is_everybody(who) => found.push((who.span, "loses")),
                    _ => {}
                }
                false
            });
        }
        found.retain(|(at, _)| self.asked(*at));
        for (at, does) in found {
            let text = self.sources.text(at);
            let says = format!("`{text}` is everybody here: every player {does} by this at once");
            let says = Diagnostic::warning("W0872", at, says);
            let says = match text.contains(" with ") {
                true => says.help("what ranks players asks for each of them by `it`: `player with most piece of it`"),
                false => says.help(format!("say who: `mover {does} …`, `opponent {does} …`, or `player where … {does}`")),
            };
            self.found.push(says.help("a draw is written `draw`"));
        }
    }

    /// The places to be examined where the finding is true at each reading: a definition is read wherever it is used. Sorted.
    fn decided(&self, all: HashMap<Span, bool>) -> Vec<Span> {
        let found = all.into_iter().filter(|(at, same)| *same && self.asked(*at));
        let mut found: Vec<Span> = found.map(|(at, _)| at).collect();
        found.sort_by_key(|at| (at.file, at.start));
        found
    }

    /// Whether the set is always all players, or all sides.
    fn is_everybody(&self, who: &Expr) -> bool {
        let all = |bits: u32, of: usize| bits.count_ones() as usize == of;
        let (players, sides) = (self.equipment.players.len(), self.equipment.sides.len());
        match &who.kind {
            _ if sides < 2 => false,
            ExprKind::Given(Given::Players | Given::Sides) => true,
            ExprKind::Players(bits) => all(u32::from(*bits), players),
            ExprKind::Sides(bits) => all(u32::from(*bits), sides),
            ExprKind::Field(Field::SideOf | Field::PlayersOf, of) => self.is_everybody(of),
            // `player with most taken`: the key is the same for all of them
            ExprKind::Extreme(from, it, _, key) => {
                self.is_everybody(from) && !any_phrase(key, &mut |part| part.kind == ExprKind::Local(*it))
            }
            ExprKind::Union(parts) => {
                let named = |part: &Expr, given: Given| any_phrase(part, &mut |one| one.kind == ExprKind::Given(given));
                let plain = |part: &Expr| match &part.kind {
                    ExprKind::Given(_) => true,
                    ExprKind::Field(Field::SideOf, of) => matches!(of.kind, ExprKind::Given(_)),
                    _ => false,
                };
                let some = |given: Given| parts.iter().any(|part| plain(part) && named(part, given));
                let bits = parts.iter().fold(0, |bits, part| match part.kind {
                    ExprKind::Players(more) | ExprKind::Sides(more) => bits | u32::from(more),
                    _ => bits,
                });
                let of = if who.ty == Type::Side { sides } else { players };
                parts.iter().any(|part| self.is_everybody(part)) || some(Given::Mover) && some(Given::Opponent) || all(bits, of)
            }
            _ => false,
        }
    }
}

/// Whether a phrase, its parts left aside, reads something of the move `it` that is judged.
fn is_of_the_move(phrase: &Expr, it: LocalId) -> bool {
    match &phrase.kind {
        ExprKind::Local(local) => *local == it,
        ExprKind::Given(given) => {
            matches!(
                given,
                Given::Actor | Given::Taken | Given::Passed | Given::Start | Given::Landing | Given::Trail | Given::Legs
            )
        }
        ExprKind::RelativeSites(_, to) | ExprKind::RelativeDirections(_, to) => matches!(to, RelativeTo::Actor),
        _ => false,
    }
}

/// Records whether both sides of a comparison have the same text, at this reading and all before; `false` continues the walk.
fn compared(phrase: &Expr, all: &mut HashMap<Span, bool>, text: &dyn Fn(&Expr) -> String) -> bool {
    if let ExprKind::Is(a, b) | ExprKind::Compare(_, a, b) = &phrase.kind {
        let written = !matches!((&a.kind, &b.kind), (ExprKind::Number(_), ExprKind::Number(_)));
        *all.entry(phrase.span).or_insert(true) &= written && text(a) == text(b);
    }
    false
}

fn spanless_kind(side: &Expr) -> String {
    spanless(&side.kind)
}

fn phrase(kind: ExprKind, ty: Type) -> Expr {
    Expr { kind, ty, span: Span::default() }
}

/// The text of a phrase about the move `it`, with `actor of it` written as `actor`.
fn of_move(side: &Expr, it: LocalId) -> String {
    let the_move = phrase(ExprKind::Local(it), Type::Move);
    let by = spanless(&phrase(ExprKind::Field(Field::ActorOf, Box::new(the_move)), Type::Piece));
    spanless(side).replace(&by, &spanless(&phrase(ExprKind::Given(Given::Actor), Type::Piece)))
}

/// The text of a phrase in a trigger about the acting piece, with `it` written as `actor`.
fn of_event(side: &Expr) -> String {
    let it = spanless(&phrase(ExprKind::Local(LocalId(0)), Type::Piece));
    spanless(side).replace(&it, &spanless(&phrase(ExprKind::Given(Given::Actor), Type::Piece)))
}
