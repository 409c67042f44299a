//! Which move of a numbered list somebody means, by its text or by its number.

use super::{MoveError, parse_among, texts};
use crate::engine::moves::Move;
use crate::model::Equipment;

/// Why a line names no move of a numbered list.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unpicked {
    /// It may be a number of the list, and it may be a move or the beginning of one.
    #[error("`{number}` may mean {} or {}", told(.numbered), .meant.iter().map(told).collect::<Vec<_>>().join(", "))]
    Doubt {
        /// What was typed.
        number: usize,
        /// The move with this number, and the number.
        numbered: (usize, String),
        /// The moves that read so, each with its number.
        meant: Vec<(usize, String)>,
    },
    /// The list is shorter.
    #[error("the list has {}", counted(.0))]
    Beyond(usize),
    /// It is no number of the list, and no move.
    #[error(transparent)]
    Unread(#[from] MoveError),
}

fn counted(many: &usize) -> String {
    if *many == 1 { "1 move".to_owned() } else { format!("{many} moves") }
}

fn told((number, text): &(usize, String)) -> String {
    format!("{text} (`{number}.`)")
}

/// The index of the move of a numbered list that somebody means: by what [`parse_among`] understands, by its number, or by its
/// number with a full stop, which is never anything else. A number that may also be a move, or its beginning, leaves a doubt.
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
/// What was typed names no move, or may name several.
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
