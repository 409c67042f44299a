//! Scripts: what is done, in order. A statement is the same kinds of things whether its phrases are checked ones or a program's, so
//! what it is made of, what it does, and how it goes from one form to the other is told once, here, for both.

use super::{Effects, Path, PieceDestination, TokenDestination};
use crate::model::expr::{Expr, NewPiece, Type};
use crate::model::{LocalId, RuleId, SlotId, StoredId};
use crate::source::Span;
use crate::syntax::ast::Ending;

/// The names bound in one rule, one entry a [`LocalId`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scope {
    /// In the order of binding.
    pub locals: Vec<Local>,
}

/// A bound name.
#[derive(Clone, Debug, PartialEq)]
pub struct Local {
    /// As written; `it` for the element of a `where`.
    pub name: String,
    /// What it holds.
    pub ty: Type,
}

/// Statements with the names they bind.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Script {
    /// The rule line it belongs to.
    pub rule: RuleId,
    /// Its names.
    pub scope: Scope,
    /// Its statements.
    pub body: Block,
}

/// Statements in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    /// Each with its place.
    pub statements: Vec<Statement>,
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// What it does.
    pub kind: StatementKind,
    /// The rule line it came from: that of the definition, for statements of a definition.
    pub rule: RuleId,
    /// Where it is written.
    pub span: Span,
}

/// What a statement does. `E` are its phrases, `B` the blocks in it, `P` its paths.
#[derive(Clone, Debug, PartialEq)]
pub enum StatementKind<E = Expr, B = Block, P = Box<Path>> {
    /// One of several blocks, chosen.
    Either(Vec<B>),
    /// A block, or not.
    May(B),
    /// A block so many times; without a number, as long as it can.
    Repeat(Option<E>, B),
    /// As often as the chooser likes, while it can: `may repeat`.
    MayRepeat(B),
    /// For each element in site order, player order …, the names of the block anew.
    For(LocalId, E, B),
    /// One of two blocks.
    If(E, B, B),
    /// With another acting piece (`actor` and `it`); of no piece, nothing is done.
    As(E, B),
    /// A choice, bound to a name.
    Choose {
        /// The name; holds what was chosen.
        local: LocalId,
        /// The name as it is written, for the text of the move.
        name: String,
        /// How many; `None`: one.
        count: Option<ChooseCount<E>>,
        /// From what.
        from: E,
        /// By whom.
        by: Chooser<E>,
    },
    /// A name for a value.
    Let(LocalId, E),
    /// A run that does not satisfy this is no run.
    Require(E),
    /// A leg by the acting piece.
    Path(P),
    /// A verb with a body, called by name (the name is for the text of the move).
    Verb(String, B),
    /// Pieces go to a site or pile.
    MovePiece(E, PieceDestination<E>),
    /// A fresh piece comes onto the board.
    PlaceNew(NewPiece, PieceDestination<E>),
    /// Tokens go to a pile, a slot of a piece, or under a site.
    MoveToken(E, TokenDestination<E>),
    /// Pieces are captured.
    Take(E),
    /// The kind of pieces changes.
    SetKind(E, E),
    /// The owner of pieces changes.
    SetOwner(E, E),
    /// The attribute of pieces changes; `none` clears it.
    SetSlot(SlotId, E, E),
    /// Tokens are turned.
    SetFace(E, E),
    /// A counter or clock is set.
    SetNumber(StoredId, Option<E>, E),
    /// A kept thing is set.
    SetKept(StoredId, Option<E>, E),
    /// A counter or clock goes up, or down by a negative number.
    Raise(StoredId, Option<E>, E),
    /// Each goes where the next stands, empty sites too.
    Exchange(Vec<E>),
    /// Order and identity are forgotten by all.
    Shuffle(E),
    /// Players have now seen these tokens.
    Show(E, E),
    /// The event does not happen.
    Prevent,
    /// The rest of the leg, chain, turn or game is skipped.
    End(Ending, Option<String>),
    /// A decision of a turn script.
    Play {
        /// Which moves.
        moves: E,
        /// Who plays; `None`: the mover.
        by: Option<E>,
    },
    /// The game is won by these sides.
    Wins(E, Option<String>),
    /// The game is lost by these sides.
    Loses(E, Option<String>),
    /// The game is drawn.
    Draw(Option<String>),
}

/// Who chooses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Chooser<E = Expr> {
    /// Who decides the statement around it: the mover, unless a `by` says otherwise.
    Current,
    /// Chance, every single thing alike.
    Chance,
    /// This player, or the player of this side.
    Player(E),
}

/// How many are chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ChooseCount<E = Expr> {
    /// So many; by chance, all if there are fewer.
    Exactly(E),
    /// From so many to so many; without a second number, any number from the first on.
    Between(E, Option<E>),
}

