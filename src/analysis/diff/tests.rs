use super::*;
use crate::check::Choices;
use crate::library::{self, Ready};

fn ready(text: &str) -> Ready {
    let loaded = library::load_text("changed", "changed.draughts", text.as_bytes().to_vec(), None);
    let checked = loaded.check(&Choices::default());
    let variant = checked.variant.unwrap_or_else(|| panic!("{:?}", checked.diagnostics));
    Ready { program: Program::compile(&variant), variant }
}

fn version<'v>(name: &'v str, ready: &'v Ready) -> Version<'v> {
    Version { name, variant: &ready.variant, program: &ready.program }
}

/// A file with another layout, other comments and other doc texts means the same.
#[test]
fn layout_and_comments_are_no_change() {
    let parent = library::text_of("english").expect("a variant");
    let moved = parent.replace("movement {", "# something\nmovement {\n\n").replace("## ", "## Or so: ");
    let (a, b) = (ready(parent), ready(&moved));
    assert_eq!(changes(&a.variant, &b.variant), []);
    let report =
        diff(&version("a", &a), &version("b", &b), &[], &Settings { positions: 400, ..Settings::default() }, &|_| true)
            .unwrap();
    assert!(!report.differ());
    let text = report.text(&version("a", &a), &version("b", &b));
    assert!(text.starts_with("the rules mean the same\n"), "{text}");
    assert!(text.contains(&format!("no difference found in {} positions to ply", report.searched.positions())), "{text}");
}

/// Two unrelated games: their rules are compared, and the report says why no positions are.
#[test]
fn games_without_a_common_position() {
    let (a, b) = (library::bundled("english").expect("a variant"), library::bundled("tablut").expect("a variant"));
    let report = diff(&version("a", &a), &version("b", &b), &[], &Settings::default(), &|_| true).unwrap();
    assert!(matches!(&report.claim, Claim::Unshared(reason) if reason.contains("different sides")), "{:?}", report.claim);
    assert!(report.differ() && !report.changes.is_empty());
}
