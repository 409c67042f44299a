//! Moving, turning up and showing cards, and who learns what by it. Chance decides what a card is when somebody first sees it.
//! Where a player learns something, an option ends: what that player chooses next is another decision. The counterpart of
//! `engine/run/tokens.rs`, on numbers.

use std::hash::{Hash, Hasher};

use super::super::mixing::Mixing;
use super::super::tokens::Token;
use super::super::word::Word;
use super::asks::Decider;
use super::cards::Hand;
use super::elements::Elements;
use super::move_state::{Card, NamedValue, TokenSpot};
use super::ops::TokenTarget;
use super::phrases::Term;
use super::run::{Done, Mode, Run, Stop};

/// What is done with cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Deal {
    /// They go to a place.
    To(TokenSpot),
    /// They stay, and this face is turned up.
    Face(u8),
    /// They stay, and these players see them.
    Shown(u8),
}

impl<B: Word> Run<'_, B> {
    /// `move CARDS to …`
    pub(super) fn deal(&mut self, what: Term, to: &TokenTarget) -> Done {
        let cards = self.rules.phrases.cards(what, &self.moving);
        if cards.is_empty() {
            return Ok(());
        }
        let to = match to {
            TokenTarget::Slot(slot, piece) => {
                let site = self.rules.phrases.sites(*piece, &self.moving).lowest();
                if !site.any() || cards.len() != 1 {
                    return Err(Stop::Failed);
                }
                TokenSpot::Slot { slot: *slot, site: site.first() as u16 }
            }
            TokenTarget::Box(token) => TokenSpot::Box(*token),
            TokenTarget::Pile(pile) => TokenSpot::Pile(self.pile(pile).ok_or(Stop::Failed)? as u8),
            TokenTarget::Under(site) => {
                let site = self.one_site(*site)?;
                if cards.len() != 1 {
                    return Err(Stop::Failed);
                }
                TokenSpot::Under(site.first() as u16)
            }
        };
        self.transfer(cards, Deal::To(to), false)
    }

    /// `set face of … to …`: turning a card to its open face ends an option, even if everybody knows the card already.
    pub(super) fn turn_up(&mut self, of: Term, to: Term) -> Done {
        let cards = self.rules.phrases.cards(of, &self.moving);
        let faces = self.rules.phrases.bits(to, &self.moving);
        if cards.is_empty() || faces == 0 {
            return Ok(());
        }
        let face = faces.trailing_zeros() as u8;
        let slots = &self.rules.slots;
        if cards.iter().any(|card| slots.cards.is_open(slots.token_of(card.spot), face)) {
            self.learnt(&|| place(&cards, Deal::Face(face)))?;
        }
        self.transfer(cards, Deal::Face(face), true)
    }

    /// `show X to P`
    pub(super) fn show(&mut self, what: Term, to: Term, sides: bool) -> Done {
        let cards = self.rules.phrases.cards(what, &self.moving);
        let mut players = self.rules.phrases.bits(to, &self.moving);
        if sides {
            let all = self.rules.players.side_of.iter().enumerate().filter(|(_, side)| players >> **side & 1 != 0);
            players = all.fold(0, |bits, (player, _)| bits | 1 << player);
        }
        self.transfer(cards, Deal::Shown(players as u8), false)
    }

    /// The players who see a card once this has been done with it.
    fn seers(&self, card: &Card, deal: Deal) -> u8 {
        let slots = &self.rules.slots;
        let token = slots.token_of(card.spot);
        let open = |face: u8| if slots.cards.is_open(token, face) { slots.cards.everybody } else { 0 };
        match deal {
            Deal::Shown(players) => players,
            Deal::Face(face) => open(face),
            Deal::To(TokenSpot::Box(_)) => slots.cards.everybody,
            Deal::To(TokenSpot::Pile(pile)) => slots.piles[pile as usize].deck.map_or(slots.cards.everybody, |deck| deck.seers),
            Deal::To(_) => open(Token::read(card.cell).map_or(0, |card| card.face)),
        }
    }

    /// Moves, turns or shows cards one after the other. `told`: an option has just ended, so seeing the first card does not
    /// end another.
    fn transfer(&mut self, mut cards: Hand, deal: Deal, mut told: bool) -> Done {
        cards.reverse();
        while let Some(mut card) = cards.pop() {
            match card.spot {
                TokenSpot::Gone(_) => return Err(Stop::Failed),
                // The machine knows where it is.
                TokenSpot::Various(_) | TokenSpot::Taken { .. } => return Err(Stop::TooMuch),
                TokenSpot::Pile(_) | TokenSpot::Box(_) | TokenSpot::Slot { .. } | TokenSpot::Under(_) => {}
            }
            let known = Token::read(card.cell).ok_or(Stop::Failed)?;
            let seers = self.seers(&card, deal);
            if let (None, Some(shuffle)) = (known.class, known.shuffle)
                && seers != 0
            {
                card = self.identify(card, shuffle, deal, &mut cards)?;
                told = true;
            }
            self.transfer_one(card, deal, told, &mut cards)?;
            told = false;
        }
        Ok(())
    }

    /// Decides by chance what a card is that somebody sees for the first time.
    fn identify(&mut self, card: Card, shuffle: u8, deal: Deal, rest: &mut Hand) -> Result<Card, Stop> {
        let unseen = self.rules.slots.cards.shuffles[shuffle as usize];
        let left = self.moving.state.numbers.as_ref()[unseen.start..unseen.start + unseen.classes].iter().enumerate();
        let classes: Elements<B> =
            left.filter(|(_, many)| **many > 0).map(|(class, many)| (NamedValue::Number(class as i64), *many as u32)).collect();
        let place = || place(&left_of(&card, rest), deal);
        let NamedValue::Number(class) = self.chosen_by_chance(&classes, &place)? else { return Err(Stop::TooMuch) };
        self.moving.state.numbers[unseen.start + class as usize] -= 1;
        let known = Token::read(card.cell).ok_or(Stop::Failed)?;
        self.replace(card, Token { class: Some(class as u16), ..known }.cell(), rest)
    }

    /// One of these things, drawn by chance.
    fn chosen_by_chance(&mut self, things: &Elements<B>, place: &dyn Fn() -> usize) -> Result<NamedValue<B>, Stop> {
        if things.is_empty() {
            return Err(Stop::Failed);
        }
        if self.aim.mode == Mode::Play
            && let Some(which) = self.given()?
        {
            return self.chance.drawn.get(which as usize).copied().ok_or(Stop::TooMuch);
        }
        if self.aim.mode == Mode::Play && !self.asking.exploring {
            return self.drawn_by_chance(things, 1, 1);
        }
        Err(self.ask(Decider::Chance, 0..things.len() as u32, true, place()))
    }

    /// The player who chooses learns something: while moves are listed, what was chosen so far is an option by itself. In play
    /// the game goes on.
    fn learnt(&mut self, place: &dyn Fn() -> usize) -> Done {
        if self.aim.mode == Mode::Play && self.given()?.is_some() {
            return Ok(());
        }
        if self.aim.mode == Mode::Play && !self.asking.exploring {
            self.chosen.choices.push(0);
            self.chosen.next = self.chosen.choices.len();
            return Ok(());
        }
        Err(self.ask(Decider::Chance, 0..1, true, place()))
    }

    fn transfer_one(&mut self, mut card: Card, deal: Deal, told: bool, rest: &mut Hand) -> Done {
        let token = self.rules.slots.token_of(card.spot);
        let hidden = self.rules.slots.cards.hidden(token);
        let known = Token::read(card.cell).ok_or(Stop::Failed)?;
        let seen_by = known.seen_by | self.seers(&card, deal);
        let chooser = self.rules.player(self.moving.state.turn);
        let learns = (seen_by & !known.seen_by) >> chooser & 1 != 0;
        if hidden && !told && learns {
            self.learnt(&|| place(&left_of(&card, rest), deal))?;
        }
        let face = if let Deal::Face(face) = deal { face } else { known.face };
        let everybody = self.rules.slots.cards.everybody;
        let shuffle = known.shuffle.filter(|_| known.class.is_none() || seen_by != everybody);
        let now = Token { seen_by: if hidden { seen_by } else { 0 }, face, shuffle, ..known };
        match deal {
            Deal::To(to) => {
                if let Some(boxed) = self.displace(token, to, &card) {
                    card = card.behind(&boxed);
                }
                self.pick_up(&card)?;
                let new = self.put_down(token, to, now);
                self.follow_card(&card, new, rest);
            }
            Deal::Face(_) | Deal::Shown(_) => {
                self.replace(card, now.cell(), rest)?;
            }
        }
        Ok(())
    }

    /// Changes the number of a card in its place: what it is, who has seen it, or its face. Returns the card as it lies then.
    fn replace(&mut self, old: Card, cell: u32, rest: &mut Hand) -> Result<Card, Stop> {
        let mut new = Card { cell, ..old };
        match old.spot {
            TokenSpot::Pile(pile) => {
                let deck = &self.rules.slots.piles[pile as usize];
                if deck.deck.is_none_or(|deck| deck.ordered) {
                    self.moving.state.numbers[deck.start + 1 + usize::from(old.at)] = cell as i32;
                } else if self.unlist(deck.start, &old) {
                    new.at = self.enlist(deck.start, false, cell) as u16;
                }
            }
            TokenSpot::Under(site) => self.set_under(site, cell),
            TokenSpot::Slot { slot, site } => self.wear(slot, site, cell),
            TokenSpot::Box(_) | TokenSpot::Various(_) | TokenSpot::Taken { .. } | TokenSpot::Gone(_) => {}
        }
        self.follow_card(&old, new, rest);
        Ok(new)
    }

    /// Takes a card from where it lies. If it is not there, the machine decides.
    fn pick_up(&mut self, card: &Card) -> Done {
        let (slots, cell) = (&self.rules.slots, card.cell);
        let there = match card.spot {
            TokenSpot::Pile(pile) => self.unlist(slots.piles[pile as usize].start, card),
            TokenSpot::Box(token) => {
                let class = Token::read(cell).and_then(|card| card.class).unwrap_or(0);
                let many = &mut self.moving.state.numbers[slots.boxes[token as usize] + usize::from(class)];
                let there = *many > 0;
                *many -= i32::from(there);
                there
            }
            TokenSpot::Under(site) => {
                let there = slots.card_under(B::bit(site.into()), &self.moving.state) == cell;
                self.set_under(site, 0);
                there
            }
            TokenSpot::Slot { slot, site } => {
                let there = slots.card_on(slot.into(), B::bit(site.into()), &self.moving.state) == cell;
                self.wear(slot, site, 0);
                there
            }
            TokenSpot::Taken { .. } | TokenSpot::Various(_) | TokenSpot::Gone(_) => false,
        };
        if there { Ok(()) } else { Err(Stop::TooMuch) }
    }

    /// Puts a card down, where no other is if it is a slot or a site; in the box all lie alike. Returns the card there.
    fn put_down(&mut self, token: u8, spot: TokenSpot, card: Token) -> Card {
        let slots = &self.rules.slots;
        let mut at = 0;
        match spot {
            TokenSpot::Pile(pile) => {
                let pile = &slots.piles[pile as usize];
                if let Some(deck) = pile.deck.filter(|_| pile.token == Some(token)) {
                    at = self.enlist(pile.start, deck.ordered, card.cell());
                }
            }
            TokenSpot::Box(_) => return self.box_card(token, usize::from(card.class.unwrap_or(0))),
            TokenSpot::Under(site) => self.set_under(site, card.cell()),
            TokenSpot::Slot { slot, site } => self.wear(slot, site, card.cell()),
            TokenSpot::Taken { .. } | TokenSpot::Various(_) | TokenSpot::Gone(_) => {}
        }
        Card { spot, at: at as u16, cell: card.cell() }
    }

    /// The card in this slot or under this site, if there is one, gives way to another one: it goes to the box or, if nobody has
    /// seen it, out of the game. Returns it there.
    fn displace(&mut self, token: u8, spot: TokenSpot, by: &Card) -> Option<Card> {
        let (slots, state) = (&self.rules.slots, &self.moving.state);
        let cell = match spot {
            TokenSpot::Under(site) => slots.card_under(B::bit(site.into()), state),
            TokenSpot::Slot { slot, site } => slots.card_on(slot.into(), B::bit(site.into()), state),
            _ => 0,
        };
        if cell == 0 || Card::alone(spot, cell) == *by {
            return None;
        }
        self.release(token, Token::read(cell)?.class.map(usize::from), Some(spot))
    }

    /// Gives the piece on a site this card in a slot, or none if it is 0.
    fn wear(&mut self, slot: u8, site: u16, cell: u32) {
        self.rules.slots.wear(slot.into(), B::bit(site.into()), cell, &mut self.moving.state);
    }

    fn set_under(&mut self, site: u16, cell: u32) {
        let slots = &self.rules.slots;
        if let Some((_, start)) = slots.cards.under {
            let at = start + slots.order.site(B::bit(site.into())).index();
            self.moving.state.numbers[at] = cell as i32;
        }
    }

    /// Removes a card from the list that begins at a number of the state. Returns whether it was there.
    fn unlist(&mut self, start: usize, card: &Card) -> bool {
        let numbers = self.moving.state.numbers.as_mut();
        let (many, at) = (numbers[start] as usize, usize::from(card.at));
        let list = &mut numbers[start + 1..start + 1 + many];
        if list.get(at).is_none_or(|there| *there as u32 != card.cell) {
            return false;
        }
        list.copy_within(at + 1.., at);
        list[many - 1] = 0;
        numbers[start] -= 1;
        true
    }

    /// Adds a card to the list that begins at a number of the state: at its end if the list is ordered, else where the card
    /// belongs by its number. Returns how many come before it.
    fn enlist(&mut self, start: usize, ordered: bool, cell: u32) -> usize {
        let numbers = self.moving.state.numbers.as_mut();
        let many = numbers[start] as usize;
        let list = &mut numbers[start + 1..start + 2 + many];
        let mut at = many;
        while !ordered && at > 0 && list[at - 1] as u32 > cell {
            list[at] = list[at - 1];
            at -= 1;
        }
        list[at] = cell as i32;
        numbers[start] += 1;
        at
    }

    /// Names that mean a card follow it, wherever it goes and whatever becomes known of it, and so does what is still to be moved.
    fn follow_card(&mut self, old: &Card, new: Card, rest: &mut Hand) {
        let follow = |one: &Card| if one == old { new } else { one.without(old).behind(&new) };
        rest.iter_mut().for_each(|one| *one = follow(one));
        for name in self.names_to_change() {
            if let NamedValue::Card(card) = name {
                *card = follow(card);
            }
        }
    }
}

/// A card and those behind it that are still to be moved, turned or shown.
fn left_of(card: &Card, rest: &Hand) -> Hand {
    rest.iter().chain([card]).copied().collect()
}

/// The value of [`LastQuestion::place`](super::asks::LastQuestion::place) where this is still to be done with cards.
fn place(cards: &Hand, deal: Deal) -> usize {
    let mut place = Mixing::default();
    (cards, deal).hash(&mut place);
    place.finish() as usize
}
