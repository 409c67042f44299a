//! Where one of the engines once differed from the reference, or both from the language.

use draughtsman::analysis::perft::{Way, perft};
use draughtsman::check::Choices;
use draughtsman::engine::{BitboardEngine, Counting, Game, Position};
use draughtsman::library::load_text;
use draughtsman::model::setup::{Piece, Setup};
use draughtsman::model::{KindId, SideId, Variant};
use draughtsman::program::Program;
use draughtsman::reference::{Pending, Reference, Watch};

use super::both::{Much, agree};
use crate::dice::next;

pub(super) fn read(text: &str) -> Variant {
    let checked = load_text("odd", "odd.draughts", text.as_bytes().to_vec(), None).check(&Choices::default());
    checked.variant.unwrap_or_else(|| panic!("{:#?}", checked.diagnostics))
}

/// Leaves so many decisions below a position.
pub(super) fn leaves(reference: Reference<'_>, pending: &Pending, depth: usize) -> usize {
    let moves = reference.moves(pending).expect("no limit is reached");
    if depth == 1 {
        return moves.len();
    }
    let after = |mv| reference.play(pending, mv).expect("no limit is reached");
    moves.iter().map(|mv| leaves(reference, &after(mv), depth - 1)).sum()
}

#[test]
fn all_of_several_have_to_stand_on_one_site() {
    let moves = |condition: &str| moves_by_all(&format!("movement {{\n  man may step north if {condition}\n}}\n"));
    assert_eq!(moves("own is on a1 or own is on c4"), 0, "the other one stands on b1");
    assert_eq!(moves("own is not on a1"), 2);
    assert_eq!(moves("king is on a1"), 0, "there is none");
    assert_eq!(moves("it is on a1"), 1);
    assert_eq!(moves("(man on a1) is on a1"), 2);
}

#[test]
fn a_path_knows_the_names_of_its_own_verb() {
    // The second play of the turn binds a name, and so does the verb of the first.
    let moves = moves_by_all(
        "turn {\n  play movement\n  may play movement where actor of it is man\n}\n\
         movement {\n  man may slide { choose way in (north or east); go way, past empty, to empty }\n}\n",
    );
    assert_eq!(moves, 3);
}

/// A flying king on a board without edges reaches one square by two directions. That is one move.
#[test]
fn what_is_reached_by_two_directions_is_one_move() {
    let variant = read("+++\nname = \"C\"\nversion = \"1.0.0\"\nextends = \"turkish\"\n[board]\nwrap = \"files\"\n+++\n");
    let program = Program::compile(&variant);
    let king = KindId(variant.equipment.kinds.iter().position(|kind| kind.name == "king").expect("there are kings") as u8);
    let side = |name: &str| {
        SideId(variant.equipment.sides.iter().position(|side| side.name == name).expect("there is such a side") as u8)
    };
    let at = |site: &str, owner| {
        (variant.equipment.board.site(site).expect("a square"), vec![Piece { owner, kind: king, slots: Vec::new() }])
    };
    let mut board = vec![at("a1", side("White")), at("h8", side("Black"))];
    board.sort();
    let turn = variant.equipment.turn_order.iter().position(|player| variant.equipment.players[player.index()].name == "White");
    let setup = Setup { board, turn: turn.expect("White moves") as u8, ..Setup::default() };
    let position = Position::from_setup(&program, &setup).expect("a position");
    let reference = Reference::new(&variant).impatient();
    let pending = reference.at(&setup).expect("no limit is reached");
    assert_eq!(leaves(reference, &pending, 2), 187);
    let general = Way { counting: Counting::AsWritten, made: false, quick: false };
    assert_eq!(perft(&program, &position, 2, general), Ok(187));
    assert_eq!(perft(&program, &position, 2, Way::USUAL), Ok(187));
}

pub(super) const PLAIN: &str = "+++\nname = \"Odd\"\nversion = \"1.0.0\"\n[players]\nWhite = {}\nBlack = { faces = \"south\" }\n[board]\ngrid = \"4x4\"\n\
                     [pieces]\nman = { symbol = \"m\" }\nking = { symbol = \"k\" }\n[setup]\ndiagram = \"\"\"\nb b . .\n. . . .\n. . . .\nw w . .\n\"\"\"\n+++\n";

fn moves_by_all(rules: &str) -> usize {
    moves_of(&format!("{PLAIN}{rules}"))
}

