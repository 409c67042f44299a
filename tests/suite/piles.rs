//! "What is put into a pile lies on top: the prisoner that was taken last is `top of captured`" (docs/language.md, §3), however the
//! pile is named.

use draughtsman::check::Choices;
use draughtsman::library::load_text;
use draughtsman::reference::Reference;
use draughtsman::session::Session;

/// Rules by which two moves put a man each on a king; then `offer` asks what is on top.
fn game(offer: &str) -> String {
    format!(
        "+++\nname = \"Heaps\"\n[players]\nBlack = {{}}\nWhite = {{ faces = \"south\" }}\n[board]\ngrid = \"3x3\"\n\
         [pieces]\nman = {{ symbol = \"m\" }}\nking = {{ symbol = \"k\" }}\n[piles]\nheap = {{ of = \"player\", holds = \"piece\" }}\n\
         chest = {{ of = \"player\", holds = \"piece\" }}\n[setup]\ndiagram = \"\"\"\nw . w\n. . .\nb . b\n\"\"\"\n\
         heap = {{ Black = {{ king = 1 }}, White = {{ king = 1 }} }}\n+++\n\
         movement {{\n  mover may put {{ choose one in own; move one to heap of mover }}\n  mover may offer {offer}\n}}\n\
         victory {{ player who cannot move loses }}\n"
    )
}

/// How many moves there are after two, by the engine and by the reference: a man is put, or `offer` finds a man on top.
fn moves_then(offer: &str) -> [usize; 2] {
    let text = game(offer);
    let mut session = Session::from_text("heaps", &text, &Choices::default()).expect("sound rules");
    ["put a1", "put a3"].into_iter().for_each(|text| session.play(text, None).expect("a move"));
    let checked = load_text("heaps", "heaps.draughts", text.into_bytes(), None).check(&Choices::default());
    let variant = checked.variant.expect("sound rules");
    let reference = Reference::new(&variant);
    let mut pending = reference.start().expect("no limit");
    for _ in 0..2 {
        let moves = reference.moves(&pending).expect("no limit");
        assert_eq!(moves.len(), 2, "{offer}: a king is on top");
        pending = reference.play(&pending, &moves[0]).expect("no limit");
    }
    [session.decision(None).expect("a decision").texts.len(), reference.moves(&pending).expect("no limit").len()]
}

#[test]
fn what_was_put_last_is_on_top_however_the_pile_is_named() {
    for offer in [
        "if top of heap of mover is man { end turn }",
        "if top of (chest of mover or heap of mover) is man { end turn }",
        "if top of (if turns > 1 then heap of mover else chest of mover) is man { end turn }",
        "{ let pile = heap of mover; require top of pile is man; end turn }",
    ] {
        assert_eq!(moves_then(offer), [2, 2], "{offer}");
    }
}
