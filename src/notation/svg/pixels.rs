//! Pictures in pixels, as PNG.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::SOFTWARE;

/// Pixels per unit of the picture, if no width is given.
const USUAL: f32 = 2.0;

/// The maximum width and height in pixels.
pub const MOST_PIXELS: u32 = 8_192;

/// A picture of [`super::render`] as PNG, `width` pixels wide, or twice as wide as the SVG says. Text is drawn with the
/// built-in font DejaVu Sans, so that it looks the same everywhere; scripts that it lacks use fonts of the system, if there are
/// any.
///
/// # Errors
/// It is no SVG, or would exceed [`MOST_PIXELS`] in one dimension.
///
/// ```
/// use draughtsman::notation::svg::{is_png, png};
/// use draughtsman::session::{Form, Picture, Session};
/// let picture = Session::bundled("english")?.written(Form::Svg, None, &Picture::default())?.text;
/// assert!(is_png(&png(&picture, Some(200)).unwrap()));
/// # Ok::<(), draughtsman::session::Error>(())
/// ```
pub fn png(picture: &str, width: Option<u32>) -> Result<Vec<u8>, String> {
    let tree = Tree::from_str(picture, &options(picture)).map_err(|error| error.to_string())?;
    let size = tree.size();
    let scale = width.map_or(USUAL, |width| width as f32 / size.width());
    let [wide, high] = [size.width(), size.height()].map(|units| (units * scale).round().max(1.0));
    let most = MOST_PIXELS as f32;
    if wide > most || high > most {
        return Err(format!("a picture of {wide} by {high} pixels is too large: up to {MOST_PIXELS} are drawn each way"));
    }
    let mut pixels = Pixmap::new(wide as u32, high as u32).ok_or("a picture of this size cannot be drawn")?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    written(pixels).map_err(|error| error.to_string())
}

/// The fonts for the text of a picture.
fn options(picture: &str) -> Options<'static> {
    let mut options = Options::default();
    let fonts = options.fontdb_mut();
    [dejavu::sans::regular(), dejavu::sans::bold()].into_iter().for_each(|font| fonts.load_font_data(font.to_vec()));
    // The font has Latin to Arabic, marks and symbols.
    let is_in = |c: char| c < '\u{700}' || ('\u{1e00}'..'\u{2c00}').contains(&c);
    if !picture.chars().all(is_in) {
        fonts.load_system_fonts();
    }
    // The preferred family of the system may not be installed.
    fonts.set_sans_serif_family("DejaVu Sans");
    options
}

/// The pixels as a PNG file that names the program.
fn written(pixels: Pixmap) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixels.width(), pixels.height());
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.add_text_chunk(SOFTWARE.0.to_owned(), SOFTWARE.1.to_owned())?;
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixels.take_demultiplied())?;
    writer.finish()?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A letter that the font lacks does not change the others.
    #[test]
    fn words_stay_beside_letters_of_any_script() {
        let drawn = |title: &str, word: &str| {
            let text = format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"20\" font-family=\"sans-serif\"><title>{title}</title>\
                 <text x=\"2\" y=\"16\" font-size=\"13\">{word}</text></svg>"
            );
            png(&text, None).unwrap()
        };
        assert_eq!(drawn("Go", "a1"), drawn("\u{1f600}", "a1"));
        assert_ne!(drawn("\u{767d}", "a1"), drawn("\u{767d}", ""));
    }
}
