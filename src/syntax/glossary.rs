//! The glossary: what each word of the language means, in a few words. A test compares it with the word index of
//! `docs/language.md`.

/// Whether a word can be a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It cannot be a name.
    Reserved,
    /// It has a meaning in one place only, and can be a name elsewhere.
    Special,
    /// It is predefined in every file.
    Given,
}

/// A word of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The word as written.
    pub word: &'static str,
    /// Whether it can be a name.
    pub standing: Standing,
    /// What it means.
    pub means: &'static str,
}

const fn reserved(word: &'static str, means: &'static str) -> Entry {
    Entry { word, standing: Standing::Reserved, means }
}

const fn special(word: &'static str, means: &'static str) -> Entry {
    Entry { word, standing: Standing::Special, means }
}

const fn given(word: &'static str, means: &'static str) -> Entry {
    Entry { word, standing: Standing::Given, means }
}

/// The entries of a word. Some words have two: as a word of the language and as a predefined one.
///
/// ```
/// use draughtsman::syntax::glossary;
/// assert_eq!(glossary::of("mover").next().map(|one| one.means), Some("whose turn it is"));
/// ```
pub fn of(word: &str) -> impl Iterator<Item = &'static Entry> {
    GLOSSARY.iter().filter(move |one| one.word == word)
}

