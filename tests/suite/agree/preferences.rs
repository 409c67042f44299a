//! What `with most` prefers: one value by its place in its set, several by how many they are.

use super::faults::{agree_on, moves_of};

/// White's men on a1 and c2, and any others, and Black's on a2, b1 and c3, each with a grade.
fn front(others: &str) -> String {
    format!(
        "+++\nname = \"Grades\"\nversion = \"1.0.0\"\n[players]\nWhite = {{ faces = \"north\" }}\nBlack = {{ faces = \"south\" }}\n\
         [board]\ngrid = \"3x3\"\n[sets]\ngrade = [\"low\", \"mid\", \"high\", \"top\"]\n\
         [pieces]\nman = {{ symbol = \"m\", has = {{ grade = \"grade\" }} }}\n[setup]\npieces = [\n\
         {{ at = \"a1\", kind = \"man\", owner = \"White\", grade = \"high\" }},\n\
         {{ at = \"c2\", kind = \"man\", owner = \"White\", grade = \"top\" }},\n{others}\
         {{ at = \"a2\", kind = \"man\", owner = \"Black\", grade = \"low\" }},\n\
         {{ at = \"b1\", kind = \"man\", owner = \"Black\", grade = \"mid\" }},\n\
         {{ at = \"c3\", kind = \"man\", owner = \"Black\", grade = \"top\" }},\n]\n+++\n"
    )
}

/// Of three captures, one takes a low piece, one a middling, one a top one, the last by the top piece.
#[test]
fn one_value_is_preferred_by_its_place() {
    for (preference, moves) in [
        ("with most grade of first of taken", 1),
        ("with least grade of first of taken", 1),
        ("with most grade of last of taken", 1),
        ("with most grade of actor", 1),
        ("with least grade of actor", 2),
        ("with most grade of (piece on start)", 1),
        ("with least grade of (piece on start)", 2),
        ("with most (if actor is top piece then mid else grade of first of taken)", 2),
        ("where grade of first of taken >= mid", 2),
    ] {
        let rules = format!(
            "movement {{\n  man may step orthogonal\n}}\ncapture {{\n  man may pounce orthogonal onto enemy\n}}\n\
             obligation {{\n  must capture {preference}\n}}\n"
        );
        let text = format!("{}{rules}", front(""));
        assert_eq!(moves_of(&text), moves, "{preference}");
        agree_on(&text);
    }
}

/// Two men can take the one top piece, the third two pieces of two grades.
#[test]
fn several_values_are_counted() {
    let third = "{ at = \"b3\", kind = \"man\", owner = \"White\", grade = \"low\" },\n";
    for (preference, moves) in [("most", 1), ("least", 2)] {
        let rules = format!(
            "capture {{\n  man may eat {{ take enemy on orthogonal from it }}\n}}\n\
             obligation {{\n  must capture with {preference} grade of taken\n}}\n"
        );
        let text = format!("{}{rules}", front(third));
        assert_eq!(moves_of(&text), moves, "{preference}");
        agree_on(&text);
    }
}

/// Three captures, and two steps by the top piece.
#[test]
fn moves_are_looked_for_among_moves() {
    for (condition, moves) in [
        ("where it is capture", 3),
        ("where it is not capture", 2),
        ("where it is in capture", 3),
        ("where it is not in capture", 2),
        ("in capture", 3),
        ("not in capture", 2),
        ("where it is capture and actor is top piece", 1),
        ("where it is movement or grade of first of taken is top", 3),
        ("where not (it is movement or actor is top piece)", 2),
        ("where it is (move with most grade of first of taken)", 1),
        ("where it is (capture where actor is top piece) or it is (movement where landing is b2)", 2),
        ("called one where one is capture and actor of one is high piece", 2),
        ("where it is capture with least grade of first of taken", 1),
    ] {
        let moves_of_both = "movement {\n  man may step orthogonal\n}\ncapture {\n  man may pounce orthogonal onto enemy\n}\n";
        for asked in
            [format!("obligation {{\n  must (move {condition})\n}}\n"), format!("turn {{\n  play (move {condition})\n}}\n")]
        {
            let text = format!("{}{moves_of_both}{asked}", front(""));
            assert_eq!(moves_of(&text), moves, "{asked}");
            agree_on(&text);
        }
    }
}
