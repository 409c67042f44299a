//! Names of things that have numbers: players, sides, kinds, directions, values.

use crate::model::Equipment;
use crate::model::expr::Type;

/// The name of the i-th member of a type.
pub fn member(equipment: &Equipment, ty: Type, i: usize) -> Option<&str> {
    match ty {
        Type::Player => equipment.players.get(i).map(|player| player.name.as_str()),
        Type::Side => equipment.sides.get(i).map(|side| side.name.as_str()),
        Type::Kind => equipment.kinds.get(i).map(|kind| kind.name.as_str()),
        Type::Direction => equipment.board.directions.get(i).map(|direction| direction.name.as_str()),
        Type::Value(values) => equipment.enums.get(values.index())?.values.get(i).map(String::as_str),
        _ => None,
    }
}

/// The names of all members of a type whose sets are stored as bits; none with more than 64 members.
pub(super) fn members(equipment: &Equipment, ty: Type) -> Option<Vec<&str>> {
    member(equipment, ty, 0)?;
    let names: Vec<&str> = (0..65).map_while(|i| member(equipment, ty, i)).collect();
    (names.len() <= 64).then_some(names)
}
