//! What is said of a place: what it means, where it comes from, what would mend it.

use draughtsman::check::{Care, Sort};
use draughtsman::diagnostic::Fix;
use draughtsman::editor::{
    Colour, Document, actions, colours, definition, folds, formatted, highlights, hints, hover, lenses_of_positions,
    lenses_of_rules, references, rename, renameable, symbols, what_is_wrong,
};
use draughtsman::library;
use draughtsman::source::{Place, Source, Span};

use super::{at, bundled, child, document, stands};

const RULES: &str = "\
definitions {
  ## Next to a king of one's own.
  define guarded = any-way from site of own king
}

movement {
  add man may hop forward diagonal over own
  add king may go any-way, past any empty, to guarded empty
}

## Kings go any distance.
option flying {
  movement { replace king may step by king may fly diagonal }
}

state {
  add counter visits: 0..idle-limit
  add when king lands { raise visits by 1 }
}
";

#[test]
fn what_a_word_means() {
    let file = child("", RULES);
    let said = |word: &str| hover(&file, at(&file, word)).unwrap_or_else(|| panic!("nothing of `{word}`")).text;
    assert_eq!(said("guarded ="), said("guarded empty"));
    let guarded = said("guarded =");
    assert!(guarded.contains("Next to a king of one's own.") && guarded.contains("define guarded = "), "{guarded}");
    let hop = said("hop");
    assert!(hop.contains("Goes over one neighbour without taking it") && hop.contains("●  →  ◌     →  ○"), "{hop}");
    assert!(said("go any-way").contains("●  →  ◌⋯         →  ○\n      any empty     guarded empty"), "{}", said("go any-way"));
    assert!(said("man may").contains("man  = { symbol = \"m\" }"));
    assert!(said("flying").contains("Kings go any distance."));
    assert!(said("may hop").contains("offers"));
    assert!(said("forward").contains("towards where the player looks"));
    assert!(said("idle-limit").contains("value = 80"));
    assert!(said("visits by").contains("counter visits"));
    assert!(said("extends").contains("the variant that this file states differences from"));
    assert!(said("english").contains("English draughts"));
    assert!(said("may step by").contains("a rule of english.draughts"), "{}", said("may step by"));
    assert!(hover(&file, at(&file, "0..idle")).is_none());
}

#[test]
fn where_a_name_comes_from_and_where_else_it_stands() {
    let file = child("", RULES);
    let leads =
        |word: &str| definition(&file, at(&file, word)).map(|span| (stands(&file, span).to_owned(), span.file == file.file()));
    assert_eq!(leads("guarded empty"), Some(("guarded".to_owned(), true)));
    assert_eq!(leads("hop"), Some(("hop".to_owned(), false)));
    assert_eq!(leads("man may hop"), Some(("man".to_owned(), false)));
    assert_eq!(leads("may step by"), Some(("king may step diagonal".to_owned(), false)));
    assert_eq!(leads("english"), Some((String::new(), false)));
    assert_eq!(leads("forward"), None);
    let everywhere = references(&file, at(&file, "king may go"));
    let here = everywhere.iter().filter(|one| one.span.file == file.file()).count();
    assert!(here >= 5 && everywhere.len() > here, "{here} of {}", everywhere.len());
    assert_eq!(highlights(&file, at(&file, "guarded =")).len(), 2);
}

#[test]
fn another_name_goes_everywhere_or_is_refused() {
    let named = |change: &Fix, file: &Document| stands(file, change.span).to_owned() + ">" + &change.replacement;
    let file = bundled("tablut");
    let changes = rename(&file, at(&file, "soldier"), "guard").unwrap();
    let all: std::collections::BTreeSet<String> = changes.iter().map(|change| named(change, &file)).collect();
    assert!(all.contains("soldier>guard") && changes.len() > 1, "{all:?}");
    let mut text = file.text().to_owned();
    for change in changes.iter().rev() {
        text.replace_range(change.span.start as usize..change.span.end as usize, &change.replacement);
    }
    assert_eq!(library::check_text("tablut.draughts", &text), []);
    let english = child("", RULES);
    let refused = |word: &str, new: &str| rename(&english, at(&english, word), new).unwrap_err().to_string();
    assert!(refused("hop", "leap").contains("prelude.draughts"));
    assert!(refused("man may hop", "stone").contains("english.draughts"));
    assert!(refused("guarded =", "king").contains("king"));
    assert!(
        refused("guarded =", "two words").contains("`two` is not declared") || !refused("guarded =", "two words").is_empty()
    );
    assert!(refused("forward", "onward").contains("a word of the language"));
    assert!(renameable(&english, at(&english, "visits by")).is_ok());
    assert_eq!(rename(&english, at(&english, "visits by"), "calls").unwrap().len(), 2);
}

