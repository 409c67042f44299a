//! Rule books: every variant has one, in Markdown and HTML, with every rule of its file, pictures, and nothing of the inside of
//! the program.

use std::collections::BTreeSet;

use draughtsman::check::Choices;
use draughtsman::library::{self, Loaded, Ready};
use draughtsman::program::Program;
use draughtsman::rulebook::{self, Block, Book, Paragraph};
use draughtsman::source::Span;
use draughtsman::syntax::ast::{Item, ItemKind, Part};

use crate::shell;

pub(super) fn ready(loaded: &Loaded) -> Ready {
    let variant = loaded.check(&Choices::default()).variant.expect("a bundled file is right");
    Ready { program: Program::compile(&variant), variant }
}

/// What is wrong with any book, the variant's name before it.
fn in_every_book(find: impl Fn(&Loaded, &Ready, &Book) -> Vec<String>) {
    let mut wrong = Vec::new();
    for name in library::names() {
        let loaded = library::load(name).unwrap();
        let ready = ready(&loaded);
        let book = rulebook::write(&loaded, &ready);
        wrong.extend(find(&loaded, &ready, &book).into_iter().map(|problem| format!("{name}: {problem}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Everything that the book says in its own words.
pub(super) fn sentences(book: &Book) -> Vec<String> {
    fn inside(paragraph: &Paragraph, all: &mut Vec<String>) {
        all.push(paragraph.text.clone());
        paragraph.parts.iter().for_each(|part| inside(part, all));
    }
    let mut all = Vec::new();
    for block in book.sections.iter().flat_map(|section| &section.blocks) {
        match block {
            Block::Rule(entry) => inside(&entry.says, &mut all),
            Block::Heading(text) | Block::Text(text) | Block::Default(text) => all.push(text.clone()),
            Block::List(lines) => all.extend(lines.iter().cloned()),
            Block::Table(..) => {}
            Block::Figures(figures) => all.extend(figures.iter().map(|figure| figure.caption.clone())),
        }
    }
    all
}

/// Clocks that a variant has from its parents, and that no rule of it reads: its players need not know of them.
const UNREAD: [(&str, &[&str]); 2] = [
    ("antidraughts", &["endgame-of-four", "endgame-of-three"]),
    ("breakthrough", &["idle", "endgame-of-four", "endgame-of-three"]),
];

#[test]
fn every_rule_in_force_stands_in_the_book_once() {
    in_every_book(|loaded, ready, book| {
        let library = loaded.files[0].0;
        let shown: Vec<Span> = book.entries().map(|entry| entry.span).collect();
        let lines = ready.variant.rules.lines.iter().filter(|line| line.span.file != library);
        let unread = UNREAD.iter().filter(|(name, _)| *name == loaded.id).flat_map(|(_, clocks)| *clocks);
        let unread: Vec<String> = unread.flat_map(|clock| [format!("clock {clock}:"), format!("set {clock} to")]).collect();
        let times = |text: &str| usize::from(!unread.iter().any(|unread| text.contains(unread)));
        let mut wrong: Vec<String> = lines
            .filter(|line| shown.iter().filter(|span| **span == line.span).count() != times(&line.text))
            .map(|line| format!("{} `{}` stands not {} in the book", line.place, line.text, times(&line.text)))
            .collect();
        wrong.extend(
            book.entries()
                .filter(|entry| entry.says.text.trim().len() < 4)
                .map(|entry| format!("{} says nothing", entry.number)),
        );
        wrong
    });
}

/// The rules that an item of a file brings in.
fn brought(item: &Item) -> Vec<&Item> {
    match &item.kind {
        ItemKind::Rule(_) | ItemKind::Add(_) => vec![item],
        ItemKind::Replace { new, .. } => new.iter().collect(),
        ItemKind::Remove { .. } => Vec::new(),
    }
}

#[test]
fn every_rule_of_an_option_stands_in_the_book() {
    in_every_book(|loaded, ready, book| {
        let source = |span: Span| loaded.sources.get(span.file).text.get(span.start as usize..span.end as usize).unwrap_or("");
        let known: Vec<&str> = ready.variant.equipment.options.iter().map(|one| one.name.as_str()).collect();
        let blocks = loaded.files.iter().flat_map(|(_, parsed)| &parsed.rules.parts).filter_map(|part| match part {
            Part::Option(block) if known.contains(&block.name.value.as_str()) => Some(block),
            _ => None,
        });
        let items = blocks.flat_map(|block| &block.chapters).flat_map(|chapter| &chapter.items).flat_map(brought);
        let shown: Vec<&str> = book.entries().map(|entry| source(entry.span)).collect();
        let missing = items.filter(|item| !shown.iter().any(|text| source(item.span).ends_with(text) && !text.is_empty()));
        missing.map(|item| format!("`{}` stands not in the book", source(item.span))).collect()
    });
}

/// An option that changes nothing but a number says which.
#[test]
fn a_number_that_an_option_changes_is_told() {
    for (variant, says) in
        [("warp", "The number “quiet limit” is 40, not 20."), ("collateral", "The number “reign limit” is 4, not 3.")]
    {
        let loaded = library::load(variant).expect("it is bundled");
        let text = rulebook::write(&loaded, &ready(&loaded)).markdown();
        assert!(text.contains(says), "{variant}: no `{says}`");
    }
}

#[test]
fn no_name_of_the_inside_leaks() {
    // Words of the language that players do not speak, and signs of data structures.
    const INSIDE: [&str; 14] = [
        "far-row",
        "home-row",
        "any-way",
        "remove-from-play",
        "RuleId",
        "Some(",
        "None",
        "{",
        "}",
        "::",
        "_",
        "actor",
        "mover",
        "`",
    ];
    in_every_book(|_, ready, book| {
        let own: BTreeSet<String> = ready.variant.equipment.kinds.iter().map(|kind| kind.name.replace('-', " ")).collect();
        let mut wrong = Vec::new();
        // What authors say of their options is theirs.
        let options = &ready.variant.equipment.options;
        let theirs = |text: &String| options.iter().any(|one| one.doc.trim().replace('\n', " ") == *text);
        for text in sentences(book).into_iter().filter(|text| !theirs(text)) {
            for word in INSIDE.iter().filter(|word| text.contains(**word) && !own.contains(**word)) {
                wrong.push(format!("`{word}` in: {text}"));
            }
            if text.contains("  ") || text.contains("..") || text.contains(" ,") || text.contains(" .") {
                wrong.push(format!("spaces or stops in: {text}"));
            }
        }
        wrong
    });
}

#[test]
fn every_kind_has_pictures_or_is_said_to_have_none() {
    in_every_book(|_, ready, book| {
        let text = sentences(book).join("\n").to_lowercase();
        let kinds = ready.variant.equipment.kinds.iter();
        let missing = kinds.filter(|kind| {
            let name = kind.name.replace('-', " ").to_lowercase();
            !text.contains(&format!("{name} on "))
                && !text.contains(&format!("{name} takes"))
                && !text.contains("not moved by themselves")
        });
        let mut wrong: Vec<String> = missing.map(|kind| format!("no picture of a {}", kind.name)).collect();
        let figures = book.sections.iter().flat_map(|section| &section.blocks);
        let figures: usize = figures.map(|block| if let Block::Figures(all) = block { all.len() } else { 0 }).sum();
        if figures < 2 {
            wrong.push(format!("only {figures} pictures"));
        }
        wrong
    });
}

#[test]
fn what_is_left_unsaid_is_spelt_out() {
    let book = |name: &str| {
        let loaded = library::load(name).unwrap();
        rulebook::write(&loaded, &ready(&loaded)).markdown()
    };
    let english = book("english");
    for said in [
        "A man may move one step diagonally forward, to an empty square.",
        "A man may jump diagonally forward over an enemy piece right beside it, to the empty square next behind, and take it.",
        "After a capture the same piece must go on with another if it can, until it cannot.",
        "Whoever can make a capture must do so.",
        "A taken piece leaves the board as it is taken",
        "A turn is one move. It cannot be declined",
        "A player whose turn it is and who cannot move loses.",
        "Nothing in this game is left to chance, and nothing is hidden.",
    ] {
        assert!(english.contains(said), "{said}");
    }
    let halma = book("halma");
    assert!(halma.contains("No piece is ever taken."));
    assert!(halma.contains("No piece ever becomes another: there is no promotion."));
    let guerrilla = book("guerrilla");
    assert!(guerrilla.contains("No move is compulsory"));
    assert!(guerrilla.contains("repetition has no consequence"));
    assert!(book("international").contains("Taken pieces stay on the board until the move is over."));
}

#[test]
fn a_picture_shows_what_the_engine_says() {
    let loaded = library::load("english").unwrap();
    let text = rulebook::write(&loaded, &ready(&loaded)).markdown();
    let alone = text.split("```text\n").find(|block| block.contains("Black man on 15: it may go")).expect("a man alone");
    assert_eq!(alone.split("\n```").next().map(|board| board.matches('*').count()), Some(2), "{alone}");
}

#[test]
fn a_page_of_html_needs_nothing_else() {
    in_every_book(|_, _, book| {
        let page = book.html();
        let mut wrong = Vec::new();
        for outside in ["<script", "<link", "<img", "src=", "@import", "url("] {
            if page.contains(outside) {
                wrong.push(format!("{outside} in the page"));
            }
        }
        let mut ids: Vec<&str> = page.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        let many = ids.len();
        ids.sort_unstable();
        ids.dedup();
        if ids.len() != many {
            wrong.push("an id is given twice".to_owned());
        }
        let links = page.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next());
        wrong.extend(links.filter(|link| ids.binary_search(link).is_err()).map(|link| format!("#{link} leads nowhere")));
        for tag in ["section", "div", "ol", "ul", "li", "table", "figure", "svg", "p", "em"] {
            let (open, close) = (
                page.matches(&format!("<{tag}>")).count() + page.matches(&format!("<{tag} ")).count(),
                page.matches(&format!("</{tag}>")).count(),
            );
            if open != close {
                wrong.push(format!("{open} <{tag}> and {close} </{tag}>"));
            }
        }
        wrong
    });
}

#[test]
fn the_command_writes_both_to_a_file_or_a_pipe() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rules.html").display().to_string();
    assert_eq!(shell::answer(&["show", "english", "--rulebook", "-o", &path]), "");
    assert!(std::fs::read_to_string(&path).unwrap().starts_with("<!DOCTYPE html>"));
    assert!(shell::answer(&["show", "english", "--rulebook"]).starts_with("# English draughts\n"));
    assert!(shell::answer(&["show", "english", "--rulebook", "--format", "html"]).starts_with("<!DOCTYPE html>"));
    let with = shell::answer(&["show", "guerrilla", "--rulebook", "--option", "chain-may-stop"]);
    assert!(with.contains("This book is for the game with “chain may stop”."), "{with}");
    assert_eq!(shell::run(&["show", "english", "--rulebook", "--flat"]).code, 2);
    assert_eq!(shell::run(&["show", "english", "--format", "html"]).code, 2);
}

/// The book of a child of English draughts with these rules.
fn book_of(rules: &str) -> String {
    let text = format!("+++\nname = \"Child\"\nextends = \"english\"\n+++\n{rules}\n");
    let loaded = library::load_text("child", "child.draughts", text.into_bytes(), None);
    rulebook::without_pictures(&loaded, &ready(&loaded)).markdown()
}

#[test]
fn what_is_denied_is_denied_of_all() {
    for (condition, said) in [
        ("not (own can capture)", "no own piece can capture"),
        ("not (own man can step forward diagonal)", "no own man can move one step diagonally forward, to an empty square"),
        ("not (actor can capture)", "the moving piece cannot capture"),
        ("own is king", "every own piece is a king (and there is one)"),
        ("own is not king", "not every own piece is a king (or there is none)"),
        ("not (count own > 3 and some king)", "there are at most 3 own pieces or there is no king"),
        (
            "count own > 3 and (some king or turns < 9)",
            "there are more than 3 own pieces, and either there is a king or fewer than 9 turns have been played",
        ),
        (
            "count own > 3 or some king and turns < 9",
            "there are more than 3 own pieces, or both there is a king and fewer than 9 turns have been played",
        ),
    ] {
        let book = book_of(&format!("movement {{\n  add king may hop diagonal over own if {condition}\n}}"));
        assert!(book.contains(&format!("but only if {said}.")), "{condition}: {said}\n{book}");
    }
}

#[test]
fn words_go_with_what_they_are_about() {
    let both = "movement {\n  replace king may step by king may fly diagonal\n}";
    let book = book_of(both);
    assert!(book.contains("A man steps forward, one square."), "{book}");
    assert!(!book.contains("A king steps either way"), "{book}");
    // Words above several rules fall when one of them is another.
    let parent = "+++\nname = \"Parent\"\nextends = \"english\"\n+++\nreplace movement {\n  ## A man forward, a king either way.\n  man may step forward diagonal\n  king may step diagonal\n}\n";
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("parent.draughts"), parent).unwrap();
    let child = format!("+++\nname = \"Child\"\nextends = \"parent\"\n+++\n{both}\n");
    let loaded = library::load_text("child", "child.draughts", child.into_bytes(), Some(folder.path()));
    let book = rulebook::without_pictures(&loaded, &ready(&loaded)).markdown();
    assert!(!book.contains("a king either way"), "{book}");
}

#[test]
fn nobody_need_capture_where_somebody_can() {
    let free = "obligation {\n  remove must\n}\n";
    assert!(book_of(free).contains("any legal move, and need not capture."));
    let none = "capture {\n  remove chain\n  remove man may jump\n  remove king may jump\n}\n";
    let book = book_of(&format!("{free}{none}effects {{\n  when man lands: take enemy on (diagonal from actor)\n}}"));
    assert!(book.contains("any legal move.") && !book.contains("need not capture"), "{book}");
}

#[test]
fn what_matters_to_no_game_is_left_out() {
    let book = book_of("victory {\n  remove draw \"forty moves each without progress\"\n}");
    assert!(!book.contains("“idle”") && !book.contains("idle limit"), "{book}");
    // What is read by what is asked for stays.
    let book = book_of(
        "state {\n  add counter seen: 0..9\n  add counter shown: 0..9\n  add when turn ends: raise seen by 1\n  \
         add when turn begins if seen > 3: raise shown by 1\n}\nvictory {\n  add draw if shown = 2\n}",
    );
    assert!(book.contains("the count “seen” goes up by 1.") && book.contains("the count “shown” goes up by 1."), "{book}");
}

#[test]
fn cases_stand_side_by_side() {
    let book = book_of(
        "effects {\n  when turn ends {\n    if count own = 1: Black wins\n    else { if count enemy = 1: White wins\n    else: draw }\n  }\n}",
    );
    let cases = "As the case is:\n   1. If there is exactly 1 own piece: the game is won by Black.\n   \
        2. Otherwise, if there is exactly 1 enemy piece: the game is won by White.\n   3. Otherwise: the game is drawn.";
    assert!(book.contains(cases), "{book}");
}

#[test]
fn a_direction_is_chosen_and_a_piece_that_is_spared_stays() {
    let book = book_of(
        "movement {\n  add king may lunge {\n    choose way in diagonal\n    go way, to empty\n  }\n}\n\
         effects {\n  before piece is taken: prevent\n}",
    );
    assert!(book.contains("Choose a direction (diagonally); call what is chosen _way_."), "{book}");
    assert!(book.contains("No piece leaves the board by being captured: what becomes of it is said below."), "{book}");
    assert!(!book.contains("A taken piece leaves the board as it is taken"), "{book}");
    let book = book_of("victory {\n  replace player who by player who cannot move: opponent loses \"left behind\"\n}");
    assert!(!book.contains("who cannot move loses"), "{book}");
}

#[test]
fn lines_of_ones_own_are_listed_and_what_is_reckoned_is_said() {
    let text = "+++\nname = \"Drawn\"\nlanguage = 2\n[players]\nWhite = { faces = \"north\" }\nBlack = { faces = \"south\" }\n\
                Stone = { neutral = true }\n[board]\ngrid = \"3x3\"\nlines = [\"a1 b2 c1\", \"a1-a3\"]\n\
                [pieces]\nman = { symbol = \"m\", plural = \"men\" }\n[setup]\nman = { White = [\"a1\"], Black = [\"a3\"] }\n+++\n\
                definitions {\n  define remainder(n: number) = n + 1\n}\nmovement {\n  man may step orthogonal if remainder(count own) = 2\n  \
                man may fly along-1 if abs(count own - 2) = 1\n}\n";
    let loaded = library::load_text("drawn", "drawn.draughts", text.into(), None);
    let book = rulebook::without_pictures(&loaded, &ready(&loaded)).markdown();
    for said in [
        "The lines: a1–a2–a3; a1–b2–c1.",
        "along the bent line “along 1”",
        "_remainder_ of the number of own pieces",
        "the distance from 0 of (",
        "When one side loses, the other wins.",
    ] {
        assert!(book.contains(said), "{said}\n{book}");
    }
    let book = book_of("movement {\n  add man may pass if count own = 1\n}");
    assert!(!book.contains("The lines:"), "{book}");
}

/// Directions of which one word says whether they are straight or diagonal; what a token is, without its own name once more.
#[test]
fn a_way_is_straight_or_diagonal_but_once_and_a_value_is_no_token() {
    for (ways, said) in [
        ("(forward or sideways) orthogonal", "orthogonally forward or sideways"),
        ("(forward or sideways) diagonal", "diagonally forward or sideways"),
        ("orthogonal not backward", "orthogonally but not backward"),
        ("any-way not backward", "in any direction but not backward (straight or diagonally)"),
        ("forward or sideways", "forward (straight or diagonally) or sideways"),
    ] {
        let book = book_of(&format!("movement {{\n  add king may fly {ways}\n}}"));
        assert!(book.contains(&format!(" {said} over ")), "{ways}: {said}\n{book}");
    }
    let text = "+++\nname = \"Cargo\"\n[players]\nWhite = { faces = \"north\" }\nBlack = { faces = \"south\" }\n\
                [board]\ngrid = \"4x4\"\n[tokens.cargo]\ngrade = [\"nothing\", \"gold\"]\ncopies = 2\n\
                faces = [\"hidden\", \"open\"]\n[piles]\nbag = { holds = \"cargo\" }\n\
                [pieces]\nman = { symbol = \"m\", plural = \"men\", has = { cargo = \"cargo\" } }\n\
                [setup]\nman = { White = [\"a1\"], Black = [\"d4\"] }\nbag = { gold = 1 }\n+++\n\
                movement { man may step orthogonal }\neffects {\n  before man is taken {\n    set face of cargo of it to open\n    \
                if grade of cargo of it = gold: move cargo of it to bag\n  }\n}\n";
    let loaded = library::load_text("cargo", "cargo.draughts", text.into(), None);
    let book = rulebook::without_pictures(&loaded, &ready(&loaded)).markdown();
    for said in ["The face of its cargo is now open.", "If the grade of its cargo is gold"] {
        assert!(book.contains(said), "no `{said}` in\n{book}");
    }
}
