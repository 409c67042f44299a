//! How the source hangs together: imports point one way, foreign words stay where they belong, no variant is named, no struct is too
//! large and no file too long. It reads `src/` as text; documentation and `#[cfg(test)]` are passed over.

mod circles;
mod source;

use std::collections::BTreeSet;
use std::path::Path;

use source::{File, Token, files};

/// Every import between layers that may be. What is not listed is a mistake: of the design, or of this table.
const EDGES: &[(&str, &[&str])] = &[
    ("source", &[]),
    ("diagnostic", &["source"]),
    ("codes", &[]),
    ("syntax", &["source", "diagnostic"]),
    ("model", &["source", "syntax::ast"]),
    ("check", &["source", "diagnostic", "syntax", "model"]),
    ("reference", &["source", "model", "syntax::ast"]),
    ("endgames", &["model"]),
    ("program", &["model", "syntax::ast", "endgames"]),
    ("engine", &["model", "program", "syntax::ast"]),
    ("notation", &["source", "diagnostic", "codes", "model", "engine"]),
    ("analysis", &["source", "model", "program", "engine", "notation"]),
    ("agents", &["model", "endgames", "program", "engine", "notation", "analysis"]),
    ("library", &["source", "diagnostic", "syntax", "model", "check", "endgames", "program"]),
    ("rulebook", &["source", "syntax", "model", "check", "program", "engine", "notation", "agents", "library"]),
    (
        "session",
        &[
            "source",
            "diagnostic",
            "model",
            "check",
            "endgames",
            "program",
            "engine",
            "notation",
            "analysis",
            "agents",
            "library",
        ],
    ),
    ("protocol", &["source", "check", "model", "engine", "notation", "analysis", "agents", "library", "rulebook", "session"]),
    ("hub", &["syntax::front", "model", "check", "engine", "agents", "library", "session"]),
    ("editor", &["source", "diagnostic", "syntax", "model", "check", "program", "notation", "analysis", "library"]),
    (
        "cli",
        &[
            "source",
            "diagnostic",
            "codes",
            "syntax",
            "model",
            "check",
            "endgames",
            "program",
            "engine",
            "notation",
            "analysis",
            "agents",
            "library",
            "rulebook",
            "session",
            "protocol",
            "hub",
            "editor",
        ],
    ),
];

/// Crates that only some folders may name: the grammar reads rule files, `toml` those and saved games. (`pest` is the grammar's own.)
const FOREIGN: &[(&str, &[&str])] = &[
    ("draughtsman_grammar", &["syntax"]),
    ("toml", &["syntax", "notation"]),
    ("clap", &["cli", "main"]),
    ("anstream", &["cli", "main"]),
    ("annotate_snippets", &["notation"]),
    ("notify", &["cli"]),
    ("rustyline", &["cli"]),
    ("base64", &["cli"]),
    ("ls_types", &["cli"]),
    ("lsp_server", &["cli"]),
    ("rayon", &["analysis", "agents", "cli"]),
    ("chacha20", &["analysis", "agents", "session"]),
    ("getrandom", &["cli"]),
    ("pest", &[]),
    ("pest_derive", &[]),
];

/// What reaches out of the program, or is not the business of most, and the only files and folders that may say it: files that are
/// read, the clock on the wall, other programs, other threads, the network, what is written to a terminal, what was learned.
const OUTSIDE: &[(&str, &[&str])] = &[
    ("fs::", &["src/cli", "src/library", "src/library.rs"]),
    ("File::open", &["src/cli", "src/library", "src/library.rs"]),
    ("env::var", &["src/cli", "src/library/find.rs"]),
    ("env::var_os", &["src/cli", "src/library/find.rs"]),
    ("std::env", &["src/cli", "src/library/find.rs"]),
    ("Instant", &["src/cli", "src/agents/thinker.rs"]),
    ("SystemTime", &["src/cli"]),
    ("std::process", &["src/cli", "src/main.rs"]),
    ("process::", &["src/cli", "src/main.rs"]),
    ("Command::new", &["src/cli"]),
    ("thread::", &["src/cli", "src/agents/together.rs"]),
    ("std::net", &["src/cli/serve"]),
    ("hyper::", &["src/cli/serve"]),
    ("tokio::", &["src/cli/serve"]),
    ("io::stdin", &["src/cli"]),
    ("io::stdout", &["src/cli"]),
    ("io::stderr", &["src/cli"]),
    ("print!", &["src/cli"]),
    ("println!", &["src/cli"]),
    ("eprint!", &["src/cli"]),
    ("eprintln!", &["src/cli"]),
    ("beside.learned", &["src/agents", "src/library"]),
];

