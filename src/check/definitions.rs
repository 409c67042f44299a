//! The words that the library and the files define: sets, functions of sets, and verbs, which have a namespace of their own.

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashSet, FxHasher};

use crate::model::RuleId;
use crate::model::expr::Type;
use crate::syntax::ast::{Call, Define, DefineBody, LabelWord};

/// The hash of a name that was looked up. If two names have the same hash, a line may be checked again without need.
pub(super) type Asked = u64;

/// The hash of a name.
pub(super) fn asked(name: &str) -> Asked {
    let mut hasher = FxHasher::default();
    name.hash(&mut hasher);
    hasher.finish()
}

/// A defined word.
pub(super) struct Definition<'a> {
    /// The definition as written.
    pub(super) ast: &'a Define,
    /// Its line.
    pub(super) rule: RuleId,
    /// Whether it is a library word.
    pub(super) library: bool,
    /// The types of its parameters, those after labels included; `None` after an error.
    pub(super) types: Vec<Option<Type>>,
    /// Whether something uses it.
    pub(super) used: bool,
}

/// All defined words.
#[derive(Default)]
pub(super) struct Definitions<'a> {
    all: Vec<Definition<'a>>,
    by_name: HashMap<&'a str, Vec<usize>>,
    /// The index of each definition, by the address of its syntax node.
    places: HashMap<*const Define, usize>,
    /// Hashes of the names looked up since `listen`, among definitions or stored things.
    asked: RefCell<FxHashSet<Asked>>,
    /// The indices of definitions marked as used since then.
    marked: Vec<usize>,
}

/// What distinguishes definitions of the same name: whether it is a verb, and its labels.
pub(super) type Signature = (bool, Vec<LabelWord>);

/// The signature of a definition.
pub(super) fn signature(define: &Define) -> Signature {
    let verb = !matches!(define.body, DefineBody::Expr(_));
    (verb, define.labelled.iter().map(|(label, _)| label.value).collect())
}

impl<'a> Definitions<'a> {
    /// Adds a word. A second definition of the same word in one file is reported by `flatten`.
    pub(super) fn add(&mut self, definition: Definition<'a>) {
        self.by_name.entry(definition.ast.name.value.as_str()).or_default().push(self.all.len());
        self.places.insert(std::ptr::from_ref(definition.ast), self.all.len());
        self.all.push(definition);
    }