#[test]
fn plurals_follow_their_name() {
    let rules = "movement {\n  scouts may step any-way\n}\ncapture {\n  scout may jump any-way over enemies\n}\n";
    let front = "[players]\nA = {}\nB = { faces = \"south\" }\n[board]\ngrid = \"3x3\"\n[pieces]\nscout = { symbol = \"s\" }\n";
    let file = document(
        "scouts",
        &format!("+++\nname = \"Scouts\"\n{front}[setup]\nscout = {{ A = \"a1\", B = \"c3\" }}\n+++\n{rules}"),
    );
    let changes = rename(&file, at(&file, "scouts"), "spy").unwrap();
    let new: Vec<&str> = changes.iter().map(|change| change.replacement.as_str()).collect();
    assert_eq!(new, ["spy", "spy", "spies", "spy"]);
}

#[test]
fn mistakes_with_what_would_mend_them() {
    let file = child("", "movement {\n  add man may hop forwrd diagonal over own\n}\n");
    assert_eq!(file.diagnostics().iter().map(|one| one.code).collect::<Vec<_>>(), ["E0301"]);
    let whole = Span::new(file.file(), 0, file.text().len());
    let found: Vec<(String, bool)> = actions(&file, whole).into_iter().map(|one| (one.title, one.certain)).collect();
    assert_eq!(found, [("Write `forward`".to_owned(), true)]);
    let first = at(&file, "forwrd") as usize;
    assert_eq!(actions(&file, Span::new(file.file(), first, first)).len(), 1);
    assert_eq!(actions(&file, Span::new(file.file(), 0, 3)), []);
}

#[test]
fn what_was_odd_is_told_on_until_it_has_been_looked_at_again() {
    let text = "+++\nname = \"Child\"\nextends = \"english\"\n[regions]\nyard = [\"a1\"]\n+++\nmovement {\n  add man may hop diagonal over own\n}\n";
    let mut file = Document::read("child.draughts", text.to_owned(), None, &|_| None);
    assert_eq!((file.care, file.diagnostics().len()), (Care::Game, 0));
    file.look_closer();
    assert_eq!(file.diagnostics().iter().map(|one| one.code).collect::<Vec<_>>(), ["W0805"]);
    let mut next = file.edited(text.replace("hop diagonal", "hop forward diagonal"), &|_| None);
    assert_eq!(next.diagnostics().iter().map(|one| one.code).collect::<Vec<_>>(), ["W0805"]);
    let before = file.edited(text.replace("name", "authors = [\"x\"]\nname"), &|_| None);
    assert_eq!(stands(&before, before.diagnostics()[0].span), "yard");
    let gone = file.edited(text.replace("[regions]\nyard = [\"a1\"]\n", ""), &|_| None);
    assert_eq!(gone.diagnostics().len(), 0);
    next.look_closer();
    assert_eq!(next.diagnostics().iter().map(|one| one.code).collect::<Vec<_>>(), ["W0805"]);
    let option = text.to_owned() + "option wild {\n  movement {\n    add king may flie diagonal\n  }\n}\n";
    let mut wild = next.edited(option.clone(), &|_| None);
    assert_eq!(wild.diagnostics().iter().map(|one| one.code).collect::<Vec<_>>(), ["W0805"]);
    wild.look_closer();
    assert_eq!(wild.diagnostics().iter().map(|one| one.code).collect::<Vec<_>>(), ["E0314"]);
    let still = wild.edited(option.replace("forward", "backward"), &|_| None);
    assert_eq!(still.diagnostics().iter().map(|one| one.code).collect::<Vec<_>>(), ["E0314"]);
}

#[test]
fn parents_that_are_being_written_count() {
    let open = |path: &std::path::Path| {
        let parent = library::text_of("english").unwrap().replace("man  = { symbol = \"m\" }", "stone = { symbol = \"m\" }");
        let parent = parent.replace("man may", "stone may").replace("when man", "when stone");
        path.ends_with("mother.draughts").then_some(parent)
    };
    let text = "+++\nname = \"x\"\nextends = \"mother\"\n+++\nmovement {\n  add stone may hop diagonal over own\n}\n";
    let folder = std::path::Path::new("/nowhere");
    let file = Document::read("/nowhere/x.draughts", text.to_owned(), Some(folder), &open);
    assert_eq!(file.diagnostics().len(), 0, "{:?}", file.diagnostics());
    let alone = Document::read("/nowhere/x.draughts", text.to_owned(), Some(folder), &|_| None);
    assert_eq!(alone.diagnostics()[0].code, "E0223");
    assert_eq!(alone.reread(&open).diagnostics().len(), 0);
}

#[test]
fn what_extends_hides_is_shown() {
    let front = "[numbers]\nidle-limit = 40\n[notation]\nsquares = \"numbers\"\n";
    let rules = "capture {\n  replace man may jump by man may jump diagonal over an enemy\n}\nreplace promotion {\n  when man lands on far-row: promote it to king\n}\n";
    let file = child(front, rules);
    let shown: Vec<String> = hints(&file).into_iter().map(|one| one.text).collect();
    assert_eq!(shown, ["was 80", "forward diagonal over enemy", "replaces 1 rule"]);
    let place = hints(&file)[1].place.unwrap();
    assert_eq!(stands(&file, place), "man may jump forward diagonal over an enemy");
    assert_eq!(hints(&bundled("english")), []);
}

