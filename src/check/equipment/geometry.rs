//! `[board]` and `[directions]`: the plan of the board.

use super::names::{Names, too_many};
use super::read::{Found, beginning, choice, list, number, section, text, wrong_type};
use super::sites::Reading;
use super::unknown::{meant, misspells, refuse_unknown_keys};
use crate::check::board::{Leap, Lines, Place, Places, Plan, Play, Points, are_joined, build, crossing, direction_names};
use crate::diagnostic::Diagnostic;
use crate::model::Board;
use crate::model::board::SiteClass;
use crate::source::Span;
use crate::syntax::front::{Node, Table, Value};

/// The board; `None` if not even its size is known.
pub(super) fn board<'a>(top: &'a Table, names: &mut Names<'a>, out: &mut Found) -> Option<Board> {
    let leaps = leaps(top, names, out);
    let Some(entry) = top.get("board") else {
        if !misspells("", top, "board") {
            let found = Diagnostic::error("E0010", beginning(top), "the front matter has no `[board]`");
            out.push(found.help("say at least `[board]` and `grid = \"8x8\"`"));
        }
        return None;
    };
    let keys = section(top, "board", out)?;
    refuse_unknown_keys("board", "[board]", keys, out);
    let Some(grid) = keys.get("grid") else {
        if !misspells("board", keys, "grid") {
            let found = Diagnostic::error("E0010", entry.key, "`[board]` does not say its `grid`");
            out.push(found.help("such as `grid = \"8x8\"`"));
        }
        return None;
    };
    let (files, ranks) = size(&grid.value, out)?;
    let mut plan = Plan { leaps, ..Plan::grid(files, ranks) };
    words(keys, &mut plan, out);
    fit_together(keys, &mut plan, out);
    holes(keys, &mut plan, out);
    only_on_lines(&mut plan);
    named_twice(top, &plan, out);
    lines(keys, plan, entry.key, out)
}

/// `8x8`
fn size(node: &Node, out: &mut Found) -> Option<(u8, u8)> {
    let word = text("grid", node, out)?;
    let parts = word.split_once('x').and_then(|(files, ranks)| Some((files.parse().ok()?, ranks.parse().ok()?)));
    let Some((files, ranks)) = parts else {
        let message = format!("`{word}` is no size of a board");
        out.push(Diagnostic::error("E0030", node.span, message).help("files by ranks, such as `8x8`"));
        return None;
    };
    let fits = |count: u32| (1..=26).contains(&count);
    if fits(files) && fits(ranks) {
        return Some((files as u8, ranks as u8));
    }
    out.push(Diagnostic::error("E0031", node.span, format!("a board of {word} is out of range: 1x1 to 26x26")));
    None
}

/// The keys whose values are a few words, and `lines` as a list.
fn words(keys: &Table, plan: &mut Plan, out: &mut Found) {
    let say = |key: &str| keys.get(key).map(|entry| &entry.value);
    if let Some(node) = say("play") {
        let choices = [("all", Play::All), ("dark", Play::Dark), ("light", Play::Light)];
        plan.play = choice("play", node, &choices, out).unwrap_or(plan.play);
    }
    if let Some(node) = say("wrap") {
        let choices = [("none", (false, false)), ("files", (true, false)), ("ranks", (false, true)), ("both", (true, true))];
        (plan.wrap_files, plan.wrap_ranks) = choice("wrap", node, &choices, out).unwrap_or_default();
    }
    if let Some(node) = say("points") {
        let choices = [("none", Points::None), ("inner", Points::Inner), ("all", Points::All)];
        plan.points = choice("points", node, &choices, out).unwrap_or(plan.points);
    }
    if let Some(Value::Array(items)) = say("lines").map(|node| &node.value) {
        plan.lines = Lines::Drawn;
        own_lines(items, plan, out);
    } else if let Some(node) = say("lines") {
        let choices = [("square", Lines::Square), ("alquerque", Lines::Alquerque), ("hex", Lines::Hex)];
        plan.lines = choice("lines", node, &choices, out).unwrap_or(plan.lines);
    }
}

