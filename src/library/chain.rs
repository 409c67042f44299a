//! Reads a rule file and its chain of parents.

use std::path::Path;
use std::sync::OnceLock;

use sha2::{Digest as _, Sha256};

use super::{ENDING, Loaded, find, names, read, stem, text_of};
use crate::check::PRELUDE;
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Source, Sources, Span};
use crate::syntax::front::Value;
use crate::syntax::parent::{FIRST_VERSION, Parent, Pin};
use crate::syntax::{self, Parsed};

/// Maximum number of parents.
const MOST_PARENTS: usize = 32;

/// Finds a parent by name, and returns its file name and contents.
pub(super) type Find<'f> = dyn Fn(&str) -> Option<(String, Vec<u8>)> + 'f;

pub(super) fn load_with(id: &str, name: &str, bytes: Vec<u8>, find: &Find<'_>) -> Loaded {
    let mut sources = Sources::new();
    let prelude = sources.add(Source::new(format!("prelude.{ENDING}"), PRELUDE));
    let library = words(prelude);
    let mut diagnostics = Vec::new();
    let mut files = Vec::new();
    let mut line: Vec<String> = Vec::new();
    let mut next = Some((name.to_owned(), bytes));
    // The `extends` value of the previous file, by which the next one was found.
    let mut asked: Option<(String, Span)> = None;
    while let Some((name, bytes)) = next.take() {
        let checksum = asked.as_ref().and_then(|(text, _)| checksum(text, &bytes));
        let (file, parsed) = read_text(&mut sources, &name, bytes, &mut diagnostics);
        if let Some((text, span)) = &asked {
            diagnostics.extend(another(text, *span, &parsed, checksum.as_deref()));
        }
        let extends = parent_of(&parsed);
        files.push((file, parsed));
        line.push(stem(&name));
        let Some((text, span)) = extends else { break };
        let parent = Parent::read(&text).name.to_owned();
        if let Some(first) = line.iter().position(|known| *known == parent) {
            let mut circle: Vec<&str> = line[first..].iter().map(String::as_str).collect();
            circle.push(&parent);
            let circle = circle.join("` extends `");
            let mut found = Diagnostic::error("E0221", span, format!("`{circle}`: a circle without a beginning"));
            if let Some((_, first)) = asked {
                found = found.label(first, "the circle goes through here");
            }
            diagnostics.push(found.help("one of them must stand by itself, without `extends`"));
            break;
        }
        if line.len() > MOST_PARENTS {
            diagnostics.push(Diagnostic::error(
                "E0222",
                span,
                format!("more than {MOST_PARENTS} parents, one above the other"),
            ));
            break;
        }
        next = find(&parent);
        if next.is_none() {
            diagnostics.push(missing(&text, &parent, span));
        }
        asked = Some((text, span));
    }
    files.push((prelude, library));
    files.reverse();
    Loaded { id: id.to_owned(), sources, files, diagnostics, folder: None }
}

fn missing(text: &str, parent: &str, span: Span) -> Diagnostic {
    // If the value is a plain string, the proposal replaces only the name and keeps the pin.
    let of_name = (span.end - span.start) as usize == text.len() + 2;
    let start = span.start as usize + 1;
    let place = if of_name && text != parent { Span::new(span.file, start, start + parent.len()) } else { span };
    let found = Diagnostic::error("E0223", span, format!("there is no variant `{parent}` to extend"));
    let found = found.near(place, parent, names());
    match found.proposals.is_empty() {
        true => found.help(format!(
            "a file `{parent}.{ENDING}` in the same folder, or a bundled name, such as those of `draughtsman list`"
        )),
        false => found,
    }
}

/// The checksum of a parent, if its child pins it by checksum.
fn checksum(text: &str, bytes: &[u8]) -> Option<String> {
    matches!(Parent::read(text).pin, Some(Pin::Sha256(_))).then(|| sha256(bytes))
}

/// The checksum by which a rule file can be pinned: SHA-256 in hexadecimal, as `sha256sum` prints it.
///
/// ```
/// let empty = draughtsman::library::sha256(b"");
/// assert!(empty.starts_with("e3b0c44298fc1c14") && empty.len() == 64);
/// ```
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The diagnostic for a parent that does not match the pin of its child.
fn another(text: &str, span: Span, parsed: &Parsed, checksum: Option<&str>) -> Option<Diagnostic> {
    let Parent { name, pin } = Parent::read(text);
    let version = match parsed.front.get("version").map(|entry| &entry.value.value) {
        Some(Value::String(version)) => version,
        _ => FIRST_VERSION,
    };
    let (problem, now) = match pin? {
        Pin::Version(asked) if asked == version => return None,
        Pin::Sha256(asked) if checksum?.eq_ignore_ascii_case(asked) => return None,
        Pin::Version(asked) => (format!("`{name}` is version {version} here, and {asked} is asked for"), version.to_owned()),
        Pin::Sha256(_) => {
            (format!("`{name}` is another file here than the one with this checksum"), format!("sha256:{}", checksum?))
        }
    };
    let found = Diagnostic::error("E0224", span, problem);
    Some(found.help(format!("see what has changed (`draughtsman diff`), then pin this one: `extends = \"{name}@{now}\"`")))
}

/// The parsed library of words. It is the same for every chain, so it is parsed once per process.
fn words(file: FileId) -> Parsed {
    let read = |file| {
        let (rules, diagnostics) = syntax::parse_rules(file, PRELUDE);
        Parsed { rules, diagnostics, ..Parsed::default() }
    };
    static WORDS: OnceLock<(FileId, Parsed)> = OnceLock::new();
    match WORDS.get_or_init(|| (file, read(file))) {
        (known, words) if *known == file => words.clone(),
        _ => read(file),
    }
}

fn read_text(sources: &mut Sources, name: &str, bytes: Vec<u8>, found: &mut Vec<Diagnostic>) -> (FileId, Parsed) {
    let guess = sources.next();
    match syntax::decode(guess, bytes) {
        Ok(text) => {
            let parsed = syntax::parse(guess, &text);
            (sources.add(Source::new(name, text)), parsed)
        }
        Err(broken) => {
            found.push(broken.diagnostic);
            (sources.add(Source::new(name, broken.text)), Parsed::default())
        }
    }
}

pub(super) fn parent_of(parsed: &Parsed) -> Option<(String, Span)> {
    let entry = parsed.front.get("extends")?;
    match &entry.value.value {
        Value::String(parent) => Some((parent.clone(), entry.value.span)),
        _ => None,
    }
}

/// Finds a parent next to the file, among the bundled variants, or in a folder of the search path, in this order.
pub(super) fn find_parent(parent: &str, folder: Option<&Path>) -> Option<(String, Vec<u8>)> {
    if parent.contains(['/', '\\']) {
        return None;
    }
    let beside = folder.map(|folder| folder.join(format!("{parent}.{ENDING}")));
    if let Some(path) = beside.filter(|path| path.is_file()) {
        return Some((path.display().to_string(), read(&path).ok()?));
    }
    if let Some(text) = text_of(parent) {
        return Some((format!("{parent}.{ENDING}"), text.as_bytes().to_vec()));
    }
    let path = find::searched().map(|folder| folder.join(format!("{parent}.{ENDING}"))).find(|path| path.is_file())?;
    Some((path.display().to_string(), read(&path).ok()?))
}
