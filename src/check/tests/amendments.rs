//! Children and options laid over their parents.

use super::{FRONT, checked, render::render};

const PARENT: &str =
    "movement {\n  man may step forward\n  king may step any-way\n}\ncapture {\n  man may jump any-way over enemy\n}\n";

/// The rules of the flat file, each with its source.
fn lines(child: &str, options: &[&str]) -> String {
    let parent = format!("{FRONT}{PARENT}");
    let child = format!("+++\nname = \"child\"\nextends = \"parent\"\n+++\n{child}");
    let (sources, checked) = checked(&[("parent", &parent), ("child", &child)], options);
    let Some(variant) = checked.variant else { return render(&sources, &checked.diagnostics) };
    let own = variant.rules.lines.iter().filter(|line| !line.place.starts_with("prelude"));
    let lines = own.map(|line| {
        let (file, _) = line.place.split_once(':').unwrap_or_default();
        let option = line.option.as_ref().map(|option| format!(" {option}")).unwrap_or_default();
        format!("{} ({file}{option}): {}\n", line.chapter, line.text)
    });
    lines.collect()
}

#[test]
fn add_replace_remove() {
    assert_eq!(
        lines(
            "movement {\n  replace king may by {\n king may fly diagonal\n king may pass\n }\n  remove man may\n add man may step diagonal }",
            &[]
        ),
        "movement (child): king may fly diagonal\nmovement (child): king may pass\nmovement (child): man may step diagonal\ncapture (parent): man may jump any-way over enemy\n"
    );
}

#[test]
fn whole_chapters() {
    assert_eq!(
        lines("replace movement {\n man may fly forward\n}\nremove capture { }\nobligation { must movement }", &[]),
        "movement (child): man may fly forward\nobligation (child): must movement\n"
    );
}

#[test]
fn options_in_file_order() {
    let options = "option b { movement { add king may fly diagonal } }\noption a { movement { remove king may step }\n effects { when man rests: promote it to king } }\noption c { effects { when king rests: promote it to man } }";
    assert_eq!(
        lines(options, &["a", "b", "c"]),
        "movement (parent): man may step forward\nmovement (child b): king may fly diagonal\ncapture (parent): man may jump any-way over enemy\neffects (child a): when man rests: promote it to king\neffects (child c): when king rests: promote it to man\n"
    );
}

#[test]
fn a_beginning_means_the_file_not_another_option() {
    let options = "option a { movement { add king may fly diagonal } }\noption b { movement { replace king may by king may step diagonal } }";
    assert_eq!(
        lines(options, &["a", "b"]),
        "movement (parent): man may step forward\nmovement (child b): king may step diagonal\nmovement (child a): king may fly diagonal\ncapture (parent): man may jump any-way over enemy\n"
    );
}

#[test]
fn two_options_that_change_one_rule() {
    let options =
        "option a { movement { remove king may step } }\noption b { movement { replace king may by king may step diagonal } }";
    let found = lines(options, &["a", "b"]);
    assert!(found.starts_with("error[E0210]: options `a` and `b` both change `king may step any-way`"), "{found}");
    assert!(!lines(options, &["b"]).contains("error"));
}

#[test]
fn an_option_that_is_off_is_checked_too() {
    let found = lines("option a { movement { add king may fly diagnal } }", &[]);
    assert!(found.contains("`diagnal` is not declared"), "{found}");
}

/// The endings of a child, those of the library included.
fn endings(child: &str, options: &[&str]) -> Vec<String> {
    let child = format!("{FRONT}{PARENT}{child}");
    let (_, checked) = checked(&[("child", &child)], options);
    let lines = checked.variant.into_iter().flat_map(|one| one.rules.lines);
    lines.filter(|line| line.chapter == "victory").map(|line| line.text).collect()
}

