//! Lines for which there is no generator and that concern some positions only: where they do not, generators count alone.

use draughtsman::analysis::perft::{Counter, Way};
use draughtsman::check::Choices;
use draughtsman::engine::Position;
use draughtsman::library::load_text;
use draughtsman::model::Variant;
use draughtsman::notation::{Terms, fen};
use draughtsman::program::Program;

use super::strewn;

fn variant(text: &str) -> Variant {
    let checked = load_text("test", "test.draughts", text.as_bytes().to_vec(), None).check(&Choices::default());
    checked.variant.unwrap_or_else(|| panic!("{:#?}\n{text}", checked.diagnostics))
}

/// The leaves so many plies deep, found by generators and the bitboard engine and by the machine alone, which must be as many, ply by
/// ply. None if a limit is reached, by all of them.
pub(super) fn counted(program: &Program, start: &Position, depth: u32, what: &str) -> u64 {
    let leaves = |way: Way| {
        let counter = Counter::new(program, way);
        (1..=depth).map(|depth| counter.leaves(start, depth).ok()).collect::<Vec<_>>()
    };
    let machine = leaves(Way { quick: false, ..Way::USUAL });
    for made in [false, true] {
        let at = || format!("{what}, made: {made}, at {:?}", start.to_setup(program).board);
        assert_eq!(leaves(Way { made, ..Way::USUAL }), machine, "{}", at());
    }
    machine.last().copied().flatten().unwrap_or(0)
}

/// Lines for English draughts, and where they matter some plies below: with kings in few of the positions, or generators would give
/// way.
const LATER: [(&str, &str, u32); 6] = [
    ("movement { add man may step backward diagonal if count enemy king = 1 }", "W:W22,23,24:B6,10,11,12", 7),
    ("movement { add man may step backward diagonal if count own = 2 }", "W:W22,23,24:B6,10,11,12", 7),
    ("capture { add man may jump backward diagonal over an enemy if count enemy = 2 }", "W:W22,23,24:B6,10,11,12", 7),
    ("movement { add king may wander { may repeat: go forward any-way, to empty } }", "W:W22,23,24:B6,10,11,12", 7),
    ("capture { add king may bite { choose prey in enemy on any-way from it; take prey } }", "W:W22,23,24:B6,10,11,12", 7),
    ("effects { add when enemy king leaves: take enemy man }", "W:W17,18,23,25,26:B7,9,10,11,14", 8),
];

/// Nobody is asked about such a line after moves that leave as many pieces of each kind; captures and promotions do not.
#[test]
fn lines_wait_for_pieces_deep_below() {
    for (line, at, depth) in LATER {
        let [plain, with] = ["", line].map(|line| {
            let front = "+++\nname = \"Waiting\"\nversion = \"1.0.0\"\nextends = \"english\"\n+++\n";
            let variant = variant(&format!("{front}{line}\n"));
            let program = Program::compile(&variant);
            let setup = fen::read(&Terms::from(&variant), at).expect("men");
            let start = Position::from_setup(&program, &setup).expect("the game goes on");
            counted(&program, &start, depth, line)
        });
        assert_ne!(plain, with, "{line}");
    }
}

/// Lines that concern kings alone, and their chapter.
const OF_KINGS: [(&str, &str); 10] = [
    ("movement", "king may wander { may repeat: go forward any-way, to empty }"),
    ("movement", "mover may pass if some own king and count own > 1"),
    ("movement", "mover may pass if some enemy king or some own king on edge"),
    ("movement", "king may ask { choose answer in own by opponent; take answer }"),
    ("capture", "king may dash { go any-way, taking enemy, to empty; may repeat: go any-way, taking enemy, to empty }"),
    ("capture", "king may bite { choose prey in enemy on any-way from it; take prey }"),
    ("capture", "piece may peck if some own king { choose prey in enemy on any-way from it; take prey }"),
    ("effects", "before king is taken if count enemy king = 1: prevent"),
    ("effects", "when king leaves: take it or enemy man on any-way from it"),
    ("effects", "when enemy king is taken: take own man on any-way from it"),
];

/// A man that takes becomes a king on d6, where it can or cannot jump on.
const ON_THE_WAY: [&str; 2] = ["W:Wb4,a3:Bc5,e5,b6", "W:Wb4,a3:Bc5,e5,f4"];

#[test]
fn lines_of_kings_wait_for_a_king() {
    let (mut seed, mut compared, mut beside) = (0x5EED_0F1A_7E57_0001, 0, 0);
    for (chapter, line) in OF_KINGS {
        for crowning in [
            "lands on far-row: promote it to king",
            "lands on far-row: promote it to king; end move",
            "rests on far-row: promote it to king",
        ] {
            for chain in ["", "chain must continue", "chain may continue"] {
                let lines = |of: &str| if chapter == of { line } else { "" };
                let text = format!(
                    "+++\nname = \"Kings\"\nversion = \"1.0.0\"\n[players]\nWhite = {{ faces = \"north\" }}\nBlack = {{ faces = \"south\" }}\n\
                     [board]\ngrid = \"6x6\"\nplay = \"dark\"\n[pieces]\nman = {{ symbol = \"m\" }}\nking = {{ symbol = \"k\" }}\n+++\n\
                     movement {{\n  man may step forward diagonal\n  king may step diagonal\n  {}\n}}\ncapture {{\n  \
                     piece may jump diagonal over an enemy\n  {}\n  {chain}\n}}\nobligation {{ must capture }}\n\
                     promotion {{ when man {crowning} }}\neffects {{\n  {}\n}}\nvictory {{ player who cannot move loses }}\n",
                    lines("movement"),
                    lines("capture"),
                    lines("effects"),
                );
                let variant = variant(&text);
                let program = Program::compile(&variant);
                beside += usize::from(program.kernels.is_some());
                let strewn = [4, 5, 5].map(|crowd| strewn(&program, &mut seed, crowd, 2));
                let read = |at: &str| {
                    let setup = fen::read(&Terms::from(&variant), at).expect("two men and three");
                    Position::from_setup(&program, &setup).ok()
                };
                for start in strewn.into_iter().chain(ON_THE_WAY.map(read)).flatten() {
                    compared += counted(&program, &start, 4, &text);
                }
            }
        }
    }
    // Where a man goes on as a king, what is set off by kings is not told by the position before the move.
    assert!(beside == 10 * 9 - 3 * 3 && compared > 15_000, "{beside} {compared}");
}
