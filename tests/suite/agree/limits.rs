//! The documented limits stop the reference too, and name the rule that reached them.

use draughtsman::check::Choices;
use draughtsman::engine::{BitboardEngine, Counting, LimitReached, Position};
use draughtsman::library::load_text;
use draughtsman::model::Variant;
use draughtsman::program::Program;
use draughtsman::reference::Reference;

const FRONT: &str = "+++\nname = \"Endless\"\nversion = \"1.0.0\"\n[players]\nWhite = {}\nBlack = {}\n[board]\ngrid = \"3x3\"\n\
                     [pieces]\nman = { symbol = \"m\" }\n[setup]\ndiagram = \"\"\"\nb . .\n. . .\n. . w\n\"\"\"\n+++\n";

/// The rules of a text, in which nothing is wrong.
pub(super) fn checked(text: String) -> Variant {
    let checked = load_text("file", "file.draughts", text.into_bytes(), None).check(&Choices::default());
    checked.variant.unwrap_or_else(|| panic!("{:#?}", checked.diagnostics))
}

/// What the reference says of the moves of a rule file, and of which rule.
fn stopped(rules: &str) -> (String, String) {
    let variant = checked(format!("{FRONT}{rules}"));
    let reference = Reference::new(&variant);
    let limit = match reference.start() {
        Ok(pending) => reference.moves(&pending).expect_err("a limit is reached"),
        Err(limit) => limit,
    };
    (limit.what.to_owned(), limit.rule)
}

#[test]
fn a_choice_without_end_is_stopped() {
    let (what, rule) =
        stopped("movement {\n  man may spin { may repeat: set mood to 0 }\n}\nstate {\n  counter mood: 0..1\n}\n");
    assert_eq!(what, "more than 1,000 choices in one move");
    assert!(rule.starts_with("man may spin"), "{rule}");
}

/// Many ways along a path lead to the same: each is gone on with once.
#[test]
fn a_path_that_can_be_gone_in_countless_ways_is_followed() {
    let front = FRONT.replace("3x3", "26x26").replace(
        "diagram = \"\"\"\nb . .\n. . .\n. . w\n\"\"\"",
        "pieces = [{ at = \"a1\", kind = \"man\", owner = \"White\" }, { at = \"z26\", kind = \"man\", owner = \"Black\" }]",
    );
    let past = ["past any empty"; 12].join(", ");
    let paths = [
        format!("{past}, to empty"),
        "any (past any empty, past any empty, past any empty), to empty".to_owned(),
        "any (any (past any empty), any (past 1..3 empty)), to empty".to_owned(),
    ];
    for path in paths {
        let rules = format!("movement {{\n  man may go any-way, {path}\n}}\n");
        let variant = checked(format!("{front}{rules}"));
        let (reference, program) = (Reference::new(&variant), Program::compile(&variant));
        let of_reference = reference.start().and_then(|start| reference.moves(&start)).expect("no limit").len();
        let of_engine = Position::start(&program).and_then(|start| start.moves(&program, Counting::AsWritten));
        // A row, a file and a diagonal that ends before the other piece.
        assert_eq!((of_reference, of_engine.expect("no limit").len()), (25 + 25 + 24, 25 + 25 + 24), "{path}");
    }
}

