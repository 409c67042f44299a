//! The secret part of a link: 128 random bits in its address.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use subtle::ConstantTimeEq as _;

use crate::cli::answer::Failure;

/// A secret that gives access to what a link leads to. Everybody who has it may come in.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Token(String);

/// Number of characters of a token.
const LETTERS: usize = 22;

impl Token {
    /// Makes a token that cannot be guessed.
    pub(super) fn new() -> Result<Token, Failure> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(|error| Failure::Wrong(format!("the system gives no random numbers: {error}")))?;
        Ok(Token(URL_SAFE_NO_PAD.encode(bytes)))
    }

    /// Reads a token that was made before; `None` if the text is none.
    pub(super) fn read(text: &str) -> Option<Token> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        (text.len() == LETTERS && bytes.len() == 16).then(|| Token(text.to_owned()))
    }

    /// Whether it equals a text. The time that this takes does not depend on how much of the text is right.
    pub(super) fn is(&self, text: &str) -> bool {
        self.0.as_bytes().ct_eq(text.as_bytes()).into()
    }

    /// The token as it is written in an address.
    pub(super) fn text(&self) -> &str {
        &self.0
    }
}
