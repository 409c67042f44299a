//! One version of all that is published, and the changelog has it.

use std::path::Path;

use serde_json::Value;

const VERSION: &str = env!("CARGO_PKG_VERSION");

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn toml(path: &str) -> toml::Table {
    read(path).parse().unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn crates_and_the_wheel_take_it_from_one_place() {
    assert_eq!(toml("Cargo.toml")["workspace"]["package"]["version"].as_str(), Some(VERSION));
    for path in ["Cargo.toml", "grammar/Cargo.toml", "python/Cargo.toml"] {
        assert_eq!(toml(path)["package"]["version"]["workspace"].as_bool(), Some(true), "{path}");
    }
    assert_eq!(toml("Cargo.toml")["dependencies"]["draughtsman-grammar"]["version"].as_str(), Some(VERSION));
    let dynamic = toml("python/pyproject.toml")["project"]["dynamic"].as_array().cloned().unwrap_or_default();
    assert_eq!(dynamic, ["version".into()], "the wheel has that of its crate");
}

#[test]
fn the_extension_has_it_too() {
    for path in ["editors/vscode/package.json", "editors/vscode/package-lock.json"] {
        let package: Value = serde_json::from_str(&read(path)).unwrap();
        assert_eq!(package["version"], VERSION, "{path}");
        assert!(package["packages"].is_null() || package["packages"][""]["version"] == VERSION, "{path}");
    }
}

/// Whoever follows a page asks for this version.
#[test]
fn pages_name_it() {
    for (path, words) in [
        ("docs/ci.md", ["draughtsman@v{}", "rev: v{}"].as_slice()),
        ("docs/editor.md", &["draughtsman-{}.vsix"]),
        ("docs/hub.md", &["name=Draughtsman version={} "]),
        (".github/workflows/release.yml", &["`v{}`"]),
    ] {
        let text = read(path);
        for words in words {
            assert!(text.contains(&words.replace("{}", VERSION)), "{path}: {words}");
        }
    }
}

#[test]
fn the_changelog_begins_with_it() {
    let changelog = read("CHANGELOG.md");
    let mut headings = changelog.lines().filter_map(|line| line.strip_prefix("## [")?.split_once(']'));
    let (newest, rest) = headings.next().expect("a version");
    // What is not released yet may stand above it.
    let (newest, rest) = if newest == "Unreleased" { headings.next().expect("a version") } else { (newest, rest) };
    assert_eq!(newest, VERSION);
    let date: Vec<&str> = rest.trim_start_matches(" - ").split('-').collect();
    assert!(matches!(date[..], [year, month, day] if year.len() == 4 && month.len() == 2 && day.len() == 2), "{rest}");
}