/// How many moves a rule file has at its start: as many by the reference as by every way that the engine has.
pub(super) fn moves_of(text: &str) -> usize {
    let variant = read(text);
    let program = Program::compile(&variant);
    let reference = Reference::new(&variant);
    let pending = reference.start().expect("no limit is reached");
    let position = Position::start(&program).expect("no limit is reached");
    let engines = position.moves(&program, Counting::AsWritten).expect("no limit is reached");
    let many = reference.moves(&pending).expect("no limit is reached").len();
    assert_eq!(engines.len(), many, "the list of\n{text}");
    if let Ok(bitboards) = BitboardEngine::new(&program)
        && let Some(game) = bitboards.game(&program, &position)
    {
        assert_eq!(game.options(), many, "the bitboard engine's list of\n{text}");
    }
    many
}

/// Two ways that come to the same are one move, wherever they were aimed.
#[test]
fn legs_that_are_ended_before_they_land_are_one_move() {
    let rules = "movement {\n  man may step any-way\n}\neffects {\n  when leg begins: end leg\n}\n";
    assert_eq!(moves_by_all(rules), 2);
}

/// Which line allows a move does not matter: one that a capture and another class allow is a capture, and stays one when captures are
/// asked for.
#[test]
fn what_two_classes_allow_is_of_both() {
    let rules = "movement {\n  man may step any-way\n  man may jump any-way over enemy\n}\n\
                 capture {\n  man may jump any-way over enemy\n}\nobligation {\n  must capture\n}\n";
    let near = PLAIN.replace("b b . .\n. . . .\n. . . .\n", "b . . .\n. . . .\nb . . .\n");
    assert_eq!(moves_of(&format!("{near}{rules}")), 1);
}

/// `end turn` leaves nothing out of the leg, `end leg` its landing, in whichever order they are said.
#[test]
fn a_leg_is_ended_behind_the_end_of_a_turn_too() {
    let rules = "capture {\n  piece may fly orthogonal over enemy\n}\neffects {\n  when piece is taken: end turn; end leg\n}\n";
    let near = PLAIN.replace("b b . .\n. . . .\n. . . .\n", ". . . .\n. . . .\nb . . .\n");
    assert_eq!(moves_of(&format!("{near}{rules}")), 1);
}

/// Two ways are one move only if they are by the same verb where it has a name.
#[test]
fn verbs_of_other_names_are_other_moves() {
    let rules = "movement {\n  man may nod { require true }\n  man may bow { require true }\n}\n";
    assert_eq!(moves_by_all(rules), 4);
}

/// Games of a rule file by the reference and by the engine, decision by decision; and where the bitboard engine plays it, as many moves.
pub(super) fn agree_on(text: &str) {
    moves_of(text);
    let variant = read(text);
    let much = Much { games: 3, starts: 10, plies: 10, follow: 3, moves: 80 };
    if let Err(problem) = agree(&variant, &Watch::default(), much) {
        panic!("{problem}\n{text}");
    }
    let program = Program::compile(&variant);
    let Ok(bitboards) = BitboardEngine::new(&program) else { return };
    let mut position = Position::start(&program).expect("no limit is reached");
    let Some(mut game) = bitboards.game(&program, &position) else { return };
    let (mut seed, mut stood) = (0x9E37_79B9_7F4A_7C15, vec![position.standing()]);
    while !game.lost() && game.position(&program).as_ref() == Some(&position) && stood.len() < 20 {
        let moves = position.moves(&program, Counting::AsWritten).expect("no limit is reached");
        assert_eq!(game.options(), moves.len(), "the bitboard engine's list at {:?} of\n{text}", position.to_setup(&program));
        if moves.is_empty() {
            break;
        }
        let i = next(&mut seed) % moves.len();
        let Ok(Some(after)) = game.after(&program, i) else { break };
        let mut by_moves = moves.iter().filter_map(|mv| position.play(&program, mv, &stood).ok());
        let same = by_moves.find(|next| *next == after);
        position = same.unwrap_or_else(|| panic!("the bitboard engine comes to {:?} by\n{text}", after.to_setup(&program)));
        game.play(i);
        stood.push(position.standing());
    }
}

/// A rule file on an empty board but for these rows, top row first.
pub(super) fn on(rows: &str, rules: &str) -> String {
    format!("{}{rules}", PLAIN.replace("b b . .\n. . . .\n. . . .\nw w . .", rows))
}

#[test]
fn captures_still_to_come_are_left_out_when_the_leg_is_ended() {
    let rules = "capture {\n  man may go orthogonal, taking 1..2 enemy, to empty\n}\nmovement {\n  man may step orthogonal\n}\n\
                 effects {\n  when piece is taken: end leg\n}\n";
    agree_on(&on(". b . .\n. w . .\nb . . .\nw b b .", rules));
    let begun = "movement {\n  man may step orthogonal\n}\ncapture {\n  man may jump orthogonal over enemy\n}\n\
                 effects {\n  when leg begins if some own on edge: end leg\n}\n";
    agree_on(&on(". . . .\n. b . .\n. b . .\n. w . .", begun));
}

