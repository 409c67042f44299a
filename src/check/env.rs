//! What a phrase sees around it: the names bound, what `it` is, and what there is at the moment when it is read.

use std::rc::Rc;

use crate::model::expr::Type;
use crate::model::{LocalId, RuleId};
use crate::source::Span;
use crate::syntax::ast;

use super::reading::Many;

/// Everything around a phrase. The first three parts belong to the place where it is *written*; the moment belongs to the place
/// where it is *used*, so that `actor` and `forward` in an argument of a verb mean the verb's acting piece.
#[derive(Clone)]
pub(super) struct Env<'a> {
    /// Bound names, innermost first.
    pub(super) names: Option<Rc<Binding<'a>>>,
    /// What is being described.
    pub(super) it: It,
    /// The rule line it is written in.
    pub(super) rule: RuleId,
    /// When it is read.
    pub(super) moment: Moment,
}

/// A bound name, and those outside it.
pub(super) struct Binding<'a> {
    /// As written.
    pub(super) name: &'a ast::Word,
    /// For what it stands.
    pub(super) bound: Bound<'a>,
    /// The names outside.
    pub(super) next: Option<Rc<Binding<'a>>>,
}

/// What a bound name stands for.
#[derive(Clone)]
pub(super) enum Bound<'a> {
    /// A value.
    Local(LocalId),
    /// An argument: a phrase to be read where the name is used.
    Argument(Rc<Argument<'a>>),
    /// Something of a type that is not known, for which an error has been given.
    Unknown,
}

/// An argument of a definition, unread.
pub(super) struct Argument<'a> {
    /// As written.
    pub(super) phrase: &'a ast::Expr,
    /// What it sees.
    pub(super) env: Env<'a>,
    /// The type that the definition asks for.
    pub(super) ty: Type,
    /// How many definitions were being put in where it is written.
    pub(super) within: usize,
}

/// What `it` is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum It {
    /// Nothing is being described.
    Nothing,
    /// The acting piece.
    Actor,
    /// The element of a `where`, or the subject of an event.
    Local(LocalId),
}

/// What there is at the moment when a phrase is read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment {
    /// Whether there is an acting piece: `None` never.
    pub(super) actor: Option<Many>,
    /// Whether there is a move to speak of: `taken`, `start`, `trail` …
    pub(super) facts: bool,
    /// What relative words are relative to, if something is being described.
    pub(super) relative: Relative,
    /// Where the statement stands.
    pub(super) stage: Stage,
    /// In which line.
    pub(super) line: RuleId,
}

/// What relative words are relative to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relative {
    /// The acting piece, or the mover where nobody acts.
    Default,
    /// The piece before `on`, `is`, or behind `from`.
    Described,
    /// The piece bound to this name: the `it` of a `where`.
    Local(LocalId),
}

/// Where statements and phrases stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// A definition read for itself: everything may stand.
    Loose,
    /// The verb or the suite of a move rule.
    Move,
    /// A trigger's suite; `before` or not.
    Trigger {
        /// `before`
        before: bool,
    },
    /// The `turn` chapter.
    Turn,
    /// The `setup` chapter.
    Setup,
    /// A line of `victory`.
    Ending,
    /// The body of a verb behind `can`.
    Can,
}

impl<'a> Env<'a> {
    /// Nothing bound, nothing described.
    pub(super) fn new(rule: RuleId, stage: Stage) -> Env<'a> {
        let moment = Moment { actor: None, facts: false, relative: Relative::Default, stage, line: rule };
        Env { names: None, it: It::Nothing, rule, moment }
    }

    /// With an acting piece, which is also what is described.
    pub(super) fn acting(&self, many: Many) -> Env<'a> {
        let moment = Moment { actor: Some(many), facts: true, relative: Relative::Default, ..self.moment };
        Env { it: It::Actor, moment, ..self.clone() }
    }

    /// With another name.
    pub(super) fn bind(&self, name: &'a ast::Word, bound: Bound<'a>) -> Env<'a> {
        let names = Some(Rc::new(Binding { name, bound, next: self.names.clone() }));
        Env { names, ..self.clone() }
    }

    /// What the name is bound to.
    pub(super) fn find(&self, name: &str) -> Option<&Bound<'a>> {
        self.binding(name).map(|binding| &binding.bound)
    }

    /// Where the name is bound, and to what.
    pub(super) fn binding(&self, name: &str) -> Option<&Binding<'a>> {
        let mut at = self.names.as_deref();
        while let Some(binding) = at {
            if binding.name.value == name {
                return Some(binding);
            }
            at = binding.next.as_deref();
        }
        None
    }

    /// Every bound name, innermost first.
    pub(super) fn bound_names(&self) -> Vec<&'a str> {
        let mut at = self.names.as_deref();
        std::iter::from_fn(|| {
            let binding = at?;
            at = binding.next.as_deref();
            Some(binding.name.value.as_str())
        })
        .collect()
    }

    /// The same place, with relative words relative to this.
    pub(super) fn relative_to(&self, relative: Relative) -> Env<'a> {
        Env { moment: Moment { relative, ..self.moment }, ..self.clone() }
    }

    /// Where an argument was written, read at this moment.
    pub(super) fn inside(&self, argument: &Argument<'a>) -> Env<'a> {
        Env { moment: self.moment, ..argument.env.clone() }
    }
}

/// A phrase looked through to what an argument really says, with what it sees.
pub(super) fn unfold<'a>(env: &Env<'a>, phrase: &'a ast::Expr) -> (Env<'a>, &'a ast::Expr, Span) {
    let (mut env, mut phrase, span) = (env.clone(), phrase, phrase.span);
    loop {
        match &phrase.kind {
            ast::ExprKind::Together(words) if words.len() == 1 => phrase = &words[0],
            ast::ExprKind::Name(name) => match env.find(name) {
                Some(Bound::Argument(argument)) => {
                    let argument = argument.clone();
                    env = env.inside(&argument);
                    phrase = argument.phrase;
                }
                _ => return (env, phrase, span),
            },
            _ => return (env, phrase, span),
        }
    }
}
