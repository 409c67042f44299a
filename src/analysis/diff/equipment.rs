//! Compares the equipment of two versions as labelled lists of words. Titles, authors and symbols are left out.

use std::collections::BTreeSet;

use crate::model::equipment::{PileHolds, PileOwner, RegionSites, SlotType};
use crate::model::setup::Item;
use crate::model::{Equipment, PlayerId, Setup, SideId, SiteId, SiteSet, TokenId};
use crate::notation::diagram::pile_name;
use crate::notation::json::diff::{Change, Said};
use crate::notation::symbols::piece_words;
use crate::notation::tokens::class_words;

/// A label with its words. `ordered`: whether their order matters.
struct Part {
    label: String,
    words: Vec<String>,
    ordered: bool,
}

/// The label of the squares of the board.
const SQUARES: &str = "squares";

/// The prefix of the labels of steps between squares.
const STEPS: &str = "steps ";

/// What has changed in the equipment.
pub(super) fn change(a: &Equipment, b: &Equipment, start_a: &Setup, start_b: &Setup) -> Change {
    let (of_a, of_b) = (parts(a, start_a), parts(b, start_b));
    let mut change = Change { chapter: "equipment".to_owned(), ..Change::default() };
    let find = |parts: &[Part], label: &str| parts.iter().position(|part| part.label == label);
    let mut labels: Vec<&String> = of_a.iter().map(|part| &part.label).collect();
    labels.extend(of_b.iter().map(|part| &part.label).filter(|label| find(&of_a, label).is_none()));
    let squares = |parts: &[Part]| find(parts, SQUARES).map(|i| parts[i].words.iter().cloned().collect::<BTreeSet<String>>());
    if squares(&of_a) != squares(&of_b) {
        // If the squares differ, different steps are to be expected.
        labels.retain(|label| !label.starts_with(STEPS));
    }
    for label in labels {
        let words = |parts: &[Part]| find(parts, label).map(|i| parts[i].words.clone());
        let ordered = find(&of_a, label).map(|i| of_a[i].ordered).or_else(|| find(&of_b, label).map(|i| of_b[i].ordered));
        let (words_a, words_b) = (words(&of_a), words(&of_b));
        if let (Some(words_a), Some(words_b), Some(false)) = (&words_a, &words_b, ordered) {
            let (set_a, set_b): (BTreeSet<_>, BTreeSet<_>) = (words_a.iter().collect(), words_b.iter().collect());
            let only = |words: &[String], others: &BTreeSet<&String>| -> Vec<String> {
                words.iter().filter(|word| !others.contains(word)).cloned().collect()
            };
            let (only_a, only_b) = (only(words_a, &set_b), only(words_b, &set_a));
            change.removed.extend((!only_a.is_empty()).then(|| said(label, &only_a)));
            change.added.extend((!only_b.is_empty()).then(|| said(label, &only_b)));
        } else if words_a != words_b {
            change.removed.extend(words_a.map(|words| said(label, &words)));
            change.added.extend(words_b.map(|words| said(label, &words)));
        }
    }
    change
}

fn said(label: &str, words: &[String]) -> Said {
    let text = if words.is_empty() { label.to_owned() } else { format!("{label}: {}", words.join(", ")) };
    Said { text, ..Said::default() }
}

