//! Property tests with mutated rule files: any text gets an answer in reasonable time, and all spans lie within the text.

use proptest::prelude::*;

use super::rule_files;
use crate::source::{FileId, Span};
use crate::syntax::{format, parse, print};

const PIECES: [&str; 34] = [
    "{",
    "}",
    "(",
    ")",
    "\"",
    "#",
    "##",
    ":",
    ";",
    ",",
    "..",
    "=",
    "\n",
    "\r\n",
    " or ",
    " and ",
    " not ",
    " if ",
    " else ",
    " by ",
    " where ",
    " may ",
    " when ",
    " a ",
    " the ",
    "é",
    "🂡",
    "\u{a0}",
    "\t",
    "+++",
    "capture {",
    "option x {",
    "99999999999999999999",
    "'",
];

fn fits(span: Span, text: &str) -> bool {
    text.get(span.start as usize..span.end as usize).is_some()
}

fn survives(text: &str) -> Result<(), TestCaseError> {
    let parsed = parse(FileId(0), text);
    for one in &parsed.diagnostics {
        prop_assert!(fits(one.span, text), "{one:?}");
        prop_assert!(one.proposals.iter().all(|change| fits(change.span, text)), "{one:?}");
    }
    let formatted = format(text);
    if parsed.diagnostics.is_empty() {
        let again = parse(FileId(0), &formatted);
        prop_assert_eq!(print::spanless(&again.rules), print::spanless(&parsed.rules));
        prop_assert_eq!(format(&formatted), formatted);
        let printed = print::rule_file(&parsed.rules);
        let (again, found) = crate::syntax::parse_rules(FileId(0), &printed);
        prop_assert_eq!(found, []);
        prop_assert_eq!(print::spanless(&again), print::spanless(&parsed.rules), "{}", printed);
    }
    Ok(())
}

fn cut(text: &str, at: usize) -> usize {
    let mut at = at % (text.len() + 1);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn mutations(file in 0usize..100, edits in prop::collection::vec((any::<usize>(), 0usize..40, 0usize..PIECES.len() + 1), 1..5)) {
        let files = rule_files();
        let mut text = files[file % files.len()].1.clone();
        for (at, length, piece) in edits {
            let start = cut(&text, at);
            let end = cut(&text, (start + length).min(text.len())).max(start);
            text.replace_range(start..end, PIECES.get(piece).copied().unwrap_or(""));
        }
        survives(&text)?;
    }

    #[test]
    fn swapped_words(file in 0usize..100, moves in prop::collection::vec((any::<usize>(), any::<usize>()), 1..4)) {
        let files = rule_files();
        let text = &files[file % files.len()].1;
        let mut words: Vec<&str> = text.split_inclusive([' ', '\n']).collect();
        for (from, to) in moves {
            let word = words.remove(from % words.len());
            words.insert(to % (words.len() + 1), word);
        }
        survives(&words.concat())?;
    }

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let text = match crate::syntax::decode(FileId(0), bytes) {
            Ok(text) => text,
            Err(broken) => {
                prop_assert!(fits(broken.diagnostic.span, &broken.text));
                broken.text
            }
        };
        survives(&text)?;
        survives(&format!("+++\n+++\nturn {{\n{text}"))?;
    }

    #[test]
    fn any_tokens(tokens in prop::collection::vec(0usize..PIECES.len() + 80, 0..60)) {
        let word = |i: usize| PIECES.get(i).copied().unwrap_or_else(|| crate::syntax::words::RESERVED[i - PIECES.len()]);
        let text: Vec<&str> = tokens.into_iter().map(word).collect();
        survives(&format!("+++\n+++\neffects {{\n{}", text.join(" ")))?;
    }
}
/// A keyword before a stray minus is still a keyword.
#[test]
fn a_minus_does_not_make_a_name_of_a_keyword() {
    for text in [
        "movement {\n  man may fly any- way\n}\n",
        "movement {\n  man may fly any-'way\n}\n",
        "movement { man may- fly any }\n",
    ] {
        let text = std::format!("+++\n+++\n{text}");
        let formatted = format(&text);
        let found = |text: &str| parse(FileId(0), text).diagnostics.len();
        assert_eq!(found(&text), found(&formatted), "{formatted}");
        assert!(found(&text) > 0, "{text}");
    }
}
