//! Moving and showing tokens, and who learns what by it. A token that nobody has seen has no identity: chance gives it one, with
//! exact weights, when somebody first sees it.

use crate::model::TokenId;
use crate::model::expr::Type;
use crate::program::code::TokenTo;
use crate::program::layout::everybody;
use crate::program::node::NodeId;

use super::{Actor, Choice, Pick, Runner, Step};
use crate::engine::machine::Task;
use crate::engine::moves::Chosen;
use crate::engine::plain::{plain_piece, plain_token};
use crate::engine::tokens::{Destination, Token, Transfer};
use crate::engine::value::{Element, OffPiece, TokenPlace, TokenRef};

impl Runner<'_> {
    /// `move CARDS to …`
    pub(super) fn send_tokens(&mut self, what: NodeId, to: &TokenTo, base: u16) -> Option<Step> {
        let mut left = self.eval(base).tokens(what);
        if left.is_empty() {
            return None;
        }
        let place = match to {
            TokenTo::Box => TokenPlace::Box,
            TokenTo::Pile(pile) => match self.eval(base).piles(*pile).first() {
                Some(pile) => TokenPlace::Pile(*pile),
                None => return self.fail(),
            },
            TokenTo::Slot(slot, piece) => match self.eval(base).pieces(*piece).board.first() {
                Some(site) if left.len() == 1 => TokenPlace::Slot(site, slot.0),
                _ => return self.fail(),
            },
            TokenTo::Under(site) => {
                let sites = self.eval(base).sites(*site);
                match sites.first() {
                    Some(site) if left.len() == 1 && sites.len() == 1 => TokenPlace::Under(site),
                    _ => return self.fail(),
                }
            }
        };
        left.reverse();
        self.push(Task::Tokens(Transfer { left, to: Destination::Place(place), told: false }));
        None
    }

    /// `set face of … to …`: turning a token to its open face ends the option of the decision, even if somebody knows the token.
    pub(super) fn turn_tokens(&mut self, of: NodeId, to: NodeId, base: u16) -> Option<Step> {
        let mut left = self.eval(base).tokens(of);
        let faces = self.eval(base).bits(to);
        if left.is_empty() || faces == 0 {
            return None;
        }
        let face = faces.trailing_zeros() as u8;
        let open = left.iter().any(|token| self.is_open(token.kind, face));
        left.reverse();
        self.push(Task::Tokens(Transfer { left, to: Destination::Face(face), told: true }));
        if open {
            self.push(Task::Cut);
        }
        None
    }

    /// `show X to P`
    pub(super) fn show_tokens(&mut self, what: NodeId, to: NodeId, base: u16) -> Option<Step> {
        let mut left = self.eval(base).tokens(what);
        let mut players = self.eval(base).bits(to);
        if self.program.type_of(to) == Type::Side {
            let all = self.program.equipment.players.iter().enumerate();
            let meant = all.filter(|(_, player)| players >> player.side.0 & 1 != 0);
            players = meant.fold(0, |bits, (i, _)| bits | 1 << i);
        }
        left.reverse();
        self.push(Task::Tokens(Transfer { left, to: Destination::Shown(players as u8), told: false }));
        None
    }

    /// Whether a token with this face is visible to everybody.
    fn is_open(&self, kind: u8, face: u8) -> bool {
        let token = &self.program.equipment.tokens[kind as usize];
        match token.faces {
            Some(faces) => {
                let faces = &self.program.equipment.enums[faces.index()].values;
                face as usize + 1 == faces.len()
            }
            None => true,
        }
    }

    /// The players (as bits) who see a token once it has reached its destination.
    fn seers(&self, token: &TokenRef, to: Destination) -> u8 {
        let all = everybody(&self.program.equipment);
        let face = Token::read(token.cell).map_or(0, |token| token.face);
        match to {
            Destination::Shown(players) => players,
            Destination::Face(face) => {
                if self.is_open(token.kind, face) {
                    all
                } else {
                    0
                }
            }
            Destination::Place(TokenPlace::Box) => all,
            Destination::Place(TokenPlace::Pile(pile)) => self.program.layout.piles[pile as usize].seers,
            Destination::Place(_) => {
                if self.is_open(token.kind, face) {
                    all
                } else {
                    0
                }
            }
        }
    }

    /// The choice of chance among the classes of a transfer's next token, if that has no identity yet and somebody is about to
    /// see it.
    pub(super) fn identities(&self, transfer: &Transfer) -> Option<Choice> {
        let shuffle = self.program.layout.shuffles[self.drawn_from(transfer)? as usize];
        let left = self.store.cells(shuffle.start..shuffle.start + shuffle.classes);
        let classes = left.iter().enumerate().filter(|(_, count)| **count > 0);
        let options = classes.map(|(class, count)| Pick::Identity(class as u16, u64::from(*count)));
        Some(Choice::of(Actor::Chance, options.collect()))
    }

    /// The shuffle from which that identity is drawn; `None` if nothing is to be drawn.
    fn drawn_from(&self, transfer: &Transfer) -> Option<u8> {
        let token = transfer.left.last()?;
        let known = Token::read(token.cell)?;
        if known.class.is_some() || token.place == TokenPlace::Gone || self.seers(token, transfer.to) == 0 {
            return None;
        }
        known.shuffle
    }

    /// The next token of a transfer turns out to be of this class.
    pub(super) fn identify(&mut self, mut transfer: Transfer, class: u16) {
        if let Some(token) = transfer.left.pop()
            && let Some(known) = Token::read(token.cell)
            && let Some(shuffle) = known.shuffle
        {
            let at = self.program.layout.shuffles[shuffle as usize].start + class as usize;
            self.set_cell(at, self.store.cell(at).saturating_sub(1));
            let seen = Token { class: Some(class), ..known }.cell();
            let seen = self.learn_token(&token, seen, &mut transfer.left);
            self.tell_identity(token.kind, Token { class: Some(class), ..known });
            transfer.left.push(seen);
        }
        transfer.told = true;
        self.push(Task::Tokens(transfer));
    }

    /// Records in the move what a token has turned out to be.
    fn tell_identity(&mut self, kind: u8, token: Token) {
        let named = Chosen::Token(TokenId(kind), plain_token(self.program, kind as usize, token));
        let name = self.program.equipment.tokens[kind as usize].name.clone();
        self.machine.deeds.push(crate::engine::moves::Deed::Chosen(name, smallvec::smallvec![named]));
    }

    /// Moves the tokens of a transfer, up to one whose identity chance must decide.
    pub(super) fn transfer(&mut self, mut transfer: Transfer) -> Option<Step> {
        loop {
            let stop = self.transfer_one(&mut transfer);
            if stop.is_some() || transfer.left.is_empty() {
                return stop;
            }
            if self.drawn_from(&transfer).is_some() {
                self.push(Task::Tokens(transfer));
                return None;
            }
        }
    }

    /// Moves the next token of a transfer, or cuts before it if the chooser would learn what it is.
    fn transfer_one(&mut self, transfer: &mut Transfer) -> Option<Step> {
        let token = transfer.left.last().copied()?;
        let Some(known) = Token::read(token.cell).filter(|_| token.place != TokenPlace::Gone) else { return self.fail() };
        let hidden = self.program.layout.hidden[token.kind as usize];
        let all = everybody(&self.program.equipment);
        let seers = self.seers(&token, transfer.to);
        let seen_by = known.seen_by | seers;
        let learns = |player: u8| seen_by >> player & 1 != 0 && known.seen_by >> player & 1 == 0;
        let chooser = match self.current() {
            Actor::Player(player) => player.0,
            Actor::Chance => 0,
        };
        if hidden && !transfer.told && learns(chooser) {
            let left = std::mem::take(&mut transfer.left);
            self.push(Task::Tokens(Transfer { left, to: transfer.to, told: true }));
            return Some(Step::Cut);
        }
        transfer.left.pop();
        transfer.told = false;
        let face = match transfer.to {
            Destination::Face(face) => face,
            _ => known.face,
        };
        let shuffle = known.shuffle.filter(|_| known.class.is_none() || seen_by != all);
        let now = Token { seen_by: if hidden { seen_by } else { 0 }, face, shuffle, ..known };
        match transfer.to {
            Destination::Place(place) => {
                if !self.move_token(token, place, now, &mut transfer.left) {
                    return self.fail();
                }
            }
            Destination::Face(_) | Destination::Shown(_) => {
                self.learn_token(&token, now.cell(), &mut transfer.left);
            }
        }
        None
    }

    /// Moves a token, and lets all references to tokens follow, those of the transfer too. What was in that slot or under that
    /// site goes to the box. Returns whether the token was where it was thought to be.
    fn move_token(&mut self, mut token: TokenRef, place: TokenPlace, now: Token, rest: &mut [TokenRef]) -> bool {
        if let Some(before) = self.token_at(token.kind, place).filter(|before| *before != token) {
            token = token.behind(&self.release_token(before.kind, Some(place), before.cell));
        }
        if !self.remove_token(&token) {
            return false;
        }
        let new = self.add_token(token.kind, place, now);
        self.follow_token(&token, &new, rest);
        true
    }

    /// More becomes known of a token, or its face changes; all references to it follow, those of the transfer too. Returns it.
    fn learn_token(&mut self, token: &TokenRef, cell: u32, rest: &mut [TokenRef]) -> TokenRef {
        let new = self.change_token(token, cell);
        self.follow_token(token, &new, rest);
        new
    }

    /// An element as it is recorded in a move.
    pub(super) fn plain(&self, thing: &Element, from: NodeId) -> Chosen {
        match thing {
            Element::Site(site) => Chosen::Site(*site),
            Element::Piece(site) => Chosen::Piece(*site),
            Element::Off(OffPiece::InPile(_, _, data)) => Chosen::Off(plain_piece(self.program, data)),
            Element::Off(OffPiece::Taken(i)) => match self.machine.moving.taken.get(*i as usize) {
                Some(taken) => Chosen::Piece(taken.site),
                None => Chosen::Number(*i as i64),
            },
            Element::Off(OffPiece::Below(site, i)) => match self.eval(0).below_data(*site, *i) {
                Some(data) => Chosen::Off(plain_piece(self.program, &data)),
                None => Chosen::Site(*site),
            },
            Element::Token(token) => match Token::read(token.cell) {
                Some(known) => Chosen::Token(TokenId(token.kind), plain_token(self.program, token.kind as usize, known)),
                None => Chosen::Number(0),
            },
            Element::Number(number) => Chosen::Number(*number),
            Element::Bit(bit) => Chosen::Member(self.program.type_of(from), *bit),
            Element::Pile(pile) => Chosen::Number(*pile as i64),
        }
    }
}