/// `lines = ["a1-e1", "a1 c2 e3"]`: the board has only the sites that the lines name, and only steps along them.
fn own_lines(items: &[Node], plan: &mut Plan, out: &mut Found) {
    too_many("lines", items.len(), 1024, items.first().map(|node| node.span).unwrap_or_default(), out);
    let grid = Places::new(plan.files, plan.ranks, &[]);
    let reading = Reading { places: &grid, board: None };
    for item in items.iter().take(1024) {
        let Some(words) = text("lines", item, out) else { continue };
        let mut line: Vec<Place> = Vec::new();
        let before = out.len();
        for word in words.split_whitespace() {
            let places = reading.read(word, item.span, out).map(|named| named.places).unwrap_or_default();
            let run = match word.split_once('-').and_then(|(from, to)| grid.parse(from).zip(grid.parse(to))) {
                None => Some(places),
                Some((from, to)) => run(from, to),
            };
            let Some(run) = run else {
                let message = format!("`{word}` goes along no file, rank or diagonal");
                out.push(Diagnostic::error("E0049", item.span, message).help("name each site: `a1 c2 e3`"));
                continue;
            };
            let end = line.last().copied();
            line.extend(run.into_iter().skip_while(|place| end == Some(*place)));
        }
        if line.len() < 2 && out.len() == before {
            let message = format!("`{words}` is no line: it has one site");
            out.push(Diagnostic::error("E0049", item.span, message).help("a line is two sites or more: `a1-e1`, `a1 c2 e3`"));
        }
        plan.drawn.push(line);
        if let Some((from, [one, other])) = crossing(plan) {
            let [from, one, other] = [from, one, other].map(Place::name);
            let message = format!("from {from} one way would lead to {one} and to {other}");
            let line = plan.drawn.pop().unwrap_or_default();
            let by_itself = Plan { drawn: vec![line.clone()], ..plan.clone() };
            let help = match crossing(&by_itself) {
                None => "a line that bends has a way of its own: draw both as one line, or let one of them bend",
                Some(_) => {
                    "a line does not come back to a site of its own, but for a ring that ends where it began: part it there in two lines, \
                     of which a piece goes along one at a time"
                }
            };
            out.push(Diagnostic::error("E0049", item.span, message).help(help));
            // its sites exist nevertheless
            plan.drawn.extend(line.into_iter().map(|place| vec![place]));
        }
    }
}

/// The places from one to another along a file, a rank or a diagonal; `None` if there is no such line.
fn run(from: Place, to: Place) -> Option<Vec<Place>> {
    let (files, ranks) = (i32::from(to.file) - i32::from(from.file), i32::from(to.rank) - i32::from(from.rank));
    let far = files.abs().max(ranks.abs());
    let straight = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    let at = |step: i32| {
        let on = |from: u8, way: i32| (i32::from(from) + way.signum() * step) as u8;
        Place { class: from.class, file: on(from.file, files), rank: on(from.rank, ranks) }
    };
    straight.then(|| (0..=far).map(at).collect())
}

/// Reports keys that exclude each other, and resets one of them.
fn fit_together(keys: &Table, plan: &mut Plan, out: &mut Found) {
    let span = |key: &str| keys.get(key).map(|entry| entry.value.span).unwrap_or_default();
    if plan.lines != Lines::Square {
        for (key, used) in [("play", plan.play != Play::All), ("points", plan.points != Points::None)] {
            if used {
                let message = format!("`{key}` is for boards of squares; these lines are others");
                out.push(Diagnostic::error("E0033", span(key), message).label(span("lines"), "said here"));
            }
        }
        (plan.play, plan.points) = (Play::All, Points::None);
    }
    if plan.lines == Lines::Drawn && (plan.wrap_files || plan.wrap_ranks) {
        let message = "`wrap` is for boards that have their lines from the grid";
        let help = "a line may lead round: `a1 b1 c1 a1`";
        out.push(Diagnostic::error("E0033", span("wrap"), message).label(span("lines"), "these are all").help(help));
        (plan.wrap_files, plan.wrap_ranks) = (false, false);
    }
    let two_colours = plan.play != Play::All || plan.lines == Lines::Alquerque;
    for (wraps, count, what) in [(&mut plan.wrap_files, plan.files, "files"), (&mut plan.wrap_ranks, plan.ranks, "ranks")] {
        if *wraps && two_colours && count % 2 != 0 {
            let message = format!("{count} {what} do not wrap: the colours do not match across the edge");
            out.push(Diagnostic::error("E0032", span("wrap"), message).help("an even number of them does"));
            *wraps = false;
        }
    }
    if plan.points == Points::All && plan.files == 26 && !plan.wrap_files {
        let message = "a board of 26 files has no letter left for the points before file a";
        out.push(Diagnostic::error("E0035", span("points"), message).help("25 files at most, or `points = \"inner\"`"));
        plan.points = Points::Inner;
    }
}