/// A row of men that winds over a board, of which each takes its neighbours with it; what is being taken is not taken again.
#[test]
fn so_many_triggers_set_each_other_off_and_no_more() {
    let moves = |men: usize| {
        let across = |rank: usize| {
            (0..26usize).map(move |file| if rank % 4 == 1 { file } else { 25 - file }).map(move |file| (file, rank))
        };
        let bend = |rank: usize| [if rank % 4 == 1 { 25 } else { 0 }].map(|file| (file, rank + 1));
        let row = (1..).step_by(2).flat_map(|rank| across(rank).chain(bend(rank)));
        let piece = |(at, (file, rank)): (usize, (usize, usize))| {
            let owner = if at == 0 { "White" } else { "Black" };
            format!("{{ at = \"{}{rank}\", kind = \"man\", owner = \"{owner}\" }}", char::from(b'a' + file as u8))
        };
        let pieces: Vec<String> = row.take(men + 1).enumerate().map(piece).collect();
        let front = FRONT.replace("3x3", "26x26");
        let front =
            front.replace("diagram = \"\"\"\nb . .\n. . .\n. . w\n\"\"\"", &format!("pieces = [{}]", pieces.join(", ")));
        let rules = "capture {\n  man may topple { take enemy on orthogonal from it }\n}\nstate {\n  when man is taken: take enemy on orthogonal from it\n}\n";
        let variant = checked(format!("{front}{rules}"));
        let (reference, program) = (Reference::new(&variant), Program::compile(&variant));
        let of_reference = reference.start().and_then(|start| reference.moves(&start)).map(|moves| moves.len());
        let of_engine = Position::start(&program).and_then(|start| start.moves(&program, Counting::AsWritten));
        let what = of_engine.map(|moves| moves.len()).map_err(|limit| limit.what);
        assert_eq!(of_reference.map_err(|limit| limit.what), what);
        what
    };
    let most = usize::from(draughtsman::engine::MOST_TRIGGERS);
    assert_eq!(moves(most), Ok(1));
    assert!(moves(most + 1).is_err());
}

/// A limit of which no line is known is told without one.
#[test]
fn a_limit_names_its_line_where_one_is_known() {
    let limit =
        |place: &str| LimitReached { what: "too much", rule: "a rule".into(), place: place.into(), course: String::new() };
    assert_eq!(limit("").to_string(), "too much");
    assert_eq!(limit("x.draughts:3").to_string(), "too much (x.draughts:3: a rule)");
}

#[test]
fn a_full_tower_has_no_room_for_more() {
    let piled = |stacks: u8, rule: &str| {
        let front = FRONT.replace("grid", &format!("stacks = {stacks}\ngrid")).replace(". . .\n. . w", ". w .\n. w w");
        let rules = format!("movement {{\n  man may climb {{ {rule} }}\n}}\n");
        let variant = checked(format!("{front}{rules}"));
        let reference = Reference::new(&variant);
        let of_reference = reference.start().and_then(|start| reference.moves(&start)).map(|moves| moves.len());
        let of_reference = of_reference.map_err(|limit| (limit.what, limit.rule));
        let program = Program::compile(&variant);
        let of_engine = Position::start(&program).and_then(|start| start.moves(&program, Counting::AsWritten));
        let of_engine = of_engine.map(|moves| moves.len());
        assert_eq!(of_reference, of_engine.map_err(|limit| (limit.what, limit.rule)));
        of_reference
    };
    let full = "more pieces on one another than `stacks` allows";
    let pair = "choose host in own on any-way from it; choose other in own on any-way from host; move it to top of host; move ";
    for onto in ["other to top of it", "top of other to bottom of it", "new man to top of it"] {
        let rule = format!("{pair}{onto}");
        assert!(piled(3, &rule).is_ok_and(|moves| moves > 0), "{rule}");
        assert!(piled(2, &rule).is_err_and(|(what, line)| what == full && line.contains(onto)), "{rule}");
    }
}

#[test]
fn one_choice_has_room_for_so_many_options_and_things() {
    let front =
        FRONT.replace("3x3", "5x5").replace("b . .\n. . .\n. . w", "b . . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . w");
    for (many, what) in
        [(9, "more than 100,000 options of one choice"), (12, "more than 1,000,000 things in the options of one choice")]
    {
        let rules = format!("movement {{\n  man may dither {{ choose {many} s in site; move actor to c3 }}\n}}\n");
        let variant = checked(format!("{front}{rules}"));
        let (reference, program) = (Reference::new(&variant), Program::compile(&variant));
        let of_reference = reference.start().and_then(|start| reference.moves(&start)).map(|moves| moves.len());
        let of_engine = Position::start(&program).and_then(|start| start.moves(&program, Counting::AsWritten));
        assert_eq!(of_reference.map_err(|limit| limit.what), Err(what));
        assert_eq!(of_engine.map(|moves| moves.len()).map_err(|limit| limit.what), Err(what));
    }
}

