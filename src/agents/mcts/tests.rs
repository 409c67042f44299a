use super::*;
use crate::agents::{MEMORY, generator};
use crate::engine::{Game, LineVisitor, LookAhead, Position};
use crate::library;
use crate::notation::{Terms, fen};

/// The root's visits of a search that continues after two decisions, and of one that continues after one.
struct GoesOn<'p>(&'p Program);

impl LineVisitor for GoesOn<'_> {
    type Output = [u32; 2];

    fn visit<L: Line>(self, line: &mut L) -> [u32; 2] {
        let mut rng = generator(1, 0);
        let new = || Mcts::new(self.0, Evaluation::untrained(self.0), MEMORY);
        let mut mcts = new();
        let thought = mcts.think(line, &Limits::nodes(3_000), &mut rng).swap_remove(0);
        line.play(thought.option);
        let mut reply = new();
        reply.trees.clone_from(&mcts.trees);
        reply.think(line, &Limits::nodes(1), &mut rng);
        line.play(thought.line[0]);
        let before = mcts.trees[0].bytes();
        mcts.think(line, &Limits::nodes(1), &mut rng);
        assert!(mcts.trees[0].bytes() < before, "what did not come to pass is gone");
        [&mcts, &reply].map(|mcts| mcts.trees[0].node(0).visits)
    }
}

#[test]
fn what_was_found_out_of_what_came_to_pass_is_kept_for_who_thought_it() {
    let program = library::bundled("english").expect("it is bundled").program;
    let found = LookAhead::new(&program).look(&program, &Game::new(&program).expect("a game"), GoesOn(&program));
    assert!(found[0] > 50, "{found:?}");
    assert_eq!(found[1], 1, "the other side's decisions are thought about anew");
}

/// The bytes that a tree takes if it may take this many.
struct Takes<'p>(&'p Program, usize);

impl LineVisitor for Takes<'_> {
    type Output = usize;

    fn visit<L: Line>(self, line: &mut L) -> usize {
        let mut mcts = Mcts::new(self.0, Evaluation::untrained(self.0), self.1);
        mcts.think(line, &Limits::nodes(3_000), &mut generator(1, 0));
        mcts.trees[0].bytes()
    }
}

#[test]
fn a_tree_takes_what_it_may_and_no_more() {
    for name in ["english", "chaos"] {
        let program = library::bundled(name).expect("it is bundled").program;
        let game = Game::new(&program).expect("a game");
        let (may, node) = (1 << 18, 1 << 14);
        let takes = LookAhead::new(&program).look(&program, &game, Takes(&program, may));
        assert!((may..may + node).contains(&takes), "{name}: {takes} bytes of {may}");
    }
}

/// The result of this many playouts.
struct Playouts<'p>(&'p Program, u64);

impl LineVisitor for Playouts<'_> {
    type Output = Thought;

    fn visit<L: Line>(self, line: &mut L) -> Thought {
        assert!(line.options() > 14, "more options than playouts");
        let mut mcts = Mcts::new(self.0, Evaluation::untrained(self.0), MEMORY);
        mcts.think(line, &Limits::nodes(self.1), &mut generator(1, 0)).swap_remove(0)
    }
}

#[test]
fn a_win_at_once_is_seen_before_all_has_been_tried() {
    let ready = library::bundled("breakthrough").expect("it is bundled");
    let setup = fen::read(&Terms::from(&ready.variant), "B:B6,7,8,9,10,26,27,28,29,30,44:W36,46,47");
    let position = Position::from_setup(&ready.program, &setup.expect("a position")).expect("a position");
    let look = Playouts(&ready.program, 10);
    let thought = LookAhead::new(&ready.program).look(&ready.program, &Game::from(position), look);
    assert_eq!((thought.decided(), thought.nodes), (Some(1), 9), "the ninth playout is the one that wins");
}
