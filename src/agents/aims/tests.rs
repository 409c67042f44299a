use super::*;
use crate::check::Choices;
use crate::library::{bundled, load_text};

/// The rules of a game of two sides with five men each on their first rows, with these lines.
fn program(victory: &str, rest: &str) -> Program {
    let rules = format!(
        "+++\nname = \"Five\"\n[players]\nWhite = {{ faces = \"north\" }}\nBlack = {{ faces = \"south\" }}\n[board]\ngrid = \"5x5\"\n\
         [regions]\nnest = {{ White = [\"a5-e5\"], Black = [\"a1-e1\"] }}\nden = {{ White = [\"d5-e5\", \"e4\"], Black = [\"a1-b1\", \"a2\"] }}\n\
         [pieces]\nman = {{ symbol = \"m\" }}\nking = {{ symbol = \"k\", value = 3 }}\n\
         [setup]\nman = {{ White = \"a1-e1\", Black = \"a5-e5\" }}\n+++\n\
         movement {{\n piece may step any-way }}\nstate {{ counter points of player: 0..12\n clock idle: 0..80 }}\n{rest}\nvictory {{\n{victory}\n}}\n"
    );
    let loaded = load_text("five", "five.draughts", rules.clone().into_bytes(), None);
    let variant = loaded.check(&Choices::default()).variant.unwrap_or_else(|| panic!("{rules}"));
    Program::compile(&variant)
}

/// The worth of White's only goal with its men on these sites.
fn worth(rules: &Program, aims: &Aims, men: &[&str]) -> i32 {
    let of: Vec<&Place> = aims.places.iter().filter(|(side, _)| *side == SideId(0)).map(|(_, place)| place).collect();
    let [place] = of.as_slice() else { panic!("{of:?}") };
    let site = |name: &&str| rules.equipment.board.site(name).unwrap();
    place.value(&men.iter().map(|man| (0, site(man))).collect::<Vec<_>>())
}

#[test]
fn a_goal_of_all_pieces_counts_the_way_of_each() {
    let every = program("mover wins if every own is on nest of mover", "");
    let full = program("mover wins if no empty nest and some own on nest", "");
    let counted = program("mover wins if count (own on nest) >= 5", "");
    for rules in [every, full, counted] {
        let (Some(aims), _) = aims(&rules) else { panic!("no goal") };
        assert_eq!(aims.places.len(), 2);
        let ways = [
            ["a1", "b1", "c1", "d1", "e1"],
            ["a2", "b1", "c1", "d1", "e1"],
            ["a2", "b2", "c2", "d1", "e1"],
            ["a5", "b5", "c2", "d1", "e1"],
            ["a5", "b5", "c5", "d5", "d2"],
            ["a5", "b5", "c5", "d5", "d4"],
            ["a5", "b5", "c5", "d5", "e5"],
        ];
        let worths = ways.map(|men| worth(&rules, &aims, &men));
        assert_eq!(worths[0], 0, "where a game begins");
        assert!(worths.is_sorted_by(|one, more| one < more), "{worths:?}");
    }
}

/// A piece before occupied sites is no nearer than one before a free one, and pieces that have arrived make room.
#[test]
fn the_last_ones_go_where_there_is_room() {
    let rules = program("mover wins if no empty den", "");
    let (Some(aims), _) = aims(&rules) else { panic!("no goal") };
    assert!(worth(&rules, &aims, &["d5", "e4", "b1"]) < worth(&rules, &aims, &["d5", "e5", "b1"]), "the corner first");
    assert!(worth(&rules, &aims, &["d5", "e5", "c5"]) < worth(&rules, &aims, &["d5", "e5", "d4"]), "the free one is e4");
}

#[test]
fn of_a_goal_of_one_piece_the_nearest_counts() {
    let ending = program("mover wins if some own on far-row", "");
    let trigger = program("draw if idle >= 40", "effects { when man rests on far-row: mover wins }");
    let promoted = program("mover wins if some own king", "promotion { when man rests on far-row: promote it to king }");
    let told = [ending, trigger, promoted].map(|rules| {
        let (Some(aims), _) = aims(&rules) else { panic!("no goal") };
        let far = worth(&rules, &aims, &["a2", "b1"]);
        assert_eq!(far, worth(&rules, &aims, &["a2", "b2"]));
        let steps = [["a1", "b1"], ["a2", "b1"], ["a3", "b1"], ["a4", "b1"]].map(|men| worth(&rules, &aims, &men));
        let more: Vec<i32> = steps.windows(2).map(|two| two[1] - two[0]).collect();
        assert!(more[0] > 0 && more.is_sorted_by(|one, more| one < more), "{steps:?}");
        steps
    });
    assert!(told.iter().all(|steps| *steps == told[0]), "{told:?}");
}

#[test]
fn what_nears_a_limit_counts_more_and_more() {
    let worths = |victory: &str| {
        let (aims, _) = aims(&program(victory, ""));
        aims.map(|aims| {
            assert_eq!((aims.levels.len(), aims.places.len()), (2, 0), "{victory}");
            aims.levels.into_iter().map(|(side, level)| (side.0, level.worths())).collect::<Vec<_>>()
        })
    };
    let points = worths("mover wins if points of mover >= 12").expect("a limit");
    assert_eq!(points[0].1[..], [0, 2, 8, 19, 33, 52, 75, 102, 133, 169, 208, 252, 300]);
    assert_eq!(worths("mover wins if 11 < points of mover").as_ref(), Some(&points));
    let losing = worths("mover loses if points of mover = 12").expect("a limit");
    assert_eq!((losing[0].0, &losing[0].1), (1, &points[0].1), "of two sides the other wins");
    let few = worths("mover wins if count enemy < 3").expect("a limit");
    assert_eq!(few[0].1[..7], [300, 300, 300, 133, 33, 0, 0]);
    assert_eq!(worths("draw if idle >= 50\ndraw if points of mover = 3"), None, "nobody wants a draw");
    let lead = worths("(player with most points of it) wins if turns > 30").expect("a lead");
    assert_eq!(lead[0].1[..3], [0, 25, 50]);
}

#[test]
fn who_wins_with_nothing_left_had_better_be_rid_of_it() {
    let burdens = |victory: &str| aims(&program(victory, "")).1;
    assert_eq!(burdens("player who cannot move loses"), [false; 4]);
    assert_eq!(burdens("player who cannot move wins"), [true; 4]);
    assert_eq!(burdens("mover wins if no own"), [true; 4]);
    assert_eq!(burdens("White wins if no man of White"), [true, false, false, false]);
}

#[test]
fn most_games_have_no_such_goals() {
    for name in ["english", "international", "russian", "turkish", "lasca", "konane"] {
        let (aims, burdens) = aims(&bundled(name).unwrap().program);
        assert_eq!(aims, None, "{name}");
        assert!(!burdens.contains(&true), "{name}");
    }
}

/// For each bundled game with aims the number of levels and of goals of place.
#[test]
fn goals_of_the_bundled_games() {
    let told = crate::library::names().filter_map(|name| {
        let (aims, _) = aims(&bundled(name).unwrap().program);
        aims.map(|aims| format!("{name} {} {}", aims.levels.len(), aims.places.len()))
    });
    let told: Vec<String> = told.collect();
    assert_eq!(told, ["breakthrough 0 2", "chaos 2 0", "collateral 2 0", "guerrilla 2 0", "halma 0 2", "tablut 0 1"]);
}
