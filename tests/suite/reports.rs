//! Reports for machines that test: JUnit's XML and GitLab's Code Quality of `check`, `snapshot` and `pdn`.

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus};
use serde_json::Value;
use tempfile::{TempDir, tempdir};

use crate::shell::{Ended, file, run_in, small};

const MISSPELT: &str = "movement {\n  man may step forwrd\n}\n";

const RIGHT: &str = "movement {\n  man may step any-way\n}\n";

const POSITIONS: &str = "# Two.\n[[position]]\nname = \"alone\"\nfen = \"W:W5:B1\"\n\n[[position]]\nname = \"a <b> & \\\"c\\\"\"\nfen = \"W:W6:B1\"\n";

/// `1-0`, a move that is illegal, and one in the form of another program.
const GAMES: &str = "[Event \"one\"]\n[GameType \"20\"]\n[Result \"1-0\"]\n\n1. 32-28 19-23 2. 28x19 14x23 1-0\n\n\
                     [Event \"two\"]\n[GameType \"20\"]\n[Result \"*\"]\n\n1. 32-28 19-23 2. 37-31 *\n\n\
                     [Event \"three\"]\n[GameType \"20\"]\n[Result \"1/2-1/2\"]\n\n1. 32-28 18-23 1/2-1/2\n";

/// Rules that are right, rules that are wrong, positions and games.
fn folder() -> TempDir {
    let folder = tempdir().unwrap();
    for (name, text) in [
        ("right.draughts", small(RIGHT)),
        ("wrong.draughts", small(MISSPELT)),
        ("right.positions.toml", POSITIONS.to_owned()),
        ("games.pdn", GAMES.to_owned()),
    ] {
        file(folder.path(), name, text);
    }
    folder
}

fn asked(folder: &TempDir, arguments: &[&str]) -> Ended {
    run_in(folder.path(), arguments, b"")
}

/// The tests of a report, each with its suite.
fn tests(report: &str) -> Vec<(String, TestCase)> {
    let report = Report::deserialize_from_str(report).unwrap_or_else(|error| panic!("{error}: {report}"));
    let suites = report.test_suites.into_iter();
    suites.flat_map(|suite| suite.test_cases.into_iter().map(move |case| (suite.name.as_str().to_owned(), case))).collect()
}

/// What is wrong with a test.
fn told(case: &TestCase) -> Option<(NonSuccessKind, String, String)> {
    match &case.status {
        TestCaseStatus::NonSuccess { kind, message, ty, .. } => {
            let text =
                |text: &Option<quick_junit::XmlString>| text.as_ref().map(|text| text.as_str().to_owned()).unwrap_or_default();
            Some((*kind, text(ty), text(message)))
        }
        _ => None,
    }
}

#[test]
fn check_tells_of_each_file() {
    let folder = folder();
    let ended = asked(&folder, &["check", "--format", "junit", "right.draughts", "wrong.draughts", "gone.draughts"]);
    assert_eq!(ended.code, 2, "{}", ended.err);
    let all = tests(&ended.out);
    let names: Vec<&str> = all.iter().map(|(suite, _)| suite.as_str()).collect();
    assert_eq!(names, ["right.draughts", "wrong.draughts", "gone.draughts"]);
    assert_eq!(told(&all[0].1), None);
    let (kind, code, message) = told(&all[1].1).unwrap();
    assert_eq!((kind, code.as_str()), (NonSuccessKind::Failure, "E0301"), "{message}");
    assert!(message.contains("`forwrd`"), "{message}");
    let (kind, code, message) = told(&all[2].1).unwrap();
    assert_eq!((kind, code.as_str()), (NonSuccessKind::Error, "unread"));
    assert!(message.contains("there is no file gone.draughts"), "{message}");
    assert!(ended.err.contains("2 files: 1 error"), "{}", ended.err);
}

#[test]
fn warnings_fail_where_they_are_denied() {
    let folder = tempdir().unwrap();
    let unused = small(RIGHT).replace("[pieces]", "[regions]\nunused = [\"a1\"]\n\n[pieces]");
    file(folder.path(), "my.draughts", unused);
    let report = |more: &[&str]| {
        let ended = asked(&folder, &[&["check", "--format", "junit", "my.draughts"], more].concat());
        (ended.code, told(&tests(&ended.out)[0].1).is_some(), ended.out.contains("<system-out>"))
    };
    assert_eq!(report(&[]), (0, false, true));
    assert_eq!(report(&["--deny-warnings"]), (1, true, false));
}

