//! The documented limits stop the reference too, and name the rule that reached them.

use draughtsman::check::Choices;
use draughtsman::library::load_text;
use draughtsman::reference::Reference;

const FRONT: &str = "+++\nname = \"Endless\"\nversion = \"1.0.0\"\n[players]\nWhite = {}\nBlack = {}\n[board]\ngrid = \"3x3\"\n\
                     [pieces]\nman = { symbol = \"m\" }\n[setup]\ndiagram = \"\"\"\nb . .\n. . .\n. . w\n\"\"\"\n+++\n";

/// What the reference says of the moves of a rule file, and of which rule.
fn stopped(rules: &str) -> (String, String) {
    let text = format!("{FRONT}{rules}");
    let checked = load_text("endless", "endless.draughts", text.into_bytes(), None).check(&Choices::default());
    let variant = checked.variant.unwrap_or_else(|| panic!("{:#?}", checked.diagnostics));
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
