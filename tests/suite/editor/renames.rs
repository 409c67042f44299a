//! Another name for a thing: what changes with it, what stays as it was, and what may not be called so.

use std::path::Path;

use draughtsman::analysis::perft::{Way, perft};
use draughtsman::check::{Choices, Mention, Sort};
use draughtsman::editor::{Document, Renamed, rename, rename_with};
use draughtsman::engine::Position;
use draughtsman::library;
use draughtsman::program::Program;
use rayon::prelude::*;

use super::{at, bundled, child, document};

/// A game with these kinds, this setup and these rules of movement.
fn game(pieces: &str, setup: &str, movement: &str) -> String {
    let players = "[players]\nWhite = { faces = \"north\" }\nBlack = { faces = \"south\" }\n";
    let piles = "[piles]\ncaptured = { holds = \"piece\" }\nbag = { holds = \"piece\" }\n";
    format!(
        "+++\nname = \"Pond\"\n{players}[board]\ngrid = \"4x4\"\n[pieces]\n{pieces}\n{piles}[setup]\n{setup}\n+++\n\
         movement {{\n  {movement}\n}}\n"
    )
}

/// A file of a folder, in which there are these.
fn beside(name: &str, files: &[(&str, &str)]) -> Document {
    let open = |path: &Path| {
        let (_, text) = files.iter().find(|(name, _)| path == Path::new("/pond").join(name))?;
        Some((*text).to_owned())
    };
    let text = files.iter().find(|(known, _)| *known == name).unwrap().1;
    let mut file = Document::read(&format!("/pond/{name}"), text.to_owned(), Some(Path::new("/pond")), &open);
    file.look_closer();
    file
}

/// The text of a file with the changes.
fn changed(file: &Renamed) -> String {
    let mut text = file.source.text.clone();
    for change in file.changes.iter().rev() {
        text.replace_range(change.span.start as usize..change.span.end as usize, &change.replacement);
    }
    text
}

/// The text of one file with another name for what is called so where `word` first begins.
fn renamed(text: &str, word: &str, new: &str) -> String {
    let file = document("pond", text);
    let files = rename_with(&file, &[], at(&file, word), new).unwrap_or_else(|why| panic!("`{word}`: {why}\n{text}"));
    let text = changed(&files[0]);
    assert_eq!(library::check_text("pond.draughts", &text).iter().find(|one| one.code.starts_with('E')), None, "{text}");
    text
}

#[test]
fn a_name_that_means_something_by_itself_is_neither_taken_nor_given() {
    let text = game("man = {}", "man = { White = \"a1\", Black = \"d4\" }", "men may step any-way");
    let file = document("pond", &text);
    let refused = |word: &str, new: &str| rename(&file, at(&file, word), new).unwrap_err().to_string();
    assert!(refused("captured =", "prison").contains("`captured` means something to the language"));
    assert!(refused("bag =", "captured").contains("`captured` means something to the language"));
    assert!(refused("bag =", "supply").contains("`supply` means something to the language"));
    assert!(refused("bag =", "box").contains("a word of the rule language"));
    assert!(renamed(&text, "bag =", "sack").contains("\nsack = {"));
}

#[test]
fn what_several_are_called_follows() {
    let setup = "man = { White = \"a1\", Black = \"d4\" }";
    for (pieces, men, now) in [
        ("man = { symbol = \"m\", plural = \"men\" }", "men", "ox = { symbol = \"m\", plural = \"oxes\" }"),
        ("man = { symbol = \"m\", plural = \"folk\" }", "folk", "ox = { symbol = \"m\", plural = \"oxes\" }"),
        ("man = { symbol = \"m\" }", "men", "ox = { symbol = \"m\" }"),
    ] {
        let text = renamed(&game(pieces, setup, &format!("{men} may step any-way")), "man", "ox");
        assert!(text.contains(now) && text.contains("\n  oxes may step"), "{text}");
        let back = renamed(&text, "oxes may", "man");
        assert!(back.contains("\n  men may step"), "{back}");
    }
}

