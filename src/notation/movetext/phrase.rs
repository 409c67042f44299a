//! The text of one move.

use super::super::members::member;
use super::super::squares;
use super::super::symbols::piece_words;
use super::super::tokens::class_words;
use crate::engine::moves::{Chosen, Deed, Move};
use crate::model::equipment::SlotType;
use crate::model::setup::{Piece, SlotContent, Token};
use crate::model::{Equipment, SiteId};

/// What the text of a move includes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Detail {
    /// Every landing, not just the last.
    route: bool,
    /// The pieces that each leg captures.
    captures: bool,
    /// Verbs, even those of placements.
    named: bool,
    /// Bit `i` includes the i-th of the [`asides`] of the move; bit 63 includes all from there on.
    aside: u64,
    /// If a piece goes on after another word, its start is repeated.
    again: bool,
}

impl Detail {
    const LEAST: Detail = Detail { route: false, captures: false, named: false, aside: 0, again: false };
    const ALL: u64 = u64::MAX;

    /// From the shortest text to the fullest.
    pub(super) const LEVELS: [Detail; 7] = [
        Detail::LEAST,
        Detail::ROUTE,
        Detail { captures: true, ..Detail::ROUTE },
        Detail::NAMED,
        // At this level `texts` adds only those asides that distinguish the moves.
        Detail::NAMED,
        Detail { aside: Detail::ALL, ..Detail::NAMED },
        Detail { aside: Detail::ALL, captures: true, ..Detail::NAMED },
    ];
    /// The level at which some of the asides are included.
    pub(super) const SOME: usize = 4;
    /// Includes every landing.
    const ROUTE: Detail = Detail { route: true, ..Detail::LEAST };
    /// Includes every landing and verb.
    const NAMED: Detail = Detail { named: true, ..Detail::ROUTE };

    /// The forms that a typed move is compared with: with every landing, and with more details that a user may have typed or a
    /// record may hold.
    pub(super) fn read() -> impl Iterator<Item = Detail> {
        let levels = [1, 2, 3, 5, 6].map(|level| Detail::LEVELS[level]);
        levels.into_iter().flat_map(|detail| [detail, Detail { again: true, ..detail }])
    }

    /// Only the first and the last landing of each run of legs; understood as a short form.
    pub(super) const ENDS: Detail = Detail { again: true, ..Detail::LEAST };

    /// The same with these asides.
    pub(super) fn with(self, aside: u64) -> Detail {
        Detail { aside, ..self }
    }

    fn says(self, aside: usize) -> bool {
        self.aside >> aside.min(63) & 1 == 1
    }
}

/// The parts of a text that are omitted unless another move has the same text: the name of each choice, the alternative taken,
/// and whether an option was taken up.
pub(super) fn asides(equipment: &Equipment, mv: &Move) -> Vec<String> {
    let aside = |(i, deed): (usize, &Deed)| match deed {
        Deed::Chosen(name, values) if placed_next(&mv.deeds[i + 1..], values) => {
            Some(format!("{name} {}", chosen_list(equipment, values)))
        }
        Deed::Chosen(name, _) => Some(name.clone()),
        Deed::Alternative(way) => Some(format!("way-{}", way + 1)),
        Deed::Taken(taken) => Some(if *taken { "yes" } else { "no" }.to_owned()),
        _ => None,
    };
    mv.deeds.iter().enumerate().filter_map(aside).collect()
}

