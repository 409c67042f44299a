//! The second stage, the checked rules: names are resolved to ids, every phrase has a type, definitions are expanded, and
//! parent and options are merged. The spelling is no longer known, except for spans used in messages; how rules are executed is
//! not known here.

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

/// A checked variant: the equipment and rules, with the enabled options applied.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The name used on the command line: `english`.
    pub id: String,
    /// The equipment (front matter).
    pub equipment: Equipment,
    /// The rules.
    pub rules: Rules,
    /// The position before the `setup` chapter has run.
    pub start: Setup,
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident: $repr:ty;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
        pub struct $name(pub $repr);
        impl $name {
            /// The id as an index.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    /// A player, who makes decisions. Index into [`Equipment::players`].
    PlayerId: u8;
    /// A side, which owns pieces. Index into [`Equipment::sides`].
    SideId: u8;
    /// A kind of piece. Index into [`Equipment::kinds`].
    KindId: u8;
    /// A set of named values. Index into [`Equipment::enums`].
    EnumId: u8;
    /// A type of token. Index into [`Equipment::tokens`].
    TokenId: u8;
    /// A slot or attribute of pieces. Index into [`Equipment::slots`].
    SlotId: u8;
    /// A pile declaration, common to all its owners. Index into [`Equipment::piles`].
    PileId: u8;
    /// A region. Index into [`Equipment::regions`].
    RegionId: u8;
    /// A counter, clock or `keep`. Index into [`Rules::stored`].
    StoredId: u8;
    /// A class of moves: `movement`, `capture`, or one of the author's. Index into [`Rules::groups`].
    GroupId: u8;
    /// A rule line. Index into [`Rules::lines`].
    RuleId: u16;
    /// A name bound in a rule by `choose`, `let`, `for` or a `where`. Index into the rule's [`rules::Scope`].
    LocalId: u16;
}
