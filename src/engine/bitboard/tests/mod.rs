//! Every phrase and path of every bundled game has the same value in the bitboard engine and in the general machine, in random
//! positions and at random points of a move.

mod points;

use smallvec::SmallVec;

use super::elements::things;
use super::lockstep::many;
use super::move_state::{MoveState, NamedValue, PiecePlace, TokenSpot};
use super::order::Order;
use super::paths::Leg;
use super::phrases::{Phrases, Term};
use super::slots::StateLayout;
use crate::check::Choices;
use crate::engine::effort::WorkBudget;
use crate::engine::eval::Eval;
use crate::engine::eval::paths::Match;
use crate::engine::position::{Counting, Position};
use crate::engine::tokens::Token;
use crate::engine::value::{Element, OffPiece, PieceData, TokenPlace, TokenRef};
use crate::engine::wide::Wide;
use crate::engine::word::{Rich, Word};
use crate::library;
use crate::model::expr::{Field, Type};
use crate::model::rules::PathMode;
use crate::model::{LocalId, SiteId};
use crate::program::Program;
use crate::program::code::{MoveRule, PathId, Verb};
use crate::program::node::{Node, NodeId};
use points::{Dice, point, site_set, word};

/// The names that a phrase reads, with their types; none if one name is read as two types.
fn names(program: &Program, id: NodeId) -> Option<Vec<(LocalId, Type)>> {
    let mut found: Vec<(LocalId, Type)> = Vec::new();
    let mut left = vec![id];
    while let Some(id) = left.pop() {
        if let Node::Local(local) = program.node(id) {
            let ty = program.type_of(id);
            match found.iter().find(|(known, _)| known == local) {
                Some((_, known)) if *known != ty => return None,
                Some(_) => {}
                None => found.push((*local, ty)),
            }
        }
        left.extend(program.node(id).parts());
        if let Node::CanPath(_, path) = program.node(id) {
            left.extend(program.paths[path.0 as usize].nodes());
        }
    }
    Some(found)
}

/// The value of a phrase in the general machine, as text.
fn slow<B: Word>(eval: &mut Eval<'_>, id: NodeId, order: &Order) -> String {
    match eval.program.type_of(id) {
        Type::Site => format!("{:?}", word::<B>(&eval.sites(id), order)),
        Type::Piece if eval.program.type_of(id) == Type::Piece && lies(eval.program, id) => {
            let mut off = eval.pieces(id).off;
            off.sort();
            format!("{:?}", off.iter().map(|off| format!("{off:?}")).collect::<Vec<_>>())
        }
        Type::Token(_) => {
            let told = |token: &TokenRef| format!("{:?} {}", token.place, token.cell);
            format!("{:?}", eval.tokens(id).iter().map(told).collect::<Vec<_>>())
        }
        Type::Piece => {
            let pieces = eval.pieces(id);
            let off = pieces.off.iter().map(|off| if let OffPiece::Taken(i) = off { 1u64 << i } else { 1 << 63 });
            format!("{:?}", (word::<B>(&pieces.board, order), off.fold(0, |all, one| all | one)))
        }
        Type::Number => format!("{:?}", eval.numbers(id)),
        Type::Truth => format!("{:?}", eval.truth(id)),
        _ => format!("{:?}", eval.bits(id)),
    }
}

/// Whether a phrase denotes pieces in piles or towers.
fn lies(program: &Program, id: NodeId) -> bool {
    let contents = |id: NodeId| matches!(program.node(id), Node::Contents(_));
    let tower = |id: NodeId| program.type_of(id) == Type::Piece;
    match program.node(id) {
        Node::In(_, container, _) => contents(*container),
        Node::Field(Field::Top | Field::Bottom, of) => tower(*of),
        _ => contents(id),
    }
}

