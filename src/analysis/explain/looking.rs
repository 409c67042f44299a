//! Reasons found by looking at the board, where no rule makes a move.

use crate::engine::{Concern, Fails, Position};
use crate::model::rules::PathMode;
use crate::model::{PlayerId, SiteId};
use crate::program::Program;
use crate::program::code::{Item, Op, PathId, PieceTo, Verb};

use super::answer::{Reason, Related, Unmade};
use super::board::Board;
use super::closeness;
use super::listed::{Listed, line};
use super::words::Words;

/// Why no rule makes this move.
pub(super) fn look(
    program: &Program,
    position: &Position,
    player: PlayerId,
    words: &Words,
    legal: &Listed,
    near: Vec<String>,
) -> Unmade {
    let board = Board { program, setup: position.to_setup(program), player };
    let mut unmade = Unmade { reasons: words.wrong.clone(), subject: None, rules: Vec::new(), near };
    let Some(&from) = words.sites.first() else {
        board.without_squares(position, words, &mut unmade);
        return unmade;
    };
    let from_here = legal.such(|mv, route| route.first() == Some(&from) && words.mean(mv));
    if !from_here.is_empty() {
        unmade.near = from_here.clone();
    }
    let known = known_part(legal, words);
    if !unmade.reasons.is_empty() || known == words.sites.len() && known > 1 {
        return unmade;
    }
    if words.sites.len() == 1 && words.verb.as_deref().is_some_and(|verb| board.may_place(Some(verb))) {
        board.players_rules(position, words, &mut unmade);
        unmade.reasons.push(match board.commander(from) {
            Some((piece, _)) => Reason::Occupied { site: board.name(from), piece },
            None => Reason::NoPlace(board.name(from)),
        });
        return unmade;
    }
    let typed = Typed { board, position, words, legal, from, from_here, known };
    if typed.begins(&mut unmade) {
        if words.sites.len() == 1 { typed.ends_there(&mut unmade) } else { typed.goes_on(&mut unmade) }
    }
    unmade
}

/// A typed move from a square.
struct Typed<'a> {
    board: Board<'a>,
    position: &'a Position,
    words: &'a Words,
    legal: &'a Listed<'a>,
    from: SiteId,
    /// Legal moves of that sort that begin there.
    from_here: Vec<String>,
    /// How many of the squares some of them begin with.
    known: usize,
}

impl Typed<'_> {
    /// What the square has to do with it where the move begins; whether there is more to look at.
    fn begins(&self, unmade: &mut Unmade) -> bool {
        let Typed { board, position, words, from, .. } = self;
        match board.commander(*from) {
            Some((piece, true)) => {
                let target = words.sites.get(1).filter(|_| self.known < 2);
                unmade.rules = board.rules(position, words, Some(*from), target.copied());
                unmade.subject = Some(piece);
                if self.from_here.is_empty() {
                    unmade.reasons.extend(held(board.program, position, *from, words));
                }
            }
            elsewhere if self.known > 0 || elsewhere.is_none() && board.places(self.legal) => {
                board.players_rules(position, words, unmade)
            }
            // A square alone, in a game in which pieces are put on the board.
            None if words.is_one_square() && board.may_place(None) => board.players_rules(position, words, unmade),
            Some((piece, false)) => {
                unmade.near.clear();
                unmade.reasons.push(Reason::NotYours { site: board.name(*from), piece, player: board.player_name() });
                return false;
            }
            None => {
                unmade.near.clear();
                unmade.reasons.push(Reason::Empty(board.name(*from)));
                return false;
            }
        }
        true
    }

    /// The piece that would make the move.
    fn piece(&self) -> Option<String> {
        self.board.commander(self.from).filter(|(_, own)| *own).map(|(piece, _)| piece)
    }

    /// No other square was typed.
    fn ends_there(&self, unmade: &mut Unmade) {
        let Typed { board, words, from, from_here, .. } = self;
        match self.piece() {
            Some(piece) if from_here.is_empty() && words.is_one_square() && board.may_place(None) => {
                board.players_rules(self.position, words, unmade);
                unmade.reasons.push(Reason::Occupied { site: board.name(*from), piece });
            }
            Some(_) if words.is_one_square() && from_here.is_empty() => {
                unmade.reasons.push(Reason::Idle(board.name(*from)));
                unmade.near = self.legal.such(|_, _| true);
            }
            Some(_) if words.is_one_square() => unmade.reasons.push(Reason::WhereTo(board.name(*from))),
            Some(_) if unmade.rules.is_empty() || words.says && !from_here.is_empty() => unmade.reasons.push(Reason::Unoffered),
            Some(_) => {}
            None => unmade.reasons.push(Reason::NoPlace(board.name(*from))),
        }
    }

    /// The first square to which nothing leads.
    fn goes_on(&self, unmade: &mut Unmade) {
        let Typed { board, words, legal, from, known, .. } = self;
        let piece = self.piece();
        let done = (*known).max(usize::from(piece.is_some())).min(words.sites.len() - 1);
        if *known >= 2 && done >= 1 {
            let part: Vec<String> = words.sites[..done].iter().map(|site| board.name(*site)).collect();
            unmade.reasons.push(Reason::Until(part.join(" ")));
            unmade.near = legal.such(|mv, route| route.starts_with(&words.sites[..done]) && words.mean(mv));
        }
        let target = words.sites[done];
        match piece {
            // A verb that needs no line: its rules say what is in the way.
            Some(piece) if words.verb.is_some() && unmade.rules.iter().any(|rule| rule.fails.is_some()) => {
                let (from, to) = (board.name(*from), board.name(target));
                unmade.reasons.push(Reason::NoRule { piece, from, to, way: None });
            }
            // A rule does take it there, and says itself why not now.
            Some(_) if done == 1 && board.is_unplayed(self.position, *from, target) => {}
            Some(piece) => {
                let onto = done == 1 && board.takes_on(self.position, *from, target);
                unmade.reasons.extend(board.leg(&piece, *from, words.sites[done - 1], target, onto));
            }
            None => unmade.reasons.push(match board.commander(target) {
                Some((piece, _)) => Reason::Occupied { site: board.name(target), piece },
                // Something can be put there, but nothing comes from where nothing stands.
                None if !legal.such(|_, route| route == [target]).is_empty() => Reason::Empty(board.name(*from)),
                None => Reason::NoPlace(board.name(target)),
            }),
        }
    }
}

