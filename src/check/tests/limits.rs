//! Whatever a file contains, checking ends soon and without a panic.

use super::{FRONT, checked};

#[track_caller]
fn codes(rules: &str) -> Vec<&'static str> {
    let text = format!("{FRONT}{rules}");
    let start = std::time::Instant::now();
    let (_, checked) = checked(&[("limits.draughts", &text)], &[]);
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
    checked.diagnostics.iter().map(|one| one.code).collect()
}

#[test]
fn definitions_that_double() {
    let mut rules = String::from("definitions {\n  define d0 = own\n");
    for i in 1..60 {
        rules.push_str(&format!("  define d{i} = d{} or d{}\n", i - 1, i - 1));
    }
    rules.push_str("}\nvictory { draw if some d59 }\n");
    assert_eq!(codes(&rules), ["E0602"]);
}

#[test]
fn verbs_that_double() {
    let mut rules = String::from("definitions {\n  define v0 { end turn }\n");
    for i in 1..60 {
        rules.push_str(&format!("  define v{i} {{ v{} ; v{} }}\n", i - 1, i - 1));
    }
    rules.push_str("}\neffects { when move ends: v59 }\n");
    assert_eq!(codes(&rules), ["E0602"]);
}

#[test]
fn deep_chains_of_definitions() {
    let mut rules = String::from("definitions {\n  define d0 (x: piece) = x\n");
    for i in 1..400 {
        rules.push_str(&format!("  define d{i} (x: piece) = d{}(x)\n", i - 1));
    }
    rules.push_str("}\nvictory { draw if some d399(own) }\n");
    assert_eq!(codes(&rules), ["E0602"]);
}

#[test]
fn deep_phrases() {
    let phrase = format!("{}own{}", "(".repeat(60), ")".repeat(60));
    assert!(codes(&format!("victory {{ draw if no {phrase} }}")).is_empty());
}

#[test]
fn ambiguous_words_in_deep_filters() {
    let mut phrase = String::from("own");
    for _ in 0..40 {
        phrase = format!("(king where some {phrase})");
    }
    codes(&format!("victory {{ draw if no {phrase} }}"));
}

#[test]
fn many_names() {
    let mut rules = String::from("effects { when move ends {\n");
    for i in 0..3000 {
        rules.push_str(&format!("  let x{i} = own\n"));
    }
    rules.push_str("} }\n");
    assert_eq!(codes(&rules), ["E0603"]);
}

#[test]
fn many_rules_and_edits() {
    let mut rules = String::from("movement {\n");
    for i in 0..2000 {
        rules.push_str(&format!("  man may verb-{i} {{ end turn }}\n"));
    }
    rules.push_str("}\n");
    assert_eq!(codes(&rules), Vec::<&str>::new());
}

/// The words of every bundled file, slightly shuffled: nothing may panic.
#[test]
fn mutated_files() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/variants");
    let mut seed = 0x9E37_79B9_7F4A_7C15u64;
    let mut next = move |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed % below.max(1) as u64) as usize
    };
    for entry in std::fs::read_dir(root).into_iter().flatten().flatten() {
        let text = std::fs::read_to_string(entry.path()).unwrap_or_default();
        let Some(at) = text.rfind("+++") else { continue };
        let (front, rules) = text.split_at(at + 3);
        let parent = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/variants/english.draughts"));
        for _ in 0..40 {
            let mut words: Vec<&str> = rules.split_inclusive(char::is_whitespace).collect();
            for _ in 0..1 + next(4) {
                let (i, k) = (next(words.len()), next(words.len()));
                if words.is_empty() {
                    break;
                }
                match next(3) {
                    0 => words.swap(i, k),
                    1 => words[i] = words[k],
                    _ => drop(words.remove(i)),
                }
            }
            let child = format!("{front}{}", words.concat());
            super::checked(&[("parent", parent.as_deref().unwrap_or_default()), ("child", &child)], &[]);
        }
    }
}

#[test]
fn many_clocks() {
    let clocks =
        |many: usize| format!("state {{\n{}}}", (0..many).map(|i| format!("  clock c{i}: 0..3\n")).collect::<String>());
    assert!(!codes(&clocks(32)).contains(&"E0604"));
    assert!(codes(&clocks(33)).contains(&"E0604"));
}
