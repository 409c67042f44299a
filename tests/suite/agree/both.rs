//! One game by both, decision by decision.

use std::collections::{BTreeMap, HashMap};

use draughtsman::engine::{Actor, Counting, Position, moves};
use draughtsman::model::setup::{Outcome, Setup, Token};
use draughtsman::model::{SiteId, TokenId, Variant};
use draughtsman::program::Program;
use draughtsman::reference::{self, Decider, Pending, Reference, Watch};

use crate::dice::next;

/// How much is tried.
#[derive(Clone, Copy)]
pub(super) struct Much {
    /// Games.
    pub(super) games: usize,
    /// Decisions from the start of each.
    pub(super) starts: usize,
    /// How long a game is followed for positions to start from.
    pub(super) plies: usize,
    /// Decisions from each of these.
    pub(super) follow: usize,
    /// Moves listed, about: then the game is enough.
    pub(super) moves: usize,
}

/// How many times as much is tried: 1, or as many as `DRAUGHTSMAN_AGREE` says.
pub(super) fn much() -> usize {
    std::env::var("DRAUGHTSMAN_AGREE").ok().and_then(|number| number.parse().ok()).unwrap_or(1)
}

/// Moves that are played of one decision.
const MOST_PLAYED: usize = 10;

/// Games by both: the first decisions, and some from random positions on the way of a game of the engine's. How many were compared.
pub(super) fn agree(variant: &Variant, watch: &Watch, much: Much) -> Result<usize, String> {
    let program = Program::compile(variant);
    let mut decisions = 0;
    let mut stands = Stands::default();
    for game in 1..=much.games as u64 {
        let mut seed = game.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut listed = 0;
        let mut both = Both::start(variant, &program, watch)?;
        let mut follow = |both: &mut Both<'_>, most: usize, seed: &mut u64| -> Result<(), String> {
            for _ in 0..most {
                if listed > much.moves {
                    break;
                }
                decisions += 1;
                let (many, goes_on) = both
                    .decide(Which::Any(seed, MOST_PLAYED), &mut stands)
                    .map_err(|problem| format!("game {game}: {problem}"))?;
                listed += many;
                if !goes_on {
                    break;
                }
            }
            Ok(())
        };
        follow(&mut both, much.starts, &mut seed)?;
        let mut position = Position::start(&program).map_err(|limit| limit.to_string())?;
        let mut stood = vec![position.standing()];
        for ply in 1..=much.plies {
            let moves = position.moves(&program, Counting::AsWritten).map_err(|limit| limit.to_string())?;
            if moves.is_empty() {
                break;
            }
            let mv = &moves[next(&mut seed) % moves.len()];
            let after = position.play(&program, mv, &stood).map_err(|limit| limit.to_string())?;
            if after.turns() != position.turns() {
                stood.push(after.standing());
            }
            position = after;
            if ply % 8 == 7
                && let Some(mut both) = Both::from(variant, &program, position.clone(), watch)?
            {
                follow(&mut both, much.follow, &mut seed)?;
            }
        }
    }
    Ok(decisions)
}

/// A position by both: what can come of a move of the one can come of a move of the other, however many moves come to it. Positions with
/// more than `most` moves are passed over.
pub(crate) fn come_to_the_same(variant: &Variant, program: &Program, position: &Position, most: usize) -> Result<bool, String> {
    let watch = Watch::default();
    // A rule that does not come to an end is another test's matter.
    let Ok(engines) = position.moves(program, Counting::AsWritten) else { return Ok(false) };
    if engines.len() > most {
        return Ok(false);
    }
    let Some(both) = Both::from(variant, program, position.clone(), &watch)? else { return Ok(false) };
    let Ok(references) = both.reference.moves(&both.pending) else { return Ok(false) };
    let (mut theirs, mut ours) = (HashMap::new(), HashMap::new());
    for mv in &engines {
        let Ok(after) = position.play(program, mv, &both.stood) else {
            let reached = references.iter().any(|mv| both.reference.play(&both.pending, mv).is_err());
            return if reached {
                Ok(false)
            } else {
                Err(format!("only the engine reaches a limit: {}", engine_words(mv, variant)))
            };
        };
        theirs.insert(both.after(&after, mv.weight), engine_words(mv, variant));
    }
    for mv in &references {
        let Ok(after) = both.reference.play(&both.pending, mv) else { return Ok(false) };
        ours.insert(both.after_ours(&after, mv.weight), reference_words(mv, variant));
    }
    let at = || position.to_setup(program);
    if engines.len() != references.len() {
        let [engine, reference] = [engines.len(), references.len()];
        return Err(format!("the engine has {engine} moves, the reference {reference}\nat {:?}", at()));
    }
    if let Some((after, words)) = ours.iter().find(|(after, _)| !theirs.contains_key(after)) {
        return Err(format!("only the reference comes by {words} to {after:?}\nat {:?}", at()));
    }
    match theirs.iter().find(|(after, _)| !ours.contains_key(after)) {
        Some((after, words)) => Err(format!("only the engine comes by {words} to {after:?}\nat {:?}", at())),
        None => Ok(true),
    }
}

