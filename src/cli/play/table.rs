//! A game under way, with who sits where. The rules decide; this keeps the books.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use draughtsman::agents::{Agent, Ask, Clock, Effort, Knowledge, MEMORY, Means};
use draughtsman::analysis::matches;
use draughtsman::engine::Actor;
use draughtsman::model::{PlayerId, SideId};
use draughtsman::notation::saved::Ended;
use draughtsman::program::Program;
use draughtsman::session::{Analysis, Decision, Found, Session};

use super::super::agents::{Who, read};
use super::super::answer::Failure;
use super::super::arguments::RulesArguments;
use super::super::hub::asking;
use super::super::output::ForceArgument;
use super::super::position::{Begun, any_seed};
use super::{Arguments, file};

/// Most decisions of chance and opponents in a row.
const MOST_IN_A_ROW: usize = 10_000;

/// Milliseconds between two looks at the keyboard.
const LOOK: u64 = 20;

/// Who says what the best line of play is.
const ADVISER: Agent = Agent::AlphaBeta(
    Effort { nodes: None, time: Some(Duration::from_secs(1)), depth: None },
    Means { knowledge: Knowledge::Learned, threads: 1 },
);

/// A game under way.
pub(super) struct Table {
    pub(super) session: Session,
    /// Who looks, if not whoever decides.
    pub(super) view: Option<PlayerId>,
    /// Which rules were asked for, to read saved games by them.
    pub(super) rules: RulesArguments,
    /// The one player who is a person; none: all are.
    pub(super) human: Option<PlayerId>,
    opponent: Opponent,
    pub(super) flip: bool,
    /// Whether the position is told in words, not drawn.
    pub(super) in_words: bool,
    /// Whether who thinks is to play at once.
    pub(super) hurry: fn() -> bool,
    pub(super) save: Option<PathBuf>,
    /// What may be written over.
    pub(super) force: ForceArgument,
    /// What has gone wrong with saving, where it cannot be told at once.
    pub(super) troubles: Option<Vec<String>>,
    /// Whether the game as it stands is where `--save` said, if it said so.
    pub(super) saved: bool,
    /// Whether somebody chose the seed, here or when the game was begun.
    seed_is_known: bool,
    /// The file that the game was last saved in or read from, and how it stood then.
    kept: Option<(PathBuf, Standing)>,
    /// What has shown somebody something may be taken back.
    pub(super) undo_revealed: bool,
    /// Whose eyes the board was last drawn for.
    drawn_for: Option<PlayerId>,
    /// Since when the clock runs for whoever decides.
    pub(super) since: Option<Instant>,
    /// The options of the decision at hand as the viewer may see them.
    list: Arc<Decision>,
}

/// Who plays for everybody who is no person.
enum Opponent {
    /// An agent.
    Agent(Agent),
    /// Another program.
    Outside(Ask),
}

/// What a saved game says of a game: its moves, how the players ended it, and how many games of the match came before.
type Standing = (Vec<String>, Option<Ended>, usize);

impl Table {
    pub(super) fn new(
        begun: Begun,
        rules: RulesArguments,
        arguments: &Arguments,
        human: Option<PlayerId>,
    ) -> Result<Table, Failure> {
        let Begun { mut session, view } = begun;
        let opponent =
            match arguments.opponent.as_deref().map(|who| read(who, session.variant(), session.program())).transpose()? {
                None => Opponent::Agent(Agent::Random),
                Some(Who::Agent(agent)) => Opponent::Agent(agent),
                Some(Who::Hub(command)) => Opponent::Outside(asking(&command)),
            };
        if arguments.clock.is_some() {
            session.set_clock(arguments.clock);
        }
        let seed_is_known = session.seed().is_some();
        if !seed_is_known {
            session.set_seed(any_seed()?);
        }
        let mut table = Table {
            list: session.decision(None)?,
            session,
            view,
            rules,
            human,
            opponent,
            flip: arguments.flip,
            in_words: arguments.plain,
            hurry: || false,
            save: arguments.save.clone(),
            force: arguments.force,
            saved: true,
            seed_is_known,
            kept: None,
            undo_revealed: arguments.undo_revealed,
            drawn_for: None,
            troubles: None,
            since: None,
        };
        table.list()?;
        Ok(table)
    }

