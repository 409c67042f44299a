//! `[piles]`: where pieces and tokens are kept beside the board.

use super::names::{Names, too_many};
use super::players::Roles;
use super::read::{Found, choice, section, table, text};
use super::unknown::{meant, refuse_unknown_keys};
use crate::diagnostic::Diagnostic;
use crate::model::equipment::{Kind, Pile, PileHolds, PileOwner, SeenBy, TokenType};
use crate::model::{KindId, PlayerId, TokenId};
use crate::source::Span;
use crate::syntax::front::{Node, Table};

/// The piles, in order.
pub(super) fn piles<'a>(
    top: &'a Table,
    roles: &Roles,
    kinds: &[Kind],
    tokens: &[TokenType],
    names: &mut Names<'a>,
    out: &mut Found,
) -> Vec<Pile> {
    let mut piles = Vec::new();
    let Some(listed) = section(top, "piles", out) else { return piles };
    too_many("piles", listed.len(), 30, top["piles"].key, out);
    for (name, entry) in listed.iter().take(30) {
        names.declare("a pile", name, entry.key, out);
        let Some(keys) = table(name, &entry.value, out) else { continue };
        refuse_unknown_keys("piles.NAME", &format!("the pile `{name}`"), keys, out);
        let find = |key: &str| keys.get(key).map(|entry| &entry.value);
        let of = find("of").and_then(|node| owner(node, roles, out)).unwrap_or(PileOwner::Common);
        let holds = match find("holds") {
            Some(node) => content(node, kinds, tokens, out).unwrap_or(PileHolds::Pieces),
            None => {
                let message = format!("the pile `{name}` does not say what it `holds`");
                out.push(meant(Diagnostic::error("E0010", entry.key, message), "", entry.key, contents(kinds, tokens)));
                PileHolds::Pieces
            }
        };
        let choices = [("all", SeenBy::All), ("owner", SeenBy::Owner), ("nobody", SeenBy::Nobody)];
        let mut seen_by = find("seen_by").and_then(|node| choice("seen_by", node, &choices, out)).unwrap_or(SeenBy::All);
        if seen_by == SeenBy::Owner && of == PileOwner::Common && !keys.contains_key("of") {
            let span = find("seen_by").map_or(entry.key, |node| node.span);
            let message = format!("only its owner sees the pile `{name}`, and it has none");
            out.push(Diagnostic::error("E0050", span, message).help("say whose it is: `of = \"player\"`"));
            seen_by = SeenBy::All;
        }
        if let (SeenBy::Nobody | SeenBy::Owner, PileHolds::Pieces | PileHolds::Kind(_)) = (seen_by, holds) {
            let span = find("seen_by").map_or(entry.key, |node| node.span);
            let message = format!("the pile `{name}` holds pieces, which everybody sees");
            out.push(Diagnostic::error("E0051", span, message).help("only tokens can be hidden"));
            seen_by = SeenBy::All;
        }
        piles.push(Pile { name: name.clone(), of, holds, seen_by });
    }
    piles
}

fn owner(node: &Node, roles: &Roles, out: &mut Found) -> Option<PileOwner> {
    let word = text("of", node, out)?;
    let player = || roles.players.iter().position(|player| player.name == word);
    match word {
        "player" => Some(PileOwner::EachPlayer),
        "side" => Some(PileOwner::EachSide),
        _ => match player() {
            Some(i) => Some(PileOwner::One(PlayerId(i as u8))),
            None => {
                let known = ["player", "side"].into_iter().chain(roles.players.iter().map(|player| player.name.as_str()));
                super::read::unknown("E0021", "player", word, node.span, known, out);
                None
            }
        },
    }
}

fn content(node: &Node, kinds: &[Kind], tokens: &[TokenType], out: &mut Found) -> Option<PileHolds> {
    let word = text("holds", node, out)?;
    let kind = kinds.iter().position(|kind| kind.name == word).map(|i| PileHolds::Kind(KindId(i as u8)));
    let token = || tokens.iter().position(|token| token.name == word).map(|i| PileHolds::Token(TokenId(i as u8)));
    let found = if word == "piece" { Some(PileHolds::Pieces) } else { kind.or_else(token) };
    if found.is_none() {
        say_unknown(word, node.span, kinds, tokens, out);
    }
    found
}

fn say_unknown(word: &str, span: Span, kinds: &[Kind], tokens: &[TokenType], out: &mut Found) {
    let message = format!("`{word}` is no kind of piece and no type of token");
    out.push(meant(Diagnostic::error("E0022", span, message), word, span, contents(kinds, tokens)));
}

/// The words for what a pile may hold.
fn contents<'a>(kinds: &'a [Kind], tokens: &'a [TokenType]) -> impl Iterator<Item = &'a str> + Clone {
    let known = kinds.iter().map(|kind| kind.name.as_str()).chain(tokens.iter().map(|token| token.name.as_str()));
    std::iter::once("piece").chain(known)
}
