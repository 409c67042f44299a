//! Each lint where it must report, and beside it a file about which it must be silent.

use super::checked;
use crate::check::{Choices, LINTS, Level, Levels, Link, PRELUDE, check_at, lint_name};
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::{FileId, Source, Sources};
use crate::syntax::{Parsed, parse, parse_rules};

/// A small game without oddities; each test adds one.
const GAME: &str = r#"+++
name = "Small"

[players]
Black = { faces = "south" }
White = { faces = "north" }

[board]
grid = "6x6"
play = "dark"

#front#
[pieces]
man = { symbol = "m" }
king = { symbol = "k" }

[setup]
diagram = """
. b . b . b
b . b . b .
. . . . . .
. . . . . .
. w . w . w
w . w . w .
"""
#option#
+++

movement {
  man may step forward diagonal
  king may step diagonal
}

capture {
  man may jump forward diagonal over enemy
  king may jump diagonal over enemy
  chain must continue
}

obligation {
  must capture
}

promotion {
  when man lands on far-row: promote it to king
}
"#;

/// The game with more front matter, options and rules.
fn game(front: &str, option: &str, rules: &str) -> String {
    let text = GAME.replace("#front#", front).replace("#option#", option);
    format!("{text}{rules}")
}

/// The game with some texts replaced, each of which must be there.
fn changed(changes: &[(&str, &str)]) -> String {
    changes.iter().fold(game("", "", ""), |text, (old, new)| {
        assert!(text.contains(old), "{old}");
        text.replace(old, new)
    })
}

/// `CODE text` for each diagnostic.
fn found(files: &[&str], options: &[&str]) -> Vec<String> {
    let names: Vec<String> = (0..files.len()).map(|i| format!("file-{i}")).collect();
    let files: Vec<(&str, &str)> = names.iter().zip(files).map(|(name, text)| (name.as_str(), *text)).collect();
    let (sources, checked) = checked(&files, options);
    checked.diagnostics.iter().map(|one| format!("{} {}", one.code, sources.text(one.span))).collect()
}

#[track_caller]
fn says(text: &str, expected: &[&str]) {
    assert_eq!(found(&[text], &[]), expected);
}

#[track_caller]
fn says_of_child(child: &str, expected: &[&str]) {
    let child = format!("+++\nname = \"Child\"\nextends = \"parent\"\n{child}");
    assert_eq!(found(&[&game("", "", ""), &child], &[]), expected);
}

#[test]
fn the_plain_game_is_in_order() {
    says(&game("", "", ""), &[]);
}

#[test]
fn regions_numbers_and_directions_that_nothing_names() {
    let front = "[regions]\nmiddle = \"c3\"\n[numbers]\nlimit = 9\n[directions]\nleap = [[1, 3]]\n";
    says(&game(front, "", ""), &["W0805 middle", "W0807 limit", "W0810 leap"]);
    let used = "victory { draw if some king on middle and turns > limit }\nmoves more { king may step leap }\n";
    says(&game(front, "", used), &[]);
    // by a word that includes all leaps
    let leap = "[directions]\nleap = [[1, 3]]\n";
    says(&game(leap, "", "moves more { king may step forward }"), &[]);
    says(&game(leap, "", "moves more { king may step diagonal forward }"), &["W0810 leap"]);
    // by an option that is off
    let by_option = format!("option far {{ {used} }}");
    says(&game(front, "", &by_option), &[]);
    // in the plural
    says(&game("[regions]\ncorner = [\"a1\", \"f6\"]\n", "", "victory { draw if some king on corners }"), &[]);
    // in the set-up
    let camp = "[regions]\ncamp = { Black = \"d4\", White = \"c3\" }\n";
    says(&game(camp, "", "").replace("[setup]\n", "[setup]\ncamp = \"king\"\n"), &[]);
}