#[test]
fn a_kind_keeps_its_letter() {
    let setup = "man = { White = \"a1\", Black = \"d4\" }";
    for (before, after) in [
        ("man = {}", "soldier = { symbol = \"m\" }"),
        ("man = { value = 2 }", "soldier = { symbol = \"m\", value = 2 }"),
        ("[pieces.man]\nvalue = 2", "[pieces.soldier]\nsymbol = \"m\"\nvalue = 2"),
        ("man = { symbol = \"x\" }", "soldier = { symbol = \"x\" }"),
    ] {
        let text = renamed(&game(before, setup, "man may step any-way"), "man", "soldier");
        assert!(text.contains(after), "{text}");
    }
    assert!(renamed(&game("man = {}", setup, "man may step any-way"), "man", "mate").contains("mate = {}"));
    let file = document("pond", &game("man.value = 2", setup, "man may step any-way"));
    let why = rename(&file, at(&file, "man may"), "soldier").unwrap_err().to_string();
    assert!(why.contains("say `symbol = \"m\"` of it first"), "{why}");
}

#[test]
fn parents_and_children_are_changed_together() {
    let mother = game("man = {}", "man = { White = \"a1\", Black = \"d4\" }", "men may step orthogonal");
    let son = "+++\nname = \"Son\"\nextends = \"mother\"\n[pieces]\nking = {}\n+++\nmovement {\n  \
               replace men may step by man may step any-way\n  add king may step any-way\n}\n";
    let daughter = "+++\nname = \"Daughter\"\nextends = \"mother\"\n+++\nmovement {\n  add men may hop diagonal over own\n}\n";
    let files = [("mother.draughts", mother.as_str()), ("son.draughts", son), ("daughter.draughts", daughter)];
    for (from, word) in [("mother.draughts", "men may"), ("son.draughts", "man may"), ("daughter.draughts", "men may")] {
        let others: Vec<Document> =
            files.iter().filter(|(name, _)| *name != from).map(|(name, _)| beside(name, &files)).collect();
        let file = beside(from, &files);
        let place = at(&file, word);
        let now = rename_with(&file, &others, place, "soldier").unwrap();
        let text = |name: &str| changed(now.iter().find(|one| one.source.name.ends_with(name)).unwrap());
        assert_eq!(now.len(), 3);
        assert!(text("mother.draughts").contains("soldier = { symbol = \"m\" }"), "{}", text("mother.draughts"));
        assert!(text("son.draughts").contains("replace soldiers may step by soldier may step any-way"));
        assert!(text("daughter.draughts").contains("add soldiers may hop"));
        let why = rename_with(&file, &others, place, "king").unwrap_err().to_string();
        assert!(why.contains("`king`"), "from {from}: {why}");
    }
    let own = beside("son.draughts", &files);
    assert_eq!(rename(&own, at(&own, "king may"), "queen").unwrap().len(), 3);
    assert!(rename(&own, at(&own, "man may"), "soldier").unwrap_err().to_string().contains("mother.draughts"));
}

/// A game of the same folder that has nothing to do with a file may have things of the same names.
#[test]
fn only_files_that_extend_one_or_that_it_extends_matter() {
    let night = game("man = {}", "man = { White = \"a1\", Black = \"d4\" }", "men may step orthogonal");
    let leap = "+++\nname = \"Leap\"\nextends = \"english\"\n+++\nmovement {\n  add man may hop forward diagonal over own\n}\n";
    let other = night.replace("Pond", "Other");
    let files = [("night.draughts", night.as_str()), ("leap.draughts", leap), ("other.draughts", other.as_str())];
    let others = ["leap.draughts", "other.draughts"].map(|name| beside(name, &files));
    let file = beside("night.draughts", &files);
    let now = rename_with(&file, &others, at(&file, "men may"), "soldier").unwrap();
    assert_eq!(now.iter().map(|one| one.source.name.as_str()).collect::<Vec<_>>(), ["/pond/night.draughts"]);
    // Who extends it and has a thing of the new name already is named, although it does not name the old one.
    let child =
        "+++\nname = \"Child\"\nextends = \"night\"\n[pieces]\nking = {}\n+++\nmovement {\n  add king may step any-way\n}\n";
    let files = [files[0], ("child.draughts", child)];
    let (file, child) = (beside("night.draughts", &files), beside("child.draughts", &files));
    let why = rename_with(&file, &[child], at(&file, "men may"), "king").unwrap_err().to_string();
    assert!(why.starts_with("/pond/child.draughts: ") && why.contains("`king`"), "{why}");
}

