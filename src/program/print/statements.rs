//! Statements and paths of a program as text.

use crate::model::RuleId;
use crate::model::rules::{Ending, PathMode, Times};
use crate::program::NodeId;
use crate::program::code::{BlockId, Chooser, Count, Item, Op, PathId, PieceTo, Set, TokenTo};

use super::Printer;
use super::phrases::name;

impl Printer<'_> {
    /// Statements, one a line, `depth` steps in; one that came from another rule line than the rest says from which.
    pub(super) fn block(&mut self, block: BlockId, depth: usize, within: RuleId) {
        let program = self.program;
        for (op, rule) in &program.block(block).ops {
            let step = "  ".repeat(depth);
            let from = match program.lines.get(rule.index()) {
                Some(line) if *rule != within => format!("    [{}]", line.place),
                _ => String::new(),
            };
            let blocks = self.blocks(op);
            if blocks.is_empty() {
                let text = self.simple(op);
                self.put(&format!("{step}{text}{from}\n"));
            }
            for (head, inner) in blocks {
                self.put(&format!("{step}{head}:{from}\n"));
                self.block(inner, depth + 1, *rule);
            }
        }
    }

    fn blocks(&mut self, op: &Op) -> Vec<(String, BlockId)> {
        match op {
            Op::Either(all) => {
                all.iter().enumerate().map(|(i, one)| (if i == 0 { "either" } else { "or" }.to_owned(), *one)).collect()
            }
            Op::May(block) => vec![("may".to_owned(), *block)],
            Op::Repeat(None, block) => vec![("repeat".to_owned(), *block)],
            Op::Repeat(Some(times), block) => vec![(format!("repeat {}", self.phrase(*times)), *block)],
            Op::MayRepeat(block) => vec![("may-repeat".to_owned(), *block)],
            Op::For(local, set, block) => vec![(format!("for {} in {}", name(*local), self.phrase(*set)), *block)],
            Op::If(condition, then, otherwise) => {
                let mut parts = vec![(format!("if {}", self.phrase(*condition)), *then)];
                if !self.program.block(*otherwise).ops.is_empty() {
                    parts.push(("else".to_owned(), *otherwise));
                }
                parts
            }
            Op::As(who, block) => vec![(format!("as {}", self.phrase(*who)), *block)],
            Op::Verb(name, block) => vec![(format!("verb {name}"), *block)],
            _ => Vec::new(),
        }
    }

    fn simple(&mut self, op: &Op) -> String {
        let why = |why: &Option<String>| why.as_ref().map(|why| format!(" {why:?}")).unwrap_or_default();
        match op {
            Op::Choose(local, as_name, count, from, by) => {
                let count = self.count(*count);
                let by = match by {
                    Chooser::Current => String::new(),
                    Chooser::Chance => " by chance".to_owned(),
                    Chooser::Player(who, _) => format!(" by {}", self.phrase(*who)),
                };
                format!("choose{count} {} {as_name:?} in {}{by}", name(*local), self.phrase(*from))
            }
            Op::Let(local, value) => format!("let {} = {}", name(*local), self.phrase(*value)),
            Op::Require(condition) => format!("require {}", self.phrase(*condition)),
            Op::Path(path) => self.path(*path),
            Op::MovePiece(what, to) => format!("move {} to {}", self.phrase(*what), self.piece_to(*to)),
            Op::PlaceNew(new, to) => {
                let equipment = &self.program.equipment;
                let kind = equipment.kinds.get(new.kind.index()).map_or("?", |kind| &kind.name);
                let pile = new.from.and_then(|pile| equipment.piles.get(pile.index()));
                let pile = pile.map(|pile| format!(" from {}", pile.name)).unwrap_or_default();
                format!("place new {kind}{pile} at {}", self.piece_to(*to))
            }
            Op::MoveToken(what, to) => format!("move-token {} to {}", self.phrase(*what), self.token_to(*to)),
            Op::Take(what) => format!("take {}", self.phrase(*what)),
            Op::SetKind(what, to) => format!("set-kind {} to {}", self.phrase(*what), self.phrase(*to)),
            Op::SetOwner(what, to) => format!("set-owner {} to {}", self.phrase(*what), self.phrase(*to)),
            Op::SetSlot(slot, what, to) => {
                let slot = self.program.equipment.slots.get(slot.index()).map_or("?", |slot| slot.name.as_str());
                format!("set-{slot} {} to {}", self.phrase(*what), self.phrase(*to))
            }
            Op::SetFace(what, to) => format!("set-face {} to {}", self.phrase(*what), self.phrase(*to)),
            Op::SetNumber(id, whose, to) | Op::SetKept(id, whose, to) => {
                format!("set {}{} to {}", self.stored(id.index()), self.whose(*whose), self.phrase(*to))
            }
            Op::Raise(id, whose, by) => {
                format!("raise {}{} by {}", self.stored(id.index()), self.whose(*whose), self.phrase(*by))
            }
            Op::Exchange(all) => {
                let all: Vec<String> = all.iter().map(|one| self.phrase(*one)).collect();
                format!("exchange {}", all.join(", "))
            }
            Op::Shuffle(pile) => format!("shuffle {}", self.phrase(*pile)),
            Op::Show(what, to) => format!("show {} to {}", self.phrase(*what), self.phrase(*to)),
            Op::Prevent => "prevent".to_owned(),
            Op::End(what, reason) => {
                let what = match what {
                    Ending::Leg => "leg",
                    Ending::Move => "move",
                    Ending::Turn => "turn",
                    Ending::Game => "game",
                };
                format!("end {what}{}", why(reason))
            }
            Op::Play(moves, by) => {
                let by = by.map(|by| format!(" by {}", self.phrase(by))).unwrap_or_default();
                format!("play {}{by}", self.phrase(*moves))
            }
            Op::Wins(who, reason) => format!("{} wins{}", self.phrase(*who), why(reason)),
            Op::Loses(who, reason) => format!("{} loses{}", self.phrase(*who), why(reason)),
            Op::Draw(reason) => format!("draw{}", why(reason)),
            Op::Either(_) | Op::May(_) | Op::Repeat(..) | Op::MayRepeat(_) => String::new(),
            Op::For(..) | Op::If(..) | Op::As(..) | Op::Verb(..) => String::new(),
        }
    }

    fn count(&mut self, count: Option<Count>) -> String {
        match count {
            None => String::new(),
            Some(Count::Exactly(number)) => format!(" {}", self.phrase(number)),
            Some(Count::Between(least, most)) => {
                let most = most.map(|most| self.phrase(most)).unwrap_or_default();
                format!(" {}..{most}", self.phrase(least))
            }
        }
    }

    fn stored(&self, index: usize) -> String {
        self.program.stored.get(index).map_or("?", |stored| &stored.name).to_owned()
    }

    fn whose(&mut self, whose: Option<NodeId>) -> String {
        whose.map(|whose| format!(" of {}", self.phrase(whose))).unwrap_or_default()
    }

    fn piece_to(&mut self, to: PieceTo) -> String {
        match to {
            PieceTo::Site(site) => self.phrase(site),
            PieceTo::Pile(pile) => self.phrase(pile),
            PieceTo::BottomOf(piece) => format!("bottom-of {}", self.phrase(piece)),
            PieceTo::TopOf(piece) => format!("top-of {}", self.phrase(piece)),
            PieceTo::Box => "box".to_owned(),
        }
    }

    fn token_to(&mut self, to: TokenTo) -> String {
        match to {
            TokenTo::Pile(pile) => self.phrase(pile),
            TokenTo::Slot(slot, piece) => {
                let slot = self.program.equipment.slots.get(slot.index()).map_or("?", |slot| slot.name.as_str());
                format!("{slot}-of {}", self.phrase(piece))
            }
            TokenTo::Under(site) => format!("under {}", self.phrase(site)),
            TokenTo::Box => "box".to_owned(),
        }
    }

    /// A path over a ray, read outward; before `here` what lies behind the start.
    pub(super) fn path(&mut self, id: PathId) -> String {
        let program = self.program;
        let Some(path) = program.paths.get(id.0 as usize) else { return "?".to_owned() };
        let mode = match path.mode {
            PathMode::Go => "go",
            PathMode::Strike => "strike",
            PathMode::Sweep => "sweep",
        };
        let ways = self.phrase(path.ways);
        let mut parts = vec![mode.to_owned(), ways];
        if !path.behind.is_empty() {
            parts.push(self.items(&path.behind));
            parts.push("here".to_owned());
        }
        parts.push(self.items(&path.ahead));
        format!("({})", parts.join(" "))
    }

    fn items(&mut self, items: &[Item]) -> String {
        let texts: Vec<String> = items.iter().map(|item| self.item(item)).collect();
        texts.join(" ")
    }

    fn item(&mut self, item: &Item) -> String {
        match item {
            Item::Past(often, set) => format!("(past{} {})", times(*often), self.set(*set)),
            Item::Taking(often, set) => format!("(taking{} {})", times(*often), self.set(*set)),
            Item::To(set) => format!("(to {})", self.set(*set)),
            Item::Counted(number, items) => format!("(times {} {})", self.phrase(*number), self.items(items)),
            Item::Group(often, items) => format!("(group{} {})", times(*often), self.items(items)),
        }
    }

    fn set(&mut self, set: Set) -> String {
        self.phrase(set.node)
    }
}

fn times(times: Times) -> String {
    match times {
        Times { whole: true, .. } => " all".to_owned(),
        Times { least: 1, most: Some(1), .. } => String::new(),
        Times { least, most: Some(most), .. } if least == most => format!(" {least}"),
        Times { least, most: Some(most), .. } => format!(" {least}..{most}"),
        Times { least, most: None, .. } => format!(" {least}.."),
    }
}
