//! Lints of what comes to the same whatever happens, names that mean two things, and parents whose kinds are laid over: ten cases of each
//! that must be found, and what must not be.

use draughtsman::library::{self, check_text};

/// A small game to which a case adds its rules.
fn game(front: &str, rules: &str) -> String {
    format!(
        "+++\nname = \"Case\"\n[players]\nBlack = {{ faces = \"south\" }}\nWhite = {{ faces = \"north\" }}\n[board]\ngrid = \"6x6\"\n\
         play = \"dark\"\n{front}[pieces]\nman = {{ symbol = \"m\" }}\nking = {{ symbol = \"k\" }}\n[setup]\ndiagram = \"\"\"\n\
         . b . b . b\nb . b . b .\n. . . . . .\n. . . . . .\n. w . w . w\nw . w . w .\n\"\"\"\n+++\n\
         movement {{\n  man may step forward diagonal\n  king may step diagonal\n}}\n\
         capture {{\n  piece may jump diagonal over enemy\n  chain must continue\n}}\n\
         promotion {{\n  when man lands on far-row: promote it to king\n}}\n{rules}\n"
    )
}

/// What is said with this code, by the text that it is said of.
fn found(text: &str, code: &str) -> Vec<String> {
    let found = check_text("case.draughts", text);
    let of = found.iter().filter(|one| one.code == code);
    of.map(|one| text[one.span.start as usize..one.span.end as usize].to_owned()).collect()
}

#[track_caller]
fn finds(code: &str, cases: &[(&str, &str)], silent: &[&str]) {
    finds_with("", code, cases, silent);
}

#[track_caller]
fn finds_with(front: &str, code: &str, cases: &[(&str, &str)], silent: &[&str]) {
    for (rules, at) in cases {
        let text = game(front, rules);
        assert_eq!(found(&text, code), [*at], "{:#?}\n{rules}", check_text("case.draughts", &text));
    }
    for rules in silent {
        let text = game(front, rules);
        assert_eq!(found(&text, code), [""; 0], "{rules}");
        assert!(!check_text("case.draughts", &text).iter().any(|one| one.code.starts_with('E')), "{rules}");
    }
}

/// No bundled game and no template has any of these.
#[test]
fn bundled_games_are_without() {
    let codes = ["W0832", "W0841", "W0842", "W0872", "E0316", "E0351", "E0613", "E0081", "E0082"];
    for name in library::names() {
        let checked = library::load(name).expect("it is there").check(&Default::default());
        let odd: Vec<_> = checked.diagnostics.iter().filter(|one| codes.contains(&one.code)).collect();
        assert!(odd.is_empty(), "{name}: {odd:#?}");
    }
}

#[test]
fn preferences_that_are_the_same_for_every_move() {
    finds(
        "W0841",
        &[
            ("obligation { must capture with most own man }", "own man"),
            ("obligation { must capture with most count enemy }", "count enemy"),
            ("obligation { must capture with least count (own on far-row of mover) }", "count (own on far-row of mover)"),
            ("obligation { must move with most turns }", "turns"),
            ("obligation { must capture with most 3 }", "3"),
            (
                "obligation { must capture with most bold }\nstate { counter bold: 0..9 each move\n  when piece is taken: raise bold by 1 }",
                "bold",
            ),
            (
                "obligation { must capture with most seen }\nstate { keep seen: piece each move\n  when piece is taken: set seen to seen or it }",
                "seen",
            ),
            ("obligation { must capture with most total value of own }", "total value of own"),
            (
                "obligation { must capture with most (if turns > 3 then count own else count enemy) }",
                "(if turns > 3 then count own else count enemy)",
            ),
            ("obligation { must (capture where actor is king) with most own king }", "own king"),
            ("turn { play move with most own }", "move with most own"),
            (
                "obligation { must capture with most lead }\ndefinitions { define lead = count own - count enemy }",
                "capture with most lead",
            ),
        ],
        &[
            "obligation { must capture with most taken }",
            "obligation { must capture with most king in taken }",
            "obligation { must capture with most rank of start }",
            "obligation { must capture with least order(king, taken) }",
            "obligation { must capture with most (if actor is king then 1 else 0) }",
            "obligation { must capture with most count trail }",
            "obligation { must capture with most value of actor of it }",
            "victory { draw if count (player with most piece of it) = 2 }",
        ],
    );
}

