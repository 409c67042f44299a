//! A text as games in PDN: what is written of them has the same moves when it is read, and is written the same again; and they are played as
//! far as they go.

use draughtsman::analysis::replay::{replay, transcribe};
use draughtsman::notation::{Header, pdn};

use super::{bundled, numbered};

/// Games of a text that are played.
const MOST_GAMES: usize = 4;

/// Moves of such a game.
const MOST_PLAYED: usize = 60;

pub(super) fn attack(data: &[u8]) {
    let Some((number, text)) = numbered(data) else { return };
    let games = pdn::read(&text);
    for game in games.iter().filter(|game| game.fault.is_none()) {
        let Ok(written) = pdn::write(game) else { continue };
        let again = pdn::read(&written);
        let [again] = &again[..] else { panic!("{} games, not one: {written}\nof {text}", again.len()) };
        assert_eq!((moves(again), again.result), (moves(game), game.result), "{written}\nof {text}");
        assert_eq!(pdn::write(again).as_ref().ok(), Some(&written), "of {text}");
    }
    let rules = bundled(number);
    let ready = rules.ready();
    for game in games.iter().take(MOST_GAMES).filter(|game| game.moves.len() <= MOST_PLAYED) {
        match replay(&ready.program, game) {
            Err(stopped) => assert!(!stopped.to_string().is_empty()),
            Ok(replayed) => {
                let header = Header::of(&ready.variant);
                let Ok(written) = transcribe(&ready.program, &header, replayed.start.as_ref(), &replayed.game) else {
                    continue;
                };
                let again = replay(&ready.program, &written).unwrap_or_else(|stopped| panic!("{stopped}\n{written:?}"));
                assert_eq!(again.game.moves(), replayed.game.moves(), "{text}");
            }
        }
    }
}

/// What was played, with what is thought of it.
fn moves(game: &pdn::Game) -> Vec<(&str, &str)> {
    game.moves.iter().map(|mv| (mv.text.as_str(), mv.marks.as_str())).collect()
}
