//! Every word of the table of plain words, in place of the right one in a small rule file: what is said of it, and that the file
//! is in order once it is mended.

use std::fmt::Write as _;

use draughtsman::check::{Choices, Levels};
use draughtsman::diagnostic::any_error;
use draughtsman::library::{certain, load_text, mended};
use draughtsman::notation::findings::human;
use draughtsman::syntax::plain::{PLAIN, Plain, Stands};

/// The game in whose chapters the words are put.
const GAME: &str = include_str!("errors/plain.draughts");

/// For each row of the table, by its first word: a chapter with `@` where the word stands.
const PLACES: &[(Stands, &str, &str)] = &[
    (Stands::Set, "friend", "movement {\n  king may hop diagonal over @\n}"),
    (Stands::Set, "foe", "capture {\n  king may dive diagonal over @\n}"),
    (Stands::Set, "adversary", "victory {\n  @ loses \"bare\" if count enemy = 1\n}"),
    (Stands::Set, "current-player", "victory {\n  @ wins \"bare\" if count enemy = 1\n}"),
    (Stands::Set, "everybody", "effects {\n  when turn ends: set reign of @ to 0\n}"),
    (Stands::Set, "queen", "movement {\n  @ may step orthogonal\n}"),
    (Stands::Set, "captured", "obligation {\n  must capture with most @\n}"),
    (Stands::Set, "this", "effects {\n  when man is taken: take piece where @ is king\n}"),
    (Stands::Set, "self", "movement {\n  king may step orthogonal if @ is on edge\n}"),
    (Stands::Set, "nobody", "effects {\n  when man lands: set favourite to @\n}"),
    (Stands::Set, "border", "movement {\n  king on @ may step orthogonal\n}"),
    (Stands::Set, "corner", "movement {\n  king on @ may step orthogonal\n}"),
    (Stands::Set, "centre", "movement {\n  king on @ may step orthogonal\n}"),
    (Stands::Set, "last-row", "movement {\n  king on @ may step orthogonal\n}"),
    (Stands::Set, "first-row", "movement {\n  king on @ may step orthogonal\n}"),
    (Stands::Set, "back-row", "movement {\n  king on @ may step orthogonal\n}"),
    (Stands::Set, "near-row", "movement {\n  king on @ may step orthogonal\n}"),
    (Stands::Set, "vacant", "movement {\n  king may go orthogonal, past @, to empty\n}"),
    (Stands::Set, "occupied", "movement {\n  king may go orthogonal, past @, to empty\n}"),
    (
        Stands::Set,
        "field",
        "movement {\n  king may jump-about {\n    choose spot in @ where it is not edge\n    move actor to spot\n  }\n}",
    ),
    (Stands::Set, "destination", "effects {\n  when king lands if @ is edge: end move\n}"),
    (Stands::Set, "origin", "effects {\n  when king lands if @ is edge: end move\n}"),
    (Stands::Set, "visited", "movement {\n  king may go orthogonal, to (empty not on @)\n}"),
    (Stands::Set, "front", "movement {\n  king may fly @\n}"),
    (Stands::Set, "back", "movement {\n  king may fly @\n}"),
    (Stands::Set, "left", "movement {\n  king may fly @\n}"),
    (Stands::Set, "up", "movement {\n  king may fly @\n}"),
    (Stands::Set, "vertical", "movement {\n  king may fly @\n}"),
    (Stands::Set, "horizontal", "movement {\n  king may fly @\n}"),
    (Stands::Set, "straight", "movement {\n  king may fly @\n}"),
    (Stands::Set, "anywhere", "movement {\n  king may fly @\n}"),
    (Stands::Set, "adjacent", "movement {\n  king may fly @\n}"),
    (Stands::Set, "behind", "movement {\n  king may step orthogonal if some enemy on @\n}"),
    (Stands::Set, "one", "capture {\n  king may go orthogonal, taking enemy, to empty if count own = @\n}"),
    (Stands::Set, "two", "capture {\n  king may go orthogonal, taking enemy, to empty if count own = @\n}"),
    (Stands::Set, "three", "capture {\n  king may go orthogonal, taking enemy, to empty if count own = @\n}"),
    (Stands::Set, "sole", "victory {\n  draw if @ own king\n}"),
    (Stands::Set, "same", "movement {\n  king may step orthogonal if landing is @\n}"),
    (Stands::Set, "amount", "movement {\n  king may step orthogonal if @ = 3\n}"),
    (Stands::Set, "repetition", "victory {\n  draw if @ = 3\n}"),
    (Stands::Set, "position", "victory {\n  draw if @ = 3\n}"),
    (Stands::Set, "maximum", "obligation {\n  must capture with most @\n}"),
    (Stands::Set, "rounds", "movement {\n  king may step orthogonal if @ > 9\n}"),
    (Stands::Set, "attacked", "movement {\n  king may step orthogonal if it is @\n}"),
    (Stands::Set, "stuck", "victory {\n  mover loses if mover is @\n}"),
    (Stands::Set, "was", "effects {\n  when man lands if it @ king: end move\n}"),
    (Stands::Set, "jump", "obligation {\n  must @\n}"),
    (Stands::Set, "step", "turn {\n  play move\n  may play @\n}"),
    (Stands::Verb, "slide", "movement {\n  king may @ orthogonal\n}"),
    (Stands::Verb, "move", "movement {\n  king may @ orthogonal\n}"),
    (Stands::Verb, "walk", "movement {\n  king may @ orthogonal\n}"),
    (Stands::Verb, "leap", "capture {\n  king may @ orthogonal over enemy\n}"),
    (Stands::Verb, "eat", "capture {\n  king may @ orthogonal over enemy\n}"),
    (Stands::Verb, "crown", "effects {\n  when man lands on edge: @ it to king\n}"),
    (Stands::Verb, "drop", "movement {\n  mover may enlist { @ new man at a1 }\n}"),
    (Stands::Verb, "trade", "effects {\n  when man lands on edge: @ it\n}"),
    (Stands::Verb, "skip", "movement {\n  mover may @\n}"),
    (Stands::Verb, "stop", "effects {\n  when man lands on edge: @\n}"),
    (Stands::Verb, "delete", "effects {\n  when man lands on edge: @ it\n}"),
    (Stands::Verb, "convert", "effects {\n  when man lands on edge: @ it\n}"),
    (Stands::Verb, "roll", "turn {\n  @\n  play move\n}"),
    (Stands::Verb, "tie", "victory {\n  @ if count piece = 2\n}"),
    (Stands::Verb, "opponent", "turn {\n  play move\n  @ plays move\n}"),
    (Stands::Line, "can", "movement {\n  king @ step orthogonal\n}"),
    (Stands::Line, "unless", "movement {\n  king may step orthogonal @ count own = 1\n}"),
    (Stands::Line, "otherwise", "effects {\n  when king lands {\n    if it is on edge: end move\n    @: end turn\n  }\n}"),
    (Stands::Line, "whenever", "effects {\n  @ king lands: end move\n}"),
    (Stands::Line, "while", "effects {\n  when king lands {\n    @ count own > 3: take own\n  }\n}"),
    (Stands::Line, "becomes", "effects {\n  when man lands on edge: it @ king\n}"),
    (Stands::Line, "remove", "effects {\n  when man lands on edge: @ it\n}"),
    (Stands::Line, "all", "movement {\n  @ king may step orthogonal\n}"),
    (Stands::Line, "equals", "movement {\n  king may step orthogonal if count own @ 1\n}"),
    (Stands::Line, "plus", "movement {\n  king may step orthogonal if count own @ 1 > 3\n}"),
    (Stands::Line, "minus", "movement {\n  king may step orthogonal if count own @ 1 > 3\n}"),
    (Stands::Line, "more", "movement {\n  king may step orthogonal if count own @ 1\n}"),
    (Stands::Event, "reaches", "effects {\n  when king @ edge: end move\n}"),
    (Stands::Event, "moves", "effects {\n  when king @: end move\n}"),
    (Stands::Event, "captured", "effects {\n  when king is @: end move\n}"),
    (Stands::Event, "dies", "effects {\n  when king @: end move\n}"),
    (Stands::Event, "disappears", "effects {\n  when king @: end move\n}"),
    (Stands::Event, "starts", "effects {\n  when turn @: set reign of mover to 0\n}"),
    (Stands::Event, "finishes", "effects {\n  when turn @: set reign of mover to 0\n}"),
];

