//! The set-up under construction, and what may be where.

use crate::check::board::{Place, Places};
use crate::check::equipment::players::{names, side_named};
use crate::check::equipment::read::{Found, unknown};
use crate::diagnostic::Diagnostic;
use crate::model::board::SiteClass;
use crate::model::equipment::Equipment;
use crate::model::rules::PileRef;
use crate::model::setup::{Item, Piece, Setup, Shuffle, SlotContent, Token};
use crate::model::{KindId, SideId, SiteId, SlotId};
use crate::source::Span;
use std::collections::BTreeMap;

/// A finished set-up, with the number of tokens of each type used in it.
pub(super) struct Laid {
    pub(super) setup: Setup,
    /// `placed[token][class]`
    pub(super) placed: Vec<Vec<u32>>,
    /// Where tokens of each type were last placed.
    pub(super) places: Vec<Option<Span>>,
}

pub(super) struct Laying<'a> {
    pub(super) equipment: &'a Equipment,
    pub(super) places: Places,
    pub(super) turn: u8,
    pub(super) under: BTreeMap<SiteId, Token>,
    pub(super) piles: Vec<(PileRef, Vec<Item>)>,
    pub(super) shuffles: Vec<Shuffle>,
    board: BTreeMap<SiteId, Vec<(Piece, Span)>>,
    placed: Vec<Vec<u32>>,
    token_places: Vec<Option<Span>>,
}

/// After this many diagnostics no more pieces are put on the board.
const MOST_SAID: usize = 1000;

/// A piece to be put on the board: owner, kind, contents of its slots, and where that is written.
pub(super) struct Lay {
    pub(super) owner: SideId,
    pub(super) kind: KindId,
    pub(super) slots: Vec<(SlotId, SlotContent)>,
    pub(super) span: Span,
}

impl<'a> Laying<'a> {
    pub(super) fn new(equipment: &'a Equipment) -> Laying<'a> {
        Laying {
            equipment,
            places: Places::of(&equipment.board),
            turn: 0,
            under: BTreeMap::new(),
            piles: Vec::new(),
            shuffles: Vec::new(),
            board: BTreeMap::new(),
            placed: equipment.tokens.iter().map(|token| vec![0; token.classes.len()]).collect(),
            token_places: vec![None; equipment.tokens.len()],
        }
    }

    /// Counts copies of a token as used.
    pub(super) fn use_tokens(&mut self, token: usize, class: usize, count: u32, span: Span) {
        self.placed[token][class] += count;
        self.token_places[token] = Some(span);
    }

    /// Whether pieces of a kind may be on squares, or on points.
    pub(super) fn fits(&self, kind: KindId, class: SiteClass) -> bool {
        self.equipment.kinds[kind.index()].on.is_none_or(|on| on == class)
    }

    /// Puts a piece on a place, on top of those that are there.
    pub(super) fn put(&mut self, place: Place, lay: &Lay, out: &mut Found) {
        if out.len() > MOST_SAID {
            return;
        }
        let kind = &self.equipment.kinds[lay.kind.index()];
        let Some(site) = self.places.site(place) else {
            let message = format!("no piece can stand on {}: it is not played on", place.name());
            let help = "what is played on is said by `play`, `mask` and `only` under `[board]`; `a1` is dark";
            out.push(Diagnostic::error("E0064", lay.span, message).help(help));
            return;
        };
        if !self.fits(lay.kind, place.class) {
            let (what, where_) = match place.class {
                SiteClass::Square => ("a square", "points"),
                SiteClass::Point => ("a point", "squares"),
            };
            let message = format!("{} is {what}, and a `{}` stands on {where_} only", place.name(), kind.name);
            out.push(Diagnostic::error("E0066", lay.span, message));
            return;
        }
        let most = self.equipment.stacks as usize;
        let tower = self.board.entry(site).or_default();
        if tower.len() >= most {
            let first = tower.last().map(|(_, span)| *span).unwrap_or_default();
            let (code, message) = match most {
                1 => ("E0065", format!("two pieces on {}", place.name())),
                _ => ("E0070", format!("more than {most} pieces on {}", place.name())),
            };
            out.push(Diagnostic::error(code, lay.span, message).label(first, "the other one is here"));
            return;
        }
        let mut slots = lay.slots.clone();
        slots.sort_by_key(|(slot, _)| *slot);
        tower.push((Piece { owner: lay.owner, kind: lay.kind, slots }, lay.span));
    }

    /// `"Swedes king"`, or `"king"` where the kind or `owner` determines the side.
    pub(super) fn piece_named(
        &self,
        words: &str,
        owner: Option<SideId>,
        span: Span,
        out: &mut Found,
    ) -> Option<(SideId, KindId)> {
        let (whose, what) = match words.trim().split_once(char::is_whitespace) {
            Some((whose, what)) => (Some(whose), what.trim()),
            None => (None, words.trim()),
        };
        let owner = match whose {
            Some(name) => Some(self.side(name, span, out)?),
            None => owner,
        };
        let kind = self.kind(what, span, out)?;
        Some((self.owner_of(kind, owner, span, out)?, kind))
    }

    /// The kind with this name, or a diagnostic.
    pub(super) fn kind(&self, name: &str, span: Span, out: &mut Found) -> Option<KindId> {
        let kinds = &self.equipment.kinds;
        let found = kinds.iter().position(|kind| kind.name == name).map(|i| KindId(i as u8));
        if found.is_none() {
            unknown("E0022", "kind of piece", name, span, kinds.iter().map(|kind| kind.name.as_str()), out);
        }
        found
    }

    /// The side with this name, or of the player with this name, or a diagnostic.
    pub(super) fn side(&self, name: &str, span: Span, out: &mut Found) -> Option<SideId> {
        let (players, sides) = (&self.equipment.players, &self.equipment.sides);
        let found = side_named(players, sides, name);
        if found.is_none() {
            unknown("E0021", "player or side", name, span, names(players, sides).into_iter(), out);
        }
        found
    }

    /// The owner of a piece of this kind; `said` is the owner as stated, if any.
    pub(super) fn owner_of(&self, kind: KindId, said: Option<SideId>, span: Span, out: &mut Found) -> Option<SideId> {
        let kind = &self.equipment.kinds[kind.index()];
        let side = |side: SideId| &self.equipment.sides[side.index()].name;
        match (kind.owner, said) {
            (Some(only), Some(said)) if only != said => {
                let message = format!("`{}` has no `{}`: only `{}` has", side(said), kind.name, side(only));
                out.push(Diagnostic::error("E0068", span, message));
                None
            }
            (None, None) => {
                let message = format!("it is not said whose `{}` this is", kind.name);
                let first = side(SideId(0));
                let help = format!("say it: `{} = {{ {first} = … }}`, or `\"{first} {}\"`", kind.name, kind.name);
                out.push(Diagnostic::error("E0067", span, message).help(help));
                None
            }
            (only, said) => only.or(said),
        }
    }

    pub(super) fn finish(self) -> Laid {
        let pieces = |tower: Vec<(Piece, Span)>| tower.into_iter().map(|(piece, _)| piece).collect();
        let board = self.board.into_iter().map(|(site, tower)| (site, pieces(tower))).collect();
        let mut piles = self.piles;
        piles.sort_by_key(|(pile, _)| *pile);
        let setup = Setup {
            turn: self.turn,
            board,
            under: self.under.into_iter().collect(),
            piles,
            shuffles: self.shuffles,
            ..Setup::default()
        };
        Laid { setup, placed: self.placed, places: self.token_places }
    }
}
