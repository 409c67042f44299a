//! Statements that change the position: what can be set, moved, taken.

use crate::diagnostic::{Diagnostic, nearest};
use crate::model::equipment::{PileHolds, SlotType};
use crate::model::expr::{Arithmetic, Expr, ExprKind, Field, Given, NewPiece, Type};
use crate::model::rules::{PieceDestination, StatementKind, StoredOf, StoredType, TokenDestination};
use crate::model::{KindId, PileId, SlotId, StoredId, TokenId};
use crate::source::Span;
use crate::syntax::ast::{self, ExprKind as Phrase, StatementKind as Ast};

use super::Checker;
use super::env::{Env, unfold};
use super::reading::{Many, Reading, is_set};

/// What is moved.
enum Moved {
    New(NewPiece),
    Pieces(Expr),
    Tokens(TokenId, Expr),
}

/// Where to.
enum Place {
    Box,
    Slot(SlotId, TokenId, Expr),
    Under(TokenId, Expr),
    Bottom(Expr),
    Top(Expr),
    Pile(PileHolds, Expr),
    Site(Expr),
}

impl<'a> Checker<'a> {
    /// One change.
    pub(super) fn effect(&mut self, env: &Env<'a>, kind: &'a Ast, span: Span) -> Option<StatementKind> {
        match kind {
            Ast::Set(target, value) => self.set(env, target, value),
            Ast::Raise(target, by) => self.raise(env, target, by, false),
            Ast::Lower(target, by) => self.raise(env, target, by, true),
            Ast::Move(what, to) => self.moves(env, what, to),
            Ast::Take(what) => Some(StatementKind::Take(self.expect(env, what, Type::Piece)?.expr)),
            Ast::Exchange(all) => {
                if all.len() < 2 {
                    self.report(
                        Diagnostic::error("E0337", span, "an exchange needs two places at least")
                            .help("as in `exchange a1, b1`"),
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
            Ast::Shuffle(pile) => Some(StatementKind::Shuffle(self.expect(env, pile, Type::Pile)?.expr)),
            Ast::Show(what, to) => {
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
            _ => None,
        }
    }

    fn set(&mut self, env: &Env<'a>, target: &'a ast::Expr, value: &'a ast::Expr) -> Option<StatementKind> {
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
            return None;
        };
        let Phrase::Name(name) = &field.kind else {
            self.cannot_set(env, field, span);
            return None;
        };
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
        let spellings = self.spellings(name);
        let slot = spellings.iter().find_map(|name| self.equipment.slots.iter().position(|slot| slot.name == *name));
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

    /// A counter, clock or kept thing as a target; `Some(None)`: it is something else; `None`: an error has been given.
    #[allow(clippy::option_option)]
    fn stored_target(&mut self, env: &Env<'a>, target: &'a ast::Expr) -> Option<Option<(StoredId, Option<Expr>)>> {
        let find = |this: &Self, name: &str| {
            this.spellings(name).iter().find_map(|name| this.stored.iter().position(|one| one.name == *name))
        };
        match &target.kind {
            Phrase::Name(name) if env.find(name).is_none() => {
                let Some(i) = find(self, name) else { return Some(None) };
                if self.stored[i].of != StoredOf::Position {
                    self.phrase(env, target);
                    return None;
                }
                Some(Some((StoredId(i as u8), None)))
            }
            Phrase::Of(field, of) => {
                let Phrase::Name(name) = &field.kind else { return Some(None) };
                let Some(i) = find(self, name) else { return Some(None) };
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

    fn cannot_set(&mut self, env: &Env<'a>, target: &ast::Expr, span: Span) {
        let text = self.sources.text(target.span).to_string();
        let mut known: Vec<String> = self.stored.iter().map(|stored| stored.name.clone()).collect();
        known.extend(self.equipment.slots.iter().map(|slot| slot.name.clone()));
        known.extend(["kind", "owner", "face"].map(str::to_string));
        let mut found = Diagnostic::error("E0338", span, format!("`{text}` cannot be set"));
        if let Some(near) = nearest(&text, known.iter().map(String::as_str)).filter(|near| *near != text) {
            found = found.help(format!("did you mean `{near}`?"));
        } else if env.find(&text).is_some() {
            found = found.help("a name bound by `let`, `choose` or `for` keeps its value");
        } else {
            found = found.help("what is declared in `state` can be set, and of pieces their kind, owner and attributes");
        }
        self.report(found);
    }

    fn raise(&mut self, env: &Env<'a>, target: &'a ast::Expr, by: &'a ast::Expr, down: bool) -> Option<StatementKind> {
        let (inside, target, span) = unfold(env, target);
        let Some((id, of)) = self.stored_target(&inside, target)? else {
            self.cannot_set(env, target, span);
            return None;
        };
        let by = self.number(env, by)?;
        if !matches!(self.stored[id.index()].holds, StoredType::Number { .. }) {
            let word = if down { "lowered" } else { "raised" };
            let line = self.line_span(self.stored[id.index()].rule);
            self.report(Diagnostic::error("E0343", span, format!("only a number can be {word}")).label(line, "declared here"));
            return None;
        }
        let by = match (down, by.expr.kind) {
            (false, kind) => Expr { kind, ..by.expr },
            (true, ExprKind::Number(number)) => Expr { kind: ExprKind::Number(number.saturating_neg()), ..by.expr },
            (true, kind) => {
                let (ty, span) = (by.expr.ty, by.expr.span);
                let zero = Expr { kind: ExprKind::Number(0), ty, span };
                let some = Expr { kind, ty, span };
                Expr { kind: ExprKind::Arithmetic(Arithmetic::Subtract, Box::new(zero), Box::new(some)), ty, span }
            }
        };
        Some(StatementKind::Raise(id, of, by))
    }

    fn moves(&mut self, env: &Env<'a>, what: &'a ast::Expr, to: &'a ast::Expr) -> Option<StatementKind> {
        let place = self.place(env, to);
        let moved = self.moved(env, what);
        let (place, moved) = (place?, moved?);
        let pieces = |place: Place| match place {
            Place::Box => Ok(PieceDestination::Box),
            Place::Bottom(of) => Ok(PieceDestination::BottomOf(of)),
            Place::Top(of) => Ok(PieceDestination::TopOf(of)),
            Place::Pile(PileHolds::Pieces | PileHolds::Kind(_), pile) => Ok(PieceDestination::Pile(pile)),
            Place::Site(site) => Ok(PieceDestination::Site(site)),
            Place::Slot(..) | Place::Under(..) | Place::Pile(PileHolds::Token(_), _) => Err("a piece"),
        };
        let tokens = |token: TokenId, place: Place| match place {
            Place::Box => Ok(TokenDestination::Box),
            Place::Slot(slot, of, piece) if of == token => Ok(TokenDestination::Slot(slot, piece)),
            Place::Under(of, site) if of == token => Ok(TokenDestination::Under(site)),
            Place::Pile(PileHolds::Token(of), pile) if of == token => Ok(TokenDestination::Pile(pile)),
            _ => Err("a token"),
        };
        let made = match moved {
            Moved::New(new) => pieces(place).map(|to| StatementKind::PlaceNew(new, to)),
            Moved::Pieces(set) => pieces(place).map(|to| StatementKind::MovePiece(set, to)),
            Moved::Tokens(token, set) => tokens(token, place).map(|to| StatementKind::MoveToken(set, to)),
        };
        match made {
            Ok(made) => Some(made),
            Err(thing) => {
                self.report(
                    Diagnostic::error("E0339", to.span, format!("{thing} of this type cannot go here"))
                        .label(what.span, "this is moved")
                        .help("pieces go to sites, piles of pieces, `bottom of` or `top of` a tower, and `box`")
                        .help("tokens go to piles of such tokens, slots of pieces for them, under sites, and `box`"),
                );
                None
            }
        }
    }

    fn moved(&mut self, env: &Env<'a>, what: &'a ast::Expr) -> Option<Moved> {
        let (inside, inner, _) = unfold(env, what);
        if let Phrase::New(kind) = &inner.kind {
            return self.new_piece(&inside, kind).map(Moved::New);
        }
        let readings = self.phrase(env, what);
        let things = self.things(readings, what.span)?;
        match things.ty() {
            Type::Piece => Some(Moved::Pieces(things.expr)),
            Type::Token(token) => Some(Moved::Tokens(token, things.expr)),
            _ if is_set(things.ty()) => self.pick(&[things], Type::Piece, what.span).map(|one| Moved::Pieces(one.expr)),
            _ => None,
        }
    }

    /// `new KIND`: from the pile where such pieces wait.
    fn new_piece(&mut self, env: &Env<'a>, word: &'a ast::Word) -> Option<NewPiece> {
        let readings = self.word(env, &word.value, word.span);
        let reading = self.pick(&readings, Type::Kind, word.span)?;
        let kind = match reading.expr.kind {
            ExprKind::Kinds(kinds) => self.only_kind(kinds),
            _ if env.moment.stage == super::env::Stage::Loose => Some(KindId(0)),
            _ => None,
        };
        let Some(kind) = kind else {
            self.report(
                Diagnostic::error("E0344", word.span, "a new piece must be of one kind, known beforehand")
                    .help("as in `new man`"),
            );
            return None;
        };
        let waits = |holds: PileHolds| matches!(holds, PileHolds::Pieces) || holds == PileHolds::Kind(kind);
        let from = self.equipment.piles.iter().position(|pile| pile.name == "supply" && waits(pile.holds));
        Some(NewPiece { kind, from: from.map(|i| PileId(i as u8)) })
    }

    fn place(&mut self, env: &Env<'a>, to: &'a ast::Expr) -> Option<Place> {
        let (inside, inner, _) = unfold(env, to);
        if let Phrase::Name(name) = &inner.kind
            && name == "box"
            && inside.find(name).is_none()
        {
            return Some(Place::Box);
        }
        if let Phrase::Of(field, of) = &inner.kind
            && let Phrase::Name(name) = &field.kind
            && inside.find(name).is_none()
            && let Some(place) = self.place_of(&inside, name, of)
        {
            return place;
        }
        let readings = self.phrase(env, to);
        if let Some(pile) = readings.iter().find(|one| one.ty() == Type::Pile) {
            let pile = pile.clone();
            self.single(&pile, to.span, "`move`");
            let Some(holds) = self.pile_holds(&pile.expr) else {
                self.unknown_pile(to.span);
                return None;
            };
            return Some(Place::Pile(holds, pile.expr));
        }
        let site = self.pick(&readings, Type::Site, to.span)?;
        self.single(&site, to.span, "`move`");
        Some(Place::Site(site.expr))
    }

    /// `bottom of X`, `shield of X`, `card of X` as places; the outer `None`: it is no such place.
    #[allow(clippy::option_option)]
    fn place_of(&mut self, env: &Env<'a>, name: &str, of: &'a ast::Expr) -> Option<Option<Place>> {
        let slot = self.spellings(name).iter().find_map(|name| {
            (0u8..).zip(&self.equipment.slots).find(|(_, slot)| slot.name == *name).map(|(i, slot)| (i, slot.holds))
        });
        let under = self.equipment.under.as_ref().filter(|(slot, _)| slot == name).map(|(_, token)| *token);
        if matches!(name, "bottom" | "top") {
            let readings = self.phrase(env, of);
            if readings.iter().any(|one| one.ty() == Type::Pile) {
                return None;
            }
            let tower = self.pick(&readings, Type::Piece, of.span);
            return Some(tower.map(|tower| {
                self.single(&tower, of.span, "`move`");
                if name == "top" { Place::Top(tower.expr) } else { Place::Bottom(tower.expr) }
            }));
        }
        let readings = self.phrase(env, of);
        if readings.is_empty() {
            return Some(None);
        }
        if let Some((slot, SlotType::Token(token))) = slot
            && let Ok(piece) = self.nearest_as(&readings, Type::Piece)
        {
            self.single(&piece, of.span, "`move`");
            return Some(Some(Place::Slot(SlotId(slot), token, piece.expr)));
        }
        let token = under?;
        let site = self.nearest_as(&readings, Type::Site).ok()?;
        self.single(&site, of.span, "`move`");
        Some(Some(Place::Under(token, site.expr)))
    }

    /// W0301 where one thing is wanted and none may come; E0307 where many are sure to.
    pub(super) fn single(&mut self, reading: &Reading, span: Span, wants: &str) {
        let text = self.sources.text(span).to_string();
        match reading.many {
            Many::One => {}
            Many::Maybe => self.report(
                Diagnostic::warning("W0301", span, format!("{wants} wants one thing, and there may be none"))
                    .help(format!("guard it: `if some {text} …`")),
            ),
            Many::Many => self.not_many(reading, span, wants),
        }
    }

    /// E0307 where many are sure to come, W0302 where they may.
    pub(super) fn not_many(&mut self, reading: &Reading, span: Span, wants: &str) {
        if reading.many != Many::Many {
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
