use super::super::samples::{self, random, setup};
use super::*;
use proptest::prelude::*;

/// The names of the elements, after checking that every one is closed in order.
fn elements(svg: &str) -> Vec<String> {
    let mut open: Vec<String> = Vec::new();
    let mut all = Vec::new();
    for tag in svg.split('<').skip(1) {
        let (tag, text) = tag.split_once('>').expect("a closed tag");
        assert!(!text.contains('>') && !tag.contains('<'), "{tag}");
        match tag.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop().as_deref(), Some(name)),
            None => {
                let name = tag.split([' ', '/']).next().unwrap_or("").to_string();
                all.push(name.clone());
                if !tag.ends_with('/') {
                    open.push(name);
                }
            }
        }
    }
    assert!(open.is_empty(), "{open:?}");
    all
}

#[test]
fn every_piece_has_its_words() {
    let english = samples::draughts();
    let start = super::super::fen::read(&samples::terms(&english), "B:W21-32:B1-11,K12").unwrap();
    let svg = render(&samples::terms(&english), &start, &Options::default());
    assert_eq!(elements(&svg).iter().filter(|name| *name == "title").count(), 25);
    assert!(svg.contains("<title>12: Black king</title>") && svg.contains("Black to move; Black man on 1;"), "{svg}");
}

/// Promoted kinds and kings have a crown; any other second kind shows its letter.
#[test]
fn a_crown_is_for_what_is_promoted() {
    let drawn = |symbol: char, promoted: u32| {
        let mut equipment = samples::draughts();
        (equipment.kinds[1].symbol, equipment.promoted) = (symbol, promoted);
        let svg = render(&samples::terms(&equipment), &setup(&equipment, 0, &[("1", 0, 1)]), &Options::default());
        let crown = |tag: &str| tag.starts_with("path d=\"M") && tag.contains("Z\" fill=\"#fff\"/>");
        (svg.split('<').any(crown), svg.contains(&format!(">{}</text>", symbol.to_uppercase())))
    };
    assert_eq!([drawn('k', 0), drawn('o', 0b10)], [(true, false); 2]);
    assert_eq!([drawn('b', 0), drawn('b', 0b1)], [(false, true); 2]);
    let made = |name: &str| crate::library::bundled(name).expect("a variant").variant.equipment.promoted;
    assert_eq!(["english", "lasca", "tablut"].map(made), [0b10, 0b10, 0]);
}

#[test]
fn nothing_breaks_out_of_the_document() {
    let mut odd = samples::quarters();
    odd.about.title = "A <b> & \"c\" \u{1}".into();
    odd.sides[0].name = "</title>".into();
    let svg = render(&samples::terms(&odd), &setup(&odd, 0, &[("a1", 0, 0)]), &Options::default());
    elements(&svg);
    assert!(svg.contains("A &lt;b&gt; &amp; &quot;c&quot; </title>"), "{svg}");
}

