//! Names mean the tokens that they were given to, wherever those go and whatever becomes known of them: all references to tokens
//! follow. One to a token on a piece that goes into a pile or below another remembers what the token was.

use super::Runner;
use crate::engine::machine::Task;
use crate::engine::value::{Element, TokenPlace, TokenRef, Value};
use crate::model::SiteId;

impl Runner<'_> {
    /// Gives every reference to a token a new value.
    pub(super) fn rename_tokens(&mut self, new: &mut dyn FnMut(&TokenRef) -> TokenRef) {
        let machine = &mut self.machine;
        for taken in &mut machine.moving.taken {
            taken.borne.iter_mut().flatten().for_each(|token| *token = new(token));
        }
        for value in &mut machine.values {
            if let Value::Tokens(tokens) = value {
                tokens.iter_mut().for_each(|token| *token = new(token));
            }
        }
        for task in &mut machine.tasks {
            if let Task::Each { left, .. } = task {
                for element in left {
                    if let Element::Token(token) = element {
                        *token = new(token);
                    }
                }
            }
        }
    }

    /// A token has become another one, here or elsewhere: all references follow, those of a transfer under way too.
    pub(super) fn follow_token(&mut self, old: &TokenRef, new: &TokenRef, rest: &mut [TokenRef]) {
        let mut follow = |one: &TokenRef| if one == old { *new } else { one.without(old).behind(new) };
        rest.iter_mut().for_each(|one| *one = follow(one));
        self.rename_tokens(&mut follow);
    }

    /// Pieces have moved, or command no site any more: the tokens on them go with them.
    pub(super) fn carry_tokens(&mut self, new: &dyn Fn(SiteId) -> Option<SiteId>) {
        if self.program.equipment.slots.is_empty() {
            return;
        }
        self.rename_tokens(&mut |token| match token.place {
            TokenPlace::Slot(site, slot) => {
                let place = new(site).map_or(TokenPlace::Gone, |site| TokenPlace::Slot(site, slot));
                TokenRef { place, ..*token }
            }
            _ => *token,
        });
    }
}
