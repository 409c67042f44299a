//! Positions whose legal moves are kept in `snapshots/moves/` as a player reads them. These are observations: what is *known* of
//! the rules, with its sources, is in the files of facts.

use draughtsman::analysis::snapshot;
use draughtsman::engine::Position;
use draughtsman::library::Ready;
use draughtsman::notation::{Terms, fen};

/// A position and the name of its snapshot.
pub(crate) struct Shown {
    /// The variant.
    pub(crate) variant: &'static str,
    /// The options that are on.
    pub(crate) options: &'static [&'static str],
    /// The position; the start where it is empty.
    pub(crate) position: &'static str,
    /// The snapshot's name.
    pub(crate) name: &'static str,
}

const fn shown(variant: &'static str, options: &'static [&'static str], position: &'static str, name: &'static str) -> Shown {
    Shown { variant, options, position, name }
}

/// All of them.
pub(crate) const SHOWN: &[Shown] = &[
    shown("english", &[], "", "english_start"),
    shown("english", &[], "W:W26:B23,16,1", "english_chain_must_be_finished"),
    shown("english", &[], "W:W12:B8,7,15,14", "english_crowned_and_the_move_ends"),
    shown("english", &[], "W:WK22:B17,18,9,10", "english_round_and_back"),
    shown("english", &[], "W:W22,23:B18,19,8", "english_free_choice_of_capture"),
    shown("english", &[], "B:W5,6,10:B1", "english_no_moves"),
    shown("international", &[], "", "international_start"),
    shown("international", &[], "W:WK41,49:B9,10,12,19,38", "international_coup_turc"),
    shown("international", &[], "W:W15:B9,10", "international_far_row_in_passing"),
    shown("international", &[], "W:W48:B24,K31,34,K42,43", "international_most_pieces"),
    shown("international", &[], "W:W26:B12,K21,31,32", "international_a_king_counts_as_one"),
    shown("international", &[], "W:WK46:B23", "international_landing_where_it_likes"),
    shown("collateral", &[], "", "collateral_start"),
    shown("collateral", &[], "B:Wb3,d5,e5:Ba1,b2,e1", "collateral_any_capture_satisfies"),
    shown("collateral", &["forced-first-enemy"], "B:Wb3,d5,e5:Ba1,b2,e1", "collateral_first_jump_over_an_enemy"),
    shown("collateral", &[], "B:Wa5,b5,c4,d5:Ba1,a2,c1,c2,e1", "collateral_own_pieces_may_be_taken"),
    shown("collateral", &[], "B:Wa5,b1,b5,e5:Ba1,c2,e1,e3", "collateral_going_on_over_own"),
    shown("collateral", &[], "B:Wa5,b5,e5:Ba1,b2,e1", "collateral_near_the_centre"),
];

impl Shown {
    /// The board and the legal moves as `draughtsman snapshot` writes them.
    pub(crate) fn listing(&self, ready: &Ready) -> Result<String, String> {
        let program = &ready.program;
        let position = match self.position {
            "" => Position::start(program).map_err(|limit| limit.to_string())?,
            text => {
                let setup = fen::read(&Terms::from(&ready.variant), text).map_err(|error| error.to_string())?;
                Position::from_setup(program, &setup).map_err(|error| error.to_string())?
            }
        };
        Ok(snapshot::of_position(&ready.variant, program, &position).body())
    }

    /// The snapshot; `None` if there is no such file.
    pub(crate) fn snapshot(&self) -> Option<String> {
        let path = super::folder().with_file_name("snapshots").join("moves").join(format!("{}.snap", self.name));
        let text = std::fs::read_to_string(path).ok()?;
        Some(text.splitn(3, "---\n").nth(2)?.to_owned())
    }
}
