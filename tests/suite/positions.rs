//! Legal moves of chosen positions as a player reads them, kept in `snapshots/moves/`.

use crate::facts;
use crate::facts::shown::SHOWN;

fn check(variant: &str) {
    let mut run = 0;
    for shown in SHOWN.iter().filter(|shown| shown.variant == variant) {
        let options: Vec<String> = shown.options.iter().map(|option| (*option).to_owned()).collect();
        let ready = facts::rules(variant, &options).expect("there is a rule file");
        let text = shown.listing(&ready).expect("a position of the game");
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots/moves"));
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(shown.name, text));
        run += 1;
    }
    assert!(run > 0, "{variant} has no positions");
}

#[test]
fn english() {
    check("english");
}

#[test]
fn international() {
    check("international");
}

#[test]
fn collateral() {
    check("collateral");
}
