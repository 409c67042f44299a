//! The main loop of the full screen: what keys and taps do.

use draughtsman::model::{PlayerId, SiteId};
use draughtsman::notation::plan::Way;
use draughtsman::notation::pointing::{candidates, meant};
use draughtsman::notation::squares;
use draughtsman::session::Session;
use ratatui::crossterm::event::KeyCode;

use super::super::super::answer::Failure;
use super::super::super::report;
use super::super::command::{self, Command, HELP};
use super::super::table::Table;
use super::super::{file, screen};
use super::editor::{Edited, Editor};
use super::glass::{Came, Glass};
use super::meanwhile;
use super::pane::Pane;
use super::picture;
use super::talk::{Said, Typing};

/// Why the loop ended.
pub(super) enum Ended {
    /// The user leaves, for a reason in words.
    Said(&'static str),
    /// The terminal was closed. If a position was being set up, this is the game that would begin there.
    Gone(Option<Box<Session>>),
}

/// A game in progress on the full screen.
pub(super) struct Desk<'t> {
    pub(super) table: &'t mut Table,
    pub(super) said: Said,
    pub(super) typing: Typing,
    /// The square under the cursor.
    pub(super) cursor: SiteId,
    /// The column that the cursor keeps to when it moves up and down.
    column: Option<usize>,
    /// The squares picked for a move so far.
    pub(super) picked: Vec<SiteId>,
    /// The editor, while a position is being set up.
    pub(super) editor: Option<Editor>,
    /// The player who is to take the keyboard, while all others turn away.
    pub(super) passing: Option<PlayerId>,
    /// Whether a draw was offered, and the next line is the answer.
    is_asked: bool,
    /// Whether something was played after which opponents and views have not been brought up to date.
    is_stale: bool,
    /// The times left, as they were last drawn.
    dials: Option<String>,
    /// The board as it was last drawn.
    pane: Option<Pane>,
}

impl<'t> Desk<'t> {
    pub(super) fn new(table: &'t mut Table) -> Desk<'t> {
        Desk {
            table,
            said: Said::default(),
            typing: Typing::default(),
            cursor: SiteId(0),
            column: None,
            picked: Vec::new(),
            editor: None,
            passing: None,
            is_asked: false,
            is_stale: true,
            dials: None,
            pane: None,
        }
    }

    /// Plays until the user leaves, or the terminal is closed.
    pub(super) fn sit(mut self, glass: &mut Glass) -> Result<Ended, Failure> {
        let why = self.go_on(glass)?;
        Ok(why.map_or_else(|| Ended::Gone(self.editor.and_then(Editor::changed).map(Box::new)), Ended::Said))
    }

    /// Plays until the user leaves. Returns the reason in words, or `None` if the terminal was closed.
    fn go_on(&mut self, glass: &mut Glass) -> Result<Option<&'static str>, Failure> {
        self.said.by(|out| screen::welcome(self.table, out))?;
        let (mut is_begun, mut came) = (false, Came::Resized);
        loop {
            // An external engine that was left thinking is asked again, unless queued input may lead elsewhere.
            self.is_stale |= self.table.thinks().is_some() && !meanwhile::waits();
            if std::mem::take(&mut self.is_stale) {
                self.picked.clear();
                self.is_asked = false;
                if !self.let_others_play(glass)? {
                    return Ok(None);
                }
                self.passing = self.table.keyboard_passes();
                let was_begun = std::mem::replace(&mut is_begun, true);
                if !was_begun {
                    // The cursor begins where a move can begin.
                    let begun = candidates(&self.table.options().moves, &[]);
                    self.cursor = begun.iter().find_map(|one| one.next).unwrap_or(SiteId(0));
                }
                if self.passing.is_some() {
                    // What was said before the first player came is for everybody.
                    if was_begun {
                        self.said.forget();
                    }
                    self.typing = Typing::default();
                    meanwhile::forget();
                }
            }
            self.tell_what_waits()?;
            let dials = self.table.dials();
            if (came != Came::Nothing || dials != self.dials) && !self.show(glass)? {
                return Ok(None);
            }
            self.dials = dials;
            came = glass.next();
            if self.table.is_late() {
                self.table.note_time();
                self.is_stale = true;
            }
            if came == Came::Gone {
                return Ok(None);
            }
            if let Some(why) = self.obey(came)? {
                return Ok(Some(why));
            }
        }
    }