/// How many of the squares typed some legal move of that sort begins with.
fn known_part(legal: &Listed, words: &Words) -> usize {
    let alike = |route: &Vec<SiteId>| route.iter().zip(&words.sites).take_while(|(a, b)| a == b).count();
    legal.moves.iter().zip(&legal.routes).filter(|(mv, _)| words.mean(mv)).map(|(_, route)| alike(route)).max().unwrap_or(0)
}

/// The obligation that has struck out every move of a piece that has some.
fn held(program: &Program, position: &Position, from: SiteId, words: &Words) -> Option<Reason> {
    let (_, struck) = position.considered(program, crate::engine::Counting::AsWritten).ok()?;
    let of_piece = struck.iter().find(|one| one.mv.from() == Some(from) && words.mean(&one.mv))?;
    line(program, of_piece.by).map(Reason::Held)
}

impl Board<'_> {
    /// The lines that speak of a piece, or without one of the player, and what of each is in the way of a target; if the verb
    /// of some was typed, only those.
    fn rules(&self, position: &Position, words: &Words, site: Option<SiteId>, target: Option<SiteId>) -> Vec<Related> {
        let way = site.zip(target).and_then(|(from, to)| self.ray(from, to)).map(|(direction, _)| direction);
        let mut concerns = position.concerning(self.program, site, way, target);
        if let Some(verb) = words.verb.as_ref().filter(|verb| concerns.iter().any(|concern| self.is_of(concern, verb))) {
            concerns.retain(|concern| self.is_of(concern, verb));
        } else {
            concerns.retain(|concern| !matches!(concern.fails, Some(Fails::Unplayed { leads: false, .. })));
        }
        let leads = |concern: &Concern| matches!(concern.fails, Some(Fails::Required(_) | Fails::Unplayed { leads: true, .. }));
        let is_sorted = way.is_some() || concerns.iter().any(leads);
        if is_sorted {
            concerns.sort_by_key(|concern| closeness::distance(concern, target));
        }
        let near = |concern: &Concern| closeness::distance(concern, target) < closeness::FAR;
        let related = |(i, concern): (usize, &Concern)| {
            let line = self::line(self.program, concern.rule)?;
            let fails = concern.fails.as_ref().map(|fails| self.failing(fails, &line, way, target));
            let closest = i == 0 && is_sorted && concern.fails.is_some() && near(concern);
            let required_by = closeness::required_by(concern).and_then(|rule| self::line(self.program, rule));
            Some(Related { line, fails, required_by, closest })
        };
        concerns.iter().enumerate().filter_map(related).collect()
    }

    /// Whether a line makes moves of a verb.
    fn is_of(&self, concern: &Concern, verb: &str) -> bool {
        let rules = self.program.groups.iter().flat_map(|group| &group.rules);
        rules.into_iter().any(|rule| rule.rule == concern.rule && matches!(&rule.verb, Verb::Body(name, _) if name == verb))
    }

    /// No square was typed.
    fn without_squares(&self, position: &Position, words: &Words, unmade: &mut Unmade) {
        if !unmade.reasons.is_empty() {
            return;
        }
        if words.verb.is_some() {
            self.players_rules(position, words, unmade);
        }
        if unmade.rules.is_empty() {
            unmade.reasons.push(if words.says { Reason::Unoffered } else { Reason::NoSquares });
        }
    }

    /// The lines that speak of the player who decides.
    fn players_rules(&self, position: &Position, words: &Words, unmade: &mut Unmade) {
        unmade.rules = self.rules(position, words, None, None);
        unmade.subject = Some(self.player_name());
    }

    /// Whether some rule of a player, or one with this verb, may put pieces on the board.
    fn may_place(&self, verb: Option<&str>) -> bool {
        let puts = |op: &Op| matches!(op, Op::PlaceNew(_, PieceTo::Site(_)) | Op::MovePiece(_, PieceTo::Site(_)));
        let rules = self.program.groups.iter().flat_map(|group| &group.rules).filter(|rule| rule.by_player);
        let meant = |name: &str| verb.is_none_or(|verb| verb == name);
        rules
            .into_iter()
            .any(|rule| matches!(&rule.verb, Verb::Body(name, block) if meant(name) && self.program.some_op(*block, &puts)))
    }

    /// Whether moves of this decision put pieces on the board.
    fn places(&self, legal: &Listed) -> bool {
        legal.moves.iter().flat_map(|mv| &mv.deeds).any(|deed| matches!(deed, crate::engine::moves::Deed::Placed(_)))
    }

    /// Whether some rule of a piece takes what stands on the site that it goes to, or would if that were its prey.
    fn takes_on(&self, position: &Position, from: SiteId, to: SiteId) -> bool {
        let way = self.ray(from, to).map(|(direction, _)| direction);
        let concerns = position.concerning(self.program, Some(from), way, None);
        concerns.iter().any(|concern| closeness::leads_onto(concern, to))
    }

    /// Whether a rule takes a piece there, of a class that is not played now.
    fn is_unplayed(&self, position: &Position, from: SiteId, to: SiteId) -> bool {
        let way = self.ray(from, to).map(|(direction, _)| direction);
        let concerns = position.concerning(self.program, Some(from), way, Some(to));
        concerns.iter().any(|concern| matches!(concern.fails, Some(Fails::Unplayed { leads: true, .. })))
    }

    /// What stands in the way of a leg of a piece that began its move on `home`; `onto`: it may land where something stands.
    fn leg(&self, piece: &str, home: SiteId, from: SiteId, to: SiteId, onto: bool) -> Vec<Reason> {
        let mut reasons = Vec::new();
        if let Some((piece, _)) = self.commander(to).filter(|_| to != home && !onto) {
            reasons.push(Reason::Occupied { site: self.name(to), piece });
        }
        let (from_name, to_name) = (self.name(from), self.name(to));
        let Some((direction, between)) = self.ray(from, to) else {
            reasons.push(Reason::NotInLine { from: from_name.clone(), to: to_name.clone() });
            reasons.push(Reason::NoRule { piece: piece.to_owned(), from: from_name, to: to_name, way: None });
            return reasons;
        };
        let standing: Vec<(SiteId, (String, bool))> =
            between.iter().filter(|site| **site != home).filter_map(|site| Some((*site, self.commander(*site)?))).collect();
        for (site, (piece, _)) in standing.iter().filter(|(_, (_, own))| *own) {
            reasons.push(Reason::OwnBetween { site: self.name(*site), piece: piece.clone() });
        }
        if standing.is_empty() && !between.is_empty() && reasons.is_empty() && self.goes_over() {
            reasons.push(Reason::NothingBetween { from: from_name.clone(), to: to_name.clone() });
        }
        let way = Some(self.way(direction, between.len() + 1));
        reasons.push(Reason::NoRule { piece: piece.to_owned(), from: from_name, to: to_name, way });
        reasons
    }

    /// Whether some rule may take what it goes over: behind what it takes, its path goes on.
    fn goes_over(&self) -> bool {
        let over = |path: PathId| {
            let Some(path) = self.program.paths.get(path.0 as usize) else { return false };
            let taking = path.ahead.iter().position(|item| !matches!(item, Item::Past(..) | Item::To(_)));
            path.mode == PathMode::Go
                && taking.is_some_and(|at| at + 1 < path.ahead.len() || !matches!(path.ahead[at], Item::Taking(..)))
        };
        let is_over = |op: &Op| matches!(op, Op::Path(path) if over(*path));
        self.program.groups.iter().flat_map(|group| &group.rules).any(|rule| match &rule.verb {
            Verb::Path(path) => over(*path),
            Verb::Body(_, block) => self.program.some_op(*block, &is_over),
        })
    }
}
