//! What `check` says in each of its forms, what `--fix` mends, what `explain` explains.

use std::fs;

use serde_json::Value;
use tempfile::tempdir;

use crate::shell::{answer, file, json, run, run_with, small};

/// A misspelt word on line 25, with a certain fix, and a kind that nothing moves.
pub(crate) fn misspelt() -> String {
    small("movement {\n  man may step forwrd\n}\n")
}

pub(crate) fn right() -> String {
    let crowned = "promotion {\n  when man lands on far-row: promote it to king\n}\n";
    small(&format!("movement {{\n  man may step forward\n  king may step any-way\n}}\n{crowned}"))
}

#[test]
fn exit_codes() {
    let odd = small("movement {\n  man may step forward\n}\n");
    assert_eq!(run_with(&["check", "-"], right().as_bytes()).code, 0);
    assert_eq!(run_with(&["check", "-"], odd.as_bytes()).code, 0);
    assert_eq!(run_with(&["check", "--deny-warnings", "-"], odd.as_bytes()).code, 1);
    assert_eq!(run_with(&["check", "--deny-warnings", "-"], right().as_bytes()).code, 0);
    assert_eq!(run_with(&["check", "-"], misspelt().as_bytes()).code, 1);
    assert_eq!(run_with(&["check", "-", "nothing.draughts"], misspelt().as_bytes()).code, 2);
    assert_eq!(run_with(&["check", "-", "-"], b"").code, 2);
    assert_eq!(run(&["check"]).code, 2);
    let ended = run_with(&["check", "-"], misspelt().as_bytes());
    assert!(ended.err.contains("1 file: 1 error") && ended.err.contains("draughtsman explain E0301"), "{}", ended.err);
}

/// Sound rules by which nobody can do anything: the one slip that `check` itself cannot point at.
#[test]
fn a_game_that_is_over_at_its_start_is_noted() {
    let over = "the game is over at its start (player who cannot move loses); `draughtsman explain";
    let stuck = small("movement {\n  man may step backward\n}\nvictory {\n  player who cannot move loses\n}\n");
    let ended = run_with(&["check", "-"], stuck.as_bytes());
    assert!(ended.code == 0 && ended.err.contains(over), "{}", ended.err);
    let ended = run_with(&["check", "-"], right().as_bytes());
    assert!(!ended.err.contains("over at its start"), "{}", ended.err);
}

#[test]
fn commands_of_a_github_workflow() {
    let folder = tempdir().unwrap();
    let path = file(folder.path(), "a,b.draughts", misspelt());
    let ended = run(&["check", "--format", "github", &path]);
    assert_eq!(ended.code, 1);
    let (start, rest) = ended.out.split_once("line=").unwrap();
    assert!(start.starts_with("::error file=") && start.ends_with("a%2Cb.draughts,"), "{start}");
    assert_eq!(rest, "25,col=16,endLine=25,endColumn=22,title=E0301::`forwrd` is not declared%0Adid you mean `forward`?\n");
}

/// Without a validator: what sections 3.13, 3.14, 3.18, 3.19, 3.27 to 3.30, 3.49 and 3.55 to 3.57 of SARIF 2.1.0 require.
#[test]
fn sarif() {
    let text = small("movement {\n  man may step forwrd\n}\nstate {\n  counter n: 0..3\n  counter n: 0..4\n}\n");
    let ended = run_with(&["check", "--format", "sarif", "-"], text.as_bytes());
    assert_eq!(ended.code, 1);
    let log: Value = serde_json::from_str(&ended.out).unwrap();
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    assert_eq!(run["columnKind"], "unicodeCodePoints");
    let driver = &run["tool"]["driver"];
    assert_eq!(driver["name"], "draughtsman");
    let rules = driver["rules"].as_array().unwrap();
    let results = run["results"].as_array().unwrap();
    assert_eq!((rules.len(), results.len()), (2, 2));
    for result in results {
        let rule = &rules[result["ruleIndex"].as_u64().unwrap() as usize];
        assert_eq!(rule["id"], result["ruleId"]);
        assert!(!result["message"]["text"].as_str().unwrap().is_empty());
        assert_eq!(result["level"], "error");
        for text in [&rule["shortDescription"]["text"], &rule["fullDescription"]["text"], &rule["help"]["markdown"]] {
            assert!(text.as_str().is_some_and(|text| !text.is_empty()), "{rule}");
        }
    }
    let place = &results[0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "%3Cstdin%3E");
    let region = |line: u32, from: u32, to: u32| (line, from, line, to);
    let lines = |region: &Value| {
        let number = |key: &str| region[key].as_u64().unwrap() as u32;
        (number("startLine"), number("startColumn"), number("endLine"), number("endColumn"))
    };
    assert_eq!(lines(&place["region"]), region(25, 16, 22));
    let change = &results[0]["fixes"][0]["artifactChanges"][0];
    assert_eq!(change["artifactLocation"], place["artifactLocation"]);
    assert_eq!(change["replacements"][0]["insertedContent"]["text"], "forward");
    assert_eq!(lines(&change["replacements"][0]["deletedRegion"]), region(25, 16, 22));
    let second = &results[1]["relatedLocations"][0];
    assert_eq!((second["id"].as_u64(), lines(&second["physicalLocation"]["region"]).0), (Some(0), 28));
    let nothing: Value = serde_json::from_str(&answer(&["check", "--format", "sarif", "english"])).unwrap();
    assert_eq!(nothing["runs"][0]["results"], Value::Array(Vec::new()));
}

