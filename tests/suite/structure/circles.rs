//! Which files of a layer import which. A name counts where it is declared, whoever passes it on.

use std::collections::{BTreeMap, BTreeSet};

use super::source::{File, Import};

/// Every file by the module that it is, and what it imports.
type Modules<'f> = BTreeMap<&'f [String], (&'f File, Vec<Import>)>;

/// The imports in these layers that lead round, or from one circle to another.
pub(crate) fn circles(files: &[File], layers: &[&str]) -> BTreeSet<String> {
    let some = files.iter().filter(|file| layers.contains(&file.layer()));
    let modules: Modules<'_> = some.map(|file| (file.module.as_slice(), (file, file.imports()))).collect();
    let mut edges = BTreeSet::new();
    for (file, imports) in modules.values() {
        let homes = imports.iter().filter(|import| !import.passed_on).filter_map(|import| home(&modules, &import.path));
        edges.extend(homes.filter(|to| to.path != file.path).map(|to| (&file.path, &to.path)));
    }
    // Whoever imports nobody, or is imported by nobody, lies on no circle.
    loop {
        let (from, to): (BTreeSet<_>, BTreeSet<_>) = edges.iter().copied().unzip();
        let before = edges.len();
        edges.retain(|(one, other)| to.contains(one) && from.contains(other));
        if edges.len() == before {
            break;
        }
    }
    edges.into_iter().map(|(from, to)| format!("{from} → {to}")).collect()
}

/// The file that declares what a path leads to, if it is one of these.
fn home<'f>(modules: &Modules<'f>, path: &[String]) -> Option<&'f File> {
    let (length, (file, imports)) = (1..=path.len()).rev().find_map(|length| Some((length, modules.get(&path[..length])?)))?;
    let (_, rest) = path.split_at(length);
    let Some(name) = rest.first() else { return Some(file) };
    let brought = imports.iter().filter(|import| import.used && import.path.last() == Some(name));
    let mut brought = brought.map(|import| [&import.path[..], &rest[1..]].concat());
    brought.find(|other| other != path).map_or(Some(*file), |other| home(modules, &other))
}
