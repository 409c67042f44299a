//! What one game takes over from another: only what means the same in both.

use std::sync::Arc;

use super::files::{chain_of, names, text_of};
use super::{FRONT, checked, library};
use crate::check::Link;
use crate::check::equipment::inherited;
use crate::check::games::{All, Game};
use crate::check::mentions::Mentions;
use crate::check::variant::{fronts, options};
use crate::model::RuleId;
use crate::model::print;
use crate::source::{Source, Sources, Span};
use crate::syntax::parse;

/// For each option of these texts: the default game, the game with the option flipped made after it, and that made alone.
fn each_alone(texts: &[(String, String)], mut then: impl FnMut(&str, &All<'_, '_>, [&Game<'_>; 3])) {
    let mut sources = Sources::new();
    let mut parsed = vec![library(&mut sources)];
    for (name, text) in texts {
        let file = sources.add(Source::new(name, text));
        parsed.push((file, parse(file, text)));
    }
    let chain: Vec<Link<'_>> = parsed.iter().map(|(file, parsed)| Link { file: *file, parsed }).collect();
    let front = inherited(&fronts(&chain));
    let options = options(&front, &chain, &mut Vec::new());
    let (infos, _) = options.switched(&[]);
    let mentions = Mentions::default();
    let all = All::new(&sources, &front, &chain, &mentions);
    let first = all.at_once(&infos, &[]);
    for option in &infos {
        let flipped = options.with_needs(&option.name, !option.on);
        let after = all.at_once(&flipped, &[]);
        let alone = All::new(&sources, &front, &chain, &mentions).at_once(&flipped, &[]);
        then(&option.name, &all, [&first, &after, &alone]);
    }
}

/// Where each rule of a game is written, according to the game.
fn places(game: &Game<'_>) -> Vec<Span> {
    let rules = &game.rules;
    let groups = rules.groups.iter().flat_map(|group| {
        let rules = group.rules.iter().map(|rule| rule.rule);
        rules.chain(group.chain.iter().map(|law| law.rule)).collect::<Vec<RuleId>>()
    });
    let others = rules.triggers.iter().map(|one| one.rule).chain(rules.endings.iter().map(|one| one.rule));
    let scripts = rules.setup.iter().chain([&rules.turn]).flat_map(|script| &script.body.statements).map(|one| one.rule);
    let stored = rules.stored.iter().map(|one| one.rule);
    let ids: Vec<RuleId> = groups.chain(others).chain(scripts).chain(stored).chain(game.lines.iter().copied()).collect();
    ids.into_iter().map(|id| game.memory.span(id)).collect()
}

#[test]
fn a_game_after_another_is_the_game_alone() {
    let mut games = 0;
    for name in names() {
        let file = format!("{name}.draughts");
        each_alone(&chain_of(&file, &text_of(&name)), |option, all, [first, after, alone]| {
            games += 1;
            assert_eq!(after.diagnostics, alone.diagnostics, "{name} {option}");
            let (Some((equipment, start)), Some((other, other_start))) = (&after.stock.made, &alone.stock.made) else {
                panic!("{name} {option}")
            };
            assert_eq!((&equipment.board, &equipment.kinds, start), (&other.board, &other.kinds, other_start));
            assert_eq!(print::rules(equipment, &after.rules), print::rules(other, &alone.rules), "{name} {option}");
            assert_eq!(places(after), places(alone), "{name} {option}");
            // restricted to what is new, the lints find exactly what they find there without restriction
            let mut asked = all.odd(after, Some(&first.roll));
            let mut found = all.odd(after, None);
            found.retain(|one| !all.has(&first.roll, one.span));
            let place = |one: &crate::diagnostic::Diagnostic| (one.span.file, one.span.start, one.code);
            asked.sort_by_key(place);
            found.sort_by_key(place);
            assert_eq!(asked, found, "{name} {option}");
        });
    }
    assert!(games > 40, "{games}");
}

/// For each move rule of the game with the option, whether it is shared with the game without.
fn taken_over(rules: &str) -> Vec<bool> {
    let text = format!("{FRONT}{rules}");
    let mut same = Vec::new();
    each_alone(&[("test.draughts".to_owned(), text)], |_, _, [first, after, _]| {
        let all = |game: &Game<'_>| game.rules.groups.iter().flat_map(|group| group.rules.clone()).collect::<Vec<_>>();
        let known = all(first);
        same.extend(all(after).iter().map(|rule| known.iter().any(|one| Arc::ptr_eq(one, rule))));
    });
    same
}

#[test]
fn what_an_option_leaves_alone_is_taken_over() {
    let rules = "definitions { define prey = enemy\n define way = forward }\nmovement { man may step way\n king may step any-way }\ncapture { man may jump any-way over prey }\n";
    let with = |option: &str| taken_over(&format!("{rules}option x {{ {option} }}\n"));
    assert_eq!(with("movement { replace man may step by man may step diagonal }"), [false, true, true]);
    assert_eq!(with("definitions { replace define prey by define prey = enemy on edge }"), [true, true, false]);
    assert_eq!(with("definitions { replace define way by define way = backward }"), [false, true, true]);
    // a new word may replace one that a library word is made of, or another
    assert_eq!(with("definitions { add define diagonal = orthogonal }"), [true, false, false]);
    assert_eq!(with("definitions { add define king = man }"), [true, false, true]);
    assert_eq!(with("state { add counter way: 0..1 }"), [false, true, true]);
    assert_eq!(with("moves more { man may pass }"), [false, false, false, false]);
}

/// The diagnostics of a file with an option that has none without it: each as code and text.
fn said(front: &str, rules: &str, option: &str) -> Vec<String> {
    let found = |option: &str| {
        let text = format!("{}{rules}{option}", FRONT.replace("\n+++\n\n", &format!("\n{front}+++\n\n")));
        let (sources, checked) = checked(&[("test.draughts", &text)], &[]);
        let all = checked.diagnostics.iter().map(|one| format!("{} {}", one.code, sources.text(one.span)));
        all.collect::<Vec<String>>()
    };
    assert_eq!(found(""), [""; 0], "{rules}");
    found(option)
}

const MOVES: &str =
    "movement {\n man may step forward\n king may step any-way\n}\ncapture { man may jump forward over enemy }\n";

#[test]
fn an_option_that_says_a_definition_anew() {
    let rules =
        "definitions { define prey = enemy }\nmovement { man may step forward }\ncapture { man may jump forward over prey }\n";
    let option = "option x { definitions { replace define prey by define prey = corners } }\n";
    assert_eq!(said("", rules, option), ["E0302 prey"]);
    // through another definition
    let rules = rules.replace("over prey", "over game").replace("= enemy", "= enemy\n define game = prey");
    assert_eq!(said("", &rules, option), ["E0302 game"]);
}

#[test]
fn an_option_with_other_equipment() {
    let rules = format!(
        "{MOVES}state {{ keep feeling: mood }}\neffects {{ when turn begins: set feeling to angry }}\nvictory {{ draw if feeling is angry }}\n"
    );
    let front = "[option.x.sets]\nmood = [\"calm\", \"glad\"]\n";
    assert_eq!(said("", &rules, ""), [""; 0]);
    let text = format!("{}{rules}", FRONT.replace("\n+++\n\n", &format!("\n{front}+++\n\n")));
    let (sources, checked) = checked(&[("test.draughts", &text)], &[]);
    let found: Vec<_> = checked.diagnostics.iter().map(|one| (one.code, sources.text(one.span))).collect();
    assert_eq!(found, [("E0301", "angry")], "of the two places the first");
}

#[test]
fn an_option_before_whose_lines_others_are_numbered() {
    // an untouched line reads `second`, which is the second counter, but with the option the third
    let rules = format!(
        "{MOVES}state {{\n counter first: 0..2\n counter second: 0..2\n when turn begins: raise first by second\n}}\nvictory {{ draw if first = 2 }}\n"
    );
    let option = "option x { state { replace counter first by {\n counter third: 0..1\n counter first: 0..2\n } } }\n";
    assert_eq!(said("", &rules, option), ["W0802 counter third: 0..1"]);
    let rules = format!("{MOVES}promotion {{ when man lands on far-row: promote it to king }}\n");
    let option = "option x { movement { replace man may by {\n king may step forward backward\n man may step forward\n } } }\n";
    assert_eq!(said("", &rules, option), ["W0823 forward backward"]);
}

#[test]
fn an_option_with_a_class_of_moves() {
    // `play move` plays it as well
    let rules = format!("{MOVES}turn {{ play move }}\n");
    assert_eq!(said("", &rules, "option x { moves more { man may pass } }\n"), [""; 0]);
    let rules = format!("{MOVES}turn {{ play movement or capture }}\n");
    assert_eq!(said("", &rules, "option x { moves more { man may pass } }\n"), ["W0814 man may pass"]);
}

#[test]
fn an_option_without_the_score() {
    let rules = format!("{MOVES}victory {{\n end game if no enemy\n score of player is count piece of it\n}}\n");
    assert_eq!(said("", &rules, "option x { victory { remove score of player } }\n"), ["E0409 end game"]);
}

#[test]
fn an_option_in_which_nobody_need_act() {
    let rules = format!("{MOVES}effects {{ when move ends: move new man to site of actor }}\n");
    let option = "option x { moves more { player may wait: end turn } }\n";
    assert_eq!(said("", &rules, option), ["W0301 site of actor"]);
}
