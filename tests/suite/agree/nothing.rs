//! Where somebody is asked who has nothing to choose, since the run stops whatever is chosen: it stops there, and the rest of the verb, the
//! trigger or the script is left out. Nobody who has a choice chooses what stops.

use draughtsman::analysis::perft::{Way, perft};
use draughtsman::engine::{Counting, Position};
use draughtsman::model::setup::{Kept, Setup};
use draughtsman::program::Program;
use draughtsman::reference::{Reference, Watch};

use super::both::{Much, agree};
use super::faults::{leaves, on, read};

/// The general machine, which finds moves by running the rules.
const GENERAL: Way = Way { counting: Counting::AsWritten, made: false, quick: false };

/// What comes of each option of a decision, the first of all being 0, where the first option of each before it is taken. Up to the decision
/// after it there are as many by the reference, the machine and the bitboard engine.
fn come(text: &str, decision: usize) -> Vec<Setup> {
    let variant = read(text);
    let much = Much { games: 3, starts: 10, plies: 10, follow: 3, moves: 80 };
    agree(&variant, &Watch::default(), much).unwrap_or_else(|problem| panic!("{problem}\n{text}"));
    let program = Program::compile(&variant);
    let mut position = Position::start(&program).expect("no limit is reached");
    let reference = Reference::new(&variant).impatient();
    let pending = reference.start().expect("no limit is reached");
    for depth in 1..=decision + 2 {
        let expected = Ok(leaves(reference, &pending, depth) as u64);
        assert_eq!(perft(&program, &position, depth as u32, GENERAL), expected, "{depth} decisions of\n{text}");
        assert_eq!(perft(&program, &position, depth as u32, Way::USUAL), expected, "{depth} decisions, directly, of\n{text}");
    }
    let play = |position: &Position| -> Vec<Position> {
        let moves = position.moves(&program, Counting::AsWritten).expect("no limit is reached");
        moves.iter().map(|mv| position.play(&program, mv, &[]).expect("no limit is reached")).collect()
    };
    for _ in 0..decision {
        position = play(&position).swap_remove(0);
    }
    play(&position).iter().map(|after| after.to_setup(&program)).collect()
}

/// What the one counter has come to, and whose turn it is, from the least to the most.
fn moods(come: &[Setup]) -> Vec<(i64, u8)> {
    let number = |after: &Setup| match after.stored.as_slice() {
        [] => (0, after.turn),
        [(_, Kept::Number(mood))] => (*mood, after.turn),
        other => panic!("{other:?}"),
    };
    let mut moods: Vec<(i64, u8)> = come.iter().map(number).collect();
    moods.sort_unstable();
    moods
}

fn with_mood(rows: &str, rules: &str) -> String {
    on(rows, &format!("state {{\n  counter mood: 0..9\n}}\n{rules}"))
}

const TWO: &str = "b . . .\n. . . .\n. . . .\nw . . .";

/// The opponent has chosen, so the move is made. Then the man can go nowhere, and the verb ends there, but not the leg; or one way is
/// open, and is gone.
#[test]
fn a_verb_leaves_its_rest_out() {
    let rules = "movement {\n  man may march { go north, to empty; choose p in own man by opponent; choose way in (east or west)\n    \
                 go way, to empty\n    raise mood by 1 }\n}\neffects {\n  when leg ends: raise mood by 3\n}\n";
    let shut = with_mood(". . . .\n. . . .\n. b . .\nw . . .", rules);
    assert_eq!(moods(&come(&shut, 1)), [(3, 1)]);
    let open = with_mood(". b . .\n. . . .\n. . . .\nw . . .", rules);
    assert_eq!(moods(&come(&open, 2)), [(4, 1)]);
}

