//! Prints two texts side by side.

/// The lines of two texts side by side, each text under its title.
///
/// ```text
/// english           italian
/// 8   .   .         8   .   .
/// ```
pub(super) fn beside(titles: [&str; 2], left: &str, right: &str) -> String {
    let lines = |title: &str, text: &str| -> Vec<String> {
        std::iter::once(title.to_owned()).chain(text.trim_end().lines().map(str::to_owned)).collect()
    };
    let (left, right) = (lines(titles[0], left), lines(titles[1], right));
    let width = left.iter().map(|line| line.chars().count()).max().unwrap_or(0) + 4;
    let mut text = String::new();
    for i in 0..left.len().max(right.len()) {
        let cell = |lines: &[String]| lines.get(i).cloned().unwrap_or_default();
        let line = format!("{:width$}{}", cell(&left), cell(&right));
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}