fn place_of(row: &Plain) -> &'static str {
    let place = PLACES.iter().find(|(stands, first, _)| *stands == row.stands && *first == row.words[0]);
    place.unwrap_or_else(|| panic!("no place for {row:?}")).2
}

#[test]
fn what_is_said_of_each_word() {
    assert_eq!(PLACES.len(), PLAIN.len(), "a place for each row");
    let mut said = String::new();
    let mut wrong = Vec::new();
    for row in PLAIN {
        for (i, word) in row.words.iter().enumerate() {
            let chapter = place_of(row).replace('@', word);
            let text = format!("{GAME}{chapter}\n");
            let loaded = load_text("plain", "plain.draughts", text.clone().into_bytes(), None);
            let mut found = loaded.check(&Choices::default()).diagnostics;
            certain(&loaded, &Choices::default(), &Levels::default(), &mut found);
            found.retain(|one| one.severity == draughtsman::diagnostic::Severity::Error);
            let [one] = &found[..] else {
                wrong.push(format!("{word}: {} errors in\n{chapter}", found.len()));
                continue;
            };
            if loaded.sources.text(one.span) != *word || !one.advice().iter().any(|help| help == row.says) {
                wrong.push(format!("{word} is not what is spoken of: {} {:?}", one.message, one.advice()));
            }
            if i == 0 {
                let shown = human(&loaded.sources, &[one], false);
                write!(said, "{}", shown.trim_start_matches('\n')).unwrap();
            } else {
                let becomes = one.fix.as_ref().map(|fix| format!(", becomes `{}`", fix.replacement)).unwrap_or_default();
                writeln!(said, "`{word}`: the same{becomes}").unwrap();
            }
            if i + 1 == row.words.len() {
                said.push('\n');
            }
            if one.fix.is_some() {
                let mended = mended("plain", "plain.draughts", text, None, &Choices::default(), &Levels::default());
                let left =
                    load_text("plain", "plain.draughts", mended.text.clone().into_bytes(), None).check(&Choices::default());
                if any_error(&left.diagnostics) || left.variant.is_none() {
                    wrong.push(format!("{word}: mended, it is still wrong:\n{}", mended.text));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("plain_words", said));
}

/// Slips of people who have read the pages and write by heart.
const SLIPS: &[(&str, &str)] = &[
    ("the colour before the piece", "effects {\n  when White man lands: end move\n}"),
    ("two words for one", "movement {\n  king on far row may step orthogonal\n}"),
    ("two words for one, one of them reserved", "movement {\n  king may fly any way\n}"),
    ("a duty of pieces", "obligation {\n  man must capture\n}"),
    ("a duty of pieces, added", "obligation {\n  add man must capture\n}"),
    ("can for may", "movement {\n  men can step backward\n}"),
    ("can for may, and move for step", "movement {\n  men can move backward\n}"),
    ("an event that is none", "effects {\n  when man reaches far-row: end move\n}"),
    ("another", "effects {\n  when man moves: end move\n}"),
    ("one that nobody foresaw", "effects {\n  when man wobbles: end move\n}"),
    ("the owner of a piece somewhere", "effects {\n  when king lands: set owner of piece on centre-squares to mover\n}"),
    (
        "a step from a piece in two words",
        "movement {\n  king may leave-a-man { place new man at empty forward diagonal from actor }\n}",
    ),
    ("a verb with the words of another", "movement {\n  king may step diagonal over own\n}"),
    ("taking from a distance by moving onto it", "capture {\n  king may fly diagonal onto enemy\n}"),
    ("a path that takes and does not land", "capture {\n  king may go diagonal, taking enemy, here\n}"),
    ("slide", "movement {\n  king may slide diagonal\n}"),
    ("a rule that is added and is none", "movement {\n  add king may\n}"),
    ("a verb for a class of moves", "obligation {\n  must jump\n}"),
    ("a square that is not there", "effects {\n  when king lands if a9 is empty: end move\n}"),
    ("a piece that is not there", "movement {\n  wizard may step any-way\n}"),
    ("what could be done", "movement {\n  king may step orthogonal if some own king where it could capture\n}"),
    ("any distance", "movement {\n  king may step diagonal any distance\n}"),
    ("any number", "capture {\n  king may jump diagonal over enemies any number\n}"),
    ("a chain without its word", "capture {\n  may continue\n}"),
    ("a counter that is set", "effects {\n  when king lands: reign of mover = 0\n}"),
    ("another way to set it", "effects {\n  when king lands {\n    reign of mover = 0\n  }\n}"),
    ("an underscore", "movement {\n  king on centre_squares may step orthogonal\n}"),
    ("repeat as a number", "victory {\n  draw if repeat = 3\n}"),
    ("must take", "obligation {\n  must take\n}"),
    ("remove for removal", "capture {\n  remove after move\n}"),
    ("a class that is none", "turn {\n  play huff\n}"),
    ("moves that are counted", "victory {\n  draw if moves > 200\n}"),
    ("the contrary in one word", "movement {\n  king may step non-diagonal\n}"),
    ("another contrary", "movement {\n  king may go diagonal, to unempty\n}"),
    ("a row that is another", "effects {\n  when man lands on near-row: end move\n}"),
    ("one is not none", "victory {\n  draw if one own king\n}"),
    ("what is not known for certain", "movement {\n  king may step wast\n}"),
];

#[test]
fn slips_of_people() {
    let mut said = String::new();
    for (what, chapter) in SLIPS {
        let text = format!("{GAME}{chapter}\n");
        let loaded = load_text("plain", "plain.draughts", text.into_bytes(), None);
        let mut found = loaded.check(&Choices::default()).diagnostics;
        certain(&loaded, &Choices::default(), &Levels::default(), &mut found);
        let found: Vec<_> = found.iter().collect();
        assert!(!found.is_empty(), "{what}");
        writeln!(said, "════ {what}\n\n{}", human(&loaded.sources, &found, false)).unwrap();
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("slips", said));
}

/// A child that changes the board of its parent, and a diagram that does not fit its own.
#[test]
fn boards_that_do_not_fit() {
    let child = "+++\nname = \"x\"\nextends = \"tablut\"\n[board]\ngrid = \"7x7\"\n+++\n";
    let light = "+++\nname = \"x\"\nextends = \"english\"\n[board]\nplay = \"light\"\n+++\n";
    let row = "+++\nname = \"x\"\nextends = \"english\"\n[setup]\ndiagram = \"\"\"\nb b b b b b b b\n. . . . . . . .\n. . . . . . . .\n\
        . . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\nw . w . w . w .\n\"\"\"\n+++\n";
    let mut said = String::new();
    for text in [child, light, row] {
        let loaded = load_text("x", "x.draughts", text.as_bytes().to_vec(), None);
        let found = loaded.check(&Choices::default()).diagnostics;
        let found: Vec<_> = found.iter().collect();
        write!(said, "{}", human(&loaded.sources, &found, false)).unwrap();
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("slips_of_boards", said));
}