    /// The definition with this index.
    pub(super) fn get(&self, index: usize) -> &Definition<'a> {
        &self.all[index]
    }

    /// Marks it as used.
    pub(super) fn mark(&mut self, index: usize) {
        self.all[index].used = true;
        self.marked.push(index);
    }

    /// Marks the definition with this syntax node as used.
    pub(super) fn mark_this(&mut self, ast: *const Define) {
        if let Some(place) = self.places.get(&ast) {
            self.all[*place].used = true;
        }
    }

    /// Records that a name has been looked up.
    pub(super) fn ask(&self, name: &str) {
        self.asked.borrow_mut().insert(asked(name));
    }

    /// Starts recording what is looked up and marked.
    pub(super) fn listen(&mut self) {
        self.asked.borrow_mut().clear();
        self.marked.clear();
    }

    /// The names looked up and the definitions marked since then.
    pub(super) fn heard(&mut self) -> (Vec<Asked>, Vec<*const Define>) {
        self.marked.sort_unstable();
        self.marked.dedup();
        let marked = self.marked.iter().map(|index| std::ptr::from_ref(self.all[*index].ast)).collect();
        (self.asked.borrow().iter().copied().collect(), marked)
    }

    /// Marks every definition of a name as used.
    pub(super) fn mark_name(&mut self, name: &str) {
        for index in self.by_name.get(name).into_iter().flatten() {
            self.all[*index].used = true;
            self.marked.push(*index);
        }
    }

    /// Every definition: the hash of its name, its syntax node, and the types of its parameters.
    pub(super) fn each(&self) -> Vec<(Asked, *const Define, Vec<Option<Type>>)> {
        let each = (0..self.len()).map(|index| self.get(index));
        each.map(|one| (asked(&one.ast.name.value), std::ptr::from_ref(one.ast), one.types.clone())).collect()
    }

    /// The number of definitions.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    fn named(&self, name: &str) -> impl Iterator<Item = (usize, &Definition<'a>)> {
        self.ask(name);
        let found = self.by_name.get(name).map_or(&[][..], |all| &all[..]);
        found.iter().rev().map(|index| (*index, &self.all[*index]))
    }

    /// The set of this name without parameters.
    pub(super) fn set(&self, name: &str) -> Option<usize> {
        let plain = |define: &Define| matches!(define.body, DefineBody::Expr(_)) && define.params.is_empty();
        self.named(name).find(|(_, one)| plain(one.ast)).map(|(index, _)| index)
    }

    /// The set of this name with parameters.
    pub(super) fn function(&self, name: &str) -> Option<usize> {
        let takes = |define: &Define| matches!(define.body, DefineBody::Expr(_)) && !define.params.is_empty();
        self.named(name).find(|(_, one)| takes(one.ast)).map(|(index, _)| index)
    }

    /// The verb that a call means: name and labels agree.
    pub(super) fn verb(&self, call: &Call) -> Option<usize> {
        let labels: Vec<LabelWord> = call.labelled.iter().map(|(label, _)| label.value).collect();
        self.named(&call.name.value).find(|(_, one)| signature(one.ast) == (true, labels.clone())).map(|(index, _)| index)
    }

    /// All verbs of a name, whatever their labels.
    pub(super) fn verbs(&self, name: &str) -> Vec<&Definition<'a>> {
        self.named(name).map(|(_, one)| one).filter(|one| signature(one.ast).0).collect()
    }

    /// The verbs of other names that fit the arguments of a call: the same number, and the same labels.
    pub(super) fn with_labels_of(&self, call: &'a Call) -> impl Iterator<Item = &'a Define> {
        let labels: Vec<LabelWord> = call.labelled.iter().map(|(label, _)| label.value).collect();
        let fits = move |one: &Define| {
            let other = one.name.value != call.name.value && !labels.is_empty();
            other && one.params.len() == call.args.len() && signature(one) == (true, labels.clone())
        };
        self.all.iter().map(|one| one.ast).filter(move |one| fits(one)).collect::<Vec<_>>().into_iter()
    }

    /// The latest definition of a name, of any sort.
    pub(super) fn any(&self, name: &str) -> Option<&Definition<'a>> {
        self.named(name).next().map(|(_, one)| one)
    }

    /// The names of all sets.
    pub(super) fn names(&self) -> impl Iterator<Item = &'a str> {
        self.all.iter().filter(|one| matches!(one.ast.body, DefineBody::Expr(_))).map(|one| one.ast.name.value.as_str())
    }

    /// The names of the sets that files define, not the library.
    pub(super) fn own_names(&self) -> impl Iterator<Item = &'a str> {
        let sets = self.all.iter().filter(|one| !one.library && matches!(one.ast.body, DefineBody::Expr(_)));
        sets.map(|one| one.ast.name.value.as_str())
    }

    /// The names of all verbs.
    pub(super) fn verb_names(&self) -> impl Iterator<Item = &'a str> {
        self.all.iter().filter(|one| signature(one.ast).0).map(|one| one.ast.name.value.as_str())
    }
}

/// Every parameter in order, those after labels included.
pub(super) fn parameters(define: &Define) -> impl Iterator<Item = &crate::syntax::ast::Param> {
    define.params.iter().chain(define.labelled.iter().flat_map(|(_, params)| params))
}

/// The form of a verb: `jump … over …`.
pub(super) fn outline(define: &Define) -> String {
    let mut text = define.name.value.clone();
    if !define.params.is_empty() {
        text.push_str(" …");
    }
    for (label, _) in &define.labelled {
        text.push_str(&format!(" {} …", label_text(label.value)));
    }
    text
}

/// A label as written.
pub(super) fn label_text(label: LabelWord) -> &'static str {
    match label {
        LabelWord::To => "to",
        LabelWord::Over => "over",
        LabelWord::Onto => "onto",
        LabelWord::At => "at",
    }
}
