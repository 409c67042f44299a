//! Texts and positions in them: files, byte spans, lines and columns. It knows no stage.

use std::borrow::Cow;
use std::fmt;

/// The text of a span: an index into [`Sources`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct FileId(pub u16);

/// A range of bytes in one text, `start..end`.
///
/// ```
/// use draughtsman::source::{FileId, Span};
/// let span = Span::new(FileId(0), 4, 7);
/// assert_eq!(span.of("the man may step"), "man");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    /// The text.
    pub file: FileId,
    /// The position of the first byte.
    pub start: u32,
    /// The position after the last byte.
    pub end: u32,
}

impl Span {
    /// The bytes `start..end` of `file`.
    pub fn new(file: FileId, start: usize, end: usize) -> Span {
        Span { file, start: start as u32, end: end as u32 }
    }

    /// Whether another span lies within this one.
    pub fn contains(self, inner: Span) -> bool {
        self.file == inner.file && self.start <= inner.start && inner.end <= self.end
    }

    /// From the start of this span to the end of `other`.
    pub fn to(self, other: Span) -> Span {
        Span { end: other.end.max(self.end), ..self }
    }

    /// The part of `text` at this span; empty if the span does not fit `text`.
    pub fn of(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or("")
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}..{}", self.file.0, self.start, self.end)
    }
}

/// A value with the place where it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Its place.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// `value` as written at `span`.
    pub fn new(value: T, span: Span) -> Spanned<T> {
        Spanned { value, span }
    }
}

/// A text: a rule file, its parent, or the prelude.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its name for messages: a path, `<stdin>`, or a bundled name.
    pub name: String,
    /// The whole text.
    pub text: String,
    lines: Vec<u32>,
}

impl Source {
    /// A text with a name.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        let text = text.into();
        let bytes = text.as_bytes();
        let ends = |i: &usize| bytes[*i] == b'\n' || bytes[*i] == b'\r' && bytes.get(i + 1) != Some(&b'\n');
        let lines = std::iter::once(0).chain((0..bytes.len()).filter(ends).map(|i| i as u32 + 1)).collect();
        Source { name: name.into(), text, lines }
    }

    /// Line and column of a byte position, both from 1. Columns count characters.
    ///
    /// ```
    /// use draughtsman::source::Source;
    /// assert_eq!(Source::new("x", "ab\ncd").line_column(4), (2, 2));
    /// ```
    pub fn line_column(&self, offset: u32) -> (usize, usize) {
        let line = self.lines.partition_point(|start| *start <= offset).max(1);
        let start = self.lines[line - 1] as usize;
        let end = (offset as usize).min(self.text.len());
        let column =
            self.text.as_bytes().get(start..end).map_or(0, |bytes| bytes.iter().filter(|b| (**b & 0xC0) != 0x80).count());
        (line, column + 1)
    }
}

/// A position as editors count: lines from 0, columns from 0 in UTF-16 units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

impl Source {
    /// The position of a byte as editors count.
    ///
    /// ```
    /// use draughtsman::source::{Place, Source};
    /// let source = Source::new("x", "a\n\u{1d538}b");
    /// assert_eq!(source.place(6), Place { line: 1, column: 2 });
    /// assert_eq!(source.byte(Place { line: 1, column: 2 }), 6);
    /// ```
    pub fn place(&self, byte: u32) -> Place {
        let line = self.lines.partition_point(|start| *start <= byte).max(1) - 1;
        let start = self.lines[line] as usize;
        let before = self.text.get(start..(byte as usize).min(self.text.len())).unwrap_or("");
        Place { line: line as u32, column: before.encode_utf16().count() as u32 }
    }

    /// The byte position of a place. Columns beyond the end of a line give that end; lines beyond the last give the end of the
    /// text.
    pub fn byte(&self, place: Place) -> u32 {
        let Some(start) = self.lines.get(place.line as usize) else { return self.text.len() as u32 };
        let end = self.lines.get(place.line as usize + 1).map_or(self.text.len(), |next| *next as usize);
        let line = self.text.get(*start as usize..end).unwrap_or("").trim_end_matches(['\r', '\n']);
        let mut units = 0;
        for (i, c) in line.char_indices() {
            units += c.len_utf16() as u32;
            if units > place.column {
                return start + i as u32;
            }
        }
        start + line.len() as u32
    }
}

/// All texts of one check: the prelude first, then parents before children.
#[derive(Clone, Debug, Default)]
pub struct Sources(Vec<Source>);

impl Sources {
    /// No texts.
    pub fn new() -> Sources {
        Sources::default()
    }

    /// Adds a text and returns the id for its spans.
    pub fn add(&mut self, source: Source) -> FileId {
        self.0.push(source);
        FileId(self.0.len() as u16 - 1)
    }

    /// The same texts with other names.
    pub fn renamed(&self, name: impl Fn(&str) -> String) -> Sources {
        Sources(self.0.iter().map(|source| Source { name: name(&source.name), ..source.clone() }).collect())
    }

    /// The same texts with one replaced.
    pub fn with_text(&self, file: FileId, text: String) -> Sources {
        let mut all = self.0.clone();
        if let Some(one) = all.get_mut(file.0 as usize) {
            *one = Source::new(one.name.clone(), text);
        }
        Sources(all)
    }

    /// The id that the next text will get.
    pub fn next(&self) -> FileId {
        FileId(self.0.len() as u16)
    }

    /// The text with an id that [`Sources::add`] returned.
    pub fn get(&self, file: FileId) -> &Source {
        &self.0[file.0 as usize]
    }

    /// The text at a span.
    pub fn text(&self, span: Span) -> &str {
        span.of(&self.get(span.file).text)
    }

    /// The whole line in which the span begins.
    pub fn line(&self, span: Span) -> &str {
        let text = &self.get(span.file).text;
        let start = (span.start as usize).min(text.len());
        let from = text.get(..start).and_then(|before| before.rfind('\n')).map_or(0, |newline| newline + 1);
        let rest = text.get(from..).unwrap_or("");
        rest.split('\n').next().unwrap_or("")
    }

    /// `name:line` of a span's start.
    pub fn place(&self, span: Span) -> String {
        let source = self.get(span.file);
        format!("{}:{}", source.name, source.line_column(span.start).0)
    }
}

/// Whether a terminal interprets a character instead of showing it: control characters other than line feed and tab, and
/// characters that change the direction of writing.
pub fn is_control(c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        c => c.is_control(),
    }
}

/// A text as a single argument of a shell command: in single quotes, as POSIX shells read them.
///
/// ```
/// assert_eq!(draughtsman::source::in_quotes("a king's row"), r"'a king'\''s row'");
/// ```
pub fn in_quotes(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// A text that can be shown anywhere: each [control character](is_control) is escaped as in JSON and TOML. A carriage return
/// before a line feed is kept.
///
/// ```
/// assert_eq!(draughtsman::source::escaped("\u{1b}[31mred\r\n"), "\\u001b[31mred\r\n");
/// ```
pub fn escaped(text: &str) -> Cow<'_, str> {
    if !text.contains(is_control) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\r' if chars.peek() == Some(&'\n') => shown.push(c),
            c if is_control(c) => shown.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => shown.push(c),
        }
    }
    Cow::Owned(shown)
}
