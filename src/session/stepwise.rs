//! A game played in numbered steps, for machine learning.
//!
//! A decision is made word by word ([`Vocabulary`]): each step is one of the words with which the moves still possible
//! continue. Words without an alternative are skipped, except for the first step of a decision with a single option.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::engine::Actor;
use crate::model::PlayerId;
use crate::notation::Vocabulary;
use crate::program::code::{Op, Verb};

use super::{Error, Session};

/// A game played in numbered steps.
///
/// ```
/// use draughtsman::session::{Session, Stepwise};
/// let mut game = Stepwise::new(Session::bundled("english")?)?;
/// let (from, to) = (game.vocabulary().number("from 11").unwrap(), game.vocabulary().number("to 15").unwrap());
/// game.step(from)?;
/// assert_eq!(game.steps().len(), 2, "11-15 and 11-16");
/// game.step(to)?;
/// assert_eq!(game.session().texts(), ["11-15"]);
/// # Ok::<(), draughtsman::session::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Stepwise {
    session: Session,
    vocabulary: Arc<Vocabulary>,
    asked: Asked,
}

/// The decision in progress.
#[derive(Clone, Debug, Default)]
struct Asked {
    /// Who decides; none if the game is over.
    actor: Option<Actor>,
    /// The options that begin with the words decided so far.
    open: Arc<Vec<Way>>,
    /// The number of words decided.
    at: usize,
    /// The steps taken towards this decision, in order; if chance then selects among several real options, those of the player
    /// before it.
    taken: Vec<u32>,
}

/// An option of the decision.
#[derive(Clone, Debug)]
struct Way {
    spelling: Vec<u32>,
    /// The number of equally likely ways in which chance selects it; 1 for players.
    ways: u64,
    /// The indices of the real options that look like it, with the number of ways of each.
    real: Vec<(usize, u64)>,
}

/// A step that can be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The number of its word.
    pub word: u32,
    /// The number of equally likely ways in which chance takes it; for a player, the number of moves that it leaves.
    pub ways: u64,
}

impl Session {
    /// The words that spell the moves of these rules.
    pub fn vocabulary(&self) -> Vocabulary {
        let program = self.program();
        let (mut verbs, mut names) = (Vec::new(), Vec::new());
        for rule in program.groups.iter().flat_map(|group| &group.rules) {
            if let Verb::Body(name, _) = &rule.verb {
                verbs.push(name.clone());
            }
        }
        for (op, _) in program.blocks.iter().flat_map(|block| &block.ops) {
            match op {
                Op::Verb(name, _) => verbs.push(name.clone()),
                Op::Choose { name, .. } => names.push(name.clone()),
                _ => {}
            }
        }
        // The class of an unseen token is chosen under the name of its type.
        names.extend(program.equipment.tokens.iter().map(|token| token.name.clone()));
        Vocabulary::new(&program.equipment, &verbs, &names)
    }
}

impl Stepwise {
    /// A game from its current position.
    ///
    /// # Errors
    /// A rule does not terminate.
    pub fn new(session: Session) -> Result<Stepwise, Error> {
        let vocabulary = Arc::new(session.vocabulary());
        let mut game = Stepwise { session, vocabulary, asked: Asked::default() };
        game.ask()?;
        Ok(game)
    }

    /// The same for another game by the same rules, sharing the vocabulary.
    ///
    /// # Errors
    /// A rule does not terminate.
    pub fn restarted(&self, session: Session) -> Result<Stepwise, Error> {
        let mut game = Stepwise { session, vocabulary: Arc::clone(&self.vocabulary), asked: Asked::default() };
        game.ask()?;
        Ok(game)
    }

    /// The game so far, without the steps of the current decision.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The vocabulary.
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// Who takes the next step; none if the game is over. It is chance, too, after a player has chosen among unseen things.
    pub fn actor(&self) -> Option<Actor> {
        self.asked.actor
    }

    /// The steps taken towards the current decision, in order.
    pub fn taken(&self) -> &[u32] {
        &self.asked.taken
    }

    /// The steps that can be taken now, in ascending order of their words. For a player, they are those of moves that the
    /// player sees and the rules allow.
    pub fn steps(&self) -> Vec<Step> {
        let mut steps: BTreeMap<u32, u64> = BTreeMap::new();
        for option in self.asked.open.iter() {
            if let Some(word) = option.spelling.get(self.asked.at) {
                let ways = steps.entry(*word).or_default();
                *ways = ways.saturating_add(option.ways);
            }
        }
        steps.into_iter().map(|(word, ways)| Step { word, ways }).collect()
    }

