//! The second rung: what is meant. Names are resolved to numbers, every phrase has a type, definitions are put in where they
//! are used, parent and options are laid over one another. It no longer knows how anything was spelt (spans remain, for
//! messages), and does not know how anything runs.

pub mod board;
pub mod equipment;
pub mod expr;
pub mod hub;
mod measure;
pub mod print;
pub mod rules;
pub mod setup;
pub mod sites;
pub mod walk;

pub use board::Board;
pub use equipment::Equipment;
pub use measure::Measure;
pub use rules::Rules;
pub use setup::Setup;
pub use sites::{SiteId, SiteSet};

/// Checked rules: equipment and rules of one variant, with the options that are on laid over them.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The name it is called by on the command line: `english`.
    pub id: String,
    /// What it is played with.
    pub equipment: Equipment,
    /// How it is played.
    pub rules: Rules,
    /// The arrangement before the first turn, before the `setup` chapter has run.
    pub start: Setup,
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident: $repr:ty;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
        pub struct $name(pub $repr);
        impl $name {
            /// As an index.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    /// A player: a role that decides. Index into [`Equipment::players`].
    PlayerId: u8;
    /// A side: what owns pieces. Index into [`Equipment::sides`].
    SideId: u8;
    /// A kind of piece. Index into [`Equipment::kinds`].
    KindId: u8;
    /// An enumeration. Index into [`Equipment::enums`].
    EnumId: u8;
    /// A type of token. Index into [`Equipment::tokens`].
    TokenId: u8;
    /// A slot or attribute of pieces. Index into [`Equipment::slots`].
    SlotId: u8;
    /// A declared pile (for all its owners). Index into [`Equipment::piles`].
    PileId: u8;
    /// A region. Index into [`Equipment::regions`].
    RegionId: u8;
    /// A counter, clock or kept thing. Index into [`Rules::stored`].
    StoredId: u8;
    /// A class of moves: `movement`, `capture`, or one of the author's. Index into [`Rules::groups`].
    GroupId: u8;
    /// A rule line. Index into [`Rules::lines`].
    RuleId: u16;
    /// A value bound in a rule: by `choose`, `let`, `for`, or the `it` of a `where`. Index into the rule's [`rules::Scope`].
    LocalId: u16;
}
