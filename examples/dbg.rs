#![allow(missing_docs, clippy::print_stdout)]
use draughtsman::{check::Choices, engine::*, library, program::Program};
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let loaded = library::load(&args[0]).unwrap();
    let checked = loaded.check(&Choices::default());
    let v = checked.variant.unwrap();
    let p = Program::compile(&v);
    let mut seed = 88172645463325252u64;
    let mut game = Game::new(&p).unwrap();
    while let Some(_) = game.actor(&p) {
        let moves = game.options(&p).unwrap();
        let setup = game.position().to_setup(&p);
        let back = Position::from_setup(&p, &setup);
        if back.as_ref() != Ok(game.position()) {
            println!("A {:#?}", game.position());
            println!("B {:#?}", back);
            println!("{:?}", setup);
            return;
        }
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        let m = &moves[(seed % moves.len() as u64) as usize];
        game.play(&p, m).unwrap();
    }
}
