//! What the game is played with: board, pieces, tokens, piles, the start.

use super::chapters::Flat;
use super::examples::{self, Scene};
use super::pages::{Block, Section};
use super::prose::{a, capital, joined, spoken};
use crate::library::Ready;
use crate::model::board::{Board, Drawing, Facing, Site, SiteClass};
use crate::model::equipment::{Equipment, PileHolds, PileOwner, Player, RegionSites, SeenBy, SlotType};
use crate::model::{SiteId, SiteSet, Variant};
use crate::notation::squares;
use crate::syntax::print;

/// The title of the section, the first of every rule book.
pub(super) const TITLE: &str = "What you need";

/// Who made the game, and what it is in a sentence or two.
pub(super) fn about(variant: &Variant) -> Vec<String> {
    let equipment = &variant.equipment;
    let neutral = |player: &&Player| equipment.sides[player.side.index()].neutral;
    let names: Vec<String> = equipment.players.iter().filter(|one| !neutral(one)).map(|player| player.name.clone()).collect();
    let nobodys: Vec<String> = equipment.players.iter().filter(neutral).map(|player| player.name.clone()).collect();
    let teams = equipment.sides.len() < equipment.players.len();
    let mut first = format!(
        "A game for {} players, {}, on {}.",
        names.len(),
        joined(&names, "and"),
        board_words(&equipment.board).trim_end_matches('.')
    );
    if teams {
        first.push_str(" Partners share a side.");
    }
    if !nobodys.is_empty() {
        let what = joined(&nobodys, "and");
        first.push_str(&format!(" Nobody plays for {what}: pieces of that name are neutral, and nobody's enemies."));
    }
    let mut about = vec![first];
    let mut made = Vec::new();
    if !equipment.about.aliases.is_empty() {
        made.push(format!("Also called {}.", joined(&equipment.about.aliases, "or")));
    }
    if !equipment.about.authors.is_empty() {
        let year = equipment.about.year.map_or(String::new(), |year| format!(", {year}"));
        made.push(format!("By {}{year}.", joined(&equipment.about.authors, "and")));
    }
    made.push(format!("Version {} of these rules.", equipment.about.version));
    if let Some(source) = &equipment.about.source {
        made.push(format!("Published: {source}."));
    }
    about.push(made.join(" "));
    let on: Vec<String> = equipment.options.iter().filter(|one| one.on).map(|one| format!("“{}”", spoken(&one.name))).collect();
    if !on.is_empty() {
        about.push(format!("This book is for the game with {}.", joined(&on, "and")));
    }
    about
}

fn board_words(board: &Board) -> String {
    let squares: Vec<_> = board.sites.iter().filter(|site| site.class == SiteClass::Square).collect();
    let points = board.sites.len() - squares.len();
    let whole = usize::from(board.files) * usize::from(board.ranks);
    let (files, ranks, count) = (board.files, board.ranks, squares.len());
    let shade = |odd: u8| squares.iter().all(|site| (site.file + site.rank) % 2 == odd);
    let mut text = match board.drawing {
        Drawing::Lines => format!("a board of {count} points joined by lines, {files} by {ranks}"),
        Drawing::Hexagons => format!("a board of {count} hexagonal cells"),
        Drawing::Squares if count == whole => format!("a board of {files}x{ranks} squares, all of which are used"),
        Drawing::Squares if shade(0) => format!("the {count} dark squares of a board of {files}x{ranks}"),
        Drawing::Squares if shade(1) => format!("the {count} light squares of a board of {files}x{ranks}"),
        Drawing::Squares => format!("a board of {count} squares cut out of {files}x{ranks}"),
    };
    if points > 0 {
        text.push_str(&format!(", and on the {points} points where squares meet"));
    }
    text + "."
}

/// The section about the equipment.
pub(super) fn section(flat: &Flat, ready: &Ready, scene: Option<&Scene>) -> Section {
    let mut blocks = lists(flat, &ready.variant);
    blocks.push(Block::Heading("The start".into()));
    blocks.extend(scene.into_iter().flat_map(|scene| examples::start(ready, scene)));
    Section { title: TITLE.into(), blocks }
}

