//! Finds what a rule reads of things that its player does not see.

use std::collections::BTreeMap;

use crate::model::equipment::{PileHolds, SeenBy};
use crate::model::expr::{Expr, ExprKind, Field, Given};
use crate::model::rules::{Block, Chooser, Effects, Statement, StatementKind};
use crate::model::walk::any_phrase;
use crate::model::{Equipment, LocalId, PileId};
use crate::source::Span;

/// Where the things are that a player does not see.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Pile(PileId),
    /// Under a site, perhaps face down.
    Under,
}

/// The name of what is under the sites and its open face, if it can also lie otherwise.
pub(super) fn covered(equipment: &Equipment) -> Option<(&str, &str)> {
    let (name, token) = equipment.under.as_ref()?;
    let faces = &equipment.enums[equipment.tokens[token.index()].faces?.index()].values;
    (faces.len() > 1).then(|| (name.as_str(), faces.last().map_or("", String::as_str)))
}

/// Who looks at the list of moves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Eyes {
    Mover,
    Opponent,
    /// Somebody else: which piles of others are hidden from that player is not known.
    Other,
}

impl Eyes {
    /// All of them.
    pub(super) const ALL: [Eyes; 3] = [Eyes::Mover, Eyes::Opponent, Eyes::Other];

    /// Who makes a decision, by the `by` of its statement.
    fn of(by: Option<&Expr>) -> Eyes {
        let Some(by) = by else { return Eyes::Mover };
        let names = |who| any_phrase(by, &mut |one| one.kind == ExprKind::Given(who));
        match (names(Given::Mover), names(Given::Opponent)) {
            (true, false) => Eyes::Mover,
            (false, true) => Eyes::Opponent,
            _ => Eyes::Other,
        }
    }
}

/// What may have been shown before, and so is no secret.
#[derive(Clone, Copy, Default)]
pub(super) struct Shown {
    /// The tokens under sites.
    under: bool,
    /// The tokens in piles.
    piles: bool,
}

impl Shown {
    /// What the statements of these blocks may show.
    pub(super) fn by<'b>(blocks: impl IntoIterator<Item = &'b Block>) -> Shown {
        let mut shown = Shown::default();
        for block in blocks {
            shown.note(block.effects());
        }
        shown
    }

    fn note(&mut self, effects: Effects) {
        self.under |= effects.any(Effects::SHOWS | Effects::FACES);
        self.piles |= effects.any(Effects::SHOWS);
    }

    fn has(self, place: Place) -> bool {
        match place {
            Place::Pile(_) => self.piles,
            Place::Under => self.under,
        }
    }
}

/// Collects what a rule reads of things that its player does not see.
pub(super) struct Unseen<'a> {
    equipment: &'a Equipment,
    eyes: Eyes,
    /// Whether the rule is everybody's, because it does not say whose it is.
    pub(super) anybody: bool,
    /// What may have been shown by now.
    pub(super) shown: Shown,
    /// What moves may show.
    by_moves: Shown,
    /// Names bound to unseen things, and where these are.
    names: BTreeMap<LocalId, Place>,
    /// What the names given by `let` stand for, until they are read.
    values: BTreeMap<LocalId, &'a Expr>,
    /// Whether the rule reads how tokens lie.
    asks_faces: bool,
    told: Vec<(Span, Place)>,
}

