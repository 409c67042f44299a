//! Reads PDN.

use super::super::error::{At, Before, Error, Part};
use super::{Game, GameResult, Played, Remark};

/// Reads all games of a text.
///
/// Comments `{…}` and `;…`, variations `(…)`, `$` codes, `!` and `?` belong to the move before them; move numbers and lines
/// that begin with `%` are skipped. A game ends with its result, or where the tags of the next one begin. What cannot be read
/// is skipped, up to the end of its line or to the next tag, and reported in its game ([`Game::fault`]).
pub fn read(text: &str) -> Vec<Game> {
    games(text).map(|(game, _)| game).collect()
}

/// Iterates over the games of a text, each with the lines that hold it; only the text is kept in memory, however many games it
/// has.
///
/// ```
/// use draughtsman::notation::pdn::games;
/// let (second, lines) = games("1. 11-15 *\n\n[Event \"b\"]\n1. 9-14 *\n").nth(1).unwrap();
/// assert_eq!((second.moves[0].place, lines.before.lines), ((4, 4), 2));
/// assert_eq!(lines.text, "[Event \"b\"]\n1. 9-14 *");
/// ```
pub fn games(text: &str) -> Games<'_> {
    Games { reader: Reader { text, at: 0, told: Told::default() }, game: Game::default(), begun: false, from: None }
}

/// See [`games`].
#[derive(Clone, Debug)]
pub struct Games<'t> {
    reader: Reader<'t>,
    game: Game,
    begun: bool,
    /// What precedes the lines of the current game.
    from: Option<Before>,
}

impl<'t> Iterator for Games<'t> {
    type Item = (Game, Part<'t>);

    fn next(&mut self) -> Option<(Game, Part<'t>)> {
        while let Some(c) = self.reader.skip_blanks() {
            let start = self.reader.at;
            if c == '[' && self.begun && !(self.game.moves.is_empty() && self.game.remarks.is_empty()) {
                return Some(self.ended(None));
            }
            let place = self.reader.place(start);
            self.from.get_or_insert(self.reader.told.before());
            let read = match c {
                '[' => {
                    self.begun = true;
                    self.reader.tag().map(|tag| self.game.tags.push(tag))
                }
                '{' | ';' => self.reader.comment(c).map(|comment| remark(&mut self.game, Remark::Comment(comment))),
                '(' => self.reader.variation().map(|said| {
                    let judges = said.len() > 2 && said[1..said.len() - 1].chars().all(|c| "!?".contains(c));
                    remark(&mut self.game, if judges { Remark::Judgement(said) } else { Remark::Variation(said) });
                }),
                '/' => {
                    let problem = "a position in the middle of a game is not understood";
                    Err(Error::new(At::Whole, problem).accepting("a game of its own with a FEN tag"))
                }
                ')' | ']' | '}' => Err(Error::new(At::Whole, format!("`{c}` closes nothing"))),
                _ => {
                    self.begun = true;
                    let word = self.reader.spaced_word();
                    if let Some(result) = GameResult::read(&word) {
                        return Some(self.ended(Some(result)));
                    }
                    self.word(start, word);
                    Ok(())
                }
            };
            if let Err(fault) = read {
                self.begun = true;
                self.game.fault.get_or_insert(fault.moved(At::Line(place.0, place.1)));
                self.reader.pass_over(c);
            }
        }
        self.begun.then(|| self.ended(None))
    }
}

impl<'t> Games<'t> {
    /// Handles a word that is not a result.
    fn word(&mut self, start: usize, word: String) {
        if word.starts_with('$') {
            remark(&mut self.game, Remark::Judgement(word));
        } else if let Some(mv) = move_of(&word) {
            let place = self.reader.place(start + word.len() - mv.len());
            let text = without_marks(mv);
            if !text.is_empty() {
                let marks = mv[text.len()..].to_string();
                self.game.moves.push(Played { marks, place, ..Played::new(text) });
            }
        }
    }