    /// Another game by the same rules.
    pub(super) fn put(&mut self, mut session: Session) -> Result<(), Failure> {
        match session.seed() {
            Some(_) => self.seed_is_known = true,
            None => session.set_seed(self.seed()),
        }
        if session.clock().is_none() {
            session.set_clock(self.session.clock().map(|clock| clock.control));
        }
        self.session = session;
        self.since = None;
        self.drawn_for = None;
        self.kept = None;
        self.list()
    }

    /// Another position by the same rules: nobody has chosen a seed by that.
    pub(super) fn set_up(&mut self, session: Session) -> Result<(), Failure> {
        let seed_is_known = self.seed_is_known;
        self.put(session)?;
        self.seed_is_known = seed_is_known;
        Ok(())
    }

    /// What fixes all chance.
    pub(super) fn seed(&self) -> u64 {
        self.session.seed().unwrap_or_default()
    }

    fn standing(&self) -> Standing {
        (self.session.texts().to_vec(), self.session.ended().cloned(), self.session.earlier().len())
    }

    /// The game as it stands is in this file.
    pub(super) fn is_kept(&mut self, path: PathBuf) {
        self.kept = Some((path, self.standing()));
    }

    /// The file that the game as it stands is in.
    pub(super) fn kept(&self) -> Option<&Path> {
        self.kept.as_ref().filter(|(_, then)| *then == self.standing()).map(|(path, _)| path.as_path())
    }

    /// The file that the game was last saved in or read from, however it stood then.
    pub(super) fn was_kept(&self) -> Option<&Path> {
        self.kept.as_ref().map(|(path, _)| path.as_path())
    }

    pub(super) fn program(&self) -> &Program {
        self.session.program()
    }

    /// The texts of the moves of the decision at hand, as the viewer may see them.
    pub(super) fn texts(&self) -> &[String] {
        &self.list.texts
    }

    /// The text of a move of the rules.
    pub(super) fn text(&self, index: usize) -> Result<Option<String>, Failure> {
        Ok(self.session.decision(None)?.texts.get(index).cloned())
    }

    /// Who decides.
    pub(super) fn actor(&self) -> Option<Actor> {
        self.session.actor()
    }

    pub(super) fn over(&self) -> bool {
        self.actor().is_none()
    }

    pub(super) fn is_human(&self, actor: Actor) -> bool {
        matches!(actor, Actor::Player(player) if self.human.is_none_or(|human| human == player))
    }

    /// Whose eyes the board is drawn for: who was asked for, the one person, else who decides, else nobody in particular.
    pub(super) fn viewer(&self) -> Option<PlayerId> {
        match (self.view.or(self.human), self.actor()) {
            (Some(viewer), _) => Some(viewer),
            (None, Some(Actor::Player(player))) => Some(player),
            _ => None,
        }
    }

    /// The player who is to look next, if another one looked last and there is something to hide.
    pub(super) fn keyboard_passes(&mut self, terminal: bool) -> Option<PlayerId> {
        let viewer = self.viewer();
        let before = std::mem::replace(&mut self.drawn_for, viewer);
        viewer.filter(|_| {
            terminal && self.view.or(self.human).is_none() && self.session.hides() && before.is_some() && before != viewer
        })
    }

    /// The seed, if it gives nothing away: where nothing is hidden, and after the game.
    pub(super) fn told_seed(&self) -> Option<u64> {
        (!self.session.hides() || self.over()).then_some(self.seed())
    }

    /// Another seed for the next game of a match: the next one of a row that somebody began, else one that nobody can guess.
    pub(super) fn next_seed(&mut self) -> Result<(), Failure> {
        let seed = if self.seed_is_known { self.seed().wrapping_add(1) } else { any_seed()? };
        self.session.set_seed(seed);
        Ok(())
    }

    /// Plays what chance and opponents decide, up to the next decision of a person; whether there was anything.
    pub(super) fn advance(&mut self, out: &mut dyn Write) -> Result<bool, Failure> {
        self.list()?;
        if self.since.is_none() {
            self.run_clock();
        }
        let mut decided = Vec::new();
        while decided.len() < MOST_IN_A_ROW {
            let Some(actor) = self.actor().filter(|actor| !self.is_human(*actor)) else { break };
            let Some(chosen) = self.chosen(actor)? else { break };
            let told = self.may_be_told(chosen)?;
            let who = super::screen::decider(self, actor);
            let text = self.text(chosen)?.filter(|_| told);
            if !self.play(chosen)? {
                super::screen::decided(&decided, out)?;
                return Ok(true);
            }
            decided.push((who, text));
        }
        super::screen::decided(&decided, out)?;
        if decided.len() < MOST_IN_A_ROW {
            return Ok(!decided.is_empty());
        }
        writeln!(out, "The opponents have played {MOST_IN_A_ROW} moves without you; this leads nowhere.")?;
        self.end(None, "agreement");
        Ok(true)
    }

