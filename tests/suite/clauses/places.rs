//! Where the tree of a rule file can be cut or turned round.

use std::ops::Range;

use draughtsman::source::Span;
use draughtsman::syntax::ast::{
    DefineBody, EventVerb, Expr, ExprKind, Filter, Holds, IsTail, Item, ItemKind, Order, Part, Path, PathItem, Quantity, Rule,
    RuleFile, Statement, StatementKind, Suite, Verb,
};

/// One change of a text: its name, the bytes replaced, what is put there, and the place that people look at.
#[derive(Clone, Debug)]
pub(crate) struct Edit {
    pub(crate) name: &'static str,
    pub(crate) at: Range<usize>,
    pub(crate) with: String,
    pub(crate) seen: usize,
}

/// What a walk through a file finds.
pub(crate) struct Places<'t> {
    text: &'t str,
    /// Changes that follow from the tree.
    pub(crate) edits: Vec<Edit>,
    /// The rules, without the `##` words above them.
    pub(crate) rules: Vec<Range<usize>>,
    /// The beginnings by which a child names its parent's rules: another name is another rule, or none.
    pub(crate) names: Vec<Range<usize>>,
    /// The greatest values of counters: more room than is used cannot be seen.
    pub(crate) rooms: Vec<Range<usize>>,
    /// The options, by name.
    pub(crate) options: Vec<(Range<usize>, String)>,
}

fn range(span: Span) -> Range<usize> {
    span.start as usize..span.end as usize
}

