//! The state of the server: the files that the editor has opened, and the requests that are being worked on.

use std::collections::{HashMap, VecDeque};
use std::path::{Path, PathBuf};
use std::str::FromStr as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;

use draughtsman::check::Care;
use draughtsman::editor::{Document, POSITIONS, what_is_wrong};
use draughtsman::source::{Place, Source};
use ls_types as lsp;
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::desk::{Desk, Done, Work};
use super::wire::Event;
use super::{answers, offered, translate};
use crate::cli::answer::Answer;

/// The phase of the conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Before `initialize`.
    Fresh,
    /// After `initialize`: files can be opened.
    Serving,
    /// After `shutdown`: only `exit` may follow.
    Ending,
}

/// A file that is open in the editor.
pub(super) struct Open {
    /// Its URI, as the editor writes it.
    pub(super) uri: lsp::Uri,
    /// The version of its text, as numbered by the editor.
    pub(super) version: i32,
    /// Its text.
    pub(super) text: String,
    /// What is known of the text that was last examined.
    document: Option<Arc<Document>>,
    /// Whether the text or a parent has changed since then.
    stale: bool,
}

impl Open {
    /// Its path on the disk, if it has one.
    pub(super) fn path(&self) -> Option<PathBuf> {
        path(&self.uri)
    }

    /// Whether it is a file of positions rather than a rule file.
    pub(super) fn is_positions(&self) -> bool {
        self.uri.as_str().ends_with(POSITIONS)
    }
}

/// A request that the worker thread answers.
struct Slow {
    unwanted: Arc<AtomicBool>,
    uri: String,
    version: i32,
}

/// One editor and its files.
pub(super) struct Server {
    /// The messages to send next.
    pub(super) outgoing: Vec<Message>,
    pub(super) documents: HashMap<String, Open>,
    phase: Phase,
    desk: Desk,
    slow: HashMap<RequestId, Slow>,
}

/// Why a request is refused.
pub(super) struct Refusal {
    code: ErrorCode,
    message: String,
}

/// Makes a refusal.
pub(super) fn refusal(code: ErrorCode, message: impl Into<String>) -> Refusal {
    Refusal { code, message: message.into() }
}

/// The parameters of a message, as the type that its method requires.
pub(super) fn params<P: DeserializeOwned>(params: Value) -> Result<P, Refusal> {
    serde_json::from_value(params).map_err(|error| refusal(ErrorCode::InvalidParams, error.to_string()))
}

impl Server {
    /// A server that has received no message yet.
    pub(super) fn new(events: Sender<Event>) -> Server {
        Server {
            outgoing: Vec::new(),
            documents: HashMap::new(),
            phase: Phase::Fresh,
            desk: Desk::new(events),
            slow: HashMap::new(),
        }
    }

    /// Whether the editor has asked the server to shut down.
    pub(super) fn is_done(&self) -> bool {
        self.phase == Phase::Ending
    }

    /// Handles a message; `waiting` holds the events received since. Returns the answer of the command if the message was the
    /// last.
    pub(super) fn take(&mut self, message: Message, waiting: &VecDeque<Event>) -> Option<Answer> {
        match message {
            Message::Request(request) => {
                let id = request.id.clone();
                match self.request(request, waiting) {
                    Ok(Some(answer)) => self.outgoing.push(Response::new_ok(id, answer).into()),
                    Ok(None) => {}
                    Err(refusal) => self.refuse(id, refusal),
                }
                None
            }
            Message::Notification(note) if note.method == "exit" => Some(if self.is_done() { Answer::Yes } else { Answer::No }),
            Message::Notification(note) => {
                // Notifications have no answers, so that one which cannot be understood is ignored.
                let _ = self.note(note);
                None
            }
            Message::Response(_) => None,
        }
    }

    /// Answers a request whose work at the desk is over.
    pub(super) fn finish(&mut self, done: Done) {
        let Some(slow) = self.slow.remove(&done.id) else { return };
        let current = self.documents.get(&slow.uri).is_some_and(|open| open.version == slow.version);
        match done.answer {
            Some(Ok(answer)) if current => self.outgoing.push(Response::new_ok(done.id, answer).into()),
            Some(Err(problem)) if current => self.refuse(done.id, refusal(ErrorCode::RequestFailed, problem)),
            _ => self.refuse(done.id, modified()),
        }
    }

    /// Hands in work for a request about the file `open` to the desk.
    pub(super) fn hand_in(&mut self, id: RequestId, open: &str, work: Work) {
        let version = self.documents.get(open).map_or(0, |open| open.version);
        let unwanted = self.desk.hand_in(id.clone(), work);
        self.slow.insert(id, Slow { unwanted, uri: open.to_owned(), version });
    }

