//! Games in numbered steps: every move is reached, by numbers that are the same in every process, and by one way only; and what a
//! player sees in numbers depends on nothing that the player cannot know.

use std::collections::BTreeSet;

use draughtsman::agents;
use draughtsman::check::Choices;
use draughtsman::engine::Actor;
use draughtsman::library;
use draughtsman::model::PlayerId;
use draughtsman::session::{Session, Stepwise};

/// Decisions of one game that are tried, and of how many the moves are all reached.
const DECISIONS: usize = 60;
const REACHED: usize = 6;

/// Rule files in which little is usual.
const ODD: [&str; 10] = [
    "agree/corners",
    "agree/lines",
    "agree/secrets",
    "agree/statements",
    "agree/towers",
    "bitboard/phrases",
    "bitboard/tokens",
    "views/rules/peeking",
    "views/rules/carried",
    "views/rules/robbing",
];

fn games() -> Vec<(String, Stepwise)> {
    let odd = ODD.map(|name| format!("{}/tests/suite/{name}.draughts", env!("CARGO_MANIFEST_DIR")));
    let names = library::names().map(str::to_owned).chain(odd);
    names.map(|name| (name.clone(), Stepwise::new(Session::load(&name, &Choices::default()).unwrap()).unwrap())).collect()
}

/// Takes the rest of a decision at random.
fn decide(game: &mut Stepwise, rng: &mut impl FnMut(u64) -> u64) {
    let before = game.session().texts().len();
    while game.session().texts().len() == before {
        let steps = game.steps();
        let mut rest = rng(steps.iter().map(|step| step.ways).sum());
        let taken = steps.iter().find(|step| {
            let here = rest < step.ways;
            rest = rest.saturating_sub(step.ways);
            here
        });
        game.step(taken.expect("a step").word).unwrap();
    }
}

#[test]
fn every_move_is_reached_by_its_steps_and_by_no_others() {
    for (name, mut game) in games() {
        let mut rng = agents::generator(5, 0);
        let mut below = |most: u64| agents::below(most, &mut rng);
        for decision in 0..DECISIONS {
            let Some(actor) = game.actor() else { break };
            assert!(!game.steps().is_empty(), "{name}, decision {decision}");
            if decision.is_multiple_of(DECISIONS / REACHED) {
                reached(&name, &game, actor);
            }
            decide(&mut game, &mut below);
        }
    }
}

