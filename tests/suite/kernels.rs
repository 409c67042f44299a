//! Generators of classes of moves, and rules beside them that have none: as many leaves as by the general machine, from random positions
//! of random rule files; and which classes of the bundled files have generators is pinned.

mod apart;
mod forms;

use std::collections::BTreeSet;

use draughtsman::analysis::perft::{Counter, Way};
use draughtsman::check::Choices;
use draughtsman::engine::{BitboardEngine, Counting, Position};
use draughtsman::library::{self, load_text};
use draughtsman::model::equipment::Routes;
use draughtsman::model::setup::{Piece, Setup};
use draughtsman::model::{KindId, SideId, SiteId};
use draughtsman::notation::{Terms, fen, movetext};
use draughtsman::program::Program;

use crate::bitboard::files::many;
use crate::dice::next;

fn program(text: &str) -> Program {
    let checked = load_text("test", "test.draughts", text.as_bytes().to_vec(), None).check(&Choices::default());
    Program::compile(&checked.variant.unwrap_or_else(|| panic!("{:#?}\n{text}", checked.diagnostics)))
}

fn one<'w>(words: &[&'w str], seed: &mut u64) -> &'w str {
    words[next(seed) % words.len()]
}

const WAYS: [&str; 6] = ["forward", "forward diagonal", "diagonal", "orthogonal", "any-way", "forward orthogonal or sideways"];
const STEPS: [&str; 2] = ["step", "fly"];
const JUMPS: [&str; 2] = ["jump", "fly"];
const PREY: [&str; 6] = ["an enemy", "an enemy", "enemy man", "piece", "own man", "enemy king"];

const OVER: [&str; 7] = ["an enemy", "piece", "own man", "any own man", "2 own", "1..2 piece", "any enemy king"];

/// Lines of the movement chapter for which there is no generator.
const ODD_STEPS: [&str; 5] = [
    "man may step backward if count own man = 1",
    "king may step any-way if actor is on edge",
    "man may go forward, past own, past enemy, to empty",
    "king may go any-way, past own, past empty, to empty",
    "man may step any-way if count piece = 100",
];

/// Lines of the capture chapter for which there is none.
const ODD_JUMPS: [&str; 5] = [
    "man may jump backward over an enemy if no own king",
    "king may go diagonal, taking 2 enemy, to empty",
    "man may pounce orthogonal onto enemy man",
    "king may go any-way, taking an enemy, past own, to empty",
    "man may jump any-way over an enemy if count piece = 100",
];

/// A rule file of a game whose turns carry nothing, and how many odd lines are in it.
fn rule_file(seed: &mut u64, board: &str) -> (String, usize) {
    let kinds = 2 + next(seed) % 3;
    let names = ["man", "king", "baron", "duke"];
    let mut movement = Vec::new();
    let mut capture = Vec::new();
    for name in &names[..kinds] {
        if next(seed).is_multiple_of(5) && *name != "man" {
            continue;
        }
        movement.push(format!("{name} may {} {}", one(&STEPS, seed), one(&WAYS, seed)));
        capture.push(format!("{name} may {} {} over {}", one(&JUMPS, seed), one(&WAYS, seed), one(&PREY, seed)));
        if next(seed).is_multiple_of(4) {
            movement.push(format!("{name} may {} {}", one(&STEPS, seed), one(&WAYS, seed)));
        }
        for _ in 0..(next(seed) % 4).saturating_sub(1) {
            movement.push(format!("{name} may go {}, past {}, to empty", one(&WAYS, seed), one(&OVER, seed)));
        }
    }
    let mut odd = 0;
    for (lines, odd_ones) in [(&mut movement, &ODD_STEPS[..]), (&mut capture, &ODD_JUMPS[..])] {
        if next(seed).is_multiple_of(3) {
            lines.push(one(odd_ones, seed).to_owned());
            odd += 1;
        }
    }
    let law = one(
        &[
            "",
            "chain must continue",
            "chain may continue",
            "chain must continue\n  chain must turn",
            "chain may continue\n  chain must not reverse",
        ],
        seed,
    );
    let removal = one(&["", "removal after move"], seed);
    let duty = one(&["", "must capture", "must capture with the most taken", "must capture with the most legs"], seed);
    let crowning = one(
        &["", "when man lands on far-row: promote it to king; end move", "when man rests on far-row: promote it to king"],
        seed,
    );
    let pieces = ["king = { symbol = \"k\" }\n", "baron = { symbol = \"a\" }\n", "duke = { symbol = \"d\" }\n"];
    let text = format!(
        "+++\nname = \"Random\"\nversion = \"1.0.0\"\n[players]\nWhite = {{ faces = \"north\" }}\nBlack = {{ faces = \"south\" }}\n\
         [board]\n{board}\n[pieces]\nman = {{ symbol = \"m\" }}\n{}+++\nmovement {{\n  {}\n}}\ncapture {{\n  {}\n  {law}\n  {removal}\n}}\n\
         obligation {{\n  {duty}\n}}\npromotion {{\n  {crowning}\n}}\nvictory {{\n  player who cannot move loses\n}}\n",
        pieces[..kinds - 1].concat(),
        movement.join("\n  "),
        capture.join("\n  "),
    );
    (text, odd)
}

