//! The chapters of the flat file as sections of the book.

use std::collections::BTreeMap;

use super::pages::{Block, Entry, Numbers, Section};
use super::prose::{Meaning, Prose, Step};
use super::{idle, unsaid};
use crate::library::{Loaded, Ready};
use crate::model::Variant;
use crate::model::expr::Type;
use crate::model::rules::Rules;
use crate::source::{FileId, Span};
use crate::syntax::ast::{ChainWord, ChapterName, Define, ExprKind, Item, ItemKind, Part, Rule, RuleFile};

/// The flat file, with the places of its lines.
pub(super) struct Flat {
    /// Library, parents, file and the options that are on, merged.
    pub(super) rules: RuleFile,
    /// The file of the library.
    pub(super) library: FileId,
    /// `english.draughts:41` for the span of each line.
    places: Vec<(Span, String)>,
}

/// Merges the files, and leaves out lines that have no effect.
pub(super) fn flat(loaded: &Loaded, variant: &Variant) -> Flat {
    let on: Vec<String> = variant.equipment.options.iter().filter(|one| one.on).map(|one| one.name.clone()).collect();
    let mut rules = loaded.flat_rules(&on);
    let idle: Vec<Span> =
        idle::lines(variant).iter().filter_map(|rule| variant.rules.lines.get(rule.index())).map(|line| line.span).collect();
    for part in &mut rules.parts {
        if let Part::Chapter(chapter) = part {
            chapter.items.retain(|item| !idle.contains(&item.span));
        }
    }
    let library = loaded.files.first().map_or(FileId::default(), |(file, _)| *file);
    let spans = rules.parts.iter().flat_map(items_of).map(|item| item.span);
    let place = |span: Span| {
        let source = loaded.sources.get(span.file);
        let name = source.name.rsplit(['/', '\\']).next().unwrap_or(&source.name);
        (span, format!("{name}:{}", source.line_column(span.start).0))
    };
    let places = spans.map(place).collect();
    Flat { rules, library, places }
}

fn items_of(part: &Part) -> &[Item] {
    match part {
        Part::Chapter(chapter) => &chapter.items,
        Part::Option(_) => &[],
    }
}

impl Flat {
    /// The rules of a chapter in order.
    pub(super) fn items(&self, wanted: &ChapterName) -> Vec<&Item> {
        let chapters = self.rules.parts.iter().filter(|part| matches!(part, Part::Chapter(one) if one.name.value == *wanted));
        chapters.flat_map(items_of).collect()
    }

    /// The `##` lines above a chapter.
    fn words(&self, wanted: &ChapterName) -> Option<String> {
        let mut chapters = self.rules.parts.iter().filter_map(|part| match part {
            Part::Chapter(one) if one.name.value == *wanted => one.doc.as_ref(),
            _ => None,
        });
        chapters.next().map(|doc| doc.value.clone())
    }

    /// Where a rule is written; `None` if it is in the library.
    fn place(&self, span: Span) -> Option<String> {
        let known = self.places.iter().find(|(one, _)| *one == span);
        known.filter(|_| span.file != self.library).map(|(_, place)| place.clone())
    }
}

/// What puts the rules of this variant into words.
pub(super) fn prose<'a>(flat: &Flat, variant: &'a Variant) -> Prose<'a> {
    let defined = flat.items(&ChapterName::Definitions).into_iter().filter(|item| item.span.file != flat.library);
    let defined = defined.filter_map(|item| match &item.kind {
        ItemKind::Rule(Rule::Define(define)) => Some(define),
        _ => None,
    });
    let defined: Vec<&Define> = defined.collect();
    let mut prose = Prose {
        equipment: &variant.equipment,
        stored: &variant.rules.stored,
        groups: variant.rules.groups.iter().map(|group| group.name.clone()).collect(),
        defined: defined.iter().map(|one| (one.name.value.clone(), Meaning::Other)).collect(),
        compelled: compelled(flat),
    };
    // Definitions may use one another: three passes resolve more levels than rule files have.
    for _ in 0..3 {
        prose.defined = defined.iter().map(|one| (one.name.value.clone(), prose.meaning(one))).collect();
    }
    prose.defined.extend(numbers_named(&variant.rules).map(|name| (name, Meaning::Number)));
    prose
}

/// Classes for which an unconditional obligation says that a player who can make such a move must do so.
fn compelled(flat: &Flat) -> Vec<String> {
    let must = |item: &&Item| match &item.kind {
        ItemKind::Rule(Rule::Must { moves, condition: None }) => match &moves.kind {
            ExprKind::Name(class) => Some(class.clone()),
            _ => None,
        },
        _ => None,
    };
    flat.items(&ChapterName::Obligation).iter().filter_map(must).collect()
}

/// The names that rules give only to numbers.
fn numbers_named(rules: &Rules) -> impl Iterator<Item = String> + '_ {
    let of_moves = rules.groups.iter().flat_map(|group| &group.rules).map(|rule| &rule.scope);
    let of_triggers = rules.triggers.iter().map(|trigger| &trigger.scope);
    let of_endings = rules.endings.iter().map(|ending| &ending.scope);
    let of_scripts = rules.setup.iter().chain([&rules.turn]).map(|script| &script.scope);
    let scopes = of_moves.chain(of_triggers).chain(of_endings).chain(of_scripts);
    let mut names: BTreeMap<&str, bool> = BTreeMap::new();
    for local in scopes.flat_map(|scope| &scope.locals) {
        *names.entry(&local.name).or_insert(true) &= local.ty == Type::Number;
    }
    names.into_iter().filter(|(name, number)| *number && *name != "it").map(|(name, _)| name.to_owned())
}

