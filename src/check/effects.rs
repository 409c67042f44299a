//! Statements that change the position: what can be set, exchanged and shown.

use crate::diagnostic::Diagnostic;
use crate::model::equipment::SlotType;
use crate::model::expr::{Expr, ExprKind, Field, Given, Type};
use crate::model::rules::{StatementKind, StoredOf, StoredType};
use crate::model::{SlotId, StoredId};
use crate::source::Span;
use crate::syntax::ast::{self, ExprKind as Phrase};

use super::checker::Checker;
use super::env::{Env, unfold};
use super::reading::{Many, Reading};

impl<'a> Checker<'a> {
    /// `exchange A, B, …`
    pub(super) fn exchange(&mut self, env: &Env<'a>, all: &'a [ast::Expr], span: Span) -> Option<StatementKind> {
        if all.len() < 2 {
            self.report(
                Diagnostic::error("E0337", span, "an exchange needs two places at least").help("as in `exchange a1, b1`"),
            );
        }
        let sites: Vec<Option<Expr>> = all
            .iter()
            .map(|one| {
                let site = self.expect(env, one, Type::Site)?;
                self.single(&site, one.span, "`exchange`");
                Some(site.expr)
            })
            .collect();
        Some(StatementKind::Exchange(sites.into_iter().collect::<Option<_>>()?))
    }

    /// `show X to P`
    pub(super) fn show(&mut self, env: &Env<'a>, what: &'a ast::Expr, to: &'a ast::Expr) -> Option<StatementKind> {
        let readings = self.phrase(env, what);
        let tokens = self.things(readings, what.span);
        let people = self.phrase(env, to);
        let players = match people.iter().find(|one| one.ty() == Type::Player) {
            Some(players) => Some(players.clone()),
            None => self
                .pick(&people, Type::Side, to.span)
                .map(|sides| sides.wrap(Type::Player, |set| ExprKind::Field(Field::PlayersOf, set))),
        };
        let tokens = tokens?;
        if !matches!(tokens.ty(), Type::Token(_)) {
            let name = self.type_name(tokens.ty());
            self.report(Diagnostic::error(
                "E0340",
                what.span,
                format!("only tokens can be hidden, so only they can be shown; this is {name}"),
            ));
            return None;
        }
        Some(StatementKind::Show(tokens.expr, players?.expr))
    }

    /// `set F of X to V`, `set N to V`
    pub(super) fn set(&mut self, env: &Env<'a>, target: &'a ast::Expr, value: &'a ast::Expr) -> Option<StatementKind> {
        let (inside, target, span) = unfold(env, target);
        if let Some((id, of)) = self.stored_target(&inside, target)? {
            let holds = self.stored.get(id.index()).map(|stored| stored.holds)?;
            return Some(match holds {
                StoredType::Number { .. } => {
                    let value = self.number(env, value)?;
                    StatementKind::SetNumber(id, of, value.expr)
                }
                StoredType::Set(ty) => StatementKind::SetKept(id, of, self.expect(env, value, ty)?.expr),
            });
        }
        let Phrase::Of(field, of) = &target.kind else {
            self.cannot_set(env, target, span);
            self.bracketed(target);
            return None;
        };
        let Phrase::Name(name) = &field.kind else {
            self.cannot_set(env, field, span);
            return None;
        };
        self.note_field(name, field.span);
        match name.as_str() {
            "kind" => {
                let pieces = self.expect(&inside, of, Type::Piece);
                let kind = self.expect(env, value, Type::Kind)?;
                self.single(&kind, value.span, "`kind of …`");
                return Some(StatementKind::SetKind(pieces?.expr, kind.expr));
            }
            "owner" => {
                let pieces = self.expect(&inside, of, Type::Piece);
                let side = self.expect(env, value, Type::Side)?;
                self.single(&side, value.span, "`owner of …`");
                return Some(StatementKind::SetOwner(pieces?.expr, side.expr));
            }
            "face" => return self.set_face(env, &inside, of, value),
            _ => {}
        }
        let mut spellings = self.spellings(name);
        let slot = spellings.find_map(|name| self.equipment.slots.iter().position(|slot| slot.name == *name));
        let Some(slot) = slot else {
            self.cannot_set(env, field, field.span);
            return None;
        };
        let SlotType::Value(values) = self.equipment.slots[slot].holds else {
            self.report(
                Diagnostic::error("E0341", target.span, format!("`{name}` holds a thing, and things are moved, not set"))
                    .help(format!("write `move … to {name} of …`; to empty it, `move {name} of … to …`")),
            );
            return None;
        };
        let pieces = self.expect(&inside, of, Type::Piece);
        let value = self.expect(env, value, Type::Value(values));
        Some(StatementKind::SetSlot(SlotId(slot as u8), pieces?.expr, value?.expr))
    }

