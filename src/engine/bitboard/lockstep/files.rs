//! Random rule files with chance, turns of several decisions, and questions during moves.

use super::{games, next};
use crate::check::Choices;
use crate::library;
use crate::program::Program;

const ROUTES: &[&str] = &["alike", "distinct"];

/// Boards with their pieces.
const BOARDS: &[&str] = &[
    "grid = \"5x5\"\n[setup]\ndiagram = \"\"\"\nb b b b b\n. b . b .\n. . . . .\n. w . w .\nw w w w w\n\"\"\"",
    "grid = \"6x6\"\nplay = \"dark\"\n[setup]\ndiagram = \"\"\"\n. b . b . b\nb . b . b .\n. . . . . .\n. . . . . .\n. w . w . w\nw . w . w .\n\"\"\"",
    "grid = \"5x5\"\nlines = \"alquerque\"\n[setup]\ndiagram = \"\"\"\nb b b b b\nb . b . b\n. . . . .\nw . w . w\nw w w w w\n\"\"\"",
    "grid = \"6x6\"\nwrap = \"both\"\n[setup]\ndiagram = \"\"\"\nb b . b b .\n. b . . b .\n. . . . . .\n. w . w . w\n. . w . w .\n. . . . . .\n\"\"\"",
];

/// Boards with more sites than 128, plain and chequered.
const LARGE: &[&str] = &[
    "grid = \"13x10\"\n[setup]\ndiagram = \"\"\"\n. b . . b . . . b . . . b\n. . . . . . . . . . . . .\n. . . b . . . . . . b . .\n. . . . . . . . . . . . .\n. . b . . . b . . . . . .\n. . . w . . . w . . . . .\n. . . . . . . . . . w . .\n. w . . . . . . . . . . .\n. . . . . . . . w . . . .\nw . . w . . . . . . . w .\n\"\"\"",
    "grid = \"18x16\"\nplay = \"dark\"\n[setup]\ndiagram = \"\"\"\n. . . . . . . b . . . b . . . . . b\n. . . . . . . . . . . . . . . . . .\n. . . . . . . b . . . b . . . . . .\n. . . . . . . . . . w . . . . . . .\n. . . . . . . b . . . . . . . . . .\n. . . . . . w . . . . . . . . . . .\n. b . . . . . . . . . . . . . . . .\n. . w . . . . . . . . . . . . . . .\n. . . . . . . . . . . . . . . . . .\n. . . . . . . . . . . . . . . . . .\n. . . . . . . . . . . b . . . . . .\n. . . . . . . . . . w . . . . . . .\n. . . . . . . . . . . . . . . . . .\n. . . . . . . . . . . . . . . . . .\n. . . . . . . . . . . . . . . . . .\nw . . . . . . . w . . . . . w . . .\n\"\"\"",
];

/// A third and a fourth player; each gets one of the pieces on the board.
const THIRD: &str = "Red = { faces = \"east\" }\n";
const FOURTH: &str = "Green = { faces = \"west\" }\n";

/// Endings by which a player is out while the others play on.
const OUT: &[&str] = &[
    "",
    "side where no piece of it loses",
    "Red loses \"late\" if turns >= 4",
    "Black loses if turns = 5\n  side where count piece of it < 2 loses \"few\"",
    "mover loses \"weary\" if turns >= 6",
];

/// Further kinds of pieces, and rules of moves for them.
const KINDS: &str = "duke = { symbol = \"d\", value = 2 }\nearl = { symbol = \"e\" }\nbaron = { symbol = \"a\", value = 4 }\n";
const OF_KINDS: &[&str] = &[
    "man may rise { set kind of actor to duke }",
    "duke may step any-way",
    "duke may fall { choose low in own on any-way from it; set kind of low to earl; set kind of actor to baron }",
    "earl may fly diagonal",
    "earl may call { choose helper in own not man on any-way from it; set kind of helper to baron }",
    "baron may swap-with { choose other in duke on any-way from it; exchange actor, other }",
];

/// How large a rule file is.
#[derive(Clone, Copy)]
pub(super) struct Cast {
    pub(super) players: usize,
    pub(super) kinds: usize,
    pub(super) large: bool,
    /// Pieces have a grade, on which obligations depend.
    pub(super) graded: bool,
}

