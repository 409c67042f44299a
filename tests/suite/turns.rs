//! What a turn script lets its players choose: a `play` offers what it admits and no more, wherever in the script it stands.

use draughtsman::analysis::perft::{Way, perft};
use draughtsman::check::Choices;
use draughtsman::engine::{Counting, Position};
use draughtsman::library::load_text;
use draughtsman::notation::{Terms, fen, movetext};
use draughtsman::program::Program;

/// English draughts with another turn.
fn rules(turn: &str) -> Program {
    let text = format!("+++\nname = \"Another turn\"\nextends = \"english\"\n+++\nturn {{\n{turn}\n}}\n");
    let loaded = load_text("x", "x.draughts", text.into_bytes(), None);
    Program::compile(&loaded.check(&Choices::default()).variant.expect("the rules are right"))
}

/// A position, as FEN or `start`, after these moves, and what it offers then.
pub(super) fn offered(program: &Program, position: &str, moves: &[&str]) -> (Position, Vec<String>) {
    let equipment = &program.equipment;
    let terms = Terms { equipment, stored: &program.stored, lines: &[] };
    let mut position = match position {
        "start" => Position::start(program).unwrap(),
        text => Position::from_setup(program, &fen::read(&terms, text).unwrap()).unwrap(),
    };
    for text in moves {
        let options = position.moves(program, Counting::AsWritten).unwrap();
        let at = movetext::texts(equipment, &options, false).iter().position(|one| one == text);
        let at = at.unwrap_or_else(|| panic!("{text}: {:?}", movetext::texts(equipment, &options, false)));
        position = position.play(program, &options[at], &[]).unwrap();
    }
    let texts = movetext::texts(equipment, &position.moves(program, Counting::AsWritten).unwrap(), false);
    (position, texts)
}

fn ended(position: &Position) -> Option<&str> {
    position.outcome().map(|outcome| outcome.reason.as_str())
}

#[test]
fn who_may_make_none_of_the_moves_cannot_move() {
    let program = rules("  play move where actor of it is king");
    assert_eq!(offered(&program, "B:WK29:B1,K12", &[]).1, ["12-16", "12-8"]);
    let (position, moves) = offered(&program, "B:W29:B1,K12", &["12-16"]);
    assert_eq!((ended(&position), moves.len()), (Some("player who cannot move loses"), 0));
}

/// What a `play` asks it asks where it is reached: names that were given before it mean something.
#[test]
fn a_play_knows_what_was_chosen_before_it() {
    let program = rules("  choose favoured in own man where it can move\n  play move where actor of it is favoured");
    assert_eq!(offered(&program, "start", &[]).1.len(), 7, "the moves of English draughts, each by the piece that was named");
    let program = rules("  choose n in 0 or 1\n  play move where count taken = n");
    assert_eq!(offered(&program, "B:W18:B14", &[]).1, ["1 14x23"]);
}

/// There is nothing to choose between lists of which each begins with a `play` of moves that there are not.
#[test]
fn who_has_no_move_in_any_alternative_cannot_move() {
    for turn in [
        "  either { play movement } or { play capture }",
        "  either { play capture } or { play movement where actor of it is king }",
    ] {
        let program = rules(turn);
        let (position, moves) = offered(&program, "B:W24:B20", &["20x27"]);
        assert_eq!((ended(&position), moves.len()), (Some("player who cannot move loses"), 0), "{turn}");
    }
    let program = rules("  either { play movement } or { play capture }");
    assert_eq!(offered(&program, "B:W32:B1", &[]).1, ["1-6", "1-5"]);
}

/// The player of a game that is over is the one in whose turn it ended.
#[test]
fn a_game_that_is_over_names_whose_turn_it_ended_in() {
    let mover = |program: &Program, position: &Position| position.to_setup(program).player(&program.equipment.turn_order).0;
    let program = rules("  play move\n  mover wins \"at once\" if some own king");
    let (stuck, _) = offered(&program, "B:W24:B20", &["20x27"]);
    assert_eq!((ended(&stuck), mover(&program, &stuck)), (Some("player who cannot move loses"), 1));
    let (moved, _) = offered(&program, "B:WK29:BK4", &["4-8"]);
    assert_eq!((ended(&moved), mover(&program, &moved)), (Some("at once"), 0));
}

