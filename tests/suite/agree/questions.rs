//! Questions that come back to the rule that asks them: what they leave out, by both, and from the middle of games; and those that
//! cannot be answered, which `check` refuses.

use draughtsman::analysis::perft::{Way, perft};
use draughtsman::check::Choices;
use draughtsman::engine::Position;
use draughtsman::library::load_text;
use draughtsman::model::Variant;
use draughtsman::program::Program;
use draughtsman::reference::{Reference, Watch};

use super::both::{Much, agree};

/// Two men against two, in corners; White begins.
fn front(diagram: &str) -> String {
    format!(
        "+++\nname = \"Asking\"\nversion = \"1.0.0\"\n[players]\nWhite = {{}}\nBlack = {{ faces = \"south\" }}\n[board]\ngrid = \"4x4\"\n\
         [pieces]\nman = {{ symbol = \"m\" }}\nking = {{ symbol = \"k\" }}\n[setup]\ndiagram = \"\"\"\n{diagram}\"\"\"\n+++\n"
    )
}

const FREE: &str = "b b . .\n. . . .\n. . . .\nw w . .\n";
const STUCK: &str = ". . . .\nb b . .\nw w . .\n. . . .\n";

fn checked(text: &str) -> draughtsman::check::Checked {
    load_text("asking", "asking.draughts", text.as_bytes().to_vec(), None).check(&Choices::default())
}

fn read(text: &str) -> Variant {
    let checked = checked(text);
    checked.variant.unwrap_or_else(|| panic!("{:#?}\n{text}", checked.diagnostics))
}

/// Rules, and how many moves White has from where it is free, and from where its men look at men.
const ANSWERED: [(&str, usize, usize); 9] = [
    // a pass for who is stuck
    ("movement {\n  man may step north\n  mover may pass if not (mover can move)\n}", 2, 1),
    // by a definition
    (
        "definitions {\n  define stuck = not (mover can move)\n}\nmovement {\n  man may step north\n  mover may pass if stuck\n}",
        2,
        1,
    ),
    // a piece of its own class, by the other rule
    ("movement {\n  man may step north\n  man may step south if not (it can movement)\n}", 2, 2),
    // a circle of two: neither counts for the other, so both hold where nothing else is left
    (
        "movement {\n  man may step north\n  mover may pass if not (mover can move)\n  man may wait { require not (mover can move) }\n}",
        2,
        3,
    ),
    // a circle of three, through three classes
    (
        "movement {\n  man may step north\n  mover may pass if not (mover can jumping)\n}\n\
         moves jumping {\n  man may jump north over enemy\n  man may step east if not (mover can hopping)\n}\n\
         moves hopping {\n  man may hop north over own\n  man may step west if not (mover can move)\n}",
        4,
        3,
    ),
    // what follows a leg is no part of a question: whoever has stepped asks about every rule
    ("movement {\n  man may step forward diagonal: require opponent can move\n}", 3, 1),
    ("movement {\n  man may step any-way: require opponent can move\n}", 6, 7),
    // an ending as soon as something holds is not tested within a question
    (
        "movement {\n  man may step north\n  man may go-round { move it to east from it if some (empty east from it) }\n}\n\
         victory {\n  as soon as not (opponent can move): mover wins\n}",
        4,
        2,
    ),
    // without a way back nothing is left out
    (
        "movement {\n  man may step north\n  man may step south if mover can capture\n}\ncapture {\n  man may pounce north onto enemy\n}",
        2,
        4,
    ),
];

#[test]
fn a_question_leaves_out_what_would_ask_it_again() {
    for (rules, free, stuck) in ANSWERED {
        for (diagram, moves) in [(FREE, free), (STUCK, stuck)] {
            let text = format!("{}{rules}\n", front(diagram));
            let variant = read(&text);
            let program = Program::compile(&variant);
            let pending = Reference::new(&variant).start().expect("no limit is reached");
            let by_definition = Reference::new(&variant).moves(&pending).expect("no limit is reached").len();
            let start = Position::start(&program).expect("no limit is reached");
            let by_engine = perft(&program, &start, 1, Way::USUAL).expect("no limit is reached");
            assert_eq!((by_definition, by_engine), (moves, moves as u64), "{text}");
        }
    }
}

#[test]
fn both_answer_alike_in_the_middle_of_games() {
    for (rules, ..) in ANSWERED {
        let text = format!("{}{rules}\n", front(FREE));
        let much = Much { games: 1, starts: 6, plies: 12, follow: 4, moves: 200 };
        agree(&read(&text), &Watch::default(), much).unwrap_or_else(|problem| panic!("{problem}\n{text}"));
    }
}

#[test]
fn what_cannot_be_answered_is_refused() {
    let refused = [
        // nobody else is left to ask
        "movement {\n  man may step any-way if not (opponent can move)\n}",
        "movement {\n  man may step any-way if it can movement\n}",
        "definitions {\n  define stuck = not (opponent can move)\n}\nmovement {\n  man may step any-way if not stuck\n}",
        "movement {\n  man may step any-way if not (mover can capture)\n}\ncapture {\n  man may jump any-way over enemy if not (mover can movement)\n}",
        "movement {\n  man where it can movement may step any-way\n}",
        "movement {\n  man may wait { require mover can movement }\n}",
        // through what statements set off
        "capture {\n  man may blast { take enemy on any-way from actor }\n}\neffects {\n  when man is taken if mover can capture: prevent-nothing\n}\n\
         definitions {\n  define prevent-nothing { require true }\n}",
        // of moves, without saying whose
        "movement {\n  man may step any-way\n  man may wait { require no movement }\n}",
    ];
    for rules in refused {
        let text = format!("{}{rules}\n", front(FREE));
        let found = checked(&text).diagnostics;
        assert!(found.iter().any(|one| one.code == "E0613"), "{found:#?}\n{text}");
    }
}
