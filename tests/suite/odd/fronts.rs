//! What odd rules play with.

/// What there is to play with: men and kings, one of each on either side.
#[derive(Clone, Copy)]
pub(super) struct Front {
    /// The first lines.
    pub(super) head: &'static str,
    pub(super) players: &'static str,
    /// The two sides.
    pub(super) sides: [&'static str; 2],
    pub(super) board: &'static str,
    /// Tables of its own.
    pub(super) tables: &'static [&'static str],
    /// What there is at the beginning besides.
    pub(super) setup: &'static str,
}

pub(super) const TWO: Front = Front {
    head: "",
    players: r#"White = { faces = "north" }
Black = { faces = "south" }"#,
    sides: ["White", "Black"],
    board: r#"grid = "5x5""#,
    tables: &[],
    setup: "",
};
pub(super) const DISTINCT: Front = Front { head: r#"routes = "distinct""#, ..TWO };
pub(super) const RING: Front = Front {
    board: r#"grid = "6x5"
wrap = "files""#,
    ..TWO
};
pub(super) const WIDE: Front = Front {
    board: r#"grid = "8x8"
play = "dark""#,
    ..TWO
};
pub(super) const TOWERS: Front = Front {
    board: r#"grid = "5x5"
stacks = 6"#,
    ..TWO
};
/// Where tokens lie that everybody sees.
const BAG_AND_STOCKS: &str = r#"[piles]
bag = { holds = "chit", seen_by = "all" }
stock = { of = "player", holds = "chit", seen_by = "all" }"#;
pub(super) const CHITS: Front = Front {
    tables: &[
        r#"[tokens.chit]
power = ["weak", "strong"]
copies = 2"#,
        BAG_AND_STOCKS,
    ],
    setup: "bag = { each = 2 }",
    ..TWO
};
pub(super) const MANY_ALIKE: Front = Front {
    tables: &[
        r#"[tokens.chit]
power = ["weak", "strong"]
copies = 20"#,
        BAG_AND_STOCKS,
    ],
    setup: "bag = { each = 20 }",
    ..TWO
};
pub(super) const MANY_CLASSES: Front = Front {
    tables: &[
        r#"[tokens.chit]
pip = ["one", "two", "three", "four", "five"]
hue = ["red", "green", "blue", "white"]"#,
        BAG_AND_STOCKS,
    ],
    setup: "bag = { each = 1 }",
    ..TWO
};
pub(super) const BADGES: Front = Front {
    tables: &[r#"[pieces.guard]
symbol = "g"
has = { badge = "chit" }
[tokens.chit]
power = ["weak", "strong"]
copies = 2
[piles]
bag = { holds = "chit", seen_by = "all" }
barracks = { of = "player", holds = "guard" }"#],
    setup: r#"bag = { each = 2 }
guard = { White = ["b3"], Black = ["d3"] }"#,
    ..TWO
};
pub(super) const THREE: Front = Front {
    players: r#"White = { faces = "north" }
Black = { faces = "south" }
Red = { faces = "west" }"#,
    tables: &[r#"[pieces.guard]
symbol = "g""#],
    setup: r#"guard = { Red = ["a5"] }"#,
    ..TWO
};
pub(super) const PARTNERS: Front = Front {
    players: r#"White = { side = "Light", faces = "north" }
Black = { side = "Dark", faces = "south" }
Blond = { side = "Light", faces = "north" }
Brown = { side = "Dark", faces = "south" }"#,
    sides: ["Light", "Dark"],
    tables: &[r#"[piles]
reserve = { of = "side", holds = "man" }"#],
    ..TWO
};
