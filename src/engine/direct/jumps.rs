//! Chains of jumps in which nothing else happens: over a piece, which is gone at once, to the empty site behind it. They are searched
//! for on sets alone; no leg is made.

use smallvec::SmallVec;

use super::super::word::Word;
use super::legs::{STOP, leg_choice};
use super::list::{Batch, Form, blend};
use super::phrases::Term;
use super::rules::RuleAt;
use super::run::{Done, MOST_LEGS, Mode, Run, Stop};

/// What is known of a class all of whose moves are such chains.
pub(super) struct Jumps {
    /// For each rule its directions and what it takes.
    pub(super) rules: Vec<(Term, Term)>,
    /// Chain laws: whether the chain must go on, and what of some next leg could take, if that is asked.
    pub(super) laws: Vec<(bool, Option<Term>)>,
    /// Landings that end the move.
    pub(super) stops: Vec<Landing>,
}

/// A landing at which something happens.
pub(super) struct Landing {
    /// Whose; all pieces' if none is given.
    pub(super) subject: Option<Term>,
    /// Where, for each side whose piece it is; anywhere if none is given.
    pub(super) place: Option<[Term; 2]>,
}

/// The sets of a search.
struct Search<B> {
    /// By rule of the class: its place among all, who can go by it, the directions, and what can be taken.
    rules: SmallVec<[(RuleAt, B, u64, B); 4]>,
    laws: SmallVec<[(bool, Option<B>); 2]>,
    /// Which pieces end their move on which sites.
    stops: SmallVec<[(B, B); 2]>,
    empty: B,
    from: B,
    rule: RuleAt,
    by_captures: bool,
    soon: bool,
}

/// A jump that can be made.
#[derive(Clone, Copy)]
struct Jump<B> {
    choice: u32,
    over: B,
    to: B,
}

impl<B: Word> Search<B> {
    /// What is asked only where there is a first jump: whether the chain goes on, and where it ends.
    fn follows(&mut self, run: &Run<'_, B>, jumps: &Jumps, own: B) {
        let phrases = &run.rules.phrases;
        let sites = |term: Term| phrases.sites(term, &run.scene);
        self.laws.extend(jumps.laws.iter().map(|(must, prey)| (*must, prey.map(sites))));
        let side = run.rules.side(run.scene.state.turn);
        for stop in &jumps.stops {
            let who = stop.subject.map_or(own, |subject| sites(subject) & own);
            if who.any() {
                self.stops.push((who, stop.place.map_or(phrases.geometry.every, |place| sites(place[side]))));
            }
        }
    }
}

