//! The search of one thread.

use super::table::{Bound, Table, TableEntry, from_here, to_table};
use crate::agents::evaluation::Evaluation;
use crate::agents::limits::{Limits, MOST_DEPTH, Thought, WON, decided, over, told};
use crate::agents::timing::Timing;
use crate::engine::{Glance, Line};
use crate::model::SideId;

/// The quiescence search takes log2 of the number of captures from the depth at each decision, and stops after this many bits, at
/// about 2 to this power lines. Where every move captures it would not end otherwise.
const QUIET_BITS: i32 = 9;
/// Most decisions from the root, those of the quiescence search included.
const MOST_PLIES: usize = MOST_DEPTH as usize + 64;
/// Decisions between two checks of the stop condition.
const BETWEEN_LOOKS: u64 = 16;

/// Entries of the history table.
const HISTORY: usize = 1 << 14;

/// The history heuristic: a score for moves that caused cut-offs, by [`Glance::key`].
#[derive(Clone)]
pub(super) struct History(Box<[u32]>);

impl Default for History {
    fn default() -> History {
        History(vec![0; HISTORY].into())
    }
}

impl History {
    fn of(&mut self, key: u64) -> &mut u32 {
        &mut self.0[key as usize % HISTORY]
    }
}

/// A search of one decision by one thread.
pub(super) struct Search<'s> {
    evaluation: &'s Evaluation,
    timing: &'s Timing,
    pub(super) table: &'s Table,
    history: &'s mut History,
    limits: &'s Limits<'s>,
    /// The side that thinks.
    side: SideId,
    seed: u64,
    /// Tables know that the root is drawn: draws of tables are ignored then, so that the opponents have to find each of them.
    hopes: bool,
    nodes: u64,
    pub(super) stopped: bool,
    /// After some option chance had too many results to search all of them, so samples were used.
    pub(super) sampled: bool,
    /// Options of the root that lead to the same position as an earlier option.
    twins: Vec<usize>,
    /// Options of the root that are excluded at this depth (twins and the lines found already), and the option to be tried first.
    thought_through: Vec<usize>,
    next: Option<usize>,
    killers: [[u64; 2]; MOST_PLIES],
    /// The principal variation from each ply on, as last found by a node with an open window.
    pub(super) best_play: Vec<Vec<usize>>,
    spare: Vec<Vec<Try>>,
}

/// An option to be tried, with its rank in the move ordering.
#[derive(Clone, Copy, Debug)]
struct Try {
    place: usize,
    glance: Glance,
    rank: u64,
}

/// The parameters of a node of the search.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// Remaining depth, in decisions; 0 or less in the quiescence search.
    pub(super) depth: i32,
    /// Decisions from the root.
    pub(super) ply: usize,
    /// The alpha-beta window, from the view of the player that decides.
    pub(super) window: (i32, i32),
    /// The principal variation is reported from here: no chance has occurred since the root.
    pub(super) told: bool,
}

