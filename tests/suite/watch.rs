//! What `--watch` sees: of `check`, `snapshot` and `show --rulebook`.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use tempfile::tempdir;

use crate::check::{misspelt, right};
use crate::shell::{answer, command, file, run};

/// A process that watches, and what it says.
struct KindsPresent {
    child: Child,
    out: Lines,
    err: Lines,
}

impl Drop for KindsPresent {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl KindsPresent {
    fn start(arguments: &[&str]) -> KindsPresent {
        let mut child = command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let (out, err) = (Lines::of(child.stdout.take().unwrap()), Lines::of(child.stderr.take().unwrap()));
        KindsPresent { child, out, err }
    }
}

/// The lines of one stream: which of two streams is read first is nobody's promise.
struct Lines(Receiver<String>);

impl Lines {
    fn of(stream: impl Read + Send + 'static) -> Lines {
        let (send, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(stream).lines().map_while(Result::ok) {
                let _ = send.send(line);
            }
        });
        Lines(lines)
    }

    /// Waits for a line that says this.
    #[track_caller]
    fn say(&self, part: &str) {
        let mut before = Vec::new();
        while let Ok(line) = self.0.recv_timeout(Duration::from_secs(60)) {
            assert!(!line.contains('\u{1b}'), "colour, or a cleared screen, in a pipe: {line:?}");
            if line.contains(part) {
                return;
            }
            before.push(line);
        }
        panic!("not said: {part}\n{}", before.join("\n"));
    }
}

#[test]
fn a_watched_file_is_checked_again() {
    let folder = tempdir().unwrap();
    let parent = file(folder.path(), "parent.draughts", right());
    let child = file(folder.path(), "child.draughts", "+++\nname = \"x\"\nextends = \"parent\"\n+++\n");
    let watched = KindsPresent::start(&["check", "--watch", &child]);
    watched.err.say("1 file: no mistakes");
    watched.err.say("watching: Ctrl-C ends");
    fs::write(&child, "+++\nname = \"x\"\nextends = \"parnet\"\n+++\n").unwrap();
    watched.out.say("E0223");
    watched.err.say("watching");
    // as editors save: a new file in the place of the old
    let new = file(folder.path(), "new", "+++\nname = \"x\"\nextends = \"parent\"\n+++\n");
    fs::rename(new, &child).unwrap();
    watched.err.say("no mistakes");
    fs::write(&parent, misspelt()).unwrap();
    watched.out.say("E0301");
    fs::remove_file(&child).unwrap();
    watched.err.say("there is no file");
    fs::write(&child, right()).unwrap();
    watched.err.say("no mistakes");
}

#[test]
fn a_watched_folder_is_checked_again() {
    let folder = tempdir().unwrap();
    file(folder.path(), "one.draughts", right());
    let path = folder.path().display().to_string();
    let watched = KindsPresent::start(&["check", "--watch", "--json", &path]);
    watched.out.say(r#"{"schema":1,"diagnostics":[]}"#);
    watched.err.say("watching");
    fs::create_dir(Path::new(&path).join("more")).unwrap();
    file(folder.path(), "more/two.draughts", misspelt());
    watched.out.say("E0301");
}

#[test]
fn what_cannot_be_watched() {
    assert_eq!(run(&["check", "--watch", "-"]).code, 2);
    assert_eq!(run(&["check", "--watch", "nothing/here.draughts"]).code, 2);
    assert_eq!(run(&["check", "--watch", "--fix", "my.draughts"]).code, 2);
}

#[test]
fn watched_snapshots_are_compared_again() {
    let folder = tempdir().unwrap();
    let rules = file(folder.path(), "my.draughts", right());
    answer(&["snapshot", "add", &rules, "--name", "start"]);
    let watched = KindsPresent::start(&["snapshot", "--watch", &rules]);
    watched.out.say("1 position: as pinned.");
    watched.err.say("watching: Ctrl-C ends");
    fs::write(&rules, right().replace("man may step forward", "man may step sideways")).unwrap();
    watched.out.say("1 position: 1 not as pinned.");
    fs::write(&rules, misspelt()).unwrap();
    watched.err.say("E0301");
    fs::write(&rules, right()).unwrap();
    watched.out.say("1 position: as pinned.");
    // What is pinned by somebody else is seen too.
    fs::remove_file(folder.path().join("my.snapshot.txt")).unwrap();
    watched.out.say("1 position: 1 not as pinned.");
}

#[test]
fn a_watched_rule_book_is_written_again() {
    let folder = tempdir().unwrap();
    let parent = file(folder.path(), "parent.draughts", right());
    let child = file(folder.path(), "child.draughts", "+++\nname = \"x\"\nextends = \"parent\"\n+++\n");
    let book = folder.path().join("book.md").display().to_string();
    let watched = KindsPresent::start(&["show", &child, "--rulebook", "-o", &book, "--watch"]);
    watched.err.say("written: ");
    watched.err.say("watching: Ctrl-C ends");
    let before = fs::read_to_string(&book).unwrap();
    fs::write(&parent, right().replace("man may step forward", "man may step backward")).unwrap();
    watched.err.say("written: ");
    watched.err.say("watching");
    let after = fs::read_to_string(&book).unwrap();
    assert!(before != after && after.contains("backward"), "{after}");
    fs::write(&parent, misspelt()).unwrap();
    watched.err.say("E0301");
    assert_eq!(fs::read_to_string(&book).unwrap(), after);
    assert_eq!(run(&["show", "english", "--rulebook", "-o", &book, "--watch"]).code, 2);
    assert_eq!(run(&["show", &child, "--rulebook", "--watch"]).code, 2);
}
