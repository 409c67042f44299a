//! Agents: what they decide is a move of the rules, depends on what their player can see alone, and the stronger ones are
//! stronger.

use std::time::Duration;

use draughtsman::agents::{self, AlphaBeta, Clock, Evaluation, Limits, Thinker, Thought};
use draughtsman::engine::{Actor, Counting, Game, Line, LineVisitor, LookAhead, Position};
use draughtsman::library;
use draughtsman::notation::{Terms, fen};
use draughtsman::program::Program;
use serde_json::Value;

use crate::shell::{answer, json, run, run_with, small};
use crate::views::games;

fn thinker(program: &Program, agent: &str) -> Thinker {
    Thinker::new(program, agent.parse().unwrap(), 1 << 20)
}

/// Plays with agents in turn for some decisions; how many players have decided.
fn played(program: &Program, agents: &[&str], decisions: usize, seed: u64) -> usize {
    let ahead = LookAhead::new(program);
    let mut thinkers: Vec<Thinker> = agents.iter().map(|agent| thinker(program, agent)).collect();
    let mut game = Game::new(program).unwrap();
    let mut decided = 0;
    while let Some(actor) = game.actor(program)
        && decided < decisions
    {
        let moves = game.options(program).unwrap();
        let thinker = &mut thinkers[decided % agents.len()];
        let mut rng = agents::generator(seed, game.moves().len() as u64);
        let thought = agents::decide(program, &ahead, &game, thinker, &mut rng, Clock::none()).unwrap();
        let thought = thought.unwrap_or_else(|| panic!("nothing is decided where there are {} moves", moves.len()));
        game.play(program, &moves[thought.option]).unwrap();
        decided += usize::from(matches!(actor, Actor::Player(_)));
    }
    decided
}

#[test]
fn what_agents_decide_is_a_move_of_every_game() {
    for name in library::names() {
        let ready = library::bundled(name).unwrap();
        // Few of a hundred moves are looked at: it is about the moves, not about how good they are. Some games are over soon.
        let agents = ["alpha-beta:60", "mcts:8", "greedy", "level:2", "random"];
        let decided = (7..10).map(|seed| played(&ready.program, &agents, 8, seed)).sum::<usize>();
        assert!(decided >= 12, "{name}: over after {decided}");
    }
}

/// An ending that waits until nobody wants to go on is still the end of a game that agents play.
#[test]
fn whoever_moves_into_a_draw_by_patience_decides() {
    let ready = library::bundled("turkish").unwrap();
    let program = &ready.program;
    let setup = fen::read(&Terms::from(&ready.variant), "W:WKa1:BKh7").expect("one king each");
    let game = Game::from(Position::from_setup(program, &setup).expect("a position"));
    let moves = game.options(program).unwrap();
    for agent in ["alpha-beta:60", "mcts:8", "greedy"] {
        let mut rng = agents::generator(1, 0);
        let decided =
            agents::decide(program, &LookAhead::new(program), &game, &mut thinker(program, agent), &mut rng, Clock::none())
                .unwrap();
        let thought = decided.unwrap_or_else(|| panic!("{agent} decides nothing"));
        let mut after = game.clone();
        after.play(program, &moves[thought.option]).unwrap();
        assert!(after.position().outcome().is_some(), "whatever is played, one piece each is a draw now");
    }
}

/// Whoever takes the man is ahead; whoever dares has to say what the other holds, and wins or loses by that. In each position that may be
/// at hand the right call is known and wins, so that each alone says to dare; all together say that it is as good as a coin.
#[test]
fn what_no_player_can_know_is_not_counted_on() {
    let ready = games::small("guessing");
    let program = &ready.program;
    let mut game = Game::new(program).unwrap();
    game.play(program, &game.options(program).unwrap()[0]).unwrap();
    let decided = |agent: &str, seed| {
        let mut rng = agents::generator(seed, 0);
        let thought =
            agents::decide(program, &LookAhead::new(program), &game, &mut thinker(program, agent), &mut rng, Clock::none());
        game.options(program).unwrap()[thought.unwrap().unwrap().option].captures().len()
    };
    for seed in 0..5 {
        assert_eq!(decided("mcts:2000", seed), 1, "the man is taken");
        assert_eq!(decided("mcts:2000,threads=2", seed), 1);
        assert_eq!(decided("alpha-beta:500", seed), 0, "each position alone says to dare");
    }
}

/// Plays at random, and looks at each option both ways.
struct Peeks(u64);

impl LineVisitor for Peeks {
    type Output = usize;

