//! Who may come in.

use std::io::{Read as _, Write as _};
use std::time::{Duration, Instant};

use serde_json::json;

use super::{JSON, PATIENCE, Served};
use crate::shell::{self, file, run, run_in};

#[test]
fn nobody_comes_in_without_the_token_the_name_and_a_page_of_ours() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::start(folder.path(), &[]);
    let link = served.link(0);
    assert_eq!(served.get(&link).status, 200);
    assert_eq!(link.len(), 24, "a token has 128 bits");
    let first = if link.starts_with("/A") { "B" } else { "A" };
    let another = format!("/{first}{}", &link[2..]);
    let wrong = [
        "/",
        "/x",
        "//",
        "/x/",
        &link[..23],
        &link[..22],
        &another,
        &link.to_uppercase(),
        "/favicon.ico",
        "/..",
        &format!("/x{link}"),
        &format!("{link}nothing"),
        &format!("/.{link}"),
        &format!("/%2e{link}"),
    ];
    for path in wrong {
        let answer = served.get(path);
        assert_eq!((answer.status, answer.body.as_str()), (404, "there is nothing here\n"), "{path}");
        assert!(!answer.head.contains("server:") && !answer.head.contains("date:"), "{}", answer.head);
    }
    let host = |host: &str| served.raw(&format!("GET {link} HTTP/1.1\r\n{host}Connection: close\r\n\r\n"));
    let status = |said: &str| said.split(' ').nth(1).unwrap_or_default().to_owned();
    let own = format!("Host: {}\r\n", served.at);
    assert_eq!(status(&host(&own)), "200");
    for name in ["localhost", "LOCALHOST"] {
        assert_eq!(status(&host(&format!("Host: {name}:{}\r\n", served.at.port()))), "200");
    }
    for (other, refused) in [
        ("Host: evil.example\r\n".to_owned(), "421"),
        (format!("Host: evil.example:{}\r\n", served.at.port()), "421"),
        ("Host: 127.0.0.1\r\n".to_owned(), "421"),
        (format!("Host: {}.evil.example\r\n", served.at), "421"),
        (format!("{own}Host: evil.example\r\n"), "400"),
        (String::new(), "400"),
    ] {
        assert_eq!(status(&host(&other)), refused, "{other:?}");
    }
    let proxied = served.raw(&format!("GET http://{}{link} HTTP/1.1\r\n{own}Connection: close\r\n\r\n", served.at));
    assert_eq!(status(&proxied), "400", "an address whole");
    let line = json!({ "request": "variants" }).to_string();
    let ask = format!("{link}ask/test");
    for (origin, answer) in [
        (format!("http://{}", served.at), 200),
        ("null".to_owned(), 403),
        (format!("https://{}", served.at), 403),
        ("http://evil.example".to_owned(), 403),
        (format!("http://localhost:{}", served.at.port()), 403),
    ] {
        let origin = format!("Origin: {origin}");
        assert_eq!(served.request("POST", &ask, &[JSON, &origin], &line).status, answer, "{origin}");
        assert_eq!(served.request("GET", &link, &[&origin], "").status, answer, "{origin}");
    }
    for method in ["PUT", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE", "CONNECT", "BREW"] {
        let answer = served.request(method, &link, &[], "");
        assert_eq!(answer.status, 405, "{method}: {}", answer.body);
    }
    for kind in ["Content-Type: text/plain", "Content-Type: application/x-www-form-urlencoded", "X: y"] {
        assert_eq!(served.request("POST", &ask, &[kind], &line).status, 415, "a form of another page: {kind}");
    }
    let spelt = format!("{}; charset=utf-8", JSON.to_lowercase());
    assert_eq!(served.request("POST", &ask, &[&spelt], &line).status, 200);
    let alone = json!({ "request": "load", "rules": shell::small("movement {\n  man may step orthogonal\n}\n") });
    assert_eq!(served.ask(&link, &alone)["answer"]["title"], "Small");
    assert_eq!(
        served.ask(&link, &json!({ "request": "check", "rules": "x" }))["answer"]["diagnostics"][0]["severity"],
        "error"
    );
    let unknown = served.ask(&link, &json!({ "request": "load", "variant": "/etc/passwd", "rules": "x" }));
    assert!(unknown.to_string().contains("there are no rules `/etc/passwd` here"), "{unknown}");
    assert_eq!(served.request("POST", &link, &[JSON], &line).status, 404);
    let (code, err) = served.end();
    assert_eq!((code, err.contains("Ctrl-C ends")), (130, true), "{err}");
}

