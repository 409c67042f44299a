//! Arguments that several subcommands share.

use std::ops::RangeInclusive;
use std::time::Duration;

use clap::{Args, ValueEnum};
use draughtsman::agents::{Effort, has_memory};
use draughtsman::check::Choices;

/// Which rules: a variant, and what a group has agreed on.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct RulesArguments {
    /// A name, title or alias of `draughtsman list`, a rule file by its path or by its name in this folder, or `-` for standard input
    pub(crate) variant: String,
    #[command(flatten)]
    pub(crate) choices: ChoiceArguments,
}

/// What a group has agreed on.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct ChoiceArguments {
    /// Switch an option of the rules on (NAME) or off (NAME=off), or set a number (NAME=50)
    #[arg(long = "option", value_name = "NAME[=VALUE]")]
    pub(crate) options: Vec<Choices>,
}

/// Which position of which rules.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct PositionArguments {
    #[command(flatten)]
    pub(crate) rules: RulesArguments,
    /// FEN text, a file (.fen, .json, .pdn, or a game saved as .toml), or `-` for standard input; without it, the start of the game
    #[arg(long, short, value_name = "POSITION")]
    pub(crate) position: Option<String>,
    /// Which game of a PDN file; without it the first
    #[arg(long, value_name = "NUMBER", value_parser = whole::<usize>(0..=u64::from(u32::MAX)))]
    pub(crate) game: Option<usize>,
    /// The position after this many moves of a game; without it, at its end
    #[arg(long, value_name = "NUMBER", value_parser = whole::<usize>(0..=u64::from(u32::MAX)))]
    pub(crate) ply: Option<usize>,
    /// Fix all chance; the chance of the set-up is played out first
    #[arg(long, value_name = "NUMBER", value_parser = whole::<u64>(0..=u64::MAX))]
    pub(crate) seed: Option<u64>,
    /// Show the position as this player may see it
    #[arg(long, value_name = "PLAYER")]
    pub(crate) view: Option<String>,
    /// Instead, a whole position that this player may believe in: what the player cannot know is drawn, and this number fixes how
    #[arg(long, value_name = "NUMBER", requires = "view", value_parser = whole::<u64>(0..=u64::MAX))]
    pub(crate) sample: Option<u64>,
}

/// `--json`
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct JsonArgument {
    /// Answer in JSON, for programs (docs/formats.md)
    #[arg(long)]
    pub(crate) json: bool,
}

/// `--memory`
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct MemoryArgument {
    /// How much may be remembered, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = mebibytes)]
    memory: u32,
}

impl MemoryArgument {
    /// The limit in bytes.
    pub(crate) fn bytes(self) -> usize {
        (self.memory as usize) << 20
    }
}

/// Reads an amount of memory in MiB, which this machine must be able to allocate.
fn mebibytes(text: &str) -> Result<u32, String> {
    let many: u32 = whole(1..=1 << 20)(text)?;
    let had = has_memory(many).then_some(many);
    had.ok_or_else(|| "this machine does not have so much: less is accepted".to_owned())
}

/// Reads an effort that is a time and nothing else.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    let time = |effort: Effort| effort.time.filter(|_| effort.nodes.is_none() && effort.depth.is_none());
    text.parse().ok().and_then(time).ok_or_else(|| "a time is accepted: `10s`, `500ms`".to_owned())
}

/// Returns a parser of whole numbers in a range, whose message names the range.
pub(crate) fn whole<T>(range: RangeInclusive<u64>) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: TryFrom<u64>,
{
    move |text| {
        let number =
            text.trim().parse().ok().filter(|number| range.contains(number)).and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| match *range.end() {
            most if most >= u64::from(u32::MAX) => format!("a whole number is accepted, from {} on", range.start()),
            most => format!("a whole number from {} to {most} is accepted", range.start()),
        })
    }
}

/// When to use colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Colour {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Colour {
    /// Makes this the colour setting for everything written from now on.
    pub(crate) fn heed(self) {
        match self {
            Colour::Auto => {}
            Colour::Always => anstream::ColorChoice::Always.write_global(),
            Colour::Never => anstream::ColorChoice::Never.write_global(),
        }
    }
}

impl ChoiceArguments {
    /// The choices in the form that the checker takes.
    pub(crate) fn choices(&self) -> Choices {
        self.options.iter().cloned().collect()
    }
}
