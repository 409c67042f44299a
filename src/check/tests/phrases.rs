//! The meaning of phrases: every coercion and every relative word is explicit.

use super::{FRONT, checked, render::render};
use crate::model::Measure;
use crate::syntax::glossary;

const STATE: &str = "state { counter reign of player: 0..3\n counter total-wins: 0..9\n keep rover: piece\n keep home: site each move\n keep done: truth each turn }\n";

/// A phrase, printed, in a trigger of a piece that lands.
fn meaning(phrase: &str) -> String {
    let text =
        format!("{FRONT}{STATE}movement {{ man may step forward }}\neffects {{ when piece lands {{ let x = {phrase} }} }}\n");
    let (sources, checked) = checked(&[("phrase.draughts", &text)], &[]);
    let Some(variant) = checked.variant else { return render(&sources, &checked.diagnostics) };
    let text = crate::model::print::variant(&variant);
    let line = text.lines().find_map(|line| line.trim().strip_prefix("let "));
    line.and_then(|line| line.split_once(" = ")).map(|(_, meaning)| meaning.to_string()).unwrap_or(text)
}

#[track_caller]
fn check(phrase: &str, expected: &str) {
    assert_eq!(meaning(phrase), expected, "{phrase}");
}

#[test]
fn every_measure_is_a_word() {
    for word in Measure::ALL.map(Measure::word) {
        check(&format!("{word} of it"), &format!("({word} (site it.0))"));
        assert!(glossary::of(word).next().is_some(), "`{word}` is not in the glossary");
    }
}

#[test]
fn words_standing_together() {
    check("own king", "(and (pieces-of (side-of mover)) (of-kind king))");
    check(
        "enemy man or enemy king",
        "(or (and (pieces-of (side-of opponent)) (of-kind man)) (and (pieces-of (side-of opponent)) (of-kind king)))",
    );
    check("empty corners", "(and empty a8|h8|a1|h1)");
    check("forward diagonal", "(and (forward actor) diagonal)");
    check("own not it", "(without (pieces-of (side-of mover)) it.0)");
    check("own not (man or king)", "(without (pieces-of (side-of mover)) (of-kind (or man king)))");
    check("empty or own", "(or empty (site (pieces-of (side-of mover))))");
    check("piece not ghost", "(without every-piece (bearing:potion.0 ghost))");
}

#[test]
fn articles_and_plurals() {
    check("the enemies", "(pieces-of (side-of opponent))");
    check("count the kings", "(count (of-kind king))");
    check("count pieces", "(count every-piece)");
    check("some man", "(some (of-kind man))");
}

#[test]
fn values_mean_what_bears_them() {
    check("red piece", "(and (bearing:colour red) every-piece)");
    check("ghost man", "(and (bearing:potion.0 ghost) (of-kind man))");
    check("face-up king", "(and (card-faced face-up) (card-with:value king))");
    check(
        "face-up (hearts queen card or clubs king)",
        "(and (card-faced face-up) (or (and (card-with:suit hearts) (card-with:value queen) every-card) (and (card-with:suit clubs) (card-with:value king))))",
    );
    check("count (card where value of it > queen)", "(count (where every-card it.1 (> (value it.1) queen)))");
    check("count (card where value of it = 3)", "(count (where every-card it.1 (= (value it.1) 3)))");
}

#[test]
fn fields() {
    check("site of it", "(site it.0)");
    check("owner of it", "(owner it.0)");
    check("colour of shield of it", "(colour (shield it.0))");
    check("colour of it", "(colour it.0)");
    check("value of it", "(worth it.0)");
    check("value of king", "(worth king)");
    check("value of card of it", "(value (under (site it.0)))");
    check("total value of taken", "(total:worth taken)");
    check("total value of (man in captured)", "(total:worth (in (of-kind man) (contents (pile:captured none))))");
    check("top of deck of Black", "(top (pile:deck side:Black))");
    check("hand of owner of it", "(pile:hand (players-of (owner it.0)))");
    check("deck of mover", "(pile:deck (side-of mover))");
    check("piece of opponent", "(pieces-of (side-of opponent))");
    check("man of White", "(and (of-kind man) (pieces-of side:White))");
    check("colours of mover", "(colours mover)");
    check("first of taken", "(first taken)");
    check("file of it - rank of centre", "(- (file (site it.0)) (rank d4))");
    check("reign of mover + limit", "(+ (reign mover) 7)");
    check("player of owner of it", "(players-of (owner it.0))");
}

