//! Where a piece may go, with as few other pieces on the board as possible.

use std::collections::BTreeSet;

use super::super::pages::Figure;
use super::super::prose::{joined, spoken};
use super::draw::{Marks, figure as drawn};
use super::scene::{Pieces, Scene, decision, leg, piece, places_of};
use crate::agents::{below, generator};
use crate::engine::moves::Deed;
use crate::library::Ready;
use crate::model::setup::Piece;
use crate::model::{KindId, SideId, SiteId};
use crate::notation::squares;
use crate::notation::symbols::{piece_words, plain_kind};

/// The number of sites near the middle that are tried.
const PLACES: usize = 12;
/// The number of random arrangements of other pieces that are tried, where a piece alone would end the game.
const TRIES: u64 = 40;

/// A piece on a suitable site with everywhere it may go, and the other pieces that have to be there.
pub(super) fn figure(ready: &Ready, scene: &Scene, side: SideId, kind: KindId) -> Option<(Pieces, Figure)> {
    let mut best: Option<(usize, SiteId, Pieces, Vec<SiteId>)> = None;
    for company in companies(ready, scene, side, kind) {
        for at in places_of(ready, scene, kind).into_iter().take(PLACES) {
            let dots = landings(ready, scene, side, kind, at, &company);
            if !dots.is_empty() && best.as_ref().is_none_or(|(most, ..)| dots.len() > *most) {
                best = Some((dots.len(), at, company.clone(), dots));
            }
        }
        // If the piece may go somewhere without other pieces, none are added for the sake of more places to go.
        if best.is_some() && company.is_empty() {
            break;
        }
    }
    let (_, at, company, dots) = best?;
    let equipment = &ready.variant.equipment;
    let mut pieces = company.clone();
    pieces.push((at, piece(side, kind)));
    let setup = scene.with(ready, side, &pieces)?;
    let words = spoken(&piece_words(equipment, &piece(side, kind)));
    let mut caption = format!("{words} on {}: it may go to the marked places.", squares::name(equipment, at));
    let verbs = verbs(ready, scene, &setup, at);
    if !verbs.is_empty() {
        caption.push_str(&format!(" It may also: {}.", joined(&verbs, "or")));
    }
    Some((company, drawn(equipment, &setup, &Marks { dots, ..Marks::default() }, caption)))
}

/// Everywhere that a piece may go in one leg that takes nothing.
fn landings(ready: &Ready, scene: &Scene, side: SideId, kind: KindId, at: SiteId, company: &[(SiteId, Piece)]) -> Vec<SiteId> {
    let mut pieces = company.to_vec();
    pieces.push((at, piece(side, kind)));
    let Some(setup) = scene.with(ready, side, &pieces) else { return Vec::new() };
    let Some((_, moves)) = decision(scene, &ready.program, &setup, at) else { return Vec::new() };
    let quiet = moves.iter().filter(|mv| mv.captures().is_empty());
    let sites: BTreeSet<SiteId> = quiet.filter_map(|mv| leg(mv, at)).filter(|to| *to != at).collect();
    sites.into_iter().collect()
}

/// The names of the other moves that the piece may make.
fn verbs(ready: &Ready, scene: &Scene, setup: &crate::model::Setup, at: SiteId) -> Vec<String> {
    let Some((_, moves)) = decision(scene, &ready.program, setup, at) else { return Vec::new() };
    let named = moves.iter().filter(|mv| mv.from() == Some(at)).flat_map(|mv| &mv.deeds);
    let names: BTreeSet<String> =
        named.filter_map(|deed| if let Deed::Verb(name) = deed { Some(spoken(name)) } else { None }).collect();
    names.into_iter().collect()
}

/// Other pieces without which the game might be over: none; one, two or three enemies far away; one of each kind and side on
/// random outer sites.
fn companies(ready: &Ready, scene: &Scene, side: SideId, kind: KindId) -> Vec<Pieces> {
    let equipment = &ready.variant.equipment;
    let mut all = vec![Vec::new()];
    let sides = || (0..equipment.sides.len()).map(|i| SideId(i as u8));
    for enemy in sides().filter(|one| *one != side) {
        if let Some(plain) = plain_kind(equipment, enemy) {
            let far = places_of(ready, scene, plain).into_iter().rev().take(3);
            let far: Pieces = far.map(|site| (site, piece(enemy, plain))).collect();
            all.extend(far.iter().map(|one| vec![one.clone()]));
            all.extend((2..=far.len()).map(|many| far[..many].to_vec()));
        }
    }
    let mut everything: Vec<Piece> = Vec::new();
    for one in sides() {
        for (i, known) in equipment.kinds.iter().enumerate() {
            let other = KindId(i as u8);
            if known.owner.is_none_or(|owner| owner == one) && (one, other) != (side, kind) {
                everything.push(piece(one, other));
            }
        }
    }
    for turn in 0..TRIES {
        let mut random = generator(super::scene::SEED, turn);
        let mut used = Vec::new();
        let some: Pieces = everything
            .iter()
            .filter_map(|one| {
                let places = places_of(ready, scene, one.kind);
                let outer = &places[places.len().min(PLACES)..];
                let site = *outer.get(below(outer.len() as u64, &mut random) as usize)?;
                let fresh = !used.contains(&site);
                used.push(site);
                fresh.then(|| (site, one.clone()))
            })
            .collect();
        all.push(some);
    }
    all
}
