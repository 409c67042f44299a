//! Prints all chapters of a variant.

use super::Printer;
use crate::model::rules::{
    ChainLaw, Each, EndingKind, EndingLine, Event, MoveGroup, MoveRule, MoveVerb, Removal, Scope, Stored, StoredOf, StoredType,
    Subject,
};
use crate::model::{Equipment, Rules, Variant};

/// Prints the checked rules of a variant, chapter by chapter.
pub fn variant(variant: &Variant) -> String {
    rules(&variant.equipment, &variant.rules)
}

/// Prints checked rules, chapter by chapter.
pub fn rules(equipment: &Equipment, rules: &Rules) -> String {
    let mut out = String::new();
    let print = |scope| Printer { equipment, rules, scope };
    let with = |condition: &Option<crate::model::expr::Expr>, scope| {
        condition.as_ref().map(|one| format!(" if {}", print(scope).phrase(one))).unwrap_or_default()
    };
    let mut section = |name: &str, lines: String| {
        if !lines.is_empty() {
            out.push_str(&format!("{name}\n"));
            lines.lines().for_each(|line| out.push_str(&format!("  {line}\n")));
        }
    };
    section("stored", rules.stored.iter().map(|stored| stored_text(equipment, stored) + "\n").collect());
    for group in &rules.groups {
        section(&format!("moves {}", group.name), group_text(equipment, rules, group));
    }
    let mut text = String::new();
    for one in &rules.obligations {
        text += &format!("must {}{}\n", print(&one.scope).phrase(&one.moves), with(&one.condition, &one.scope));
    }
    section("obligations", text);
    let mut text = String::new();
    for one in &rules.triggers {
        let printer = print(&one.scope);
        text += &format!("{}{}:\n", event_text(&printer, &one.event), with(&one.condition, &one.scope));
        printer.block(&one.body, 1, &mut text);
    }
    section("triggers", text);
    for script in &rules.setup {
        let mut text = String::new();
        print(&script.scope).block(&script.body, 0, &mut text);
        section("setup", text);
    }
    let mut text = String::new();
    print(&rules.turn.scope).block(&rules.turn.body, 0, &mut text);
    section("turn", text);
    let mut text = String::new();
    for one in &rules.endings {
        let printer = print(&one.scope);
        text += &ending_text(&printer, one);
    }
    section("endings", text);
    let mut text = String::new();
    for one in &rules.scores {
        let printer = print(&one.scope);
        text += &format!("score of {} is {}\n", printer.phrase(&one.player), printer.phrase(&one.value));
    }
    section("scores", text);
    out
}

pub(super) fn stored_text(equipment: &Equipment, stored: &Stored) -> String {
    let of = match stored.of {
        StoredOf::Position => "",
        StoredOf::Player => " of player",
        StoredOf::Side => " of side",
    };
    let each = match stored.each {
        Each::Game => "",
        Each::Turn => " each turn",
        Each::Move => " each move",
    };
    let holds = match stored.holds {
        StoredType::Number { least, greatest, start } => format!("{least}..{greatest} = {start}"),
        StoredType::Set(ty) => type_text(equipment, ty),
    };
    let word = match (stored.clock, stored.holds) {
        (true, _) => "clock",
        (false, StoredType::Number { .. }) => "counter",
        (false, StoredType::Set(_)) => "keep",
    };
    format!("{word} {}{of}: {holds}{each}", stored.name)
}

fn type_text(equipment: &Equipment, ty: crate::model::expr::Type) -> String {
    use crate::model::expr::Type;
    match ty {
        Type::Token(token) => equipment.tokens.get(token.index()).map_or("token".into(), |one| one.name.clone()),
        Type::Value(values) => equipment.enums.get(values.index()).map_or("value".into(), |one| one.name.clone()),
        other => format!("{other:?}").to_lowercase(),
    }
}

