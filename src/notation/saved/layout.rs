//! Whether a saved game is laid out as it is printed here: what somebody has written into it, a comment say, is told by that.

/// Whether every line of a text is one that is printed here.
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

/// What the lines before one have begun.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    Table,
    /// A blank line, behind which a table begins.
    Gap,
    Moves,
    Diagram,
}

/// Whether a line has single blanks at most, and no comment and no quotes of another kind outside its texts.
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
