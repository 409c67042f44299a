//! `draughtsman page`: what is in the file. How it plays in a browser is tried by `web/page/test.mjs`.

use crate::shell::{run, run_in, small};

/// Whether this program was built with the engine for browsers.
fn has_engine() -> bool {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("web/dist/draughtsman.wasm.gz").is_file()
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
    assert!(page.contains("<title>English draughts</title>"));
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
fn a_gallery_has_every_variant_and_no_link_leads_nowhere() {
    if !has_engine() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let made = run_in(folder.path(), &["page", "--gallery", "-o", "site"], b"");
    assert_eq!((made.code, made.err.as_str()), (0, ""));
    let index = std::fs::read_to_string(folder.path().join("site/index.html")).unwrap();
    for name in draughtsman::library::names() {
        assert!(index.contains(&format!("href=\"play.html?{name}\"")), "{name}");
    }
    for mark in ["href=\"", "src=\""] {
        for link in index.split(mark).skip(1) {
            let path = link.split(['"', '?']).next().unwrap();
            // An icon of nothing, so that no browser asks for one.
            assert!(path == "data:," || folder.path().join("site").join(path).is_file(), "{path}");
        }
    }
    assert_eq!(run(&["page", "--gallery"]).code, 2, "where to is not said");
    assert_eq!(run(&["page"]).code, 2, "which rules is not said");
}