fn fast<B: Word>(phrases: &Phrases<B>, term: Term, moving: &MoveState<B>) -> String {
    match term {
        Term::Sites(_) => format!("{:?}", phrases.sites(term, moving)),
        Term::Pieces(..) => format!("{:?}", phrases.pieces(term, moving)),
        Term::Number(_) => format!("{:?}", phrases.numbers(term, moving)),
        Term::Truth(_) => format!("{:?}", phrases.truth(term, moving)),
        Term::Bits(_) => format!("{:?}", phrases.bits(term, moving)),
        Term::Tokens(_) => {
            let groups = phrases.tokens(term, moving);
            let all = groups.into_iter().flat_map(|(spot, of)| things(NamedValue::<B>::Tokens { spot, of }));
            let told = all.map(|one| match one {
                NamedValue::Tokens { spot, of } => {
                    let place = place(phrases, spot);
                    format!("{place:?} {}", Token::public((of.trailing_zeros() / 4) as u16).cell())
                }
                other => format!("{other:?}"),
            });
            format!("{:?}", told.collect::<Vec<_>>())
        }
        Term::Cards(_) => {
            let cards = phrases.cards(term, moving).into_iter();
            format!("{:?}", cards.map(|card| format!("{:?} {}", place(phrases, card.spot), card.cell)).collect::<Vec<_>>())
        }
        Term::PilePieces(_) => {
            let slots = &phrases.slots;
            let lot = phrases.pile_pieces(term, moving).into_iter().flat_map(|(lies, code, many)| {
                let board = slots.board_of(code);
                let cells = slots.borne.iter().map(|slot| slot.cell(code));
                let data =
                    PieceData { side: (board / slots.kinds) as u8, kind: (board % slots.kinds) as u8, slots: cells.collect() };
                let off = match lies {
                    PiecePlace::Pile { pile, at } => OffPiece::InPile(pile, at, data),
                    PiecePlace::Tower { site, at } => OffPiece::Below(slots.order.site(B::bit(site.into())), at),
                    PiecePlace::Taken(place) => OffPiece::Taken(place),
                };
                std::iter::repeat_n(format!("{off:?}"), many as usize)
            });
            format!("{:?}", lot.collect::<Vec<_>>())
        }
    }
}

fn place<B: Word>(phrases: &Phrases<B>, spot: TokenSpot) -> TokenPlace {
    let site = |bit: u16| phrases.geometry.order.site(B::bit(bit.into()));
    match spot {
        TokenSpot::Pile(pile) => TokenPlace::Pile(pile),
        TokenSpot::Slot { slot, site: bit } => TokenPlace::Slot(site(bit), slot),
        TokenSpot::Taken { .. } | TokenSpot::Gone(_) => TokenPlace::Gone,
        TokenSpot::Under(bit) => TokenPlace::Under(site(bit)),
        TokenSpot::Box(_) | TokenSpot::Various(_) => TokenPlace::Box,
    }
}

/// How many phrases of a game can be compiled, which cannot, and how many values were compared.
#[derive(Debug, Default, PartialEq, Eq)]
struct Tally {
    formed: usize,
    formless: Vec<String>,
    compared: usize,
}