#[test]
fn comparisons_of_a_thing_with_itself() {
    finds(
        "W0832",
        &[
            ("turn { play movement; may play movement where actor of it is not actor }", "actor of it is not actor"),
            ("turn { play movement where actor of it is actor }", "actor of it is actor"),
            ("obligation { must capture where actor of it is actor }", "actor of it is actor"),
            ("movement { king may wait { require it is actor } }", "it is actor"),
            ("movement { king may wait if it is it: require true }", "it is it"),
            ("effects { when king lands if actor is it: end turn }", "actor is it"),
            ("effects { when king rests { if it is not actor: end turn } }", "it is not actor"),
            ("victory { draw if count own = count own }", "count own = count own"),
            ("victory { mover wins if count enemy king < count enemy king }", "count enemy king < count enemy king"),
            ("victory { draw if mover is not mover }", "mover is not mover"),
            ("victory { draw if own king is own king }", "own king is own king"),
            ("victory { draw if some (piece where owner of it is owner of it) }", "owner of it is owner of it"),
        ],
        &[
            "turn { play movement where actor of it is king }",
            "effects { when king is taken if actor is not it: end turn }",
            "victory { draw if count own = count enemy }",
            "victory { draw if some (piece where owner of it is side of mover) }",
            "movement { king may swap { choose other in own; require other is not actor; exchange actor, other } }",
        ],
    );
}

#[test]
fn endings_by_which_everybody_wins() {
    finds(
        "W0872",
        &[
            ("victory { player wins if count own king > 1 }", "player"),
            ("victory { player wins \"peace\" }", "player"),
            ("victory { side wins if turns > 40 }", "side"),
            ("victory { players wins if turns > 40 }", "players"),
            ("victory { player loses if no own king }", "player"),
            ("victory { mover or opponent wins if turns > 40 }", "mover or opponent"),
            ("victory { Black or White wins if turns > 40 }", "Black or White"),
            ("victory { side of player wins if turns > 40 }", "side of player"),
            ("victory { as soon as turns > 40: player wins }", "player"),
            ("effects { when king is taken: player wins }", "player"),
            ("victory { winners wins if turns > 40 }\ndefinitions { define winners = player }", "player"),
            ("turn { play move; player loses if turns > 40 }", "player"),
            ("victory { player with most taken wins if turns > 40 }", "player with most taken"),
        ],
        &[
            "victory { mover wins if count own king > 1 }",
            "victory { player who cannot move wins }",
            "victory { player where count (king of it) > 1 wins if turns > 40 }",
            "victory { for p in player: p wins if count (king of p) > 1 }",
            "victory { opponent wins if no own }",
            "victory { player with most king of it wins if turns > 40 }",
        ],
    );
}

#[test]
fn conditions_beyond_a_count() {
    finds(
        "W0831",
        &[
            ("victory { mover wins if count own king > 99 }", "count own king > 99"),
            ("victory { mover wins if count own > 6 }", "count own > 6"),
            ("victory { draw if count piece = 13 }", "count piece = 13"),
            ("victory { mover wins if count (piece on (a1 or c3)) > 2 }", "count (piece on (a1 or c3)) > 2"),
            ("victory { mover loses if count enemy >= 7 }", "count enemy >= 7"),
            ("victory { mover wins if count (man on c3) > 1 }", "count (man on c3) > 1"),
            ("movement { king may wait if count own king = 8: require true }", "count own king = 8"),
            ("victory { draw if count (piece where it is king) > 12 }", "count (piece where it is king) > 12"),
            ("obligation { must capture if count own man > 20 }", "count own man > 20"),
            ("victory { draw if 40 < count (man or king) }", "40 < count (man or king)"),
            ("victory { draw if count own + count enemy > 12 }", "count own + count enemy > 12"),
        ],
        &[
            "victory { mover wins if count own > 5 }",
            "victory { mover wins if count own king >= 6 }",
            "victory { mover wins if count own > 6 }\nmovement { king may call { choose spot in empty diagonal from it; move new man to spot } }",
            "victory { mover wins if count own > 6 }\neffects { before man is taken { set owner of it to side of mover; prevent } }",
            "victory { mover wins if count (own on far-row) >= 3 }",
        ],
    );
}