#[test]
fn filters() {
    check("own man on far-row", "(on (and (pieces-of (side-of mover)) (of-kind man)) (far-row described))");
    check("piece not on corners", "(not-on every-piece a8|h8|a1|h1)");
    check("king in taken", "(in (of-kind king) taken)");
    check("own in captured", "(in (pieces-of (side-of mover)) (contents (pile:captured none)))");
    check("card in hand of mover", "(in every-card (contents (pile:hand mover)))");
    check("piece in it", "(in every-piece (contents it.0))");
    check("enemy where some shield of it", "(where (pieces-of (side-of opponent)) it.1 (some (shield it.1)))");
    check("man where no colour of it", "(where (of-kind man) it.1 (not (some (colour it.1))))");
    check("player with most total value of piece of it", "(most every-player it.1 (total:worth (pieces-of (side-of it.1))))");
    check("player with least taken", "(least every-player it.1 (count taken))");
    check("card with most value of it", "(most every-card it.1 (value it.1))");
    // a single value counts by its place in the set, several are counted
    check("man with most colour of it", "(most (of-kind man) it.1 (colour it.1))");
    check("player with most colours of it", "(most every-player it.1 (count (colours it.1)))");
}

#[test]
fn steps() {
    check("diagonal from it", "(from diagonal (site it.0))");
    check("north from east from centre", "(from north (from east d4))");
    check("enemy on forward from it", "(on (pieces-of (side-of opponent)) (from (forward described) (site it.0)))");
    check("forward from centre", "(from (forward actor) d4)");
}

#[test]
fn relative_words() {
    check("far-row", "(far-row actor)");
    check("far-row of opponent", "(far-row (side-of opponent))");
    check("far-row of it", "(far-row (owner it.0))");
    check("camp of opponent", "(camp (side-of opponent))");
    check("empty camp", "(and empty (camp actor))");
    check("man where site of it is far-row", "(where (of-kind man) it.1 (is (site it.1) (far-row (owner it.1))))");
    check("it is on far-row", "(some (on it.0 (far-row described)))");
    check("it is far-row", "(is (site it.0) (far-row described))");
    check("own can step forward", "(can (pieces-of (side-of mover)) (go (forward actor) (to empty)))");
}

#[test]
fn conditions() {
    check("it is king", "(is it.0 (of-kind king))");
    check("it is man or king", "(is it.0 (of-kind (or man king)))");
    check("kind of it is king", "(is (kind it.0) king)");
    check("it is not ghost", "(not (is it.0 (bearing:potion.0 ghost)))");
    check("potion of it is ghost", "(is (potion it.0) (potion-with:power ghost))");
    check("power of potion of it is ghost", "(is (power (potion it.0)) ghost)");
    check("card of it is face-up king", "(is (under (site it.0)) (and (card-faced face-up) (card-with:value king)))");
    check("shield of it is none", "(not (some (shield it.0)))");
    check("shield of it is not none", "(not (not (some (shield it.0))))");
    check(
        "every own is on camp of opponent",
        "(is (pieces-of (side-of mover)) (on (pieces-of (side-of mover)) (camp (side-of opponent))))",
    );
    check("mover is Black", "(is mover Black)");
    check("owner of it is Black", "(is (owner it.0) side:Black)");
    check("owner of it is mover", "(is (owner it.0) (side-of mover))");
    check("it is diagonal from centre", "(is (site it.0) (from diagonal d4))");
    check("no man and some king in taken", "(all (not (some (of-kind man))) (some (in (of-kind king) taken)))");
    check("no man or done", "(either (not (some (of-kind man))) done)");
    check("not (count taken > limit)", "(not (> (count taken) 7))");
    check("it can capture", "(can it.0 capture)");
    check("it can capture a king", "(can it.0 (capture (of-kind king)))");
    check("mover can move", "(can mover move)");
    check("no move of opponent", "(not (some (moves-of move opponent)))");
    check(
        "it can jump any-way over enemy where it is king",
        "(can it.0 (go (or orthogonal diagonal) (taking (where (pieces-of (side-of opponent)) it.1 (is it.1 (of-kind king)))) (to empty)))",
    );
}

#[test]
fn choices_of_sense() {
    check(
        "(if it is king then diagonal else forward diagonal)",
        "(if (is it.0 (of-kind king)) diagonal (and (forward actor) diagonal))",
    );
    check("(if it is king then it else none)", "(if (is it.0 (of-kind king)) it.0 none)");
    check("2 + 3 * limit", "23");
}
