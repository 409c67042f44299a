"""The language server, as pytest-lsp and its copies of VS Code, Neovim and Emacs meet it: clients that nobody here wrote, which check
what the server says against what each editor can do."""

import os
import pathlib

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

SERVER = os.environ.get("DRAUGHTSMAN", "draughtsman")
VARIANTS = pathlib.Path(__file__).resolve().parents[2] / "variants"
EDITORS = ["visual-studio-code", "neovim", "emacs"]
TEXT = """+++
name = "Child"
extends = "english"
+++

## A man may also hop.
movement {
  add man may hop forward diagonal over own
}

capture {
  replace man may jump by man may jump diagonal over an enemy
}

definitions {
  define near = any-way from site of own king
}
"""


@pytest_lsp.fixture(params=EDITORS, config=ClientServerConfig(server_command=[SERVER, "lsp"]))
async def client(request, lsp_client: LanguageClient):
    capabilities = client_capabilities(request.param)
    answer = await lsp_client.initialize_session(types.InitializeParams(capabilities=capabilities, root_uri=VARIANTS.as_uri()))
    assert answer.server_info.name == "draughtsman"
    yield
    await lsp_client.shutdown_session()


class File:
    """A file that is open in the editor."""

    def __init__(self, client: LanguageClient, folder: pathlib.Path, text: str = TEXT, name: str = "child.draughts"):
        self.client, self.text, self.version = client, text, 1
        self.uri = (folder / name).as_uri()
        item = types.TextDocumentItem(uri=self.uri, language_id="draughts", version=1, text=text)
        client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))

    @property
    def id(self) -> types.TextDocumentIdentifier:
        return types.TextDocumentIdentifier(uri=self.uri)

    def at(self, word: str, more: int = 0) -> types.Position:
        before = self.text[: self.text.index(word) + more]
        return types.Position(line=before.count("\n"), character=len(before) - before.rfind("\n") - 1)

    def change(self, old: str, new: str) -> None:
        start, end = self.at(old), self.at(old, len(old))
        self.version += 1
        edit = types.TextDocumentContentChangePartial(range=types.Range(start=start, end=end), text=new)
        document = types.VersionedTextDocumentIdentifier(uri=self.uri, version=self.version)
        self.text = self.text.replace(old, new, 1)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(text_document=document, content_changes=[edit]))

    async def diagnostics(self, *codes: str) -> list[types.Diagnostic]:
        """What is wrong with the text as it is now, once it is what these codes say."""
        said = self.client.diagnostics
        while self.uri not in said or sorted(one.code for one in said[self.uri]) != sorted(codes):
            await self.client.wait_for_notification("textDocument/publishDiagnostics")
        return list(self.client.diagnostics[self.uri])

    def place(self, word: str, more: int = 0) -> dict:
        return {"text_document": self.id, "position": self.at(word, more)}


@pytest.mark.asyncio
async def test_mistakes_as_one_types(client: LanguageClient, tmp_path: pathlib.Path):
    file = File(client, tmp_path)
    (unused,) = await file.diagnostics("W0803")
    assert unused.range.start == file.at("near")
    file.change("forward", "forwrd")
    found = await file.diagnostics("E0301")
    assert found[0].range.start == file.at("forwrd")
    params = types.CodeActionParams(file.id, found[0].range, types.CodeActionContext(diagnostics=found))
    actions = await client.text_document_code_action_async(params)
    assert [(one.title, one.is_preferred) for one in actions] == [("Write `forward`", True)]
    everything = types.CodeActionContext(diagnostics=[], only=[types.CodeActionKind.SourceFixAll])
    (action,) = await client.text_document_code_action_async(types.CodeActionParams(file.id, found[0].range, everything))
    assert "hop forward diagonal" in action.edit.changes[file.uri][0].new_text


@pytest.mark.asyncio
async def test_what_words_mean_and_where_they_come_from(client: LanguageClient, tmp_path: pathlib.Path):
    file = File(client, tmp_path)
    hover = await client.text_document_hover_async(types.HoverParams(**file.place("hop forward")))
    assert "Goes over one neighbour" in hover.contents.value
    leads = await client.text_document_definition_async(types.DefinitionParams(**file.place("hop forward")))
    assert "define hop" in pathlib.Path(leads.uri.removeprefix("file://")).read_text().splitlines()[leads.range.start.line]
    context = types.ReferenceContext(include_declaration=True)
    everywhere = await client.text_document_references_async(types.ReferenceParams(context, **file.place("man may hop")))
    assert len([one for one in everywhere if one.uri == file.uri]) == 3
    renamed = await client.text_document_rename_async(types.RenameParams(new_name="close", **file.place("near")))
    assert [edit.new_text for edit in renamed.changes[file.uri]] == ["close"]
    assert await client.text_document_prepare_rename_async(types.PrepareRenameParams(**file.place("near"))) is not None


@pytest.mark.asyncio
async def test_what_could_be_written(client: LanguageClient, tmp_path: pathlib.Path):
    file = File(client, tmp_path)
    found = await client.text_document_completion_async(types.CompletionParams(**file.place("forward diagonal")))
    labels = [one.label for one in found.items]
    assert "forward" in labels and "any-way" in labels and "king" not in labels


@pytest.mark.asyncio
async def test_the_parts_of_a_file(client: LanguageClient, tmp_path: pathlib.Path):
    file = File(client, tmp_path)
    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(file.id))
    assert [one.name for one in symbols] == ["name", "extends", "movement", "capture", "definitions"]
    assert await client.text_document_folding_range_async(types.FoldingRangeParams(file.id))
    tokens = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(file.id))
    assert len(tokens.data) % 5 == 0 and len(tokens.data) > 100
    whole = types.Range(types.Position(0, 0), types.Position(99, 0))
    hints = await client.text_document_inlay_hint_async(types.InlayHintParams(file.id, whole))
    assert [one.label[0].value for one in hints] == ["forward diagonal over enemy"]
    options = types.FormattingOptions(tab_size=2, insert_spaces=True)
    assert await client.text_document_formatting_async(types.DocumentFormattingParams(file.id, options)) is None
    assert not await client.text_document_code_lens_async(types.CodeLensParams(file.id))


@pytest.mark.asyncio
async def test_every_bundled_file(client: LanguageClient):
    for path in sorted(VARIANTS.glob("*.draughts")):
        file = File(client, VARIANTS, path.read_text(), path.name)
        assert await file.diagnostics() == [], path.name
        tokens = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(file.id))
        assert tokens.data
        assert await client.text_document_document_symbol_async(types.DocumentSymbolParams(file.id))
