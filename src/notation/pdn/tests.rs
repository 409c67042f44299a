use super::super::{fen, samples};
use super::*;
use proptest::prelude::*;

const TWO_GAMES: &str = r#"[Event "A \"great\" game"]
[GameType "21,B,8,8,N1,0"]
[Result "1-0"]
% made by nobody
1. 11-15! 23-19 {the Glasgow, 1-0 perhaps} 2.8-11 ( 2. 9-14 {bad ) } (2. 4-8) ) 22-17 $4
3... 11x18x25?! ; well
1-0

[Event "Second"]
[FEN "W:W31:B2"]
1. 31-27 1/2-1/2 1. 1-5 *
"#;

#[test]
fn games_with_everything() {
    let games = read(TWO_GAMES);
    let texts = |game: &Game| game.moves.iter().map(|mv| mv.text.clone()).collect::<Vec<_>>();
    assert_eq!(games.len(), 3);
    assert_eq!(texts(&games[0]), ["11-15", "23-19", "8-11", "22-17", "11x18x25"]);
    assert_eq!(games[0].tag("Event"), Some("A \"great\" game"));
    assert_eq!((games[0].game_type().map(|of| of.number), games[0].result), (Some(21), GameResult::White));
    assert_eq!(games[0].moves[1].comment().as_deref(), Some("the Glasgow, 1-0 perhaps"));
    assert_eq!(games[0].moves[4].comment().as_deref(), Some("well"));
    assert_eq!(games[0].moves[2].place, (5, 46));
    assert_eq!((games[1].fen(), games[1].result), (Some("W:W31:B2"), GameResult::Draw));
    assert_eq!((texts(&games[2]), games[2].result), (vec!["1-5".to_string()], GameResult::Unknown));
}

#[test]
fn a_result_is_no_move() {
    for (text, result) in [("1-0", GameResult::White), ("0-2", GameResult::Black), ("1-1", GameResult::Draw)] {
        let games = read(&format!("1. 1-5 {text}"));
        assert_eq!((games.len(), games[0].moves.len(), games[0].result), (1, 1, result));
    }
    assert_eq!(read("1. 1-10 1-2")[0].moves.len(), 2);
}

/// Points are counted in two ways, and each is preserved.
#[test]
fn a_result_stays_as_it_is_written() {
    for told in ["2-0", "1-1", "0-2", "1/2", "1-0", "0-0", "*"] {
        let text = format!("[Result \"{told}\"]\n\n1. 11-15 {told}\n");
        assert_eq!(write(&read(&text)[0]).unwrap(), text);
    }
    let mut game = read("[Result \"2-0\"]\n\n1. 11-15 2-0\n").remove(0);
    game.result = GameResult::Black;
    assert_eq!(write(&game).unwrap(), "[Result \"0-1\"]\n\n1. 11-15 0-1\n");
}

#[test]
fn errors_say_where() {
    let check = |text: &str, expected: &str| assert_eq!(read(text)[0].fault.as_ref().unwrap().to_string(), expected);
    check("[Event x]", "line 1, column 1: this tag is broken (accepted: [Name \"value\"])");
    check("1. 2-6 {no end", "line 1, column 8: this comment is never closed (accepted: })");
    check("1. 2-6\n (2. 3-7", "line 2, column 2: this variation is never closed (accepted: ))");
    check("1. 2-6 )", "line 1, column 8: `)` closes nothing");
    check(
        "1. 2-6 /FEN \"B:W1:B2\"/",
        "line 1, column 8: a position in the middle of a game is not understood (accepted: a game of its own with a FEN tag)",
    );
}

/// Writing what was read gives the same text, except for white space.
#[test]
fn what_is_said_of_moves_is_kept() {
    let text = "[Event \"Sample\"]\n[Result \"1-0\"]\n\n\
        {Well.} 1. 11-15! $4 {first} (1. 9-14 {or} 23-18 (1... 22-18)) {then}\n23-19?! (?) 2. 8-11* 1-0\n";
    let games = read(text);
    assert_eq!(games[0].fault, None);
    let folded = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(folded(&write(&games[0]).unwrap()), folded(text));
    assert_eq!(games[0].moves[0].comment().as_deref(), Some("first then"));
}

