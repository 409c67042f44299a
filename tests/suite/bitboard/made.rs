//! Rule files put together from common lines, and positions strewn over their boards; bundled games with one of these lines more; checkers of
//! any size.

use draughtsman::engine::Position;
use draughtsman::model::equipment::SlotType;
use draughtsman::model::setup::{Piece, Setup, SlotContent};
use draughtsman::model::{KindId, SideId, SiteId, SlotId};
use draughtsman::program::Program;

use crate::dice::Dice;

/// The board.
const BOARDS: &[&str] = &[
    "grid = \"5x5\"",
    "grid = \"6x6\"\nplay = \"dark\"",
    "grid = \"6x6\"\nwrap = \"both\"",
    "grid = \"5x5\"\nlines = \"alquerque\"",
    "grid = \"7x7\"\npoints = \"inner\"",
    "grid = \"8x8\"\nwrap = \"files\"",
    "grid = \"9x8\"",
    "grid = \"6x4\"\nwrap = \"ranks\"\njoin = [[\"d3\", \"north\", \"a1\"], [\"e2\", \"east\", \"b2\"]]",
    "grid = \"5x5\"\nlines = [\"a1-e1\", \"a2-e2\", \"a3 c3-e3\", \"a4-e4\", \"a5-e5\", \"a1-a5\", \"c1-c5\", \"e1-e5\", \"a1-e5\", \"b1 b3 d4 d2 b1\"]",
];

/// Rules of moves that need not take; some of these.
const MOVES: &[&str] = &[
    "man may step forward any-way",
    "man may go any-way, past own, to (empty not on trail)",
    "king may fly diagonal",
    "king may swap { choose other in own on any-way from it; exchange actor, other }",
    "mover may drop if count own < 7 { choose place in empty home-row; move new man to place }",
    "king may split { let home = site of actor; set kind of actor to man; go diagonal, to empty; move new man to home }",
    "king may leap { go orthogonal, past piece, to empty; may: go orthogonal, past piece, to empty }",
    "man may rise { require some enemy on any-way from it; set kind of it to king }",
    "mover may pass if some own king and count own > 1",
    "mover may lift { choose lifted in own man on edge; move lifted to box }",
    "king may bewitch { choose victim in enemy on orthogonal from it; set owner of victim to side of mover }",
    "mover may slip { choose low in site where some own on (it or diagonal from it) and count piece on (it or orthogonal from it) >= 2; choose high in empty orthogonal from low; choose times in 1 or 2; repeat times { exchange low, high } }",
    "king may burn { take enemy on orthogonal from it }",
    "man may march { repeat 2: go any-way, to empty }",
    "king may wander { may repeat: go forward any-way, to empty }",
    "king may try { either { go orthogonal, to empty } or { go diagonal, taking enemy, to empty } or { choose friend in own man on any-way from it; as friend: go forward any-way, to empty } }",
    "king may line-up { choose way in any-way; let n = count piece on (way or opposite of way) beyond actor; go way, past n (empty or site of own), to empty }",
    "king may go any-way, past (remainder(count own + turns, 3)) empty, to empty",
    "man may step any-way if no enemy on forward beyond it",
    "king may sweep any-way, past enemy, past own: set kind of passed to man",
    "king may turn-over { sweep any-way, past enemy, past own; set owner of passed to mover }",
    "king may infect { set spot to site of actor; repeat: set spot to spot or site of (enemy on any-way from spot); require count spot > 2; set kind of (piece on spot) to man }",
    "mover may leave { repeat: move (own man where no own on any-way from it) to box; require no own man or some own king }",
    "man may call { choose 2 helper in own on any-way from it; for helper-one in helper: set kind of helper-one to king }",
    "man where haste < 2 may step orthogonal: raise haste by 2",
    "man not on left may step any-way if not (opponent can capture): set left to start",
    "king may go any-way, to empty if haste = 0: raise haste by 1",
    "king may go any-way, past any empty, to (empty not on diagonal from start)",
    "man may go any-way, to (empty on (edge or any-way from trail)) if some own where it can capture",
    "piece may linger if not (mover can capture) { require some own on start and count trail = 1 and no passed; raise mood by 1 }",
    "king may stay if no left { set left to site of actor; raise mood by haste + 1 }",
];

