//! Contents and links.

use std::collections::BTreeSet;
use std::path::Path;

use super::{folder, page};

/// Every page, by its path in the book.
fn all() -> BTreeSet<String> {
    fn below(folder: &Path, inside: &str, all: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = format!("{inside}{}", path.file_name().unwrap().to_string_lossy());
            if path.is_dir() {
                below(&path, &format!("{name}/"), all);
            } else if name.ends_with(".md") {
                all.insert(name);
            }
        }
    }
    let mut pages = BTreeSet::new();
    below(&folder(), "", &mut pages);
    pages
}

/// The targets of links, code aside.
fn links(text: &str) -> Vec<String> {
    let mut fenced = false;
    let mut links = Vec::new();
    for line in text.lines() {
        fenced ^= line.trim_start().starts_with("```");
        if fenced {
            continue;
        }
        let plain: String = line.split('`').step_by(2).collect::<Vec<_>>().join("`");
        links.extend(plain.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0.to_owned())));
    }
    links
}

/// What headings and marks of a page are linked by.
fn anchors(text: &str) -> BTreeSet<String> {
    let marks = text.split("<a id=\"").skip(1).filter_map(|rest| Some(rest.split('"').next()?.to_owned()));
    let headings = text.lines().filter_map(|line| line.strip_prefix('#')?.trim_start_matches('#').strip_prefix(' '));
    let names = headings.map(|heading| {
        let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.collect::<String>().to_lowercase().replace(' ', "-")
    });
    marks.chain(names).collect()
}

#[test]
fn the_contents_name_every_page_once() {
    let summary = page("SUMMARY.md");
    let named = links(&summary);
    let mut pages = all();
    pages.remove("SUMMARY.md");
    let missing: Vec<&String> = pages.iter().filter(|name| named.iter().filter(|one| one == name).count() != 1).collect();
    let dead: Vec<&String> = named.iter().filter(|name| !pages.contains(*name)).collect();
    assert!(missing.is_empty() && dead.is_empty(), "docs/SUMMARY.md: not named once: {missing:?}; not there: {dead:?}");
    assert!(page("book.toml").contains("src = \".\""));
}

#[test]
fn every_link_leads_to_a_place() {
    let mut wrong = Vec::new();
    for name in all() {
        let text = page(&name);
        let here = folder().join(&name);
        for link in links(&text).iter().filter(|link| !link.contains("://") && !link.starts_with("mailto:")) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { here.clone() } else { here.parent().unwrap().join(file) };
            if !target.exists() {
                wrong.push(format!("docs/{name}: there is no {link}"));
            } else if !anchor.is_empty() && target.extension().is_some_and(|ending| ending == "md") {
                let there = std::fs::read_to_string(&target).unwrap();
                if !anchors(&there).contains(anchor) {
                    wrong.push(format!("docs/{name}: {link}: there is no such heading"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
