//! How a move went: its legs, its trail, and what the last leg went over.

use super::Odd;
use super::fronts::TWO;

/// What asks it, all of it played directly.
pub(super) const LEGS: &[Odd] = &[
    Odd {
        what: "how long a move was, when its turn goes on",
        front: TWO,
        rules: "turn {\n  play movement\n  if legs > 1: play rest\n}\nmoves rest {\n  mover may pass\n  man may step any-way\n}\n\
                movement {\n  king may go orthogonal, to (empty not on trail)\n  king may go orthogonal, past empty, to (empty not on trail)\n  \
                man may step forward\n  chain may continue if legs < 2\n}",
    },
    Odd {
        what: "where a move has been, when another of its turn begins",
        front: TWO,
        rules: "turn {\n  play movement\n  may play rest\n}\nmoves rest {\n  man may step any-way if legs > 1\n  king may sit if c2 on trail { require true }\n}\n\
                movement {\n  king may go orthogonal, to (empty not on trail)\n  king may go orthogonal, past empty, to (empty not on trail)\n  \
                chain may continue if legs < 2\n}",
    },
    Odd {
        what: "how long a move was, when its turn is over",
        front: TWO,
        rules: "movement {\n  king may go orthogonal, to (empty not on trail)\n  king may go orthogonal, past empty, to (empty not on trail)\n  \
                man may step forward\n  chain may continue if legs < 2 and actor is king\n}\n\
                state {\n  counter mood: 0..9\n  when turn ends if count trail > 2: raise mood by 1\n}\nvictory {\n  mover wins \"far\" if legs = 2 and mood > 1\n}",
    },
    Odd {
        what: "what was gone over, when the turn is over",
        front: TWO,
        rules: "movement {\n  king may go any-way, past piece, to empty\n  king may go orthogonal, past empty, to empty\n  man may step any-way\n}\n\
                state {\n  counter mood: 0..9\n  when turn ends if some man in passed: raise mood by 1\n}",
    },
    Odd {
        what: "moves looked for among moves",
        front: TWO,
        rules: "turn {\n  play move where it is quick and legs = 1 or it is not movement\n}\n\
                movement {\n  king may step any-way\n  man may step forward\n}\nmoves rest {\n  mover may pass\n  man may step backward\n}\n\
                definitions {\n  define quick = move where start on edge\n}\n\
                obligation {\n  must move where it is movement and not (it is quick or actor is king) if turns > 1\n}",
    },
    Odd {
        what: "how long a move is, where somebody else is asked in its midst",
        front: TWO,
        rules: "movement {\n  king may go orthogonal, past 0..1 empty, to (empty not on trail)\n  \
                man may step forward\n  chain may continue if legs < 3\n}\n\
                state {\n  counter mood: 0..9\n  when king lands on edge { choose n in (1 or 2) by opponent; raise mood by n }\n}",
    },
    Odd {
        what: "the longest of captures of many",
        front: TWO,
        rules: "movement {\n  man may step any-way\n  king may step any-way\n}\ncapture {\n  man may jump any-way over enemy\n  \
                king may jump any-way over a piece\n  king may go any-way, taking all enemy, to empty\n  chain may continue\n}\n\
                obligation {\n  must capture with most legs\n  must capture where count trail > 2\n  must capture with least count taken + legs\n}",
    },
    Odd {
        what: "the shortest of moves, and the way of it",
        front: TWO,
        rules: "movement {\n  king may go orthogonal, to (empty not on trail)\n  king may go orthogonal, past empty, to (empty not on trail)\n  \
                man may step forward\n  chain may continue if legs < 2 and actor is king\n}\n\
                obligation {\n  must movement with least legs if turns > 1\n  must movement where legs = 2\n  must movement with most count (trail on edge)\n}",
    },
    Odd {
        what: "what a leg asks of those before it",
        front: TWO,
        rules: "movement {\n  man may step forward\n  king may go any-way, past (legs) empty, to (empty not on trail)\n  chain may continue if legs < 2\n}\n\
                capture {\n  man may jump any-way over enemy if legs = 0\n  king may jump orthogonal over a piece if legs = 0 or count taken < 2\n  \
                chain must continue if legs < 2\n  chain may continue\n}\n\
                state {\n  counter mood: 0..9\n  when man lands if legs = 1: set kind of it to king\n  when leg begins if legs = 1: raise mood by 1\n  \
                when piece is taken: raise mood by legs\n  when move ends if legs > 2: set mood to legs\n}",
    },
    Odd {
        what: "what a rule asks before anything is done",
        front: TWO,
        rules: "movement {\n  king may burn { take enemy on any-way from it; require count own > 1 }\n  king may step any-way if no taken\n  man may step any-way if legs = 0\n}",
    },
];