    fn set_face(&mut self, env: &Env<'a>, inside: &Env<'a>, of: &'a ast::Expr, value: &'a ast::Expr) -> Option<StatementKind> {
        let readings = self.phrase(inside, of);
        let tokens = self.things(readings, of.span)?;
        let faces = match tokens.ty() {
            Type::Token(token) => self.equipment.tokens.get(token.index()).and_then(|token| token.faces),
            _ => None,
        };
        let Some(faces) = faces else {
            let name = self.type_name(tokens.ty());
            self.report(Diagnostic::error("E0303", of.span, format!("`face of` wants a token with faces; this is {name}")));
            return None;
        };
        let face = self.expect(env, value, Type::Value(faces))?;
        self.single(&face, value.span, "`face of …`");
        Some(StatementKind::SetFace(tokens.expr, face.expr))
    }

    /// A counter, clock or kept thing as a target; `Some(None)` if the target is something else, `None` after an error.
    #[allow(clippy::option_option)]
    pub(super) fn stored_target(&mut self, env: &Env<'a>, target: &'a ast::Expr) -> Option<Option<(StoredId, Option<Expr>)>> {
        let find = |this: &Self, name: &str| this.spellings(name).find_map(|name| this.stored_named(&name));
        match &target.kind {
            Phrase::Name(name) if env.find(name).is_none() => {
                let Some(i) = find(self, name) else { return Some(None) };
                if self.stored[i].of != StoredOf::Position {
                    self.phrase(env, target);
                    return None;
                }
                self.note_field(name, target.span);
                if self.is_typeless(&self.stored[i].name) {
                    return None;
                }
                Some(Some((StoredId(i as u8), None)))
            }
            Phrase::Of(field, of) => {
                let Phrase::Name(name) = &field.kind else { return Some(None) };
                let Some(i) = find(self, name) else { return Some(None) };
                self.note_field(name, field.span);
                let of_span = of.span;
                if self.stored[i].of == StoredOf::Position {
                    let line = self.line_span(self.stored[i].rule);
                    self.report(
                        Diagnostic::error("E0342", of_span, format!("there is one `{name}`, not one for each player"))
                            .label(line, "declared here")
                            .help(format!("declare it so: `{name} of player: …`, or write `{name}` alone")),
                    );
                    return None;
                }
                let people = self.phrase(env, of);
                if self.is_typeless(&self.stored[i].name) {
                    return None;
                }
                let want = if self.stored[i].of == StoredOf::Player { Type::Player } else { Type::Side };
                let whose = people.iter().find(|one| one.ty() == want || (one.ty() == Type::Side && want == Type::Player));
                let whose = match whose {
                    Some(side) if side.ty() != want => side.wrap(want, |set| ExprKind::Field(Field::PlayersOf, set)),
                    Some(whose) => whose.clone(),
                    None => self.pick(&people, want, of_span)?,
                };
                Some(Some((StoredId(i as u8), Some(whose.expr))))
            }
            _ => Some(None),
        }
    }

    pub(super) fn cannot_set(&mut self, env: &Env<'a>, target: &ast::Expr, span: Span) {
        let text = self.sources.text(target.span).to_string();
        let mut known: Vec<String> = self.stored.iter().map(|stored| stored.name.clone()).collect();
        known.extend(self.equipment.slots.iter().map(|slot| slot.name.clone()));
        known.extend(["kind", "owner", "face"].map(str::to_string));
        let mut found = Diagnostic::error("E0338", span, format!("`{text}` cannot be set"));
        // The name before `of` may be misspelt: `life of mover`.
        let name = match &target.kind {
            Phrase::Of(field, _) => field.span,
            _ => target.span,
        };
        let word = self.sources.text(name);
        found = match known.iter().find(|known| several(word).contains(known)) {
            Some(known) => found.propose(name, known.as_str()),
            None => found.near(name, word, known.iter().map(String::as_str)),
        };
        if env.find(&text).is_some() {
            found = found.help("a name bound by `let`, `choose` or `for` keeps its value");
        } else if found.proposals.is_empty() {
            found = found.help("what is declared in `state` can be set, and of pieces their kind, owner and attributes");
        }
        self.report(found);
    }

