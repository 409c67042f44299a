//! Setting up a position with keys and taps. The game on the table stays unchanged until the user plays on from the new
//! position.

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

/// The legend of keys.
pub(super) const KEYS: &str = "Enter, taps: put | Tab: what | Del: lift | m: mover | c: clear | F2: play | Esc";

/// A position that is being set up.
pub(super) struct Editor {
    /// The game that would begin there.
    session: Session,
    /// The pieces that can be put, each with its sign on the board: `wk White king`.
    pieces: Vec<(String, setup::Piece)>,
    /// The index of the piece that is put.
    chosen: usize,
    /// Whether anything was changed.
    is_changed: bool,
}

/// The effect of a key.
pub(super) enum Edited {
    /// Editing goes on.
    Yes,
    /// The key is not for the editor.
    No,
    /// The game goes on from the position.
    Played(Box<Session>),
    /// Editing was given up, and the game is unchanged.
    Left,
}

impl Editor {
    /// Begins to edit the position of the game on the table. If that is not possible, says why.
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

    /// The game that would begin there, if anything was changed.
    pub(super) fn changed(self) -> Option<Session> {
        self.is_changed.then_some(self.session)
    }

    /// The position as it is now.
    pub(super) fn shown(&self) -> Setup {
        self.session.shown(None)
    }

    /// The player to move, and the pieces that can be put, with a sign before the chosen one.
    pub(super) fn lines(&self) -> Vec<String> {
        let mover = self.mover().map(|(_, name)| format!("{name} to move (m)."));
        let piece = |(i, (words, _)): (usize, &(String, setup::Piece))| {
            let sign = if i == self.chosen { '>' } else { ' ' };
            format!("{sign} {words}").replace(' ', TOGETHER)
        };
        mover.into_iter().chain(["Put (Tab):".to_owned()]).chain(self.pieces.iter().enumerate().map(piece)).collect()
    }

    /// The chosen piece, in words.
    pub(super) fn chosen(&self) -> &str {
        self.pieces.get(self.chosen).map_or("", |(words, _)| words)
    }

    /// Handles a key, with the cursor on a square.
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

    /// Puts the chosen piece on a square, or lifts it if it is there already.
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

    /// The player to move: number and name.
    fn mover(&self) -> Option<(usize, &str)> {
        let equipment = self.equipment();
        let player = equipment.turn_order.get(usize::from(self.shown().turn))?.index();
        Some((player, equipment.players.get(player)?.name.as_str()))
    }
}
