//! What every code of the front matter means, with a text that earns it: for `explain CODE`, and for the tests.

/// One diagnostic code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code {
    /// `E0030`
    pub code: &'static str,
    /// What is wrong, in general.
    pub meaning: &'static str,
    /// A front matter that is wrong so, laid over one that is in order.
    pub example: &'static str,
}

const fn code(code: &'static str, meaning: &'static str, example: &'static str) -> Code {
    Code { code, meaning, example }
}

/// All codes of this chapter, in order.
pub const CODES: &[Code] = &[
    code("E0007", "a word that is none of those accepted here", "[board]\nplay = \"drak\""),
    code("E0010", "something that must be said is not said", "[numbers]\nlimit = { least = 1 }"),
    code("E0011", "a table or key that the front matter does not have", "[peices]\nman = {}"),
    code("E0012", "a key that this table does not have", "[board]\nplya = \"dark\""),
    code("E0013", "a value of the wrong sort, such as text for a number", "year = \"1911\""),
    code("E0014", "a number out of range", "[board]\nstacks = 1000"),
    code("E0015", "a name that cannot be written in the rules", "[regions]\nfar_corner = \"a1\""),
    code("E0016", "a name that is a word of the rule language", "[regions]\nedge = \"a1\""),
    code("E0017", "a name that reads as a site of the board", "[regions]\nc3 = \"a1\""),
    code(
        "E0018",
        "more of something than there may be",
        "[directions]\nfar = [[1, 1], [1, 2], [1, 3], [1, 4], [1, 5], [1, 6], [1, 7], [1, 8], [2, 1], [2, 2], [2, 3], [2, 4], [2, 5], [2, 6], [2, 7], [2, 8], [3, 1], [3, 2], [3, 3], [3, 4], [3, 5], [3, 6], [3, 7], [3, 8], [4, 1]]",
    ),
    code("E0019", "two things of one name", "[regions]\nman = \"a1\""),
    code("E0020", "an empty list where something must stand", "turn_order = []"),
    code("E0021", "an unknown player or side", "turn_order = [\"White\", \"Blakc\"]"),
    code("E0022", "an unknown kind of piece", "[piles]\nhand = { holds = \"mann\" }"),
    code("E0023", "an unknown set or type of token", "[pieces]\nman = { has = { colour = \"color\" } }"),
    code(
        "E0024",
        "a value that the set does not have",
        "[setup]\npieces = [{ at = \"a1\", kind = \"man\", owner = \"White\", colour = \"rde\" }]",
    ),
    code("E0025", "a value that stands twice in its set", "[sets]\nshade = [\"pale\", \"deep\", \"pale\"]"),
    code("E0026", "too few players or sides for a game", "[players]\nWhite = {}\n[setup]\nman = { White = \"a1\" }"),
    code(
        "E0027",
        "values of a player that are not of one set",
        "[sets]\nshade = [\"red\"]\n[players]\nWhite = { hue = \"red\" }\nBlack = {}",
    ),
    code("E0030", "a size of a board that is none", "[board]\ngrid = \"8 by 8\""),
    code("E0031", "a board smaller or larger than there may be", "[board]\ngrid = \"8x27\""),
    code(
        "E0032",
        "a wrapped board whose colours do not match across the edge",
        "[board]\ngrid = \"7x8\"\nplay = \"dark\"\nwrap = \"files\"",
    ),
    code("E0033", "colours or points on a board that is not of squares", "[board]\nlines = \"hex\"\nplay = \"dark\""),
    code("E0034", "a board without a square to play on", "[board]\ngrid = \"1x1\"\nplay = \"light\""),
    code(
        "E0035",
        "points left of file a on a board that has used up the letters",
        "[board]\ngrid = \"26x4\"\npoints = \"all\"",
    ),
    code("E0036", "a site that the board does not have", "[regions]\ncorner = \"e5\""),
    code("E0037", "a square that is not played on", "[board]\nplay = \"dark\"\n[regions]\ncorner = \"a4\""),
    code(
        "E0038",
        "a range of sites that is none, or one where a single site belongs",
        "[board]\npoints = \"inner\"\n[regions]\ncorner = \"a1-c3*\"",
    ),
    code(
        "E0039",
        "an entry of `join`, `cut` or `[directions]` that has not the right parts",
        "[board]\njoin = [[\"a1\", \"d4\"]]",
    ),
    code("E0040", "an unknown direction", "[board]\njoin = [[\"a1\", \"nroth\", \"d4\"]]"),
    code("E0041", "a leap that leads nowhere", "[directions]\nrest = [[0, 0]]"),
    code("E0042", "a leap that stands twice in one direction", "[directions]\nknight = [[1, 2], [1, 2]]"),
    code("E0043", "`mask` and `only` together", "[board]\nmask = \"a2\"\nonly = \"a1-d4\""),
    code("E0044", "a cut between sites that no step joins", "[board]\ncut = [[\"a1\", \"d4\"]]"),
    code("E0045", "a symbol that is not one letter", "[pieces]\nman = { symbol = \"mm\" }"),
    code("E0046", "two kinds with the same symbol", "[pieces]\nman = { symbol = \"m\" }\nmaid = { symbol = \"M\" }"),
    code("E0047", "a kind that stands on points, on a board without points", "[pieces]\nman = { on = \"points\" }"),
    code(
        "E0048",
        "a slot that holds different things for different kinds",
        "[sets]\nshade = [\"pale\"]\n[pieces]\nman = { has = { colour = \"colour\" } }\nking = { has = { colour = \"shade\" } }",
    ),
    code("E0050", "a pile seen by its owner that has no owner", "[piles]\nhand = { holds = \"card\", seen_by = \"owner\" }"),
    code(
        "E0051",
        "a pile of pieces that somebody may not see",
        "[piles]\nhand = { of = \"player\", holds = \"man\", seen_by = \"owner\" }",
    ),
    code("E0052", "a number option outside its own range", "[numbers]\nlimit = { value = 5, greatest = 3 }"),
    code("E0053", "an unknown number option is set", "name = \"set with --option limit=5000\""),
    code("E0054", "a number option is set out of its range", "[numbers]\nlimit = { value = 5, greatest = 9 }"),
    code("E0055", "an option that needs or excludes an unknown one", "[option.big]\nneeds = [\"small\"]"),
    code("E0056", "an option that contradicts itself or the defaults of others", "[option.big]\nexcludes = [\"big\"]"),
    code("E0057", "an unknown pile", "[match]\nbetter = \"bag\""),
    code("E0060", "a diagram with too few or too many rows", "[setup]\ndiagram = \"\"\"\nw . . .\n. . . .\n. . . b\n\"\"\""),
    code(
        "E0061",
        "a row of a diagram with too few or too many squares",
        "[setup]\ndiagram = \"\"\"\nw . . .\n. . .\n. . . .\n. . . b\n\"\"\"",
    ),
    code(
        "E0062",
        "a letter of a diagram that stands for nothing",
        "[setup]\ndiagram = \"\"\"\nw . . .\n. . x .\n. . . .\n. . . b\n\"\"\"",
    ),
    code(
        "E0063",
        "a letter of a diagram that could be of two sides",
        "[players]\nBlack = {}\nBlue = {}\n[setup]\ndiagram = \"\"\"\nb . . .\n. . . .\n. . . .\n. . . .\n\"\"\"",
    ),
    code(
        "E0064",
        "a piece on a square that is not played on",
        "[board]\nplay = \"dark\"\n[setup]\ndiagram = \"\"\"\nw . . .\n. . . .\n. . . .\n. . . b\n\"\"\"",
    ),
    code("E0065", "two pieces on one site", "[setup]\nman = { White = [\"a1\", \"a1-b1\"], Black = \"d4\" }"),
    code(
        "E0066",
        "a piece of the squares on a point, or the other way round",
        "[board]\npoints = \"inner\"\n[pieces]\nman = { on = \"squares\" }\n[setup]\nman = { White = \"a1*\", Black = \"d4\" }",
    ),
    code("E0067", "a piece of which it is not said whose it is", "[setup]\nman = [\"a1\", \"d4\"]"),
    code(
        "E0068",
        "a piece of a kind that its side does not have",
        "[pieces]\nman = { owner = \"White\" }\n[setup]\nman = { Black = \"d4\" }",
    ),
    code("E0069", "a key of `[setup]` that is no kind, region or pile", "[setup]\nmann = { White = \"a1\" }"),
    code(
        "E0070",
        "a tower higher than towers may be",
        "[board]\nstacks = 2\n[setup]\nman = { White = [\"a1\", \"a1\", \"a1\"], Black = \"d4\" }",
    ),
    code(
        "E0071",
        "more tokens placed than there are",
        "[tokens]\ncard = { colour = \"colour\", copies = 1 }\n[piles]\ndeck = { holds = \"card\" }\n[setup]\ndeck = { red = 2 }",
    ),
    code(
        "E0072",
        "tokens counted twice in one pile",
        "[tokens.tile]\ncolour = \"colour\"\nsize = [\"big\", \"small\"]\n[piles]\nbag = { holds = \"tile\" }\n[setup]\nbag = { red = 2, big = 1 }",
    ),
    code(
        "E0073",
        "a pile filled with what it does not hold",
        "[pieces]\nman = {}\nking = {}\n[piles]\nhand = { of = \"player\", holds = \"man\" }\n[setup]\nhand = { king = 2 }",
    ),
    code(
        "E0074",
        "a piece with a key that such pieces do not have",
        "[setup]\npieces = [{ at = \"a1\", kind = \"man\", owner = \"White\", crown = \"red\" }]",
    ),
    code("E0075", "symbols without a diagram", "[setup]\nsymbols = { x = \"White man\" }"),
    code(
        "E0076",
        "a square of a diagram with more than one letter",
        "[setup]\ndiagram = \"\"\"\nw . . .\n. . ww .\n. . . .\n. . . b\n\"\"\"",
    ),
    code(
        "E0077",
        "words that fit several tokens where one is wanted",
        "[board]\nunder = \"card\"\n[tokens.card]\ncolour = \"colour\"\nsize = [\"big\", \"small\"]\n[setup]\nunder = { a1 = \"big\" }",
    ),
    code("E0078", "tokens under the squares of a board under which nothing lies", "[setup]\nunder = { a1 = \"red\" }"),
    code(
        "E0079",
        "two tokens under one site",
        "[board]\nunder = \"card\"\n[setup]\nunder = { a1 = \"red\", a1-b1 = \"green\" }",
    ),
    code("W0850", "a player who never has a turn", "turn_order = [\"White\"]"),
    code("W0851", "a region without a site that is played on", "[board]\nplay = \"dark\"\n[regions]\nnowhere = \"a2-a2\""),
    code("W0852", "no setup at all", "name = \"a game without `[setup]`\""),
];
