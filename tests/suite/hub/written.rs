//! Names, positions, moves and lines.

use draughtsman::engine::{Counting, Game, Position};
use draughtsman::hub::{self, Engine, Heard, find_move, move_text};
use draughtsman::library;
use draughtsman::notation::{Terms, fen};

use super::{GAMES, engine, quiet, said};
use crate::shell::{file, run, small};

#[test]
fn the_games_of_the_protocol_and_of_the_extension_are_offered() {
    let offered: Vec<(String, String)> =
        hub::bundled().into_iter().map(|offer| (offer.name, offer.loaded.id.clone())).collect();
    assert_eq!(offered, GAMES.map(|(name, id)| (name.to_owned(), id.to_owned())));
}

/// Source: pydraughts 0.6.7 (`Game.initial_hub_fen`), and for 10x10 the start position of the protocol's own examples. Who begins is
/// White, at the end of the text.
#[test]
fn games_begin_as_others_write_it() {
    let (ten, eight) = (format!("W{}{}{}", "b".repeat(20), "e".repeat(10), "w".repeat(20)), "b".repeat(12) + "eeeeeeee");
    let dama = format!("W{0}{1}{1}{0}{0}{2}{2}{0}", "e".repeat(8), "b".repeat(8), "w".repeat(8));
    for (name, id) in GAMES {
        let variant = library::bundled(id).unwrap().variant;
        let (found, squares) = hub::named(&variant).unwrap();
        let start = match squares.count() {
            50 => ten.clone(),
            32 => format!("W{eight}{}", "w".repeat(12)),
            _ => dama.clone(),
        };
        assert_eq!((found, hub::position(&squares, &variant.start)), (name, start.clone()), "{id}");
        let read = hub::read_position(&squares, &start).unwrap();
        assert_eq!((&read.board, read.turn), (&variant.start.board, variant.start.turn), "{id}");
    }
}

/// In English draughts Black begins: colours change places, and the board is turned by half a circle.
#[test]
fn whoever_begins_is_white() {
    let program = library::bundled("english").unwrap();
    let (_, squares) = hub::named(&program.variant).unwrap();
    let setup = fen::read(&Terms::from(&program.variant), "W:W32,K18:BK1,5").unwrap();
    let text = hub::position(&squares, &setup);
    assert_eq!(text.chars().next(), Some('B'), "White is the second");
    let at = |number: usize| text.chars().nth(number).unwrap();
    assert_eq!([at(33 - 32), at(33 - 18), at(33 - 1), at(33 - 5)], ['b', 'B', 'W', 'w']);
    assert_eq!(hub::read_position(&squares, &text).unwrap().board, setup.board);
}

/// Source: pydraughts 0.6.7 (`Board.legal_moves`, `Move.hub_move`): positions are as whoever begins sees them, moves have the numbers of
/// the game's own notation, from a1 on where that has letters.
#[test]
fn moves_have_the_numbers_of_the_game() {
    for (id, moves) in [
        ("international", ["31-26", "31-27", "32-27", "32-28"]),
        ("english", ["12-16", "11-16", "11-15", "10-15"]),
        ("italian", ["21-17", "21-18", "22-18", "22-19"]),
        ("russian", ["9-13", "10-13", "10-14", "11-14"]),
        ("brazilian", ["9-13", "10-13", "10-14", "11-14"]),
        ("turkish", ["17-25", "18-26", "19-27", "20-28"]),
    ] {
        let ready = library::bundled(id).unwrap();
        let (_, squares) = hub::named(&ready.variant).unwrap();
        let all = Game::new(&ready.program).unwrap().options(&ready.program).unwrap();
        let texts: Vec<String> = all.iter().map(|mv| move_text(&squares, mv).unwrap()).collect();
        assert!(moves.iter().all(|mv| texts.iter().any(|text| text == mv)), "{id}: {texts:?}");
    }
}

