//! Endgame tables, in words.

use std::io::Write;

use draughtsman::notation::json::endgames::{Endgames, Table};

use super::super::answer::Failure;

/// Writes a line for each material, and the sums of all with the same number of pieces.
pub(super) fn write(said: &Endgames, out: &mut dyn Write) -> Result<(), Failure> {
    let names: Vec<String> = said.tables.iter().map(material).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max("material".len());
    let heads = ["placements", "won", "drawn", "lost", "longest"];
    writeln!(out, "{:width$}{}", "material", heads.map(|head| format!("{head:>12}")).concat())?;
    let mut line = |name: &str, table: &Table| {
        let Table { placements, won, drawn, lost, longest, .. } = table;
        let numbers = [*placements, *won, *drawn, *lost, u64::from(*longest)];
        writeln!(out, "{name:width$}{}", numbers.map(|number| format!("{number:>12}")).concat())
    };
    let pieces = |table: &Table| table.material.values().sum::<u32>();
    for (i, (name, table)) in names.iter().zip(&said.tables).enumerate() {
        line(name, table)?;
        let last = said.tables.get(i + 1).is_none_or(|next| pieces(next) != pieces(table));
        if last {
            let many = pieces(table);
            line(&format!("all with {many} pieces"), &sum(said.tables.iter().filter(|table| pieces(table) == many)))?;
        }
    }
    let Endgames { variant, file, bytes, made, wanted, .. } = said;
    let kib = bytes.div_ceil(1 << 10);
    writeln!(out, "\n{made} of {wanted} tables of {variant} made now; {file} has {kib} KiB")?;
    Ok(())
}

/// A material in words: `White king 2, Black man 1`.
fn material(table: &Table) -> String {
    table.material.iter().map(|(name, many)| format!("{name} {many}")).collect::<Vec<_>>().join(", ")
}

fn sum<'t>(tables: impl Iterator<Item = &'t Table>) -> Table {
    let nothing = Table { material: Default::default(), placements: 0, won: 0, drawn: 0, lost: 0, longest: 0 };
    tables.fold(nothing, |sum, one| Table {
        material: sum.material,
        placements: sum.placements + one.placements,
        won: sum.won + one.won,
        drawn: sum.drawn + one.drawn,
        lost: sum.lost + one.lost,
        longest: sum.longest.max(one.longest),
    })
}
