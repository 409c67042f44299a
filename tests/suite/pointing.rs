//! Moves by the squares that are pointed at.

use draughtsman::model::SiteId;
use draughtsman::notation::pointing::{candidates, meant};
use draughtsman::session::{Format, Session, Written};

fn session(position: &str) -> Session {
    let rules = Session::bundled("english").unwrap().rules().clone();
    let written = Written::new("position", position.to_owned(), Format::Fen, None).unwrap();
    Session::by(rules, &written, &mut Vec::new()).unwrap()
}

#[test]
fn squares_between_may_be_left_out() {
    let session = session("B:W7,15,16:B2");
    let decision = session.decision(None).unwrap();
    let site = |number: u16| {
        let sites = &session.variant().equipment.board.sites;
        SiteId(sites.iter().position(|site| site.number == Some(number)).unwrap() as u16)
    };
    let begun = candidates(&decision.moves, &[site(2)]);
    assert!(begun.iter().all(|one| one.next == Some(site(11))) && begun.len() == 2, "{begun:?}");
    assert_eq!(meant(&begun, false), None);
    let whole = candidates(&decision.moves, &[site(2), site(18)]);
    assert_eq!((whole.len(), meant(&whole, false)), (1, Some(whole[0].option)));
    assert_eq!(candidates(&decision.moves, &[site(3)]), []);
    assert_eq!(candidates(&decision.moves, &[site(11)]), [], "it has to begin where the piece stands");
}
