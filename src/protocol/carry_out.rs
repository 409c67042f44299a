//! Answers requests.

use crate::agents::{ACCEPTED, Agent, Clock, MEMORY, UnknownAgent};
use crate::analysis::explain::{explanation_to_wire, listing_to_wire};
use crate::library;
use crate::model::{PlayerId, SiteId};
use crate::notation::json::{equipment, moves, outcome};
use crate::notation::position::to_wire;
use crate::notation::squares::Index;
use crate::notation::{At, counted};
use crate::session::{Error, Form, Format, MOST_LINES, Picture, Session, USUAL_LINES, Written};

use super::answers::{self, Answer, State};
use super::request::{Named, Request};
use super::{Sessions, cancelled, rules};

/// The maximum depth of a count.
const DEEPEST: u32 = 1000;

/// The name of a position in error messages.
const POSITION: &str = "position";

impl Sessions {
    pub(super) fn carry_out(&mut self, request: &Request, stop: &(dyn Fn() -> bool + Sync)) -> Result<Answer, Error> {
        let name = request.game.as_deref().unwrap_or_default();
        match request.request.as_deref().unwrap_or_default() {
            "variants" => {
                return Ok(Answer::Variants { variants: library::names().map(|name| answers::Bundled { name }).collect() });
            }
            "agents" => return Ok(Answer::Agents { agents: rules::agents() }),
            "source" => return self.source(request),
            "check" => return self.check(request),
            "load" => return self.load(name, request),
            "close" => return Ok(Answer::Closed { closed: self.games.shift_remove(name).is_some() }),
            // Callers that read lines while requests are in progress answer this one; here nothing else is in progress.
            "cancel" => return Err(Error::wrong("there is nothing to cancel: requests are answered one after another here")),
            _ => {}
        }
        if !self.games.contains_key(name) {
            let (problem, known) = (format!("there is no game `{name}`: `load` begins one"), self.games.keys());
            return Err(Error::unknown(problem, known));
        }
        let Some(session) = self.games.get_mut(name) else { return Err(Error::wrong("there is no game")) };
        of_game(session, request, self.clock.stopped_by(stop), stop)
    }
}

/// Answers a request about a game.
pub(super) fn of_game(
    session: &mut Session,
    request: &Request,
    clock: Clock<'_>,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Answer, Error> {
    let seat = request.seat.as_deref().map(|seat| session.player(seat)).transpose()?;
    match request.request.as_deref().unwrap_or_default() {
        "state" => Ok(Answer::Loaded(Box::new(rules::begun(session)))),
        "equipment" => Ok(Answer::Equipment(equipment::to_wire(&session.terms()))),
        "position" => position(session, request),
        "edit" => edit(session, request),
        "moves" => list(session, seat, request.after == Some(true)),
        "played" => Ok(told(session, seat)),
        "play" => play(session, seat, request),
        "chance" => chance(session, seat),
        "undo" => undo(session, seat, request),
        "redo" => redo(session, seat, request.steps.count.unwrap_or(1)),
        "explain" => explain(session, seat, request.mv.as_ref()),
        "view" => view(session, seat, request),
        "agent" => agent(session, seat, request, clock, stop),
        "analyse" => analyse(session, seat, request, clock, stop),
        "book" => Ok(rules::book(session)),
        "perft" => count(session, request, stop),
        name => Err(Error::wrong(format!("`{name}` is not asked of a game"))),
    }
}

pub(super) fn required<'r, T>(field: &'r Option<T>, name: &str) -> Result<&'r T, Error> {
    field.as_ref().ok_or_else(|| Error::wrong(format!("`{name}` is missing")))
}

pub(super) fn state(session: &Session) -> State {
    let outcome = session.position().outcome();
    State {
        ply: session.texts().len(),
        player: session.actor().map(|_| session.decider()),
        redo: session.taken_back(),
        outcome: outcome.map(|outcome| outcome::to_wire(&session.terms(), outcome)),
    }
}

