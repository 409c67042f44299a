//! Positions that are set up change by change.

use serde_json::{Value, json};

use super::Checked;

/// A position that is set up change by change; one that the rules cannot begin with changes nothing.
#[test]
fn a_position_is_changed_piece_by_piece() {
    let mut all = Checked::new();
    let position = |all: &mut Checked| all.answer(json!({ "request": "view" }))["position"].clone();
    let fen = |all: &mut Checked| all.answer(json!({ "request": "view", "form": "fen" }))["text"].clone();
    let edit = |all: &mut Checked, change: Value| all.answer(json!({ "request": "edit", "change": change }));
    all.answer(json!({ "request": "load", "variant": "lasca", "seed": 3 }));
    let (man, officer) = (json!({ "owner": "White", "kind": "soldier" }), json!({ "owner": "Black", "kind": "officer" }));
    edit(&mut all, json!("clear"));
    edit(&mut all, json!({ "piece": { "at": "c3", "is": man } }));
    edit(&mut all, json!({ "piece": { "at": "c3", "is": officer, "on_top": true } }));
    edit(&mut all, json!({ "piece": { "at": "e5", "is": man } }));
    assert_eq!(position(&mut all)["board"]["c3"], json!([man, officer]));
    edit(&mut all, json!({ "piece": { "at": "e5", "is": officer } }));
    assert_eq!(position(&mut all)["board"]["e5"], officer, "in its place");
    edit(&mut all, json!({ "lift": { "at": "c3" } }));
    assert_eq!(position(&mut all)["board"]["c3"], man, "the one on top is away");
    edit(&mut all, json!({ "lift": { "at": "e5" } }));
    assert_eq!(position(&mut all)["board"], json!({ "c3": man }));
    edit(&mut all, json!({ "mover": "Black" }));
    assert_eq!(position(&mut all)["player"], "Black");
    for (change, said) in [
        (json!({ "lift": { "at": "z9" } }), "z9"),
        (json!({ "mover": "Green" }), "Green"),
        (json!({ "token": { "at": "c3" } }), "no tokens lie under the squares"),
        (json!({ "counter": { "name": "luck", "is": 1 } }), "luck"),
        (json!({ "put": { "pile": "box", "what": "man" } }), "box"),
    ] {
        let before = position(&mut all);
        let failure = all.failure(json!({ "request": "edit", "change": change }));
        assert!(failure.contains(said), "{change}: {failure}");
        assert_eq!(position(&mut all), before, "{change}");
    }

    all.answer(json!({ "request": "load", "variant": "international" }));
    let counters = all.answer(json!({ "request": "equipment" }))["counters"].clone();
    assert_eq!(counters[0]["start"], 0, "where it stands unless a position says more: {counters}");
    assert_eq!(all.answer(json!({ "request": "play", "move": 1 }))["ply"], 1);
    assert_eq!(edit(&mut all, json!({ "counter": { "name": "idle", "is": 7 } }))["ply"], 0, "a game of its own");
    assert!(position(&mut all)["counters"]["idle"] == 7, "{}", fen(&mut all));

    all.answer(json!({ "request": "load", "variant": "guerrilla" }));
    let pile = |all: &mut Checked| position(all)["piles"]["supply"]["stone"].clone();
    edit(&mut all, json!({ "take": { "pile": "supply", "what": "Guerrilla stone" } }));
    assert_eq!(pile(&mut all), 65);
    edit(&mut all, json!({ "put": { "pile": "supply", "what": "Guerrilla stone" } }));
    assert_eq!(pile(&mut all), 66);
    assert!(
        all.failure(json!({ "request": "edit", "change": { "take": { "pile": "supply", "what": "COIN soldier" } } }))
            .contains("no COIN")
    );
}

/// What comes to lie open is no longer among what nobody has seen, and the other way round, wherever it lies.
#[test]
fn cards_are_turned_up_and_down_by_who_sets_a_position_up() {
    let mut all = Checked::new();
    all.answer(json!({ "request": "load", "variant": "saving_private", "seed": 3 }));
    all.answer(json!({ "request": "chance" }));
    let position = |all: &mut Checked| all.answer(json!({ "request": "view" }))["position"].clone();
    let edit = |all: &mut Checked, change: Value| all.answer(json!({ "request": "edit", "change": change }));
    let left = |position: &Value| {
        let of = |shuffle: &str| position["tokens"][shuffle]["card"].as_object().unwrap().len();
        (of("?1"), of("?2"))
    };
    let before = position(&mut all);
    assert_eq!((&before["tokens"]["a1"], left(&before)), (&json!("?1"), (16, 16)));
    let card = before["tokens"]["?1"]["card"].as_object().unwrap().keys().next().unwrap().clone();
    let up = format!("{card} face-up");
    edit(&mut all, json!({ "token": { "at": "a1", "is": up } }));
    let open = position(&mut all);
    assert_eq!((&open["tokens"]["a1"], left(&open)), (&json!(up), (15, 16)));
    edit(&mut all, json!({ "token": { "at": "a1", "is": card } }));
    assert_eq!(
        (&position(&mut all)["tokens"]["a1"], left(&position(&mut all))),
        (&json!(card), (15, 16)),
        "turned, the same card"
    );
    edit(&mut all, json!({ "token": { "at": "a1" } }));
    assert_eq!(position(&mut all)["tokens"], before["tokens"], "as before");
    for (none, said) in [("?256", "a shuffle that `tokens` does not describe"), ("joker", "`joker` is not a card")] {
        let failure = all.failure(json!({ "request": "edit", "change": { "token": { "at": "a1", "is": none } } }));
        assert!(failure.contains(said), "{failure}");
    }
    // Of two shuffles: what lies covered stays where it is from, and what was turned up goes back where it is said to.
    edit(&mut all, json!({ "token": { "at": "b8" } }));
    assert_eq!(position(&mut all)["tokens"], before["tokens"], "covered before");
    let other = before["tokens"]["?2"]["card"].as_object().unwrap().keys().next().unwrap().clone();
    edit(&mut all, json!({ "token": { "at": "b8", "is": other } }));
    assert_eq!(left(&position(&mut all)), (16, 15));
    edit(&mut all, json!({ "token": { "at": "b8", "is": "?2" } }));
    assert_eq!(position(&mut all)["tokens"], before["tokens"], "as before");
    edit(&mut all, json!({ "bare": { "at": "a1" } }));
    assert_eq!(position(&mut all)["tokens"]["a1"], Value::Null);
    edit(&mut all, json!({ "put": { "pile": "stockpile", "of": "South", "what": card } }));
    let put = position(&mut all);
    assert!(put["piles"]["stockpile"]["South"].as_array().unwrap().contains(&json!(card)), "{put}");
    assert_eq!(left(&put), (15, 16));
    edit(&mut all, json!({ "take": { "pile": "stockpile", "of": "South", "what": card } }));
    assert_eq!(position(&mut all)["piles"], before["piles"]);
    let none =
        all.failure(json!({ "request": "edit", "change": { "take": { "pile": "stockpile", "of": "South", "what": card } } }));
    assert!(none.contains(&card), "{none}");
}