/// Rules of moves that take; some of these.
const CAPTURES: &[&str] = &[
    "man may jump any-way over a piece",
    "king may fly any-way over enemy",
    "man may go any-way, to (empty not on trail), taking all enemy",
    "king may strike orthogonal, taking enemy",
    "man may jump any-way over enemy if haste < 3: raise haste by 1",
    "man may jump forward any-way over enemy: raise mood by 1",
    "king may go orthogonal, taking enemy king",
    "piece may jump orthogonal over (enemy where value of it <= value of actor)",
    "man may go any-way, taking all enemy, here, to empty",
    "king may go orthogonal, taking (count own king) enemy, to (empty not on trail)",
    "king may bite { choose prey in enemy on any-way from it; take prey }",
    "king may dash { go any-way, taking enemy, to empty; may repeat: go any-way, taking enemy, to empty }",
];

/// Whether a chain goes on.
const CHAINS: &[&str] = &[
    "",
    "chain must continue",
    "chain may continue",
    "chain must continue if it can capture an enemy\n  chain may continue",
    "chain must continue if count taken < 2",
    "chain may continue if mood < 2",
    "chain must continue if legs < 2\n  chain may continue",
];

/// Which way a chain goes on.
const LAWS: &[&str] = &["", "", "chain must not reverse", "chain must turn", "chain must not turn"];

/// When what is taken leaves the board.
const REMOVALS: &[&str] = &["", "removal after move"];

/// What a turn is.
const TURNS: &[&str] = &[
    "",
    "",
    "",
    "",
    "",
    "play move\n  if some taken: may play capture",
    "play movement or capture\n  may play move where actor of it is actor",
    "either { play movement } or { play capture }\n  if own can movement and turns > 1: play movement",
    "play move\n  repeat 2: if mover can capture and mood < 2: play capture",
];

/// What must be done.
const DUTIES: &[&str] = &[
    "",
    "must capture",
    "must capture if own can jump any-way over enemy",
    "must capture with most taken",
    "must capture where first of taken is enemy",
    "must capture with most total value of taken\n  must capture where actor is king",
    "must movement if mood = 2",
    "must capture with least order(king, taken)",
    "must capture with most legs",
    "must capture with most remainder(count taken + legs, 2)",
    "must capture with least legs\n  must capture where count trail > 2",
];

/// What must be done where pieces have a grade.
const DUTIES_BY_GRADE: &[&str] = &[
    "must capture with most grade of first of taken",
    "must capture with least grade of last of taken",
    "must capture with most grade of taken",
    "must capture with most grade of actor\n  must capture with least taken",
    "must capture with least grade of (piece on start)",
    "must move with most grade of actor",
    "must capture with most (if actor is king then grade of first of taken else grade of actor)",
    "must capture with most count (mid piece in taken)",
    "must capture where grade of first of taken >= grade of actor",
    "must capture if (own with most grade of it) is king",
];

/// How pieces that have a grade take.
const CAPTURE_BY_GRADE: &str = "\n  piece may jump diagonal over (enemy where grade of actor >= grade of it)";

/// The values of a grade, and how a piece has one.
const GRADES: &str = "[sets]\ngrade = [\"low\", \"mid\", \"top\"]\n";
const GRADED: &str = ", has = { grade = \"grade\" }";

/// What happens besides; some of these.
const TRIGGERS: &[&str] = &[
    "when man lands on far-row: set kind of it to king; end move",
    "when man rests on far-row: promote it to king",
    "when king lands on edge if no taken: end turn",
    "when king is taken: set quiet to 0; raise mood by 1",
    "before king is taken if count enemy king = 1: prevent",
    "when piece rests: sweep orthogonal, taking enemy, past own",
    "when king rests { sweep any-way, past own, past own, taking enemy; set kind of passed to king }",
    "when man is taken if mood = 1: end leg",
    "when move ends if some taken { repeat: take enemy where no empty orthogonal from it }",
    "when piece rests: take enemy man where no empty any-way from it",
    "when move ends if mover is White: take enemy where no empty orthogonal from it",
    "when piece is taken: raise tally of mover by 1",
    "when man is taken if tally of mover > 3: end move",
    "when leg ends if count taken = 2: end turn",
    "when leg ends if legs = 2: raise mood by 1",
    "when turn ends if some own called one where no enemy where file of it = file of one: raise mood by abs(count own - count enemy)",
    "when turn begins if mood = 3: set mood to 0",
    "when turn ends if some own on edge: raise tally of mover by 1",
    "when turn ends: set tally of (player where no king of it) to 0",
    "when king lands: set favourite of mover to it",
    "when turn ends if some favourite of mover: raise mood by 1",
    "when move begins if actor is king: set spot to site of actor",
    "when move ends if some taken: require actor is not on edge or count taken > 1",
    "when piece leaves if it is king: set warned to true",
    "when turn begins if warned: set spot to none",
    "when leg begins if actor is on edge: raise mood by 1",
    "when piece is taken: raise haste by 1",
    "when turn ends if haste = 1: raise mood by 1",
    "when move ends if haste > 0: require opponent can movement",
    "when own king is taken: set kind of (own man on any-way from it) to king",
    "when man is taken: take piece on orthogonal from it",
    "when piece is taken if mood = 1: take actor",
    "before king is taken: take own king",
    "when king leaves: take it or enemy man on any-way from it",
];