/// `mask` and `only`
fn holes(keys: &Table, plan: &mut Plan, out: &mut Found) {
    let grid = Places::new(plan.files, plan.ranks, &[]);
    let reading = Reading { places: &grid, board: None };
    if let Some(entry) = keys.get("mask") {
        plan.mask = reading.list("mask", &entry.value, out).into_iter().flat_map(|named| named.places).collect();
    }
    let Some(entry) = keys.get("only") else { return };
    if let Some(mask) = keys.get("mask") {
        let message = "`only` and `mask` together: one says what stays, the other what goes";
        out.push(Diagnostic::error("E0043", entry.key, message).label(mask.key, "`mask` is here"));
    }
    let listed = reading.list("only", &entry.value, out);
    for named in listed.iter().filter(|named| named.places.iter().any(|place| place.class == SiteClass::Point)) {
        let message = "`only` names squares; points stay with their squares";
        out.push(Diagnostic::error("E0038", named.span, message));
    }
    plan.only = Some(listed.into_iter().flat_map(|named| named.places).collect());
}

/// Reports leaps with the name of a direction of the board, such as that of a line that bends.
fn named_twice(top: &Table, plan: &Plan, out: &mut Found) {
    let bent = direction_names(&Plan { leaps: Vec::new(), ..plan.clone() });
    for (name, entry) in section(top, "directions", out).into_iter().flatten().filter(|(name, _)| bent.contains(name)) {
        let message = format!("`{name}` is a direction of this board already");
        out.push(
            Diagnostic::error("E0019", entry.key, message).help("lines that bend are called `along-1`, `back-1` and so on"),
        );
    }
}

/// On a board with lines of its own, only the sites on a line exist.
fn only_on_lines(plan: &mut Plan) {
    if plan.lines == Lines::Drawn {
        let on_lines: Vec<Place> = plan.drawn.iter().flatten().copied().collect();
        let there = |place: &Place| plan.only.as_ref().is_none_or(|only| only.contains(place));
        plan.only = Some(on_lines.into_iter().filter(there).collect());
    }
}

/// Adds `join` and `cut`, which need the finished sites, and builds the board.
fn lines(keys: &Table, mut plan: Plan, span: Span, out: &mut Found) -> Option<Board> {
    let plain = build(&plan);
    if plain.sites.is_empty() {
        let within = |span: Span| keys.get("lines").is_some_and(|entry| entry.value.span.contains(span));
        if out.iter().any(|one| within(one.span)) {
            // mistakes in its lines, reported already, have left the board without sites
            return None;
        }
        out.push(Diagnostic::error("E0034", span, "the board has no square to play on"));
        return None;
    }
    let places = Places::of(&plain);
    let reading = Reading { places: &places, board: Some(&plain) };
    let directions = direction_names(&plan);
    if let Some(entry) = keys.get("cut") {
        for item in some("cut", &entry.value, out) {
            let Some([one, other]) = parts::<2>("cut", item, "two sites, `[\"a1\", \"b2\"]`", out) else { continue };
            let (Some(one), Some(other)) = (site("cut", one, &reading, out), site("cut", other, &reading, out)) else {
                continue;
            };
            let both = places.site(one).zip(places.site(other));
            if both.is_some_and(|(one, other)| !are_joined(&plain, one, other) && !are_joined(&plain, other, one)) {
                let message = format!("no step leads between {} and {}", one.name(), other.name());
                out.push(Diagnostic::error("E0044", item.span, message).help("`cut` takes away a step between neighbours"));
            }
            plan.cuts.push((one, other));
        }
    }
    if let Some(entry) = keys.get("join") {
        for item in some("join", &entry.value, out) {
            let wanted = "a site, a direction and a site, `[\"a1\", \"north\", \"h8\"]`";
            let Some([from, way, to]) = parts::<3>("join", item, wanted, out) else { continue };
            let (from, to) = (site("join", from, &reading, out), site("join", to, &reading, out));
            let Some(word) = text("join", way, out) else { continue };
            let found = directions.iter().position(|name| name == word);
            if found.is_none() {
                let message = format!("`{word}` is no single direction of this board");
                let known = directions.iter().map(String::as_str);
                out.push(meant(Diagnostic::error("E0040", way.span, message), word, way.span, known));
            }
            if let (Some(from), Some(way), Some(to)) = (from, found, to) {
                plan.joins.push((from, way, to));
            }
        }
    }
    Some(build(&plan))
}

