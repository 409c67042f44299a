use super::super::json::position::{header, read, write};
use super::super::samples::{self, random, setup};
use super::super::{Header, Terms};
use crate::model::Equipment;
use crate::model::rules::PileRef;
use crate::model::setup::{Item, Kept, Setup, SlotContent, StoredRef, Token};
use crate::model::{PileId, SlotId, StoredId};
use proptest::prelude::*;

fn with_terms<T>(equipment: &Equipment, run: impl FnOnce(&Terms) -> T) -> T {
    run(&Terms { equipment, stored: &samples::stored(), lines: &samples::rule_lines() })
}

fn both_ways(equipment: &Equipment, setup: &Setup, json: &str) {
    let header = Header { variant: "warp".into(), ..Header::default() };
    with_terms(equipment, |terms| {
        assert_eq!(write(&header, terms, setup), json);
        assert_eq!(read(terms, json).as_ref(), Ok(setup));
    });
}

#[test]
fn a_plain_position() {
    let quarters = samples::quarters();
    let json = r#"{"schema":1,"variant":"warp","options":[],"player":"Black","board":{"c3":{"owner":"Black","kind":"king"}},"piles":{},"counters":{},"tokens":{},"known":{},"pending":null,"outcome":null}"#;
    both_ways(&quarters, &setup(&quarters, 0, &[("c3", 0, 2)]), json);
}

#[test]
fn towers_piles_and_counters() {
    let towers = samples::towers();
    let mut position = setup(&towers, 1, &[("c3", 0, 0)]);
    position.board[0].1.push(samples::piece(1, 1));
    position.stored.push((StoredRef { stored: StoredId(1), owner: 1 }, Kept::Number(2)));
    both_ways(
        &towers,
        &position,
        r#"{"schema":1,"variant":"warp","options":[],"player":"Black","board":{"c3":[{"owner":"White","kind":"soldier"},{"owner":"Black","kind":"officer"}]},"piles":{},"counters":{"reign":{"Black":2}},"tokens":{},"known":{},"pending":null,"outcome":null}"#,
    );
    let points = samples::points();
    let mut position = setup(&points, 0, &[("c3*", 0, 0)]);
    let supply = PileRef { pile: PileId(0), owner: 0 };
    position.piles.push((supply, vec![Item::Piece(samples::piece(0, 0)); 66]));
    both_ways(
        &points,
        &position,
        r#"{"schema":1,"variant":"warp","options":[],"player":"Guerrilla","board":{"c3*":{"owner":"Guerrilla","kind":"stone"}},"piles":{"supply":{"stone":66}},"counters":{},"tokens":{},"known":{},"pending":null,"outcome":null}"#,
    );
}

#[test]
fn tokens_and_who_has_seen_them() {
    let cards = samples::cards();
    let seen = |class, seen_by| Token::Seen { class, face: 0, seen_by, shuffle: None };
    let mut position = setup(&cards, 4, &[("c3", 0, 0)]);
    let potion = Token::Seen { class: 0, face: 0, seen_by: 15, shuffle: None };
    position.board[0].1[0].slots = vec![(SlotId(0), SlotContent::Value(1)), (SlotId(1), SlotContent::Token(potion))];
    position.shuffles.push(crate::model::setup::Shuffle { token: crate::model::TokenId(0), left: vec![(0, 1), (3, 2)] });
    position.under = vec![(position.board[0].0, Token::Unseen { face: 0, seen_by: 0, shuffle: 0 })];
    let stockpile = PileRef { pile: PileId(1), owner: 0 };
    position.piles.push((stockpile, vec![Item::Token(seen(1, 1)), Item::Token(seen(2, 9))]));
    both_ways(
        &cards,
        &position,
        r#"{"schema":1,"variant":"warp","options":[],"player":"South","turn":5,"board":{"c3":{"owner":"South","kind":"man","colour":"blue","potion":"ghost"}},"piles":{"stockpile":{"South":["7 clubs","ace spades"]}},"counters":{},"tokens":{"?1":{"card":{"ace clubs":1,"7 spades":2}},"c3":"?1"},"known":{"South":["stockpile South 2"],"North-2":["stockpile South 2"]},"pending":null,"outcome":null}"#,
    );
}

#[test]
fn short_forms_are_understood() {
    let points = samples::points();
    let json =
        r#"{"player":"COIN","board":{"D4":{"kind":"checker"},"c3*":"Guerrilla stone"},"piles":{"supply":["stone","stone"]}}"#;
    let expected = setup(&points, 1, &[("d4", 1, 1), ("c3*", 0, 0)]);
    with_terms(&points, |terms| {
        let read = read(terms, json).unwrap();
        assert_eq!((read.board, read.piles[0].1.len()), (expected.board, 2));
    });
}

