//! `draughtsman page`: what is in the file. How it plays in a browser is tried by `web/page/test.mjs`, how a site
//! is read by `web/gallery/test.mjs`.

use std::path::{Path, PathBuf};

use crate::shell::{run, run_in, small};

/// Whether this program was built with the engine for browsers.
fn has_engine() -> bool {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("web/dist/draughtsman.wasm.gz").is_file()
}

#[test]
fn a_program_without_the_engine_says_how_to_get_one_that_has_it() {
    let ended = run(&["page", "english"]);
    match has_engine() {
        true => assert_eq!((ended.code, ended.err.as_str()), (0, "")),
        false => {
            assert_eq!((ended.code, ended.out.as_str(), ended.err.lines().count()), (2, "", 1), "{}", ended.err);
            assert!(ended.err.contains("`web/build && cargo build --release`"), "{}", ended.err);
        }
    }
}

#[test]
fn a_page_is_one_file_that_needs_nothing_else() {
    if !has_engine() {
        return;
    }
    let page = run(&["page", "english"]).out;
    assert!(page.len() <= 2_500_000, "{} bytes", page.len());
    assert!(!page.contains("@param") && !page.contains("@typedef"), "comments are for who writes the scripts");
    assert!(page.contains("<title>English draughts</title>"));
    assert!(page.contains("@media print"), "its controls are not printed");
    for part in ["title", "style", "start", "scripts", "engine"] {
        assert!(!page.contains(&format!("{{{{{part}}}}}")), "{part}");
    }
    let outside = ["src=\"", "href=\"http", "@import", "url(http"];
    for word in outside {
        assert!(!page.contains(word), "{word}");
    }
    let start = page.split("id=\"start\">").nth(1).unwrap().split("</script>").next().unwrap();
    assert_eq!(start, r#"{"variant":"english","options":[]}"#);
}

#[test]
fn rules_of_ones_own_are_in_the_page() {
    if !has_engine() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let parent = small("movement {\n  man may step any-way\n}\n").replace("name = \"Small\"", "name = \"</script><b>\"");
    std::fs::write(folder.path().join("parent.draughts"), parent).unwrap();
    let child = "+++\nname = \"Child\"\nextends = \"parent\"\n+++\n";
    std::fs::write(folder.path().join("child.draughts"), child).unwrap();
    for (name, said) in [("parent", "any-way"), ("child", "any-way")] {
        let made = run_in(folder.path(), &["page", &format!("{name}.draughts"), "-o", "it.html"], b"");
        assert_eq!((made.code, made.err.as_str()), (0, ""));
        let page = std::fs::read_to_string(folder.path().join("it.html")).unwrap();
        let start = page.split("id=\"start\">").nth(1).unwrap().split("</script>").next().unwrap();
        let start: serde_json::Value = serde_json::from_str(start).unwrap();
        let rules = start["rules"].as_str().unwrap();
        assert!(rules.contains(said) && !rules.contains("extends"), "{rules}");
        assert!(!page.contains("</script><b>"));
    }
}

#[test]
fn a_gallery_has_every_variant_and_the_book_and_no_link_leads_nowhere() {
    if !has_engine() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for _ in 0..2 {
        let made = run_in(folder.path(), &["page", "--gallery", "-o", "site"], b"");
        assert_eq!((made.code, made.err.as_str()), (0, ""), "written, and written again");
    }
    let site = folder.path().join("site");
    let index = std::fs::read_to_string(site.join("index.html")).unwrap();
    for name in draughtsman::library::names() {
        assert!(index.contains(&format!("href=\"play.html?{name}\"")), "{name}");
    }
    assert!(index.contains("href=\"book/index.html\""));
    let mut pages = Vec::new();
    below(&site, &mut pages);
    let book = pages.iter().filter(|page| page.starts_with(site.join("book"))).count();
    let contents = include_str!("../../docs/SUMMARY.md").matches("](").count();
    assert_eq!(book, contents + draughtsman::library::names().count() + 1, "pages, rule files and a schema");
    let wrong: Vec<String> = pages.iter().flat_map(|page| lost(page)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(run(&["page", "--gallery"]).code, 2, "where to is not said");
    assert_eq!(run(&["page"]).code, 2, "which rules is not said");
}

/// All pages of a site but the one that is made of scripts.
fn below(folder: &Path, pages: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            below(&path, pages);
        } else if path.extension().is_some_and(|ending| ending == "html") && !path.ends_with("play.html") {
            pages.push(path);
        }
    }
}

/// What a page leads to within the site that is not there: files and places in them.
fn lost(page: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(page).unwrap();
    let links = ["href=\"", "src=\""].into_iter().flat_map(|mark| text.split(mark).skip(1));
    let links = links.map(|rest| rest.split('"').next().unwrap());
    // An icon of nothing, so that no browser asks for one.
    let within = links.filter(|link| !link.contains("://") && *link != "data:,");
    let lost = within.filter(|link| {
        let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
        let file = file.split('?').next().unwrap();
        let target = if file.is_empty() { page.to_owned() } else { page.parent().unwrap().join(file) };
        let there = || std::fs::read_to_string(&target).unwrap();
        !target.is_file() || !anchor.is_empty() && there().matches(&format!("id=\"{anchor}\"")).count() != 1
    });
    lost.map(|link| format!("{}: {link}", page.display())).collect()
}

#[test]
fn a_page_of_the_book_is_readable_without_anything_else() {
    if !has_engine() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let made = run_in(folder.path(), &["page", "--gallery", "-o", "site"], b"");
    assert_eq!((made.code, made.err.as_str()), (0, ""));
    let page = |name: &str| std::fs::read_to_string(folder.path().join("site/book").join(name)).unwrap();
    let says = |name: &str, parts: &[&str]| {
        let page = page(name);
        for part in parts {
            assert!(page.contains(part), "{name}: {part}");
        }
        assert!(!page.contains("{{") && !page.contains("<script") && !page.contains("<!--"), "{name}");
    };
    says("index.html", &["<title>Draughtsman</title>", "href=\"tutorial.html\"", "href=\"variants/index.html\""]);
    says(
        "codes/rules.html",
        &["<pre tabindex=\"0\" class=\"wrong\"><code>movement {", "href=\"../index.html\"", "aria-current=\"page\""],
    );
    says(
        "variants/lasca.html",
        &["href=\"../variants/lasca.draughts.html\"", "<a class=\"before\" href=\"../variants/breakthrough.html\">"],
    );
    says("variants/lasca.draughts.html", &["<h1>lasca.draughts</h1>", "= \"Lasca\""]);
    says("verification.html", &["(<code>tests/facts/README.md</code> of the source)"]);
}
