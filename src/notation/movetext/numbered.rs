//! The move of a numbered list that is meant by a text or a number.

use super::{MoveError, parse_among, texts};
use crate::engine::moves::Move;
use crate::model::Equipment;

/// Why a text selects no move of a numbered list.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unpicked {
    /// It is a number of the list, but also a move or the beginning of one.
    #[error("`{number}` may mean {} or {}", told(.numbered), .meant.iter().map(told).collect::<Vec<_>>().join(", "))]
    Doubt {
        /// The number typed.
        number: usize,
        /// The number of the move at this place, and its text.
        numbered: (usize, String),
        /// The numbers and texts of the moves that the text may mean.
        meant: Vec<(usize, String)>,
    },
    /// The number is beyond the end of the list.
    #[error("the list has {}", counted(.0))]
    Beyond(usize),
    /// It is neither a number of the list nor a move.
    #[error(transparent)]
    Unread(#[from] MoveError),
}

fn counted(many: &usize) -> String {
    if *many == 1 { "1 move".to_owned() } else { format!("{many} moves") }
}

fn told((number, text): &(usize, String)) -> String {
    format!("{text} (`{number}.`)")
}

/// The index of the move of a numbered list that is meant: by a text that [`parse_among`] understands, by its number, or by its
/// number with a full stop, which always is a number. A number that may also be a move, or the beginning of one, is ambiguous.
///
/// ```
/// # use draughtsman::{engine::{Counting, Position}, library, notation::movetext::pick};
/// let program = library::bundled("english").unwrap().program;
/// let moves = Position::start(&program).unwrap().moves(&program, Counting::AsWritten).unwrap();
/// let pick = |typed| pick(&program.equipment, typed, &moves, false, &Vec::new);
/// assert_eq!((pick("2"), pick("2."), pick("9-13")), (Ok(1), Ok(1), Ok(1)));
/// assert!(pick("11").is_err(), "there are seven moves");
/// ```
///
/// # Errors
/// The text names no move, or may name several.
pub fn pick(
    equipment: &Equipment,
    typed: &str,
    moves: &[Move],
    always_full: bool,
    barred: &dyn Fn() -> Vec<Move>,
) -> Result<usize, Unpicked> {
    let typed = typed.trim();
    if let Some(number) = typed.strip_suffix('.').and_then(|number| number.parse::<usize>().ok()) {
        let index = number.checked_sub(1).filter(|index| *index < moves.len());
        return index.ok_or(Unpicked::Beyond(moves.len()));
    }
    let read = parse_among(equipment, typed, moves, always_full, barred);
    let number = typed.parse::<usize>().ok().filter(|number| (1..=moves.len()).contains(number));
    let Some(number) = number else { return Ok(read?) };
    let all = texts(equipment, moves, always_full);
    let meant = match read {
        Ok(index) => vec![index],
        Err(MoveError::None { .. } | MoveError::Barred(_)) => Vec::new(),
        Err(MoveError::Several { candidates: meant, .. } | MoveError::Unfinished { longer: meant, .. }) => {
            (0..all.len()).filter(|index| meant.contains(&all[*index])).collect()
        }
    };
    if meant.iter().all(|index| *index == number - 1) {
        return Ok(number - 1);
    }
    let told = |index: usize| (index + 1, all[index].clone());
    let meant = meant.into_iter().filter(|index| *index != number - 1).map(told).collect();
    Err(Unpicked::Doubt { number, numbered: told(number - 1), meant })
}