#[test]
fn who_cannot_move_loses_unless_a_line_says_otherwise() {
    let usual = "player who cannot move loses";
    assert_eq!(endings("", &[]), [usual]);
    assert_eq!(endings("victory { draw if repeats >= 3 }", &[]), ["draw if repeats >= 3", usual]);
    let drawn = "victory {\n player who cannot move: draw \"blocked\"\n draw if repeats >= 3\n }";
    assert_eq!(endings(drawn, &[]), ["player who cannot move: draw \"blocked\"", "draw if repeats >= 3"]);
    let option = "\noption lost { victory { remove player who } }";
    assert_eq!(endings(&format!("{drawn}{option}"), &["lost"]), ["draw if repeats >= 3", usual]);
}

#[test]
fn a_chain_that_guards_itself_may_take_nothing() {
    let rule = |path: &str, state: &str| {
        format!(
            "{FRONT}moves hopping {{\n man may go any-way, {path}: {state}\n chain must continue\n}}\nstate {{\n keep seen: site each move\n counter count-of-it: 0..9\n }}"
        )
    };
    let codes = |text: &str| -> Vec<&'static str> {
        checked(&[("hops", text)], &[]).1.diagnostics.iter().map(|one| one.code).filter(|code| *code == "E0612").collect()
    };
    assert_eq!(codes(&rule("past piece, to empty", "set seen to none")), ["E0612"]);
    assert!(codes(&rule("past piece, to (empty not on trail)", "set seen to none")).is_empty());
    assert!(codes(&rule("past (piece not on seen), to empty", "set seen to seen or site of passed")).is_empty());
    assert_eq!(codes(&rule("past (piece not on seen), to empty", "raise count-of-it by 1")), ["E0612"]);
    assert!(codes(&rule("past piece, to empty", "remove-from-play passed")).is_empty());
    assert!(codes(&rule("past (piece where not (it is on seen)), to empty", "set seen to seen or site of passed")).is_empty());
}

#[test]
fn a_chain_of_which_nobody_knows_is_no_mistake() {
    let codes = |line: &str, law: &str, rest: &str| -> Vec<&'static str> {
        let state = "state {\n keep seen: site each move\n counter count-of-it: 0..9\n}";
        let text = format!("{FRONT}moves hopping {{\n {line}\n chain {law}\n}}\n{state}\n{rest}\n");
        let found = checked(&[("hops", &text)], &[]).1.diagnostics;
        assert!(!found.iter().any(|one| one.code.starts_with('E') && one.code != "E0612"), "{text}: {found:?}");
        found.iter().map(|one| one.code).filter(|code| matches!(*code, "E0612" | "W0615")).collect()
    };
    let step = "man may go any-way, to empty";
    let beside = "man may go any-way, to (empty where some enemy on any-way from it)";
    let continues = "may continue";
    assert_eq!(codes(step, continues, ""), ["E0612"]);
    assert_eq!(codes(step, continues, "effects {\n when king lands on edge: promote it to man\n}"), ["E0612"]);
    // what follows a leg takes something, or is a condition of the next leg
    for then in ["sweep any-way, taking enemy, past own", "take enemy on any-way from it", "end move"] {
        assert_eq!(codes(&format!("{beside}: {then}"), continues, ""), [""; 0], "{then}");
    }
    assert_eq!(codes(beside, continues, "effects {\n when man lands: sweep any-way, taking enemy, past own\n}"), [""; 0]);
    assert_eq!(codes("man may hop any-way over (enemy man): set kind of passed to king", continues, ""), [""; 0]);
    assert_eq!(codes(&format!("{step} if count-of-it < 3: raise count-of-it by 1"), continues, ""), [""; 0]);
    assert_eq!(codes(step, "may continue if legs < 3", ""), [""; 0]);
    // a piece that strikes stays where it is, forward too; a body without a leg can be repeated as it is
    // forward alone comes to an end, forward and backward does not
    for (way, found) in [
        ("forward", None),
        ("(forward or forward diagonal)", None),
        ("(forward or backward)", Some("E0612")),
        ("(forward or sideways)", Some("E0612")),
    ] {
        assert_eq!(codes(&format!("man may go {way} any-way, to empty"), continues, ""), Vec::from_iter(found), "{way}");
    }
    assert_eq!(codes("man may strike forward diagonal, past any empty, taking any enemy", continues, ""), ["E0612"]);
    assert_eq!(codes("man may strike forward diagonal, past any empty, taking enemy", continues, ""), [""; 0]);
    assert_eq!(codes("man may wait { let here-now = site of actor }", continues, ""), ["W0615"]);
    assert_eq!(codes("man may wait { let here-now = site of actor; end move }", continues, ""), [""; 0]);
    // what is jumped may stay, and the same can be done again; unless that uses something up
    let jumps = "man may jump any-way over enemy";
    assert_eq!(codes(jumps, continues, "effects {\n before king is taken: prevent\n}"), ["W0615"]);
    let used_up = "effects {\n before king is taken { raise count-of-it by 1; prevent }\n}";
    assert_eq!(codes(jumps, continues, used_up), [""; 0]);
    // undecided
    assert_eq!(codes(beside, continues, ""), ["W0615"]);
    assert_eq!(codes(step, "may continue if some king", ""), ["W0615"]);
    assert_eq!(codes("man may hop any-way over enemy: set kind of passed to king", continues, ""), ["W0615"]);
    assert_eq!(codes(step, continues, "effects {\n when man lands on edge: take enemy on any-way from it\n}"), ["W0615"]);
    assert_eq!(codes("man may wander { go any-way, to empty }", continues, ""), ["W0615"]);
    assert_eq!(codes("man may wander { go any-way, to (empty not on trail) }", continues, ""), [""; 0]);
}

