use super::*;
use crate::check::Choices;
use crate::library;
use crate::notation::{Terms, fen};

fn program(variant: &str) -> Program {
    let loaded = library::load(variant).expect("a variant");
    Program::compile(&loaded.check(&Choices::default()).variant.expect("sound rules"))
}

fn position(program: &Program, text: &str) -> Position {
    match text {
        "start" => Position::start(program).expect("a position"),
        fen => {
            let setup = fen::read(&Terms { equipment: &program.equipment, stored: &program.stored, lines: &[] }, fen)
                .unwrap_or_else(|error| panic!("{error}"));
            Position::from_setup(program, &setup).expect("a position")
        }
    }
}

/// Checks that the answer to each typed move contains the given parts.
fn check(variant: &str, at: &str, cases: &[(&str, &[&str])]) {
    let program = program(variant);
    let position = position(&program, at);
    for (typed, parts) in cases {
        let answer = why(&program, &position, typed).expect("an answer").to_string();
        for part in *parts {
            assert!(answer.contains(part), "{variant} {at} {typed}: no `{part}` in\n{answer}");
        }
    }
}

#[test]
fn steps_that_no_rule_makes() {
    let cases: &[(&str, &[&str])] = &[
        ("11-15", &["`11-15` is legal", "man may step forward diagonal", "english.draughts:"]),
        ("11-18", &["nothing between 11 and 18 to take", "2 steps southwest, forward", "possible: 11-16, 11-15"]),
        ("11-7", &["7 is occupied by a Black man", "backward"]),
        ("22-18", &["22 is a White man, and it is Black's turn"]),
        ("14-18", &["there is no piece on 14"]),
        ("33-28", &["`33` is not on the board"]),
        (
            "a2 b3",
            &[
                "`a2` is not a square of play: it is light, and only dark squares are played on (accepted: 1 to 32, or a1 to h8)",
            ],
        ),
        ("11", &["11, and then where to?", "11-16"]),
        ("fly", &["neither a square nor a word of these moves"]),
        ("", &["it names no square"]),
        ("11-16x", &["`11-16x` is not a move here", "possible: 11-16"]),
    ];
    check("english", "start", cases);
}

#[test]
fn who_cannot_move_is_told_why() {
    let over: &[&str] = &["the game is over: White won", "what Black man may do:", "8 is occupied by a White man"];
    check("english", "B:W8,11:B4", &[("4-8", over), ("4x11", &["`4x11` is not a move here: 11 is occupied by a White man"])]);
    // The game ends between turns: nobody had to move.
    check("english", "B:W8:B", &[("8-4", &["the game is over: White won"])]);
}

#[test]
fn obligations_strike_out() {
    let duty: &[&str] = &["9-13 would be a move", "must capture", "A player who can capture must", "allowed: 15x22"];
    check("english", "B:W18,30:B9,15", &[("9-13", duty), ("9-5", &["no rule", "must capture"])]);
    let duty_of_one: &[&str] = &["1-6, 1-5 would be moves", "must capture", "allowed: 15x22"];
    check("english", "B:W18,30:B1,15", &[("1", duty_of_one)]);
    check("english", "B:W18,30:B1,5,6,15", &[("1", &["no legal move begins on 1", "possible: 15x22"])]);
    // There are captures of two and of one piece; the longer one is compulsory.
    let most: &[&str] = &["31x22", "barred by", "must capture with most taken"];
    check("international", "W:W31,34:B27,29,19", &[("31x22", most), ("31-26", &["barred by", "must capture"])]);
}

#[test]
fn chains_must_go_on() {
    let on: &[&str] = &["not the whole move", "27x9", "chain must continue"];
    check("international", "W:W27:B22,13", &[("27x18", on), ("27x18x9", &["is legal"])]);
    let until: &[&str] = &["up to 27 18 it is possible", "13 is occupied by a Black man"];
    check("international", "W:W27:B22,13", &[("27x18x13", until)]);
}