/// The grades, the attribute of pieces for a grade, and what sets it at first.
const GRADES: &str = "grade = [\"low\", \"mid\", \"top\"]\n";
const GRADED: &str = ", has = { grade = \"grade\" }";
const AT_FIRST: &str =
    "set grade of piece to low\n  set grade of (piece on edge) to mid\n  set grade of (piece on orthogonal from edge) to top";

/// Rules of moves that need not take; a file has some of them.
const MOVES: &[&str] = &[
    "man may step forward any-way",
    "man may step any-way",
    "king may fly diagonal",
    "king may line-up { choose way in any-way; let n = count piece on (way or opposite of way) beyond actor; go way, past n (empty or site of own), to empty }",
    "king may go any-way, past (abs(count own - count enemy)) empty, to empty",
    "king may swap { choose other in own on any-way from it; exchange actor, other }",
    "man may ask { choose site-of-rest in empty any-way from it by opponent; move actor to site-of-rest }",
    "man may stray { choose way-out in empty any-way from it by chance; move actor to way-out; choose risen in own man on any-way from it; set kind of risen to king }",
    "king may bewitch { choose victim in enemy on any-way from it by owner of it; set kind of victim to man }",
    "man may call { choose 2 helper in own on any-way from it; for helper-one in helper: set kind of helper-one to king }",
    "man may roll { choose 1..2 helper in own man by chance; set kind of helper to king }",
    "man may hear { choose 1..2 helper in own on any-way from it by opponent; set kind of helper to king; may: go any-way, to empty }",
    "king may try { either { go orthogonal, to empty } or { choose gone in enemy on any-way from it; choose doom in yea or nay by chance; if doom is yea: take gone } }",
    "mover may shuffle-feet { choose n in (1 or 2) by chance; repeat n { choose lucky in own man by chance; set kind of lucky to king } }",
    "mover may pass if some own king",
    "man where haste < 2 may step orthogonal: raise haste by 2",
    "man not on left may step any-way if not (opponent can movement): set left to start",
    "king may go any-way, to empty if haste = 0: raise haste by 1",
    "king may stay if no left { set left to site of actor; choose n in (0 or 2) by chance; set haste to n }",
];

/// Rules of moves that take; a file has some of them.
const CAPTURES: &[&str] = &[
    "man may jump any-way over enemy",
    "king may fly any-way over enemy",
    "man may go any-way, to (empty not on trail), taking all enemy",
    "man may jump forward any-way over enemy: raise mood by 1",
    "man may jump any-way over enemy if haste < 3: raise haste by 1",
    // Without `end move`, any leg of a chain could be this one, even one that takes nothing, and the chain would have no end.
    "king may thunder { sweep any-way, taking enemy, past own; set mood to 3; end move }",
    "king may bite { choose prey in enemy on any-way from it; take prey }",
    "piece may go any-way, taking enemy king",
];

const CHAINS: &[&str] = &[
    "",
    "chain must continue",
    "chain may continue",
    "chain must continue if count taken < 2",
    "chain may continue\n  chain must not turn",
    "chain may continue if mood < 2",
    "chain may continue if legs < 2",
];

const REMOVALS: &[&str] = &["", "removal after move"];

const OBLIGATIONS: &[&str] =
    &["", "", "must capture", "must capture if own can jump any-way over enemy", "must capture with most legs"];

const OBLIGATIONS_BY_GRADE: &[&str] = &[
    "must capture with most grade of first of taken",
    "must capture with least grade of last of taken",
    "must capture with most grade of actor",
    "must capture with most grade of taken",
    "must (movement or capture) with least grade of (piece on start)",
];