#[test]
fn captures_are_sets() {
    let ready = library::bundled("international").unwrap();
    let (_, squares) = hub::named(&ready.variant).unwrap();
    // A king on 47 takes three on a loop and a line (FMJD rules 4.5), a man two.
    let setup = fen::read(&Terms::from(&ready.variant), "W:WK47:B42,29,20").unwrap();
    let moves = Position::from_setup(&ready.program, &setup).unwrap().moves(&ready.program, Counting::AsWritten).unwrap();
    let texts: Vec<String> = moves.iter().map(|mv| move_text(&squares, mv).unwrap()).collect();
    let three: Vec<&String> = texts.iter().filter(|text| text.matches('x').count() == 4).collect();
    assert!(!three.is_empty() && three.iter().all(|text| text.ends_with("x20x29x42")), "{texts:?}");
    let (first, place) = (three[0].replace("x20x29x42", ""), texts.iter().position(|text| text == three[0]));
    for order in ["x42x29x20", "x29x42x20", "x20x29x42", ""] {
        assert_eq!(find_move(&squares, &format!("{first}{order}"), &moves).ok(), place, "{order}");
    }
    for wrong in ["", "47", "47-15", "47x15x20", "47x15x20x29x42x42", "-", "x", "a1-b2", "47x15x99999999", "47x15x20x29x41"] {
        let problem = find_move(&squares, wrong, &moves).unwrap_err();
        assert!(problem.starts_with(&format!("`{wrong}` is no ")) && problem.contains("accepted: 47x"), "{problem}");
    }
}

#[test]
fn what_may_be_several_moves_is_asked_for() {
    let ready = library::bundled("international").unwrap();
    let (_, squares) = hub::named(&ready.variant).unwrap();
    let setup = fen::read(&Terms::from(&ready.variant), "W:WK46:B41,37,38,28,23,17,8,12").unwrap();
    let start = Position::from_setup(&ready.program, &setup).unwrap();
    let moves = start.moves(&ready.program, Counting::AsWritten).unwrap();
    let ends = |text: &String| text.splitn(3, 'x').take(2).collect::<Vec<_>>().join("x");
    let texts: Vec<String> = moves.iter().map(|mv| move_text(&squares, mv).unwrap()).collect();
    for (place, text) in texts.iter().enumerate() {
        assert_eq!(find_move(&squares, text, &moves), Ok(place), "each text is one move");
        let alike = texts.iter().filter(|other| ends(other) == ends(text)).count();
        assert_eq!(find_move(&squares, &ends(text), &moves).is_ok(), alike == 1, "{text}");
    }
}

/// Every position and every move of a game is read back as what it was, whichever game it is.
#[test]
fn what_is_written_is_read_again() {
    for (_, id) in GAMES {
        let ready = library::bundled(id).unwrap();
        let (_, squares) = hub::named(&ready.variant).unwrap();
        let mut game = Game::new(&ready.program).unwrap();
        for ply in 0..60usize {
            let moves = game.options(&ready.program).unwrap();
            if moves.is_empty() {
                break;
            }
            for (place, mv) in moves.iter().enumerate() {
                let text = move_text(&squares, mv).unwrap();
                assert_eq!(find_move(&squares, &text, &moves), Ok(place), "{id}: {text}");
            }
            game.play(&ready.program, &moves[ply * 7 % moves.len()]).unwrap();
            let setup = game.position().to_setup(&ready.program);
            let read = hub::read_position(&squares, &hub::position(&squares, &setup)).unwrap();
            assert_eq!((read.board, read.turn), (setup.board, setup.turn), "{id}");
        }
    }
}

