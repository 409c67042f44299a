//! Whatever is wrong with what a command is given, it says where, what, and what would be accepted; the exit code tells; nothing
//! panics, and nothing hangs.

use std::fs;
use std::io::Read;
use std::process::Stdio;

use tempfile::tempdir;

use crate::shell::{Ended, command, file, run, run_in, run_with, small};

/// The command is refused with this exit code, says all of this on standard error, and nothing on standard output.
#[track_caller]
fn refused(ended: &Ended, code: i32, says: &[&str]) {
    for part in says {
        assert!(ended.err.contains(part), "not said: {part}\nsaid: {}", ended.err);
    }
    assert_eq!((ended.code, ended.out.as_str()), (code, ""), "{}", ended.err);
}

/// `check` finds this in a rule file, and every other command refuses it.
#[track_caller]
fn found(text: impl AsRef<[u8]>, says: &[&str]) {
    let ended = run_with(&["check", "-"], text.as_ref());
    for part in says {
        assert!(ended.out.contains(part), "not said: {part}\nsaid: {}{}", ended.out, ended.err);
    }
    assert_eq!(ended.code, 1);
    let says: Vec<&str> = says.iter().filter(|part| part.starts_with("error[")).copied().collect();
    refused(&run_with(&["moves", "-"], text.as_ref()), 2, &says);
}

#[track_caller]
fn position_refused(position: &str, says: &[&str]) {
    refused(&run(&["moves", "english", "--position", position]), 2, says);
}

#[test]
fn no_such_variant() {
    refused(&run(&["moves", "englich"]), 2, &["no variant `englich`", "did you mean `english`?"]);
    refused(&run(&["perft", "nothing/here.draughts", "3"]), 2, &["nothing/here.draughts: there is no folder nothing"]);
    refused(&run(&["check", "nothing/here.draughts"]), 2, &["nothing/here.draughts: there is no folder nothing"]);
    refused(&run(&["moves", "src/"]), 2, &["src/"]);
    // A path means a file, also where a bundled variant has its name or an alias like it.
    for path in ["./english.draughts", "english.draughts", "../english"] {
        refused(&run(&["check", path]), 2, &[&format!("there is no file {path}")]);
    }
}

#[test]
fn no_such_option() {
    refused(&run(&["moves", "english", "--option", "x"]), 2, &["there is no option `x`"]);
    refused(&run(&["moves", "english", "--option", "idle-limt=9"]), 2, &["E0053", "did you mean `idle-limit`?"]);
    refused(&run(&["moves", "english", "--option", "idle-limit=0"]), 2, &["cannot be 0", "accepted: 1 to 1000"]);
    refused(&run(&["moves", "english", "--option", "idle-limit=much"]), 2, &["neither `on`, nor `off`, nor a whole number"]);
    refused(&run(&["moves", "english", "--option", "=3"]), 2, &["the name of the option is missing"]);
    let number = "`idle-limit` is a number: it is given a value from 1 to 1000, as in `idle-limit=80`";
    refused(&run(&["moves", "english", "--option", "idle-limit"]), 2, &[number]);
    refused(&run(&["moves", "english", "--option", "idle-limit=off"]), 2, &[number]);
    let switch = "option `suicide` is no number: it is on or off, as in `suicide` or `suicide=off`";
    refused(&run(&["moves", "chaos", "--option", "suicide=50"]), 2, &[switch]);
}

#[test]
fn misuse_of_the_command_line() {
    refused(&run(&["perft", "english", "many"]), 2, &["invalid value 'many' for '<DEPTH>'"]);
    refused(&run(&["perft", "english", "3", "--keep", "--drop"]), 2, &["cannot be used with"]);
    refused(&run(&["perft", "english", "3", "--threads", "0"]), 2, &["a whole number from 1 to 1024 is accepted"]);
    refused(&run(&["move", "english"]), 2, &["unrecognized subcommand 'move'"]);
    refused(&run(&["moves", "-", "--position", "-"]), 2, &["only one of the rules and the position"]);
    refused(&run(&["moves", "english", "--view", "Green"]), 2, &["no player `Green`", "Black, White"]);
    refused(&run(&["explain", "E0301", "--view", "White"]), 2, &["--view: E0301 is explained alone"]);
    refused(&run(&["completions", "cmd.exe"]), 2, &["possible values: bash"]);
}

