//! Two versions of rules, compared: ten one-line changes are each found, with a smallest position from which nothing can be left
//! out; versions that play alike are not said to differ.

use draughtsman::analysis::diff::{self, Claim, Report, Settings, Version};
use draughtsman::check::Choices;
use draughtsman::library::{self, Ready};
use draughtsman::program::Program;

/// A bundled variant as one file.
fn flat(name: &str) -> String {
    let loaded = library::load(name).expect("a variant");
    let variant = loaded.check(&Choices::default()).variant.expect("sound rules");
    loaded.flat(&variant.equipment)
}

pub(crate) fn ready(text: &str) -> Ready {
    let loaded = library::load_text("changed", "changed.draughts", text.as_bytes().to_vec(), None);
    let checked = loaded.check(&Choices::default());
    let variant = checked.variant.unwrap_or_else(|| panic!("{:?}\n{text}", checked.diagnostics));
    Ready { program: Program::compile(&variant), variant }
}

fn version<'v>(name: &'v str, ready: &'v Ready) -> Version<'v> {
    Version { name, variant: &ready.variant, program: &ready.program }
}

const PLAYERS: &str = "[players]\nWhite = { faces = \"north\" }\nBlack = { faces = \"south\" }\n";

/// A change of one line of International draughts, and what the smallest position must say.
struct Changed {
    what: &'static str,
    line: &'static str,
    by: &'static str,
    /// Most pieces of the smallest position.
    pieces: usize,
    /// Parts of the text.
    told: &'static [&'static str],
}

const CHANGES: &[Changed] = &[
    Changed {
        what: "a direction",
        line: "man may step forward diagonal",
        by: "man may step diagonal",
        pieces: 1,
        told: &["only in new:", "by man may step diagonal   (movement, changed.draughts:"],
    },
    Changed {
        what: "the majority rule",
        line: "must capture with most taken",
        by: "must capture with least taken",
        pieces: 5,
        told: &["barred by must capture with most taken", "barred by must capture with least taken"],
    },
    Changed {
        what: "when taken pieces leave",
        line: "removal after move",
        by: "removal at once",
        pieces: 6,
        told: &["removal after move"],
    },
    Changed {
        what: "promotion at rest or in passing",
        line: "when man rests on far-row: promote it to king",
        by: "when man lands on far-row: promote it to king",
        pieces: 4,
        told: &["- when man rests on far-row", "+ when man lands on far-row"],
    },
    Changed {
        what: "the chain law",
        line: "chain must continue\n",
        by: "\n",
        pieces: 3,
        told: &["- chain must continue", "only in new: "],
    },
    Changed {
        what: "how a king moves",
        line: "king may fly diagonal\n",
        by: "king may step diagonal\n",
        pieces: 1,
        told: &["only in old:", "by king may fly diagonal"],
    },
    Changed {
        what: "men that take backward",
        line: "man may jump diagonal over enemy",
        by: "man may jump forward diagonal over enemy",
        pieces: 2,
        told: &["by man may jump diagonal over enemy"],
    },
    Changed {
        what: "an obligation that is dropped",
        line: "must capture with most taken\n",
        by: "\n",
        pieces: 4,
        told: &["- must capture with most taken", "barred by must capture with most taken"],
    },
    Changed {
        what: "a draw clock",
        line: "idle-limit = { value = 50",
        by: "idle-limit = { value = 40",
        pieces: 2,
        told: &["- number idle-limit: 50", "+ number idle-limit: 40", ":H39", "twenty-five king moves each"],
    },
    Changed {
        what: "the start",
        line: ". w . w . w . w . w\nw . w . w . w . w .\n\"\"\"",
        by: ". w . w . w . w . w\nw . w . w . w . . .\n\"\"\"",
        pieces: 0,
        told: &["the games start differently", "- set-up of White man: i1"],
    },
];

fn compare(old: &Ready, new: &Ready, positions: u64) -> (Report, String) {
    let (a, b) = (version("old", old), version("new", new));
    let settings = Settings { positions, ..Settings::default() };
    let report = diff::diff(&a, &b, &[], &settings, &|_| true).unwrap();
    let text = report.text(&a, &b);
    for witness in &report.witnesses {
        assert!(report.is_minimal(&a, &b, witness), "something can be left out of\n{text}");
    }
    (report, text)
}

