#![allow(missing_docs, clippy::print_stdout)]
use draughtsman::{analysis::perft, check::Choices, engine::*, library, program::Program};
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let loaded = library::load(&args[0]).unwrap();
    let depth: u32 = args[1].parse().unwrap();
    let options = args[2..].iter().map(|o| (o.clone(), true)).collect();
    let checked = loaded.check(&Choices { options, numbers: vec![] });
    for d in &checked.diagnostics {
        println!("{} {} [{}] {}", d.code, loaded.sources.place(d.span), loaded.sources.text(d.span), d.message);
    }
    println!("{:?}", checked.refusals);
    let Some(v) = checked.variant else { return };
    let t = std::time::Instant::now();
    let p = Program::compile(&v);
    println!("compiled {:?}", t.elapsed());
    let start = Position::start(&p).unwrap();
    println!("bytes {} actor {:?}", start.bytes(), start.actor(&p));
    for m in start.moves(&p, Counting::AsWritten).unwrap().iter().take(10) {
        println!("{:?} {:?}", m.path(), m.deeds);
    }
    for d in 1..=depth {
        let t = std::time::Instant::now();
        println!("{d} {:?} {:?}", perft::perft(&p, &start, d, perft::Way::USUAL), t.elapsed());
    }
}
