//! Prints statements, one per line. Checked statements and those of a program are printed in the same way.

use super::Printer;
use crate::model::equipment::Equipment;
use crate::model::expr::Expr;
use crate::model::rules::{
    Block, ChooseCount, Chooser, Ending, Path, PieceDestination, Statement, StatementKind, TokenDestination,
};
use crate::model::{LocalId, SlotId, StoredId};

/// How the parts of statements are printed, for each representation of statements.
pub(crate) trait Parts {
    /// The type of phrases.
    type Phrase;
    /// The type of paths.
    type Path;
    /// The type of nested blocks.
    type Block;

    /// Prints a phrase.
    fn phrase(&mut self, phrase: &Self::Phrase) -> String;
    /// Prints a path.
    fn path(&mut self, path: &Self::Path) -> String;
    /// The name of a local.
    fn local(&self, local: LocalId) -> String;
    /// The name that a `choose` binds, given as written in `name`.
    fn chosen(&self, local: LocalId, name: &str) -> String;
    /// The name of a counter, clock or `keep`.
    fn stored(&self, id: StoredId) -> String;
    /// Whether a block has no statements.
    fn is_empty(&self, block: &Self::Block) -> bool;
    /// The equipment, for names.
    fn equipment(&self) -> &Equipment;
}

/// A statement with these parts.
type Kind<P> = StatementKind<<P as Parts>::Phrase, <P as Parts>::Block, <P as Parts>::Path>;

/// The nested blocks of a statement, each with its heading. Empty for a statement printed by [`simple`].
pub(crate) fn headed<'k, P: Parts>(kind: &'k Kind<P>, parts: &mut P) -> Vec<(String, &'k P::Block)> {
    use StatementKind::*;
    match kind {
        Either(blocks) => {
            let head = |i: usize| if i == 0 { "either" } else { "or" }.to_owned();
            blocks.iter().enumerate().map(|(i, block)| (head(i), block)).collect()
        }
        May(block) => vec![("may".into(), block)],
        Repeat(None, block) => vec![("repeat".into(), block)],
        Repeat(Some(times), block) => vec![(format!("repeat {}", parts.phrase(times)), block)],
        MayRepeat(block) => vec![("may-repeat".into(), block)],
        For(local, set, block) => vec![(format!("for {} in {}", parts.local(*local), parts.phrase(set)), block)],
        If(condition, then, otherwise) => {
            let mut heads = vec![(format!("if {}", parts.phrase(condition)), then)];
            if !parts.is_empty(otherwise) {
                heads.push(("else".into(), otherwise));
            }
            heads
        }
        As(who, block) => vec![(format!("as {}", parts.phrase(who)), block)],
        Verb(name, block) => vec![(format!("verb {name}"), block)],
        _ => Vec::new(),
    }
}

