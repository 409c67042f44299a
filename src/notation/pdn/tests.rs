use super::super::samples;
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
    let games = read(TWO_GAMES).unwrap();
    let texts = |game: &Game| game.moves.iter().map(|mv| mv.text.clone()).collect::<Vec<_>>();
    assert_eq!(games.len(), 3);
    assert_eq!(texts(&games[0]), ["11-15", "23-19", "8-11", "22-17", "11x18x25"]);
    assert_eq!(games[0].tag("Event"), Some("A \"great\" game"));
    assert_eq!((games[0].game_type(), games[0].result), (Some(21), GameResult::White));
    assert_eq!(games[0].moves[1].comment.as_deref(), Some("the Glasgow, 1-0 perhaps"));
    assert_eq!(games[0].moves[4].comment.as_deref(), Some("well"));
    assert_eq!(games[0].moves[2].place, (5, 46));
    assert_eq!((games[1].fen(), games[1].result), (Some("W:W31:B2"), GameResult::Draw));
    assert_eq!((texts(&games[2]), games[2].result), (vec!["1-5".to_string()], GameResult::Unknown));
}

#[test]
fn a_result_is_no_move() {
    for (text, result) in [("1-0", GameResult::White), ("0-2", GameResult::Black), ("1-1", GameResult::Draw)] {
        let games = read(&format!("1. 1-5 {text}")).unwrap();
        assert_eq!((games.len(), games[0].moves.len(), games[0].result), (1, 1, result));
    }
    assert_eq!(read("1. 1-10 1-2").unwrap()[0].moves.len(), 2);
}

#[test]
fn errors_say_where() {
    let check = |text: &str, expected: &str| assert_eq!(read(text).unwrap_err().to_string(), expected);
    check("[Event x]", "line 1, column 1: this tag is broken (accepted: [Name \"value\"])");
    check("1. 2-6 {no end", "line 1, column 8: this comment is never closed (accepted: })");
    check("1. 2-6\n (2. 3-7", "line 2, column 2: this variation is never closed (accepted: ))");
    check("1. 2-6 )", "line 1, column 8: `)` closes nothing");
    let game = &read("\n1. 2-6 9-9").unwrap()[0];
    let error = replay(game, |text| if text == "9-9" { Err("`9-9` is none of the moves") } else { Ok(()) });
    assert_eq!(error.unwrap_err().to_string(), "line 2, column 8: move 2 of the game: `9-9` is none of the moves");
}

#[test]
fn printed_games() {
    let mut game =
        Game { tags: vec![("Event".into(), "A \"b\"".into()), ("FEN".into(), "W:W31:B2".into())], ..Game::default() };
    game.moves = ["31-27", "2-7", "27-24"].map(Played::new).into();
    game.moves[0].comment = Some("so } far".into());
    game.result = GameResult::Draw;
    let printed = write(&game).unwrap();
    let expected = "[Event \"A \\\"b\\\"\"]\n[SetUp \"1\"]\n[FEN \"W:W31:B2\"]\n[Result \"1/2-1/2\"]\n\n1. 31-27 {so ) far} 2-7 2. 27-24 1/2-1/2\n";
    assert_eq!(printed, expected);
    game.moves.push(Played::new("d4 split e5"));
    assert!(write(&game).unwrap_err().to_string().starts_with("PDN has no form for the move `d4 split e5`"));
}

#[test]
fn a_game_of_these_rules() {
    let game = Game::begun(&samples::draughts(), Some("B:W1:B2".into()));
    assert_eq!(write(&game).unwrap(), "[GameType \"21\"]\n[SetUp \"1\"]\n[FEN \"B:W1:B2\"]\n[Result \"*\"]\n\n*\n");
}

#[test]
fn long_texts_are_read_in_one_pass() {
    assert_eq!(read(&format!("1. 2-6 {}", "{a}".repeat(300_000))).unwrap()[0].moves.len(), 1);
    assert_eq!(read(&"1-5 ".repeat(300_000)).unwrap()[0].moves.len(), 300_000);
    assert!(read(&"(".repeat(300_000)).is_err());
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
        let moves: Vec<Played> = moves.map(|(text, comment)| Played { comment: comment.map(clean), ..Played::new(text) }).collect();
        let result = [GameResult::White, GameResult::Black, GameResult::Draw, GameResult::Unknown][result];
        let game = Game { tags: vec![("Event".into(), event), ("Result".into(), result.to_string())], moves, result };
        let printed = write(&game).unwrap();
        let mut back = read(&printed).unwrap();
        prop_assert_eq!(back.len(), 1, "{}", printed);
        back[0].moves.iter_mut().for_each(|mv| mv.place = (0, 0));
        prop_assert_eq!(&back[0], &game, "{}", printed);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*", near in "[\\[\\](){};%$\"1-9x. \\n-]{0,60}", bytes: Vec<u8>) {
        let _ = (read(&text), read(&near), read(&String::from_utf8_lossy(&bytes)));
    }
}
