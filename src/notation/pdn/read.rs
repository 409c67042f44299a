//! Reads PDN.

use super::super::error::{At, Error};
use super::{Game, GameResult, Played, Remark};

/// Reads all games of a text.
///
/// Comments `{…}` and `;…`, variations `(…)`, `$` codes, `!` and `?` belong to the move before them; numbers of moves and lines
/// that begin with `%` are passed over. A game ends with its result, or where the tags of the next begin. What cannot be read is
/// passed over, up to the end of its line or to the next tag, and said of its game ([`Game::fault`]).
pub fn read(text: &str) -> Vec<Game> {
    let mut games = read_games(text);
    for game in &mut games {
        // The score of a match may stand where the result does.
        let score = game.tag("Result").map(str::to_string);
        game.moves.pop_if(|last| game.result == GameResult::Unknown && Some(&last.text) == score.as_ref());
    }
    games
}

fn read_games(text: &str) -> Vec<Game> {
    let mut reader = Reader { text, at: 0, told: (0, 1, 1) };
    let mut games = Vec::new();
    let mut game = Game::default();
    let mut begun = false;
    while let Some(c) = reader.skip_blanks() {
        let read = match c {
            '[' => {
                if begun && !(game.moves.is_empty() && game.remarks.is_empty()) {
                    game.result = game.tag("Result").and_then(GameResult::read).unwrap_or_default();
                    games.push(std::mem::take(&mut game));
                }
                begun = true;
                reader.tag().map(|tag| game.tags.push(tag))
            }
            '{' | ';' => reader.comment(c).map(|comment| remark(&mut game, Remark::Comment(comment))),
            '(' => reader.variation().map(|said| {
                let judges = said.len() > 2 && said[1..said.len() - 1].chars().all(|c| "!?".contains(c));
                remark(&mut game, if judges { Remark::Judgement(said) } else { Remark::Variation(said) });
            }),
            '/' => {
                let problem = "a position in the middle of a game is not understood";
                Err(reader.error(reader.at, problem).accepting("a game of its own with a FEN tag"))
            }
            ')' | ']' | '}' => Err(reader.error(reader.at, format!("`{c}` closes nothing"))),
            _ => {
                begun = true;
                let start = reader.at;
                let word = reader.spaced_word();
                if let Some(result) = GameResult::read(&word) {
                    game.result = result;
                    games.push(std::mem::take(&mut game));
                    begun = false;
                } else if word.starts_with('$') {
                    remark(&mut game, Remark::Judgement(word));
                } else if let Some(mv) = move_of(&word) {
                    let place = reader.place(start + word.len() - mv.len());
                    let text = without_marks(mv);
                    if !text.is_empty() {
                        let marks = mv[text.len()..].to_string();
                        game.moves.push(Played { marks, place, ..Played::new(text) });
                    }
                }
                Ok(())
            }
        };
        if let Err(fault) = read {
            begun = true;
            game.fault.get_or_insert(fault);
            reader.pass_over(c);
        }
    }
    if begun {
        game.result = game.tag("Result").and_then(GameResult::read).unwrap_or_default();
        games.push(game);
    }
    games
}

/// Something said of the last move, or before the first.
fn remark(game: &mut Game, said: Remark) {
    let Game { remarks, moves, .. } = game;
    moves.last_mut().map_or(remarks, |last| &mut last.remarks).push(said);
}

/// A move without what its reader thinks of it: `!`, `?`, and `*` for a forced one. Points between squares end in a star of their
/// own, which stands behind the first of them too: `c3*+c4*`.
fn without_marks(mv: &str) -> &str {
    let of_points =
        mv.trim_start_matches(|c: char| c.is_alphanumeric()).starts_with('*') && !mv.starts_with(|c: char| c.is_ascii_digit());
    mv.trim_end_matches(|c| matches!(c, '!' | '?') || c == '*' && !of_points)
}

/// What is left of a word without the number of the move: `1.`, `1...`, `1.11-15`.
fn move_of(word: &str) -> Option<&str> {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let rest = &word[digits..];
    let mv = if rest.starts_with('.') { rest.trim_start_matches('.') } else { word };
    (!mv.is_empty()).then_some(mv)
}

