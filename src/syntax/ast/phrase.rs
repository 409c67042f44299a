//! Phrases: sets, numbers and truths, as written.

use super::{Call, Verb, Word};
use crate::source::{Span, Spanned};

/// A phrase with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// The phrase.
    pub kind: ExprKind,
    /// Its span.
    pub span: Span,
}

/// The kinds of phrases. Juxtaposed words form one [`ExprKind::Together`].
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// `man`, `far-row`, `c3`, `c3*`
    Name(String),
    /// `12`
    Number(i64),
    /// `"text"`, only where a reason is allowed.
    Text(String),
    /// Juxtaposed words, such as `forward diagonal`: their intersection.
    Together(Vec<Expr>),
    /// `not A` among juxtaposed words: set difference.
    Without(Box<Expr>),
    /// `A or B`: a union of sets, or a disjunction of truths.
    Or(Vec<Expr>),
    /// `A and B`
    And(Vec<Expr>),
    /// `not C`
    Not(Box<Expr>),
    /// `F of X`
    Of(Box<Expr>, Box<Expr>),
    /// `D from S`
    From(Box<Expr>, Box<Expr>),
    /// `D beyond S`
    Beyond(Box<Expr>, Box<Expr>),
    /// `P on S`, `P in S`, `P where C`, `P with most N`: a filter of the whole phrase before it.
    Filtered(Box<Expr>, Box<Filter>),
    /// `A is B`, `A is on S`, `A is not B`
    Is(Box<Expr>, bool, IsTail),
    /// `a < b`
    Compare(Box<Expr>, Spanned<Order>, Box<Expr>),
    /// `A can VERB …`
    Can(Box<Expr>, Box<Verb>),
    /// `a + b`, `a - b`
    Sum(Box<Expr>, Spanned<Sign>, Box<Expr>),
    /// `a * b`
    Product(Box<Expr>, Box<Expr>),
    /// `count A`, `some A`, `no A`, `every A`, `total F of A`
    Quantified(Spanned<Quantifier>, Box<Expr>),
    /// `(if C then A else B)`
    IfElse(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `f(x, y)`
    Function(Call),
    /// `new KIND`
    New(Word),
}

/// A filter after a phrase.
#[derive(Clone, Debug, PartialEq)]
pub enum Filter {
    /// `[not] on S`; the flag is true for `not`.
    On(bool, Expr),
    /// `[not] in S`
    In(bool, Expr),
    /// `[called NAME] where C`
    Where(Option<Word>, Expr),
    /// `[called NAME] with most N`
    Most(Option<Word>, Expr),
    /// `[called NAME] with least N`
    Least(Option<Word>, Expr),
}

/// The right side of `is`.
#[derive(Clone, Debug, PartialEq)]
pub enum IsTail {
    /// `is man or king`
    Set(Box<Expr>),
    /// `is on far-row`, `is in taken`
    Filter(Box<Filter>),
}

/// Comparison operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// `=`
    Equal,
    /// `!=`
    Unequal,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
}

impl Order {
    /// The sign of the operator.
    pub fn sign(self) -> &'static str {
        match self {
            Order::Equal => "=",
            Order::Unequal => "!=",
            Order::Less => "<",
            Order::AtMost => "<=",
            Order::More => ">",
            Order::AtLeast => ">=",
        }
    }

    /// The operator with its sides exchanged: `a < b` is equivalent to `b > a`.
    pub fn mirrored(self) -> Order {
        match self {
            Order::Equal | Order::Unequal => self,
            Order::Less => Order::More,
            Order::AtMost => Order::AtLeast,
            Order::More => Order::Less,
            Order::AtLeast => Order::AtMost,
        }
    }

    /// The negated operator: `a < b` is false exactly if `a >= b`.
    pub fn opposite(self) -> Order {
        match self {
            Order::Equal => Order::Unequal,
            Order::Unequal => Order::Equal,
            Order::Less => Order::AtLeast,
            Order::AtMost => Order::More,
            Order::More => Order::AtMost,
            Order::AtLeast => Order::Less,
        }
    }

    /// Whether two values satisfy the comparison.
    #[inline]
    pub fn holds<T: Ord>(self, a: &T, b: &T) -> bool {
        match self {
            Order::Equal => a == b,
            Order::Unequal => a != b,
            Order::Less => a < b,
            Order::AtMost => a <= b,
            Order::More => a > b,
            Order::AtLeast => a >= b,
        }
    }
}

/// Plus or minus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sign {
    /// `+`
    Plus,
    /// `-`
    Minus,
}

/// Words before a phrase that count it or test it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantifier {
    /// `count A`
    Count,
    /// `some A`
    Some,
    /// `no A`
    No,
    /// `every A`, before `is`
    Every,
    /// `total F of A`
    Total,
}
