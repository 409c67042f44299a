//! File formats, by the ending of a file's name. If a command cannot write what an ending stands for, its message lists what
//! it can write.

use std::path::Path;

use super::answer::Failure;

/// A format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// A vector picture.
    Svg,
    /// A picture in pixels.
    Png,
    /// A page for a browser.
    Html,
    /// Markdown.
    Markdown,
    /// Plain text.
    Text,
    /// A position or a game in TOML, for people and programs.
    Toml,
    /// JSON, for programs.
    Json,
    /// A position in one line.
    Fen,
    /// Games in PDN.
    Pdn,
    /// A rule file.
    Rules,
}

/// The known endings.
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

/// The format to write a file in, out of `forms`. A name without an ending, or of something other than a regular file, such
/// as `/dev/stdout`, takes the first.
///
/// # Errors
/// The ending is unknown, or stands for a format that is not among `forms`.
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