/// Every option of a decision, by the steps towards its text.
fn reached(name: &str, game: &Stepwise, actor: Actor) {
    let session = game.session();
    let seat = if let Actor::Player(player) = actor { Some(player) } else { None };
    let mut ways = BTreeSet::new();
    let decision = session.decision(seat).unwrap();
    for (at, text) in decision.texts.iter().enumerate() {
        if decision.real_options(at).is_empty() {
            continue;
        }
        let steps = game.towards(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(ways.insert(steps.clone()), "{name}: `{text}` goes by the steps of another");
        let mut after = game.clone();
        for step in steps {
            after.step(step).unwrap();
        }
        match decision.real_options(at).as_slice() {
            [(index, _)] => {
                assert_eq!(
                    after.session().texts().last(),
                    session.decision(None).unwrap().texts.get(*index),
                    "{name}: `{text}`"
                );
            }
            blind => {
                assert_eq!(after.actor(), Some(Actor::Chance), "{name}: `{text}`");
                let ways: u64 = blind.iter().map(|(_, ways)| ways).sum();
                assert_eq!(after.steps().iter().map(|step| step.ways).sum::<u64>(), ways, "{name}: `{text}`");
            }
        }
    }
}

#[test]
fn words_are_told_apart_and_stay_the_same() {
    for (name, game) in games() {
        let words = game.vocabulary();
        for (number, text) in (0u32..).zip(words.texts()) {
            assert_eq!(words.number(text), Some(number), "{name}: `{text}`");
        }
        assert_eq!(Session::load(&name, &Choices::default()).unwrap().vocabulary().texts(), words.texts(), "{name}");
    }
    // Policies that were learnt and saved rely on these.
    let words = Session::bundled("english").unwrap().vocabulary();
    let numbers = ["end", "from 1", "from 32", "to 1", "takes 18", "put 1", "0"].map(|word| words.number(word));
    assert_eq!(numbers, [0, 8, 39, 40, 89, 104, 200].map(Some));
}

#[test]
fn a_step_that_is_none_changes_nothing() {
    let mut game = Stepwise::new(Session::bundled("english").unwrap()).unwrap();
    let word = |text| game.vocabulary().number(text).unwrap();
    let (from, end) = (word("from 9"), word("end"));
    game.step(from).unwrap();
    let error = game.step(end).unwrap_err().to_string();
    assert_eq!(error, "0 (end) is no step now (accepted: 52 (to 13), 53 (to 14))");
    assert_eq!(game.taken(), [from]);
    assert_eq!(game.towards("9-14").unwrap(), [53]);
    assert!(game.towards("11-15").is_err(), "it sets out from elsewhere");
}

#[test]
fn observations_tell_what_the_player_may_know() {
    let mut hidden = 0;
    for (name, mut game) in games() {
        let fields = game.fields();
        let length = fields.last().map_or(0, |field| field.end());
        assert!(fields.windows(2).all(|pair| pair[0].end() == pair[1].start), "{name}");
        let mut rng = agents::generator(7, 0);
        let mut below = |most: u64| agents::below(most, &mut rng);
        let players = game.session().variant().equipment.players.len();
        for decision in 0..DECISIONS as u64 {
            if game.actor().is_none() {
                break;
            }
            for player in (0..players).map(|player| PlayerId(player as u8)).filter(|_| decision.is_multiple_of(7)) {
                let (mut seen, mut imagined) = (vec![f32::NAN; length], vec![f32::NAN; length]);
                game.observe(player, &mut seen);
                let other = game.restarted(game.session().imagined(player, decision)).unwrap();
                hidden += usize::from(other.session().position() != game.session().position());
                other.observe(player, &mut imagined);
                assert_eq!(seen, imagined, "{name}, decision {decision}, {player:?}");
                assert!(seen.iter().all(|number| number.is_finite()), "{name}");
            }
            decide(&mut game, &mut below);
        }
    }
    assert!(hidden > 20, "{hidden} positions had something that a player could not know");
}

#[test]
fn rules_say_whether_chance_has_a_say() {
    for (name, mut game) in games() {
        let mut rng = agents::generator(11, 0);
        let mut chance = game.actor() == Some(Actor::Chance);
        for _ in 0..DECISIONS {
            if game.actor().is_none() {
                break;
            }
            decide(&mut game, &mut |most: u64| agents::below(most, &mut rng));
            chance |= game.actor() == Some(Actor::Chance);
        }
        assert!(!chance || game.session().rules().draws(), "{name}");
        assert!(name != "english" || !game.session().rules().draws(), "nothing is drawn there");
    }
}

#[test]
fn steps_taken_lead_to_where_a_game_stands() {
    let (mut within, mut blind) = (0, 0);
    for (name, mut game) in games() {
        let mut rng = agents::generator(13, 0);
        let mut begun = game.clone();
        for _ in 0..4 * DECISIONS {
            if game.actor().is_none() {
                break;
            }
            let steps = game.steps();
            game.step(steps[agents::below(steps.len() as u64, &mut rng) as usize].word).unwrap();
            if game.session().texts().len() > begun.session().texts().len() {
                begun = game.clone();
            }
            let mut again = begun.clone();
            game.taken().iter().for_each(|word| again.step(*word).unwrap());
            assert_eq!((again.actor(), again.steps()), (game.actor(), game.steps()), "{name}");
            within += usize::from(!game.taken().is_empty());
            blind += usize::from(game.actor() != begun.actor());
        }
    }
    assert!(within > 100 && blind > 0, "{within} times within a decision, {blind} times with a blind choice");
}
