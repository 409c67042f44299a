//! A game in progress, and who plays whom. The rules decide; this keeps the records.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use draughtsman::agents::{Agent, Clock, Effort, Knowledge, MEMORY, Means};
use draughtsman::analysis::matches;
use draughtsman::engine::Actor;
use draughtsman::model::setup::Piece;
use draughtsman::model::{PlayerId, SideId, SiteId};
use draughtsman::notation::saved::Ended;
use draughtsman::notation::squares;
use draughtsman::notation::symbols::piece_words;
use draughtsman::program::Program;
use draughtsman::session::{Analysis, Decision, Found, Session};

use super::super::agents::{Who, read};
use super::super::answer::Failure;
use super::super::arguments::RulesArguments;
use super::super::output::ForceArgument;
use super::super::position::{Begun, any_seed};
use super::opponents::{Opponent, hurried};
use super::{Arguments, file};

/// The agent that finds the best line of play.
const ADVISER: Agent = Agent::AlphaBeta(
    Effort { nodes: None, time: Some(Duration::from_secs(1)), depth: None },
    Means { knowledge: Knowledge::Learned, threads: 1, memory: None },
);

/// A game in progress.
pub(super) struct Table {
    pub(super) session: Session,
    /// Whether the game was resumed from a file, which does not say who plays, and people play all sides.
    pub(super) is_resumed: bool,
    /// The player whose view is shown, if it is not that of the player to move.
    pub(super) view: Option<PlayerId>,
    /// The rules as they were named, by which saved games are read.
    pub(super) rules: RulesArguments,
    /// The one player who is a person, or `None` if all are.
    pub(super) human: Option<PlayerId>,
    pub(super) opponent: Opponent,
    /// Number of decisions of chance and opponents since a person last decided.
    pub(super) in_a_row: usize,
    pub(super) drawing: Drawing,
    pub(super) meanwhile: Meanwhile,
    /// Whether a person sits at a terminal: a game that was not saved is then kept.
    pub(super) terminal: bool,
    pub(super) saving: Saving,
    /// Whether somebody chose the seed, here or when the game was begun.
    seed_is_known: bool,
    /// Whether a player has decided something here, or a position was set up: otherwise there is nothing to save.
    pub(super) touched: bool,
    /// Whether decisions that have revealed something may be taken back.
    pub(super) undo_revealed: bool,
    /// The time since which the clock runs for the player to move.
    pub(super) since: Option<Instant>,
    /// The options of the current decision, as the viewer may see them.
    list: Arc<Decision>,
}

/// What can come from the keyboard while others think.
#[derive(Clone, Copy)]
pub(super) struct Meanwhile {
    /// Whether the agent that thinks is to play at once.
    pub(super) hurry: fn() -> bool,
    /// Whether the user wants to leave while an external engine thinks, which cannot be hurried.
    pub(super) leave: fn() -> bool,
    /// Whether no user is left who would see what is played.
    pub(super) gone: fn() -> bool,
}

/// How the board is shown.
pub(super) struct Drawing {
    pub(super) flip: bool,
    /// Whether the position is described in words, and not drawn.
    pub(super) in_words: bool,
    /// The viewer for whom the board was last drawn.
    drawn_for: Option<PlayerId>,
}

/// Where the game is saved.
pub(super) struct Saving {
    pub(super) save: Option<PathBuf>,
    /// `--force`: whether files that others made may be replaced.
    pub(super) force: ForceArgument,
    /// Why the current state of the game is not where `--save` said.
    pub(super) trouble: Option<String>,
    /// The file that the game was last saved to or read from, and the state of the game then.
    kept: Option<(PathBuf, Standing)>,
    /// The content of that file, if the game has everything that it said.
    held: Option<Vec<u8>>,
    /// The moves that were in the file when it was read, and how the players ended the game: what taking back may lose.
    given: (Vec<String>, Option<Ended>),
}

