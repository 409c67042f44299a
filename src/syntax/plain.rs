//! Plain words: what people say, and what the language says instead. `docs/reference.md` is generated from this table.

/// Where a word occurs that is not of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stands {
    /// In a phrase: pieces, squares, directions, players.
    Set,
    /// After `may` or `can`, or at the beginning of a statement.
    Verb,
    /// Among the keywords that structure a line.
    Line,
    /// After `when` and `before`.
    Event,
}

/// Words for one concept that the language names differently.
#[derive(Clone, Copy, Debug)]
pub struct Plain {
    /// Where they occur.
    pub stands: Stands,
    /// The words.
    pub words: &'static [&'static str],
    /// Possible replacements; `…` stands for the rest of the condition after the word.
    pub instead: &'static [&'static str],
    /// The help text.
    pub says: &'static str,
}

const fn plain(stands: Stands, words: &'static [&'static str], instead: &'static [&'static str], says: &'static str) -> Plain {
    Plain { stands, words, instead, says }
}

use Stands::{Event, Line, Set, Verb};

/// The table of plain words.
pub const PLAIN: &[Plain] = &[
    // owners
    plain(Set, &["friend", "friendly", "ally", "my", "mine"], &["own"], "the pieces of the mover's side are `own`"),
    plain(Set, &["foe", "hostile", "their", "theirs"], &["enemy"], "the pieces of all other sides are `enemy`"),
    plain(Set, &["adversary", "rival", "other-player"], &["opponent"], "the players of all other sides are `opponent`"),
    plain(Set, &["current-player", "active-player"], &["mover"], "the player whose turn it is is `mover`"),
    plain(Set, &["everybody", "everyone", "anybody", "anyone"], &["player"], "all players are `player`"),
    // pieces
    plain(Set, PIECES, &[], "a piece is called what `[pieces]` in the front matter calls its kind"),
    plain(
        Set,
        &["captured", "eaten", "killed", "jumped", "beaten", "victim"],
        &["taken"],
        "what this move has captured is `taken`; what lies in a pile is `piece in PILE`",
    ),
    plain(Set, &["this", "itself"], &["it"], "the thing being spoken of is `it`"),
    plain(Set, &["self"], &["actor"], "the piece that acts is `actor`"),
    plain(Set, &["nobody", "nothing", "null"], &["none"], "nothing, nobody and nowhere are `none`"),
    plain(Set, &["was", "were"], &["is"], "what holds now is `is`; what was so before has to be kept: `keep …` in `state`"),
    // places
    plain(Set, &["border", "rim", "boundary", "margin"], &["edge"], "the sites at the rim are `edge`"),
    plain(Set, &["corner"], &[], "name the squares under `[regions]` in the front matter: `corner = [\"a1\", \"h8\"]`"),
    plain(Set, &["centre", "center", "middle"], &[], "name the squares under `[regions]`: `centre = [\"d4\", \"e5\"]`"),
    plain(
        Set,
        &["last-row", "last-rank", "far-rank", "king-row", "crown-row", "promotion-row", "opposite-row"],
        &["far-row"],
        "the last row that the player looks towards is `far-row`",
    ),
    plain(
        Set,
        &["first-row", "first-rank", "home-rank", "own-row", "base-row"],
        &["home-row"],
        "the row next to the player is `home-row`",
    ),
    plain(
        Set,
        &["back-row", "back-rank", "baseline"],
        &[],
        "the row next to the player is `home-row`, the one opposite `far-row`",
    ),
    plain(
        Set,
        &["near-row", "near-rank", "rear-row", "rear-rank"],
        &[],
        "the row next to the player is `home-row`; the last that the player looks towards is `far-row`",
    ),
    plain(Set, &["vacant", "free", "unoccupied", "blank"], &["empty"], "sites where no piece stands are `empty`"),
    plain(Set, &["occupied"], &["(site not empty)"], "sites where a piece stands are `site not empty`"),
    plain(
        Set,
        &["field", "cell", "space", "tile", "location"],
        &["site"],
        "a place of the board is a `site`: a `square`, or a `point` where squares meet",
    ),
    plain(Set, &["destination", "target"], &["landing"], "where the piece landed last is `landing`"),
    plain(Set, &["origin", "source"], &["start"], "where the piece stood when the move began is `start`"),
    plain(Set, &["visited"], &["trail"], "where the piece has stood in this move is `trail`"),
    // directions
    plain(Set, &["front", "ahead", "frontward"], &["forward"], "where the player looks is `forward`"),
    plain(Set, &["back", "rearward"], &["backward"], "away from where the player looks is `backward`"),
    plain(
        Set,
        &["left", "right", "leftward", "rightward"],
        &[],
        "left and right of the diagram are `west` and `east`, for every player; left and right as the player looks is `sideways`",
    ),
    plain(
        Set,
        &["up", "upward", "down", "downward"],
        &[],
        "up and down the diagram are `north` and `south`, for every player; as the player looks, `forward` and `backward`",
    ),
    plain(Set, &["vertical", "vertically"], &["(north or south)"], "up and down the board is `north or south`"),
    plain(Set, &["horizontal", "horizontally"], &["(east or west)"], "across the board is `east or west`"),
    plain(
        Set,
        &["straight", "perpendicular"],
        &["orthogonal"],
        "along files and ranks is `orthogonal`, along diagonals `diagonal`",
    ),
    plain(Set, &["anywhere", "any-direction", "all-ways"], &["any-way"], "all directions are `any-way`"),
    plain(
        Set,
        &["adjacent", "neighbour", "neighbor", "neighbouring", "neighboring", "beside", "surrounding"],
        &["any-way"],
        "the sites beside it are `any-way from it`, all directions are `any-way`",
    ),
    plain(
        Set,
        &["behind"],
        &[],
        "behind it, as its player looks, is `backward from it`; behind a piece on the way is the next item of a path: \
         `go WAYS, taking enemy, to empty`",
    ),
    // numbers and states
    plain(
        Set,
        &["one"],
        &["1"],
        "numbers are written in digits; a single thing needs none: `over enemy`; that there is one is `count own king = 1`",
    ),
    plain(Set, &["two"], &["2"], "numbers are written in digits; that there are two is `count own king = 2`"),
    plain(Set, &["three"], &["3"], "numbers are written in digits; that there are three is `count own king = 3`"),
    plain(Set, &["sole", "single", "lone", "only"], &[], "that there is one and no other is `count own king = 1`"),
    plain(
        Set,
        &["same"],
        &[],
        "whether two things are the same is asked with `is`: `kind of it is kind of actor`, `landing is start`; of numbers with `=`",
    ),
    plain(Set, &["amount", "quantity", "how-many"], &[], "how many there are is `count …`, as in `count own king`"),
    plain(
        Set,
        &["repetition", "threefold"],
        &["repeats"],
        "how often the position has stood is `repeats`: `draw if repeats >= 3`",
    ),
    plain(Set, &["position", "times"], &[], "how often the position has stood is `repeats`: `draw if repeats >= 3`"),
    plain(
        Set,
        &["maximum", "maximal", "longest", "largest"],
        &[],
        "those of which something is greatest are told by `with most`: `must capture with most taken`",
    ),
    plain(Set, &["rounds"], &["turns"], "how many turns have been played is `turns`"),
    plain(
        Set,
        &["attacked", "threatened", "check", "checkmate"],
        &[],
        "whether something could be captured is asked with `can`: `enemy can capture own king`",
    ),
    plain(
        Set,
        &["stuck", "blocked", "immobile", "stalemated"],
        &[],
        "write `player who cannot move loses`, or ask `not (mover can move)`",
    ),
    plain(Set, &["jump", "hop"], &["capture"], "moves are named by their chapter: `must capture`, `play capture`"),
    plain(Set, &["step"], &["movement"], "moves are named by their chapter: `play movement`"),
    // verbs
    plain(Verb, &["slide", "glide", "run", "ride"], &["fly"], "any distance over empty squares is `fly WAYS`"),
    plain(Verb, &["move"], &["step", "fly"], "to the next square is `step WAYS`, any distance `fly WAYS`"),
    plain(Verb, &["walk", "advance"], &["step"], "to the next square is `step WAYS`"),
    plain(
        Verb,
        &["leap", "vault"],
        &["jump", "hop"],
        "over a neighbour that is taken: `jump WAYS over PIECES`; over one that is not: `hop WAYS over PIECES`; a knight's \
         leap is a direction of its own, declared under `[directions]`",
    ),
    plain(
        Verb,
        &["eat", "kill", "capture", "beat", "hit", "catch"],
        &["jump", "pounce", "take"],
        "over a neighbour that is taken: `jump WAYS over PIECES`; by moving onto it: `pounce WAYS onto PIECES`; among \
         statements: `take PIECES`",
    ),
    plain(Verb, &["crown", "upgrade"], &["promote"], "crowning is `promote it to KIND`"),
    plain(Verb, &["drop", "put", "deploy"], &["place"], "a new piece is put down by `place new KIND at SITE`"),
    plain(Verb, &["trade", "switch"], &[], "two pieces change places by `exchange A, B`"),
    plain(Verb, &["skip", "wait"], &["pass"], "doing nothing is `pass`"),
    plain(Verb, &["stop", "finish", "halt"], &[], "it reads `end leg`, `end move`, `end turn` or `end game`"),
    plain(
        Verb,
        &["delete", "destroy", "discard", "die", "vanish"],
        &[],
        "`take it` captures it; `remove-from-play it` takes it from the board, and it is not captured",
    ),
    plain(Verb, &["convert", "flip", "recruit"], &[], "a piece changes sides by `set owner of it to mover`"),
    plain(Verb, &["roll"], &[], "a die is a choice by chance: `choose die in (1 or 2 or 3 or 4 or 5 or 6) by chance`"),
    plain(Verb, &["tie", "stalemate"], &["draw"], "a game that nobody wins is a `draw`"),
    plain(Verb, &["opponent"], &[], "another player chooses a move by `play MOVES by opponent`"),
    // keywords
    plain(
        Line,
        &["can", "could", "might"],
        &["may", "can"],
        "what is allowed is said with `may`; `can` asks whether it could be done",
    ),
    plain(Line, &["unless"], &["if not (…)"], "`unless` is `if not (…)`"),
    plain(Line, &["otherwise"], &["else"], "the other case is `else`"),
    plain(Line, &["whenever"], &["when"], "an effect begins with `when`"),
    plain(Line, &["while", "until"], &[], "it reads `repeat: …` (as often as it can be done), or `repeat 3: …`"),
    plain(
        Line,
        &["becomes", "become"],
        &[],
        "a piece changes its kind by `promote it to KIND`, its side by `set owner of it to SIDE`",
    ),
    plain(
        Line,
        &["remove"],
        &["take", "remove-from-play"],
        "`take it` captures it; `remove-from-play it` takes it from the board, and it is not captured; `remove` alone strikes \
         a rule of the parent",
    ),
    plain(Line, &["all", "each", "every", "any"], &[""], "a set is all that is in it: `man may …` speaks of every man"),
    plain(Line, &["equals"], &["="], "numbers are compared with `=`, `!=`, `<`, `<=`, `>` and `>=`"),
    plain(Line, &["plus"], &["+"], "numbers are added with `+`"),
    plain(Line, &["minus"], &["-"], "numbers are subtracted with `-`"),
    plain(
        Line,
        &["more", "fewer", "less", "greater", "than"],
        &[],
        "numbers are compared with `=`, `!=`, `<`, `<=`, `>` and `>=`: `count own > 3`",
    ),
    // events
    plain(Event, &["reaches", "enters", "touches", "arrives"], &["lands on", "rests on", "lands", "rests"], EVENTS),
    plain(Event, &["moves", "steps", "jumps"], &["lands", "rests"], EVENTS),
    plain(Event, &["captured", "killed", "eaten", "jumped"], &["taken"], EVENTS),
    plain(Event, &["dies"], &["is taken"], EVENTS),
    plain(Event, &["disappears", "vanishes"], &["leaves"], EVENTS),
    plain(Event, &["starts"], &["begins"], EVENTS),
    plain(Event, &["finishes", "stops"], &["ends"], EVENTS),
];

