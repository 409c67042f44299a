//! One test for each construct: a text and its canonical form.

use crate::source::FileId;
use crate::syntax::ast::{ItemKind, Part};
use crate::syntax::print::{canonical, words};
use crate::syntax::{parse_rules, print};

fn print_line(chapter: &str, line: &str) -> String {
    let text = format!("{chapter} {{\n  {line}\n}}\n");
    let (file, found) = parse_rules(FileId(0), &text);
    assert_eq!(found, [], "{line}");
    let Some(Part::Chapter(chapter)) = file.parts.first() else { panic!("{line}: no chapter") };
    let [item] = chapter.items.as_slice() else { panic!("{line}: not one rule") };
    assert_eq!(item.span.of(&text).split_whitespace().next(), line.split_whitespace().next(), "span of {line}");
    assert!(!item.span.of(&text).ends_with(char::is_whitespace), "span of {line}");
    let printed = print::rule_file(&file);
    let (again, found) = parse_rules(FileId(0), &printed);
    assert_eq!(found, [], "{printed}");
    assert_eq!(print::spanless(&again), print::spanless(&file), "{printed}");
    match &item.kind {
        ItemKind::Rule(rule) => {
            let print = canonical(rule);
            let (again, found) = parse_rules(FileId(0), &format!("turn {{ {print} }}"));
            assert_eq!(found, [], "{print}");
            let Some(Part::Chapter(chapter)) = again.parts.first() else { panic!("{print}") };
            let Some(ItemKind::Rule(rule)) = chapter.items.first().map(|item| &item.kind) else { panic!("{print}") };
            assert_eq!(canonical(rule), print);
            print
        }
        _ => printed.lines().nth(1).unwrap_or("").trim().to_string(),
    }
}

/// Checks that lines of a chapter print as they are written.
fn check(lines: &[&str]) {
    for line in lines {
        assert_eq!(print_line("turn", line), *line);
    }
}

/// Checks the canonical form of lines of a chapter.
fn check_as(pairs: &[(&str, &str)]) {
    for (line, expected) in pairs {
        assert_eq!(print_line("turn", line), *expected, "{line}");
    }
}

#[test]
fn move_rules() {
    check(&[
        "man may step forward diagonal",
        "own king on home-row may leave: move it to rescued of mover",
        "Black may lift { choose s in own on openings; move s to box }",
        "king may fly diagonal if not (actor is rover of mover and roaming of mover = 3 and some own man)",
        "mover may pass if some own queen",
        "soldier may hop forward diagonal over enemy not on jumped: imprison",
        "man or king may step sideways",
        "piece not ghost may hop reach over open ghost",
        "footman may strike diagonal, taking enemy: set service of it to none",
        "man may pass { }",
    ]);
    check_as(&[
        ("a man may jump over an enemy", "man may jump over enemy"),
        ("the king may fly any-way over the enemy piece", "king may fly any-way over enemy piece"),
    ]);
}

#[test]
fn laws_of_chapters() {
    check(&[
        "chain must continue",
        "chain may continue if it can capture enemy",
        "chain must not reverse",
        "chain must turn",
        "removal at once",
        "removal after move",
        "must capture",
        "must capture or footwork if some capture",
        "must capture with most total value of taken",
        "must capture with least order(king, taken)",
        "must capture where first of taken is enemy if own man can capture enemy",
    ]);
    check_as(&[
        ("chain may not reverse", "chain must not reverse"),
        ("must capture with the most taken", "must capture with most taken"),
    ]);
}

#[test]
fn paths() {
    check(
        &[
            "define step (ways: direction) = go ways, to empty",
            "define fly (ways: direction) over (prey: piece) = go ways, past any empty, taking prey, past any empty, to empty",
            "define pounce (ways: direction) onto (prey: piece) = go ways, taking prey",
            "stone may go orthogonal, any (taking enemy, past empty), taking enemy, to empty",
            "stone may go any-way, taking all enemy, here, to empty not (x where y)",
            "leaper may go reach, taking 2 prey, to empty",
            "leaper may go reach, past 1..3 empty, past some empty or low not high, 2 (past a1, past b2), to c3*",
            "man may go north or east, past 0..limit empty, limit (past empty), (past empty), to edge",
            "when piece rests: sweep orthogonal, taking enemy not (king on shelter), past hammer",
        ]
        .map(|line| line.replace("past a1, past b2", "past x1, past b2"))
        .each_ref()
        .map(|line| line.as_str()),
    );
}

