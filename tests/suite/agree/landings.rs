//! Moves that are told by where they land, which the bitboard engine lists in sets: slides, rows of jumps, chains of hops. As many as by the
//! reference and the machine where something makes two of them one, or forbids one.

use draughtsman::analysis::perft::{Way, perft};
use draughtsman::engine::{Counting, Position};
use draughtsman::program::Program;
use draughtsman::reference::Reference;

use super::faults::{leaves, read};

/// The general machine, which finds moves by running the rules.
const GENERAL: Way = Way { counting: Counting::AsWritten, made: false, quick: false };

/// Leaves one ply below the start, two, and so on, by the reference, the machine and the bitboard engine. Camp is a1 and c1.
fn counted(rows: &str, rules: &str, expected: &[u64]) {
    let files = rows.lines().next().map_or(0, |row| row.split_whitespace().count());
    let text = format!(
        "+++\nname = \"Landings\"\nversion = \"1.0.0\"\n[players]\nWhite = {{ faces = \"north\" }}\nBlack = {{ faces = \"south\" }}\n\
         [pieces]\nman = {{ symbol = \"m\" }}\nking = {{ symbol = \"k\" }}\n[regions]\ncamp = [\"a1\", \"c1\"]\n\
         [board]\ngrid = \"{files}x{}\"\n[setup]\ndiagram = \"\"\"\n{rows}\n\"\"\"\n\
         symbols = {{ w = \"White man\", b = \"Black man\", W = \"White king\", B = \"Black king\" }}\n+++\n\
         {rules}\nvictory {{\n  player who cannot move loses\n}}\n",
        rows.lines().count()
    );
    let variant = read(&text);
    let program = Program::compile(&variant);
    let start = Position::start(&program).expect("no limit is reached");
    let reference = Reference::new(&variant).impatient();
    let pending = reference.start().expect("no limit is reached");
    for (depth, expected) in (1..).zip(expected) {
        assert_eq!(leaves(reference, &pending, depth) as u64, *expected, "{depth} plies by the reference\n{text}");
        assert_eq!(perft(&program, &start, depth as u32, GENERAL), Ok(*expected), "{depth} plies by the machine\n{text}");
        assert_eq!(perft(&program, &start, depth as u32, Way::USUAL), Ok(*expected), "{depth} plies directly\n{text}");
    }
}

const HOPS: &str = "moves hopping {\n  man may go any-way, past piece, to (empty not on trail)\n  chain may continue\n}";

/// From a1 three squares each way; the second rule leads to the same, but for c1.
#[test]
fn two_slides_to_one_square_are_one_move() {
    let slides = "movement {\n  man may go orthogonal, past any empty, to empty\n  \
                  man may go orthogonal, past any (empty not on camp), to (empty not on camp)\n}";
    counted(". . . b\n. . . .\n. . . .\nw . . .", slides, &[6]);
}

/// A piece that gives itself to the opponent and is then removed has left the same behind wherever it landed: a1 and c1 are one move of five.
#[test]
fn where_it_landed_is_no_matter_once_it_is_gone() {
    let gone = "state {\n  when man rests on camp: set owner of it to opponent\n  \
                when move ends: move (enemy on camp) to box if some (enemy on camp)\n}";
    let slides = format!("movement {{\n  man may go any-way, past any empty, to empty\n}}\n{gone}");
    counted(". . b\n. . .\n. w .", &slides, &[5, 21, 86]);
    let steps = format!("movement {{\n  man may step any-way\n}}\n{gone}");
    counted(". . b\n. . .\n. w .", &steps, &[4]);
}

/// Whoever began in the camp must end there: b1 may go on, and a1 only to c1, over b1.
#[test]
fn where_a_move_began_forbids_where_it_ends() {
    let stays = "state {\n  when man rests if start is camp: require it is on camp\n}";
    counted("b . . .\n. . . .\n. . . .\nw w . .", &format!("movement {{\n  man may step north\n}}\n{HOPS}\n{stays}"), &[2]);
    // The king does what it likes.
    let both = format!("movement {{\n  piece may go orthogonal, past any empty, to empty\n}}\n{stays}");
    counted("b . . .\n. . . .\n. . . .\nW . . w", &both, &[4 + 5]);
}

/// Over kings, which cannot move: c1, c3 and a3, each by several ways. Back to a1 it never comes.
#[test]
fn hops_lead_to_each_square_once() {
    counted("b . . .\n. . . .\n. W W .\nw W . .", HOPS, &[3]);
    // Slides to a3 and c1, which hops come to as well, are no other moves.
    let slides = format!("movement {{\n  man may go any-way, past any empty, to empty\n}}\n{HOPS}");
    counted("b . . . .\n. . . . .\n. W . . .\n. W . . .\nw . . . .", &slides, &[7 + 1]);
}

/// One stone, two or three in a row; as far as there is one to take and an empty square behind.
#[test]
fn rows_of_jumps_end_behind_each() {
    let jumps = "capture {\n  man may go orthogonal, any (taking an enemy, past empty), taking an enemy, to empty\n}";
    counted(". . . . . . .\nw b . b . b .\n. . . . . . .", jumps, &[3]);
    counted(". . . . . . .\nw b . b b . .\n. . . . . . .", jumps, &[1]);
}

/// What a sweep takes when the move is over does not change which moves there are: pieces of the opponent, or one's own.
#[test]
fn a_sweep_at_the_end_leaves_landings_what_they_are() {
    let sweeps = |prey: &str| {
        let slides = "movement {\n  man may go orthogonal, past any empty, to empty\n}";
        format!("{slides}\nstate {{\n  when piece rests: sweep orthogonal, taking {prey}, past own\n}}")
    };
    // c1 to c4 takes b4 against a4.
    counted("w b . .\n. . . .\n. . . .\n. . w .", &sweeps("enemy"), &[3 + 6, 42]);
    // a1 to b1 takes c1 against d1.
    counted(". b . .\n. . . .\n. . . .\nw . w w", &sweeps("piece"), &[4 + 4 + 3, 60]);
}