/// Triggers; a file has some of them.
const TRIGGERS: &[&str] = &[
    "when man lands on far-row: set kind of it to king; end move",
    "when man rests on far-row: promote it to king",
    "when man rests on far-row of mover: remove-from-play it",
    "when piece lands on home-row of opponent: move it to box",
    "when king lands on edge: end turn",
    "before king is taken { choose reply in yea or nay by owner of it; if reply is yea: prevent }",
    "before man is taken if mood = 2 { choose reply in yea or nay by chance; if reply is yea { prevent; end move } }",
    "when piece is taken { choose heir in own man by mover; set kind of heir to king }",
    "when man is taken { choose avenger in enemy by chance; set kind of avenger to king }",
    "when move ends if some taken { choose count taken lucky in own by chance; set kind of lucky to king }",
    "when move ends if some taken { choose n in (1 or 2 or 3) by chance; set mood to n; choose heir in own; set kind of heir to man }",
    "when move ends if actor is king { choose reply in yea or nay; if reply is yea: set kind of actor to man }",
    "when move ends if count taken > 1 { may: set mood to 0 }",
    "when man lands if mood > 0 { choose reply in yea or nay by opponent; if reply is nay: set mood to 0 }",
    "when piece rests if it is king { either { set mood to 1 } or { set spot to site of it } }",
    "when turn begins { choose n in (1 or 2 or 3) by chance; set mood to n }",
    "when turn ends if some own king { choose lost in own king by chance; set kind of lost to man }",
    "when move begins if mood = 3 { choose n in (0 or 1) by chance; set mood to n }",
    "when leg ends if count taken = 1 { choose n in (0 or 3) by chance; set mood to n }",
    "when piece leaves if it is king { choose n in (0 or 3) by opponent; set mood to n }",
    "when own man is taken: raise mood by 1",
    "when piece rests if legs > 1: raise mood by legs",
    "when man rests: sweep any-way, taking enemy, past own",
    "when piece is taken: raise haste by 1",
    "when turn ends if haste = 1: raise mood by 1",
    "when turn begins if mood = 2 { choose n in (0 or 3)\n set mood to n }",
    "when turn begins if some own king { choose p in own king by opponent\n set kind of p to man }",
    "when turn ends if mood < 2 { choose n in (1 or 3) by opponent\n set mood to n }",
    "when turn ends { may { choose p in own man\n set kind of p to king } }",
    "when king lands if mood < 2 { sweep any-way, taking enemy, past enemy; raise mood by 1 }",
];

/// Scripts of the turn.
const TURNS: &[&str] = &[
    "play movement or capture",
    "may play capture\n  play movement or capture",
    "play movement or capture\n  repeat 3: play capture if some taken and own can jump any-way over enemy",
    "may repeat: play capture\n  play movement",
    "choose die in (1 or 2 or 3) by chance\n  if die > 1: may play capture\n  play movement or capture",
    "play movement or capture\n  if actor is king { may play (movement or capture) where actor of it is king }",
    "repeat 2 { play movement or capture }",
    "repeat mood { may play movement }\n  play capture or movement",
    "play movement or capture\n  set favourite to actor\n  may play (movement or capture) where actor of it is favourite",
    "choose die in (1 or 2 or 3) by chance\n  set mood to die\n  repeat die: play movement or capture",
    "if turns < 2: play movement else: play movement or capture",
    "play movement\n  play capture if some enemy on any-way from landing",
    "play movement or capture\n  may play movement if haste < 2",
    "play movement or capture\n  if legs > 1: may play movement",
    "play movement or capture\n  play movement by opponent if some taken",
    "play movement or capture\n  may play (movement or capture) by opponent\n  raise mood by 1",
    "if turns = 1 { either { play movement } or { set owner of piece to mover } } else { play movement or capture }",
    "either { play capture } or { raise mood by 1 } or { play movement\n may play movement }",
    "choose n in (1 or 2)\n  set mood to n\n  play movement or capture",
    "choose p in own man by opponent\n  set kind of p to king\n  may: set mood to 0\n  play movement or capture",
    "play movement or capture\n  choose n in (0 or 2 or 3) by opponent\n  set mood to n\n  may { choose p in own\n set kind of p to man }",
    "let p = own king\n  play movement or capture\n  if some p: set kind of p to man",
    "choose p in own\n  play (movement or capture) where actor of it is p",
    "play (movement or capture) where count taken = mood or landing is on edge",
    "may repeat { raise mood by 1\n require mood < 3\n play movement }\n  play movement or capture",
    "choose die in (1 or 2) by chance\n  choose n in (1 or 2)\n  repeat n { if n = die { play movement or capture } else { may play capture } }",
    "for p in player { choose n in (0 or 1 or 2) by p\n if n = 2: raise mood by 1 }\n  play movement or capture",
];