#[test]
fn a_child_uses_what_its_parent_declares_and_the_other_way_round() {
    let parent = game("[regions]\nmiddle = \"c3\"\n", "", "victory { draw if some king on middle }");
    let child = "+++\nname = \"Child\"\nextends = \"parent\"\n[regions]\nmiddle = \"d4\"\n+++\n";
    assert_eq!(found(&[&parent, child], &[]), Vec::<String>::new());
    let child = "+++\nname = \"Child\"\nextends = \"parent\"\n[regions]\nrim = \"a1\"\n+++\n";
    assert_eq!(found(&[&parent, child], &[]), ["W0805 rim"]);
}

#[test]
fn options_that_change_nothing() {
    says(&game("", "[option.idle]\ndefault = true\n", ""), &["W0806 idle"]);
    says(&game("", "", "option idle { }"), &["W0806 idle"]);
    says(&game("", "", "option idle { obligation { } }"), &["W0806 idle"]);
    says(&game("", "[option.tall.board]\ngrid = \"6x6\"\n", ""), &[]);
    says(&game("", "", "option free { obligation { remove must } }"), &[]);
    says(&game("", "[option.free]\ndefault = true\n", "option free { remove obligation { } }"), &[]);
}

#[test]
fn sets_attributes_piles_and_tokens_that_nothing_names() {
    let front = "[sets]\nmood = [\"calm\", \"angry\"]\n[piles]\nbag = { holds = \"coin\" }\n[tokens.coin]\nmetal = [\"gold\", \"tin\"]\n";
    says(&game(front, "", ""), &["W0809 mood", "W0811 bag"]);
    says(&game("[tokens.coin]\nmetal = [\"gold\", \"tin\"]\n", "", ""), &["W0812 coin"]);
    let has = |text: &str| text.replace("man = { symbol = \"m\" }", "man = { symbol = \"m\", has = { temper = \"mood\" } }");
    let mood = game("[sets]\nmood = [\"calm\", \"angry\"]\n", "", "");
    says(&has(&mood), &["W0808 temper"]);
    let by_value = game("[sets]\nmood = [\"calm\", \"angry\"]\n", "", "victory { draw if no calm man }");
    says(&has(&by_value), &[]);
    // captured and supply have a meaning of their own
    says(&game("[piles]\ncaptured = { holds = \"piece\" }\n", "", ""), &[]);
}

#[test]
fn names_that_nothing_reads() {
    says(&game("", "", "effects { when king lands { let x = count own } }"), &["W0813 x"]);
    says(&game("", "", "effects { when king lands { let x = count own\n draw if x = 1 } }"), &[]);
    let rest = "state { counter n: 0..9 }\nvictory { draw if n = 3 }\n";
    let turn = |last: &str| game("", "", &format!("{rest}turn {{ let x = count own\n play move\n {last} }}"));
    says(&turn("set n to x"), &[]);
    says(&turn("set n to 2"), &["W0813 x"]);
    let define = |body: &str| {
        game("", "", &format!("definitions {{ define near (spot: site) = {body} }}\nvictory {{ draw if no near(c3) }}"))
    };
    says(&define("empty"), &["W0813 spot"]);
    says(&define("diagonal from spot"), &[]);
}

#[test]
fn moves_that_no_turn_plays() {
    let magic = "moves magic { king may vanish: move it to box }\n";
    says(&game("", "", &format!("{magic}turn {{ play movement or capture }}")), &["W0814 king may vanish: move it to box"]);
    says(&game("", "", magic), &[]);
    says(&game("", "", &format!("{magic}turn {{ play movement or capture\n may play magic }}")), &[]);
    let asked = format!("{magic}turn {{ play movement or capture }}\nvictory {{ draw if own can magic }}");
    says(&game("", "", &asked), &[]);
}

#[test]
fn pieces_that_can_never_appear() {
    says(&changed(&[("promote it to king", "end move")]), &["W0820 king"]);
    says(&changed(&[("promote it to king", "end move"), (". w . w . w", ". W . w . w")]), &[]);
    let dropped = "movement { mover may drop { choose spot in empty; place new king at spot } }\n";
    says(&format!("{}{dropped}", changed(&[("promote it to king", "end move")])), &[]);
    let by_option = "option late { promotion { add when man rests on far-row: promote it to king } }";
    says(&format!("{}{by_option}", changed(&[("promote it to king", "end move")])), &[]);
}

