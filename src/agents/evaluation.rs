//! The static evaluation of a position, from the checked rules and what was learned: nothing in it is made for one game.

use std::cell::Cell;
use std::sync::Arc;

use super::aims::{Aims, aims, kinds_of};
use super::known::Known;
use super::learned::{Learned, of_program};
use super::limits::{UNDECIDED, WON};
use crate::endgames::Value;
use crate::engine::{BoardPiece, Line};
use crate::model::board::Site;
use crate::model::{KindId, PlayerId, SideId};
use crate::program::Program;
use crate::program::code::{EventKind, Op};
use crate::program::node::Node;

/// The worth of a piece with `value = 1`: the unit of the evaluation is a hundredth of a piece.
pub const PIECE: i32 = 100;
/// The worth of each option of the player that is to decide.
const OPTION: i32 = 2;
/// The number of options that count at most.
const MOST_OPTIONS: i32 = 40;
/// Percent of the gain by promotion that a piece adds when it has come all the way; before that, the share grows with the square
/// of the distance covered.
const NEARLY: i64 = 25;

/// The evaluation of positions, in hundredths of a piece with `value = 1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    sites: usize,
    kinds: usize,
    /// The worth of a piece by side, kind and site.
    places: Vec<i32>,
    /// The same by side and kind, if it does not depend on the site.
    even: Option<Vec<i32>>,
    /// The side of each player.
    sides: Vec<SideId>,
    /// What each side gains by coming nearer to its endings, or loses by the opponents' coming nearer to theirs.
    aims: Option<Arc<Aims>>,
    /// Learned weights; in a search they replace all of the above.
    learned: Option<Arc<Learned>>,
    /// Endgame tables.
    known: Option<Known>,
}

impl Evaluation {
    /// By what was learned from games, if that lies beside the rules and fits them; else by the rules alone.
    pub fn best_available(program: &Program) -> Evaluation {
        match of_program(program) {
            Ok(Some(learned)) => Evaluation::learned(program, Arc::new(learned)),
            Ok(None) | Err(_) => Evaluation::untrained(program),
        }
    }

    /// The same with endgame tables.
    pub(super) fn knowing(self, known: Option<Known>) -> Evaluation {
        Evaluation { known, ..self }
    }

    /// The value of the current position to a side, if tables know it, where it is `plies` decisions from the root: see
    /// [`super::WON`].
    pub(super) fn exact(&self, line: &impl Line, side: SideId, plies: usize) -> Option<i32> {
        let value = self.known.as_ref()?.value(line)?;
        let ours = self.side(line.actor()?) == side;
        Some(match if ours { value } else { value.turned() } {
            Value::Drawn => 0,
            Value::Won(more) => WON - plies as i32 - i32::from(more),
            Value::Lost(more) => plies as i32 + i32::from(more) - WON,
        })
    }

    /// Whether there are endgame tables.
    pub(super) fn has_tables(&self) -> bool {
        self.known.is_some()
    }

    /// Whether tables know that the current position is drawn.
    pub(super) fn is_drawn(&self, line: &impl Line, side: SideId) -> bool {
        self.exact(line, side, 0) == Some(0)
    }

    /// The same as [`Evaluation::exact`] for positions in a search; draws are left out if it `hopes`, so that the opponents have
    /// to find them.
    pub(super) fn exact_in_search(&self, line: &impl Line, side: SideId, plies: usize, hopes: bool) -> Option<i32> {
        self.exact(line, side, plies).filter(|value| *value != 0 || !hopes)
    }

    /// By these learned weights.
    pub(super) fn learned(program: &Program, learned: Arc<Learned>) -> Evaluation {
        Evaluation { learned: Some(learned), ..Evaluation::baseline(program) }
    }