#[test]
fn ten_changes_of_one_line_are_found() {
    let text = flat("international");
    let old = ready(&text);
    assert_eq!(CHANGES.len(), 10);
    for change in CHANGES {
        assert_eq!(text.matches(change.line).count(), 1, "{}: `{}`", change.what, change.line);
        let new = ready(&text.replace(change.line, change.by));
        let (report, told) = compare(&old, &new, 4_000);
        assert!(report.differ(), "{}: not found\n{told}", change.what);
        for part in change.told {
            assert!(told.contains(part), "{}: no `{part}` in\n{told}", change.what);
        }
        if report.start.is_none() {
            let smallest = report.witnesses.first().expect("a position").pieces();
            assert!(smallest <= change.pieces, "{}: {smallest} pieces\n{told}", change.what);
        }
    }
}

/// `must capture` says nothing that `must capture with most taken` does not, nor need a chain be told to go on where the longest
/// must be made: the rules differ, and play alike.
#[test]
fn changes_that_change_nothing() {
    let text = flat("international");
    let old = ready(&text);
    for (line, by, shown) in [
        ("must capture\n", "\n", "- must capture   (changed.draughts:"),
        ("chain must continue\n", "chain may continue\n", "+ chain may continue   (changed.draughts:"),
    ] {
        let (report, told) = compare(&old, &ready(&text.replacen(line, by, 1)), 2_000);
        assert_eq!(report.claim, Claim::NoneFound, "{told}");
        assert!(told.contains(shown), "{told}");
        let plies = report.searched.plies.expect("the start at least");
        let claim = format!("no difference found in {} positions to ply {plies}", report.searched.positions());
        assert!(told.contains(&claim), "{told}");
    }
}

/// A line that reads the same in both says in the author's words what has changed behind it; nothing is said in words of the inside.
#[test]
fn what_has_changed_behind_a_line_is_named() {
    let text = flat("international");
    let with = |definition: &str, size: u8| {
        let ending = format!("victory {{\n  draw \"lined up\" if lined-up and count piece > {size}");
        let text = text.replacen("victory {", &ending, 1);
        ready(&format!("{text}\ndefinitions {{\n  define lined-up = {definition}\n}}\n"))
    };
    let (_, told) = compare(&with("count own on far-row = 3", 5), &with("count own on home-row = 3", 5), 200);
    assert!(told.contains("-   by define lined-up = count own on far-row = 3\n"), "{told}");
    assert!(told.contains("+   by define lined-up = count own on home-row = 3\n"), "{told}");
    let limit = text.replace("idle-limit = { value = 50", "idle-limit = { value = 40");
    let (_, told) = compare(&ready(&text), &ready(&limit), 200);
    assert!(told.contains("-   by number idle-limit: 50\n") && told.contains("+   by number idle-limit: 40\n"), "{told}");
    for inside in ["(count ", "(and ", "it.0", "after turn:", "side:"] {
        assert!(!told.contains(inside), "{inside} in\n{told}");
    }
}

/// A line of the turn that has changed is told itself, not the first of its chapter.
#[test]
fn of_a_turn_the_line_that_differs_is_told() {
    let text = flat("english");
    let with = |second: &str| format!("{text}\nturn {{\n  play move\n  may play {second}\n}}\n");
    let (old, new) = (ready(&with("capture")), ready(&with("movement")));
    let changes = diff::changes(&old.variant, &new.variant);
    let texts = |said: &[diff::Said]| said.iter().map(|one| one.text.clone()).collect::<Vec<_>>();
    assert_eq!(changes.len(), 1, "{changes:?}");
    assert_eq!(texts(&changes[0].removed), ["may play capture"]);
    assert_eq!(texts(&changes[0].added), ["may play movement"]);
}

/// What one player has chosen when another is asked leads to as many positions, though the same pieces stand there.
#[test]
fn every_line_from_the_start_tells_choices_apart() {
    let front = "[board]\ngrid = \"5x5\"\n[pieces]\nman = {}\n[setup]\nman = { White = [\"a1\", \"b1\"], Black = [\"e5\"] }\n";
    let text = |more: &str| {
        format!(
            "+++\nname = \"Ask\"\n{PLAYERS}{front}+++\nmovement {{\n  mover may ask {{\n    choose one in own man\n    \
             choose answer in (1 or 2) by opponent\n    if answer = 1 and one on b1: take one\n{more}  }}\n}}\n"
        )
    };
    let (old, new) = (ready(&text("")), ready(&text("    if answer = 2 and one on b1: take enemy\n")));
    let (report, told) = compare(&old, &new, 400);
    let earliest = report.earliest.unwrap_or_else(|| panic!("not found from the start\n{told}"));
    assert_eq!((earliest.ply, earliest.line), (1, vec!["ask b1".to_owned()]), "{told}");
}

