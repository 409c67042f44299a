//! The grammar of rule files, `draughtsman.pest`, and the one place that runs it. A crate of its own, because the parser that `pest`
//! makes of it is long to compile and seldom changes; nothing else knows `pest`.

use pest::Parser;
use pest::error::{Error, ErrorVariant, InputLocation};
use pest::iterators::Pair;

#[derive(pest_derive::Parser)]
#[grammar = "../draughtsman.pest"]
struct Reader;

/// The words that every rule file knows, as rules define them: they stand beside the grammar, so that this crate is whole without the others.
pub const PRELUDE: &str = include_str!("../prelude.draughts");

/// A piece of the text with the grammar rule that matched it.
pub type Found<'t> = Pair<'t, Rule>;

/// Where the text stopped making sense, and what could have stood there.
pub struct Stopped {
    /// Byte of the text given.
    pub at: usize,
    /// What could have stood there; `None` if the work grew beyond all measure.
    pub expected: Option<Vec<Rule>>,
}

/// No honest file needs so many steps; the text of one that does is refused with an error instead of a long wait.
const MOST_STEPS: usize = 60_000_000;

/// Reads `text` as one rule of the grammar.
pub fn read(kind: Rule, text: &str) -> Result<Found<'_>, Stopped> {
    static LIMIT: std::sync::Once = std::sync::Once::new();
    LIMIT.call_once(|| pest::set_call_limit(std::num::NonZeroUsize::new(MOST_STEPS)));
    match Reader::parse(kind, text) {
        Ok(mut pairs) => pairs.next().ok_or(Stopped { at: 0, expected: None }),
        Err(error) => Err(stopped(&error)),
    }
}

fn stopped(error: &Error<Rule>) -> Stopped {
    let at = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    };
    let expected = match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => Some(positives.clone()),
        ErrorVariant::CustomError { .. } => None,
    };
    Stopped { at, expected }
}

/// Keywords, punctuation and articles: nothing to lower. They stand last in the grammar.
pub fn is_mark(kind: Rule) -> bool {
    kind >= Rule::nl || kind == Rule::EOI
}