    fn visit<L: Line>(self, line: &mut L) -> usize {
        let mut rng = agents::generator(self.0, 0);
        let stands = |line: &L| {
            let mut pieces = Vec::new();
            line.each_piece(|piece| pieces.push(piece));
            (line.winners(), pieces)
        };
        let mut over = 0;
        for _ in 0..60 {
            line.mark();
            for option in 0..line.options().min(40) {
                line.deal(self.0);
                line.peek(option);
                let peeked = stands(line);
                line.back();
                line.deal(self.0);
                line.play(option);
                assert_eq!(peeked, stands(line), "option {option}");
                line.back();
                over += usize::from(peeked.0.is_some());
            }
            line.unmark();
            if line.actor().is_none() {
                break;
            }
            line.play(agents::below(line.options() as u64, &mut rng) as usize);
        }
        over
    }
}

#[test]
fn a_peek_sees_what_comes_of_a_move() {
    let mut over = 0;
    for name in library::names() {
        let program = library::bundled(name).unwrap().program;
        let (ahead, game) = (LookAhead::new(&program), Game::new(&program).unwrap());
        over += (0..2).map(|seed| ahead.look(&program, &game, Peeks(seed))).sum::<usize>();
    }
    assert!(over > 20, "{over} options that end the game");
}

/// Looks ahead from a position to so many decisions.
struct Depth<'d>(&'d Program, u32);

impl LineVisitor for Depth<'_> {
    type Output = Thought;

    fn visit<L: Line>(self, line: &mut L) -> Thought {
        let mut search = AlphaBeta::new(self.0, Evaluation::best_available(self.0), 1 << 20);
        let before = (line.hash(), line.options(), line.actor());
        let thought = search.think(line, &Limits::depth(self.1), 0).swap_remove(0);
        assert_eq!(before, (line.hash(), line.options(), line.actor()), "the line is where it was");
        thought
    }
}

/// In how many decisions who is to move has won (more than 0) or lost (less) against any reply, if that is so within a depth: by
/// trying everything, position by position, without any of what a search knows.
pub(crate) fn fate(program: &Program, position: &Position, depth: i32) -> Option<i32> {
    let Some(Actor::Player(player)) = position.actor(program) else { return None };
    let side = program.equipment.players[player.index()].side;
    let moves = position.moves(program, Counting::AsWritten).unwrap();
    let mut worst = Some(0);
    let mut best: Option<i32> = None;
    for mv in &moves {
        let next = position.play_impatiently(program, mv).unwrap();
        let fate = match next.outcome() {
            Some(outcome) if outcome.winners.is_empty() => None,
            Some(outcome) => Some(if outcome.winners.contains(&side) { 1 } else { -1 }),
            None if depth <= 1 => None,
            None => {
                let same = next.actor(program) == Some(Actor::Player(player));
                // One decision further from here.
                fate(program, &next, depth - 1).map(|fate| if same { fate } else { -fate }).map(|fate| fate + fate.signum())
            }
        };
        match fate {
            Some(won) if won > 0 => best = Some(best.map_or(won, |best| best.min(won))),
            Some(lost) => worst = worst.map(|worst| worst.min(lost)),
            None => worst = None,
        }
    }
    best.or(worst.filter(|worst| *worst < 0))
}

#[test]
fn a_win_within_reach_is_found_and_a_loss_is_seen() {
    let (mut won, mut lost) = (0, 0);
    for name in ["english", "russian", "turkish", "breakthrough", "collateral", "konane"] {
        let program = library::bundled(name).unwrap().program;
        let ahead = LookAhead::new(&program);
        for seed in 0..4 {
            let mut game = Game::new(&program).unwrap();
            let mut rng = agents::generator(seed, 0);
            while game.actor(&program).is_some() {
                let moves = game.options(&program).unwrap();
                let chosen = match game.actor(&program) {
                    Some(Actor::Chance) => agents::by_weight(&moves, &mut rng),
                    _ => agents::random(&moves, &mut rng),
                };
                game.play(&program, &moves[chosen.unwrap()]).unwrap();
            }
            // Where the game was about to end somebody has won soon.
            for back in 1..=4 {
                game.undo();
                let Some(fate) = fate(&program, game.position(), 4).filter(|_| back > 1 || game.actor(&program).is_some())
                else {
                    continue;
                };
                let thought = ahead.look(&program, &game, Depth(&program, 8));
                let decided = thought.decided().unwrap_or(0);
                assert_eq!(
                    decided.signum(),
                    fate.signum(),
                    "{name}, seed {seed}, {back} before the end: {thought:?}, not {fate}"
                );
                *(if fate > 0 { &mut won } else { &mut lost }) += 1;
            }
        }
    }
    assert!(won >= 8 && lost >= 4, "{won} {lost}");
}