#[test]
fn promotions_that_can_never_happen() {
    let sideways = [
        ("man may step forward diagonal", "man may step sideways"),
        ("chain must continue", ""),
        ("man may jump forward diagonal over", "man may jump sideways over"),
    ];
    let sideways = changed(&sideways);
    let found = self::found(&[&sideways], &[]);
    assert!(found.contains(&"W0821 far-row".to_owned()), "{found:?}");
    // men that reach no further than the middle
    let halfway = game("[regions]\nmiddle = [\"a3-f4\"]\n", "", "").replace("lands on far-row", "lands on home-row");
    says(&halfway, &["W0805 middle", "W0821 home-row"]);
    says(&changed(&[("lands on far-row", "lands on (far-row or c3)")]), &[]);
}

#[test]
fn effects_and_moves_that_can_never_happen() {
    let home = "effects { when man lands on home-row: end turn }";
    says(&game("", "", home), &["W0822 home-row"]);
    says(&game("", "", "effects { when king lands on home-row: end turn }"), &[]);
    says(&game("", "", "movement { king may step forward backward }"), &["W0823 forward backward"]);
    says(&game("", "", "movement { king may step forward or backward }"), &[]);
    says(&game("", "", "capture { king may jump diagonal over own enemy }"), &["W0823 own enemy"]);
}

#[test]
fn conditions_that_always_or_never_hold() {
    let draw = |condition: &str| game("", "", &format!("victory {{ draw if {condition} }}"));
    says(&draw("count piece >= 0"), &["W0830 count piece >= 0"]);
    says(&draw("count piece >= 1"), &[]);
    says(&draw("count empty > 18"), &["W0831 count empty > 18"]);
    says(&draw("count empty > 17"), &[]);
    says(&draw("repeats >= 1"), &["W0830 repeats >= 1"]);
    says(&draw("repeats > 1"), &[]);
    says(&draw("some own enemy"), &["W0831 some own enemy"]);
    says(&draw("some enemy where it is king and count own >= 0"), &["W0830 count own >= 0"]);
    says(&draw("some man where it is king"), &["W0831 it is king"]);
    says(&draw("some man where it is man"), &["W0830 it is man"]);
    says(&draw("some piece where it is king"), &[]);
    let counted = |bound: &str| {
        let state = "state { counter n: 0..3\n when king lands: raise n by 1 }\n";
        game("[numbers]\nlimit = 3\n", "", &format!("{state}victory {{ draw if n >= {bound}\n draw if turns > limit }}"))
    };
    says(&counted("4"), &["W0831 n >= 4"]);
    says(&counted("3"), &[]);
    // a group may change the number
    says(&counted("limit"), &[]);
    says(&game("", "", "effects { when man lands if it is king: end turn }"), &["W0831 it is king"]);
    // an earlier effect may have changed the piece
    says(&game("", "", "effects { when king lands { promote it to man\n if it is man { end turn } } }"), &[]);
}

#[test]
fn a_condition_of_a_definition_is_judged_by_all_its_uses() {
    let rules = |second: &str| {
        format!(
            "definitions {{ define many (bound: number) = count own > bound }}\nvictory {{ draw if many(0 - 1)\n draw if many({second}) }}"
        )
    };
    says(&game("", "", &rules("0 - 2")), &["W0830 count own > bound"]);
    says(&game("", "", &rules("3")), &[]);
}

#[test]
fn obligations_that_nothing_violates() {
    says(&changed(&[("must capture", "must move")]), &["W0840 move"]);
    says(&changed(&[("must capture", "must capture\n  must capture")]), &["W0840 must capture"]);
    says(&changed(&[("must capture", "must capture with most taken\n  must capture")]), &["W0840 must capture"]);
    says(&changed(&[("must capture", "must capture\n  must capture with most taken")]), &[]);
    says(&changed(&[("must capture", "must capture if turns > 3\n  must capture")]), &[]);
    let all = [
        ("man may jump forward diagonal over enemy", "chain must turn"),
        ("king may jump diagonal over enemy", "chain may continue"),
        ("  chain must continue\n", ""),
    ];
    says(&changed(&all), &["W0840 capture"]);
}

