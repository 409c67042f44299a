//! A text as games in PDN: whatever is read is written so that the same is read again, and played as far as it goes.

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
        assert_eq!(again.len(), 1, "{written}\nof {text}");
        assert_eq!(placeless(&again[0]), placeless(game), "{written}\nof {text}");
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

/// A game without where its moves stood.
fn placeless(game: &pdn::Game) -> pdn::Game {
    let mut game = game.clone();
    game.moves.iter_mut().for_each(|mv| mv.place = (0, 0));
    game
}
