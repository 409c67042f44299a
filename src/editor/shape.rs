//! A path as a small diagram: what the piece meets on its line, in order.

use crate::source::Sources;
use crate::syntax::ast::{Expr, Path, PathItem, PathMode, Quantity};

/// Two rows, with signs above the things they represent:
///
/// ```text
/// ●  →  ✕     →  ○
///       prey     empty
/// ```
pub(super) fn shape(path: &Path, sources: &Sources) -> String {
    let mut columns = vec![("●".to_owned(), String::new())];
    path.items.iter().for_each(|item| met(item, sources, &mut columns));
    let width = |(sign, word): &(String, String)| sign.chars().count().max(word.chars().count());
    let (mut signs, mut words) = (String::new(), String::new());
    for (i, column) in columns.iter().enumerate() {
        if i > 0 {
            signs.push_str("  →  ");
            words.push_str("     ");
        }
        let width = width(column);
        signs.push_str(&format!("{:width$}", column.0));
        words.push_str(&format!("{:width$}", column.1));
    }
    let note = match path.mode.value {
        PathMode::Go => "",
        PathMode::Strike => "\n(the piece stays where it is)",
        PathMode::Sweep => "\n(all ways at once; the piece stays where it is)",
    };
    format!("{}\n{}{note}", signs.trim_end(), words.trim_end())
}

fn met(item: &PathItem, sources: &Sources, columns: &mut Vec<(String, String)>) {
    let mut column = |sign: &str, quantity: &Quantity, set: &Expr| {
        let many = if matches!(quantity, Quantity::One) { "" } else { "⋯" };
        columns.push((format!("{sign}{many}"), worded(quantity, sources.text(set.span), sources)));
    };
    match item {
        PathItem::Past(quantity, set) => column("◌", quantity, set),
        PathItem::Taking(quantity, set) => column("✕", quantity, set),
        PathItem::To(set) => column("○", &Quantity::One, set),
        PathItem::Here(_) => columns.push(("●".to_owned(), "here".to_owned())),
        PathItem::Group(quantity, items) => {
            columns.push(("(".to_owned(), worded(quantity, "", sources)));
            items.iter().for_each(|item| met(item, sources, columns));
            columns.push((")".to_owned(), String::new()));
        }
    }
}

fn worded(quantity: &Quantity, set: &str, sources: &Sources) -> String {
    let many = match quantity {
        Quantity::One => String::new(),
        Quantity::Any => "any ".to_owned(),
        Quantity::Some => "some ".to_owned(),
        Quantity::All => "all ".to_owned(),
        Quantity::Exactly(number) => format!("{} ", sources.text(number.span)),
        Quantity::Range(least, most) => format!("{}..{} ", sources.text(least.span), sources.text(most.span)),
    };
    format!("{many}{}", set.split_whitespace().collect::<Vec<_>>().join(" ")).trim_end().to_owned()
}
