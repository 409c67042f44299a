//! Looking ahead: whoever goes back stands where he stood, and what is played comes to what the same move of the game comes to.

use draughtsman::check::Choices;
use draughtsman::engine::{Actor, Game, Glance, Line, LineVisitor, LookAhead, Move};
use draughtsman::library::{self, Ready};
use draughtsman::model::setup::Outcome;
use draughtsman::model::{KindId, PlayerId, SideId, SiteId, StoredId};
use draughtsman::program::Program;
use std::collections::HashMap;

use super::games::{LONGEST, Numbers, plies};
use crate::bitboard::made;
use crate::facts;

/// Decisions of one game from which is looked ahead, twice as many where the laws are asked for more; and those that are played between two of them.
const FROM: usize = 3;
const BETWEEN: usize = 5;
/// How far, and how many options of each decision.
const DEEP: usize = 3;
const OPTIONS: usize = 3;
/// So many options of each decision are played, to see whether it is another.
const AFTER: usize = 6;
/// A decision among more moves is not looked into.
const MOST_MOVES: usize = 400;

type Piece = (SideId, KindId, SiteId, Option<SideId>);

/// All that a line tells of where it stands.
#[derive(Clone, Debug, PartialEq)]
struct Told {
    actor: Option<PlayerId>,
    options: Vec<Glance>,
    taking: usize,
    pieces: Vec<Piece>,
    stored: Vec<i64>,
    lying: Vec<i64>,
    turns: u32,
    winners: Option<u8>,
    outcome: Option<Outcome>,
    hash: u64,
}

fn told(program: &Program, line: &impl Line) -> Told {
    let mut options = Vec::new();
    line.each_option(|glance| options.push(glance));
    let mut pieces = Vec::new();
    line.each_piece(|piece| pieces.push((piece.side, piece.kind, piece.site, piece.under)));
    pieces.sort_unstable_by_key(|(side, kind, site, under)| (site.0, under.is_some(), side.0, kind.0));
    let owners = program.layout.stored.iter().enumerate().flat_map(|(i, cells)| (0..cells.owners).map(move |owner| (i, owner)));
    Told {
        actor: line.actor(),
        options,
        taking: line.taking(),
        pieces,
        stored: owners.map(|(i, owner)| line.stored(StoredId(i as u8), owner)).collect(),
        lying: (0..program.layout.piles.len()).map(|pile| line.lying(pile)).collect(),
        turns: line.turns(),
        winners: line.winners(),
        outcome: line.outcome(),
        hash: line.hash(),
    }
}

/// A decision: who decides, what stands on the board and lies in piles, what there is to choose, and what stands on the board after
/// each, as far as it was looked at.
type Decision = (Option<PlayerId>, Vec<Piece>, Vec<i64>, Vec<Glance>, Vec<Vec<Piece>>);
/// Decisions by their numbers.
type Seen = HashMap<u64, Decision>;

/// Looks ahead, and back.
struct There<'p> {
    program: &'p Program,
    game: &'p Game,
    numbers: Numbers,
    seen: Seen,
}

impl LineVisitor for There<'_> {
    type Output = Result<(), String>;

    fn visit<L: Line>(mut self, line: &mut L) -> Self::Output {
        let (program, game) = (self.program, self.game);
        line.restart(7);
        let first = told(program, line);
        self.on(line, Some(game), DEEP)?;
        same(&first, &told(program, line), "after all of it")?;
        line.restart(7);
        same(&first, &told(program, line), "begun anew")
    }
}

