//! The command `draughtsman`.

mod cli;

fn main() -> std::process::ExitCode {
    cli::main()
}
