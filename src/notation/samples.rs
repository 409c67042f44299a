//! Equipment of a few imaginary games, for the tests of this module.

use crate::model::board::{Direction, Drawing, Facing, Site, SiteClass};
use crate::model::equipment::*;
use crate::model::expr::Type;
use crate::model::rules::{Each, RuleLine, Stored, StoredOf, StoredType};
use crate::model::setup::{Piece, Setup};
use crate::model::{Board, EnumId, KindId, PlayerId, RuleId, SideId, SiteId, SiteSet, SlotId, TokenId};
use crate::source::Span;

pub(super) fn side(name: &str, faces: Facing) -> Side {
    Side { name: name.into(), faces }
}

pub(super) fn board(files: u8, ranks: u8, dark: bool, drawing: Drawing) -> Board {
    let mut sites = Vec::new();
    for rank in (1..=ranks).rev() {
        for file in 1..=files {
            if !dark || (file + rank) % 2 == 0 {
                let number = Some(sites.len() as u16 + 1);
                sites.push(Site { name: format!("{}{rank}", (b'a' + file - 1) as char), class: SiteClass::Square, file, rank, number });
            }
        }
    }
    let hexagonal = drawing == Drawing::Hexagons;
    let ways: &[(&str, i8, i8)] = match hexagonal {
        true => &[("east", 1, 0), ("west", -1, 0), ("northeast", 0, 1), ("southwest", 0, -1), ("northwest", -1, 1), ("southeast", 1, -1)],
        false => &[
            ("north", 0, 1), ("northeast", 1, 1), ("east", 1, 0), ("southeast", 1, -1),
            ("south", 0, -1), ("southwest", -1, -1), ("west", -1, 0), ("northwest", -1, 1),
        ],
    };
    let directions: Vec<Direction> = ways.iter().map(|(name, x, y)| {
        let straight = *x == 0 || *y == 0 || hexagonal;
        Direction { name: (*name).into(), vector: (*x, *y), orthogonal: straight, diagonal: !straight, opposite: None }
    }).collect();
    let find = |file: i8, rank: i8| sites.iter().position(|site: &Site| (site.file as i8, site.rank as i8) == (file, rank));
    let steps = directions.iter().map(|direction| {
        let (x, y) = direction.vector;
        let step = |site: &Site| {
            if drawing == Drawing::Lines && direction.diagonal && (site.file + site.rank) % 2 != 0 {
                return None;
            }
            find(site.file as i8 + x, site.rank as i8 + y).map(|i| SiteId(i as u16))
        };
        sites.iter().map(step).collect()
    }).collect();
    let edge = SiteSet::empty(sites.len());
    Board { files, ranks, sites, directions, named: Vec::new(), steps, edge, drawing }
}

pub(super) fn equipment(players: &[(&str, Facing)], kinds: &[(&str, char)], board: Board) -> Equipment {
    let players = players.iter().enumerate().map(|(i, (name, faces))| Player {
        name: (*name).into(), side: SideId(i as u8), faces: *faces, attributes: Vec::new(),
    });
    let players: Vec<Player> = players.collect();
    let kind = |(name, symbol): &(&str, char)| Kind {
        name: (*name).into(), plural: format!("{name}s"), symbol: *symbol, value: 1, owner: None, on: None, slots: 0,
    };
    Equipment {
        title: "Sample".into(), aliases: vec![], authors: vec![], year: None, version: "1.0.0".into(), source: None,
        extends: None, routes: Routes::Alike, options: vec![], numbers: vec![],
        turn_order: (0..players.len()).map(|i| PlayerId(i as u8)).collect(),
        sides: players.iter().map(|player| side(&player.name, player.faces)).collect(),
        players, board, enums: vec![], kinds: kinds.iter().map(kind).collect(), slots: vec![], tokens: vec![],
        under: None, stacks: 1, piles: vec![], regions: vec![],
        notation: Notation { numbers: false, pdn: None }, games_of_match: None,
    }
}

const TWO: [(&str, Facing); 2] = [("Black", Facing::South), ("White", Facing::North)];
const MEN: [(&str, char); 2] = [("man", 'm'), ("king", 'k')];