/// The items of a list; reports if there are too many, and leaves out the rest.
fn some<'a>(key: &str, node: &'a Node, out: &mut Found) -> &'a [Node] {
    let items = list(key, node, out).unwrap_or_default();
    too_many(&format!("entries of `{key}`"), items.len(), 1024, node.span, out);
    &items[..items.len().min(1024)]
}

/// The items of a list that must have `N`.
fn parts<'a, const N: usize>(key: &str, node: &'a Node, wanted: &str, out: &mut Found) -> Option<[&'a Node; N]> {
    let Value::Array(items) = &node.value else {
        wrong_type(key, node, &format!("lists of {wanted}"), out);
        return None;
    };
    let exact: Option<[&Node; N]> = items.iter().collect::<Vec<_>>().try_into().ok();
    if exact.is_none() {
        out.push(Diagnostic::error("E0039", node.span, format!("`{key}` takes {wanted}")));
    }
    exact
}

fn site(key: &str, node: &Node, reading: &Reading<'_>, out: &mut Found) -> Option<Place> {
    text(key, node, out)?;
    let named = reading.list(key, node, out).pop()?;
    match named.places[..] {
        [place] if named.single => Some(place),
        _ => {
            out.push(Diagnostic::error("E0038", node.span, format!("`{key}` takes single sites here, no range")));
            None
        }
    }
}

/// `[directions]`
fn leaps<'a>(top: &'a Table, names: &mut Names<'a>, out: &mut Found) -> Vec<Leap> {
    let mut leaps: Vec<Leap> = Vec::new();
    let Some(listed) = section(top, "directions", out) else { return leaps };
    for (name, entry) in listed {
        names.declare("a direction", name, entry.key, out);
        let mut vectors = Vec::new();
        for item in list(name, &entry.value, out).unwrap_or_default() {
            let Some([x, y]) = parts::<2>(name, item, "files to the right and ranks up, `[1, 2]`", out) else { continue };
            let (x, y) = (number(name, x, -25..=25, out), number(name, y, -25..=25, out));
            let Some(vector) = x.zip(y).map(|(x, y)| (x as i8, y as i8)) else { continue };
            if vector == (0, 0) {
                out.push(Diagnostic::error("E0041", item.span, "a leap of nothing leads nowhere"));
            } else if vectors.contains(&vector) {
                out.push(Diagnostic::error("E0042", item.span, format!("`{name}` has this leap twice")));
            } else {
                vectors.push(vector);
            }
        }
        if matches!(&entry.value.value, Value::Array(items) if items.is_empty()) {
            out.push(Diagnostic::error("E0020", entry.value.span, format!("`{name}` has no leaps")));
        }
        leaps.push(Leap { name: name.clone(), vectors });
    }
    let count = leaps.iter().map(|leap| leap.vectors.len()).sum();
    if too_many("leaps", count, 24, top["directions"].key, out) {
        leaps.clear();
    }
    leaps
}
