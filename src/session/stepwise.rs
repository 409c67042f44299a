//! A game taken in numbered steps, for who learns it.
//!
//! A decision is taken word by word ([`Vocabulary`]): each step is one of the words with which moves that are still possible go on.
//! Words that leave nothing to decide are not asked for, but for the first step of a decision with one option.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::engine::Actor;
use crate::model::PlayerId;
use crate::notation::Vocabulary;
use crate::program::code::{Op, Verb};

use super::{Error, Session};

/// A game in numbered steps.
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

/// What is being decided.
#[derive(Clone, Debug, Default)]
struct Asked {
    /// Who decides; nobody if the game is over.
    actor: Option<Actor>,
    /// The options that begin as what has been decided does.
    open: Arc<Vec<Way>>,
    /// How many words are decided.
    at: usize,
    /// The steps taken towards this decision, in order; where chance says which of several it is, those of the player before.
    taken: Vec<u32>,
}

/// One way to decide.
#[derive(Clone, Debug)]
struct Way {
    spelling: Vec<u32>,
    /// In how many equally likely ways chance brings it about; 1 for players.
    ways: u64,
    /// Which options of the rules it is, and in how many ways each.
    real: Vec<(usize, u64)>,
}

/// A step that can be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The number of its word.
    pub word: u32,
    /// In how many equally likely ways chance takes it; how many moves it leaves, where a player decides.
    pub ways: u64,
}

impl Session {
    /// The words that the moves of these rules are spelt with.
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
        // What a token turns out to be is told under the name of its type.
        names.extend(program.equipment.tokens.iter().map(|token| token.name.clone()));
        Vocabulary::new(&program.equipment, &verbs, &names)
    }
}

impl Stepwise {
    /// A game from where it stands.
    ///
    /// # Errors
    /// A rule that does not come to an end.
    pub fn new(session: Session) -> Result<Stepwise, Error> {
        let vocabulary = Arc::new(session.vocabulary());
        let mut game = Stepwise { session, vocabulary, asked: Asked::default() };
        game.ask()?;
        Ok(game)
    }

    /// The same with other games by the same rules: they share their words.
    ///
    /// # Errors
    /// A rule that does not come to an end.
    pub fn restarted(&self, session: Session) -> Result<Stepwise, Error> {
        let mut game = Stepwise { session, vocabulary: Arc::clone(&self.vocabulary), asked: Asked::default() };
        game.ask()?;
        Ok(game)
    }

    /// The game so far, without the steps of the decision at hand.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The words.
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// Who takes the next step; nobody if the game is over. Chance does, too, where a player has chosen among things unseen.
    pub fn actor(&self) -> Option<Actor> {
        self.asked.actor
    }

    /// The steps taken towards the decision at hand, in order.
    pub fn taken(&self) -> &[u32] {
        &self.asked.taken
    }

    /// The steps that can be taken now, in rising order of their numbers. A player's are those of the moves that the player sees
    /// and the rules allow.
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
    /// There is no such step now, or a rule does not come to an end. Then nothing has changed.
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

    /// The steps that lead from here to a move, by its text as [`Session::meant`] understands it from the seat of whoever decides.
    ///
    /// # Errors
    /// It is no move of this decision, or not one that begins with the steps already taken.
    pub fn towards(&self, typed: &str) -> Result<Vec<u32>, Error> {
        let seat = match self.asked.actor {
            Some(Actor::Player(player)) => Some(player),
            _ => None,
        };
        self.towards_option(self.session.meant(typed, seat)?)
    }

    /// The steps that lead from here to one of all options of the rules, by its place in their list.
    ///
    /// # Errors
    /// It is none of this decision, or not one that begins with the steps already taken.
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

    /// From whose seat the decision of the rules is seen.
    fn seat(&self) -> Option<PlayerId> {
        match self.session.actor() {
            Some(Actor::Player(player)) => Some(player),
            _ => None,
        }
    }

    /// Begins the decision that the rules ask for now.
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
        // What the rules bar for a reason that nobody may know cannot be played.
        let open = options.filter(|option| !option.real.is_empty()).collect();
        self.begin(actor, open);
        Ok(())
    }

    /// Asks chance which of several options that look alike it is.
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

    /// Goes on to the first word that is to be decided.
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