    /// `set owner of piece on spot to …`: the filter applies to the owner, but the piece is meant. Proposes the brackets.
    fn bracketed(&mut self, target: &ast::Expr) {
        let mut base = target;
        while let Phrase::Filtered(inner, _) = &base.kind {
            base = inner;
        }
        while let Phrase::Together(words) = &base.kind
            && let [one] = &words[..]
        {
            base = one;
        }
        let (Phrase::Of(field, of), Some(last)) = (&base.kind, self.findings.found.last_mut()) else { return };
        if base.span.end == target.span.end || last.code != "E0338" {
            return;
        }
        let narrowed = of.span.to(target.span);
        let (field, of) = (self.sources.text(field.span), self.sources.text(narrowed));
        last.help = vec![format!("`of` takes the next word only; bracket what it is the {field} of")];
        *last = last.clone().propose(narrowed, format!("({of})"));
    }

    /// For a place where one thing is wanted: W0301 if there may be none, else as [`Checker::not_many`].
    pub(super) fn single(&mut self, reading: &Reading, span: Span, wants: &str) {
        let text = self.sources.text(span).to_string();
        match reading.many {
            Many::One => {}
            Many::Maybe if self.is_sure(span) => {}
            Many::Maybe => self.report(
                Diagnostic::warning("W0301", span, format!("{wants} wants one thing, and there may be none"))
                    .help(format!("guard it: `if some {text} …`")),
            ),
            Many::Several => self.not_many(reading, span, wants),
        }
    }

    /// For a place where at most one thing is wanted: E0307 if there are surely several, W0302 if there may be.
    pub(super) fn not_many(&mut self, reading: &Reading, span: Span, wants: &str) {
        if reading.many != Many::Several {
            return;
        }
        let wants = if wants == "as" { "`as`" } else { wants };
        let help = "choose one first: `choose one in …`";
        if surely_many(&reading.expr) {
            self.report(Diagnostic::error("E0307", span, format!("{wants} wants one thing, and this is many")).help(help));
        } else {
            self.report(
                Diagnostic::warning("W0302", span, format!("{wants} wants one thing, and this may be many")).help(help),
            );
        }
    }
}

impl Checker<'_> {
    /// What holds things, for `in`. Pieces that are kept or stand somewhere may be a single one for whoever wrote it, of which `in`
    /// would be what lies below: W0302 on boards with towers.
    pub(super) fn themselves(&mut self, container: Reading, span: Span) -> Reading {
        let may_be_one = matches!(container.expr.kind, ExprKind::Stored(..) | ExprKind::On(_, _, false));
        if container.ty() == Type::Piece && self.equipment.stacks > 1 && may_be_one {
            let says = "`in` means what lies below one piece; this may be many, so it means these pieces themselves";
            self.report(Diagnostic::warning("W0302", span, says).help("choose one first: `choose one in …`"));
        }
        container
    }
}

fn surely_many(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Sites(set) => set.len() > 1,
        ExprKind::Kinds(set) => set.count_ones() > 1,
        ExprKind::Given(given) => matches!(given, Given::Players | Given::Sides | Given::Pieces | Given::Empty),
        ExprKind::Field(Field::Pile(_) | Field::Site | Field::SideOf, of) => surely_many(of),
        ExprKind::RelativeSites(..) => true,
        _ => false,
    }
}

/// The possible plurals of a word: `lives` of `life`.
fn several(word: &str) -> Vec<String> {
    let endings = [("", "s"), ("", "es"), ("y", "ies"), ("f", "ves"), ("fe", "ves")];
    endings.iter().filter_map(|(one, more)| Some(format!("{}{more}", word.strip_suffix(one)?))).collect()
}
