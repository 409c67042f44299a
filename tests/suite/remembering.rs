//! Agents take as much memory as they are told, to one part in a hundred, as the machine sees it. Trees are counted as on machines of 64
//! bits on those of 32 too, where they take less.
#![cfg(all(target_os = "linux", target_pointer_width = "64"))]

use std::process::Stdio;
use std::time::Duration;

use crate::memory;
use crate::shell::command;

/// What the rest of the program may take at one time and not at another.
const REST: u64 = 128 << 10;

/// The most memory that a command took, in bytes; what of files is looked at is not counted.
fn most(arguments: &[&str]) -> u64 {
    let mut child = command(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        most = most.max(memory::own(child.id()).unwrap_or(0));
        std::thread::sleep(Duration::from_millis(2));
    }
    most
}

/// An agent that is told to take so many MiB takes so many more than one that is told to take one.
fn takes(name: &str, agent: &str, mebibytes: u64) {
    let analysed = |mebibytes: u64| most(&["analyse", name, "--seed", "1", "--agent", &format!("{agent},memory={mebibytes}")]);
    compared(analysed, mebibytes, 1, &format!("{name}, {agent}"));
}

/// Whether with so many MiB as much more is taken than with one, by so many agents.
fn compared(with: impl Fn(u64) -> u64, mebibytes: u64, agents: u64, who: &str) {
    let (more, all) = (with(mebibytes) - with(1), (agents * (mebibytes - 1)) << 20);
    assert!(more.abs_diff(all) <= all / 100 + REST, "{who}: {more} bytes, of {all}");
}

#[test]
fn a_tree_takes_what_it_is_told() {
    takes("english", "mcts:40000", 16);
}

#[test]
fn a_tree_over_what_is_hidden_takes_what_it_is_told() {
    takes("saving_private", "mcts:9000", 2);
}

#[test]
fn a_tree_over_throws_takes_what_it_is_told() {
    takes("chaos", "mcts:6000", 3);
}

#[test]
fn a_table_takes_what_it_is_told() {
    takes("english", "alpha-beta:200", 24);
}

/// What goes on from decision to decision is kept in the same room: here of two agents.
#[test]
fn a_game_takes_no_more_than_its_decisions() {
    let played = |mebibytes: u64| {
        let agent = format!("mcts:15000,memory={mebibytes}");
        most(&["simulate", "english", "--agent", &agent, "--games", "1", "--limit", "8", "--threads", "1", "--seed", "1"])
    };
    compared(played, 5, 2, "two agents");
}
