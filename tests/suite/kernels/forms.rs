//! Games for each form that generators are compiled for: of two to four kinds, on boards of all sizes, with flights, with hops, with
//! captures of own pieces, counted some plies deep from positions in which most pieces are men.

use super::apart::counted;
use super::{program, strewn};

#[test]
fn forms_count_deep_as_the_machine_does() {
    let (mut seed, mut compared) = (0xF0F0_0F0F_1234_4321, 0);
    let duties = ["must capture", "must capture with the most taken", "must capture with the most legs"];
    let mut duty = duties.iter().cycle();
    for (size, crowd) in [("8x8", 4), ("10x10", 5), ("12x12", 8), ("20x20", 20)] {
        for kinds in 2..=4 {
            for more in ["", "man may go diagonal, past own, to empty", "man may jump diagonal over own"] {
                for flies in [false, true] {
                    let (step, jump) = if flies { ("fly", "fly") } else { ("step", "jump") };
                    let others = ["king", "duke", "earl"];
                    let named = others[..kinds - 1].iter().map(|name| format!("{name} = {{ symbol = \"{}\" }}\n", &name[..1]));
                    let pieces: String = named.collect();
                    let moves = others[..kinds - 1].join(" or ");
                    let (hop, own) = if more.contains("jump") { ("", more) } else { (more, "") };
                    let text = format!(
                        "+++\nname = \"Forms\"\nversion = \"1.0.0\"\n[players]\nWhite = {{ faces = \"north\" }}\n\
                         Black = {{ faces = \"south\" }}\n[board]\ngrid = \"{size}\"\nplay = \"dark\"\n[pieces]\nman = {{ symbol = \"m\" }}\n\
                         {pieces}+++\nmovement {{\n  man may step forward diagonal\n  {moves} may {step} diagonal\n  {hop}\n}}\n\
                         capture {{\n  man may jump forward diagonal over an enemy\n  {moves} may {jump} diagonal over an enemy\n  {own}\n  \
                         chain must continue\n}}\nobligation {{ {} }}\n\
                         promotion {{ when man lands on far-row: promote it to king; end move }}\n\
                         victory {{ player who cannot move loses }}\n",
                        duty.next().expect("it goes round"),
                    );
                    let program = program(&text);
                    assert!(program.kernels.as_ref().is_some_and(|kernels| kernels.odd.is_empty()), "{text}");
                    let start = strewn(&program, &mut seed, crowd, 8).expect("the game goes on");
                    let leaves = (2..9).map(|depth| counted(&program, &start, depth, &text)).find(|leaves| *leaves > 1_000);
                    compared += u32::from(leaves.is_some());
                }
            }
        }
    }
    assert!(compared > 60, "{compared}");
}