#[test]
fn stored_things_and_definitions() {
    check(&[
        "counter reign of player: 0..3",
        "counter reign of player: 0..reign-limit = 1 each turn",
        "counter balance: -3..3",
        "clock idle: 0..idle-limit",
        "keep rover of player: piece",
        "keep starters: piece each move",
        "define own = piece of mover",
        "define block (low: site) = low or east from low or north from east from low",
        "define apart (one: site, other: site) = file of one - file of other > 1",
        "define promote (what: piece) to (higher: kind) { set kind of what to higher }",
        "define pass { }",
        "define settle: draw",
        "score of player is total value of piece of it",
        "score of player is count own * 2 + 1",
    ]);
}

#[test]
fn triggers_and_endings() {
    check(&[
        "when man lands on far-row: promote it to king; end move",
        "when man or fragment rests on far-row or home-row: promote it to king",
        "when piece not king lands if card of it is face-up king { promote it to king; end move if it is on far-row }",
        "before invulnerability piece is taken if not spared { prevent }",
        "when piece leaves: set idle to 0",
        "when turn ends if not few-left: set endgame to 0",
        "when leg begins: prevent",
        "when move ends: require no starters on far-row where it is man",
        "as soon as no king: Muscovites wins \"the king is taken\"",
        "as soon as some player where count piece of it < 3: player with most piece of it wins \"elimination\"",
        "player who cannot move loses",
        "player who cannot move loses \"blocked\"",
        "player who cannot move: settle",
        "own or other who cannot move { draw }",
        "mover wins \"held the centre\" if reign of mover = 3",
        "Guerrilla loses if no stone in supply",
        "draw \"third repetition\" if repeats >= 3",
        "draw",
        "end game \"on points\" if quiet = quiet-limit",
        "settle if idle = 80",
    ]);
    check_as(&[("player who cannot move: it loses", "player who cannot move loses")]);
}

#[test]
fn statements() {
    check(&[
        "may repeat: play dispelling",
        "may play potion-use",
        "may play potion-use by opponent if some own",
        "may { play movement; end turn }",
        "play capture by opponent if turns < 2",
        "play (movement or capture) where actor of it is speedster",
        "for p in player where some piece of it on centre: raise reign of p by 1",
        "either { go diagonal, to empty } or { jump diagonal over enemy; may repeat: jump forward over enemy } or: pass",
        "if trap is face-up { set face of trap to face-down } else { end leg }",
        "if a1 is x: pass else: prevent",
        "repeat 3: as piece on home: split-off fragment",
        "repeat (if count player = 1 then 10 else 5): move top of deck of s to stockpile of p",
        "repeat { end turn }",
        "choose 4 m in man of p where no colour of it by chance",
        "choose n drawn in potions by chance",
        "choose (count taken) drawn in potions",
        "choose any x in own",
        "choose 1..2 x in own by owner of it",
        "let home = site of actor",
        "set reign of (player where no piece of it on centre) to 0",
        "raise crowns by (if victim is king then 2 else 1)",
        "lower crowns by count taken - 1",
        "exchange low, north from low, north from east from low, east from low",
        "move new part to home",
        "take enemy king on shelter where every orthogonal from it is hammer",
        "shuffle deck of s",
        "show top of deck to opponent",
        "require site of actor is diagonal from site of last of taken",
        "play opening if turns < 2",
    ]);
    check_as(&[
        ("place a new stone at the entry", "place new stone at entry"),
        ("if c { pass }\n  else { prevent }", "if c { pass } else { prevent }"),
        ("for m in man { choose s in bag # a note\n    move s to it }", "for m in man { choose s in bag; move s to it }"),
        ("if c {\n    for x in own: pass\n    prevent\n  }", "if c { for x in own { pass }; prevent }"),
    ]);
}

