//! What can be written, by the ending of the file: asked for something else, a command says what it can write.

use std::path::Path;

use super::answer::Failure;

/// A form that something is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// A picture.
    Svg,
    /// A picture in pixels.
    Png,
    /// A page for a browser.
    Html,
    /// Text with marks.
    Markdown,
    /// Plain text.
    Text,
    /// A position or a game, for people and programs.
    Toml,
    /// For programs.
    Json,
    /// A position in a line.
    Fen,
    /// Games.
    Pdn,
    /// A rule file.
    Rules,
}

/// Every ending that says what is in a file.
const ENDINGS: &[(&str, Form)] = &[
    ("svg", Form::Svg),
    ("png", Form::Png),
    ("html", Form::Html),
    ("htm", Form::Html),
    ("md", Form::Markdown),
    ("txt", Form::Text),
    ("toml", Form::Toml),
    ("json", Form::Json),
    ("fen", Form::Fen),
    ("pdn", Form::Pdn),
    ("draughts", Form::Rules),
];

/// The form that a file is to be written in, of those that there are. A name without an ending, and what is no regular file, such as
/// `/dev/stdout`, takes the first.
///
/// # Errors
/// The ending is that of another form, or of none.
pub(crate) fn of(path: &Path, forms: &[Form]) -> Result<Form, Failure> {
    let first = forms.first().copied().unwrap_or(Form::Text);
    let special = std::fs::metadata(path).is_ok_and(|found| !found.is_file());
    let Some(ending) = path.extension().filter(|_| !special) else { return Ok(first) };
    let named = ENDINGS.iter().find(|(known, _)| ending.eq_ignore_ascii_case(known)).map(|(_, form)| *form);
    if let Some(form) = named.filter(|form| forms.contains(form)) {
        return Ok(form);
    }
    let accepted = ENDINGS.iter().filter(|(_, form)| forms.contains(form)).map(|(ending, _)| format!(".{ending}"));
    let problem = format!("{}: this cannot be written as .{}", path.display(), ending.to_string_lossy());
    Err(Failure::unknown(problem, accepted))
}
