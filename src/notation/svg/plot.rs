//! How a game went: who stood better after each move, as a picture.

use super::{document, escaped};

/// How a game stood after a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// What is said of it where somebody points at it: `6. 18-14, -0.88`.
    pub words: String,
    /// The part of a game, from 0 to 1, that the first side may expect.
    pub share: f64,
    /// A sign for a move that stands out: `??`.
    pub sign: Option<&'static str>,
}

const WIDTH: i32 = 720;
const HEIGHT: i32 = 300;
const LEFT: i32 = 20;
const TOP: i32 = 34;
const BOTTOM: i32 = HEIGHT - 36;
/// Moves between two numbers below the picture, at least.
const BETWEEN_NUMBERS: usize = 5;

/// Draws it: the higher the line, the better for the first of the two sides.
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
    for (at, (moment, (x, y))) in moments.iter().zip(&places).enumerate() {
        let words = escaped(&moment.words);
        let radius = if moment.sign.is_some() { 5 } else { 2 };
        let fill = if moment.sign.is_some() { "#b3261e" } else { "#345" };
        body.push_str(&format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" fill=\"{fill}\"/>"));
        if let Some(sign) = moment.sign {
            let above = if *y < f64::from(TOP + 20) { y + 20.0 } else { y - 9.0 };
            body.push_str(&format!(
                "<text x=\"{x:.1}\" y=\"{above:.1}\" font-size=\"14\" font-weight=\"bold\" fill=\"#b3261e\" \
                 text-anchor=\"middle\">{sign}</text>"
            ));
        }
        // Somewhere to point at, as high as the picture.
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
