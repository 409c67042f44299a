//! `explain` in every bundled variant: a legal move is always called legal, with the line that makes it; anything else never is;
//! and nothing that is typed makes it panic.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng as _;
use draughtsman::agents;
use draughtsman::analysis::explain::{self, Answer};
use draughtsman::engine::{Counting, Position};
use draughtsman::library;
use draughtsman::notation::{movetext, squares};
use draughtsman::program::Program;

/// Decisions of one game that are looked at.
const DECISIONS: usize = 14;
/// Legal moves of one decision that are explained.
const MOVES: u64 = 5;
/// Texts of one decision that are made up.
const MADE_UP: usize = 4;

/// A random game, and what is said of some decisions on its way.
fn check(name: &str, seed: u64) {
    let program = library::bundled(name).expect("a variant").program;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut position = Position::start(&program).expect("a position");
    for _ in 0..DECISIONS {
        // Some decisions pass unseen, so that different parts of a game are looked at.
        for _ in 0..agents::below(12, &mut rng) {
            let Some(next) = played(&program, &position, &mut rng) else { break };
            position = next;
        }
        look(name, &program, &position, &mut rng);
        let Some(next) = played(&program, &position, &mut rng) else { return };
        position = next;
    }
}

fn played(program: &Program, position: &Position, rng: &mut ChaCha8Rng) -> Option<Position> {
    let moves = position.moves(program, Counting::AsWritten).ok()?;
    let chosen = agents::by_weight(&moves, rng)?;
    position.play(program, &moves[chosen], &[]).ok()
}

fn look(name: &str, program: &Program, position: &Position, rng: &mut ChaCha8Rng) {
    let Ok((moves, struck)) = position.considered(program, Counting::AsWritten) else { return };
    let (equipment, full) = (&program.equipment, program.chains_may_stop());
    let texts = movetext::texts(equipment, &moves, full);
    for _ in 0..MOVES.min(texts.len() as u64) {
        let text = &texts[agents::below(texts.len() as u64, rng) as usize];
        let why = explain::why(program, position, text).expect("an answer");
        let Answer::Legal { by, text: told, .. } = &why.answer else { panic!("{name}: `{text}` is legal, but\n{why}") };
        assert_eq!(told, text, "{name}");
        assert!(!by.is_empty(), "{name}: no line makes `{text}`");
        assert!(by.iter().all(|line| why.to_string().contains(&line.head())), "{name}: {why}");
    }
    let barred = || struck.iter().map(|one| one.mv.clone()).collect();
    let is_legal = |text: &str| movetext::parse_among(equipment, text, &moves, full, &barred).is_ok();
    let listing = explain::listing(program, position).expect("a table");
    assert!(listing.moves.iter().all(|row| !row.by.is_empty()), "{name}");
    assert_eq!(listing.moves.iter().map(|row| &row.text).collect::<Vec<_>>(), texts.iter().collect::<Vec<_>>());
    for barred in listing.barred.iter().take(3) {
        let why = explain::why(program, position, &barred.text).expect("an answer");
        // It may be the whole text of a legal move too.
        assert_eq!(
            why.is_legal(),
            is_legal(&barred.text),
            "{name}: `{}` is barred by `{}`, but\n{why}",
            barred.text,
            barred.by.text
        );
    }
    // What only the chain bars, by where it lands, some rule makes.
    let bound = position.bound(program).unwrap_or_default().into_iter().take(3).map(|one| one.mv).collect::<Vec<_>>();
    for text in movetext::texts(equipment, &bound, true) {
        let why = explain::why(program, position, &text).expect("an answer");
        assert!(!matches!(why.answer, Answer::Unmade(_)), "{name}: {why}");
    }
    for _ in 0..MADE_UP {
        let typed = made_up(program, &texts, rng);
        let why = explain::why(program, position, &typed).expect("an answer");
        assert_eq!(why.is_legal(), is_legal(&typed), "{name}: `{typed}`\n{why}");
        assert!(!why.to_string().is_empty());
    }
}

/// A text that is most likely no move: squares at random, with other signs, or a move with something changed.
fn made_up(program: &Program, texts: &[String], rng: &mut ChaCha8Rng) -> String {
    let sites = program.equipment.board.sites.len() as u64;
    let mut site = || {
        let site = draughtsman::model::SiteId(agents::below(sites, rng) as u16);
        squares::name(&program.equipment, site)
    };
    let (a, b, c) = (site(), site(), site());
    let any = texts.get(agents::below(texts.len().max(1) as u64, rng) as usize).cloned().unwrap_or_default();
    match agents::below(9, rng) {
        0 => format!("{a}-{b}"),
        1 => format!("{a}x{b}x{c}"),
        2 => format!("{a} {b} takes {c}"),
        3 => a,
        4 => format!("{any}-{b}"),
        5 => any.chars().rev().collect(),
        6 => format!("{a} fly {b}"),
        7 => any.chars().skip(1).collect(),
        _ => format!("{b}*+{c}* # é {any}"),
    }
}

#[test]
fn legal_moves_are_called_legal_and_others_are_not() {
    let names: Vec<&str> = library::names().collect();
    assert!(names.len() >= 26);
    for (i, name) in names.into_iter().enumerate() {
        check(name, i as u64);
        check(name, 100 + i as u64);
    }
}

/// The answer to a move, in a position.
fn answer(variant: &str, fen: &str, typed: &str) -> String {
    let draughtsman::library::Ready { variant, program } = library::bundled(variant).expect("a variant");
    let setup = draughtsman::notation::fen::read(&draughtsman::notation::Terms::from(&variant), fen).expect("a position");
    let position = Position::from_setup(&program, &setup).expect("a position");
    explain::why(&program, &position, typed).expect("an answer").to_string()
}

