//! Movement of tokens, and which player learns what by it. A token that nobody has seen has no identity: chance determines its
//! class when somebody first sees it.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::expr::{Expr, Type};
use crate::model::rules::{PileRef, TokenDestination};
use crate::model::{PlayerId, SiteId, SlotId};

use super::convert::{is_open, seers};
use super::deeds::{Chosen, Deed};
use super::phrases::Thing;
use super::position::{Heap, HeapNo, Item, PieceNo, TokenNo};
use super::run::{Decider, Ran, Run, Stop};

/// What happens to a token.
#[derive(Clone, Copy)]
enum TokenAction {
    Box,
    Pile(PileRef),
    Slot(PieceNo, SlotId),
    Under(SiteId),
    /// It stays, and shows this face.
    Face(u8),
    /// It stays, and is shown to some players.
    Shown,
}

impl<'v> Run<'v> {
    /// `move CARDS to …`
    pub(super) fn move_tokens(&mut self, what: &'v Expr, to: &'v TokenDestination) -> Ran {
        let tokens = self.tokens_of(what);
        if tokens.is_empty() {
            return Ok(());
        }
        let asking = self.asking();
        let fate = match to {
            TokenDestination::Box => Some(TokenAction::Box),
            TokenDestination::Pile(pile) => asking.piles(pile).first().copied().map(TokenAction::Pile),
            TokenDestination::Slot(slot, piece) if tokens.len() == 1 => {
                asking.pieces(piece).first().map(|piece| TokenAction::Slot(*piece, *slot))
            }
            TokenDestination::Under(site) if tokens.len() == 1 => match asking.sites(site)[..] {
                [site] => Some(TokenAction::Under(site)),
                _ => None,
            },
            TokenDestination::Slot(..) | TokenDestination::Under(_) => None,
        };
        let fate = fate.ok_or(Stop::Failed)?;
        for token in tokens {
            self.meet(token, fate, &BTreeSet::new(), false)?;
        }
        Ok(())
    }

    /// `set face of … to …`: the move is cut before a token is turned to its open face, even if players know the token.
    pub(super) fn turn_tokens(&mut self, of: &'v Expr, to: &'v Expr) -> Ran {
        let tokens = self.tokens_of(of);
        let Some(Thing::Member(face)) = self.asking().things(to).first().copied() else { return Ok(()) };
        let equipment = &self.variant.equipment;
        if tokens.iter().any(|token| is_open(equipment, self.position.tokens[token].kind, face)) {
            self.cut()?;
        }
        for token in tokens {
            self.meet(token, TokenAction::Face(face), &BTreeSet::new(), true)?;
        }
        Ok(())
    }

    /// `show X to P`
    pub(super) fn show_tokens(&mut self, what: &'v Expr, to: &'v Expr) -> Ran {
        let asking = self.asking();
        let all = (0..self.variant.equipment.players.len() as u8).map(PlayerId);
        let players: BTreeSet<PlayerId> = match to.ty {
            Type::Side => {
                let sides = asking.sides(to);
                all.filter(|player| sides.contains(&self.side_of(*player))).collect()
            }
            _ => asking.players_of(to).into_iter().collect(),
        };
        for token in self.tokens_of(what) {
            self.meet(token, TokenAction::Shown, &players, false)?;
        }
        Ok(())
    }

    fn tokens_of(&self, phrase: &'v Expr) -> Vec<TokenNo> {
        let token = |thing: Thing| if let Thing::Token(token) = thing { Some(token) } else { None };
        self.asking().things(phrase).into_iter().filter_map(token).collect()
    }

    /// Applies `fate` to a token. If nobody has seen the token and somebody is about to, chance determines its class. If the
    /// player who chooses learns something, the decision is cut first, unless it has been cut already (`told`).
    fn meet(&mut self, token: TokenNo, fate: TokenAction, shown_to: &BTreeSet<PlayerId>, mut told: bool) -> Ran {
        if !self.lies(token) {
            return Err(Stop::Failed);
        }
        let seers = self.seers(token, fate, shown_to);
        if self.position.tokens[&token].class.is_none() && !seers.is_empty() {
            self.identify(token)?;
            told = true;
        }
        let known = &self.position.tokens[&token].seen_by;
        if let Decider::Player(chooser) = self.decider()
            && !told
            && seers.contains(&chooser)
            && !known.contains(&chooser)
        {
            self.cut()?;
        }
        let all = self.variant.equipment.players.len();
        if let Some(token) = self.position.tokens.get_mut(&token) {
            token.seen_by.extend(seers);
            if token.class.is_some() && token.seen_by.len() == all {
                token.heap = None;
            }
            if let TokenAction::Face(face) = fate {
                token.face = face;
            }
        }
        if !matches!(fate, TokenAction::Face(_) | TokenAction::Shown) {
            self.put_token(token, fate);
        }
        Ok(())
    }

    /// All players.
    pub(super) fn everybody(&self) -> BTreeSet<PlayerId> {
        (0..self.variant.equipment.players.len() as u8).map(PlayerId).collect()
    }

