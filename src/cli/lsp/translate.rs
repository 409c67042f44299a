//! Conversions between the data of [`draughtsman::editor`] and the types of the protocol.

use draughtsman::check::Sort;
use draughtsman::diagnostic::{Diagnostic, Fix, Severity};
use draughtsman::editor::{Colour, Coloured, Completion, Document, Fold, Offered, Symbol, SymbolSort};
use draughtsman::source::{Place, Source, Span};
use ls_types as lsp;

use super::library;

/// A place as a position of the protocol.
pub(super) fn position(place: Place) -> lsp::Position {
    lsp::Position { line: place.line, character: place.column }
}

/// The byte offset of a position.
pub(super) fn byte(source: &Source, position: lsp::Position) -> u32 {
    source.byte(Place { line: position.line, column: position.character })
}

/// The range of a span.
pub(super) fn range(source: &Source, span: Span) -> lsp::Range {
    lsp::Range { start: position(source.place(span.start)), end: position(source.place(span.end)) }
}

/// The span of a range.
pub(super) fn span(document: &Document, range: lsp::Range) -> Span {
    let source = document.source();
    Span::new(document.file(), byte(source, range.start) as usize, byte(source, range.end) as usize)
}

/// The URI of a span's file: for the document itself that of the editor, for bundled files that of a copy on the disk.
pub(super) fn uri(document: &Document, own: &lsp::Uri, span: Span) -> Option<lsp::Uri> {
    if span.file == document.file() {
        return Some(own.clone());
    }
    let source = document.loaded.sources.get(span.file);
    let path = std::path::Path::new(&source.name);
    match path.is_absolute() {
        true => lsp::Uri::from_file_path(path),
        false => lsp::Uri::from_file_path(library::file(&source.name, &source.text)?),
    }
}

/// The location of a span in any of the files.
pub(super) fn location(document: &Document, own: &lsp::Uri, span: Span) -> Option<lsp::Location> {
    let source = document.loaded.sources.get(span.file);
    Some(lsp::Location { uri: uri(document, own, span)?, range: range(source, span) })
}

/// A mistake, with the other places involved.
pub(super) fn diagnostic(document: &Document, own: &lsp::Uri, one: &Diagnostic) -> lsp::Diagnostic {
    let related = one.labels.iter().filter_map(|label| {
        let location = location(document, own, label.span)?;
        Some(lsp::DiagnosticRelatedInformation { location, message: label.text.clone() })
    });
    let related: Vec<lsp::DiagnosticRelatedInformation> = related.collect();
    let unused = one.code.starts_with("W08") && one.message.contains("never");
    lsp::Diagnostic {
        range: range(document.source(), one.span),
        severity: Some(match one.severity {
            Severity::Error => lsp::DiagnosticSeverity::ERROR,
            Severity::Warning => lsp::DiagnosticSeverity::WARNING,
        }),
        code: Some(lsp::NumberOrString::String(one.code.to_owned())),
        source: Some("draughtsman".to_owned()),
        message: std::iter::once(one.message.clone()).chain(one.advice()).collect::<Vec<_>>().join("\n"),
        related_information: (!related.is_empty()).then_some(related),
        tags: unused.then(|| vec![lsp::DiagnosticTag::UNNECESSARY]),
        ..lsp::Diagnostic::default()
    }
}

/// A change of the document.
pub(super) fn edit(source: &Source, change: &Fix) -> lsp::TextEdit {
    lsp::TextEdit { range: range(source, change.span), new_text: change.replacement.clone() }
}

/// Changes of several files.
pub(super) fn edits(files: impl IntoIterator<Item = (lsp::Uri, Vec<lsp::TextEdit>)>) -> lsp::WorkspaceEdit {
    lsp::WorkspaceEdit { changes: Some(files.into_iter().collect()), ..lsp::WorkspaceEdit::default() }
}

/// A part of the document, with the parts inside it.
#[expect(deprecated, reason = "the field has to be there")]
pub(super) fn symbol(source: &Source, one: &Symbol) -> lsp::DocumentSymbol {
    lsp::DocumentSymbol {
        name: one.name.clone(),
        detail: None,
        kind: match one.sort {
            SymbolSort::Key => lsp::SymbolKind::PROPERTY,
            SymbolSort::Chapter => lsp::SymbolKind::NAMESPACE,
            SymbolSort::Option => lsp::SymbolKind::MODULE,
            SymbolSort::Definition => lsp::SymbolKind::FUNCTION,
            SymbolSort::Stored => lsp::SymbolKind::VARIABLE,
            SymbolSort::Rule => lsp::SymbolKind::EVENT,
        },
        tags: None,
        deprecated: None,
        range: range(source, one.span),
        selection_range: range(source, one.head),
        children: (!one.inside.is_empty()).then(|| one.inside.iter().map(|one| symbol(source, one)).collect()),
    }
}