/// `must continue` also restricts the landing of a leg; the answer names the law, for the first leg and for later ones.
#[test]
fn a_chain_that_must_go_on_binds_where_to_land() {
    let on_f6: &[&str] = &[
        "would be a move, but is barred by",
        "chain must continue",
        "from a1 it must land on f6, where the chain goes on",
        "allowed: a1xd8",
        "king may fly diagonal over enemy",
    ];
    let cases = ["a1xh8", "a1xc3", "a1xd4", "a1xe5"].map(|typed| (typed, on_f6));
    check("russian", "W:WKa1:Bb2,e7", &cases);
    check("russian", "W:WKc1:Be3,f6", &[("c1xh6", &["barred by", "chain must continue", "from c1 it must land on g5"])]);
    // In the second leg, over c5, the king can continue only from b6, over c7. A single square says nothing of a landing.
    let second: &[&str] = &["barred by", "chain must continue", "from d4 it must land on b6", "allowed: a1xd8, a1xb8"];
    let cases: &[(&str, &[&str])] = &[("a1xd4xa7", second), ("a1xa7", second), ("a1", &["a1, and then where to?"])];
    check("russian", "W:WKa1:Bb2,c5,c7", cases);
}

/// A flying king does not land on an occupied square, whichever side the piece on it belongs to.
/// Of a further leg the law of its chain is named, or the line that ends the move.
#[test]
fn laws_bar_further_legs() {
    check("english", "W:W11:B7,K6", &[("11x2x9", &["11x9 would be a move, but is barred by", "end move", "allowed: 11x2"])]);
    check("fanorona", "W:Wc3:Bb3,f3,a1", &[("c3xd3xe3", &["c3xd3xe3 would be a move, but is barred by", "chain must turn"])]);
    check(
        "turkish",
        "W:WKb7:Bc7,e7",
        &[("b7xd7xb7", &["`b7xd7xb7` is not a move here", "the move does not go on from d7 to b7"])],
    );
    let by_another_way: &[&str] = &["is not the whole move: the chain must go on", "10x46", "chain must continue"];
    check("international", "B:W19,29,41:BK10", &[("10x28", by_another_way), ("10x32", by_another_way)]);
}

/// An obligation comes before what is wrong behind a move that it bars, and after what makes a move none.
#[test]
fn what_is_barred_and_goes_wrong_too() {
    let held = "other moves come first, by `must capture`";
    let cases: &[(&str, &[&str])] = &[
        ("1-6-10", &["`1-6-10` is not a move here: other moves come first", held, "the move does not go on from 6 to 10"]),
        ("1-9", &["`1-9` is not a move here: no rule takes the Black man from 1 to 9", held]),
        ("1-6", &["1-6 would be a move, but is barred by", "must capture"]),
        ("11", &["11, and then where to?", "possible: 11x18"]),
    ];
    check("english", "B:W15,28:B11,1", cases);
    for typed in ["1-6-10", "11-16x"] {
        let program = program("english");
        let answer = why(&program, &position(&program, "B:W15,28:B11,1"), typed).expect("an answer").to_string();
        assert!(!answer.contains("no rule takes"), "{answer}");
    }
}

#[test]
fn a_square_is_occupied_for_who_flies_too() {
    let own: &[&str] = &["b8 is occupied by a White man", "no rule takes the White king"];
    check("russian", "W:WKd6,b8:Bh2", &[("d6-b8", own)]);
    check("russian", "W:WKd6,Ka3:Bh2", &[("d6-a3", &["a3 is occupied by a White king"])]);
    check("international", "W:WK50,K33:B1", &[("50-33", &["33 is occupied by a White king"])]);
    check("international", "W:WK50:B33,1", &[("50-33", &["33 is occupied by a Black man"])]);
    let program = program("russian");
    let at = position(&program, "W:WKd6,b8:Bh2");
    let said = why(&program, &at, "d6-b8").expect("an answer").to_string();
    assert!(!said.contains("nothing between"), "{said}");
}

/// A capture that follows automatically is not a choice that is left.
#[test]
fn what_follows_by_itself_is_no_part_left_to_choose() {
    let text = "M:Mc1,e4,e6,f5:Sd5,Ke5";
    let cases: &[(&str, &[&str])] = &[("c1-c5", &["`c1-c5 c5 takes d5` is legal"]), ("c1-c6", &["`c1-c6` is legal"])];
    check("tablut", text, cases);
}