/// The text of a move, regardless of the other moves.
pub(super) fn phrase(equipment: &Equipment, mv: &Move, detail: Detail) -> String {
    let mut words =
        Words { equipment, detail, words: Vec::new(), run: None, actor: None, shown: None, landed: None, placing: false };
    let bare = only_places(mv);
    let mut aside = 0;
    for (i, deed) in mv.deeds.iter().enumerate() {
        if !matches!(deed, Deed::Placed(_)) {
            words.placing &= matches!(deed, Deed::Chosen(..)) && bare;
        }
        let said = detail.says(aside);
        aside += usize::from(matches!(deed, Deed::Chosen(..) | Deed::Alternative(_) | Deed::Taken(_)));
        match deed {
            Deed::Actor(site) => words.actor(*site),
            Deed::Verb(_) if bare && !detail.named => {}
            Deed::Verb(verb) => words.word(verb.clone()),
            Deed::Leg { from, to, captures } => words.leg(*from, *to, captures),
            Deed::Placed(site) => words.placed(*site),
            Deed::Chosen(_, values) if !said && placed_next(&mv.deeds[i + 1..], values) => {}
            Deed::Chosen(name, values) => {
                if said {
                    words.word(name.clone());
                }
                words.word(chosen_list(equipment, values));
            }
            Deed::Alternative(i) if said => words.word(format!("way-{}", i + 1)),
            Deed::Taken(taken) if said => words.word(if *taken { "yes" } else { "no" }.to_string()),
            Deed::Alternative(_) | Deed::Taken(_) => {}
            Deed::Declined => words.word("decline".to_string()),
        }
    }
    words.finish()
}

/// Whether a move only puts pieces on the board.
fn only_places(mv: &Move) -> bool {
    let mut placed = false;
    for (i, deed) in mv.deeds.iter().enumerate() {
        match deed {
            Deed::Placed(_) => placed = true,
            Deed::Verb(_) | Deed::Taken(_) | Deed::Alternative(_) => {}
            Deed::Chosen(_, values) if placed_next(&mv.deeds[i + 1..], values) => {}
            _ => return false,
        }
    }
    placed
}

/// Whether the choice is the site on which the next piece is put.
fn placed_next(rest: &[Deed], values: &[Chosen]) -> bool {
    let next = rest.iter().find_map(|deed| if let Deed::Placed(site) = deed { Some(*site) } else { None });
    matches!(values, [Chosen::Site(site)] if Some(*site) == next)
}

struct Words<'a> {
    equipment: &'a Equipment,
    detail: Detail,
    words: Vec<String>,
    /// Consecutive legs that are not written yet.
    run: Option<Run>,
    /// A piece that starts to move and is not written yet.
    actor: Option<SiteId>,
    /// The piece last written as a word of its own.
    shown: Option<SiteId>,
    /// The site where the legs last written end.
    landed: Option<SiteId>,
    /// Whether the last word is a placement.
    placing: bool,
}

struct Run {
    start: SiteId,
    legs: Vec<(SiteId, Vec<SiteId>)>,
    told: bool,
    /// Whether it continues from where the piece has landed.
    on: bool,
}