#[test]
fn coordinates_frames_and_arrows_are_optional() {
    let quarters = samples::quarters();
    let empty = Setup::default();
    let sites = [SiteId(0), SiteId(9), SiteId(9999)];
    let arrows = [(sites[0], sites[1]), (sites[1], sites[1]), (sites[1], sites[2])];
    let options = Options { flip: true, coordinates: false, highlight: &sites, arrows: &arrows, ..Options::default() };
    let svg = render(&samples::terms(&quarters), &empty, &options);
    assert_eq!(elements(&svg).iter().filter(|name| *name == "text").count(), 1);
    assert_eq!(svg.matches("stroke-dasharray").count(), 2);
    assert!(render(&samples::terms(&quarters), &empty, &Options::default()).contains(">h</text>"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn any_arrangement_is_drawn(seed: u64, flip: bool) {
        for equipment in [samples::points(), samples::towers(), samples::cards(), samples::hexagons(), samples::lines()] {
            let setup = random::setup(&equipment, seed);
            elements(&render(&samples::terms(&equipment), &setup, &Options { flip, ..Options::default() }));
            let _ = (super::super::diagram::board(&equipment, &setup, flip), super::super::notes::notes(&samples::terms(&equipment), &setup));
        }
    }
}

/// Regions, kept sites, and removed or added steps are drawn with signs that the legend explains.
#[test]
fn regions_and_lines_have_a_legend() {
    use crate::model::SiteSet;
    use crate::model::equipment::{Region, RegionSites};
    use crate::model::setup::{Kept, StoredRef};
    let mut quarters = samples::quarters();
    let set = |sites: &[u16]| {
        let mut set = SiteSet::empty(quarters.board.sites.len());
        sites.iter().for_each(|site| set.insert(SiteId(*site)));
        set
    };
    let fires = Region { name: "fires".into(), sites: RegionSites::Same(set(&[3, 4])) };
    let camp = Region { name: "camp".into(), sites: RegionSites::BySide(vec![set(&[0]), set(&[3, 4])]) };
    quarters.regions = vec![fires, camp];
    quarters.board.cuts = vec![(SiteId(0), SiteId(1))];
    quarters.board.joins = vec![(SiteId(2), 0, SiteId(20)), (SiteId(5), 0, SiteId(6)), (SiteId(6), 4, SiteId(5))];
    let stored = samples::stored();
    let mut position = setup(&quarters, 0, &[]);
    let holes = StoredRef { stored: crate::model::StoredId(0), owner: 0 };
    position.stored = vec![(holes, Kept::Sites(vec![SiteId(9), SiteId(3)]))];
    let terms = Terms { equipment: &quarters, stored: &stored, lines: &[] };
    let svg = render(&terms, &position, &Options::default());
    elements(&svg);
    let (name, sides) = (&stored[0].name, &quarters.sides);
    for said in [
        format!(">fires, camp of {}</text>", sides[1].name),
        format!(">camp of {}</text>", sides[0].name),
        format!(">{name}</text>"),
        ">cut: no step leads across</text>".to_owned(),
        ">join: a step leads along, both ways where there is no point</text>".to_owned(),
    ] {
        assert!(svg.contains(&said), "{said} in {svg}");
    }
    // Two sets overlap on one square, each with its own sign; one line has a point at its end, and the other is drawn once.
    let square = squares::name(&quarters, SiteId(3));
    assert_eq!(svg.matches(&format!("<title>{square}: ")).count(), 2, "{svg}");
    assert_eq!(svg.matches("Z\" fill=\"#111\"/>").count(), 1, "{svg}");
    assert_eq!(svg.matches("stroke-dasharray=\"5 4\"").count(), 3, "{svg}");
    let bare = render(&terms, &position, &Options { bare: true, ..Options::default() });
    assert!(!bare.contains(">fires"), "{bare}");
}

#[test]
fn every_site_has_an_area_that_says_which_it_is() {
    for name in crate::library::names() {
        let ready = crate::library::bundled(name).unwrap();
        let terms = Terms::from(&ready.variant);
        let setup = crate::engine::Position::start(&ready.program).unwrap().to_setup(&ready.program);
        let plain = render(&terms, &setup, &Options::default());
        let picture = render(&terms, &setup, &Options { areas: true, ..Options::default() });
        assert!(!plain.contains("data-site"), "{name}");
        for i in 0..terms.equipment.board.sites.len() {
            let site = super::super::squares::name(terms.equipment, crate::model::SiteId(i as u16));
            assert_eq!(picture.matches(&format!("data-site=\"{site}\"")).count(), 1, "{name}, {site}");
        }
    }
}

/// A hand is listed completely, in rows; endless text is cut.
#[test]
fn long_lists_are_broken_into_rows() {
    use crate::model::PileId;
    use crate::model::rules::PileRef;
    use crate::model::setup::{Item, Token};
    let cards = samples::cards();
    let mut position = setup(&cards, 0, &[]);
    let token = |class| Item::Token(Token::Seen { class, face: 0, seen_by: 15, shuffle: None });
    let hand: Vec<Item> = (0..12).map(|i| token(i % 4)).collect();
    position.piles = vec![(PileRef { pile: PileId(1), owner: 2 }, hand)];
    let svg = render(&samples::terms(&cards), &position, &Options::default());
    let rows: Vec<&str> =
        svg.split("font-size=\"12\" fill=\"#333\">").skip(1).map(|row| row.split('<').next().unwrap()).collect();
    let told = rows[1..].join(" ");
    assert!(rows.len() > 2 && told.matches("7 spades").count() == 3 && !told.contains('…'), "{rows:?}");
    assert_eq!(broken("ab cd efg", 5), ["ab cd", "efg"]);
    assert_eq!(broken("at: ab c, de f", 10), ["at: ab c,", "de f"]);
    assert_eq!(broken("abcdefg h", 5), ["abcde…", "h"]);
    let endless = broken(&"ab ".repeat(99), 5);
    assert_eq!((endless.len(), endless.last().unwrap().as_str()), (12, "ab ab…"));
}

/// An open card is written on its square, beside the signs of regions, and in the label for screen readers.
#[test]
fn open_cards_are_read_on_their_squares() {
    use crate::model::setup::Token;
    let cards = samples::cards();
    let mut position = setup(&cards, 0, &[("a1", 0, 0)]);
    let seen = |face| Token::Seen { class: 3, face, seen_by: 15, shuffle: None };
    position.under =
        vec![(SiteId(0), seen(1)), (SiteId(1), seen(0)), (SiteId(2), Token::Unseen { face: 0, seen_by: 0, shuffle: 0 })];
    let svg = render(&samples::terms(&cards), &position, &Options { areas: true, ..Options::default() });
    elements(&svg);
    assert_eq!(svg.matches(">7 spades</text>").count(), 2, "{svg}");
    assert_eq!((svg.matches("stroke-dasharray=\"3 2\"").count(), svg.matches("fill=\"#7d8fae\"").count()), (1, 1), "{svg}");
    let label = |site: u16, said: &str| {
        let name = squares::name(&cards, SiteId(site));
        assert!(svg.contains(&format!("aria-label=\"{name}: {said}\"")), "{name}: {said} in {svg}");
    };
    label(0, "empty; card 7 spades face-up");
    label(1, "empty; card 7 spades");
    label(2, "empty; card face-down");
    assert!(!svg.contains("?1"), "{svg}");
}

/// Hexagons are narrow at the bottom; their signs are inside nevertheless.
#[test]
fn signs_stand_in_their_hexagons() {
    use crate::model::SiteSet;
    use crate::model::equipment::{Region, RegionSites};
    let mut hexagons = samples::hexagons();
    let mut sites = SiteSet::empty(hexagons.board.sites.len());
    sites.insert(SiteId(0));
    hexagons.regions = vec![Region { name: "camp".into(), sites: RegionSites::Same(sites) }];
    let svg = render(&samples::terms(&hexagons), &setup(&hexagons, 0, &[]), &Options::default());
    let numbers = |text: &str| -> Vec<i32> { text.split([',', ' ']).map(|number| number.parse().unwrap()).collect() };
    let quoted = |before: &str, end: char| svg.split_once(before).unwrap().1.split(end).next().unwrap();
    let corners = numbers(quoted("<polygon points=\"", '"'));
    let sign = numbers(quoted("<path transform=\"translate(", ')'));
    // Below the corner at the left the next row begins.
    assert!(sign[0] > corners[8] && sign[1] < corners[9], "{sign:?} and {corners:?}");
}

/// Files of hexagons are oblique: each has its letter below its own lowest square.
#[test]
fn every_file_of_a_hexagon_has_its_letter() {
    let mut hexagons = samples::hexagons();
    hexagons.board.sites.retain(|site| site.file + site.rank > 4);
    for flip in [false, true] {
        let options = Options { flip, ..Options::default() };
        let svg = render(&samples::terms(&hexagons), &Setup::default(), &options);
        ('a'..='e').for_each(|file| assert_eq!(svg.matches(&format!(">{file}</text>")).count(), 1, "{file}, {flip}: {svg}"));
    }
}