#[test]
fn phrases() {
    let conditions = [
        ("x is man or king", "x is man or king"),
        ("x is y or z is w", "x is y or z is w"),
        ("(x is y) or z", "(x is y) or z"),
        ("x is y or z and w", "x is y or z and w"),
        ("(x is y) or (z and w)", "(x is y) or z and w"),
        ("x is (y or z) and w", "x is y or z and w"),
        ("x is y or apart(z, w)", "x is y or apart(z, w)"),
        ("x is y or z > 1", "x is y or z > 1"),
        ("x is not on far-row", "x is not on far-row"),
        ("x is y or own on z", "x is y or own on z"),
        ("(x or y) or z", "(x or y) or z"),
        ("x or y and not z", "x or y and not z"),
        ("not (x or y)", "not (x or y)"),
        ("not not x", "not not x"),
        ("(x and y) w", "(x and y) w"),
        ("own where it is y or z", "own where it is y or z"),
        ("(own where it is y) or z", "(own where it is y) or z"),
        ("(own where y) and z", "(own where y) and z"),
        ("(own where y) on z", "(own where y) on z"),
        ("own on y not in z where w", "own on y not in z where w"),
        ("count own on block(it) >= 2", "count own on block(it) >= 2"),
        ("count (own or enemy) = 2", "count (own or enemy) = 2"),
        ("1 - (2 - 3) * 4 != (5 + 6) * 7", "1 - (2 - 3) * 4 != (5 + 6) * 7"),
        ("every own is on camp of opponent", "every own is on camp of opponent"),
        ("own can jump reach over prey and x", "own can jump reach over prey and x"),
        ("own can jump reach over prey or x is y", "own can jump reach over prey or x is y"),
        ("(own can jump reach) or x", "(own can jump reach) or x"),
        ("own can go north, past empty, to edge", "own can go north, past empty, to edge"),
        ("(own can go north, to edge) and apart(x, y)", "own can go north, to edge and apart(x, y)"),
        ("value of (x of y) of z > 1", "value of (x of y) of z > 1"),
        ("(x from y) of z", "(x from y) of z"),
        ("total value of taken <= 2", "total value of taken <= 2"),
        ("(if x then y else z) = 2", "(if x then y else z) = 2"),
        ("f((if x then y else z)) = 2", "f((if x then y else z)) = 2"),
        ("card of it is face-up (black queen or red jack)", "card of it is face-up (black queen or red jack)"),
        ("x or\n    y", "x or y"),
        ("x\n    and y", "x and y"),
        ("a man is the enemy of an owner", "man is enemy of owner"),
    ];
    for (condition, expected) in conditions {
        assert_eq!(print_line("turn", &format!("require {condition}")), format!("require {expected}"));
    }
}

#[test]
fn labels_are_kept_out_of_conditions() {
    check(&[
        "set x of (own where it can jump diagonal) to 3",
        "exchange (own where it can go north, to edge), other",
        "move (own where it can step) to box",
        "promote (own where it can step) to king",
    ]);
}

#[test]
fn edits() {
    check_as(&[
        ("add must capture", "add must capture"),
        ("remove man may jump", "remove man may jump"),
        ("replace king may step by king may fly", "replace king may step by king may fly"),
        ("replace king may step\n    by king may fly", "replace king may step by king may fly"),
        ("replace when a man lands on (far-row by { }", "replace when man lands on far-row by {"),
        ("replace chain may not reverse by chain must turn", "replace chain must not reverse by chain must turn"),
    ]);
}

#[test]
fn the_words_of_a_rule_fit_however_it_is_written() {
    let of = |line: &str| {
        let (file, _) = parse_rules(FileId(0), &format!("effects {{\n{line}\n}}"));
        let Some(Part::Chapter(chapter)) = file.parts.first() else { panic!("{line}") };
        match &chapter.items[0].kind {
            ItemKind::Rule(rule) => words(rule),
            ItemKind::Remove { old } => old.value.clone(),
            _ => Vec::new(),
        }
    };
    let rule = of("when a man lands on (far-row or home-row): promote it to king; end move");
    assert!(rule.starts_with(&of("remove when man lands on (far-row or")));
    assert!(rule.starts_with(&of("remove when the man lands")));
    assert_eq!(rule, of("when man lands on far-row or home-row {\n promote it to king # note\n end move\n}"));
    assert!(of("draw \"third repetition\" if repeats >= 3").starts_with(&of("remove draw \"third repetition\"")));
}

#[test]
fn docs_belong_to_what_stands_below() {
    let text = "## Moves.\nmovement {\n  ## One.\n  ## Two.\n  # a note\n  man may step {\n    ## Three.\n    pass\n  }\n}\n";
    let (file, found) = parse_rules(FileId(0), text);
    assert_eq!(found, []);
    let Some(Part::Chapter(chapter)) = file.parts.first() else { panic!() };
    assert_eq!(chapter.doc.as_ref().map(|doc| doc.value.as_str()), Some("Moves."));
    assert!(chapter.span.of(text).starts_with("movement {") && chapter.span.of(text).ends_with('}'));
    assert_eq!(chapter.items[0].doc.as_ref().map(|doc| doc.value.as_str()), Some("One.\nTwo."));
    assert_eq!(chapter.items[0].span.of(text), "man may step {\n    ## Three.\n    pass\n  }");
    assert_eq!(print::rule_file(&file), text.replace("  # a note\n", ""));
}
