//! The grammar's rule names in the words of authors.

use super::ast::ChapterName;
use super::grammar::Rule;

/// What was expected, as a list in words; empty if only continuations were that are possible after any phrase.
pub(super) fn in_words(expected: &[Rule]) -> String {
    let mut words: Vec<String> = expected.iter().filter(|kind| !goes_on(**kind)).filter_map(|kind| say(*kind)).collect();
    words.sort_by_key(|word| word.starts_with('`'));
    words.dedup();
    let mut seen = Vec::new();
    words.retain(|word| {
        !seen.contains(word) && {
            seen.push(word.clone());
            true
        }
    });
    words.truncate(6);
    or_list(&words)
}

/// Joins words: `a, b or c`.
pub(super) fn or_list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

/// Whether the text so far was a complete rule.
pub(super) fn is_whole(expected: &[Rule]) -> bool {
    expected.iter().any(|kind| matches!(kind, Rule::EOI | Rule::ends | Rule::semi))
}

/// Whether only a name was expected.
pub(super) fn is_name(expected: &[Rule]) -> bool {
    expected.iter().any(|kind| matches!(kind, Rule::name | Rule::bare | Rule::any_name | Rule::param))
        && !expected.iter().any(|kind| say(*kind).is_some_and(|words| words.starts_with("a phrase")))
}

/// Whether this may follow any phrase; such expectations are true but do not help.
fn goes_on(kind: Rule) -> bool {
    use Rule::*;
    matches!(
        kind,
        relation
            | filter
            | place
            | where_filter
            | extreme_filter
            | is_tail
            | order_tail
            | can_tail
            | order
            | sign
            | times
            | k_or
            | k_and
            | k_of
            | k_from
            | k_on
            | k_in
            | k_where
            | k_with
            | k_not
            | article
            | comment
            | WHITESPACE
            | doc
            | nl
            | quantity
            | on_or_in
            | semi
            | EOI
            | ends
            | k_is
            | k_can
    )
}

fn say(kind: Rule) -> Option<String> {
    let keyword = || format!("{kind:?}").strip_prefix("k_").map(|word| format!("`{word}`"));
    in_author_words(kind).map(str::to_string).or_else(keyword)
}

fn in_author_words(kind: Rule) -> Option<&'static str> {
    use Rule::*;
    Some(match kind {
        name | any_name | bare | old_mark => "a name",
        param | params | labelled_params => "parameters, such as `(prey: piece)`",
        expr | conj | neg | cmp | sum | product | quantified | phrase | plain | class | union | arg | applied | atom
        | words | word | applied_word | event | fresh | function | callee | if_expr | more => "a phrase, such as `own man`",
        suite | open => "`:` or `{` and statements",
        statement | simple | line | result => "a statement",
        rule | lone_rule | item | phrase_rule => "a rule",
        verb | call | path | path_mode => "a verb, such as `jump` or `go`",
        path_item | many => "`past`, `taking`, `to` or `here`",
        string => "a reason in quotes",
        number | signed | bound | range => "a number",
        label | labelled_arg => "`to`, `over`, `onto` or `at`",
        chain_word => "`continue`, `reverse` or `turn`",
        removal_time => "`at once` or `after move`",
        event_verb | lands | rests => "`lands`, `rests`, `leaves`, `is taken`, `begins` or `ends`",
        on_sites => "`on`",
        end_of => "`leg`, `move` or `turn`",
        may_tail => "`may`",
        stuck_tail => "`who cannot move`",
        result_tail | won_or_lost => "`wins` or `loses`",
        modal => "`must` or `may`",
        extreme => "`most` or `least`",
        condition => "`if`",
        by => "`by`",
        start | equals => "`=`",
        each => "`each turn`",
        of_each => "`of`",
        colon => "`:`",
        comma => "`,`",
        lparen => "`(`",
        rparen => "`)`",
        lbrace => "`{`",
        rbrace => "`}`",
        dots => "`..`",
        beginning => "the beginning of a rule",
        _ => return None,
    })
}

