//! `--agent`: who decides, for all players or for each.

use std::fmt::{Display, Formatter};

use draughtsman::agents::{self, ACCEPTED, Agent, Decider, Unfit, UnknownAgent};
use draughtsman::hub;
use draughtsman::model::{Equipment, Variant};
use draughtsman::program::Program;

use super::answer::Failure;
use super::hub::{Command, asking};

/// Who decides: an agent of this program, or an external engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Who {
    /// An agent of this program.
    Agent(Agent),
    /// An external engine that speaks the Hub protocol.
    Hub(Command),
}

/// Examples of external engines, for messages.
const ENGINES: [&str; 2] = ["hub:\"./scan hub\"", "hub:2s:\"./scan hub\""];

/// Agents that need none of the files beside the rules, for messages.
pub(crate) const WITHOUT: &str = "`alpha-beta:EFFORT,untrained` or `level:1`";

/// Who decides.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct AgentArguments {
    /// Who decides: for every player, or for one (`Black=alpha-beta:2s`); more than once for several. `random`, `greedy`,
    /// `level:1` to
    /// `level:8`, `alpha-beta:EFFORT`, `mcts:EFFORT`, `hub:COMMAND`; an EFFORT is a time (2s, 500ms), a number of decisions looked at or
    /// playouts, or for alpha-beta a depth (depth=6), and with commas what it thinks with (`threads=2`, `memory=64` MiB, `untrained`); a COMMAND starts an engine that speaks Hub (docs/hub.md)
    #[arg(long = "agent", value_name = "WHO", default_value = "random")]
    agents: Vec<String>,
}

impl AgentArguments {
    /// Who decides for each player, in the order of players.
    pub(crate) fn by_player(&self, variant: &Variant, program: &Program) -> Result<Vec<Who>, Failure> {
        let equipment: &Equipment = &variant.equipment;
        let mut agents: Vec<Option<Who>> = vec![None; equipment.players.len()];
        let mut everybody: Option<Who> = None;
        for text in &self.agents {
            // An `=` after a `:`, as in `alpha-beta:depth=6`, belongs to the agent.
            let seat = text.split_once('=').filter(|(seat, _)| !seat.contains(':'));
            let Some((seat, agent)) = seat else {
                if let Some(other) = everybody.replace(read(text, variant, program)?) {
                    return Err(Failure::Wrong(format!(
                        "both {other} and {text} for everybody: `--agent PLAYER=AGENT` says for whom"
                    )));
                }
                continue;
            };
            let Some(player) = equipment.players.iter().position(|player| player.name == seat) else {
                let names = equipment.players.iter().map(|player| &player.name);
                return Err(Failure::unknown(format!("there is no player `{seat}`"), names));
            };
            if let Some(other) = agents[player].replace(read(agent, variant, program)?) {
                return Err(Failure::Wrong(format!("both {other} and {agent} for {seat}: one is accepted")));
            }
        }
        let everybody = everybody.unwrap_or(Who::Agent(Agent::Random));
        Ok(agents.into_iter().map(|agent| agent.unwrap_or_else(|| everybody.clone())).collect())
    }
}

impl Who {
    /// The agent, if it is one of this program.
    pub(crate) fn agent(&self) -> Option<Agent> {
        match self {
            Who::Agent(agent) => Some(*agent),
            Who::Hub(_) => None,
        }
    }

    /// Returns a decider, ready for a game.
    pub(crate) fn decider(&self, program: &Program) -> Decider {
        match self {
            Who::Agent(agent) => Decider::of(program, *agent),
            Who::Hub(command) => Decider::Outside(asking(command, || false)),
        }
    }
}

impl Display for Who {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Who::Agent(agent) => agent.fmt(f),
            Who::Hub(command) => command.fmt(f),
        }
    }
}

/// Returns the agents, if all of them are of this program.
pub(crate) fn own(all: &[Who]) -> Option<Vec<Agent>> {
    all.iter().map(Who::agent).collect()
}

/// Reads who decides, and checks that they can play by these rules.
pub(crate) fn read(text: &str, variant: &Variant, program: &Program) -> Result<Who, Failure> {
    match Command::read(text) {
        None => {
            let agent: Agent = text.parse().map_err(|unknown| no_agent(&unknown, ACCEPTED.into_iter().chain(ENGINES)))?;
            fit(program, agent, WITHOUT)?;
            Ok(Who::Agent(agent))
        }
        Some(command) => {
            let command = command.map_err(Failure::Wrong)?;
            hub::named(variant).map_err(|reason| Failure::Wrong(format!("`{command}` cannot play: {reason}")))?;
            Ok(Who::Hub(command))
        }
    }
}

/// Checks that an agent can play with the files beside the rules. If not, the message names agents that need none of them;
/// `without` names those that can be chosen here.
pub(crate) fn fit(program: &Program, agent: Agent, without: &str) -> Result<(), Failure> {
    agents::fit(program, agent).map_err(|unfit| match unfit {
        Unfit::Memory { .. } => Failure::Wrong(unfit.to_string()),
        beside => Failure::Wrong(format!("{beside}; {without} does without it")),
    })
}

/// Reads the name of an agent of this program.
pub(crate) fn read_own(text: &str) -> Result<Agent, Failure> {
    text.parse().map_err(|unknown| no_agent(&unknown, ACCEPTED))
}

fn no_agent<'a>(unknown: &UnknownAgent, accepted: impl IntoIterator<Item = &'a str>) -> Failure {
    match unknown.known() {
        Some(_) => Failure::said(unknown.to_string(), accepted.into_iter().map(str::to_owned).collect()),
        None => Failure::unknown(unknown.to_string(), accepted),
    }
}
