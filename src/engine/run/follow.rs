//! Pieces change their sites, and all references to them follow.

use smallvec::SmallVec;

use crate::model::expr::Type;
use crate::model::rules::StoredType;
use crate::model::{SiteId, SiteSet};

use super::Runner;
use crate::engine::machine::{About, Task};
use crate::engine::value::Value;

impl Runner<'_> {
    /// Moves whatever is on sites, simultaneously. All references to the pieces follow.
    pub(super) fn relocate(&mut self, shifts: &[(SiteId, SiteId)]) {
        if let ([(from, to)], None) = (shifts, self.program.layout.towers) {
            if let Some(data) = self.lift(*from) {
                self.put(*to, &data);
            }
            self.follow(&|site| Some(if site == *from { *to } else { site }), shifts);
            return;
        }
        let lifted: SmallVec<[_; 4]> = shifts.iter().map(|(from, to)| (*to, self.lift(*from), self.tower(*from))).collect();
        for (from, _) in shifts {
            self.set_tower(*from, &[]);
        }
        for (to, data, tower) in lifted {
            if let Some(data) = data {
                self.put(to, &data);
            }
            self.set_tower(to, &tower);
        }
        let follow = |site: SiteId| shifts.iter().find(|(from, _)| *from == site).map_or(site, |(_, to)| *to);
        self.follow(&|site| Some(follow(site)), shifts);
    }

    /// A piece has left its site, or has gone below another: drops all references to it.
    pub(super) fn forget_piece(&mut self, site: SiteId) {
        self.follow(&|one| (one != site).then_some(one), &[(site, site)]);
    }

    /// A piece no longer belongs to the pieces on the board although it stays there, with the tokens on it: drops all references
    /// to it.
    pub(super) fn unname_piece(&mut self, site: SiteId) {
        self.follow_pieces(&|one| (one != site).then_some(one), &[(site, site)]);
    }

    /// Updates every reference to pieces, and to the tokens on them.
    pub(super) fn follow(&mut self, new: &dyn Fn(SiteId) -> Option<SiteId>, changed: &[(SiteId, SiteId)]) {
        self.carry_tokens(new);
        self.follow_pieces(new, changed);
    }

    /// Updates every reference to pieces. `new` gives the new site of a piece, or `None` to drop the reference; `changed` lists
    /// the moves.
    fn follow_pieces(&mut self, new: &dyn Fn(SiteId) -> Option<SiteId>, changed: &[(SiteId, SiteId)]) {
        let shift = |set: &SiteSet| -> Option<SiteSet> {
            if !changed.iter().any(|(from, _)| set.contains(*from)) {
                return None;
            }
            let mut shifted = SiteSet::from_words(&vec![0; set.words().len()]);
            set.iter().filter_map(new).for_each(|site| shifted.insert(site));
            Some(shifted)
        };
        let machine = &mut self.machine;
        machine.moving.actor = machine.moving.actor.and_then(new);
        if !machine.moving.passed.is_empty() {
            machine.moving.passed = machine.moving.passed.iter().filter_map(|site| new(*site)).collect();
        }
        for value in &mut machine.values {
            if let Value::Pieces(pieces) = value
                && let Some(shifted) = shift(&pieces.board)
            {
                pieces.board = shifted;
            }
        }
        for task in &mut machine.tasks {
            match task {
                Task::Event { about, .. } | Task::Take { about, .. } | Task::Leave { about, .. } | Task::Actor { about } => {
                    if let About::Piece(site) = about {
                        *about = new(*site).map_or(About::Gone, About::Piece);
                    }
                }
                Task::Each { left, .. } => {
                    use crate::engine::value::Element;
                    left.retain(|element| !matches!(element, Element::Piece(site) if new(*site).is_none()));
                    for element in left {
                        if let Element::Piece(site) = element {
                            *site = new(*site).unwrap_or(*site);
                        }
                    }
                }
                _ => {}
            }
        }
        for (i, stored) in self.program.stored.iter().enumerate() {
            if stored.holds != StoredType::Set(Type::Piece) {
                continue;
            }
            let cells = self.program.layout.stored[i];
            for owner in 0..cells.owners {
                let start = cells.start + owner * cells.width;
                let is_in = |site: SiteId| self.store.cell(start + site.index() / 32) >> (site.index() % 32) & 1 != 0;
                if !changed.iter().any(|(from, _)| is_in(*from)) {
                    continue;
                }
                let kept = self.eval(0).read_sites(start);
                if let Some(shifted) = shift(&kept) {
                    for (j, word) in shifted.words().iter().enumerate() {
                        self.set_cell(start + 2 * j, *word as u32);
                        self.set_cell(start + 2 * j + 1, (*word >> 32) as u32);
                    }
                }
            }
        }
    }
}
