#![allow(missing_docs, clippy::print_stdout)]
use draughtsman::{check::Choices, engine::*, library, program::Program};
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let loaded = library::load(&args[0]).unwrap();
    let games: u64 = args[1].parse().unwrap();
    let checked = loaded.check(&Choices::default());
    for d in &checked.diagnostics {
        println!("{} {} [{}] {}", d.code, loaded.sources.place(d.span), loaded.sources.text(d.span), d.message);
    }
    let v = checked.variant.unwrap();
    let p = Program::compile(&v);
    let mut seed = 88172645463325252u64;
    let mut total = 0;
    let t = std::time::Instant::now();
    let verbose = args.len() > 2;
    for g in 0..games {
        let mut game = Game::new(&p).unwrap();
        let mut n = 0;
        while let Some(actor) = game.actor(&p) {
            let moves = match game.options(&p) {
                Ok(m) => m,
                Err(e) => {
                    println!("LIMIT {e}");
                    break;
                }
            };
            if moves.is_empty() {
                println!("no moves but {actor:?}");
                break;
            }
            let setup = game.position().to_setup(&p);
            let back = Position::from_setup(&p, &setup);
            if back.as_ref() != Ok(game.position()) {
                println!("setup roundtrip differs game {g} ply {n} {:?}", back.err());
                return;
            }
            if game.position().hash() != game.position().hash_from_scratch(&p) {
                println!("hash differs");
                return;
            }
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            let m = &moves[(seed % moves.len() as u64) as usize];
            if verbose {
                println!("{n} {actor:?} of {}: {:?} {:?}", moves.len(), m.rule.map(|r| &p.lines[r.index()].text), m.deeds);
            }
            game.play(&p, m).unwrap();
            n += 1;
            if n > 3000 {
                println!("long game");
                break;
            }
        }
        total += n;
        if g < 3 {
            println!("game {g}: {n} decisions, {:?}", game.position().outcome());
        }
    }
    println!("{games} games, {total} decisions, {:?}, bytes", t.elapsed());
}