/// A position with a piece on one site in so many, of which one in so many is of any kind, the others of the first.
fn strewn(program: &Program, seed: &mut u64, crowd: usize, others: usize) -> Option<Position> {
    let kinds = program.equipment.kinds.len();
    let mut board = Vec::new();
    for site in 0..program.layout.sites {
        if next(seed).is_multiple_of(crowd) {
            let kind = if next(seed).is_multiple_of(others) { next(seed) % kinds } else { 0 };
            let piece = Piece { owner: SideId(next(seed) as u8 % 2), kind: KindId(kind as u8), slots: Vec::new() };
            board.push((SiteId(site as u16), vec![piece]));
        }
    }
    let setup = Setup { turn: next(seed) as u8 % 2, board: board.into_iter().collect(), ..Setup::default() };
    Position::from_setup(program, &setup).ok().filter(|position| position.outcome().is_none())
}

/// Compares leaves some plies below a position; how many numbers.
fn compare(program: &Program, position: &Position, most: u32) -> Result<usize, String> {
    let mut compared = 0;
    for (counting, routes) in [(Counting::Keep, Routes::Distinct), (Counting::Drop, Routes::Alike)] {
        let bitboards = BitboardEngine::counting(program, routes).map_err(|refusal| format!("{refusal:?}"))?;
        let slow = Counter::new(program, Way { counting, made: false, quick: false });
        let mut leaves = 1;
        for depth in 1..=most {
            if leaves > 30 {
                break;
            }
            let Ok(by_machine) = slow.leaves(position, depth) else { break };
            leaves = by_machine;
            for made in [false, true] {
                let counted = bitboards.leaves(program, position, depth, made);
                if counted != Some(leaves) {
                    let at = position.to_setup(program).board;
                    return Err(format!(
                        "{counting:?}: {counted:?} leaves {depth} below, not {leaves}, made: {made}, at {at:?}"
                    ));
                }
                compared += 1;
            }
        }
    }
    Ok(compared)
}

const BOARDS: [&str; 7] = [
    "grid = \"6x6\"\nplay = \"dark\"",
    "grid = \"8x8\"\nplay = \"dark\"",
    "grid = \"7x6\"\nplay = \"light\"",
    "grid = \"6x6\"",
    "grid = \"6x5\"\nwrap = \"both\"",
    "grid = \"9x9\"\nlines = \"alquerque\"",
    "grid = \"12x12\"\nplay = \"dark\"",
];