/// Each landing asks the opponent, and then for a number; whichever it were, the trigger would stop. The verb goes on.
#[test]
fn a_trigger_leaves_its_rest_out_and_the_verb_goes_on() {
    let rules = "movement {\n  man may march { go north, to empty; go east, to empty; raise mood by 1 }\n}\n\
                 effects {\n  when man lands { choose p in own man by opponent; choose gain in 1 or 2; raise mood by gain; require no enemy }\n}\n";
    assert_eq!(moods(&come(&with_mood(TWO, rules), 2)), [(0, 0)], "the opponent is asked once more");
    assert_eq!(moods(&come(&with_mood(TWO, rules), 3)), [(1, 1)]);
    let ways = "movement {\n  man may step orthogonal\n}\neffects {\n  when man lands { choose p in own man by opponent\n    \
                either { require no enemy; raise mood by 1 } or { require no enemy; raise mood by 2 } }\n  \
                when man rests { choose q in own man by opponent; raise mood by 5 }\n}\n";
    assert_eq!(moods(&come(&with_mood("b . . .\n. . . .\n. w . .\nw . . .", ways), 2)), [(5, 1), (5, 1)]);
}

/// White has one man and cannot choose, so the turn passes; Black, with two, chooses in each turn.
#[test]
fn a_script_leaves_its_rest_out() {
    let movement = "movement {\n  man may step south\n}\n";
    let script = "raise mood by 1; choose x in 1 or 2; raise mood by x; require count own = 2";
    let men = "b . . .\n. . b .\n. . . .\nw . . .";
    let turn = with_mood(men, &format!("turn {{ {script}; play movement }}\n{movement}"));
    assert_eq!(moods(&come(&turn, 0)), [(5, 1), (5, 1), (6, 1), (6, 1)]);
    let set_up = with_mood(men, &format!("setup {{ {script} }}\nmovement {{\n  man may step orthogonal\n}}\n"));
    assert_eq!(moods(&come(&set_up, 0)), [(1, 1), (1, 1)], "two steps of White's man");
}

/// Where nobody can ever choose, the game is over.
#[test]
fn scripts_in_which_nobody_can_choose_come_to_an_end() {
    let movement = "movement {\n  man may step orthogonal\n}\n";
    let stops = "effects {\n  when man is taken: require count own > 5\n}\n";
    for script in [
        "choose x in (1 or 2) by White; require count own > 5; play movement",
        "choose n in 1 or 2; take enemy; raise mood by n; play movement",
        "choose prey in enemy; take prey; let mine = own man; play movement where actor of it is mine",
        "choose prey in enemy; take prey; choose y in 1 or 2; require y = 2; play movement",
    ] {
        let text = with_mood(TWO, &format!("turn {{ {script} }}\n{movement}{stops}"));
        let variant = read(&text);
        let over = Position::start(&Program::compile(&variant)).expect("no limit is reached");
        assert_eq!(over.outcome().map(|outcome| &*outcome.reason), Some("nobody can move"), "{text}");
        let reference = Reference::new(&variant).start().expect("no limit is reached");
        assert_eq!(reference.outcome.as_ref(), over.outcome(), "{text}");
        assert_eq!(perft(&Program::compile(&variant), &over, 2, Way::USUAL), Ok(0), "{text}");
    }
}

/// What is left out is only what stopped: the leg ends behind a suite, and who acted before acts behind it.
#[test]
fn what_follows_goes_on_with_who_acted_before() {
    let asked = "when man lands { choose p in own man by chance }";
    let suite = format!(
        "movement {{\n  man may step orthogonal: require no enemy\n}}\neffects {{\n  {asked}\n  when leg ends: raise mood by 1\n}}\n"
    );
    assert_eq!(moods(&come(&with_mood(TWO, &suite), 1)), [(1, 1)]);
    let king = "when man rests: set kind of it to king";
    for acting in ["as p: require no enemy", "choose q in p; as q: require no enemy"] {
        let acting = format!("choose p in own man by chance; {acting}");
        for (body, trigger) in [(format!(" {{ go north, to empty; {acting} }}"), String::new()), (String::new(), acting)] {
            let verb = if body.is_empty() { "step north" } else { "march" };
            let trigger = if trigger.is_empty() { trigger } else { format!("when man lands {{ {trigger} }}\n  ") };
            let rules = format!("movement {{\n  man may {verb}{body}\n}}\neffects {{\n  {trigger}{king}\n}}\n");
            let text = on("b . . .\n. . . .\n. . . .\nw . w .", &rules);
            let a2 = read(&text).equipment.board.site("a2");
            for after in come(&text, 1) {
                let king = after.board.iter().find(|(_, tower)| tower[0].kind.0 == 1);
                assert_eq!(king.map(|(site, _)| *site), a2, "who moved is a king, nobody else: {text}");
            }
        }
    }
}
