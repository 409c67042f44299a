use super::*;
use crate::engine::Position;
use crate::library;
use crate::model::Setup;
use crate::notation::At;

fn game(name: &str, text: &str) -> Result<SavedGame, Error> {
    let ready = library::bundled(name).unwrap();
    read(text)?[0].game(&Terms::from(&ready.variant))
}

#[test]
fn what_is_written_reads_back() {
    for name in ["english", "lasca", "saving_private", "chaos", "guerrilla"] {
        let ready = library::bundled(name).unwrap();
        let terms = Terms::from(&ready.variant);
        let start = Position::start(&ready.program).unwrap().to_setup(&ready.program);
        let start = Some(Setup { pending: None, ..start });
        let moves = vec!["a \"quoted\" move".to_owned(), "11-15".to_owned()];
        let saved = SavedGame { start, moves, ..SavedGame::default() };
        let text = format!("{HEADER}{}", entry(&terms, "a name", "Why: it's so.", &["x=off".to_owned()], &saved));
        let all = read(&text).unwrap();
        assert_eq!((all[0].name.as_str(), all[0].reason.as_str()), ("a name", "Why: it's so."), "{text}");
        assert_eq!(all[0].options, ["x=off"]);
        assert_eq!(all[0].game(&terms).unwrap(), saved, "{text}");
    }
}

#[test]
fn a_diagram_will_do() {
    let diagram = "[[position]]\nname = \"x\"\nplayer = \"White\"\ndiagram = \"\"\"\n. b . . . . . .\n. . . . . . . .\n. . . . . . . .\n\
                   . . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\nw . . . . . . .\n\"\"\"\n";
    assert_eq!(game("english", diagram), game("english", "[[position]]\nname = \"x\"\nfen = \"W:W29:B1\"\n"));
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let wrong = |text: &str| game("english", text).unwrap_err().to_string();
    assert_eq!(wrong("[[position]]\nfen = \"W:W5:B1\"\n"), "position.1: `name` is missing");
    let twice = "[[position]]\nname = \"x\"\n[[position]]\nname = \"x\"\n";
    assert_eq!(wrong(twice), "position.2.name: two positions are called `x`");
    assert!(wrong("[[position]]\nname = \"x\"\nfeN = \"\"\n").contains("unknown key `feN` (accepted: name, reason"));
    assert!(wrong("[[position]]\nname = \"x\"\nfen = \"W:W99:B\"\n").starts_with("the position `x`.fen: "));
    let both = "[[position]]\nname = \"x\"\nfen = \"W:W5:B1\"\ndiagram = \"\"\n";
    assert_eq!(wrong(both), "position.1: the position `x` is given twice, by `fen` and by `diagram`");
    assert!(matches!(read("[[position]\n").unwrap_err().at, At::Line(1, _)));
}
