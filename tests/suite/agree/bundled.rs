//! Every bundled rule file, with each of its options, from the start and from the middle of random games.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use draughtsman::library;

use super::both::{Much, agree, checked, much};

/// Every bundled rule file as it is, and with each of its options turned over, if it can be alone.
fn all() -> Vec<(&'static str, Option<(String, bool)>)> {
    let only = std::env::var("DRAUGHTSMAN_ONLY").ok();
    let names = library::names().filter(|name| only.as_deref().is_none_or(|only| only == *name));
    let mut all = Vec::new();
    for name in names {
        all.push((name, None));
        let variant = checked(name, None).expect("it can be played");
        all.extend(variant.equipment.options.iter().map(|option| (name, Some((option.name.clone(), !option.on)))));
    }
    all
}

/// Tries those of the files that `which` says, two at a time.
fn try_all(which: &dyn Fn(&Option<(String, bool)>) -> bool, much: Much) {
    let cases: Vec<_> = all().into_iter().filter(|(_, option)| which(option)).collect();
    let (at, decisions) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let failures = Mutex::new(Vec::new());
    let work = || {
        while let Some((name, option)) = cases.get(at.fetch_add(1, Ordering::Relaxed)) {
            // Some options need another.
            let Some(variant) = checked(name, option.as_ref().map(|(name, on)| (name.as_str(), *on))) else { continue };
            match agree(&variant, None, much) {
                Ok(many) => {
                    decisions.fetch_add(many, Ordering::Relaxed);
                }
                Err(problem) => {
                    let case = format!("{name}{}: {problem}", option.as_ref().map_or(String::new(), |one| format!(" {one:?}")));
                    failures.lock().expect("nobody has panicked").push(case);
                }
            }
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        scope.spawn(work);
    });
    let failures = failures.into_inner().expect("nobody has panicked");
    assert!(failures.is_empty(), "{} differ:\n{}", failures.len(), failures.join("\n\n"));
    assert!(decisions.into_inner() > 0);
}

#[test]
fn bundled_rule_files_mean_the_same_to_both() {
    try_all(&|option| option.is_none(), Much { games: much(), starts: 2, plies: 60, moves: 200 });
}

#[test]
fn options_mean_the_same_to_both() {
    try_all(&|option| option.is_some(), Much { games: much(), starts: 1, plies: 25, moves: 60 });
}