    fn refuse(&mut self, id: RequestId, refusal: Refusal) {
        self.outgoing.push(Response::new_err(id, refusal.code as i32, refusal.message).into());
    }

    fn request(&mut self, request: Request, waiting: &VecDeque<Event>) -> Result<Option<Value>, Refusal> {
        match (self.phase, request.method.as_str()) {
            (Phase::Fresh, "initialize") => {
                self.phase = Phase::Serving;
                return Ok(Some(offered::offered()));
            }
            (Phase::Fresh, _) => return Err(refusal(ErrorCode::ServerNotInitialized, "`initialize` comes first")),
            (Phase::Ending, _) => return Err(refusal(ErrorCode::InvalidRequest, "after `shutdown` only `exit` may come")),
            (Phase::Serving, "initialize") => return Err(refusal(ErrorCode::InvalidRequest, "this has been said already")),
            (Phase::Serving, "shutdown") => {
                self.phase = Phase::Ending;
                return Ok(Some(Value::Null));
            }
            (Phase::Serving, _) => {}
        }
        let uri = request.params.pointer("/textDocument/uri").and_then(Value::as_str).unwrap_or_default();
        for event in waiting {
            let Event::Said(Message::Notification(note)) = event else { continue };
            if note.method == "$/cancelRequest" && note.params.get("id") == serde_json::to_value(&request.id).ok().as_ref() {
                return Err(refusal(ErrorCode::RequestCanceled, "it is not wanted any more"));
            }
            let about = note.params.pointer("/textDocument/uri").and_then(Value::as_str);
            if note.method == "textDocument/didChange" && about == Some(uri) {
                return Err(modified());
            }
        }
        answers::answer(self, request)
    }