/// Everything but the start; also used to compare options.
pub(super) fn lists(flat: &Flat, variant: &Variant) -> Vec<Block> {
    let equipment = &variant.equipment;
    let mut blocks = vec![Block::Text(capital(&format!("The game is played on {}", board_words(&equipment.board))))];
    blocks.extend(geometry(flat, equipment).into_iter().map(Block::Text));
    blocks.push(players(equipment));
    blocks.push(pieces(equipment));
    let things = things(equipment);
    if !things.is_empty() {
        blocks.push(Block::List(things));
    }
    let others = if equipment.neutral().next().is_some() { "all other sides that play" } else { "all other sides" };
    let own = format!("“Own” pieces are those of the side of the player to move, “enemy” pieces those of {others}.");
    blocks.push(Block::Text(own));
    blocks
}

fn geometry(flat: &Flat, equipment: &Equipment) -> Vec<String> {
    let board = &equipment.board;
    let mut lines = Vec::new();
    // Single sites may be joined across a board that does not wrap.
    let round = |name: &str, along: &dyn Fn(&Site) -> u8| {
        let steps = board.directions.iter().position(|one| one.name == name).map(|i| &board.steps[i]);
        let pairs = board.sites.iter().zip(steps.into_iter().flatten());
        let back = |(from, to): (&Site, &Option<SiteId>)| to.is_some_and(|to| along(&board.sites[to.index()]) < along(from));
        let last = board.sites.iter().map(along).max();
        let mut ends = pairs.filter(|(from, _)| Some(along(from)) == last).peekable();
        ends.peek().is_some() && ends.all(back)
    };
    let (files, ranks) = (round("east", &|site| site.file), round("north", &|site| site.rank));
    match (files, ranks) {
        (true, true) => {
            lines.push("The board has no edge: the last file leads on to the first, and the top rank to the bottom one.".into())
        }
        (true, false) => lines.push("The board is round: the last file leads on to the first.".into()),
        (false, true) => lines.push("The board is round: the top rank leads on to the bottom one.".into()),
        (false, false) => {}
    }
    let text = print::rule_file(&flat.rules);
    let straight = ["orthogonal", "any-way", "sideways"].iter().any(|word| text.contains(word));
    let one_colour = board.drawing == Drawing::Squares
        && (0..2).any(|odd| {
            board.sites.iter().filter(|site| site.class == SiteClass::Square).all(|site| (site.file + site.rank) % 2 == odd)
        });
    let mut ways = Vec::new();
    match board.drawing {
        Drawing::Hexagons => {
            ways.push("Each cell has up to six neighbours, and every step to one is called orthogonal.".to_owned())
        }
        Drawing::Lines => ways.push("Pieces move along the lines, from point to point.".to_owned()),
        Drawing::Squares => {
            if text.contains("diagonal") || text.contains("any-way") {
                ways.push("A diagonal step leads to a square that touches at a corner.".to_owned());
            }
            if straight && one_colour {
                ways.push("An orthogonal step leads to the next square of the same colour in the same file or rank, two squares away.".to_owned());
            } else if straight {
                ways.push("An orthogonal step leads to a square that touches with a side.".to_owned());
            }
        }
    }
    if board.sites.iter().any(|site| site.class == SiteClass::Point) {
        ways = vec![
            "A diagonal step from a square leads to the point at its corner, a second one to the next square. An orthogonal step from a \
             point leads to the next point. The point at the upper right corner of d4 is written d4*."
                .to_owned(),
        ];
    }
    if !ways.is_empty() {
        lines.push(ways.join(" "));
    }
    lines.extend(super::lines::own(equipment));
    lines.extend(super::lines::leaps(equipment));
    lines.extend(altered(equipment));
    lines
}