/// A broken tag, comment or variation affects only its own game, whose readable parts are kept.
#[test]
fn reading_goes_on_behind_a_fault() {
    let good = "[Event \"b\"]\n1. 2-6 1-0\n";
    for broken in [
        "[Event x]\n[Site \"y\"]\n1. 1-5 *\n",
        "[Event \"a\"]\n1. 1-5 {no end\n",
        "[Event \"a\"]\n1. 1-5 (2. 3-7\n",
        "[Event \"a\"]\n1. 1-5 ) *\n",
        "[Event \"a\"]\n1. 1-5 /FEN \"B:W1:B2\"/ *\n",
    ] {
        let games = read(&format!("{broken}{good}"));
        assert_eq!(games.len(), 2, "{broken}: {games:?}");
        assert!(games[0].fault.is_some() && games[0].moves[0].text == "1-5", "{broken}");
        assert_eq!((&games[1].fault, games[1].tag("Event"), games[1].moves.len()), (&None, Some("b"), 1), "{broken}");
    }
}

#[test]
fn every_game_has_the_seven_tags() {
    let mut game = Game { tags: vec![("Site".into(), "here".into()), ("Variant".into(), "english".into())], ..Game::default() };
    game.complete();
    let names: Vec<&str> = game.tags.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["Event", "Site", "Date", "Round", "White", "Black", "Result", "Variant"]);
    assert_eq!((game.tag("Site"), game.tag("Date")), (Some("here"), Some("????.??.??")));
}

#[test]
fn printed_games() {
    let mut game =
        Game { tags: vec![("Event".into(), "A \"b\"".into()), ("FEN".into(), "W:W31:B2".into())], ..Game::default() };
    game.moves = ["31-27", "2-7", "27-24"].map(Played::new).into();
    game.moves[0].remarks = vec![Remark::Comment("so } far".into())];
    game.result = GameResult::Draw;
    let printed = write(&game).unwrap();
    let expected = "[Event \"A \\\"b\\\"\"]\n[SetUp \"1\"]\n[FEN \"W:W31:B2\"]\n[Result \"1/2-1/2\"]\n\n1. 31-27 {so ) far} 2-7 2. 27-24 1/2-1/2\n";
    assert_eq!(printed, expected);
    game.moves.push(Played::new("d4 split e5"));
    for cut in ["d4 split e5", "4-", "4x"] {
        game.moves[3..].fill(Played::new(cut));
        assert!(write(&game).unwrap_err().to_string().starts_with(&format!("PDN has no form for the move `{cut}`")));
    }
}

#[test]
fn blanks_within_moves_and_files_called_x() {
    let texts = |text: &str| read(text)[0].moves.iter().map(|mv| mv.text.clone()).collect::<Vec<_>>();
    assert_eq!(
        texts("1. 19 x 10 2 - 7 2. 19 x10 7- 2 3. a3 xb4 a3 x b4 *"),
        ["19x10", "2-7", "19x10", "7-2", "a3xb4", "a3xb4"]
    );
    assert_eq!(texts("1. a3-b4 x5-y6 2. c1xd2 x1-x2 3.x2 xy3 x5-y6 *"), ["a3-b4", "x5-y6", "c1xd2", "x1-x2", "x2xy3", "x5-y6"]);
}

