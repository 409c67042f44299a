//! The handlers of requests.

use std::path::Path;
use std::sync::Arc;

use draughtsman::check::Care;
use draughtsman::editor::{self, Document, Lens};
use draughtsman::library::{ENDING, load_open, mended, text_of};
use draughtsman::source::{Source, Span};
use ls_types as lsp;
use lsp_server::{ErrorCode, Request};
use serde::Serialize;
use serde_json::Value;

use super::desk::Work;
use super::server::{Refusal, Server, params, path, refusal};
use super::translate;

/// The answer to a request, or `None` if it is handed in at the desk.
pub(super) fn answer(server: &mut Server, request: Request) -> Result<Option<Value>, Refusal> {
    let uri = request.params.pointer("/textDocument/uri").and_then(Value::as_str).map(str::to_owned);
    let uri = uri.ok_or_else(|| refusal(ErrorCode::InvalidParams, "`textDocument.uri` says which file, and is not there"));
    match request.method.as_str() {
        "textDocument/codeLens" => return lenses(server, request, &uri?),
        "textDocument/codeAction" => return actions(server, request, &uri?),
        method if !KNOWN.contains(&method) => {
            return Err(refusal(ErrorCode::MethodNotFound, format!("`{method}` is nothing that this server does")));
        }
        _ => {}
    }
    let uri = uri?;
    // Completion must not wait for a thorough check.
    let care = if request.method == "textDocument/completion" { Care::Game } else { Care::Everything };
    let Some(document) = server.document(&uri, care) else { return Ok(Some(Value::Null)) };
    let own = server.documents.get(&uri).map(|open| open.uri.clone());
    let Some(own) = own else { return Ok(Some(Value::Null)) };
    at_once(server, &document, &own, request).map(Some)
}

/// The requests that are answered at once.
const KNOWN: [&str; 12] = [
    "textDocument/hover",
    "textDocument/completion",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/prepareRename",
    "textDocument/rename",
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/semanticTokens/full",
    "textDocument/inlayHint",
    "textDocument/formatting",
];

fn at_once(server: &Server, document: &Document, own: &lsp::Uri, request: Request) -> Result<Value, Refusal> {
    let source = document.source();
    let at = || -> Result<u32, Refusal> {
        let position = request.params.get("position").cloned().unwrap_or_default();
        Ok(translate::byte(source, params(position)?))
    };
    match request.method.as_str() {
        "textDocument/hover" => told(editor::hover(document, at()?).map(|one| lsp::Hover {
            contents: lsp::HoverContents::Markup(lsp::MarkupContent { kind: lsp::MarkupKind::Markdown, value: one.text }),
            range: Some(translate::range(source, one.span)),
        })),
        "textDocument/completion" => {
            let found = editor::complete(document, at()?);
            let items = found.into_iter().flat_map(|found| {
                let replace = found.replace;
                found.offered.into_iter().enumerate().map(move |one| translate::completion(source, replace, one))
            });
            told(lsp::CompletionList { is_incomplete: false, items: items.collect() })
        }
        "textDocument/definition" => {
            told(editor::definition(document, at()?).and_then(|span| translate::location(document, own, span)))
        }
        "textDocument/references" => {
            let declared = request.params.pointer("/context/includeDeclaration").and_then(Value::as_bool).unwrap_or(true);
            let all = editor::references(document, at()?);
            let all = all.into_iter().filter(|one| declared || one.meaning.declared != Some(one.span));
            let mut all: Vec<lsp::Location> = all.filter_map(|one| translate::location(document, own, one.span)).collect();
            all.extend(elsewhere(server, document, own, at()?));
            told(all)
        }
        "textDocument/documentHighlight" => {
            let all = editor::highlights(document, at()?).into_iter();
            let highlight = |span| lsp::DocumentHighlight { range: translate::range(source, span), kind: None };
            told(all.map(highlight).collect::<Vec<_>>())
        }
        "textDocument/prepareRename" => {
            let span = editor::renameable(document, at()?).map_err(|why| refusal(ErrorCode::RequestFailed, why.to_string()))?;
            told(translate::range(source, span))
        }
        "textDocument/rename" => {
            let lsp::RenameParams { new_name, .. } = params(request.params.clone())?;
            let others = beside(server, document, own);
            let files = editor::rename_with(document, &others, at()?, &new_name);
            let files = files.map_err(|why| refusal(ErrorCode::RequestFailed, why.to_string()))?;
            let of_file = |one: &editor::Renamed| {
                // A text that is not on the disk has no path, only its URI.
                let uri = Some(own.clone()).filter(|_| one.source.name == source.name);
                let uri = uri.or_else(|| server.uri_of(Path::new(&one.source.name)))?;
                Some((uri, one.changes.iter().map(|change| translate::edit(&one.source, change)).collect()))
            };
            told(translate::edits(files.iter().filter_map(of_file)))
        }
        "textDocument/documentSymbol" => {
            told(editor::symbols(document).iter().map(|one| translate::symbol(source, one)).collect::<Vec<_>>())
        }
        "textDocument/foldingRange" => {
            told(editor::folds(document).iter().map(|one| translate::fold(source, one)).collect::<Vec<_>>())
        }
        "textDocument/semanticTokens/full" => told(translate::colours(source, &editor::colours(document))),
        "textDocument/inlayHint" => {
            let range: lsp::Range = params(request.params.get("range").cloned().unwrap_or_default())?;
            let within = translate::span(document, range);
            let all = editor::hints(document).into_iter().filter(|one| within.start <= one.at && one.at <= within.end);
            told(all.map(|one| hint(document, own, &one)).collect::<Vec<_>>())
        }
        _ => told(editor::formatted(document).map(|change| vec![translate::edit(source, &change)])),
    }
}

