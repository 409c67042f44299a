//! The meaning of rules.

use super::{FRONT, checked, render::render};

fn meaning(rules: &str) -> String {
    let text = format!("{FRONT}{rules}");
    let (sources, checked) = checked(&[("rules.draughts", &text)], &[]);
    match checked.variant {
        Some(variant) => {
            let warnings = render(&sources, &checked.diagnostics);
            let text = crate::model::print::variant(&variant);
            let lines =
                text.lines().filter(|line| !matches!(line.trim(), "turn" | "play move")).map(|line| format!("{line}\n"));
            format!("{warnings}{}", lines.collect::<String>())
        }
        None => render(&sources, &checked.diagnostics),
    }
}

#[track_caller]
fn check(rules: &str, expected: &[&str]) {
    let found = meaning(rules);
    let found: Vec<&str> = found.lines().map(str::trim).collect();
    for line in expected {
        assert!(found.contains(line), "{rules}\nshould say\n{line}\nbut says\n{}", found.join("\n"));
    }
}

#[test]
fn verbs_and_their_names() {
    check("movement { king may fly diagonal }", &["(of-kind king) may fly (go diagonal (past any empty) (to empty))"]);
    check(
        "capture { king may fly diagonal over enemy }",
        &[
            "(of-kind king) may fly (go diagonal (past any empty) (taking (pieces-of (side-of opponent))) (past any empty) (to empty))",
        ],
    );
    check(
        "movement { man may go forward, past 2..limit own, to empty }",
        &["(of-kind man) may (go (forward actor) (past 2..7 (pieces-of (side-of mover))) (to empty))"],
    );
    check(
        "movement { man may go orthogonal, any (taking enemy, past empty), taking all enemy, here, to own king }",
        &[
            "(of-kind man) may (go orthogonal (group any (taking (pieces-of (side-of opponent))) (past empty)) (taking all (pieces-of (side-of opponent))) here (to (site (and (pieces-of (side-of mover)) (of-kind king)))))",
        ],
    );
    check(
        "movement { mover may pass if no own king }",
        &["player mover may pass if (not (some (and (pieces-of (side-of mover)) (of-kind king))))"],
    );
    check(
        "movement { Black may rest { raise tired by 1 } }\nstate { counter tired: 0..9 }",
        &["player Black may rest", "raise tired by 1"],
    );
}

#[test]
fn definitions_are_put_in() {
    check(
        "definitions { define near (place: site) = orthogonal from place }\nmovement { man may go diagonal, to (empty near(centre)) }",
        &["(of-kind man) may (go diagonal (to (and empty (from orthogonal d4))))"],
    );
    check(
        "definitions { define far (spots: site) = every own is on spots }\nvictory { mover wins if far(far-row) }",
        &["if (is (pieces-of (side-of mover)) (on (pieces-of (side-of mover)) (far-row described))):"],
    );
    check(
        "definitions { define step (ways: direction) = go ways, to empty corners }\nmovement { man may step diagonal }",
        &["(of-kind man) may step (go diagonal (to (and empty a8|h8|a1|h1)))"],
    );
    check(
        "definitions { define grow (what: piece) to (new-kind: kind) { promote what to new-kind } }\nmovement { man may grow-up: grow it to king }",
        &["verb grow:", "verb promote:", "set-kind actor to king"],
    );
}

#[test]
fn statements() {
    let rules = "state { counter tired of player: 0..9\n keep rover: piece }\nmovement { king may act {
        choose other in own man on orthogonal from actor
        choose 2 some-of in enemy by chance
        choose n in (1 or 2)
        repeat n: go forward, to empty
        may repeat: jump any-way over enemy
        either: take other or: move other to captured
        as other: promote it to king
        move shield of other to shield of actor if some shield of other
        move potion of other to bag
        move top of it to bottom of other
        place new man at a1
        set colour of other to red
        set face of card of it to face-up
        set rover to none
        lower tired of mover by 2
        exchange a1, site of other, a2
        show card of a1 to opponent
        shuffle deck of mover
        for p in player: raise tired of p by 1
        require no enemy on corners
        end turn
    } }";
    check(
        rules,
        &[
            "choose other.0 in (on (and (pieces-of (side-of mover)) (of-kind man)) (from orthogonal (site actor)))",
            "choose 2 some-of.1 in (pieces-of (side-of opponent)) by chance",
            "choose n.2 in (or 1 2)",
            "repeat n.2:",
            "(go (forward actor) (to empty))",
            "may-repeat:",
            "take other.0",
            "move other.0 to (pile:captured none)",
            "as other.0:",
            "set-kind actor to king",
            "move-token (shield other.0) to shield-of actor",
            "move-token (potion other.0) to (pile:bag none)",
            "move (top actor) to bottom-of other.0",
            "place new man from supply at a1",
            "set-colour other.0 to red",
            "set-face (under (site actor)) to face-up",
            "set rover to none",
            "raise tired of mover by -2",
            "exchange a1, (site other.0), a2",
            "show (under a1) to opponent",
            "shuffle (pile:deck (side-of mover))",
            "for p.3 in every-player:",
            "raise tired of p.3 by 1",
            "require (not (some (on (pieces-of (side-of opponent)) a8|h8|a1|h1)))",
            "end turn",
        ],
    );
}

