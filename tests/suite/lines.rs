//! Decisions that are looked ahead from, in any order.

use draughtsman::agents;
use draughtsman::engine::{Game, Line, LineVisitor, LookAhead, Position};
use draughtsman::library;
use draughtsman::notation::{Terms, fen};

/// Where each option leads, tried in this order.
struct Led(fn(usize) -> Vec<usize>);

impl LineVisitor for Led {
    type Output = Vec<u64>;

    fn visit<L: Line>(self, line: &mut L) -> Vec<u64> {
        let mut led = vec![0; line.options()];
        line.mark();
        for option in (self.0)(line.options()) {
            line.play(option);
            assert!(!line.lost(), "{option}");
            led[option] = line.hash();
            line.back();
        }
        led
    }
}

/// Plays so many decisions at random; of how many it was told beforehand what the lower half of the hash would be, and was.
struct Foretold(u32);

impl LineVisitor for Foretold {
    type Output = [u32; 2];

    fn visit<L: Line>(self, line: &mut L) -> [u32; 2] {
        let mut rng = agents::generator(5, 0);
        let (mut played, mut foretold) = (0, 0);
        while played < self.0 {
            if line.actor().is_none() {
                line.restart(0);
            }
            let mut told = None;
            let option = agents::below(line.options() as u64, &mut rng) as usize;
            line.play_telling(option, |hash| told = Some(hash as u32));
            played += 1;
            foretold += u32::from(told == Some(line.hash() as u32));
        }
        [played, foretold]
    }
}

#[test]
fn a_hash_is_foretold_where_nothing_comes_between() {
    for name in ["english", "international", "breakthrough", "tablut"] {
        let program = library::bundled(name).expect("it is bundled").program;
        let game = Game::new(&program).expect("a game");
        let [played, foretold] = LookAhead::new(&program).look(&program, &game, Foretold(500));
        assert!(foretold * 10 >= played * 9, "{name}: {foretold} of {played}");
    }
}

/// Rows of stones on the points between squares: a checker can go round them in many ways.
const STONES: &str = "C:Ga2*,b2*,c2*,d2*,e2*,a3*,b3*,c3*,d3*,e3*,a4*,b4*,c4*,d4*,e4*:Cb2,f6";

#[test]
fn one_of_many_chains_is_the_same_in_whatever_order_they_are_tried() {
    let ready = library::bundled("guerrilla").expect("it is bundled");
    let setup = fen::read(&Terms::from(&ready.variant), STONES).expect("a position");
    let game = Game::from(Position::from_setup(&ready.program, &setup).expect("a position"));
    let ahead = LookAhead::new(&ready.program);
    let led = |order| ahead.look(&ready.program, &game, Led(order));
    // From the last one on each is looked for from the first chain on; the other way each from the one before.
    let last_first = led(|options| (0..options).rev().collect());
    assert!(last_first.len() > 80, "{}", last_first.len());
    assert_eq!(led(|options| (0..options).collect()), last_first);
    assert_eq!(led(|options| (0..options).step_by(3).chain((0..options).rev()).collect()), last_first);
    let many = game.options(&ready.program).expect("a list").len();
    assert_eq!(many, last_first.len());
}
