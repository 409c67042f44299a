//! The generators made for common shapes of rules agree with the general machine, on random positions of random rule files.

use draughtsman::analysis::perft::{Way, perft};
use draughtsman::check::Choices;
use draughtsman::engine::fast::{Fast, Tables, pieces};
use draughtsman::engine::{Counting, Game, Position};
use draughtsman::library::load_text;
use draughtsman::program::Program;
use proptest::prelude::*;

/// One of several words.
fn one_of(words: &'static [&'static str]) -> impl Strategy<Value = &'static str> {
    proptest::sample::select(words)
}

/// A rule file put together from common shapes: the text, and a seed for games.
fn rule_file() -> impl Strategy<Value = (String, u64)> {
    let board = one_of(&[
        "grid = \"6x6\"\nplay = \"dark\"",
        "grid = \"8x8\"\nplay = \"dark\"",
        "grid = \"7x6\"\nplay = \"light\"",
        "grid = \"10x10\"\nplay = \"dark\"",
        "grid = \"6x6\"",
        "grid = \"8x9\"",
        "grid = \"9x9\"\nlines = \"alquerque\"",
    ]);
    let ways =
        || one_of(&["forward", "forward diagonal", "diagonal", "orthogonal", "any-way", "forward orthogonal or sideways"]);
    let step = || one_of(&["step", "fly"]);
    let take = || one_of(&["jump", "fly", "dive"]);
    let prey = one_of(&["enemy", "enemy", "enemy man"]);
    let chain = one_of(&["", "chain must continue", "chain may continue"]);
    let law = one_of(&["", "", "chain must not reverse", "chain must turn"]);
    let removal = one_of(&["", "removal at once", "removal after move"]);
    let duty = one_of(&[
        "",
        "must capture",
        "must capture\n  must capture with most taken",
        "must capture\n  must capture with most total value of taken\n  must capture where actor is king",
        "must capture\n  must capture with most taken\n  must capture where actor is king\n  must capture with most king in taken\n  must capture with least order(king, taken)",
    ]);
    let crowning = one_of(&[
        "",
        "when man lands on far-row: promote it to king",
        "when man lands on far-row: promote it to king; end move",
        "when man rests on far-row: promote it to king",
    ]);
    let rules = (ways(), step(), ways(), step(), ways(), take(), prey, ways(), take());
    (board, rules, chain, law, removal, duty, crowning, any::<u64>()).prop_map(
        |(board, (w1, s1, w2, s2, w3, t1, prey, w4, t2), chain, law, removal, duty, crowning, seed)| {
            let text = format!(
                r#"+++
name = "Random"
version = "1.0.0"
[players]
White = {{ faces = "north" }}
Black = {{ faces = "south" }}
[board]
{board}
[pieces]
man = {{ symbol = "m", value = 100 }}
king = {{ symbol = "k", value = 199 }}
+++
movement {{
  man may {s1} {w1}
  king may {s2} {w2}
}}
capture {{
  man may {t1} {w3} over {prey}
  king may {t2} {w4} over enemy
  {chain}
  {law}
  {removal}
}}
obligation {{
  {duty}
}}
promotion {{
  {crowning}
}}
victory {{
  player who cannot move loses
}}
"#
            );
            (text, seed)
        },
    )
}

/// The next of a row of numbers that look random (xorshift, Marsaglia 2003).
fn next(seed: &mut u64) -> usize {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    (*seed >> 33) as usize
}

/// A position with some pieces strewn over the board.
fn strewn(program: &Program, seed: &mut u64) -> Option<Position> {
    use draughtsman::model::setup::{Piece, Setup};
    use draughtsman::model::{KindId, SideId, SiteId};
    let sites = program.layout.sites;
    let crowd = 3 + next(seed) % 6;
    let piece = |seed: &mut u64| Piece {
        owner: SideId(next(seed) as u8 % 2),
        kind: KindId(u8::from(next(seed).is_multiple_of(3))),
        slots: Vec::new(),
    };
    let board = (0..sites).filter_map(|site| match next(seed).is_multiple_of(crowd) {
        true => Some((SiteId(site as u16), vec![piece(seed)])),
        false => None,
    });
    let board = board.collect();
    let setup = Setup { turn: next(seed) as u8 % 2, board, ..Setup::default() };
    Position::from_setup(program, &setup).ok()
}

/// Both ways of listing agree on what lies one move on, routes told apart and not.
fn agree(program: &Program, tables: &Tables, position: &Position) -> Result<(), TestCaseError> {
    let Some(fast) = Fast::new(tables, program, position) else { return Ok(()) };
    for (keep, counting) in [(true, Counting::Keep), (false, Counting::Drop)] {
        let moves = position.moves(program, counting).map_err(|limit| TestCaseError::fail(limit.to_string()))?;
        let mut slow = Vec::new();
        for mv in &moves {
            let after = position.play_impatiently(program, mv).map_err(|limit| TestCaseError::fail(limit.to_string()))?;
            slow.push(pieces(program, &after));
        }
        let mut quick = fast.children(keep);
        slow.sort();
        quick.sort();
        prop_assert_eq!(&quick, &slow, "keep: {}, at {:?}", keep, position.to_setup(program).board);
        prop_assert_eq!(fast.perft(1, keep, false), slow.len() as u64, "counted without making");
    }
    Ok(())
}

/// How many rule files are tried: 48, or as many as `PROPTEST_CASES` says.
fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|number| number.parse().ok()).unwrap_or(48)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), ..ProptestConfig::default() })]
    #[test]
    fn generators_agree_with_the_machine((text, seed) in rule_file()) {
        let checked = load_text("random", "random.draughts", text.clone().into_bytes(), None).check(&Choices::default());
        let Some(variant) = checked.variant else {
            return Err(TestCaseError::fail(format!("{:?}\n{text}", checked.diagnostics)));
        };
        let program = Program::compile(&variant);
        let Some(tables) = Tables::new(&program) else {
            return Err(TestCaseError::fail(format!("no shape\n{text}")));
        };
        let mut seed = seed | 1;
        for _ in 0..6 {
            let Some(position) = strewn(&program, &mut seed) else { continue };
            let mut game = Game::from(position);
            for _ in 0..6 {
                agree(&program, &tables, game.position())?;
                let moves = game.options(&program).unwrap_or_default();
                let Some(mv) = moves.get(next(&mut seed) % moves.len().max(1)) else { break };
                game.play(&program, mv).unwrap();
            }
        }
    }
}

#[test]
fn bundled_games_of_common_shapes_are_counted_alike() {
    let mut shaped = 0;
    for name in draughtsman::library::names() {
        let program = draughtsman::library::bundled(name).unwrap().program;
        if program.shape.is_none() {
            continue;
        }
        shaped += 1;
        let start = Position::start(&program).unwrap();
        let slow = Way { shaped: false, ..Way::USUAL };
        for way in [Way::USUAL, Way { made: true, ..Way::USUAL }] {
            assert_eq!(perft(&program, &start, 5, way), perft(&program, &start, 5, slow), "{name}");
        }
    }
    assert!(shaped >= 2, "English and International have common shapes");
}
