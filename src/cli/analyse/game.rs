//! A whole game: the value of each decision, as a table, as JSON, and as PDN with judgements and better moves.

use std::io::Write;
use std::path::Path;

use draughtsman::agents::{self, Agent};
use draughtsman::notation::json::analysis::Worth;
use draughtsman::notation::json::judged::{Judged, Move};
use draughtsman::notation::pdn::{self, GameResult, Remark};
use draughtsman::notation::svg::{self, Moment};
use draughtsman::session::{self, Judgement, Session};

use super::super::agents::fit;
use super::super::answer::{Answer, Failure};
use super::super::arguments::{PositionArguments, RulesArguments};
use super::super::forms::{self, Form};
use super::super::games;
use super::super::interrupt::Interrupt;
use super::super::output::{self, Made};
use super::super::processor::Clock;
use super::super::{position, progress};
use super::{Arguments, WITHOUT, shown};

/// Greatest number of decisions of a better line that are written.
const MOST_BETTER: usize = 6;

/// Whether an argument is a game rather than rules.
pub(super) fn is_game(argument: &str) -> bool {
    Path::new(argument).extension().is_some_and(|ending| ending == games::ENDING || ending == "toml")
}

/// Judges every move of a game.
pub(super) fn run(arguments: &Arguments, agent: Agent, out: &mut dyn Write) -> Result<Answer, Failure> {
    let PositionArguments { rules: RulesArguments { variant: file, choices }, position, game, ply, seed, view, .. } =
        &arguments.position;
    if position.is_some() || ply.is_some() || seed.is_some() || view.is_some() {
        return Err(Failure::wrong(
            "of a game every move is judged: for one position give the rules, and the game with --position",
        ));
    }
    if arguments.lines.is_some() {
        return Err(Failure::wrong("of a game each move is judged by the best one alone: --lines goes with a position"));
    }
    for (path, form) in [(&arguments.output, Form::Pdn), (&arguments.plot, Form::Svg)] {
        path.as_ref().map_or(Ok(()), |path| forms::of(path, &[form]).map(|_| ()))?;
    }
    output::ready(arguments.plot.as_ref(), Made::Picture, arguments.force)?;
    let (variant, written) = games::of_file(Path::new(file), *game, arguments.rules.as_deref())?;
    let asked = PositionArguments {
        rules: RulesArguments { variant, choices: choices.clone() },
        position: Some(file.clone()),
        game: *game,
        ..Default::default()
    };
    let session = position::begin(&asked)?.session;
    fit(session.program(), agent, WITHOUT)?;
    let in_pdn =
        |judged: &[session::Judged]| pdn::write(&annotated(&session, judged, written.clone())?).map_err(Failure::wrong);
    let unjudged = arguments.output.as_ref().map(|_| in_pdn(&[])).transpose()?.unwrap_or_default();
    output::ready(arguments.output.as_ref(), Made::Judged(&unjudged), arguments.force)?;
    let interrupt = Interrupt::heed()?;
    let stop = || interrupt.asked();
    let clock = agents::Clock::wall().stopped_by(&stop);
    let mut thinker = session.thinker(agent, arguments.memory.bytes())?;
    let (bar, processor) = (progress::counted(session.texts().len() as u64, "decisions"), Clock::start());
    let judged = session.judge(&mut thinker, clock, &|done| bar.set_position(done as u64))?;
    bar.finish_and_clear();
    let wire = wire(&session, agent, &judged, processor.seconds());
    let decided = judged.iter().any(|one| one.decided.is_some());
    output::beside(arguments.output.as_ref(), arguments.json.json, &wire, out, |out| {
        table(&wire, out)?;
        shown::write_goes_by(session.program(), agent, decided, out)
    })?;
    if let Some(path) = &arguments.output {
        let made = Made::Judged(&unjudged);
        output::at_last(Ok(()), output::answer(Some(path), &in_pdn(&judged)?, made, arguments.force, out))?;
    }
    if let Some(path) = &arguments.plot {
        let drawn = plot(&session, &judged);
        output::at_last(Ok(()), output::answer(Some(path), &drawn, Made::Picture, arguments.force, out))?;
    }
    interrupt.end(Answer::Yes, || format!("{} of {} decisions are judged, the last ones", judged.len(), session.texts().len()))
}

fn wire(session: &Session, agent: Agent, judged: &[session::Judged], cpu_seconds: f64) -> Judged {
    let players = &session.variant().equipment.players;
    let moves = judged.iter().map(|one| Move {
        ply: one.ply + 1,
        player: players[one.player.index()].name.clone(),
        text: one.text.clone(),
        worth: Worth::of(one.value, one.decided),
        best: one.best.to_wire(),
        lost: one.lost,
        judgement: one.judgement().map(|judgement| name(judgement).to_owned()),
    });
    let goes_by = agents::goes_by(session.program(), &[agent]);
    let (variant, agent) = (session.variant().id.clone(), agent.to_string());
    Judged { schema: 1, variant, agent, moves: moves.collect(), goes_by, cpu_seconds }
}