/// Places are right whatever the ends of lines, with a mark of the byte order, and without a last end of line.
#[test]
fn ends_of_lines_and_marks() {
    let plain = misspelt();
    let texts = [plain.replace('\n', "\r\n"), format!("\u{feff}{plain}"), plain.trim_end().to_owned()];
    for text in texts {
        let ended = run_with(&["check", "-"], text.as_bytes());
        assert!(ended.out.contains("<stdin>:25:16") && ended.out.contains("^^^^^^\n"), "{}", ended.out);
        assert!(!ended.out.contains('\r'), "{:?}", ended.out);
        let mended = run_with(&["check", "--fix", "-"], text.as_bytes());
        assert_eq!(mended.out, text.replace("forwrd", "forward"));
    }
}

/// Options that are on by default and cannot be are a mistake of the file, and no wish of whoever checks it: others are checked too.
#[test]
fn defaults_that_contradict_each_other() {
    let folder = tempdir().unwrap();
    let options = "\n[option.p]\ndefault = true\n[option.q]\ndefault = true\nexcludes = \"p\"\n+++\n\n\
                   option p { movement { remove man } }\noption q { movement { remove man } }\n";
    let contrary = file(folder.path(), "contrary.draughts", right().replacen("\n+++\n\n", options, 1));
    let other = file(folder.path(), "other.draughts", misspelt());
    let ended = run(&["check", &contrary, &other]);
    for part in ["error[E0056]: option `q` is on by default but excludes `p`", "contrary.draughts:24:9", "error[E0301]"] {
        assert!(ended.out.contains(part), "not said: {part}\n{}", ended.out);
    }
    assert_eq!((ended.code, ended.out.matches("error[").count()), (1, 2), "{}{}", ended.out, ended.err);
}

/// What a front matter lacks is said of the author's file, and nothing is said of what could not be read at all.
#[test]
fn an_empty_front_matter() {
    let ended = run_with(&["check", "-"], b"+++\n+++\n");
    for part in ["E0010", "<stdin>:1:1", "no `name`", "no `[players]`", "no `[board]`", "no `[pieces]`"] {
        assert!(ended.out.contains(part), "not said: {part}\n{}", ended.out);
    }
    assert!(!ended.out.contains("prelude"), "{}", ended.out);
    let ended = run_with(&["check", "-"], b"hello\n");
    assert!(ended.out.contains("E0001") && !ended.out.contains("prelude"), "{}", ended.out);
}

#[test]
fn fixes_are_made_where_the_file_lies() {
    let folder = tempdir().unwrap();
    let path = file(folder.path(), "my.draughts", misspelt());
    let ended = run(&["check", "--fix", &path]);
    assert_eq!(fs::read_to_string(&path).unwrap(), misspelt().replace("forwrd", "forward"));
    assert_eq!(ended.code, 0, "{}", ended.err);
    for part in ["my.draughts:25:16: E0301: `forwrd` becomes `forward`", "fixed: 1 mistake\n", "1 warning"] {
        assert!(ended.err.contains(part), "not said: {part}\n{}", ended.err);
    }
    let again = run(&["check", "--fix", &path]);
    assert!(again.err.contains("fixed: 0 mistakes"), "{}", again.err);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no other file is left behind");
}

