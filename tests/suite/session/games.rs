//! The front door, against what stands behind it.

use std::time::Duration;

use draughtsman::agents::{Agent, Clock};
use draughtsman::analysis::perft::{Way, perft};
use draughtsman::check::Choices;
use draughtsman::engine::Actor;
use draughtsman::library;
use draughtsman::model::SideId;
use draughtsman::notation::json::change::Change;
use draughtsman::session::{Form, Format, Found, Picture, Session, Written};

fn bundled(name: &str) -> Session {
    Session::bundled(name).unwrap()
}

#[test]
fn what_is_taken_back_is_played_again() {
    let mut session = bundled("english");
    session.play("11-15", None).unwrap();
    session.play("22-18", None).unwrap();
    let there = session.position().clone();
    assert_eq!(session.undo().unwrap().unwrap().text, "22-18");
    assert_eq!(session.undo().unwrap().unwrap().text, "11-15");
    assert_eq!(session.undo().unwrap(), None);
    assert_eq!(session.redo().unwrap().as_deref(), Some("11-15"));
    assert_eq!(session.redo().unwrap().as_deref(), Some("22-18"));
    assert_eq!((session.redo().unwrap(), session.position()), (None, &there));
    session.undo().unwrap();
    session.play("1.", None).unwrap();
    assert_eq!(session.taken_back(), 0, "another move was played");
}

#[test]
fn lists_are_those_of_the_engine_after_many_moves_and_all_the_way_back() {
    let mut session = bundled("english");
    session.set_seed(3);
    let mut lists = Vec::new();
    while lists.len() < 60 {
        let Some(chosen) = session.agent(Agent::Random, Clock::none()).unwrap() else { break };
        lists.push(session.decision(None).unwrap().texts.clone());
        session.take(chosen).unwrap();
    }
    assert!(lists.len() > 40, "{} moves: no more than are kept at hand", lists.len());
    while let Some(list) = lists.pop() {
        session.undo().unwrap();
        assert_eq!(session.decision(None).unwrap().texts, list);
    }
}

#[test]
fn every_form_of_a_game_leads_back_to_it() {
    let mut session = bundled("english");
    for mv in ["11-15", "22-18", "15x22"] {
        session.play(mv, None).unwrap();
    }
    for (name, format) in
        [("fen", Format::Fen), ("json", Format::Json), ("toml", Format::Toml), ("game", Format::Toml), ("pdn", Format::Pdn)]
    {
        let form = Form::ALL.iter().find(|(known, _)| *known == name).unwrap().1;
        let text = session.written(form, None, &Picture::default()).unwrap().text;
        assert_eq!(Format::of(&text), format, "{text}");
        let written = Written::new("it", text, format, None).unwrap();
        let loaded = session.rules().loaded().clone();
        let mut notes = Vec::new();
        let read = Session::resume(loaded, &Choices::default(), &written, &mut notes).unwrap();
        assert_eq!(read.shown(None).board, session.shown(None).board, "{name}");
        let moves = if form.is_whole() { 3 } else { 0 };
        assert_eq!((read.texts().len(), notes), (moves, Vec::new()), "{name}");
    }
}

#[test]
fn a_seat_sees_no_more_than_its_view() {
    let mut session = bundled("saving_private");
    session.set_seed(7);
    session.play_chance().unwrap();
    let players: Vec<_> = (0..2).map(draughtsman::model::PlayerId).collect();
    for player in &players {
        let seen = session.written(Form::Json, Some(*player), &Picture::default()).unwrap().text;
        let view = session.position().view(session.program(), *player).to_setup(session.program());
        let expected = draughtsman::notation::json::position::write(&session.header(), &session.terms(), &view);
        assert_eq!(seen, expected);
        for form in [Form::Game, Form::Pdn] {
            assert!(session.written(form, Some(*player), &Picture::default()).is_err(), "{form:?} tells everything");
        }
    }
    let mut typed = 0;
    for _ in 0..40 {
        let Some(draughtsman::engine::Actor::Player(player)) = session.actor() else { break };
        let list = session.decision(Some(player)).unwrap();
        let Some(text) = list.texts.first() else { break };
        match session.find(text, Some(player)).unwrap() {
            Found::Move(index) => session.take(index).unwrap(),
            other => panic!("{text}: {other:?}"),
        }
        typed += 1;
        session.play_chance().unwrap();
    }
    assert!(typed > 5, "{typed}");
}

#[test]
fn counting_can_be_stopped_and_counts_the_same() {
    for (name, depth) in [("english", 8), ("collateral", 3), ("warp", 3)] {
        let session = bundled(name);
        let whole = perft(session.program(), session.position(), depth, Way::USUAL).unwrap();
        assert_eq!(session.perft(depth, &|| false).unwrap(), Some(whole), "{name}");
        let divided = session.divide(depth, &|| false).unwrap().unwrap();
        assert_eq!(divided.iter().sum::<u64>(), whole, "{name}");
        assert_eq!(session.perft(depth + 6, &|| true).unwrap(), None, "{name}");
    }
}

#[test]
fn agents_play_by_what_their_seat_sees_and_the_seed_alone() {
    for name in library::names() {
        for agent in [Agent::Random, Agent::Greedy, Agent::Level(2)] {
            let play = || {
                let mut session = bundled(name);
                session.set_seed(5);
                for _ in 0..6 {
                    let Some(chosen) = session.agent(agent, Clock::none()).unwrap() else { break };
                    session.take(chosen).unwrap();
                }
                session.texts().to_vec()
            };
            assert_eq!(play(), play(), "{name}, {}", agent);
        }
    }
}

