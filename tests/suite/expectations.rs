//! Worths over chance: who looks ahead to the ends of a game tells what an exact reckoning of that game says.

use draughtsman::agents::{Clock, Thinker};
use draughtsman::session::{Analysis, Session, Variation};

use crate::shell::{answer, file, json};

/// After so many turns it is a draw.
const TURNS: u32 = 6;

/// Two men run past each other over four ranks. A throw of 1, one of four, lets a man go one rank, and any throw two, if he has not to
/// leave the board; or nobody goes.
fn race() -> String {
    rules(
        "choose red in (1 or 2) by chance\n  choose blue in (1 or 2) by chance\n  set pips to red\n  if blue = 2: set pips to 2",
    )
}

fn rules(throw: &str) -> String {
    format!(
        "+++\nname = \"Race\"\n[players]\nWhite = {{ faces = \"north\" }}\nBlack = {{ faces = \"south\" }}\n[board]\ngrid = \"2x4\"\n\
         [pieces]\nman = {{ symbol = \"m\", plural = \"men\" }}\n[setup]\nman = {{ White = [\"a1\"], Black = [\"b4\"] }}\n+++\n\
         state {{ counter pips: 0..12 each turn }}\nturn {{\n  {throw}\n  play move\n}}\nmovement {{\n  \
         man may step forward orthogonal if pips = 1\n  \
         man may leap {{ go forward orthogonal, past 1..1 site, to empty }}\n  mover may pass\n}}\n\
         victory {{\n  mover wins \"home\" if some own man on far-row\n  draw if turns >= {TURNS}\n}}\n"
    )
}

/// What it is worth to have come to a rank by turn number `turn`, the other's man standing on that of its own, where a throw of 1 is so
/// likely.
fn come_to(rank: u32, other: u32, turn: u32, one: f64) -> f64 {
    let after = |pips, share: f64| share * best(other, rank, turn, pips, one);
    match () {
        () if rank == 4 => 1.0,
        () if turn == TURNS => 0.0,
        () => -(after(1, one) + after(2, 1.0 - one)),
    }
}

/// What it is worth to decide after this throw.
fn best(rank: u32, other: u32, turn: u32, pips: u32, one: f64) -> f64 {
    let goes = (0..=2).filter(|far| rank + far <= 4 && (*far != 1 || pips == 1));
    goes.map(|far| come_to(rank + far, other, turn + 1, one)).fold(-1.0, f64::max)
}

/// What is thought of all moves of a first decision, and the throw that led there.
fn analysed(rules: &str, seed: u64, agent: &str) -> (u32, Analysis) {
    let mut session = Session::from_text("race", rules, &Default::default()).unwrap();
    session.set_seed(seed);
    session.play_chance().unwrap();
    let mut thinker = Thinker::new(session.program(), agent.parse().unwrap(), 1 << 26);
    let analysis = session.analyse(None, &mut thinker, 3, Clock::none(), &|_| ()).unwrap();
    (if analysis.lines.len() == 3 { 1 } else { 2 }, analysis)
}

/// By how much a move is told to be worth more than the reckoning says, in thousandths of a game.
fn error(line: &Variation, one: f64) -> f64 {
    let far = match line.texts[0].as_str() {
        text if text.contains("leap") => 2,
        text if text.contains("pass") => 0,
        _ => 1,
    };
    line.value - 1000.0 * come_to(1 + far, 1, 1, one)
}

#[test]
fn worths_over_few_results_of_chance_come_to_the_exact_ones() {
    let mut met = [false; 3];
    for seed in 0..24 {
        let (pips, analysis) = analysed(&race(), seed, "alpha-beta:depth=6");
        // A win counts less by a hundredth for each decision.
        let is_exact = |line: &Variation| error(line, 0.25).abs() <= 0.2 && line.decided.is_none() && !line.sampled;
        assert!(analysis.lines.iter().all(is_exact), "{analysis:?}");
        met[pips as usize] = true;
    }
    assert_eq!(met, [false, true, true], "both throws");
}

