//! What was learned, in words.

use std::io::Write;

use draughtsman::agents::MEASURED_OPENING;
use draughtsman::notation::counted;
use draughtsman::notation::json::contest::Results;
use draughtsman::notation::json::training::Training;

use super::super::answer::Failure;

/// Writes what was learned. The first flag means that it plays worse than the baseline and is not written, the second that
/// the run was interrupted.
pub(super) fn write(said: &Training, (worse, interrupted): (bool, bool), out: &mut dyn Write) -> Result<(), Failure> {
    let Training { variant, seed, games, positions, .. } = said;
    writeln!(out, "{games} games of {variant} ({positions} positions), seed {seed}")?;
    // Without games there is no score.
    match said.gain.as_ref().and_then(|gain| Some((gain, gain.points.score?))) {
        Some((gain, score)) => {
            let error = gain.points.error.map(|error| format!(" ± {:.1}", 196.0 * error)).unwrap_or_default();
            let Results { games, won, drawn, lost, .. } = gain.results;
            writeln!(
                out,
                "{:.1} %{error} of the points of {} games against {}: {} won, {} drawn, {} lost",
                100.0 * score,
                games,
                gain.between.opponent,
                won,
                drawn,
                lost
            )?;
        }
        None => {
            let why = match () {
                () if interrupted => ": it was interrupted".to_owned(),
                () if said.gain.is_none() => " (--measure 0)".to_owned(),
                () => format!(": no game goes on after {MEASURED_OPENING} decisions at random"),
            };
            writeln!(out, "what that is worth was not measured{why}")?;
        }
    }
    match &said.file {
        Some(file) => {
            writeln!(out, "written to {file}")?;
            if let Some(gain) =
                said.gain.as_ref().filter(|gain| gain.points.score.is_some_and(|score| score <= gain.points.even))
            {
                writeln!(
                    out,
                    "\nnote: in the {} it was no stronger than the baseline. Beside its rules the file is used all the same, by every agent that \
                     looks ahead: remove it, or play with `alpha-beta:EFFORT,untrained`, to do without. More games teach more; a longer \
                     match (--measure 400) tells more surely what they have taught.",
                    counted(gain.results.games, "game")
                )?;
            }
        }
        None if !worse => writeln!(out, "not written")?,
        None => writeln!(out, "not written: it plays worse than the baseline; learn from more games")?,
    }
    Ok(())
}