#[test]
fn positions_that_are_none_are_refused() {
    let mut engine = engine();
    let empty = "e".repeat(50);
    for (pos, says) in [
        ("X", "a position begins with W or B"),
        ("", "a position begins with W or B"),
        ("W", "has 50 squares, this one has 0"),
        (&format!("W{empty}e"), "has 50 squares, this one has 51"),
        (&format!("W{}x", &empty[1..]), "`x` in place 50 is no piece"),
        (&format!("Wé{}", &empty[1..]), "`é` in place 1 is no piece"),
        (&format!("W{}\u{0}", &empty[1..]), "in place 50 is no piece"),
    ] {
        let error = said(&mut engine, &format!("pos pos=\"{pos}\""));
        assert!(error.starts_with("error message=\"") && error.contains(says), "{pos}: {error}");
        let Heard::Said(lines) = engine.hear("go think") else { panic!("nothing to think about") };
        assert_eq!(lines[1..], ["done"], "each `go` is answered");
    }
    quiet(&mut engine, "new-game");
    assert!(matches!(engine.hear("go think"), Heard::Go(_)), "a game begun anew has a position");
}

#[test]
fn games_without_a_name_are_refused_with_the_reason() {
    let mut engine = engine();
    for (name, says) in [
        ("chaos", "`chaos` has no name in the Hub protocol, which cannot write it down: pieces bear something"),
        ("lasca", "pieces bear something, or stand on each other"),
        ("thai", "its rule file says no `hub` under [notation]"),
        ("international", "the Hub protocol calls `international` `normal`"),
        ("frysk!", "there is no variant `frysk!`"),
    ] {
        let error = said(&mut engine, &format!("set-param name=variant value={name}"));
        assert!(error.contains(says) && error.contains("accepted: brazilian bt english"), "{error}");
    }
    // No game of another board, of other pieces or of other players can take a name; any game of these can.
    for id in library::names() {
        let variant = library::bundled(id).unwrap().variant;
        let named = GAMES.iter().any(|(_, one)| *one == id);
        assert_eq!(hub::named(&variant).is_ok(), named, "{id}: a name is not inherited");
        if !named {
            let ended = run(&["hub", id]);
            assert!(ended.code == 2 && ended.err.contains("has no name in the Hub protocol"), "{id}: {}", ended.err);
        }
    }
}

#[test]
fn a_file_of_ones_own_is_offered_under_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let rules = "movement { man may step forward diagonal }\n";
    let named = small(rules).replace("[setup]", "[notation]\nhub = \"tiny\"\n\n[setup]");
    let path = file(folder.path(), "tiny.draughts", &named);
    let script = "hub\npos pos=Weeeebbeeeeeeeeww\ngo think\n";
    let ended = crate::shell::run_with(&["hub", &path, "--agent", "greedy"], script.as_bytes());
    assert!(
        ended.out.contains(
            "param name=variant value=tiny type=enum values=tiny\nparam name=threads value=1 type=int min=1 max=256\nwait\n"
        ),
        "{}{}",
        ended.out,
        ended.err
    );
    assert!(ended.out.contains("done move="), "{}", ended.out);
    // Another game under its parent's name says nothing again: the name is not inherited.
    let same = "+++\nname = \"Mine\"\nextends = \"english\"\n\n[notation]\nhub = \"english\"\n+++\n";
    let checked = run(&["check", &file(folder.path(), "mine.draughts", same)]);
    assert!(checked.code == 0 && !checked.err.contains("W0860"), "{}", checked.err);
    let twice = run(&["hub", &path, &path]);
    assert!(twice.code == 2 && twice.err.contains("are both called `tiny`"), "{}", twice.err);
    for (wrong, says) in
        [("hub = \"Tiny!\"", "E0085"), ("hub = \"a b\"", "E0085"), ("hub = \"\"", "E0085"), ("hub = 4", "E0013")]
    {
        let path = file(folder.path(), "wrong.draughts", named.replace("hub = \"tiny\"", wrong));
        let ended = run(&["check", &path]);
        assert!(ended.code == 1 && (ended.err + &ended.out).contains(says), "{wrong}");
    }
}

#[test]
fn there_is_an_engine_only_where_there_is_a_game() {
    assert!(Engine::new(Vec::new()).is_err());
    let agent = run(&["hub", "--agent", "hub:./scan"]);
    assert!(
        agent.code == 2 && agent.err.contains("there is no agent `hub:./scan`"),
        "an engine is no agent of an engine: {}",
        agent.err
    );
}
