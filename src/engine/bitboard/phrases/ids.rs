//! The ids of terms in their arenas.

macro_rules! ids {
    ($($(#[$doc:meta])* $id:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub(in crate::engine::bitboard) struct $id(pub(super) u32);

        impl From<u32> for $id {
            fn from(id: u32) -> $id {
                $id(id)
            }
        }

        impl From<$id> for usize {
            #[inline(always)]
            fn from(id: $id) -> usize {
                id.0 as usize
            }
        }
    )*};
}

ids! {
    /// A set of sites.
    SetId
    /// A set of pieces that the move has taken.
    TakenSetId
    /// A set of members: directions, players, sides, kinds, values or piles.
    BitsId
    /// A number, or several.
    NumberId
    /// A truth.
    TruthId
    /// A test of each site of a set.
    TestId
    /// A set of tokens.
    TokenSetId
    /// A set of cards.
    CardSetId
    /// A description that a card may match.
    CardDescriptionId
    /// A set of pieces in piles or towers.
    PilePiecesId
    /// A description that a piece off the board may match.
    PieceDescriptionId
    /// A set of boards, for each place of the turn order.
    BoardsId
}
