//! Wrong files, and the diagnostics about them.

use super::{FRONT, checked, render::render};

#[test]
fn wrong_rules() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots/mistakes"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/check/tests/wrong");
    let mut files: Vec<_> = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|one| one.path()).collect();
    files.sort();
    assert!(!files.is_empty());
    settings.bind(|| {
        for path in files {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            // parent and child are in one file, separated by a line `=====`
            let (sources, found) = match text.split_once("=====\n") {
                Some((parent, child)) => {
                    let child = format!("+++\nname = \"Child\"\nextends = \"parent\"\n+++\n\n{child}");
                    checked(&[("parent.draughts", &format!("{FRONT}{parent}")), ("child.draughts", &child)], &[])
                }
                None => checked(&[(&format!("{name}.draughts"), &format!("{FRONT}{text}"))], &[]),
            };
            insta::assert_snapshot!(name, render(&sources, &found.diagnostics));
        }
    });
}