/// What comes of a move: what is where, who decides next, how the game ended, and how likely it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct After {
    setup: Setup,
    next: Option<Actor>,
    outcome: Option<Outcome>,
    weight: u64,
}

/// Positions as they are the same for repetition, with the hashes that the engine tells them by.
#[derive(Default)]
pub(crate) struct Stands {
    hashes: HashMap<Setup, Position>,
    positions: BTreeMap<u64, Setup>,
}

impl Stands {
    /// Notes a position by both. Two have the same hash if, and only if, they are the same for repetition.
    fn note(&mut self, standing: Setup, position: &Position, program: &Program) -> Result<(), String> {
        let hash = position.hash();
        let known = self.hashes.entry(standing.clone()).or_insert_with(|| position.clone());
        if known.hash() != hash {
            let [known, this] = [&*known, position].map(|one| one.to_setup(program));
            return Err(format!("one position has two hashes:\n{known:?}\n{this:?}"));
        }
        match self.positions.entry(hash).or_insert_with(|| standing.clone()) {
            known if *known == standing => Ok(()),
            known => Err(format!("two positions have one hash: {known:?}\nand {standing:?}")),
        }
    }
}

/// Which moves of a decision are played, and by which of them the game goes on.
pub(crate) enum Which<'s> {
    /// So many, and any of them.
    Any(&'s mut u64, usize),
    /// The one at this place of the engine's list.
    This(usize),
}

/// A game by both.
pub(crate) struct Both<'v> {
    variant: &'v Variant,
    program: &'v Program,
    reference: Reference<'v>,
    pending: Pending,
    position: Position,
    stood: Vec<u64>,
}

impl<'v> Both<'v> {
    /// A game from its beginning.
    pub(crate) fn start(variant: &'v Variant, program: &'v Program, watch: &'v Watch) -> Result<Both<'v>, String> {
        let reference = Reference::new(variant).watched(watch);
        let pending = reference.start().map_err(|limit| limit.to_string())?;
        let position = Position::start(program).map_err(|limit| limit.to_string())?;
        Ok(Both { variant, program, reference, pending, stood: vec![position.standing()], position })
    }

    /// A game from the beginning of a turn; `None` if the position is in the middle of one.
    fn from(
        variant: &'v Variant,
        program: &'v Program,
        position: Position,
        watch: &'v Watch,
    ) -> Result<Option<Both<'v>>, String> {
        let setup = position.to_setup(program);
        if setup.pending.is_some() || setup.outcome.is_some() {
            return Ok(None);
        }
        let reference = Reference::new(variant).watched(watch);
        let pending = reference.at(&setup).map_err(|limit| limit.to_string())?;
        Ok(Some(Both { variant, program, reference, pending, stood: vec![position.standing()], position }))
    }

    /// Where the engine's game stands.
    pub(crate) fn position(&self) -> &Position {
        &self.position
    }

