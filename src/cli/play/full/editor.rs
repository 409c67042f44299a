//! Setting a position up by pointing: what is put where keys and taps say. The game on the table stays as it is until somebody plays on
//! from there.

use std::io::Write;

use draughtsman::model::setup::{self, Setup};
use draughtsman::model::{Equipment, KindId, SiteId};
use draughtsman::notation::json::change::Change;
use draughtsman::notation::json::position;
use draughtsman::notation::squares;
use draughtsman::notation::symbols::{marks, piece_words};
use draughtsman::session::Session;
use ratatui::crossterm::event::KeyCode;

use super::super::super::answer::Failure;
use super::super::set_up;
use super::super::table::Table;
use super::picture::TOGETHER;

/// What keys do.
pub(super) const KEYS: &str = "Enter, taps: put | Tab: what | Del: lift | m: mover | c: clear | F2: play | Esc";

/// A position that is being set up.
pub(super) struct Editor {
    /// A game that would begin there.
    session: Session,
    /// What can be put, each with its sign on the board: `wk White king`.
    pieces: Vec<(String, setup::Piece)>,
    /// Which of them is put.
    chosen: usize,
    /// Whether anything was changed.
    is_changed: bool,
}

/// What comes of a key.
pub(super) enum Edited {
    /// It goes on.
    Yes,
    /// It is no key of the editor.
    No,
    /// Somebody plays on from there.
    Played(Box<Session>),
    /// The game is as it was.
    Left,
}

impl Editor {
    /// Sets up the position of the game on the table, if it may be; if not, why is said.
    pub(super) fn new(table: &Table, out: &mut dyn Write) -> Result<Option<Editor>, Failure> {
        let Some(session) = set_up::begun(table, out)? else { return Ok(None) };
        let equipment = &table.program().equipment;
        let piece = |(mark, owner, kind)| {
            let piece = setup::Piece { owner, kind, slots: Vec::new() };
            (format!("{mark} {}", piece_words(equipment, &piece)), piece)
        };
        let may = |owner, kind: KindId| equipment.kinds[kind.index()].owner.is_none_or(|only| only == owner);
        let pieces = marks(equipment).into_iter().filter(|(_, owner, kind)| may(*owner, *kind)).map(piece).collect();
        Ok(Some(Editor { session, pieces, chosen: 0, is_changed: false }))
    }

    /// A game that would begin there, if anything was changed.
    pub(super) fn changed(self) -> Option<Session> {
        self.is_changed.then_some(self.session)
    }

    /// What stands there now.
    pub(super) fn shown(&self) -> Setup {
        self.session.shown(None)
    }

    /// What can be put, what is put with a sign before it; who is to move.
    pub(super) fn lines(&self) -> Vec<String> {
        let mover = self.mover().map(|(_, name)| format!("{name} to move (m)."));
        let piece = |(i, (words, _)): (usize, &(String, setup::Piece))| {
            let sign = if i == self.chosen { '>' } else { ' ' };
            format!("{sign} {words}").replace(' ', TOGETHER)
        };
        mover.into_iter().chain(["Put (Tab):".to_owned()]).chain(self.pieces.iter().enumerate().map(piece)).collect()
    }

    /// What is put.
    pub(super) fn chosen(&self) -> &str {
        self.pieces.get(self.chosen).map_or("", |(words, _)| words)
    }

    /// Does what a key says, where that square is pointed at.
    pub(super) fn press(&mut self, key: KeyCode, site: SiteId, out: &mut dyn Write) -> Result<Edited, Failure> {
        let many = self.pieces.len().max(1);
        match key {
            KeyCode::Tab => self.chosen = (self.chosen + 1) % many,
            KeyCode::BackTab => self.chosen = (self.chosen + many - 1) % many,
            KeyCode::Enter | KeyCode::Char(' ') => self.put(site, out)?,
            KeyCode::Delete | KeyCode::Backspace => self.make(&Change::Lift { at: self.name(site) }, out)?,
            KeyCode::Char('c') => self.make(&Change::Clear, out)?,
            KeyCode::Char('m') => {
                let players = &self.equipment().players;
                if let Some((number, _)) = self.mover() {
                    self.make(&Change::Mover(players[(number + 1) % players.len()].name.clone()), out)?;
                }
            }
            KeyCode::F(2) => return Ok(Edited::Played(Box::new(self.session.clone()))),
            KeyCode::Esc => return Ok(Edited::Left),
            KeyCode::Char(_) => {}
            _ => return Ok(Edited::No),
        }
        Ok(Edited::Yes)
    }

    /// Puts what is chosen on a square; where it stands already it is lifted.
    pub(super) fn put(&mut self, site: SiteId, out: &mut dyn Write) -> Result<(), Failure> {
        let Some((_, piece)) = self.pieces.get(self.chosen) else { return Ok(()) };
        let at = self.name(site);
        let is_there =
            self.shown().tower(site).last().is_some_and(|there| (there.owner, there.kind) == (piece.owner, piece.kind));
        let equipment = self.equipment();
        let change = if is_there {
            Change::Lift { at }
        } else {
            let owner = equipment.sides[piece.owner.index()].name.clone();
            let kind = equipment.kinds[piece.kind.index()].name.clone();
            Change::Piece { at, is: position::Piece { owner, kind, slots: Default::default() }, on_top: false }
        };
        self.make(&change, out)
    }

    fn make(&mut self, change: &Change, out: &mut dyn Write) -> Result<(), Failure> {
        match self.session.edited(change) {
            Ok(session) => (self.session, self.is_changed) = (session, true),
            Err(error) => set_up::not_set_up(error, out)?,
        }
        Ok(())
    }

    fn equipment(&self) -> &Equipment {
        &self.session.program().equipment
    }

    fn name(&self, site: SiteId) -> String {
        squares::name(self.equipment(), site)
    }

    /// Whose turn it is: the number of the player, and the name.
    fn mover(&self) -> Option<(usize, &str)> {
        let equipment = self.equipment();
        let player = equipment.turn_order.get(usize::from(self.shown().turn))?.index();
        Some((player, equipment.players.get(player)?.name.as_str()))
    }
}
