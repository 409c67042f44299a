//! The course of a game as a picture: the expected result after each move.

use super::{document, escaped};

/// The state of a game after a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// The tooltip: `6. 18-14, -0.88`.
    pub words: String,
    /// The expected points of the first side, from 0 to 1.
    pub share: f64,
    /// A sign for a remarkable move: `??`.
    pub sign: Option<&'static str>,
}

const WIDTH: i32 = 720;
const HEIGHT: i32 = 300;
const LEFT: i32 = 20;
const TOP: i32 = 34;
const BOTTOM: i32 = HEIGHT - 36;
/// The minimum number of moves between two numbers on the axis.
const BETWEEN_NUMBERS: usize = 5;

/// Draws the picture: a higher line is better for the first of the two sides.
///
/// ```
/// use draughtsman::notation::svg::{Moment, plot};
/// let moments = [Moment { words: "1. 11-15".to_owned(), share: 0.5, sign: None }];
/// assert!(plot("English draughts", ["Black", "White"], &moments).starts_with("<svg "));
/// ```
pub fn plot(title: &str, [first, second]: [&str; 2], moments: &[Moment]) -> String {
    let right = WIDTH - LEFT;
    let step = f64::from(right - LEFT) / moments.len().max(1) as f64;
    let x = |at: usize| f64::from(LEFT) + step * (at as f64 + 0.5);
    let y = |share: f64| f64::from(BOTTOM) - f64::from(BOTTOM - TOP) * share.clamp(0.0, 1.0);
    let places: Vec<(f64, f64)> = moments.iter().enumerate().map(|(at, moment)| (x(at), y(moment.share))).collect();
    let line: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let middle = y(0.5);
    let mut body = format!(
        "<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n\
         <rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{}\" height=\"{}\" fill=\"#f4efe6\"/>\n\
         <path d=\"M{LEFT} {middle}H{right}\" stroke=\"#888\" stroke-dasharray=\"4 4\"/>\n",
        right - LEFT,
        BOTTOM - TOP,
    );
    for (words, y) in [(format!("{first} wins"), TOP - 8), (format!("{second} wins"), BOTTOM + 32)] {
        body.push_str(&format!("<text x=\"{LEFT}\" y=\"{y}\" font-size=\"12\" fill=\"#333\">{}</text>\n", escaped(&words)));
    }
    let title_of_all = escaped(title);
    body.push_str(&format!(
        "<text x=\"{right}\" y=\"{}\" font-size=\"12\" fill=\"#333\" text-anchor=\"end\">{title_of_all}</text>\n",
        TOP - 8
    ));
    body.push_str(&format!("<polyline points=\"{}\" fill=\"none\" stroke=\"#345\" stroke-width=\"2\"/>\n", line.join(" ")));
    // As many numbers as there is room for.
    let every = (moments.len() / 12 + 1).next_multiple_of(BETWEEN_NUMBERS);
    let mut signs = Signs::default();
    for (at, (moment, (x, y))) in moments.iter().zip(&places).enumerate() {
        let words = escaped(&moment.words);
        let radius = if moment.sign.is_some() { 5 } else { 2 };
        let fill = if moment.sign.is_some() { "#b3261e" } else { "#345" };
        body.push_str(&format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" fill=\"{fill}\"/>"));
        if let Some(sign) = moment.sign {
            let above = signs.place(sign, (*x, *y));
            body.push_str(&format!(
                "<text x=\"{x:.1}\" y=\"{above:.1}\" font-size=\"14\" font-weight=\"bold\" fill=\"#b3261e\" \
                 text-anchor=\"middle\">{sign}</text>"
            ));
        }
        // A target for the pointer, as high as the picture.
        body.push_str(&format!(
            "<rect x=\"{:.1}\" y=\"{TOP}\" width=\"{step:.1}\" height=\"{}\" fill-opacity=\"0\"><title>{words}</title></rect>\n",
            x - step / 2.0,
            BOTTOM - TOP
        ));
        if (at + 1) % every == 0 {
            body.push_str(&format!(
                "<text x=\"{x:.1}\" y=\"{}\" font-size=\"11\" fill=\"#333\" text-anchor=\"middle\">{}</text>\n",
                BOTTOM + 16,
                at + 1
            ));
        }
    }
    let told: Vec<&str> = moments.iter().map(|moment| moment.words.as_str()).collect();
    document((WIDTH, HEIGHT), title, &told.join("; "), &body)
}

/// Signs placed so far: the middle of each, its line, and its width.
#[derive(Default)]
struct Signs {
    placed: Vec<(f64, f64, f64)>,
}

/// The width of a letter of a sign, and the distance of the lines of two signs, one above the other.
const LETTER: f64 = 9.0;
const LINE: f64 = 14.0;

impl Signs {
    /// The line of the sign for a move: the first of several lines above and below it that has room beside the signs placed so
    /// far; if none has, the line above.
    fn place(&mut self, sign: &str, (x, y): (f64, f64)) -> f64 {
        let wide = LETTER * sign.len() as f64;
        let lines = [y - 9.0, y + 20.0, y - 9.0 - LINE, y + 20.0 + LINE, y - 9.0 - 2.0 * LINE, y + 20.0 + 2.0 * LINE];
        let inside = || lines.into_iter().filter(|line| (f64::from(TOP) + 11.0..=f64::from(BOTTOM)).contains(line));
        let apart = |line: f64| {
            self.placed.iter().all(|(at, other, width)| (x - at).abs() >= (wide + width) / 2.0 || (line - other).abs() >= LINE)
        };
        let line = inside().find(|line| apart(*line)).or_else(|| inside().next()).unwrap_or(y);
        self.placed.push((x, line, wide));
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_neighbours_stand_apart() {
        let mut signs = Signs::default();
        for at in 0..6 {
            signs.place("??", (100.0 + 7.0 * f64::from(at), 150.0));
        }
        let placed = &signs.placed;
        for (at, (x, line, wide)) in placed.iter().enumerate() {
            for (other, below, _) in &placed[..at] {
                assert!((x - other).abs() >= *wide || (line - below).abs() >= LINE, "{placed:?}");
            }
        }
        assert_eq!(placed[0].1, 141.0, "the first one stands above its move");
        assert_eq!(Signs::default().place("?", (50.0, f64::from(TOP))), f64::from(TOP) + 20.0, "at the upper end below it");
        assert_eq!(Signs::default().place("?", (50.0, f64::from(BOTTOM))), f64::from(BOTTOM) - 9.0);
    }
}