/// The list of events, for help texts.
pub(super) const EVENTS: &str = "a piece `lands` (after each leg), `rests` (when the move is over), `is taken` or `leaves` the \
                                 board; a leg, move or turn `begins` or `ends`";

/// Usual names of pieces in well-known games, apart from `king` and `man`. A file must declare them before it uses them.
pub const PIECES: &[&str] = &[
    "queen", "dame", "checker", "draught", "stone", "pawn", "soldier", "officer", "disc", "knight", "rook", "bishop",
    "elephant", "lion", "tiger", "wolf", "sheep", "fox", "goose", "dog", "hound", "pebble",
];

/// The usual names of pieces in draughts.
pub const USUAL: [&str; 2] = ["king", "man"];

/// The row of the table for a word in this place, singular or plural.
pub fn plain_word(word: &str, stands: Stands) -> Option<&'static Plain> {
    let row = |word: &str| PLAIN.iter().find(|row| row.stands == stands && row.words.contains(&word));
    row(word).or_else(|| word.strip_suffix('s').and_then(row))
}

/// The possible replacements for the word at `at` of a line: the end of the replaced text, and the new text.
pub(super) fn instead_of(row: &Plain, line: &str, at: std::ops::Range<usize>) -> Vec<(usize, String)> {
    let rest = &line[at.end..];
    let condition = rest.find([':', '{', ';', '#']).map_or(rest, |end| &rest[..end]).trim();
    let written = |text: &&str| match text.split_once('…') {
        Some((before, behind)) => {
            let end = at.end + rest.find(condition).unwrap_or(0) + condition.len();
            (end, format!("{before}{condition}{behind}"))
        }
        // an empty replacement also removes the spaces after the word
        None if text.is_empty() => (at.end + rest.len() - rest.trim_start_matches(' ').len(), String::new()),
        None => (at.end, (*text).to_owned()),
    };
    row.instead.iter().map(written).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::words::is_reserved;

    #[test]
    fn each_word_stands_once_and_what_it_becomes_is_none_of_them() {
        for (i, row) in PLAIN.iter().enumerate() {
            assert!(!row.words.is_empty() && !row.says.is_empty());
            for word in row.words {
                let twice = PLAIN[i + 1..].iter().any(|other| other.stands == row.stands && other.words.contains(word));
                assert!(!twice, "{word}");
                assert!(is_reserved(word) <= (row.stands == Stands::Line), "{word} never comes here as a name");
            }
            // `can` may replace `could`, but not itself
            let right = |text: &&str| is_reserved(text) || plain_word(text, row.stands).is_none();
            assert!(row.instead.iter().all(right), "{row:?}");
        }
    }

    #[test]
    fn unless_takes_its_condition_along() {
        let row = plain_word("unless", Stands::Line).unwrap();
        let line = "man may step forward unless count own = 1: end turn";
        let at = line.find("unless").unwrap();
        let (end, text) = instead_of(row, line, at..at + "unless".len()).remove(0);
        assert_eq!((text.as_str(), &line[end..]), ("if not (count own = 1)", ": end turn"));
    }
}