    /// By the rules alone: the worth of each kind (`value`), a share of the gain for kinds that can be promoted, by how far they
    /// have come in the direction that their side faces, and the endings.
    ///
    /// ```
    /// # use draughtsman::{agents::Evaluation, engine::{LookAhead, Game, Line, LineVisitor}, library, model::SideId};
    /// struct Worth(Evaluation);
    /// impl LineVisitor for Worth {
    ///     type Output = i32;
    ///     fn visit<L: Line>(self, line: &mut L) -> i32 {
    ///         self.0.material(line, SideId(0))
    ///     }
    /// }
    /// let program = library::bundled("english").unwrap().program;
    /// let game = Game::new(&program).unwrap();
    /// // As many men on both sides.
    /// assert_eq!(LookAhead::new(&program).look(&program, &game, Worth(Evaluation::untrained(&program))), 0);
    /// ```
    pub fn untrained(program: &Program) -> Evaluation {
        let mut evaluation = Evaluation::baseline(program);
        let equipment = &program.equipment;
        for (kind, gain) in gains(program).into_iter().enumerate().filter(|(_, gain)| *gain > 0) {
            for (side, looks) in equipment.sides.iter().enumerate() {
                let along = |site: &Site| i64::from(looks.faces.along((site.file as i8, site.rank as i8)));
                let all = equipment.board.sites.iter().map(along);
                let (least, most) = (all.clone().min().unwrap_or(0), all.clone().max().unwrap_or(0));
                let way = (most - least).max(1);
                let first = (side * evaluation.kinds + kind) * evaluation.sites;
                for (place, come) in evaluation.places[first..first + evaluation.sites].iter_mut().zip(all) {
                    let come = come - least;
                    *place += (gain * NEARLY * i64::from(PIECE) / 100 * come * come / (way * way)) as i32;
                }
            }
        }
        let (aims, burdens) = aims(program);
        for (places, _) in evaluation.places.chunks_mut(evaluation.sites).zip(burdens).filter(|(_, burden)| *burden) {
            places.iter_mut().for_each(|worth| *worth = -*worth);
        }
        Evaluation { aims: aims.map(Arc::new), even: None, ..evaluation }
    }

    /// The worth of each kind alone, on any site. With the number of options ([`Evaluation::value`]) it is the baseline that all
    /// else is measured against, and does not change.
    pub fn baseline(program: &Program) -> Evaluation {
        let equipment = &program.equipment;
        let (sites, kinds) = (equipment.board.sites.len(), equipment.kinds.len());
        let of_kind = |kind: usize| equipment.kinds[kind].value.saturating_mul(i64::from(PIECE)).clamp(-MOST, MOST) as i32;
        // Pieces of a neutral side are worth nothing to anybody.
        let boards =
            equipment.sides.iter().flat_map(|side| (0..kinds).map(|kind| if side.neutral { 0 } else { of_kind(kind) }));
        let places = boards.clone().flat_map(|worth| std::iter::repeat_n(worth, sites)).collect();
        let even = Some(boards.collect());
        let sides = equipment.players.iter().map(|player| player.side).collect();
        Evaluation { sites, kinds, places, even, sides, aims: None, learned: None, known: None }
    }

    /// The worth of a piece on a site, to its own side.
    pub(super) fn place(&self, side: SideId, kind: usize, site: usize) -> i32 {
        self.places[(side.index() * self.kinds + kind) * self.sites + site]
    }

    /// The side of a player.
    pub fn side(&self, player: PlayerId) -> SideId {
        self.sides.get(player.index()).copied().unwrap_or_default()
    }

    /// The material of a side less that of all others, as pieces [count](BoardPiece::counts).
    pub fn material(&self, line: &impl Line, side: SideId) -> i32 {
        if let Some(sum) = self.even.as_ref().and_then(|even| self.even_material(even, line, side)) {
            return sum;
        }
        let mut sum = 0i64;
        line.each_piece(|standing| {
            let BoardPiece { side: owner, kind, site, .. } = standing;
            let worth = standing.counts(self.place(owner, kind.index(), site.index()));
            sum += i64::from(if owner == side { worth } else { -worth });
        });
        sum.clamp((-UNDECIDED).into(), UNDECIDED.into()) as i32
    }

