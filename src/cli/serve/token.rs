//! What a link is known by: 128 bits from the system, in the address.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use subtle::ConstantTimeEq as _;

use crate::cli::answer::Failure;

/// What opens a door. Whoever has it may come in.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Token(String);

/// How many letters a token has.
const LETTERS: usize = 22;

impl Token {
    /// One that nobody can guess.
    pub(super) fn new() -> Result<Token, Failure> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(|error| Failure::Wrong(format!("the system gives no random numbers: {error}")))?;
        Ok(Token(URL_SAFE_NO_PAD.encode(bytes)))
    }

    /// One that was made before, if this is one.
    pub(super) fn read(text: &str) -> Option<Token> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        (text.len() == LETTERS && bytes.len() == 16).then(|| Token(text.to_owned()))
    }

    /// Whether it is this text. How long that takes says nothing of how much of it is right.
    pub(super) fn is(&self, text: &str) -> bool {
        self.0.as_bytes().ct_eq(text.as_bytes()).into()
    }

    /// As it stands in an address.
    pub(super) fn text(&self) -> &str {
        &self.0
    }
}