#[test]
fn what_a_child_says_again() {
    says_of_child("[board]\ngrid = \"6x6\"\n+++\n", &["W0860 grid"]);
    says_of_child("[board]\ngrid = \"8x8\"\n[setup]\ndiagram = false\nking = []\n+++\n", &[]);
    says_of_child(
        "+++\nmovement { replace king may by king may step diagonal }",
        &["W0860 replace king may by king may step diagonal"],
    );
    says_of_child("+++\nmovement { replace king may by king may step any-way }", &[]);
    says_of_child("+++\nmovement { add man may step forward diagonal }", &["W0860 add man may step forward diagonal"]);
    says_of_child("+++\nmovement { add man may step sideways }", &[]);
    says(&game("", "", "movement { king may step diagonal }"), &["W0861 king may step diagonal"]);
    says(&game("", "", "victory { draw if turns > 9\n draw if turns > 9 }"), &["W0861 draw if turns > 9"]);
    says(
        &game(
            "",
            "",
            "effects { when king lands: raise n by 1\n when king lands: raise n by 1 }\nstate { counter n: 0..9 }\nvictory { draw if n = 9 }",
        ),
        &[],
    );
    // players in another order are not the same
    let players = "[players]\nWhite = { faces = \"north\" }\nBlack = { faces = \"south\" }\n+++\n";
    says_of_child(players, &[]);
}

#[test]
fn players_who_can_never_win() {
    let stuck = "victory {\n  player who cannot move: draw\n";
    says(&game("", "", &format!("{stuck}  White wins if no piece of Black }}")), &["W0870 Black"]);
    says(&game("", "", &format!("{stuck}  mover wins if no enemy }}")), &[]);
    says(&game("", "", &format!("{stuck}  Black loses if no piece of Black }}")), &["W0870 Black"]);
    says(&game("", "", &format!("{stuck}  draw if turns > 9 }}")), &["W0870 draw if turns > 9"]);
    says(&game("", "", &format!("{stuck}  end game if turns > 9\n  score of player is count piece of it }}")), &[]);
    says(&game("", "", "victory { Black who cannot move loses\n White who cannot move: draw }"), &["W0870 Black"]);
}

#[test]
fn games_that_can_never_end() {
    let pass = "movement { mover may pass }\n";
    says(&game("", "", pass), &["W0871 \"Small\""]);
    says(&game("", "", &format!("{pass}victory {{ draw if turns > 99 }}")), &["W0870 draw if turns > 99"]);
    says(&game("", "", "movement { mover may pass if no own king }\n"), &[]);
    says(&game("", "", "movement { Black may pass }\n"), &["W0870 White"]);
    // the endings never hold
    says(
        &game("", "", &format!("{pass}victory {{ draw if count empty > 99 }}")),
        &["W0871 draw if count empty > 99", "W0831 count empty > 99"],
    );
}

#[test]
fn a_line_of_an_option_is_looked_at_where_it_stands() {
    let option = |condition: &str| game("", "", &format!("option odd {{ victory {{ draw if {condition} }} }}"));
    says(&option("count empty > 18"), &["W0831 count empty > 18"]);
    says(&option("count empty > 17"), &[]);
    // what another option makes possible is not impossible
    let bigger = "[option.big.board]\ngrid = \"8x8\"\n[option.big.setup]\ndiagram = \"\"\"\n. b . b . b . b\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\nw . w . w . w .\n\"\"\"\n";
    says(&game("", bigger, "victory { draw if count empty > 18 }"), &[]);
    // a line of an option that is on by default is judged where it is
    let usual = "[option.usual]\ndefault = true\n";
    let rules = "option usual { promotion { replace when man by when man rests on home-row: end turn } }";
    says(&game("", usual, rules), &["W0822 home-row"]);
}

