//! What one decision may take is limited, in steps and in what is kept, whoever works it out.

use draughtsman::analysis::perft::{Counter, Way};
use draughtsman::engine::{Counting, Position};
use draughtsman::program::Program;
use draughtsman::reference::Reference;

use super::both::much;
use super::limits::checked;

const TOO_MUCH_WORK: &str = "more than 40,000,000 steps for one decision";

/// A board of so many files and ranks with a man in the corner of each player, and these chapters.
fn text(size: usize, rules: &str) -> String {
    format!(
        "+++\nname = \"Work\"\n[players]\nWhite = {{}}\nBlack = {{}}\n[board]\ngrid = \"{size}x{size}\"\n\
         [pieces]\nman = {{ symbol = \"m\" }}\n[setup]\npieces = [\n  {{ at = \"a1\", kind = \"man\", owner = \"White\" }},\n\
         {{ at = \"b3\", kind = \"man\", owner = \"Black\" }},\n]\n+++\n{rules}"
    )
}

/// How many moves the first decision has by the engine and by whatever counts fastest, with every move made and without, or which
/// limit they name, and of which rule.
fn by_engine(program: &Program, made: &[bool]) -> Result<usize, (&'static str, String)> {
    let of_engine = Position::start(program).and_then(|start| start.moves(program, Counting::AsWritten));
    let of_engine = of_engine.map(|moves| moves.len()).map_err(|limit| (limit.what, limit.rule));
    if let Ok(start) = Position::start(program) {
        for made in made {
            let way = Way { counting: Counting::AsWritten, made: *made, quick: true };
            let counter = Counter::new(program, way);
            let counted = counter.leaves(&start, 1).map(|leaves| leaves as usize).map_err(|limit| (limit.what, limit.rule));
            // Who works out many squares at once gets further.
            assert!(counted == of_engine || counted.is_ok() && of_engine.is_err(), "made: {made}: {counted:?}, {of_engine:?}");
        }
    }
    of_engine
}

/// The same, and the reference says so too.
fn listed(text: String) -> Result<usize, (&'static str, String)> {
    let variant = checked(text);
    let reference = Reference::new(&variant);
    let of_reference = reference.start().and_then(|start| reference.moves(&start));
    let of_engine = by_engine(&Program::compile(&variant), &[false, true]);
    let told = of_engine.as_ref().map(|many| *many).map_err(|(what, _)| *what);
    assert_eq!(of_reference.map(|moves| moves.len()).map_err(|limit| limit.what), told);
    of_engine
}

/// The same of rules that are too much, which takes long: the engine's list alone, and what everybody says where more is tried than usual.
fn too_much(text: String) -> Result<usize, (&'static str, String)> {
    if much() > 1 { listed(text) } else { by_engine(&Program::compile(&checked(text)), &[]) }
}

/// What is done between two choices is little, but it is done for each of many.
#[test]
fn rounds_in_rounds_for_each_of_many_choices() {
    let rules = |outer: u32, inner: u32| {
        format!(
            "movement {{\n  man may dither {{ choose s in empty; repeat {outer} {{ repeat {inner} {{ set mood to 1 - mood }} }}; \
             move actor to s }}\n}}\nstate {{\n  counter mood: 0..1\n}}\n"
        )
    };
    assert_eq!(listed(text(4, &rules(5, 6))), Ok(14));
    let (what, rule) = too_much(text(8, &rules(500, 800))).expect_err("a limit is reached");
    assert_eq!(what, TOO_MUCH_WORK);
    assert!(rule.starts_with("man may dither"), "{rule}");
}

/// Conditions of every square, each of which asks something of every square, and so on.
const DEEP: &str = "definitions {\n  define near (s: site) = count (piece on any-way from s)\n\
                    define nearby (s: site) = count (site where near(it) > 0 and it is not s)\n\
                    define around (s: site) = count (site where nearby(it) > 0 and it is not s)\n\
                    define far (s: site) = count (site where around(it) > 0 and it is not s)\n}\n";

#[test]
fn phrases_in_phrases_are_work() {
    let sized = |size: usize, rules: &str| text(size, &format!("{DEEP}{rules}"));
    for (number, rules) in [
        "movement {\n  man may wait if far(site of it) > 0 { end turn }\n}\n",
        "movement {\n  man may wait { if far(c3) > 0 { end turn } }\n}\n",
        "movement {\n  man may wait { end turn }\n}\nvictory {\n  draw if far(c3) < 0\n  as soon as far(c3) < 0: draw\n}\n",
        "movement {\n  man may step any-way\n}\nobligation {\n  must movement where far(c3) > 0\n}\n",
        "turn {\n  if far(c3) > 0: play movement\n}\nmovement {\n  man may step any-way\n}\n",
    ]
    .into_iter()
    .enumerate()
    {
        let small = listed(sized(4, rules));
        assert!(small.is_ok(), "{rules}: {small:?}");
        // Each takes seconds: one of them, where no more is tried than usual.
        if number > 0 && much() == 1 {
            continue;
        }
        let large = too_much(sized(20, rules));
        assert_eq!(large.as_ref().err().map(|(what, _)| *what), Some(TOO_MUCH_WORK), "{rules}: {large:?}");
    }
}

/// Moves made of very many choices take room: so many choices, in all moves together, and no more.
#[test]
fn what_is_kept_of_moves_is_limited() {
    let rules = |times: u32| {
        format!(
            "movement {{\n  man may wait {{ repeat {times} {{ choose x in c3 }}; choose spot in empty; choose other in site; \
             move actor to spot }}\n}}\n"
        )
    };
    assert_eq!(listed(text(4, &rules(9))), Ok(14 * 16));
    let (what, rule) = too_much(text(12, &rules(900))).expect_err("a limit is reached");
    assert_eq!(what, "more than 2,500,000 legs and choices in the moves of one decision");
    assert!(rule.starts_with("man may wait"), "{rule}");
}

/// 650 of 676 squares.
#[test]
fn most_of_a_large_board_cannot_be_chosen() {
    let rules = "movement {\n  man may dither { choose 650 s in site; move actor to c3 }\n}\n";
    let (what, rule) = listed(text(26, rules)).expect_err("a limit is reached");
    assert_eq!(what, "more than 1,000,000 things in the options of one choice");
    assert!(rule.starts_with("man may dither"), "{rule}");
}
