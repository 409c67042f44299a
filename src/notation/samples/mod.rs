//! Equipment of a few imaginary games, for the tests of this module.

use crate::model::board::{Direction, Drawing, Facing, Site, SiteClass};
use crate::model::equipment::*;
use crate::model::expr::Type;
use crate::model::rules::{Each, RuleLine, Stored, StoredOf, StoredType};
use crate::model::setup::{Piece, Setup};
use crate::model::{Board, EnumId, KindId, PlayerId, RuleId, SideId, SiteId, SiteSet, SlotId, TokenId};
use crate::notation::Terms;
use crate::source::Span;

pub(super) mod random;
pub(super) mod sketch;

pub(super) fn side(name: &str, faces: Facing) -> Side {
    Side { name: name.into(), faces, neutral: false }
}

pub(super) fn board(files: u8, ranks: u8, dark: bool, drawing: Drawing) -> Board {
    let mut sites = Vec::new();
    for rank in (1..=ranks).rev() {
        for file in 1..=files {
            if !dark || (file + rank) % 2 == 0 {
                let number = Some(sites.len() as u16 + 1);
                sites.push(Site {
                    name: format!("{}{rank}", (b'a' + file - 1) as char),
                    class: SiteClass::Square,
                    file,
                    rank,
                    number,
                });
            }
        }
    }
    let hexagonal = drawing == Drawing::Hexagons;
    let ways: &[(&str, i8, i8)] = match hexagonal {
        true => &[
            ("east", 1, 0),
            ("west", -1, 0),
            ("northeast", 0, 1),
            ("southwest", 0, -1),
            ("northwest", -1, 1),
            ("southeast", 1, -1),
        ],
        false => &[
            ("north", 0, 1),
            ("northeast", 1, 1),
            ("east", 1, 0),
            ("southeast", 1, -1),
            ("south", 0, -1),
            ("southwest", -1, -1),
            ("west", -1, 0),
            ("northwest", -1, 1),
        ],
    };
    let directions: Vec<Direction> = ways
        .iter()
        .map(|(name, x, y)| {
            let straight = *x == 0 || *y == 0 || hexagonal;
            Direction { name: (*name).into(), vector: (*x, *y), orthogonal: straight, diagonal: !straight, opposite: None }
        })
        .collect();
    let find = |file: i8, rank: i8| sites.iter().position(|site: &Site| (site.file as i8, site.rank as i8) == (file, rank));
    let steps = directions
        .iter()
        .map(|direction| {
            let (x, y) = direction.vector;
            let step = |site: &Site| {
                if drawing == Drawing::Lines && direction.diagonal && !(site.file + site.rank).is_multiple_of(2) {
                    return None;
                }
                find(site.file as i8 + x, site.rank as i8 + y).map(|i| SiteId(i as u16))
            };
            sites.iter().map(step).collect()
        })
        .collect();
    let edge = SiteSet::empty(sites.len());
    Board { files, ranks, sites, directions, named: Vec::new(), steps, edge, cuts: Vec::new(), joins: Vec::new(), drawing }
}

pub(super) fn equipment(players: &[(&str, Facing)], kinds: &[(&str, char)], board: Board) -> Equipment {
    let sides = players.iter().map(|(name, faces)| side(name, *faces)).collect();
    let players = players.iter().enumerate().map(|(i, (name, _))| Player {
        name: (*name).into(),
        side: SideId(i as u8),
        attributes: Vec::new(),
    });
    let players: Vec<Player> = players.collect();
    let kind = |(name, symbol): &(&str, char)| Kind {
        name: (*name).into(),
        plural: format!("{name}s"),
        symbol: *symbol,
        value: 1,
        owner: None,
        on: None,
        slots: 0,
    };
    Equipment {
        about: About { title: "Sample".into(), version: "1.0.0".into(), ..About::default() },
        routes: Routes::Alike,
        options: vec![],
        numbers: vec![],
        turn_order: (0..players.len()).map(|i| PlayerId(i as u8)).collect(),
        sides,
        players,
        board,
        enums: vec![],
        kinds: kinds.iter().map(kind).collect(),
        slots: vec![],
        tokens: vec![],
        under: None,
        stacks: 1,
        piles: vec![],
        regions: vec![],
        notation: Notation { numbers: false, pdn: None, hub: None },
        games_of_match: None,
        promoted: 0,
    }
}