fn position(session: &mut Session, request: &Request) -> Result<Answer, Error> {
    let text = required(&request.position.text, "position")?;
    let written = Written::new(POSITION, text.clone(), Format::of(text), request.position.number)?;
    let mut notes = Vec::new();
    let asked = session.rules().choices().clone();
    let mut placed = Session::resume(session.rules().loaded().clone(), &asked, &written, &mut notes)?;
    if let Some(ply) = request.ply {
        placed.go_back(ply)?;
    }
    placed.set_seed(request.seed.or(placed.seed()).or(session.seed()).unwrap_or(0));
    *session = placed;
    Ok(Answer::Placed(answers::Placed { notes, state: state(session) }))
}

fn edit(session: &mut Session, request: &Request) -> Result<Answer, Error> {
    *session = session.edited(required(&request.position.change, "change")?)?;
    Ok(Answer::Placed(answers::Placed { notes: Vec::new(), state: state(session) }))
}

fn list(session: &Session, seat: Option<PlayerId>, after: bool) -> Result<Answer, Error> {
    let (program, decision) = (session.program(), session.decision(seat)?);
    let player = session.actor().map(|_| session.decider());
    if player.is_none() {
        return Ok(Answer::Moves(answers::Moves { player, moves: Vec::new() }));
    }
    let mut moves = moves::entries_of(&program.equipment, &decision.texts, &decision.moves);
    if after {
        let (header, terms) = (session.header(), session.terms());
        for (entry, mv) in moves.iter_mut().zip(&decision.moves) {
            let after = session.after(mv, seat)?;
            entry.after = Some(to_wire(&header, &terms, &session.shown_of(&after, seat)));
        }
    }
    Ok(Answer::Moves(answers::Moves { player, moves }))
}

fn decisions(count: usize) -> String {
    counted(count as u64, "decision")
}

fn there_are(count: usize) -> String {
    format!("there {} {}", if count == 1 { "is" } else { "are" }, decisions(count))
}

/// Plays an option, given by its index in the complete list; returns its text, if the seat may know it.
fn take(session: &mut Session, seat: Option<PlayerId>, index: usize) -> Result<Option<String>, Error> {
    let told = seat.is_none() || !session.hides() || session.may_be_told(index, &seat.into_iter().collect::<Vec<_>>())?;
    session.take(index)?;
    Ok(session.texts().last().filter(|_| told).cloned())
}

/// The decisions so far, as far as a seat may know them.
fn told(session: &Session, seat: Option<PlayerId>) -> Answer {
    played(session, texts_from(session, seat, 0))
}

/// The decisions from `from` on, as far as a seat may know them.
fn texts_from(session: &Session, seat: Option<PlayerId>, from: usize) -> Vec<Option<String>> {
    let seats = seat.into_iter().collect::<Vec<_>>();
    (from..session.texts().len()).map(|at| session.told(at, &seats).map(str::to_owned)).collect()
}

fn played(session: &Session, played: Vec<Option<String>>) -> Answer {
    Answer::Played(answers::Played { played, state: state(session) })
}

fn play(session: &mut Session, seat: Option<PlayerId>, request: &Request) -> Result<Answer, Error> {
    let Named(typed) = required(&request.mv, "move")?;
    let ply = session.texts().len();
    if request.ply.is_some_and(|meant| meant != ply) {
        return Err(Error::wrong(format!("the game has gone on: {}", there_are(ply))));
    }
    let index = session.meant(typed, seat)?;
    let text = take(session, seat, index)?;
    Ok(played(session, vec![text]))
}

fn chance(session: &mut Session, seat: Option<PlayerId>) -> Result<Answer, Error> {
    let from = session.texts().len();
    session.play_chance()?;
    Ok(played(session, texts_from(session, seat, from)))
}