fn compare<B: Word>(name: &str, program: &Program, seed: u64, tally: &mut Tally) {
    let slots = StateLayout::of::<B>(program).expect("slots");
    let mut phrases = Phrases::<B>::of(program, &slots).expect("tables");
    let order = &slots.order;
    let bit = |site: SiteId| order.bit(site);
    let mut terms = Vec::new();
    for id in (0..program.phrases.nodes.len()).map(|i| NodeId(i as u32)) {
        let node = program.node(id);
        // Where any tokens of a type are meant, a phrase is only a description of tokens.
        let open = |node: &Node| matches!(node, Node::Tokens(_) | Node::TokensBearing(..));
        let parts_open = matches!(node, Node::Intersect(parts) if parts.iter().all(|part| open(program.node(*part))));
        if open(node) || parts_open || matches!(program.type_of(id), Type::Move | Type::Pile) {
            continue;
        }
        let term = phrases.compile(program, id);
        let (test, place) = match program.type_of(id) {
            Type::Piece if !lies(program, id) => (phrases.test(program, id), None),
            Type::Site => (None, phrases.place(program, id)),
            _ => (None, None),
        };
        match term {
            Some(term) => {
                tally.formed += 1;
                terms.push((id, term, test, place));
            }
            None => tally.formless.push(format!("{node:?}")),
        }
    }
    let compiled_paths: Vec<_> = (0..program.paths.len()).map(|i| phrases.path(program, PathId(i as u32))).collect();
    let moves_asked = |id: NodeId| names_moves(program, id);
    let mut dice = Dice(seed);
    let mut position = Position::start(program).expect("a start");
    for _ in 0..if slots.borne.is_empty() { 40 } else { 240 } {
        if position.machine.is_none() {
            let state = slots.state::<B>(program, &position);
            assert_eq!(slots.position(program, &state), position, "{name}: back from its sets");
        }
        for (id, term, test, place) in &terms {
            if moves_asked(*id) {
                continue;
            }
            let Some(names) = names(program, *id) else { continue };
            let point = point::<B>(program, &slots, &position, &names, &mut dice);
            let effort = WorkBudget::default();
            let eval = || Eval::of(program, &position.store, &point.machine, 0, &[], None, &effort);
            let (slow, fast) = (slow::<B>(&mut eval(), *id, order), fast(&phrases, *term, &point.moving));
            tally.compared += 1;
            assert_eq!(slow, fast, "{name}: %{} {:?}\n{term:?}\n{:?}", id.0, program.node(*id), point.moving);
            for site in site_set(point.moving.state.occupied(), program, order).iter() {
                if let Some(test) = test {
                    let slow = eval().contains(*id, &Element::Piece(site));
                    let fast = (phrases.sites(*test, &point.moving) & bit(site)).any();
                    assert_eq!(slow, fast, "{name}: like %{} {:?} on {site:?}\n{:?}", id.0, program.node(*id), point.moving);
                }
                if let Some(place) = place {
                    let slow = eval().stands_on(*id, site);
                    let fast = (phrases.sites(*place, &point.moving) & bit(site)).any();
                    assert_eq!(slow, fast, "{name}: on %{} {:?} on {site:?}\n{:?}", id.0, program.node(*id), point.moving);
                }
            }
            if let Some(test) = test {
                let slow = (0..point.moving.taken.len()).filter(|i| {
                    let taken = Element::Off(OffPiece::Taken(*i as u8));
                    eval().contains(*id, &taken)
                });
                let slow = slow.fold(0u64, |all, i| all | 1 << i);
                assert_eq!(slow, phrases.pieces(*test, &point.moving).1, "{name}: taken %{} {:?}", id.0, program.node(*id));
            }
        }
        for (i, leg_path) in compiled_paths.iter().enumerate() {
            let (Some(leg_path), id) = (*leg_path, PathId(i as u32)) else { continue };
            let nodes = program.paths[i].nodes();
            let Some(bound) = nodes.iter().map(|node| names(program, *node)).collect::<Option<Vec<_>>>() else { continue };
            let bound: Vec<_> = bound.into_iter().flatten().collect();
            let point = point::<B>(program, &slots, &position, &bound, &mut dice);
            let occupied = point.moving.state.occupied();
            let (mut of_all, mut able, mut all) = (Vec::new(), B::ZERO, Vec::new());
            phrases.each_of(leg_path, &point.moving, occupied, 0, &mut |from, leg| of_all.push((from, leg)));
            for site in site_set(occupied, program, order).iter() {
                let effort = WorkBudget::default();
                let mut eval = Eval::of(program, &position.store, &point.machine, 0, &[], None, &effort);
                let slow = eval.matches(id, site).expect("few ways");
                let mut legs: Vec<Leg<B>> = Vec::new();
                phrases.each(leg_path, &point.moving, bit(site), 0, &mut |leg| legs.push(leg));
                let told: Vec<Match> = legs.iter().map(|leg| matched(&phrases, leg_path, bit(site), leg, program)).collect();
                let sorted = |found: &[Match]| {
                    let mut found: Vec<String> = found
                        .iter()
                        .map(|one| {
                            let mut one = one.clone();
                            one.passed.sort_unstable();
                            format!("{one:?}")
                        })
                        .collect();
                    found.sort();
                    found
                };
                assert_eq!(sorted(&slow), sorted(&told), "{name}: path {i} from {site:?}\n{:?}", point.moving);
                tally.compared += 1;
                if !legs.is_empty() {
                    able |= bit(site);
                }
                all.extend(legs.into_iter().map(|leg| (bit(site), leg)));
                if program.paths[i].mode == PathMode::Go {
                    let ways = legs_ways(&all, bit(site));
                    for way in 0..phrases.geometry.ways {
                        let moves = phrases.able(leg_path, &point.moving, bit(site), !(1 << way)).any();
                        assert_eq!(moves, ways >> way & 1 != 0, "{name}: path {i} from {site:?} in direction {way}");
                    }
                }
            }
            assert_eq!(phrases.able(leg_path, &point.moving, occupied, 0), able, "{name}: path {i}\n{:?}", point.moving);
            let form = &phrases.compiled_paths[leg_path.0 as usize];
            if form.mode == PathMode::Go && (form.straight || form.slides) {
                let mut landings = Vec::new();
                phrases.movers(leg_path, &point.moving, occupied, &mut |reach, mut movers| {
                    while let Some(from) = movers.take() {
                        let ray = phrases.geometry.ray(reach.way.into(), from);
                        landings.push((from, reach.way, ray[usize::from(reach.ahead) - 1], reach.takes));
                    }
                });
                landings.sort_unstable();
                let mut led: Vec<_> = all.iter().map(|(from, leg)| (*from, leg.way, leg.to, leg.taken.count())).collect();
                led.sort_unstable();
                assert_eq!(landings, led, "{name}: path {i}\n{:?}", point.moving);
            }
            let key = |one: &(B, Leg<B>)| (one.0, one.1.way, one.1.to, one.1.taken, one.1.passed);
            all.sort_by_key(key);
            of_all.sort_by_key(key);
            assert_eq!(all, of_all, "{name}: path {i}");
        }
        let moves = position.moves(program, Counting::AsWritten).expect("moves");
        if moves.is_empty() {
            position = Position::start(program).expect("a start");
            continue;
        }
        position = position.play(program, &moves[dice.below(moves.len())], &[]).expect("a position");
    }
}