fn told(answer: impl Serialize) -> Result<Value, Refusal> {
    serde_json::to_value(answer).map_err(|error| refusal(ErrorCode::InternalError, error.to_string()))
}

/// The other files of the folder that extend a file, and those that this one extends.
fn beside(server: &Server, document: &Document, own: &lsp::Uri) -> Vec<Document> {
    let Some(path) = path(own) else { return Vec::new() };
    let Some(folder) = path.parent() else { return Vec::new() };
    let texts = |path: &Path| server.text_of(path);
    let is_parent = |other: &Path| {
        let mut names = document.loaded.files.iter().map(|(file, _)| &document.loaded.sources.get(*file).name);
        names.any(|name| Path::new(name) == other)
    };
    let read = |other: &std::path::PathBuf| {
        let text = server.text_of(other).or_else(|| std::fs::read_to_string(other).ok())?;
        // A file that does not contain `extends` has no parent.
        (text.contains("extends") || is_parent(other)).then(|| {
            let mut other = Document::read(&other.display().to_string(), text, Some(folder), &texts);
            other.look_closer();
            other
        })
    };
    draughtsman::library::files(folder).iter().filter(|other| **other != path).filter_map(read).collect()
}

/// The places in files of the folder that extend this one and refer to the name at a byte.
fn elsewhere(server: &Server, document: &Document, own: &lsp::Uri, byte: u32) -> Vec<lsp::Location> {
    let Some(declared) = editor::definition(document, byte) else { return Vec::new() };
    let (Some(path), true) = (path(own), declared.file == document.file()) else { return Vec::new() };
    let mut all = Vec::new();
    for child in beside(server, document, own) {
        let parent = child.loaded.files.iter().find(|(file, _)| Path::new(&child.loaded.sources.get(*file).name) == path);
        let (Some((parent, _)), Some(uri)) = (parent, server.uri_of(Path::new(child.loaded.name()))) else { continue };
        let same = Span { file: *parent, ..declared };
        let own = child.checked.mentions.iter().filter(|one| one.span.file == child.file());
        let meant = own.filter(|one| {
            one.meaning.declared == Some(same) || one.meaning.declared == Some(one.span) && names(document, byte, one)
        });
        all.extend(meant.map(|one| lsp::Location { uri: uri.clone(), range: translate::range(child.source(), one.span) }));
    }
    all
}

/// Whether a child gives the name at a byte a definition of its own, of the same sort.
fn names(document: &Document, byte: u32, other: &draughtsman::check::Mention) -> bool {
    let here = editor::references(document, byte);
    here.first().is_some_and(|one| one.meaning.sort == other.meaning.sort && one.meaning.name == other.meaning.name)
}

fn hint(document: &Document, own: &lsp::Uri, one: &editor::Hint) -> lsp::InlayHint {
    let source = document.source();
    let part = lsp::InlayHintLabelPart {
        value: one.text.clone(),
        tooltip: None,
        location: one.place.and_then(|place| translate::location(document, own, place)),
        command: None,
    };
    lsp::InlayHint {
        position: translate::position(source.place(one.at)),
        label: lsp::InlayHintLabel::LabelParts(vec![part]),
        kind: None,
        text_edits: None,
        tooltip: None,
        padding_left: Some(true),
        padding_right: Some(true),
        data: None,
    }
}

