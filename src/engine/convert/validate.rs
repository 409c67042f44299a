//! Whether an arrangement fits the equipment.

use super::{SetupError, misfit};
use crate::model::equipment::{PileHolds, SlotType};
use crate::model::expr::Type;
use crate::model::rules::StoredType;
use crate::model::setup::{Item, Kept, Piece, SlotContent, StoredRef, Token as PlainToken};
use crate::model::{Setup, SiteId, TokenId};
use crate::program::Program;
use crate::program::layout::PileForm;

/// Checks that everything in an arrangement exists and fits.
pub(super) fn validate(program: &Program, setup: &Setup) -> Result<(), SetupError> {
    let (layout, equipment) = (&program.layout, &program.equipment);
    if setup.turn as usize >= equipment.turn_order.len() {
        return misfit("there is no such turn in the turn order");
    }
    let name = |site: SiteId| &equipment.board.sites[site.index()].name;
    let known =
        |site: SiteId| if site.index() < layout.sites { Ok(()) } else { misfit("there is no such square on the board") };
    let mut seen = layout.no_sites();
    for (site, tower) in &setup.board {
        known(*site)?;
        if seen.contains(*site) {
            return misfit(format!("two pieces stand on {}", name(*site)));
        }
        seen.insert(*site);
        if tower.is_empty() || tower.len() > equipment.stacks.max(1) as usize {
            return misfit(format!("{} pieces do not fit on {}", tower.len(), name(*site)));
        }
        for piece in tower {
            fits(program, piece)?;
        }
    }
    for (site, token) in &setup.under {
        known(*site)?;
        match &equipment.under {
            Some((_, kind)) => token_fits(program, *kind, token)?,
            None => return misfit("nothing lies under the squares of this board"),
        }
    }
    for (pile, items) in &setup.piles {
        let Some(at) = layout.pile(pile.pile, pile.owner) else { return misfit("there is no such pile") };
        let cells = &layout.piles[at];
        let label = &equipment.piles[pile.pile.index()].name;
        if let PileForm::List { most, .. } = cells.form
            && items.len() > most
        {
            return misfit(format!("{} things do not fit in {label}: at most {most} do", items.len()));
        }
        for item in items {
            match (item, cells.holds) {
                (Item::Token(token), PileHolds::Token(kind)) => token_fits(program, kind, token)?,
                (Item::Piece(piece), PileHolds::Pieces) => fits(program, piece)?,
                (Item::Piece(piece), PileHolds::Kind(kind)) if piece.kind == kind => fits(program, piece)?,
                _ => return misfit(format!("{label} does not hold such things")),
            }
        }
    }
    for (stored, kept) in &setup.stored {
        stored_fits(program, stored, kept)?;
    }
    for (i, shuffle) in setup.shuffles.iter().enumerate() {
        let cells = layout.shuffles.get(i);
        let classes = cells.filter(|cells| cells.token == shuffle.token).map_or(0, |cells| cells.classes);
        if shuffle.left.iter().any(|(class, _)| *class as usize >= classes) {
            return misfit("what is left of a shuffle is not of this game");
        }
    }
    for (kind, left) in &setup.unplaced {
        let classes = equipment.tokens.get(kind.index()).map_or(0, |kind| kind.classes.len());
        if left.iter().any(|(class, _)| *class as usize >= classes) {
            return misfit("what is out of the game is not of this game");
        }
    }
    if setup.out.iter().any(|side| side.index() >= layout.sides) {
        return misfit("there is no such side");
    }
    match &setup.outcome {
        Some(outcome) if outcome.winners.iter().any(|side| side.index() >= layout.sides) => misfit("there is no such side"),
        Some(outcome) if outcome.rule.index() >= program.lines.len() => misfit("no rule of this game ends it so"),
        _ => Ok(()),
    }
}

fn fits(program: &Program, piece: &Piece) -> Result<(), SetupError> {
    let equipment = &program.equipment;
    if piece.owner.index() >= equipment.sides.len() || piece.kind.index() >= equipment.kinds.len() {
        return misfit("there is no such piece");
    }
    let kind = &equipment.kinds[piece.kind.index()];
    if kind.owner.is_some_and(|owner| owner != piece.owner) {
        let owner = &equipment.sides[piece.owner.index()].name;
        return misfit(format!("{owner} has no {}", kind.name));
    }
    for (slot, content) in &piece.slots {
        let Some(declared) = equipment.slots.get(slot.index()) else { return misfit("there is no such slot") };
        match (content, declared.holds) {
            (SlotContent::Value(value), SlotType::Value(values))
                if (*value as usize) < equipment.enums[values.index()].values.len() => {}
            (SlotContent::Token(token), SlotType::Token(kind)) => token_fits(program, kind, token)?,
            _ => return misfit(format!("{} does not hold that", declared.name)),
        }
    }
    Ok(())
}

fn token_fits(program: &Program, kind: TokenId, token: &PlainToken) -> Result<(), SetupError> {
    let declared = &program.equipment.tokens[kind.index()];
    let shuffles = program.layout.shuffles.len();
    let (class, shuffle, face) = match token {
        PlainToken::Seen { class, shuffle, face, .. } => (Some(*class), *shuffle, *face),
        PlainToken::Unseen { shuffle, face, .. } => (None, Some(*shuffle), *face),
    };
    let faces = declared.faces.map_or(1, |faces| program.equipment.enums[faces.index()].values.len());
    let exists = class.is_none_or(|class| (class as usize) < declared.classes.len())
        && shuffle.is_none_or(|shuffle| (shuffle as usize) < shuffles)
        && (face as usize) < faces;
    if exists { Ok(()) } else { misfit(format!("there is no such {}", declared.name)) }
}

fn stored_fits(program: &Program, stored: &StoredRef, kept: &Kept) -> Result<(), SetupError> {
    let Some(declared) = program.stored.get(stored.stored.index()) else { return misfit("there is no such counter") };
    if stored.owner as usize >= program.layout.stored[stored.stored.index()].owners {
        return misfit(format!("nobody has such a {}", declared.name));
    }
    let name = &declared.name;
    match (kept, declared.holds) {
        (Kept::Number(number), StoredType::Number { least, greatest, .. }) => {
            if (least..=greatest).contains(number) {
                Ok(())
            } else {
                misfit(format!("{name} is {number}: it goes from {least} to {greatest}"))
            }
        }
        (Kept::Number(0 | 1), StoredType::Set(Type::Truth)) => Ok(()),
        (Kept::Sites(sites), StoredType::Set(Type::Site | Type::Piece)) => {
            if sites.iter().all(|site| site.index() < program.layout.sites) {
                Ok(())
            } else {
                misfit(format!("{name} names a square that is not on the board"))
            }
        }
        (Kept::Bits(_), StoredType::Set(_)) => Ok(()),
        _ => misfit(format!("{name} does not hold that")),
    }
}