fn group_text(equipment: &Equipment, rules: &Rules, group: &MoveGroup) -> String {
    let print = |scope: &Scope, text: &dyn Fn(&Printer<'_>) -> String| text(&Printer { equipment, rules, scope });
    let mut out = String::new();
    for rule in &group.rules {
        out += &print(&rule.scope, &|printer| rule_text(printer, rule));
    }
    for law in &group.chain {
        out += &print(&law.scope, &|printer| law_text(printer, law));
    }
    if group.must_not_reverse.is_some() {
        out += "chain must not reverse\n";
    }
    if group.must_turn.is_some() {
        out += "chain must turn\n";
    }
    if group.must_not_turn.is_some() {
        out += "chain must not turn\n";
    }
    if let Removal::AfterMove(_) = group.removal {
        out += "removal after move\n";
    }
    out
}

/// Prints a rule of a class of moves.
pub(super) fn rule_text(printer: &Printer<'_>, rule: &MoveRule) -> String {
    let subject = match &rule.subject {
        Subject::Pieces(pieces) => printer.phrase(pieces),
        Subject::Players(players) => format!("player {}", printer.phrase(players)),
    };
    let mut text = match &rule.verb {
        MoveVerb::Path(name, path) => {
            let name = name.as_ref().map(|name| format!("{name} ")).unwrap_or_default();
            format!("{subject} may {name}{}", printer.path(path))
        }
        MoveVerb::Body(name, _) => format!("{subject} may {name}"),
    };
    if let Some(condition) = &rule.condition {
        text += &format!(" if {}", printer.phrase(condition));
    }
    text.push('\n');
    if let MoveVerb::Body(_, block) = &rule.verb {
        printer.block(block, 1, &mut text);
    }
    if !rule.then.statements.is_empty() {
        text += "  then:\n";
        printer.block(&rule.then, 2, &mut text);
    }
    text
}

/// Prints a `chain … continue` line.
pub(super) fn law_text(printer: &Printer<'_>, law: &ChainLaw) -> String {
    let condition = law.condition.as_ref().map(|one| format!(" if {}", printer.phrase(one))).unwrap_or_default();
    format!("chain {} continue{condition}\n", if law.must { "must" } else { "may" })
}

/// Prints an ending.
pub(super) fn ending_text(printer: &Printer<'_>, one: &EndingLine) -> String {
    let kind = match &one.kind {
        EndingKind::AfterTurn => "after turn".to_string(),
        EndingKind::AsSoonAs(holds) => format!("as soon as {}", printer.phrase(holds)),
        EndingKind::CannotMove(who) => format!("{} cannot move", printer.phrase(who)),
    };
    let mut text = format!("{kind}{}:\n", if one.patience { " (patience)" } else { "" });
    printer.block(&one.body, 1, &mut text);
    text
}

pub(super) fn event_text(printer: &Printer<'_>, event: &Event) -> String {
    let on = |sites: &Option<crate::model::expr::Expr>| {
        sites.as_ref().map(|sites| format!(" on {}", printer.phrase(sites))).unwrap_or_default()
    };
    match event {
        Event::Lands(pieces, sites) => format!("when {} lands{}", printer.phrase(pieces), on(sites)),
        Event::Rests(pieces, sites) => format!("when {} rests{}", printer.phrase(pieces), on(sites)),
        Event::BeforeTaken(pieces) => format!("before {} is taken", printer.phrase(pieces)),
        Event::Taken(pieces) => format!("when {} is taken", printer.phrase(pieces)),
        Event::Leaves(pieces) => format!("when {} leaves", printer.phrase(pieces)),
        Event::LegBegins => "when leg begins".into(),
        Event::LegEnds => "when leg ends".into(),
        Event::MoveBegins => "when move begins".into(),
        Event::MoveEnds => "when move ends".into(),
        Event::TurnBegins => "when turn begins".into(),
        Event::TurnEnds => "when turn ends".into(),
    }
}