fn undo(session: &mut Session, seat: Option<PlayerId>, request: &Request) -> Result<Answer, Error> {
    let count = request.steps.count.unwrap_or(1);
    let ply = session.texts().len();
    let too_many = || Error::wrong(format!("{} cannot be taken back: {}", decisions(count), there_are(ply)));
    let from = ply.checked_sub(count).ok_or_else(too_many)?;
    let players = &session.variant().equipment.players;
    let name = |player: &PlayerId| players.get(player.index()).map_or_else(String::new, |player| player.name.clone());
    let revealed: Vec<String> = session.revealed(from)?.iter().map(name).collect();
    if !revealed.is_empty() && request.steps.revealed != Some(true) {
        let problem = format!("that has shown something new to {}: it is not taken back", revealed.join(" and "));
        return Err(Error::unknown(problem, ["\"revealed\":true"]));
    }
    let seats: Vec<PlayerId> = seat.into_iter().collect();
    let mut texts = Vec::new();
    while session.texts().len() > from {
        let after = session.position().clone();
        let Some(undone) = session.undo()? else { break };
        let told = session.is_told(session.position(), &undone.mv, &after, &seats);
        texts.push(told.then_some(undone.text));
    }
    Ok(Answer::TakenBack(answers::TakenBack { taken_back: texts, revealed, state: state(session) }))
}

fn redo(session: &mut Session, seat: Option<PlayerId>, count: usize) -> Result<Answer, Error> {
    if count > session.taken_back() {
        let left = there_are(session.taken_back());
        return Err(Error::wrong(format!("{} cannot be played again: {left}", decisions(count))));
    }
    let seats: Vec<PlayerId> = seat.into_iter().collect();
    let mut texts = Vec::new();
    for _ in 0..count {
        let before = session.position().clone();
        let Some(text) = session.redo()? else { break };
        let told = session.game().moves().last().is_none_or(|mv| session.is_told(&before, mv, session.position(), &seats));
        texts.push(told.then_some(text));
    }
    Ok(played(session, texts))
}

fn explain(session: &Session, seat: Option<PlayerId>, mv: Option<&Named>) -> Result<Answer, Error> {
    Ok(match mv {
        Some(Named(typed)) => {
            let typed = match typed.strip_suffix('.').map(str::parse::<usize>) {
                Some(Ok(number)) => session.decision(seat)?.texts.get(number.wrapping_sub(1)).cloned(),
                _ => None,
            }
            .unwrap_or_else(|| typed.clone());
            Answer::Explanation(Box::new(explanation_to_wire(&session.explain(&typed, seat)?)))
        }
        None => Answer::Listing(Box::new(listing_to_wire(&session.explain_all(seat)?))),
    })
}

fn view(session: &Session, seat: Option<PlayerId>, request: &Request) -> Result<Answer, Error> {
    let name = request.view.form.as_deref().unwrap_or("json");
    let form = Form::ALL.iter().find(|(known, _)| *known == name).map(|(_, form)| *form);
    let form = form.ok_or_else(|| Error::unknown(format!("there is no form `{name}`"), Form::ALL.map(|(known, _)| known)))?;
    if form == Form::Json {
        let position = to_wire(&session.header(), &session.terms(), &session.shown(seat));
        return Ok(Answer::Position { position: Box::new(position) });
    }
    let index = Index::new(&session.variant().equipment);
    let site = |field: &str, name: &String| {
        let found = index.site(name, At::Key(field.to_owned()));
        found.map_err(|error| Error::misread("request", name, &error))
    };
    let sites = |field: &str, names: &Option<Vec<String>>| -> Result<Vec<SiteId>, Error> {
        names.iter().flatten().map(|name| site(field, name)).collect()
    };
    let (view, marks) = (&request.view, &request.view.marks);
    let arrows = marks.arrows.iter().flatten().map(|(from, to)| Ok((site("arrows", from)?, site("arrows", to)?)));
    let picture = Picture {
        flip: view.flip == Some(true),
        bare: view.bare == Some(true),
        areas: view.areas == Some(true),
        highlight: sites("highlight", &marks.highlight)?,
        changed: Vec::new(),
        dots: sites("dots", &marks.dots)?,
        crosses: sites("crosses", &marks.crosses)?,
        arrows: arrows.collect::<Result<_, Error>>()?,
    };
    let picture = match session.changed(seat).filter(|_| view.last == Some(true)) {
        Some(changed) => picture.showing(&changed),
        None => picture,
    };
    let told = session.written(form, seat, &picture)?;
    Ok(Answer::Written(answers::Written { text: told.text, left_out: told.left_out }))
}

