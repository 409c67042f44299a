//! `--agent`: who decides, for everybody or seat by seat.

use draughtsman::agents::{ACCEPTED, Agent, UnknownAgent};
use draughtsman::model::Equipment;

use super::answer::Failure;

/// Who decides.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct AgentArguments {
    /// Who decides: for every player, or for one (`Black=alpha-beta:2s`); more than once for several. `random`, `greedy`,
    /// `level:1` to
    /// `level:8`, `alpha-beta:EFFORT`, `mcts:EFFORT`; an EFFORT is a time (2s, 500ms), a number of decisions looked at or
    /// playouts, or for alpha-beta a depth (depth=6)
    #[arg(long = "agent", value_name = "WHO", default_value = "random")]
    agents: Vec<String>,
}

impl AgentArguments {
    /// The agent of each player.
    pub(crate) fn by_player(&self, equipment: &Equipment) -> Result<Vec<Agent>, Failure> {
        let mut agents: Vec<Option<Agent>> = vec![None; equipment.players.len()];
        let mut everybody = None;
        for text in &self.agents {
            // `depth=6` belongs to an agent.
            let seat = text.split_once('=').filter(|(seat, _)| !seat.contains(':'));
            let Some((seat, agent)) = seat else {
                everybody = Some(read(text)?);
                continue;
            };
            let Some(player) = equipment.players.iter().position(|player| player.name == seat) else {
                let names = equipment.players.iter().map(|player| &player.name);
                return Err(Failure::unknown(format!("there is no player `{seat}`"), names));
            };
            agents[player] = Some(read(agent)?);
        }
        Ok(agents.into_iter().map(|agent| agent.or(everybody).unwrap_or(Agent::Random)).collect())
    }
}

/// An agent by its name.
pub(crate) fn read(text: &str) -> Result<Agent, Failure> {
    text.parse().map_err(|unknown: UnknownAgent| Failure::unknown(unknown.to_string(), ACCEPTED))
}