    /// Ends the current game, with a result, or with that of its tag.
    fn ended(&mut self, result: Option<GameResult>) -> (Game, Part<'t>) {
        let mut game = std::mem::take(&mut self.game);
        let tag = game.tag("Result").map(str::to_string);
        game.result = result.or_else(|| GameResult::read(tag.as_deref()?)).unwrap_or_default();
        // The score of a match may be in the place of the result.
        game.moves.pop_if(|last| game.result == GameResult::Unknown && Some(&last.text) == tag.as_ref());
        self.begun = false;
        let before = self.from.take().unwrap_or_default();
        let text = self.reader.text.get(before.bytes..self.reader.at).unwrap_or_default();
        (game, Part { text: text.trim_end(), before })
    }
}

/// Adds a remark to the last move, or to the beginning of the game.
fn remark(game: &mut Game, said: Remark) {
    let Game { remarks, moves, .. } = game;
    moves.last_mut().map_or(remarks, |last| &mut last.remarks).push(said);
}

/// A move without the marks behind it: `!`, `?`, and `*` for a forced move. Points between squares have a star of their own,
/// also behind the first of them: `c3*+c4*`.
fn without_marks(mv: &str) -> &str {
    let of_points =
        mv.trim_start_matches(|c: char| c.is_alphanumeric()).starts_with('*') && !mv.starts_with(|c: char| c.is_ascii_digit());
    mv.trim_end_matches(|c| matches!(c, '!' | '?') || c == '*' && !of_points)
}

/// A word without the move number: `1.`, `1...`, `1.11-15`.
fn move_of(word: &str) -> Option<&str> {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let rest = &word[digits..];
    let mv = if rest.starts_with('.') { rest.trim_start_matches('.') } else { word };
    (!mv.is_empty()).then_some(mv)
}

/// The end of a comment. A line with a tag does not belong to the comment: its closing brace is missing.
fn closing(text: &str) -> Option<usize> {
    let ends = text.match_indices(['}', '\n']);
    ends.take_while(|(at, sign)| *sign == "}" || !is_tag(&text[at + 1..])).find(|(_, sign)| *sign == "}").map(|(at, _)| at)
}

/// Whether a line is a tag.
fn is_tag(line: &str) -> bool {
    let name = line.strip_prefix('[').map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_alphanumeric()));
    name.is_some_and(|rest| rest.starts_with(" \""))
}

/// Separators of squares in a move; blanks around them are allowed.
const SIGNS: [char; 3] = ['-', 'x', ':'];

/// Whether the text after a word begins with a separator of squares. `x` may also be a file, but no board has both squares with
/// letters and squares with numbers.
fn is_sign(word: &str, next: &str) -> bool {
    let numbers = move_of(word).is_some_and(|mv| mv.starts_with(|c: char| c.is_ascii_digit()));
    match next.strip_prefix('x').map(|rest| rest.chars().next()) {
        Some(Some(c)) if c.is_ascii_digit() => numbers,
        Some(Some(c)) if c.is_ascii_alphabetic() => !numbers,
        Some(_) => true,
        None => next.starts_with(SIGNS),
    }
}

#[derive(Clone, Debug)]
struct Reader<'t> {
    text: &'t str,
    at: usize,
    told: Told,
}

/// A byte whose line and column are known, from which those of later bytes are computed.
#[derive(Clone, Copy, Debug, Default)]
struct Told {
    byte: usize,
    /// The number of lines before its line.
    lines: usize,
    /// The byte at which its line begins.
    begins: usize,
    /// The number of characters before it on its line.
    chars: usize,
}

