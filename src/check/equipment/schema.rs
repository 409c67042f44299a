//! Every key of the front matter, in one table: checks, documentation and "did you mean" read it.

/// One accepted key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// The table that it belongs to: `board`, `pieces.NAME`; empty for the top of the file.
    pub table: &'static str,
    /// The key; `NAME` where the author names something.
    pub key: &'static str,
    /// What its value may be.
    pub form: Form,
    /// An example of a value.
    pub example: &'static str,
    /// Its meaning, in one line.
    pub meaning: &'static str,
}

/// What a value may be, as far as that does not depend on the rest of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `"…"`
    Text,
    /// One of these texts.
    Words(&'static [&'static str]),
    /// A whole number, from the first to the last.
    Number(i64, i64),
    /// `true`, `false`
    Truth,
    /// `false`
    No,
    /// `["…", "…"]`, or one text alone.
    Texts,
    /// `["a1", "b2-c3", 12]`, or one of these alone.
    Sites,
    /// A list of values of this form.
    List(&'static Form),
    /// A table with a value of this form under each key of the author's.
    Each(&'static Form),
    /// A table with the keys of this table of [`KEYS`].
    Table(&'static str),
    /// One of these forms.
    Either(&'static [Form]),
    /// Anything: it depends on what is declared elsewhere.
    Any,
}

/// A site by name or number.
const SITE: Form = Form::Either(&[Form::Text, Form::Number(0, 10_000)]);

/// A set by name, or its values.
const VALUES: Form = Form::Either(&[Form::Text, Form::List(&Form::Text)]);

/// The greatest distance of a number of `[numbers]` from zero.
pub(crate) const FAR: i64 = 1_000_000;

/// The latest version of the language that can be read. A file may state its version (`language = 2`).
///
/// * 1: the language until November 2026.
/// * 2: with `called`, `beyond`, `opposite`, `legs`, `abs`, `remainder`, computed numbers in paths, `chain must not turn`, lines
///   of one's own, neutral players, names of the Hub protocol. Every file of version 1 means the same.
pub const LANGUAGE: i64 = 2;

/// A number of `[numbers]`.
const LIMIT: Form = Form::Number(-FAR, FAR);

const fn key(table: &'static str, key: &'static str, form: Form, example: &'static str, meaning: &'static str) -> Key {
    Key { table, key, form, example, meaning }
}

/// All keys, table by table.
pub const KEYS: &[Key] = &[
    key("", "name", Form::Text, "\"Pocket draughts\"", "the title of the game"),
    key("", "version", Form::Text, "\"1.0.0\"", "the version of these rules"),
    key("", "language", Form::Number(1, LANGUAGE), "2", "the version of the language that the file is written in"),
    key("", "aliases", Form::Texts, "[\"American checkers\"]", "other names of the game"),
    key("", "authors", Form::Texts, "[\"traditional\"]", "who invented it"),
    key("", "year", Form::Number(-5000, 3000), "1911", "when it was invented"),
    key("", "source", Form::Text, "\"https://…\"", "where the rules are published"),
    key("", "extends", Form::Text, "\"pocket\"", "the variant that this file states differences from"),
    key(
        "",
        "routes",
        Form::Words(&["alike", "distinct"]),
        "\"alike\" or \"distinct\"",
        "whether two routes with the same result are one move",
    ),
    key(
        "",
        "turn_order",
        Form::Texts,
        "[\"South\", \"North-1\", \"South\", \"North-2\"]",
        "who moves after whom, if not as listed in [players]",
    ),
    key("", "players", Form::Table("players"), "[players]", "who plays, in turn order"),
    key("", "board", Form::Table("board"), "[board]", "what it is played on"),
    key("", "directions", Form::Table("directions"), "[directions]", "named leaps"),
    key("", "sets", Form::Table("sets"), "[sets]", "named lists of values"),
    key("", "pieces", Form::Table("pieces"), "[pieces]", "the kinds of pieces; the first is the kind of the diagram"),
    key("", "tokens", Form::Table("tokens"), "[tokens]", "cards, shields and the like"),
    key("", "piles", Form::Table("piles"), "[piles]", "where pieces and tokens lie beside the board"),
    key("", "regions", Form::Table("regions"), "[regions]", "named sets of sites"),
    key("", "numbers", Form::Table("numbers"), "[numbers]", "limits that a group may change"),
    key("", "setup", Form::Table("setup"), "[setup]", "what stands where at the start"),
    key("", "notation", Form::Table("notation"), "[notation]", "how squares and games are written"),
    key("", "match", Form::Table("match"), "[match]", "how many games make a match"),
    key("", "lints", Form::Table("lints"), "[lints]", "how bad each oddity of this file is taken to be"),
    key("", "option", Form::Each(&Form::Table("option.NAME")), "[option.NAME]", "what an option changes in all this"),
    key("players", "NAME", Form::Table("players.NAME"), "{ faces = \"north\" }", "a player"),
    key(
        "players.NAME",
        "faces",
        Form::Words(&["north", "south", "east", "west"]),
        "\"north\", \"south\", \"east\" or \"west\"",
        "where the player looks (north if unsaid)",
    ),
    key("players.NAME", "side", Form::Text, "\"South\"", "the side the player is on (its own if unsaid)"),
    key(
        "players.NAME",
        "neutral",
        Form::Truth,
        "true",
        "nobody plays for it: its pieces are no one's and no enemies (false if unsaid)",
    ),
    key("players.NAME", "ATTRIBUTE", Form::Texts, "[\"red\", \"orange\"]", "values of a set that belong to the player"),
    key("board", "grid", Form::Text, "\"8x8\"", "files by ranks, 1x1 to 26x26"),
    key(
        "board",
        "play",
        Form::Words(&["all", "dark", "light"]),
        "\"all\", \"dark\" or \"light\"",
        "which squares are played on; a1 is dark (all if unsaid)",
    ),
    key(
        "board",
        "wrap",
        Form::Words(&["none", "files", "ranks", "both"]),
        "\"none\", \"files\", \"ranks\" or \"both\"",
        "which edges lead to the opposite one (none if unsaid)",
    ),
    key(
        "board",
        "points",
        Form::Words(&["none", "inner", "all"]),
        "\"none\", \"inner\" or \"all\"",
        "which corners of squares are places too (none if unsaid)",
    ),
    key(
        "board",
        "lines",
        Form::Either(&[Form::Words(&["square", "alquerque", "hex"]), Form::List(&Form::Text)]),
        "\"square\", \"alquerque\", \"hex\" or [\"a1-e1\", \"a1 c2 e3\"]",
        "how neighbours are joined (square if unsaid), or every line there is, site by site",
    ),
    key("board", "mask", Form::Sites, "[\"a1\", \"b2-b4\"]", "sites that do not exist"),
    key("board", "only", Form::Sites, "[\"a1-d4\"]", "the only squares that exist"),
    key(
        "board",
        "join",
        Form::List(&Form::List(&Form::Text)),
        "[[\"a1\", \"north\", \"h8\"]]",
        "a step from a site, in a direction, to a site",
    ),
    key("board", "cut", Form::List(&Form::List(&Form::Text)), "[[\"a1\", \"b2\"]]", "no step between these two, either way"),
    key("board", "under", Form::Text, "\"card\"", "the type of token that lies under each square"),
    key("board", "stacks", Form::Number(1, 64), "22", "how many pieces may stand on one another (1 if unsaid)"),
    key(
        "directions",
        "NAME",
        Form::List(&Form::List(&Form::Number(-25, 25))),
        "[[1, 2], [2, 1]]",
        "leaps: files to the right and ranks up",
    ),
    key("sets", "NAME", Form::List(&Form::Text), "[\"red\", \"green\"]", "values in rising order"),
    key(
        "pieces",
        "NAME",
        Form::Either(&[Form::Table("pieces.NAME"), Form::No]),
        "{ symbol = \"m\" }",
        "a kind of piece; `false` takes away one of the parent's",
    ),
    key(
        "pieces.NAME",
        "symbol",
        Form::Text,
        "\"m\"",
        "one letter for diagrams and move texts (the first letter of its name if unsaid)",
    ),
    key("pieces.NAME", "plural", Form::Text, "\"men\"", "what several are called"),
    key("pieces.NAME", "value", Form::Number(0, 1_000_000), "3", "what it counts (1 if unsaid)"),
    key("pieces.NAME", "owner", Form::Text, "\"Swedes\"", "the only player or side that has such pieces"),
    key(
        "pieces.NAME",
        "on",
        Form::Words(&["squares", "points"]),
        "\"squares\" or \"points\"",
        "where it stands, on a board that has both (anywhere if unsaid)",
    ),
    key(
        "pieces.NAME",
        "has",
        Form::Each(&Form::Text),
        "{ potion = \"potion\" }",
        "its attributes and slots: a set or a type of token each",
    ),
    key("tokens", "NAME", Form::Table("tokens.NAME"), "{ colour = \"colour\" }", "a type of token"),
    key("tokens.NAME", "plural", Form::Text, "\"cards\"", "what several are called"),
    key(
        "tokens.NAME",
        "faces",
        VALUES,
        "[\"face-down\", \"face-up\"]",
        "how it may lie; the first is how it lies at the start, the last is open to all",
    ),
    key("tokens.NAME", "copies", Form::Number(0, 1000), "5", "how many of each there are (those in [setup], or 1, if unsaid)"),
    key("tokens.NAME", "ATTRIBUTE", VALUES, "[\"clubs\", \"hearts\"] or \"colour\"", "what tells such tokens apart"),
    key("piles", "NAME", Form::Table("piles.NAME"), "{ of = \"player\", holds = \"card\" }", "a pile"),
    key(
        "piles.NAME",
        "of",
        Form::Text,
        "\"player\", \"side\" or \"South\"",
        "whose it is: one each, or one player's (everybody's if unsaid)",
    ),
    key(
        "piles.NAME",
        "holds",
        Form::Text,
        "\"piece\", \"stone\" or \"card\"",
        "what lies in it: pieces, one kind, or one type of token",
    ),
    key(
        "piles.NAME",
        "seen_by",
        Form::Words(&["all", "owner", "nobody"]),
        "\"all\", \"owner\" or \"nobody\"",
        "who may look (all if unsaid)",
    ),
    key(
        "regions",
        "NAME",
        Form::Either(&[Form::Sites, Form::Each(&Form::Sites)]),
        "[\"a1-d1\", \"c3\"] or { South = \"a1-h4\" }",
        "sites, or sites for each player or side",
    ),
    key(
        "numbers",
        "NAME",
        Form::Either(&[LIMIT, Form::Table("numbers.NAME")]),
        "100 or { value = 100, least = 1, greatest = 1000 }",
        "a limit that a group may change",
    ),
    key("numbers.NAME", "value", LIMIT, "100", "its value when nobody says otherwise"),
    key("numbers.NAME", "least", LIMIT, "1", "the least value accepted (0 if unsaid)"),
    key("numbers.NAME", "greatest", LIMIT, "1000", "the greatest value accepted (1000000 if unsaid)"),
    key(
        "setup",
        "diagram",
        Form::Either(&[Form::Text, Form::Truth]),
        "\"\"\"…\"\"\"",
        "one letter a square, one line a rank, the highest first; dots are empty. `false`: without the parent's",
    ),
    key(
        "setup",
        "symbols",
        Form::Each(&Form::Text),
        "{ K = \"Swedes king\" }",
        "what letters of the diagram stand for, where the first letter of a side does not say it",
    ),
    key(
        "setup",
        "pieces",
        Form::List(&Form::Table("setup.pieces")),
        "[{ at = \"c3\", kind = \"man\", owner = \"White\" }]",
        "pieces one by one, with what is in their slots",
    ),
    key("setup", "player", Form::Text, "\"White\"", "who begins (the first of the turn order if unsaid)"),
    key("setup", "under", Form::Each(&Form::Text), "{ c3 = \"ace clubs\" }", "the tokens under squares"),
    key(
        "setup",
        "KIND",
        Form::Either(&[Form::Sites, Form::List(&Form::Either(&[SITE, Form::Any])), Form::Each(&Form::Any)]),
        "[\"c5\", \"d4\"]",
        "where pieces of a kind stand",
    ),
    key("setup", "REGION", Form::Either(&[Form::Text, Form::Each(&Form::Text)]), "\"man\"", "what stands all over a region"),
    key("setup", "PILE", Form::Each(&Form::Any), "{ stone = 66 } or { each = 5 }", "how much of what lies in a pile"),
    key("setup.pieces", "at", Form::Sites, "\"c3\"", "where it stands"),
    key("setup.pieces", "kind", Form::Text, "\"man\"", "what it is"),
    key("setup.pieces", "owner", Form::Text, "\"White\"", "whose it is"),
    key("setup.pieces", "SLOT", Form::Text, "\"red\"", "what is in that slot"),
    key(
        "notation",
        "squares",
        Form::Words(&["algebraic", "numbers"]),
        "\"algebraic\" or \"numbers\"",
        "how squares are written (algebraic if unsaid)",
    ),
    key("notation", "pdn", Form::Number(0, 999), "21", "the PDN GameType"),
    key("notation", "hub", Form::Text, "\"normal\"", "what the Hub protocol calls the game, if it plays exactly this one"),
    key("match", "games", Form::Number(1, 100), "2", "how many games, players changing roles after each"),
    key("match", "wins_as", Form::Text, "\"White\"", "only wins as this player count (any if unsaid)"),
    key("match", "better", Form::Text, "\"supply\"", "a pile: of equal wins, those are better after which more is left in it"),
    key(
        "lints",
        "LINT",
        Form::Words(&["allow", "warn", "deny"]),
        "\"allow\", \"warn\" or \"deny\"",
        "the level of a lint in this file, such as `unused-region`",
    ),
    key("option.NAME", "default", Form::Truth, "true", "on unless switched off (off if unsaid)"),
    key("option.NAME", "needs", Form::Texts, "[\"partners\"]", "options that must be on too"),
    key("option.NAME", "excludes", Form::Texts, "[\"three\"]", "options that must be off"),
    key(
        "option.NAME",
        "TABLE",
        Form::Any,
        "[option.NAME.board]",
        "any table or key of the front matter, laid over while the option is on",
    ),
];

/// Every accepted key with its meaning, for documentation.
pub fn schema_keys() -> &'static [Key] {
    KEYS
}

/// The keys of one table; upper-case ones are placeholders for the author's names.
pub fn keys_of(table: &str) -> impl Iterator<Item = &'static Key> {
    KEYS.iter().filter(move |key| key.table == table)
}

/// The keys of one table that are literal, not placeholders.
pub(super) fn fixed_keys(table: &str) -> impl Iterator<Item = &str> + Clone {
    let here = KEYS.iter().filter(move |key| key.table == table).map(|key| key.key);
    here.filter(|key| !key.bytes().all(|byte| byte.is_ascii_uppercase()))
}

/// Whether a word is one of a table's fixed keys.
pub(super) fn is_key(table: &str, word: &str) -> bool {
    fixed_keys(table).any(|key| key == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_is_listed_twice_and_each_says_what_it_means() {
        for (i, one) in KEYS.iter().enumerate() {
            assert!(!one.meaning.is_empty() && !one.example.is_empty());
            assert!(KEYS[..i].iter().all(|other| (other.table, other.key) != (one.table, one.key)), "{}", one.key);
        }
    }
}
