//! Chains of jumps in which nothing else happens: over a piece, which is gone at once, to the empty site behind it. They are searched
//! for on sets alone; no leg is made.

use smallvec::SmallVec;

use super::super::word::Word;
use super::batches::{Batch, Form};
use super::geometry::{Hop, ones};
use super::keys::spot;
use super::legs::{STOP, leg_choice};
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
    /// No two of them are one move, and none is a move of another class, where what legs take tells moves apart.
    pub(super) apart: bool,
}

/// A landing at which something happens.
pub(super) struct Landing {
    /// Whose; all pieces' if none is given.
    pub(super) subject: Option<Term>,
    /// Where, for each side whose piece it is; anywhere if none is given.
    pub(super) place: Option<SmallVec<[Term; 2]>>,
}

/// Most chains that are looked for; beyond, the general machine takes over.
const MOST_CHAINS: u32 = 100_000;

/// The sets of a search.
#[derive(Clone, PartialEq)]
pub(super) struct Search<B> {
    rules: SmallVec<[Way<B>; 2]>,
    laws: SmallVec<[(bool, Option<B>); 2]>,
    /// What the first chain law says, if it applies in any case.
    always: Option<bool>,
    /// Some law applies to every chain that could go on.
    goes_on: bool,
    /// Which pieces end their move on which sites.
    stops: SmallVec<[(B, B); 2]>,
    empty: B,
    pub(super) from: B,
    pub(super) rule: RuleAt,
    by_captures: bool,
    /// Chains are counted, not noted one by one.
    apart: bool,
    soon: bool,
}

/// A rule of the class.
#[derive(Clone, Copy, PartialEq)]
struct Way<B> {
    /// Its place among all.
    rule: RuleAt,
    /// Who can go by it.
    among: B,
    ways: u64,
    /// What can be taken.
    prey: B,
}

impl<B: Word> Search<B> {
    /// Whether the piece ends its move there.
    #[inline]
    fn stops_at(&self, at: B) -> bool {
        self.stops.iter().any(|(who, place)| (*who & self.from).any() && (*place & at).any())
    }

    /// Whether a chain must go on that could take these; none if it is over.
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
    /// What a search for the chains of a class begins with.
    pub(super) fn search(&mut self, group: usize, jumps: &Jumps) -> Search<B> {
        let rules = self.rules;
        let (side, own) = (rules.side(self.scene.state.turn), self.own());
        self.scene.actor = own.lowest();
        let phrases = &rules.phrases;
        let of = rules.of_group(group).zip(&jumps.rules).map(|(at, (ways, prey))| Way {
            rule: at as RuleAt,
            among: phrases.sites(rules.rules[at].subject, &self.scene) & own,
            ways: phrases.bits(*ways, &self.scene),
            prey: phrases.sites(*prey, &self.scene),
        });
        let stops = jumps.stops.iter().map(|stop| {
            let sites = |term: Option<Term>| term.map_or(phrases.geometry.every, |term| phrases.sites(term, &self.scene));
            (sites(stop.subject) & own, sites(stop.place.as_ref().map(|place| place[side])))
        });
        let search = Search {
            rules: of.collect(),
            laws: jumps.laws.iter().map(|(must, prey)| (*must, prey.map(|prey| phrases.sites(prey, &self.scene)))).collect(),
            always: jumps.laws.first().filter(|(_, prey)| prey.is_none()).map(|(must, _)| *must),
            goes_on: jumps.laws.iter().any(|(_, prey)| prey.is_none()),
            stops: stops.filter(|(who, _)| who.any()).collect(),
            empty: phrases.geometry.every & !self.scene.state.occupied(),
            from: B::ZERO,
            rule: 0,
            by_captures: rules.telling.distinct && self.listed.known && !jumps.apart,
            apart: jumps.apart && self.listed.known,
            soon: !rules.ends.soon.is_empty(),
        };
        self.scene.actor = B::ZERO;
        search
    }

    /// Every move of a class of chains of jumps.
    pub(super) fn jumps(&mut self, group: usize, jumps: &Jumps) -> Done {
        let phrases = &self.rules.phrases;
        let mut search = self.search(group, jumps);
        self.chains.search(0, None, Vec::new());
        for i in 0..search.rules.len() {
            let Way { rule, among, ways, prey } = search.rules[i];
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
                    let count = if search.apart && (!search.soon || search.goes_on) {
                        let (over, to) = phrases.geometry.hop(way, from);
                        let (hop, left) = (Hop { way: way as u8, over, to }, (prey & !from, search.empty | from));
                        if search.soon {
                            self.along.changed = false;
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
                        let batch = Batch { rule, from, count, takes: 1, ..Batch::of(Form::Chains(way as u8)) };
                        self.listed.batches.push(batch);
                    }
                }
            }
        }
        Ok(())
    }

    /// Every chain that begins with a jump in a direction.
    pub(super) fn first_jump(&mut self, search: &Search<B>, way: usize) -> Done {
        let (over, to) = self.rules.phrases.geometry.hop(way, search.from);
        let hop = Hop { way: way as u8, over, to };
        self.along.changed = false;
        self.jump(search, search.from, search.rule, &hop, B::ZERO, spot(1, search.from), 0)
    }

    /// How many chains by a rule that is the only one of its class begin with a jump from where the piece is, of what is left to take and
    /// with what is empty now; `SOON`: an ending may hold as soon as a jump is made.
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

    /// How many chains go on, or end, where the piece has come to.
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

    /// A jump, and all that can follow it.
    #[inline]
    #[allow(clippy::too_many_arguments)] // of a search that goes deep, and on which much of the time is spent
    fn jump(&mut self, search: &Search<B>, at: B, rule: RuleAt, hop: &Hop<B>, captured: B, key: u64, legs: u16) -> Done {
        self.chosen.choices.push(leg_choice(rule, hop.way, 0));
        let captured = captured | hop.over;
        let key = if search.by_captures { spot(key, hop.over) } else { key };
        let done = if search.soon {
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

    /// Makes a jump on the boards, does what follows, which is told whether the game is over by it, and takes the jump back.
    #[inline]
    fn jump_made<T>(
        &mut self,
        at: B,
        hop: &Hop<B>,
        follow: impl FnOnce(&mut Self, bool) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        let (Some(mine), Some(theirs)) = (self.board_of(at), self.board_of(hop.over)) else { return Err(Stop::TooMuch) };
        let make = |run: &mut Self| {
            run.scene.state.boards[theirs] ^= hop.over;
            run.scene.state.boards[mine] ^= at | hop.to;
        };
        make(self);
        let done = if self.soon_holds() {
            self.along.changed = true;
            let before = self.scene.state.clone();
            let done = match self.soon() {
                Err(Stop::Over) => follow(self, true),
                Ok(()) => follow(self, false),
                Err(stop) => Err(stop),
            };
            self.over = None;
            self.scene.state = before;
            done
        } else {
            follow(self, false)
        };
        make(self);
        done
    }

    /// Every jump from where the piece has come to, or the end of the chain.
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
        // By rule, the hops that can be made, as bits.
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
            self.chosen.choices.push(STOP);
            self.jumped(search, at, captured, key)?;
            self.chosen.choices.pop();
        }
        Ok(())
    }

    /// Notes a move of jumps.
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
            ..Batch::of(Form::One)
        });
        Ok(())
    }
}
