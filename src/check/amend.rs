//! Finds the parent's rule that a child names by its first words.

use crate::diagnostic::Diagnostic;
use crate::source::Spanned;

use super::flat::{Flat, FlatLine};
use super::flatten::Writer;
use super::mentions::Sort;

impl<'a> Flat<'a, '_> {
    /// The index of the only rule of the chapter that begins with these words (an exact match wins), or E0201, E0202. An option
    /// refers to the rules of the files first, even those that another option has struck out; only if none fits, to a rule that
    /// an earlier option has added.
    pub(super) fn find(
        &self,
        chapter: usize,
        old: &Spanned<Vec<String>>,
        writer: Writer<'a>,
        found: &mut Vec<Diagnostic>,
    ) -> Option<usize> {
        let lines = &self.chapters[chapter].lines;
        let reachable = |line: &&(usize, &FlatLine<'a>)| writer.option.is_some() || line.1.gone.is_none();
        let all: Vec<(usize, &FlatLine<'a>)> = lines.iter().enumerate().collect();
        let own: Vec<_> = all.iter().filter(reachable).filter(|(_, line)| line.option.is_none()).copied().collect();
        let added: Vec<_> = all.iter().filter(|(_, line)| line.option.is_some() && line.gone.is_none()).copied().collect();
        let mut fits = fitting(&own, &old.value);
        if fits.is_empty() {
            fits = fitting(&added, &old.value);
        }
        match fits[..] {
            [(i, _)] => Some(i),
            [] => {
                let name = &self.chapters[chapter].name.value;
                let text = old.value.join(" ");
                let known: Vec<_> = own.iter().chain(&added).copied().collect();
                let mut error = Diagnostic::error("E0201", old.span, format!("no rule of `{name}` begins with `{text}`"));
                if matches!(old.value[..], [ref at, ref when] if matches!((at.as_str(), when.as_str()), ("after", "move") | ("at", "once")))
                {
                    error = error.help(format!("when taken pieces leave the board is said by `removal {text}`"));
                } else if let Some((_, near)) = nearest_line(&known, &old.value) {
                    error = error.label(near.span, "the nearest to it").help(format!("did you mean `{}`?", near.printed.text));
                } else if known.is_empty() {
                    error = error.help(format!("the chapter `{name}` above has no rules"));
                } else {
                    let rules: Vec<String> = known.iter().take(5).map(|(_, line)| format!("`{}`", line.printed.text)).collect();
                    let more = if known.len() > 5 { ", …" } else { "" };
                    error = error.help(format!("its rules are {}{more}", rules.join(", ")));
                }
                found.push(error);
                None
            }
            _ => {
                let name = &self.chapters[chapter].name.value;
                let text = old.value.join(" ");
                let mut error =
                    Diagnostic::error("E0202", old.span, format!("`{text}` begins {} rules of `{name}`", fits.len()));
                for (i, line) in fits.iter().take(6) {
                    let longer = apart(&fits, *i, line, old.value.len());
                    error = error.label(line.span, format!("this one is `{longer}`"));
                }
                found.push(error.help("write as many words as tell the one you mean from the others"));
                None
            }
        }
    }

    /// Notes which rule the words of a `replace` or `remove` line refer to.
    pub(super) fn means(&mut self, old: &Spanned<Vec<String>>, chapter: usize, line: usize) {
        let line = &self.chapters[chapter].lines[line];
        self.mentions.note(old.span, Sort::Rule, &line.printed.text, Some(line.span));
        self.struck.push(line.clone());
    }
}

fn fitting<'l, 'a>(lines: &[(usize, &'l FlatLine<'a>)], old: &[String]) -> Vec<(usize, &'l FlatLine<'a>)> {
    let fits: Vec<_> = lines.iter().filter(|(_, line)| line.printed.words().starts_with(old)).copied().collect();
    let exact: Vec<_> = fits.iter().filter(|(_, line)| line.printed.words().len() == old.len()).copied().collect();
    if exact.len() == 1 { exact } else { fits }
}

/// The shortest beginning of a rule, of at least `at_least` words, that begins no other rule of the list.
fn apart(fits: &[(usize, &FlatLine<'_>)], index: usize, line: &FlatLine<'_>, at_least: usize) -> String {
    let unique = |len: usize| {
        !fits.iter().any(|(other, rule)| *other != index && rule.printed.words().starts_with(&line.printed.words()[..len]))
    };
    let len = (at_least..=line.printed.words().len()).find(|len| unique(*len)).unwrap_or(line.printed.words().len());
    line.printed.words()[..len].join(" ")
}

fn nearest_line<'l, 'a>(lines: &[(usize, &'l FlatLine<'a>)], old: &[String]) -> Option<(usize, &'l FlatLine<'a>)> {
    let text = old.join(" ");
    let distance = |line: &FlatLine<'a>| {
        let beginning = line.printed.words().iter().take(old.len()).cloned().collect::<Vec<_>>().join(" ");
        strsim::damerau_levenshtein(&text, &beginning)
    };
    let near = lines.iter().take(200).map(|one| (distance(one.1), one)).min_by_key(|(far, _)| *far);
    near.filter(|(far, _)| *far <= text.chars().count() / 3).map(|(_, line)| *line)
}
