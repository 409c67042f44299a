//! The arguments of `simulate`.

use std::path::{Path, PathBuf};

use draughtsman::notation::counted;

use super::super::agents::AgentArguments;
use super::super::answer::Failure;
use super::super::arguments::{JsonArgument, RulesArguments, whole};
use super::super::forms::{self, Form};
use super::super::output::ForceArgument;
use super::each;
use super::sweep::Sweep;

/// Play many games, and tell who wins, how, how long it takes, and what an option or a number changes
///
/// Clocks, repetition and every other ending apply. A game that is not over after --limit decisions is cut off, and counted as
/// neither won nor drawn. What the report measures is defined in docs/balance.md.
#[derive(clap::Args)]
#[command(after_help = include_str!("../help/simulate.txt"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(super) rules: RulesArguments,
    /// Begin here: FEN text, or a file (.fen, .json, .toml)
    #[arg(long, short, value_name = "POSITION")]
    pub(super) position: Option<String>,
    /// Fix all chance, that of the set-up too
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = whole::<u64>(0..=u64::MAX))]
    pub(super) seed: u64,
    /// How many games; without it 1000, with --until at most a million
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=1_000_000_000))]
    games: Option<u64>,
    #[command(flatten)]
    pub(super) agents: AgentArguments,
    /// Begin each game with so many decisions at random, so that agents who look ahead do not play the same game again and again
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<u32>(0..=1000))]
    pub(super) opening: u32,
    /// Cut a game off after so many decisions of players
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = whole::<u32>(1..=1_000_000))]
    pub(super) limit: u32,
    /// How many threads play side by side; the result is the same for any number, unless an agent plays by the clock or thinks on several threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u16>(1..=1024))]
    pub(super) threads: u16,
    /// Go on until no interval of a share of wins is wider than this (0.02: from 48 to 50 %); no (exit code 1) if it is by then
    #[arg(long, value_name = "WIDTH", value_parser = width)]
    pub(super) until: Option<f64>,
    /// Measure everything: fairness, who begins, lengths, choice, captures, the lead, which lines end games and play a part
    #[arg(long)]
    report: bool,
    #[command(flatten)]
    pub(super) cases: CaseArguments,
    /// Let agents play against each other, each against the one before it: does more thought win? `--thought=greedy,level:3` says who
    #[arg(long, value_name = "WHO", num_args = 0..=1, require_equals = true, default_missing_value = USUAL_LADDER)]
    pub(super) thought: Option<String>,
    /// How many games each of these plays
    #[arg(long, value_name = "N", default_value_t = 40, requires = "thought", value_parser = whole::<u64>(1..=1_000_000))]
    pub(super) thought_games: u64,
    /// In how many games to look at what each line does; without it 100 for a report, and no more than a tenth of all
    #[arg(long, value_name = "N", value_parser = whole::<u64>(0..=1_000_000))]
    rules_games: Option<u64>,
    /// Play only a part of the games, such as `1/4` and `2/4`: `draughtsman merge` puts the answers together
    #[arg(long, value_name = "I/N", value_parser = shard)]
    pub(super) shard: Option<[u64; 2]>,
    /// Write a line for each game in place of the sum
    #[arg(long, value_name = "FORM", conflicts_with = "json")]
    pub(super) each: Option<each::Form>,
    /// Write the report into a file: a page (.html), or JSON (.json)
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    #[command(flatten)]
    pub(super) force: ForceArgument,
    #[command(flatten)]
    pub(super) json: JsonArgument,
}

/// By which rules to play too, and compare.
#[derive(clap::Args)]
pub(super) struct CaseArguments {
    /// Play by each value of a number, `idle-limit=20..80:10`, `idle-limit=20,40` or, in about six steps, `idle-limit=20..80`, or with an
    /// option off and on, `option:flying-kings`; of several every combination
    #[arg(long, value_name = "SWEEP")]
    pub(super) sweep: Vec<Sweep>,
    /// Play by each option of the rules turned the other way too
    #[arg(long = "options")]
    pub(super) turn_options: bool,
    /// Play without each line of the rules in turn too; lines that others need are left out
    #[arg(long)]
    pub(super) lines: bool,
    /// Play by these rules too, and compare: a name or a path, with +OPTION or +NUMBER=VALUE behind it
    #[arg(long, value_name = "VARIANT")]
    pub(super) beside: Vec<String>,
}

/// The agents of `--thought`, if it names none.
const USUAL_LADDER: &str = "random,greedy,level:2,level:3,level:4";