impl There<'_> {
    /// Some options of the decision at hand, at which also a game stands, unless chance has decided since.
    fn on(&mut self, line: &mut impl Line, game: Option<&Game>, deep: usize) -> Result<(), String> {
        let program = self.program;
        let here = told(program, line);
        self.alone(line, &here)?;
        let moves = match game {
            Some(game) => Some(stands_there(program, &here, game)?),
            None => None,
        };
        let options = here.options.len();
        if deep == 0 || options == 0 || options > MOST_MOVES {
            return Ok(());
        }
        line.mark();
        same(&here, &told(program, line), "marked")?;
        for _ in 0..OPTIONS {
            let option = self.numbers.below(options);
            let seed = self.numbers.below(1 << 20) as u64;
            let next = match (game, &moves) {
                (Some(game), Some(Some(moves))) => Some(leads_to(program, line, game, moves, option, &here)?),
                _ => None,
            };
            same(&here, &told(program, line), "asked which move it is")?;
            line.deal(seed);
            line.play(option);
            let (there, drew) = (told(program, line), line.drew());
            // Chance decides by itself where the game asks it.
            let next = next.filter(|game| !drew && game.actor(program) != Some(Actor::Chance));
            self.on(line, next.as_ref(), deep - 1)?;
            same(&there, &told(program, line), "gone on and come back")?;
            line.back();
            same(&here, &told(program, line), "gone back")?;
            line.deal(seed);
            line.peek(option);
            let glimpsed = told(program, line);
            if !drew && (glimpsed.pieces != there.pieces || glimpsed.winners != there.winners) {
                return Err(format!("a glimpse of option {option}: {glimpsed:?}, not {there:?}"));
            }
            line.back();
            same(&here, &told(program, line), "gone back from a glimpse")?;
            line.deal(seed);
            line.play(option);
            same(&there, &told(program, line), "played again")?;
            line.back();
        }
        line.unmark();
        same(&here, &told(program, line), "unmarked")
    }

    /// Equal numbers are of equal decisions only; where an option leads does not depend on what else was tried.
    fn alone(&mut self, line: &mut impl Line, here: &Told) -> Result<(), String> {
        line.mark();
        let mut leads = |option: usize| {
            line.deal(0);
            line.play(option);
            let there = told(self.program, line);
            line.back();
            there
        };
        let tried = 0..here.options.len().min(AFTER);
        let after: Vec<Told> = tried.clone().map(&mut leads).collect();
        for option in tried.rev() {
            same(&after[option], &leads(option), "tried in another order")?;
        }
        let after = after.into_iter().map(|there| there.pieces).collect();
        line.unmark();
        let stands = (here.actor, here.pieces.clone(), here.lying.clone(), here.options.clone(), after);
        let known = self.seen.entry(here.hash).or_insert_with(|| stands.clone());
        if *known == stands { Ok(()) } else { Err(format!("one hash of {known:?} and {stands:?}")) }
    }
}

fn same(expected: &Told, found: &Told, when: &str) -> Result<(), String> {
    if expected == found {
        return Ok(());
    }
    let (expected, found) = (format!("{expected:#?}"), format!("{found:#?}"));
    let mut lines = expected.lines().zip(found.lines()).filter(|(expected, found)| expected != found);
    Err(format!("{when}: {:?}", lines.by_ref().take(6).collect::<Vec<_>>()))
}

/// The line stands where the game does; its moves, if none comes to a limit.
fn stands_there(program: &Program, here: &Told, game: &Game) -> Result<Option<Vec<Move>>, String> {
    let mut pieces = Vec::new();
    game.position().each_piece(program, |piece| pieces.push((piece.side, piece.kind, piece.site, piece.under)));
    pieces.sort_unstable_by_key(|(side, kind, site, under)| (site.0, under.is_some(), side.0, kind.0));
    if pieces != here.pieces || here.outcome.as_ref() != game.position().outcome() {
        return Err(format!("{here:?}, and the game has {pieces:?}, {:?}", game.position().outcome()));
    }
    let turns = game.position().to_setup(program).turns;
    if here.turns != turns {
        return Err(format!("{here:?}, and the game has {turns} turns"));
    }
    let Ok(moves) = game.options(program) else { return Ok(None) };
    if here.taking != here.options.iter().filter(|glance| glance.takes > 0).count() {
        return Err(format!("{} options take: {:?}", here.taking, here.options));
    }
    let actor = match game.actor(program) {
        // Who finds nothing to choose, as every way on fails, is not asked: the game stands still.
        Some(Actor::Player(player)) if !moves.is_empty() => Some(player),
        Some(Actor::Player(_) | Actor::Chance) | None => None,
    };
    if moves.len() != here.options.len() || actor != here.actor {
        return Err(format!("{here:?}, and the game asks {actor:?} among {} moves", moves.len()));
    }
    Ok(Some(moves))
}

/// The game after the move that an option is.
fn leads_to(
    program: &Program,
    line: &mut impl Line,
    game: &Game,
    moves: &[Move],
    option: usize,
    here: &Told,
) -> Result<Game, String> {
    let place = line.place(option, game, moves).map_err(|limit| limit.to_string())?;
    let mv = &moves[place.ok_or_else(|| format!("option {option}, {:?}, is none of {moves:?}", here.options[option]))?];
    if here.options[option].takes == 0 && !mv.captures().is_empty() {
        return Err(format!("option {option} takes nothing, and {mv:?}"));
    }
    let mut game = game.clone();
    game.play(program, mv).map_err(|limit| limit.to_string())?;
    Ok(game)
}

/// Looks ahead now and then in a random game.
fn in_a_game(program: &Program, game: Game, seed: u64) -> Result<(), String> {
    from_so_many(plies().map_or(FROM, |_| 2 * FROM), program, game, seed)
}

