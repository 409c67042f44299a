//! The capabilities of the server.

use ls_types as lsp;
use serde_json::{Value, json};

use super::translate::{BESIDES, COLOURS};

/// The answer to `initialize`.
pub(super) fn offered() -> Value {
    let tokens = lsp::SemanticTokensOptions {
        legend: lsp::SemanticTokensLegend { token_types: COLOURS.to_vec(), token_modifiers: BESIDES.to_vec() },
        full: Some(lsp::SemanticTokensFullOptions::Bool(true)),
        range: Some(false),
        ..lsp::SemanticTokensOptions::default()
    };
    let actions = lsp::CodeActionOptions {
        code_action_kinds: Some(vec![lsp::CodeActionKind::QUICKFIX, lsp::CodeActionKind::SOURCE_FIX_ALL]),
        ..lsp::CodeActionOptions::default()
    };
    let capabilities = lsp::ServerCapabilities {
        position_encoding: Some(lsp::PositionEncodingKind::UTF16),
        text_document_sync: Some(lsp::TextDocumentSyncCapability::Kind(lsp::TextDocumentSyncKind::INCREMENTAL)),
        hover_provider: Some(lsp::HoverProviderCapability::Simple(true)),
        completion_provider: Some(lsp::CompletionOptions {
            trigger_characters: Some([" ", "\"", "["].map(str::to_owned).to_vec()),
            ..lsp::CompletionOptions::default()
        }),
        definition_provider: Some(lsp::OneOf::Left(true)),
        references_provider: Some(lsp::OneOf::Left(true)),
        document_highlight_provider: Some(lsp::OneOf::Left(true)),
        document_symbol_provider: Some(lsp::OneOf::Left(true)),
        code_action_provider: Some(lsp::CodeActionProviderCapability::Options(actions)),
        code_lens_provider: Some(lsp::CodeLensOptions { resolve_provider: Some(false) }),
        document_formatting_provider: Some(lsp::OneOf::Left(true)),
        rename_provider: Some(lsp::OneOf::Right(lsp::RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: lsp::WorkDoneProgressOptions::default(),
        })),
        folding_range_provider: Some(lsp::FoldingRangeProviderCapability::Simple(true)),
        semantic_tokens_provider: Some(lsp::SemanticTokensServerCapabilities::SemanticTokensOptions(tokens)),
        inlay_hint_provider: Some(lsp::OneOf::Left(true)),
        ..lsp::ServerCapabilities::default()
    };
    json!({
        "capabilities": capabilities,
        "serverInfo": { "name": "draughtsman", "version": env!("CARGO_PKG_VERSION") },
    })
}
