//! Recognises saved games with exactly the layout that is printed here; anything written by somebody else, such as a comment,
//! shows.

/// Whether every line of a text has the form of a line that is printed here.
pub(super) fn is_printed(text: &str) -> bool {
    let mut lines = text.lines();
    let begins = lines.next() == Some("schema = 1") && lines.next().is_some_and(|line| line.starts_with("variant = \""));
    if !begins || !text.ends_with('\n') {
        return false;
    }
    let mut within = Within::Table;
    for line in text.lines() {
        within = match (within, line) {
            (Within::Moves, "]") | (Within::Diagram, "\"\"\"") => Within::Table,
            (Within::Moves, line) if line.starts_with("  \"") && line.ends_with("\",") && is_plain(line.trim_start()) => {
                Within::Moves
            }
            (Within::Diagram, _) => Within::Diagram,
            (Within::Table, "") => Within::Gap,
            (Within::Table | Within::Gap, line) if line.starts_with('[') && line.ends_with(']') && is_plain(line) => {
                Within::Table
            }
            (Within::Table, "moves = [") => Within::Moves,
            (Within::Table, "diagram = \"\"\"") => Within::Diagram,
            (Within::Table, line) if line.contains(" = ") && is_plain(line) => Within::Table,
            _ => return false,
        };
    }
    within == Within::Table
}

/// The part of the text that a line belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    Table,
    /// A blank line, after which a table begins.
    Gap,
    Moves,
    Diagram,
}

/// Whether a line has only single blanks, no comment, and no other quotes outside its texts.
fn is_plain(line: &str) -> bool {
    let (mut in_text, mut escaped, mut before) = (false, false, ' ');
    for c in line.chars() {
        let fits = in_text || !(matches!(c, '#' | '\'' | '\t') || c == ' ' && before == ' ');
        if !fits {
            return false;
        }
        in_text ^= c == '"' && !escaped;
        escaped = in_text && c == '\\' && !escaped;
        before = c;
    }
    !in_text && before != ' '
}
