//! The names of agents as a user writes them: `greedy`, `level:3`, `alpha-beta:2s`, `mcts:10000`.

use std::fmt::{Display, Formatter};
use std::str::FromStr;
use std::time::Duration;

use super::limits::MOST_DEPTH;
use super::means::{Knowledge, MOST_MEMORY, MOST_THREADS, Means};
use crate::model::Equipment;
use crate::notation::{read_time, time_text};

/// An agent that decides for a player, with its settings.
///
/// ```
/// use draughtsman::agents::Agent;
///
/// let agent: Agent = "alpha-beta:20000".parse().unwrap();
/// assert_eq!(agent.to_string(), "alpha-beta:20000");
/// assert!("alpha-beta:fast".parse::<Agent>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agent {
    /// Any move, each equally likely.
    Random,
    /// The move that gives the most material immediately.
    Greedy,
    /// Alpha-beta search.
    AlphaBeta(Effort, Means),
    /// Monte Carlo tree search.
    Mcts(Effort, Means),
    /// One of [`LEVELS`]; 1 is the weakest.
    Level(u8),
}

/// The number of levels.
pub const LEVELS: u8 = 8;

/// The limits of the search for one decision; a limit that is not given does not apply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Decisions searched (alpha-beta), or playouts (Monte Carlo).
    pub nodes: Option<u64>,
    /// Time for one decision.
    pub time: Option<Duration>,
    /// Search depth in decisions.
    pub depth: Option<u32>,
}

/// The effort of a searching agent for which none is given.
const USUAL: Effort = Effort { nodes: None, time: Some(Duration::from_secs(1)), depth: None };

/// The forms that are accepted, for messages: an effort is a time, a number of decisions or playouts, or for alpha-beta a depth.
pub const ACCEPTED: [&str; 11] = [
    "random",
    "greedy",
    "level:1 to level:8",
    "alpha-beta:2s",
    "alpha-beta:20000",
    "alpha-beta:depth=6",
    "alpha-beta:20000,untrained",
    "alpha-beta:2s,threads=2",
    "alpha-beta:2s,memory=64",
    "mcts:500ms",
    "mcts:10000",
];

impl Agent {
    /// The same agent with another effort; an agent whose effort is fixed stays as it is.
    ///
    /// ```
    /// use draughtsman::agents::{Agent, Effort};
    /// let longer: Effort = "5s".parse().unwrap();
    /// assert_eq!("mcts:1s".parse::<Agent>().unwrap().with(longer).to_string(), "mcts:5s");
    /// ```
    pub fn with(self, effort: Effort) -> Agent {
        match self {
            Agent::AlphaBeta(_, means) => Agent::AlphaBeta(effort, means),
            Agent::Mcts(_, means) => Agent::Mcts(effort, means),
            Agent::Random | Agent::Greedy | Agent::Level(_) => self,
        }
    }

    /// The same agent on this number of threads (from 1 to [`MOST_THREADS`]), if it is `alpha-beta` or `mcts`.
    #[must_use]
    pub fn on(self, threads: u16) -> Agent {
        let on = |means| Means { threads: threads.clamp(1, MOST_THREADS), ..means };
        match self {
            Agent::AlphaBeta(effort, means) => Agent::AlphaBeta(effort, on(means)),
            Agent::Mcts(effort, means) => Agent::Mcts(effort, on(means)),
            Agent::Random | Agent::Greedy | Agent::Level(_) => self,
        }
    }

    /// The number of threads that think about one decision.
    ///
    /// ```
    /// use draughtsman::agents::Agent;
    /// let agent: Agent = "mcts:1s,threads=2".parse().unwrap();
    /// assert_eq!((agent.threads(), agent.on(4).threads(), Agent::Greedy.on(4).threads()), (2, 4, 1));
    /// ```
    pub fn threads(self) -> u16 {
        match self {
            Agent::AlphaBeta(_, means) | Agent::Mcts(_, means) => means.threads,
            Agent::Random | Agent::Greedy | Agent::Level(_) => 1,
        }
    }

    /// The memory that the agent was given, in MiB, if any was named.
    ///
    /// ```
    /// use draughtsman::agents::Agent;
    /// let agent: Agent = "mcts:10000,memory=16".parse().unwrap();
    /// assert_eq!((agent.memory(), Agent::Level(3).memory()), (Some(16), None));
    /// ```
    pub fn memory(self) -> Option<u32> {
        match self {
            Agent::AlphaBeta(_, means) | Agent::Mcts(_, means) => means.memory,
            Agent::Random | Agent::Greedy | Agent::Level(_) => None,
        }
    }

    /// Whether it looks positions up in endgame tables.
    pub fn uses_endgame_tables(self) -> bool {
        match self {
            Agent::AlphaBeta(_, means) | Agent::Mcts(_, means) => means.knowledge == Knowledge::Learned,
            Agent::Level(_) | Agent::Random | Agent::Greedy => false,
        }
    }