#[test]
fn the_librarys_turn_stands_where_no_file_has_one() {
    let places = |child: &str| {
        let parent = format!("{FRONT}turn {{\n  play movement\n}}\n");
        let child = format!("+++\nname = \"child\"\nextends = \"parent\"\n+++\n{child}");
        let (_, checked) = checked(&[("parent", &parent), ("child", &child)], &[]);
        let lines = checked.variant.into_iter().flat_map(|one| one.rules.lines);
        let lines = lines.filter(|line| matches!(line.chapter.as_str(), "turn" | "victory"));
        let mut lines: Vec<String> =
            lines.map(|line| format!("{} {}", line.place.split(':').next().unwrap_or_default(), line.text)).collect();
        lines.sort();
        lines
    };
    assert_eq!(places(""), ["parent play movement", "prelude.draughts player who cannot move loses"]);
    assert_eq!(places("remove turn { }"), ["prelude.draughts play move", "prelude.draughts player who cannot move loses"]);
    assert_eq!(
        places("victory { draw if no enemy }"),
        ["child draw if no enemy", "parent play movement", "prelude.draughts player who cannot move loses"]
    );
}

/// Every option of a parent is tried with the changes of its child.
#[test]
fn an_option_of_the_parent_that_does_not_fit() {
    let option = "option swift { movement { replace king may step by king may fly any-way } }\noption calm { movement { add man may pass } }\n";
    let parent = format!("{FRONT}{PARENT}{option}");
    let of = |lints: &str, child: &str, options: &[&str]| {
        let child = format!("+++\nname = \"child\"\nextends = \"parent\"\n{lints}+++\n{child}");
        let (sources, checked) = checked(&[("parent", &parent), ("child", &child)], options);
        let names: Vec<String> =
            checked.variant.into_iter().flat_map(|variant| variant.equipment.options).map(|option| option.name).collect();
        (render(&sources, &checked.diagnostics), names)
    };
    let removed = "movement { replace king may step by king may fly forward }\n";
    let (said, names) = of("", removed, &[]);
    let told = [
        "warning[W0610]: options of the parent do not fit this file, and are none of its options: `swift`\n  child:3:1\n",
        "- with `swift`, E0201: no rule of `movement` begins with `king may step`\n",
        "  = help: to have one, say it anew, such as `option swift { … }`; if it is not wanted, `unfit-option = \"allow\"` under `[lints]`\n",
    ];
    for part in told {
        assert!(said.contains(part), "not said: {part}\nsaid: {said}");
    }
    assert_eq!(said.matches("[W").count(), 1, "{said}");
    assert_eq!(names, ["calm"]);
    assert_eq!(of("[lints]\nunfit-option = \"allow\"\n", removed, &[]), (String::new(), vec!["calm".to_owned()]));
    let anew = format!("{removed}option swift {{ movement {{ replace king may fly by king may fly any-way }} }}\n");
    assert_eq!(of("", &anew, &[]), (String::new(), vec!["swift".to_owned(), "calm".to_owned()]));
    // switching the option on reports that the mistake in the parent's rule is only there with the option
    let (said, _) = of("", removed, &["swift"]);
    assert!(said.contains("error[E0201]") && said.contains("= help: only with option `swift` on\n"), "{said}");
}

