//! Positions as facts write them: `B:Wb3,d5:BKa1,b2`, with counters and piles beside.

use draughtsman::engine::Position;
use draughtsman::library::Ready;
use draughtsman::model::rules::{PileRef, StoredOf, StoredType};
use draughtsman::model::setup::{Item, Kept, Piece, StoredRef};
use draughtsman::model::{KindId, PileId, PlayerId, Setup, SideId, SiteId, StoredId};
use draughtsman::notation::squares::Index;
use toml::{Table, Value};

/// What letters mean in a file of facts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Letters {
    players: Vec<(String, String)>,
    kinds: Vec<(String, String)>,
}

impl Letters {
    /// From the head of a file; where its `letters` have a table for the variant, from there.
    pub(crate) fn of(head: &Table, variant: &str) -> Letters {
        let own = head.get("letters").and_then(|letters| letters.get(variant)).and_then(Value::as_table);
        let head = own.unwrap_or(head);
        let pairs = |key: &str| {
            let table = head.get(key).and_then(Value::as_table).into_iter().flatten();
            table.map(|(letter, name)| (letter.clone(), name.as_str().unwrap_or_default().to_owned())).collect()
        };
        Letters { players: pairs("players"), kinds: pairs("kinds") }
    }

    /// White and Black, men and kings.
    pub(crate) fn draughts() -> Letters {
        let own = |pairs: [(&str, &str); 2]| pairs.map(|(a, b)| (a.to_owned(), b.to_owned())).to_vec();
        Letters { players: own([("W", "White"), ("B", "Black")]), kinds: own([("", "man"), ("K", "king")]) }
    }
}

/// The player of that name.
pub(crate) fn player(ready: &Ready, name: &str) -> Result<PlayerId, String> {
    let players = &ready.variant.equipment.players;
    let found = players.iter().position(|player| player.name == name);
    found.map(|id| PlayerId(id as u8)).ok_or_else(|| format!("no player {name}"))
}

/// The side of that name.
pub(crate) fn side(ready: &Ready, name: &str) -> Result<SideId, String> {
    let sides = &ready.variant.equipment.sides;
    let found = sides.iter().position(|side| side.name == name);
    found.map(|id| SideId(id as u8)).ok_or_else(|| format!("no side {name}"))
}

/// The kind of that name.
pub(crate) fn kind(ready: &Ready, name: &str) -> Result<KindId, String> {
    let kinds = &ready.variant.equipment.kinds;
    let found = kinds.iter().position(|kind| kind.name == name);
    found.map(|id| KindId(id as u8)).ok_or_else(|| format!("no kind {name}"))
}

/// The site of that name or number.
pub(crate) fn site(ready: &Ready, name: &str) -> Result<SiteId, String> {
    Index::new(&ready.variant.equipment).find(name).ok_or_else(|| format!("no square {name}"))
}

/// An arrangement in words: the pieces by square, of a tower from the bottom to the commander.
pub(crate) type Board = Vec<(SiteId, Vec<(SideId, KindId)>)>;

/// Whose turn it is, and the pieces.
pub(crate) fn parse(ready: &Ready, letters: &Letters, text: &str) -> Result<(PlayerId, Board), String> {
    let mut parts = text.split(':');
    let named = |letter: &str| {
        let found = letters.players.iter().find(|(known, _)| known == letter);
        found.map(|(_, name)| name.as_str()).ok_or_else(|| format!("no player {letter} in {text}"))
    };
    let mover = player(ready, named(parts.next().unwrap_or_default())?)?;
    let mut board = Board::new();
    for part in parts {
        let owner = side(ready, named(&part[..1])?)?;
        let squares: Vec<&str> = part[1..].split(',').filter(|square| !square.is_empty()).collect();
        let kind_of = |letter: &str, player: &str| {
            // Where each player has one kind, the letters of the kinds are those of the players.
            let by_owner = || letters.kinds.iter().find(|(known, _)| known == player);
            let of_letter = letters.kinds.iter().find(|(known, _)| known == letter).or_else(by_owner);
            kind(ready, &of_letter.ok_or_else(|| format!("no kind {letter} in {text}"))?.1)
        };
        for square in squares {
            let (square, under) = square.split_once('+').map_or((square, None), |(square, under)| (square, Some(under)));
            let (letter, first) = match square.chars().next().filter(char::is_ascii_uppercase) {
                Some(_) => square.split_at(1),
                None => ("", square),
            };
            let below = under.into_iter().flat_map(|under| under.split('+').rev());
            let below = below.map(|one| Ok((side(ready, named(&one[..1])?)?, kind_of(&one[1..], &one[..1])?)));
            let commander = Ok((owner, kind_of(letter, &part[..1])?));
            let tower = below.chain([commander]).collect::<Result<Vec<_>, String>>()?;
            let (from, to) = first.split_once('-').unwrap_or((first, first));
            if from == to {
                board.push((site(ready, from)?, tower));
                continue;
            }
            let (from, to): (u16, u16) = (from.parse().expect("a number"), to.parse().expect("a number"));
            for number in from..=to {
                board.push((site(ready, &number.to_string())?, tower.clone()));
            }
        }
    }
    board.sort();
    Ok((mover, board))
}