#[test]
fn every_answer_says_what_a_browser_may_do_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::start(folder.path(), &[]);
    let link = served.link(0);
    for path in ["", "play.html?english", "page.css", "page.js", "pictures/english.svg", "rules/english.html", "nothing"] {
        let answer = served.get(&format!("{link}{path}"));
        for header in [
            "content-security-policy: default-src 'none'",
            "frame-ancestors 'none'",
            "cache-control: no-store",
            "referrer-policy: no-referrer",
            "x-content-type-options: nosniff",
            "cross-origin-resource-policy: same-origin",
        ] {
            assert!(answer.head.contains(header), "{path}: {header}\n{}", answer.head);
        }
        let policy = answer.head.lines().find(|line| line.starts_with("content-security-policy")).unwrap();
        let script = policy.split(';').find(|part| part.contains("script-src"));
        assert!(script.is_none_or(|script| script.trim() == "script-src 'self'"), "{policy}");
        assert!(!policy.contains("http") && !policy.contains('*'), "{policy}");
        let inside = answer.body.replace("<script type=\"application/json\"", "").replace("<script src=\"page.js\">", "");
        assert!(!inside.contains("<script") || path == "page.js", "{path}: a script of its own");
    }
}

#[test]
fn no_path_and_no_name_leads_to_another_file() {
    let folder = tempfile::tempdir().unwrap();
    file(folder.path(), "secret.draughts", "+++\nname = \"hidden words\"\nextends = \"english\"\n+++\n");
    let rules = folder.path().join("rules");
    std::fs::create_dir(&rules).unwrap();
    file(&rules, "my.draughts", "+++\nname = \"Mine\"\nextends = \"english\"\n+++\n");
    let served = Served::start(&rules, &["my.draughts"]);
    let link = served.link(0);
    let names = [
        "../secret",
        "../secret.draughts",
        "..%2fsecret",
        "%2e%2e/secret",
        "secret",
        "/etc/passwd",
        "my.draughts",
        "....//secret",
        "",
    ];
    for name in names {
        for path in [
            format!("play.html?{name}"),
            format!("rules/{name}.html"),
            format!("pictures/{name}.svg"),
            format!("events?{name}"),
            format!("../{name}"),
            format!("{name}/../../secret"),
        ] {
            let answer = served.get(&format!("{link}{path}"));
            assert_eq!((answer.status, answer.body.as_str()), (404, "there is nothing here\n"), "{path}");
        }
        for request in ["load", "check", "source"] {
            let answer = served.ask(&link, &json!({ "request": request, "variant": name }));
            assert!(answer["failure"]["errors"][0]["text"].as_str().unwrap().starts_with("there are no rules"), "{answer}");
        }
    }
    // Nor does a text that is sent: parents are those beside the file, and bundled ones.
    let text = "+++\nname = \"x\"\nextends = \"../secret\"\n+++\n";
    let answer = served.ask(&link, &json!({ "request": "load", "variant": "my", "rules": text }));
    assert_eq!(answer["failure"]["diagnostics"][0]["code"], "E0223", "{answer}");
    assert!(!answer.to_string().contains("hidden words"), "{answer}");
    let load = served.ask(&link, &json!({ "request": "load", "variant": "my" }));
    assert_eq!(load["answer"]["title"], "Mine", "{load}");
}

/// Words that are markup, wherever a rule file may have words of its own.
const MARKUP: &str = "</script><img src=x onerror=alert(1)>&'";