#[test]
fn the_parts_of_a_file() {
    let file = child("", RULES);
    let all = symbols(&file);
    let names: Vec<&str> = all.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["name", "extends", "definitions", "movement", "option flying", "state"]);
    assert_eq!(all[2].inside[0].name, "guarded");
    assert_eq!(all[4].inside[0].name, "movement");
    let lines = |span: Span| (file.source().place(span.start).line, file.source().place(span.end).line);
    let folded: Vec<(u32, u32)> = folds(&file).iter().map(|one| lines(one.span)).collect();
    assert_eq!(folded, [(0, 3), (4, 7), (9, 12), (15, 17), (19, 22)]);
}

#[test]
fn each_word_has_its_colour() {
    let file = child("", RULES);
    let text = |span: Span| stands(&file, span);
    let all = colours(&file);
    let of = |word: &str| all.iter().filter(|one| text(one.span) == word).map(|one| one.colour).collect::<Vec<_>>();
    assert_eq!(of("king")[0], Colour::Name(Sort::Kind));
    assert_eq!(of("may")[0], Colour::Keyword);
    assert_eq!(of("movement"), [Colour::Keyword; 2]);
    assert_eq!(of("extends"), [Colour::Key]);
    assert_eq!(of("\"english\""), [Colour::Text]);
    assert_eq!(of("0"), [Colour::Number]);
    assert_eq!(of("## Kings go any distance."), [Colour::Comment]);
    assert_eq!(of("guarded"), [Colour::Name(Sort::Phrase); 2]);
    let hop = all.iter().find(|one| text(one.span) == "hop").unwrap();
    assert_eq!((hop.colour, hop.given), (Colour::Name(Sort::Verb), true));
    let guarded = all.iter().find(|one| text(one.span) == "guarded").unwrap();
    assert!(guarded.declares && !guarded.given);
}

#[test]
fn the_usual_layout_is_that_of_fmt() {
    let file = child("", "movement {\nadd man may hop   diagonal over own\n}\n");
    assert!(formatted(&file).unwrap().replacement.contains("\n  add man may hop diagonal over own\n"));
    assert_eq!(formatted(&bundled("english")), None);
    assert_eq!(formatted(&child("", "movement {\nadd man may\n}\n")), None);
}

#[test]
fn pinned_positions_have_their_moves_above_them() {
    let rules = library::load("english").unwrap();
    let positions =
        "# mine\n[[position]]\nname = \"one way\"\nfen = \"W:W5:B32\"\n\n[[position]]\nname = \"none\"\nfen = \"W:W99:B1\"\n";
    let source = Source::new("x", positions);
    let all = lenses_of_positions(&source, &rules, None);
    assert_eq!(all.iter().map(|one| source.place(one.span.start).line).collect::<Vec<_>>(), [1, 5]);
    assert_eq!(all[0].title, "White to move, 1 move: 5-1 (not pinned)");
    assert!(all[1].title.starts_with("No such position: "), "{}", all[1].title);
    let pinned = format!("=== one way ===\n\n{}", all[0].more);
    let again = lenses_of_positions(&source, &rules, Some(&pinned));
    assert_eq!(again[0].title, "White to move, 1 move: 5-1");
    let other = lenses_of_positions(&source, &rules, Some(&pinned.replace("5-1", "5-2")));
    assert_eq!(other[0].title, "White to move, 1 move: 5-1 (not as pinned)");
    let above = lenses_of_rules(&bundled("english"), positions, Some(&pinned));
    assert_eq!((above[0].title.as_str(), above[0].more.as_str()), ("2 positions, 1 not as pinned", "none"));
    assert_eq!(lenses_of_rules(&bundled("english"), "", None), []);
    assert_eq!(what_is_wrong(positions), None);
    let text = format!("[[position]]\nname = \"a\"\nreason = \"\"\"\n[[position]]\n\"\"\"\n\n{positions}");
    let source = Source::new("x", &text);
    let lines =
        lenses_of_positions(&source, &rules, None).iter().map(|one| source.place(one.span.start).line).collect::<Vec<_>>();
    assert_eq!(lines, [0, 7, 11], "a heading within a text is none");
    let (span, says) = what_is_wrong("[[position]]\nname = \"a\"\n[[position]\n").unwrap();
    assert!(span.start >= 24 && says.contains("TOML"), "{span:?} {says}");
}

#[test]
fn columns_are_counted_as_editors_count_them() {
    let source = Source::new("x", "a𝔸é\r\nb\n");
    for (byte, line, column) in [(0, 0, 0), (1, 0, 1), (5, 0, 3), (7, 0, 4), (9, 1, 0), (10, 1, 1), (11, 2, 0)] {
        assert_eq!(source.place(byte), Place { line, column });
        assert_eq!(source.byte(Place { line, column }), byte);
    }
    assert_eq!(source.byte(Place { line: 0, column: 2 }), 1, "in the midst of a letter");
    assert_eq!(source.byte(Place { line: 0, column: 99 }), 7);
    assert_eq!(source.byte(Place { line: 9, column: 9 }), 11);
}