impl<'t> Places<'t> {
    /// All that can be changed in a file.
    pub(crate) fn of(text: &'t str, file: &RuleFile) -> Places<'t> {
        let mut places =
            Places { text, edits: Vec::new(), rules: Vec::new(), names: Vec::new(), rooms: Vec::new(), options: Vec::new() };
        for part in &file.parts {
            let chapters = match part {
                Part::Chapter(chapter) => std::slice::from_ref(chapter),
                Part::Option(option) => {
                    places.options.push((range(option.span), option.name.value.clone()));
                    &option.chapters
                }
            };
            for chapter in chapters {
                if let Some(edit) = &chapter.edit {
                    places.edit("delete", range(edit.span), "");
                }
                places.items(&chapter.items);
            }
        }
        places
    }

    fn edit(&mut self, name: &'static str, at: Range<usize>, with: &str) {
        self.edits.push(Edit { name, seen: at.start, at, with: with.to_owned() });
    }

    /// Each of several things that stand one after another is taken away, with what separates it from the next.
    fn cut_each(&mut self, name: &'static str, things: &[(Range<usize>, usize)]) {
        for (i, (thing, whole)) in things.iter().enumerate() {
            // `piece` beside another word for pieces is the noun of the phrase.
            let name = if name == "leave out" && &self.text[thing.clone()] == "piece" { "noun" } else { name };
            let at = match (things.get(i + 1), i.checked_sub(1)) {
                (Some((_, next)), _) => *whole..*next,
                (None, Some(before)) => things[before].0.end..thing.end,
                (None, None) => *whole..thing.end,
            };
            self.edits.push(Edit { name, at, with: String::new(), seen: thing.start });
        }
    }

    fn items(&mut self, items: &[Item]) {
        let things: Vec<_> = items.iter().map(|item| (range(item.span), item.doc.as_ref().map(|doc| doc.span))).collect();
        self.cut_each("delete", &below_docs(things));
        for item in items {
            self.rules.push(range(item.span));
            match &item.kind {
                ItemKind::Rule(rule) | ItemKind::Add(rule) => self.rule(rule),
                ItemKind::Remove { old } => self.names.push(range(old.span)),
                ItemKind::Replace { old, new } => {
                    self.names.push(range(old.span));
                    match new.as_slice() {
                        [Item { kind: ItemKind::Rule(rule), .. }] => self.rule(rule),
                        several => self.items(several),
                    }
                }
            }
        }
    }

    fn rule(&mut self, rule: &Rule) {
        match rule {
            Rule::Define(define) => match &define.body {
                DefineBody::Path(path) => self.path(path),
                DefineBody::Expr(expr) => self.expr(expr),
                DefineBody::Suite(suite) => self.suite(suite),
            },
            Rule::Stored(stored) => {
                if let Holds::Range(least, greatest) = &stored.holds {
                    self.rooms.push(range(greatest.span));
                    [least, greatest].into_iter().for_each(|bound| self.expr(bound));
                }
                stored.start.iter().for_each(|start| self.expr(start));
            }
            Rule::May { subject, verb, condition, suite } => {
                self.expr(subject);
                self.verb(verb);
                self.condition(condition.as_ref());
                suite.iter().for_each(|suite| self.suite(suite));
            }
            Rule::Chain { condition, .. } => self.condition(condition.as_ref()),
            Rule::Removal(_) => {}
            Rule::Must { moves, condition } => {
                self.expr(moves);
                self.condition(condition.as_ref());
            }
            Rule::Trigger { event, condition, suite, .. } => {
                self.expr(&event.subject);
                if let EventVerb::Lands(Some(sites)) | EventVerb::Rests(Some(sites)) = &event.verb {
                    self.cut_from("on", sites.span);
                    self.expr(sites);
                }
                self.condition(condition.as_ref());
                self.suite(suite);
            }
            Rule::Soon { condition, suite } => {
                self.negate(condition);
                self.suite(suite);
            }
            Rule::CannotMove { player, suite } => {
                self.expr(player);
                self.suite(suite);
            }
            Rule::Score { player, value } => {
                self.expr(player);
                self.expr(value);
            }
            Rule::Statement(statement) => self.statement(statement),
        }
    }

    /// Takes a part away with the word before it.
    fn cut_from(&mut self, word: &str, part: Span) {
        let before = self.text[..part.start as usize].trim_end();
        if let Some(rest) = before.strip_suffix(word) {
            self.edit("leave out", rest.trim_end().len()..part.end as usize, "");
        }
    }

    fn condition(&mut self, condition: Option<&Expr>) {
        let Some(condition) = condition else { return };
        self.cut_from("if", condition.span);
        self.negate(condition);
    }

    /// Says the opposite, then looks inside.
    fn negate(&mut self, truth: &Expr) {
        let text = truth.span.of(self.text);
        self.edit("negate", range(truth.span), &format!("not ({text})"));
        self.expr(truth);
    }

    fn suite(&mut self, suite: &Suite) {
        let statements = &suite.statements;
        if statements.len() > 1 {
            let things = statements.iter().map(|one| (range(one.span), one.doc.as_ref().map(|doc| doc.span)));
            self.cut_each("delete", &below_docs(things.collect()));
        }
        statements.iter().for_each(|statement| self.statement(statement));
    }

    fn statement(&mut self, statement: &Statement) {
        let whole = range(statement.span);
        match &statement.kind {
            StatementKind::Either(suites) => {
                if let [one, other] = suites.as_slice() {
                    let only = |suite: &Suite| format!("repeat 1 {}", suite.span.of(self.text));
                    let (one, other) = (only(one), only(other));
                    self.edit("leave out", whole.clone(), &one);
                    self.edit("leave out", whole, &other);
                }
                suites.iter().for_each(|suite| self.suite(suite));
            }
            StatementKind::May(suite) => {
                self.edit("leave out", whole.start..whole.start + "may".len(), "");
                self.suite(suite);
            }
            StatementKind::Repeat(number, suite) => {
                number.iter().for_each(|number| self.expr(number));
                self.suite(suite);
            }
            StatementKind::For(_, set, suite) | StatementKind::As(set, suite) => {
                self.expr(set);
                self.suite(suite);
            }
            StatementKind::If(condition, then, other) => {
                self.negate(condition);
                self.suite(then);
                if let Some(other) = other {
                    self.edit("delete", then.span.end as usize..other.span.end as usize, "");
                    self.suite(other);
                }
            }
            StatementKind::Conditional(simple, condition) => {
                self.statement(simple);
                self.condition(Some(condition));
            }
            StatementKind::Choose { from, by, .. } => {
                self.expr(from);
                by.iter().for_each(|by| self.cut_from("by", by.span));
            }
            StatementKind::Play(moves, by) => {
                self.expr(moves);
                by.iter().for_each(|by| self.cut_from("by", by.span));
            }
            StatementKind::Require(truth) => self.negate(truth),
            StatementKind::Let(_, one)
            | StatementKind::Take(one)
            | StatementKind::Shuffle(one)
            | StatementKind::Wins(one, _)
            | StatementKind::Loses(one, _) => self.expr(one),
            StatementKind::Set(one, other)
            | StatementKind::Raise(one, other)
            | StatementKind::Lower(one, other)
            | StatementKind::Move(one, other)
            | StatementKind::Show(one, other) => [one, other].into_iter().for_each(|one| self.expr(one)),
            StatementKind::Exchange(all) => all.iter().for_each(|one| self.expr(one)),
            StatementKind::Prevent | StatementKind::End(..) | StatementKind::Draw(_) => {}
            StatementKind::Verb(verb) => self.verb(verb),
        }
    }

    fn verb(&mut self, verb: &Verb) {
        match verb {
            Verb::Path(path) => self.path(path),
            Verb::Call(call) => call.args.iter().chain(call.labelled.iter().map(|(_, arg)| arg)).for_each(|arg| self.expr(arg)),
        }
    }

    fn path(&mut self, path: &Path) {
        self.expr(&path.ways);
        // The items stand between the commas outside any parentheses.
        let whole = range(path.span);
        let (mut depth, mut commas) = (0, Vec::new());
        for (at, c) in self.text[whole.clone()].char_indices() {
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                ',' if depth == 0 => commas.push(whole.start + at),
                _ => {}
            }
        }
        for (i, comma) in commas.iter().enumerate() {
            let end = commas.get(i + 1).copied().unwrap_or(whole.end);
            self.edit("leave out", *comma..end, "");
        }
        self.path_items(&path.items);
    }