/// Prints a statement that has no blocks.
pub(crate) fn simple<P: Parts>(kind: &Kind<P>, parts: &mut P) -> String {
    use StatementKind::*;
    let why = |why: &Option<String>| why.as_ref().map(|why| format!(" {why:?}")).unwrap_or_default();
    match kind {
        Choose { local, name, count, from, by } => {
            let count = match count {
                None => String::new(),
                Some(ChooseCount::Exactly(number)) => format!(" {}", parts.phrase(number)),
                Some(ChooseCount::Between(least, most)) => {
                    let most = most.as_ref().map(|most| parts.phrase(most)).unwrap_or_default();
                    format!(" {}..{most}", parts.phrase(least))
                }
            };
            let by = match by {
                Chooser::Current => String::new(),
                Chooser::Chance => " by chance".into(),
                Chooser::Player(who) => format!(" by {}", parts.phrase(who)),
            };
            format!("choose{count} {} in {}{by}", parts.chosen(*local, name), parts.phrase(from))
        }
        Let(local, value) => format!("let {} = {}", parts.local(*local), parts.phrase(value)),
        Require(condition) => format!("require {}", parts.phrase(condition)),
        Path(path) => parts.path(path),
        MovePiece(what, to) => format!("move {} to {}", parts.phrase(what), piece_place(to, parts)),
        PlaceNew(new, to) => {
            let equipment = parts.equipment();
            let kind = equipment.kinds.get(new.kind.index()).map_or("?", |kind| &kind.name).to_owned();
            let from = new.from.and_then(|pile| equipment.piles.get(pile.index()));
            let from = from.map(|pile| format!(" from {}", pile.name)).unwrap_or_default();
            format!("place new {kind}{from} at {}", piece_place(to, parts))
        }
        MoveToken(what, to) => format!("move-token {} to {}", parts.phrase(what), token_place(to, parts)),
        Take(what) => format!("take {}", parts.phrase(what)),
        SetKind(what, kind) => format!("set-kind {} to {}", parts.phrase(what), parts.phrase(kind)),
        SetOwner(what, side) => format!("set-owner {} to {}", parts.phrase(what), parts.phrase(side)),
        SetSlot(slot, what, value) => format!("set-{} {} to {}", called(*slot, parts), parts.phrase(what), parts.phrase(value)),
        SetFace(what, face) => format!("set-face {} to {}", parts.phrase(what), parts.phrase(face)),
        SetNumber(id, whose, value) | SetKept(id, whose, value) => {
            format!("set {}{} to {}", parts.stored(*id), of(whose, parts), parts.phrase(value))
        }
        Raise(id, whose, by) => format!("raise {}{} by {}", parts.stored(*id), of(whose, parts), parts.phrase(by)),
        Exchange(all) => {
            let all: Vec<String> = all.iter().map(|one| parts.phrase(one)).collect();
            format!("exchange {}", all.join(", "))
        }
        Shuffle(pile) => format!("shuffle {}", parts.phrase(pile)),
        Show(what, to) => format!("show {} to {}", parts.phrase(what), parts.phrase(to)),
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
            let by = by.as_ref().map(|by| format!(" by {}", parts.phrase(by))).unwrap_or_default();
            format!("play {}{by}", parts.phrase(moves))
        }
        Wins(who, reason) => format!("{} wins{}", parts.phrase(who), why(reason)),
        Loses(who, reason) => format!("{} loses{}", parts.phrase(who), why(reason)),
        Draw(reason) => format!("draw{}", why(reason)),
        Either(_) | May(_) | Repeat(..) | MayRepeat(_) | For(..) | If(..) | As(..) | Verb(..) => String::new(),
    }
}

fn of<P: Parts>(whose: &Option<P::Phrase>, parts: &mut P) -> String {
    whose.as_ref().map(|whose| format!(" of {}", parts.phrase(whose))).unwrap_or_default()
}

fn called<P: Parts>(slot: SlotId, parts: &P) -> String {
    parts.equipment().slots.get(slot.index()).map_or("slot", |slot| &slot.name).to_owned()
}

fn piece_place<P: Parts>(to: &PieceDestination<P::Phrase>, parts: &mut P) -> String {
    match to {
        PieceDestination::Site(site) => parts.phrase(site),
        PieceDestination::Pile(pile) => parts.phrase(pile),
        PieceDestination::BottomOf(piece) => format!("bottom-of {}", parts.phrase(piece)),
        PieceDestination::TopOf(piece) => format!("top-of {}", parts.phrase(piece)),
        PieceDestination::Box => "box".into(),
    }
}

fn token_place<P: Parts>(to: &TokenDestination<P::Phrase>, parts: &mut P) -> String {
    match to {
        TokenDestination::Pile(pile) => parts.phrase(pile),
        TokenDestination::Slot(slot, piece) => format!("{}-of {}", called(*slot, parts), parts.phrase(piece)),
        TokenDestination::Under(site) => format!("under {}", parts.phrase(site)),
        TokenDestination::Box => "box".into(),
    }
}

