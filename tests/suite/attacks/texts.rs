//! Long rule files, each much of one thing.

/// How long the texts are, in bytes: some work is done for short ones alone. A rule file may be a mebibyte long, and is in a release. What
/// is built for tests is slower.
pub(super) const BYTES: &[usize] =
    if cfg!(debug_assertions) { &[1 << 14, 1 << 16] } else { &[1 << 14, 1 << 16, 1 << 18, 1 << 20] };

const FRONT: &str = "name = \"Much\"\nversion = \"1.0.0\"\n[players]\nWhite = {}\nBlack = { faces = \"south\" }\n\
    [board]\ngrid = \"5x5\"\n[pieces]\nman = { symbol = \"m\" }\nking = { symbol = \"k\" }\n";

const SETUP: &str = "[setup]\ndiagram = \"\"\"\nb b b b b\n. . . . .\n. . . . .\n. . . . .\nw w w w w\n\"\"\"\n";

const MOVES: &str = "movement {\n  man may step any-way\n}\n";

/// A text of which there is much, in a frame: what comes before, what comes again and again with its number, what comes behind.
pub(super) struct Much {
    pub(super) name: &'static str,
    before: String,
    again: fn(usize) -> String,
    behind: String,
}

impl Much {
    /// The whole text, of so many bytes.
    pub(super) fn text(&self, bytes: usize) -> String {
        let mut text = self.before.clone();
        for i in 0.. {
            let one = (self.again)(i);
            if text.len() + one.len() + self.behind.len() > bytes {
                break;
            }
            text.push_str(&one);
        }
        text + &self.behind
    }
}

/// Much of one thing in the rules, within these braces.
fn rules(name: &'static str, open: &str, again: fn(usize) -> String, close: &str) -> Much {
    Much { name, before: format!("+++\n{FRONT}{SETUP}+++\n{open}"), again, behind: close.to_owned() }
}

/// Much of one thing in a chapter, beside a move.
fn chapter(name: &'static str, chapter: &str, again: fn(usize) -> String) -> Much {
    rules(name, &format!("{MOVES}{chapter} {{\n"), again, "}\n")
}

/// Much of one thing in the front matter, behind this heading.
fn front(name: &'static str, open: &str, again: fn(usize) -> String, close: &str) -> Much {
    Much { name, before: format!("+++\n{FRONT}{open}"), again, behind: format!("{close}{SETUP}+++\n{MOVES}") }
}

/// Much of one thing in a child.
fn child(name: &'static str, open: &str, again: fn(usize) -> String) -> Much {
    Much { name, before: format!("+++\nname = \"Much\"\nextends = \"english\"\n+++\n{open}"), again, behind: "}\n".to_owned() }
}

/// Much of one thing in the rules of a game with many options. What they change of the equipment comes before, their rules behind.
fn optional(name: &'static str, options: &str, open: &str, again: fn(usize) -> String, close: &str) -> Much {
    let pieces = "{ at = \"a1\", kind = \"man\", owner = \"White\" }, { at = \"d5\", kind = \"man\", owner = \"Black\" }";
    let before = format!("+++\n{FRONT}[setup]\npieces = [{pieces}]\n{options}+++\n{MOVES}{open}");
    Much { name, before, again, behind: close.to_owned() }
}

/// Where many long rules come: each of them has the word `d` in it.
const LONG: &str = "definitions { define d = own }\nmoves mine {\n";

/// A rule so long that a file of such rules is as long as it may be, and has almost as many words.
fn long_rule(i: usize) -> String {
    format!("  man may {}v{i} if {} {{ end turn }}\n", "very-".repeat(16), ["some d on edge"; 9].join(" and "))
}

/// So many of something.
fn lines(count: usize, line: fn(usize) -> String) -> String {
    (0..count).map(line).collect()
}

