//! What a played move says of the rules that it went through, against what the move itself says. The seeds are fixed.

mod facts;

use draughtsman::engine::moves::Deed;
use draughtsman::engine::{Counting, Fired, Position};
use draughtsman::notation::fen;

/// Games of each rule file, and decisions of each game.
const GAMES: u64 = 2;
const DECISIONS: u64 = 40;

#[test]
fn tracing_changes_nothing_and_names_the_rule_that_moved() {
    let mut failures = Vec::new();
    let names = facts::every_variant();
    for name in &names {
        let program = facts::rules(name, &[]).expect("there is a rule file").program;
        for game in 0..GAMES {
            let (mut position, _) = Position::start_traced(&program).expect("it begins");
            assert_eq!(position, Position::start(&program).expect("it begins"));
            let mut stood = vec![position.hash()];
            for decision in 0..DECISIONS {
                let (moves, struck, _) = position.considered_traced(&program, Counting::AsWritten).expect("listed");
                assert_eq!((moves.clone(), struck), position.considered(&program, Counting::AsWritten).expect("listed"));
                let Some(mv) = moves.get((game * 7 + decision * 5) as usize % moves.len().max(1)) else { break };
                let (next, fired) = position.play_traced(&program, mv, &stood).expect("played");
                if next != position.play(&program, mv, &stood).expect("played") {
                    failures.push(format!("{name}: another position behind a traced move"));
                }
                let rules: Vec<_> = fired.iter().filter(|one| matches!(one, Fired::Rule(_))).collect();
                if mv.rule.map(Fired::Rule).as_ref() != rules.first().copied() {
                    failures.push(format!("{name}, decision {decision}: {:?} but {rules:?}", mv.rule));
                }
                let legs = mv.deeds.iter().filter(|deed| matches!(deed, Deed::Leg { .. } | Deed::Verb(_))).count();
                if rules.len() > legs {
                    failures.push(format!("{name}, decision {decision}: more rules than legs, trials among them? {rules:?}"));
                }
                if next.turns() != position.turns() {
                    stood.push(next.hash());
                }
                position = next;
            }
        }
    }
    facts::report(names.len(), &failures);
}

/// The lines that fired, by the beginning of their texts.
fn lines(name: &str, fen: &str, text: &str) -> (Vec<String>, Vec<String>) {
    let ready = facts::rules(name, &[]).expect("there is a rule file");
    let program = &ready.program;
    let setup = fen::read(&program.equipment, fen).expect("a FEN");
    let position = Position::from_setup(program, &setup).expect("a position");
    let (moves, _, stopped) = position.considered_traced(program, Counting::AsWritten).expect("listed");
    let texts = draughtsman::notation::movetext::texts(&program.equipment, &moves, false);
    let place = texts.iter().position(|one| one == text).unwrap_or_else(|| panic!("{text} is not among {texts:?}"));
    let (_, fired) = position.play_traced(program, &moves[place], &[]).expect("played");
    let name = |one: &Fired| {
        let rule = match one {
            Fired::Rule(rule) | Fired::Law(rule) | Fired::Trigger(rule) => *rule,
            Fired::Statement(block, at) | Fired::Stopped(block, at) => program.block(*block).ops[*at as usize].1,
            Fired::Waited(group) => return format!("waited: {}", program.groups[group.index()].name),
            Fired::Barred(group) => return format!("barred: {}", program.groups[group.index()].name),
        };
        program.lines[rule.index()].text.clone()
    };
    let mut all: Vec<String> = fired.iter().map(name).collect();
    all.dedup();
    (all, stopped.iter().map(name).collect())
}

#[test]
fn a_move_names_what_it_went_through() {
    // White 22 takes 17 and 9 and is crowned on 2... by rule, chain and promotion, and by nothing that other pieces could do.
    let (fired, _) = lines("english", "W:W22,32:B18,9,10", "22x6");
    let wanted = ["man may jump forward diagonal over an enemy", "chain must continue"];
    for want in wanted {
        assert!(fired.iter().any(|one| one == want), "{want}: {fired:?}");
    }
    assert!(!fired.iter().any(|one| one.contains("may step") || one.starts_with("king may")), "{fired:?}");
    assert!(!fired.iter().any(|one| one.contains("lands on far-row")), "{fired:?}");
}

#[test]
fn taken_pieces_that_wait_are_told() {
    let (fired, _) = lines("international", "W:W32:B28", "32x23");
    assert!(fired.contains(&"waited: capture".to_owned()), "{fired:?}");
    let (fired, _) = lines("english", "W:W22:B18", "22x15");
    assert!(!fired.contains(&"waited: capture".to_owned()), "{fired:?}");
}

#[test]
fn a_requirement_that_strikes_a_move_out_is_told() {
    // A king whose last prey is a king must stop right behind it.
    let (_, stopped) = lines("killer", "W:WK46:BK32", "46x28");
    assert!(stopped.iter().any(|one| one.contains("require")), "{stopped:?}");
    let (_, stopped) = lines("killer", "W:WK46:B32", "46x28");
    assert_eq!(stopped, Vec::<String>::new());
}

#[test]
fn a_law_on_direction_is_told_where_it_bars_a_leg() {
    let turkish = lines("turkish", "W:WKd1:Bd3,d6,f5,h5", "d1xd4");
    assert!(!turkish.0.is_empty());
}