/// A rule with its number.
pub(super) fn entry(flat: &Flat, item: &Item, says: Step, numbers: &mut Numbers) -> Block {
    Block::Rule(Entry {
        number: numbers.next(),
        words: item.doc.as_ref().map(|doc| doc.value.trim().replace('\n', " ")).filter(|words| !words.is_empty()),
        says: says.into(),
        place: flat.place(item.span),
        span: item.span,
    })
}

/// What a move of a class is called.
pub(super) fn class_name(chapter: &ChapterName) -> String {
    match chapter {
        ChapterName::Capture => "capture".to_owned(),
        ChapterName::Moves(name) => format!("move of “{}”", super::prose::spoken(name)),
        _ => "plain move".to_owned(),
    }
}

/// A rule of a chapter in words.
pub(super) fn said(prose: &Prose<'_>, chapter: &ChapterName, item: &Item) -> Step {
    match &item.kind {
        ItemKind::Rule(rule) | ItemKind::Add(rule) => prose.rule(rule, &class_name(chapter)),
        ItemKind::Replace { .. } | ItemKind::Remove { .. } => Step::default(),
    }
}

/// All sections behind the equipment.
pub(super) fn sections(flat: &Flat, prose: &Prose<'_>, ready: &Ready, pictures: Vec<Block>) -> Vec<Section> {
    let variant = &ready.variant;
    let chapter = |title: &str, number: usize, name: ChapterName, before: Vec<Block>, after: Vec<Block>| {
        let mut blocks = before;
        rules(flat, prose, &name, &mut Numbers::of(number), &mut blocks);
        blocks.extend(after);
        Section { title: title.to_owned(), blocks }
    };
    let mut all = vec![turn(flat, prose, variant), moves(flat, prose, ready, pictures)];
    all.push(chapter(
        "What must be played",
        4,
        ChapterName::Obligation,
        unsaid::before_obligation(variant),
        unsaid::obligation(variant),
    ));
    all.push(chapter("Promotion", 5, ChapterName::Promotion, Vec::new(), unsaid::promotion(flat, variant)));
    let optional = [("What else happens", ChapterName::Effects), ("What is counted and remembered", ChapterName::State)];
    for (title, name) in optional {
        if !flat.items(&name).is_empty() {
            let number = all.len() + 2;
            all.push(chapter(title, number, name, Vec::new(), Vec::new()));
        }
    }
    let number = all.len() + 2;
    all.push(chapter("The end of the game", number, ChapterName::Victory, unsaid::before_endings(), unsaid::endings(variant)));
    let own = flat.items(&ChapterName::Definitions).iter().any(|item| item.span.file != flat.library);
    if own {
        let number = all.len() + 2;
        let mut blocks = vec![Block::Text("Words in italics in the rules mean what is said here.".into())];
        let mut numbers = Numbers::of(number);
        for item in flat.items(&ChapterName::Definitions) {
            if item.span.file != flat.library {
                blocks.push(entry(flat, item, said(prose, &ChapterName::Definitions, item), &mut numbers));
            }
        }
        all.push(Section { title: "Words of these rules".into(), blocks });
    }
    all
}

fn rules(flat: &Flat, prose: &Prose<'_>, name: &ChapterName, numbers: &mut Numbers, blocks: &mut Vec<Block>) {
    blocks.extend(flat.words(name).map(Block::Text));
    // Of the lines `chain … continue` the first whose condition holds applies, so later ones begin with `Otherwise`.
    let mut before = false;
    for item in flat.items(name) {
        let goes_on = matches!(&item.kind, ItemKind::Rule(Rule::Chain { word, .. }) if word.value == ChainWord::Continue);
        let says = said(prose, name, item);
        let says = if goes_on && before { says.otherwise() } else { says };
        before |= goes_on;
        blocks.push(entry(flat, item, says, numbers));
    }
}

fn turn(flat: &Flat, prose: &Prose<'_>, variant: &Variant) -> Section {
    let mut numbers = Numbers::of(2);
    let mut blocks = vec![Block::Text(unsaid::turn_order(variant))];
    if !flat.items(&ChapterName::Setup).is_empty() {
        blocks.push(Block::Heading("Before the first turn".into()));
        rules(flat, prose, &ChapterName::Setup, &mut numbers, &mut blocks);
        blocks.push(Block::Heading("In every turn".into()));
    }
    rules(flat, prose, &ChapterName::Turn, &mut numbers, &mut blocks);
    blocks.extend(unsaid::turn(flat, variant));
    Section { title: "The turn".into(), blocks }
}

fn moves(flat: &Flat, prose: &Prose<'_>, ready: &Ready, pictures: Vec<Block>) -> Section {
    let variant = &ready.variant;
    let mut numbers = Numbers::of(3);
    let mut blocks = Vec::new();
    for group in &variant.rules.groups {
        let (title, name) = match group.name.as_str() {
            "movement" => ("Plain moves".to_owned(), ChapterName::Movement),
            "capture" => ("Captures".to_owned(), ChapterName::Capture),
            own => (format!("Moves of “{}”", super::prose::spoken(own)), ChapterName::Moves(own.to_owned())),
        };
        if flat.items(&name).is_empty() {
            continue;
        }
        blocks.push(Block::Heading(title));
        rules(flat, prose, &name, &mut numbers, &mut blocks);
        blocks.extend(unsaid::group(group, &class_name(&name), ready));
    }
    blocks.extend(unsaid::moves(variant));
    blocks.extend(pictures);
    Section { title: "Moves".into(), blocks }
}
