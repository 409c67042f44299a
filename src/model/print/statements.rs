//! Checked statements as text, one a line.

use super::Printer;
use crate::model::rules::{Block, ChooseCount, Chooser, Ending, PieceDestination, Statement, StatementKind, TokenDestination};

impl Printer<'_> {
    /// Statements, one a line, `depth` steps in.
    pub fn block(&self, block: &Block, depth: usize, out: &mut String) {
        for statement in &block.statements {
            self.statement(statement, depth, out);
        }
    }

    /// Statements on one line.
    pub(super) fn inline(&self, block: &Block) -> String {
        let mut out = String::new();
        self.block(block, 0, &mut out);
        let lines: Vec<&str> = out.lines().map(str::trim).collect();
        lines.join("; ")
    }

    /// A statement, with those in it below, `depth` steps in.
    pub(super) fn statement(&self, statement: &Statement, depth: usize, out: &mut String) {
        use StatementKind::*;
        let step = "  ".repeat(depth);
        let mut line = |text: String| {
            out.push_str(&step);
            out.push_str(&text);
            out.push('\n');
        };
        let nested: Vec<(String, &Block)> = match &statement.kind {
            Either(blocks) => {
                (0..).zip(blocks).map(|(i, block)| (if i == 0 { "either".into() } else { "or".to_string() }, block)).collect()
            }
            May(block) => vec![("may".into(), block)],
            Repeat(None, block) => vec![("repeat".into(), block)],
            Repeat(Some(times), block) => vec![(format!("repeat {}", self.phrase(times)), block)],
            MayRepeat(block) => vec![("may-repeat".into(), block)],
            For(local, set, block) => vec![(format!("for {} in {}", self.local(*local), self.phrase(set)), block)],
            If(condition, then, otherwise) => {
                let mut parts = vec![(format!("if {}", self.phrase(condition)), then)];
                if !otherwise.statements.is_empty() {
                    parts.push(("else".into(), otherwise));
                }
                parts
            }
            As(who, block) => vec![(format!("as {}", self.phrase(who)), block)],
            Verb(name, block) => vec![(format!("verb {name}"), block)],
            other => {
                line(self.simple(other));
                Vec::new()
            }
        };
        for (head, block) in nested {
            out.push_str(&format!("{step}{head}:\n"));
            self.block(block, depth + 1, out);
        }
    }

    fn simple(&self, kind: &StatementKind) -> String {
        use StatementKind::*;
        let p = |expr: &crate::model::expr::Expr| self.phrase(expr);
        let of = |of: &Option<crate::model::expr::Expr>| of.as_ref().map(|of| format!(" of {}", p(of))).unwrap_or_default();
        let why = |why: &Option<String>| why.as_ref().map(|why| format!(" {why:?}")).unwrap_or_default();
        match kind {
            Choose { local, count, from, by } => {
                let count = match count {
                    None => String::new(),
                    Some(ChooseCount::Exactly(number)) => format!(" {}", p(number)),
                    Some(ChooseCount::Between(least, Some(most))) => format!(" {}..{}", p(least), p(most)),
                    Some(ChooseCount::Between(least, None)) => format!(" {}..", p(least)),
                };
                let by = match by {
                    Chooser::Current => String::new(),
                    Chooser::Chance => " by chance".into(),
                    Chooser::Player(who) => format!(" by {}", p(who)),
                };
                format!("choose{count} {} in {}{by}", self.local(*local), p(from))
            }
            Let(local, value) => format!("let {} = {}", self.local(*local), p(value)),
            Require(condition) => format!("require {}", p(condition)),
            Path(path) => self.path(path),
            MovePiece(what, to) => format!("move {} to {}", p(what), self.piece_place(to)),
            PlaceNew(new, to) => {
                let kind = self.equipment.kinds.get(new.kind.index()).map_or("?", |kind| &kind.name);
                let from = new.from.and_then(|pile| self.equipment.piles.get(pile.index()));
                let from = from.map(|pile| format!(" from {}", pile.name)).unwrap_or_default();
                format!("place new {kind}{from} at {}", self.piece_place(to))
            }
            MoveToken(what, to) => format!("move-token {} to {}", p(what), self.token_place(to)),
            Take(what) => format!("take {}", p(what)),
            SetKind(what, kind) => format!("set-kind {} to {}", p(what), p(kind)),
            SetOwner(what, side) => format!("set-owner {} to {}", p(what), p(side)),
            SetSlot(slot, what, value) => {
                let slot = self.equipment.slots.get(slot.index()).map_or("slot", |slot| &slot.name);
                format!("set-{slot} {} to {}", p(what), p(value))
            }
            SetFace(what, face) => format!("set-face {} to {}", p(what), p(face)),
            SetNumber(id, whose, value) | SetKept(id, whose, value) => {
                format!("set {}{} to {}", self.stored(*id), of(whose), p(value))
            }
            Raise(id, whose, by) => format!("raise {}{} by {}", self.stored(*id), of(whose), p(by)),
            Exchange(all) => format!("exchange {}", all.iter().map(p).collect::<Vec<_>>().join(", ")),
            Shuffle(pile) => format!("shuffle {}", p(pile)),
            Show(what, to) => format!("show {} to {}", p(what), p(to)),
            Prevent => "prevent".into(),
            End(what, reason) => {
                let what = match what {
                    Ending::Leg => "leg",
                    Ending::Move => "move",
                    Ending::Turn => "turn",
                    Ending::Game => "game",
                };
                format!("end {what}{}", why(reason))
            }
            Play { moves, by } => {
                format!("play {}{}", p(moves), by.as_ref().map(|by| format!(" by {}", p(by))).unwrap_or_default())
            }
            Wins(who, reason) => format!("{} wins{}", p(who), why(reason)),
            Loses(who, reason) => format!("{} loses{}", p(who), why(reason)),
            Draw(reason) => format!("draw{}", why(reason)),
            Either(_) | May(_) | Repeat(..) | MayRepeat(_) | For(..) | If(..) | As(..) | Verb(..) => String::new(),
        }
    }

    fn piece_place(&self, to: &PieceDestination) -> String {
        match to {
            PieceDestination::Site(site) => self.phrase(site),
            PieceDestination::Pile(pile) => self.phrase(pile),
            PieceDestination::BottomOf(piece) => format!("bottom-of {}", self.phrase(piece)),
            PieceDestination::TopOf(piece) => format!("top-of {}", self.phrase(piece)),
            PieceDestination::Box => "box".into(),
        }
    }

    fn token_place(&self, to: &TokenDestination) -> String {
        match to {
            TokenDestination::Pile(pile) => self.phrase(pile),
            TokenDestination::Slot(slot, piece) => {
                let slot = self.equipment.slots.get(slot.index()).map_or("slot", |slot| &slot.name);
                format!("{slot}-of {}", self.phrase(piece))
            }
            TokenDestination::Under(site) => format!("under {}", self.phrase(site)),
            TokenDestination::Box => "box".into(),
        }
    }
}