impl<'a> Unseen<'a> {
    pub(super) fn by(eyes: Eyes, equipment: &'a Equipment, by_moves: Shown) -> Unseen<'a> {
        Unseen {
            equipment,
            eyes,
            anybody: true,
            shown: Shown::default(),
            by_moves,
            names: BTreeMap::new(),
            values: BTreeMap::new(),
            asks_faces: false,
            told: Vec::new(),
        }
    }

    /// What was read, and where. A rule that reads how tokens lie is taken to read open ones only.
    pub(super) fn found(self) -> impl Iterator<Item = (Span, Place)> {
        let Unseen { asks_faces, told, .. } = self;
        told.into_iter().filter(move |(_, place)| !(asks_faces && matches!(place, Place::Under)))
    }

    pub(super) fn read(&mut self, phrase: &Expr) {
        any_phrase(phrase, &mut |one| self.note(one));
    }

    /// Notes what a phrase itself reads; `false` continues the walk with its parts.
    pub(super) fn note(&mut self, phrase: &Expr) -> bool {
        self.asks_faces |= matches!(phrase.kind, ExprKind::Field(Field::Face, _) | ExprKind::TokensFaced(..));
        let from = match &phrase.kind {
            ExprKind::Where(all, name, _) | ExprKind::Extreme(all, name, ..) => {
                if let Some(place) = self.lies(all) {
                    self.names.insert(*name, place);
                }
                None
            }
            ExprKind::Field(field, of) | ExprKind::Total(field, of) if is_of_the_thing(*field) => self.lies(of),
            ExprKind::In(what, pile, _) if names_a_sort(what) => self.lies(pile),
            ExprKind::Is(what, sort) if names_a_sort(sort) => self.lies(what),
            ExprKind::Intersect(parts) if parts.iter().any(names_a_sort) => parts.iter().find_map(|part| self.lies(part)),
            ExprKind::Order(what, list) => self.lies(what).or_else(|| self.lies(list)),
            _ => None,
        };
        self.told.extend(from.filter(|place| !self.shown.has(*place)).map(|place| (phrase.span, place)));
        if let ExprKind::Local(name) = phrase.kind
            && let Some(value) = self.values.remove(&name)
        {
            self.read(value);
        }
        false
    }

    /// Notes what statements read up to the first that may show something to the player. Whether there is no such statement.
    pub(super) fn before_anything_is_done(&mut self, block: &Block) -> bool {
        block.statements.iter().all(|statement| {
            statement.kind.phrases().into_iter().for_each(|phrase| self.read(phrase));
            let shows_nothing = Effects::ASKS | Effects::DEMANDS;
            let again =
                matches!(statement.kind, StatementKind::MayRepeat(_) | StatementKind::Repeat(..) | StatementKind::As(..));
            if again || !statement.own_effects().only(shows_nothing) {
                return false;
            }
            self.bind(statement);
            let acting = statement.kind.blocks().into_iter().filter(|block| !self.before_anything_is_done(block)).count();
            acting == 0
        })
    }

    /// Notes what determines whether, and from what, the player chooses in these statements. `behind`: a choice follows them.
    pub(super) fn asking(&mut self, block: &'a Block, behind: bool) {
        let mut later: Vec<bool> = Vec::with_capacity(block.statements.len());
        for statement in block.statements.iter().rev() {
            let behind = later.last().map_or(behind, |next| *next);
            later.push(behind || self.asks(statement, behind));
        }
        later.reverse();
        for (i, statement) in block.statements.iter().enumerate() {
            let behind = later.get(i + 1).map_or(behind, |next| *next);
            if self.asks(statement, behind) {
                statement.kind.phrases().into_iter().for_each(|phrase| self.read(phrase));
            }
            self.bind(statement);
            self.shown.note(statement.own_effects());
            match &statement.kind {
                StatementKind::Let(name, of) => _ = self.values.insert(*name, of),
                // what was moved from a hidden place may lie open now
                StatementKind::MoveToken(..) => {
                    self.names.clear();
                    self.values.clear();
                }
                StatementKind::Play { .. } => {
                    self.shown.under |= self.by_moves.under;
                    self.shown.piles |= self.by_moves.piles;
                }
                _ => {}
            }
            statement.kind.blocks().into_iter().for_each(|block| self.asking(block, behind));
        }
    }

    /// Whether the player chooses in a statement, or it may prevent a choice that follows it (`behind`).
    fn asks(&self, statement: &Statement, behind: bool) -> bool {
        let whose = |by: Option<&Expr>| self.eyes == Eyes::of(by);
        let itself = match &statement.kind {
            StatementKind::Play { by, .. } => whose(by.as_ref()),
            StatementKind::Choose { by: Chooser::Player(by), .. } => whose(Some(by)),
            StatementKind::Choose { by: Chooser::Current, .. }
            | StatementKind::Either(_)
            | StatementKind::May(_)
            | StatementKind::MayRepeat(_) => whose(None),
            StatementKind::Require(_) | StatementKind::End(..) => behind,
            _ => false,
        };
        itself || statement.kind.blocks().into_iter().any(|block| self.asked_in(block, behind))
    }

    /// Whether the player chooses in any of these statements.
    pub(super) fn asked_in(&self, block: &Block, behind: bool) -> bool {
        block.statements.iter().any(|one| self.asks(one, behind))
    }

    fn bind(&mut self, statement: &Statement) {
        if let Some((name, of)) = statement.kind.binds()
            && let Some(place) = self.lies(of)
        {
            self.names.insert(name, place);
        }
    }

    /// Where these things are, if the player does not see them.
    fn lies(&self, things: &Expr) -> Option<Place> {
        match &things.kind {
            ExprKind::Local(name) => self.names.get(name).copied(),
            ExprKind::Contents(of) => self.unseen_pile(of),
            ExprKind::Field(Field::Under, _) => covered(self.equipment).map(|_| Place::Under),
            ExprKind::Field(Field::Top | Field::Bottom | Field::First | Field::Last, of) => {
                self.lies(of).or_else(|| self.unseen_pile(of))
            }
            ExprKind::In(_, of, false) | ExprKind::Where(of, ..) | ExprKind::Extreme(of, ..) | ExprKind::Without(of, _) => {
                self.lies(of)
            }
            ExprKind::Intersect(parts) => parts.iter().find_map(|part| self.lies(part)),
            _ => None,
        }
    }

    fn unseen_pile(&self, pile: &Expr) -> Option<Place> {
        let ExprKind::Field(Field::Pile(id), whose) = &pile.kind else { return None };
        let pile = &self.equipment.piles[id.index()];
        let players = self.equipment.players.len() as u32;
        let theirs = any_phrase(whose, &mut |one| match one.kind {
            ExprKind::Given(Given::Opponent) => self.eyes == Eyes::Mover,
            ExprKind::Given(Given::Mover) => self.eyes == Eyes::Opponent,
            // If the rule is everybody's, it also applies to players who do not see the named players' pile.
            ExprKind::Players(named) => self.anybody && self.eyes != Eyes::Other && u32::from(named).count_ones() < players,
            _ => false,
        });
        let unseen = match pile.seen_by {
            SeenBy::All => false,
            SeenBy::Owner => theirs,
            SeenBy::Nobody => true,
        };
        (unseen && !matches!(pile.holds, PileHolds::Kind(_))).then_some(Place::Pile(*id))
    }
}

/// Whether a field says what the thing is, and not where it is.
fn is_of_the_thing(field: Field) -> bool {
    matches!(field, Field::Attribute(_) | Field::Kind | Field::Owner | Field::Slot(_) | Field::Worth)
}

/// Whether a set is given by what its elements are: `hearts`, `king`.
fn names_a_sort(set: &Expr) -> bool {
    match &set.kind {
        ExprKind::TokensBearing(..) | ExprKind::PiecesOfKinds(_) | ExprKind::PiecesBearing(..) => true,
        ExprKind::Intersect(parts) | ExprKind::Union(parts) => parts.iter().any(names_a_sort),
        _ => false,
    }
}
