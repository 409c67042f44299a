//! Lines that random rule files are put together from, one added to a national game.

use super::*;
use crate::bitboard::made::{odd_line, with_line};

/// Lines that are drawn for each game, and positions of each besides the start.
const DRAWN: usize = if cfg!(debug_assertions) { 5 } else { 20 };
const STREWN: usize = 2;

#[test]
fn lines_added_to_national_games_mean_the_same_to_all() {
    let mut seed = 0xA076_1D64_78BD_642F;
    for parent in ["english", "international", "turkish"] {
        let (mut lines, mut positions) = (Vec::new(), 0);
        while lines.len() < DRAWN {
            let line = odd_line(&mut seed);
            if lines.contains(&line) {
                continue;
            }
            lines.push(line);
            let text = with_line(parent, line);
            let variant = read(&text);
            let program = Program::compile(&variant);
            let start = Position::start(&program).expect("no limit");
            let strewn = (0..STREWN).filter_map(|_| strewn(&program, &mut seed));
            for position in std::iter::once(start).chain(strewn).collect::<Vec<_>>() {
                all_alike(&variant, &program, position, &mut seed, &text);
                positions += 1;
            }
        }
        assert!(positions > 2 * DRAWN, "{parent}: {positions} positions");
    }
}