impl<'s> Search<'s> {
    /// A search for a side; `seed` determines the order of options of equal rank at the root.
    pub(super) fn new(
        (evaluation, timing): (&'s Evaluation, &'s Timing),
        table: &'s Table,
        history: &'s mut History,
        limits: &'s Limits<'s>,
        side: SideId,
        seed: u64,
    ) -> Search<'s> {
        Search {
            evaluation,
            timing,
            table,
            history,
            limits,
            side,
            seed,
            hopes: false,
            nodes: 0,
            stopped: false,
            sampled: false,
            twins: Vec::new(),
            thought_through: Vec::new(),
            next: None,
            killers: [[0; 2]; MOST_PLIES],
            best_play: vec![Vec::new(); MOST_PLIES + 1],
            spare: Vec::new(),
        }
    }

    /// The number of decisions searched.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Iterative deepening from depth `first` on, until a limit is reached or everything is decided.
    pub(super) fn deepen(&mut self, line: &mut impl Line, first: u32) -> Vec<Thought> {
        if self.limits.lines > 1 {
            self.twins = twins(line, self.timing);
        }
        self.hopes = self.evaluation.is_drawn(line, self.side);
        let lines = (line.options() - self.twins.len()).min(self.limits.lines.max(1));
        self.history.0.iter_mut().for_each(|good| *good /= 2);
        let mut best: Vec<Thought> = Vec::new();
        for depth in first..=self.limits.depth.min(MOST_DEPTH) {
            let found = self.at_depth(depth, lines, &best, line);
            if self.stopped {
                // The previous best is searched first, so what was found before the stop is no worse than it.
                let older = best.into_iter().filter(|old| found.iter().all(|new| new.option != old.option));
                best = found.iter().cloned().chain(older).take(lines).collect();
                best.sort_by_key(|thought| std::cmp::Reverse(thought.value));
                break;
            }
            best = found;
            (self.limits.told)(&told(best.clone(), self.hopes));
            let decided = |thought: &Thought| thought.decided().is_some_and(|plies| plies.unsigned_abs() <= depth);
            if best.iter().all(decided) {
                break;
            }
        }
        if best.is_empty() && lines > 0 {
            // The search was stopped before any option was finished.
            best.push(Thought::without(0));
        }
        told(best, self.hopes)
    }

    /// The best options at one depth, each searched without those found before it, until the search is stopped.
    fn at_depth(&mut self, depth: u32, lines: usize, before: &[Thought], line: &mut impl Line) -> Vec<Thought> {
        let mut found: Vec<Thought> = Vec::with_capacity(lines);
        while found.len() < lines && !self.stopped {
            self.thought_through.clone_from(&self.twins);
            self.thought_through.extend(found.iter().map(|thought| thought.option));
            self.next = before.get(found.len()).map(|thought| thought.option);
            let mut top = None;
            let root = Node { depth: depth as i32, ply: 0, window: (-WON, WON), told: true };
            self.node(line, root, &mut |option, value, then| {
                top = Some(Thought { line: then.to_vec(), value, ..Thought::without(option) });
            });
            let depth = depth - u32::from(self.stopped);
            found.extend(top.map(|thought| Thought { nodes: self.nodes, depth, sampled: self.sampled, ..thought }));
        }
        if !self.stopped {
            found.sort_by_key(|thought| std::cmp::Reverse(thought.value));
        }
        found
    }

    /// The value of the current decision for the player that decides. `better` is called for each option that is better than
    /// those before it.
    fn node(&mut self, line: &mut impl Line, at: Node, better: &mut dyn FnMut(usize, i32, &[usize])) -> i32 {
        self.nodes += 1;
        self.stopped |= self.nodes >= self.limits.nodes || self.nodes.is_multiple_of(BETWEEN_LOOKS) && (self.limits.stop)();
        let Some(player) = line.actor().filter(|_| !self.stopped) else { return 0 };
        let ours = self.evaluation.side(player) == self.side;
        let (mut low, high) = at.window;
        let mut best = -WON;
        // Beyond the horizon only captures are searched; a player who has other moves may stand pat.
        let quiet = at.depth <= 0;
        if quiet {
            let taking = line.taking();
            if taking == 0 || at.depth < -QUIET_BITS || at.ply + 1 >= MOST_PLIES {
                return self.standing(line, ours);
            }
            if taking < line.options() {
                best = self.standing(line, ours);
                low = low.max(best);
            }
            if low >= high {
                return best;
            }
        }
        // The lower half of the hash selects the place in the table and was prefetched, so the clocks change the upper half only.
        let time = self.timing.number(line) << 32;
        let hash = line.hash() ^ time ^ u64::from(ours) << 63;
        let fetched = self.table.fetch(hash);
        let mut tries = self.spare.pop().unwrap_or_default();
        self.tries(line, at.ply, quiet, &mut tries);
        if let Some(known) = self.table.found(hash, fetched) {
            let value = from_here(known.value, at.ply);
            if self.tells(&known, value, at, (low, high)) {
                self.spare.push(tries);
                return value;
            }
            if let Some(one) = tries.iter_mut().find(|one| one.place == usize::from(known.option)) {
                one.rank = u64::MAX;
            }
        }
        let root = at.ply == 0;
        if root && let Some(next) = self.next {
            tries.iter_mut().filter(|one| one.place == next).for_each(|one| one.rank = u64::MAX);
        }
        tries.sort_by_key(|one| std::cmp::Reverse(one.rank));
        let choice = tries.len() + if root { self.thought_through.len() } else { 0 } > 1;
        let (first_low, mut chosen) = (low, usize::MAX);
        // A decision without a choice takes no depth; in the quiescence search one takes log2 of the number of captures.
        let taken = if quiet { tries.len().max(1).ilog2() } else { u32::from(choice || at.ply + 1 >= MOST_PLIES / 2) };
        let depth = at.depth - taken as i32;
        line.mark();
        for (tried, one) in tries.iter().enumerate() {
            let late = if depth >= 2 && tried >= 4 && one.glance.takes == 0 { 1 + i32::from(tried >= 12) } else { 0 };
            let next = Node { depth, ply: at.ply + 1, window: (low, high), ..at };
            let value = self.option(line, one.place, next, (tried > 0, late), ours, hash);
            line.back();
            if self.stopped {
                break;
            }
            if value > low && value < high {
                self.goes_on(at.ply, one.place);
            }
            if value > best || chosen == usize::MAX {
                (best, chosen) = (best.max(value), one.place);
                better(one.place, value, &self.best_play[at.ply + 1]);
            }
            low = low.max(value);
            if low >= high {
                self.good(one, at);
                break;
            }
        }
        line.unmark();
        self.spare.push(tries);
        if !self.stopped && chosen != usize::MAX && (!root || self.thought_through.is_empty()) {
            self.remember(hash, at, (first_low, high), (best, chosen));
        }
        best
    }

    /// Stores the value of a decision and its best option in the table.
    fn remember(&mut self, hash: u64, at: Node, (low, high): (i32, i32), (best, chosen): (i32, usize)) {
        let bound = match best {
            best if best >= high => Bound::Least,
            best if best <= low => Bound::Most,
            _ => Bound::Exact,
        };
        let (value, option) = (to_table(best, at.ply), u16::try_from(chosen).unwrap_or(u16::MAX));
        self.table.put(hash, TableEntry { value, option, depth: at.depth.clamp(0, 255) as u8, bound });
    }

    /// Whether a table entry answers the node, so that it need not be searched.
    fn tells(&self, known: &TableEntry, value: i32, at: Node, (low, high): (i32, i32)) -> bool {
        let tells = match known.bound {
            Bound::Exact => true,
            Bound::Least => value >= high,
            Bound::Most => value <= low,
        };
        // On the principal variation nodes are searched again: an answer from the table would cut the reported line short.
        let aside = !at.told || at.window.1 - at.window.0 <= 1;
        let proved = decided(known.value).is_none_or(|decisions| self.timing.proves(decisions));
        aside && i32::from(known.depth) >= at.depth.max(0) && tells && proved
    }

    /// Fills `tries` with the options of the current decision, or with its captures only (`taking`), each with its rank.
    fn tries(&mut self, line: &impl Line, ply: usize, taking: bool, tries: &mut Vec<Try>) {
        tries.clear();
        let killers = self.killers[ply.min(MOST_PLIES - 1)];
        let mut place = 0;
        line.each_option(|glance| {
            place += 1;
            if taking && glance.takes == 0 || ply == 0 && self.thought_through.contains(&(place - 1)) {
                return;
            }
            let good = u64::from(*self.history.of(glance.key));
            let rank = match () {
                () if glance.takes > 0 => u64::from(glance.takes) << 40,
                () if killers.contains(&glance.key) => 1 << 36,
                () => 0,
            };
            tries.push(Try { place: place - 1, glance, rank: rank + good });
        });
        if ply == 0 {
            let shuffled = |place: usize| self.seed.rotate_left(place as u32 % 64).wrapping_mul(place as u64 | 1) >> 32;
            tries.sort_by_key(|one| shuffled(one.place));
        }
    }

    /// Sets the principal variation at `ply` to an option followed by the principal variation of the next ply.
    fn goes_on(&mut self, ply: usize, option: usize) {
        let (before, after) = self.best_play.split_at_mut(ply + 1);
        before[ply].clear();
        before[ply].push(option);
        before[ply].extend_from_slice(&after[0]);
    }

    /// Notes an option that caused a cut-off, in the history and the killers.
    fn good(&mut self, one: &Try, at: Node) {
        let good = self.history.of(one.glance.key);
        *good = good.saturating_add((at.depth.max(1) * at.depth.max(1)) as u32);
        let killers = &mut self.killers[at.ply.min(MOST_PLIES - 1)];
        if one.glance.takes == 0 && killers[0] != one.glance.key {
            *killers = [one.glance.key, killers[0]];
        }
    }

    /// The value of an option to the player that decides. The first one is searched with the whole window, each later one with a
    /// null window first, and late ones at reduced depth.
    fn option(
        &mut self,
        line: &mut impl Line,
        place: usize,
        next: Node,
        (later, late): (bool, i32),
        ours: bool,
        hash: u64,
    ) -> i32 {
        let seed = hash.wrapping_add(place as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let (low, high) = next.window;
        if later {
            let narrow = Node { window: (low, low + 1), depth: next.depth - late, ..next };
            let mut value = self.played(line, place, narrow, ours, seed);
            if value > low && late > 0 && !self.stopped {
                line.back();
                value = self.played(line, place, Node { depth: next.depth, ..narrow }, ours, seed);
            }
            if value <= low || value >= high || self.stopped {
                return value;
            }
            line.back();
        }
        self.played(line, place, next, ours, seed)
    }

    /// The value of the position after an option, to the side that chose it: the side that thinks if `ours`, else the opponents.
    pub(super) fn after(&mut self, line: &mut impl Line, at: Node, ours: bool) -> i32 {
        self.best_play[at.ply].clear();
        if let Some(winners) = line.winners() {
            let value = over(winners, self.side, at.ply);
            return if ours { value } else { -value };
        }
        if let Some(value) = self.evaluation.exact_in_search(line, self.side, at.ply, self.hopes) {
            return if ours { value } else { -value };
        }
        let Some(player) = line.actor() else { return self.standing(line, ours) };
        if (self.evaluation.side(player) == self.side) == ours {
            return self.node(line, at, &mut |_, _, _| ());
        }
        let (low, high) = at.window;
        -self.node(line, Node { window: (-high, -low), ..at }, &mut |_, _, _| ())
    }

    /// The static evaluation, to the side that thinks if `ours`, else to the opponents.
    fn standing(&self, line: &impl Line, ours: bool) -> i32 {
        let value = self.evaluation.value(line, self.side);
        if ours { value } else { -value }
    }
}

/// Options that lead to the same position as an earlier option, clocks included; options after which chance decides never count.
fn twins(line: &mut impl Line, timing: &Timing) -> Vec<usize> {
    let (mut met, mut twins) = (Vec::with_capacity(line.options()), Vec::new());
    line.mark();
    for option in 0..line.options() {
        line.deal(0);
        line.play(option);
        let result = (line.hash(), line.winners(), timing.says(line));
        match line.drew() {
            false if met.contains(&result) => twins.push(option),
            false => met.push(result),
            true => {}
        }
        line.back();
    }
    line.unmark();
    twins
}