/// What ends a game in the middle of a move.
const AT_ONCE: &[&str] = &[
    "",
    "as soon as no enemy king: mover wins \"kings\"",
    "as soon as some player where count piece of it < 3: player with most piece of it wins \"few\"",
];

/// What ends a game when a turn is over.
const ENDINGS: &[&str] = &[
    "",
    "mover wins \"spot\" if some own on spot",
    "draw \"many\" if count piece > 20",
    "mover wins \"far\" if legs > 2",
    "end game \"long\" if turns >= 20",
    "opponent loses \"t\" if tally of opponent = 9",
    "player where no man of it loses \"no men\" if turns >= 5",
];

/// What becomes of a player who cannot move.
const STUCK: &[&str] = &[
    "player who cannot move loses",
    "player who cannot move wins \"stuck\"",
    "player who cannot move: draw \"stalemate\"",
    "player who cannot move: it loses if count piece of it < count piece of mover\n  player who cannot move: draw if count king > 1",
    "player who cannot move: it loses \"few\" if count piece of it < 3\n  player who cannot move: it wins if some king of it",
];

/// What waits for patience to run out.
const PATIENCE: &[&str] = &["", "draw \"idle\" if quiet = 9\n  draw \"third\" if repeats >= 3"];

/// What rules carry from turn to turn: a name, and the line that says what it is.
const CARRIED: &[(&str, &str)] = &[
    ("tally", "counter tally of player: 0..9"),
    ("mood", "counter mood: 0..3"),
    ("haste", "counter haste: 0..3 each move"),
    ("left", "keep left: site each move"),
    ("quiet", "clock quiet: 0..9"),
    ("favourite", "keep favourite of side: piece"),
    ("spot", "keep spot: site"),
    ("warned", "keep warned: truth each turn"),
];

/// Who has won a game that ends by itself.
const SCORE: &str = "score of player is total value of piece of it";