#[test]
fn own_pieces_and_conditions() {
    let own: &[&str] = &["a Black man of one's own stands between, on b2", "what it jumps is taken"];
    check("collateral", "B:Bb1,b2,d1,e1:We5,d5,c5,b3", &[("b1-b4", own)]);
    check("collateral", "start", &[("b2-b3", &["is legal"]), ("c1-c3", &["nothing between"])]);
}

#[test]
fn pieces_that_are_put_on_the_board() {
    let cases: &[(&str, &[&str])] = &[
        ("c3*+c4*", &["is legal", "infiltrate { … }"]),
        ("c3*+c5*", &["nothing can be put on c5* now", "Two stones a turn", "possible: c3*+"]),
        ("c5-d6", &["c5 is a COIN checker, and it is Guerrilla's turn"]),
        ("zz", &["actions are infiltrate"]),
        ("c3*", &["`c3*` is not the whole move: it goes on", "c3*+c4*"]),
    ];
    check("guerrilla", "start", cases);
}

/// In a game of drops a single square is the target of a drop. A word that moves may contain is not an unknown word.
#[test]
fn drops_and_words_that_moves_choose() {
    let guerrilla = program("guerrilla");
    let mut at = position(&guerrilla, "start");
    for _ in 0..2 {
        let moves = at.moves(&guerrilla, Counting::AsWritten).expect("moves");
        at = at.play(&guerrilla, &moves[0], &[]).expect("a position");
    }
    let stone = at.to_setup(&guerrilla).board.iter().find(|(_, tower)| tower[0].owner.0 == 0).expect("a stone").0;
    let name = crate::notation::squares::name(&guerrilla.equipment, stone);
    let answer = why(&guerrilla, &at, &name).expect("an answer").to_string();
    for part in [&format!("{name} is occupied by a Guerrilla stone"), "what Guerrilla may do", "infiltrate { … }"] {
        assert!(answer.contains(part), "{answer}");
    }
    // With the verb before the square, whether or not there is a piece left to drop.
    let text = "+++\nname = \"Drops\"\n[players]\nWhite = { faces = \"north\" }\nBlack = { faces = \"south\" }\n[board]\ngrid = \"4x4\"\n\
                [pieces]\nman = { symbol = \"m\", plural = \"men\" }\n[piles]\nsupply = { of = \"player\", holds = \"man\" }\n\
                [setup]\nman = { White = [\"a1\", \"b1\"], Black = \"d4\" }\nsupply = { Black = { man = 2 } }\n+++\n\
                movement {\n  man may step orthogonal\n  mover may drop { choose spot in empty; place new man at spot }\n}\n";
    let checked = library::load_text("drops", "drops.draughts", text.into(), None).check(&Choices::default());
    let drops = Program::compile(&checked.variant.unwrap_or_else(|| panic!("{:#?}", checked.diagnostics)));
    let start = Position::start(&drops).expect("a position");
    for (typed, part) in [
        ("drop c3", "nothing can be put on c3 now"),
        ("drop a1", "a1 is occupied by a White man"),
        ("drop d4", "d4 is occupied by a Black man"),
    ] {
        let answer = why(&drops, &start, typed).expect("an answer").to_string();
        assert!(answer.contains(part) && answer.contains("what White may do") && answer.contains("mover may drop"), "{answer}");
    }
    let english = program("english");
    let start = position(&english, "start");
    for typed in ["11 northeast", "11 king", "11 Black"] {
        let answer = why(&english, &start, typed).expect("an answer").to_string();
        assert!(!answer.contains("neither a square") && answer.contains("possible: 11-16"), "{answer}");
        assert!(!answer.contains("where to"), "{answer}");
    }
}

#[test]
fn games_that_are_over() {
    check("english", "B:W1:B", &[("1-5", &["the game is over: White won", "player who cannot move loses"])]);
}

#[test]
fn chance_decides() {
    check("saving_private", "start", &[("a3-b4", &["now chance decides: diamonds, hearts"])]);
}