/// Draughts on 32 squares with numbers.
pub(super) fn draughts() -> Equipment {
    let mut equipment = equipment(&TWO, &MEN, board(8, 8, true, Drawing::Squares));
    equipment.notation = Notation { numbers: true, pdn: Some(21) };
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
    let mut equipment = equipment(&[("Guerrilla", Facing::North), ("COIN", Facing::North)], &[("stone", 'o'), ("checker", 'C')], board);
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

/// Cards under squares, in a deck and in hands; pieces with a colour and a potion; four players on two sides.
pub(super) fn cards() -> Equipment {
    let players = [("South", Facing::North), ("North", Facing::South)];
    let mut equipment = equipment(&players, &MEN, board(8, 8, true, Drawing::Squares));
    let partner = |name: &str, side: u8| Player { name: name.into(), side: SideId(side), faces: Facing::North, attributes: vec![] };
    equipment.players.extend([partner("South-2", 0), partner("North-2", 1)]);
    equipment.turn_order = [0, 1, 2, 1, 0, 3].map(PlayerId).into();
    let of = |name: &str, values: &[&str]| Enumeration { name: name.into(), values: values.iter().map(|v| (*v).into()).collect() };
    equipment.enums = vec![
        of("card.suit", &["clubs", "spades"]), of("card.value", &["ace", "7"]), of("card.faces", &["face-down", "face-up"]),
        of("power", &["ghost", "wild"]), of("colour", &["red", "blue", "green"]),
    ];
    let class = |values: &[u8]| TokenClass { values: values.to_vec(), copies: 20 };
    let two_by_two = [[0, 0], [0, 1], [1, 0], [1, 1]];
    equipment.tokens = vec![
        TokenType {
            name: "card".into(), plural: "cards".into(), faces: Some(EnumId(2)),
            attributes: vec![("suit".into(), EnumId(0)), ("value".into(), EnumId(1))],
            classes: two_by_two.iter().map(|values| class(values)).collect(),
        },
        TokenType {
            name: "potion".into(), plural: "potions".into(), faces: None, attributes: vec![("power".into(), EnumId(3))],
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

/// Things that the rules of every sample store.
pub(super) fn stored() -> Vec<Stored> {
    let number = StoredType::Number { least: 0, greatest: 100, start: 0 };
    let one = |name: &str, of, holds| Stored { rule: RuleId(0), name: name.into(), of, holds, each: Each::Game, clock: false };
    vec![
        one("quiet", StoredOf::Position, number),
        one("reign", StoredOf::Player, number),
        one("castled", StoredOf::Side, StoredType::Set(Type::Truth)),
        one("jumped", StoredOf::Position, StoredType::Set(Type::Site)),
        one("seen", StoredOf::Position, StoredType::Set(Type::Kind)),
    ]
}

/// Lines of rules: two of them on one line of the file.
pub(super) fn rule_lines() -> Vec<RuleLine> {
    let line = |place: &str| RuleLine {
        chapter: "victory".into(), text: "mover wins".into(), doc: None, span: Span::default(), place: place.into(), option: None,
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

/// Random arrangements of a sample, every part of them, as plain data.
pub(super) mod random {
    use super::*;
    use crate::model::rules::PileRef;
    use crate::model::setup::{Item, Kept, Outcome, Pending, Plain, Shuffle, SlotContent, StoredRef, Token};
    use crate::model::StoredId;
    use crate::notation::tokens::everybody;
    use std::collections::BTreeMap;

    /// A stream of small numbers.
    pub(in crate::notation) struct Dice(pub(in crate::notation) u64);

    impl Dice {
        pub(in crate::notation) fn below(&mut self, n: usize) -> usize {
            self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            ((self.0 >> 33) as usize) % n.max(1)
        }
        fn often(&mut self) -> bool {
            self.below(3) > 0
        }
    }

    fn token(equipment: &Equipment, kind: TokenId, shuffles: usize, dice: &mut Dice) -> Token {
        let declared = &equipment.tokens[kind.index()];
        let face = declared.faces.map_or(0, |faces| dice.below(equipment.enums[faces.index()].values.len()) as u8);
        let shuffle = (shuffles > 0).then(|| dice.below(shuffles) as u8);
        match shuffle {
            Some(shuffle) if !dice.often() => Token::Unseen { face, shuffle },
            _ => Token::Seen {
                class: dice.below(declared.classes.len()) as u16,
                face,
                seen_by: if dice.often() { everybody(equipment) } else { dice.below(1 << equipment.players.len()) as u8 },
                shuffle: shuffle.filter(|_| dice.below(4) == 0),
            },
        }
    }

    fn any_piece(equipment: &Equipment, shuffles: usize, dice: &mut Dice) -> Piece {
        let kind = dice.below(equipment.kinds.len());
        let owner = equipment.kinds[kind].owner.unwrap_or(SideId(dice.below(equipment.sides.len()) as u8));
        let mut slots = Vec::new();
        for (i, slot) in equipment.slots.iter().enumerate() {
            if dice.often() {
                slots.push((SlotId(i as u8), match slot.holds {
                    SlotType::Value(values) => SlotContent::Value(dice.below(equipment.enums[values.index()].values.len()) as u8),
                    SlotType::Token(kind) => SlotContent::Token(token(equipment, kind, shuffles, dice)),
                }));
            }
        }
        Piece { owner, kind: KindId(kind as u8), slots }
    }

    fn plain(dice: &mut Dice, depth: usize) -> Plain {
        match dice.below(if depth == 0 { 2 } else { 4 }) {
            0 => Plain::Number(dice.below(2000) as i64 - 1000),
            1 => Plain::Word(["north\"east", "", "a = [1]", "é\n"][dice.below(4)].into()),
            2 => Plain::List((0..dice.below(4)).map(|_| plain(dice, depth - 1)).collect()),
            _ => Plain::Record(["pc", "a b", "", "x.y"][..dice.below(5)].iter().map(|k| ((*k).to_string(), plain(dice, depth - 1))).collect()),
        }
    }

    fn piles(equipment: &Equipment, shuffles: usize, dice: &mut Dice) -> Vec<(PileRef, Vec<Item>)> {
        let mut piles = BTreeMap::new();
        for (i, pile) in equipment.piles.iter().enumerate() {
            let owners = match pile.of {
                PileOwner::Common | PileOwner::One(_) => 1,
                PileOwner::EachSide => equipment.sides.len(),
                PileOwner::EachPlayer => equipment.players.len(),
            };
            for owner in 0..owners {
                let one = |dice: &mut Dice| match pile.holds {
                    PileHolds::Token(kind) => Item::Token(token(equipment, kind, shuffles, dice)),
                    PileHolds::Pieces => Item::Piece(any_piece(equipment, shuffles, dice)),
                    PileHolds::Kind(kind) => Item::Piece(Piece { kind, ..any_piece(equipment, shuffles, dice) }),
                };
                if dice.often() {
                    let mut items = Vec::new();
                    for _ in 0..dice.below(4) {
                        let item = one(dice);
                        items.extend(std::iter::repeat_n(item, 1 + dice.below(3)));
                    }
                    piles.insert(PileRef { pile: crate::model::PileId(i as u8), owner: owner as u8 }, items);
                }
            }
        }
        piles.into_iter().collect()
    }

    /// An arrangement that the seed decides.
    pub(in crate::notation) fn setup(equipment: &Equipment, seed: u64) -> Setup {
        let dice = &mut Dice(seed);
        let mut setup = Setup { turn: dice.below(equipment.turn_order.len()) as u8, ..Setup::default() };
        setup.turns = if dice.often() { dice.below(300) as u32 } else { 0 };
        let shuffles = if equipment.tokens.is_empty() { 0 } else { dice.below(4) };
        for _ in 0..shuffles {
            let kind = dice.below(equipment.tokens.len());
            let left: Vec<(u16, u16)> = (0..equipment.tokens[kind].classes.len()).map(|class| (class as u16, dice.below(4) as u16)).filter(|(_, n)| *n > 0).collect();
            setup.shuffles.push(Shuffle { token: TokenId(kind as u8), left });
        }
        for i in 0..equipment.board.sites.len() {
            if dice.below(3) == 0 {
                let height = 1 + dice.below(equipment.stacks as usize);
                setup.board.push((SiteId(i as u16), (0..height).map(|_| any_piece(equipment, shuffles, dice)).collect()));
            }
            if let Some((_, kind)) = equipment.under && dice.often() {
                setup.under.push((SiteId(i as u16), token(equipment, kind, shuffles, dice)));
            }
        }
        setup.piles = piles(equipment, shuffles, dice);
        let stored = |i: usize, owner: usize| StoredRef { stored: StoredId(i as u8), owner: owner as u8 };
        if dice.often() {
            setup.stored = vec![
                (stored(0, 0), Kept::Number(dice.below(100) as i64)),
                (stored(1, dice.below(equipment.players.len())), Kept::Number(dice.below(100) as i64 - 5)),
                (stored(2, dice.below(2)), Kept::Number(dice.below(2) as i64)),
                (stored(3, 0), Kept::Sites((0..dice.below(4)).map(|_| SiteId(dice.below(equipment.board.sites.len()) as u16)).collect())),
                (stored(4, 0), Kept::Bits(dice.below(1 << equipment.kinds.len()) as u64)),
            ];
        }
        if dice.below(5) == 0 {
            setup.out.push(SideId(dice.below(equipment.sides.len()) as u8));
        }
        if dice.below(2) == 0 {
            let actor = dice.often().then(|| PlayerId(dice.below(equipment.players.len()) as u8));
            let stack = (0..dice.below(4)).map(|_| plain(dice, 3)).collect();
            setup.pending = Some(Pending { program: dice.0, actor, stack });
        }
        if dice.below(4) == 0 {
            setup.outcome = Some(Outcome {
                winners: (0..dice.below(2)).map(|i| SideId(i as u8)).collect(),
                reason: ["elimination", "\"\n"][dice.below(2)].into(),
                rule: RuleId(dice.below(3) as u16),
                scores: (0..equipment.players.len() * dice.below(2)).map(|i| i as i64 - 1).collect(),
                ranking: (0..dice.below(3).min(equipment.sides.len())).map(|i| vec![SideId(i as u8)]).collect(),
            });
        }
        setup
    }
}