    /// Compares the decision at hand, and plays one of its moves by both: how many moves it has, and whether the game goes on.
    pub(crate) fn decide(&mut self, mut which: Which<'_>, stands: &mut Stands) -> Result<(usize, bool), String> {
        let told = |problem: String| format!("{problem}\nat {:?}", self.position.to_setup(self.program));
        if self.position.actor(self.program) != self.pending.decider.map(next_of) {
            let by = format!("{:?} decides, not {:?}", self.pending.decider, self.position.actor(self.program));
            return Err(told(by));
        }
        let engines = self.position.moves(self.program, Counting::AsWritten).map_err(|limit| limit.to_string())?;
        let references = self.reference.moves(&self.pending).map_err(|limit| limit.to_string())?;
        let (many, there) = (references.len(), engines.len());
        let mut by_deeds: HashMap<String, (Vec<usize>, Vec<usize>)> = HashMap::new();
        for (i, mv) in engines.iter().enumerate() {
            by_deeds.entry(engine_words(mv, self.variant)).or_default().0.push(i);
        }
        for (i, mv) in references.iter().enumerate() {
            by_deeds.entry(reference_words(mv, self.variant)).or_default().1.push(i);
        }
        if many != there {
            let only = by_deeds.iter().filter(|(_, (a, b))| a.len() != b.len());
            let only: Vec<_> = only.map(|(words, (a, b))| format!("{words} ({}, not {})", b.len(), a.len())).collect();
            return Err(told(format!("{many} moves, not {there}: {only:#?}")));
        }
        // Where there are many, those are played that are called the same by both.
        let mut pairs: Vec<(Vec<usize>, Vec<usize>)> = by_deeds.into_values().collect();
        pairs.sort();
        match &mut which {
            Which::Any(seed, most) => {
                while pairs.len() > *most {
                    pairs.swap_remove(next(seed) % pairs.len());
                }
            }
            Which::This(chosen) => pairs.retain(|(engine, _)| engine.contains(chosen)),
        }
        if pairs.iter().any(|(a, b)| a.len() != b.len()) {
            // Two ways to make one move may be called differently: then all must be played.
            pairs = vec![((0..there).collect(), (0..many).collect())];
        }
        let mut played = Vec::new();
        for (engine, reference) in pairs {
            let mut left: Vec<(After, usize, Pending)> = Vec::new();
            for i in reference {
                let pending = self.reference.play(&self.pending, &references[i]).map_err(|limit| limit.to_string())?;
                let after = self.after_ours(&pending, references[i].weight);
                left.push((after, i, pending));
            }
            for i in engine {
                let position = self.position.play(self.program, &engines[i], &self.stood).map_err(|limit| limit.to_string())?;
                let after = self.after(&position, engines[i].weight);
                let same_words = |one: &&(After, usize, Pending)| {
                    one.0 == after
                        && reference_words(&references[one.1], self.variant) == engine_words(&engines[i], self.variant)
                };
                let found = left.iter().find(same_words).or_else(|| left.iter().find(|one| one.0 == after));
                let Some(at) = found.map(|one| one.1) else {
                    let others: Vec<_> = left.iter().map(|one| difference(&one.0, &after)).collect();
                    let words = engine_words(&engines[i], self.variant);
                    return Err(told(format!("nothing comes to what comes of {words}: {others:#?}")));
                };
                let place = left.iter().position(|one| one.1 == at).unwrap_or_default();
                played.push((i, position, left.swap_remove(place).2));
            }
        }
        for (_, position, pending) in &played {
            stands.note(pending.position.standing(self.variant), position, self.program).map_err(told)?;
        }
        let goes_on = match which {
            _ if played.is_empty() && self.position.outcome().is_some() => return Ok((many, false)),
            _ if played.is_empty() => return Err(told("nothing can be chosen".to_owned())),
            Which::Any(seed, _) => next(seed) % played.len(),
            Which::This(chosen) => played.iter().position(|(i, ..)| *i == chosen).unwrap_or_default(),
        };
        let (_, position, pending) = played.swap_remove(goes_on);
        if position.turns() != self.position.turns() {
            self.stood.push(position.standing());
        }
        (self.position, self.pending) = (position, pending);
        Ok((many, self.position.outcome().is_none()))
    }

    fn after_ours(&self, pending: &Pending, weight: u64) -> After {
        After {
            setup: pending.position.to_setup(self.variant),
            next: pending.decider.map(next_of),
            outcome: pending.outcome.clone(),
            weight,
        }
    }

    fn after(&self, position: &Position, weight: u64) -> After {
        let mut setup = position.to_setup(self.program);
        let outcome = setup.outcome.take();
        let setup = plainly(self.variant, setup).to_setup(self.variant);
        After { setup, next: position.actor(self.program), outcome, weight }
    }
}

/// What is where, by the reference.
fn plainly(variant: &Variant, setup: Setup) -> reference::Position {
    reference::Position::from_setup(variant, &Setup { outcome: None, pending: None, ..setup })
}

/// Positions of the engine have the same hash if, and only if, the reference calls them the same for repetition.
pub(crate) fn hashes_tell_apart(variant: &Variant, program: &Program, positions: &[Position]) -> Result<(), String> {
    let mut stands = Stands::default();
    positions.iter().try_for_each(|one| stands.note(plainly(variant, one.to_setup(program)).standing(variant), one, program))
}

fn next_of(decider: Decider) -> Actor {
    match decider {
        Decider::Player(player) => Actor::Player(player),
        Decider::Chance => Actor::Chance,
    }
}