#[test]
fn playouts_over_chance_tell_the_share_of_a_game() {
    let (_, analysis) = analysed(&race(), 0, "mcts:20000");
    let best = &analysis.lines[0];
    let error = error(best, 0.25);
    assert!(error.abs() <= 60.0 && best.decided.is_none() && best.sampled, "{error}: {analysis:?}");
}

/// Of ten results the first is what matters: samples near the horizon may miss it, and whoever looks further takes all of them.
#[test]
fn more_thought_takes_more_results_of_chance() {
    let faces: Vec<String> = (1..=10).map(|face| face.to_string()).collect();
    let dice = rules(&format!("choose die in ({}) by chance\n  set pips to die", faces.join(" or ")));
    for seed in 0..4 {
        let (_, analysis) = analysed(&dice, seed, "alpha-beta:depth=12");
        assert!(analysis.lines.iter().all(|line| error(line, 0.1).abs() <= 0.2), "{analysis:?}");
        // Some thousand positions, each by how many turns were played: what is known of one is not found out again.
        assert!(analysis.nodes < 1_000_000, "{} decisions", analysis.nodes);
    }
}

/// Two runners a side on five ranks: a throw of up to four lets them go straight ahead, of five and six diagonally; they take diagonally.
const RUNNERS: &str = "+++\nname = \"Runners\"\n[players]\nRed = { faces = \"north\" }\nBlue = { faces = \"south\" }\n[board]\n\
    grid = \"4x5\"\n[pieces]\nrunner = { symbol = \"r\" }\n[setup]\nrunner = { Red = [\"a1\", \"c1\"], Blue = [\"b5\", \"d5\"] }\n+++\n\
    turn {\n  choose die in (1 or 2 or 3 or 4 or 5 or 6) by chance\n  set pips to die\n  play move\n}\n\
    state {\n  counter pips: 0..6 each turn\n}\nmovement {\n  runner may step forward orthogonal if pips <= 4\n  \
    runner may step forward diagonal if pips > 4\n}\ncapture {\n  runner may pounce forward diagonal onto enemy\n}\n\
    victory {\n  mover wins \"home\" if some own on far-row\n  mover wins \"all taken\" if no enemy\n  player who cannot move loses\n}\n";

/// The moves of a first decision by what they are worth, the best one first: by an expectimax of this one game in Python, in fractions.
const STRAIGHT: [(&str, f64); 2] = [("c1-c2", -28.80), ("a1-a2", -83.67)];
const DIAGONAL: [(&str, f64); 3] = [("a1-b2", 198.88), ("c1-d2", -196.14), ("c1-b2", -349.77)];

#[test]
fn playouts_over_dice_come_to_what_trying_everything_says() {
    // A throw of 2, and one of 6. The first two moves differ by less than three games of a hundred.
    for (seed, playouts, exact) in [(1, 100_000, &STRAIGHT[..]), (3, 20_000, &DIAGONAL)] {
        let (_, analysis) = analysed(RUNNERS, seed, &format!("mcts:{playouts}"));
        assert_eq!(analysis.lines.len(), exact.len(), "{analysis:?}");
        let (best, (mv, worth)) = (&analysis.lines[0], exact[0]);
        assert!(best.texts[0] == mv && (best.value - worth).abs() <= 15.0, "{mv} {worth}: {analysis:?}");
    }
}

/// A throw of more results than are looked at is sampled, and that is said.
#[test]
fn worths_of_samples_are_told_to_be_such() {
    let dice = |many: &[&str]| rules(&format!("choose die in ({}) by chance\n  set pips to die", many.join(" or ")));
    let folder = tempfile::tempdir().unwrap();
    let nine = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
    for (many, sampled) in [(8, false), (9, true)] {
        let path = file(folder.path(), &format!("race-{many}.draughts"), dice(&nine[..many]));
        let asked = ["analyse", &path, "--seed", "1", "--agent", "alpha-beta:depth=3"];
        assert_eq!(answer(&asked).contains("worths are averages of samples"), sampled, "{many}");
        let told = json(&[&asked[..], &["--json"]].concat());
        assert_eq!(told["lines"][0]["samples"].as_bool(), sampled.then_some(true), "{told}");
    }
}