/// An attribute or a slot that only kings have, given to men: nothing would be done, and that is told.
#[test]
fn what_no_piece_of_that_kind_has() {
    let front = "[sets]\nmood = [\"calm\", \"wild\"]\n[tokens.coin]\nworth = [\"one\", \"two\"]\n[piles]\n\
                 bag = { holds = \"coin\", seen_by = \"all\" }\n";
    let text = |rules: &str| {
        let kings = "king = { symbol = \"k\", has = { mood = \"mood\", purse = \"coin\" } }";
        let text = game(front, rules).replace("king = { symbol = \"k\" }", kings);
        text.replace("[setup]\n", "[setup]\nbag = { one = 1, two = 1 }\n")
    };
    let told = [
        ("movement { man may sulk { set mood of it to calm } }", "it"),
        ("movement { man may sulk { set mood of actor to none } }", "actor"),
        ("movement { king may scold { set mood of (own man) to calm } }", "(own man)"),
        ("movement { king may scold { choose other in own man; set mood of other to calm } }", "other"),
        ("movement { king may scold { for other in enemy man: set mood of other to calm } }", "other"),
        ("movement { king may scold { let other = man on c3; if some own man: set mood of other to calm } }", "other"),
        ("movement { man may sulk { choose coin in bag; move coin to purse of it } }", "it"),
        ("effects { when man lands: set mood of it to wild }", "it"),
        ("effects { when man is taken: set mood of it to wild }", "it"),
        ("effects { when move ends { as own man on c3: set mood of actor to wild } }", "actor"),
        ("setup { set mood of man to calm }", "man"),
        ("turn { play move; set mood of (man on edge) to calm }", "(man on edge)"),
        ("movement { king may scold { choose other in own man\n    may: set mood of other to calm } }", "other"),
    ];
    for (rules, at) in told {
        let text = text(rules);
        assert_eq!(found(&text, "E0351"), [at], "{:#?}\n{rules}", check_text("case.draughts", &text));
    }
    let raised = text("movement { king may scold { raise mood of (own man) by 1 } }");
    assert_eq!(found(&raised, "E0351").len(), 1, "{:#?}", check_text("case.draughts", &raised));
    let silent = [
        "movement { king may sulk { set mood of it to calm } }",
        "movement { king may sulk { set mood of own to calm } }",
        "movement { man may rise { set kind of it to king; set mood of it to calm } }",
        "movement { man may rise { choose other in own man; promote other to king; set mood of other to calm } }",
        "effects { when man lands { promote it to king; set mood of it to calm } }",
        "effects { when man lands { if it is on far-row: promote it to king\n    set mood of it to calm } }",
        "movement { man may sulk { repeat 2 { set mood of it to calm; promote it to king } } }",
        "movement { man may sulk { choose other in own; set mood of other to calm } }",
    ];
    for rules in silent {
        let text = text(rules);
        assert!(
            !check_text("case.draughts", &text).iter().any(|one| one.code.starts_with('E')),
            "{rules}: {:#?}",
            check_text("case.draughts", &text)
        );
    }
    // What asks for it is never so.
    let never = [
        ("movement { man may wait if mood of it is calm: require true }", "mood of it is calm"),
        ("victory { mover wins if some calm man }", "some calm man"),
    ];
    for (rules, at) in never {
        let text = text(rules);
        assert_eq!(found(&text, "W0831"), [at], "{:#?}\n{rules}", check_text("case.draughts", &text));
    }
}

#[test]
fn one_name_for_two_things() {
    let cases = [
        ("", "definitions { define mark = own }\nstate { counter mark: 0..3 }"),
        ("[regions]\nmark = \"c3\"\n", "state { keep mark: site }"),
        ("[regions]\nmark = \"c3\"\n", "definitions { define mark = c5 }"),
        ("[numbers]\nmark = 3\n", "state { counter mark: 0..9 }"),
        ("[numbers]\nmark = 3\n", "definitions { define mark = 4 }"),
        ("", "definitions { define king = own }"),
        ("", "state { clock man: 0..9 }"),
        ("", "definitions { define Black = White }"),
        ("[sets]\nmark = [\"red\"]\n", "state { keep mark: truth }"),
        ("[directions]\nmark = [[1, 2]]\n", "definitions { define mark = diagonal }"),
        ("[regions]\nmark = \"c3\"\n", "moves mark { king may step diagonal }"),
        ("", "moves mark { king may step diagonal }\nstate { counter mark: 0..9 }"),
        ("[piles]\nmark = { holds = \"piece\" }\n", "state { counter mark: 0..9 }"),
    ];
    for (front, rules) in cases {
        let text = game(front, rules);
        let all = check_text("case.draughts", &text);
        let one = all.iter().find(|one| one.code == "E0316").unwrap_or_else(|| panic!("{all:#?}\n{front}{rules}"));
        assert_eq!(one.labels.len(), 1, "the other place is shown: {one:#?}");
    }
    // definitions of one name that differ by their labels, a chapter in two pieces, and what a verb is called
    let fine = "definitions {\n  define leap (w: direction) = go w, to empty\n  define leap (w: direction) over (p: piece) = go w, taking p, to empty\n}\n\
                moves more { king may leap diagonal }\nmoves more { king may leap diagonal over enemy }";
    assert_eq!(found(&game("", fine), "E0316"), [""; 0]);
}