/// The name of a kind of statement, used to record which kinds have been executed.
pub(crate) fn name(statement: &StatementKind) -> &'static str {
    use StatementKind::*;
    match statement {
        Either(_) => "either",
        May(_) => "may",
        Repeat(Some(_), _) => "repeat so often",
        Repeat(None, _) => "repeat",
        MayRepeat(_) => "may repeat",
        For(..) => "for",
        If(..) => "if",
        As(..) => "as",
        Choose { by: Chooser::Chance, .. } => "choose by chance",
        Choose { by: Chooser::Player(_), .. } => "choose by a player",
        Choose { count: None, .. } => "choose",
        Choose { count: Some(ChooseCount::Exactly(_)), .. } => "choose so many",
        Choose { count: Some(ChooseCount::Between(..)), .. } => "choose some",
        Let(..) => "let",
        Require(_) => "require",
        Path(_) => "a path",
        Verb(..) => "a verb",
        MovePiece(_, to) => name_of_destination(to),
        PlaceNew(..) => "move new",
        MoveToken(_, TokenDestination::Pile(_)) => "move a token to a pile",
        MoveToken(_, TokenDestination::Slot(..)) => "move a token to a slot",
        MoveToken(_, TokenDestination::Under(_)) => "move a token under a site",
        MoveToken(_, TokenDestination::Box) => "move a token to the box",
        Take(_) => "take",
        SetKind(..) => "set kind",
        SetOwner(..) => "set owner",
        SetSlot(..) => "set an attribute",
        SetFace(..) => "set face",
        SetNumber(..) => "set a number",
        SetKept(..) => "set a keep",
        Raise(..) => "raise",
        Exchange(_) => "exchange",
        Shuffle(_) => "shuffle",
        Show(..) => "show",
        Prevent => "prevent",
        End(Ending::Leg, _) => "end leg",
        End(Ending::Move, _) => "end move",
        End(Ending::Turn, _) => "end turn",
        End(Ending::Game, _) => "end game",
        Play { by: None, .. } => "play",
        Play { by: Some(_), .. } => "play by",
        Wins(..) => "wins",
        Loses(..) => "loses",
        Draw(_) => "draw",
    }
}

fn name_of_destination(to: &PieceDestination) -> &'static str {
    match to {
        PieceDestination::Site(_) => "move to a site",
        PieceDestination::Pile(_) => "move to a pile",
        PieceDestination::BottomOf(_) => "move to bottom",
        PieceDestination::TopOf(_) => "move to top",
        PieceDestination::Box => "move to box",
    }
}

/// All names returned by [`name`].
pub(crate) const NAMES: [&str; 48] = [
    "either",
    "may",
    "repeat so often",
    "repeat",
    "may repeat",
    "for",
    "if",
    "as",
    "choose by chance",
    "choose by a player",
    "choose",
    "choose so many",
    "choose some",
    "let",
    "require",
    "a path",
    "a verb",
    "move to a site",
    "move to a pile",
    "move to bottom",
    "move to top",
    "move to box",
    "move new",
    "move a token to a pile",
    "move a token to a slot",
    "move a token under a site",
    "move a token to the box",
    "take",
    "set kind",
    "set owner",
    "set an attribute",
    "set face",
    "set a number",
    "set a keep",
    "raise",
    "exchange",
    "shuffle",
    "show",
    "prevent",
    "end leg",
    "end move",
    "end turn",
    "end game",
    "play",
    "play by",
    "wins",
    "loses",
    "draw",
];

impl Parts for Printer<'_> {
    type Phrase = Expr;
    type Path = Box<Path>;
    type Block = Block;

    fn phrase(&mut self, phrase: &Expr) -> String {
        Printer::phrase(self, phrase)
    }

    fn path(&mut self, path: &Box<Path>) -> String {
        Printer::path(self, path)
    }

    fn local(&self, local: LocalId) -> String {
        Printer::local(self, local)
    }

    fn chosen(&self, local: LocalId, _name: &str) -> String {
        Printer::local(self, local)
    }

    fn stored(&self, id: StoredId) -> String {
        Printer::stored(self, id)
    }

    fn is_empty(&self, block: &Block) -> bool {
        block.statements.is_empty()
    }

    fn equipment(&self) -> &Equipment {
        self.equipment
    }
}

impl Printer<'_> {
    /// Prints statements, one per line, indented by `depth` levels.
    pub fn block(&self, block: &Block, depth: usize, out: &mut String) {
        for statement in &block.statements {
            self.statement(statement, depth, out);
        }
    }

    /// Prints statements on one line.
    pub(super) fn inline(&self, block: &Block) -> String {
        let mut out = String::new();
        self.block(block, 0, &mut out);
        let lines: Vec<&str> = out.lines().map(str::trim).collect();
        lines.join("; ")
    }

    /// Prints a statement and its nested statements, indented by `depth` levels.
    pub(super) fn statement(&self, statement: &Statement, depth: usize, out: &mut String) {
        let (step, mut parts) = ("  ".repeat(depth), *self);
        let blocks = headed(&statement.kind, &mut parts);
        if blocks.is_empty() {
            out.push_str(&format!("{step}{}\n", simple(&statement.kind, &mut parts)));
        }
        for (head, block) in blocks {
            out.push_str(&format!("{step}{head}:\n"));
            self.block(block, depth + 1, out);
        }
    }
}
