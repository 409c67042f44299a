//! Two pictures in one document.

use super::escaped;

/// Two pictures of [`super::render`] side by side, each under a title, with a line of text below.
pub fn beside(pictures: [(&str, &str); 2], words: &str) -> String {
    let mut x = 0;
    let mut height = 0;
    let mut body = String::new();
    for (i, (title, picture)) in pictures.into_iter().enumerate() {
        let (wide, high) = (measure(picture, "width"), measure(picture, "height"));
        // Both become parts of one document, in which ids must be unique.
        let own = picture
            .replace("id=\"title\"", &format!("id=\"title-{i}\""))
            .replace("id=\"desc\"", &format!("id=\"desc-{i}\""))
            .replace("aria-labelledby=\"title desc\"", &format!("aria-labelledby=\"title-{i} desc-{i}\""))
            .replacen("<svg ", &format!("<svg x=\"{x}\" y=\"24\" "), 1);
        body.push_str(&format!("<text x=\"{}\" y=\"17\" font-size=\"14\" fill=\"#000\">{}</text>\n", x + 8, escaped(title)));
        body.push_str(&own);
        x += wide + 16;
        height = height.max(high);
    }
    let (width, below) = (x.max(200), height + 24 + 18);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {total}\" width=\"{width}\" height=\"{total}\" \
         role=\"img\" font-family=\"sans-serif\">\n<rect width=\"{width}\" height=\"{total}\" fill=\"#fff\"/>\n{body}\
         <text x=\"8\" y=\"{below}\" font-size=\"12\" fill=\"#333\">{}</text>\n</svg>\n",
        escaped(words),
        total = below + 12,
    )
}

/// A dimension of the outermost element.
fn measure(picture: &str, name: &str) -> usize {
    let value = picture.split_once(&format!(" {name}=\"")).and_then(|(_, rest)| rest.split_once('"'));
    value.and_then(|(value, _)| value.parse().ok()).unwrap_or(200)
}
