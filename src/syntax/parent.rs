//! The value of `extends`: the name of the parent, such as `english`, and an optional pin.

/// The version of a file that states none.
pub const FIRST_VERSION: &str = "1.0.0";

/// A parent with its pin.
///
/// ```
/// use draughtsman::syntax::parent::{Parent, Pin};
/// assert_eq!(Parent::read("english"), Parent { name: "english", pin: None });
/// assert_eq!(Parent::read("english@1.0.0"), Parent { name: "english", pin: Some(Pin::Version("1.0.0")) });
/// assert!(matches!(Parent::read("english@sha256:00ff").pin, Some(Pin::Sha256("00ff"))));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parent<'t> {
    /// The name of the parent.
    pub name: &'t str,
    /// The pin; without one, any version is accepted.
    pub pin: Option<Pin<'t>>,
}

/// The condition that a parent must meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pin<'t> {
    /// Its `version` is this.
    Version(&'t str),
    /// The SHA-256 checksum of its file is this, in hexadecimal.
    Sha256(&'t str),
}

impl<'t> Parent<'t> {
    /// Splits the value of `extends`.
    pub fn read(text: &'t str) -> Parent<'t> {
        let Some((name, pin)) = text.split_once('@') else { return Parent { name: text, pin: None } };
        let pin = pin.strip_prefix("sha256:").map_or(Pin::Version(pin), Pin::Sha256);
        Parent { name, pin: Some(pin) }
    }
}