    /// Whether it evaluates positions by what was learned from games, where that exists.
    pub fn uses_learned_weights(self) -> bool {
        match self {
            Agent::AlphaBeta(_, means) | Agent::Mcts(_, means) => means.knowledge == Knowledge::Learned,
            Agent::Level(level) => level > 1,
            Agent::Random | Agent::Greedy => false,
        }
    }
}

/// There is no agent of this name, or it does not accept what follows the name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.told())]
pub struct UnknownAgent(pub String);

impl UnknownAgent {
    /// The name and the settings, if the agent exists and only its settings are not accepted: the message then lists the accepted
    /// ones.
    pub fn known(&self) -> Option<(&str, &str)> {
        self.0.split_once(':').filter(|(name, _)| matches!(*name, "alpha-beta" | "mcts"))
    }

    fn told(&self) -> String {
        match self.known() {
            Some((name, how)) => {
                let depth = if name == "mcts" { String::new() } else { format!(", a `depth=` from 1 to {MOST_DEPTH}") };
                let what = format!(
                    "a number from 1, a time (`2s`, `500ms`){depth}, `threads=` from 1 to {MOST_THREADS}, \
                     `memory=` from 1 to {MOST_MEMORY} (MiB), `untrained` or `baseline`"
                );
                format!("`{name}` does not think `{how}`: {what}, each once, with commas")
            }
            None => format!("there is no agent `{}`", self.0),
        }
    }
}

impl FromStr for Agent {
    type Err = UnknownAgent;

    fn from_str(text: &str) -> Result<Agent, UnknownAgent> {
        let unknown = || UnknownAgent(text.to_owned());
        let (name, effort) = text.split_once(':').map_or((text, None), |(name, effort)| (name, Some(effort)));
        match (name, effort) {
            ("random", None) => Ok(Agent::Random),
            ("greedy", None) => Ok(Agent::Greedy),
            ("alpha-beta", how) => {
                let (effort, means) = read(how).ok_or_else(unknown)?;
                Ok(Agent::AlphaBeta(effort, means))
            }
            ("mcts", how) => {
                let (effort, means) = read(how).ok_or_else(unknown)?;
                // A tree grows unevenly, so a depth is no limit for it.
                if effort.depth.is_some() { Err(unknown()) } else { Ok(Agent::Mcts(effort, means)) }
            }
            ("level", Some(level)) => {
                let level = level.parse().ok().filter(|level| (1..=LEVELS).contains(level));
                level.map(Agent::Level).ok_or_else(unknown)
            }
            _ => Err(unknown()),
        }
    }
}

/// Reads the effort and the means of a searching agent: `20000,untrained,threads=2`.
fn read(how: Option<&str>) -> Option<(Effort, Means)> {
    let named = [("untrained", Knowledge::Untrained), ("baseline", Knowledge::Baseline)];
    let (mut effort, mut knowledge, mut threads, mut memory) = (Vec::new(), None, None, None);
    for part in how.into_iter().flat_map(|how| how.split(',')) {
        let said_before = if let Some((_, known)) = named.into_iter().find(|(name, _)| *name == part) {
            knowledge.replace(known).is_some()
        } else if let Some(number) = part.strip_prefix("threads=") {
            let number = number.parse().ok().filter(|number| (1..=MOST_THREADS).contains(number))?;
            threads.replace(number).is_some()
        } else if let Some(number) = part.strip_prefix("memory=") {
            let number = number.parse().ok().filter(|number| (1..=MOST_MEMORY).contains(number))?;
            memory.replace(number).is_some()
        } else {
            effort.push(part);
            false
        };
        if said_before {
            return None;
        }
    }
    let effort = if effort.is_empty() { USUAL } else { Effort::read(&effort.join(","))? };
    Some((effort, Means { knowledge: knowledge.unwrap_or_default(), threads: threads.unwrap_or(1), memory }))
}

impl FromStr for Effort {
    type Err = UnknownAgent;

    fn from_str(text: &str) -> Result<Effort, UnknownAgent> {
        Effort::read(text).ok_or_else(|| UnknownAgent(text.to_owned()))
    }
}

impl Effort {
    /// For each kind of limit the stricter one of both efforts.
    pub fn and(self, other: Effort) -> Effort {
        Effort {
            nodes: self.nodes.into_iter().chain(other.nodes).min(),
            time: self.time.into_iter().chain(other.time).min(),
            depth: self.depth.into_iter().chain(other.depth).min(),
        }
    }

    /// Reads limits that are joined by commas.
    fn read(text: &str) -> Option<Effort> {
        let mut effort = Effort::default();
        for part in text.split(',') {
            let number = |text: &str| text.parse::<u64>().ok().filter(|number| *number > 0);
            let said_before = if let Some(depth) = part.strip_prefix("depth=") {
                let depth = u32::try_from(number(depth)?).ok().filter(|depth| *depth <= MOST_DEPTH)?;
                effort.depth.replace(depth).is_some()
            } else if let Some(time) = read_time(part).filter(|time| !time.is_zero()) {
                effort.time.replace(time).is_some()
            } else {
                effort.nodes.replace(number(part)?).is_some()
            };
            if said_before {
                return None;
            }
        }
        Some(effort)
    }
}