#[test]
fn generators_and_what_is_beside_them_count_as_the_machine_does() {
    let (mut seed, mut compared, mut beside, mut played) = (0x2545_F491_4F6C_DD1D, 0, 0, BTreeSet::new());
    let mut hopping = 0;
    for file in 0..42 {
        let (text, odd) = rule_file(&mut seed, BOARDS[file % BOARDS.len()]);
        let program = program(&text);
        let kernels = program.kernels.as_ref().unwrap_or_else(|| panic!("file {file} has no generators\n{text}"));
        beside += usize::from(!kernels.odd.is_empty());
        hopping += usize::from(!kernels.hops.iter().all(Vec::is_empty));
        assert!(odd <= kernels.odd.len(), "file {file}\n{text}");
        played.insert((kernels.quiet.len(), kernels.captures.iter().flatten().any(|capture| capture.own_prey != 0)));
        for crowd in [8, 14] {
            let Some(start) = strewn(&program, &mut seed, crowd, 2) else { continue };
            compared += compare(&program, &start, 3).unwrap_or_else(|problem| panic!("file {file}: {problem}\n{text}"));
        }
    }
    let all = compared > 300 && beside > 10 && hopping > 10 && played.len() == 6;
    assert!(all, "{compared} {beside} {hopping} {played:?}");
}

#[test]
fn large_boards_have_generators() {
    let (mut seed, mut compared) = (0x1234_5678_9ABC_DEF1, 0);
    for board in [
        "grid = \"20x20\"\nplay = \"dark\"",
        "grid = \"26x26\"\nplay = \"dark\"",
        "grid = \"26x26\"",
        "grid = \"16x14\"\nwrap = \"files\"",
    ] {
        for _ in 0..many(1) {
            let (text, _) = rule_file(&mut seed, board);
            let program = program(&text);
            assert!(program.kernels.is_some(), "{board}\n{text}");
            let Some(start) = strewn(&program, &mut seed, 40, 2) else { continue };
            compared += compare(&program, &start, 2).unwrap_or_else(|problem| panic!("{board}: {problem}\n{text}"));
        }
    }
    assert!(compared > 10, "{compared}");
}

/// Short jumps along the diagonals, on crowded boards: captures of two legs are counted without being followed, and end where their
/// chain law says.
#[test]
fn captures_of_two_legs_end_where_their_chain_does() {
    let (mut seed, mut compared) = (0x0DDB_1A5E_5BAD_5EED, 0);
    for size in ["8x8", "10x10"] {
        for law in ["", "chain must turn", "chain must not turn", "chain must not reverse"] {
            for duty in ["must capture", "must capture with the most taken", "must capture with the most legs"] {
                let text = format!(
                    "+++\nname = \"Jumps\"\nversion = \"1.0.0\"\n[players]\nWhite = {{ faces = \"north\" }}\nBlack = {{ faces = \"south\" }}\n\
                     [board]\ngrid = \"{size}\"\nplay = \"dark\"\n[pieces]\nman = {{ symbol = \"m\" }}\nking = {{ symbol = \"k\" }}\n+++\n\
                     movement {{\n  man may step forward diagonal\n  king may step diagonal\n}}\ncapture {{\n  \
                     piece may jump diagonal over an enemy\n  chain must continue\n  {law}\n}}\nobligation {{ {duty} }}\n\
                     promotion {{ when man lands on far-row: promote it to king; end move }}\n\
                     victory {{ player who cannot move loses }}\n"
                );
                let program = program(&text);
                for crowd in [3, 4, 4, 4, 5, 5] {
                    let Some(start) = strewn(&program, &mut seed, crowd, 2) else { continue };
                    compared += compare(&program, &start, 2).unwrap_or_else(|problem| panic!("{problem}\n{text}"));
                }
            }
        }
    }
    assert!(compared > 300, "{compared}");
}

#[test]
fn what_flew_may_jump_to_where_it_took() {
    let text = "+++\nname = \"Falcons\"\nversion = \"1.0.0\"\n[players]\nWhite = { faces = \"north\" }\nBlack = { faces = \"south\" }\n\
                [board]\ngrid = \"10x10\"\nplay = \"dark\"\n[pieces]\nman = { symbol = \"m\" }\nking = { symbol = \"k\" }\n+++\n\
                movement { man may step forward }\ncapture {\n  man may fly forward over enemy\n  \
                king may jump orthogonal over enemy\n  chain must continue\n}\nobligation { must capture }\n\
                promotion { when man lands on far-row: promote it to king }\nvictory { player who cannot move loses }\n";
    let checked = load_text("test", "test.draughts", text.as_bytes().to_vec(), None).check(&Choices::default());
    let variant = checked.variant.unwrap_or_else(|| panic!("{:#?}", checked.diagnostics));
    let program = Program::compile(&variant);
    // Over h6 and h8; or over h6 and i9 to h10, where the man is a king, and on over h8 to h6, which it emptied.
    let setup = fen::read(&Terms::from(&variant), "W:Wc1:BKi9,h8,h6").expect("one man, three enemies");
    let start = Position::from_setup(&program, &setup).expect("the game goes on");
    let moves = start.moves(&program, Counting::Keep).expect("no limit");
    assert_eq!(movetext::texts(&program.equipment, &moves, false), ["c1xg9", "c1xf10", "c1xh6"]);
    let counted = compare(&program, &start, 3);
    assert!(counted.is_ok(), "{counted:?}");
}