#[test]
fn who_thinks_knows_no_more_than_the_player_sees() {
    let ready = library::bundled("saving_private").unwrap();
    let program = &ready.program;
    let ahead = LookAhead::new(program);
    let mut compared = 0;
    for seed in 0..4 {
        let mut game = Game::new(program).unwrap();
        let mut rng = agents::generator(seed, 0);
        for _ in 0..60 + 9 * seed {
            let Some(actor) = game.actor(program) else { break };
            let moves = game.options(program).unwrap();
            if let Actor::Player(player) = actor
                && moves.len() > 1
                && game.moves().len().is_multiple_of(7)
            {
                let other = game.imagining(agents::sample(program, game.position(), player, &mut agents::generator(seed, 1)));
                let decided = [&game, &other].map(|game| {
                    let mut rng = agents::generator(5, 5);
                    let thought =
                        agents::decide(program, &ahead, game, &mut thinker(program, "mcts:40"), &mut rng, Clock::none());
                    let thought = thought.unwrap().unwrap();
                    let seen = game.position().moves_seen_by(program, player).unwrap();
                    let place = seen.iter().position(|one| one.of.contains(&thought.option)).unwrap();
                    (place, thought.value, thought.nodes)
                });
                assert_eq!(decided[0], decided[1], "seed {seed} after {} decisions", game.moves().len());
                compared += usize::from(other.position() != game.position());
            }
            let chosen = match actor {
                Actor::Chance => agents::by_weight(&moves, &mut rng),
                Actor::Player(_) => agents::random(&moves, &mut rng),
            };
            game.play(program, &moves[chosen.unwrap()]).unwrap();
        }
    }
    assert!(compared > 8, "{compared}");
}

/// What a match says, but for the time it took.
fn said(arguments: &[&str]) -> Value {
    let mut answer = json(&[&["match"], arguments, &["--json"]].concat());
    answer.as_object_mut().unwrap().remove("cpu_seconds").unwrap();
    answer
}

#[test]
fn the_stronger_agent_has_more_points() {
    for (arguments, least) in [
        (["english", "alpha-beta:400", "greedy", "--games", "20"], 0.85),
        (["english", "mcts:60", "random", "--games", "12"], 0.8),
        (["collateral", "mcts:100", "greedy", "--games", "8"], 0.7),
        (["international", "level:4", "level:1", "--games", "8"], 0.85),
        (["warp", "alpha-beta:200", "random", "--games", "8"], 0.8),
        // Each side's pieces are always as many: it matters who commands.
        (["lasca", "alpha-beta:60", "random", "--games", "8"], 0.85),
    ] {
        let said = said(&arguments);
        assert!(said["score"].as_f64().unwrap() >= least, "{arguments:?}: {said}");
    }
}

#[test]
fn the_same_seed_gives_the_same_match_on_any_number_of_threads() {
    let arguments = ["english", "alpha-beta:100", "mcts:20", "--games", "8", "--seed", "7", "--opening", "4"];
    let one = said(&arguments);
    assert_eq!(one, said(&[&arguments[..], &["--threads", "3"]].concat()));
    let mut other = said(&[&arguments[..6], &["8"]].concat());
    other["seed"] = one["seed"].clone();
    assert_ne!(one, other, "another seed, other games");
    let games = ["won", "drawn", "lost"].map(|key| one[key].as_u64().unwrap());
    assert_eq!(games.iter().sum::<u64>(), one["games"].as_u64().unwrap());
    assert_eq!((one["agent"].as_str(), one["opponent"].as_str()), (Some("alpha-beta:100"), Some("mcts:20")));
}

#[test]
fn a_match_ends_as_soon_as_enough_is_known() {
    let said = said(&["english", "alpha-beta:200", "random", "--games", "400", "--sprt", "0,100"]);
    assert_eq!(said["stronger"], true, "{said}");
    assert!(said["games"].as_u64().unwrap() < 100, "{said}");
    assert_eq!(said["bounds"], serde_json::json!([-2.944, 2.944]), "{said}");
    assert!(said["likelihood"].as_f64().unwrap() >= 2.944, "{said}");
    let told = |one: &str, other: &str| run(&["match", "english", one, other, "--games", "400", "--sprt", "0,100"]).out;
    let accepted = told("alpha-beta:200", "random");
    assert!(
        accepted.contains("SPRT of 0 (H0) against 100 Elo (H1): accepted (H1): stronger by 100 Elo rather than by 0\n"),
        "{accepted}"
    );
    assert!(accepted.contains(", rejected at -2.94, accepted at 2.94 (errors of 5 %)\n"), "{accepted}");
    let rejected = told("random", "alpha-beta:200");
    assert!(rejected.contains(": rejected (H0): stronger by 0 Elo rather than by 100\nlog-likelihood ratio -"), "{rejected}");
}

