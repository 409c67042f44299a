//! A rule book as one self-contained HTML page: no fonts, pictures, styles or scripts from elsewhere.

use super::pages::{Block, Book, Entry, Paragraph, with_emphasis};

/// How such a page begins.
pub(super) const BEGINNING: &str = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n";

const STYLE: &str = include_str!("page.css");

impl Book {
    /// The book as one HTML page.
    pub fn html(&self) -> String {
        let title = escaped(&self.title);
        let mut body = format!("<header>\n<h1>{title}</h1>\n");
        for text in &self.about {
            body.push_str(&format!("<p>{}</p>\n", inline(text)));
        }
        body.push_str("</header>\n<nav>\n<ol>\n");
        for (i, section) in self.sections.iter().enumerate() {
            body.push_str(&format!("<li><a href=\"#s{}\">{}</a></li>\n", i + 1, escaped(&section.title)));
        }
        body.push_str("</ol>\n</nav>\n<main>\n");
        let mut figures = 0;
        for (i, section) in self.sections.iter().enumerate() {
            let number = i + 1;
            body.push_str(&format!("<section id=\"s{number}\">\n<h2>{number}. {}</h2>\n", escaped(&section.title)));
            for block in &section.blocks {
                write(block, &mut figures, &mut body);
            }
            body.push_str("</section>\n");
        }
        format!(
            "{BEGINNING}<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}: the rules</title>\n\
             <style>\n{STYLE}</style>\n</head>\n<body>\n{body}</main>\n</body>\n</html>\n"
        )
    }
}

fn write(block: &Block, figures: &mut usize, out: &mut String) {
    match block {
        Block::Heading(text) => out.push_str(&format!("<h3>{}</h3>\n", inline(text))),
        Block::Text(text) => out.push_str(&format!("<p>{}</p>\n", inline(text))),
        Block::Default(text) => out.push_str(&format!("<p class=\"unsaid\">{}</p>\n", inline(text))),
        Block::List(lines) => {
            let lines: String = lines.iter().map(|line| format!("<li>{}</li>\n", inline(line))).collect();
            out.push_str(&format!("<ul>\n{lines}</ul>\n"));
        }
        Block::Table(head, rows) => {
            let head: String = head.iter().map(|cell| format!("<th>{}</th>", inline(cell))).collect();
            out.push_str(&format!("<div class=\"wide\"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n"));
            for row in rows {
                let cells: String = row.iter().map(|cell| format!("<td>{}</td>", inline(cell))).collect();
                out.push_str(&format!("<tr>{cells}</tr>\n"));
            }
            out.push_str("</tbody>\n</table></div>\n");
        }
        Block::Rule(entry) => rule(entry, out),
        Block::Figures(all) => {
            out.push_str("<div class=\"figures\">\n");
            for figure in all {
                // Ids must be unique within the page.
                *figures += 1;
                let svg = figure.svg.replace("id=\"title\"", &format!("id=\"t{figures}\""));
                let svg = svg.replace("id=\"desc\"", &format!("id=\"d{figures}\""));
                let svg = svg.replace("aria-labelledby=\"title desc\"", &format!("aria-labelledby=\"t{figures} d{figures}\""));
                out.push_str(&format!("<figure>\n{svg}<figcaption>{}</figcaption>\n</figure>\n", inline(&figure.caption)));
            }
            out.push_str("</div>\n");
        }
    }
}

fn rule(entry: &Entry, out: &mut String) {
    let number = escaped(&entry.number);
    out.push_str(&format!("<div class=\"rule\" id=\"r{number}\"><a class=\"number\" href=\"#r{number}\">{number}</a>\n"));
    if let Some(words) = &entry.words {
        out.push_str(&format!("<p class=\"words\">{}</p>\n", inline(words)));
    }
    out.push_str(&format!("<p>{}</p>\n", inline(&entry.says.text)));
    parts(&entry.says.parts, out);
    out.push_str("</div>\n");
}

fn parts(all: &[Paragraph], out: &mut String) {
    if all.is_empty() {
        return;
    }
    out.push_str("<ol>\n");
    for part in all {
        out.push_str(&format!("<li>{}", inline(&part.text)));
        parts(&part.parts, out);
        out.push_str("</li>\n");
    }
    out.push_str("</ol>\n");
}

fn inline(text: &str) -> String {
    with_emphasis(&escaped(text), "<em>", "</em>")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
