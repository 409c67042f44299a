//! What is counted: rule lines by what they do, and the statements inside them by where they are written.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::engine::{Fired, Move, Struck};
use crate::model::rules::{Effects, Removal, Statement, StatementKind};
use crate::model::setup::Outcome;
use crate::model::walk::any_statement;
use crate::model::{GroupId, RuleId, StoredId, Variant};
use crate::program::{BlockId, Program};
use crate::source::{FileId, Span};

/// Where the library of words stands: its lines are nobody's own.
const LIBRARY: FileId = FileId(0);

/// What a rule line does, and so when it has played a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// `man may step …`: a leg was made by it.
    Moves,
    /// `chain must continue`: a chain went on by it, or could have.
    Continues,
    /// `chain must turn`, `chain must not reverse`: a leg fell away by it.
    Turns,
    /// `removal after move`: taken pieces waited; `removal at once`: pieces were taken.
    Removes,
    /// `must capture`: a move was struck out by it.
    Obliges,
    /// `when man lands …`: it answered.
    Answers,
    /// `mover wins …`: the game ended by it, or a side was out.
    Ends,
    /// `score of …`: a game ended with scores.
    Scores,
    /// `counter …`, `clock …`, `keep …`: it was written; a clock, that a turn was over.
    Keeps,
    /// Statements of `setup`, `turn` and definitions: one of them ran.
    Acts,
    /// A definition of a phrase, which is put in where it is used: not counted.
    Means,
}

impl Role {
    /// What the line did when it played a part, as in "never …".
    pub fn did(self) -> &'static str {
        match self {
            Role::Moves => "made a move",
            Role::Continues => "had a chain to go on",
            Role::Turns => "barred a leg",
            Role::Removes => "had pieces to remove",
            Role::Obliges => "struck a move out",
            Role::Answers => "answered its event",
            Role::Ends => "ended a game",
            Role::Scores => "counted at the end of a game",
            Role::Keeps => "was written",
            Role::Acts => "ran",
            Role::Means => "is put in where it is used",
        }
    }

    /// One word for programs: `"moves"`.
    pub fn name(self) -> &'static str {
        match self {
            Role::Moves => "moves",
            Role::Continues => "continues",
            Role::Turns => "turns",
            Role::Removes => "removes",
            Role::Obliges => "obliges",
            Role::Answers => "answers",
            Role::Ends => "ends",
            Role::Scores => "scores",
            Role::Keeps => "keeps",
            Role::Acts => "acts",
            Role::Means => "means",
        }
    }
}

/// Something that is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Point {
    /// A rule line.
    Rule(RuleId),
    /// The n-th statement of [`Points`].
    Statement(u32),
}

/// A statement as it is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Counted {
    pub(super) span: Span,
    pub(super) rule: RuleId,
    pub(super) form: Form,
    writes: Option<StoredId>,
}

/// When a statement has played a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// When it ran.
    Runs,
    /// When its condition was asked: what stands behind the condition counts for itself.
    Asks,
    /// When it forbade a move.
    Requires,
    /// When the game ended by it.
    Ends,
}

/// Everything that is counted in the games of a variant.
#[derive(Clone, Debug)]
pub struct Points<'v> {
    pub(super) variant: &'v Variant,
    roles: Vec<Role>,
    pub(super) statements: Vec<Counted>,
    /// Statements by block and place.
    of: Vec<Vec<u32>>,
    clocks: Vec<RuleId>,
}

