//! Perft: of all national games, of large boards, of rules that no generators are made for.

use draughtsman::analysis::perft::{Counter, Way};
use draughtsman::engine::Counting;

use super::counted::{Count, MACHINE};
use super::made;
use super::positions::{bundled, midgame, said, start};
use super::published::national as published;
use super::row::{Figure, Row};

/// The rows.
pub const ROWS: &[Row] = &[
    Row { name: "national", figures: national },
    Row { name: "boards", figures: boards },
    Row { name: "directly", figures: directly },
];

/// Leaves that are counted at most: with the last ply counted, with every move made, and by the machine.
const COUNTED: u64 = 5_000_000;
const MADE: u64 = 1_500_000;
const BY_MACHINE: u64 = 10_000;

/// National games from their start, by generators and by the machine; they have as many leaves as was published.
fn national() -> Vec<Figure> {
    let mut figures = Vec::new();
    for published in published() {
        let program = bundled(&published.variant);
        let work = |most: u64, what: &str, made: bool, quick: bool| {
            let (depth, leaves) = published.within(most);
            let (count, what) = (Count::from(program, start(program), depth), format!("{} {what}", published.variant));
            let way = Way { counting: Counting::Drop, made, quick };
            assert_eq!(count.leaves(&Counter::new(program, way)), leaves, "{what}, {depth} plies");
            count.work(&what, way)
        };
        let machine = work(BY_MACHINE, "by the machine", false, false);
        figures.push(Figure::Ratio(work(COUNTED, "counted", false, true), machine.clone(), None));
        figures.push(Figure::Ratio(work(MADE, "made", true, true), machine, None));
    }
    figures
}

/// Leaves that are counted at least on large boards.
const ON_BOARDS: u64 = 500_000;

/// Plain checkers on large boards against those on twelve by twelve squares.
fn boards() -> Vec<Figure> {
    let work = |size: usize| {
        let (what, program) = (format!("checkers {size}x{size}"), said(&made::checkers(size)));
        Count::of_at_least(ON_BOARDS, &what, program, vec![start(program)]).work(&what, Way::USUAL)
    };
    let usual = work(12);
    [20, 26].map(|size| Figure::Ratio(work(size), usual.clone(), Some(0.5))).into()
}

/// Games without generators, how many decisions after their beginning they are counted, and how many times as fast as by the machine.
const DIRECTLY: [(&str, u32, f64); 11] = [
    ("collateral", 4, 25.0),
    ("guerrilla", 20, 25.0),
    ("warp", 40, 25.0),
    ("chaos", 60, 10.0),
    ("saving_private", 20, 10.0),
    ("dameo", 30, 10.0),
    ("fanorona", 10, 10.0),
    ("konane", 20, 10.0),
    ("lasca", 20, 10.0),
    ("tablut", 20, 10.0),
    ("halma", 40, 10.0),
];

/// Games from whose midst it is counted.
const GAMES: usize = 3;

/// Leaves that are counted at least: the machine takes its time.
const IN_THE_MIDST: u64 = 2_000;

/// From the midst of games, by the bitboard engine and by the machine.
fn directly() -> Vec<Figure> {
    let figure = |(variant, decisions, wanted): (&str, u32, f64)| {
        let program = bundled(variant);
        let count = Count::of_at_least(IN_THE_MIDST, variant, program, midgame(program, decisions, GAMES));
        let work = |who: &str, way| count.work(&format!("{variant} {who} after {decisions} decisions"), way);
        Figure::Ratio(work("counted", Way::USUAL), work("by the machine", MACHINE), Some(wanted))
    };
    DIRECTLY.map(figure).into()
}
