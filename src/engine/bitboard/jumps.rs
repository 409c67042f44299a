//! Chains of jumps in which nothing else happens: each jump goes over a piece, which is removed at once, to the empty site behind
//! it. They are searched for on sets of sites alone; no leg is carried out by the rules.

use smallvec::SmallVec;

use super::super::word::Word;
use super::batches::{Batch, BatchKind};
use super::geometry::{Hop, ones};
use super::keys::spot;
use super::legs::{END_CHAIN, leg_choice};
use super::phrases::Term;
use super::rules::RuleAt;
use super::run::{Done, MOST_LEGS, Mode, Run, Stop};

/// A class of moves that consists of such chains.
pub(super) struct Jumps {
    /// For each rule its directions and the pieces that it can take.
    pub(super) rules: Vec<(Term, Term)>,
    /// The chain laws in order: whether the chain must continue, and which pieces some next leg must be able to take for the law
    /// to apply; `None` if the law always applies.
    pub(super) laws: Vec<(bool, Option<Term>)>,
    /// Landings that end the move.
    pub(super) stops: Vec<Landing>,
    /// No two of its chains are the same move, and none is a move of another class, provided that what legs take distinguishes
    /// moves.
    pub(super) apart: bool,
}

/// Landings that end the move.
pub(super) struct Landing {
    /// The pieces that it concerns; all if `None`.
    pub(super) subject: Option<Term>,
    /// The sites, for each side that the piece can belong to; all if `None`.
    pub(super) place: Option<SmallVec<[Term; 2]>>,
}

/// The most chains that are searched for; beyond, the general machine takes over the game.
const MOST_CHAINS: u32 = 100_000;

/// The sets that a search uses, evaluated for one position.
#[derive(Clone, PartialEq)]
pub(super) struct Search<B> {
    rules: SmallVec<[JumpRule<B>; 2]>,
    laws: SmallVec<[(bool, Option<B>); 2]>,
    /// What the first chain law says, if it always applies.
    always: Option<bool>,
    /// Some chain law always applies, so one applies to every chain that can continue.
    goes_on: bool,
    /// Pairs of pieces and sites: these pieces end their move when they land on these sites.
    stops: SmallVec<[(B, B); 2]>,
    empty: B,
    pub(super) from: B,
    pub(super) rule: RuleAt,
    by_captures: bool,
    /// Chains are only counted, not noted one by one.
    apart: bool,
    immediate: bool,
}

/// A rule of the class.
#[derive(Clone, Copy, PartialEq)]
struct JumpRule<B> {
    /// Its index among all rules.
    rule: RuleAt,
    /// The pieces that can move by it.
    among: B,
    ways: u64,
    /// The pieces that it can take.
    prey: B,
}

impl<B: Word> Search<B> {
    /// Whether the jumping piece ends its move when it lands on a site.
    #[inline]
    fn stops_at(&self, at: B) -> bool {
        self.stops.iter().any(|(who, place)| (*who & self.from).any() && (*place & at).any())
    }

    /// Whether a chain that can take one of these pieces next must continue; `None` if the chain is over.
    #[inline]
    fn law(&self, prey: B) -> Option<bool> {
        if !prey.any() {
            return None;
        }
        let applies = |(_, asked): &&(bool, Option<B>)| asked.is_none_or(|asked| (asked & prey).any());
        self.always.or_else(|| self.laws.iter().find(applies).map(|(must, _)| *must))
    }
}