#[test]
fn an_ended_turn_has_no_further_play() {
    let rules =
        "state {\n  counter mood: 0..9\n}\nmovement {\n  man may step orthogonal\n}\nvictory {\n  draw if turns > 9\n}\n";
    for script in [
        "end turn if turns = 1\n  play move",
        "play move\n  end turn if mood = 0\n  may play move\n  raise mood by 1",
        "play move\n  may repeat: play move\n  raise mood by 1",
        "repeat 2 { play move\n  raise mood by 1 }",
    ] {
        for ends in ["", "effects {\n  when man lands on edge: end turn\n}\n"] {
            agree_on(&on("b . . .\n. . . .\n. w . .\n. . . .", &format!("{rules}{ends}turn {{\n  {script}\n}}\n")));
        }
    }
}

/// Only the first leg counts: what a later line forbids could still be begun.
#[test]
fn what_a_player_can_do_asks_for_the_first_leg() {
    let rules = "movement {\n  man may step orthogonal if not (mover can capture)\n  mover may pass if mover can capture\n}\n\
                 capture {\n  man may jump orthogonal over enemy\n}\neffects {\n  when move ends if some taken: require false\n}\n";
    let text = on(". . . .\n. . . .\n. b . .\n. w . .", rules);
    assert_eq!(moves_of(&text), 1, "to pass");
    agree_on(&text);
    let bodies = "movement {\n  man may step orthogonal if not (mover can tricks)\n  mover may pass\n}\n\
                  moves tricks {\n  man may nod { require no enemy on orthogonal from it }\n}\n\
                  turn {\n  play movement\n}\neffects {\n  when move begins: require true\n}\n";
    agree_on(&on(". b . .\n. . . .\n. b . .\n. w . .", bodies));
}

#[test]
fn what_was_taken_stands_nowhere() {
    let rules = "state {\n  counter mood: 0..9\n}\nmovement {\n  man may step orthogonal\n}\ncapture {\n  man may jump orthogonal over enemy\n}\n\
                 effects {\n  when move ends if some taken not on edge: set mood to 5\n  when move ends if some taken on edge: set mood to 7\n}\n\
                 obligation {\n  must capture\n}\n";
    let text = on(". . . .\n. . . .\n. b . .\n. w . .", rules);
    agree_on(&text);
    let variant = read(&text);
    let program = Program::compile(&variant);
    let start = Position::start(&program).expect("no limit is reached");
    let moves = start.moves(&program, Counting::AsWritten).expect("no limit is reached");
    let after = start.play(&program, &moves[0], &[]).expect("no limit is reached").to_setup(&program);
    assert!(format!("{:?}", after.stored).contains("Number(5)"), "{:?}", after.stored);
}

/// Two players of one side, who sit apart in the order of the players: what a side keeps is the same for both.
#[test]
fn what_a_side_keeps_is_the_same_for_its_players() {
    let front = PLAIN.replace(
        "White = {}\nBlack = { faces = \"south\" }",
        "White = { side = \"Light\" }\nBlack = { side = \"Dark\", faces = \"south\" }\nGrey = { side = \"Light\" }",
    );
    let front = front.replace("[setup]", "[setup]\nman = { Light = [\"a1\", \"b1\"], Dark = [\"a4\", \"b4\"] }");
    let front = front.split("diagram").next().unwrap_or_default().to_owned();
    let rules = "+++\nmovement {\n  man may step orthogonal\n}\nstate {\n  keep favourite of side: piece\n  counter steps of side: 0..9\n\
                   when man lands: set favourite of mover to it; raise steps of mover by 1\n}\n\
                 effects {\n  when turn ends if some favourite of mover on edge: set favourite of mover to none\n}\nvictory {\n  draw if steps of mover > 3\n}\n";
    agree_on(&format!("{front}{rules}"));
}

/// What cannot be done where a turn ends leaves the rest of its line out, and the game goes on.
#[test]
fn what_fails_where_a_turn_ends_ends_no_game() {
    let state = "state {\n  counter mood: 0..9\n}\nmovement {\n  man may step orthogonal\n}\n";
    for rules in [
        "effects {\n  when turn ends { require some own on edge\n    raise mood by 1 }\n  when turn ends: raise mood by 2\n}\n",
        "victory {\n  require false; mover wins \"never\"\n  draw \"soon\" if turns > 5\n}\n",
    ] {
        agree_on(&on("b . . .\n. . . .\n. w . .\n. . . .", &format!("{state}{rules}")));
    }
}