/// The steps that the author has removed and added.
fn altered(equipment: &Equipment) -> Vec<String> {
    let board = &equipment.board;
    let name = |site: &crate::model::SiteId| squares::name(equipment, *site);
    let mut lines = Vec::new();
    if !board.cuts.is_empty() {
        let cuts: Vec<String> = board.cuts.iter().map(|(one, other)| format!("{} and {}", name(one), name(other))).collect();
        lines.push(format!("No step leads, either way, between {}.", cuts.join("; between ")));
    }
    if !board.joins.is_empty() {
        let way = |direction: &u8| board.directions.get(usize::from(*direction)).map_or("", |one| &one.name);
        let joins = board.joins.iter().map(|(from, along, to)| format!("from {} {} to {}", name(from), way(along), name(to)));
        lines.push(format!("One step also leads {}.", joins.collect::<Vec<_>>().join("; ")));
    }
    lines
}

fn players(equipment: &Equipment) -> Block {
    let teams = equipment.sides.len() < equipment.players.len();
    let mut head = vec!["player".to_owned(), "looks".to_owned(), "far row".to_owned()];
    if teams {
        head.insert(1, "side".to_owned());
    }
    let attributes: Vec<String> =
        equipment.players.first().map_or(Vec::new(), |one| one.attributes.iter().map(|(name, ..)| name.clone()).collect());
    head.extend(attributes.iter().map(|name| spoken(name)));
    let playing = equipment.players.iter().filter(|player| !equipment.sides[player.side.index()].neutral);
    let rows = playing.map(|player| {
        let faces = equipment.faces(player);
        let way = match faces {
            Facing::North => "north (up)",
            Facing::South => "south (down)",
            Facing::East => "east (to the right)",
            Facing::West => "west (to the left)",
        };
        let mut row = vec![player.name.clone(), way.to_owned(), sites(equipment, &equipment.board.far_row(faces))];
        if teams {
            row.insert(1, equipment.sides.get(player.side.index()).map_or(String::new(), |side| side.name.clone()));
        }
        for wanted in &attributes {
            let known = player.attributes.iter().find(|(name, ..)| name == wanted);
            row.push(known.map_or(String::new(), |(_, values, bits)| {
                let all = equipment.enums.get(values.index()).map_or(&[][..], |one| &one.values);
                let chosen: Vec<String> =
                    all.iter().enumerate().filter(|(i, _)| bits >> i & 1 != 0).map(|(_, value)| spoken(value)).collect();
                chosen.join(", ")
            }));
        }
        row
    });
    Block::Table(head, rows.collect())
}

fn pieces(equipment: &Equipment) -> Block {
    let kinds = &equipment.kinds;
    let mut head = vec!["piece".to_owned(), "several".to_owned(), "letter".to_owned()];
    let valued = kinds.iter().any(|kind| kind.value != 1);
    let owned = kinds.iter().any(|kind| kind.owner.is_some());
    let placed = kinds.iter().any(|kind| kind.on.is_some());
    let bearing = kinds.iter().any(|kind| kind.slots != 0);
    let columns = [(valued, "counts"), (owned, "only of"), (placed, "stands on"), (bearing, "bears")];
    head.extend(columns.iter().filter(|(wanted, _)| *wanted).map(|(_, name)| (*name).to_owned()));
    let rows = kinds.iter().map(|kind| {
        let mut row = vec![spoken(&kind.name), spoken(&kind.plural), kind.symbol.to_string()];
        if valued {
            row.push(kind.value.to_string());
        }
        if owned {
            row.push(
                kind.owner.and_then(|id| equipment.sides.get(id.index())).map_or("any side".into(), |side| side.name.clone()),
            );
        }
        if placed {
            row.push(match kind.on {
                Some(SiteClass::Square) => "squares".into(),
                Some(SiteClass::Point) => "points".into(),
                None => "both".into(),
            });
        }
        if bearing {
            let slots = equipment.slots.iter().enumerate().filter(|(i, _)| kind.slots >> i & 1 != 0);
            let slots: Vec<String> = slots
                .map(|(_, slot)| match slot.holds {
                    SlotType::Value(_) => format!("{} of its own", a(&spoken(&slot.name))),
                    SlotType::Token(token) => {
                        let token = equipment.tokens.get(token.index()).map_or("token", |one| &one.name);
                        format!("one {}", spoken(token))
                    }
                })
                .collect();
            row.push(joined(&slots, "and"));
        }
        row
    });
    Block::Table(head, rows.collect())
}