fn at(text: &str, levels: &Levels) -> Vec<Diagnostic> {
    let mut sources = Sources::new();
    let library = sources.add(Source::new("prelude.draughts", PRELUDE));
    let (rules, diagnostics) = parse_rules(library, PRELUDE);
    let file = sources.add(Source::new("test.draughts", text));
    let files: [(FileId, Parsed); 2] =
        [(library, Parsed { rules, diagnostics, ..Parsed::default() }), (file, parse(file, text))];
    let chain: Vec<Link<'_>> = files.iter().map(|(file, parsed)| Link { file: *file, parsed }).collect();
    let checked = check_at(&sources, "test", &chain, &Choices::default(), levels);
    let errors = checked.diagnostics.iter().any(|one| one.severity == Severity::Error);
    assert_eq!(checked.variant.is_none(), errors);
    checked.diagnostics
}

#[test]
fn levels_of_the_file_and_of_the_command_line() {
    let with = |lints: &str| game(&format!("[regions]\nmiddle = \"c3\"\n[lints]\n{lints}\n"), "", "");
    let levels = |all: &[(&str, Level)]| {
        let mut levels = Levels::default();
        all.iter().for_each(|(name, level)| levels.set(name, *level).unwrap());
        levels
    };
    let seen = |lints: &str, asked: &[(&str, Level)]| -> Vec<(&str, Severity)> {
        at(&with(lints), &levels(asked)).iter().map(|one| (one.code, one.severity)).collect()
    };
    let warned = [("W0805", Severity::Warning)];
    let denied = [("W0805", Severity::Error)];
    assert_eq!(seen("", &[]), warned);
    assert_eq!(seen("unused-region = \"allow\"", &[]), []);
    assert_eq!(seen("unused-region = \"deny\"", &[]), denied);
    assert_eq!(seen("unused-number = \"deny\"", &[]), warned);
    // a level by name precedes that of the file; a code counts as a name
    assert_eq!(seen("unused-region = \"allow\"", &[("unused-region", Level::Deny)]), denied);
    assert_eq!(seen("unused-region = \"deny\"", &[("W0805", Level::Allow)]), []);
    // the level of the file precedes `all`
    assert_eq!(seen("unused-region = \"allow\"", &[("all", Level::Deny)]), []);
    assert_eq!(seen("unused-region = \"allow\"", &[("all", Level::Warn)]), warned);
    assert_eq!(seen("", &[("all", Level::Deny)]), denied);
    assert_eq!(seen("", &[("all", Level::Deny), ("unused-region", Level::Warn)]), warned);
    assert!(Levels::default().set("unused-regoin", Level::Warn).unwrap_err().to_string().contains("`unused-region`"));
}

#[test]
fn what_is_wrong_in_lints() {
    let (sources, checked) = checked(
        &[(
            "x",
            &game("[lints]\nunused-regoin = \"allow\"\nW0805 = \"allow\"\nunused-set = \"alow\"\nunused-pile = 3\n", "", ""),
        )],
        &[],
    );
    let said: Vec<String> = checked
        .diagnostics
        .iter()
        .map(|one| format!("{} {}: {}", one.code, sources.text(one.span), one.advice().join("; ")))
        .collect();
    assert_eq!(said[0], "E0012 unused-regoin: did you mean `unused-region`?");
    assert!(said[1].starts_with("E0012 W0805") && !checked.diagnostics[1].proposals.is_empty(), "{said:?}");
    assert_eq!(said[2], "E0007 \"alow\": did you mean `allow`?");
    assert!(said[3].starts_with("E0013 3"), "{said:?}");
}

#[test]
fn every_lint_has_a_name_and_every_warning_is_a_lint() {
    assert!(LINTS.is_sorted_by(|a, b| a.code < b.code));
    for lint in LINTS {
        let named = LINTS.iter().filter(|other| other.name == lint.name).count();
        assert!(named == 1 && lint.name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'), "{}", lint.name);
        assert_eq!(lint_name(lint.code), Some(lint.name));
    }
    let codes = crate::codes::all().iter().map(|one| one.code).filter(|code| code.starts_with('W'));
    assert_eq!(codes.collect::<Vec<_>>(), LINTS.iter().map(|lint| lint.code).collect::<Vec<_>>());
}