/// Each witness shows the difference that it was looked for, however small it has become.
#[test]
fn a_witness_keeps_its_kind_while_it_shrinks() {
    let text = flat("international");
    let new =
        text.replace("must capture with most taken\n", "\n").replace("man may step forward diagonal", "man may step diagonal");
    let (report, told) = compare(&ready(&text), &ready(&new), 4_000);
    assert!(report.witnesses.len() > 1, "{told}");
    assert!(told.contains("barred by must capture with most taken") && told.contains("by man may step diagonal"), "{told}");
}

/// The same seed gives the same answer, whatever the number of threads.
#[test]
fn threads_change_nothing() {
    let (a, b) = (library::bundled("english").expect("rules"), library::bundled("italian").expect("rules"));
    let told = |threads| {
        let threads = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        threads.install(|| compare(&a, &b, 1_500).1)
    };
    let one = told(1);
    assert_eq!(one, told(3));
    assert!(one.contains("only in ") && one.contains("matched mirrored"), "{one}");
}

/// Every bundled variant is compared with itself: nothing is found, and nothing panics.
#[test]
fn nothing_differs_from_itself() {
    for name in library::names() {
        let ready = library::bundled(name).expect("rules");
        let (report, told) = compare(&ready, &ready, 80);
        assert_eq!(report.claim, Claim::NoneFound, "{name}\n{told}");
        assert!(told.starts_with("the rules mean the same\n"), "{name}\n{told}");
        assert!(report.searched.positions() > 30, "{name}\n{told}");
    }
}