    /// What chance or an opponent decides.
    fn chosen(&mut self, actor: Actor) -> Result<Option<usize>, Failure> {
        let hurried = hurried(self.hurry);
        let (clock, pace) = (Clock::wall().stopped_by(&hurried), self.pace());
        match (&mut self.opponent, actor) {
            (Opponent::Outside(ask), Actor::Player(_)) => {
                let decision = self.session.decision(None)?;
                let (program, game) = (self.session.program(), self.session.game());
                ask(program, game, &decision.moves, pace).map(Some).map_err(Failure::Wrong)
            }
            (Opponent::Agent(agent), _) => {
                let mut thinker = self.session.thinker(*agent, MEMORY)?;
                pace.into_iter().for_each(|pace| thinker.by_the_clock(pace));
                Ok(self.session.think(&mut thinker, clock)?.map(|thought| thought.option))
            }
            (Opponent::Outside(_), Actor::Chance) => Ok(self.session.agent(Agent::Random, clock)?),
        }
    }

    /// A move that looks good to whoever looks at the board, for who decides.
    pub(super) fn hint(&self) -> Result<Option<String>, Failure> {
        Ok(self.session.hint(self.viewer())?)
    }

    /// The best line of play for who decides, by what whoever looks can see.
    pub(super) fn best(&self) -> Result<Analysis, Failure> {
        let mut thinker = self.session.thinker(ADVISER, MEMORY)?;
        let hurried = hurried(self.hurry);
        let clock = Clock::wall().stopped_by(&hurried);
        Ok(self.session.analyse(self.viewer(), &mut thinker, 1, clock, &|_| ())?)
    }

    /// The options of the decision at hand as the viewer may see them.
    #[cfg(feature = "full-screen")]
    pub(super) fn options(&self) -> &Decision {
        &self.list
    }

    /// What whoever looks means by a typed text.
    pub(super) fn find(&self, typed: &str) -> Result<Found, Failure> {
        Ok(self.session.find(typed, self.viewer())?)
    }

    /// Plays a move of the list; whether there was time for it.
    pub(super) fn play(&mut self, index: usize) -> Result<bool, Failure> {
        if !self.note_time() {
            return Ok(false);
        }
        self.session.take(index)?;
        self.run_clock();
        self.list()?;
        file::save_always(self);
        Ok(true)
    }

    /// Whether a decision names nothing that somebody who looks at the screen cannot know.
    pub(super) fn may_be_told(&self, index: usize) -> Result<bool, Failure> {
        Ok(self.session.may_be_told(index, &self.lookers())?)
    }

    /// Everybody who looks at the screen.
    pub(super) fn lookers(&self) -> Vec<PlayerId> {
        let players = (0..self.program().equipment.players.len() as u8).map(PlayerId);
        players.filter(|player| self.view.or(self.human).is_none_or(|only| only == *player)).collect()
    }

    /// The players end the game, won by a side or drawn.
    pub(super) fn end(&mut self, winner: Option<SideId>, reason: &str) {
        let rules = self.program().equipment.games_of_match.as_ref();
        let left = rules.map_or(0, |rules| matches::left(self.program(), rules, self.session.position()));
        self.session.end(winner.into_iter().collect(), reason, left);
        // There is nothing to choose any more.
        if let Ok(list) = self.session.decision(None) {
            self.list = list;
        }
        file::save_always(self);
    }

    pub(super) fn list(&mut self) -> Result<(), Failure> {
        self.list = self.session.decision(self.viewer())?;
        Ok(())
    }
}

/// Whether whoever thinks is to play at once: from when that was asked for, to the end of the decision. It is not looked for all the time.
fn hurried(hurry: fn() -> bool) -> impl Fn() -> bool + Sync {
    let (begun, looked, hurried) = (Instant::now(), AtomicU64::new(0), AtomicBool::new(false));
    move || {
        let now = begun.elapsed().as_millis() as u64;
        if !hurried.load(Ordering::Relaxed) && now >= looked.load(Ordering::Relaxed) + LOOK {
            looked.store(now, Ordering::Relaxed);
            hurried.store(hurry(), Ordering::Relaxed);
        }
        hurried.load(Ordering::Relaxed)
    }
}