#[test]
fn nobody_is_asked_for_what_may_not_be() {
    let program = rules("  may play movement where actor of it is king\n  play move");
    assert_eq!(offered(&program, "B:W29:B1", &[]).1, ["1-6", "1-5"]);
    assert_eq!(offered(&program, "B:W29:B1,K12", &[]).1, ["12-16", "12-8", "decline"]);
    assert_eq!(offered(&program, "B:W29:B1,K12", &["decline"]).1.len(), 4);
}

#[test]
fn a_play_behind_a_choice_admits_what_it_says() {
    let program = rules("  play move\n  may play movement where actor of it is king if no taken");
    let (_, moves) = offered(&program, "B:W29:B1,K12", &["1-5"]);
    assert_eq!(moves.iter().filter(|text| text.contains('-')).collect::<Vec<_>>(), ["12-16", "12-8"], "{moves:?}");
    let (position, _) = offered(&program, "B:W29,30:B9,K12", &["9-13", "12-16"]);
    assert_eq!(position.mover(&program).0, 1);
    let program = rules("  either { play movement where actor of it is king } or { play movement where actor of it is man }");
    assert_eq!(offered(&program, "B:W29:B1,K12,14", &[]).1.len(), 6);
}

#[test]
fn a_duty_holds_behind_a_choice_too() {
    let program = rules("  either { play movement } or { play capture }");
    assert_eq!(offered(&program, "B:W18,29:B1,14", &[]).1, ["14x23"]);
}

#[test]
fn a_play_that_is_declined_is_told_by_the_line_that_offers_it() {
    let program = rules("  may play movement where actor of it is king\n  may play movement\n  play move");
    let offers = |moves: &[&str]| {
        let (position, _) = offered(&program, "B:W29:B1,K12", moves);
        let options = position.moves(&program, Counting::AsWritten).unwrap();
        let lines = position.made_by(&program, options.last().expect("it can be declined"));
        lines.iter().map(|line| program.lines[line.index()].text.clone()).collect::<Vec<_>>()
    };
    assert_eq!(offers(&[]), ["may play movement where actor of it is king"]);
    assert_eq!(offers(&["decline"]), ["may play movement"]);
}

/// `if C` behind a play is of all of it: where it does not hold nobody is asked, least of all somebody else.
#[test]
fn a_play_that_may_be_made_if_something_holds_is_offered_only_then() {
    for (condition, there) in [("turns = 0", true), ("turns > 5", false)] {
        for play in ["movement", "capture by opponent"] {
            let behind = rules(&format!("  play movement\n  may play {play} if {condition}"));
            let before = rules(&format!("  play movement\n  if {condition}: may play {play}"));
            let plain = rules("  play movement");
            let (position, moves) = offered(&behind, "start", &["11-15"]);
            let (other, same) = offered(&before, "start", &["11-15"]);
            assert_eq!((&moves, position.turns()), (&same, other.turns()), "{play} if {condition}");
            if !there {
                assert_eq!(moves, offered(&plain, "start", &["11-15"]).1, "{play} if {condition}");
            }
        }
    }
    let program = rules("  play movement\n  may play movement if turns = 0");
    assert!(offered(&program, "start", &["11-15"]).1.contains(&"decline".to_owned()));
}

#[test]
fn who_is_out_wins_nothing_by_the_score() {
    let text = include_str!("agree/scores.draughts").as_bytes().to_vec();
    let loaded = load_text("scores", "scores.draughts", text, None);
    let program = Program::compile(&loaded.check(&Choices::default()).variant.expect("the rules are right"));
    let mut position = Position::start(&program).unwrap();
    while position.outcome().is_none() {
        let options = position.moves(&program, Counting::AsWritten).unwrap();
        position = position.play(&program, &options[0], &[]).unwrap();
    }
    let outcome = position.outcome().unwrap();
    let names: Vec<&str> = outcome.winners.iter().map(|side| program.equipment.sides[side.index()].name.as_str()).collect();
    assert_eq!((names, &outcome.scores), (vec!["Red"], &vec![2, 3, 1]));
}