/// A turn is played when it is over: where its end is told, in the endings, and in what the next player may do.
#[test]
fn a_turn_counts_when_it_is_over() {
    let both = |quick| Way { counting: Counting::AsWritten, made: false, quick };
    let length = |when: &str, rest: &str| {
        let text =
            on("b . . .\n. . . .\n. w . .\n. . . .", &format!("movement {{\n  man may step orthogonal {when}\n}}\n{rest}"));
        agree_on(&text);
        let variant = read(&text);
        let program = Program::compile(&variant);
        let start = Position::start(&program).expect("it begins");
        let first = |quick| (1..9).find(|depth| perft(&program, &start, *depth, both(quick)) == Ok(0));
        assert_eq!(first(true), first(false));
        first(true)
    };
    assert_eq!(length("", "victory {\n  draw if turns >= 3\n}\n"), Some(4), "three turns are played");
    let bell =
        "state {\n  counter bell: 0..1\n  when turn ends if turns = 2: set bell to 1\n}\nvictory {\n  draw if bell = 1\n}\n";
    assert_eq!(length("", bell), Some(3));
    assert_eq!(length("if turns < 2", ""), Some(3), "the third player cannot move, and loses");
}

/// An attribute goes up and down in the values that it can have, each piece by itself, and no farther than they go.
#[test]
fn attributes_go_up_and_down() {
    let front = "+++\nname = \"Lives\"\n[players]\nWhite = {}\nBlack = {}\n[board]\ngrid = \"4x4\"\n[sets]\n\
                 lives = [\"none-left\", \"one-life\", \"two-lives\", \"three-lives\"]\n[pieces]\n\
                 man = { symbol = \"m\", has = { lives = \"lives\" } }\n[setup]\nman = { White = [\"a1\", \"c1\"], Black = \"d4\" }\n+++\n";
    let set_up = "set lives of man on a1 to one-life; set lives of man on d4 to three-lives";
    // a1 may step north if it has the first of these, c1 if it has the second.
    let has = |change: &str, a1: &str, c1: &str| {
        let moves =
            format!("man on a1 where lives of it is {a1} may step north\n  man on c1 where lives of it is {c1} may step north");
        moves_of(
            &format!("{front}setup {{ {set_up}\n {change} }}\nmovement {{\n  {moves}\n}}\n")
                .replace("man on a1 to", "(man on a1) to")
                .replace("man on d4 to", "(man on d4) to"),
        )
    };
    for (change, a1, moves) in [
        ("raise lives of man by 1", "two-lives", 1),
        ("raise lives of man by 2", "three-lives", 1),
        ("raise lives of man by 3", "one-life", 1),
        ("lower lives of man by 1", "none-left", 1),
        ("lower lives of man by 0", "one-life", 1),
        ("raise lives of man by 1000000000", "one-life", 1),
        ("set lives of man to one-life; raise lives of man by 1", "two-lives", 2),
        ("set lives of man to three-lives; lower lives of own by 2; lower lives of own by 1", "none-left", 2),
    ] {
        assert_eq!(has(change, a1, a1), moves, "{change}");
    }
    agree_on(&format!(
        "{front}setup {{ set lives of man to one-life }}\nmovement {{\n  man may step orthogonal\n  mover may feed {{ raise lives of own by 1; pass }}\n  \
         man may fight {{ choose other in enemy; lower lives of other by 2; lower lives of it by 1 }}\n}}\n"
    ));
}

/// Nobody who could do something else chooses what begins with a `play` of which there is none.
#[test]
fn what_cannot_be_played_is_not_offered() {
    let moves = |turn: &str| {
        let rules = "movement {\n  man may step orthogonal\n}\ncapture {\n  man may jump any-way over enemy\n}\n";
        moves_of(&on("b . . .\n. . . .\n. w . .\n. . . .", &format!("turn {{\n  {turn}\n}}\n{rules}")))
    };
    assert_eq!(moves("either { play movement } or { play capture; play movement }"), 4);
    assert_eq!(moves("either { play movement } or { play (capture where actor of it is man) }"), 4);
    assert_eq!(moves("may { play capture; play movement }\n  play movement"), 4);
    assert_eq!(moves("either { play movement } or { play movement by opponent; play movement }"), 4 + 1);
}

