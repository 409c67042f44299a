//! The files under `src/` as tokens: no comments, nothing that is for tests alone.

use std::path::Path;

/// What the program calls the library.
const LIBRARY: &str = "draughtsman";

/// Folders of what was built, or of what others wrote.
const BUILT: [&str; 2] = ["target", "node_modules"];

/// What a file is made of, so far as these tests look.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Token {
    /// An identifier or a keyword.
    Word(String),
    /// A string literal, as it stands between its quotes.
    Text(String),
    /// Any other character.
    Mark(char),
}

/// A file under `src/` that is part of the program.
pub(crate) struct File {
    /// `src/check/mod.rs`
    pub(crate) path: String,
    /// What it says.
    pub(crate) tokens: Vec<Token>,
    /// The module that it is: `["check", "coerce"]`.
    pub(crate) module: Vec<String>,
    /// The modules that it declares.
    below: Vec<String>,
}

/// A path into a module.
pub(crate) struct Import {
    /// From the root of the crate: `["syntax", "ast", "Order"]`.
    pub(crate) path: Vec<String>,
    /// Whether it stands in a `use`.
    pub(crate) used: bool,
    /// Whether it is only passed on: `pub use`.
    pub(crate) passed_on: bool,
}

/// A struct, but for one whose fields have no names.
pub(crate) struct Record {
    /// What it is called.
    pub(crate) name: String,
    /// How many fields it has.
    pub(crate) fields: usize,
    /// How many of them are no more than true or false, if they are there.
    pub(crate) truths: usize,
}

impl File {
    /// A file of this text.
    pub(crate) fn of(path: &str, module: Vec<String>, text: &str) -> File {
        let tokens = without_tests(tokens(text));
        let declares = |three: &[Token]| match three {
            [Token::Word(keyword), Token::Word(name), Token::Mark(';')] if keyword == "mod" => Some(name.clone()),
            _ => None,
        };
        let below = tokens.windows(3).filter_map(declares).collect();
        File { path: path.to_owned(), tokens, module, below }
    }

    /// The first part of the module's path: `check`; `lib` or `main` for a root.
    pub(crate) fn layer(&self) -> &str {
        match self.module.first() {
            Some(first) => first,
            None => {
                if self.path.ends_with("main.rs") {
                    "main"
                } else {
                    "lib"
                }
            }
        }
    }

    /// Whether it is this file, or in this folder.
    pub(crate) fn is_in(&self, home: &str) -> bool {
        self.path.strip_prefix(home).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }

    /// The paths into modules that it names.
    pub(crate) fn imports(&self) -> Vec<Import> {
        let mut all = Vec::new();
        // Where the `use` at hand ends, and whether it passes on.
        let (mut end, mut passed_on) = (0, false);
        let within = [Token::Mark('('), Token::Word("in".to_owned())];
        for i in 0..self.tokens.len() {
            let rest = &self.tokens[i..];
            if rest[0] == Token::Word("use".to_owned()) {
                end = i + rest.iter().position(|token| *token == Token::Mark(';')).unwrap_or(0);
                passed_on = i > 0 && matches!(&self.tokens[i - 1], Token::Word(_) | Token::Mark(')'));
            }
            let supers = rest.chunks(3).take_while(|three| starts(three, "super")).count();
            // In `pub(in crate::check)` nothing is imported.
            let begins = i == 0 || self.tokens[i - 1] != Token::Mark(':') && !self.tokens[..i].ends_with(&within);
            let mut paths = Vec::new();
            if begins && (starts(rest, "crate") || starts(rest, LIBRARY)) {
                self.path_from(i + 3, Vec::new(), &mut paths);
            } else if begins && starts(rest, "self") {
                self.path_from(i + 3, self.module.clone(), &mut paths);
            } else if begins && self.below.iter().any(|name| starts(rest, name)) {
                self.path_from(i, self.module.clone(), &mut paths);
            } else if begins && supers > 0 {
                let kept = self.module.len().saturating_sub(supers);
                self.path_from(i + 3 * supers, self.module[..kept].to_vec(), &mut paths);
            }
            let used = i < end;
            all.extend(paths.into_iter().map(|path| Import { path, used, passed_on: used && passed_on }));
        }
        all
    }

