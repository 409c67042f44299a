//! Reasons found on the board why no rule makes a typed move.

use crate::engine::{Counting, Move, Position, RuleFailure, RuleVerdict};
use crate::model::rules::PathMode;
use crate::model::{PlayerId, RuleId, SiteId};
use crate::program::code::{Item, Op, PathId, PieceTo, Verb};
use crate::program::{Line, Program};

use super::answer::{Reason, Related, Unmade};
use super::board::Board;
use super::closeness;
use super::listed::{Listed, line};
use super::words::Words;

/// Explains why no rule makes this move. `near` are legal moves with similar texts, the default suggestions.
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
        if words.sites.len() == 1 {
            typed.ends_there(&mut unmade)
        } else {
            typed.goes_on(&mut unmade)
        }
        typed.is_held(&mut unmade);
    }
    unmade
}

/// A typed move that names a first square.
struct Typed<'a> {
    board: Board<'a>,
    position: &'a Position,
    words: &'a Words,
    legal: &'a Listed<'a>,
    from: SiteId,
    /// Legal moves with the typed verb, if any, that begin on that square.
    from_here: Vec<String>,
    /// Length of the longest prefix of the typed squares that is a prefix of the route of such a legal move.
    known: usize,
}

impl Typed<'_> {
    /// Adds what the first square has to do with the failure. Returns whether the rest of the move needs examination.
    fn begins(&self, unmade: &mut Unmade) -> bool {
        let Typed { board, position, words, from, .. } = self;
        match board.commander(*from) {
            Some((piece, true)) => {
                let target = words.sites.get(1).filter(|_| self.known < 2);
                unmade.rules = board.rules(position, words, Some(*from), target.copied());
                unmade.subject = Some(piece);
            }
            elsewhere if self.known > 0 || elsewhere.is_none() && board.places(self.legal) => {
                board.players_rules(position, words, unmade)
            }
            // A single square, in a game in which pieces can be put on the board.
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

    /// The piece that would make the move: a piece of the mover's side on the first square.
    fn piece(&self) -> Option<String> {
        self.board.commander(self.from).filter(|(_, own)| *own).map(|(piece, _)| piece)
    }

    /// Adds the reason if no second square was typed.
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

    /// Adds the obligation that bars every move of the piece, if one does.
    fn is_held(&self, unmade: &mut Unmade) {
        let said = unmade.reasons.iter().any(|reason| matches!(reason, Reason::Held(_)));
        if !said && self.from_here.is_empty() && self.piece().is_some() {
            unmade.reasons.extend(self.barred(|_| true).map(|(line, _)| Reason::Held(line)));
        }
    }

    /// Of the moves of the piece that obligations bar and whose route is as `holds` says: the line that bars the one which shares the
    /// most squares with the typed move, and how many.
    fn barred(&self, holds: impl Fn(&[SiteId]) -> bool) -> Option<(Line, usize)> {
        let (_, struck) = self.position.considered(self.board.program, Counting::AsWritten).ok()?;
        let (moves, lines): (Vec<Move>, Vec<RuleId>) = struck.into_iter().map(|one| (one.mv, one.by)).unzip();
        let listed = Listed::new(self.board.program, &moves, Vec::new());
        let of_piece = moves.iter().zip(&listed.routes).zip(&lines);
        let of_piece = of_piece.filter(|((mv, route), _)| mv.from() == Some(self.from) && self.words.mean(mv) && holds(route));
        let shared = of_piece.map(|((_, route), by)| (alike(route, self.words), *by));
        let (shared, by) = shared.rev().max_by_key(|(shared, _)| *shared)?;
        Some((line(self.board.program, by)?, shared))
    }

    /// Adds the reasons why the first typed square that no legal move reaches cannot be reached.
    fn goes_on(&self, unmade: &mut Unmade) {
        let Typed { board, words, legal, from, known, .. } = self;
        let piece = self.piece();
        if let Some((line, shared)) = self.barred(|route| alike(route, words) > (*known).max(1)) {
            unmade.reasons.push(Reason::Held(line));
            let next = words.sites[shared - 1..].windows(2).next();
            unmade.reasons.extend(next.map(|two| Reason::GoesNoFurther { from: board.name(two[0]), to: board.name(two[1]) }));
            return;
        }
        let done = (*known).max(usize::from(piece.is_some())).min(words.sites.len() - 1);
        if *known >= 2 && done >= 1 {
            let part: Vec<String> = words.sites[..done].iter().map(|site| board.name(*site)).collect();
            unmade.reasons.push(Reason::Until(part.join(" ")));
            unmade.near = legal.such(|mv, route| route.starts_with(&words.sites[..done]) && words.mean(mv));
        }
        let target = words.sites[done];
        match piece {
            // A verb with a body needs no straight line; its rules already say what fails.
            Some(piece) if words.verb.is_some() && unmade.rules.iter().any(|rule| rule.fails.is_some()) => {
                let (from, to) = (board.name(*from), board.name(target));
                unmade.reasons.push(Reason::NoRule { piece, from, to, way: None });
            }
            // A rule leads there, and its own entry says why it cannot be used now.
            Some(_) if done == 1 && board.is_led(self.position, *from, target) => {}
            Some(piece) => {
                let onto = done == 1 && board.takes_on(self.position, *from, target);
                let piece = Some(piece.as_str()).filter(|_| done == 1);
                unmade.reasons.extend(board.leg(piece, *from, words.sites[done - 1], target, onto));
            }
            None => unmade.reasons.push(match board.commander(target) {
                Some((piece, _)) => Reason::Occupied { site: board.name(target), piece },
                // A piece can be put on the target, but the move cannot start on an empty square.
                None if !legal.such(|_, route| route == [target]).is_empty() => Reason::Empty(board.name(*from)),
                None => Reason::NoPlace(board.name(target)),
            }),
        }
    }
}

/// That there is no such leg: of a piece, or further in a move.
fn no_leg(piece: Option<&str>, from: String, to: String, way: Option<String>) -> Reason {
    match piece {
        Some(piece) => Reason::NoRule { piece: piece.to_owned(), from, to, way },
        None => Reason::GoesNoFurther { from, to },
    }
}

/// The greatest number of leading squares that the typed move shares with a legal move of the typed verb.
fn known_part(legal: &Listed, words: &Words) -> usize {
    let meant = legal.moves.iter().zip(&legal.routes).filter(|(mv, _)| words.mean(mv));
    meant.map(|(_, route)| alike(route, words)).max().unwrap_or(0)
}

/// The number of leading squares that the typed move shares with a route.
fn alike(route: &[SiteId], words: &Words) -> usize {
    route.iter().zip(&words.sites).take_while(|(a, b)| a == b).count()
}

impl Board<'_> {
    /// The lines about a piece, or without a site about the deciding player, each with the reason why it does not lead to the
    /// target. If a verb was typed and some of the lines have it, only these are listed.
    fn rules(&self, position: &Position, words: &Words, site: Option<SiteId>, target: Option<SiteId>) -> Vec<Related> {
        let way = site.zip(target).and_then(|(from, to)| self.ray(from, to)).map(|(direction, _)| direction);
        let mut concerns = position.concerning(self.program, site, way, target);
        if let Some(verb) = words.verb.as_ref().filter(|verb| concerns.iter().any(|concern| self.is_of(concern, verb))) {
            concerns.retain(|concern| self.is_of(concern, verb));
        } else {
            concerns.retain(|concern| !matches!(concern.fails, Some(RuleFailure::Unplayed { leads: false, .. })));
        }
        let leads = |concern: &RuleVerdict| target.is_some_and(|target| closeness::leads(concern, target));
        let is_sorted = way.is_some() || concerns.iter().any(leads);
        if is_sorted {
            concerns.sort_by_key(|concern| closeness::distance(concern, target));
        }
        let near = |concern: &RuleVerdict| closeness::distance(concern, target) < closeness::FAR;
        let related = |(i, concern): (usize, &RuleVerdict)| {
            let line = self::line(self.program, concern.rule)?;
            let fails = concern.fails.as_ref().map(|fails| self.failing(fails, &line, way, target));
            let closest = i == 0 && is_sorted && concern.fails.is_some() && near(concern);
            let required_by = closeness::required_by(concern).and_then(|rule| self::line(self.program, rule));
            Some(Related { line, fails, required_by, closest })
        };
        concerns.iter().enumerate().filter_map(related).collect()
    }

    /// Whether a line has a verb with this name.
    fn is_of(&self, concern: &RuleVerdict, verb: &str) -> bool {
        let rules = self.program.groups.iter().flat_map(|group| &group.rules);
        rules.into_iter().any(|rule| rule.rule == concern.rule && matches!(&rule.verb, Verb::Body(name, _) if name == verb))
    }

    /// Adds the reason if no square was typed.
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

    /// Lists the lines about the player who decides.
    fn players_rules(&self, position: &Position, words: &Words, unmade: &mut Unmade) {
        unmade.rules = self.rules(position, words, None, None);
        unmade.subject = Some(self.player_name());
    }

    /// Whether some rule of a player may put pieces on the board; with `verb`, only rules of this verb are considered.
    fn may_place(&self, verb: Option<&str>) -> bool {
        let puts = |op: &Op| matches!(op, Op::PlaceNew(_, PieceTo::Site(_)) | Op::MovePiece(_, PieceTo::Site(_)));
        let rules = self.program.groups.iter().flat_map(|group| &group.rules).filter(|rule| rule.by_player);
        let meant = |name: &str| verb.is_none_or(|verb| verb == name);
        rules
            .into_iter()
            .any(|rule| matches!(&rule.verb, Verb::Body(name, block) if meant(name) && self.program.some_op(*block, &puts)))
    }

    /// Whether some legal move of this decision puts a piece on the board.
    fn places(&self, legal: &Listed) -> bool {
        legal.moves.iter().flat_map(|mv| &mv.deeds).any(|deed| matches!(deed, crate::engine::moves::Deed::Placed(_)))
    }

    /// Whether some rule of the piece captures by landing on the target, either now or if the piece there could be captured by
    /// it.
    fn takes_on(&self, position: &Position, from: SiteId, to: SiteId) -> bool {
        let way = self.ray(from, to).map(|(direction, _)| direction);
        let concerns = position.concerning(self.program, Some(from), way, None);
        concerns.iter().any(|concern| closeness::leads_onto(concern, to))
    }

    /// Whether a rule leads the piece there, but does not apply now, or its move cannot be completed.
    fn is_led(&self, position: &Position, from: SiteId, to: SiteId) -> bool {
        let way = self.ray(from, to).map(|(direction, _)| direction);
        position.concerning(self.program, Some(from), way, Some(to)).iter().any(|concern| closeness::leads(concern, to))
    }

    /// The obstacles to a leg of a piece that began its move on `home`; no piece for a further leg, about which rules of chains say
    /// more than those of the piece. With `onto`, an occupied target is no obstacle.
    fn leg(&self, piece: Option<&str>, home: SiteId, from: SiteId, to: SiteId, onto: bool) -> Vec<Reason> {
        let mut reasons = Vec::new();
        if let Some((piece, _)) = self.commander(to).filter(|_| to != home && !onto) {
            reasons.push(Reason::Occupied { site: self.name(to), piece });
        }
        let (from_name, to_name) = (self.name(from), self.name(to));
        let Some((direction, between)) = self.ray(from, to) else {
            reasons.push(Reason::NotInLine { from: from_name.clone(), to: to_name.clone() });
            reasons.push(no_leg(piece, from_name, to_name, None));
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
        reasons.push(no_leg(piece, from_name, to_name, way));
        reasons
    }

    /// Whether some rule captures by passing over: its path continues after the piece that it takes.
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
