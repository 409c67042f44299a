//! What a piece takes: one enemy, and two in a chain, with no other pieces than necessary.

use super::super::pages::Figure;
use super::super::prose::spoken;
use super::draw::{figure as drawn, of_move};
use super::scene::{Scene, decision, piece, places_of, taken};
use crate::engine::{Move, Position};
use crate::library::Ready;
use crate::model::setup::{Piece, Setup};
use crate::model::{KindId, SideId, SiteId};
use crate::notation::movetext;
use crate::notation::symbols::{piece_words, plain_kind};

/// The number of sites near the middle that are tried for the piece.
const PLACES: usize = 6;

/// Pictures of a capture, and of a chain if there are chains.
pub(super) fn figures(ready: &Ready, scene: &Scene, side: SideId, kind: KindId, company: &[(SiteId, Piece)]) -> Vec<Figure> {
    let equipment = &ready.variant.equipment;
    let Some(enemy) = equipment.playing().find(|one| *one != side) else { return Vec::new() };
    let Some(plain) = plain_kind(equipment, enemy) else { return Vec::new() };
    let prey = piece(enemy, plain);
    let hunter = piece(side, kind);
    for at in places_of(ready, scene, kind).into_iter().take(PLACES) {
        let mut pieces = company.to_vec();
        pieces.push((at, hunter.clone()));
        for site in near(ready, scene, plain, at) {
            let mut first = pieces.clone();
            first.push((site, prey.clone()));
            let Some((setup, position, mv)) = capture(ready, scene, side, at, &first, 1) else { continue };
            let mut figures = vec![figure(ready, &setup, &position, &mv, &hunter, "takes")];
            if ready.program.equipment.board.sites.len() <= 256 && chains(ready) {
                let second = near(ready, scene, plain, at).into_iter().filter(|other| *other != site).find_map(|other| {
                    let mut both = first.clone();
                    both.push((other, prey.clone()));
                    capture(ready, scene, side, at, &both, 2)
                });
                if let Some((setup, position, mv)) = second {
                    figures.push(figure(ready, &setup, &position, &mv, &hunter, "takes two in one move"));
                }
            }
            return figures;
        }
    }
    Vec::new()
}

fn chains(ready: &Ready) -> bool {
    ready.variant.rules.groups.iter().any(|group| !group.chain.is_empty())
}

/// The nearest sites where a piece of a kind may be, by their distance from a site.
fn near(ready: &Ready, scene: &Scene, kind: KindId, from: SiteId) -> Vec<SiteId> {
    let board = &ready.variant.equipment.board;
    let place = |site: SiteId| (i32::from(board.sites[site.index()].file), i32::from(board.sites[site.index()].rank));
    let (x, y) = place(from);
    let mut all: Vec<SiteId> = places_of(ready, scene, kind).into_iter().filter(|site| *site != from).collect();
    // Of equally near ones, the upper sites come first, as a diagram is read.
    all.sort_by_key(|site| {
        let (a, b) = place(*site);
        ((a - x).abs().max((b - y).abs()), y - b, a - x)
    });
    all.truncate(60);
    all
}

/// A set-up in which the piece takes `many` enemies, with the move.
fn capture(
    ready: &Ready,
    scene: &Scene,
    side: SideId,
    at: SiteId,
    pieces: &[(SiteId, Piece)],
    many: usize,
) -> Option<(Setup, Position, Move)> {
    let setup = scene.with(ready, side, pieces)?;
    let (position, moves) = decision(scene, &ready.program, &setup, at)?;
    let mv = moves
        .into_iter()
        .find(|mv| mv.from() == Some(at) && enemies(&setup, side, &taken(&ready.program, &position, mv)) == many)?;
    Some((setup, position, mv))
}

fn enemies(setup: &Setup, side: SideId, sites: &[SiteId]) -> usize {
    sites.iter().filter(|site| setup.tower(**site).last().is_some_and(|top| top.owner != side)).count()
}

/// The picture of a move.
pub(super) fn figure(ready: &Ready, setup: &Setup, position: &Position, mv: &Move, hunter: &Piece, does: &str) -> Figure {
    let equipment = &ready.variant.equipment;
    let text = movetext::texts(equipment, std::slice::from_ref(mv), true).pop().unwrap_or_default();
    let words = spoken(&piece_words(equipment, hunter));
    let marks = of_move(mv, taken(&ready.program, position, mv));
    drawn(equipment, setup, &marks, format!("{words} {does}: {text}"))
}