/// Sets, tokens, piles, regions.
fn things(equipment: &Equipment) -> Vec<String> {
    let mut lines = Vec::new();
    for set in equipment.enums.iter().filter(|set| !set.name.contains('.')) {
        let faces =
            equipment.tokens.iter().any(|token| token.faces.is_some_and(|id| equipment.enums[id.index()].name == set.name));
        if !faces {
            lines.push(format!("{}: {}.", capital(&spoken(&set.name)), said(&set.values)));
        }
    }
    for token in &equipment.tokens {
        let total: u32 = token.classes.iter().map(|class| u32::from(class.copies)).sum();
        let mut line = format!("{total} {}", spoken(&token.plural));
        let attributes: Vec<String> = token
            .attributes
            .iter()
            .filter_map(|(name, values)| {
                Some(format!("{} ({})", spoken(name), said(&equipment.enums.get(values.index())?.values)))
            })
            .collect();
        if !attributes.is_empty() {
            line.push_str(&format!(", which differ by {}", joined(&attributes, "and")));
        }
        let copies: Vec<u16> = token.classes.iter().map(|class| class.copies).collect();
        if let Some(first) = copies.first().filter(|first| copies.iter().all(|one| one == *first)) {
            line.push_str(&format!("; {first} of each"));
        }
        if let Some(faces) = token.faces.and_then(|id| equipment.enums.get(id.index())) {
            line.push_str(&format!("; each lies {}", said(&faces.values)));
        }
        lines.push(line + ".");
    }
    if let Some((name, token)) = &equipment.under {
        let token = equipment.tokens.get(token.index()).map_or("token", |one| &one.name);
        lines.push(format!(
            "One {} can lie under each square; it is called the {} of the square.",
            spoken(token),
            spoken(name)
        ));
    }
    for pile in &equipment.piles {
        let of = match pile.of {
            PileOwner::Common => "one for all".to_owned(),
            PileOwner::EachSide => "one for each side".to_owned(),
            PileOwner::EachPlayer => "one for each player".to_owned(),
            PileOwner::One(id) => format!("one, of {}", equipment.players.get(id.index()).map_or("?", |one| &one.name)),
        };
        let holds = match pile.holds {
            PileHolds::Pieces => "pieces".to_owned(),
            PileHolds::Kind(kind) => equipment.kinds.get(kind.index()).map_or(String::new(), |one| spoken(&one.plural)),
            PileHolds::Token(token) => equipment.tokens.get(token.index()).map_or(String::new(), |one| spoken(&one.plural)),
        };
        let seen = match pile.seen_by {
            SeenBy::All => "open to all",
            SeenBy::Owner => "seen by its owner only",
            SeenBy::Nobody => "seen by nobody",
        };
        lines.push(format!("The {}: {of}, for {holds}, {seen}.", spoken(&pile.name)));
    }
    for region in &equipment.regions {
        let text = match &region.sites {
            RegionSites::Same(set) => sites(equipment, set),
            RegionSites::BySide(all) => {
                let each =
                    all.iter().zip(&equipment.sides).map(|(set, side)| format!("{} for {}", sites(equipment, set), side.name));
                each.collect::<Vec<_>>().join("; ")
            }
        };
        lines.push(format!("The {}: {text}.", spoken(&region.name)));
    }
    lines
}

fn said(values: &[String]) -> String {
    joined(&values.iter().map(|value| spoken(value)).collect::<Vec<_>>(), "or")
}

fn sites(equipment: &Equipment, set: &SiteSet) -> String {
    let names: Vec<String> = set.iter().map(|site| squares::name(equipment, site)).collect();
    match &names[..] {
        [] => "none".to_owned(),
        _ => names.join(", "),
    }
}
