//! Towers: what was wrong with them once.

use super::faults::{PLAIN, agree_on};

const TOWERS: &str = "+++\nname = \"Towers\"\nversion = \"1.0.0\"\n[players]\nWhite = {}\nBlack = { faces = \"south\" }\n[board]\n\
                      grid = \"3x3\"\nstacks = 4\n[pieces]\nman = { symbol = \"m\" }\nking = { symbol = \"k\" }\n[setup]\n\
                      man = { White = [\"a1\", \"b1\", \"c1\"], Black = [\"a3\", \"c3\"] }\n+++\n";

/// A tower that goes onto another keeps its order, and its commander is who acts still; one that goes below another is no commander any
/// more. What is below can be changed.
#[test]
fn towers_go_onto_towers_in_their_order() {
    let rules = "movement {\n  man may step orthogonal\n  king may step orthogonal\n\
                   piece may climb { choose host in own on orthogonal from actor\n    move actor to top of host }\n\
                   piece may hide { choose host in own on orthogonal from actor\n    move actor to bottom of host }\n\
                   piece may crown-below if some piece in it { for below in piece in it { set kind of below to king } }\n\
                   piece may turn-below if some piece in it { set owner of bottom of it to side of opponent }\n}\n\
                 state {\n  counter rested: 0..9\n  keep favourite: piece\n  when man rests: raise rested by 1\n\
                   when turn begins if no favourite: set favourite to own on a1\n}\n\
                 effects {\n  when piece rests if it is favourite: set kind of it to king\n}\nvictory {\n  draw if turns > 12\n}\n";
    agree_on(&format!("{TOWERS}{rules}"));
}

/// Below a commander a piece bears what it bore, can be given something, and brings it along when it comes out again.
#[test]
fn what_pieces_bear_they_bear_in_towers_too() {
    let front = TOWERS
        .replace("[pieces]", "[sets]\nmood = [\"calm\", \"wild\"]\n[tokens.coin]\nworth = [\"one\", \"two\"]\n[pieces]")
        .replace("man = { symbol = \"m\" }", "man = { symbol = \"m\", has = { mood = \"mood\", purse = \"coin\" } }")
        .replace("king = { symbol = \"k\" }", "king = { symbol = \"k\", has = { mood = \"mood\" } }")
        .replace("[setup]", "[piles]\nbag = { holds = \"coin\", seen_by = \"all\" }\nhand = { of = \"player\", holds = \"piece\" }\n[setup]\nbag = { one = 2, two = 1 }");
    let rules = "movement {\n  man may fill if no purse of it { choose coin in bag\n    move coin to purse of actor\n    set mood of actor to wild }\n\
                   piece may climb { choose host in own on orthogonal from actor\n    move actor to top of host }\n\
                   piece may calm-below if some piece in it { for below in piece in it { set mood of below to calm } }\n\
                   piece may crown-below if some piece in it { set kind of bottom of it to king }\n\
                   piece may let-out { choose p in piece in it\n    choose spot in empty orthogonal from it\n    move p to spot }\n\
                   piece may put-by if some piece in it { move bottom of it to hand of mover }\n\
                   piece may retire if some piece in it { move it to box }\n\
                   piece where some wild piece in it may gloat { require true }\n  piece may step orthogonal if mood of it is not calm\n}\n\
                 state {\n  counter calm-ones: 0..9\n  when turn ends if some own where mood of bottom of it is calm: raise calm-ones by 1\n}\n\
                 victory {\n  draw if turns > 14\n}\n";
    agree_on(&format!("{front}{rules}"));
}

/// A piece from a pile can be changed there, and once it has come onto the board.
#[test]
fn pieces_in_piles_can_be_changed() {
    let front = PLAIN.replace("[setup]", "[piles]\nhand = { of = \"player\", holds = \"piece\" }\n[setup]\nhand = { White = { \"Black man\" = 2, \"White man\" = 1 } }");
    let rules = "movement {\n  player may drop { choose p in hand of mover\n    choose spot in empty on edge\n    set owner of p to side of mover\n\
                   move p to spot\n    set kind of p to king }\n\
                   player may crown { for p in man in hand of mover { set kind of p to king } }\n  piece may step orthogonal\n}\n\
                 victory {\n  draw if turns > 9\n}\n";
    agree_on(&format!("{front}{rules}"));
}
