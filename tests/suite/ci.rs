//! What other people's CI takes from here: the action, the hooks, the examples of `docs/ci.md`, the archives that installers fetch. All of it
//! is run as it stands, by the shell.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;
use std::process::Command;

use tempfile::{TempDir, tempdir};

use crate::shell::{Ended, file, small};

const PROGRAM: &str = env!("CARGO_BIN_EXE_draughtsman");

/// Rules of which nothing is wrong or odd.
fn right() -> String {
    small("movement {\n  man may step forward diagonal\n}\n").replace("king = { symbol = \"k\" }\n", "")
}

/// A file of the project.
fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A collection of rules as `docs/ci.md` has it, with the command beside it as an installer would put it.
fn collection() -> TempDir {
    let folder = tempdir().unwrap();
    for below in ["bin", "rules", "games"] {
        fs::create_dir(folder.path().join(below)).unwrap();
    }
    symlink(PROGRAM, folder.path().join("bin/draughtsman")).unwrap();
    let pond = right().replace("[players]", "[notation]\nsquares = \"numbers\"\n\n[players]");
    for (name, text) in [
        ("rules/pond.draughts", pond.as_str()),
        ("rules/pond.positions.toml", "[[position]]\nname = \"alone\"\nfen = \"W:W5:B1\"\n"),
        ("games/one.pdn", "[Event \"one\"]\n\n1. 1-6 *\n"),
    ] {
        file(folder.path(), name, text);
    }
    let pinned = shell(folder.path(), "draughtsman snapshot rules/pond.draughts --update", &[]);
    assert_eq!(pinned.code, 0, "{}", pinned.err);
    folder
}

/// A line of a script in that folder, as the services run it: the first failure ends it.
fn shell(folder: &Path, line: &str, environment: &[(&str, &str)]) -> Ended {
    let path = format!("{}:{}", folder.join("bin").display(), std::env::var("PATH").unwrap());
    let mut bash = Command::new("bash");
    bash.args(["--noprofile", "--norc", "-eo", "pipefail", "-c", line]).current_dir(folder);
    let ended = bash.env("PATH", path).env_remove("CI").envs(environment.iter().copied()).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Ended { code: ended.status.code().unwrap(), out: text(ended.stdout), err: text(ended.stderr) }
}

/// What a key says at each of its places in a file of YAML, where it says it in one line.
fn said<'t>(yaml: &'t str, key: &str) -> Vec<&'t str> {
    let lines = yaml.lines().map(|line| line.trim_start().trim_start_matches("- "));
    lines.filter_map(|line| line.strip_prefix(key)?.strip_prefix(':').map(str::trim)).collect()
}

#[test]
fn the_action_refuses_what_is_wrong_and_what_is_not_in_regular_form() {
    let action = read("action.yml");
    let [install, check, layout] = said(&action, "run")[..] else { panic!("three steps: {action}") };
    assert!(install.starts_with("command -v draughtsman || cargo install --locked --path"), "{install}");
    assert!(action.contains("DENY: ${{ inputs.deny-warnings == 'true' && '--deny-warnings' || '' }}"));
    let right = right();
    let odd = right.replace("[pieces]\n", "[pieces]\nqueen = { symbol = \"q\" }\n");
    for (text, deny, codes) in [
        (right.clone(), "", [0, 0]),
        (right.replace("forward", "forwrd"), "", [1, 0]),
        (right.replace("  man may", "      man may"), "", [0, 1]),
        (odd.clone(), "", [0, 0]),
        (odd, "--deny-warnings", [1, 0]),
    ] {
        let folder = collection();
        file(folder.path(), "rules/brook.draughts", &text);
        let environment = [("FILES", "rules"), ("DENY", deny)];
        let ended = [check, layout].map(|line| shell(folder.path(), line, &environment));
        assert_eq!([ended[0].code, ended[1].code], codes, "{text}\n{}{}", ended[0].out, ended[0].err);
        let marked = ended[0].out.contains("::error file=rules/brook.draughts,line=");
        assert_eq!(marked, codes[0] == 1 && deny.is_empty(), "{}", ended[0].out);
    }
}