/// Where a comment ends. A line that is a tag is no part of it: the brace that closes it has been forgotten.
fn closing(text: &str) -> Option<usize> {
    let ends = text.match_indices(['}', '\n']);
    let tag = |line: &str| {
        let name = line.strip_prefix('[').map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_alphanumeric()));
        name.is_some_and(|rest| rest.starts_with(" \""))
    };
    ends.take_while(|(at, sign)| *sign == "}" || !tag(&text[at + 1..])).find(|(_, sign)| *sign == "}").map(|(at, _)| at)
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    /// A byte with its line and column, from which later ones are counted.
    told: (usize, usize, usize),
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("")
    }

    /// The line and column of a byte, not before the last one asked for.
    fn place(&mut self, at: usize) -> (usize, usize) {
        let (from, mut line, mut column) = self.told;
        for c in self.text.get(from..at).unwrap_or("").chars() {
            (line, column) = if c == '\n' { (line + 1, 1) } else { (line, column + 1) };
        }
        self.told = (at.max(from), line, column);
        (line, column)
    }

    fn error(&self, at: usize, problem: impl Into<String>) -> Error {
        Error::new(At::line_of(self.text, at), problem)
    }

    /// The next character that is no blank and not on a line that begins with `%`.
    fn skip_blanks(&mut self) -> Option<char> {
        loop {
            let rest = self.rest();
            let c = rest.chars().next()?;
            let line_start = self.at == 0 || self.text.as_bytes().get(self.at - 1) == Some(&b'\n');
            if c == '%' && line_start {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if c.is_whitespace() || c == '\u{FEFF}' {
                self.at += c.len_utf8();
            } else {
                return Some(c);
            }
        }
    }

    /// `[Name "value"]`
    fn tag(&mut self) -> Result<(String, String), Error> {
        let start = self.at;
        let broken = |reader: &Reader| reader.error(start, "this tag is broken").accepting("[Name \"value\"]");
        let inner = &self.rest()[1..];
        let Some((name, value)) = inner.split_once('"') else { return Err(broken(self)) };
        let name = name.trim();
        if name.is_empty() || name.contains(|c: char| c.is_whitespace() || "[]{}()".contains(c)) {
            return Err(broken(self));
        }
        let mut text = String::new();
        let mut chars = value.char_indices();
        let end = loop {
            match chars.next() {
                Some((at, '"')) => break at,
                Some((_, '\\')) => text.extend(chars.next().map(|(_, c)| c)),
                Some((_, c)) => text.push(c),
                None => return Err(broken(self)),
            }
        };
        let after = &value[end + 1..];
        let closed = after.trim_start();
        if !closed.starts_with(']') {
            return Err(broken(self));
        }
        self.at = self.text.len() - closed.len() + 1;
        Ok((name.to_string(), text))
    }

    /// `{…}`, or from `;` to the end of the line.
    fn comment(&mut self, opening: char) -> Result<String, Error> {
        let rest = self.rest();
        let end = match opening {
            '{' => closing(rest).ok_or_else(|| self.error(self.at, "this comment is never closed").accepting("}"))?,
            _ => rest.find('\n').unwrap_or(rest.len()),
        };
        self.at += end + usize::from(opening == '{');
        Ok(rest[1..end].split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// `(…)`, with what is nested in it, a blank between any two words.
    fn variation(&mut self) -> Result<String, Error> {
        let start = self.at;
        let mut depth = 0usize;
        let mut said = String::new();
        let mut last = self.at;
        while let Some(c) = self.skip_blanks() {
            if self.at > last && !said.ends_with('(') && c != ')' {
                said.push(' ');
            }
            match c {
                '{' | ';' => match self.comment(c) {
                    Ok(comment) => said.push_str(&format!("{{{}}}", comment.replace('}', ")"))),
                    Err(_) => break,
                },
                _ => {
                    depth += usize::from(c == '(');
                    depth -= usize::from(c == ')');
                    said.push(c);
                    self.at += c.len_utf8();
                    if depth == 0 {
                        return Ok(said);
                    }
                }
            }
            last = self.at;
        }
        self.at = start;
        Err(self.error(start, "this variation is never closed").accepting(")"))
    }

    /// Goes on behind something that cannot be read: behind the sign that it begins with where that closes nothing, behind its
    /// line where it is a tag or a position; what is opened and never closed goes on to the next line with a tag.
    fn pass_over(&mut self, opening: char) {
        let rest = self.rest();
        let line = rest.find('\n').unwrap_or(rest.len());
        self.at += match opening {
            '[' | '/' => line.max(1),
            '{' | '(' => rest.find("\n[").unwrap_or(rest.len()),
            other => other.len_utf8(),
        };
    }

    /// A word, with what belongs to it behind a blank: `1- 6`, `1 - 6`.
    fn spaced_word(&mut self) -> String {
        const SIGNS: [char; 3] = ['-', 'x', ':'];
        let mut word = self.word().to_string();
        loop {
            let next = self.rest().trim_start_matches([' ', '\t']);
            let open = word.ends_with(SIGNS) && next.starts_with(|c: char| c.is_ascii_alphanumeric());
            let goes_on = word.ends_with(|c: char| c.is_ascii_digit()) && next.starts_with(SIGNS);
            if word.starts_with(SIGNS) || !(open || goes_on) {
                return word;
            }
            self.at = self.text.len() - next.len();
            word.push_str(self.word());
        }
    }

    /// Up to a blank or a bracket.
    fn word(&mut self) -> &'t str {
        let rest = self.rest();
        let end = rest.find(|c: char| c.is_whitespace() || "[]{}();".contains(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }
}
