//! The main interface for programs: rules, a game by them, and the usual operations on both.
//!
//! ```
//! use draughtsman::agents::{Agent, Clock};
//! use draughtsman::session::Session;
//!
//! let mut session = Session::bundled("english")?;
//! assert_eq!(session.decision(None)?.texts.len(), 7, "the moves of Black");
//! session.play("11-15", None)?;
//! assert!(session.explain("22-8", None)?.to_string().contains("22"), "why a move is none");
//! let reply = session.agent(Agent::Greedy, Clock::none())?.unwrap();
//! session.take(reply)?;
//! assert_eq!((session.texts().len(), session.decider().as_str()), (2, "Black"));
//! session.undo()?;
//! # Ok::<(), draughtsman::session::Error>(())
//! ```
//!
//! A *seat* is the player for whom something is listed, shown or explained: only what that player may see is used. Without a
//! seat, everything is visible.

mod analysis;
mod changed;
mod clock;
mod error;
mod forms;
mod judged;
mod observation;
mod record;
mod resume;
mod rules;
mod seat;
mod stepwise;
mod written;

pub use analysis::{Analysis, MOST_LINES, Solution, USUAL_LINES, Variation};
pub use changed::Changed;
pub use error::{Error, FAILED, Misread, Unsound};
pub use forms::{Form, Picture, Told};
pub use judged::{Judged, Judgement};
pub use observation::Field;
pub use record::Record;
pub use rules::{Rules, compiled, incompatible, refused};
pub use seat::{Decision, Found};
pub use stepwise::{Step, Stepwise};
pub use written::{Format, Written, header_of_game, looks_like_pdn, one_game, stopped};

use std::sync::{Arc, OnceLock};

use crate::agents;
use crate::check::Choices;
use crate::engine::{Actor, Game, LimitReached, Move, Position};
use crate::library;
use crate::model::{PlayerId, Setup, SideId, Variant};
use crate::notation::saved::{Earlier, Ended};
use crate::notation::{GameClock, Header, Terms, movetext};
use crate::program::Program;

/// Rules, and a game by them with its history.
#[derive(Clone, Debug)]
pub struct Session {
    rules: Rules,
    game: Game,
    /// The starting position, if it is not the start of the rules.
    start: Option<Setup>,
    /// The text of the option taken at each decision since the start.
    texts: Vec<String>,
    /// The decisions taken back, the most recent last; with each, how the players had ended the game after it.
    undone: Vec<(Move, String, Option<Ended>)>,
    /// How the players had ended the game, if only the end was taken back.
    end_undone: Option<Ended>,
    seed: Option<u64>,
    /// How the players ended the game, if not the rules.
    ended: Option<Ended>,
    /// The earlier games of the match.
    earlier: Vec<Earlier>,
    /// The game clock, if the players play by the clock.
    clock: Option<GameClock>,
    /// The tags, result and remarks of the PDN game that this game was read from.
    record: Option<Record>,
    /// The list of moves of each decision so far, if it was computed and is recent.
    lists: Vec<OnceLock<Arc<Decision>>>,
}

/// The number of recent lists of moves that are kept, for taking moves back.
const KEPT: usize = 32;

/// A decision that was taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undone {
    /// The decision.
    pub mv: Move,
    /// Its text.
    pub text: String,
}

impl Session {
    /// A game from the start of these rules.
    ///
    /// # Errors
    /// A rule of the set-up does not terminate.
    pub fn new(rules: Rules) -> Result<Session, Error> {
        let game = Game::new(&rules.ready().program)?;
        Ok(Session::of(rules, game))
    }

    /// A game by a bundled variant, without options.
    ///
    /// # Errors
    /// There is no such variant.
    pub fn bundled(name: &str) -> Result<Session, Error> {
        match library::text_of(name) {
            Some(text) => Session::from_text(name, text, &Choices::default()),
            None => {
                Err(Error::from(library::LoadError::Unknown { name: name.to_owned(), near: library::near_names(name, None) }))
            }
        }
    }

    /// A game by a bundled variant, or by a rule file at a path, as [`library::load`] finds it.
    ///
    /// # Errors
    /// There is none, or it has errors.
    pub fn load(variant: &str, choices: &Choices) -> Result<Session, Error> {
        Session::new(Rules::new(library::load(variant)?, choices)?)
    }

