//! Games of many of the forms that generators are compiled for: with two to four kinds, on boards of all sizes, with flights, with hops,
//! with captures of own pieces, counted some plies deep from positions in which most pieces are men.

use super::apart::counted;
use super::{program, strewn};

/// Boards, the directions on them, and one site in how many has a piece.
const BOARDS: [(&str, &str, usize); 12] = [
    ("grid = \"8x8\"\nplay = \"dark\"", "diagonal", 4),
    ("grid = \"10x10\"\nplay = \"dark\"", "diagonal", 5),
    ("grid = \"12x12\"\nplay = \"dark\"", "diagonal", 8),
    ("grid = \"20x20\"\nplay = \"dark\"", "diagonal", 20),
    ("grid = \"26x26\"\nplay = \"dark\"", "diagonal", 40),
    ("grid = \"6x6\"", "any-way", 5),
    ("grid = \"8x8\"", "any-way", 8),
    ("grid = \"10x10\"", "orthogonal", 12),
    ("grid = \"14x14\"", "any-way", 30),
    ("grid = \"6x5\"\nwrap = \"both\"", "orthogonal", 5),
    ("grid = \"9x9\"\nlines = \"alquerque\"", "any-way", 10),
    ("grid = \"16x14\"\nwrap = \"files\"", "orthogonal", 30),
];

/// What men may do besides: a hop, a capture of their own.
const BESIDES: [(&str, &str); 3] = [("", ""), ("past own, to empty", ""), ("", "own")];

const DUTIES: [&str; 3] = ["must capture", "must capture with the most taken", "must capture with the most legs"];

/// A game on a board where pieces of so many kinds go these ways.
fn game(board: &str, ways: &str, kinds: usize, (hop, prey): (&str, &str), flies: bool, duty: &str) -> String {
    let names = &["king", "duke", "earl"][..kinds - 1];
    let pieces: String = names.iter().map(|name| format!("{name} = {{ symbol = \"{}\" }}\n", &name[..1])).collect();
    let (others, step, jump) = (names.join(" or "), if flies { "fly" } else { "step" }, if flies { "fly" } else { "jump" });
    let hop = if hop.is_empty() { String::new() } else { format!("man may go {ways}, {hop}") };
    let own = if prey.is_empty() { String::new() } else { format!("man may jump {ways} over {prey}") };
    format!(
        "+++\nname = \"Forms\"\nversion = \"1.0.0\"\n[players]\nWhite = {{ faces = \"north\" }}\nBlack = {{ faces = \"south\" }}\n\
         [board]\n{board}\n[pieces]\nman = {{ symbol = \"m\" }}\n{pieces}+++\nmovement {{\n  man may step forward {ways}\n  \
         {others} may {step} {ways}\n  {hop}\n}}\ncapture {{\n  man may jump forward {ways} over an enemy\n  \
         {others} may {jump} {ways} over an enemy\n  {own}\n  chain must continue\n}}\nobligation {{ {duty} }}\n\
         promotion {{ when man lands on far-row: promote it to king; end move }}\nvictory {{ player who cannot move loses }}\n"
    )
}

#[test]
fn games_of_many_forms_are_counted_deep_as_by_the_machine() {
    let (mut seed, mut compared) = (0xF0F0_0F0F_1234_4321, 0);
    let mut duties = DUTIES.iter().cycle();
    for (at, (board, ways, crowd)) in BOARDS.into_iter().enumerate() {
        for (i, besides) in BESIDES.into_iter().enumerate() {
            for flies in [false, true] {
                let all = if at == 0 { 2..=4 } else { 2 + (at + i) % 3..=2 + (at + i) % 3 };
                for kinds in all {
                    let text = game(board, ways, kinds, besides, flies, duties.next().expect("it goes round"));
                    let program = program(&text);
                    assert!(program.kernels.as_ref().is_some_and(|kernels| kernels.odd.is_empty()), "{text}");
                    let mut strewn = std::iter::repeat_with(|| strewn(&program, &mut seed, crowd, 8)).flatten();
                    let start = strewn.next().expect("in some position the game goes on");
                    let mut leaves = (2..9).map(|depth| counted(&program, &start, depth, &text));
                    compared += usize::from(leaves.any(|leaves| leaves > 1_000));
                }
            }
        }
    }
    assert!(compared > 70, "{compared}");
}