const TWO: [(&str, Facing); 2] = [("Black", Facing::South), ("White", Facing::North)];
const MEN: [(&str, char); 2] = [("man", 'm'), ("king", 'k')];

/// Draughts on 32 squares with numbers.
pub(super) fn draughts() -> Equipment {
    let mut equipment = equipment(&TWO, &MEN, board(8, 8, true, Drawing::Squares));
    equipment.notation = Notation { numbers: true, pdn: Some(21), hub: None };
    equipment
}

/// Four kinds on 64 squares.
pub(super) fn quarters() -> Equipment {
    let kinds = [("man", 'm'), ("fragment", 'f'), ("king", 'k'), ("queen", 'q')];
    equipment(&[("Black", Facing::North), ("White", Facing::South)], &kinds, board(8, 8, false, Drawing::Squares))
}

/// Stones on points against checkers on squares.
pub(super) fn points() -> Equipment {
    let mut board = board(8, 8, true, Drawing::Squares);
    for rank in (1..8).rev() {
        for file in 1..8 {
            let name = format!("{}{rank}*", (b'a' + file - 1) as char);
            board.sites.push(Site { name, class: SiteClass::Point, file, rank, number: None });
            board.steps.iter_mut().for_each(|steps| steps.push(None));
        }
    }
    let mut equipment =
        equipment(&[("Guerrilla", Facing::North), ("COIN", Facing::North)], &[("stone", 'o'), ("checker", 'C')], board);
    equipment.kinds[0].owner = Some(SideId(0));
    equipment.kinds[1].owner = Some(SideId(1));
    let of = PileOwner::One(PlayerId(0));
    equipment.piles = vec![Pile { name: "supply".into(), of, holds: PileHolds::Kind(KindId(0)), seen_by: SeenBy::All }];
    equipment
}

/// Towers on 7x7.
pub(super) fn towers() -> Equipment {
    let players = [("White", Facing::North), ("Black", Facing::South)];
    let mut equipment = equipment(&players, &[("soldier", 's'), ("officer", 'o')], board(7, 7, true, Drawing::Squares));
    equipment.stacks = 22;
    equipment
}