#[test]
fn a_position_that_is_no_fen() {
    position_refused("rubbish", &["there is no file `rubbish`, and this is no FEN"]);
    position_refused("", &["who is to move?"]);
    position_refused("B", &["the pieces of a side are missing"]);
    position_refused("nothing/here.fen", &["there is no file nothing/here.fen: there is no folder nothing"]);
    position_refused(&"W".repeat(100_000), &["WWWW…"]);
}

#[test]
fn a_square_off_the_board() {
    position_refused("W:W33:B1", &["--> --position:1:4", "`33` is not on the board", "1 to 32, or a1 to h8"]);
    position_refused("W:Wa2:B1", &["--> --position:1:4", "`a2` is not a square of play"]);
    let json = r#"{"player":"White","board":{"j9":"White man"}}"#;
    position_refused(json, &["board.j9", "1 to 32, or a1 to h8"]);
}

#[test]
fn a_kind_that_does_not_exist() {
    position_refused("W:WQ5:B1", &["--> --position:1:4", "`Q` is not a kind of piece", "M man, K king"]);
    position_refused(r#"{"player":"White","board":{"b8":"White queen"}}"#, &["board.b8", "queen", "man, king"]);
}

#[test]
fn two_pieces_on_one_square() {
    position_refused("W:W5,K5:B1", &["--> --position:1:7", "there is a piece on 5 already"]);
    position_refused("W:W5:B5", &["--> --position:1:7", "there is a piece on 5 already"]);
}

#[test]
fn broken_json() {
    position_refused(r#"{"player":"White","board":"#, &["--> --position:1:", "this is no JSON"]);
    position_refused(r#"{"player":"White","board":{},"plyer":1}"#, &["unknown key `plyer`"]);
    position_refused(r#"{"player":"Green","board":{}}"#, &["Green", "Black, White"]);
    position_refused(&format!("{{\"board\":{}", "[".repeat(100_000)), &["this is no JSON"]);
}

#[test]
fn a_corrupt_save() {
    let folder = tempdir().unwrap();
    let save = |name: &str, text: &[u8]| file(folder.path(), name, text);
    position_refused(&save("a.toml", b"variant = \"english\"\nmoves = [\n"), &["a.toml:", "this is no TOML"]);
    position_refused(&save("b.toml", b"\xff\xfe\x00"), &["b.toml: byte 1 is no UTF-8 text"]);
    let moves = b"variant = \"english\"\nmoves = [\"11-15\", \"22-17\", \"15-8\"]\n";
    position_refused(
        &save("c.toml", moves),
        &[
            "moves.3: `15-8` is none of the moves",
            "c.toml:2:",
            "2 | moves = [\"11-15\", \"22-17\", \"15-8\"]\n  |                             ^^^^\n",
        ],
    );
    position_refused(&save("d.toml", b"variant = \"english\"\noptions = [\"x\"]\n"), &["there is no option `x`"]);
    let pending = br#"{"player":"Black","board":{},"pending":[{"program":"00000000000000ff","actor":"chance"}]}"#;
    position_refused(&save("e.json", pending), &["e.json", "saved under other rules"]);
    position_refused(&save("f.toml", b"[setup]\nplayer = \"Black\"\nsquares = 3\n"), &["unknown key `squares`"]);
    position_refused(&save("g.toml", &[0; 4096]), &["g.toml"]);
    position_refused(&save("h.json", b""), &["h.json:1:1", "this is no JSON"]);
}

#[test]
fn every_byte_of_a_save_changed_is_read_or_refused() {
    let folder = tempdir().unwrap();
    let whole =
        b"schema = 1\nvariant = \"english\"\nmoves = [\"11-15\"]\n[setup]\nplayer = \"Black\"\nboard.a1 = \"White man\"\n";
    for at in (0..whole.len()).step_by(7) {
        let mut bytes = whole.to_vec();
        bytes[at] ^= 0x15;
        let ended = run(&["moves", "english", "--position", &file(folder.path(), "x.toml", &bytes)]);
        assert!(matches!(ended.code, 0 | 2), "{}", ended.err);
    }
}

#[test]
fn a_huge_position() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("huge.json");
    fs::File::create(&path).unwrap().set_len(100 << 20).unwrap();
    position_refused(path.to_str().unwrap(), &["huge.json: this is no position: more than"]);
}

#[test]
fn an_unknown_key() {
    let text = small("movement {\n  man may step any-way\n}\n").replace("grid =", "gird =");
    found(text, &["error[E0012]", "`gird`", "did you mean `grid`?", "<stdin>:9:1"]);
}

#[test]
fn an_unknown_word() {
    let text = small("movement {\n  man may step forwrd\n  king may hop any-way\n}\n");
    found(text, &["`forwrd`", "did you mean `forward`?", "<stdin>:25:16", "`hop`", "<stdin>:26:12"]);
}

#[test]
fn a_wrong_type() {
    found(small("movement {\n  man may step king\n}\n"), &["error[E03", "<stdin>:25:16", "direction"]);
}

#[test]
fn a_missing_brace() {
    found(
        small("movement {\n  man may step any-way\n"),
        &["error[E0104]", "the `{` of `movement` is never closed", "<stdin>:24:10"],
    );
    found("+++\nname = \"x\"\nmovement {\n  man may step any-way\n}\n", &["error[E0002]", "never closed", "`+++`"]);
}

#[test]
fn no_rule_file_at_all() {
    found("", &["error[E0001]", "does not begin with its front matter"]);
    found("hello\n", &["error[E0001]", "does not begin with its front matter"]);
    found([0; 4096], &["error[E"]);
}

#[test]
fn invalid_utf8() {
    let mut bytes = small("movement {\n  man may step any-way\n}\n").into_bytes();
    let at = bytes.iter().rposition(|byte| *byte == b'm').unwrap();
    bytes[at] = 0xff;
    found(bytes, &["error[E0110]", "(line 25) is no UTF-8 text", "save the file as UTF-8"]);
}

#[test]
fn a_file_of_100_megabytes() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("huge.draughts");
    fs::File::create(&path).unwrap().set_len(100 << 20).unwrap();
    let path = path.to_str().unwrap();
    let ended = run(&["check", path]);
    assert_eq!(ended.code, 1);
    assert!(ended.out.contains("error[E0109]") && ended.out.contains("at most 1048576"), "{}", ended.out);
    refused(&run(&["moves", path]), 2, &["error[E0109]"]);
    refused(&run(&["fmt", path]), 2, &["error[E0109]"]);
}

#[test]
fn nesting_100_000_deep() {
    for (open, close) in [("(", ")"), ("{", "}"), ("not ", "")] {
        let deep = format!("{}man{}", open.repeat(100_000), close.repeat(100_000));
        found(small(&format!("movement {{\n  {deep} may step any-way\n}}\n")), &["error[E01"]);
    }
    let deep = format!("+++\nname = {}\n+++\n", "[".repeat(100_000));
    found(deep, &["error[E0003]"]);
}

#[test]
fn extends_in_a_circle() {
    let folder = tempdir().unwrap();
    let text = |parent: &str| format!("+++\nname = \"x\"\nextends = \"{parent}\"\n+++\n");
    file(folder.path(), "b.draughts", text("c"));
    file(folder.path(), "c.draughts", text("a"));
    let a = file(folder.path(), "a.draughts", text("b"));
    let ended = run(&["check", &a]);
    assert_eq!(ended.code, 1);
    for part in ["error[E0221]", "`a` extends `b` extends `c` extends `a`", "c.draughts:3:11", "without `extends`"] {
        assert!(ended.out.contains(part), "not said: {part}\n{}", ended.out);
    }
    refused(&run(&["show", "--flat", &a]), 2, &["error[E0221]"]);
}

#[test]
fn no_such_parent() {
    let text = "+++\nname = \"x\"\nextends = \"englich\"\n+++\n";
    found(text, &["there is no variant `englich` to extend", "did you mean `english`?", "<stdin>:3:11"]);
}

#[test]
fn a_chain_that_never_ends() {
    let rules = "movement {\n  man may step any-way\n  chain must continue\n}\n";
    found(small(rules), &["error[E0612]", "<stdin>:25:3", "the chain goes on by this law", "not on trail"]);
}

#[test]
fn a_definition_that_uses_itself() {
    let rules =
        "definitions {\n  define left = right\n  define right = left\n}\nmovement {\n  man on left may step any-way\n}\n";
    found(small(rules), &["error[E06"]);
}

#[test]
fn triggers_that_never_end() {
    let rules = "movement {\n  man may step any-way\n}\neffects {\n  when man leaves: remove-from-play it\n  when move ends: take enemy\n}\n";
    let ended = run_with(&["moves", "-"], small(rules).as_bytes());
    refused(&ended, 2, &["set each other off more than 64 deep", "<stdin>:28", "when man leaves"]);
    let rules = "movement {\n  man may step any-way\n}\neffects {\n  when turn ends: repeat { set flip to 1 - flip }\n}\nstate {\n  counter flip: 0..1\n}\n";
    let ended = run_with(&["moves", "-", "--after"], small(rules).as_bytes());
    assert_eq!(ended.code, 2);
    assert!(ended.err.contains("more than 1,000,000 steps") && ended.err.contains("<stdin>:28"), "{}", ended.err);
}

#[test]
fn a_rule_with_millions_of_moves() {
    let trade =
        "choose one in empty\n choose two in empty\n choose three in empty\n choose four in empty\n choose five in empty";
    let rules =
        format!("movement {{\n  man may trade\n}}\ndefinitions {{\n define trade {{\n {trade}\n move actor to one\n }}\n}}\n");
    let ended = run_with(&["moves", "-"], small(&rules).as_bytes());
    refused(&ended, 2, &["more than 100,000 moves", "<stdin>:25", "man may trade"]);
    let ended = run_with(&["perft", "--json", "-", "3"], small(&rules).as_bytes());
    assert!(ended.code == 2 && ended.out.contains("{\"text\":\"more than 100,000 moves"), "{}", ended.out);
}

#[test]
fn a_move_of_choices_without_end() {
    let rules = "movement {\n  man may dither { repeat { choose x in (1 or 2); set flip to 1 - flip } }\n}\nstate {\n  counter flip: 0..1\n}\n";
    let ended = run_with(&["moves", "-"], small(rules).as_bytes());
    refused(&ended, 2, &["more than 1,000 choices in one move", "<stdin>:25"]);
}

/// A king that cannot be taken is jumped over to and fro: what is said names the rule, the squares and the reason.
#[test]
fn a_chain_over_what_is_saved() {
    let rules = "movement {\n  man may step any-way\n}\ncapture {\n  man may jump any-way over enemy\n  chain must continue\n}\n\
        effects {\n  before man is taken: prevent\n}\n";
    let ended = run_with(&["moves", "-", "--position", "W:Wa1:Bb2"], small(rules).as_bytes());
    refused(
        &ended,
        2,
        &[
            "man may jump any-way over enemy",
            "the piece from a1 has made",
            "at last it went a1 c3",
            "`end move` beside `prevent`",
        ],
    );
}

#[test]
fn millions_of_runs_that_lead_nowhere() {
    let rules = "movement {\n  man may search { repeat 30 { choose x in (1 or 2) }\n    require no piece }\n}\n";
    let ended = run_with(&["moves", "-"], small(rules).as_bytes());
    refused(&ended, 2, &["more than 1,000,000 options tried for one decision", "<stdin>:25"]);
}

/// Examples are looked for as long as that is no great work.
#[test]
fn a_rule_book_of_a_rule_with_countless_moves() {
    let rules = small("movement {\n  man may wander { choose any s in site; move actor to a1 }\n}\n");
    let ended = run_with(&["show", "-", "--rulebook"], rules.as_bytes());
    assert_eq!(ended.code, 0, "{}", ended.err);
    assert!(ended.out.contains("wander"), "{}", ended.out);
}

#[test]
fn many_mistakes_at_once() {
    let lines: String = (0..4_000).map(|i| format!("  man may step nowhere{i}\n")).collect();
    let ended = run_with(&["check", "-"], small(&format!("movement {{\n{lines}}}\n")).as_bytes());
    assert_eq!(ended.code, 1);
    // A thousand are told, and one says that there are more.
    assert!(ended.out.contains("… and 901 more"), "{}", &ended.out[ended.out.len() - 300..]);
    assert!(ended.err.contains("1,001 errors"), "{}", ended.err);
}

#[test]
fn a_file_with_mistakes_is_not_formatted() {
    let folder = tempdir().unwrap();
    let text = small("movement {\n  man   may step any-way\n");
    let path = file(folder.path(), "x.draughts", &text);
    refused(&run(&["fmt", &path]), 2, &["error[E01"]);
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn a_place_that_cannot_be_written() {
    refused(&run(&["render", "english", "-o", "nothing/here.svg"]), 2, &["nothing/here.svg", "No such file"]);
    refused(&run(&["fmt", "nothing/here.draughts"]), 2, &["nothing/here.draughts: there is no folder nothing"]);
}

#[test]
fn a_closed_pipe() {
    for arguments in [&["show", "english", "--program"][..], &["moves", "english", "--after"], &["list", "--json"]] {
        let mut child = command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let mut err = String::new();
        child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        assert_eq!((child.wait().unwrap().code(), err.as_str()), (Some(0), ""), "{arguments:?}");
    }
}

/// A set-up that never ends is told with its line, not with an empty place.
#[test]
fn what_never_ends_is_told_with_its_line() {
    let rules =
        "setup {\n  repeat { set c to 1 - c }\n}\nmovement {\n  man may step any-way\n}\nstate {\n  counter c: 0..1\n}\n";
    let ended = run_with(&["moves", "-"], small(rules).as_bytes());
    assert_eq!(ended.code, 2);
    assert_eq!(ended.err, "error: more than 1,000,000 steps without a choice (<stdin>:25: repeat { set c to 1 - c })\n");
}

/// What takes long begins only if what comes of it can be written.
#[test]
fn where_nothing_can_be_written_nothing_is_begun() {
    let folder = tempdir().unwrap();
    file(folder.path(), "mine.html", b"somebody's own");
    file(folder.path(), "game.pdn", b"[GameType \"21\"]\n\n1. 11-15 *\n");
    let (many, of_old) = ("1000000000", "there is a file already");
    for (words, told) in [
        (&["simulate", "english", "--games", many, "-o", "gone/x.html"][..], "gone/x.html: there is no folder `gone`"),
        (&["simulate", "english", "--games", many, "-o", "mine.html"], of_old),
        (&["simulate", "english", "--games", many, "--shard", "1/2", "-o", "gone/x.json"], "there is no folder `gone`"),
        (&["match", "english", "random", "random", "--games", "1000000", "-o", "gone/x.pdn"], "there is no folder `gone`"),
        (&["train", "english", "--games", "1000000", "-o", "gone/x.weights"], "there is no folder `gone`"),
        (&["analyse", "game.pdn", "--time", "1h", "--plot", "gone/x.svg"], "there is no folder `gone`"),
        (&["diff", "english", "italian", "--positions", "100000000", "--svg", "gone/x.svg"], "there is no folder `gone`"),
        (&["diff", "english", "italian", "--positions", "100000000", "--svg", "gone/folder"], "No such file"),
        (&["analyse", "game.pdn", "--time", "1h", "--plot", "x.png"], "accepted: .svg"),
        (&["analyse", "game.pdn", "--time", "1h", "-o", "x.svg"], "accepted: .pdn"),
        (&["simulate", "english", "--agent", "greedy", "--agent", "random"], "both greedy and random for everybody"),
        (&["simulate", "english", "--agent", "Black=greedy", "--agent", "Black=random"], "both greedy and random for Black"),
    ] {
        refused(&run_in(folder.path(), words, b""), 2, &[told]);
    }
}

#[test]
fn a_folder_is_no_position_and_a_mark_of_unicode_is_none_of_its_text() {
    let folder = tempdir().unwrap();
    std::fs::create_dir(folder.path().join("d")).unwrap();
    refused(&run_in(folder.path(), &["moves", "english", "--position", "d"], b""), 2, &["d: this is a folder"]);
    file(folder.path(), "marked.fen", b"\xef\xbb\xbfB:W21:B1");
    let ended = run_in(folder.path(), &["moves", "english", "--position", "marked.fen"], b"");
    assert_eq!(ended.code, 0, "{}", ended.err);
}