fn parts(equipment: &Equipment, start: &Setup) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut put = |label: String, ordered: bool, words: Vec<String>| parts.push(Part { label, words, ordered });
    let site = |site: SiteId| equipment.board.sites.get(site.index()).map_or_else(String::new, |site| site.name.clone());
    let sites = |set: &SiteSet| set.iter().map(site).collect::<Vec<String>>();
    let side = |id: SideId| equipment.sides.get(id.index()).map_or_else(String::new, |side| side.name.clone());
    let player = |id: PlayerId| equipment.players.get(id.index()).map_or_else(String::new, |player| player.name.clone());
    let values = |id: crate::model::EnumId| equipment.enums.get(id.index()).map_or_else(Vec::new, |one| one.values.clone());
    for one in &equipment.players {
        let mut words = vec![format!("side {}", side(one.side)), format!("faces {:?}", equipment.faces(one)).to_lowercase()];
        for (name, values_of, bits) in &one.attributes {
            let all = values(*values_of);
            let chosen: Vec<String> = (0..all.len()).filter(|i| bits >> i & 1 == 1).map(|i| all[i].clone()).collect();
            words.push(format!("{name} {}", chosen.join("+")));
        }
        put(format!("player {}", one.name), true, words);
    }
    put("turn order".to_owned(), true, equipment.turn_order.iter().map(|id| player(*id)).collect());
    put("board".to_owned(), true, vec![format!("{}x{}", equipment.board.files, equipment.board.ranks)]);
    put(SQUARES.to_owned(), false, equipment.board.sites.iter().map(|site| site.name.clone()).collect());
    for (direction, steps) in equipment.board.directions.iter().zip(&equipment.board.steps) {
        let joined = steps.iter().enumerate().filter_map(|(from, to)| Some((SiteId(from as u16), (*to)?)));
        let words = joined.map(|(from, to)| format!("{}-{}", site(from), site(to))).collect();
        put(format!("{STEPS}{}", direction.name), false, words);
    }
    put(format!("two routes with one result are {:?}", equipment.routes).to_lowercase(), true, Vec::new());
    put(format!("at most {} in a tower", equipment.stacks.max(1)), true, Vec::new());
    for one in &equipment.enums {
        put(format!("set {}", one.name), true, one.values.clone());
    }
    for number in &equipment.numbers {
        put(format!("number {}", number.name), true, vec![number.value.to_string()]);
    }
    for kind in &equipment.kinds {
        let slots = equipment.slots.iter().enumerate().filter(|(i, _)| kind.slots >> i & 1 == 1);
        let slots = slots.map(|(_, slot)| match slot.holds {
            SlotType::Value(values) => format!("has {} of {}", slot.name, equipment.enums[values.index()].name),
            SlotType::Token(token) => format!("has {} for a {}", slot.name, equipment.tokens[token.index()].name),
        });
        let mut words = vec![format!("value {}", kind.value)];
        words.extend(kind.owner.map(|owner| format!("of {} only", side(owner))));
        words.extend(kind.on.map(|on| format!("on {on:?}s only").to_lowercase()));
        words.extend(slots);
        put(format!("piece {}", kind.name), true, words);
    }
    for (i, token) in equipment.tokens.iter().enumerate() {
        let mut words: Vec<String> =
            token.attributes.iter().map(|(name, of)| format!("{name} {}", values(*of).join("/"))).collect();
        words.extend(token.faces.map(|faces| format!("faces {}", values(faces).join("/"))));
        let id = TokenId(i as u8);
        let class = |at: usize| class_words(equipment, id, at as u16);
        words.extend(token.classes.iter().enumerate().map(|(at, one)| format!("{} x {}", class(at), one.copies)));
        put(format!("token {}", token.name), true, words);
    }
    for pile in &equipment.piles {
        let of = match pile.of {
            PileOwner::Common => "of all".to_owned(),
            PileOwner::EachSide => "of each side".to_owned(),
            PileOwner::EachPlayer => "of each player".to_owned(),
            PileOwner::One(one) => format!("of {}", player(one)),
        };
        let holds = match pile.holds {
            PileHolds::Pieces => "pieces".to_owned(),
            PileHolds::Kind(kind) => equipment.kinds[kind.index()].name.clone(),
            PileHolds::Token(token) => equipment.tokens[token.index()].name.clone(),
        };
        let seen = format!("seen by {:?}", pile.seen_by).to_lowercase();
        put(format!("pile {}", pile.name), true, vec![of, format!("holds {holds}"), seen]);
    }
    for region in &equipment.regions {
        match &region.sites {
            RegionSites::Same(set) => put(format!("region {}", region.name), false, sites(set)),
            RegionSites::BySide(sets) => {
                for (i, set) in sets.iter().enumerate() {
                    put(format!("region {} of {}", region.name, side(SideId(i as u8))), false, sites(set));
                }
            }
        }
    }
    for (label, words) in set_up(equipment, start, &site) {
        put(label, false, words);
    }
    parts
}

/// The sites of each description of piece in the initial position, and the numbers of things in the piles.
fn set_up(equipment: &Equipment, start: &Setup, site: &dyn Fn(SiteId) -> String) -> Vec<(String, Vec<String>)> {
    let mut parts: Vec<(String, Vec<String>)> = Vec::new();
    let mut put = |label: String, word: String| match parts.iter_mut().find(|(known, _)| *known == label) {
        Some((_, words)) => words.push(word),
        None => parts.push((label, vec![word])),
    };
    for (at, tower) in &start.board {
        for piece in tower {
            put(format!("set-up of {}", piece_words(equipment, piece)), site(*at));
        }
    }
    for (pile, items) in &start.piles {
        let pieces = items.iter().filter(|item| matches!(item, Item::Piece(_))).count();
        put(format!("set-up of {}", pile_name(equipment, *pile)), format!("{pieces} pieces, {} tokens", items.len() - pieces));
    }
    parts
}