/// Runs the program: exit code, standard output, standard error.
fn run(folder: &std::path::Path, arguments: &[&str]) -> (i32, String, String) {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_draughtsman"))
        .current_dir(folder)
        .args(arguments)
        .env("GIT_CEILING_DIRECTORIES", folder.parent().unwrap_or(folder))
        .output()
        .expect("the program");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

fn git(folder: &std::path::Path, arguments: &[&str]) {
    let who = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.com", "-c", "commit.gpgsign=false"];
    let output = std::process::Command::new("git").current_dir(folder).args(who).args(arguments).output().expect("git");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// A file against its last version in git, its parent as it was then; and what is said where there is none.
#[test]
fn a_file_against_git() {
    let folder = tempfile::tempdir().expect("a folder");
    let (at, file) = (folder.path(), folder.path().join("mine.draughts"));
    let child = "+++\nname = \"Mine\"\nextends = \"base\"\n+++\n";
    std::fs::write(at.join("base.draughts"), library::text_of("english").expect("rules")).expect("a file");
    std::fs::write(&file, child).expect("a file");
    let (code, _, said) = run(at, &["diff", "mine.draughts"]);
    assert_eq!(code, 2);
    assert!(said.contains("mine.draughts: there is no git repository here to compare with"), "{said}");
    git(at, &["init", "-q"]);
    git(at, &["add", "base.draughts"]);
    git(at, &["commit", "-q", "-m", "a parent"]);
    let (code, _, said) = run(at, &["diff", "mine.draughts"]);
    assert_eq!((code, said.contains("mine.draughts is not in git at `HEAD`")), (2, true), "{said}");
    git(at, &["add", "."]);
    git(at, &["commit", "-q", "-m", "a child"]);
    let (code, told, said) = run(at, &["diff", "mine.draughts", "--positions", "300"]);
    assert_eq!(code, 0, "{told}{said}");
    assert!(told.starts_with("the rules mean the same\n") && told.contains("no difference found in "), "{told}");
    // The parent changes: the child of old has the parent of old.
    let base = library::text_of("english").expect("rules").replace("man may step forward diagonal", "man may step diagonal");
    std::fs::write(at.join("base.draughts"), base).expect("a file");
    let (code, told, said) = run(at, &["diff", "mine.draughts", "--positions", "300", "--svg", "drawn", "--threads", "2"]);
    assert_eq!(code, 1, "{told}{said}");
    assert!(told.contains("- mine.draughts at HEAD\n+ mine.draughts\n"), "{told}");
    assert!(told.contains("+ man may step diagonal"), "{told}");
    let picture = std::fs::read_to_string(at.join("drawn/difference-1.svg")).expect("a picture");
    assert!(picture.starts_with("<svg") && picture.contains("only in mine.draughts"), "{picture}");
    let (code, _, said) = run(at, &["diff", "mine.draughts", "--git", "nowhere"]);
    assert_eq!((code, said.contains("there is no revision `nowhere`")), (2, true), "{said}");
    let (code, _, said) = run(at, &["diff", "missing.draughts"]);
    assert_eq!((code, said.contains("there is no such file")), (2, true), "{said}");
}

/// Options of one of the two, positions given, and the answer as JSON.
#[test]
fn options_positions_and_json() {
    let at = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let number = ["diff", "international", "international+idle-limit=40", "--positions", "2000", "--json"];
    let (code, told, said) = run(at, &number);
    assert_eq!(code, 1, "{said}");
    let told: draughtsman::notation::json::diff::Diff = serde_json::from_str(&told).expect("the documented form");
    assert_eq!((told.schema, told.claim.as_str(), told.same_rules), (1, "differ", false));
    assert!(told.witnesses.iter().any(|witness| witness.effects.iter().any(|one| one.differs == "outcome")), "{told:?}");
    let position = ["diff", "international", "killer", "--positions", "40", "--depth", "0", "--position", "W:WK46:BK41"];
    let (code, told, said) = run(at, &position);
    assert!(code < 2, "{said}");
    assert!(told.contains("every position from the start to ply 0"), "{told}");
    let (code, _, said) = run(at, &["diff", "international", "international+no-such"]);
    assert_eq!(code, 2, "{said}");
    let (code, _, said) = run(at, &["diff", "international", "killer", "--position", "W:W99"]);
    assert_eq!(code, 2, "{said}");
}

/// Positions of a file are looked at, blank lines and comments left out; what is none is shown where it stands in the file.
#[test]
fn positions_of_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let compared = |text: &str| {
        std::fs::write(folder.path().join("some.txt"), text).expect("a file");
        run(
            folder.path(),
            &["diff", "international", "killer", "--positions", "40", "--depth", "0", "--positions-from", "some.txt"],
        )
    };
    let (code, told, said) = compared("# one\n\n  W:WK46:BK41\n");
    assert_eq!(code, 1, "{said}");
    assert!(told.contains("         1 of        2   50.00 %  every position from the start to ply 0"), "{told}");
    let (code, _, said) = compared("# one\nW:WK46:BK41\n  W:W99:B1\n");
    assert_eq!(code, 2);
    assert!(said.contains("--> some.txt:3:6") && said.contains("\n3 |   W:W99:B1\n"), "{said}");
}

/// Positions come from games of who wants to win, where that is asked.
#[test]
fn games_that_somebody_plays_are_looked_at() {
    let answered = |more: &[&str]| {
        let arguments = [&["diff", "english", "pool", "--positions", "1600", "--json"], more].concat();
        let crate::shell::Ended { code, out, err } = crate::shell::run(&arguments);
        assert_eq!(code, 1, "{err}");
        serde_json::from_str::<serde_json::Value>(&out).expect("JSON")
    };
    let greedy = answered(&["--agent", "greedy"]);
    assert_eq!(greedy, answered(&["--agent", "greedy", "--threads", "3"]));
    assert_eq!(answered(&[]), answered(&["--agent", "random"]));
    let searched =
        |said: &serde_json::Value| (said["searched"]["agent"].clone(), said["searched"]["games"]["positions"].clone());
    assert_eq!((searched(&greedy), searched(&answered(&[]))), (("greedy".into(), 400.into()), ("random".into(), 400.into())));
    assert_ne!(greedy["searched"]["games"], answered(&[])["searched"]["games"], "other positions");
    let text = crate::shell::run(&["diff", "english", "italian", "--positions", "400", "--agent", "level:2"]).out;
    assert!(text.contains("  games by level:2\n"), "{text}");
}