thread_local! {
    /// How often the clock of this thread was looked at, each time a millisecond later.
    static LOOKS: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// A clock that goes on when it is looked at, and at no other time.
fn looked_at() -> Duration {
    Duration::from_millis(LOOKS.replace(LOOKS.get() + 1))
}

/// However slow the machine is, no more than so many decisions or playouts pass between two looks at the clock, the last of which
/// ends the thought: here it is over after a hundred looks.
#[test]
fn whoever_thinks_for_some_time_looks_at_the_clock_all_the_while() {
    for (name, agent, between) in [
        ("english", "alpha-beta:100ms,untrained", 16),
        ("warp", "alpha-beta:100ms", 16),
        ("english", "mcts:100ms", 1),
        ("saving_private", "mcts:100ms", 1),
        ("saving_private", "alpha-beta:100ms", 16),
    ] {
        let ready = library::bundled(name).unwrap();
        let program = &ready.program;
        let (ahead, mut game) = (LookAhead::new(program), Game::new(program).unwrap());
        // Chance sets up some games.
        while !matches!(game.actor(program), Some(Actor::Player(_))) {
            let moves = game.options(program).unwrap();
            game.play(program, &moves[0]).unwrap();
        }
        LOOKS.set(0);
        let mut rng = agents::generator(1, 0);
        let clock = Clock::new(looked_at, &|| false);
        let thought = agents::decide(program, &ahead, &game, &mut thinker(program, agent), &mut rng, clock).unwrap().unwrap();
        let looks = LOOKS.get();
        // Eight positions that look alike are thought about for an eighth of the time each, at least once.
        assert!((90..=130).contains(&looks), "{name}, {agent}: {looks} looks");
        assert!((1..=looks * between).contains(&thought.nodes), "{name}, {agent}: {} in {looks} looks", thought.nodes);
    }
}

#[test]
fn seats_have_agents_of_their_own() {
    let won = |side: &str, agents: &[&str]| {
        let said = json(&[&["simulate", "english", "--games", "8", "--json"], agents].concat());
        (said["wins"][side].as_u64().unwrap(), said["agent"].as_str().unwrap().to_owned())
    };
    let (black, agents) = won("Black", &["--agent", "Black=alpha-beta:200", "--agent", "random"]);
    assert!(black >= 7, "{black}");
    assert_eq!(agents, "Black=alpha-beta:200 White=random");
    let (white, _) = won("White", &["--agent", "White=alpha-beta:depth=3"]);
    assert!(white >= 7, "{white}");
}

#[test]
fn somebody_who_is_nobody_is_refused() {
    let refused = |arguments: &[&str], what: &[&str]| {
        let ended = run(arguments);
        assert_eq!(ended.code, 2, "{arguments:?}");
        assert!(what.iter().all(|what| ended.err.contains(what)), "{arguments:?}: {}", ended.err);
    };
    refused(&["match", "english", "wise", "greedy"], &["no agent `wise`", "alpha-beta:2s"]);
    refused(&["match", "english", "greedy"], &["OPPONENT"]);
    refused(&["match", "english", "greedy", "random", "--sprt", "20,0"], &["0,20"]);
    refused(&["match", "english", "greedy", "random", "--opening", "50", "--limit", "40"], &["no game goes on", "--opening"]);
    let all_cut_off = ["simulate", "english", "--games", "4", "--opening", "10", "--limit", "5"];
    refused(&all_cut_off, &["no game goes on", "smaller --opening"]);
    refused(&["simulate", "english", "--agent", "Red=greedy"], &["no player `Red`", "Black", "White"]);
    refused(&["simulate", "english", "--agent", "Black=level:9"], &["no agent `level:9`", "level:1 to level:8"]);
    assert!(answer(&["match", "--help"]).contains("draughtsman match english alpha-beta:1000 greedy"));
}

#[test]
fn a_rule_file_of_ones_own_has_opponents_too() {
    // Who reaches the far row first has won: one step ahead is enough to see it.
    let rules = small("movement {\n  man may step any-way\n}\nvictory {\n  mover wins \"there\" if own man on far-row\n}\n");
    let ended = run_with(&["match", "-", "alpha-beta:300", "random", "--games", "10", "--opening", "0"], rules.as_bytes());
    assert_eq!(ended.code, 0, "{}", ended.err);
    assert!(ended.out.contains("10 won"), "{}", ended.out);
}
