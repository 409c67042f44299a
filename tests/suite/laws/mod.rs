//! Laws that hold in every game of every rule file, tried on random games. The seeds are fixed: a failure can be repeated.
//! `DRAUGHTSMAN_PLIES=5000 cargo test --test suite laws::` tries about so many decisions of each rule file, instead of a sample.

mod ahead;
mod apart;
mod conserved;
mod ends;
mod forms;
mod games;
mod listing;
mod saving;
mod soak;
mod store;
