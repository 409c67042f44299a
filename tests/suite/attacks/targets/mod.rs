//! What is done with an input that a fuzzer has made, or that somebody kept: a function for each way in. Whatever the input is, it comes to
//! an end soon and breaks nothing; what holds for every input is asserted. `fuzz/` runs them by the million, the tests beside this folder
//! on what is kept.

mod editor;
mod files;
mod game;
mod hub;
mod pdn;
mod positions;
mod requests;
mod rules;
pub(crate) mod ways;

/// What is done with an input.
pub(crate) type Attack = fn(&[u8]);

/// Every target by its name.
pub(crate) const TARGETS: [(&str, Attack); 7] = [
    ("rules", rules::attack),
    ("files", files::attack),
    ("positions", positions::attack),
    ("pdn", pdn::attack),
    ("editor", editor::attack),
    ("requests", requests::attack),
    ("hub", hub::attack),
];

/// The first byte as a number, and the rest as text.
fn numbered(data: &[u8]) -> Option<(usize, String)> {
    let (first, rest) = data.split_first()?;
    Some((usize::from(*first), String::from_utf8_lossy(rest).into_owned()))
}

/// The rules of a bundled variant, one for each number; read once.
fn bundled(number: usize) -> draughtsman::session::Rules {
    use draughtsman::session::Rules;
    use std::sync::{LazyLock, OnceLock};
    static NAMES: LazyLock<Vec<&str>> = LazyLock::new(|| draughtsman::library::names().collect());
    static READ: LazyLock<Vec<OnceLock<Rules>>> = LazyLock::new(|| NAMES.iter().map(|_| OnceLock::new()).collect());
    let number = number % NAMES.len();
    let read = || {
        let loaded = draughtsman::library::load(NAMES[number]).expect("it is bundled");
        Rules::new(loaded, &Default::default()).expect("it is in order")
    };
    READ[number].get_or_init(read).clone()
}