/// All entries, reserved words first.
pub const GLOSSARY: &[Entry] = &[
    reserved("a", "means nothing"),
    reserved("add", "a child's line at the end of a chapter"),
    reserved("all", "the whole unbroken row; all of them"),
    reserved("an", "means nothing"),
    reserved("and", "both hold"),
    reserved("any", "any number, none too"),
    reserved("as", "`as P: …` makes P the acting piece; part of `as soon as`"),
    reserved("at", "label of a verb; part of `removal at once`"),
    reserved("before", "just before a capture"),
    reserved("begins", "event of a leg, move, turn"),
    reserved("by", "who chooses; what replaces"),
    reserved("can", "could do it now"),
    reserved("cannot", "in `who cannot move`"),
    reserved("chain", "law of further legs"),
    reserved("choose", "a choice"),
    reserved("clock", "a number that goes up by itself"),
    reserved("count", "how many"),
    reserved("counter", "a number of the position"),
    reserved("define", "a word of your own"),
    reserved("draw", "nobody wins"),
    reserved("each", "`each turn`, `each move`: starts afresh"),
    reserved("either", "one of several lists"),
    reserved("else", "otherwise"),
    reserved("end", "`end leg`, `move`, `turn`, `game`"),
    reserved("ends", "event of a leg, move, turn"),
    reserved("every", "all of them"),
    reserved("exchange", "each goes where the next stands"),
    reserved("for", "for each in turn"),
    reserved("from", "one step from"),
    reserved("go", "a path that moves the piece"),
    reserved("here", "the piece itself, in a path"),
    reserved("if", "only when"),
    reserved("in", "in a pile, among"),
    reserved("is", "contained in"),
    reserved("keep", "remembers things"),
    reserved("lands", "event: after a leg"),
    reserved("least", "the smallest, after `with`"),
    reserved("leaves", "event: off the board"),
    reserved("let", "calls something by a name"),
    reserved("loses", "result"),
    reserved("lower", "makes a counter less"),
    reserved("may", "offers"),
    reserved("most", "the greatest, after `with`"),
    reserved("must", "obliges"),
    reserved("new", "a fresh piece"),
    reserved("no", "there is none"),
    reserved("not", "takes away; does not hold"),
    reserved("of", "belonging to"),
    reserved("on", "standing on"),
    reserved("onto", "label of a verb"),
    reserved("or", "unites; one holds"),
    reserved("over", "label of a verb"),
    reserved("past", "in a path: goes over"),
    reserved("play", "a decision of a turn"),
    reserved("prevent", "the capture does not happen"),
    reserved("raise", "makes a counter more"),
    reserved("removal", "when taken pieces leave"),
    reserved("remove", "a child takes a rule out"),
    reserved("repeat", "several times"),
    reserved("replace", "a child's rule for the parent's"),
    reserved("require", "no run without it"),
    reserved("rests", "event: the move is over"),
    reserved("score", "what counts at `end game`"),
    reserved("set", "gives a value"),
    reserved("show", "lets a player see"),
    reserved("shuffle", "order and identity forgotten"),
    reserved("some", "there is one; at least one"),
    reserved("strike", "a path by which the piece stays"),
    reserved("sweep", "a path, every match at once"),
    reserved("take", "captures"),
    reserved("taking", "in a path: goes over and captures"),
    reserved("the", "means nothing"),
    reserved("then", "in `(if … then … else …)`"),
    reserved("to", "in a path: lands; where to; label"),
    reserved("total", "the sum"),
    reserved("when", "if this happens"),
    reserved("where", "those for which"),
    reserved("who", "in `who cannot move`"),
    reserved("wins", "result"),
    reserved("with", "`with most`, `with least`"),
    special("after", "`removal after move`"),
    special("beyond", "everywhere in a direction"),
    special("called", "before `where`, `with`: gives the thing in question a name"),
    special("capture", "chapter, class of moves"),
    special("continue", "`chain must continue`"),
    special("definitions", "chapter"),
    special("effects", "chapter"),
    special("game", "`end game`"),
    special("leg", "one step or jump; `end leg`, `leg ends`"),
    special("move", "statement; every candidate move; `end move`"),
    special("movement", "chapter, class of moves"),
    special("moves", "`moves NAME`: a class of your own"),
    special("obligation", "chapter"),
    special("once", "`removal at once`"),
    special("option", "a switch of the file"),
    special("promotion", "chapter"),
    special("reverse", "`chain must not reverse`"),
    special("setup", "chapter"),
    special("soon", "`as soon as`"),
    special("state", "chapter"),
    special("taken", "`is taken`; the captured pieces"),
    special("turn", "chapter; `chain must turn`, `chain must not turn`, `end turn`"),
    special("victory", "chapter"),
    given("abs", "how far a number is from 0"),
    given("actor", "the acting piece"),
    given("any-way", "orthogonal or diagonal"),
    given("backward", "away from where the player looks"),
    given("bottom", "the last of a pile or tower"),
    given("box", "out of play"),
    given("captured", "the pile for taken pieces, if declared"),
    given("chance", "the dice"),
    given("diagonal", "the four slanting ways"),
    given("dive", "flying capture landing right behind"),
    given("east", "a way"),
    given("edge", "sites at the rim"),
    given("empty", "sites without a piece"),
    given("enemy", "pieces of other sides"),
    given("face", "how a token lies"),
    given("false", "no"),
    given("far-row", "the last row"),
    given("file", "number of a site's file"),
    given("first", "the first of `taken`"),
    given("fly", "any distance; with `over`, a flying capture"),
    given("forward", "towards where the player looks"),
    given("home-row", "the nearest row"),
    given("hop", "over a neighbour, taking nothing"),
    given("it", "the thing spoken of"),
    given("jump", "over a neighbour, taking it"),
    given("kind", "what a piece is"),
    given("landing", "where the piece landed last"),
    given("last", "the last of `taken`"),
    given("legs", "legs of this move"),
    given("mover", "whose turn it is"),
    given("none", "nothing"),
    given("north", "a way"),
    given("northeast", "a way"),
    given("northwest", "a way"),
    given("opponent", "players of the other sides"),
    given("opposite", "the direction that leads back"),
    given("order", "places in a list"),
    given("orthogonal", "the four straight ways"),
    given("own", "the mover's pieces"),
    given("owner", "a piece's side"),
    given("pass", "a move that does nothing"),
    given("passed", "pieces gone over"),
    given("piece", "all pieces on the board"),
    given("place", "puts a piece"),
    given("player", "all players"),
    given("point", "all points"),
    given("pounce", "takes by moving onto"),
    given("promote", "changes the kind"),
    given("rank", "number of a site's rank"),
    given("remainder", "what is left over"),
    given("remove-from-play", "to the box"),
    given("repeats", "times the position has stood"),
    given("side", "all sides"),
    given("sideways", "exactly across"),
    given("site", "all sites; where a piece stands"),
    given("south", "a way"),
    given("southeast", "a way"),
    given("southwest", "a way"),
    given("square", "all squares"),
    given("start", "where the move began"),
    given("step", "one site on"),
    given("supply", "the pile of `new` pieces, if declared"),
    given("top", "the first of a pile or tower"),
    given("trail", "sites stood on in this move"),
    given("true", "yes"),
    given("turns", "turns played"),
    given("value", "what a piece counts"),
    given("west", "a way"),
];