/// A child adds a kind, and has the parent's; what it takes away is gone.
#[test]
fn kinds_of_a_child_are_laid_over_its_parents() {
    let child = |front: &str, rules: &str| {
        let text = format!("+++\nname = \"Child\"\nversion = \"1.0.0\"\nextends = \"english\"\n{front}+++\n{rules}");
        library::load_text("child", "child.draughts", text.into_bytes(), None).check(&Default::default())
    };
    let kinds = |checked: draughtsman::check::Checked| -> Vec<String> {
        let variant = checked.variant.unwrap_or_else(|| panic!("{:#?}", checked.diagnostics));
        variant.equipment.kinds.iter().map(|kind| format!("{} {}", kind.name, kind.value)).collect()
    };
    let queen =
        "movement {\n  add queen may fly any-way\n}\npromotion {\n  add when king lands on home-row: promote it to queen\n}\n";
    assert_eq!(kinds(child("[pieces]\nqueen = { symbol = \"q\", value = 9 }\n", queen)), ["man 1", "king 2", "queen 9"]);
    assert_eq!(kinds(child("[pieces]\nking = { value = 5 }\n", "")), ["man 1", "king 5"]);
    let codes = |checked: draughtsman::check::Checked| -> Vec<&'static str> {
        checked.diagnostics.iter().map(|one| one.code).filter(|code| code.starts_with('E')).collect()
    };
    assert!(codes(child("[pieces]\nking = false\n", "")).contains(&"E0301"), "rules that name it are wrong then");
    assert_eq!(codes(child("[pieces]\ndwarf = false\n", "")), ["E0080"]);
}

/// Of what could be meant by `captured`, the number of the move is meant, not a word that is the same for every move.
#[test]
fn a_fix_never_prefers_by_what_is_the_same() {
    let fix = |rules: &str| {
        let loaded = library::load_text("case", "case.draughts", game("", rules).into_bytes(), None);
        let mut found = loaded.check(&Default::default()).diagnostics;
        library::certain(&loaded, &Default::default(), &Default::default(), &mut found);
        found.iter().find(|one| one.code == "E0301").and_then(|one| one.fix.clone()).map(|fix| fix.replacement)
    };
    assert_eq!(fix("obligation { must capture with most captured }").as_deref(), Some("taken"));
    assert_eq!(fix("obligation { must capture with most king in captured }").as_deref(), Some("taken"));
}

/// What is hidden decides whether somebody is asked at all, who is, and what a move may go on with.
#[track_caller]
fn whether_somebody_is_asked(cards: &str) {
    let rest = "\nsetup { move card to deck }\nstate { counter luck: 0..3 }";
    let told = [
        ("turn { if some hearts in hand of opponent { play move } else { may play move } }", "hearts in hand of opponent"),
        ("turn { play move\n if top of deck is hearts: play move }", "top of deck is hearts"),
        ("turn { if some hearts in deck: end turn\n play move }", "hearts in deck"),
        ("turn { play move\n require no hearts in deck\n play move }", "hearts in deck"),
        ("turn { repeat (count (hearts card in deck)): play move }", "(hearts card in deck)"),
        ("turn { let reds = count (hearts card in deck)\n if reds > 1: may play move\n play move }", "(hearts card in deck)"),
        ("turn { play move\n if some hearts in hand of mover: play move by opponent }", "hearts in hand of mover"),
        ("turn { play move by (if some hearts in deck then mover else opponent) }", "hearts in deck"),
        ("turn { if luck > 1 { if some hearts in deck: may play capture }\n play move }", "hearts in deck"),
        ("effects { when man lands { require no hearts in hand of opponent } }", "hearts in hand of opponent"),
        ("effects { when man lands if some hearts in deck: end move }", "hearts in deck"),
        ("effects { when turn begins if some hearts in deck { choose k in own man; promote k to king } }", "hearts in deck"),
        ("moves odd { man may step south: require no hearts in deck }", "hearts in deck"),
        ("moves odd { man may jump any-way over enemy\n chain may continue if some hearts in deck }", "hearts in deck"),
    ];
    let told = told.map(|(rules, at)| (format!("{rules}{rest}"), at));
    let told: Vec<(&str, &str)> = told.iter().map(|(rules, at)| (rules.as_str(), *at)).collect();
    let silent = [
        "turn { if some hearts in hand of mover { play move } else { may play move } }",
        "turn { if mover is White and some hearts in hand of White { play move } else { may play move } }",
        "turn { if some card in hand of opponent { play move } else { may play move } }",
        "turn { play move\n if some hearts in hand of opponent: play move by opponent }",
        "turn { play move\n if some hearts in hand of White: play move by White }",
        "turn { play move\n if some hearts in hand of mover: play move by mover }",
        "turn { play move\n if some hearts in deck: raise luck by 1 }",
        "turn { play move\n if some hearts in deck: end turn }",
        "turn { show top of deck to mover\n if top of deck is hearts { play move } else { may play move } }",
        "turn { let c = top of deck\n move c to open\n if suit of c is hearts: may play capture\n play move }",
        "turn { if some hearts in deck { choose n in (1 or 2) by chance; raise luck by n }\n play move }",
        "effects { when man lands if some hearts in hand of opponent: promote it to king }",
        "effects { when man lands { show top of deck to mover; require no hearts in deck } }",
        "victory { draw if some hearts in deck }",
    ];
    let silent = silent.map(|rules| format!("{rules}{rest}"));
    finds_with(cards, "W0842", &told, &silent.each_ref().map(String::as_str));
}

