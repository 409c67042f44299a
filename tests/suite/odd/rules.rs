//! The odd rules.

use super::Odd;
use super::fronts::{BADGES, CHITS, DISTINCT, MANY_ALIKE, MANY_CLASSES, PARTNERS, RING, THREE, TOWERS, TWO, WIDE};

pub(super) const ODD: &[Odd] = &[
    Odd {
        what: "what is placed does not go where was chosen",
        front: TWO,
        rules: "movement {\n  man may step forward\n  mover may drop { choose place in empty home-row; move new man to c3 }\n}",
    },
    Odd {
        what: "a pair of placements, of which what follows admits some",
        front: TWO,
        rules: "movement {\n  mover may drop { choose first in empty home-row; move new man to first; choose second in empty diagonal from first; move new man to second; \
                require count own on home-row > 2 }\n}",
    },
    Odd {
        what: "a pair of placements, the second by the opponent",
        front: TWO,
        rules: "movement {\n  mover may drop { choose first in empty home-row; move new man to first; choose second in empty diagonal from first by opponent; \
                move new man to second }\n}",
    },
    Odd {
        what: "a pair of placements, of which the first goes elsewhere",
        front: TWO,
        rules: "movement {\n  mover may drop { choose first in empty home-row; move new man to c3; choose second in empty diagonal from first; \
                move new man to second }\n}",
    },
    Odd {
        what: "a pair of placements, the second beside a place that is not the first",
        front: TWO,
        rules: "movement {\n  mover may drop { choose base in site of own king; choose first in empty home-row; move new man to first; choose second in empty diagonal from base; \
                move new man to second }\n}",
    },
    Odd {
        what: "a pair of places, of which others are filled",
        front: TWO,
        rules: "movement {\n  mover may drop { choose one in empty home-row; choose two in empty diagonal from one; choose first in empty home-row; \
                move new man to one; choose second in empty orthogonal from one; move new man to two }\n}",
    },
    Odd {
        what: "a pair of placements, and a third",
        front: TWO,
        rules: "movement {\n  mover may drop { choose first in empty home-row; move new man to first; choose second in empty diagonal from first; move new man to second; \
                choose third in empty home-row; move new king to third }\n}",
    },
    Odd {
        what: "a pair of placements, of which what follows admits those beside no enemy",
        front: TWO,
        rules: "movement {\n  mover may drop { choose first in empty; move new man to first; choose second in empty diagonal from first; move new man to second; \
                require no enemy on orthogonal from second }\n}",
    },
    Odd {
        what: "what is chosen last, and the same where something is required behind it",
        front: TWO,
        rules: "movement {\n  mover may drop { choose place in empty home-row; move new man to place }\n  \
                mover may drop { choose place in empty home-row; require no own king on orthogonal from place; move new man to place }\n}",
    },
    Odd {
        what: "two ways to one place, which a name tells apart when another is asked",
        front: TWO,
        rules: "movement {\n  man may step forward\n  king may roam { go forward, past any empty, to empty; let mid = site of it; go forward, past any empty, to empty; \
                choose target in enemy man by opponent; move new man to mid }\n}",
    },
    Odd {
        what: "prey in whose tower there is one of the kind of who takes",
        front: TOWERS,
        rules: "movement {\n  piece may step any-way\n  king may hide { choose spot in empty; move it to spot; choose helper in own man; move helper to top of it }\n}\n\
                capture {\n  piece may jump any-way over (enemy where count (kind of actor in it) > 0)\n}",
    },
    Odd {
        what: "a move that ends the turn is none that does not",
        front: TWO,
        rules: "turn {\n  play movement\n  may play movement\n}\nmovement {\n  man may step forward\n  \
                king may halt { either { go north, to empty } or { go north, to empty; end turn } }\n}",
    },
    Odd {
        what: "verbs that end with a leg that takes",
        front: TWO,
        rules: "movement {\n  man may step forward\n  king may snap { go orthogonal, taking enemy, to empty }\n  \
                king may creep { go orthogonal, to empty }\n}",
    },
    Odd {
        what: "verbs that leave a piece behind, where there may be one",
        front: TWO,
        rules: "movement {\n  man may step forward\n  king may crowd { let home = site of actor; go diagonal, to (empty or site of own); \
                move new man to home }\n  king may plant { go diagonal, to empty; move new man to c3 }\n  \
                king may call { go diagonal, to empty; move new man to site of favourite of mover }\n}\n\
                state {\n  keep favourite of side: piece\n  when king rests on edge: set favourite of mover to it\n}",
    },
    Odd {
        what: "verbs that leave a piece behind, and nothing else goes on",
        front: TWO,
        rules: "movement {\n  man may step forward\n  king may crowd { let home = site of actor; go diagonal, to (empty or site of own); \
                move new man to home }\n  king may plant { let spot = c3; go diagonal, to empty; move new man to spot }\n  \
                king may call { let spot = site of enemy man; go orthogonal, to empty; move new man to spot }\n  \
                king may scatter { let spots = empty home-row; go orthogonal, to empty; move new man to spots }\n}",
    },
    Odd {
        what: "what partners share, and what each has",
        front: PARTNERS,
        rules: "movement {\n  man may step forward any-way\n  king may hop any-way over enemy: raise bites of mover by 1; raise steps of mover by 1\n  \
                mover may store if count own > 2 { choose gone in own man; move gone to reserve of mover }\n  \
                mover may fetch { choose risen in man in reserve of mover; choose spot in empty home-row; move risen to spot }\n  \
                king may boast if bites of mover > 0 and steps of mover < 2: set best of mover to actor\n  \
                king may envy if some best of mover and bites of opponent < 2: raise bites of opponent by 1\n  \
                man may cheer if ready of opponent: set ready of mover to true\n  \
                king may mourn if count ((piece not man) in reserve of mover) = 0: raise bites of mover by 1\n  king may wait { set ready of mover to not ready of mover }\n}\n\
                state {\n  counter bites of side: 0..3\n  counter steps of player: 0..3\n  keep best of side: piece\n  \
                keep ready of player: truth\n  when man rests on far-row: raise bites of mover by 1\n}\nvictory {\n  player who cannot move loses\n}",
    },
    Odd {
        what: "ways that take nothing are told apart leg by leg",
        front: DISTINCT,
        rules: "turn {\n  play movement or walk\n}\nmovement {\n  man may go any-way, past piece, to (empty not on trail)\n  \
                king may go any-way, past piece, to (empty not on trail)\n  chain may continue\n}\nmoves walk {\n  man may step any-way\n}",
    },
    Odd {
        what: "prey of one side or a kind of the other",
        front: WIDE,
        rules: "capture {\n  man may jump any-way over (enemy or own king)\n  king may jump any-way over (enemy man or own)\n  \
                chain must continue\n}\nmovement {\n  man may step forward diagonal\n}\nobligation {\n  must capture\n}",
    },
    Odd {
        what: "of several landings those from which the chain goes on",
        front: WIDE,
        rules: "capture {\n  king may fly any-way over enemy\n  man may jump any-way over enemy\n  chain must continue\n}\n\
                movement {\n  man may step forward diagonal\n  king may fly any-way\n}\nobligation {\n  must capture\n}",
    },
    Odd {
        what: "another's choice, after which it matters which way was gone",
        front: TWO,
        rules: "movement {\n  man may step forward\n  king may roam { repeat 3 { go (north or east), to (empty not on trail) }; let way = trail; \
                choose answer in (1 or 2) by opponent; if answer = 2: take enemy on orthogonal from way }\n}",
    },
    Odd {
        what: "whoever can take what stands beside it",
        front: TWO,
        rules: "movement {\n  man may step any-way\n}\ncapture {\n  man may jump any-way over enemy\n  king may strike orthogonal, taking enemy\n}\n\
                state {\n  counter mood: 0..9\n  when turn ends if some own where it can capture (enemy on orthogonal from it): raise mood by 1\n  \
                when turn ends: raise mood by count (own called one where it can capture (enemy on diagonal from one))\n}",
    },
    Odd {
        what: "one verb by two rules, of which one chooses",
        front: TWO,
        rules: "movement {\n  king may bless { either { raise mood by 1 } or { lower mood by 1 } }\n  king may bless { raise mood by 1 }\n  \
                man may bless { raise mood by 2 }\n  man may bless { either { raise mood by 1 } or { raise mood by 2 } }\n}\n\
                state {\n  counter mood: 0..9\n}",
    },
    Odd {
        what: "places that were gone over",
        front: TWO,
        rules: "movement {\n  man may step any-way\n  king may hop any-way over piece: set spots to spots or passed\n  \
                king may go orthogonal, past 1..2 enemy, to empty: take passed; set spots to passed\n}\n\
                state {\n  keep spots: site\n  counter mood: 0..9\n  when turn ends if some own on spots: raise mood by 1\n}",
    },
    Odd {
        what: "pieces without some kinds, counted",
        front: TWO,
        rules: "movement {\n  man may step any-way\n  king may step any-way if count (piece not own) > 2 and count (own not king) > 1\n  \
                king may hop any-way over piece if count (piece not man) > count (enemy not king)\n}",
    },
    Odd {
        what: "names of several pieces, and of one that must be one",
        front: TWO,
        rules: "movement {\n  mover may crown { choose 2 helper in own man; choose spot in empty home-row; set kind of helper to king }\n  \
                mover may demote { choose 2 helper in own man; choose target in own king; set kind of target to man; set kind of helper to king }\n  \
                mover may trade { choose first in own man; choose second in own king; exchange first, second }\n}",
    },
    Odd {
        what: "no ending is tested while moves are asked about",
        front: TWO,
        rules: "turn {\n  play movement\n}\nmovement {\n  man may step any-way\n  mover may pass if not (mover can leaping)\n}\n\
                moves leaping {\n  man may leap { go any-way, taking enemy; require mood > 8 }\n}\n\
                state {\n  clock quiet: 0..9\n  counter mood: 0..9\n}\n\
                victory {\n  as soon as no enemy man: draw \"bare\"\n  as soon as quiet > 2: draw \"idle\"\n}",
    },
    Odd {
        what: "what a kind is worth",
        front: TWO,
        rules: "movement {\n  man may step forward any-way\n  king may step any-way if mood > 2\n}\n\
                state {\n  counter mood: 0..9\n  keep last-kind: kind\n  when turn begins: set mood to total value of last-kind\n  \
                when piece rests: set last-kind to kind of it\n}",
    },
    Odd {
        what: "the moves that are of both of two chapters",
        front: TWO,
        rules: "turn {\n  play (movement or capture) (capture or trick)\n}\nmovement {\n  man may step any-way\n}\n\
                capture {\n  man may jump any-way over enemy\n}\nmoves trick {\n  king may step orthogonal\n}",
    },
    Odd {
        what: "who has joined a tower is who it was, and who was its commander is a piece no more",
        front: TOWERS,
        rules: "movement {\n  man may step any-way\n  piece may peer if some (kind of it) in own king: raise mood by 3\n  \
                piece may stare if count (kind of it in piece on a1) > 0: raise mood by 4\n  man may climb { choose host in own king on any-way from it; move it to top of host; \
                if some host: raise mood by 1; if some it: raise mood by 2 }\n  king may sink { choose host in own man on any-way from it; \
                move it to bottom of host; if some host: raise mood by 1; if some it: raise mood by 2; set best of mover to host }\n  \
                king may crowd { choose host in own man on any-way from it; set best of mover to host; move it to top of host }\n  \
                king may weigh { choose whose in (White or Black); if count (piece of whose in own man) > 1: raise mood by 1; \
                if some man of whose in own king: raise mood by 2 }\n}\n\
                state {\n  counter mood: 0..9\n  keep best of side: piece\n  when turn begins if some best of mover: raise mood by 1\n}",
    },
    Odd {
        what: "plays that are declined one after the other",
        front: TWO,
        rules: "turn {\n  may repeat: play trick\n  may play movement\n  play rest\n}\nmoves trick {\n  king may turn if mood < 2: raise mood by 1\n}\n\
                movement {\n  man may step forward\n}\nmoves rest {\n  mover may pass\n  king may step any-way\n}\n\
                state {\n  counter mood: 0..2\n  when turn ends: set mood to 0\n}",
    },
    Odd {
        what: "what a turn did before a play was declined",
        front: TWO,
        rules: "turn {\n  play movement or capture\n  may play trick\n  if some taken: play trick\n  if legs > 0: play movement\n}\n\
                movement {\n  man may step any-way\n}\ncapture {\n  man may jump any-way over enemy\n  king may jump any-way over enemy\n}\n\
                moves trick {\n  king may step any-way\n  mover may pass\n}",
    },
    Odd {
        what: "what is chosen of a move that must be the best of all",
        front: TWO,
        rules: "movement {\n  man may step any-way\n}\ncapture {\n  man may jump any-way over enemy\n  \
                king may raid { choose 1..2 prey in enemy on any-way from it; take prey }\n  \
                king may cheer { choose 1..2 friend in own man; take enemy on orthogonal from it }\n}\n\
                obligation {\n  must capture with most taken\n}",
    },
    Odd {
        what: "a choice of several on the way of a leg",
        front: TWO,
        rules: "movement {\n  man may step any-way\n  king may step any-way\n}\nstate {\n  counter mood: 0..9\n  \
                when king lands: choose 2 prey in enemy man; set kind of prey to king\n  \
                when man lands on edge: choose 1..2 friend in own king; raise mood by count friend\n}",
    },
    Odd {
        what: "chains of legs by paths and by statements",
        front: TWO,
        rules: "movement {\n  man may step any-way\n}\ncapture {\n  man may jump any-way over enemy\n  king may jump any-way over enemy\n  \
                king may bite { choose prey in enemy on orthogonal from it; take prey }\n  chain must continue\n}",
    },
    Odd {
        what: "what another could begin with, in the midst of a move",
        front: TWO,
        rules: "movement {\n  man may step any-way\n}\ncapture {\n  man may jump any-way over enemy if legs = 0\n  \
                king may jump any-way over enemy\n  chain may continue if some enemy where it can capture\n}",
    },
    Odd {
        what: "a sweep by nobody",
        front: TWO,
        rules: "movement {\n  man may step any-way\n  king may burst { remove-from-play actor; sweep any-way, taking enemy }\n  \
                king may glare { sweep any-way, taking enemy }\n  man may fall { remove-from-play actor }\n}",
    },
    Odd {
        what: "what needs one of what may be several",
        front: TWO,
        rules: "movement {\n  man may step forward\n  king may swap { choose 1..2 other in own man; exchange actor, other }\n  \
                mover may drop { choose 1..2 spot in empty home-row; move new man to spot }\n}",
    },
    Odd {
        what: "who has waited leaves when the move is over",
        front: TWO,
        rules: "capture {\n  man may jump any-way over enemy\n  king may jump any-way over enemy\n  chain may continue\n  removal after move\n}\n\
                movement {\n  man may step any-way\n}\nstate {\n  counter mood: 0..9\n  when man leaves: raise mood by 1\n  \
                when king leaves if count own > 2: raise mood by 2\n}",
    },
    Odd {
        what: "tokens alike in two places, and another is asked what becomes of one",
        front: CHITS,
        rules: "movement {\n  man may step forward\n  mover may take-up { choose mine in chit in bag; move mine to stock of mover }\n  \
                mover may offer { choose mine in chit in (bag or stock of mover); choose answer in (1 or 2) by opponent; \
                if answer = 1: move mine to stock of opponent }\n}",
    },
    Odd {
        what: "many tokens of a class",
        front: MANY_ALIKE,
        rules: "movement {\n  man may step forward\n  mover may take-up { choose mine in chit in bag; move mine to stock of mover }\n  \
                mover may hand-over { choose mine in chit in stock of mover; move mine to stock of opponent }\n}",
    },
    Odd {
        what: "many classes of tokens",
        front: MANY_CLASSES,
        rules: "movement {\n  man may step forward\n  mover may take-up { choose mine in chit in bag; move mine to stock of mover }\n  \
                mover may hand-over { choose mine in chit in stock of mover; move mine to stock of opponent }\n}",
    },
    Odd {
        what: "a badge for whoever has none, of which several are chosen",
        front: BADGES,
        rules: "movement {\n  guard may step any-way\n  guard may arm { choose 1..2 mine in chit in bag; move mine to badge of actor }\n  \
                guard may disarm { move badge of actor to bag }\n}",
    },
    Odd {
        what: "more in a pile than there were to begin with",
        front: BADGES,
        rules: "movement {\n  man may step forward\n  guard may retire { move it to barracks of mover }\n  \
                mover may breed { move new guard to barracks of mover }\n}",
    },
    Odd {
        what: "who is put out in the midst of a turn, of three",
        front: THREE,
        rules: "turn {\n  play movement\n  may play movement\n}\nmovement {\n  man may step any-way\n  guard may step any-way\n  \
                king may oust { choose gone in (White or Black or Red); gone loses \"ousted\" }\n  \
                guard may oust { choose gone in (White or Black or Red); gone loses \"ousted\" }\n}",
    },
    Odd {
        what: "plays narrowed by what their moves would do",
        front: TWO,
        rules: "turn {\n  play (movement or capture) where count taken != 1\n  may play capture where some king in taken\n}\n\
                movement {\n  man may step any-way\n}\ncapture {\n  man may jump any-way over enemy\n  king may jump any-way over enemy\n  \
                chain may continue\n}",
    },
    Odd {
        what: "plays narrowed by what their pieces could do",
        front: TWO,
        rules: "turn {\n  play movement where actor of it can capture\n}\nmovement {\n  man may step any-way\n  king may step orthogonal\n}\n\
                capture {\n  man may jump any-way over enemy\n  king may jump any-way over enemy\n}",
    },
    Odd {
        what: "who is taken, by what it is not",
        front: TWO,
        rules: "movement {\n  man may step any-way\n}\ncapture {\n  man may jump any-way over enemy\n  king may jump any-way over enemy\n  \
                chain may continue\n}\nobligation {\n  must capture where first of taken is (enemy not king)\n}\n\
                state {\n  counter mood: 0..9\n  when turn ends: raise mood by count ((enemy not man) in taken)\n}",
    },
    Odd {
        what: "pieces by name where sites are meant",
        front: TWO,
        rules: "movement {\n  man may step forward\n  man may point { choose host in own king; set spots to host }\n  \
                king may visit { choose host in own man; require no enemy on diagonal from host; go any-way, to (empty orthogonal from host) }\n}\n\
                state {\n  keep spots: site\n  counter mood: 0..9\n  when turn ends if some enemy on any-way from spots: raise mood by 1\n}",
    },
    Odd {
        what: "a line that comes back to where it began ends before it",
        front: RING,
        rules: "movement {\n  man may step forward\n  king may line-up { choose way in any-way; \
                let n = count piece on (way or opposite of way) beyond actor; go way, past n (empty or site of own), to empty }\n}\n\
                state {\n  counter mood: 0..9\n  when king rests: raise mood by count piece on orthogonal beyond it\n}",
    },
    Odd {
        what: "a duty of what is of both of two chapters",
        front: TWO,
        rules: "movement {\n  man may step any-way\n}\ncapture {\n  man may jump any-way over enemy\n}\nmoves trick {\n  king may step orthogonal\n}\n\
                obligation {\n  must (movement or capture) (capture or trick)\n}",
    },
];