/// What is said of a near-miss: the rule that comes closest, and the part of it that fails.
#[test]
fn the_closest_rule_is_named_with_what_fails() {
    let cases: &[(&str, &str, &str, &[&str])] = &[
        ("english", "B:W22:B11", "11-18", &["(closest: there is nothing to take on 15)"]),
        ("english", "B:W22:BK11", "11-4", &["(closest: there is nothing to take on 8)"]),
        ("english", "B:W22:B11", "11-7", &["(it does not go northwest, which is backward)", "(it does not go"]),
        ("english", "B:W15:B11,18", "11x18", &["18 is occupied by a Black man", "closest: 18 is occupied"]),
        (
            "english",
            "B:W22:B11,15",
            "11-18",
            &["a Black man of one's own stands between, on 15", "(closest: it does not take the Black man on 15)"],
        ),
        ("international", "W:WK46,30:B41,37", "46-32", &["closest: 37 is occupied by a Black man"]),
        (
            "international",
            "W:WK46,37:B5",
            "46-28",
            &["a White man of one's own stands between, on 37", "(it leads that way to 41 only)"],
        ),
        ("saving_private", "S:SKc1,Kd6:Nh8", "d6 leave", &["it does not speak of this now: king on home-row"]),
        ("warp", "B:Bd4:We7", "pass", &["its condition does not hold: some own queen"]),
    ];
    for (variant, fen, typed, parts) in cases {
        let told = answer(variant, fen, typed);
        for part in *parts {
            assert!(told.contains(part), "{variant} {fen} {typed}: no `{part}` in\n{told}");
        }
    }
}

/// A move that must be made, and what it is made instead of.
#[test]
fn compulsory_moves_name_the_obligation() {
    let told = answer("english", "B:W18,30:B9,15", "15x22");
    for part in ["`15x22` is legal", "compulsory before 9-14, 9-13, 15-19", "must capture", "there is no other legal move"] {
        assert!(told.contains(part), "no `{part}` in\n{told}");
    }
    let told = answer("international", "W:W31,34:B27,29,19", "34x14");
    assert!(told.contains("must capture with most taken"), "{told}");
    let told = answer("international", "W:W31,34:B27,29,19", "31x22");
    for part in ["barred by\n  must capture with most taken", "allowed: 34x14", "but for that it is made by\n  man may jump"] {
        assert!(told.contains(part), "no `{part}` in\n{told}");
    }
}

/// A `require` that fails is named wherever it stands: behind a path, in a trigger, in a definition that a trigger uses; its line and the
/// words above it too.
#[test]
fn a_requirement_is_named_wherever_it_stands() {
    let text = "+++\nname = \"Required\"\n[players]\nWhite = { faces = \"north\" }\nBlack = { faces = \"south\" }\n[board]\ngrid = \"5x5\"\n\
                [regions]\ncorner = [\"a1\", \"e1\", \"a5\", \"e5\"]\n\
                [pieces]\nman = { symbol = \"m\", plural = \"men\" }\nking = { symbol = \"k\" }\nelder = { symbol = \"e\" }\n\
                [setup]\nman = { White = [\"a1\", \"b2\"], Black = [\"b3\", \"e4\"] }\nking = { White = \"d2\" }\nelder = { White = \"d4\" }\n+++\n\
                definitions {\n  ## Never into a corner.\n  define not-cornered(one: piece) { require one is not on corner }\n}\n\
                movement {\n  man may step orthogonal\n  ## Not to the edge.\n  king may step diagonal: require actor is not on edge\n\
                  elder may step any-way\n}\n\
                capture {\n  man may pounce orthogonal onto enemy\n}\n\
                effects {\n  ## No two men beside each other.\n  when man lands: require no own man on orthogonal from it\n\
                  when elder rests: not-cornered(it)\n\
                  ## Something stays to be taken.\n  when move ends { let left = count enemy; require left >= 2 }\n}\n";
    let checked = library::load_text("required", "required.draughts", text.into(), None).check(&Default::default());
    let program = Program::compile(&checked.variant.unwrap_or_else(|| panic!("{:#?}", checked.diagnostics)));
    let position = Position::start(&program).expect("a position");
    let cases: &[(&str, &[&str])] = &[
        ("d2-c1", &["closest: it leads there, but it requires actor is not on edge", "Not to the edge."]),
        (
            "a1-b1",
            &["another line requires no own man on orthogonal from it", "when man lands", "No two men beside each other."],
        ),
        ("d4-e5", &["another line requires one is not on corner", "define not-cornered", "Never into a corner."]),
        (
            "b2xb3",
            &[
                "another line requires left >= 2; the numbers are 1 and 2",
                "when move ends { … }",
                "Something stays to be taken.",
            ],
        ),
    ];
    for (typed, parts) in cases {
        let why = explain::why(&program, &position, typed).expect("an answer");
        let told = why.to_string();
        for part in *parts {
            assert!(told.contains(part), "{typed}: no `{part}` in\n{told}");
        }
        let related = explain::explanation_to_wire(&why).related;
        let own = parts[0].contains("it requires");
        assert_eq!(related[0].required_by.is_none(), own, "{told}");
    }
    assert!(explain::why(&program, &position, "d2-c3").expect("an answer").is_legal());
    let taken = explain::why(&program, &position, "b2xb3").expect("an answer").to_string();
    assert!(!taken.contains("is occupied by a Black man\n  no rule"), "it would take it\n{taken}");
}