#[test]
fn the_header_says_which_rules() {
    let header = header(r#"{"variant":"x","options":["a","limit=50"]}"#).unwrap();
    assert_eq!(header, Header { variant: "x".into(), options: Some(vec!["a".into()]), numbers: vec![("limit".into(), 50)] });
}

#[test]
fn errors_say_where_and_what_is_accepted() {
    let cards = samples::cards();
    let check = |json: &str, expected: &str| {
        with_terms(&cards, |terms| assert_eq!(read(terms, json).unwrap_err().to_string(), expected, "{json}"));
    };
    let keys = "schema, variant, options, player, turn, turns, board, piles, counters, tokens, known, out, pending, outcome";
    check("{", "line 1, column 1: this is no JSON: EOF while parsing an object");
    check("{}", "`player` is missing");
    check(r#"{"player":"South"}"#, "`board` is missing");
    check(r#"{"player":"South","bord":{}}"#, &format!("unknown key `bord` (accepted: {keys})"));
    check(r#"{"player":"South","board":{},"bord":{}}"#, &format!("unknown key `bord` (accepted: {keys})"));
    check(r#"{"player":"South","board":{},"schema":2}"#, "schema: this version of the format is not known (accepted: 1)");
    check(r#"{"player":"East","board":{}}"#, "player: `East` is not a player (accepted: South, North, South-2, North-2)");
    check(r#"{"player":"South","turn":2,"board":{}}"#, "turn: turn 2 of the turn order is not that of the player named");
    check(
        r#"{"player":"South","board":{"a2":"South man"}}"#,
        "board.a2: `a2` is not a square of play: it is light, and only dark squares are played on (accepted: 1 to 32, or a1 to h8)",
    );
    check(r#"{"player":"South","board":{"a1":"South man","29":"South man"}}"#, "a1 is given twice");
    check(
        r#"{"player":"South","board":{"a1":{"owner":"South","kind":"queen"}}}"#,
        "board.a1.kind: `queen` is not a kind of piece (accepted: man, king)",
    );
    check(
        r#"{"player":"South","board":{"a1":{"owner":"South","kind":"man","hat":"red"}}}"#,
        "board.a1: unknown key `hat` (accepted: owner, kind, colour, potion)",
    );
    check(r#"{"player":"South","board":{"a1":[3]}}"#, "board.a1.1: `kind` is missing");
    check(
        r#"{"player":"South","board":{},"piles":{"deck":{"East":[]}}}"#,
        "piles.deck.East: `East` is not an owner (accepted: South, North)",
    );
    check(
        r#"{"player":"South","board":{},"piles":{"captured":{"South":{"South man":-1}}}}"#,
        "piles.captured.South.South man: -1 is out of range",
    );
    check(
        r#"{"player":"South","board":{},"counters":{"quiet":"3"}}"#,
        "counters.quiet: a text is not expected here (accepted: a whole number)",
    );
    check(
        r#"{"player":"South","board":{},"tokens":{"a1":"?1"}}"#,
        "the token at `a1` comes from a shuffle that `tokens` does not describe",
    );
    check(r#"{"player":"South","board":{},"known":{"North":["a1"]}}"#, "known: no token lies at `a1`");
    check(
        r#"{"player":"South","board":{},"pending":[{"program":"zz","actor":"chance"}]}"#,
        "pending.1.program: this is no fingerprint (accepted: hexadecimal digits)",
    );
    check(
        r#"{"player":"South","board":{},"outcome":{"winners":[],"reason":"","rule":"x:1"}}"#,
        "outcome.rule: no rule stands at `x:1`",
    );
}

proptest! {
    #[test]
    fn print_and_read_are_inverse(seed: u64) {
        for equipment in [samples::draughts(), samples::quarters(), samples::points(), samples::towers(), samples::cards(), samples::hexagons()] {
            let setup = random::setup(&equipment, seed);
            with_terms(&equipment, |terms| {
                let json = write(&Header::default(), terms, &setup);
                assert_eq!(read(terms, &json), Ok(setup), "{json}");
                let typed: Result<super::super::json::position::Position, _> = serde_json::from_str(&json);
                assert_eq!(typed.map(|typed| serde_json::to_string(&typed).unwrap()).unwrap(), json);
            });
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*", seed: u64, at: usize, byte: u8) {
        let cards = samples::cards();
        with_terms(&cards, |terms| {
            let _ = read(terms, &text);
            let mut json = write(&Header::default(), terms, &random::setup(&cards, seed)).into_bytes();
            let at = at % json.len();
            json[at] = byte;
            let _ = read(terms, &String::from_utf8_lossy(&json));
        });
    }
}

#[test]
fn deep_nesting_is_refused() {
    let cards = samples::cards();
    let deep = format!(r#"{{"player":"South","board":{{}},"pending":{}{}}}"#, "[".repeat(100_000), "]".repeat(100_000));
    with_terms(&cards, |terms| assert!(read(terms, &deep).is_err()));
}
