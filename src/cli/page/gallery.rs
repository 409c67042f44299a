//! `draughtsman page --gallery`: a site with all bundled variants.

use std::path::Path;

use draughtsman::library;
use draughtsman::rulebook;
use draughtsman::session::{Form, Picture, Session};
use rayon::prelude::*;

use crate::cli::answer::Failure;
use crate::cli::output::{self, ForceArgument, Made};

use super::{book, filled, in_markup};

const INDEX: &str = include_str!("../../../web/gallery/index.html");

/// Writes the site: `index.html` with pictures, `play.html` on which each game is played, the rule books, and the book.
/// `play` is the text of `play.html`.
pub(super) fn write(folder: &Path, play: &str, force: ForceArgument) -> Result<(), Failure> {
    for name in ["pictures", "rules", "book"] {
        output::make_folder(&folder.join(name))?;
    }
    // Rule books show how each piece moves, and take long to make: variants are done in parallel.
    let names: Vec<&str> = library::names().collect();
    let games: Result<Vec<String>, Failure> = names.par_iter().map(|name| game(folder, name, force)).collect();
    let games = games?.concat();
    for path in book::paths() {
        let file = folder.join("book").join(&path);
        file.parent().map_or(Ok(()), output::make_folder)?;
        output::file(&file, &book::page(&path).unwrap_or_default(), Made::Page, force)?;
    }
    output::file(&folder.join("play.html"), play, Made::Page, force)?;
    output::file(&folder.join("index.html"), &index(games), Made::Page, force)
}

/// The index page with these entries.
pub(crate) fn index(games: String) -> String {
    let style = include_str!("../../../web/gallery/gallery.css").to_owned();
    filled(INDEX, [("{{style}}", style), ("{{games}}", games)])
}

/// The entry of a game on the index page.
pub(crate) fn entry(name: &str, title: &str) -> String {
    let title = in_markup(title);
    format!(
        "<li><a href=\"play.html?{name}\"><img src=\"pictures/{name}.svg\" alt=\"\">{title}</a>, \
         <a href=\"rules/{name}.html\">rules<span hidden> of {title}</span></a></li>\n"
    )
}

/// The board at the start of a game, after the chance there.
pub(crate) fn picture(session: &mut Session) -> Result<String, Failure> {
    session.play_chance()?;
    Ok(session.written(Form::Svg, None, &Picture { bare: true, ..Picture::default() })?.text)
}

/// Writes the picture and the rule book of a variant, and returns its entry for the index page.
fn game(folder: &Path, name: &str, force: ForceArgument) -> Result<String, Failure> {
    let mut session = Session::bundled(name)?;
    let picture = picture(&mut session)?;
    output::file(&folder.join(format!("pictures/{name}.svg")), &picture, Made::Picture, force)?;
    let book = rulebook::write(session.rules().loaded(), session.rules().ready()).html();
    output::file(&folder.join(format!("rules/{name}.html")), &book, Made::RuleBook, force)?;
    Ok(entry(name, &session.variant().equipment.about.title))
}
