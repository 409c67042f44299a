//! A file that is saved: what its page is told.

use serde_json::{Value, json};

use super::Served;
use crate::shell::{file, run_in};

const POND: &str = "+++\nname = \"Pond\"\nextends = \"english\"\n+++\n\n\
    capture {\n  replace man may jump by man may jump diagonal over an enemy\n}\n";

#[test]
fn a_save_is_checked_compared_and_played() {
    let folder = tempfile::tempdir().unwrap();
    file(folder.path(), "pond.draughts", POND);
    let pin = ["snapshot", "add", "pond.draughts", "--name", "backward", "--position", "W:W10:B15"];
    assert_eq!(run_in(folder.path(), &pin, b"").code, 0);
    let served = Served::start(folder.path(), &["pond.draughts"]);
    let events = format!("{}events?pond", served.link(0));
    let heard = |part: &str| -> Value { serde_json::from_str(&served.hear(&events, part)).unwrap() };
    let first = heard("\"playable\":true");
    assert_eq!(
        (&first["found"], &first["pinned"][0]["state"], &first["difference"]["state"]),
        (&json!(""), &json!("as pinned"), &json!("none"))
    );
    assert!(heard("\"balance\":{")["balance"]["games"].as_u64().unwrap() > 0);
    // A mistake is told as on the terminal; the game goes on by the rules before.
    file(folder.path(), "pond.draughts", POND.replace("jump diagonal", "jmp diagonal"));
    let wrong = heard("\"playable\":false");
    let said = run_in(folder.path(), &["check", "pond.draughts"], b"").out;
    assert_eq!(wrong["found"].as_str().unwrap(), said);
    assert!(said.contains("did you mean `jump`?"), "{said}");
    // Mended, and otherwise: the last version that could be played is what it is compared with.
    file(folder.path(), "pond.draughts", POND.replace("jump diagonal", "jump forward diagonal"));
    let found = heard("\"state\":\"found\"");
    let text = found["difference"]["text"].as_str().unwrap();
    assert!(text.contains("only in before"), "{text}");
    assert!(found["difference"]["pictures"][0].as_str().unwrap().starts_with("<svg"), "{found}");
    assert_eq!(found["pinned"][0]["state"], "changed", "{found}");
    assert!(found["pinned"][0]["text"].as_str().unwrap().contains("gone:"), "{found}");
    assert!(found["version"].as_u64() > wrong["version"].as_u64());
    // What is pinned anew is green.
    assert_eq!(run_in(folder.path(), &["snapshot", "pond.draughts", "--update"], b"").code, 0);
    heard("\"state\":\"as pinned\"");
    // Gone, and there again.
    std::fs::remove_file(folder.path().join("pond.draughts")).unwrap();
    assert!(!heard("\"playable\":false")["found"].as_str().unwrap().is_empty());
    file(folder.path(), "pond.draughts", POND);
    heard("\"playable\":true");
    // A line that plays as before is said to.
    file(folder.path(), "pond.draughts", format!("{POND}\n# nothing\n"));
    let same = heard("the rules mean the same");
    assert_eq!(same["difference"]["pictures"], json!([]), "{same}");
}