impl Told {
    /// What precedes its line.
    fn before(self) -> Before {
        Before { lines: self.lines, bytes: self.begins }
    }
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("")
    }

    /// The line and column of a byte; calls must be in ascending order of bytes.
    fn place(&mut self, at: usize) -> (usize, usize) {
        let told = &mut self.told;
        for (byte, value) in self.text.as_bytes().iter().enumerate().take(at).skip(told.byte) {
            if *value == b'\n' {
                (told.lines, told.begins, told.chars) = (told.lines + 1, byte + 1, 0);
            } else {
                // Only the first byte of a character counts.
                told.chars += usize::from(value & 0xC0 != 0x80);
            }
        }
        told.byte = at.max(told.byte);
        (told.lines + 1, told.chars + 1)
    }

    fn starts_line(&self) -> bool {
        self.at == 0 || self.text.as_bytes().get(self.at - 1) == Some(&b'\n')
    }

    /// Skips blanks and lines that begin with `%`, and returns the next character without consuming it.
    fn skip_blanks(&mut self) -> Option<char> {
        loop {
            let rest = self.rest();
            let c = rest.chars().next()?;
            if c == '%' && self.starts_line() {
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
        let broken = || Error::new(At::Whole, "this tag is broken").accepting("[Name \"value\"]");
        let inner = &self.rest()[1..];
        let quote = inner.find(|c| "\"[]{}()".contains(c)).filter(|at| inner[*at..].starts_with('"')).ok_or_else(broken)?;
        let (name, value) = (inner[..quote].trim(), &inner[quote + 1..]);
        if name.is_empty() || name.contains(char::is_whitespace) {
            return Err(broken());
        }
        let mut text = String::new();
        let mut chars = value.char_indices();
        let end = loop {
            match chars.next() {
                Some((at, '"')) => break at,
                Some((_, '\\')) => text.extend(chars.next().map(|(_, c)| c)),
                Some((_, c)) => text.push(c),
                None => return Err(broken()),
            }
        };
        let after = &value[end + 1..];
        let closed = after.trim_start();
        if !closed.starts_with(']') {
            return Err(broken());
        }
        self.at = self.text.len() - closed.len() + 1;
        Ok((name.to_string(), text))
    }

    /// `{…}`, or from `;` to the end of the line.
    fn comment(&mut self, opening: char) -> Result<String, Error> {
        let rest = self.rest();
        let end = match opening {
            '{' => closing(rest).ok_or_else(|| Error::new(At::Whole, "this comment is never closed").accepting("}"))?,
            _ => rest.find('\n').unwrap_or(rest.len()),
        };
        self.at += end + usize::from(opening == '{');
        Ok(rest[1..end].split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// `(…)`, with nested brackets, and a blank between words.
    fn variation(&mut self) -> Result<String, Error> {
        let start = self.at;
        let mut depth = 0usize;
        let mut said = String::new();
        let mut last = self.at;
        // Before a line with a tag, the closing bracket is missing.
        while let Some(c) = self.skip_blanks().filter(|c| *c != '[' || !(self.starts_line() && is_tag(self.rest()))) {
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
        Err(Error::new(At::Whole, "this variation is never closed").accepting(")"))
    }

    /// Continues behind something that cannot be read: behind the line of a tag or a position, behind a closing sign that
    /// closes nothing; a comment or variation without end extends to the next line with a tag.
    fn pass_over(&mut self, opening: char) {
        let rest = self.rest();
        let line = rest.find('\n').unwrap_or(rest.len());
        self.at += match opening {
            '[' | '/' => line.max(1),
            '{' | '(' => rest.find("\n[").unwrap_or(rest.len()),
            other => other.len_utf8(),
        };
    }

    /// A word, joined with what belongs to it behind a blank: `1- 6`, `1 - 6`.
    fn spaced_word(&mut self) -> String {
        let mut word = self.word().to_string();
        loop {
            let next = self.rest().trim_start_matches([' ', '\t']);
            let open = word.ends_with(SIGNS) && next.starts_with(|c: char| c.is_ascii_alphanumeric());
            let goes_on = word.ends_with(|c: char| c.is_ascii_digit()) && is_sign(&word, next);
            if word.starts_with(SIGNS) || word.starts_with('$') || !(open || goes_on) {
                return word;
            }
            self.at = self.text.len() - next.len();
            word.push_str(self.word());
        }
    }

    /// The text up to a blank or a bracket.
    fn word(&mut self) -> &'t str {
        let rest = self.rest();
        let end = rest.find(|c: char| c.is_whitespace() || "[]{}();".contains(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }
}