/// What differs first.
fn difference(ours: &After, theirs: &After) -> String {
    let (a, b) = (&ours.setup, &theirs.setup);
    if a != b {
        let parts = [
            (format!("{:?}", (a.turn, a.turns, &a.out)), format!("{:?}", (b.turn, b.turns, &b.out))),
            (format!("{:?}", a.board), format!("{:?}", b.board)),
            (format!("{:?}", a.under), format!("{:?}", b.under)),
            (format!("{:?}", a.piles), format!("{:?}", b.piles)),
            (format!("{:?}", a.stored), format!("{:?}", b.stored)),
            (format!("{:?}", (&a.shuffles, &a.unplaced)), format!("{:?}", (&b.shuffles, &b.unplaced))),
        ];
        return parts.iter().find(|(a, b)| a != b).map_or_else(String::new, |(a, b)| format!("{a}\n    not {b}"));
    }
    format!("{:?}\n    not {:?}", (&ours.next, &ours.outcome, ours.weight), (&theirs.next, &theirs.outcome, theirs.weight))
}

fn site(variant: &Variant, site: SiteId) -> &str {
    &variant.equipment.board.sites[site.index()].name
}

/// A token by what is known of it: heaps have other numbers in each.
fn token(kind: TokenId, token: &Token) -> String {
    match token {
        Token::Seen { class, face, .. } => format!("token {}.{class}.{face}", kind.0),
        Token::Unseen { face, .. } => format!("token {}.?.{face}", kind.0),
    }
}

fn leg(variant: &Variant, from: SiteId, to: SiteId, captures: &[SiteId]) -> String {
    let captures: Vec<&str> = captures.iter().map(|one| site(variant, *one)).collect();
    format!("{}-{} x {captures:?}", site(variant, from), site(variant, to))
}

/// What a move of the engine does, in words.
fn engine_words(mv: &moves::Move, variant: &Variant) -> String {
    let chosen = |one: &moves::Chosen| match one {
        moves::Chosen::Site(at) => format!("site {}", site(variant, *at)),
        moves::Chosen::Piece(at) => format!("piece {}", site(variant, *at)),
        moves::Chosen::Off(piece) => format!("off {}.{}", piece.owner.0, piece.kind.0),
        moves::Chosen::Token(kind, one) => token(*kind, one),
        moves::Chosen::Number(number) => format!("number {number}"),
        moves::Chosen::Member(ty, member) => format!("{ty:?} {member}"),
    };
    let deed = |deed: &moves::Deed| match deed {
        moves::Deed::Actor(at) => format!("actor {}", site(variant, *at)),
        moves::Deed::Verb(name) => name.clone(),
        moves::Deed::Leg { from, to, captures } => leg(variant, *from, *to, captures),
        moves::Deed::Placed(at) => format!("placed {}", site(variant, *at)),
        moves::Deed::Chosen(name, things) => format!("{name}: {}", things.iter().map(chosen).collect::<Vec<_>>().join(", ")),
        moves::Deed::Alternative(which) => format!("either {which}"),
        moves::Deed::Taken(taken) => format!("may {taken}"),
        moves::Deed::Declined => "declined".to_owned(),
    };
    mv.deeds.iter().map(deed).collect::<Vec<_>>().join("; ")
}

/// What a move of the reference does, in the same words.
fn reference_words(mv: &reference::Move, variant: &Variant) -> String {
    use reference::{Chosen, Deed};
    let chosen = |one: &Chosen| match one {
        Chosen::Site(at) => format!("site {}", site(variant, *at)),
        Chosen::Piece(at) => format!("piece {}", site(variant, *at)),
        Chosen::Off(piece) => format!("off {}.{}", piece.owner.0, piece.kind.0),
        Chosen::Token(kind, one) => token(*kind, one),
        Chosen::Number(number) => format!("number {number}"),
        Chosen::Member(ty, member) => format!("{ty:?} {member}"),
    };
    let deed = |deed: &Deed| match deed {
        Deed::Actor(at) => format!("actor {}", site(variant, *at)),
        Deed::Verb(name) => name.clone(),
        Deed::Leg(from, to, captures) => leg(variant, *from, *to, captures),
        Deed::Placed(at) => format!("placed {}", site(variant, *at)),
        Deed::Chosen(name, things) => format!("{name}: {}", things.iter().map(chosen).collect::<Vec<_>>().join(", ")),
        Deed::Alternative(which) => format!("either {which}"),
        Deed::May(taken) => format!("may {taken}"),
        Deed::Declined => "declined".to_owned(),
    };
    mv.deeds.iter().map(deed).collect::<Vec<_>>().join("; ")
}