/// Cards under squares, in decks and in hands; pieces with a colour and a potion; four players on two sides.
pub(super) fn cards() -> Equipment {
    let players = [("South", Facing::North), ("North", Facing::South)];
    let mut equipment = equipment(&players, &MEN, board(8, 8, true, Drawing::Squares));
    let partner = |name: &str, side: u8| Player { name: name.into(), side: SideId(side), attributes: vec![] };
    equipment.players.extend([partner("South-2", 0), partner("North-2", 1)]);
    equipment.turn_order = [0, 1, 2, 1, 0, 3].map(PlayerId).into();
    let of =
        |name: &str, values: &[&str]| Enumeration { name: name.into(), values: values.iter().map(|v| (*v).into()).collect() };
    equipment.enums = vec![
        of("card.suit", &["clubs", "spades"]),
        of("card.value", &["ace", "7"]),
        of("card.faces", &["face-down", "face-up"]),
        of("power", &["ghost", "wild"]),
        of("colour", &["red", "blue", "green"]),
    ];
    let class = |values: &[u8]| TokenClass { values: values.to_vec(), copies: 20 };
    let two_by_two = [[0, 0], [0, 1], [1, 0], [1, 1]];
    equipment.tokens = vec![
        TokenType {
            name: "card".into(),
            plural: "cards".into(),
            faces: Some(EnumId(2)),
            attributes: vec![("suit".into(), EnumId(0)), ("value".into(), EnumId(1))],
            classes: two_by_two.iter().map(|values| class(values)).collect(),
        },
        TokenType {
            name: "potion".into(),
            plural: "potions".into(),
            faces: None,
            attributes: vec![("power".into(), EnumId(3))],
            classes: vec![class(&[0]), class(&[1])],
        },
    ];
    equipment.slots = vec![
        Slot { name: "colour".into(), holds: SlotType::Value(EnumId(4)) },
        Slot { name: "potion".into(), holds: SlotType::Token(TokenId(1)) },
    ];
    equipment.kinds.iter_mut().for_each(|kind| kind.slots = 3);
    equipment.under = Some(("card".into(), TokenId(0)));
    equipment.stacks = 3;
    let pile = |name: &str, of, holds, seen_by| Pile { name: name.into(), of, holds, seen_by };
    equipment.piles = vec![
        pile("deck", PileOwner::EachSide, PileHolds::Token(TokenId(0)), SeenBy::Nobody),
        pile("stockpile", PileOwner::EachPlayer, PileHolds::Token(TokenId(0)), SeenBy::Owner),
        pile("potions", PileOwner::Common, PileHolds::Token(TokenId(1)), SeenBy::All),
        pile("captured", PileOwner::EachSide, PileHolds::Pieces, SeenBy::All),
    ];
    equipment
}

/// A five by five board of lines.
pub(super) fn lines() -> Equipment {
    equipment(&TWO, &[("stone", 's')], board(5, 5, false, Drawing::Lines))
}

/// A rhombus of hexagons.
pub(super) fn hexagons() -> Equipment {
    equipment(&TWO, &MEN, board(5, 5, false, Drawing::Hexagons))
}

/// The stored things of the rules of every sample.
pub(super) fn stored() -> Vec<Stored> {
    let number = StoredType::Number { least: 0, greatest: 100, start: 0 };
    let one = |name: &str, of, holds| Stored {
        rule: RuleId(0),
        name: name.into(),
        of,
        holds,
        each: Each::Game,
        clock: false,
        half_moves: name == "quiet",
    };
    vec![
        one("quiet", StoredOf::Position, number),
        one("reign", StoredOf::Player, number),
        one("castled", StoredOf::Side, StoredType::Set(Type::Truth)),
        one("jumped", StoredOf::Position, StoredType::Set(Type::Site)),
        one("seen", StoredOf::Position, StoredType::Set(Type::Kind)),
    ]
}

/// The terms of a sample whose rules store nothing.
pub(super) fn terms(equipment: &Equipment) -> Terms<'_> {
    Terms { equipment, stored: &[], lines: &[] }
}

/// Rule lines, of which two are on the same line of the file.
pub(super) fn rule_lines() -> Vec<RuleLine> {
    let line = |place: &str| RuleLine {
        chapter: "victory".into(),
        text: "mover wins".into(),
        doc: None,
        span: Span::default(),
        place: place.into(),
        option: None,
    };
    vec![line("sample.draughts:7"), line("sample.draughts:9"), line("sample.draughts:9")]
}

pub(super) fn piece(owner: u8, kind: u8) -> Piece {
    Piece { owner: SideId(owner), kind: KindId(kind), slots: Vec::new() }
}

/// A setup with these single pieces: (site, owner, kind).
pub(super) fn setup(equipment: &Equipment, turn: u8, pieces: &[(&str, u8, u8)]) -> Setup {
    let site = |name: &str| super::squares::Index::new(equipment).find(name).expect("a site of the sample");
    let mut board: Vec<_> = pieces.iter().map(|(name, owner, kind)| (site(name), vec![piece(*owner, *kind)])).collect();
    board.sort();
    Setup { turn, board, ..Setup::default() }
}
