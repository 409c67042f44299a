#![allow(missing_docs, clippy::print_stdout)]
use draughtsman::{check::Choices, library, program::Program};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let v = library::load(&a[1]).unwrap().check(&Choices::default()).variant.unwrap();
    let p = Program::compile(&v);
    for (i, n) in p.nodes.iter().enumerate() {
        println!("{i} {:?} {:?}", n, p.types[i]);
    }
    for (i, b) in p.blocks.iter().enumerate() {
        println!("B{i} {:?}", b);
    }
    for (i, b) in p.paths.iter().enumerate() {
        println!("P{i} {:?}", b);
    }
    println!("{:#?}", p.groups);
    println!("{:#?}", p.obligations);
    println!("{:#?}", p.triggers);
    println!("{:#?}", p.turn);
    println!("{:#?}", p.endings);
}