impl<B: Word> Run<'_, B> {
    /// Every move of a class of chains of jumps.
    pub(super) fn jumps(&mut self, group: usize, jumps: &Jumps) -> Done {
        let rules = self.rules;
        let side = rules.side(self.scene.state.turn);
        let own = self.scene.state.boards.as_ref()[side * rules.kinds..(side + 1) * rules.kinds].iter();
        let own = own.fold(B::ZERO, |all, board| all | *board);
        self.scene.actor = own.lowest();
        let phrases = &rules.phrases;
        let mut search = Search {
            rules: SmallVec::new(),
            laws: SmallVec::new(),
            stops: SmallVec::new(),
            empty: phrases.geometry.every & !self.scene.state.occupied(),
            from: B::ZERO,
            rule: 0,
            by_captures: rules.distinct && self.known,
            soon: !rules.soon.is_empty(),
        };
        for (at, (ways, prey)) in rules.of_group(group).zip(&jumps.rules) {
            let among = phrases.sites(rules.rules[at].subject, &self.scene) & own;
            if among.any() {
                let (ways, prey) = (phrases.bits(*ways, &self.scene), phrases.sites(*prey, &self.scene));
                search.rules.push((at as RuleAt, among, ways, prey));
            }
        }
        self.scene.actor = B::ZERO;
        let mut begun = false;
        let root = self.scene.state;
        for i in 0..search.rules.len() {
            let (rule, among, mut ways, prey) = search.rules[i];
            ways &= (1 << phrases.geometry.ways) - 1;
            while let Some(way) = ways.take() {
                let way = way.first() as usize;
                let behind = phrases.geometry.come(way, search.empty);
                let mut able = among & phrases.geometry.come(way, prey & behind);
                while let Some(from) = able.take() {
                    if self.mode == Mode::Any {
                        return Err(Stop::Found);
                    }
                    if !begun {
                        self.scene.actor = own.lowest();
                        search.follows(self, jumps, own);
                        self.scene.actor = B::ZERO;
                        begun = true;
                    }
                    let over = phrases.geometry.step(way, from);
                    let to = phrases.geometry.step(way, over);
                    (search.from, search.rule) = (from, rule);
                    self.along.changed = false;
                    let jump = Jump { choice: leg_choice(rule, way as u8, 0), over, to };
                    let done = self.jump(&search, from, jump, B::ZERO, blend(1, from), 0);
                    if search.soon {
                        self.scene.state = root;
                    }
                    self.choices.clear();
                    done?;
                }
            }
        }
        Ok(())
    }

    /// A jump, and all that can follow it.
    fn jump(&mut self, search: &Search<B>, at: B, jump: Jump<B>, captured: B, key: u64, legs: u16) -> Done {
        if legs >= MOST_LEGS {
            return Err(Stop::TooMuch);
        }
        self.choices.push(jump.choice);
        let captured = captured | jump.over;
        let key = if search.by_captures { blend(key, jump.over) } else { key };
        let done = if search.soon {
            let before = self.scene.state;
            self.lift(jump.over);
            if let Some(board) = self.lift(at) {
                self.put(board, jump.to);
            }
            let done = match self.soon() {
                Err(Stop::Over) => {
                    self.over = None;
                    self.jumped(search, jump.to, captured, key);
                    Ok(())
                }
                Ok(()) => self.jump_on(search, jump.to, captured, key, legs),
                stop => stop,
            };
            self.scene.state = before;
            done
        } else {
            self.jump_on(search, jump.to, captured, key, legs)
        };
        self.choices.pop();
        done
    }

    fn jump_on(&mut self, search: &Search<B>, at: B, captured: B, key: u64, legs: u16) -> Done {
        if search.stops.iter().any(|(who, place)| (*who & search.from).any() && (*place & at).any()) {
            self.jumped(search, at, captured, key);
            return Ok(());
        }
        let geometry = &self.rules.phrases.geometry;
        let gone = captured | search.from;
        let empty = search.empty | gone;
        let mut found: SmallVec<[Jump<B>; 8]> = SmallVec::new();
        let mut prey_found = B::ZERO;
        for (rule, among, ways, prey) in &search.rules {
            if !(*among & search.from).any() {
                continue;
            }
            let mut ways = *ways & ((1 << geometry.ways) - 1);
            while let Some(way) = ways.take() {
                let way = way.first() as usize;
                let over = geometry.step(way, at) & *prey & !gone;
                if !over.any() {
                    continue;
                }
                let to = geometry.step(way, over) & empty & !at;
                if to.any() {
                    prey_found |= over;
                    found.push(Jump { choice: leg_choice(*rule, way as u8, 0), over, to });
                }
            }
        }
        let law = search.laws.iter().find(|(_, prey)| prey.is_none_or(|prey| (prey & prey_found).any()));
        let Some((must, _)) = law.filter(|_| !found.is_empty()) else {
            self.jumped(search, at, captured, key);
            return Ok(());
        };
        for jump in &found {
            self.jump(search, at, *jump, captured, key, legs + 1)?;
        }
        if !must {
            self.choices.push(STOP);
            self.jumped(search, at, captured, key);
            self.choices.pop();
        }
        if self.listed.batches.len() > 100_000 { Err(Stop::TooMuch) } else { Ok(()) }
    }

    /// Notes a move of jumps.
    fn jumped(&mut self, search: &Search<B>, to: B, captured: B, key: u64) {
        let listed = &mut self.listed;
        let first = listed.choices.len() as u32;
        listed.choices.extend_from_slice(&self.choices);
        listed.batches.push(Batch {
            form: Form::One,
            rule: search.rule,
            from: search.from,
            count: 1,
            set: B::ZERO,
            all: to,
            choices: (first, listed.choices.len() as u32),
            key: blend(key, to),
            result: 0,
            takes: captured.count() as u8,
        });
    }
}