/// pre-commit runs a hook with the names of files behind it; that a hook has changed a file is a failure, too. `.ci/hooks` tries
/// pre-commit itself.
#[test]
fn hooks_refuse_and_mend() {
    let hooks = read(".pre-commit-hooks.yaml");
    let page = read("docs/ci.md");
    let (ids, entries) = (said(&hooks, "id"), said(&hooks, "entry"));
    assert_eq!(ids, ["draughtsman-check", "draughtsman-fmt"]);
    let example = page.split("repos:\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    assert_eq!(said(example, "id"), ids, "the example has every hook");
    assert_eq!(said(&hooks, "files"), [r"\.draughts$"; 2]);
    let (folder, right) = (collection(), right());
    let path = file(folder.path(), "rules/brook.draughts", right.replace("forward", "forwrd").replace("  man", "     man"));
    let asked = |entry: &str| shell(folder.path(), &format!("{entry} rules/brook.draughts rules/pond.draughts"), &[]);
    let refused = asked(entries[0]);
    assert!(refused.code == 1 && refused.out.contains("brook.draughts:24:"), "{}{}", refused.out, refused.err);
    file(folder.path(), "rules/brook.draughts", right.replace("  man", "     man"));
    assert_eq!([asked(entries[0]).code, asked(entries[1]).code], [0, 0]);
    assert_eq!(fs::read_to_string(path).unwrap(), right, "laid out, and nothing else");
}

/// Every line of the page that runs the command, in a collection of which all is well.
#[test]
fn the_examples_of_the_page_run() {
    let page = read("docs/ci.md");
    let table = page.lines().filter_map(|line| line.strip_prefix("| `draughtsman ")?.split('`').next());
    let scripts = page
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("- ")?.trim_start_matches("run: ").strip_prefix("draughtsman "));
    let lines: Vec<String> = table.chain(scripts).map(|rest| format!("draughtsman {rest}")).collect();
    assert!(lines.len() >= 10, "{lines:?}");
    let folder = collection();
    for line in &lines {
        let ended = shell(folder.path(), line, &[]);
        assert_eq!(ended.code, 0, "{line}: {}{}", ended.out, ended.err);
    }
    // What is to be shown has been written: the reports that GitLab is told of.
    let reports = page.split("reports:\n").nth(1).and_then(|rest| rest.split("```").next()).expect("reports");
    let [tests] = said(reports, "junit")[..] else { panic!("{reports}") };
    let names = tests.trim_matches(['[', ']']).split(", ").chain(said(reports, "codequality"));
    for name in names {
        let text = fs::read_to_string(folder.path().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(text.starts_with(if name.ends_with("xml") { "<?xml" } else { "[" }), "{name}: {text}");
    }
}

/// `cargo binstall` finds what the release workflow uploads: the archive has the name, and in it the program the place, that the
/// manifest says.
#[test]
fn installers_find_the_archives_of_a_release() {
    let manifest: toml::Table = read("Cargo.toml").parse().unwrap();
    let binstall = &manifest["package"]["metadata"]["binstall"];
    let workflow = read(".github/workflows/release.yml");
    let rows: Vec<[&str; 2]> = workflow
        .lines()
        .filter_map(|line| {
            let (target, archive) = line.split_once("target: ")?.1.split_once(", archive: ")?;
            Some([target, archive.trim_end_matches(" }")])
        })
        .collect();
    assert!(rows.len() >= 5, "{rows:?}");
    // The script in a folder of its own, since it writes beside itself; the program is started by a short one.
    let folder = collection();
    let below = |path: &str| folder.path().join(path);
    fs::create_dir(below(".ci")).unwrap();
    for name in [".ci/archive", "Cargo.toml", "README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"] {
        fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join(name), below(name)).unwrap();
    }
    let line =
        workflow.lines().find_map(|line| line.trim_start().strip_prefix("- run: ").filter(|line| line.starts_with("sed ")));
    fs::create_dir(below("grammar")).unwrap();
    fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("grammar/Cargo.toml"), below("grammar/Cargo.toml")).unwrap();
    let host = [("GITHUB_SERVER_URL", "https://example.org"), ("GITHUB_REPOSITORY", "somebody/draughtsman")];
    let written = shell(folder.path(), line.expect("who writes where the repository is"), &host);
    assert_eq!(written.code, 0, "{}", written.err);
    let repositories = ["Cargo.toml", "grammar/Cargo.toml"].map(|path| {
        let published: toml::Table = fs::read_to_string(below(path)).unwrap().parse().unwrap();
        published["package"]["repository"].as_str().unwrap().to_owned()
    });
    assert_eq!(repositories, ["https://example.org/somebody/draughtsman"; 2]);
    for [target, archive] in rows {
        let wanted = binstall.get("overrides").and_then(|all| all.get(target)).unwrap_or(binstall);
        assert_eq!(wanted["pkg-fmt"].as_str(), Some(archive), "{target}");
        let filled = |template: &str| {
            let fields = [("version", env!("CARGO_PKG_VERSION")), ("target", target), ("archive-format", archive)];
            let fields = fields.into_iter().chain([("bin", "draughtsman"), ("binary-ext", ""), ("repo", &repositories[0])]);
            fields.fold(template.to_owned(), |text, (name, value)| text.replace(&format!("{{ {name} }}"), value))
        };
        let url = filled(binstall["pkg-url"].as_str().unwrap());
        let name = url.rsplit('/').next().unwrap();
        assert_eq!(url, format!("{}/releases/download/v{}/{name}", repositories[0], env!("CARGO_PKG_VERSION")));
        if archive != "tgz" {
            continue;
        }
        let built = below(&format!("target/{target}/dist"));
        fs::create_dir_all(&built).unwrap();
        fs::write(built.join("draughtsman"), format!("#!/bin/sh\nexec '{PROGRAM}' \"$@\"\n")).unwrap();
        fs::set_permissions(built.join("draughtsman"), fs::Permissions::from_mode(0o755)).unwrap();
        let packed = shell(folder.path(), &format!(".ci/archive {target} {archive}"), &[("CARGO_TARGET_DIR", "target")]);
        assert_eq!(packed.code, 0, "{}", packed.err);
        let listed = shell(folder.path(), &format!("cd dist; tar tzf {name}; ls {name}.sha256"), &[]);
        assert_eq!(listed.code, 0, "{name}: {}", listed.err);
        let program = filled(binstall["bin-dir"].as_str().unwrap());
        let top = program.split('/').next().unwrap();
        for wanted in [&program, &format!("{top}/man/draughtsman-check.1"), &format!("{top}/LICENSE-MIT")] {
            assert!(listed.out.lines().any(|line| line == wanted), "{wanted}: {}", listed.out);
        }
        assert_eq!(listed.out.matches("/completions/draughtsman.").count(), 5, "{}", listed.out);
    }
}
