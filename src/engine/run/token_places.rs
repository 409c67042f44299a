//! Where tokens are: in piles, in the box, on pieces and under sites.

use crate::model::TokenId;
use crate::model::equipment::PileHolds;
use crate::program::layout::{PileForm, everybody};

use super::Runner;
use crate::engine::tokens::Token;
use crate::engine::value::{TokenPlace, TokenRef};

impl Runner<'_> {
    fn cell_of(&self, place: TokenPlace) -> Option<usize> {
        match place {
            TokenPlace::Under(site) => Some(self.program.layout.under? + site.index()),
            TokenPlace::Slot(site, slot) => Some(self.program.layout.slots[slot as usize] + site.index()),
            _ => None,
        }
    }

    pub(super) fn cells_in(&self, pile: u8) -> Vec<u32> {
        self.eval(0).tokens_in(pile).iter().map(|token| token.cell).collect()
    }

    /// Writes the tokens of a pile, each in the place of the one before; a pile without an order is sorted. References follow.
    pub(super) fn rewrite_pile(&mut self, pile: u8, tokens: &[u32]) {
        let cells = &self.program.layout.piles[pile as usize];
        let (start, PileForm::List { ordered, .. }) = (cells.start, cells.form) else { return };
        let mut order: Vec<usize> = (0..tokens.len()).collect();
        if !ordered {
            order.sort_by_key(|i| tokens[*i]);
        }
        for (at, i) in order.iter().enumerate() {
            self.set_cell(start + 1 + at, tokens[*i]);
        }
        self.rename_tokens(&mut |token| match (token.place, order.iter().position(|i| *i == usize::from(token.at))) {
            (TokenPlace::Pile(of), Some(at)) if of == pile => {
                TokenRef { at: at as u16, cell: tokens[usize::from(token.at)], ..*token }
            }
            _ => *token,
        });
    }

    /// The cell of a token in the list that begins at a cell, if it is there.
    fn listed(&self, start: usize, token: &TokenRef) -> Option<usize> {
        let at = start + 1 + usize::from(token.at);
        (u32::from(token.at) < self.store.cell(start) && self.store.cell(at) == token.cell).then_some(at)
    }

    /// Removes a token from the list that begins at a cell. Returns whether it was there.
    fn unlist(&mut self, start: usize, token: &TokenRef) -> bool {
        let Some(at) = self.listed(start, token) else { return false };
        let many = self.store.cell(start) as usize;
        for at in at..start + many {
            self.set_cell(at, self.store.cell(at + 1));
        }
        self.set_cell(start + many, 0);
        self.set_cell(start, many as u32 - 1);
        true
    }

    /// Inserts a token into the list that begins at a cell: at the end if the list is ordered, else at its place in the sorting.
    /// Returns how many come before it.
    fn enlist(&mut self, start: usize, ordered: bool, token: u32) -> usize {
        let many = self.store.cell(start) as usize;
        let mut at = start + 1 + many;
        while !ordered && at > start + 1 && self.store.cell(at - 1) > token {
            self.set_cell(at, self.store.cell(at - 1));
            at -= 1;
        }
        self.set_cell(at, token);
        self.set_cell(start, many as u32 + 1);
        debug_assert!(
            ordered || self.store.cells(start + 1..start + 2 + many).is_sorted(),
            "a list without order is kept sorted"
        );
        at - start - 1
    }

    /// Counts one more token of a class. Returns how many come before it, where the counts begin at a cell.
    fn count(&mut self, start: usize, class: usize) -> usize {
        let before = (start..=start + class).map(|at| self.store.cell(at) as usize).sum();
        self.set_cell(start + class, self.store.cell(start + class) + 1);
        before
    }

    /// Counts one token less of a class. Returns whether there was one.
    fn discount(&mut self, at: usize) -> bool {
        let count = self.store.cell(at);
        self.set_cell(at, count.saturating_sub(1));
        count > 0
    }

    /// Removes a token from where it is. Returns whether it was there.
    pub(super) fn remove_token(&mut self, token: &TokenRef) -> bool {
        match token.place {
            TokenPlace::Pile(pile) => {
                let cells = &self.program.layout.piles[pile as usize];
                match cells.form {
                    PileForm::Counts(_) => self.discount(cells.start + class_of(token.cell)),
                    PileForm::List { .. } => self.unlist(cells.start, token),
                }
            }
            TokenPlace::Box => self.discount(self.program.layout.boxes[token.kind as usize] + class_of(token.cell)),
            TokenPlace::Under(_) | TokenPlace::Slot(..) => {
                let Some(at) = self.cell_of(token.place) else { return false };
                let there = self.store.cell(at) == token.cell;
                self.set_cell(at, 0);
                there
            }
            TokenPlace::Gone => false,
        }
    }

    /// Puts a token at a place, where no other is if it is a slot or a site; in the box all lie alike. Returns the token there.
    pub(super) fn add_token(&mut self, kind: u8, place: TokenPlace, mut token: Token) -> TokenRef {
        let class = token.class.unwrap_or(0) as usize;
        let at = match place {
            TokenPlace::Pile(pile) => {
                let cells = &self.program.layout.piles[pile as usize];
                match cells.form {
                    _ if cells.holds != PileHolds::Token(TokenId(kind)) => 0,
                    PileForm::Counts(_) => self.count(cells.start, class),
                    PileForm::List { ordered, .. } => self.enlist(cells.start, ordered, token.cell()),
                }
            }
            TokenPlace::Box => {
                let seen_by = if self.program.layout.hidden[kind as usize] { everybody(&self.program.equipment) } else { 0 };
                token = Token { seen_by, ..Token::public(token.class.unwrap_or(0)) };
                self.count(self.program.layout.boxes[kind as usize], class)
            }
            TokenPlace::Under(_) | TokenPlace::Slot(..) => {
                if let Some(at) = self.cell_of(place) {
                    self.set_cell(at, token.cell());
                }
                0
            }
            TokenPlace::Gone => 0,
        };
        TokenRef { kind, place, at: at as u16, cell: token.cell() }
    }

    /// A token loses its place: it goes to the box or, if nobody has seen it, out of the game. References to it at `from` follow.
    /// Returns it as it is then.
    pub(super) fn release_token(&mut self, kind: u8, from: Option<TokenPlace>, cell: u32) -> TokenRef {
        let known = Token::read(cell).filter(|token| token.class.is_some());
        let released = match known {
            Some(token) => self.add_token(kind, TokenPlace::Box, token),
            None => TokenRef { kind, place: TokenPlace::Gone, at: 0, cell },
        };
        self.rename_tokens(&mut |token| if Some(token.place) == from { released } else { token.behind(&released) });
        released
    }

    /// The token in a slot or under a site.
    pub(super) fn token_at(&self, kind: u8, place: TokenPlace) -> Option<TokenRef> {
        let cell = self.store.cell(self.cell_of(place)?);
        (cell != 0).then_some(TokenRef { kind, place, at: 0, cell })
    }

    /// Replaces what is known of a token, or its face. Returns the token as it lies then.
    pub(super) fn change_token(&mut self, token: &TokenRef, cell: u32) -> TokenRef {
        let mut new = TokenRef { cell, ..*token };
        match token.place {
            TokenPlace::Pile(pile) => {
                let cells = &self.program.layout.piles[pile as usize];
                if let PileForm::List { ordered, .. } = cells.form {
                    if ordered {
                        if let Some(at) = self.listed(cells.start, token) {
                            self.set_cell(at, cell);
                        }
                    } else if self.unlist(cells.start, token) {
                        new.at = self.enlist(cells.start, ordered, cell) as u16;
                    }
                }
            }
            TokenPlace::Under(_) | TokenPlace::Slot(..) => {
                if let Some(at) = self.cell_of(token.place) {
                    self.set_cell(at, cell);
                }
            }
            TokenPlace::Gone | TokenPlace::Box => {}
        }
        new
    }
}

impl TokenPlace {
    /// Whether several tokens can lie there.
    fn holds_several(self) -> bool {
        matches!(self, TokenPlace::Pile(_) | TokenPlace::Box)
    }
}

impl TokenRef {
    fn is_beside(&self, other: &TokenRef) -> bool {
        self.place.holds_several() && self.place == other.place && self.kind == other.kind
    }

    /// The same token after another one has been put down.
    pub(super) fn behind(&self, new: &TokenRef) -> TokenRef {
        let later = self.is_beside(new) && self.at >= new.at;
        TokenRef { at: self.at.saturating_add(later.into()), ..*self }
    }

    /// The same token after another one has been taken away.
    pub(super) fn without(&self, gone: &TokenRef) -> TokenRef {
        let later = self.is_beside(gone) && self.at > gone.at;
        TokenRef { at: self.at - u16::from(later), ..*self }
    }
}

fn class_of(cell: u32) -> usize {
    Token::read(cell).and_then(|token| token.class).unwrap_or(0) as usize
}
