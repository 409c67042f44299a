//! Every code of `docs/codes/`: its wrong example earns exactly that code, its right example is clean of it, and
//! `snapshots/errors/` shows each wrong text together with what is said of it.
//!
//! An excerpt of rules is a child of `everything.draughts`, one of a front matter a child of `small.draughts`.

mod huge;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use draughtsman::check::{Choices, Levels};
use draughtsman::codes::{self, Code, Example, Language, Part};
use draughtsman::diagnostic::{Diagnostic, any_error};
use draughtsman::library::{Loaded, certain, load_text, mended};
use draughtsman::notation::findings::human;
use tempfile::TempDir;

/// What the file of an example is called.
const NAME: &str = "example.draughts";

/// The whole file that an excerpt stands for.
fn whole(example: &Example, extends: &str) -> String {
    let text = example.text;
    match example.language {
        Language::WholeFile => text.to_owned(),
        Language::Rules => format!("+++\nname = \"Example\"\nextends = \"{extends}\"\n+++\n\n{text}"),
        Language::FrontMatter => format!("+++\nname = \"Example\"\nextends = \"{extends}\"\n\n{text}+++\n"),
    }
}

fn frame(example: &Example) -> &'static str {
    if example.language == Language::FrontMatter { "small" } else { "everything" }
}

fn choices(example: &Example) -> Choices {
    let numbers = example.choices.iter().map(|choice| {
        let (name, value) = choice.split_once('=').unwrap();
        (name.to_owned(), value.parse().unwrap())
    });
    Choices { options: Vec::new(), numbers: numbers.collect() }
}

/// A folder with the files that an example needs, and the example itself.
fn laid_out(one: &Code, example: &Example) -> (TempDir, String) {
    let folder = TempDir::new().unwrap();
    for name in ["everything", "small"] {
        let file = format!("{name}.draughts");
        fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/errors").join(&file), folder.path().join(&file))
            .unwrap();
    }
    let parent = one.examples(Part::Parent).next();
    if let Some(parent) = parent {
        fs::write(folder.path().join("parent.draughts"), whole(parent, frame(parent))).unwrap();
    }
    let text = whole(example, if parent.is_some() { "parent" } else { frame(example) });
    (folder, text)
}

/// An example, read and checked, with what is said of its own text. What is odd in the frame is the frame's.
fn checked(one: &Code, example: &Example) -> (String, Loaded, Vec<Diagnostic>) {
    let (folder, text) = laid_out(one, example);
    let (loaded, found) = said_of(&text, example, folder.path());
    (text, loaded, found)
}

fn said_of(text: &str, example: &Example, folder: &Path) -> (Loaded, Vec<Diagnostic>) {
    let mut loaded = load_text("example", NAME, text.as_bytes().to_vec(), Some(folder));
    let mut found = loaded.check(&choices(example)).diagnostics;
    certain(&loaded, &choices(example), &Levels::default(), &mut found);
    let own = loaded.files.last().unwrap().0;
    found.retain(|diagnostic| diagnostic.span.file == own);
    // Only the file's name is the same in every run, not the folder's.
    loaded.sources = loaded.sources.renamed(|name| name.rsplit(['/', '\\']).next().unwrap_or(name).to_owned());
    (loaded, found)
}

fn codes_of(found: &[Diagnostic]) -> BTreeSet<&'static str> {
    found.iter().map(|diagnostic| diagnostic.code).collect()
}

#[test]
fn the_wrong_example_earns_exactly_its_code() {
    let mut wrong = Vec::new();
    for one in codes::all() {
        for example in one.examples(Part::Wrong) {
            let codes = codes_of(&checked(one, example).2);
            if codes != BTreeSet::from([one.code]) {
                wrong.push(format!("{} earns {codes:?}:\n{}", one.code, example.text));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_right_example_is_right() {
    let mut wrong = Vec::new();
    for one in codes::all() {
        for example in one.examples(Part::Right) {
            let found = checked(one, example).2;
            // An excerpt declares what no other line of it uses: that is not what it is about.
            if any_error(&found) || codes_of(&found).contains(one.code) {
                wrong.push(format!("{} still has {:?}:\n{}", one.code, codes_of(&found), example.text));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is offered as a certain fix is one: once it is made, the mistake is gone, and no error has come in its place.
#[test]
fn a_certain_fix_mends_the_mistake() {
    let (mut wrong, mut mended_codes) = (Vec::new(), BTreeSet::new());
    for one in codes::all() {
        for example in one.examples(Part::Wrong) {
            let (folder, text) = laid_out(one, example);
            if said_of(&text, example, folder.path()).1.iter().all(|diagnostic| diagnostic.fix.is_none()) {
                continue;
            }
            mended_codes.insert(one.code);
            let mended = mended("example", NAME, text, Some(folder.path()), &choices(example), &Levels::default());
            let left = said_of(&mended.text, example, folder.path()).1;
            if mended.endless || mended.done.is_empty() || left.iter().any(|one| one.fix.is_some()) || any_error(&left) {
                wrong.push(format!("{}: {:?} leaves {:?} in\n{}", one.code, mended.done, codes_of(&left), mended.text));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(mended_codes.len() >= 16, "{mended_codes:?}");
}

#[test]
fn what_is_said_of_each_wrong_example() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots/errors"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for one in codes::all() {
            for example in one.examples(Part::Wrong) {
                let (text, loaded, found) = checked(one, example);
                let said = human(&loaded.sources, &found.iter().collect::<Vec<_>>(), false);
                insta::assert_snapshot!(one.code, format!("{text}\n════ check says\n\n{}", said.trim_end()));
            }
        }
    });
}

/// Whether a page says why its code has no example.
fn has_no_example(code: &codes::Code) -> bool {
    code.text.iter().any(|paragraph| paragraph.starts_with("No example: "))
}

/// A code without a file has no example, and says why; a file without a code is a left-over.
#[test]
fn codes_and_files_are_the_same() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots/errors");
    let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name().to_string_lossy().into_owned();
    let files: BTreeSet<String> = fs::read_dir(folder).unwrap().map(name).collect();
    let shown = codes::all().iter().filter(|one| !has_no_example(one));
    let codes: BTreeSet<String> = shown.map(|one| format!("{}.snap", one.code)).collect();
    assert_eq!(files, codes);
    assert!(codes.len() >= 60, "{}", codes.len());
}

/// Every code that the source names is explained, and every code that is explained can be said.
#[test]
fn codes_of_the_source_and_of_the_pages_are_the_same() {
    let mut named = BTreeSet::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && !path.ends_with("tests") && !path.ends_with("codes") {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") && !path.ends_with("tests.rs") {
                let text = fs::read_to_string(&path).unwrap();
                let code = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
                let quoted = code.split('"').filter(|word| word.len() == 5 && codes::looks_like_one(word));
                named.extend(quoted.map(str::to_owned));
            }
        }
    }
    let explained: BTreeSet<String> = codes::all().iter().map(|one| one.code.to_owned()).collect();
    assert_eq!(named, explained);
}
