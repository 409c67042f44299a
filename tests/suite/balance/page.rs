//! The report as a page: it needs nothing else, says everything in words, and can be replaced by a new one.

use crate::shell::{file, run_in};

#[test]
fn the_page_needs_nothing_and_tells_everything_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let text = "+++\nname = \"Pond <&> more\"\nextends = \"english\"\n+++\n";
    file(folder.path(), "pond.draughts", text);
    let arguments = [
        "simulate",
        "pond.draughts",
        "--games",
        "40",
        "--sweep",
        "idle-limit=20,60",
        "--thought=random,greedy",
        "--thought-games",
        "4",
        "-o",
        "pond.html",
    ];
    let made = run_in(folder.path(), &arguments, b"");
    assert_eq!(made.code, 0, "{}", made.err);
    let page = std::fs::read_to_string(folder.path().join("pond.html")).unwrap();
    for outside in ["<script", "http:", "https:", "src=", "url(", "@import", "<link"] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(page.contains("<h1>Pond &lt;&amp;&gt; more</h1>") && !page.contains("Pond <&>"));
    assert!(page.contains("lang=\"en\"") && page.contains("prefers-color-scheme: dark") && page.contains("@media print"));
    let plots: Vec<&str> = page.split("<svg class=\"plot\"").skip(1).collect();
    assert!(plots.len() >= 9, "{}", plots.len());
    for plot in plots {
        let head = &plot[..plot.find("</desc>").expect("a description")];
        assert!(head.contains("role=\"img\"") && head.contains("<title>") && head.len() > 80, "{head}");
    }
    for title in [
        "Who wins",
        "Why games end",
        "How long games are",
        "How much there is to choose",
        "What is taken, and who leads",
        "Side by side",
        "How much thought matters",
        "Which rules matter",
        "How to read this",
    ] {
        assert_eq!(page.matches(&format!("<h2>{title}</h2>")).count(), 1, "{title}");
    }
    for tag in [
        "section", "figure", "svg", "table", "tr", "th", "td", "p", "dl", "dt", "dd", "h2", "h3", "main", "header", "div",
        "code", "text", "title",
    ] {
        let (open, close) = (
            page.matches(&format!("<{tag}>")).count() + page.matches(&format!("<{tag} ")).count(),
            page.matches(&format!("</{tag}>")).count(),
        );
        assert_eq!(open, close, "{tag}");
    }
    // Each picture of shares has its numbers in a table.
    assert!(page.matches("<table>").count() >= 7);
    // It is ours to replace; what is somebody else's is not.
    assert_eq!(run_in(folder.path(), &arguments, b"").code, 0);
    file(folder.path(), "pond.html", "<p>mine</p>");
    assert_eq!(run_in(folder.path(), &arguments, b"").code, 2);
}

/// What is told of few games says so, and how unsure it is.
#[test]
fn few_games_are_told_as_few() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["simulate", "english", "--report", "--thought=random,level:3", "--thought-games", "20", "--limit", "100"];
    let told = |games: &str| run_in(folder.path(), &[&arguments[..], &["--games", games]].concat(), b"").out;
    let few = told("2");
    assert!(few.contains("More thought is of use at this one step."), "{few}");
    assert!(few.contains("So few games (fewer than 10) say little of how often a line plays a part."), "{few}");
    // All of one game, or of two: anything from a fifth, or a third, on is likely.
    assert!(few.contains("   100.0 %   20.7 to 100.0 %  ") || few.contains("   100.0 %   34.2 to 100.0 %  "), "{few}");
    let pairs = ["simulate", "english", "--games", "4", "--sweep", "idle-limit=20,60", "-o", "two.html"];
    assert_eq!(run_in(folder.path(), &pairs, b"").code, 0);
    let page = std::fs::read_to_string(folder.path().join("two.html")).unwrap();
    assert!(page.contains("both sets of rules are compared</a> below"), "{page}");
    assert!(page.contains("<th scope=\"col\">95 of 100 within</th>") || page.contains(">95 of 100 within<"), "{page}");
}
