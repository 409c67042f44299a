//! Shortens long rule lines to the part that differs from the corresponding line of the other version.

/// Maximum width of a line that is shown whole, in characters.
const WIDEST: usize = 160;

/// Maximum number of lines of a block that is shown whole.
const TALLEST: usize = 12;

/// Number of characters kept from the beginning of a shortened line; half as many are kept before the difference.
const BEFORE: usize = 48;

/// A rule shown against the one of `others` with the longest common beginning: whole if it is short, else its beginning and the
/// part that differs.
pub(super) fn excerpt<'t>(text: &str, others: impl Iterator<Item = &'t str>) -> Vec<String> {
    let other = others.max_by_key(|other| alike(text, other)).unwrap_or_default();
    let (lines, beside): (Vec<&str>, Vec<&str>) = (text.lines().collect(), other.lines().collect());
    let same = lines.iter().zip(&beside).take_while(|(one, two)| one == two).count();
    let most = lines.len().min(beside.len()) - same;
    let behind = lines.iter().rev().zip(beside.iter().rev()).take(most).take_while(|(one, two)| one == two).count();
    let differing = same..lines.len() - behind;
    if lines.len() <= TALLEST {
        let partner = |i: usize| if differing.contains(&i) { beside.get(i).copied().unwrap_or_default() } else { "" };
        return lines.iter().enumerate().map(|(i, line)| window(line, partner(i))).collect();
    }
    let mut shown = Vec::new();
    if same > 0 {
        shown.push(window(lines[0], ""));
    }
    if same > 1 {
        shown.push("  …".to_owned());
    }
    let all = differing.len();
    shown.extend(differing.take(TALLEST).map(|i| window(lines[i], beside.get(i).copied().unwrap_or_default())));
    if behind > 0 || all > TALLEST {
        shown.push("  …".to_owned());
    }
    shown
}

/// Length of the common beginning of two texts, in characters.
fn alike(one: &str, other: &str) -> usize {
    one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count()
}

/// A line as far as there is room: its beginning, then the text from just before its first difference from another line.
fn window(line: &str, other: &str) -> String {
    let chars: Vec<char> = line.chars().collect();
    if chars.len() <= WIDEST {
        return line.to_owned();
    }
    let of = |range: std::ops::Range<usize>| chars[range].iter().collect::<String>();
    let parts = alike(line, other);
    if other.is_empty() || parts < WIDEST - BEFORE {
        return format!("{} …", of(0..WIDEST));
    }
    let from = chars[..parts - BEFORE / 2].iter().rposition(|c| *c == ' ').map_or(parts - BEFORE / 2, |at| at + 1);
    let to = (from + WIDEST - BEFORE).min(chars.len());
    format!("{} … {}{}", of(0..BEFORE), of(from..to), if to < chars.len() { " …" } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_part_that_differs_is_shown() {
        let long = |end: &str| format!("{}{end}", "word ".repeat(60));
        let shown = excerpt(&long("here is one thing"), [long("here is another").as_str()].into_iter());
        assert_eq!(shown.len(), 1);
        assert!(shown[0].contains("here is one thing") && shown[0].chars().count() <= WIDEST + 6, "{shown:?}");
        let block = |line: &str| format!("man may leap {{\n{}  {line}\n{}}}", "  step\n".repeat(20), "  step\n".repeat(20));
        let shown = excerpt(&block("take it"), [block("pass it").as_str(), "another line"].into_iter());
        assert_eq!(shown, ["man may leap {", "  …", "  take it", "  …"]);
        assert_eq!(excerpt("short", [].into_iter()), ["short"]);
    }
}