#[test]
fn a_requirement_that_is_not_met_is_named_with_its_numbers() {
    let text = "+++\nname = \"Hops\"\n[players]\nWhite = { faces = \"north\" }\nBlack = { faces = \"south\" }\n[board]\ngrid = \"4x4\"\n\
                [pieces]\nman = { symbol = \"m\", plural = \"men\" }\n[setup]\nman = { White = [\"a1\", \"b1\"], Black = \"d4\" }\n+++\n\
                definitions {\n  define far-away(spot: site) { require rank of spot > 2; require spot is on far-row }\n}\n\
                movement {\n  man may hop-off { choose spot in empty; require count own = 3; move actor to spot }\n  \
                man may leap-off { choose spot in empty; far-away(spot); require no enemy on d4; move actor to spot }\n  \
                mover may put { require some own on d4; pass }\n  man may step orthogonal\n}\n";
    let checked = library::load_text("hops", "hops.draughts", text.into(), None).check(&Choices::default());
    let program = Program::compile(&checked.variant.unwrap_or_else(|| panic!("{:#?}", checked.diagnostics)));
    let position = Position::start(&program).expect("a position");
    let said = |typed: &str| why(&program, &position, typed).expect("an answer").to_string();
    let hop = said("a1 hop-off c2");
    assert!(hop.contains("(it requires count own = 3; the numbers are 2 and 3)") && !hop.contains("on no line"), "{hop}");
    let leap = said("a1 leap-off c2");
    assert!(leap.contains("(it requires no enemy on d4)"), "the farthest that some run comes to\n{leap}");
    let put = said("put");
    assert!(put.contains("(it requires some own on d4)"), "{put}");
}

/// Texts from newcomers' files of two games, Ferry and Smugglers.
#[test]
fn moves_of_a_verb_and_captures_by_replacement() {
    let text = "+++\nname = \"Swaps\"\n[players]\nWhite = { faces = \"north\" }\nBlack = { faces = \"south\" }\n[board]\ngrid = \"8x8\"\n\
                [pieces]\nman = { symbol = \"m\", plural = \"men\" }\nferry = { symbol = \"f\", plural = \"ferries\" }\n+++\n\
                movement {\n  man may step forward orthogonal\n  ferry may fly any-way\n  \
                ferry may swap { choose other in own man on any-way from actor; exchange actor, other }\n  \
                mover may pass if not (mover can move): end turn\n}\n\
                capture {\n  ferry may fly orthogonal over an enemy\n  \
                man may pounce orthogonal onto (enemy where some (own not actor) on orthogonal from it)\n}\nobligation { must capture }\n";
    let checked = library::load_text("swaps", "swaps.draughts", text.into(), None).check(&Choices::default());
    let program = Program::compile(&checked.variant.unwrap_or_else(|| panic!("{:#?}", checked.diagnostics)));
    let cases: &[(&str, &str, &[&str], &[&str])] = &[
        ("W:WFd4,e5:Ba8", "d4 swap d5", &["ferry may swap", "possible: d4 swap e5"], &["ferry may fly", "d4-d5"]),
        ("W:WFd4,e5:Ba8,d6", "d4 swap d5", &["other moves come first, by `must capture`"], &["ferry may fly"]),
        (
            "W:Wc3,g1:Bd3,e5",
            "c3xd3",
            &["(closest: it does not take the Black man on d3)", "no rule takes"],
            &["is occupied by"],
        ),
        ("W:Wc3:Bd8", "pass", &["(its condition does not hold: not mover can move)"], &[]),
    ];
    for (fen, typed, parts, others) in cases {
        let answer = why(&program, &position(&program, fen), typed).expect("an answer").to_string();
        assert!(parts.iter().all(|part| answer.contains(part)), "{answer}");
        assert!(!others.iter().any(|part| answer.contains(part)), "{answer}");
    }
}