impl<B: Word> Run<'_, B> {
    /// Evaluates the sets for a search for the chains of a class.
    pub(super) fn search(&mut self, group: usize, jumps: &Jumps) -> Search<B> {
        let rules = self.rules;
        let (side, own) = (rules.side(self.moving.state.turn), self.own());
        self.moving.actor = own.lowest();
        let phrases = &rules.phrases;
        let of = rules.of_group(group).zip(&jumps.rules).map(|(at, (ways, prey))| JumpRule {
            rule: at as RuleAt,
            among: phrases.sites(rules.rules[at].subject, &self.moving) & own,
            ways: phrases.bits(*ways, &self.moving),
            prey: phrases.sites(*prey, &self.moving),
        });
        let stops = jumps.stops.iter().map(|stop| {
            let sites = |term: Option<Term>| term.map_or(phrases.geometry.every, |term| phrases.sites(term, &self.moving));
            (sites(stop.subject) & own, sites(stop.place.as_ref().map(|place| place[side])))
        });
        let search = Search {
            rules: of.collect(),
            laws: jumps.laws.iter().map(|(must, prey)| (*must, prey.map(|prey| phrases.sites(prey, &self.moving)))).collect(),
            always: jumps.laws.first().filter(|(_, prey)| prey.is_none()).map(|(must, _)| *must),
            goes_on: jumps.laws.iter().any(|(_, prey)| prey.is_none()),
            stops: stops.filter(|(who, _)| who.any()).collect(),
            empty: phrases.geometry.every & !self.moving.state.occupied(),
            from: B::ZERO,
            rule: 0,
            by_captures: rules.distinction.distinct && self.listed.captures_known && !jumps.apart,
            apart: jumps.apart && self.listed.captures_known,
            immediate: !rules.ends.immediate.is_empty(),
        };
        self.moving.actor = B::ZERO;
        search
    }

    /// Lists every move of a class of chains of jumps.
    pub(super) fn jumps(&mut self, group: usize, jumps: &Jumps) -> Done {
        let phrases = &self.rules.phrases;
        let mut search = self.search(group, jumps);
        self.chains.search(0, None, Vec::new());
        for i in 0..search.rules.len() {
            let JumpRule { rule, among, ways, prey } = search.rules[i];
            if !among.any() || !prey.any() {
                continue;
            }
            for way in ones(ways, phrases.geometry.ways) {
                let behind = prey & phrases.geometry.come(way, search.empty);
                let mut able = if behind.any() { among & phrases.geometry.come(way, behind) } else { behind };
                while let Some(from) = able.take() {
                    if self.aim.mode == Mode::Any {
                        return Err(Stop::Found);
                    }
                    (search.from, search.rule) = (from, rule);
                    let count = if search.apart && (!search.immediate || search.goes_on) {
                        let (over, to) = phrases.geometry.hop(way, from);
                        let (hop, left) = (Hop { way: way as u8, over, to }, (prey & !from, search.empty | from));
                        if search.immediate {
                            self.progress.changed = false;
                            self.count_from::<true>(&search, ways, left, from, &hop, 0)?
                        } else {
                            self.count_from::<false>(&search, ways, left, from, &hop, 0)?
                        }
                    } else {
                        let before = self.chains.found;
                        let done = self.first_jump(&search, way);
                        self.chosen.choices.clear();
                        done?;
                        self.chains.found - before
                    };
                    if search.apart {
                        let batch = Batch { rule, from, count, takes: 1, ..Batch::of(BatchKind::Chains(way as u8)) };
                        self.listed.batches.push(batch);
                    }
                }
            }
        }
        Ok(())
    }

    /// Searches every chain that begins with a jump of the search's piece in a direction.
    pub(super) fn first_jump(&mut self, search: &Search<B>, way: usize) -> Done {
        let (over, to) = self.rules.phrases.geometry.hop(way, search.from);
        let hop = Hop { way: way as u8, over, to };
        self.progress.changed = false;
        self.jump(search, search.from, search.rule, &hop, B::ZERO, spot(1, search.from), 0)
    }

    /// Counts the chains that begin with a jump from `at`, for a class that has only one rule. `prey` and `empty` are the pieces
    /// left to take and the empty sites before the jump. `SOON`: an immediate ending may hold after the jump.
    fn count_from<const SOON: bool>(
        &mut self,
        search: &Search<B>,
        ways: u64,
        (prey, empty): (B, B),
        at: B,
        hop: &Hop<B>,
        legs: u16,
    ) -> Result<u32, Stop> {
        let left = (prey & !hop.over, empty | hop.over);
        if !SOON {
            return self.count::<SOON>(search, ways, left, hop.to, legs);
        }
        self.jump_made(at, hop, |run, over| if over { Ok(1) } else { run.count::<SOON>(search, ways, left, hop.to, legs) })
    }

    /// Counts the chains that continue from, or end on, the site that the piece has reached.
    fn count<const SOON: bool>(&mut self, search: &Search<B>, ways: u64, left: (B, B), at: B, legs: u16) -> Result<u32, Stop> {
        if legs >= MOST_LEGS {
            return Err(Stop::TooMuch);
        }
        let geometry = &self.rules.phrases.geometry;
        let (prey, empty) = left;
        if !(geometry.overs(at) & prey).any() || search.stops_at(at) {
            return Ok(1);
        }
        let (mut many, mut found) = (0, B::ZERO);
        for hop in geometry.hops(at) {
            if (hop.over & prey).any() && (hop.to & empty).any() && ways >> hop.way & 1 != 0 {
                found |= hop.over;
                many += self.count_from::<SOON>(search, ways, left, at, hop, legs + 1)?;
                if many > MOST_CHAINS {
                    return Err(Stop::TooMuch);
                }
            }
        }
        Ok(search.law(found).map_or(1, |must| many + u32::from(!must)))
    }

    /// Makes a jump and searches all continuations.
    #[inline]
    #[allow(clippy::too_many_arguments)] // a deep recursion on which much of the time is spent
    fn jump(&mut self, search: &Search<B>, at: B, rule: RuleAt, hop: &Hop<B>, captured: B, key: u64, legs: u16) -> Done {
        self.chosen.choices.push(leg_choice(rule, hop.way, 0));
        let captured = captured | hop.over;
        let key = if search.by_captures { spot(key, hop.over) } else { key };
        let done = if search.immediate {
            self.jump_made(at, hop, |run, over| {
                if over { run.jumped(search, hop.to, captured, key) } else { run.jump_on(search, hop.to, captured, key, legs) }
            })
        } else {
            self.jump_on(search, hop.to, captured, key, legs)
        };
        if done.is_ok() {
            self.chosen.choices.pop();
        }
        done
    }

    /// Makes a jump on the boards, calls `follow` with whether the game is over by it, and takes the jump back.
    #[inline]
    fn jump_made<T>(
        &mut self,
        at: B,
        hop: &Hop<B>,
        follow: impl FnOnce(&mut Self, bool) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        let (Some(mine), Some(theirs)) = (self.board_of(at), self.board_of(hop.over)) else { return Err(Stop::TooMuch) };
        let make = |run: &mut Self| {
            run.moving.state.boards[theirs] ^= hop.over;
            run.moving.state.boards[mine] ^= at | hop.to;
        };
        make(self);
        let done = if self.immediate_holds() {
            self.progress.changed = true;
            let before = self.moving.state.clone();
            let done = match self.end_immediately() {
                Err(Stop::Over) => follow(self, true),
                Ok(()) => follow(self, false),
                Err(stop) => Err(stop),
            };
            self.over = None;
            self.moving.state = before;
            done
        } else {
            follow(self, false)
        };
        make(self);
        done
    }

    /// Searches every jump from the site that the piece has reached, or ends the chain there.
    fn jump_on(&mut self, search: &Search<B>, at: B, captured: B, key: u64, legs: u16) -> Done {
        if search.stops_at(at) {
            return self.jumped(search, at, captured, key);
        }
        if legs >= MOST_LEGS {
            return Err(Stop::TooMuch);
        }
        let geometry = &self.rules.phrases.geometry;
        let (hops, overs) = (geometry.hops(at), geometry.overs(at));
        let gone = captured | search.from;
        let empty = search.empty | gone;
        // For each rule the hops that can be made, as bits.
        let mut found: SmallVec<[u32; 4]> = SmallVec::new();
        let mut prey_found = B::ZERO;
        for rule in &search.rules {
            let mut able = 0;
            let prey = rule.prey & !gone;
            if (rule.among & search.from).any() && (overs & prey).any() {
                for (i, hop) in hops.iter().enumerate() {
                    if (hop.over & prey).any() && (hop.to & empty).any() && rule.ways >> hop.way & 1 != 0 {
                        able |= 1 << i;
                        prey_found |= hop.over;
                    }
                }
            }
            found.push(able);
        }
        let Some(must) = search.law(prey_found) else { return self.jumped(search, at, captured, key) };
        let mut again = self.chains.again(self.chosen.choices.len());
        for (rule, able) in search.rules.iter().zip(&found) {
            for i in ones(u64::from(*able), hops.len()) {
                if again.is_some_and(|again| again != leg_choice(rule.rule, hops[i].way, 0)) {
                    continue;
                }
                again = None;
                self.jump(search, at, rule.rule, &hops[i], captured, key, legs + 1)?;
            }
        }
        if !must {
            self.chosen.choices.push(END_CHAIN);
            self.jumped(search, at, captured, key)?;
            self.chosen.choices.pop();
        }
        Ok(())
    }

    /// Counts a complete chain, and notes it as a move unless chains are only counted.
    fn jumped(&mut self, search: &Search<B>, to: B, captured: B, key: u64) -> Done {
        if self.chains.is_next_wanted() {
            return Err(Stop::Found);
        }
        if self.chains.found > MOST_CHAINS {
            return Err(Stop::TooMuch);
        }
        if search.apart {
            return Ok(());
        }
        let listed = &mut self.listed;
        let first = listed.choices.len() as u32;
        listed.choices.extend_from_slice(&self.chosen.choices);
        listed.batches.push(Batch {
            rule: search.rule,
            from: search.from,
            to,
            choices: (first, listed.choices.len() as u32),
            key: spot(key, to),
            takes: captured.count() as u8,
            ..Batch::of(BatchKind::One)
        });
        Ok(())
    }
}