/// Any remark reads back as it was written.
#[test]
fn odd_remarks_come_back() {
    let long = "word ".repeat(15);
    for said in [
        Remark::Comment(format!("{long}[Event \"?\"] a tag")),
        Remark::Comment(format!("{long}%% percent")),
        Remark::Variation(format!("(1. 11-15 {{{}}} %eval)", long.trim())),
        Remark::Judgement("$1x".into()),
        Remark::Judgement("$146".into()),
    ] {
        let mut game = Game { result: GameResult::White, ..Game::default() };
        game.moves = vec![Played { remarks: vec![said.clone()], ..Played::new("11-15") }];
        let written = write(&game).unwrap();
        let back = read(&written);
        assert_eq!((back.len(), &back[0].moves[0].remarks), (1, &vec![said]), "{written}");
        assert_eq!((back[0].moves.len(), back[0].result), (1, GameResult::White), "{written}");
    }
}

#[test]
fn what_stands_in_real_files() {
    let check = |text: &str, moves: &[&str], result| {
        let games = read(text);
        let texts: Vec<&str> = games[0].moves.iter().map(|mv| mv.text.as_str()).collect();
        assert_eq!((games.len(), texts.as_slice(), games[0].result), (1, moves, result), "{text}");
    };
    check("01. 34-29  01-06 1-0", &["34-29", "01-06"], GameResult::White);
    check("1. 33-29  1- 6 2. 39 - 33\n1 - 0", &["33-29", "1-6", "39-33"], GameResult::White);
    check("1. 32-28* 19-23 *", &["32-28", "19-23"], GameResult::Unknown);
    check("1. c3-d4* c2*+d2* 2. e5*! *", &["c3-d4", "c2*+d2*", "e5*"], GameResult::Unknown);
    check("1. 32-28!? 19-23(!?!!!) 2.28x19 $12 0-0", &["32-28", "19-23", "28x19"], GameResult::Neither);
    check("1... 7-12 2. ... 8-13", &["7-12", "8-13"], GameResult::Unknown);
    check("1. ... 7-12 1/2-1/2", &["7-12"], GameResult::Draw);
    check("[Result \"4-6\"]\n1. 7-12 4-6", &["7-12"], GameResult::Unknown);
    check("[Result \"2-0\"]\n1. 1-6", &["1-6"], GameResult::White);
    check("1. c3:e5:g7 b8xd6 2. a3b4", &["c3:e5:g7", "b8xd6", "a3b4"], GameResult::Unknown);
    check("\u{FEFF}1.31-26\r\n16-21\r\n0-1\r\n", &["31-26", "16-21"], GameResult::Black);
}

#[test]
fn game_types() {
    let english = samples::draughts();
    assert_eq!(GameType::of(&english).unwrap().to_string(), "21,B,8,8,N1,0");
    for text in ["20", "20,W,10,10,N2,0", "25,W,8,8,A0,0", "22,W,8,8,N2,1"] {
        assert_eq!(GameType::read(text).unwrap().to_string(), text);
    }
    assert_eq!(GameType::read("25 , W, 8,8,A1").unwrap().to_string(), "25,W,8,8,A1,0");
    assert_eq!(GameType::read("25,nonsense").unwrap().to_string(), "25");
    assert_eq!(GameType::read("checkers"), None);
    assert!(GameType::read("20,W,10,10,N2,0").unwrap().named(&english).unwrap_err().contains("10x10"));
}

/// The places of squares 1, 2 and 5 of an 8x8 board, as drawn with White at the bottom.
#[test]
fn squares_are_counted_from_the_corner_that_the_game_type_says() {
    let english = samples::draughts();
    let check = |text: &str, names: [&str; 3]| {
        let named = GameType::read(text).unwrap().named(&english).unwrap();
        let at = |number| named.board.sites.iter().find(|site| site.number == Some(number)).unwrap().name.clone();
        assert_eq!([at(1), at(2), at(5)], names, "{text}");
    };
    check("21,B,8,8,N1,0", ["b8", "d8", "a7"]);
    check("20,W,8,8,N2,0", ["b8", "d8", "a7"]);
    check("24,W,8,8,N1,0", ["g1", "e1", "h2"]);
    check("24,W,8,8,N0,0", ["a1", "c1", "b2"]);
    check("24,W,8,8,N3,0", ["h8", "f8", "g7"]);
    check("24,B,8,8,N2,0", ["g1", "e1", "h2"]);
    let names = GameType::read("25,W,8,8,A0,0").unwrap().named(&english).unwrap();
    let terms = samples::terms(&names);
    assert_eq!(fen::write(&terms, &fen::read(&terms, "W:W21:B1").unwrap()).text, "W:Wa3:Bb8");
}