/// On a small board too there can be more captures than are ever listed: nobody goes on counting them, and the machine names the limit.
#[test]
fn more_captures_than_are_listed_are_not_counted_either() {
    let prey = (0..5).flat_map(|file| (0..5).map(move |rank| (file, rank)));
    let prey = prey.map(|(file, rank)| {
        let file = char::from(b'b' + 2 * file);
        format!("{{ at = \"{file}{}\", kind = \"man\", owner = \"Black\" }}", 2 * rank + 2)
    });
    let one = "{ at = \"a1\", kind = \"king\", owner = \"White\" }".to_owned();
    let pieces = std::iter::once(one).chain(prey).collect::<Vec<_>>().join(", ");
    let text = format!(
        "+++\nname = \"Crowd\"\nversion = \"1.0.0\"\n[players]\nWhite = {{ faces = \"north\" }}\nBlack = {{ faces = \"south\" }}\n\
         [board]\ngrid = \"11x11\"\n[pieces]\nman = {{ symbol = \"m\" }}\nking = {{ symbol = \"k\" }}\n[setup]\npieces = [{pieces}]\n+++\n\
         movement {{ man may step forward orthogonal }}\ncapture {{\n  king may fly any-way over enemy\n  \
         man may jump any-way over enemy\n  chain may continue\n}}\nobligation {{ must capture }}\n\
         victory {{ player who cannot move loses }}\n"
    );
    let program = program(&text);
    assert!(program.kernels.is_some());
    let start = Position::start(&program).expect("a position");
    let counted = |quick| Counter::new(&program, Way { counting: Counting::Keep, made: false, quick }).leaves(&start, 1);
    let limit = counted(true).expect_err("a limit is reached");
    assert_eq!(limit.what, "more than 100,000 moves of one decision");
    assert!(limit.rule.starts_with("king may fly"), "{}", limit.rule);
    assert_eq!(counted(false), Err(limit));
}

/// What counts the moves of each class of a program.
fn told(program: &Program) -> String {
    let Some(kernels) = &program.kernels else {
        return if program.lists.is_some() { "turns carry something".to_owned() } else { "none".to_owned() };
    };
    let classes = program.groups.iter().enumerate().map(|(i, group)| {
        let odd = kernels.odd.iter().filter(|odd| odd.group == i).count();
        match odd {
            0 => "generator".to_owned(),
            _ if odd == group.rules.len() => "beside".to_owned(),
            _ => format!("generator, {odd} beside"),
        }
    });
    classes.collect::<Vec<String>>().join("; ")
}

#[test]
fn which_classes_have_generators_is_pinned() {
    let mut lines = Vec::new();
    for name in library::names() {
        let loaded = library::load(name).expect("it is bundled");
        let plain = loaded.check(&Choices::default()).variant.expect("it is right");
        let usual = told(&Program::compile(&plain));
        for option in &plain.equipment.options {
            let choices = Choices { options: vec![(option.name.clone(), !option.on)], ..Choices::default() };
            let Some(variant) = loaded.check(&choices).variant else { continue };
            let other = told(&Program::compile(&variant));
            if other != usual {
                lines.push(format!("{name} {}: {other}", option.name));
            }
        }
        lines.push(format!("{name}: {usual}"));
    }
    lines.sort();
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("kernels", lines.join("\n")));
}