/// The same from so many of its decisions.
fn from_so_many(from: usize, program: &Program, mut game: Game, seed: u64) -> Result<(), String> {
    let ahead = LookAhead::new(program);
    let mut numbers = Numbers::new(seed);
    let mut looked = 0;
    while looked < from && game.moves().len() < LONGEST {
        let Ok(moves) = game.options(program) else { return Ok(()) };
        if moves.is_empty() || moves.len() > MOST_MOVES {
            return Ok(());
        }
        if matches!(game.actor(program), Some(Actor::Player(_))) && numbers.below(BETWEEN) == 0 {
            looked += 1;
            let there = There { program, game: &game, numbers: Numbers::new(seed + looked as u64), seen: Seen::new() };
            let found = ahead.look(program, &game, there);
            found.map_err(|problem| format!("after {} decisions: {problem}", game.moves().len()))?;
        }
        if game.play(program, &moves[numbers.below(moves.len())]).is_err() {
            return Ok(());
        }
    }
    Ok(())
}

fn in_games(name: &str, ready: &Ready, games: u64, failures: &mut Vec<String>) {
    for seed in 1..=games {
        let game = Game::new(&ready.program).expect("a game begins");
        if let Err(problem) = in_a_game(&ready.program, game, seed) {
            failures.push(format!("{name}, game {seed}: {problem}"));
            return;
        }
    }
}

#[test]
fn who_looks_ahead_comes_back() {
    // Few games, or more where the other laws too are asked for more.
    let (of_variant, of_file) = plies().map_or((1, 2), |_| (2, 6));
    let mut failures = Vec::new();
    let mut tried = 0;
    for name in facts::every_variant() {
        tried += 1;
        in_games(&name, &facts::rules(&name, &[]).expect("there is a rule file"), of_variant, &mut failures);
    }
    let root = env!("CARGO_MANIFEST_DIR");
    for folder in ["tests/suite/agree", "tests/suite/bitboard", "tests/suite/views/rules", "src/engine/bitboard/lockstep"] {
        for file in std::fs::read_dir(format!("{root}/{folder}")).expect("a folder").flatten() {
            let name = file.path().display().to_string();
            if name.ends_with(".draughts") {
                tried += 1;
                let ready = facts::ready(&library::load(&name).expect("a rule file"), &[]).expect("rules");
                in_games(&name, &ready, of_file, &mut failures);
            }
        }
    }
    facts::report(tried, &failures);
}

/// A game in which what is taken in the midst of a move, after a leg that has taken, was not seen.
#[test]
fn what_is_taken_in_the_midst_of_a_move_is_seen() {
    let text = include_str!("../bitboard/bodies.draughts").as_bytes().to_vec();
    let checked = library::load_text("some", "some.draughts", text, None).check(&Choices::default());
    let program = Program::compile(&checked.variant.expect("rules"));
    let game = Game::new(&program).expect("a game begins");
    from_so_many(2 * FROM, &program, game, 3).unwrap_or_else(|problem| panic!("{problem}"));
}

/// Two kings that go to and fro: what stood before is known where a decision of a script begins the turn, and where only some turns begin
/// with a change.
#[test]
fn what_has_stood_is_known_however_turns_begin() {
    let scripts = include_str!("../bitboard/scripts.draughts").to_owned();
    let kings = |more: &str| {
        format!(
            "+++\nname = \"Kings\"\n[players]\nWhite = {{}}\nBlack = {{}}\n[board]\ngrid = \"2x2\"\n[pieces]\n\
             king = {{ symbol = \"k\" }}\n[setup]\nking = {{ White = \"a1\", Black = \"b2\" }}\n+++\n{more}\
             movement {{\n  king may step orthogonal\n}}\nvictory {{\n  draw if repeats >= 3\n  player who cannot move loses\n}}\n"
        )
    };
    let asked = "turn {\n  either { play movement } or { end turn }\n}\n";
    let changed = "state {\n  counter mark: 0..1\n  when turn begins if some own on a1: set mark to 1\n  when turn ends: set mark to 0\n}\n";
    for (text, games) in [(scripts, 3), (kings(""), 20), (kings(asked), 20), (kings(changed), 20)] {
        let checked = library::load_text("some", "some.draughts", text.clone().into_bytes(), None).check(&Choices::default());
        let program = Program::compile(&checked.variant.unwrap_or_else(|| panic!("{:?}\n{text}", checked.diagnostics)));
        for seed in 1..=games {
            let game = Game::new(&program).expect("a game begins");
            from_so_many(2 * FROM, &program, game, seed).unwrap_or_else(|problem| panic!("game {seed}: {problem}\n{text}"));
        }
    }
}

#[test]
fn who_looks_ahead_by_rules_of_every_kind_comes_back() {
    let mut seed = 0xD1B5_4A32_D192_ED03;
    for file in 0..30 {
        let text = made::rule_file(&mut seed);
        let checked =
            library::load_text("random", "random.draughts", text.clone().into_bytes(), None).check(&Choices::default());
        let program = Program::compile(&checked.variant.unwrap_or_else(|| panic!("{:?}\n{text}", checked.diagnostics)));
        let Some(start) = made::strewn(&program, &mut seed) else { continue };
        if let Err(problem) = in_a_game(&program, Game::from(start), file) {
            panic!("file {file}: {problem}\n{text}");
        }
    }
}