/// The longest file, in lines.
const LONGEST: usize = 400;

#[test]
fn imports_point_one_way() {
    let mut wrong = BTreeSet::new();
    for file in files() {
        let layer = file.layer();
        if matches!(layer, "lib" | "main") {
            continue;
        }
        let Some((_, allowed)) = EDGES.iter().find(|(name, _)| *name == layer) else {
            wrong.insert(format!("{}: the layer `{layer}` stands in no table of allowed imports", file.path));
            continue;
        };
        for import in file.imports() {
            let path = import.path.join("::");
            let to = path.split("::").next().unwrap_or_default();
            let fits = |edge: &&str| path == **edge || path.starts_with(&format!("{edge}::"));
            if to != layer && !allowed.iter().any(fits) {
                wrong.insert(format!("{}: `{layer}` may not know `{path}`", file.path));
            }
        }
    }
    none(wrong);
}

#[test]
fn no_edge_of_the_table_leads_back() {
    let above = |name: &str| EDGES.iter().position(|(layer, _)| *layer == name);
    for (place, (layer, allowed)) in EDGES.iter().enumerate() {
        for edge in *allowed {
            let to = edge.split("::").next().unwrap_or_default();
            assert!(above(to).is_some_and(|below| below < place), "`{layer}` → `{edge}`");
        }
    }
}

/// Layers in which files import one another one way too.
const ONE_WAY: [&str; 2] = ["check", "analysis"];

#[test]
fn no_imports_of_files_lead_round() {
    none(circles::circles(&files(), &ONE_WAY));
}

#[test]
fn foreign_words_stay_at_home() {
    let mut wrong = BTreeSet::new();
    for file in files() {
        for (word, homes) in FOREIGN {
            let here = file
                .tokens
                .windows(3)
                .any(|three| matches!(three, [Token::Word(name), Token::Mark(':'), Token::Mark(':')] if name == word));
            if here && !homes.contains(&file.layer()) {
                wrong.insert(format!("{}: `{word}` belongs in {homes:?}", file.path));
            }
        }
    }
    none(wrong);
}

#[test]
fn the_world_outside_is_known_where_it_must_be() {
    let mut wrong = BTreeSet::new();
    for file in files() {
        for (said, homes) in OUTSIDE {
            let wanted = source::tokens(said);
            let here = file.tokens.windows(wanted.len()).any(|some| some == wanted);
            if here && !homes.iter().any(|home| file.is_in(home)) {
                wrong.insert(format!("{}: `{said}` belongs in {homes:?}", file.path));
            }
        }
    }
    none(wrong);
}

/// What need not come out the same to the last bit on every machine, as the standard library has it.
const INEXACT: [&str; 26] = [
    "exp", "exp2", "exp_m1", "ln", "ln_1p", "log", "log2", "log10", "powf", "powi", "cbrt", "hypot", "sin", "cos", "tan",
    "sin_cos", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh",
];

/// What only tells how strong somebody was.
const STRENGTH: &str = "src/agents/score.rs";

#[test]
fn whoever_decides_reckons_alike_on_every_machine() {
    let mut wrong = BTreeSet::new();
    for file in files().iter().filter(|file| file.is_in("src/agents") && !file.is_in(STRENGTH)) {
        for two in file.tokens.windows(3) {
            if let [Token::Mark('.' | ':'), Token::Word(name), Token::Mark('(')] = two
                && INEXACT.contains(&name.as_str())
            {
                wrong
                    .insert(format!("{}: `{name}` may not be the same everywhere: src/agents/curve.rs has what is", file.path));
            }
        }
    }
    none(wrong);
}

/// Where a program may not be: what of it is plain, and a file beside it that cannot be read.
const UNSURE: [&str; 2] = ["src/program/plain.rs", "src/program/mod.rs"];

#[test]
fn what_is_checked_compiles() {
    let result = Token::Word("Result".to_owned());
    let unsure = files().into_iter().filter(|file| file.is_in("src/program") && file.tokens.contains(&result));
    none(unsure.map(|file| file.path).filter(|path| !UNSURE.contains(&path.as_str())).collect());
}

/// What makes or replaces files.
const WRITING: [(&str, &str); 7] = [
    ("fs", "write"),
    ("fs", "rename"),
    ("fs", "copy"),
    ("fs", "hard_link"),
    ("File", "create"),
    ("File", "create_new"),
    ("OpenOptions", "new"),
];

/// Where every file is written, and who may tell a terminal what to do.
const WRITER: &str = "src/cli/output";
const TERMINAL: [&str; 2] = ["src/cli/terminal.rs", "src/syntax/control.rs"];