/// The form of the rules of a chapter.
pub(super) fn form_in(chapter: &ChapterName) -> Option<&'static str> {
    match chapter {
        ChapterName::Movement | ChapterName::Capture | ChapterName::Moves(_) => form("may"),
        ChapterName::Definitions => form("define"),
        ChapterName::Obligation => form("must"),
        ChapterName::Promotion | ChapterName::Effects => form("when"),
        ChapterName::State => form("counter"),
        ChapterName::Setup | ChapterName::Turn | ChapterName::Victory => None,
    }
}

/// The form of a line that begins with this word or contains it.
///
/// ```
/// assert_eq!(draughtsman::syntax::form("take"), Some("it reads `take PIECES`"));
/// ```
pub fn form(word: &str) -> Option<&'static str> {
    Some(match word {
        "define" => {
            "a definition reads `define NAME = PHRASE`, `define NAME (way: direction) = go way, …` or `define NAME { STATEMENTS }`"
        }
        "counter" => "a counter reads `counter NAME [of player]: 0..3 [= 0] [each turn]`",
        "clock" => "a clock reads `clock NAME: 0..80`",
        "keep" => "a kept thing reads `keep NAME [of player]: piece [each turn]`",
        "chain" => {
            "a law of chains reads `chain must continue`, `chain may continue [if CONDITION]`, `chain must not reverse`, `chain must turn` or `chain must not turn`"
        }
        "removal" => "it reads `removal at once` or `removal after move`",
        "must" => "an obligation reads `must MOVES [if CONDITION]`, as in `must capture with most taken`",
        "when" => {
            "an effect reads `when EVENT [if CONDITION]: STATEMENT`, as in `when man lands on far-row: promote it to king`"
        }
        "before" => "it reads `before PIECES is taken [if CONDITION]: STATEMENT`",
        "as" => "it reads `as soon as CONDITION: STATEMENT`; inside a suite, `as PIECE: STATEMENT`",
        "score" => "a score reads `score of player is NUMBER`",
        "add" => "it reads `add RULE`",
        "replace" => "it reads `replace BEGINNING-OF-THE-OLD-RULE by RULE` or `… by { RULES }`",
        "remove" => "it reads `remove BEGINNING-OF-THE-OLD-RULE`",
        "either" => "it reads `either { STATEMENTS } or { STATEMENTS }`",
        "repeat" => "it reads `repeat 3 { STATEMENTS }`, or `may repeat: STATEMENT`",
        "for" => "it reads `for NAME in SET: STATEMENT`",
        "if" => "it reads `if CONDITION: STATEMENT`, or `STATEMENT if CONDITION`",
        "may" => "a rule of moves reads `PIECES may VERB [if CONDITION] [: STATEMENT]`, as in `man may step forward diagonal`",
        "choose" => {
            "it reads `choose NAME in SET`, `choose 2 NAME in SET`, each with `by chance` or `by PLAYER` behind it; of numbers \
             `choose NAME in (1 or 2 or 3)`"
        }
        "let" => "it reads `let NAME = PHRASE`",
        "set" => "it reads `set FIELD of PIECE to VALUE` or `set COUNTER to NUMBER`",
        "raise" => "it reads `raise COUNTER by NUMBER`",
        "lower" => "it reads `lower COUNTER by NUMBER`",
        "move" => "it reads `move PIECE to SITE`",
        "take" => "it reads `take PIECES`",
        "exchange" => "it reads `exchange A, B`: each goes where the next stands",
        "shuffle" => "it reads `shuffle PILE`",
        "show" => "it reads `show TOKENS to PLAYER`",
        "end" => "it reads `end leg`, `end move`, `end turn` or `end game \"why\"`",
        "require" => "it reads `require CONDITION`",
        "play" => "it reads `play MOVES [by PLAYER]`",
        "wins" | "loses" => "an ending reads `PLAYER wins \"why\" [if CONDITION]`",
        "who" => "it reads `player who cannot move loses`, or `player who cannot move: STATEMENT`",
        "draw" => "it reads `draw \"why\" [if CONDITION]`",
        "go" | "strike" | "sweep" => {
            "a path reads `go WAYS, ITEM, ITEM …`, where an item is `past SET`, `taking SET`, `to SET` or `here`"
        }
        _ => return None,
    })
}
