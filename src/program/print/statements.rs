//! Statements and paths of a program as text.

use crate::model::print::statements::{Parts, headed, simple};
use crate::model::rules::{PathMode, Times};
use crate::model::{Equipment, LocalId, RuleId, StoredId};
use crate::program::NodeId;
use crate::program::code::{BlockId, Item, PathId, Set};

use super::Printer;
use super::phrases::name;

impl Parts for Printer<'_> {
    type Phrase = NodeId;
    type Path = PathId;
    type Block = BlockId;

    fn phrase(&mut self, phrase: &NodeId) -> String {
        Printer::phrase(self, *phrase)
    }

    fn path(&mut self, path: &PathId) -> String {
        Printer::path(self, *path)
    }

    fn local(&self, local: LocalId) -> String {
        name(local)
    }

    fn chosen(&self, local: LocalId, as_name: &str) -> String {
        format!("{} {as_name:?}", name(local))
    }

    fn stored(&self, id: StoredId) -> String {
        self.program.stored.get(id.index()).map_or("?", |stored| &stored.name).to_owned()
    }

    fn is_empty(&self, block: &BlockId) -> bool {
        self.program.block(*block).ops.is_empty()
    }

    fn equipment(&self) -> &Equipment {
        &self.program.equipment
    }
}

impl Printer<'_> {
    /// Prints statements, one in a line, indented by `depth` steps. One from another rule line than `within` says from which.
    pub(super) fn block(&mut self, block: BlockId, depth: usize, within: RuleId) {
        let program = self.program;
        for (op, rule) in &program.block(block).ops {
            let step = "  ".repeat(depth);
            let from = match program.lines.get(rule.index()) {
                Some(line) if *rule != within => format!("    [{}]", line.place),
                _ => String::new(),
            };
            let blocks = headed(op, self);
            if blocks.is_empty() {
                let text = simple(op, self);
                self.put(&format!("{step}{text}{from}\n"));
            }
            for (head, inner) in blocks {
                self.put(&format!("{step}{head}:{from}\n"));
                self.block(*inner, depth + 1, *rule);
            }
        }
    }

    /// A path over a ray, read outward; what lies behind the start comes before `here`.
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