#[test]
fn a_parent_that_is_extended_by_its_checksum_is_not_changed() {
    let mother = game("man = {}", "man = { White = \"a1\", Black = \"d4\" }", "men may step orthogonal");
    let pinned = format!("mother@sha256:{}", library::sha256(mother.as_bytes()));
    let son =
        format!("+++\nname = \"Son\"\nextends = \"{pinned}\"\n+++\nmovement {{\n  add men may hop diagonal over own\n}}\n");
    let files = [("mother.draughts", mother.as_str()), ("son.draughts", son.as_str())];
    let (file, other) = (beside("mother.draughts", &files), beside("son.draughts", &files));
    let why = rename_with(&file, &[other], at(&file, "men may"), "soldier").unwrap_err().to_string();
    assert!(why.ends_with("extends /pond/mother.draughts as it is now, by its checksum"), "{why}");
}

#[test]
fn what_no_file_of_the_folder_declares_is_called_as_it_is() {
    let file = child("", "movement {\n  add man may hop diagonal over own\n}\n");
    let refused = |word: &str| rename(&file, at(&file, word), "stone").unwrap_err().to_string();
    assert!(refused("man may").contains("english.draughts too, which is no file of this folder"));
    assert!(refused("hop").contains("prelude.draughts too, which is no file of this folder"));
}

#[test]
fn a_player_whose_letter_the_diagram_has() {
    let diagram = "diagram = \"\"\"\nb . b .\n. . . .\n. . . .\n. w . w\n\"\"\"";
    let text = game("man = {}", diagram, "man may step any-way");
    let file = document("pond", &text);
    for (new, what) in [("Red", "`w` stands for nothing"), ("Blue", "`b` could be")] {
        let why = rename(&file, at(&file, "White"), new).unwrap_err().to_string();
        let says = "the diagram names the pieces of `White` by its first letter";
        assert!(why.contains(says) && why.contains(what) && why.contains("`symbols = { w = \"White man\" }`"), "{why}");
    }
    renamed(&text, "White", "Wide");
    let said = text.replace("\n\"\"\"\n", "\n\"\"\"\nsymbols = { w = \"White man\" }\n");
    assert!(renamed(&said, "White", "Red").contains("w = \"Red man\""));
}

/// What a game is but for its names: the letters of its kinds, and how many games have so many plies.
fn game_of(file: &Document) -> (Vec<char>, Vec<u64>) {
    let loaded = &file.loaded;
    let variant = loaded.check(&Choices::default()).variant.unwrap_or_else(|| panic!("mistakes in\n{}", file.text()));
    let letters = variant.equipment.kinds.iter().map(|kind| kind.symbol).collect();
    let program = Program::compile(&variant);
    let start = Position::start(&program).unwrap();
    (letters, (1..=2).map_while(|depth| perft(&program, &start, depth, Way::USUAL).ok()).collect())
}

/// Every kind, pile, region, counter and phrase of every bundled file that stands alone: what has another name is the same game.
#[test]
fn with_another_name_it_is_the_same_game() {
    let sorts = [Sort::Kind, Sort::Pile, Sort::Region, Sort::Number, Sort::Stored, Sort::Phrase, Sort::Set, Sort::Value];
    let alone = |name: &&str| library::text_of(name).is_some_and(|text| !text.contains("\nextends"));
    let names: Vec<&str> = library::names().filter(alone).collect();
    let renamed: usize = names
        .par_iter()
        .map(|name| {
            let file = bundled(name);
            let was = game_of(&file);
            let declares = |one: &&Mention| one.span.file == file.file() && one.meaning.declared == Some(one.span);
            let all = file.checked.mentions.iter().filter(declares).filter(|one| sorts.contains(&one.meaning.sort));
            let changes = all.filter_map(|one| rename_with(&file, &[], one.span.start, "zither").ok());
            changes.map(|files| assert_eq!(game_of(&document(name, &changed(&files[0]))), was, "{name}")).count()
        })
        .sum();
    assert!(renamed >= names.len(), "{renamed} in {} files", names.len());
}
