//! Every key of the front matter, once: what checking accepts, what documentation lists, what "did you mean" knows.

use crate::diagnostic::{Diagnostic, nearest};
use crate::syntax::front::{Table, Value};

/// One accepted key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// The table it stands in: `board`, `pieces.NAME`; empty for the top of the file.
    pub table: &'static str,
    /// The key; `NAME` where the author names something.
    pub key: &'static str,
    /// What may stand behind it, as an example.
    pub example: &'static str,
    /// What it says, in one line.
    pub meaning: &'static str,
}

const fn key(table: &'static str, key: &'static str, example: &'static str, meaning: &'static str) -> Key {
    Key { table, key, example, meaning }
}

/// All keys, table by table.
pub const KEYS: &[Key] = &[
    key("", "name", "\"Pocket draughts\"", "the title of the game"),
    key("", "version", "\"1.0.0\"", "the version of these rules"),
    key("", "aliases", "[\"American checkers\"]", "other names of the game"),
    key("", "authors", "[\"traditional\"]", "who invented it"),
    key("", "year", "1911", "when it was invented"),
    key("", "source", "\"https://…\"", "where the rules are published"),
    key("", "extends", "\"pocket\"", "the variant that this file states differences from"),
    key("", "routes", "\"alike\" or \"distinct\"", "whether two routes with the same result are one move"),
    key(
        "",
        "turn_order",
        "[\"South\", \"North-1\", \"South\", \"North-2\"]",
        "who moves after whom, if not as listed in [players]",
    ),
    key("", "players", "[players]", "who plays, in turn order"),
    key("", "board", "[board]", "what it is played on"),
    key("", "directions", "[directions]", "named leaps"),
    key("", "sets", "[sets]", "named lists of values"),
    key("", "pieces", "[pieces]", "the kinds of pieces; the first is the kind of the diagram"),
    key("", "tokens", "[tokens]", "cards, shields and the like"),
    key("", "piles", "[piles]", "where pieces and tokens lie beside the board"),
    key("", "regions", "[regions]", "named sets of sites"),
    key("", "numbers", "[numbers]", "limits that a group may change"),
    key("", "setup", "[setup]", "what stands where at the start"),
    key("", "notation", "[notation]", "how squares and games are written"),
    key("", "match", "[match]", "how many games make a match"),
    key("", "lints", "[lints]", "how bad each oddity of this file is taken to be"),
    key("", "option", "[option.NAME]", "what an option changes in all this"),
    key("players", "NAME", "{ faces = \"north\" }", "a player"),
    key("players.NAME", "faces", "\"north\", \"south\", \"east\" or \"west\"", "where the player looks (north if unsaid)"),
    key("players.NAME", "side", "\"South\"", "the side the player is on (its own if unsaid)"),
    key("players.NAME", "ATTRIBUTE", "[\"red\", \"orange\"]", "values of a set that belong to the player"),
    key("board", "grid", "\"8x8\"", "files by ranks, 1x1 to 26x26"),
    key("board", "play", "\"all\", \"dark\" or \"light\"", "which squares are played on; a1 is dark (all if unsaid)"),
    key("board", "wrap", "\"none\", \"files\", \"ranks\" or \"both\"", "which edges lead to the opposite one (none if unsaid)"),
    key("board", "points", "\"none\", \"inner\" or \"all\"", "which corners of squares are places too (none if unsaid)"),
    key("board", "lines", "\"square\", \"alquerque\" or \"hex\"", "how neighbours are joined (square if unsaid)"),
    key("board", "mask", "[\"a1\", \"b2-b4\"]", "sites that do not exist"),
    key("board", "only", "[\"a1-d4\"]", "the only squares that exist"),
    key("board", "join", "[[\"a1\", \"north\", \"h8\"]]", "a step from a site, in a direction, to a site"),
    key("board", "cut", "[[\"a1\", \"b2\"]]", "no step between these two, either way"),
    key("board", "under", "\"card\"", "the type of token that lies under each square"),
    key("board", "stacks", "22", "how many pieces may stand on one another (1 if unsaid)"),
    key("directions", "NAME", "[[1, 2], [2, 1]]", "leaps: files to the right and ranks up"),
    key("sets", "NAME", "[\"red\", \"green\"]", "values in rising order"),
    key("pieces", "NAME", "{ symbol = \"m\" }", "a kind of piece"),
    key("pieces.NAME", "symbol", "\"m\"", "one letter for diagrams and move texts (the first letter of its name if unsaid)"),
    key("pieces.NAME", "plural", "\"men\"", "what several are called"),
    key("pieces.NAME", "value", "3", "what it counts (1 if unsaid)"),
    key("pieces.NAME", "owner", "\"Swedes\"", "the only player or side that has such pieces"),
    key("pieces.NAME", "on", "\"squares\" or \"points\"", "where it stands, on a board that has both (anywhere if unsaid)"),
    key("pieces.NAME", "has", "{ potion = \"potion\" }", "its attributes and slots: a set or a type of token each"),
    key("tokens", "NAME", "{ colour = \"colour\" }", "a type of token"),
    key("tokens.NAME", "plural", "\"cards\"", "what several are called"),
    key(
        "tokens.NAME",
        "faces",
        "[\"face-down\", \"face-up\"]",
        "how it may lie; the first is how it lies at the start, the last is open to all",
    ),
    key("tokens.NAME", "copies", "5", "how many of each there are (those in [setup], or 1, if unsaid)"),
    key("tokens.NAME", "ATTRIBUTE", "[\"clubs\", \"hearts\"] or \"colour\"", "what tells such tokens apart"),
    key("piles", "NAME", "{ of = \"player\", holds = \"card\" }", "a pile"),
    key(
        "piles.NAME",
        "of",
        "\"player\", \"side\" or \"South\"",
        "whose it is: one each, or one player's (everybody's if unsaid)",
    ),
    key("piles.NAME", "holds", "\"piece\", \"stone\" or \"card\"", "what lies in it: pieces, one kind, or one type of token"),
    key("piles.NAME", "seen_by", "\"all\", \"owner\" or \"nobody\"", "who may look (all if unsaid)"),
    key("regions", "NAME", "[\"a1-d1\", \"c3\"] or { South = \"a1-h4\" }", "sites, or sites for each player or side"),
    key("numbers", "NAME", "100 or { value = 100, least = 1, greatest = 1000 }", "a limit that a group may change"),
    key("numbers.NAME", "value", "100", "its value when nobody says otherwise"),
    key("numbers.NAME", "least", "1", "the least value accepted (0 if unsaid)"),
    key("numbers.NAME", "greatest", "1000", "the greatest value accepted (1000000 if unsaid)"),
    key("setup", "diagram", "\"\"\"…\"\"\"", "one letter a square, one line a rank, the highest first; dots are empty"),
    key(
        "setup",
        "symbols",
        "{ K = \"Swedes king\" }",
        "what letters of the diagram stand for, where the first letter of a side does not say it",
    ),
    key(
        "setup",
        "pieces",
        "[{ at = \"c3\", kind = \"man\", owner = \"White\" }]",
        "pieces one by one, with what is in their slots",
    ),
    key("setup", "player", "\"White\"", "who begins (the first of the turn order if unsaid)"),
    key("setup", "under", "{ c3 = \"ace clubs\" }", "the tokens under squares"),
    key("setup", "KIND", "[\"c5\", \"d4\"]", "where pieces of a kind stand"),
    key("setup", "REGION", "\"man\"", "what stands all over a region"),
    key("setup", "PILE", "{ stone = 66 } or { each = 5 }", "how much of what lies in a pile"),
    key("setup.pieces", "at", "\"c3\"", "where it stands"),
    key("setup.pieces", "kind", "\"man\"", "what it is"),
    key("setup.pieces", "owner", "\"White\"", "whose it is"),
    key("setup.pieces", "SLOT", "\"red\"", "what is in that slot"),
    key("notation", "squares", "\"algebraic\" or \"numbers\"", "how squares are written (algebraic if unsaid)"),
    key("notation", "pdn", "21", "the PDN GameType"),
    key("match", "games", "2", "how many games, players changing roles after each"),
    key("match", "wins_as", "\"White\"", "only wins as this player count (any if unsaid)"),
    key("match", "better", "\"supply\"", "a pile: of equal wins, those are better after which more is left in it"),
    key("lints", "LINT", "\"allow\", \"warn\" or \"deny\"", "the level of a lint in this file, such as `unused-region`"),
    key("option.NAME", "default", "true", "on unless switched off (off if unsaid)"),
    key("option.NAME", "needs", "[\"partners\"]", "options that must be on too"),
    key("option.NAME", "excludes", "[\"three\"]", "options that must be off"),
    key(
        "option.NAME",
        "TABLE",
        "[option.NAME.board]",
        "any table or key of the front matter, laid over while the option is on",
    ),
];