    /// Reads one path, or a group of them in braces.
    fn path_from(&self, at: usize, mut so_far: Vec<String>, all: &mut Vec<Vec<String>>) {
        match self.tokens.get(at) {
            Some(Token::Word(word)) => {
                if word != "self" {
                    so_far.push(word.clone());
                }
                if self.colons(at + 1) {
                    self.path_from(at + 3, so_far, all);
                } else {
                    all.push(so_far);
                }
            }
            Some(Token::Mark('{')) => {
                let (mut depth, mut i) = (0, at);
                let mut fresh = true;
                while let Some(token) = self.tokens.get(i) {
                    match token {
                        Token::Mark('{') => depth += 1,
                        Token::Mark('}') => depth -= 1,
                        Token::Word(_) if depth == 1 && fresh => self.path_from(i, so_far.clone(), all),
                        _ => {}
                    }
                    if depth == 0 {
                        break;
                    }
                    fresh = matches!(token, Token::Mark('{' | ','));
                    i += 1;
                }
            }
            _ => all.push(so_far),
        }
    }

    /// Every struct that it declares.
    pub(crate) fn records(&self) -> Vec<Record> {
        let declares = |two: &&[Token]| matches!(two, [Token::Word(keyword), Token::Word(_)] if keyword == "struct");
        let starts = self.tokens.windows(2).enumerate().filter(|(_, two)| declares(two)).map(|(at, _)| at + 1);
        starts.filter_map(|at| self.record(at)).collect()
    }

    /// The struct whose name stands there.
    fn record(&self, at: usize) -> Option<Record> {
        let Token::Word(name) = &self.tokens[at] else { return None };
        let mut record = Record { name: name.clone(), fields: 0, truths: 0 };
        let begin = at + self.tokens[at..].iter().position(|token| matches!(token, Token::Mark('{' | '(' | ';')))?;
        if self.tokens[begin] != Token::Mark('{') {
            return None;
        }
        let mut depth = 0;
        for i in begin..self.tokens.len() {
            match &self.tokens[i..] {
                [Token::Mark('{' | '(' | '[' | '<'), ..] => depth += 1,
                [Token::Mark('>'), ..] if self.tokens[i - 1] == Token::Mark('-') => {}
                [Token::Mark('}' | ')' | ']' | '>'), ..] => depth -= 1,
                // not the colons of a path
                [Token::Word(_), Token::Mark(':'), kind @ ..] if depth == 1 && kind.first() != Some(&Token::Mark(':')) => {
                    record.fields += 1;
                    let is_truth = ["bool,", "bool}", "Option<bool>"].iter().any(|said| kind.starts_with(&tokens(said)));
                    record.truths += usize::from(is_truth);
                }
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
        Some(record)
    }

    fn colons(&self, at: usize) -> bool {
        matches!(self.tokens.get(at..at + 2), Some([Token::Mark(':'), Token::Mark(':')]))
    }
}

fn starts(tokens: &[Token], word: &str) -> bool {
    matches!(tokens, [Token::Word(name), Token::Mark(':'), Token::Mark(':'), ..] if name == word)
}

/// Every file of the library and of the program, found by following `mod` from the roots.
pub(crate) fn files() -> Vec<File> {
    let mut all = Vec::new();
    visit("src/lib.rs", "src", Vec::new(), &mut all);
    visit("src/main.rs", "src", Vec::new(), &mut all);
    all
}

fn visit(path: &str, folder: &str, module: Vec<String>, all: &mut Vec<File>) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    let file = File::of(path, module.clone(), &text);
    let declared = file.below.clone();
    all.push(file);
    for name in declared {
        let below = format!("{folder}/{name}");
        let flat = format!("{below}.rs");
        let path = if root.join(&flat).exists() { flat } else { format!("{below}/mod.rs") };
        let module = module.iter().cloned().chain([name]).collect();
        visit(&path, &below, module, all);
    }
}

/// How many lines each file of the project has that ends so, tests and tools included; what was built is passed over.
pub(crate) fn lengths(ending: &str) -> Vec<(String, usize)> {
    let mut all = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() && !name.starts_with('.') && !BUILT.contains(&name.as_str()) {
                folders.push(path);
            } else if path.extension().is_some_and(|other| other == ending) && path.is_file() {
                let lines = std::fs::read_to_string(&path).unwrap().lines().count();
                all.push((path.display().to_string(), lines));
            }
        }
    }
    all
}

