//! Tests that the pages of codes are parsed completely.

use super::{PAGES, Part, all, find, looks_like_one, near};

#[test]
fn nothing_on_a_page_is_lost() {
    let headings: usize = PAGES.iter().map(|page| page.matches("\n## ").count()).sum();
    assert_eq!(all().len(), headings);
    let fences: usize = PAGES.iter().map(|page| page.matches("```").count()).sum();
    assert_eq!(all().iter().map(|one| one.examples.len()).sum::<usize>() * 2, fences);
    assert!(all().is_sorted_by(|a, b| a.code < b.code), "a code stands twice");
}

#[test]
fn each_code_says_what_it_means_and_shows_it() {
    for one in all() {
        assert!(looks_like_one(one.code) && one.code.len() == 5, "{}", one.code);
        assert!(!one.text.is_empty() && !one.title.is_empty(), "{}: nothing is said", one.code);
        assert!(!one.title.ends_with('.'), "{}: a title is no sentence", one.code);
        let shown = |part| one.examples(part).count();
        let whole = shown(Part::Wrong) > 0 && shown(Part::Right) > 0;
        let says_why_not = one.text.iter().any(|paragraph| paragraph.starts_with("No example: "));
        assert!(whole != says_why_not, "{}: two examples, or a reason why there are none", one.code);
    }
}

#[test]
fn a_code_is_found_however_it_is_written() {
    for word in ["E0301", "e0301", "E301", "e-301", "E00301"] {
        assert_eq!(find(word).map(|one| one.code), Some("E0301"), "{word}");
    }
    assert_eq!(find("E0000"), None);
    assert_eq!(find("é0301"), None);
    let codes = |word| near(word).iter().map(|one| one.code).collect::<Vec<_>>();
    assert_eq!(codes("E0300")[..2], ["E0301", "E0302"]);
    assert!(codes("W0301").contains(&"W0301"));
    assert!(codes("E99999999").is_empty() && codes("E9999").is_empty() && codes("english").is_empty());
}