#[test]
fn what_cannot_be_played_is_said() {
    let mut session = bundled("english");
    let error = |session: &mut Session, text: &str| session.play(text, None).unwrap_err().to_string();
    assert!(error(&mut session, "11-18").starts_with("`11-18` is none of the moves"));
    assert_eq!(error(&mut session, "9."), "the list has 7 moves");
    assert!(session.take(7).unwrap_err().to_string().contains("there are 7"));
    session.end(Vec::new(), "agreement", 0);
    assert_eq!(error(&mut session, "11-15"), "`11-15` comes after the end of the game");
    session.go_back(0).unwrap();
    assert!(session.player("Green").unwrap_err().to_string().contains("accepted: Black, White"));
}

/// A turn adds its increment once, however often it is taken back, and of several decisions of one turn the first alone.
#[test]
fn the_clock_goes_with_the_turns() {
    let mut session = bundled("english");
    let left = |session: &Session| session.clock().unwrap().left.iter().map(Duration::as_secs).collect::<Vec<_>>();
    session.set_clock(Some("60s+3s".parse().unwrap()));
    assert_eq!(left(&session), [63, 60]);
    assert!(session.spend(Duration::from_secs(10)));
    session.play("11-15", None).unwrap();
    assert_eq!(left(&session), [53, 63]);
    session.undo().unwrap();
    session.redo().unwrap();
    assert!(session.spend(Duration::from_secs(1)));
    assert_eq!(left(&session), [53, 62]);
    // What is saved is saved in the turn of who decides.
    let text = session.written(Form::Game, None, &Picture::default()).unwrap().text;
    assert!(text.contains("clock = { control = \"1m+3s\", left = { Black = \"53s\", White = \"62s\" } }"), "{text}");
    let written = Written::new("saved", text, Format::Toml, None).unwrap();
    let mut resumed = Session::by(session.rules().clone(), &written, &mut Vec::new()).unwrap();
    assert!(!resumed.spend(Duration::from_secs(63)), "White had a second less");
    assert_eq!(left(&resumed), [53, 0]);
    assert_eq!(
        left(&session.edited(&Change::Lift { at: "1".to_owned() }).unwrap()),
        [60, 63],
        "another position is another game"
    );
    session.end(Vec::new(), "agreement", 0);
    assert!(session.spend(Duration::from_secs(99)), "nobody decides any more");
}

/// Of several decisions of one turn the first alone adds the increment.
#[test]
fn decisions_within_a_turn_add_no_time() {
    let mut within = 0;
    for name in library::names() {
        let mut session = bundled(name);
        session.set_clock(Some("60s+3s".parse().unwrap()));
        let mut turns = vec![0; session.variant().equipment.players.len()];
        let mut last = None;
        for _ in 0..30 {
            if let Some(Actor::Player(player)) = session.actor() {
                match last == Some(player) {
                    true => within += 1,
                    false => turns[player.index()] += 1,
                }
                last = Some(player);
            }
            let left: Vec<u64> = session.clock().unwrap().left.iter().map(Duration::as_secs).collect();
            assert_eq!(left, turns.iter().map(|turns| 60 + 3 * turns).collect::<Vec<_>>(), "{name}");
            let Some(chosen) = session.agent(Agent::Random, Clock::none()).unwrap() else { break };
            session.take(chosen).unwrap();
        }
    }
    assert!(within > 0, "no turn has two decisions");
}

/// A game that the players have ended has its result in PDN.
#[test]
fn who_has_won_by_resignation_is_told_in_pdn() {
    let mut session = bundled("english");
    session.play("11-15", None).unwrap();
    let told = |session: &Session| session.written(Form::Pdn, None, &Picture::default()).unwrap().text;
    assert!(told(&session).contains("[Result \"*\"]"), "{}", told(&session));
    session.end(vec![SideId(0)], "resignation", 0);
    assert!(told(&session).contains("[Result \"0-1\"]") && told(&session).trim_end().ends_with("0-1"), "{}", told(&session));
    session.end(Vec::new(), "agreement", 0);
    assert!(told(&session).contains("[Result \"1/2-1/2\"]"), "{}", told(&session));
}

/// A number that chance draws stands at another place of the list.
#[test]
fn the_text_of_a_move_means_it_though_it_be_the_number_of_another() {
    let text = concat!(
        "+++\nname = \"Die\"\nextends = \"english\"\n+++\n",
        "setup {\n  choose die in (0 or 1 or 2) by chance\n  set luck to die\n}\nstate {\n  add counter luck: 0..2\n}\n",
    );
    let loaded = std::sync::Arc::new(library::load_text("die", "die.draughts", text.as_bytes().to_vec(), None));
    let begin = || {
        Session::new(draughtsman::session::Rules::new(std::sync::Arc::clone(&loaded), &Choices::default()).unwrap()).unwrap()
    };
    let mut session = begin();
    assert_eq!(session.decision(None).unwrap().texts, ["0", "1", "2"]);
    session.play("1", None).unwrap();
    assert_eq!(session.texts(), ["1"]);
    let mut session = begin();
    session.play("1.", None).unwrap();
    assert_eq!(session.texts(), ["0"], "the first of the list");
}