#[test]
fn titles_words_and_names_are_text() {
    let folder = tempfile::tempdir().unwrap();
    let rules = format!(
        "+++\nname = \"{MARKUP}\"\nextends = \"english\"\nauthors = [\"{MARKUP}\"]\nsource = \"{MARKUP}\"\n+++\n\n\
         ## {MARKUP}\nmovement {{ add man may hop forward diagonal over own }}\n\
         victory {{ add draw \"{MARKUP}\" if repeats >= 2 }}\n"
    );
    let name = "<b onclick=x>.draughts";
    file(folder.path(), name, rules);
    let checked = run_in(folder.path(), &["check", name], b"");
    assert_eq!(checked.code, 0, "{}{}", checked.out, checked.err);
    let served = Served::start(folder.path(), &[name]);
    let link = served.link(0);
    let page = served.said["pages"][0]["address"].as_str().unwrap();
    let key = page.split('?').nth(1).unwrap();
    assert!(key.chars().all(|c| c.is_ascii_alphanumeric() || c == '-'), "{key}");
    for path in ["", &format!("play.html?{key}"), &format!("rules/{key}.html"), &format!("pictures/{key}.svg")] {
        let body = served.get(&format!("{link}{path}")).body;
        assert!(
            !body.contains("<img src=x") && !body.contains("<b onclick") && !body.contains("</script><img"),
            "{path}: {body}"
        );
    }
    assert!(served.get(&link).body.contains("&lt;/script>&lt;img src=x"), "the title is in the gallery, as text");
    served.ask(&link, &json!({ "request": "load", "variant": key }));
    for form in ["svg", "text"] {
        let view = served.ask(&link, &json!({ "request": "view", "form": form }));
        assert!(!view["answer"]["text"].as_str().unwrap().contains("<img"), "{view}");
    }
    let book = served.ask(&link, &json!({ "request": "book" }));
    assert!(!book["answer"]["text"].as_str().unwrap().contains("<img src=x"), "{book}");
    // A seat is named by the rules too, and such a name is none.
    let players = "+++\nname = \"x\"\nextends = \"english\"\n\n[players]\n\"<i>A</i>\" = { faces = \"south\" }\nB = { faces = \"north\" }\n+++\n";
    file(folder.path(), "seats.draughts", players);
    let begun = run_in(folder.path(), &["check", "seats.draughts"], b"");
    assert!(begun.code == 1 && begun.out.contains("E0015"), "{}{}", begun.out, begun.err);
}

#[test]
fn who_is_slow_is_cut_off_and_what_is_long_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::start(folder.path(), &["english", "--game", "g.toml"]);
    let link = served.link(0);
    let host = served.at;
    let long = format!("GET {link} HTTP/1.1\r\nHost: {host}\r\nX: {}\r\n\r\n", "y".repeat(64 << 10));
    assert!(served.raw(&long).starts_with("HTTP/1.1 431"), "a long header");
    let many: String = (0..200).map(|i| format!("X{i}: y\r\n")).collect();
    assert!(
        served.raw(&format!("GET {link} HTTP/1.1\r\nHost: {host}\r\n{many}\r\n")).starts_with("HTTP/1.1 431"),
        "many headers"
    );
    let long = format!("GET /{} HTTP/1.1\r\nHost: {host}\r\n\r\n", "y".repeat(64 << 10));
    assert!(served.raw(&long).starts_with("HTTP/1.1 4"), "a long address");
    let body = format!("{{\"request\":\"explain\",\"move\":\"{}\"}}", "9".repeat(70_000));
    assert_eq!(served.request("POST", &format!("{link}ask/x"), &[JSON], &body).status, 413, "a long body");
    let said =
        served.raw(&format!("POST {link}ask/x HTTP/1.1\r\nHost: {host}\r\n{JSON}\r\nContent-Length: 99999999999\r\n\r\n"));
    assert!(said.starts_with("HTTP/1.1 413"), "{said}");
    std::thread::scope(|scope| {
        let cut = |first: &'static str, request: String, answer: &'static str| {
            let (served, link) = (&served, &link);
            scope.spawn(move || {
                let since = Instant::now();
                let said = served.raw(&request);
                let (least, most) = (Duration::from_secs(5), PATIENCE);
                assert!(since.elapsed() > least && since.elapsed() < most, "{first}: after {:?}", since.elapsed());
                assert!(said.starts_with(answer), "{first}: {said}");
                assert_eq!(served.get(link).status, 200);
            });
        };
        cut("half a head", format!("GET {link} HTTP/1.1\r\nHost: {host}\r\nX: "), "");
        cut("nothing", String::new(), "");
        cut(
            "half a body",
            format!("POST {link}ask/x HTTP/1.1\r\nHost: {host}\r\n{JSON}\r\nContent-Length: 9\r\n\r\n{{"),
            "HTTP/1.1 408",
        );
        // Asks for much, and takes nothing of it.
        scope.spawn(|| {
            let mut stream = served.connect();
            stream.set_write_timeout(Some(Duration::from_secs(40))).unwrap();
            let one = format!("GET {link}page.js HTTP/1.1\r\nHost: {host}\r\n\r\n");
            let asked = (0..20_000).take_while(|_| stream.write_all(one.as_bytes()).is_ok()).count();
            std::thread::sleep(Duration::from_secs(15));
            let mut taken = 0;
            let mut room = vec![0; 1 << 16];
            while let Ok(some @ 1..) = stream.read(&mut room) {
                taken += some;
            }
            assert!(asked < 20_000 || taken < 20_000 * 10_000, "{asked} asked, {taken} bytes taken");
        });
    });
}