#[test]
fn triggers_in_firing_order() {
    let found = meaning(
        "promotion { when man lands on far-row: promote it to king; end move }\neffects { before red piece is taken: prevent\n when piece leaves: raise n by 1 }\nstate { counter n: 0..9\n when turn begins: set n to 0 }",
    );
    let order: Vec<&str> =
        found.lines().map(str::trim).filter(|line| line.starts_with("when") || line.starts_with("before")).collect();
    assert_eq!(
        order,
        [
            "when turn begins:",
            "before (and (bearing:colour red) every-piece) is taken:",
            "when every-piece leaves:",
            "when (of-kind man) lands on (far-row described):",
        ]
    );
}

#[test]
fn endings() {
    check(
        "victory { players who cannot move: draw \"stuck\" if it is Black }",
        &["every-player cannot move:", "if (is it.0 Black):"],
    );
    check("victory { draw if repeats >= 3 }", &["after turn (patience):"]);
    check(
        "definitions { define old = quiet > 3 }\nstate { clock quiet: 0..9 }\nvictory { draw if old }",
        &["after turn (patience):"],
    );
    check(
        "victory { end game if no enemy\n score of player is count piece of it }",
        &["end game", "score of every-player is (count (pieces-of (side-of it.0)))"],
    );
    check(
        "victory { as soon as some king on corners: Black wins \"home\" }",
        &["as soon as (some (on (of-kind king) a8|h8|a1|h1)):", "side:Black wins \"home\""],
    );
}

#[test]
fn obligations_and_turns() {
    check(
        "obligation { must capture where actor is king if some own king }",
        &["must (where capture it.0 (is actor (of-kind king))) if (some (and (pieces-of (side-of mover)) (of-kind king)))"],
    );
    check(
        "obligation { must capture with least order(king, taken) }",
        &["must (least capture it.0 (order (of-kind king) taken))"],
    );
    check(
        "moves magic { man may vanish: move it to box }\nturn { may play magic\n play (movement or capture) where actor of it is king\n play magic by opponent }",
        &[
            "play magic",
            "play (where (or movement capture) it.0 (is (actor-of it.0) (of-kind king)))",
            "play magic by opponent",
        ],
    );
}

#[test]
fn a_guard_takes_the_warning_away() {
    let rule = |guard: &str| format!("effects {{ when piece lands {{ move it to north from it{guard} }} }}");
    assert!(meaning(&rule("")).contains("W0301"));
    assert!(!meaning(&rule(" if some north from it")).contains("W0301"));
    assert!(!meaning("effects { when piece lands if some north from it: move it to north from it }").contains("W0301"));
    assert!(
        !meaning("effects { when piece lands { if no north from it { end turn } else { move it to north from it } } }")
            .contains("W0301")
    );
    // guards about pieces on a site, and `require` as a guard
    let rule = |guard: &str| format!("effects {{ when piece lands {{ {guard} exchange it, piece on (north from it) }} }}");
    assert!(meaning(&rule("")).contains("W0301"));
    for guard in ["if some", "if"] {
        let guarded = rule(&format!("{guard} piece on (north from it):"));
        assert!(!meaning(&guarded).contains("W0301"), "{guarded}");
    }
    assert!(!meaning(&rule("require some piece on (north from it);")).contains("W0301"));
    // a site with a piece on it exists
    let rule = |guard: &str| format!("effects {{ when piece lands {{ {guard} move it to north from it }} }}");
    assert!(!meaning(&rule("if some enemy on (north from it):")).contains("W0301"));
    assert!(meaning(&rule("if no enemy on (north from it):")).contains("W0301"));
}

/// A counter that nothing reads still distinguishes positions for `repeats`; a clock does not.
#[test]
fn what_nothing_reads_may_tell_positions_apart() {
    let rules = |state: &str, asks: &str| format!("state {{ {state} }} victory {{ draw if {asks} }}");
    let apart = "from being the same for `repeats`";
    assert!(meaning(&rules("counter n: 0..3", "repeats >= 3")).contains(apart));
    assert!(!meaning(&rules("counter n: 0..3", "turns >= 3")).contains(apart));
    assert!(!meaning(&rules("clock n: 0..3", "repeats >= 3")).contains(apart));
}

/// A step in one chosen direction from one site leads to at most one site.
#[test]
fn one_step_in_a_chosen_way_is_not_many() {
    let rule = |to: &str| format!("movement {{ man may shove {{ choose way in diagonal; move actor to {to} }} }}");
    assert!(!meaning(&rule("way from actor")).contains("W0302"));
    assert!(!meaning(&rule("way from way from actor")).contains("W0302"));
    assert!(meaning(&rule("diagonal from actor")).contains("W0302"));
    assert!(meaning(&rule("way from own")).contains("W0302"));
}

#[test]
fn who_cannot_move_is_said_with_not() {
    let help = |set: &str| format!("victory {{ draw if {set} enemy can move }}");
    check(&help("no"), &["= help: that none of them can is `not (enemy can …)`"]);
    check(&help("some"), &["= help: that one of them can is `enemy can …`"]);
}

#[test]
fn in_triggers_of_legs_and_moves_it_is_the_acting_piece() {
    for event in ["leg begins", "leg ends", "move begins", "move ends"] {
        let said = |word: &str| {
            meaning(&format!("effects {{ when {event} if {word} is king: set seen to {word} }}\nstate {{ keep seen: piece }}"))
        };
        assert_eq!(said("it"), said("actor"));
        assert!(!said("it").contains("error"), "{}", said("it"));
    }
}