    /// Lets chance and opponents play, and shows each of them while it thinks. Returns whether there is still a screen.
    fn let_others_play(&mut self, glass: &mut Glass) -> Result<bool, Failure> {
        // In a game with secrets, the player whose view this is may not be at the screen.
        let is_open = !self.table.session.hides() || self.table.view.or(self.table.human).is_some();
        let mut thoughts = 0;
        loop {
            if is_open && !self.show(glass)? {
                return Ok(false);
            }
            let played = self.said.by(|out| self.table.advance(thoughts, out))?;
            // The first time only chance decides, so that the opponent who thinks next is seen.
            if self.table.thinks().is_none() || thoughts > 0 && !played {
                return Ok(true);
            }
            thoughts = 1;
        }
    }

    /// Shows what would be written to standard error, across the screen.
    fn tell_what_waits(&mut self) -> Result<(), Failure> {
        report::waiting().into_iter().try_for_each(|sentence| self.said.by(|out| Ok(writeln!(out, "{sentence}")?)))
    }

    /// Draws everything. Returns whether there is still a screen.
    fn show(&mut self, glass: &mut Glass) -> Result<bool, Failure> {
        let (colours, ascii) = (glass.colours, glass.ascii);
        let mut drawn = Ok(None);
        let shown = glass.draw(|frame| drawn = picture::draw(self, frame, colours, ascii)).is_ok();
        self.pane = drawn?;
        Ok(shown)
    }