#[test]
fn a_crowd_of_strangers_makes_room_and_the_player_stays() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::start(folder.path(), &["english", "--game", "g.toml"]);
    let link = served.link(0);
    let mut player = served.connect();
    let ask = format!("GET {link}page.css HTTP/1.1\r\nHost: {}\r\n\r\n", served.at);
    let mut answered = || {
        player.write_all(ask.as_bytes()).unwrap();
        let mut said = String::new();
        let mut some = [0; 4096];
        while !said.contains("dialog iframe") || !said.ends_with("}\n") {
            let read = player.read(&mut some).unwrap();
            assert_ne!(read, 0, "the player was sent away");
            said.push_str(&String::from_utf8_lossy(&some[..read]));
        }
        assert!(said.starts_with("HTTP/1.1 200"), "{said}");
    };
    answered();
    let mut crowd: Vec<_> = (0..600).map(|_| served.connect()).collect();
    answered();
    assert_eq!(served.get(&link).status, 200, "and whoever comes now with a link");
    let mut end = [0];
    assert_eq!(crowd[0].read(&mut end).unwrap_or(0), 0, "who came first went first");
}

#[test]
fn what_cannot_be_served_is_said() {
    assert_eq!(run(&["serve", "-"]).code, 2);
    assert_eq!(run(&["serve", "nothing/here.draughts"]).code, 2);
    assert_eq!(run(&["serve", "--game", "g.toml"]).code, 2, "no rules");
    assert_eq!(run(&["serve", "english", "lasca", "--game", "g.toml"]).code, 2, "two");
    assert_eq!(run(&["serve", "english", "--game", "g.pdn"]).code, 2, "another ending");
    assert_eq!(run(&["serve", "--listen", "nowhere"]).code, 2);
    let everywhere = run(&["serve", "--listen", "0.0.0.0:0"]);
    assert!(everywhere.code == 2 && everywhere.err.contains("--public"), "{}", everywhere.err);
    for wrong in ["draughts.example.org", "ftp://x", "https://x/y", "https://"] {
        let refused = run(&["serve", "--listen", "127.0.0.1:0", "--public", wrong]);
        assert!(refused.code == 2 && refused.err.contains("is no origin"), "{wrong}: {}", refused.err);
    }
}

#[test]
fn behind_a_proxy_it_goes_by_the_name_of_the_proxy() {
    let folder = tempfile::tempdir().unwrap();
    let mut child =
        crate::shell::command(&["serve", "--json", "--listen", "127.0.0.1:0", "--public", "https://draughts.example.org"])
            .current_dir(folder.path())
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
    let mut line = String::new();
    std::io::BufRead::read_line(&mut std::io::BufReader::new(child.stdout.take().unwrap()), &mut line).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    let said: serde_json::Value = serde_json::from_str(&line).unwrap();
    assert!(said["gallery"].as_str().unwrap().starts_with("https://draughts.example.org/"), "{said}");
}

#[test]
fn the_book_is_behind_the_first_link() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::start(folder.path(), &[]);
    let link = served.link(0);
    assert!(served.get(&link).body.contains("href=\"book/index.html\""));
    for (path, words) in [
        ("index.html", "<h1>Draughts</h1>"),
        ("book/index.html", "<h1 id=\"draughtsman\">Draughtsman</h1>"),
        ("book/variants/lasca.html", "<h1 id=\"lasca\">Lasca</h1>"),
        ("book/variants/lasca.draughts.html", "= \"Lasca\""),
        ("book/session.schema.json.html", "draft/2020-12"),
    ] {
        let answer = served.get(&format!("{link}{path}"));
        assert!(answer.status == 200 && answer.body.contains(words), "{path}: {}", answer.status);
    }
    for path in ["book/", "book/SUMMARY.html", "book/../index.html", "book/variants/nothing.draughts.html"] {
        assert_eq!(served.get(&format!("{link}{path}")).status, 404, "{path}");
    }
}