/// Scripts of the set-up.
const SETUPS: &[&str] = &[
    "",
    "choose 2 m in piece of White by chance\n  set kind of m to king",
    "for p in player { choose m in man of p by chance; set kind of m to king }",
    "for p in player { choose m in man of p by p; set kind of m to king }",
    "may: set mood to 2",
    "choose 0..2 m in man by chance\n  for one-man in m { set kind of one-man to king; choose n in (1 or 2) by chance; set mood to n }",
];

const AT_ONCE: &[&str] =
    &["", "as soon as no enemy king: mover wins \"kings\"", "as soon as count enemy < 3: mover wins \"few\""];

const ENDINGS: &[&str] = &["", "draw \"idle\" if quiet = 9\n  draw \"third\" if repeats >= 3", "draw \"long\" if turns >= 12"];

fn one(lines: &[&'static str], seed: &mut u64) -> &'static str {
    lines[next(seed) % lines.len()]
}

/// From `least` to `most` random lines, in their order; a line that is drawn twice is there once.
fn some(lines: &[&'static str], least: usize, most: usize, seed: &mut u64) -> String {
    let mut chosen: Vec<usize> = (0..least + next(seed) % (most - least + 1)).map(|_| next(seed) % lines.len()).collect();
    chosen.sort_unstable();
    chosen.dedup();
    chosen.into_iter().map(|i| lines[i]).collect::<Vec<_>>().join("\n  ")
}

/// A random rule file of these lines.
fn rule_file(cast: Cast, seed: &mut u64) -> String {
    let (routes, board) = (one(ROUTES, seed), one(if cast.large { LARGE } else { BOARDS }, seed));
    let (mut moves, captures) = (some(MOVES, 2, 4, seed), some(CAPTURES, 1, 2, seed));
    let (mut players, mut board) = (String::new(), board.to_owned());
    for (more, letter, place) in [(THIRD, "r", "w"), (FOURTH, "g", "b")].into_iter().take(cast.players - 2) {
        players += more;
        let at = if place == "w" { board.rfind("w ") } else { board.find("b ") };
        board.replace_range(at.map_or(0..0, |at| at..at + 1), letter);
    }
    let kinds = if cast.kinds > 2 { KINDS } else { "" };
    if cast.kinds > 2 {
        moves = format!("{moves}\n  {}", some(OF_KINDS, 2, 4, seed));
    }
    let obligations = if cast.graded { OBLIGATIONS_BY_GRADE } else { OBLIGATIONS };
    let (grades, graded, at_first) = if cast.graded { (GRADES, GRADED, AT_FIRST) } else { ("", "", "") };
    let (chain, removal, obligation) = (one(CHAINS, seed), one(REMOVALS, seed), one(obligations, seed));
    let (triggers, turn, setup) = (some(TRIGGERS, 0, 3, seed), one(TURNS, seed), one(SETUPS, seed));
    let (at_once, ending) = (one(AT_ONCE, seed), one(ENDINGS, seed));
    let out = if cast.players > 2 { one(OUT, seed) } else { "" };
    format!(
        r#"+++
name = "Random"
version = "1.0.0"
routes = "{routes}"
[sets]
answer = ["yea", "nay"]
{grades}[players]
White = {{ faces = "north" }}
Black = {{ faces = "south" }}
{players}[pieces]
man = {{ symbol = "m"{graded} }}
king = {{ symbol = "k", value = 3{graded} }}
{kinds}[board]
{board}
+++
setup {{
  {at_first}
  {setup}
}}
turn {{
  {turn}
}}
movement {{
  {moves}
}}
capture {{
  {captures}
  {chain}
  {removal}
}}
obligation {{
  {obligation}
}}
state {{
  counter mood: 0..3
  counter haste: 0..3 each move
  keep left: site each move
  clock quiet: 0..9
  keep spot: site
  keep favourite: piece
  {triggers}
}}
victory {{
  {at_once}
  {out}
  {ending}
  player who cannot move loses
}}
"#
    )
}

/// `many` random rule files with their programs, without the few that are invalid.
pub(super) fn rule_files(make: impl Fn(&mut u64) -> String, seed: &mut u64, many: usize) -> Vec<(String, Program)> {
    let (mut files, mut broken) = (Vec::new(), Vec::new());
    for _ in 0..many {
        let text = make(seed);
        let checked =
            library::load_text("random", "random.draughts", text.clone().into_bytes(), None).check(&Choices::default());
        match checked.variant {
            Some(variant) => files.push((text, Program::compile(&variant))),
            None => broken.push(format!("{:?}\n{text}", checked.diagnostics)),
        }
    }
    assert!(broken.len() < many / 4, "{} of {many}: {}", broken.len(), broken[0]);
    files
}

/// The seed for random rule files: a fixed one, or what `DRAUGHTSMAN_SEED` says.
pub(super) fn seed() -> u64 {
    std::env::var("DRAUGHTSMAN_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(20_260_101)
}

/// Compares games of random files: `files` of them, or as many as `DRAUGHTSMAN_FILES` says.
fn go_step_by_step(cast: Cast, files: usize) {
    let mut seed = seed();
    let files = std::env::var("DRAUGHTSMAN_FILES").ok().and_then(|files| files.parse().ok()).unwrap_or(files);
    let (mut formed, mut decisions) = (0, 0);
    for (text, program) in rule_files(|seed| rule_file(cast, seed), &mut seed, files) {
        match games(&program, 2, 40) {
            Ok(Some(looked_at)) => (formed, decisions) = (formed + 1, decisions + looked_at),
            Ok(None) => {}
            Err(problem) => panic!("{problem}\n{text}"),
        }
    }
    assert!(formed > files / 3 && decisions > 10 * formed, "{formed} of {files}, {decisions} decisions");
}

#[test]
fn random_files_go_step_by_step() {
    go_step_by_step(Cast { players: 2, kinds: 2, large: false, graded: false }, 60);
}

#[test]
fn random_files_of_large_boards_go_step_by_step() {
    go_step_by_step(Cast { players: 2, kinds: 2, large: true, graded: false }, 12);
}

#[test]
fn random_files_of_five_kinds_go_step_by_step() {
    go_step_by_step(Cast { players: 2, kinds: 5, large: false, graded: false }, 24);
}

#[test]
fn random_files_of_three_and_four_players_go_step_by_step() {
    go_step_by_step(Cast { players: 3, kinds: 2, large: false, graded: false }, 30);
    go_step_by_step(Cast { players: 4, kinds: 5, large: false, graded: false }, 24);
}

#[test]
fn random_files_of_graded_pieces_go_step_by_step() {
    go_step_by_step(Cast { players: 2, kinds: 2, large: false, graded: true }, 30);
}

/// A random file in which two landings behind the same prey were taken for one move: the opponent is asked while the prey is
/// taken, before the piece lands.
#[test]
fn a_landing_to_come_tells_moves_apart() {
    let text = include_bytes!("asked_on_the_way.draughts").to_vec();
    let checked = library::load_text("asked", "asked.draughts", text, None).check(&Choices::default());
    let program = Program::compile(&checked.variant.unwrap_or_else(|| panic!("{:?}", checked.diagnostics)));
    assert_eq!(games(&program, 2, 40), Ok(Some(32)));
}

/// A trigger may be about a region of the mover or the opponent, which is a different one each turn.
#[test]
fn a_region_of_the_mover_is_another_each_turn() {
    for place in ["far-row of mover", "den of opponent", "home-row of opponent", "den of mover"] {
        for event in ["lands", "rests"] {
            let text = format!(
                "+++\nname = \"Dens\"\n[players]\nWhite = {{ faces = \"north\" }}\nBlack = {{ faces = \"south\" }}\n[board]\ngrid = \"3x3\"\n\
                 [pieces]\nman = {{ symbol = \"m\", plural = \"men\" }}\n[regions]\nden = {{ White = \"a1\", Black = \"c3\" }}\n[setup]\n\
                 man = {{ White = [\"a1\", \"b1\"], Black = [\"b3\", \"c3\"] }}\n+++\nmovement {{ man may step any-way }}\n\
                 effects {{ when man {event} on {place}: remove-from-play it }}\nvictory {{ draw if turns >= 40 }}\n"
            );
            let checked = library::load_text("dens", "dens.draughts", text.into_bytes(), None).check(&Choices::default());
            let program = Program::compile(&checked.variant.unwrap_or_else(|| panic!("{:?}", checked.diagnostics)));
            let decisions = games(&program, 4, 40).unwrap_or_else(|problem| panic!("{event} on {place}: {problem}"));
            assert!(decisions.is_some_and(|decisions| decisions > 20), "{event} on {place}: {decisions:?}");
        }
    }
}