/// What a saved game says of a game: its moves, how the players ended it, and the number of earlier games of the match.
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
                Some(Who::Hub(command)) => Opponent::Outside(command, None),
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
            is_resumed: false,
            view,
            rules,
            human,
            opponent,
            drawing: Drawing { flip: arguments.flip, in_words: arguments.plain, drawn_for: None },
            terminal: false,
            meanwhile: Meanwhile { hurry: || false, leave: || false, gone: || false },
            in_a_row: 0,
            saving: Saving {
                save: arguments.save.clone(),
                force: arguments.force,
                trouble: None,
                kept: None,
                held: None,
                given: Default::default(),
            },
            seed_is_known,
            touched: false,
            undo_revealed: arguments.undo_revealed,
            since: None,
        };
        table.list()?;
        Ok(table)
    }

    /// Puts another game by the same rules on the table.
    pub(super) fn put(&mut self, mut session: Session) -> Result<(), Failure> {
        match session.seed() {
            Some(_) => self.seed_is_known = true,
            None => session.set_seed(self.seed()),
        }
        if session.clock().is_none() {
            session.set_clock(self.session.clock().map(|clock| clock.control));
        }
        self.session = session;
        self.is_resumed = false;
        self.since = None;
        self.drawing.drawn_for = None;
        self.touched = false;
        self.saving.kept = None;
        self.saving.held = None;
        self.saving.given = Default::default();
        self.list()
    }

    /// Puts the next game of the match on the table. It is saved with those before it, in the same file.
    pub(super) fn put_next(&mut self, session: Session) -> Result<(), Failure> {
        let (kept, held) = (self.saving.kept.take(), self.saving.held.take());
        self.put(session)?;
        (self.saving.kept, self.saving.held) = (kept, held);
        self.touched = true;
        Ok(())
    }

    /// Puts another position by the same rules on the table. This does not count as choosing a seed.
    pub(super) fn set_up(&mut self, session: Session) -> Result<(), Failure> {
        let seed_is_known = self.seed_is_known;
        self.put(session)?;
        self.touched = true;
        self.seed_is_known = seed_is_known;
        Ok(())
    }

    /// The seed that determines all chance.
    pub(super) fn seed(&self) -> u64 {
        self.session.seed().unwrap_or_default()
    }

    fn standing(&self) -> Standing {
        (self.session.texts().to_vec(), self.session.ended().cloned(), self.session.earlier().len())
    }

    /// Records that this state of the game was read from a file. `held` is the content of the file, if the game has all of
    /// it.
    pub(super) fn is_read(&mut self, path: PathBuf, held: Option<Vec<u8>>) {
        self.saving.given = (self.session.texts().to_vec(), self.session.ended().cloned());
        self.saving.kept = Some((path, self.standing()));
        self.saving.held = held;
    }

    /// Records that this state of the game was written to a file. What the file no longer has need not be protected there.
    pub(super) fn is_written(&mut self, path: PathBuf, text: String) {
        if self.lacks() || self.was_kept() != Some(&path) {
            self.saving.given = Default::default();
        }
        self.saving.kept = Some((path, self.standing()));
        self.saving.held = Some(text.into_bytes());
    }

    /// Whether the game lacks something that was in the file when it was read.
    pub(super) fn lacks(&self) -> bool {
        let (texts, ended) = &self.saving.given;
        !self.session.texts().starts_with(texts) || ended.is_some() && self.session.ended() != ended.as_ref()
    }

    /// Whether something that was in the file was taken back, and nothing was played in its place.
    pub(super) fn only_takes_back(&self) -> bool {
        let (texts, ended) = &self.saving.given;
        let is_new = self.session.ended().is_some_and(|now| Some(now) != ended.as_ref());
        self.lacks() && !is_new && texts.starts_with(self.session.texts())
    }

    /// The content of a file when this game was last saved to it or read from it, if the game has everything that it said.
    pub(super) fn held(&self, path: &Path) -> Option<&[u8]> {
        let real = |path: &Path| std::fs::canonicalize(path).ok();
        let same = self.was_kept().is_some_and(|kept| kept == path || real(kept).is_some_and(|kept| real(path) == Some(kept)));
        self.saving.held.as_deref().filter(|_| same)
    }

    /// The file that holds this state of the game.
    pub(super) fn kept(&self) -> Option<&Path> {
        self.saving.kept.as_ref().filter(|(_, then)| *then == self.standing()).map(|(path, _)| path.as_path())
    }

    /// The file that the game was last saved to or read from, in whatever state.
    pub(super) fn was_kept(&self) -> Option<&Path> {
        self.saving.kept.as_ref().map(|(path, _)| path.as_path())
    }

    pub(super) fn program(&self) -> &Program {
        self.session.program()
    }

    /// The texts of the moves of the current decision, as the viewer may see them.
    pub(super) fn texts(&self) -> &[String] {
        &self.list.texts
    }

    /// The text of a move in the full list, from which nothing is hidden.
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

    /// The player whose view is shown: the one chosen, the only person, or the player to move; `None` if there is none of
    /// these.
    pub(super) fn viewer(&self) -> Option<PlayerId> {
        match (self.view.or(self.human), self.actor()) {
            (Some(viewer), _) => Some(viewer),
            (None, Some(Actor::Player(player))) => Some(player),
            _ => None,
        }
    }

    /// The player who takes the keyboard, if another one looked at the screen last and there is something to hide.
    pub(super) fn keyboard_passes(&mut self) -> Option<PlayerId> {
        let viewer = self.viewer();
        let before = std::mem::replace(&mut self.drawing.drawn_for, viewer);
        let is_secret = self.terminal && self.view.or(self.human).is_none() && self.session.hides();
        // The user who resumes a game may not be the player to move; at the beginning nothing has been shown yet.
        viewer.filter(|_| is_secret && before != viewer && (before.is_some() || self.is_begun()))
    }

    /// Whether a player, and not only chance, has decided something.
    fn is_begun(&self) -> bool {
        let positions = self.session.game().positions();
        let mut decisions = positions.iter().take(self.session.texts().len());
        !self.session.earlier().is_empty()
            || decisions.any(|before| matches!(before.actor(self.program()), Some(Actor::Player(_))))
    }

    /// The seed, if it reveals nothing: in games without secrets, and after the game.
    pub(super) fn told_seed(&self) -> Option<u64> {
        (!self.session.hides() || self.over()).then_some(self.seed())
    }

    /// Sets the seed of the next game of a match: the next number if the seed was chosen, else an unpredictable one.
    pub(super) fn next_seed(&mut self) -> Result<(), Failure> {
        let seed = if self.seed_is_known { self.seed().wrapping_add(1) } else { any_seed()? };
        self.session.set_seed(seed);
        Ok(())
    }

    /// A move for the player to move that looks good at once, by what the viewer can see.
    pub(super) fn hint(&self) -> Result<Option<String>, Failure> {
        Ok(self.session.hint(self.viewer())?)
    }

    /// The best line of play for the player to move, by what the viewer can see.
    pub(super) fn best(&self) -> Result<Analysis, Failure> {
        let mut thinker = self.session.thinker(ADVISER, MEMORY)?;
        let hurried = hurried(self.meanwhile.hurry);
        let clock = Clock::wall().stopped_by(&hurried);
        Ok(self.session.analyse(self.viewer(), &mut thinker, 1, clock, &|_| ())?)
    }

    /// The options of the current decision, as the viewer may see them.
    #[cfg(feature = "full-screen")]
    pub(super) fn options(&self) -> &Decision {
        &self.list
    }

    /// What the viewer means by a typed text.
    pub(super) fn find(&self, typed: &str) -> Result<Found, Failure> {
        Ok(self.session.find(typed, self.viewer())?)
    }

    /// Plays a move of the list. Returns whether the player had time for it.
    pub(super) fn play(&mut self, index: usize) -> Result<bool, Failure> {
        if !self.note_time() {
            return Ok(false);
        }
        // Decisions of chance are no moves.
        self.touched |= self.actor().is_some_and(|actor| actor != Actor::Chance);
        self.session.take(index)?;
        self.run_clock();
        self.list()?;
        file::save_always(self);
        Ok(true)
    }

    /// The text of the decision just made. If positions are described in words, it says what was captured too.
    pub(super) fn with_prey(&self, text: Option<String>) -> Option<String> {
        let changed = self.session.changed(self.view.or(self.human)).filter(|_| self.drawing.in_words);
        let taken = changed.map(|changed| changed.taken).unwrap_or_default();
        let equipment = &self.program().equipment;
        let prey = |(site, piece): &(SiteId, Piece)| {
            format!("{} on {}", piece_words(equipment, piece), squares::name(equipment, *site))
        };
        let prey: Vec<String> = taken.iter().map(prey).collect();
        text.map(|text| if prey.is_empty() { text } else { format!("{text}, taking {}", prey.join(", ")) })
    }

    /// Whether a decision names nothing that one of these players cannot know.
    pub(super) fn may_be_told(&self, index: usize, to: &[PlayerId]) -> Result<bool, Failure> {
        Ok(self.session.may_be_told(index, to)?)
    }

    /// All players who look at the screen.
    pub(super) fn lookers(&self) -> Vec<PlayerId> {
        let players = (0..self.program().equipment.players.len() as u8).map(PlayerId);
        players.filter(|player| self.view.or(self.human).is_none_or(|only| only == *player)).collect()
    }

    /// The winners if a player resigns or runs out of time: all other sides that are still in the game.
    pub(super) fn winners_without(&self, player: PlayerId) -> Vec<SideId> {
        let out = self.session.position().to_setup(self.program()).out;
        self.program().equipment.winners_without(player, &out)
    }

    /// Ends the game by a decision of the players, won by these sides or drawn.
    pub(super) fn end(&mut self, winners: Vec<SideId>, reason: &str) {
        let rules = self.program().equipment.games_of_match.as_ref();
        let left = rules.map_or(0, |rules| matches::left(self.program(), rules, self.session.position()));
        self.session.end(winners, reason, left);
        self.touched = true;
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