    fn path_items(&mut self, items: &[PathItem]) {
        for item in items {
            match item {
                PathItem::Past(quantity, set) | PathItem::Taking(quantity, set) => {
                    self.quantity(quantity);
                    self.expr(set);
                }
                PathItem::To(set) => self.expr(set),
                PathItem::Here(_) => {}
                PathItem::Group(quantity, items) => {
                    self.quantity(quantity);
                    self.path_items(items);
                }
            }
        }
    }

    fn quantity(&mut self, quantity: &Quantity) {
        match quantity {
            Quantity::Exactly(one) => self.expr(one),
            Quantity::Range(least, greatest) => [least, greatest].into_iter().for_each(|bound| self.expr(bound)),
            _ => {}
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Name(_) | ExprKind::Number(_) | ExprKind::Text(_) | ExprKind::New(_) => {}
            ExprKind::Together(parts) | ExprKind::Or(parts) | ExprKind::And(parts) => {
                let things: Vec<_> = parts.iter().map(|part| (range(part.span), part.span.start as usize)).collect();
                self.cut_each("leave out", &things);
                parts.iter().for_each(|part| self.expr(part));
            }
            ExprKind::Without(inner) | ExprKind::Not(inner) | ExprKind::Quantified(_, inner) => self.expr(inner),
            ExprKind::Filtered(set, filter) => {
                self.edit("leave out", set.span.end as usize..expr.span.end as usize, "");
                self.expr(set);
                self.filter(filter);
            }
            ExprKind::Is(one, _, tail) => {
                self.expr(one);
                match tail {
                    IsTail::Set(set) => self.expr(set),
                    IsTail::Filter(filter) => self.filter(filter),
                }
            }
            ExprKind::Compare(one, order, other) => {
                let instead = match order.value {
                    Order::Equal => "!=",
                    Order::Unequal => "=",
                    Order::Less => "<=",
                    Order::AtMost => "<",
                    Order::More => ">=",
                    Order::AtLeast => ">",
                };
                self.edit("compare", range(order.span), instead);
                [one, other].into_iter().for_each(|one| self.expr(one));
            }
            ExprKind::Can(one, verb) => {
                self.expr(one);
                self.verb(verb);
            }
            ExprKind::Of(one, other)
            | ExprKind::From(one, other)
            | ExprKind::Beyond(one, other)
            | ExprKind::Sum(one, _, other)
            | ExprKind::Product(one, other) => [one, other].into_iter().for_each(|one| self.expr(one)),
            ExprKind::IfElse(condition, one, other) => {
                self.negate(condition);
                [one, other].into_iter().for_each(|one| self.expr(one));
            }
            ExprKind::Function(call) => call.args.iter().for_each(|arg| self.expr(arg)),
        }
    }

    fn filter(&mut self, filter: &Filter) {
        match filter {
            Filter::Where(_, truth) => self.negate(truth),
            Filter::On(_, set) | Filter::In(_, set) | Filter::Most(_, set) | Filter::Least(_, set) => self.expr(set),
        }
    }
}

/// Things with the start of their `##` words, which go with them.
fn below_docs(things: Vec<(Range<usize>, Option<Span>)>) -> Vec<(Range<usize>, usize)> {
    things
        .into_iter()
        .map(|(thing, doc)| {
            let whole = doc.map_or(thing.start, |doc| doc.start as usize);
            (thing, whole)
        })
        .collect()
}
