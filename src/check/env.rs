//! The environment of a phrase: the bound names, what `it` is, and the moment of the game at which the phrase is evaluated.

use std::rc::Rc;

use crate::model::expr::Type;
use crate::model::{LocalId, RuleId};
use crate::source::Span;
use crate::syntax::ast;

use super::reading::Many;

/// The environment of a phrase. The first three fields belong to the place where it is *written*; the moment belongs to the place
/// where it is *used*, so that `actor` and `forward` in an argument of a verb refer to the verb's acting piece.
#[derive(Clone)]
pub(super) struct Env<'a> {
    /// The bound names, innermost first.
    pub(super) names: Option<Rc<Binding<'a>>>,
    /// What `it` is.
    pub(super) it: It,
    /// The rule line in which it is written.
    pub(super) rule: RuleId,
    /// When it is evaluated.
    pub(super) moment: Moment,
}

/// A bound name, linked to those outside it.
pub(super) struct Binding<'a> {
    /// The name as written.
    pub(super) name: &'a ast::Word,
    /// What it stands for.
    pub(super) bound: Bound<'a>,
    /// The names outside it.
    pub(super) next: Option<Rc<Binding<'a>>>,
}

/// What a bound name stands for.
#[derive(Clone)]
pub(super) enum Bound<'a> {
    /// A value.
    Local(LocalId),
    /// An argument of a definition: a phrase that is checked again wherever the name is used.
    Argument(Rc<Argument<'a>>),
    /// Something of unknown type, after an error.
    Unknown,
}

/// An unchecked argument of a definition.
pub(super) struct Argument<'a> {
    /// The phrase as written.
    pub(super) phrase: &'a ast::Expr,
    /// The environment in which it is written.
    pub(super) env: Env<'a>,
    /// The type that the definition requires.
    pub(super) ty: Type,
    /// The number of definitions being expanded where it is written.
    pub(super) within: usize,
}

/// What `it` is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum It {
    /// Nothing: `it` is an error.
    Nothing,
    /// The acting piece.
    Actor,
    /// A variable: the element of a `where`, the subject of an event, or the player of an ending or score.
    Local(LocalId),
}

/// The circumstances in which a phrase is evaluated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment {
    /// Whether there is an acting piece: surely, possibly, or never (`None`).
    pub(super) actor: Option<Many>,
    /// Whether there is a move that `taken`, `start`, `trail` … can refer to.
    pub(super) facts: bool,
    /// What relative words are relative to.
    pub(super) relative: Relative,
    /// The kind of place in which the statement or phrase is.
    pub(super) stage: Stage,
    /// The rule line that is evaluated; [`Env::rule`] may be the line of a definition used in it.
    pub(super) line: RuleId,
}

/// What relative words are relative to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relative {
    /// The owner of the acting piece, or the mover if no piece is acting.
    Default,
    /// The owner of the piece before `on` or `is`, or after `from`.
    Described,
    /// The owner of the piece in this variable: the `it` of a `where`.
    Local(LocalId),
}

/// The kinds of places in which statements and phrases occur.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// A definition that is checked by itself: everything is allowed.
    Loose,
    /// The verb or the statements of a move rule.
    Move,
    /// The statements of a trigger.
    Trigger {
        /// Whether it is a `before` trigger.
        before: bool,
    },
    /// The `turn` chapter.
    Turn,
    /// The `setup` chapter.
    Setup,
    /// A line of `victory`.
    Ending,
    /// The body of a verb after `can`.
    Can,
}

impl<'a> Env<'a> {
    /// No name bound, no `it`, no acting piece.
    pub(super) fn new(rule: RuleId, stage: Stage) -> Env<'a> {
        let moment = Moment { actor: None, facts: false, relative: Relative::Default, stage, line: rule };
        Env { names: None, it: It::Nothing, rule, moment }
    }

    /// With an acting piece, which is also `it`.
    pub(super) fn acting(&self, many: Many) -> Env<'a> {
        let moment = Moment { actor: Some(many), facts: true, relative: Relative::Default, ..self.moment };
        Env { it: It::Actor, moment, ..self.clone() }
    }

    /// With one more name.
    pub(super) fn bind(&self, name: &'a ast::Word, bound: Bound<'a>) -> Env<'a> {
        let names = Some(Rc::new(Binding { name, bound, next: self.names.clone() }));
        Env { names, ..self.clone() }
    }

    /// What the name is bound to.
    pub(super) fn find(&self, name: &str) -> Option<&Bound<'a>> {
        self.binding(name).map(|binding| &binding.bound)
    }

    /// The binding of the name.
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

    /// The same environment, with relative words relative to this.
    pub(super) fn relative_to(&self, relative: Relative) -> Env<'a> {
        Env { moment: Moment { relative, ..self.moment }, ..self.clone() }
    }

    /// The environment of an argument where it was written, at the moment of its use.
    pub(super) fn inside(&self, argument: &Argument<'a>) -> Env<'a> {
        Env { moment: self.moment, ..argument.env.clone() }
    }
}

/// The phrase behind a name that is bound to an argument, with the environment of that phrase; any other phrase is returned
/// unchanged. The span is that of the given phrase.
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
