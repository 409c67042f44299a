//! Parses a page of `docs/codes/`.

use super::{Code, Example, Language, Part};

/// The delimiter of examples.
const FENCE: &str = "```";

/// The codes of a page, in its order.
pub(super) fn codes(page: &'static str) -> Vec<Code> {
    let sections = page.split("\n## ").skip(1);
    sections.filter_map(code).collect()
}

/// Parses a section: a heading such as `E0301: a word that nobody has declared`, then paragraphs and examples.
fn code(section: &'static str) -> Option<Code> {
    let (heading, mut rest) = section.split_once('\n')?;
    let (code, title) = heading.split_once(": ")?;
    let mut found = Code { code, title, text: Vec::new(), examples: Vec::new() };
    while let Some((before, fenced)) = rest.split_once(FENCE) {
        let (info, fenced) = fenced.split_once('\n')?;
        let (text, after) = fenced.split_once(FENCE)?;
        found.text.extend(paragraphs(before));
        found.examples.extend(example(info, text));
        rest = after;
    }
    found.text.extend(paragraphs(rest));
    Some(found)
}

fn paragraphs(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.split("\n\n").map(str::trim).filter(|one| !one.is_empty())
}

/// Parses an example with its info string, such as `toml,wrong,option limit=5000` or `draughts,right,whole`.
fn example(info: &'static str, text: &'static str) -> Option<Example> {
    let mut words = info.split(',');
    let language = if words.next()? == "toml" { Language::FrontMatter } else { Language::Rules };
    let language = if info.ends_with(",whole") { Language::WholeFile } else { language };
    let part = match words.next()? {
        "parent" => Part::Parent,
        "wrong" => Part::Wrong,
        "right" => Part::Right,
        _ => return None,
    };
    Some(Example { part, language, choices: words.filter_map(|word| word.strip_prefix("option ")).collect(), text })
}
