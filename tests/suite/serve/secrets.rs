//! What a seat is sent: of two games that differ only in what its player cannot know, the same bytes, head and body, to whatever is asked.

use std::io::{Read as _, Write as _};

use draughtsman::agents::{Agent, Clock};
use draughtsman::engine::Actor;
use draughtsman::model::{PlayerId, Setup};
use draughtsman::notation::saved::{self, SavedGame};
use draughtsman::protocol::{Request, answer_seat};
use draughtsman::session::{Format, Session, Written};
use serde_json::{Value, json};

use super::{JSON, Served};

/// A game that a server keeps, and the same game here.
struct World {
    served: Served,
    session: Session,
    _folder: tempfile::TempDir,
}

impl World {
    /// Begins with this game; with the links of another world, if there is one.
    fn new(name: &str, session: Session, links: Option<&World>) -> World {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("g.toml"), saved::write(&session.terms(), &session.saved())).unwrap();
        if let Some(World { _folder: other, .. }) = links {
            std::fs::copy(other.path().join("g.links.json"), folder.path().join("g.links.json")).unwrap();
        }
        let served = Served::start(folder.path(), &[name, "--game", "g.toml"]);
        World { served, session, _folder: folder }
    }

    /// Every byte that is sent back to a seat.
    fn sent(&self, seat: PlayerId, line: &Value) -> String {
        let link = self.served.link(seat.index());
        let line = line.to_string();
        self.served.raw(&format!(
            "POST {link}ask/x HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{JSON}\r\nContent-Length: {}\r\n\r\n{line}",
            self.served.at,
            line.len()
        ))
    }

    /// Plays for a seat, there and here.
    fn play(&mut self, seat: PlayerId, number: usize) -> String {
        let here = play(&mut self.session, seat, number);
        let there = self.sent(seat, &json!({ "request": "play", "move": number + 1 }));
        assert!(there.ends_with(&here), "{there}\n{here}");
        there
    }

    /// The first news of a seat.
    fn news(&self, seat: PlayerId) -> String {
        let mut stream = self.served.connect();
        write!(stream, "GET {}events HTTP/1.1\r\nHost: {}\r\n\r\n", self.served.link(seat.index()), self.served.at).unwrap();
        let mut said = String::new();
        let mut byte = [0];
        while !said.ends_with("}\n\n") && stream.read(&mut byte).unwrap() == 1 {
            said.push(char::from(byte[0]));
        }
        said
    }
}

/// What is asked of a position.
fn questions(session: &Session, seat: PlayerId) -> Vec<Value> {
    let players = &session.variant().equipment.players;
    let (own, other) = (&players[seat.index()].name, &players[(seat.index() + 1) % players.len()].name);
    let mut all: Vec<Value> = ["state", "moves", "played", "explain"].map(|request| json!({ "request": request })).to_vec();
    all.push(json!({ "request": "moves", "after": true, "seat": own }));
    all.extend(["json", "fen", "toml", "text", "svg", "game", "pdn"].map(|form| json!({ "request": "view", "form": form })));
    all.push(json!({ "request": "view", "form": "json", "seat": other }));
    all.push(json!({ "request": "view", "form": "svg", "areas": true, "flip": true, "bare": true }));
    all.push(json!({ "request": "view", "form": "svg", "last": true }));
    all.extend(["undo", "agent", "perft", "load", "chance", "redo"].map(|request| json!({ "request": request })));
    let texts = session.decision(None).unwrap().texts.clone();
    for text in texts.iter().take(3).map(String::as_str).chain(["1.", "999.", "nonsense"]) {
        all.push(json!({ "request": "explain", "move": text }));
    }
    all
}

/// A game that begins where another one is, with these dice.
fn begun_at(session: &Session, seed: u64) -> Session {
    let start = Some(session.shown(None));
    let game = SavedGame { header: session.header(), seed: Some(seed), start, ..SavedGame::default() };
    let written = Written::new("it", saved::write(&session.terms(), &game), Format::Toml, None).unwrap();
    Session::by(session.rules().clone(), &written, &mut Vec::new()).unwrap()
}

/// A decision in two games: whose it is, and the number of the option in each.
pub(crate) type Both = (PlayerId, usize, usize);

