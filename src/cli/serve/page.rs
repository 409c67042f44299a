//! Pages as this server sends them: those of `draughtsman page`, with scripts and style at addresses of their own, and
//! without an engine.

use serde_json::Value;

use crate::cli::page::{SCRIPTS, STYLE, in_script, of_parts};

use super::reply::{Kind, Reply, whole};

/// The scripts that send requests to this server, and that show the work on a file.
const SERVED: [&str; 2] = [include_str!("../../../web/page/study.js"), include_str!("../../../web/page/served.js")];

/// A page on which a game is played. `start` is the request that loads its rules, `about` has further data for the scripts.
pub(super) fn served(title: &str, start: &Value, about: &Value) -> Reply {
    let style = "<link rel=\"stylesheet\" href=\"page.css\">\n".to_owned();
    let about = in_script(&about.to_string());
    let scripts =
        format!("<script type=\"application/json\" id=\"served\">{about}</script>\n<script src=\"page.js\"></script>\n");
    whole(Kind::Page, of_parts(title, start, style, scripts))
}

/// The style sheet or the script that every page loads.
pub(super) fn part(path: &str) -> Option<Reply> {
    match path {
        "page.css" => Some(whole(Kind::Style, STYLE)),
        "page.js" => Some(whole(Kind::Script, [SCRIPTS.concat(), SERVED.concat()].concat())),
        _ => None,
    }
}
