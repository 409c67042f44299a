//! Small rule files, each with one odd thing that no bundled one has: by the reference, the machine, the bitboard engine and counters alike,
//! from their beginning and from positions strewn over the board; and national games with one odd line.

mod added;
mod fronts;
mod legs;
mod rules;

use draughtsman::check::Choices;
use draughtsman::engine::{BitboardEngine, Position};
use draughtsman::library::load_text;
use draughtsman::model::Variant;
use draughtsman::program::Program;

use crate::attacks::targets::ways::all_alike;
use crate::bitboard::made::strewn;

use fronts::Front;
use legs::LEGS;
use rules::ODD;

/// Tokens that nobody ever looks at. There are so many alike that rules with them are for the machine alone, which counts and walks by
/// itself then.
const OMENS: &str = "[tokens.omen]\nsign = [\"good\", \"ill\"]\ncopies = 20\n";

/// Positions of each: what is built for tests is slower than a release.
const POSITIONS: usize = if cfg!(debug_assertions) { 6 } else { 12 };

/// A rule file.
struct Odd {
    what: &'static str,
    front: Front,
    rules: &'static str,
}

impl Odd {
    fn text(&self) -> String {
        let Odd { what, front: Front { head, players, sides: [near, far], board, tables, setup }, rules } = self;
        let tables = tables.join("\n");
        format!(
            r#"+++
name = "Odd"
version = "1.0.0"
{head}
[players]
{players}
[board]
{board}
[pieces]
man = {{ symbol = "m" }}
king = {{ symbol = "k", value = 3 }}
{tables}
[setup]
{setup}
man = {{ {near} = ["a1"], {far} = ["e5"] }}
king = {{ {near} = ["c1"], {far} = ["c5"] }}
+++
# {what}
{rules}
"#
        )
    }
}

fn read(text: &str) -> Variant {
    let checked = load_text("odd", "odd.draughts", text.as_bytes().to_vec(), None).check(&Choices::default());
    checked.variant.unwrap_or_else(|| panic!("{:#?}\n{text}", checked.diagnostics))
}

#[test]
fn how_a_move_went_is_asked_directly() {
    for odd in LEGS {
        let program = Program::compile(&read(&odd.text()));
        let refused = BitboardEngine::new(&program).err().map(|refusal| refusal.message(&program));
        assert_eq!(refused, None, "{}", odd.what);
    }
}

#[test]
fn odd_rules_mean_the_same_to_all() {
    let mut seed = 0x9E37_79B9_7F4A_7C15;
    let alone = |odd: &Odd| odd.text().replacen("[setup]", &format!("{OMENS}[setup]"), 1);
    for text in ODD.iter().chain(LEGS).flat_map(|odd| [odd.text(), alone(odd)]) {
        let variant = read(&text);
        let program = Program::compile(&variant);
        let start = Position::start(&program).expect("no limit");
        let strewn = (0..POSITIONS).filter_map(|_| strewn(&program, &mut seed));
        for position in std::iter::once(start).chain(strewn).collect::<Vec<_>>() {
            all_alike(&variant, &program, position, &mut seed, &text);
        }
    }
}
