//! Examples that made-up boards do not give: they are taken from games played at random, and every piece that the move does not
//! need is removed.

use super::super::pages::Figure;
use super::super::prose::spoken;
use super::draw::{figure as drawn, of_move};
use super::prey;
use super::scene::{SEED, Scene, piece, taken};
use crate::agents::{by_weight, generator, random};
use crate::engine::moves::Deed;
use crate::engine::{Actor, Move, Position};
use crate::library::Ready;
use crate::model::rules::MoveVerb;
use crate::model::{KindId, Setup, SideId, SiteId};
use crate::notation::movetext;

/// The number of games played.
const GAMES: u64 = 12;
/// At most this many decisions in one game.
const DECISIONS: u64 = 160;
/// At most this many examples of named moves.
const NAMED: usize = 12;

/// The examples still to be found.
pub(super) struct Wanted {
    captures: Vec<(SideId, KindId)>,
    verbs: Vec<String>,
    by_players: Vec<SideId>,
}

/// A move, and the set-up in which it was found.
struct Found {
    setup: Setup,
    mv: Move,
}

impl Wanted {
    /// Every named move, and captures by moves without an acting piece.
    pub(super) fn of(ready: &Ready) -> Wanted {
        let mut wanted = Wanted { captures: Vec::new(), verbs: Vec::new(), by_players: Vec::new() };
        for rule in ready.variant.rules.groups.iter().flat_map(|group| &group.rules) {
            if let MoveVerb::Body(name, block) = &rule.verb
                && !block.statements.is_empty()
                && !wanted.verbs.contains(name)
                && wanted.verbs.len() < NAMED
            {
                wanted.verbs.push(name.clone());
            }
            if matches!(rule.subject, crate::model::rules::Subject::Players(_)) && wanted.by_players.is_empty() {
                wanted.by_players = ready.variant.equipment.players.iter().map(|player| player.side).collect();
            }
        }
        wanted
    }

    /// Adds a capture by a piece of this side and kind.
    pub(super) fn capture(&mut self, side: SideId, kind: KindId) {
        self.captures.push((side, kind));
    }

    fn is_empty(&self) -> bool {
        self.captures.is_empty() && self.verbs.is_empty() && self.by_players.is_empty()
    }
}

/// Captures by side and kind, and the other examples.
pub(super) fn figures(ready: &Ready, scene: &Scene, mut wanted: Wanted) -> (Vec<(SideId, KindId, Figure)>, Vec<Figure>) {
    let (mut captures, mut others) = (Vec::new(), Vec::new());
    if wanted.is_empty() {
        return (captures, others);
    }
    let equipment = &ready.variant.equipment;
    let program = &ready.program;
    for game in 0..GAMES {
        let Some(mut position) = scene.position(program, &scene.start) else { break };
        for decision in 0..DECISIONS {
            if wanted.is_empty() || position.outcome().is_some() {
                break;
            }
            let Some(moves) = scene.moves(program, &position) else { break };
            let chance = position.actor(program) == Some(Actor::Chance);
            if !chance {
                let setup = position.to_setup(program);
                for i in 0..moves.len() {
                    if let Some((at, figure)) = named(ready, &position, &setup, (&moves, i), &wanted) {
                        wanted.verbs.remove(at);
                        others.push(figure);
                    }
                }
            }
            let mut draw = generator(SEED + game, decision);
            let Some(next) = (if chance { by_weight(&moves, &mut draw) } else { random(&moves, &mut draw) }) else { break };
            let mv = &moves[next];
            if !chance {
                let setup = position.to_setup(program);
                let (from, prey) = (mv.from(), taken(program, &position, mv));
                let side = equipment.players.get(position.mover(program).index()).map_or(SideId(0), |player| player.side);
                let prey = enemies(&setup, side, prey);
                if !prey.is_empty() && setup.pending.is_none() {
                    match from.and_then(|from| setup.tower(from).last().map(|top| (top.owner, top.kind))) {
                        Some(hunter) => {
                            if let Some(at) = wanted.captures.iter().position(|one| *one == hunter) {
                                wanted.captures.remove(at);
                                let found = stripped(ready, scene, Found { setup, mv: mv.clone() }, prey.len());
                                if let Ok(position) = Position::from_setup(program, &found.setup) {
                                    let hunter = piece(hunter.0, hunter.1);
                                    let figure = prey::figure(ready, &found.setup, &position, &found.mv, &hunter, "takes");
                                    captures.push((hunter.owner, hunter.kind, figure));
                                }
                            }
                        }
                        None => {
                            if let Some(at) = wanted.by_players.iter().position(|one| *one == side) {
                                wanted.by_players.remove(at);
                                let found = stripped(ready, scene, Found { setup, mv: mv.clone() }, prey.len());
                                others.push(by_player(ready, &found, side));
                            }
                        }
                    }
                }
            }
            let Ok(after) = position.play(program, mv, &[]) else { break };
            position = after;
        }
    }
    (captures, others)
}

fn enemies(setup: &Setup, side: SideId, sites: Vec<SiteId>) -> Vec<SiteId> {
    let of_others = |site: &SiteId| setup.tower(*site).last().is_some_and(|top| top.owner != side);
    sites.into_iter().filter(of_others).collect()
}

/// The picture of a named move that is wanted, with its index among these.
fn named(
    ready: &Ready,
    position: &Position,
    setup: &Setup,
    (moves, i): (&[Move], usize),
    wanted: &Wanted,
) -> Option<(usize, Figure)> {
    let mv = moves.get(i)?;
    let verb = mv.deeds.iter().find_map(|deed| if let Deed::Verb(name) = deed { Some(name) } else { None })?;
    let at = wanted.verbs.iter().position(|one| one == verb)?;
    // the text that distinguishes it from the other moves of the decision, so that it can be typed
    let text = movetext::texts(&ready.variant.equipment, moves, true).into_iter().nth(i)?;
    let marks = of_move(mv, taken(&ready.program, position, mv));
    Some((at, drawn(&ready.variant.equipment, setup, &marks, format!("“{}”: {text}", spoken(verb)))))
}

fn by_player(ready: &Ready, found: &Found, side: SideId) -> Figure {
    let equipment = &ready.variant.equipment;
    let text = movetext::texts(equipment, std::slice::from_ref(&found.mv), true).pop().unwrap_or_default();
    let marks = match Position::from_setup(&ready.program, &found.setup) {
        Ok(position) => of_move(&found.mv, taken(&ready.program, &position, &found.mv)),
        Err(_) => of_move(&found.mv, Vec::new()),
    };
    let name = equipment.sides.get(side.index()).map_or("?", |side| &side.name);
    drawn(equipment, &found.setup, &marks, format!("{name} takes: {text}"))
}

/// The same move with as few other pieces as it needs to be legal and to take as many.
fn stripped(ready: &Ready, scene: &Scene, mut found: Found, many: usize) -> Found {
    let mut i = 0;
    while i < found.setup.board.len() {
        let mut fewer = found.setup.clone();
        fewer.board.remove(i);
        match same_move(ready, scene, &fewer, &found.mv, many) {
            Some(mv) => found = Found { setup: fewer, mv },
            None => i += 1,
        }
    }
    found
}

fn same_move(ready: &Ready, scene: &Scene, setup: &Setup, wanted: &Move, many: usize) -> Option<Move> {
    let position = scene.position(&ready.program, setup).filter(|position| position.outcome().is_none())?;
    let moves = scene.moves(&ready.program, &position)?;
    let mv = moves.into_iter().find(|mv| mv.deeds == wanted.deeds)?;
    (taken(&ready.program, &position, &mv).len() >= many).then_some(mv)
}