fn legs_ways<B: Word>(legs: &[(B, Leg<B>)], from: B) -> u64 {
    legs.iter().filter(|(start, _)| *start == from).fold(0, |all, (_, leg)| all | 1 << leg.way)
}

fn matched<B: Word>(phrases: &Phrases<B>, leg_path: super::paths::PathAt, from: B, leg: &Leg<B>, program: &Program) -> Match {
    let order = &phrases.geometry.order;
    let site = |one: B| order.site(one);
    let mut taken = SmallVec::new();
    phrases.in_order(leg_path, from, leg, &mut |one| taken.push(site(one)));
    let passed = site_set(leg.passed, program, order).iter().collect();
    Match { heading: leg.way, to: site(leg.to), taken, passed }
}

/// Whether a phrase is about moves, about what players can do, or what pieces can where that has to be tried.
fn names_moves(program: &Program, id: NodeId) -> bool {
    let reads = |path: PathId| program.paths[path.0 as usize].nodes().into_iter().any(|node| program.reads_start(node));
    let sets_out = |rule: &MoveRule| matches!(rule.verb, Verb::Path(path) if reads(path));
    let tried = match program.node(id) {
        Node::CanGroup(who, groups, ..) => {
            program.type_of(*who) == Type::Player
                || groups.iter().any(|group| program.groups[group.index()].rules.iter().any(sets_out))
        }
        _ => false,
    };
    tried
        || matches!(program.type_of(id), Type::Move)
        || program.node(id).parts().iter().any(|part| names_moves(program, *part))
}