impl Words<'_> {
    fn name(&self, site: SiteId) -> String {
        squares::name(self.equipment, site)
    }

    fn names(&self, sites: &[SiteId]) -> String {
        sites.iter().map(|site| self.name(*site)).collect::<Vec<_>>().join("+")
    }

    fn actor(&mut self, site: SiteId) {
        let going_on = self.run.as_ref().is_some_and(|run| run.legs.last().is_some_and(|(to, _)| *to == site));
        if going_on {
            return;
        }
        self.flush();
        self.actor = (self.shown != Some(site)).then_some(site);
    }

    fn leg(&mut self, from: SiteId, to: SiteId, captures: &[SiteId]) {
        if from == to && !captures.is_empty() {
            self.flush();
            self.actor.get_or_insert(from);
            self.tell_actor();
            self.words.push(format!("takes {}", self.names(captures)));
            return;
        }
        let leg = (to, captures.to_vec());
        match &mut self.run {
            Some(run) if run.legs.last().is_some_and(|(last, _)| *last == from) => run.legs.push(leg),
            _ => {
                self.flush();
                if self.actor.is_some_and(|actor| actor != from) {
                    self.tell_actor();
                }
                self.actor = None;
                let on = self.landed == Some(from) && !self.detail.again;
                self.run = Some(Run { start: from, legs: vec![leg], told: self.shown == Some(from), on });
            }
        }
    }

    fn placed(&mut self, site: SiteId) {
        self.flush();
        self.tell_actor();
        let name = self.name(site);
        match self.words.last_mut() {
            Some(last) if self.placing => last.push_str(&format!("+{name}")),
            _ => self.words.push(name),
        }
        self.placing = true;
    }

    fn word(&mut self, word: String) {
        self.placing = false;
        self.flush();
        self.tell_actor();
        self.words.push(word);
    }

    fn tell_actor(&mut self) {
        if let Some(actor) = self.actor.take() {
            if self.shown != Some(actor) {
                self.words.push(self.name(actor));
            }
            self.shown = Some(actor);
        }
    }

    /// Writes the collected legs: `c3-d4`, `c3xe5xg7`, or `xe5xg7` if the start has been written or the piece is there.
    fn flush(&mut self) {
        let Some(run) = self.run.take() else { return };
        let sign = |captures: &[SiteId]| if captures.is_empty() { '-' } else { 'x' };
        let mut text = String::new();
        self.landed = run.legs.last().map(|(to, _)| *to);
        if run.told || run.on {
            for (i, (to, captures)) in run.legs.iter().enumerate() {
                if run.on || i > 0 || !captures.is_empty() {
                    text.push(sign(captures));
                }
                text.push_str(&self.name(*to));
            }
        } else {
            text.push_str(&self.name(run.start));
            let all: Vec<SiteId> = run.legs.iter().flat_map(|(_, captures)| captures).copied().collect();
            match run.legs.last() {
                Some((to, _)) if !self.detail.route => text.push_str(&format!("{}{}", sign(&all), self.name(*to))),
                _ => {
                    for (to, captures) in &run.legs {
                        text.push_str(&format!("{}{}", sign(captures), self.name(*to)));
                    }
                }
            }
        }
        self.words.push(text);
        let taken: Vec<SiteId> = run.legs.into_iter().flat_map(|(_, captures)| captures).collect();
        if self.detail.captures && !taken.is_empty() {
            self.words.push(format!("takes {}", self.names(&taken)));
        }
        // After a run that is written with its start, the next leg has to state its start too.
        self.shown = self.shown.filter(|_| run.told);
    }

    fn finish(mut self) -> String {
        self.flush();
        self.tell_actor();
        if self.words.is_empty() { "continue".to_string() } else { self.words.join(" ") }
    }
}

/// The words for a choice: a square, a number, `7 spades`, `red`, `South man`.
pub fn chosen_words(equipment: &Equipment, chosen: &Chosen) -> String {
    match chosen {
        Chosen::Site(site) | Chosen::Piece(site) => squares::name(equipment, *site),
        Chosen::Off(piece) => off_board(equipment, piece),
        Chosen::Token(kind, Token::Seen { class, .. }) => class_words(equipment, *kind, *class),
        Chosen::Token(_, Token::Unseen { .. }) => "?".to_string(),
        Chosen::Number(number) => number.to_string(),
        Chosen::Member(ty, i) => member(equipment, *ty, usize::from(*i)).unwrap_or("?").to_string(),
    }
}

fn chosen_list(equipment: &Equipment, values: &[Chosen]) -> String {
    match values {
        [] => "none".to_string(),
        _ => values.iter().map(|value| chosen_words(equipment, value)).collect::<Vec<_>>().join("+"),
    }
}

/// `South man yellow`
fn off_board(equipment: &Equipment, piece: &Piece) -> String {
    let mut words = vec![piece_words(equipment, piece)];
    for (slot, content) in &piece.slots {
        let holds = equipment.slots.get(slot.index()).map(|slot| slot.holds);
        words.extend(match (content, holds) {
            (SlotContent::Value(value), Some(SlotType::Value(values))) => {
                member(equipment, crate::model::expr::Type::Value(values), usize::from(*value)).map(str::to_string)
            }
            (SlotContent::Token(Token::Seen { class, .. }), Some(SlotType::Token(kind))) => {
                Some(class_words(equipment, kind, *class))
            }
            _ => None,
        });
    }
    words.join(" ")
}