fn name(judgement: Judgement) -> &'static str {
    match judgement {
        Judgement::Dubious => "dubious",
        Judgement::Mistake => "mistake",
        Judgement::Blunder => "blunder",
    }
}

/// The sign of a judgement as people write it after a move, and as PDN numbers it.
fn marks(judgement: Judgement) -> (&'static str, &'static str) {
    match judgement {
        Judgement::Dubious => ("?!", "$6"),
        Judgement::Mistake => ("?", "$2"),
        Judgement::Blunder => ("??", "$4"),
    }
}

fn table(judged: &Judged, out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out, "{} by {}: what each move was worth to who made it\n", judged.variant, judged.agent)?;
    let width = |of: fn(&Move) -> &str| judged.moves.iter().map(|mv| of(mv).chars().count()).max().unwrap_or(0);
    let (players, texts) = (width(|mv| &mv.player), width(|mv| &mv.text));
    for mv in &judged.moves {
        let judgement = mv.judgement.as_deref().unwrap_or_default();
        let better = match mv.best.moves.first().filter(|best| **best != mv.text) {
            Some(_) if !judgement.is_empty() => {
                let line: Vec<&str> = mv.best.moves.iter().take(MOST_BETTER).map(String::as_str).collect();
                format!("better {} ({})", line.join(" "), mv.best.worth)
            }
            _ => String::new(),
        };
        let told =
            format!("{:>4}  {:<players$}  {:<texts$}  {:>12}  {judgement:<8} {better}", mv.ply, mv.player, mv.text, mv.worth);
        writeln!(out, "{}", told.trim_end())?;
    }
    Ok(())
}

/// A plot of who stood better after each move.
fn plot(session: &Session, judged: &[session::Judged]) -> String {
    let equipment = &session.variant().equipment;
    let sides = equipment.sides.iter().enumerate().filter(|(_, side)| !side.neutral);
    let sides: Vec<(usize, &str)> = sides.map(|(index, side)| (index, side.name.as_str())).collect();
    let name = |place: usize| sides.get(place).map_or("", |(_, name)| name);
    let moments = judged.iter().map(|one| {
        let firsts = sides.first().is_some_and(|(index, _)| *index == equipment.players[one.player.index()].side.index());
        let (worth, sign) = (Worth::of(one.value, one.decided), one.judgement().map(|judgement| marks(judgement).0));
        Moment {
            words: format!("{}. {}{}, {worth}", one.ply + 1, one.text, sign.unwrap_or_default()),
            share: if firsts { one.points() } else { 1.0 - one.points() },
            sign,
        }
    });
    svg::plot(&equipment.about.title, [name(0), name(1)], &moments.collect::<Vec<_>>())
}

/// Removes from the remarks on a move those that this program made when it judged the move before. A sign counts as one of
/// them if a value follows it.
pub(crate) fn forget(remarks: &mut Vec<Remark>) {
    let is_own = |remark: &Remark| matches!(remark, Remark::Comment(text) if is_judged(text));
    let is_sign = |remark: &Remark| {
        let signs = [Judgement::Dubious, Judgement::Mistake, Judgement::Blunder].map(|judgement| marks(judgement).1);
        matches!(remark, Remark::Judgement(sign) if signs.contains(&sign.as_str()))
    };
    let own = |at: usize| match &remarks[at] {
        sign if is_sign(sign) => remarks.get(at + 1).is_some_and(is_own),
        remark => is_own(remark),
    };
    let kept: Vec<Remark> = (0..remarks.len()).filter(|at| !own(*at)).map(|at| remarks[at].clone()).collect();
    *remarks = kept;
}

/// Whether a comment is a value, or a better line with its value: `-0.08`, `better 9-14 22-18 (+0.15)`.
fn is_judged(comment: &str) -> bool {
    // Long comments are broken into several lines.
    let comment = comment.split_whitespace().collect::<Vec<_>>().join(" ");
    let better = comment.strip_prefix("better ").and_then(|rest| rest.strip_suffix(')')).and_then(|rest| rest.rsplit_once('('));
    Worth::is_one(better.map_or(comment.as_str(), |(_, worth)| worth))
}

/// The game in PDN, with all that it said before, and the judgements.
fn annotated(session: &Session, judged: &[session::Judged], written: Option<pdn::Game>) -> Result<pdn::Game, Failure> {
    let again = session.to_pdn()?;
    let mut game = match written {
        Some(written) => {
            let result = if written.result == GameResult::Unknown { again.result } else { written.result };
            games::merged(written, again, result)
        }
        None => again,
    };
    for one in judged {
        let Some(mv) = game.moves.get_mut(one.ply) else { continue };
        let judgement = one.judgement();
        forget(&mut mv.remarks);
        mv.remarks.extend(judgement.map(|judgement| Remark::Judgement(marks(judgement).1.to_owned())));
        mv.remarks.push(Remark::Comment(Worth::of(one.value, one.decided).to_string()));
        if judgement.is_some() {
            let line: Vec<&str> = one.best.texts.iter().take(MOST_BETTER).map(String::as_str).collect();
            mv.remarks.push(Remark::Comment(format!("better {} ({})", line.join(" "), one.best.worth())));
        }
    }
    Ok(game)
}