/// The programs of a bundled game: as it is, and with each of its options switched.
pub(super) fn programs(name: &str) -> Vec<(String, Program)> {
    let loaded = library::load(name).unwrap_or_else(|_| panic!("{name}"));
    let plain = loaded.check(&Choices::default()).variant.unwrap_or_else(|| panic!("{name}"));
    let mut all = Vec::new();
    for option in &plain.equipment.options {
        let choices = Choices { options: vec![(option.name.clone(), !option.on)], ..Choices::default() };
        if let Some(variant) = loaded.check(&choices).variant {
            all.push((format!("{name} {}", option.name), Program::compile(&variant)));
        }
    }
    all.push((name.to_owned(), Program::compile(&plain)));
    all
}

#[test]
fn phrases_are_worth_what_the_machine_says() {
    let mut formless = Vec::new();
    let mut games = 0;
    for name in library::names() {
        for (name, program) in programs(name) {
            let mut tally = Tally::default();
            if StateLayout::of::<u64>(&program).is_ok() {
                compare::<u64>(&name, &program, 1, &mut tally);
            } else if StateLayout::of::<Rich>(&program).is_ok() {
                compare::<Rich>(&name, &program, 1, &mut tally);
            } else if StateLayout::of::<u128>(&program).is_ok() {
                compare::<u128>(&name, &program, 1, &mut tally);
            } else if StateLayout::of::<Wide>(&program).is_ok() {
                compare::<Wide>(&name, &program, 1, &mut tally);
            } else {
                continue;
            }
            assert!(tally.compared > 10 * tally.formed, "{name}: {tally:?}");
            formless.extend(tally.formless.into_iter().map(|node| format!("{name}: {node}")));
            games += 1;
        }
    }
    assert!(games > 20, "{games}");
    assert_eq!(formless, Vec::<String>::new());
}

/// The same for a file with phrases of every kind, on boards of several shapes.
#[test]
fn odd_phrases_are_worth_what_the_machine_says() {
    let text = include_str!("../../../../tests/suite/bitboard/phrases.draughts");
    let shapes = ["", "wrap = \"both\"", "wrap = \"files\"", "lines = \"alquerque\"", "points = \"all\"", "points = \"inner\""];
    for shape in shapes {
        let mut text = text.replace("grid = \"6x6\"", &format!("grid = \"6x6\"\n{shape}"));
        if shape.starts_with("points") {
            // Kept sites of a larger board need more numbers than there is room for.
            text = text.lines().filter(|line| !line.contains("favourite")).map(|line| format!("{line}\n")).collect();
        }
        let checked = library::load_text("odd", "odd.draughts", text.into_bytes(), None).check(&Choices::default());
        let program = Program::compile(&checked.variant.unwrap_or_else(|| panic!("{:?}", checked.diagnostics)));
        let mut tally = Tally::default();
        for seed in 0..many(3) {
            match program.layout.words {
                1 => compare::<u64>(shape, &program, seed, &mut tally),
                _ => compare::<u128>(shape, &program, seed, &mut tally),
            }
        }
        // The widest word gives the same values.
        compare::<Wide>(shape, &program, 6, &mut tally);
        assert_eq!(tally.formless, Vec::<String>::new(), "{shape}");
    }
}

/// The same for a file with tokens and attributes.
#[test]
fn odd_phrases_about_tokens_are_worth_what_the_machine_says() {
    let text = include_str!("../../../../tests/suite/bitboard/tokens.draughts");
    let checked =
        library::load_text("tokens", "tokens.draughts", text.to_owned().into_bytes(), None).check(&Choices::default());
    let program = Program::compile(&checked.variant.unwrap_or_else(|| panic!("{:?}", checked.diagnostics)));
    let mut tally = Tally::default();
    for seed in 0..6 {
        compare::<Rich>("tokens", &program, seed, &mut tally);
    }
    compare::<Wide>("tokens", &program, 6, &mut tally);
    assert_eq!(tally.formless, Vec::<String>::new());
}