    /// The players who see the token after this.
    fn seers(&self, token: TokenNo, fate: TokenAction, shown_to: &BTreeSet<PlayerId>) -> BTreeSet<PlayerId> {
        let equipment = &self.variant.equipment;
        let token = &self.position.tokens[&token];
        let all = || self.everybody();
        match fate {
            TokenAction::Shown => shown_to.clone(),
            TokenAction::Box => all(),
            TokenAction::Pile(pile) => seers(equipment, pile),
            TokenAction::Face(face) if is_open(equipment, token.kind, face) => all(),
            TokenAction::Slot(..) | TokenAction::Under(_) if is_open(equipment, token.kind, token.face) => all(),
            TokenAction::Face(_) | TokenAction::Slot(..) | TokenAction::Under(_) => BTreeSet::new(),
        }
    }

    /// Lets chance determine the class of a token, out of the unseen part of its heap.
    fn identify(&mut self, token: TokenNo) -> Ran {
        let Some(heap) = self.position.tokens[&token].heap else { return Ok(()) };
        let left = self.position.heaps.get(&heap).map(|heap| &heap.left);
        let left: Vec<(u16, u64)> =
            left.into_iter().flatten().map(|(class, many)| (*class, *many)).filter(|(_, many)| *many > 0).collect();
        let chosen = self.choose(Decider::Chance, left.iter().map(|(_, many)| *many).collect())?;
        let (class, many) = left[chosen];
        if let Some(heap) = self.position.heaps.get_mut(&heap) {
            heap.left.insert(class, many - 1);
        }
        if let Some(token) = self.position.tokens.get_mut(&token) {
            token.class = Some(class);
        }
        let kind = self.position.tokens[&token].kind;
        let name = self.variant.equipment.tokens[kind.index()].name.clone();
        self.decision.deeds.push(Deed::Chosen(name, vec![Chosen::Token(kind, self.position.plain_token(token))]));
        self.cut()
    }

    /// Puts a token in its new place. A token that was in that slot or under that site goes to the box.
    fn put_token(&mut self, token: TokenNo, fate: TokenAction) {
        self.position.lift_token(token);
        let before = match fate {
            TokenAction::Slot(piece, slot) => {
                self.position.pieces.get_mut(&piece).and_then(|piece| piece.tokens.insert(slot, token))
            }
            TokenAction::Under(site) => self.position.under.insert(site, token),
            TokenAction::Pile(pile) => {
                self.position.piles.entry(pile).or_default().push(Item::Token(token));
                None
            }
            TokenAction::Box | TokenAction::Face(_) | TokenAction::Shown => {
                self.position.put_in_box(token, self.everybody());
                None
            }
        };
        if let Some(before) = before {
            self.position.put_in_box(before, self.everybody());
        }
    }

    /// Whether a token is where phrases find it: in the box, in a pile, under a site or on a piece that commands one.
    fn lies(&self, token: TokenNo) -> bool {
        let position = &self.position;
        match position.pieces.iter().find(|(_, piece)| piece.tokens.values().any(|borne| *borne == token)) {
            Some((bearer, _)) => position.commands(*bearer).is_some(),
            None => {
                position.boxed.contains(&token)
                    || position.under.values().any(|under| *under == token)
                    || position.pile_of(Item::Token(token)).is_some()
            }
        }
    }

    /// `shuffle PILE`: its tokens form one heap, and all players forget which is which. An older heap of which some tokens are
    /// elsewhere becomes part of the new heap.
    pub(super) fn shuffle(&mut self, pile: PileRef) {
        let tokens: Vec<TokenNo> = self
            .position
            .in_pile(pile)
            .iter()
            .filter_map(|item| if let Item::Token(token) = item { Some(*token) } else { None })
            .collect();
        let Some(kind) = tokens.first().map(|token| self.position.tokens[token].kind) else { return };
        let mut left: BTreeMap<u16, u64> = BTreeMap::new();
        for token in &tokens {
            if let Some(class) = self.position.tokens[token].class {
                *left.entry(class).or_default() += 1;
            }
        }
        let mixed: BTreeSet<HeapNo> = tokens.iter().filter_map(|token| self.position.tokens[token].heap).collect();
        for heap in &mixed {
            for (class, many) in self.position.heaps.remove(heap).into_iter().flat_map(|heap| heap.left) {
                *left.entry(class).or_default() += many;
            }
        }
        let numbers = (0..).map(HeapNo);
        let unused = |heap: &HeapNo| !self.position.heaps.contains_key(heap);
        let Some(into) = numbers.into_iter().find(unused) else { return };
        for token in self.position.tokens.values_mut() {
            if token.heap.is_some_and(|heap| mixed.contains(&heap)) {
                token.heap = Some(into);
            }
        }
        for token in tokens {
            if let Some(token) = self.position.tokens.get_mut(&token) {
                (token.class, token.heap) = (None, Some(into));
                token.seen_by.clear();
            }
        }
        self.position.heaps.insert(into, Heap { token: kind, left });
    }
}
