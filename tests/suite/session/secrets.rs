//! What a seat is told by requests that only who keeps the game may make: of two games that differ in what its player cannot know alone,
//! byte for byte the same. What a seat may ask for by itself is tried in `serve::secrets`.

use draughtsman::check::Choices;
use draughtsman::library;
use draughtsman::model::PlayerId;
use draughtsman::notation::saved;
use draughtsman::protocol::Sessions;
use draughtsman::session::{Rules, Session};
use serde_json::{Value, json};

use crate::serve::secrets::worlds;

/// Two games, of which a player cannot tell one from the other.
struct Both {
    games: [Sessions; 2],
    seat: String,
    what: String,
}

impl Both {
    fn of(name: &str, games: [&Session; 2], seat: PlayerId, what: String) -> Both {
        let seat = games[0].variant().equipment.players[seat.index()].name.clone();
        let games = games.map(|game| {
            let mut sessions = Sessions::default();
            let position = saved::write(&game.terms(), &game.saved());
            for line in [json!({ "request": "load", "variant": name }), json!({ "request": "position", "position": position })]
            {
                let answer = sessions.answer(&line.to_string());
                assert!(answer.contains("\"answer\""), "{line}: {answer}");
            }
            sessions
        });
        Both { games, seat, what }
    }

    /// What the seat is told in both.
    fn ask(&mut self, mut line: Value) -> Value {
        line["seat"] = json!(self.seat);
        let [one, two] = self.games.each_mut().map(|game| game.answer(&line.to_string()));
        assert_eq!(one, two, "{}: {line}", self.what);
        serde_json::from_str(&one).unwrap()
    }

    /// A player takes an option, perhaps another one in each.
    fn play(&mut self, player: &str, numbers: [usize; 2]) {
        for (game, number) in self.games.iter_mut().zip(numbers) {
            let line = json!({ "request": "play", "move": number + 1, "seat": player });
            let answer = game.answer(&line.to_string());
            assert!(answer.contains("\"answer\""), "{}: {line}: {answer}", self.what);
        }
    }

    fn ply(&mut self) -> u64 {
        self.ask(json!({ "request": "played" }))["answer"]["ply"].as_u64().unwrap()
    }

    /// All that can be asked about the decision at hand without going on.
    fn questions(&mut self) {
        for agent in ["greedy", "alpha-beta:20", "mcts:10"] {
            self.ask(json!({ "request": "analyse", "agent": agent, "lines": 3 }));
        }
        for agent in ["random", "greedy", "level:2"] {
            self.ask(json!({ "request": "agent", "agent": agent }));
        }
        self.ask(json!({ "request": "undo", "count": 1000 }));
        self.ask(json!({ "request": "redo", "count": 1000 }));
    }

    /// Takes so many decisions back, asks there, and plays them again; whether a part of that is not told.
    fn back_and_forth(&mut self, count: u64) -> bool {
        let mut back = self.ask(json!({ "request": "undo", "count": count }));
        if back.get("failure").is_some() {
            // It has shown somebody something.
            back = self.ask(json!({ "request": "undo", "count": count, "revealed": true }));
        }
        self.questions();
        assert_eq!(self.redo_all(), count, "{}", self.what);
        back["answer"]["taken_back"].as_array().unwrap().iter().any(Value::is_null)
    }

    /// Plays again all that was taken back; how many decisions that are.
    fn redo_all(&mut self) -> u64 {
        let many = self.ask(json!({ "request": "undo", "count": 0 }))["answer"]["redo"].as_u64().unwrap();
        self.ask(json!({ "request": "redo", "count": many }));
        many
    }
}

/// How many decisions were looked at.
fn lockstep(name: &str, seed: u64, seat: PlayerId) -> usize {
    let Some((one, two, plan)) = worlds(name, seed, seat, 6) else { return 0 };
    let mut both = Both::of(name, [&one, &two], seat, format!("{name}, seed {seed}, {seat:?}"));
    let asked = plan.len();
    for (actor, number, other) in plan {
        both.questions();
        let (before, player) = (both.ply(), one.variant().equipment.players[actor.index()].name.clone());
        both.play(&player, [number, other]);
        both.ask(json!({ "request": "chance" }));
        let count = both.ply() - before;
        both.back_and_forth(count);
    }
    asked
}

#[test]
fn a_seat_is_told_the_same_of_games_that_it_cannot_tell_apart() {
    for name in ["saving_private", "chaos"] {
        let seats = (0..3).flat_map(|seed| [0, 1].map(|seat| lockstep(name, seed, PlayerId(seat))));
        let asked: usize = seats.sum();
        assert!(asked > 8, "{name}: only {asked}");
    }
}

/// What has been dealt is told, taken back and dealt again in part only.
#[test]
fn deals_that_look_alike_to_a_seat_are_told_alike() {
    for name in ["peeking", "partners", "stacked"] {
        let path = format!("{}/tests/suite/views/rules/{name}.draughts", env!("CARGO_MANIFEST_DIR"));
        let rules = Rules::new(library::load(&path).unwrap(), &Choices::default()).unwrap();
        let deal = |seed: u64| {
            let mut session = Session::new(rules.clone()).unwrap();
            session.set_seed(seed);
            session.play_chance().unwrap();
            // What comes after it is the same.
            session.set_seed(5);
            session
        };
        let deals: Vec<Session> = (0..60).map(deal).collect();
        let mut told_in_part = 0;
        for seat in [PlayerId(0), PlayerId(1)] {
            let looks = |game: &Session| {
                let told = (0..game.texts().len()).map(|at| game.told(at, &[seat]).map(str::to_owned)).collect::<Vec<_>>();
                (game.shown(Some(seat)), told)
            };
            let others = |one: usize| (one + 1..deals.len()).map(move |two| (one, two));
            let mut pairs = (0..deals.len()).flat_map(others).filter(|(one, two)| {
                let (one, two) = (&deals[*one], &deals[*two]);
                one.shown(None) != two.shown(None) && looks(one) == looks(two)
            });
            let Some((one, two)) = pairs.next() else { continue };
            let mut both =
                Both::of(&path, [&deals[one], &deals[two]], seat, format!("{name}, seeds {one} and {two}, {seat:?}"));
            let dealt = [one, two].map(|seed| {
                let mut sessions = Sessions::default();
                sessions.answer(&json!({ "request": "load", "variant": path, "seed": seed }).to_string());
                sessions.answer(&json!({ "request": "chance", "seat": both.seat }).to_string())
            });
            assert!(dealt[0] == dealt[1] && dealt[0].contains("\"played\":["), "{}: {dealt:?}", both.what);
            both.questions();
            let count = both.ply();
            told_in_part += usize::from(both.back_and_forth(count));
        }
        assert!(told_in_part > 0, "{name}: no deal is told in part");
    }
}
