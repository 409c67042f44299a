//! Draughtsman: a rules interpreter for checkers and draughts variants. It turns a rule file into exact legal moves; no variant
//! needs code.
//!
//! Most programs need [`session::Session`] only:
//!
//! ```
//! use draughtsman::agents::{Agent, Clock};
//! use draughtsman::session::{Form, Picture, Session};
//!
//! let mut session = Session::bundled("english")?;
//! session.play("11-15", None)?;                                        // by its text, or by its number: "2."
//! println!("{}", session.explain("22-8", None)?);                      // why a move is none
//! let reply = session.agent(Agent::Level(3), Clock::none())?.expect("the game goes on");
//! session.take(reply)?;
//! println!("{}", session.written(Form::Text, None, &Picture::default())?.text);
//! println!("{} to move: {}", session.decider(), session.decision(None)?.texts.join(", "));
//! session.undo()?;
//! assert_eq!(session.perft(6, &|| false)?, Some(20633));
//! # Ok::<(), draughtsman::session::Error>(())
//! ```
//!
//! `examples/` has whole programs. Programs in other languages can use the JSON lines of [`protocol`], which `draughtsman
//! session` reads and writes. `docs/architecture.md` describes the modules and which may depend on which.

pub mod agents;
pub mod analysis;
pub mod check;
pub mod codes;
pub mod diagnostic;
pub mod editor;
pub mod endgames;
pub mod engine;
pub mod hub;
pub mod library;
pub mod model;
pub mod notation;
pub mod program;
pub mod protocol;
pub mod reference;
pub mod rulebook;
pub mod session;
pub mod source;
pub mod syntax;
