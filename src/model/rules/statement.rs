//! Statements and scripts. The same statement type is used for checked rules and for programs, with different types of phrases,
//! so the parts, the effects and the translation of each kind of statement are defined once, here.

use super::{Effects, Path, PieceDestination, TokenDestination};
use crate::model::expr::{Expr, NewPiece, Type};
use crate::model::{LocalId, RuleId, SlotId, StoredId};
use crate::source::Span;
use crate::syntax::ast::Ending;

/// The names bound in one rule, one entry per [`LocalId`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scope {
    /// The names, in the order of binding.
    pub locals: Vec<Local>,
}

/// A bound name.
#[derive(Clone, Debug, PartialEq)]
pub struct Local {
    /// The name as written; `it` for the element of a `where`.
    pub name: String,
    /// The type of its value.
    pub ty: Type,
}

/// Statements with the names that they bind.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Script {
    /// The rule line it belongs to.
    pub rule: RuleId,
    /// The names bound in it.
    pub scope: Scope,
    /// Its statements.
    pub body: Block,
}

/// Statements in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    /// The statements.
    pub statements: Vec<Statement>,
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// What it does.
    pub kind: StatementKind,
    /// The rule line that contains it; for statements of a definition, the line of the definition.
    pub rule: RuleId,
    /// Its place in the source.
    pub span: Span,
}

/// The kind of a statement. `E` is the type of phrases, `B` of nested blocks, `P` of paths.
#[derive(Clone, Debug, PartialEq)]
pub enum StatementKind<E = Expr, B = Block, P = Box<Path>> {
    /// One of several blocks is chosen.
    Either(Vec<B>),
    /// The block is executed or not, as chosen.
    May(B),
    /// The block is executed a number of times; without a number, as often as it can be carried out and changes something.
    Repeat(Option<E>, B),
    /// The block is executed as often as the chooser likes: `may repeat`.
    MayRepeat(B),
    /// The block is executed for each element, in site order, player order and so on, with names bound anew each time.
    For(LocalId, E, B),
    /// The first block if the condition holds, else the second.
    If(E, B, B),
    /// The block is executed with another acting piece (`actor` and `it`); nothing happens if there is none.
    As(E, B),
    /// A choice, whose result is bound to a name.
    Choose {
        /// The name that is bound.
        local: LocalId,
        /// The name as written, for the text of the move.
        name: String,
        /// The number of things; `None` for one.
        count: Option<ChooseCount<E>>,
        /// The set to choose from.
        from: E,
        /// Who chooses.
        by: Chooser<E>,
    },
    /// Binds a name to a value.
    Let(LocalId, E),
    /// The run fails unless the condition holds.
    Require(E),
    /// The acting piece makes a leg.
    Path(P),
    /// A verb with a body. The name appears in the text of the move.
    Verb(String, B),
    /// Moves pieces to a destination.
    MovePiece(E, PieceDestination<E>),
    /// Creates a piece at a destination.
    PlaceNew(NewPiece, PieceDestination<E>),
    /// Moves tokens to a destination.
    MoveToken(E, TokenDestination<E>),
    /// Captures pieces.
    Take(E),
    /// Changes the kind of pieces.
    SetKind(E, E),
    /// Changes the owner of pieces.
    SetOwner(E, E),
    /// Changes an attribute of pieces; `none` clears it.
    SetSlot(SlotId, E, E),
    /// Changes the face of tokens.
    SetFace(E, E),
    /// Sets a counter or clock.
    SetNumber(StoredId, Option<E>, E),
    /// Sets a `keep`.
    SetKept(StoredId, Option<E>, E),
    /// Adds a number, which may be negative, to a counter or clock.
    Raise(StoredId, Option<E>, E),
    /// Each goes to the place of the next, the last to that of the first. Sites may be empty.
    Exchange(Vec<E>),
    /// Shuffles a pile: all players forget its order and what its tokens are.
    Shuffle(E),
    /// Shows tokens to players.
    Show(E, E),
    /// Prevents the capture that is about to happen.
    Prevent,
    /// Ends the leg, move, turn or game; no further leg or `play` begins.
    End(Ending, Option<String>),
    /// A decision of a turn script: a player chooses a move.
    Play {
        /// The moves offered.
        moves: E,
        /// The player who chooses; `None` for the mover.
        by: Option<E>,
    },
    /// These sides win the game.
    Wins(E, Option<String>),
    /// These sides lose the game.
    Loses(E, Option<String>),
    /// The game is drawn.
    Draw(Option<String>),
}

/// Who makes a choice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Chooser<E = Expr> {
    /// The player who decides at this point: the mover, unless a `play … by` names another.
    Current,
    /// Chance, with equal probability for each thing.
    Chance,
    /// This player, or the player of this side.
    Player(E),
}

/// The number of things to choose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ChooseCount<E = Expr> {
    /// Exactly this many; by chance, all if there are fewer.
    Exactly(E),
    /// A minimum and a maximum; without a maximum, any number from the minimum on.
    Between(E, Option<E>),
}

impl<E, B, P> StatementKind<E, B, P> {
    /// The phrases directly inside it, except those of its path and its blocks.
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

    /// The maximum number of times it can execute `play`, where 2 stands for two or more; `of` gives the number for a nested
    /// block.
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

    /// The effects of the statement itself, without those of its blocks; `leg` gives the effects of a path.
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

    /// The name that it binds, and the phrase for its values.
    pub fn binds(&self) -> Option<(LocalId, &E)> {
        match self {
            StatementKind::Choose { local, from: of, .. }
            | StatementKind::Let(local, of)
            | StatementKind::For(local, of, _) => Some((*local, of)),
            _ => None,
        }
    }

    /// The counter, clock or `keep` that it changes.
    pub fn stores(&self) -> Option<StoredId> {
        match self {
            StatementKind::SetNumber(id, ..) | StatementKind::SetKept(id, ..) | StatementKind::Raise(id, ..) => Some(*id),
            _ => None,
        }
    }

    /// Translates the statement to another representation. Phrases, blocks and paths are translated in the order in which they
    /// are written.
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