/// The arrangement that a case begins with.
pub(crate) fn setup(ready: &Ready, letters: &Letters, case: &Table) -> Result<Setup, String> {
    let mut setup = ready.program.start.clone();
    if let Some(text) = case.get("position").or_else(|| case.get("fen")).and_then(Value::as_str) {
        let (mover, board) = parse(ready, letters, text)?;
        let order = &ready.variant.equipment.turn_order;
        setup.turn = order.iter().position(|player| *player == mover).ok_or("the player has no turn")? as u8;
        let piece = |(owner, kind)| Piece { owner, kind, slots: Vec::new() };
        setup.board = board.into_iter().map(|(site, tower)| (site, tower.into_iter().map(piece).collect())).collect();
    }
    for (name, value) in case.get("counters").and_then(Value::as_table).into_iter().flatten() {
        setup.stored.extend(counters(ready, name, value)?);
    }
    for (name, holds) in case.get("piles").and_then(Value::as_table).into_iter().flatten() {
        let declared = &ready.variant.equipment.piles;
        let id = declared.iter().position(|pile| pile.name == *name).ok_or_else(|| format!("no pile {name}"))?;
        let pile = PileRef { pile: PileId(id as u8), owner: 0 };
        let mut items = Vec::new();
        for (what, count) in holds.as_table().into_iter().flatten() {
            let kind = kind(ready, what)?;
            let owner = ready.variant.equipment.kinds[kind.index()].owner.unwrap_or_default();
            let count = count.as_integer().unwrap_or_default() as usize;
            items.extend(std::iter::repeat_n(Item::Piece(Piece { owner, kind, slots: Vec::new() }), count));
        }
        setup.piles.retain(|(known, _)| known.pile != pile.pile);
        if !items.is_empty() {
            setup.piles.push((pile, items));
        }
    }
    Ok(setup)
}

/// A counter's values, by owner.
pub(crate) fn counters(ready: &Ready, name: &str, value: &Value) -> Result<Vec<(StoredRef, Kept)>, String> {
    let stored = &ready.variant.rules.stored;
    let id = stored.iter().position(|stored| stored.name == *name).ok_or_else(|| format!("no counter {name}"))?;
    let of = |owner: u8, value: &Value| {
        let stored = StoredRef { stored: StoredId(id as u8), owner };
        (stored, Kept::Number(value.as_integer().expect("a number")))
    };
    let Some(values) = value.as_table() else { return Ok(vec![of(0, value)]) };
    let owner = |owner: &str| match stored[id].of {
        StoredOf::Player => player(ready, owner).map(|player| player.0),
        _ => side(ready, owner).map(|side| side.0),
    };
    values.iter().map(|(name, value)| Ok(of(owner(name)?, value))).collect()
}

/// The value of a counter in a position.
pub(crate) fn counted(ready: &Ready, setup: &Setup, which: StoredRef) -> i64 {
    let kept = setup.stored.iter().find(|(stored, _)| *stored == which).map(|(_, kept)| kept);
    match (kept, ready.variant.rules.stored[which.stored.index()].holds) {
        (Some(Kept::Number(number)), _) => *number,
        (None, StoredType::Number { start, .. }) => start,
        _ => 0,
    }
}

/// The pieces of a position.
pub(crate) fn board(setup: &Setup) -> Board {
    let pieces = |tower: &[Piece]| tower.iter().map(|piece| (piece.owner, piece.kind)).collect();
    let mut board: Board = setup.board.iter().map(|(site, tower)| (*site, pieces(tower))).collect();
    board.sort();
    board
}

/// The pieces in words, for reports.
pub(crate) fn words(ready: &Ready, board: &Board) -> String {
    let equipment = &ready.variant.equipment;
    let tower = |(site, tower): &(SiteId, Vec<(SideId, KindId)>)| {
        let mut words = equipment.board.sites[site.index()].name.clone();
        for (owner, kind) in tower.iter().rev() {
            let (owner, kind) = (&equipment.sides[owner.index()].name, &equipment.kinds[kind.index()].name);
            words += &format!(" {owner} {kind}");
        }
        words
    };
    board.iter().map(tower).collect::<Vec<_>>().join(", ")
}

/// A position from an arrangement.
pub(crate) fn begin(ready: &Ready, setup: &Setup) -> Result<Position, String> {
    Position::from_setup(&ready.program, setup).map_err(|problem| format!("not a position: {problem}"))
}