/// A game after some decisions, another that the player cannot tell from it, and how both go on alike: they differ by what is hidden,
/// or, where nothing is, by the dice to come.
pub(crate) fn worlds(name: &str, seed: u64, seat: PlayerId, most: usize) -> Option<(Session, Session, Vec<Both>)> {
    let mut begun = Session::bundled(name).unwrap();
    begun.set_seed(seed);
    while begun.texts().len() as u64 <= 10 + 7 * seed || begun.actor() == Some(Actor::Chance) {
        let chosen = begun.agent(Agent::Random, Clock::none()).unwrap()?;
        begun.take(chosen).unwrap();
    }
    let one = begun_at(&begun, 5);
    let others = (0..4).map(|number| begun_at(&begun.imagined(seat, number), if begun.hides() { 5 } else { 6 + number }));
    let others = others.filter(|other| !begun.hides() || other.shown(None) != one.shown(None));
    let planned = others.map(|two| (plan(one.clone(), two.clone(), seat, most), two));
    let (plan, two) = planned.max_by_key(|(plan, _)| plan.len())?;
    Some((one, two, plan))
}

/// Decisions that look the same to a player in both games: by the player itself the same of the list, by others perhaps something else.
fn plan(mut one: Session, mut two: Session, seat: PlayerId, most: usize) -> Vec<Both> {
    let mut plan = Vec::new();
    while let Some(Actor::Player(actor)) = one.actor().filter(|_| plan.len() < most) {
        let count = options(&two, actor);
        let mut found = None;
        for number in (0..options(&one, actor)).rev().take(12) {
            let wanted = looks(&one, actor, number, seat);
            let mut theirs = if actor == seat { number..number + 1 } else { 0..count.min(40) };
            found = theirs.find(|other| looks(&two, actor, *other, seat) == wanted).map(|other| (actor, number, other));
            if found.is_some() {
                break;
            }
        }
        let Some((_, number, other)) = found else { break };
        play(&mut one, actor, number);
        play(&mut two, actor, other);
        plan.extend(found);
    }
    plan
}

fn play(session: &mut Session, actor: PlayerId, number: usize) -> String {
    let line = json!({ "request": "play", "move": number + 1 });
    answer_seat(session, actor, &Request::read(&line.to_string(), 1).unwrap())
}

/// How many options a seat sees.
fn options(session: &Session, seat: PlayerId) -> usize {
    session.decision(Some(seat)).unwrap().moves.len()
}

/// What somebody sees after a player has taken an option of the list.
fn looks(session: &Session, actor: PlayerId, number: usize, seat: PlayerId) -> (Setup, Vec<Option<String>>) {
    let mut tried = session.clone();
    play(&mut tried, actor, number);
    let told = (session.texts().len()..tried.texts().len()).map(|at| tried.told(at, &[seat]).map(str::to_owned)).collect();
    (tried.shown(Some(seat)), told)
}

/// Plays two games at once that look the same to a player; how many positions of them were asked about.
fn lockstep(name: &str, seed: u64, seat: PlayerId, most: usize) -> usize {
    let Some((one, two, plan)) = worlds(name, seed, seat, most) else { return 0 };
    let mut one = World::new(name, one, None);
    let mut two = World::new(name, two, Some(&one));
    for path in ["", "page.js", "page.css", "nothing"] {
        let answers = [&one, &two].map(|world| {
            let answer = world.served.get(&format!("{}{path}", world.served.link(seat.index())));
            (answer.status, answer.head, answer.body)
        });
        assert_eq!(answers[0], answers[1], "{name}: /{path}");
    }
    let asked = plan.len() + 1;
    for (step, both) in plan.into_iter().map(Some).chain([None]).enumerate() {
        assert_eq!(one.news(seat), two.news(seat));
        // Questions of one world are asked in both.
        for line in questions(&one.session, seat).into_iter().chain(questions(&two.session, seat)) {
            assert_eq!(one.sent(seat, &line), two.sent(seat, &line), "{name}, seed {seed}, {seat:?}, step {step}: {line}");
        }
        let Some((actor, number, other)) = both else { break };
        let (said, also) = (one.play(actor, number), two.play(actor, other));
        if actor == seat {
            assert_eq!(said, also, "{name}, seed {seed}, {seat:?}, step {step}: move {number}");
        }
    }
    asked
}

#[test]
fn a_seat_is_sent_its_view_and_no_byte_more() {
    let long = std::env::var_os("DRAUGHTSMAN_PLIES").is_some();
    let (seeds, most) = if long { (12, 40) } else { (2, 6) };
    for name in ["saving_private", "chaos"] {
        let mut steps = 0;
        for seed in 0..seeds {
            for seat in [PlayerId(0), PlayerId(1)] {
                steps += lockstep(name, seed, seat, most);
            }
        }
        assert!(steps as u64 > 3 * seeds, "{name}: only {steps} positions of different games");
    }
}
