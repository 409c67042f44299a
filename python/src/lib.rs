//! What the Python package `draughtsman_rules` is made of: sessions of the library, games in numbered steps, and arrays. Answers are the
//! JSON that is documented; `draughtsman_rules/*.py` makes Python values of it, and has the documentation. Nothing is decided here.

mod game;
mod rules;
mod steps;
mod waiting;

use draughtsman::notation::json::failure::Failure;
use draughtsman::session::Error;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(_core, Refused, PyValueError, "Why there is no answer: the JSON of a failure.");

/// The library as Python calls it.
#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("Refused", module.py().get_type::<Refused>())?;
    module.add_class::<rules::Rules>()?;
    module.add_class::<game::Game>()?;
    module.add_class::<steps::Steps>()?;
    module.add_function(wrap_pyfunction!(rules::about, module)?)?;
    Ok(())
}

/// A failure as an exception that holds it.
fn refused(error: Error) -> PyErr {
    told(&error.to_wire())
}

fn told(failure: &Failure) -> PyErr {
    match serde_json::to_string(failure) {
        Ok(text) => Refused::new_err(text),
        Err(error) => PyValueError::new_err(error.to_string()),
    }
}

fn json(answer: &impl serde::Serialize) -> PyResult<String> {
    serde_json::to_string(answer).map_err(|error| PyValueError::new_err(error.to_string()))
}