impl<'v> Points<'v> {
    /// What there is to count in a variant.
    pub fn new(variant: &'v Variant) -> Points<'v> {
        let rules = &variant.rules;
        let mut roles = vec![Role::Means; rules.lines.len()];
        let mut mark = |rule: RuleId, role: Role| {
            if let Some(slot) = roles.get_mut(rule.index()) {
                *slot = role;
            }
        };
        let written = Program::written(variant);
        for statement in written.iter().flat_map(|block| &block.statements) {
            mark(statement.rule, Role::Acts);
        }
        for group in &rules.groups {
            group.rules.iter().for_each(|rule| mark(rule.rule, Role::Moves));
            group.chain.iter().for_each(|law| mark(law.rule, Role::Continues));
            [group.must_not_reverse, group.must_turn, group.must_not_turn]
                .into_iter()
                .flatten()
                .for_each(|rule| mark(rule, Role::Turns));
            match group.removal {
                Removal::AfterMove(rule) | Removal::AtOnce(Some(rule)) => mark(rule, Role::Removes),
                Removal::AtOnce(None) => {}
            }
        }
        rules.obligations.iter().for_each(|one| mark(one.rule, Role::Obliges));
        rules.triggers.iter().for_each(|one| mark(one.rule, Role::Answers));
        rules.endings.iter().for_each(|one| mark(one.rule, Role::Ends));
        rules.scores.iter().for_each(|one| mark(one.rule, Role::Scores));
        rules.stored.iter().for_each(|one| mark(one.rule, Role::Keeps));
        let clocks = rules.stored.iter().filter(|one| one.clock).map(|one| one.rule).collect();
        let loops = written.iter().flat_map(|block| &block.statements).filter_map(|one| match &one.kind {
            StatementKind::Repeat(None, body) => Some(body),
            _ => None,
        });
        let mut ends_a_loop: FxHashSet<Span> = FxHashSet::default();
        for body in loops {
            any_statement(body, &mut |one| {
                if matches!(one.kind, StatementKind::Require(_)) {
                    ends_a_loop.insert(one.span);
                }
                false
            });
        }
        let mut known: FxHashMap<Span, u32> = FxHashMap::default();
        let mut statements = Vec::new();
        let mut number = |statement: &Statement| {
            *known.entry(statement.span).or_insert_with(|| {
                let counted = counted(statement);
                // it forbids no move, it ends the loop: that it was asked is its part
                let form = if ends_a_loop.contains(&statement.span) { Form::Runs } else { counted.form };
                statements.push(Counted { form, ..counted });
                statements.len() as u32 - 1
            })
        };
        let of = written.iter().map(|block| block.statements.iter().map(&mut number).collect()).collect();
        Points { variant, roles, statements, of, clocks }
    }

    /// How many things are counted.
    pub fn len(&self) -> usize {
        self.roles.len() + self.statements.len()
    }

    /// Whether nothing is.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What a rule line does.
    pub fn role(&self, rule: RuleId) -> Role {
        self.roles.get(rule.index()).copied().unwrap_or(Role::Means)
    }

    /// The rule lines that are counted, in the order of the flat file, those of the library of words left out.
    pub fn rules(&self) -> impl Iterator<Item = RuleId> + '_ {
        let all = self.variant.rules.lines.iter().enumerate();
        let counted = all.filter(|(i, line)| self.roles[*i] != Role::Means && line.span.file != LIBRARY);
        counted.map(|(i, _)| RuleId(i as u16))
    }

    /// The place of a point among all of them.
    pub fn index(&self, point: Point) -> usize {
        match point {
            Point::Rule(rule) => rule.index(),
            Point::Statement(statement) => self.roles.len() + statement as usize,
        }
    }

    /// Where it is written.
    pub fn span(&self, point: Point) -> Span {
        match point {
            Point::Rule(rule) => self.variant.rules.lines.get(rule.index()).map_or(Span::default(), |line| line.span),
            Point::Statement(statement) => self.statements[statement as usize].span,
        }
    }

