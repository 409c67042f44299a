//! The words that the language keeps for itself, and how near another word comes to one of them.

/// Words that cannot be names.
pub const RESERVED: [&str; 80] = [
    "a", "add", "all", "an", "and", "any", "as", "at", "before", "begins", "by", "can", "cannot", "chain", "choose", "clock",
    "count", "counter", "define", "draw", "each", "either", "else", "end", "ends", "every", "exchange", "for", "from", "go",
    "here", "if", "in", "is", "keep", "lands", "least", "leaves", "let", "loses", "lower", "may", "most", "must", "new", "no",
    "not", "of", "on", "onto", "or", "over", "past", "play", "prevent", "raise", "removal", "remove", "repeat", "replace",
    "require", "rests", "score", "set", "show", "shuffle", "some", "strike", "sweep", "take", "taking", "the", "then", "to",
    "total", "when", "where", "who", "wins", "with",
];

/// Words with a meaning in one place only; names elsewhere.
pub const SPECIAL: [&str; 11] =
    ["after", "continue", "game", "leg", "move", "moves", "once", "reverse", "soon", "taken", "turn"];

/// Words skipped before any word of a phrase.
pub const ARTICLES: [&str; 3] = ["a", "an", "the"];

/// The chapters of a rule book, in its order; `moves NAME` stands beside `movement` and `capture`.
pub const CHAPTERS: [&str; 10] = [
    "definitions", "setup", "turn", "movement", "capture", "obligation", "promotion", "effects", "state", "victory",
];

/// Whether a word cannot be a name.
pub fn is_reserved(word: &str) -> bool {
    RESERVED.binary_search(&word).is_ok()
}