    /// A game by a rule file given as text, which may extend bundled variants. `name` is the name of the variant.
    ///
    /// # Errors
    /// The text has errors; the error contains all of them.
    ///
    /// ```
    /// use draughtsman::session::{Error, Session};
    /// let text = "+++\nname = \"Mine\"\nextends = \"englich\"\n+++\n";
    /// let Err(Error::Unsound(mistakes)) = Session::from_text("mine", text, &Default::default()) else { panic!() };
    /// assert_eq!(mistakes.found[0].code, "E0223");
    /// ```
    pub fn from_text(name: &str, text: &str, choices: &Choices) -> Result<Session, Error> {
        let file = format!("{name}.{}", library::ENDING);
        let loaded = library::load_text(name, &file, text.as_bytes().to_vec(), None);
        Session::new(Rules::new(loaded, choices)?)
    }

    fn of(rules: Rules, game: Game) -> Session {
        let lists = game.positions().iter().map(|_| OnceLock::new()).collect();
        Session {
            rules,
            game,
            start: None,
            texts: Vec::new(),
            undone: Vec::new(),
            end_undone: None,
            seed: None,
            ended: None,
            earlier: Vec::new(),
            clock: None,
            record: None,
            lists,
        }
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The checked rules.
    pub fn variant(&self) -> &Variant {
        &self.rules.ready().variant
    }

    /// The compiled rules.
    pub fn program(&self) -> &Program {
        &self.rules.ready().program
    }

    /// The names that positions are written in.
    pub fn terms(&self) -> Terms<'_> {
        Terms::from(self.variant())
    }

    /// The name of the rules and the chosen options.
    pub fn header(&self) -> Header {
        Header::of(self.variant())
    }

    /// The game up to now.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// The starting position, if it is not the start of the rules.
    pub fn start(&self) -> Option<&Setup> {
        self.start.as_ref()
    }

    /// The text of the option taken at each decision, including those of chance.
    pub fn texts(&self) -> &[String] {
        &self.texts
    }

