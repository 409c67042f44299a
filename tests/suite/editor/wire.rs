//! `draughtsman lsp` as an editor meets it: a conversation from its beginning to its end, and what is no conversation.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use serde_json::{Value, json};

use crate::shell::{command, run_with};

const TEXT: &str = "+++\nname = \"x\"\nextends = \"english\"\n+++\nmovement {\n  add man may hop forwrd over own\n}\n";
const URI: &str = "file:///nowhere/x.draughts";

struct Editor {
    server: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    asked: i64,
}

impl Editor {
    fn new() -> Editor {
        let mut server = command(&["lsp", "--stdio"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (to, from) = (server.stdin.take().unwrap(), BufReader::new(server.stdout.take().unwrap()));
        Editor { server, to, from, asked: 0 }
    }

    fn say(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.to, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        self.to.flush().unwrap();
    }

    fn note(&mut self, method: &str, params: Value) {
        self.say(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn hear(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.from.read_line(&mut line).unwrap() > 0, "the server is gone");
            match line.trim().split_once(": ") {
                Some((_, bytes)) => length = bytes.parse().unwrap(),
                None => break,
            }
        }
        let mut body = vec![0; length];
        self.from.read_exact(&mut body).unwrap();
        serde_json::from_slice(&body).unwrap()
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.asked += 1;
        let id = self.asked;
        self.say(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let answer = self.hear();
            if answer["id"] == json!(id) {
                return answer;
            }
        }
    }

    /// What is wrong with this text of the file.
    fn wrong(&mut self, version: i64) -> Vec<Value> {
        loop {
            let heard = self.hear();
            if heard["method"] == "textDocument/publishDiagnostics" && heard["params"]["version"] == json!(version) {
                return heard["params"]["diagnostics"].as_array().unwrap().clone();
            }
        }
    }

    fn open(&mut self) {
        self.open_with(TEXT);
    }

    fn open_with(&mut self, text: &str) {
        assert_eq!(self.ask("initialize", json!({ "capabilities": {} }))["result"]["serverInfo"]["name"], "draughtsman");
        self.note("initialized", json!({}));
        let file = json!({ "uri": URI, "languageId": "draughts", "version": 1, "text": text });
        self.note("textDocument/didOpen", json!({ "textDocument": file }));
    }

    fn change(&mut self, version: i64, from: (u32, u32), to: (u32, u32), text: &str) {
        let at = |(line, character): (u32, u32)| json!({ "line": line, "character": character });
        let change = json!({ "range": { "start": at(from), "end": at(to) }, "text": text });
        let file = json!({ "uri": URI, "version": version });
        self.note("textDocument/didChange", json!({ "textDocument": file, "contentChanges": [change] }));
    }

    fn end(mut self) -> i32 {
        drop(self.to);
        self.server.wait().unwrap().code().unwrap()
    }
}

#[test]
fn a_conversation() {
    let mut editor = Editor::new();
    assert_eq!(editor.ask("textDocument/hover", json!({}))["error"]["code"], -32002, "`initialize` comes first");
    editor.open();
    let wrong = editor.wrong(1);
    assert_eq!((&wrong[0]["code"], &wrong[0]["range"]["start"]), (&json!("E0301"), &json!({ "line": 5, "character": 18 })));
    let file = json!({ "uri": URI });
    let all = json!({ "start": { "line": 5, "character": 20 }, "end": { "line": 5, "character": 20 } });
    let found =
        editor.ask("textDocument/codeAction", json!({ "textDocument": file, "range": all, "context": { "diagnostics": [] } }));
    assert_eq!((&found["result"][0]["title"], &found["result"][0]["isPreferred"]), (&json!("Write `forward`"), &json!(true)));
    let edit = &found["result"][0]["edit"]["changes"][URI][0];
    assert_eq!((&edit["newText"], &edit["range"]["end"]["character"]), (&json!("forward"), &json!(24)));
    editor.change(2, (5, 18), (5, 24), "forward");
    assert_eq!(editor.wrong(2), [] as [Value; 0]);
    let place = json!({ "textDocument": file, "position": { "line": 5, "character": 15 } });
    let hover = editor.ask("textDocument/hover", place.clone());
    assert!(hover["result"]["contents"]["value"].as_str().unwrap().contains("Goes over one neighbour"));
    let leads = editor.ask("textDocument/definition", place);
    let library = leads["result"]["uri"].as_str().unwrap();
    let library = library.strip_prefix("file://").unwrap();
    assert_eq!(std::fs::read_to_string(library).unwrap(), draughtsman::check::PRELUDE);
    assert_eq!(editor.ask("workspace/nonsense", json!({}))["error"]["code"], -32601);
    for wrong in [json!({ "textDocument": file, "position": 7 }), json!({}), json!({ "textDocument": 7 }), json!([])] {
        assert_eq!(editor.ask("textDocument/hover", wrong)["error"]["code"], -32602);
    }
    assert_eq!(editor.ask("shutdown", Value::Null)["result"], Value::Null);
    assert_eq!(editor.ask("textDocument/hover", json!({}))["error"]["code"], -32600);
    editor.note("exit", Value::Null);
    assert_eq!(editor.end(), 0);
}

#[test]
fn what_became_old_is_not_answered() {
    let mut editor = Editor::new();
    editor.open();
    editor.wrong(1);
    // all at once, so that the server finds the rest waiting when it comes to the first
    let hover = |id: &str| {
        let place = json!({ "textDocument": { "uri": URI }, "position": { "line": 5, "character": 15 } });
        json!({ "jsonrpc": "2.0", "id": id, "method": "textDocument/hover", "params": place })
    };
    let many: Vec<Value> = (0..200).map(|i| hover(&format!("old {i}"))).collect();
    let cancel = json!({ "jsonrpc": "2.0", "method": "$/cancelRequest", "params": { "id": "old 199" } });
    let change = json!({ "textDocument": { "uri": URI, "version": 2 }, "contentChanges": [{ "text": TEXT }] });
    let change = json!({ "jsonrpc": "2.0", "method": "textDocument/didChange", "params": change });
    let mut text = String::new();
    for message in many.iter().chain([&cancel, &change, &hover("new")]) {
        let message = message.to_string();
        text.push_str(&format!("Content-Length: {}\r\n\r\n{message}", message.len()));
    }
    editor.to.write_all(text.as_bytes()).unwrap();
    editor.to.flush().unwrap();
    let mut codes = std::collections::BTreeMap::new();
    loop {
        let heard = editor.hear();
        if heard["id"] == json!("new") {
            assert!(heard["result"].is_object(), "{heard}");
            break;
        }
        if heard.get("id").is_some() {
            *codes.entry(heard["error"]["code"].as_i64().unwrap_or(0)).or_insert(0) += 1;
        }
    }
    assert_eq!(codes.values().sum::<i32>(), 200, "{codes:?}");
    assert!(codes.keys().any(|code| matches!(code, -32800 | -32801)), "{codes:?}");
    editor.note("exit", Value::Null);
    assert_eq!(editor.end(), 1, "`shutdown` comes before `exit`");
}

/// Letters too many, each typed and taken away again, all over the largest bundled file: nine of ten are answered within 15 ms, in the
/// time of the server; a build without optimizations is only asked.
#[cfg(target_os = "linux")]
#[test]
#[allow(clippy::print_stdout, reason = "numbers that are asked for")]
fn an_edit_in_the_largest_file_is_answered_soon() {
    use std::time::Duration;
    let text = draughtsman::library::names().filter_map(draughtsman::library::text_of).max_by_key(|text| text.len()).unwrap();
    let lines = text.lines().count() as u32;
    let mut editor = Editor::new();
    editor.open_with(text);
    (0..2).for_each(|_| drop(editor.wrong(1)));
    let mut took: Vec<Duration> = Vec::new();
    for (version, line) in (1..).zip((0..lines).step_by(12).flat_map(|line| [line, line])) {
        let begun = crate::shell::worked(editor.server.id());
        let next = version + 1;
        match next % 2 {
            0 => editor.change(next, (line, 0), (line, 0), "x"),
            _ => editor.change(next, (line, 0), (line, 1), ""),
        }
        editor.wrong(next);
        took.push(crate::shell::worked(editor.server.id()) - begun);
        // What is odd is told in a pause.
        let wrong = editor.wrong(next);
        assert!(next % 2 == 0 || wrong.is_empty(), "{wrong:?}");
    }
    took.sort();
    let most = took[took.len() * 9 / 10];
    println!("{} edits, half within {:?}, nine of ten within {most:?}", took.len(), took[took.len() / 2]);
    assert!(cfg!(debug_assertions) || most <= Duration::from_millis(15), "{took:?}");
}

#[test]
fn a_file_of_positions_is_served_too() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("pond.draughts", &TEXT.replace("forwrd", "forward"));
    let positions = "[[position]]\nname = \"one way\"\nfen = \"W:W5:B32\"\n";
    let uri = format!("file://{}/pond.positions.toml", folder.path().display());
    let mut editor = Editor::new();
    editor.ask("initialize", json!({ "capabilities": {} }));
    let file = json!({ "uri": uri, "languageId": "toml", "version": 1, "text": positions });
    editor.note("textDocument/didOpen", json!({ "textDocument": file }));
    let lenses = editor.ask("textDocument/codeLens", json!({ "textDocument": { "uri": uri } }));
    assert_eq!(lenses["result"][0]["command"]["title"], "White to move, 1 move: 5-1 (not pinned)");
    let file = json!({ "uri": uri, "version": 2 });
    let change = json!({ "textDocument": file, "contentChanges": [{ "text": "[[position]\n" }] });
    editor.note("textDocument/didChange", change);
    assert_eq!(editor.wrong(2).len(), 1);
    assert_eq!(
        editor.ask("textDocument/hover", json!({ "textDocument": { "uri": uri }, "position": { "line": 0, "character": 0 } }))
            ["result"],
        Value::Null
    );
}

/// A name of a file on the disk and of an open one that extends it, from either.
#[test]
fn another_name_is_told_of_all_files_of_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    let mother = TEXT.replace("forwrd", "forward") + "definitions {\n  define near = any-way from site of own king\n}\n";
    let child = "+++\nname = \"y\"\nextends = \"mother\"\n+++\nmovement {\n  add king may go any-way, to near empty\n}\n";
    let (parent, other) = (folder.path().join("mother.draughts"), folder.path().join("child.draughts"));
    std::fs::write(&parent, &mother).unwrap();
    std::fs::write(&other, child).unwrap();
    for (path, text, line, column) in [(&parent, mother.as_str(), 8, 10), (&other, child, 5, 32)] {
        let mut editor = Editor::new();
        editor.ask("initialize", json!({ "capabilities": {} }));
        let uri = format!("file://{}", path.display());
        let file = json!({ "uri": uri, "languageId": "draughts", "version": 1, "text": text });
        editor.note("textDocument/didOpen", json!({ "textDocument": file }));
        let place = json!({ "line": line, "character": column });
        let asked = json!({ "textDocument": { "uri": uri }, "position": place, "newName": "close" });
        let answer = editor.ask("textDocument/rename", asked);
        for path in [&parent, &other] {
            let edits = &answer["result"]["changes"][format!("file://{}", path.display())];
            assert_eq!(edits.as_array().map(Vec::len), Some(1), "{answer}");
            assert_eq!(edits[0]["newText"], "close");
        }
    }
}

#[test]
fn garbage_is_an_error() {
    let whole = |text: &str| format!("Content-Length: {}\r\n\r\n{text}", text.len());
    let garbage = [
        "hello\n".to_owned(),
        "\u{0}\u{1}\u{2}".to_owned(),
        "Content-Length: 99999999999999999\r\n\r\n{}".to_owned(),
        "Content-Length: x\r\n\r\n".to_owned(),
        "\r\n".to_owned(),
        whole("{"),
        whole("[]"),
        whole("{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"initialize\"}"),
        format!("Content-Length: 50\r\n\r\n{}", "{}"),
    ];
    for text in garbage {
        let ended = run_with(&["lsp"], text.as_bytes());
        assert_eq!((ended.code, ended.out.as_str()), (2, ""), "{text:?}: {}", ended.err);
        assert!(ended.err.contains("standard input"), "{text:?}: {}", ended.err);
    }
    let ended = run_with(&["lsp"], b"");
    assert_eq!(ended.code, 2, "{}", ended.err);
}