    /// Handles an event. Returns the reason in words if the user leaves.
    fn obey(&mut self, came: Came) -> Result<Option<&'static str>, Failure> {
        if let Some(player) = self.passing {
            match came {
                Came::Key(KeyCode::Enter) => {
                    self.passing = None;
                    self.said.by(|out| screen::played_since(self.table, player, out))?;
                    self.table.run_clock();
                }
                Came::Ctrl('c') => return Ok(Some("Stopped")),
                _ => {}
            }
            return Ok(None);
        }
        match came {
            Came::Ctrl('c') => return Ok(Some("Stopped")),
            Came::Ctrl('d') => return Ok(Some("End of input")),
            Came::Ctrl('u') => self.typing.text.clear(),
            Came::Ctrl('p') => self.typing.call_back(true),
            Came::Ctrl('n') => self.typing.call_back(false),
            Came::Tap(column, row) if !self.is_asked => {
                if let Some(site) = self.pane.as_ref().and_then(|pane| pane.at(column, row)) {
                    self.tap(site)?;
                }
            }
            Came::Wheel(up) => self.scroll(up, 3),
            Came::Key(key) => return self.press(key),
            Came::Tap(..) | Came::Ctrl(_) | Came::Resized | Came::Nothing | Came::Gone => {}
        }
        Ok(None)
    }

    fn press(&mut self, key: KeyCode) -> Result<Option<&'static str>, Failure> {
        match key {
            KeyCode::Left => self.go(Way::Left),
            KeyCode::Right => self.go(Way::Right),
            KeyCode::Up => self.go(Way::Up),
            KeyCode::Down => self.go(Way::Down),
            KeyCode::PageUp => self.scroll(true, 5),
            KeyCode::PageDown => self.scroll(false, 5),
            key if self.edits(key)? => {}
            KeyCode::F(2) => self.set_up()?,
            KeyCode::Esc => {
                self.typing.text.clear();
                self.picked.clear();
            }
            KeyCode::F(1) => self.said.at_length(|out| Ok(writeln!(out, "{HELP}")?))?,
            KeyCode::Tab => {
                let all = self.typing.complete(self.table.texts());
                if !all.is_empty() {
                    self.said.by(|out| Ok(writeln!(out, "{}", all.join("  "))?))?;
                }
            }
            KeyCode::Backspace => drop(self.typing.text.pop()),
            KeyCode::Enter if self.typing.text.is_empty() && !self.is_asked => self.pick(self.cursor)?,
            KeyCode::Char(' ') if self.typing.text.is_empty() && !self.is_asked => self.pick(self.cursor)?,
            KeyCode::Enter => return self.typed(),
            KeyCode::Char(letter) => self.typing.push(letter),
            _ => {}
        }
        Ok(None)
    }

    fn go(&mut self, way: Way) {
        let Some(pane) = &self.pane else { return };
        let column = self.column.unwrap_or(pane.column(self.cursor));
        self.cursor = pane.beside(self.cursor, way, column);
        self.column = matches!(way, Way::Up | Way::Down).then_some(column);
    }

    fn scroll(&mut self, up: bool, rows: usize) {
        self.said.back = if up { self.said.back + rows } else { self.said.back.saturating_sub(rows) };
    }

    /// Carries out a typed line.
    fn typed(&mut self) -> Result<Option<&'static str>, Failure> {
        let line = self.typing.take();
        if std::mem::take(&mut self.is_asked) {
            self.is_stale |= self.said.by(|out| command::answered(self.table, &line, out))?;
            return Ok(None);
        }
        match Command::read(&line, self.table.texts()) {
            Command::Nothing => {}
            Command::Quit => return Ok(Some("Goodbye")),
            Command::Resign => {
                self.said.by(|out| screen::resigned(self.table, out))?;
                self.is_stale = true;
            }
            Command::Draw => {
                self.is_asked = self.said.by(|out| {
                    let may = command::may_draw(self.table, out)?;
                    if may {
                        writeln!(out, "{}", command::DRAW)?;
                    }
                    Ok(may)
                })?;
            }
            Command::SetUp(how) if how.is_empty() => self.set_up()?,
            command @ (Command::Help | Command::Moves) => {
                self.said.at_length(|out| command::obey(self.table, command, out))?;
            }
            command => self.is_stale |= self.said.by(|out| command::obey(self.table, command, out))?,
        }
        Ok(None)
    }

    /// Begins to set up a position.
    fn set_up(&mut self) -> Result<(), Failure> {
        self.picked.clear();
        self.typing.text.clear();
        self.editor = self.said.by(|out| Editor::new(self.table, out))?;
        Ok(())
    }

    /// Passes a key to the editor. Returns whether a position is being set up and the key was used for it.
    fn edits(&mut self, key: KeyCode) -> Result<bool, Failure> {
        let Some(editor) = &mut self.editor else { return Ok(false) };
        match self.said.by(|out| editor.press(key, self.cursor, out))? {
            Edited::Yes => return Ok(true),
            Edited::No => return Ok(false),
            Edited::Played(session) => {
                self.said.by(|out| file::leave(self.table, out))?;
                self.table.set_up(*session)?;
                self.is_stale = true;
            }
            Edited::Left => {}
        }
        self.editor = None;
        Ok(true)
    }

    /// Handles a tap on a square.
    fn tap(&mut self, site: SiteId) -> Result<(), Failure> {
        let Some(editor) = &mut self.editor else { return self.pick(site) };
        (self.cursor, self.column) = (site, None);
        self.said.by(|out| editor.put(site, out))
    }

    /// Picks one more square of a move. Picking the last square again ends the move there.
    fn pick(&mut self, site: SiteId) -> Result<(), Failure> {
        (self.cursor, self.column) = (site, None);
        if self.table.over() {
            return Ok(());
        }
        let moves = &self.table.options().moves;
        let twice = self.picked.last() == Some(&site);
        let mut picked = self.picked.clone();
        if !twice {
            picked.push(site);
        }
        let found = candidates(moves, &picked);
        if let Some(option) = meant(&found, twice) {
            let number = format!("{}.", option + 1);
            self.is_stale |= self.said.by(|out| command::obey(self.table, Command::Move(number), out))?;
        } else if twice {
            self.picked.clear();
        } else if !found.is_empty() {
            self.picked = picked;
        } else if self.picked.is_empty() || candidates(moves, &[site]).is_empty() {
            let equipment = &self.table.program().equipment;
            let names: Vec<String> = picked.iter().map(|site| squares::name(equipment, *site)).collect();
            self.picked.clear();
            let why = Command::Why(names.join("-"));
            self.said.by(|out| command::obey(self.table, why, out))?;
        } else {
            self.picked = vec![site];
        }
        Ok(())
    }
}