impl<E, B, P> StatementKind<E, B, P> {
    /// The phrases directly inside it, those of its path and its blocks left out.
    pub fn phrases(&self) -> Vec<&E> {
        use StatementKind::*;
        match self {
            Either(_) | May(_) | MayRepeat(_) | Repeat(None, _) | Path(_) | Verb(..) | Prevent | End(..) | Draw(_) => {
                Vec::new()
            }
            Repeat(Some(a), _)
            | For(_, a, _)
            | If(a, _, _)
            | As(a, _)
            | Let(_, a)
            | Require(a)
            | Take(a)
            | Shuffle(a)
            | Wins(a, _)
            | Loses(a, _) => vec![a],
            Choose { count, from, by, .. } => {
                let mut all = vec![from];
                match count {
                    Some(ChooseCount::Exactly(a)) => all.push(a),
                    Some(ChooseCount::Between(a, b)) => all.extend(std::iter::once(a).chain(b)),
                    None => {}
                }
                if let Chooser::Player(whose) = by {
                    all.push(whose);
                }
                all
            }
            MovePiece(a, to) => std::iter::once(a).chain(to.phrase()).collect(),
            PlaceNew(_, to) => to.phrase().into_iter().collect(),
            MoveToken(a, to) => std::iter::once(a).chain(to.phrase()).collect(),
            SetKind(a, b) | SetOwner(a, b) | SetSlot(_, a, b) | SetFace(a, b) | Show(a, b) => vec![a, b],
            SetNumber(_, of, a) | SetKept(_, of, a) | Raise(_, of, a) => of.iter().chain([a]).collect(),
            Exchange(all) => all.iter().collect(),
            Play { moves, by } => std::iter::once(moves).chain(by).collect(),
        }
    }

    /// The blocks directly inside it.
    pub fn blocks(&self) -> Vec<&B> {
        use StatementKind::*;
        match self {
            Either(blocks) => blocks.iter().collect(),
            If(_, then, otherwise) => vec![then, otherwise],
            May(block) | Repeat(_, block) | MayRepeat(block) | For(_, _, block) | As(_, block) | Verb(_, block) => vec![block],
            Choose { .. } | Let(..) | Require(_) | Path(_) | MovePiece(..) | PlaceNew(..) | MoveToken(..) | Take(_) => {
                Vec::new()
            }
            SetKind(..) | SetOwner(..) | SetSlot(..) | SetFace(..) | SetNumber(..) | SetKept(..) | Raise(..) => Vec::new(),
            Exchange(_) | Shuffle(_) | Show(..) | Prevent | End(..) | Play { .. } | Wins(..) | Loses(..) | Draw(_) => {
                Vec::new()
            }
        }
    }

    /// How many times it may `play` at most, of a block being given; two stand for more.
    pub fn plays(&self, of: &dyn Fn(&B) -> usize) -> usize {
        use StatementKind::*;
        let most = match self {
            Play { .. } => 1,
            Either(_) | If(..) => self.blocks().into_iter().map(of).max().unwrap_or(0),
            Repeat(_, inner) | MayRepeat(inner) | For(_, _, inner) => 2 * of(inner),
            _ => self.blocks().into_iter().map(of).sum(),
        };
        most.min(2)
    }

    /// What it may do itself, apart from the blocks in it; what a leg by its path may do is given.
    pub fn effects(&self, leg: impl FnOnce(&P) -> Effects) -> Effects {
        use StatementKind::*;
        match self {
            Repeat(..) | For(..) | If(..) | As(..) | Let(..) | Verb(..) => Effects::NONE,
            Either(_) | May(_) | MayRepeat(_) => Effects::ASKS_CHOOSER,
            Choose { by: Chooser::Current, .. } => Effects::ASKS_CHOOSER,
            Choose { by: Chooser::Player(_), .. } => Effects::ASKS_ANOTHER,
            Choose { by: Chooser::Chance, .. } => Effects::ASKS_CHANCE,
            Play { .. } => Effects::ASKS_CHOOSER | Effects::PLAYS,
            Require(_) => Effects::DEMANDS,
            Path(path) => Effects::LEG | leg(path),
            MovePiece(_, PieceDestination::Site(_) | PieceDestination::Pile(_) | PieceDestination::Box) => Effects::MOVES,
            MovePiece(_, PieceDestination::BottomOf(_) | PieceDestination::TopOf(_)) => Effects::MOVES | Effects::STACKS,
            PlaceNew(_, PieceDestination::Site(_)) => Effects::MAKES | Effects::PLACES,
            PlaceNew(_, PieceDestination::Pile(_) | PieceDestination::Box) => Effects::MAKES,
            PlaceNew(_, PieceDestination::BottomOf(_) | PieceDestination::TopOf(_)) => {
                Effects::MAKES | Effects::PLACES | Effects::STACKS
            }
            Exchange(_) => Effects::EXCHANGES,
            Take(_) => Effects::TAKES,
            SetKind(..) => Effects::KIND,
            SetOwner(..) => Effects::OWNER,
            SetSlot(..) => Effects::BORNE,
            MoveToken(..) => Effects::TOKENS,
            SetFace(..) => Effects::FACES,
            Shuffle(_) => Effects::SHUFFLES,
            Show(..) => Effects::SHOWS,
            SetNumber(..) | Raise(..) => Effects::COUNTS,
            SetKept(..) => Effects::KEEPS,
            Prevent => Effects::PREVENTS,
            End(Ending::Leg, _) => Effects::ENDS_LEG,
            End(Ending::Move, _) => Effects::ENDS_MOVE,
            End(Ending::Turn, _) => Effects::ENDS_TURN,
            End(Ending::Game, _) => Effects::SCORES,
            Wins(..) => Effects::WINS,
            Loses(..) => Effects::LOSES,
            Draw(_) => Effects::DRAWS,
        }
    }