/// All of them.
pub(super) fn all() -> Vec<Much> {
    let phrase = |name, again| rules(name, &format!("{MOVES}victory {{\n  draw if some ("), again, "own)\n}\n");
    let statement = |name, open: &str, again, close: &str| {
        let (open, close) = (format!("movement {{\n  man may try {{ {open}"), format!("{close} }}\n}}\n"));
        rules(name, &open, again, &close)
    };
    let path = |name, again| rules(name, "movement {\n  man may go any-way", again, ", to empty\n}\n");
    vec![
        chapter("definitions", "definitions", |i| format!("  define d{i} = own\n")),
        chapter("definitions of each other", "definitions", |i| format!("  define d{i} = d{}\n", i.saturating_sub(1))),
        chapter("one word defined again and again", "definitions", |_| "  define d = own\n".to_owned()),
        chapter("verbs", "definitions", |i| format!("  define d{i} {{ end turn }}\n")),
        chapter("broken lines", "moves mine", |i| format!("  man may % {i}\n")),
        chapter("misspelt lines", "moves mine", |i| format!("  man mya stpe forwrd {i}\n")),
        chapter("lines of a sign", "moves mine", |_| "%\n".to_owned()),
        chapter("rules", "moves mine", |i| format!("  man may v{i} {{ end turn }}\n")),
        chapter("the same rule", "moves mine", |_| "  man may step any-way\n".to_owned()),
        chapter("unknown words", "moves mine", |i| format!("  man may step wrod{i}\n")),
        chapter("unknown verbs", "moves mine", |i| format!("  man may stpe{i} forward\n")),
        chapter("words that are no rule", "moves mine", |_| "  strip gone now\n".to_owned()),
        chapter("rules of another chapter", "moves mine", |_| "  man must capture\n".to_owned()),
        chapter("words of the rule book", "moves mine", |_| "## a\n".to_owned()),
        chapter("what is not there removed", "moves mine", |i| format!("  remove man may x{i}\n")),
        chapter("endings", "victory", |i| format!("  draw \"r{i}\" if some own on edge and no enemy king\n")),
        chapter("unknown fields", "victory", |i| format!("  draw if some foo{i} of own\n")),
        chapter("deep brackets", "victory", |_| format!("  draw if some {}own{}\n", "(".repeat(60), ")".repeat(60))),
        chapter("deep conditions", "victory", |_| {
            format!("  draw if some {}own{}\n", "(own where some ".repeat(9), ")".repeat(9))
        }),
        chapter("triggers", "effects", |_| "  when man lands: end move\n".to_owned()),
        chapter("counters", "state", |i| format!("  counter c{i}: 0..3\n")),
        chapter("turns", "turn", |_| "  play move\n".to_owned()),
        chapter("what is placed", "setup", |_| "  move new man of White to c3\n".to_owned()),
        rules("names", &format!("{MOVES}effects {{ when move ends {{\n"), |i| format!("let x{i} = own\n"), "} }\n"),
        rules("chapters", MOVES, |_| "movement { man may step any-way }\n".to_owned(), ""),
        rules("classes of moves", MOVES, |i| format!("moves m{i} {{ man may step any-way }}\n"), ""),
        rules("unknown chapters", MOVES, |i| format!("movment{i} {{ }}\n"), ""),
        rules("options", MOVES, |i| format!("option o{i} {{ movement {{ king may step any-way }} }}\n"), ""),
        rules("one option", MOVES, |_| "option o { movement { king may step any-way } }\n".to_owned(), ""),
        rules("braces opened", "", |_| "{".to_owned(), ""),
        rules("braces closed", "", |_| "}\n".to_owned(), ""),
        rules("chapters left open", "", |_| "movement {\n".to_owned(), ""),
        rules("chapters left open with rules", "", |_| "movement {\n  man may step any-way\n".to_owned(), ""),
        rules("bodies left open", "", |_| "movement {\n  man may x {\n  end turn\n".to_owned(), ""),
        rules("lines of no chapter", "", |_| "man may step any-way\n".to_owned(), ""),
        rules("lines between chapters", "", |_| "man may step any-way\nmovement { }\n".to_owned(), ""),
        rules("quotes", "movement {\n ", |_| "\"".to_owned(), ""),
        rules("a word", "movement { man may go ", |_| "a".to_owned(), " }\n"),
        rules("a number", "movement { man may go ", |_| "9".to_owned(), " }\n"),
        rules("hyphens", "movement { man may go a", |_| "-a".to_owned(), " }\n"),
        rules("marks", "movement { ", |_| ";".to_owned(), " }\n"),
        rules("control characters", "movement {\n", |_| "\u{1}".to_owned(), "}\n"),
        rules("other scripts", "movement {\n", |_| "é𝔸ß\n".to_owned(), "}\n"),
        rules("comments", "movement {\n man may step\n", |_| "# x\n".to_owned(), "}\n"),
        rules("blank lines", "", |_| "\n".to_owned(), ""),
        phrase("a phrase of words", |_| "own or ".to_owned()),
        phrase("a phrase of unknown words", |i| format!("w{i} or ")),
        phrase("words in a row", |_| "own ".to_owned()),
        phrase("negations", |_| "not ".to_owned()),
        phrase("fields of fields", |_| "site of ".to_owned()),
        rules("a sum", &format!("{MOVES}victory {{\n  draw if "), |_| "1 + ".to_owned(), "1 > 3\n}\n"),
        rules("filters", &format!("{MOVES}victory {{\n  draw if some own"), |_| " on edge".to_owned(), "\n}\n"),
        rules("conditions", &format!("{MOVES}victory {{\n  draw if some own"), |_| " where some own".to_owned(), "\n}\n"),
        rules(
            "a long definition in many rules",
            &format!("{MOVES}definitions {{\n  define long = {}own\n}}\nvictory {{\n", "own or ".repeat(5_000)),
            |i| format!("  draw \"{i}\" if some long\n"),
            "}\n",
        ),
        path("items of a path", |_| ", past any empty".to_owned()),
        path("groups of a path", |_| ", any (past own, past enemy)".to_owned()),
        statement("statements", "end turn", |_| "; end turn".to_owned(), ""),
        statement("ways", "either { end turn }", |_| " or { end turn }".to_owned(), ""),
        statement("repetitions", "", |_| "repeat 2: ".to_owned(), "end turn"),
        statement("leaves to do so", "", |_| "may: ".to_owned(), "end turn"),
        statement("conditions behind", "end turn ", |_| "if true ".to_owned(), ""),
        front("unknown keys", "", |i| format!("naem{i} = 3\n"), ""),
        front("unknown tables", "", |i| format!("[bord{i}]\n"), ""),
        front("regions", "[regions]\n", |i| format!("r{i} = [\"a1-e5\"]\n"), ""),
        front("sites of a region", "[regions]\nr = [", |_| "\"a1-e5\", ".to_owned(), "]\n"),
        front("sites that are none", "[regions]\nr = [", |i| format!("\"z{i}\", "), "]\n"),
        front("numbers", "[numbers]\n", |i| format!("n{i} = 5\n"), ""),
        front("sets", "[sets]\n", |i| format!("s{i} = [\"a{i}\", \"b{i}\"]\n"), ""),
        front("values", "[sets]\ns = [", |i| format!("\"v{i}\", "), "]\n"),
        front("tokens", "", |i| format!("[tokens.t{i}]\nc = [\"a{i}\"]\n"), ""),
        front("piles", "[piles]\n", |i| format!("p{i} = {{ holds = \"piece\" }}\n"), ""),
        front("leaps", "[directions]\n", |i| format!("d{i} = [\"1,2\"]\n"), ""),
        front("options of the front matter", "", |i| format!("[option.o{i}.numbers]\nn{i} = 3\n"), ""),
        front("options that need others", "", |i| format!("[option.o{i}]\nneeds = [\"o{}\"]\n", i + 1), ""),
        optional(
            "options with boards of their own",
            &lines(199, |i| format!("[option.o{i}.board]\ngrid = \"{}x{}\"\n", 8 + i % 15, 8 + i / 15)),
            LONG,
            long_rule,
            "}\n",
        ),
        optional("options that say a definition anew", "", LONG, long_rule, &{
            let one = |i| format!("option o{i} {{ definitions {{ replace define d by define d = own on a{} }} }}\n", i % 5 + 1);
            format!("}}\n{}", lines(199, one))
        }),
        optional("options beside what is odd", "", LONG, |i| long_rule(i).replace("some d on edge and", "own is own and"), &{
            format!("}}\n{}", lines(199, |i| format!("option o{i} {{ movement {{ add man may w{i} {{ end turn }} }} }}\n")))
        }),
        optional(
            "options beside many definitions",
            "",
            "definitions {\n",
            |i| format!("  define d{i} = {}\n", ["own on edge"; 15].join(" or ")),
            &{
                let one = |i| format!("option o{i} {{ definitions {{ replace define d{i} by define d{i} = own }} }}\n");
                format!("}}\n{}", lines(199, one))
            },
        ),
        optional(
            "options in a chain of needs",
            &lines(190, |i| format!("[option.o{i}]\nneeds = [\"o{}\"]\n", i + 1)),
            "definitions { define d = own }\n",
            |i| format!("option o{i} {{ moves mine {{\n{}}} }}\n", (0..19).map(|j| long_rule(100 * i + j)).collect::<String>()),
            "",
        ),
        front("unknown keys of options", "", |i| format!("[option.o{i}.board]\ngird{i} = 3\n"), ""),
        front("broken keys", "", |i| format!("k{i} = = 3\n"), ""),
        front("broken texts", "", |i| format!("k{i} = \"x\n"), ""),
        front("open lists", "", |_| "k = [\n".to_owned(), ""),
        front("a key of many parts", "a", |_| ".a".to_owned(), " = 1\n"),
        front("lists in lists", "x = ", |_| "[".to_owned(), "\n"),
        front("keys set twice", "[numbers]\n", |_| "n = 3\n".to_owned(), ""),
        front("lists of tables", "", |_| "[[x]]\n".to_owned(), ""),
        child("parents' rules removed", "movement {\n", |i| format!("  remove man may x{i}\n")),
        child("one rule replaced again and again", "movement {\n", |_| {
            "  replace man may step by man may step diagonal\n".to_owned()
        }),
        child("rules added", "movement {\n", |i| format!("  add man may v{i} {{ end turn }}\n")),
    ]
}