/// The lines of a fold. The last line, which closes it, stays visible.
pub(super) fn fold(source: &Source, one: &Fold) -> lsp::FoldingRange {
    let (start, end) = (source.place(one.span.start), source.place(one.span.end));
    let closes = !one.comment && end.line > start.line + 1;
    lsp::FoldingRange {
        start_line: start.line,
        start_character: None,
        end_line: if closes { end.line - 1 } else { end.line },
        end_character: None,
        kind: one.comment.then_some(lsp::FoldingRangeKind::Comment),
        collapsed_text: None,
    }
}

/// An item of a completion list. `place` is its place in the list, which editors sort by.
pub(super) fn completion(source: &Source, replace: Span, (place, one): (usize, Completion)) -> lsp::CompletionItem {
    use lsp::CompletionItemKind as Kind;
    let text = one.text.clone().unwrap_or_else(|| one.label.clone());
    lsp::CompletionItem {
        kind: Some(match one.offered {
            Offered::Keyword => Kind::KEYWORD,
            Offered::Key => Kind::PROPERTY,
            Offered::Value => Kind::VALUE,
            Offered::Chapter => Kind::MODULE,
            Offered::Rule => Kind::REFERENCE,
            Offered::Name(sort) => match sort {
                Sort::Kind => Kind::CLASS,
                Sort::Token => Kind::STRUCT,
                Sort::Set => Kind::ENUM,
                Sort::Value => Kind::ENUM_MEMBER,
                Sort::Verb => Kind::FUNCTION,
                Sort::Attribute => Kind::FIELD,
                Sort::Number => Kind::CONSTANT,
                Sort::Option | Sort::Moves | Sort::File => Kind::MODULE,
                _ => Kind::VARIABLE,
            },
        }),
        detail: (!one.detail.is_empty()).then_some(one.detail),
        sort_text: Some(format!("{place:04}")),
        filter_text: Some(text.clone()),
        text_edit: Some(lsp::CompletionTextEdit::Edit(lsp::TextEdit { range: range(source, replace), new_text: text })),
        label: one.label,
        ..lsp::CompletionItem::default()
    }
}

/// The types of semantic tokens, in the order of their numbers in the protocol.
pub(super) const COLOURS: [lsp::SemanticTokenType; 16] = [
    lsp::SemanticTokenType::COMMENT,
    lsp::SemanticTokenType::STRING,
    lsp::SemanticTokenType::NUMBER,
    lsp::SemanticTokenType::KEYWORD,
    lsp::SemanticTokenType::OPERATOR,
    lsp::SemanticTokenType::NAMESPACE,
    lsp::SemanticTokenType::PROPERTY,
    lsp::SemanticTokenType::CLASS,
    lsp::SemanticTokenType::STRUCT,
    lsp::SemanticTokenType::ENUM,
    lsp::SemanticTokenType::ENUM_MEMBER,
    lsp::SemanticTokenType::FUNCTION,
    lsp::SemanticTokenType::VARIABLE,
    lsp::SemanticTokenType::PARAMETER,
    lsp::SemanticTokenType::MACRO,
    lsp::SemanticTokenType::TYPE,
];

/// The modifiers of semantic tokens, in the order of their bits.
pub(super) const BESIDES: [lsp::SemanticTokenModifier; 2] =
    [lsp::SemanticTokenModifier::DECLARATION, lsp::SemanticTokenModifier::DEFAULT_LIBRARY];

fn colour(colour: Colour) -> lsp::SemanticTokenType {
    use lsp::SemanticTokenType as Type;
    match colour {
        Colour::Comment => Type::COMMENT,
        Colour::Text => Type::STRING,
        Colour::Number => Type::NUMBER,
        Colour::Keyword => Type::KEYWORD,
        Colour::Operator => Type::OPERATOR,
        Colour::Heading => Type::NAMESPACE,
        Colour::Key => Type::PROPERTY,
        Colour::Name(sort) => match sort {
            Sort::Kind => Type::CLASS,
            Sort::Token => Type::STRUCT,
            Sort::Set => Type::ENUM,
            Sort::Value | Sort::Player | Sort::Side => Type::ENUM_MEMBER,
            Sort::Attribute => Type::PROPERTY,
            Sort::Verb => Type::FUNCTION,
            Sort::Phrase => Type::MACRO,
            Sort::Parameter => Type::PARAMETER,
            Sort::Option | Sort::File | Sort::Rule => Type::TYPE,
            _ => Type::VARIABLE,
        },
    }
}

/// The semantic tokens, each positioned relative to the one before.
pub(super) fn colours(source: &Source, all: &[Coloured]) -> lsp::SemanticTokens {
    let mut data = Vec::with_capacity(all.len());
    let mut last = Place { line: 0, column: 0 };
    for one in all {
        let (start, end) = (source.place(one.span.start), source.place(one.span.end));
        let Some(number) = COLOURS.iter().position(|known| *known == colour(one.colour)) else { continue };
        let line = start.line - last.line;
        data.push(lsp::SemanticToken {
            delta_line: line,
            delta_start: if line == 0 { start.column - last.column } else { start.column },
            length: end.column.saturating_sub(start.column),
            token_type: number as u32,
            token_modifiers_bitset: u32::from(one.declares) | u32::from(one.given) << 1,
        });
        last = start;
    }
    lsp::SemanticTokens { result_id: None, data }
}