    /// The name that it binds, and of what.
    pub fn binds(&self) -> Option<(LocalId, &E)> {
        match self {
            StatementKind::Choose { local, from: of, .. }
            | StatementKind::Let(local, of)
            | StatementKind::For(local, of, _) => Some((*local, of)),
            _ => None,
        }
    }

    /// The counter, clock or kept thing that it changes.
    pub fn stores(&self) -> Option<StoredId> {
        match self {
            StatementKind::SetNumber(id, ..) | StatementKind::SetKept(id, ..) | StatementKind::Raise(id, ..) => Some(*id),
            _ => None,
        }
    }

    /// The same statement with its phrases, blocks and paths in another form, made in the order in which they are written.
    pub fn translated<'s, T, F, C, Q>(
        &'s self,
        to: &mut T,
        phrase: fn(&mut T, &'s E) -> F,
        block: fn(&mut T, &'s B) -> C,
        path: fn(&mut T, &'s P) -> Q,
    ) -> StatementKind<F, C, Q> {
        use StatementKind::*;
        match self {
            Either(blocks) => Either(blocks.iter().map(|one| block(to, one)).collect()),
            May(inner) => May(block(to, inner)),
            Repeat(times, inner) => Repeat(times.as_ref().map(|times| phrase(to, times)), block(to, inner)),
            MayRepeat(inner) => MayRepeat(block(to, inner)),
            For(local, set, inner) => For(*local, phrase(to, set), block(to, inner)),
            If(condition, yes, no) => If(phrase(to, condition), block(to, yes), block(to, no)),
            As(piece, inner) => As(phrase(to, piece), block(to, inner)),
            Choose { local, name, count, from, by } => {
                let count = count.as_ref().map(|count| match count {
                    ChooseCount::Exactly(number) => ChooseCount::Exactly(phrase(to, number)),
                    ChooseCount::Between(least, most) => {
                        ChooseCount::Between(phrase(to, least), most.as_ref().map(|most| phrase(to, most)))
                    }
                });
                let by = match by {
                    Chooser::Current => Chooser::Current,
                    Chooser::Chance => Chooser::Chance,
                    Chooser::Player(who) => Chooser::Player(phrase(to, who)),
                };
                Choose { local: *local, name: name.clone(), count, from: phrase(to, from), by }
            }
            Let(local, value) => Let(*local, phrase(to, value)),
            Require(condition) => Require(phrase(to, condition)),
            Path(one) => Path(path(to, one)),
            Verb(name, inner) => Verb(name.clone(), block(to, inner)),
            MovePiece(what, place) => MovePiece(phrase(to, what), place.translated(|one| phrase(to, one))),
            PlaceNew(new, place) => PlaceNew(new.clone(), place.translated(|one| phrase(to, one))),
            MoveToken(what, place) => {
                let place = place.translated(|one| phrase(to, one));
                MoveToken(phrase(to, what), place)
            }
            Take(what) => Take(phrase(to, what)),
            SetKind(of, kind) => SetKind(phrase(to, of), phrase(to, kind)),
            SetOwner(of, side) => SetOwner(phrase(to, of), phrase(to, side)),
            SetSlot(slot, of, value) => SetSlot(*slot, phrase(to, of), phrase(to, value)),
            SetFace(of, face) => SetFace(phrase(to, of), phrase(to, face)),
            SetNumber(id, of, number) => SetNumber(*id, of.as_ref().map(|of| phrase(to, of)), phrase(to, number)),
            SetKept(id, of, thing) => SetKept(*id, of.as_ref().map(|of| phrase(to, of)), phrase(to, thing)),
            Raise(id, of, by) => Raise(*id, of.as_ref().map(|of| phrase(to, of)), phrase(to, by)),
            Exchange(sites) => Exchange(sites.iter().map(|site| phrase(to, site)).collect()),
            Shuffle(pile) => Shuffle(phrase(to, pile)),
            Show(what, who) => Show(phrase(to, what), phrase(to, who)),
            Prevent => Prevent,
            End(what, why) => End(*what, why.clone()),
            Play { moves, by } => Play { moves: phrase(to, moves), by: by.as_ref().map(|by| phrase(to, by)) },
            Wins(who, why) => Wins(phrase(to, who), why.clone()),
            Loses(who, why) => Loses(phrase(to, who), why.clone()),
            Draw(why) => Draw(why.clone()),
        }
    }
}