    /// Takes a step; the last one of a decision plays the move.
    ///
    /// # Errors
    /// There is no such step now, or a rule does not terminate. The state is then unchanged.
    pub fn step(&mut self, word: u32) -> Result<(), Error> {
        let at = self.asked.at;
        let open: Vec<Way> = self.asked.open.iter().filter(|one| one.spelling.get(at) == Some(&word)).cloned().collect();
        if open.is_empty() {
            let texts = self.vocabulary.texts();
            let name = |word: u32| texts.get(word as usize).map_or_else(|| word.to_string(), |text| format!("{word} ({text})"));
            return Err(Error::unknown(
                format!("{} is no step now", name(word)),
                self.steps().into_iter().map(|step| name(step.word)),
            ));
        }
        match open.as_slice() {
            [Way { real, .. }] => match real.as_slice() {
                [(index, _)] => {
                    self.session.take(*index)?;
                    self.ask().inspect_err(|_| drop(self.session.undo()))
                }
                several => {
                    let taken = [self.asked.taken.as_slice(), &[word]].concat();
                    self.ask_blindly(several)?;
                    self.asked.taken = taken;
                    Ok(())
                }
            },
            _ => {
                self.asked.taken.push(word);
                self.asked.open = Arc::new(open);
                self.asked.at = at + 1;
                self.pass_over();
                Ok(())
            }
        }
    }

    /// The steps from here to a move, given by its text as [`Session::meant`] understands it from the seat of the player who
    /// decides.
    ///
    /// # Errors
    /// The text is no move of this decision, or the move does not begin with the steps already taken.
    pub fn towards(&self, typed: &str) -> Result<Vec<u32>, Error> {
        let seat = match self.asked.actor {
            Some(Actor::Player(player)) => Some(player),
            _ => None,
        };
        self.towards_option(self.session.meant(typed, seat)?)
    }

    /// The steps from here to an option, given by its index in the complete list.
    ///
    /// # Errors
    /// There is no such option, or it does not begin with the steps already taken.
    pub fn towards_option(&self, index: usize) -> Result<Vec<u32>, Error> {
        let wrong = || Error::wrong("that move does not begin with the steps taken");
        let aim = self.asked.open.iter().find(|one| one.real.iter().any(|(real, _)| *real == index)).ok_or_else(wrong)?;
        let mut steps = Vec::new();
        let mut game = self.clone();
        while game.asked.at < aim.spelling.len() {
            let word = aim.spelling[game.asked.at];
            steps.push(word);
            if game.asked.open.iter().filter(|one| one.spelling.get(game.asked.at) == Some(&word)).count() == 1 {
                break;
            }
            game.step(word)?;
        }
        Ok(steps)
    }

    /// The seat from which the session's decision is seen.
    fn seat(&self) -> Option<PlayerId> {
        match self.session.actor() {
            Some(Actor::Player(player)) => Some(player),
            _ => None,
        }
    }

    /// Begins the current decision of the session.
    fn ask(&mut self) -> Result<(), Error> {
        let actor = self.session.actor();
        if actor.is_none() {
            self.asked = Asked::default();
            return Ok(());
        }
        let decision = self.session.decision(self.seat())?;
        let spellings = self.spelt(&decision.moves)?;
        let options = spellings.into_iter().enumerate().map(|(at, spelling)| Way {
            spelling,
            ways: if actor == Some(Actor::Chance) { decision.moves[at].weight } else { 1 },
            real: decision.real_options(at),
        });
        // Options that the rules bar for a hidden reason cannot be played.
        let open = options.filter(|option| !option.real.is_empty()).collect();
        self.begin(actor, open);
        Ok(())
    }

    /// Lets chance select one of several real options that look alike.
    fn ask_blindly(&mut self, several: &[(usize, u64)]) -> Result<(), Error> {
        let decision = self.session.decision(None)?;
        let moves: Vec<_> = several.iter().filter_map(|(index, _)| decision.moves.get(*index).cloned()).collect();
        let options = self.spelt(&moves)?.into_iter().zip(several);
        let open = options.map(|(spelling, (index, ways))| Way { spelling, ways: *ways, real: vec![(*index, 1)] }).collect();
        self.begin(Some(Actor::Chance), open);
        Ok(())
    }

    fn begin(&mut self, actor: Option<Actor>, open: Vec<Way>) {
        let one = open.len() < 2;
        self.asked = Asked { actor, open: Arc::new(open), at: 0, taken: Vec::new() };
        if !one {
            self.pass_over();
        }
    }

    /// Skips words without an alternative.
    fn pass_over(&mut self) {
        let Some(first) = self.asked.open.first() else { return };
        let same = |at: usize| self.asked.open.iter().all(|one| one.spelling.get(at) == first.spelling.get(at));
        while self.asked.at < first.spelling.len() && same(self.asked.at) {
            self.asked.at += 1;
        }
    }

    fn spelt(&self, moves: &[crate::engine::Move]) -> Result<Vec<Vec<u32>>, Error> {
        self.vocabulary.spelt(moves).ok_or_else(|| Error::wrong("a move of these rules does what no word says"))
    }
}