    /// The seed of all randomness, as set or saved; none means 0.
    pub fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// Sets the seed of all randomness from here on.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = Some(seed);
    }

    /// How the players ended the game, if not the rules.
    pub fn ended(&self) -> Option<&Ended> {
        self.ended.as_ref()
    }

    /// The earlier games of the match.
    pub fn earlier(&self) -> &[Earlier] {
        &self.earlier
    }

    /// The next game of a match by the same rules from their start, after this one ended in the given way.
    ///
    /// # Errors
    /// A rule of the set-up does not terminate.
    pub fn next_of_match(&self, ended: Ended, seed: Option<u64>) -> Result<Session, Error> {
        let over = Earlier { ended, seed, start: self.start.clone(), moves: self.texts.clone() };
        let earlier = self.earlier.iter().cloned().chain([over]).collect();
        let mut next = Session { earlier, ..Session::new(self.rules.clone())? };
        next.set_clock(self.clock.as_ref().map(|clock| clock.control));
        Ok(next)
    }

    /// The player of that name, ignoring case.
    ///
    /// # Errors
    /// There is none.
    pub fn player(&self, name: &str) -> Result<PlayerId, Error> {
        let players = &self.variant().equipment.players;
        let found = players.iter().position(|player| player.name.eq_ignore_ascii_case(name));
        let none = || Error::unknown(format!("there is no player `{name}`"), players.iter().map(|player| &player.name));
        found.map(|index| PlayerId(index as u8)).ok_or_else(none)
    }

    /// Who decides; none if the game is over.
    pub fn actor(&self) -> Option<Actor> {
        self.game.actor(self.program()).filter(|_| self.ended.is_none())
    }

    /// The name of the player who decides, or `chance`; at the end of a game, of the player whose turn it would be.
    pub fn decider(&self) -> String {
        self.decider_of(self.position())
    }

    /// The same for another position by these rules.
    pub fn decider_of(&self, position: &Position) -> String {
        let program = self.program();
        let name = |player: PlayerId| {
            program.equipment.players.get(player.index()).map_or_else(String::new, |player| player.name.clone())
        };
        match position.actor(program) {
            Some(Actor::Player(player)) => name(player),
            Some(Actor::Chance) => "chance".to_owned(),
            None => name(position.mover(program)),
        }
    }

    /// Plays the move at an index of the complete list ([`Session::decision`] without a seat).
    ///
    /// # Errors
    /// There is no such index, or a rule does not terminate.
    pub fn take(&mut self, index: usize) -> Result<(), Error> {
        let decision = self.decision(None)?;
        let (Some(mv), Some(text)) = (decision.moves.get(index), decision.texts.get(index)) else {
            return Err(Error::wrong(format!("there is no move {}: there are {}", index + 1, decision.moves.len())));
        };
        self.undone.clear();
        self.push(mv, text.clone())?;
        self.begin_turn();
        Ok(())
    }

    fn push(&mut self, mv: &Move, text: String) -> Result<(), LimitReached> {
        self.game.play(&self.rules.ready().program, mv)?;
        self.texts.push(text);
        self.end_undone = None;
        self.lists.push(OnceLock::new());
        if let Some(old) = self.lists.len().checked_sub(KEPT + 1) {
            self.lists[old] = OnceLock::new();
        }
        Ok(())
    }

    /// Plays decisions of chance until a player is to decide; returns the number of these decisions.
    ///
    /// # Errors
    /// A rule does not terminate.
    pub fn play_chance(&mut self) -> Result<usize, Error> {
        let before = self.texts.len();
        while self.actor() == Some(Actor::Chance) {
            let decision = self.decision(None)?;
            let Some(index) = agents::by_weight(&decision.moves, &mut self.generator()) else { break };
            self.take(index)?;
        }
        Ok(self.texts.len() - before)
    }

    /// The players to whom the decisions from that one on, counted from 0, have shown something new. The caller decides whether
    /// such a decision may be taken back.
    ///
    /// # Errors
    /// A rule does not terminate.
    pub fn revealed(&self, from: usize) -> Result<Vec<PlayerId>, Error> {
        let mut revealed = Vec::new();
        for at in from..self.game.moves().len() {
            revealed.extend(self.game.revealed(self.program(), at)?);
        }
        revealed.sort_unstable();
        revealed.dedup();
        Ok(revealed)
    }

    /// Takes the last decision back, whoever made it; returns none if there is none. What it has shown to players stays known
    /// to them: see [`Session::revealed`].
    ///
    /// # Errors
    /// A rule does not terminate; at present this never fails.
    pub fn undo(&mut self) -> Result<Option<Undone>, Error> {
        let (Some(mv), Some(text)) = (self.game.undo(), self.texts.pop()) else { return Ok(None) };
        self.lists.pop();
        self.go_on_with_turn();
        let ended = self.end_undone.take().or(self.ended.take());
        self.undone.push((mv.clone(), text.clone(), ended));
        Ok(Some(Undone { mv, text }))
    }

    /// Plays the decision taken back last again, and restores how the players had ended the game after it; returns its text, or
    /// none.
    ///
    /// # Errors
    /// A rule does not terminate.
    pub fn redo(&mut self) -> Result<Option<String>, Error> {
        let Some((mv, text, ended)) = self.undone.pop() else { return Ok(None) };
        self.push(&mv, text.clone())?;
        self.ended = ended;
        self.go_on_with_turn();
        Ok(Some(text))
    }

    /// The number of decisions that can be played again.
    pub fn taken_back(&self) -> usize {
        self.undone.len()
    }

    /// Takes decisions back until `ply` of them are left.
    ///
    /// # Errors
    /// The game has fewer decisions.
    pub fn go_back(&mut self, ply: usize) -> Result<(), Error> {
        let moves = self.texts.len();
        if ply > moves {
            return Err(Error::wrong(format!("there is no move {ply}: the game has {moves}")));
        }
        while self.texts.len() > ply && self.undo()?.is_some() {}
        Ok(())
    }

    /// The players end the game, with these winners for this reason; `left` as in [`Ended`].
    pub fn end(&mut self, winners: Vec<SideId>, reason: &str, left: usize) {
        self.undone.clear();
        self.end_undone = None;
        self.ended = Some(Ended { winners, reason: reason.to_owned(), left });
    }

    /// The same game as a player may believe it to be: what the player cannot know is sampled, determined by `number`. It does
    /// not contain the decisions that led here.
    pub fn imagined(&self, seat: PlayerId, number: u64) -> Session {
        let mut generator = agents::generator(number, 0);
        let sampled = agents::sample(self.program(), self.position(), seat, &mut generator);
        let game = self.game.imagining(sampled);
        let lists = vec![OnceLock::new()];
        Session { game, lists, undone: Vec::new(), ..self.clone() }
    }

    /// The texts of moves of one decision.
    pub fn texts_of(&self, moves: &[Move]) -> Vec<String> {
        movetext::texts(&self.program().equipment, moves, self.program().chains_may_stop())
    }
}