#[test]
fn rules_that_tell_what_is_hidden() {
    let cards = "[tokens.card]\nsuit = [\"hearts\", \"spades\"]\nworth = [\"low\", \"high\"]\n[piles]\n\
                 deck = { holds = \"card\", seen_by = \"nobody\" }\nopen = { holds = \"card\", seen_by = \"all\" }\n\
                 hand = { of = \"player\", holds = \"card\", seen_by = \"owner\" }\n";
    let moves = |rule: &str| format!("moves odd {{ {rule} }}\nsetup {{ move card to deck }}");
    let told = [
        ("man may step south if some hearts in hand of opponent", "hearts in hand of opponent"),
        ("man may step south if suit of top of deck is hearts", "suit of top of deck"),
        ("man may step south if some card in deck where worth of it is high", "worth of it"),
        ("man may step south if count (hearts card in hand of opponent) > 1", "(hearts card in hand of opponent)"),
        ("man may wait { require top of deck is hearts; end turn }", "top of deck is hearts"),
        ("man may wait { let c = top of deck; require suit of c is spades; end turn }", "suit of c"),
        ("man may wait { choose c in card in hand of opponent; require worth of c is low; end turn }", "worth of c"),
        ("man may wait { choose c in high card in hand of opponent; end turn }", "high card in hand of opponent"),
        ("man may wait { for c in card in deck { require suit of c is hearts }; end turn }", "suit of c"),
        ("man may wait { if no spades in deck: end turn; end move }", "spades in deck"),
        ("man may step south if some hearts in hand of White", "hearts in hand of White"),
    ];
    let told = told.map(|(rule, at)| (moves(rule), at));
    let told: Vec<(&str, &str)> = told.iter().map(|(rules, at)| (rules.as_str(), *at)).collect();
    let silent = [
        "man may step south if some card in hand of opponent",
        "man may step south if some hearts in hand of mover",
        "man may step south if mover is White and some hearts in hand of White",
        "man of White may step south if some hearts in hand of White",
        "man may step south if some hearts in open",
        "man may step south if count card in deck > 3",
        "man may draw-one { move top of deck to open; require top of open is hearts }",
        "man may steal { choose c in card in hand of opponent; move c to open; require suit of c is hearts }",
    ];
    let silent = silent.map(moves);
    finds_with(cards, "W0842", &told, &silent.each_ref().map(String::as_str));
    whether_somebody_is_asked(cards);

    // Under sites.
    let cards = "under = \"card\"\n[tokens.card]\nsuit = [\"hearts\", \"spades\"]\nfaces = [\"closed\", \"open\"]\n";
    let told = [
        ("man may step south if suit of card of it is hearts", "suit of card of it"),
        ("man may step south if card of it is hearts", "card of it is hearts"),
    ];
    let told = told.map(|(rule, at)| (format!("moves odd {{ {rule} }}"), at));
    let told: Vec<(&str, &str)> = told.iter().map(|(rules, at)| (rules.as_str(), *at)).collect();
    let silent = [
        "man may step south if card of it is open and suit of card of it is hearts",
        "man may step south if face of card of it is open and card of it is hearts",
        "man may step south if some card of it",
    ];
    let silent = silent.map(|rule| format!("moves odd {{ {rule} }}"));
    finds_with(cards, "W0842", &told, &silent.each_ref().map(String::as_str));
}
