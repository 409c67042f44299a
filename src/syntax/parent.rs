//! The variant that a file extends, as its front matter names it: `english`, and which one it has to be.

/// The version of a file that says none.
pub const FIRST_VERSION: &str = "1.0.0";

/// A parent: its name, and what pins it.
///
/// ```
/// use draughtsman::syntax::parent::{Parent, Pin};
/// assert_eq!(Parent::read("english"), Parent { name: "english", pin: None });
/// assert_eq!(Parent::read("english@1.0.0"), Parent { name: "english", pin: Some(Pin::Version("1.0.0")) });
/// assert!(matches!(Parent::read("english@sha256:00ff").pin, Some(Pin::Sha256("00ff"))));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parent<'t> {
    /// What it is called.
    pub name: &'t str,
    /// Which one it has to be; any, if that is not said.
    pub pin: Option<Pin<'t>>,
}

/// Which parent it has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pin<'t> {
    /// The one whose `version` is this.
    Version(&'t str),
    /// The one whose file has this checksum, in hexadecimal digits.
    Sha256(&'t str),
}

impl<'t> Parent<'t> {
    /// What stands behind `extends`.
    pub fn read(text: &'t str) -> Parent<'t> {
        let Some((name, pin)) = text.split_once('@') else { return Parent { name: text, pin: None } };
        let pin = pin.strip_prefix("sha256:").map_or(Pin::Version(pin), Pin::Sha256);
        Parent { name, pin: Some(pin) }
    }
}
