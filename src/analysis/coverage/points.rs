//! Coverage points: rule lines, counted by their role, and the statements inside them, counted by place.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::engine::{Fired, Move, Struck};
use crate::model::rules::{Effects, Removal, Statement, StatementKind};
use crate::model::setup::Outcome;
use crate::model::walk::any_statement;
use crate::model::{GroupId, RuleId, StoredId, Variant};
use crate::program::{BlockId, Program};
use crate::source::{FileId, Span};

/// The file of the library of words, whose lines are not reported.
const LIBRARY: FileId = FileId(0);

/// The role of a rule line, which determines when it has taken part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// `man may step …`: it made a leg.
    Moves,
    /// `chain must continue`: a chain continued by it, or could have.
    Continues,
    /// `chain must turn`, `chain must not turn`, `chain must not reverse`: it excluded a leg.
    Turns,
    /// `removal after move`: taken pieces stayed until the end of the move; `removal at once`: pieces were taken.
    Removes,
    /// `must capture`: it struck out a move.
    Obliges,
    /// `when man lands …`: it ran.
    Answers,
    /// `mover wins …`: it ended the game, or put a side out.
    Ends,
    /// `score of …`: a game ended with scores.
    Scores,
    /// `counter …`, `clock …`, `keep …`: it was written; for a clock, a turn ended.
    Keeps,
    /// A line of statements in `setup`, `turn` or a definition: one of them ran.
    Acts,
    /// A definition of a phrase, which is expanded where it is used: not counted.
    Means,
}

impl Role {
    /// What the line did if it took part, to complete "never …".
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

    /// The name of the role in JSON: `"moves"`.
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
    /// A statement, by its index in [`Points`].
    Statement(u32),
}

/// A statement that is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Counted {
    pub(super) span: Span,
    pub(super) rule: RuleId,
    pub(super) form: Form,
    writes: Option<StoredId>,
}

/// When a statement takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// If it ran.
    Runs,
    /// If its condition was evaluated; the statements inside are counted separately.
    Asks,
    /// If it forbade a move.
    Requires,
    /// If it ended the game.
    Ends,
}

/// All coverage points of a variant.
#[derive(Clone, Debug)]
pub struct Points<'v> {
    pub(super) variant: &'v Variant,
    roles: Vec<Role>,
    pub(super) statements: Vec<Counted>,
    /// For each block the statement index of each place. Statements with the same span share an index.
    of: Vec<Vec<u32>>,
    clocks: Vec<RuleId>,
}

impl<'v> Points<'v> {
    /// Collects the coverage points of a variant.
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
                // such a `require` ends the loop and forbids no move: it takes part if it is evaluated
                let form = if ends_a_loop.contains(&statement.span) { Form::Runs } else { counted.form };
                statements.push(Counted { form, ..counted });
                statements.len() as u32 - 1
            })
        };
        let of = written.iter().map(|block| block.statements.iter().map(&mut number).collect()).collect();
        Points { variant, roles, statements, of, clocks }
    }

    /// The number of points.
    pub fn len(&self) -> usize {
        self.roles.len() + self.statements.len()
    }

    /// Whether there are no points.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The role of a rule line.
    pub fn role(&self, rule: RuleId) -> Role {
        self.roles.get(rule.index()).copied().unwrap_or(Role::Means)
    }

    /// The counted rule lines outside the library of words, in the order of the flat file.
    pub fn rules(&self) -> impl Iterator<Item = RuleId> + '_ {
        let all = self.variant.rules.lines.iter().enumerate();
        let counted = all.filter(|(i, line)| self.roles[*i] != Role::Means && line.span.file != LIBRARY);
        counted.map(|(i, _)| RuleId(i as u16))
    }

    /// The index of a point among all points.
    pub fn index(&self, point: Point) -> usize {
        match point {
            Point::Rule(rule) => rule.index(),
            Point::Statement(statement) => self.roles.len() + statement as usize,
        }
    }

    /// The span of a point in its file.
    pub fn span(&self, point: Point) -> Span {
        match point {
            Point::Rule(rule) => self.variant.rules.lines.get(rule.index()).map_or(Span::default(), |line| line.span),
            Point::Statement(statement) => self.statements[statement as usize].span,
        }
    }

    /// The counted statements outside the library of words.
    pub fn statements(&self) -> impl Iterator<Item = Point> + '_ {
        self.written().map(|(point, _)| point)
    }

    /// The counted statements outside the library of words, with their data.
    pub(super) fn written(&self) -> impl Iterator<Item = (Point, &Counted)> {
        let all = self.statements.iter().enumerate().filter(|(_, one)| one.span.file != LIBRARY);
        all.map(|(i, one)| (Point::Statement(i as u32), one))
    }

    /// The points that took part in a move, possibly with repetitions.
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

    /// The points that took part in the listing of a decision's moves.
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
            // Another line may have ended the game before this one could.
            Form::Ends if outcome.is_some_and(|outcome| outcome.rule != counted.rule) => {}
            Form::Runs | Form::Ends => points.push(Point::Statement(number)),
        }
        let plays_a_part = match counted.form {
            Form::Asks => false,
            // It ended the game, or it put a side out and the others play on.
            Form::Ends => outcome.is_none_or(|outcome| !ending || outcome.rule == counted.rule),
            // An ending may end the game by a statement of a definition.
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