/// Every accepted key with its meaning, for documentation.
pub fn schema_keys() -> &'static [Key] {
    KEYS
}

/// The keys of one table; upper-case ones stand for names of the author's.
pub fn keys_of(table: &str) -> impl Iterator<Item = &'static Key> {
    KEYS.iter().filter(move |key| key.table == table)
}

/// The keys of one table that are spelt as listed.
pub(super) fn fixed_keys(table: &str) -> impl Iterator<Item = &str> + Clone {
    let here = KEYS.iter().filter(move |key| key.table == table).map(|key| key.key);
    here.filter(|key| !key.bytes().all(|byte| byte.is_ascii_uppercase()))
}

/// Whether a key is one of a table's fixed keys.
pub(super) fn is_key(table: &str, word: &str) -> bool {
    fixed_keys(table).any(|key| key == word)
}

/// Says which keys of a table are none of its fixed keys. The top of the file has a code of its own.
pub(super) fn refuse_unknown_keys(name: &str, title: &str, table: &Table, out: &mut Vec<Diagnostic>) {
    for (word, entry) in table.iter().filter(|(word, _)| !is_key(name, word)) {
        let found = match (&entry.value.value, name) {
            (Value::Table(_), "") => {
                Diagnostic::error("E0011", entry.key, format!("there is no table `[{word}]` in the front matter"))
            }
            (_, "") => {
                Diagnostic::error("E0011", entry.key, format!("there is no key `{word}` at the top of the front matter"))
            }
            _ => Diagnostic::error("E0012", entry.key, format!("{title} has no key `{word}`")),
        };
        out.push(found.help(suggest(word, fixed_keys(name))));
    }
}

/// "did you mean", or all there is.
pub(super) fn suggest<'a>(word: &str, known: impl Iterator<Item = &'a str> + Clone) -> String {
    match nearest(word, known.clone().take(256)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => {
            let all: Vec<String> = known.map(|one| format!("`{one}`")).collect();
            match all.len() {
                0 => "there is none".to_owned(),
                1..=24 => format!("accepted: {}", all.join(", ")),
                _ => format!("accepted: {} …", all[..24].join(", ")),
            }
        }
    }
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