#[test]
fn who_begins_is_told_by_the_first_number() {
    let mut game = Game { moves: ["7-12", "31-26", "8-13"].map(Played::new).into(), ..Game::default() };
    game.remarks = vec![Remark::Comment("an endgame".into())];
    let moves = |game: &Game| write(game).unwrap().lines().last().unwrap().to_string();
    assert_eq!(moves(&game), "{an endgame} 1. 7-12 31-26 2. 8-13 *");
    game.set("GameType", "20,W,10,10,N2,0".into());
    game.set("FEN", "B:W31:B7,8".into());
    assert_eq!(moves(&game), "{an endgame} 1... 7-12 2. 31-26 8-13 *");
    let read = &read(&write(&game).unwrap())[0];
    assert_eq!((&read.remarks, read.moves.len()), (&game.remarks, 3));
}

#[test]
fn long_texts_are_read_in_one_pass() {
    assert_eq!(read(&format!("1. 2-6 {}", "{a}".repeat(300_000)))[0].moves.len(), 1);
    assert_eq!(read(&"1-5 ".repeat(300_000))[0].moves.len(), 300_000);
    assert!(read(&"(".repeat(300_000))[0].fault.is_some());
}

#[test]
fn results_of_outcomes() {
    let english = samples::draughts();
    let outcome = |winners: &[u8]| Outcome {
        winners: winners.iter().map(|i| SideId(*i)).collect(),
        reason: String::new(),
        rule: crate::model::RuleId(0),
        scores: vec![],
        ranking: vec![],
    };
    let results = [None, Some(outcome(&[])), Some(outcome(&[0])), Some(outcome(&[1]))];
    let texts = results.map(|outcome| GameResult::of(&english, outcome.as_ref()).to_string());
    assert_eq!(texts, ["*", "1/2-1/2", "0-1", "1-0"]);
}

proptest! {
    #[test]
    fn print_and_read_are_inverse(
        moves in proptest::collection::vec(("[1-9][0-9]?[-x][1-9][0-9]?(x[1-9])?", proptest::option::of("[a-z0-9 ;(%\\[-]{1,20}")), 0..60),
        event in "[ -~é]{0,20}", result in 0..4usize,
    ) {
        let moves = moves.into_iter().filter(|(text, _)| GameResult::read(text).is_none());
        let clean = |comment: String| comment.split_whitespace().collect::<Vec<_>>().join(" ");
        let remarks = |comment: Option<String>| comment.map(|said| Remark::Comment(clean(said))).into_iter().collect();
        let moves: Vec<Played> = moves.map(|(text, said)| Played { remarks: remarks(said), ..Played::new(text) }).collect();
        let result = [GameResult::White, GameResult::Black, GameResult::Draw, GameResult::Unknown][result];
        let tags = vec![("Event".into(), event), ("Result".into(), result.to_string())];
        let game = Game { tags, moves, result, ..Game::default() };
        let printed = write(&game).unwrap();
        let mut back = read(&printed);
        prop_assert_eq!(back.len(), 1, "{}", printed);
        back[0].moves.iter_mut().for_each(|mv| mv.place = (0, 0));
        prop_assert_eq!(&back[0], &game, "{}", printed);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*", near in "[\\[\\](){};%$\"1-9x. \\n-]{0,60}", bytes: Vec<u8>) {
        let _ = (read(&text), read(&near), read(&String::from_utf8_lossy(&bytes)));
    }
}
