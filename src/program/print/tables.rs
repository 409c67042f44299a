//! What a program is played with: names, steps, and the memory map of a position.

use crate::model::PlayerId;
use crate::model::equipment::{PileHolds, PileOwner, RegionSites};
use crate::model::{Equipment, SiteSet};
use crate::program::layout::PileForm;
use crate::program::{Layout, Program};

/// All tables.
pub(super) fn print(program: &Program) -> String {
    let equipment = &program.equipment;
    let mut out = format!("program {:016x}: {}\n", program.fingerprint, equipment.about.title);
    let player = |id: &PlayerId| equipment.players.get(id.index()).map_or("?", |player| player.name.as_str());
    let order: Vec<&str> = equipment.turn_order.iter().map(player).collect();
    out.push_str(&format!("turn order: {}\n", order.join(", ")));
    let sides: Vec<&str> = equipment.sides.iter().map(|side| side.name.as_str()).collect();
    out.push_str(&format!("sides: {}\n", sides.join(", ")));
    let kinds: Vec<String> = equipment.kinds.iter().map(|kind| format!("{} {}", kind.name, kind.value)).collect();
    out.push_str(&format!("kinds and values: {}\n", kinds.join(", ")));
    out.push_str(&format!("routes: {:?}\n", equipment.routes).to_lowercase());
    memory(program, &mut out);
    steps(equipment, &mut out);
    regions(equipment, &mut out);
    out
}

fn memory(program: &Program, out: &mut String) {
    let Layout { sites, words, sides, kinds, cells, .. } = program.layout;
    out.push_str("\nmemory\n");
    out.push_str(&format!("  sets of {sites} sites: {words} words each, one a side and kind ({sides} x {kinds})\n"));
    out.push_str(&format!("  {cells} cells; repetition does not count the first {}\n", program.layout.uncounted));
    for (stored, at) in program.stored.iter().zip(&program.layout.stored) {
        out.push_str(&format!("  {}: cells {}\n", stored.name, run(at.start, at.width * at.owners)));
    }
    for (slot, start) in program.equipment.slots.iter().zip(&program.layout.slots) {
        out.push_str(&format!("  {} of pieces: cells {}\n", slot.name, run(*start, sites)));
    }
    if let (Some((name, _)), Some(start)) = (&program.equipment.under, program.layout.under) {
        out.push_str(&format!("  {name} under sites: cells {}\n", run(start, sites)));
    }
    if let Some(start) = program.layout.towers {
        out.push_str(&format!("  towers: cells {}\n", run(start, sites * program.layout.tower_cells)));
    }
    for pile in &program.layout.piles {
        let form = match pile.form {
            PileForm::Counts(classes) => format!("{classes} counts"),
            PileForm::List { width, most, ordered: true } => format!("at most {most} things in order, {width} cells each"),
            PileForm::List { width, most, ordered: false } => format!("at most {most} things, {width} cells each"),
        };
        out.push_str(&format!("  {}: from cell {}, {form}\n", pile_name(&program.equipment, pile), pile.start));
    }
}

fn run(start: usize, count: usize) -> String {
    if count == 1 { start.to_string() } else { format!("{start} to {}", (start + count).saturating_sub(1)) }
}

fn pile_name(equipment: &Equipment, cells: &crate::program::layout::PileCells) -> String {
    let Some(pile) = equipment.piles.get(cells.pile.pile.index()) else { return "?".to_owned() };
    let owner = match pile.of {
        PileOwner::Common | PileOwner::One(_) => None,
        PileOwner::EachSide => equipment.sides.get(cells.pile.owner as usize).map(|side| side.name.as_str()),
        PileOwner::EachPlayer => equipment.players.get(cells.pile.owner as usize).map(|player| player.name.as_str()),
    };
    let holds = match cells.holds {
        PileHolds::Pieces => "pieces",
        PileHolds::Kind(kind) => equipment.kinds.get(kind.index()).map_or("?", |kind| &kind.name),
        PileHolds::Token(token) => equipment.tokens.get(token.index()).map_or("?", |token| &token.name),
    };
    format!("{}{} of {holds}", pile.name, owner.map(|owner| format!(" of {owner}")).unwrap_or_default())
}

/// Where single steps lead, a line for each direction: `a1-b2` is a step from a1 to b2.
fn steps(equipment: &Equipment, out: &mut String) {
    out.push_str("\nsteps\n");
    let board = &equipment.board;
    for (direction, steps) in board.directions.iter().zip(&board.steps) {
        let name = |site: usize| board.sites.get(site).map_or("?", |site| site.name.as_str());
        let pairs = steps.iter().enumerate().filter_map(|(from, to)| Some((from, (*to)?)));
        let pairs: Vec<String> = pairs.map(|(from, to)| format!("{}-{}", name(from), name(to.index()))).collect();
        if !pairs.is_empty() {
            out.push_str(&format!("  {}: {}\n", direction.name, pairs.join(" ")));
        }
    }
}

fn regions(equipment: &Equipment, out: &mut String) {
    if !equipment.regions.is_empty() {
        out.push_str("\nregions\n");
    }
    let names = |set: &SiteSet| {
        let names = set.iter().filter_map(|site| equipment.board.sites.get(site.index()));
        names.map(|site| site.name.as_str()).collect::<Vec<_>>().join(" ")
    };
    for region in &equipment.regions {
        match &region.sites {
            RegionSites::Same(set) => out.push_str(&format!("  {}: {}\n", region.name, names(set))),
            RegionSites::BySide(sets) => {
                for (side, set) in equipment.sides.iter().zip(sets) {
                    out.push_str(&format!("  {} of {}: {}\n", region.name, side.name, names(set)));
                }
            }
        }
    }
}
