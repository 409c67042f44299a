//! The file format of pinned sections: plain text, one section per position and one line per move.

use super::section::Section;

const HEADER: &str = "\
# Legal moves, pinned. `draughtsman snapshot` compares them with what the rules say now, and writes this file.
";

/// The error for a text that is not a snapshot file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct FormError {
    /// Line number, from 1.
    pub line: usize,
    /// What is wrong with the line.
    pub problem: &'static str,
}

/// The text of a snapshot file.
pub fn print(sections: &[Section]) -> String {
    let mut text = HEADER.to_owned();
    for section in sections {
        text.push_str(&format!("\n=== {} ===\n", section.name));
        if !section.reason.is_empty() {
            text.push_str(&format!("reason: {}\n", section.reason));
        }
        if !section.options.is_empty() {
            text.push_str(&format!("options: {}\n", section.options.join(", ")));
        }
        text.push('\n');
        text.push_str(&section.body());
    }
    text
}

/// Reads a snapshot file back.
///
/// # Errors
/// The first line that cannot belong to such a file.
pub fn parse(text: &str) -> Result<Vec<Section>, FormError> {
    let mut all: Vec<Section> = Vec::new();
    let mut lines: Vec<(usize, &str)> = Vec::new();
    for (number, line) in text.lines().enumerate().map(|(i, line)| (i + 1, line)) {
        match (line.strip_prefix("=== ").and_then(|rest| rest.strip_suffix(" ===")), all.is_empty()) {
            (Some(name), first) => {
                if !first {
                    finish(&mut all, &lines)?;
                }
                lines.clear();
                all.push(Section { name: name.to_owned(), ..Section::default() });
            }
            (None, true) if line.starts_with('#') || line.trim().is_empty() => {}
            (None, true) => return Err(FormError { line: number, problem: "`=== NAME ===` is expected here" }),
            (None, false) if line.starts_with("<<<<<<<") || line.starts_with(">>>>>>>") => {
                return Err(FormError {
                    line: number,
                    problem: "a conflict of a merge is left here: settle it, then `--update`",
                });
            }
            (None, false) => lines.push((number, line)),
        }
    }
    if !all.is_empty() {
        finish(&mut all, &lines)?;
    }
    Ok(all)
}

/// Fills in the last section of `all` from the lines below its title.
fn finish(all: &mut [Section], lines: &[(usize, &str)]) -> Result<(), FormError> {
    let Some(section) = all.last_mut() else { return Ok(()) };
    let mut rest = lines;
    while let Some(((_, line), behind)) = rest.split_first() {
        if let Some(reason) = line.strip_prefix("reason: ") {
            section.reason = reason.to_owned();
        } else if let Some(options) = line.strip_prefix("options: ") {
            section.options = options.split(", ").map(str::to_owned).collect();
        } else if line.is_empty() {
            rest = behind;
            break;
        } else {
            break;
        }
        rest = behind;
    }
    while let Some(((_, ""), before)) = rest.split_last() {
        rest = before;
    }
    let Some(heading) = rest.iter().rposition(|(_, line)| !line.starts_with("  ")) else {
        let line = lines.first().map_or(1, |(number, _)| *number);
        return Err(FormError { line, problem: "nobody is to move in this section" });
    };
    section.heading = rest[heading].1.to_owned();
    for (_, line) in &rest[heading + 1..] {
        let line = &line[2..];
        let (text, effects) = line.split_once(" -> ").unwrap_or((line, ""));
        let effects = effects.split("; ").filter(|one| !one.is_empty()).map(str::to_owned).collect();
        section.moves.push((text.to_owned(), effects));
    }
    let mut board = &rest[..heading];
    if let Some(((_, ""), before)) = board.split_last() {
        board = before;
    }
    section.board = board.iter().map(|(_, line)| format!("{line}\n")).collect();
    Ok(())
}