impl Display for Agent {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Agent::Random => f.write_str("random"),
            Agent::Greedy => f.write_str("greedy"),
            Agent::AlphaBeta(effort, means) => write!(f, "alpha-beta:{effort}{means}"),
            Agent::Mcts(effort, means) => write!(f, "mcts:{effort}{means}"),
            Agent::Level(level) => write!(f, "level:{level}"),
        }
    }
}

impl Display for Effort {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let time = self.time.map(time_text);
        let nodes = self.nodes.map(|nodes| nodes.to_string());
        let depth = self.depth.map(|depth| format!("depth={depth}"));
        let parts: Vec<String> = [nodes, time, depth].into_iter().flatten().collect();
        f.write_str(&parts.join(","))
    }
}

/// The agents of all players as one text: one name if all are the same, else `Player=agent` for each.
pub fn named<A: Display + PartialEq>(agents: &[A], equipment: &Equipment) -> String {
    match agents.split_first() {
        Some((first, rest)) if rest.iter().all(|agent| agent == first) => first.to_string(),
        _ => {
            let seats = equipment.players.iter().zip(agents).map(|(player, agent)| format!("{}={agent}", player.name));
            seats.collect::<Vec<_>>().join(" ")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_two_efforts_the_smaller_counts_part_by_part() {
        let and = |one: &str, other: &str| one.parse::<Effort>().unwrap().and(other.parse().unwrap()).to_string();
        assert_eq!(and("500,2s", "400,depth=6"), "400,2s,depth=6");
        assert_eq!(and("depth=2,1s", "depth=3,500ms"), "500ms,depth=2");
        let long: Effort = "9s".parse().unwrap();
        let with = |agent: &str| agent.parse::<Agent>().unwrap().with(long).to_string();
        assert_eq!(["alpha-beta:20", "mcts", "greedy", "level:3"].map(with), ["alpha-beta:9s", "mcts:9s", "greedy", "level:3"]);
    }

    #[test]
    fn what_somebody_cannot_think_is_told_with_what_can_be() {
        let told = |text: &str| text.parse::<Agent>().unwrap_err().to_string();
        assert_eq!(told("alphabeta:2s"), "there is no agent `alphabeta:2s`");
        let said = told("alpha-beta:depth=0");
        assert!(
            said.starts_with("`alpha-beta` does not think `depth=0`: ") && said.contains("a `depth=` from 1 to 64"),
            "{said}"
        );
        assert!(told("alpha-beta:depth=65").contains("to 64"));
        let said = told("mcts:threads=999");
        assert!(said.contains("`memory=` from 1 to 65536 (MiB)"), "{said}");
        assert!(said.contains("`threads=` from 1 to 256") && !said.contains("depth"), "{said}");
    }

    #[test]
    fn what_is_said_is_read_and_said_again() {
        for text in [
            "random",
            "greedy",
            "level:1",
            "level:8",
            "alpha-beta:2s",
            "alpha-beta:1500ms",
            "alpha-beta:20000,2s,depth=6",
            "mcts:10000",
            "mcts:10000,2s,baseline",
            "alpha-beta:depth=6,untrained",
            "alpha-beta:2s,threads=2",
            "mcts:10000,baseline,threads=256",
            "alpha-beta:2s,threads=2,memory=64",
            "mcts:10000,memory=65536",
        ] {
            assert_eq!(text.parse::<Agent>().map(|agent| agent.to_string()), Ok(text.to_owned()));
        }
        assert_eq!("mcts".parse::<Agent>().unwrap().to_string(), "mcts:1s");
        assert_eq!("mcts:untrained".parse::<Agent>().unwrap().to_string(), "mcts:1s,untrained");
        assert_eq!("mcts:threads=2".parse::<Agent>().unwrap().to_string(), "mcts:1s,threads=2");
        assert_eq!("mcts:threads=1,untrained,500".parse::<Agent>().unwrap().to_string(), "mcts:500,untrained");
        for text in [
            "",
            "Random",
            "random:1",
            "level",
            "level:0",
            "level:9",
            "mcts:",
            "mcts:0",
            "mcts:depth=3",
            "alpha-beta:-1",
            "mcts:untrained,",
            "mcts:untrained,baseline",
            "mcts:threads=2,threads=2",
            "alpha-beta:depth=3,depth=4",
            "alpha-beta:100,200",
            "mcts:1s,2s",
            "mcts:threads=0",
            "mcts:threads=257",
            "greedy:threads=2",
            "greedy:memory=16",
            "level:3,memory=16",
            "mcts:memory=0",
            "mcts:memory=65537",
            "mcts:memory=16,memory=16",
            "alpha-beta:memory=16MB",
        ] {
            assert_eq!(text.parse::<Agent>(), Err(UnknownAgent(text.to_owned())));
        }
    }
}