/// One of several lines.
fn one(lines: &[&'static str], dice: &mut impl Dice) -> &'static str {
    lines[dice.throw() % lines.len()]
}

/// So many of several lines at least, and at most, in their order.
fn some(lines: &[&'static str], least: usize, most: usize, dice: &mut impl Dice) -> String {
    let mut chosen: Vec<usize> = (0..least + dice.throw() % (most - least + 1)).map(|_| dice.throw() % lines.len()).collect();
    chosen.sort_unstable();
    chosen.dedup();
    chosen.into_iter().map(|i| lines[i]).collect::<Vec<_>>().join("\n  ")
}

/// A rule file put together from common lines.
pub(crate) fn rule_file(dice: &mut impl Dice) -> String {
    let (routes, board) = (one(&["alike", "distinct"], dice), one(BOARDS, dice));
    let (moves, captures) = (some(MOVES, 1, 4, dice), some(CAPTURES, 1, 2, dice));
    let (chain, law, removal) = (one(CHAINS, dice), one(LAWS, dice), one(REMOVALS, dice));
    let (grades, graded, by_grade, duties) = match dice.throw() % 3 {
        0 => (GRADES, GRADED, CAPTURE_BY_GRADE, DUTIES_BY_GRADE),
        _ => ("", "", "", DUTIES),
    };
    let turn = match one(TURNS, dice) {
        "" => String::new(),
        script => format!("turn {{\n  {script}\n}}\n"),
    };
    let (duty, triggers) = (one(duties, dice), some(TRIGGERS, 0, 4, dice));
    let (at_once, ending, stuck, patience) = (one(AT_ONCE, dice), one(ENDINGS, dice), one(STUCK, dice), one(PATIENCE, dice));
    let carried = CARRIED.iter().map(|(_, line)| *line).collect::<Vec<_>>().join("\n  ");
    format!(
        r#"+++
name = "Random"
version = "1.0.0"
routes = "{routes}"
[players]
White = {{ faces = "north" }}
Black = {{ faces = "south" }}
[board]
{board}
{grades}[pieces]
man = {{ symbol = "m"{graded} }}
king = {{ symbol = "k", value = 3{graded} }}
+++
{turn}movement {{
  {moves}
}}
capture {{
  {captures}{by_grade}
  {chain}
  {law}
  {removal}
}}
obligation {{
  {duty}
}}
state {{
  {carried}
  {triggers}
}}
victory {{
  {at_once}
  {ending}
  {stuck}
  {patience}
  {SCORE}
}}
"#
    )
}

/// One of the lines that rule files are put together from, and the chapter that it stands in.
pub(crate) fn odd_line(dice: &mut impl Dice) -> (&'static str, &'static str) {
    let chapters: [(&str, &[&str]); 6] = [
        ("movement", MOVES),
        ("capture", CAPTURES),
        ("obligation", DUTIES),
        ("state", TRIGGERS),
        ("victory", AT_ONCE),
        ("victory", ENDINGS),
    ];
    let lines = chapters.into_iter().flat_map(|(chapter, lines)| lines.iter().map(move |line| (chapter, *line)));
    let lines: Vec<_> = lines.filter(|(_, line)| !line.is_empty()).collect();
    lines[dice.throw() % lines.len()]
}

/// A bundled game with such a line more, and with what it needs to be carried.
pub(crate) fn with_line(parent: &str, (chapter, line): (&str, &str)) -> String {
    let words = line.split(|letter: char| !letter.is_alphanumeric() && letter != '-');
    let carried = CARRIED.iter().filter(|(name, _)| words.clone().any(|word| word == *name));
    let carried: Vec<&str> = carried.map(|(_, line)| *line).collect();
    let score = if line.starts_with("end game") { vec![SCORE] } else { Vec::new() };
    let chapters = [("state", carried), ("victory", score), (chapter, line.lines().map(str::trim).collect())];
    let chapters = chapters.map(|(chapter, lines)| {
        let lines: String = lines.into_iter().map(|line| format!("  add {line}\n")).collect();
        if lines.is_empty() { lines } else { format!("{chapter} {{\n{lines}}}\n") }
    });
    format!("+++\nname = \"Odd\"\nversion = \"1.0.0\"\nextends = \"{parent}\"\n+++\n{}", chapters.concat())
}

/// Checkers of any size, with three rows of men on each side.
pub(crate) fn checkers(size: usize) -> String {
    let row = |y: usize| {
        let man = |x: usize| match y {
            _ if (x + y).is_multiple_of(2) => ".",
            0..3 => "b",
            y if y + 3 >= size => "w",
            _ => ".",
        };
        (0..size).map(man).collect::<Vec<_>>().join(" ")
    };
    let diagram: Vec<String> = (0..size).map(row).collect();
    format!(
        "+++\nname = \"Checkers\"\n[players]\nBlack = {{ faces = \"south\" }}\nWhite = {{ faces = \"north\" }}\n[board]\n\
         grid = \"{size}x{size}\"\nplay = \"dark\"\n[pieces]\nman = {{ symbol = \"m\" }}\nking = {{ symbol = \"k\" }}\n\
         [setup]\ndiagram = \"\"\"\n{}\n\"\"\"\n+++\nmovement {{\n  man may step forward diagonal\n  king may step diagonal\n}}\n\
         capture {{\n  man may jump forward diagonal over enemy\n  king may jump diagonal over enemy\n  chain must continue\n}}\n\
         obligation {{\n  must capture\n}}\nstate {{\n  when man lands on far-row {{ set kind of it to king; end move }}\n}}\n\
         victory {{\n  player who cannot move loses\n}}\n",
        diagram.join("\n")
    )
}

/// A position with some pieces strewn over the board.
pub(crate) fn strewn(program: &Program, dice: &mut impl Dice) -> Option<Position> {
    let crowd = 3 + dice.throw() % 6;
    let sites = (0..program.layout.sites).filter(|_| dice.throw().is_multiple_of(crowd)).collect::<Vec<_>>();
    let board = sites.into_iter().map(|site| (SiteId(site as u16), vec![piece(program, dice)])).collect();
    Position::from_setup(program, &Setup { turn: dice.throw() as u8 % 2, board, ..Setup::default() }).ok()
}

/// A piece; of each set that it has values of one, or none.
fn piece(program: &Program, dice: &mut impl Dice) -> Piece {
    let owner = SideId(dice.throw() as u8 % 2);
    let kind = KindId(u8::from(dice.throw().is_multiple_of(3)));
    let equipment = &program.equipment;
    let fitting = equipment.kinds.get(kind.index()).map_or(0, |kind| kind.slots);
    let mut slots = Vec::new();
    for (slot, holds) in (0..).zip(&equipment.slots).filter(|(slot, _)| fitting >> slot & 1 != 0) {
        if let SlotType::Value(values) = holds.holds {
            let many = equipment.enums[values.index()].values.len();
            let value = dice.throw() % (many + 1);
            if value < many {
                slots.push((SlotId(slot), SlotContent::Value(value as u8)));
            }
        }
    }
    Piece { owner, kind, slots }
}
