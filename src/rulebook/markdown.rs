//! A rule book as Markdown, with boards drawn in letters.

use super::pages::{Block, Book, Paragraph, with_emphasis};

impl Book {
    /// The book as Markdown.
    pub fn markdown(&self) -> String {
        let mut out = format!("# {}\n", escaped(&self.title));
        for text in &self.about {
            out.push_str(&format!("\n{}\n", inline(text)));
        }
        for (i, section) in self.sections.iter().enumerate() {
            out.push_str(&format!("\n## {}. {}\n", i + 1, escaped(&section.title)));
            for block in &section.blocks {
                write(block, &mut out);
            }
        }
        out
    }
}

fn write(block: &Block, out: &mut String) {
    match block {
        Block::Heading(text) => out.push_str(&format!("\n### {}\n", inline(text))),
        Block::Text(text) | Block::Default(text) => out.push_str(&format!("\n{}\n", inline(text))),
        Block::List(lines) => {
            out.push('\n');
            lines.iter().for_each(|line| out.push_str(&format!("- {}\n", inline(line))));
        }
        Block::Table(head, rows) => {
            let line = |cells: &[String]| {
                let cells: Vec<String> = cells.iter().map(|cell| inline(cell).replace('|', "\\|")).collect();
                format!("| {} |\n", cells.join(" | "))
            };
            out.push_str(&format!("\n{}|{}\n", line(head), "---|".repeat(head.len())));
            rows.iter().for_each(|row| out.push_str(&line(row)));
        }
        Block::Rule(entry) => {
            out.push_str(&format!("\n**{}** ", entry.number));
            if let Some(words) = &entry.words {
                out.push_str(&format!("{}\n\n", escaped(words)));
            }
            out.push_str(&format!("{}\n", inline(&entry.says.text)));
            if !entry.says.parts.is_empty() {
                out.push('\n');
                parts(&entry.says.parts, 0, out);
            }
        }
        Block::Figures(figures) => {
            for figure in figures {
                out.push_str(&format!("\n```text\n{}\n```\n\n{}\n", figure.text.trim_end(), inline(&figure.caption)));
            }
        }
    }
}

fn parts(all: &[Paragraph], depth: usize, out: &mut String) {
    for (i, part) in all.iter().enumerate() {
        out.push_str(&format!("{}{}. {}\n", "   ".repeat(depth), i + 1, inline(&part.text)));
        parts(&part.parts, depth + 1, out);
    }
}

fn inline(text: &str) -> String {
    with_emphasis(&escaped(text), "_", "_")
}

/// Escapes the characters that have a meaning in Markdown.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '*' | '_' | '<' | '>' | '`' | '[' | ']' | '\\' | '#') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