    fn note(&mut self, note: Notification) -> Result<(), Refusal> {
        match note.method.as_str() {
            "textDocument/didOpen" => {
                let lsp::DidOpenTextDocumentParams { text_document: one } = params(note.params)?;
                let open = Open { uri: one.uri.clone(), version: one.version, text: one.text, document: None, stale: true };
                self.documents.insert(one.uri.as_str().to_owned(), open);
                self.parents_changed(&one.uri);
            }
            "textDocument/didChange" => {
                let change: lsp::DidChangeTextDocumentParams = params(note.params)?;
                let uri = change.text_document.uri;
                if let Some(open) = self.documents.get_mut(uri.as_str()) {
                    open.version = change.text_document.version;
                    open.stale = true;
                    for one in change.content_changes {
                        changed(&mut open.text, one);
                    }
                    self.parents_changed(&uri);
                }
            }
            "textDocument/didClose" => {
                let lsp::DidCloseTextDocumentParams { text_document: one } = params(note.params)?;
                self.documents.remove(one.uri.as_str());
                self.say_of(one.uri.clone(), None, Vec::new());
                self.parents_changed(&one.uri);
            }
            "workspace/didChangeWatchedFiles" => {
                let files: lsp::DidChangeWatchedFilesParams = params(note.params)?;
                files.changes.iter().for_each(|one| self.parents_changed(&one.uri));
            }
            "$/cancelRequest" => {
                let id: RequestId = params(note.params.get("id").cloned().unwrap_or_default())?;
                if let Some(slow) = self.slow.remove(&id) {
                    slow.unwanted.store(true, Ordering::Relaxed);
                    self.refuse(id, refusal(ErrorCode::RequestCanceled, "it is not wanted any more"));
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Marks the open files that extend a changed file as stale.
    fn parents_changed(&mut self, uri: &lsp::Uri) {
        let Some(path) = path(uri) else { return };
        let (name, stem) = (path.display().to_string(), path.file_stem().unwrap_or_default().to_owned());
        for open in self.documents.values_mut().filter(|open| open.uri != *uri) {
            let Some(document) = &open.document else { continue };
            let files = document.loaded.files.iter().map(|(file, _)| Path::new(&document.loaded.sources.get(*file).name));
            let parents = files.take(document.loaded.files.len().saturating_sub(1));
            // A new file may take the place of a bundled one, or be the one that was missing.
            let missing = !document.loaded.diagnostics.is_empty();
            if missing || parents.into_iter().any(|parent| parent == Path::new(&name) || parent.file_stem() == Some(&stem)) {
                open.stale = true;
            }
        }
    }

    /// Examines one open file that has changed or has only been checked quickly, and publishes its diagnostics. Returns
    /// whether there was one.
    pub(super) fn settle(&mut self) -> bool {
        let all = || self.documents.iter();
        if let Some(uri) = all().find(|(_, open)| open.stale).map(|(uri, _)| uri.clone()) {
            self.look_at(&uri);
            return true;
        }
        let closer = |open: &Open| open.document.as_ref().is_some_and(|document| document.care == Care::Game);
        let Some(uri) = all().find(|(_, open)| closer(open)).map(|(uri, _)| uri.clone()) else { return false };
        self.look_closer(&uri);
        true
    }

    /// What is known of an open rule file and its current text, checked with all its games or with its default game alone.
    pub(super) fn document(&mut self, uri: &str, care: Care) -> Option<Arc<Document>> {
        if self.documents.get(uri)?.stale {
            self.look_at(uri);
        }
        if care == Care::Everything && self.documents.get(uri)?.document.as_ref()?.care == Care::Game {
            self.look_closer(uri);
        }
        self.documents.get(uri)?.document.clone()
    }

    fn look_closer(&mut self, uri: &str) {
        if let Some(document) = self.documents.get_mut(uri).and_then(|open| open.document.as_mut()) {
            Arc::make_mut(document).look_closer();
        }
        self.publish(uri);
    }

    fn look_at(&mut self, uri: &str) {
        let Some(open) = self.documents.get(uri) else { return };
        let document = match open.is_positions() {
            true => None,
            false => Some(Arc::new(self.read(open))),
        };
        if let Some(open) = self.documents.get_mut(uri) {
            open.document = document;
            open.stale = false;
        }
        self.publish(uri);
    }

    fn read(&self, open: &Open) -> Document {
        let texts = |path: &Path| self.text_of(path);
        match &open.document {
            Some(old) if *old.text() == open.text => old.reread(&texts),
            Some(old) => old.edited(open.text.clone(), &texts),
            None => {
                let path = open.path();
                let name = path.as_ref().map_or_else(|| open.uri.path().as_str().to_owned(), |path| path.display().to_string());
                Document::read(&name, open.text.clone(), path.as_deref().and_then(Path::parent), &texts)
            }
        }
    }

    /// The text of a file, if it is open.
    pub(super) fn text_of(&self, path: &Path) -> Option<String> {
        self.documents.values().find(|open| open.path().as_deref() == Some(path)).map(|open| open.text.clone())
    }

    /// The URI of a file, whether or not it is open.
    pub(super) fn uri_of(&self, path: &Path) -> Option<lsp::Uri> {
        let open = self.documents.values().find(|open| open.path().as_deref() == Some(path));
        open.map(|open| open.uri.clone()).or_else(|| uri_of(path))
    }

    fn publish(&mut self, uri: &str) {
        let Some(open) = self.documents.get(uri) else { return };
        let said = match &open.document {
            Some(document) => {
                document.diagnostics().into_iter().map(|one| translate::diagnostic(document, &open.uri, one)).collect()
            }
            None => {
                let source = Source::new(uri, open.text.clone());
                let wrong = what_is_wrong(&open.text).into_iter();
                let error = Some(lsp::DiagnosticSeverity::ERROR);
                let said = wrong.map(|(span, message)| lsp::Diagnostic {
                    range: translate::range(&source, span),
                    severity: error,
                    source: Some("draughtsman".to_owned()),
                    message,
                    ..lsp::Diagnostic::default()
                });
                said.collect()
            }
        };
        let (uri, version) = (open.uri.clone(), open.version);
        self.say_of(uri, Some(version), said);
    }

    fn say_of(&mut self, uri: lsp::Uri, version: Option<i32>, diagnostics: Vec<lsp::Diagnostic>) {
        let said = lsp::PublishDiagnosticsParams { uri, diagnostics, version };
        self.outgoing.push(Notification::new("textDocument/publishDiagnostics".to_owned(), said).into());
    }
}

fn modified() -> Refusal {
    refusal(ErrorCode::ContentModified, "the text has changed since")
}

/// The path of a file, if it is on the disk.
pub(super) fn path(uri: &lsp::Uri) -> Option<PathBuf> {
    let is_file = uri.scheme().as_str().eq_ignore_ascii_case("file");
    uri.to_file_path().filter(|_| is_file).map(|path| path.into_owned())
}

/// The URI of a file that the editor has not opened.
fn uri_of(path: &Path) -> Option<lsp::Uri> {
    lsp::Uri::from_file_path(path).or_else(|| lsp::Uri::from_str(&path.display().to_string()).ok())
}

/// Applies a change that the editor reports.
fn changed(text: &mut String, change: lsp::TextDocumentContentChangeEvent) {
    let Some(range) = change.range else {
        *text = change.text;
        return;
    };
    let source = Source::new("", std::mem::take(text));
    let byte = |at: lsp::Position| source.byte(Place { line: at.line, column: at.character }) as usize;
    let (start, end) = (byte(range.start), byte(range.end));
    *text = source.text;
    text.replace_range(start..end.max(start), &change.text);
}