#[test]
fn fixes_go_on_until_none_is_left() {
    // The parent is misspelt; only when it is found can the rules be read, and they are misspelt too.
    let text = "+++\nname = \"x\"\nextends = \"englich\"\n+++\ncapture {\n  add man may jump forwrd over enmy\n}\n";
    let ended = run_with(&["check", "--fix", "-"], text.as_bytes());
    assert_eq!(ended.out, text.replace("englich", "english").replace("forwrd", "forward").replace("enmy", "enemy"));
    assert_eq!(ended.err.matches("becomes").count(), 3, "{}", ended.err);
}

#[test]
fn a_diagram_that_opens_with_one_quote_is_opened() {
    let one = right().replacen("\"\"\"\n", "\"\n", 1);
    let ended = run_with(&["check", "--fix", "-"], one.as_bytes());
    assert_eq!((ended.out, ended.code), (right(), 0), "{}", ended.err);
    assert_eq!(ended.err.matches("E0003").count(), 1, "{}", ended.err);
}

#[test]
fn what_cannot_be_mended_is_told() {
    let folder = tempdir().unwrap();
    let parent = file(folder.path(), "parent.draughts", misspelt());
    let child = file(folder.path(), "child.draughts", "+++\nname = \"x\"\nextends = \"parent\"\n+++\n");
    let ended = run(&["check", "--fix", &child]);
    assert_eq!((ended.code, fs::read_to_string(&parent).unwrap()), (1, misspelt()));
    assert!(ended.err.contains("left: 1 in") && ended.err.contains("--fix"), "{}", ended.err);
    let ended = run(&["check", "--fix", "english"]);
    assert_eq!(ended.code, 2);
    assert!(ended.err.contains("`english` is bundled and cannot be changed"), "{}", ended.err);
    let ended = run_with(&["check", "--fix", "-", &parent], b"");
    assert_eq!(ended.code, 2);
    let mut bytes = misspelt().into_bytes();
    bytes.push(0xff);
    fs::write(&parent, &bytes).unwrap();
    let ended = run(&["check", "--fix", &parent]);
    assert!(ended.out.contains("E0110") && fs::read(&parent).unwrap() == bytes, "{}", ended.out);
    assert_eq!(run(&["check", "--fix", "nothing/here.draughts"]).code, 2);
}

#[cfg(unix)]
#[test]
fn rights_and_links_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempdir().unwrap();
    let path = file(folder.path(), "my.draughts", misspelt());
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    let link = folder.path().join("link.draughts");
    symlink(&path, &link).unwrap();
    let refused = run(&["check", "--fix", link.to_str().unwrap()]);
    assert!(refused.code == 2 && refused.err.contains("this is a link to"), "{}", refused.err);
    assert_eq!(fs::read_to_string(&path).unwrap(), misspelt());
    assert_eq!(run(&["check", "--fix", "--force", link.to_str().unwrap()]).code, 0);
    assert!(link.is_symlink() && fs::read_to_string(&path).unwrap().contains("forward"));
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    let barred = file(folder.path(), "barred.draughts", misspelt());
    fs::set_permissions(&barred, fs::Permissions::from_mode(0o440)).unwrap();
    let ended = run(&["check", "--fix", &barred]);
    assert_eq!((ended.code, fs::read_to_string(&barred).unwrap()), (2, misspelt()));
    assert!(ended.err.contains("may not be written"), "{}", ended.err);
}

#[test]
fn codes_are_explained() {
    let text = answer(&["explain", "e301"]);
    for part in ["error E0301: a word that nobody has declared\n", "Wrong:\n", "  man may step forwrd\n", "Right:\n"] {
        assert!(text.contains(part), "not said: {part}\n{text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 100));
    assert!(answer(&["explain", "W0801"]).starts_with("warning W0801: "));
    assert!(answer(&["explain", "E0054"]).contains("--option limit=5000"));
    let ended = run(&["explain", "E0300"]);
    assert_eq!((ended.code, ended.out.as_str()), (2, ""));
    assert!(ended.err.contains("there is no code `E0300`") && ended.err.contains("E0301: a word"), "{}", ended.err);
    assert_eq!(run(&["explain"]).code, 2);
    assert_eq!(run(&["explain", "E0301", "11-15"]).code, 2);
    let list = answer(&["explain", "--list"]);
    assert!(list.lines().count() >= 60 && list.contains("E0301  a word that nobody has declared\n"));
    let all = json(&["explain", "--list", "--json"]);
    assert_eq!(all["codes"].as_array().unwrap().len(), list.lines().count());
    assert_eq!(json(&["explain", "E0301", "--json"])["codes"][0]["wrong"], "movement {\n  man may step forwrd\n}\n");
}