#[test]
fn check_marks_lines() {
    let folder = folder();
    let ended = asked(&folder, &["check", "--format", "gitlab", "./right.draughts", "./wrong.draughts"]);
    let found: Value = serde_json::from_str(&ended.out).unwrap();
    let [unused, one] = found.as_array().unwrap().as_slice() else { panic!("{found:#}") };
    assert_eq!(ended.code, 1);
    assert_eq!((&unused["check_name"], &unused["severity"]), (&"W0820".into(), &"minor".into()), "{unused:#}");
    assert_eq!((&one["check_name"], &one["severity"]), (&"E0301".into(), &"major".into()), "{one:#}");
    assert!(one["description"].as_str().unwrap().contains("`forwrd`"), "{one:#}");
    let line = small(MISSPELT).lines().position(|line| line.contains("forwrd")).unwrap() + 1;
    assert_eq!(one["location"], serde_json::json!({ "path": "wrong.draughts", "lines": { "begin": line } }));
}

#[test]
fn a_fault_is_the_same_one_where_it_has_moved() {
    let folder = tempdir().unwrap();
    let prints = |text: &str| {
        file(folder.path(), "my.draughts", small(text));
        let ended = asked(&folder, &["check", "--format", "gitlab", "my.draughts"]);
        let found: Value = serde_json::from_str(&ended.out).unwrap();
        let all = found.as_array().unwrap().iter().map(|one| one["fingerprint"].as_str().unwrap().to_owned());
        all.collect::<Vec<_>>()
    };
    let fault = "movement {\n  man may step forward if count own\n}\n";
    let one = prints(fault);
    assert_eq!((one.len(), one[0].len()), (1, 64));
    assert_eq!(prints(&format!("## Down a line.\n\n{fault}")), one);
    let two = prints("movement {\n  man may step forward if count own\n  king may step forward if count own\n}\n");
    assert!(two.len() == 2 && two[0] == one[0] && two[1] != one[0], "{two:?}");
}

#[test]
fn snapshot_tells_of_each_position() {
    let folder = folder();
    assert_eq!(asked(&folder, &["snapshot", "right.draughts", "--update"]).code, 0);
    let all = tests(&asked(&folder, &["snapshot", "right.draughts", "--format", "junit"]).out);
    let names: Vec<&str> = all.iter().map(|(_, case)| case.name.as_str()).collect();
    assert_eq!(names, ["alone", "a <b> & \"c\""]);
    assert!(all.iter().all(|(suite, case)| suite == "right.positions.toml" && told(case).is_none()));

    file(folder.path(), "right.draughts", small("movement {\n  man may step orthogonal\n}\n"));
    file(folder.path(), "right.positions.toml", POSITIONS.replace("\"alone\"", "\"lonely\""));
    let ended = asked(&folder, &["snapshot", "right.draughts", "--format", "junit"]);
    assert_eq!(ended.code, 1, "{}", ended.err);
    let kinds: Vec<_> = tests(&ended.out).iter().map(|(suite, case)| (suite.clone(), told(case).unwrap().1)).collect();
    let kind = |suite: &str, kind: &str| (suite.to_owned(), kind.to_owned());
    let beside = "right.positions.toml";
    assert_eq!(kinds, [kind(beside, "new"), kind(beside, "changed"), kind("right.snapshot.txt", "stale")]);
    let found: Value =
        serde_json::from_str(&asked(&folder, &["snapshot", "right.draughts", "--format", "gitlab"]).out).unwrap();
    let lines: Vec<u64> =
        found.as_array().unwrap().iter().map(|one| one["location"]["lines"]["begin"].as_u64().unwrap()).collect();
    assert_eq!(lines, [3, 7, 1]);
}

#[test]
fn pdn_tells_of_each_game() {
    let folder = folder();
    let ended = asked(&folder, &["pdn", "games.pdn", "--format", "junit"]);
    assert_eq!(ended.code, 1);
    let all = tests(&ended.out);
    let stopped: Vec<Option<String>> = all.iter().map(|(_, case)| told(case).map(|(_, kind, _)| kind)).collect();
    assert_eq!(stopped, [None, Some("stopped".to_owned()), None]);
    let found: Value = serde_json::from_str(&asked(&folder, &["pdn", "games.pdn", "--format", "gitlab"]).out).unwrap();
    assert_eq!(found[0]["location"], serde_json::json!({ "path": "games.pdn", "lines": { "begin": 11 } }), "{found:#}");
    assert_eq!(found.as_array().map(Vec::len), Some(1));
}

/// What cannot stand in XML is left out.
#[test]
fn junit_is_xml_whatever_a_file_says() {
    let folder = folder();
    let game = "[Event \"a\"]\n[GameType \"21\"]\n\n1. 11-15 23-2\u{FFFF}\u{FFFE}\u{1} *\n";
    std::fs::write(folder.path().join("odd.pdn"), game).unwrap();
    let ended = asked(&folder, &["pdn", "odd.pdn", "--format", "junit"]);
    assert!(ended.out.contains("23-2") && !ended.out.contains(['\u{FFFF}', '\u{FFFE}', '\u{1}']), "{}", ended.out);
}