/// A row of 24 pieces of which each is taken or passed over can be gone along in 2^24 ways: where they are listed that is a limit.
#[test]
fn a_row_of_prey_has_so_many_ways() {
    let along = |row: usize| {
        let prey = (1..=row).map(|file| {
            let file = char::from(b'a' + file as u8);
            format!("{{ at = \"{file}1\", kind = \"man\", owner = \"Black\" }}")
        });
        let pieces =
            prey.chain(["{ at = \"a1\", kind = \"man\", owner = \"White\" }".to_owned()]).collect::<Vec<_>>().join(", ");
        let front = FRONT
            .replace("3x3", "26x2")
            .replace("diagram = \"\"\"\nb . .\n. . .\n. . w\n\"\"\"", &format!("pieces = [{pieces}]"));
        let rules = "movement {\n  man may wait { move actor to a2 }\n}\ncapture {\n  man may go east, any (past any enemy, taking enemy), \
             past any enemy, to empty\n}\n";
        let variant = checked(format!("{front}{rules}"));
        let (reference, program) = (Reference::new(&variant), Program::compile(&variant));
        let of_reference = reference.start().and_then(|start| reference.moves(&start)).map(|moves| moves.len());
        let of_reference = of_reference.map_err(|limit| (limit.what, limit.rule));
        let of_engine = Position::start(&program).and_then(|start| start.moves(&program, Counting::AsWritten));
        assert_eq!(of_engine.map(|moves| moves.len()).map_err(|limit| (limit.what, limit.rule)), of_reference, "{row}");
        assert!(BitboardEngine::new(&program).is_err(), "ways that may be so many are told apart");
        of_reference
    };
    // Each of 8 is taken or not; and the man may wait.
    assert_eq!(along(8), Ok((1 << 8) + 1));
    for row in [14, 24] {
        let (what, rule) = along(row).expect_err("a limit is reached");
        assert_eq!(what, "more than 10,000 ways, or 1,000,000 steps, along one path");
        assert!(rule.starts_with("man may go east"), "{rule}");
    }
}

/// A limit names the rule that reaches it, and not what was carried out before.
#[test]
fn what_happened_on_the_way_is_not_blamed() {
    let front =
        FRONT.replace("3x3", "26x1").replace("b . .\n. . .\n. . w", "w b . b b b b b b b b b b b b b b b b b b b b b b .");
    let rules = "capture {\n  man may go east, past any enemy, taking enemy, any (past any enemy, taking enemy), past any enemy, to empty\n  chain may continue\n}\n\
                 effects {\n  when man lands: set mood to 1\n}\nstate {\n  counter mood: 0..1\n}\n";
    let variant = checked(format!("{front}{rules}"));
    let (reference, program) = (Reference::new(&variant), Program::compile(&variant));
    let of_reference = reference.start().and_then(|start| reference.moves(&start)).expect_err("a limit is reached");
    let of_engine = Position::start(&program).and_then(|start| start.moves(&program, Counting::AsWritten));
    let of_engine = of_engine.expect_err("a limit is reached");
    assert_eq!((of_engine.what, &of_engine.rule), (of_reference.what, &of_reference.rule));
    assert!(of_engine.rule.starts_with("man may go east"), "{}", of_engine.rule);
}

/// What cannot be listed cannot be done, where somebody only asks.
#[test]
fn a_question_about_too_many_ways_is_answered_with_no() {
    let row = "w b b b b b b b b b b b b b b b b b b b b b b b b .";
    let front = FRONT.replace("3x3", "26x1").replace("b . .\n. . .\n. . w", row);
    let path = "go east, any (past any enemy, taking enemy), past any enemy, to empty";
    let rules = format!("movement {{\n  man may wait if not (it can {path}) {{ end turn }}\n}}\n");
    let variant = checked(format!("{front}{rules}"));
    let (reference, program) = (Reference::new(&variant), Program::compile(&variant));
    let of_reference = reference.start().and_then(|start| reference.moves(&start)).expect("no limit").len();
    let of_engine = Position::start(&program).and_then(|start| start.moves(&program, Counting::AsWritten)).expect("no limit");
    assert_eq!((of_reference, of_engine.len()), (1, 1));
}
