//! Legal moves of chosen positions as a player reads them, kept in `snapshots/moves/`. These are observations: what is *known*
//! of the rules, with its sources, is in `tests/facts/`.

use draughtsman::check::Choices;
use draughtsman::engine::{Counting, Position};
use draughtsman::library;
use draughtsman::notation::{fen, listing};
use draughtsman::program::Program;

/// A position, or the start where the text is empty, and its snapshot's name.
#[track_caller]
fn check(variant: &str, options: &[&str], position: &str, name: &str) {
    let options = options.iter().map(|option| (option.to_string(), true)).collect();
    let choices = Choices { options, numbers: Vec::new() };
    let variant = library::load(variant).unwrap().check(&choices).variant.unwrap();
    let program = Program::compile(&variant);
    let position = if position.is_empty() {
        Position::start(&program).unwrap()
    } else {
        Position::from_setup(&program, &fen::read(&variant.equipment, position).unwrap()).unwrap()
    };
    let moves = position.moves(&program, Counting::AsWritten).unwrap();
    let setup = position.to_setup(&program);
    let text = match (position.actor(&program), position.outcome()) {
        (Some(actor), _) => listing::decision(&variant.equipment, &setup, actor, &moves, program.chains_may_stop()),
        (None, outcome) => {
            let board = listing::board(&variant.equipment, &setup, false);
            format!("{board}\n{}\n", outcome.map_or("", |outcome| &outcome.reason))
        }
    };
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../snapshots/moves");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

#[test]
fn english() {
    check("english", &[], "", "english_start");
    check("english", &[], "W:W26:B23,16,1", "english_chain_must_be_finished");
    check("english", &[], "W:W12:B8,7,15,14", "english_crowned_and_the_move_ends");
    check("english", &[], "W:WK22:B17,18,9,10", "english_round_and_back");
    check("english", &[], "W:W22,23:B18,19,8", "english_free_choice_of_capture");
    check("english", &[], "B:W5,6,10:B1", "english_no_moves");
}

#[test]
fn international() {
    check("international", &[], "", "international_start");
    check("international", &[], "W:WK41,49:B9,10,12,19,38", "international_coup_turc");
    check("international", &[], "W:W15:B9,10", "international_far_row_in_passing");
    check("international", &[], "W:W48:B24,K31,34,K42,43", "international_most_pieces");
    check("international", &[], "W:W26:B12,K21,31,32", "international_a_king_counts_as_one");
    check("international", &[], "W:WK46:B23", "international_landing_where_it_likes");
}

#[test]
fn collateral() {
    check("collateral", &[], "", "collateral_start");
    check("collateral", &[], "B:Wb3,d5,e5:Ba1,b2,e1", "collateral_any_capture_satisfies");
    check("collateral", &["forced-first-enemy"], "B:Wb3,d5,e5:Ba1,b2,e1", "collateral_first_jump_over_an_enemy");
    check("collateral", &[], "B:Wa5,b5,c4,d5:Ba1,a2,c1,c2,e1", "collateral_own_pieces_may_be_taken");
    check("collateral", &[], "B:Wa5,b1,b5,e5:Ba1,c2,e1,e3", "collateral_going_on_over_own");
    check("collateral", &[], "B:Wa5,b5,e5:Ba1,b2,e1", "collateral_near_the_centre");
}