/// The requested agent, or the given default.
fn asked_for(request: &Request, or: &str) -> Result<Agent, Error> {
    let agent = request.thought.agent.as_deref().unwrap_or(or).parse();
    agent.map_err(|error: UnknownAgent| Error::unknown(error.to_string(), ACCEPTED))
}

/// Returns the result, unless the request was cancelled: the result of an interrupted agent is incomplete, and must not be
/// played.
fn wanted<T>(thought: T, stop: &dyn Fn() -> bool) -> Result<T, Error> {
    if stop() { Err(cancelled()) } else { Ok(thought) }
}

/// The best moves of the current decision.
fn analyse(
    session: &Session,
    seat: Option<PlayerId>,
    request: &Request,
    clock: Clock<'_>,
    stop: &dyn Fn() -> bool,
) -> Result<Answer, Error> {
    let lines = request.thought.lines.unwrap_or(USUAL_LINES);
    if !(1..=MOST_LINES).contains(&lines) {
        return Err(Error::wrong(format!("`lines` is from 1 to {MOST_LINES}")));
    }
    let mut thinker = session.thinker(asked_for(request, "alpha-beta")?, MEMORY)?;
    let thought = wanted(session.analyse(seat, &mut thinker, usize::from(lines), clock, &|_| ())?, stop)?;
    Ok(Answer::Analysis(answers::Analysis {
        player: session.decider(),
        depth: thought.depth(),
        nodes: thought.nodes,
        worlds: thought.worlds,
        lines: thought.to_wire(),
    }))
}

fn agent(
    session: &mut Session,
    seat: Option<PlayerId>,
    request: &Request,
    clock: Clock<'_>,
    stop: &dyn Fn() -> bool,
) -> Result<Answer, Error> {
    let agent = asked_for(request, "random")?;
    let plays = request.thought.play == Some(true);
    let mv = match seat.filter(|_| !plays) {
        // A move that is only suggested reveals nothing: neither the result of a blind choice, nor what another player holds.
        Some(_) => wanted(session.advice(seat, &mut session.thinker(agent, MEMORY)?, clock)?, stop)?,
        None => match wanted(session.agent(agent, clock)?, stop)? {
            None => None,
            Some(index) if plays => take(session, seat, index)?,
            Some(index) => session.decision(None)?.texts.get(index).cloned(),
        },
    };
    Ok(Answer::Chosen(answers::Chosen { mv, state: state(session) }))
}

fn count(session: &Session, request: &Request, stop: &dyn Fn() -> bool) -> Result<Answer, Error> {
    let depth = *required(&request.perft.depth, "depth")?;
    if depth > DEEPEST {
        return Err(Error::wrong(format!("`depth` is at most {DEEPEST}")));
    }
    if request.perft.divide != Some(true) || depth == 0 {
        let nodes = session.perft(depth, stop)?.ok_or_else(cancelled)?;
        return Ok(Answer::Count(answers::Count { depth, nodes, divide: None }));
    }
    let below = session.divide(depth, stop)?.ok_or_else(cancelled)?;
    let nodes = below.iter().fold(0u64, |sum, leaves| sum.saturating_add(*leaves));
    let divide = session.decision(None)?.texts.iter().cloned().zip(below).collect();
    Ok(Answer::Count(answers::Count { depth, nodes, divide: Some(divide) }))
}