/// What starts afresh with each move is no part of the position when its move is over.
#[test]
fn what_begins_afresh_with_each_move_does_not_count_for_repetition() {
    let rules = "movement {\n  man may step any-way\n}\nstate {\n  keep visited: site each move\n  counter hops: 0..9 each move\n\
                   when man lands: set visited to site of it; raise hops by 1\n}\nvictory {\n  draw \"again\" if repeats >= 2\n}\n";
    agree_on(&on("b . . .\n. . . .\n. . . .\nw . . .", rules));
    let ways = |rules: &str| {
        let variant = read(&on("b . . .\n. . . .\n. . . .\nw . . .", rules));
        let program = Program::compile(&variant);
        let mut game = Game::new(&program).expect("no limit is reached");
        for (from, to) in [("a1", "b1"), ("a4", "b4"), ("b1", "a1"), ("b4", "a4")] {
            let at = |site: &str| variant.equipment.board.site(site);
            let moves = game.options(&program).expect("no limit is reached");
            let mv = moves.iter().find(|mv| mv.from() == at(from) && mv.to() == at(to)).expect("a step").clone();
            game.play(&program, &mv).expect("no limit is reached");
        }
        game.position().outcome().map(|outcome| outcome.reason.clone())
    };
    assert_eq!(ways(rules), Some("again".to_owned()));
}

/// What is done as a turn begins is no part of what the player found: a position may come again although it has changed it.
#[test]
fn what_is_done_as_a_turn_begins_does_not_hide_a_repetition() {
    let rules = "movement {\n  man may step any-way\n}\nstate {\n  counter marked: 0..5 each turn\n  counter twice: 0..1\n  \
                 when turn begins: set marked to 5\n  when turn begins: set twice to 1\n  when turn ends: set twice to 0\n}\n\
                 victory {\n  draw \"again\" if repeats >= 2\n}\n";
    let text = on("b . . .\n. . . .\n. . . .\nw . . .", rules);
    agree_on(&text);
    let variant = read(&text);
    let program = Program::compile(&variant);
    let at = |site: &str| variant.equipment.board.site(site);
    let mut game = Game::new(&program).expect("no limit is reached");
    for (from, to) in [("a1", "b1"), ("a4", "b4"), ("b1", "a1"), ("b4", "a4")] {
        assert_eq!(game.position().outcome(), None);
        let moves = game.options(&program).expect("no limit is reached");
        let mv = moves.iter().find(|mv| mv.from() == at(from) && mv.to() == at(to)).expect("a step").clone();
        game.play(&program, &mv).expect("no limit is reached");
    }
    assert_eq!(game.position().outcome().map(|outcome| outcome.reason.as_str()), Some("again"));
}

/// A turn that has begun has begun: a position that is written down and read again does not do so once more.
#[test]
fn a_turn_that_has_begun_does_not_begin_again() {
    let rules =
        "movement {\n  man may step any-way\n}\nstate {\n  counter begun: 0..50\n  when turn begins: raise begun by 1\n}\n";
    let program = Program::compile(&read(&on("b . . .\n. . . .\n. . . .\nw . . .", rules)));
    let mut position = Position::start(&program).expect("no limit is reached");
    for _ in 0..4 {
        assert_eq!(Position::from_setup(&program, &position.to_setup(&program)).as_ref(), Ok(&position));
        let moves = position.moves(&program, Counting::AsWritten).expect("no limit is reached");
        position = position.play(&program, &moves[0], &[]).expect("no limit is reached");
    }
}

/// What its kind has not, a piece loses: values are gone, tokens in the box; and nobody can give it such a value.
#[test]
fn a_piece_has_what_its_kind_has() {
    let front = PLAIN
        .replace("[pieces]", "[sets]\nmood = [\"calm\", \"wild\"]\n[tokens.coin]\nvalue = [\"one\", \"two\"]\n[pieces]")
        .replace("man = { symbol = \"m\" }", "man = { symbol = \"m\", has = { mood = \"mood\", purse = \"coin\" } }")
        .replace("[setup]", "[piles]\nbag = { holds = \"coin\", seen_by = \"all\" }\n[setup]\nbag = { one = 3, two = 2 }");
    let rules = "movement {\n  piece may step orthogonal\n\
                   man may fill if no purse of it { choose coin in bag\n    move coin to purse of actor\n    set mood of actor to wild }\n\
                   man may rise { set kind of actor to king }\n  king may sink { set kind of actor to man }\n\
                   king may sulk { set mood of own to calm }\n}\nvictory {\n  draw if turns > 12\n}\n";
    agree_on(&format!("{front}{rules}"));
}
