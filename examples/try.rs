#![allow(missing_docs, clippy::print_stdout)]
use draughtsman::{analysis::perft::*, check::Choices, engine::*, library, program::Program};
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let loaded = library::load(&args[0]).unwrap();
    let depth: u32 = args[1].parse().unwrap();
    let checked = loaded.check(&Choices::default());
    let p = Program::compile(&checked.variant.unwrap());
    println!("shape {}", p.shape.is_some());
    let start = Position::start(&p).unwrap();
    for made in [false, true] {
        for d in 1..=depth {
            let t = std::time::Instant::now();
            let n = perft(&p, &start, d, Way { made, ..Way::USUAL }).unwrap();
            println!("{d} {n} {:?} {:.1} M/s", t.elapsed(), n as f64 / t.elapsed().as_secs_f64() / 1e6);
        }
    }
}