    /// The statements that are counted, those of the library of words left out.
    pub fn statements(&self) -> impl Iterator<Item = Point> + '_ {
        self.written().map(|(point, _)| point)
    }

    /// Statements that authors have written, those of the library left out.
    pub(super) fn written(&self) -> impl Iterator<Item = (Point, &Counted)> {
        let all = self.statements.iter().enumerate().filter(|(_, one)| one.span.file != LIBRARY);
        all.map(|(i, one)| (Point::Statement(i as u32), one))
    }

    /// The points that a played move has touched, some perhaps more than once.
    pub(super) fn of_move(&self, mv: Option<&Move>, fired: &[Fired], outcome: Option<&Outcome>, turn_over: bool) -> Vec<Point> {
        let mut points = Vec::with_capacity(fired.len());
        for one in fired {
            match *one {
                Fired::Rule(rule) | Fired::Law(rule) | Fired::Trigger(rule) => points.push(Point::Rule(rule)),
                Fired::Barred(group) => points.extend(self.turning(group)),
                Fired::Waited(group) => points.extend(self.removal(group, false)),
                Fired::Statement(block, at) => self.ran(block, at, outcome, &mut points),
                Fired::Stopped(..) => {}
            }
        }
        if let Some(group) = mv.filter(|mv| !mv.captures().is_empty()).and_then(|mv| mv.group) {
            points.extend(self.removal(group, true));
        }
        if turn_over {
            points.extend(self.clocks.iter().copied().map(Point::Rule));
        }
        if let Some(outcome) = outcome {
            if self.role(outcome.rule) == Role::Ends {
                points.push(Point::Rule(outcome.rule));
            }
            if !outcome.scores.is_empty() {
                points.extend(self.variant.rules.scores.iter().map(|score| Point::Rule(score.rule)));
            }
        }
        points
    }

    /// The points that the listing of a decision's moves has touched.
    pub(super) fn of_listing(&self, struck: &[Struck], stopped: &[Fired]) -> Vec<Point> {
        let mut points: Vec<Point> = struck.iter().map(|one| Point::Rule(one.by)).collect();
        for one in stopped {
            if let Fired::Stopped(block, at) = one {
                points.extend(self.statement(*block, *at).map(Point::Statement));
            }
        }
        points
    }

    fn statement(&self, block: BlockId, at: u16) -> Option<u32> {
        self.of.get(block.0 as usize)?.get(at as usize).copied()
    }

    fn ran(&self, block: BlockId, at: u16, outcome: Option<&Outcome>, points: &mut Vec<Point>) {
        let Some(number) = self.statement(block, at) else { return };
        let counted = &self.statements[number as usize];
        let ending = self.role(counted.rule) == Role::Ends;
        match counted.form {
            Form::Requires => {}
            Form::Asks => points.push(Point::Statement(number)),
            // Another line may have decided before this one could.
            Form::Ends if outcome.is_some_and(|outcome| outcome.rule != counted.rule) => {}
            Form::Runs | Form::Ends => points.push(Point::Statement(number)),
        }
        let plays_a_part = match counted.form {
            Form::Asks => false,
            // It has ended the game, or a side is out and the others play on.
            Form::Ends => outcome.is_none_or(|outcome| !ending || outcome.rule == counted.rule),
            // An ending may do so by the words of a definition.
            Form::Runs | Form::Requires => !ending || outcome.is_some(),
        };
        if plays_a_part {
            points.push(Point::Rule(counted.rule));
        }
        if let Some(stored) = counted.writes.and_then(|id| self.variant.rules.stored.get(id.index())) {
            points.push(Point::Rule(stored.rule));
        }
    }

    fn turning(&self, group: GroupId) -> impl Iterator<Item = Point> {
        let group = self.variant.rules.groups.get(group.index());
        let laws = group.map(|group| [group.must_not_reverse, group.must_turn, group.must_not_turn]).unwrap_or_default();
        laws.into_iter().flatten().map(Point::Rule)
    }

    fn removal(&self, group: GroupId, at_once: bool) -> Option<Point> {
        match self.variant.rules.groups.get(group.index())?.removal {
            Removal::AfterMove(rule) if !at_once => Some(Point::Rule(rule)),
            Removal::AtOnce(Some(rule)) if at_once => Some(Point::Rule(rule)),
            _ => None,
        }
    }
}

fn counted(statement: &Statement) -> Counted {
    let form = match &statement.kind {
        StatementKind::If(..) => Form::Asks,
        StatementKind::Require(_) => Form::Requires,
        _ if statement.own_effects().any(Effects::DECIDES) => Form::Ends,
        _ => Form::Runs,
    };
    Counted { span: statement.span, rule: statement.rule, form, writes: statement.kind.stores() }
}
