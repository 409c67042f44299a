//! Texts for the codes that no short text earns, made where they are needed.

use draughtsman::check::Choices;
use draughtsman::codes;
use draughtsman::library::load_text;

/// Makes a text.
type Make = fn() -> String;

/// Codes of which a text is made here, and what makes it.
const MADE: [(&str, Make); 16] = [
    ("E0108", || rules(&format!("victory {{ draw if no {}own{} }}", "(".repeat(200), ")".repeat(200)))),
    ("E0109", || rules(&"# a note\n".repeat(200_000))),
    ("E0121", || rules(&"turn { play x }\n".repeat(60_000))),
    ("E0123", || rules(&format!("turn {{\n{}}}\n", "% $ %\n".repeat(5_000)))),
    ("E0125", || rules(&format!("movement {{\n{}}}\n", lines(1_500, |i| format!("add man may step wrod{i}"))))),
    ("E0126", || format!("+++\nname = \"Example\"\n[regions]\n{}+++\n", lines(15_000, |i| format!("r{i} = [\"a1\"]")))),
    ("E0211", || rules(&format!("movement {{\n{}}}\n", lines(1_100, |i| format!("remove man may x{i}"))))),
    ("E0602", || definitions(60, |name, below| format!("define {name} = {below} or {below}"))),
    ("E0603", || rules(&format!("effects {{ when move ends {{\n{}}} }}\n", lines(3_000, |i| format!("let x{i} = own"))))),
    ("E0604", || rules(&format!("state {{\n{}}}\n", lines(300, |i| format!("counter n{i}: 0..3"))))),
    ("E0605", || rules(&format!("movement {{\n{}}}\n", lines(5_100, |_| "x may y".to_owned())))),
    ("E0606", || rules(&lines(300, |i| format!("moves m{i} {{ man may step any-way }}")))),
    ("E0607", || rules(&lines(300, |i| format!("option o{i} {{ movement {{ add man may v{i} {{ end turn }} }} }}")))),
    ("E0608", || {
        let long = "own or ".repeat(2_000);
        let draws = lines(400, |i| format!("add draw \"{i}\" if some long"));
        rules(&format!("definitions {{\ndefine long = {long}own\n}}\nvictory {{\n{draws}}}\n"))
    }),
    ("W0609", || {
        let draws = lines(400, |i| format!("add draw \"{i}\" if some long"));
        let long = "own or ".repeat(300);
        let option = |i| format!("option o{i} {{ definitions {{ replace define long by define long = {long}enemy }} }}");
        rules(&format!("definitions {{\ndefine long = {long}own\n}}\nvictory {{\n{draws}}}\n{}", lines(50, option)))
    }),
    ("W0125", || rules(&format!("definitions {{\n{}}}\n", lines(1_500, |i| format!("define d{i} = own"))))),
];

fn rules(text: &str) -> String {
    format!("+++\nname = \"Example\"\nextends = \"english\"\n+++\n{text}")
}

fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(|i| format!("{}\n", line(i))).collect()
}

fn definitions(count: usize, line: impl Fn(&str, &str) -> String) -> String {
    let one = |i: usize| line(&format!("d{}", i + 1), &format!("d{i}"));
    rules(&format!("definitions {{\ndefine d0 = own\n{}}}\nvictory {{ add draw if some d{count} }}\n", lines(count, one)))
}

fn earned(text: String) -> Vec<&'static str> {
    let loaded = load_text("example", "example.draughts", text.into_bytes(), None);
    loaded.check(&Choices::default()).diagnostics.iter().map(|one| one.code).collect()
}

#[test]
fn long_texts_earn_their_codes() {
    for (code, make) in MADE {
        let codes = earned(make());
        assert!(codes.contains(&code), "{code}: {:?}", &codes[..codes.len().min(5)]);
    }
}

/// What has no example is earned here, or by a test of its own.
#[test]
fn what_has_no_example_is_shown_otherwise() {
    // E0110: no text at all; E0222: a folder of files. The others: trees that no text gives.
    const OTHERWISE: [&str; 5] = ["E0110", "E0222", "E0330", "E0337", "E0413"];
    let without = codes::all().iter().filter(|one| super::has_no_example(one)).map(|one| one.code);
    let mut shown: Vec<&str> = MADE.iter().map(|(code, _)| *code).chain(OTHERWISE).collect();
    shown.sort_unstable();
    assert_eq!(without.collect::<Vec<_>>(), shown);
}

#[test]
fn more_than_thirty_parents() {
    let folder = tempfile::TempDir::new().unwrap();
    let text = |parent: usize| format!("+++\nname = \"x\"\nextends = \"p{parent}\"\n+++\n");
    for i in 1..50 {
        std::fs::write(folder.path().join(format!("p{i}.draughts")), text(i + 1)).unwrap();
    }
    let loaded = load_text("p0", "p0.draughts", text(1).into_bytes(), Some(folder.path()));
    let found = loaded.check(&Choices::default()).diagnostics;
    assert_eq!(found.iter().map(|one| one.code).collect::<Vec<_>>(), ["E0222"]);
}