/// A game with these rules of movement and men that take forward.
fn royal(movement: &str) -> Program {
    let text = format!(
        "+++\nname = \"Check\"\n[players]\nWhite = {{ faces = \"north\" }}\nBlack = {{ faces = \"south\" }}\n[board]\ngrid = \"5x5\"\n\
         [pieces]\nman = {{ symbol = \"m\", plural = \"men\" }}\nking = {{ symbol = \"k\" }}\n[setup]\n\
         man = {{ White = \"a1\", Black = \"e5\" }}\nking = {{ White = \"c1\", Black = \"c5\" }}\n+++\n\
         movement {{\n{movement}}}\ncapture {{ man may jump forward any-way over an enemy }}\nvictory {{ draw if turns >= 60 }}\n"
    );
    let loaded = load_text("x", "x.draughts", text.into_bytes(), None);
    let checked = loaded.check(&Choices::default());
    Program::compile(&checked.variant.unwrap_or_else(|| panic!("{:#?}", checked.diagnostics)))
}

/// Pieces of others, and players, are asked what they could do on their turn; what is to be taken is read where it is asked.
#[test]
fn others_are_asked_what_they_could_do_on_their_turn() {
    let questions = [
        "enemy can capture king",
        "opponent can capture king",
        "opponent can capture own king",
        "some enemy where it can capture own king",
        "enemy king can capture",
        "own man can capture",
    ];
    let names = ["one", "two", "three", "four", "five", "six"];
    let lines = questions.iter().zip(names).map(|(question, name)| format!("  mover may {name} if {question} {{ }}\n"));
    let program = royal(&lines.collect::<String>());
    for (position, holds) in [
        // b2 can take the man on c3, and no king
        ("W:Wc3,Ka5:Bb3,b4,Ke5", ""),
        ("W:Wc3,Ka5:Bb4,Ke5", ""),
        ("W:WKc3,a1:Bb4,Ke5", "one two three four"),
        // nobody takes a king of his own
        ("W:WKa5:Bb4,Kc3", ""),
        // forward is down the board for Black
        ("W:WKc4,a1:Bb3,Ke5", ""),
        ("W:WKe5,b3:Bc4,Kc2", "six"),
    ] {
        let (_, mut moves) = offered(&program, position, &[]);
        moves.retain(|name| names.contains(&name.as_str()));
        assert_eq!(moves, holds.split_whitespace().collect::<Vec<_>>(), "{position}");
    }
}

/// What nobody but a player does is no move of a piece: whoever asks pieces about a chapter is not asked in turn.
#[test]
fn pieces_are_not_asked_about_what_players_do() {
    let count = |program: &Program, quick: bool| {
        let way = Way { counting: Counting::AsWritten, made: false, quick };
        perft(program, &Position::start(program).unwrap(), 4, way).expect("a count")
    };
    let by_player = royal("  man may step forward any-way\n  mover may pass if not (mover can movement)\n");
    for question in ["not (own can movement)", "no own where it can movement", "not (piece of mover can movement)"] {
        let program = royal(&format!("  man may step forward any-way\n  mover may pass if {question}\n"));
        assert_eq!(count(&program, true), count(&by_player, true), "{question}");
        assert_eq!(count(&program, true), count(&program, false), "{question}");
    }
    for question in ["not (piece can movement)", "enemy can movement", "some enemy where it can movement"] {
        let program = royal(&format!("  man may step forward any-way\n  mover may pass if {question}\n"));
        assert_eq!(count(&program, true), count(&program, false), "{question}");
    }
}

/// Which of two rules makes a move does not matter, though it ends the game in its midst.
#[test]
fn a_move_that_ends_the_game_is_one_whichever_rule_makes_it() {
    let text = "+++\nname = \"Soon\"\n[players]\nWhite = { faces = \"north\" }\nBlack = { faces = \"south\" }\n[board]\ngrid = \"4x4\"\n\
                [pieces]\nman = { symbol = \"m\", plural = \"men\" }\nking = { symbol = \"k\" }\n[setup]\n\
                man = { White = \"b2\", Black = \"a4\" }\nking = { Black = \"c3\" }\n+++\nmovement { man may step forward any-way }\n\
                capture {\n  man may jump any-way over enemy\n  man may jump diagonal over king\n}\n\
                effects { when man lands on far-row: promote it to king }\nvictory { as soon as no enemy king: mover wins \"king\" }\n";
    let loaded = load_text("x", "x.draughts", text.as_bytes().to_vec(), None);
    let program = Program::compile(&loaded.check(&Choices::default()).variant.expect("the rules are right"));
    assert_eq!(offered(&program, "start", &[]).1, ["b2-b3", "b2-a3", "b2xd4"]);
    let quick = perft(&program, &Position::start(&program).unwrap(), 1, Way::USUAL).expect("a count");
    assert_eq!(quick, 3);
}