/// The number of games, if it is not given; the greatest number of games with `--until`, if it is not given.
const USUAL_GAMES: u64 = 1000;
const MOST_GAMES: u64 = 1_000_000;

/// The number of games in which lines are examined, if it is not given: at most this many, and one of every ten.
const USUAL_RULES: u64 = 100;
const ONE_OF: u64 = 10;

fn width(text: &str) -> Result<f64, String> {
    let number = text.trim().parse::<f64>().ok().filter(|width| *width > 0.0 && *width < 1.0);
    number.ok_or_else(|| "a width between 0 and 1 is accepted: `0.02`".to_owned())
}

fn shard(text: &str) -> Result<[u64; 2], String> {
    let number = |text: &str| text.trim().parse::<u64>().ok();
    let both = text.split_once('/').and_then(|(part, of)| Some([number(part)?, number(of)?]));
    let both = both.filter(|[part, of]| (1..=*of).contains(part) && *of <= 1_000_000);
    both.ok_or_else(|| "a part of how many is accepted, counted from 1: `1/4`".to_owned())
}

impl Arguments {
    /// The number of games.
    pub(super) fn many(&self) -> u64 {
        self.games.unwrap_or(if self.until.is_some() { MOST_GAMES } else { USUAL_GAMES })
    }

    /// Whether everything is to be measured.
    pub(super) fn wants_report(&self, cases: usize) -> bool {
        let beside = cases > 1 || !self.cases.sweep.is_empty() || self.thought.is_some() || self.rules_games.is_some();
        self.report || beside || (self.output.is_some() && self.shard.is_none())
    }

    /// The number of games in which to examine what each line does.
    pub(super) fn games_of_rules(&self) -> u64 {
        let wanted = self
            .rules_games
            .unwrap_or_else(|| if self.shard.is_some() { 0 } else { USUAL_RULES.min((self.many() / ONE_OF).max(1)) });
        if self.report || self.output.is_some() || self.rules_games.is_some() { wanted.min(self.many()) } else { 0 }
    }

    /// Refuses arguments that do not go together.
    pub(super) fn fit(&self) -> Result<(), Failure> {
        if let Some(path) = &self.output {
            forms::of(path, &[Form::Html, Form::Json]).map_err(|failure| match self.each {
                None => failure,
                Some(_) => Failure::Wrong(format!(
                    "{}: lines go to standard output, as in `--each csv > games.csv`; -o takes the report (.html, .htm, .json)",
                    path.display()
                )),
            })?;
        }
        if self.rules_games.is_some_and(|games| games > 0) && self.position.is_some() {
            return Err(Failure::wrong(
                "what lines do is looked at from the start of the rules: --rules-games and --position do not go together",
            ));
        }
        if self.each.is_some() && self.output.is_none() {
            if self.shard.is_some() {
                return Err(Failure::wrong(
                    "lines and a part cannot both stand on standard output: `-o part.json` says where the part goes",
                ));
            }
            if self.report || self.thought.is_some() || self.rules_games.is_some() {
                return Err(Failure::wrong("lines stand in place of a report: `-o report.html` says where that goes"));
            }
        }
        if self.opening > 0 && self.opening >= self.limit {
            let (opening, limit) = (self.opening, self.limit);
            let problem = format!("no game goes on after an opening of {opening} decisions (and is cut off after {limit})");
            return Err(Failure::Wrong(format!("{problem}: choose a smaller --opening")));
        }
        let Some([_, of]) = self.shard else { return Ok(()) };
        if self.until.is_some() {
            return Err(Failure::wrong(
                "a part of a run does not know when the whole is sure enough: --until and --shard do not go together",
            ));
        }
        if self.thought.is_some() {
            return Err(Failure::wrong("--thought is for a run in one piece: leave --shard out"));
        }
        if self.rules_games.is_some_and(|games| games > 0) {
            return Err(Failure::wrong("--rules-games is for a run in one piece: leave --shard out, or say 0"));
        }
        if self.output.as_deref().is_some_and(|path| forms::of(path, &[Form::Json]).is_err()) {
            return Err(Failure::wrong(
                "a part is written as JSON (.json); `draughtsman merge -o report.html` makes the page of all",
            ));
        }
        if of > self.many() {
            return Err(Failure::Wrong(format!("{} cannot be played in {of} parts", counted(self.many(), "game"))));
        }
        Ok(())
    }
}

/// Whether a page is to be written at a path.
pub(super) fn is_page(path: &Path) -> bool {
    forms::of(path, &[Form::Html, Form::Json]).is_ok_and(|form| form == Form::Html)
}