/// Fixes for the mistakes in a range. Each change is tried, which takes long.
fn actions(server: &mut Server, request: Request, uri: &str) -> Result<Option<Value>, Refusal> {
    let asked: lsp::CodeActionParams = params(request.params)?;
    let Some(document) = server.document(uri, Care::Everything) else { return Ok(Some(Value::Array(Vec::new()))) };
    let kinds = asked.context.only;
    let wants = |kind: &lsp::CodeActionKind| {
        let fits = |wanted: &lsp::CodeActionKind| {
            kind.as_str() == wanted.as_str() || kind.as_str().starts_with(&format!("{}.", wanted.as_str()))
        };
        kinds.as_ref().is_none_or(|all| all.iter().any(fits))
    };
    let quick = wants(&lsp::CodeActionKind::QUICKFIX);
    let all = kinds.is_some() && wants(&lsp::CodeActionKind::SOURCE_FIX_ALL);
    let own = asked.text_document.uri;
    let work: Work = Box::new(move || {
        let mut found: Vec<lsp::CodeAction> = Vec::new();
        if quick {
            let span = translate::span(&document, asked.range);
            found.extend(editor::actions(&document, span).iter().map(|one| action(&document, &own, one)));
        }
        if all {
            found.extend(everything(&document, &own));
        }
        serde_json::to_value(found).map_err(|error| error.to_string())
    });
    server.hand_in(request.id, uri, work);
    Ok(None)
}

fn action(document: &Document, own: &lsp::Uri, one: &editor::Action) -> lsp::CodeAction {
    lsp::CodeAction {
        title: one.title.clone(),
        kind: Some(lsp::CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![translate::diagnostic(document, own, &one.mends)]),
        edit: Some(translate::edits([(own.clone(), vec![translate::edit(document.source(), &one.change)])])),
        is_preferred: Some(one.certain),
        ..lsp::CodeAction::default()
    }
}

/// All fixes that are certain, as `check --fix` makes them.
fn everything(document: &Document, own: &lsp::Uri) -> Option<lsp::CodeAction> {
    let loaded = &document.loaded;
    let (choices, levels) = Default::default();
    let mended =
        mended(&loaded.id, &document.source().name, document.text().to_owned(), loaded.folder.as_deref(), &choices, &levels);
    let whole =
        draughtsman::diagnostic::Fix { span: Span::new(document.file(), 0, document.text().len()), replacement: mended.text };
    (!mended.done.is_empty()).then(|| lsp::CodeAction {
        title: "Make every change that is certain to be meant".to_owned(),
        kind: Some(lsp::CodeActionKind::SOURCE_FIX_ALL),
        edit: Some(translate::edits([(own.clone(), vec![translate::edit(document.source(), &whole)])])),
        ..lsp::CodeAction::default()
    })
}

/// The legal moves of pinned positions, which take long to compute.
fn lenses(server: &mut Server, request: Request, uri: &str) -> Result<Option<Value>, Refusal> {
    let nothing = Ok(Some(Value::Array(Vec::new())));
    let Some(open) = server.documents.get(uri) else { return nothing };
    let Some(path) = open.path() else { return nothing };
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let stem =
        name.strip_suffix(editor::POSITIONS).or_else(|| name.strip_suffix(&format!(".{ENDING}"))).unwrap_or(&name).to_owned();
    let beside = |ending: &str| path.with_file_name(format!("{stem}{ending}"));
    let read = |path: &Path| server.text_of(path).or_else(|| std::fs::read_to_string(path).ok());
    let snapshot = read(&beside(".snapshot.txt"));
    let work: Work = if open.is_positions() {
        let rules = beside(&format!(".{ENDING}"));
        let Some(text) = read(&rules).or_else(|| text_of(&stem).map(str::to_owned)) else { return nothing };
        let loaded = load_open(&stem, &rules.display().to_string(), text, path.parent(), &|path| server.text_of(path));
        let source = Source::new(uri, open.text.clone());
        Box::new(move || {
            let all = editor::lenses_of_positions(&source, &loaded, snapshot.as_deref());
            shown(&source, all)
        })
    } else {
        let Some(positions) = read(&beside(editor::POSITIONS)) else { return nothing };
        let Some(document): Option<Arc<Document>> = server.document(uri, Care::Game) else { return nothing };
        Box::new(move || {
            let all = editor::lenses_of_rules(&document, &positions, snapshot.as_deref());
            shown(document.source(), all)
        })
    };
    server.hand_in(request.id, uri, work);
    Ok(None)
}

fn shown(source: &Source, all: Vec<Lens>) -> Result<Value, String> {
    let lens = |one: Lens| lsp::CodeLens {
        range: translate::range(source, one.span),
        // The command does nothing; its title is the text to show.
        command: Some(lsp::Command { title: one.title, command: String::new(), arguments: None }),
        data: (!one.more.is_empty()).then_some(Value::String(one.more)),
    };
    serde_json::to_value(all.into_iter().map(lens).collect::<Vec<_>>()).map_err(|error| error.to_string())
}
