//! Who sits at the screen: what keys and taps do.

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

/// Why nobody sits there any more.
pub(super) enum Ended {
    /// Somebody has had enough.
    Said(&'static str),
    /// The terminal is gone; a game from a position that was being set up.
    Gone(Option<Box<Session>>),
}

/// A game under way on the whole screen.
pub(super) struct Desk<'t> {
    pub(super) table: &'t mut Table,
    pub(super) said: Said,
    pub(super) typing: Typing,
    /// The square that is pointed at.
    pub(super) cursor: SiteId,
    /// The column of the board that keys keep to.
    column: Option<usize>,
    /// The squares that were picked for a move.
    pub(super) picked: Vec<SiteId>,
    /// A position that is being set up, meanwhile.
    pub(super) editor: Option<Editor>,
    /// Who is to look next, when it is somebody else who has to turn away.
    pub(super) passing: Option<PlayerId>,
    /// Whether a draw is offered, and the next line answers.
    is_asked: bool,
    /// Whether something has been played that has not been looked at.
    is_stale: bool,
    /// What the clock showed when it was last drawn.
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

    /// Plays until somebody has had enough.
    pub(super) fn sit(mut self, glass: &mut Glass) -> Result<Ended, Failure> {
        let why = self.go_on(glass)?;
        Ok(why.map_or_else(|| Ended::Gone(self.editor.and_then(Editor::changed).map(Box::new)), Ended::Said))
    }

    /// Plays until somebody has had enough, and said why; nothing if the terminal is gone.
    fn go_on(&mut self, glass: &mut Glass) -> Result<Option<&'static str>, Failure> {
        self.said.by(|out| screen::welcome(self.table, out))?;
        let (mut is_begun, mut came) = (false, Came::Resized);
        loop {
            // Another program that was left thinking is asked again, if nothing that was typed has led elsewhere.
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
                    // Where a move can begin.
                    let begun = candidates(&self.table.options().moves, &[]);
                    self.cursor = begun.iter().find_map(|one| one.next).unwrap_or(SiteId(0));
                }
                if self.passing.is_some() {
                    // What was said before anybody sat here is for everybody.
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

    /// Lets chance and opponents play, each of whom is shown while it thinks; whether there is still a screen.
    fn let_others_play(&mut self, glass: &mut Glass) -> Result<bool, Failure> {
        // Where there are secrets, whose view it would be may not sit there.
        let is_open = !self.table.session.hides() || self.table.view.or(self.table.human).is_some();
        let mut thoughts = 0;
        loop {
            if is_open && !self.show(glass)? {
                return Ok(false);
            }
            let played = self.said.by(|out| self.table.advance(thoughts, out))?;
            // The first time only chance has decided: who thinks after it is to be seen.
            if self.table.thinks().is_none() || thoughts > 0 && !played {
                return Ok(true);
            }
            thoughts = 1;
        }
    }

    /// What would be said on standard error, across the screen.
    fn tell_what_waits(&mut self) -> Result<(), Failure> {
        report::waiting().into_iter().try_for_each(|sentence| self.said.by(|out| Ok(writeln!(out, "{sentence}")?)))
    }

    /// Draws everything; whether there is still a screen.
    fn show(&mut self, glass: &mut Glass) -> Result<bool, Failure> {
        let (colours, ascii) = (glass.colours, glass.ascii);
        let mut drawn = Ok(None);
        let shown = glass.draw(|frame| drawn = picture::draw(self, frame, colours, ascii)).is_ok();
        self.pane = drawn?;
        Ok(shown)
    }

    /// What somebody does; why nobody goes on after that, if so.
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

    /// Does what a line says.
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

    /// Begins to set a position up.
    fn set_up(&mut self) -> Result<(), Failure> {
        self.picked.clear();
        self.typing.text.clear();
        self.editor = self.said.by(|out| Editor::new(self.table, out))?;
        Ok(())
    }

    /// Whether a position is being set up, and the key was for that.
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

    /// A square that is tapped.
    fn tap(&mut self, site: SiteId) -> Result<(), Failure> {
        let Some(editor) = &mut self.editor else { return self.pick(site) };
        (self.cursor, self.column) = (site, None);
        self.said.by(|out| editor.put(site, out))
    }

    /// One more square of a move; the last one again ends it there.
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