/// A mistake that only some options cause names these options, unless it is in the option itself.
#[test]
fn mistakes_name_the_options_with_which_they_are() {
    let said = |options: &str, rules: &str, on: &[&str]| {
        let front = FRONT.replace("\n+++\n\n", &format!("\n{options}+++\n\n"));
        let (sources, checked) = checked(&[("test", &format!("{front}{PARENT}{rules}"))], on);
        let said = |one: &crate::diagnostic::Diagnostic| {
            let only: Vec<&String> = one.help.iter().filter(|help| help.starts_with("only with")).collect();
            format!("{} {}: {only:?}", one.code, sources.text(one.span))
        };
        checked.diagnostics.iter().map(said).collect::<Vec<String>>()
    };
    let sad = "[option.sad.sets]\nmood = [\"calm\", \"sad\"]\n";
    let angry =
        "state { keep feeling: mood }\neffects { when man rests: set feeling to angry }\nvictory { draw if feeling is calm }\n";
    assert_eq!(said(sad, angry, &[]), ["E0301 angry: [\"only with option `sad` on\"]"]);
    assert_eq!(said(sad, angry, &["sad"]), ["E0301 angry: [\"only with option `sad` on\"]"]);
    let pair = "[option.b]\nneeds = \"a\"\n[option.d]\ndefault = true\nexcludes = \"b\"\n";
    let rules = "option a { movement { add man may fly any-way } }\noption d { movement { add man may pass } }\n";
    let own = "option b { movement { add man may fly forwrd } }\n";
    assert_eq!(said(pair, &format!("{rules}{own}"), &[]), ["E0301 forwrd: []"], "it brings `a` with it, and not `d`");
    let both = "option b { movement { remove man may step } }\noption c { movement { replace man may step by man may fly forward } }\n";
    let named = "[option.c]\nneeds = \"e\"\n[option.e]\n";
    assert_eq!(
        said(named, &format!("{both}option e {{ movement {{ add king may pass }} }}\n"), &["b", "c", "e"]),
        ["E0210 replace man may step by man may fly forward: []"],
        "its message names `b`"
    );
    let gone = "option none { definitions { remove define far-away } }\n";
    let words = "definitions { define far-away = edge }\noption late { movement { add man may pass if man on far-away } }\n";
    assert_eq!(said("", &format!("{words}{gone}"), &["none", "late"]), ["E0301 far-away: [\"only with option `none` on\"]"]);
}

/// `in` is what lies below one piece, and those among several: where nobody can know how many there are, that is said.
#[test]
fn what_lies_below_is_of_one_piece() {
    let codes = |within: &str| -> Vec<&'static str> {
        let text = format!(
            "+++\nname = \"Below\"\nversion = \"1.0.0\"\n[players]\nWhite = {{}}\nBlack = {{}}\n[board]\ngrid = \"2x2\"\nstacks = 9\n\
             [pieces]\nman = {{}}\n[setup]\nman = {{ White = \"a1\", Black = \"b2\" }}\n+++\n\
             movement {{\n  man may look {{ set boss to actor; require count piece in {within} = 3 }}\n}}\nstate {{ keep boss: piece }}\n"
        );
        let found = checked(&[("below", &text)], &[]).1.diagnostics;
        assert!(!found.iter().any(|one| one.code.starts_with('E')), "{text}: {found:?}");
        found.iter().map(|one| one.code).filter(|code| *code == "W0302").collect()
    };
    assert_eq!(codes("actor"), [""; 0]);
    assert_eq!(codes("(piece on a1)"), [""; 0]);
    assert_eq!(codes("taken"), [""; 0]);
    assert_eq!(codes("boss"), ["W0302"]);
    assert_eq!(codes("(own on edge)"), ["W0302"]);
}