/// The words of an identifier or a text, in small letters: `KindOf_piece` is kind, of, piece.
pub(crate) fn words(text: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut last = ' ';
    for c in text.chars() {
        let begins = !last.is_alphanumeric() || last.is_lowercase() && c.is_uppercase();
        if c.is_alphanumeric() {
            if begins {
                all.push(String::new());
            }
            all.last_mut().unwrap().extend(c.to_lowercase());
        }
        last = c;
    }
    all
}

/// Leaves out each item behind `#[cfg(test)]`, or behind that and more.
fn without_tests(tokens: Vec<Token>) -> Vec<Token> {
    let word = |text: &str| Token::Word(text.to_owned());
    let mark = [Token::Mark('#'), Token::Mark('['), word("cfg"), Token::Mark('(')];
    let and = [word("all"), Token::Mark('('), word("test")];
    let behind_tests = |rest: &[Token]| rest.starts_with(&and) || rest.first() == Some(&word("test"));
    let mut kept = Vec::new();
    let mut i = 0;
    while i < tokens.len() {
        if tokens[i..].starts_with(&mark) && behind_tests(&tokens[i + mark.len()..]) {
            let mut depth = 0;
            while tokens.get(i).is_some_and(|token| *token != Token::Mark(']')) {
                i += 1;
            }
            i += 1;
            while i < tokens.len() {
                match tokens[i] {
                    Token::Mark('{' | '(' | '[') => depth += 1,
                    Token::Mark('}' | ')' | ']') => depth -= 1,
                    _ => {}
                }
                let ends = depth == 0 && matches!(tokens[i], Token::Mark('}' | ';'));
                i += 1;
                if ends {
                    break;
                }
            }
        } else {
            kept.push(tokens[i].clone());
            i += 1;
        }
    }
    kept
}

/// What a text is made of.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let chars: Vec<char> = text.chars().collect();
    let at = |i: usize| chars.get(i).copied().unwrap_or('\0');
    let mut all = Vec::new();
    let mut i = 0;
    while i < chars.len() {
        let c = chars[i];
        if c == '/' && at(i + 1) == '/' {
            while i < chars.len() && chars[i] != '\n' {
                i += 1;
            }
        } else if c == '/' && at(i + 1) == '*' {
            let mut depth = 0;
            loop {
                if at(i) == '/' && at(i + 1) == '*' {
                    (depth, i) = (depth + 1, i + 2);
                } else if at(i) == '*' && at(i + 1) == '/' {
                    (depth, i) = (depth - 1, i + 2);
                } else {
                    i += 1;
                }
                if depth == 0 || i >= chars.len() {
                    break;
                }
            }
        } else if let Some((text, next)) = raw_text(&chars, i) {
            all.push(Token::Text(text));
            i = next;
        } else if c == '"' {
            let start = i + 1;
            i = start;
            while i < chars.len() && chars[i] != '"' {
                i += if chars[i] == '\\' { 2 } else { 1 };
            }
            all.push(Token::Text(chars[start..i.min(chars.len())].iter().collect()));
            i += 1;
        } else if c == '\'' && (at(i + 1) == '\\' || at(i + 2) == '\'') {
            // a character, not a lifetime
            i += if at(i + 1) == '\\' { 3 } else { 2 };
            while i < chars.len() && chars[i] != '\'' {
                i += 1;
            }
            i += 1;
        } else if c.is_alphabetic() || c == '_' {
            let start = i;
            while at(i).is_alphanumeric() || at(i) == '_' {
                i += 1;
            }
            all.push(Token::Word(chars[start..i].iter().collect()));
        } else {
            if !c.is_whitespace() {
                all.push(Token::Mark(c));
            }
            i += 1;
        }
    }
    all
}

/// `r#"…"#`, and where it ends.
fn raw_text(chars: &[char], start: usize) -> Option<(String, usize)> {
    let after_word = start > 0 && (chars[start - 1].is_alphanumeric() || chars[start - 1] == '_');
    let begin = match (chars[start], chars.get(start + 1)) {
        ('r', _) => start + 1,
        ('b', Some('r')) => start + 2,
        _ => return None,
    };
    let fence = chars[begin.min(chars.len())..].iter().take_while(|c| **c == '#').count();
    if after_word || chars.get(begin + fence) != Some(&'"') {
        return None;
    }
    let text = begin + fence + 1;
    let closes = |i: usize| chars[i] == '"' && chars[i + 1..].iter().take(fence).filter(|c| **c == '#').count() == fence;
    let end = (text..chars.len()).find(|i| closes(*i))?;
    Some((chars[text..end].iter().collect(), end + 1 + fence))
}