    /// The same from the number of pieces of each kind, if the line has these numbers at hand.
    fn even_material(&self, even: &[i32], line: &impl Line, side: SideId) -> Option<i32> {
        let mut sum = 0i64;
        for (owner, worths) in (0..).map(SideId).zip(even.chunks_exact(self.kinds)) {
            for (kind, worth) in (0..).map(KindId).zip(worths) {
                let all = i64::from(line.many(owner, kind)?) * i64::from(*worth);
                sum += if owner == side { all } else { -all };
            }
        }
        Some(sum.clamp((-UNDECIDED).into(), UNDECIDED.into()) as i32)
    }

    /// The static evaluation to a side: material, endings and the number of options, or learned weights.
    pub fn value(&self, line: &impl Line, side: SideId) -> i32 {
        let mover = line.actor().map(|player| self.side(player));
        let value = match &self.learned {
            Some(learned) => learned.value(line, side, mover),
            None => {
                let options = (line.options() as i32).min(MOST_OPTIONS) * OPTION;
                let aims = self.aims.as_ref().map_or(0, |aims| aims.value(line, side).clamp(-UNDECIDED, UNDECIDED));
                self.material(line, side) + aims + if mover == Some(side) { options } else { -options }
            }
        };
        value.clamp(-UNDECIDED, UNDECIDED)
    }
}

/// The greatest worth of a kind, and the greatest gain.
const MOST: i64 = 1_000_000;

/// For each kind, how much its `value` rises when a trigger promotes it; 0 if none does.
fn gains(program: &Program) -> Vec<i64> {
    let kinds = &program.equipment.kinds;
    let mut gains = vec![0; kinds.len()];
    for trigger in EventKind::ALL.iter().flat_map(|event| program.triggers.of(*event)) {
        let subjects = trigger.subject.map_or(u64::MAX, |subject| kinds_of(program, subject));
        let becomes = Cell::new(0);
        program.some_op(trigger.body, &|op| {
            if let Op::SetKind(_, to) = op
                && let Node::Bits(to) = program.node(*to)
            {
                becomes.set(becomes.get() | to);
            }
            false
        });
        let best =
            |bits: u64| kinds.iter().enumerate().filter(move |(kind, _)| bits >> kind & 1 != 0).map(|(_, kind)| kind.value);
        let Some(best) = best(becomes.get()).max() else { continue };
        for (kind, gain) in gains.iter_mut().enumerate().filter(|(kind, _)| subjects >> kind & 1 != 0) {
            *gain = (*gain).max(best.saturating_sub(kinds[kind].value)).min(MOST);
        }
    }
    gains
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Choices;
    use crate::library::load_text;

    /// The advance of a piece counts once, however many players its side has.
    #[test]
    fn partners_do_not_make_a_piece_worth_more() {
        let places = |partners: &str| {
            let rules = format!(
                "+++\nname = \"Four\"\n[players]\nBlack = {{ faces = \"south\" }}\nWhite = {{ faces = \"north\" }}\n{partners}[board]\n\
                 grid = \"4x4\"\n[pieces]\nman = {{ symbol = \"m\" }}\nking = {{ symbol = \"k\", value = 3 }}\n[setup]\n\
                 man = {{ Black = \"a4\", White = \"d1\" }}\n+++\nmovement {{ piece may step forward }}\n\
                 promotion {{ when man lands on far-row: promote it to king }}\nvictory {{ player who cannot move loses }}\n"
            );
            let loaded = load_text("four", "four.draughts", rules.into_bytes(), None);
            let variant = loaded.check(&Choices::default()).variant.expect("sound rules");
            Evaluation::untrained(&Program::compile(&variant)).places
        };
        let two = places("");
        assert!(two.iter().any(|worth| *worth > PIECE && *worth < 3 * PIECE), "{two:?}");
        assert_eq!(places("Third = { side = \"Black\" }\nFourth = { side = \"White\" }\n"), two);
    }
}