#[test]
fn files_and_terminals_have_one_writer_each() {
    let mut wrong = BTreeSet::new();
    for file in files() {
        for four in file.tokens.windows(4).filter(|_| !file.path.starts_with(WRITER)) {
            let [Token::Word(of), Token::Mark(':'), Token::Mark(':'), Token::Word(what)] = four else { continue };
            if WRITING.contains(&(of.as_str(), what.as_str())) {
                wrong.insert(format!("{}: `{of}::{what}` belongs in {WRITER}", file.path));
            }
        }
        let escapes = |token: &Token| matches!(token, Token::Text(text) if text.contains("\\x1b") || text.contains("\\u{1b}"));
        if file.tokens.iter().any(escapes) && !TERMINAL.contains(&file.path.as_str()) {
            wrong.insert(format!("{}: what a terminal obeys belongs in {}", file.path, TERMINAL[0]));
        }
    }
    none(wrong);
}

/// Names that other people gave to other things.
const OTHERS: [&str; 2] = ["ThreadPool", "ThreadPoolBuilder"];

#[test]
fn no_variant_is_named() {
    let names: Vec<Vec<String>> = bundled().iter().map(|name| source::words(name)).collect();
    assert!(!names.is_empty());
    let mut wrong = BTreeSet::new();
    for file in files() {
        for token in &file.tokens {
            let (Token::Word(text) | Token::Text(text)) = token else { continue };
            if OTHERS.contains(&text.as_str()) {
                continue;
            }
            let words = source::words(text);
            for name in &names {
                if words.windows(name.len()).any(|some| some == &name[..]) {
                    wrong.insert(format!("{}: `{text}` names the variant `{}`", file.path, name.join(" ")));
                }
            }
        }
    }
    none(wrong);
}

#[test]
fn no_file_is_too_long() {
    let mut wrong = BTreeSet::new();
    for ending in ["rs", "py"] {
        let all = source::lengths(ending);
        assert!(!all.is_empty(), "no file ends in .{ending}");
        let long = all.into_iter().filter(|(_, lines)| *lines > LONGEST);
        wrong.extend(long.map(|(path, lines)| format!("{path}: {lines} lines")));
    }
    none(wrong);
}

/// From so many on, fields and those of them that are true or false are no longer told apart by a reader.
const MANY_FIELDS: usize = 20;
const MANY_TRUTHS: usize = 6;

#[test]
fn no_struct_is_too_large() {
    let mut wrong = BTreeSet::new();
    for file in files() {
        let large = file.records().into_iter().filter(|one| one.fields >= MANY_FIELDS || one.truths >= MANY_TRUTHS);
        wrong.extend(large.map(|one| {
            let source::Record { name, fields, truths } = one;
            format!("{}: `{name}` has {fields} fields, {truths} of them true or false", file.path)
        }));
    }
    none(wrong);
}

/// What these tests look for is found where it is.
#[test]
fn circles_and_large_structs_are_found() {
    let module = |name: &str| vec!["check".to_owned(), name.to_owned()];
    let one = File::of("one.rs", module("one"), "use super::two::Two;\npub(super) struct One { two: Two }\n");
    let two = File::of("two.rs", module("two"), "use super::one::One;\npub(super) struct Two { one: One }\n");
    let three = File::of("three.rs", module("three"), "use super::one::One;\n");
    let round = circles::circles(&[one, two, three], &["check"]);
    assert_eq!(round.into_iter().collect::<Vec<_>>(), ["one.rs → two.rs", "two.rs → one.rs"]);
    let text =
        "struct Wide { a: u8, b: Vec<(u8, bool)>, c: fn(u8) -> bool }\nstruct Torn { a: bool, b: Option<bool>, c: bool }\n";
    let records = File::of("wide.rs", module("wide"), text).records();
    let told: Vec<_> = records.iter().map(|one| (one.name.as_str(), one.fields, one.truths)).collect();
    assert_eq!(told, [("Wide", 3, 0), ("Torn", 3, 3)]);
}

/// Names and titles of the bundled rule files.
fn bundled() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("variants");
    let mut all = BTreeSet::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "draughts") {
            all.extend(path.file_stem().map(|stem| stem.to_string_lossy().into_owned()));
            let text = std::fs::read_to_string(&path).unwrap();
            let title = text.lines().find_map(|line| line.strip_prefix("name")?.split('"').nth(1));
            all.extend(title.map(str::to_owned));
        }
    }
    all
}

fn none(wrong: BTreeSet<String>) {
    assert!(wrong.is_empty(), "\n{}", wrong.into_iter().collect::<Vec<_>>().join("\n"));
}