/// Texts from a newcomer's files of Nine men's morris and Epaminondas.
#[test]
fn squares_that_can_be_put_on_and_numbers_that_are_chosen() {
    let text = "+++\nname = \"Phalanx\"\n[players]\nWhite = {}\nBlack = {}\n[board]\ngrid = \"3x3\"\n\
                [pieces]\nman = { symbol = \"m\", plural = \"men\" }\n[piles]\nsupply = { of = \"player\", holds = \"man\" }\n\
                [setup]\nman = { White = \"a1\", Black = \"c3\" }\nsupply = { White = { man = 2 } }\n+++\n\
                movement {\n  mover may drop { choose spot in empty; place new man at spot }\n  \
                man may advance { choose far in 1 or 2; require far = 1; move it to north from it }\n}\n";
    let checked = library::load_text("phalanx", "phalanx.draughts", text.into(), None).check(&Choices::default());
    let program = Program::compile(&checked.variant.unwrap_or_else(|| panic!("{:#?}", checked.diagnostics)));
    let said = |typed: &str| why(&program, &position(&program, "start"), typed).expect("an answer").to_string();
    let drop = said("b1-b2");
    assert!(drop.contains("there is no piece on b1") && !drop.contains("nothing can be put"), "{drop}");
    let advance = said("a1 advance 2");
    assert!(advance.contains("no move here chooses that") && advance.contains("possible: a1 advance"), "{advance}");
}

#[test]
fn a_game_of_leaps_in_which_nothing_is_jumped() {
    let text = "+++\nname = \"Leaps\"\n[players]\nRed = {}\nBlue = {}\n[board]\ngrid = \"5x5\"\n[directions]\nleap = [[0, 2], [0, -2], [2, 0], \
                [-2, 0]]\n[pieces]\nblob = { symbol = \"b\" }\n[setup]\nblob = { Red = [\"a5\"], Blue = [\"e1\"] }\n+++\nmovement {\n  blob may \
                step leap\n}\nvictory {\n  player who cannot move loses\n}\n";
    let loaded = library::load_text("leaps", "leaps.draughts", text.as_bytes().to_vec(), None);
    let program = Program::compile(&loaded.check(&Choices::default()).variant.expect("sound rules"));
    let answer = why(&program, &position(&program, "start"), "a5-a2").expect("an answer").to_string();
    assert!(answer.contains("none of its ways leads there"), "{answer}");
    assert!(!answer.contains("it does not go") && !answer.contains("nothing between"), "{answer}");
}

/// If only some classes are played, the line with the `play` is named, as an obligation is.
#[test]
fn what_is_not_played_is_named_with_the_line_that_plays_something_else() {
    let text = |turn: &str| {
        format!(
            "+++\nname = \"Some\"\n[players]\nWhite = {{ faces = \"north\" }}\nBlack = {{ faces = \"south\" }}\n[board]\ngrid = \"5x5\"\n\
             [pieces]\nman = {{ symbol = \"m\", plural = \"men\" }}\n[setup]\nman = {{ White = [\"a1\", \"b2\"], Black = [\"d4\"] }}\n+++\n{turn}\
             movement {{\n  man may step forward orthogonal\n}}\nmoves leap {{\n  man may step sideways\n}}\n\
             moves swapping {{\n  mover may swap-sides {{ set owner of (man on b2) to Black }}\n}}\n"
        )
    };
    let said = |turn: &str, typed: &str| {
        let checked = library::load_text("some", "some.draughts", text(turn).into(), None).check(&Choices::default());
        let program = Program::compile(&checked.variant.unwrap_or_else(|| panic!("{:#?}", checked.diagnostics)));
        why(&program, &position(&program, "start"), typed).expect("an answer").to_string()
    };
    let narrowed = "turn {\n  play movement where not (actor of it is on edge)\n  may play leap\n  may play swapping\n}\n";
    for (typed, parts) in [
        ("a1-a2", ["would be a move, but is barred by", "play movement where not actor of it is on edge   (turn, "]),
        ("b2-a2", ["closest: its class is not what is played now: that is", "man may step sideways   (moves leap, "]),
        ("swap-sides", ["its class is not what is played now: that is", "mover may swap-sides { … }   (moves swapping, "]),
    ] {
        let answer = said(narrowed, typed);
        assert!(parts.iter().all(|part| answer.contains(part)) && answer.contains("play movement where"), "{answer}");
        assert!(!answer.contains("no rule takes") && !answer.contains("it names no square"), "{answer}");
    }
    assert!(
        said(narrowed, "b2-c2").contains("man may step sideways") && !said(narrowed, "b2-d2").contains("man may step sideways")
    );
}
