//! `draughtsman serve`: pages in a browser, with the engine of this machine. A designer of rules sees what each save changes;
//! or people play a game, each by a link that shows one seat.

mod crowd;
mod desk;
mod door;
mod game;
mod house;
mod page;
mod reply;
mod shelf;
mod signals;
mod study;
mod token;

use std::future::{Future, poll_fn};
use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;

use draughtsman::notation::counted;
use draughtsman::notation::json::SCHEMA;
use draughtsman::notation::json::serve::{Address, Serving};
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};

use super::answer::{Answer, Failure};
use super::arguments::{ChoiceArguments, JsonArgument, RulesArguments, whole};
use super::forms::{self, Form};
use super::output::ForceArgument;
use super::processor::STACK;
use super::{files, load, report, write_json};

use crowd::Crowd;
use desk::Desk;
use door::Names;
use game::Prepared;
use house::{House, Room};
use shelf::Shelf;
use signals::Signals;
use token::Token;

pub(crate) use game::are_links;

/// Play and design in a browser, by the engine of this machine: pages that follow the files as they are saved, or a game between people
#[derive(clap::Args)]
#[command(after_help = include_str!("../help/serve.txt"))]
pub(crate) struct Arguments {
    /// Rule files to work on, or folders of such; bundled variants are there in any case
    #[arg(value_name = "FILE")]
    files: Vec<String>,
    #[command(flatten)]
    choices: ChoiceArguments,
    /// A game between people by the one FILE: a link for each seat. It is kept here (.toml) after every decision, and goes on from here
    #[arg(long, value_name = "GAME", requires = "files")]
    game: Option<PathBuf>,
    /// Fix all chance of a new game
    #[arg(long, value_name = "NUMBER", requires = "game", value_parser = whole::<u64>(0..=u64::MAX))]
    seed: Option<u64>,
    /// Where to listen, for who knows what they do (docs/serve.md): an address, and a port or 0 for a free one
    #[arg(long, value_name = "ADDRESS:PORT")]
    listen: Option<SocketAddr>,
    /// By which address people come, if not by that: the one of a proxy
    #[arg(long, value_name = "https://NAME")]
    public: Option<String>,
    #[command(flatten)]
    force: ForceArgument,
    #[command(flatten)]
    json: JsonArgument,
}

/// Greatest number of requests that are worked on in parallel.
const MOST_AT_WORK: usize = 8;

/// Serves until the process is asked to end.
pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    let runtime =
        Builder::new_current_thread().enable_all().max_blocking_threads(MOST_AT_WORK).thread_stack_size(STACK).build();
    let runtime = runtime.map_err(|error| Failure::wrong(format!("no thread can be started: {error}")))?;
    let ended = match &arguments.game {
        Some(game) => keep(arguments, game.clone(), &runtime, out),
        None => show(arguments, &runtime, out),
    };
    // Nobody waits for the work that is still going on.
    runtime.shutdown_background();
    ended
}

/// Serves pages for designers.
fn show(arguments: &Arguments, runtime: &Runtime, out: &mut dyn Write) -> Result<Answer, Failure> {
    let files = files::expanded(&arguments.files)?;
    let (shelf, keys) = Shelf::new(&files)?;
    let desk = Desk::new(shelf, arguments.choices.choices())?;
    let (listener, names) = runtime.block_on(listen(arguments, None))?;
    let token = Token::new()?;
    let address = format!("{}/{}/", names.first(), token.text());
    let pages: Vec<Address> = files
        .into_iter()
        .zip(&keys)
        .map(|(name, key)| Address { name, address: format!("{address}play.html?{key}") })
        .collect();
    let house = House::new(names, vec![(token, Room::Desk(desk))]);
    let mut signals = heeded(runtime)?;
    tell(arguments, &Serving { schema: SCHEMA, gallery: Some(address), pages, seats: Vec::new() }, out)?;
    Err(Failure::Stopped(runtime.block_on(open(listener, Arc::new(house), &mut signals))))
}

/// Serves a game between people.
fn keep(arguments: &Arguments, path: PathBuf, runtime: &Runtime, out: &mut dyn Write) -> Result<Answer, Failure> {
    let [variant] = &arguments.files[..] else {
        return Err(Failure::wrong("a game is played by one rule file: --game takes one FILE"));
    };
    if variant == load::STDIN {
        return Err(Failure::wrong("the game goes on when the server is started again, so its rules are in a file"));
    }
    forms::of(&path, &[Form::Toml])?;
    let rules = RulesArguments { variant: variant.clone(), choices: arguments.choices.clone() };
    let prepared = Prepared::new(&rules, &path, arguments.seed, arguments.force)?;
    let (listener, names) = runtime.block_on(listen(arguments, prepared.listened))?;
    let at = local(&listener)?;
    let address = |token: &Token| format!("{}/{}/", names.first(), token.text());
    let seats = prepared.seats.iter().map(|seat| Address { name: seat.name.clone(), address: address(&seat.token) }).collect();
    let (variant, title) = prepared.rules();
    let (variant, title, sitting) = (variant.to_owned(), title.to_owned(), prepared.seats.clone());
    let game = Arc::new(prepared.open(at)?);
    let room = |seat: game::Seat| {
        let room =
            Room::Seat { game: Arc::clone(&game), seat: seat.player, page: house::page_of(&variant, &title, &seat.name) };
        (seat.token, room)
    };
    let house = House::new(names, sitting.into_iter().map(room).collect());
    let mut signals = heeded(runtime)?;
    tell(arguments, &Serving { schema: SCHEMA, gallery: None, pages: Vec::new(), seats }, out)?;
    let code = runtime.block_on(open(listener, Arc::new(house), &mut signals));
    // A write in progress is completed. As a seat may also have started long work, another signal ends this at once.
    let closed = runtime.block_on(unless(game.close(), signals.next())).map_err(Failure::Stopped)?;
    let decisions = counted(closed.decisions as u64, "decision");
    report::say("kept", &format!("{}: {decisions}; the same command goes on with it", closed.path.display()));
    Err(Failure::Stopped(code))
}

/// Listens at `--listen`; else on this machine alone, at the port of last time if that is free.
async fn listen(arguments: &Arguments, last: Option<SocketAddr>) -> Result<(TcpListener, Names), Failure> {
    let fresh = SocketAddr::from(([127, 0, 0, 1], 0));
    let places = match arguments.listen {
        Some(at) => vec![at],
        None => last.into_iter().filter(|last| last.ip().is_loopback()).chain([fresh]).collect(),
    };
    let mut bound = Err(std::io::ErrorKind::AddrNotAvailable.into());
    for at in places {
        bound = TcpListener::bind(at).await;
        if bound.is_ok() {
            break;
        }
        if last == Some(at) {
            report::say("note", &format!("{at} is taken: the links of last time do not lead here"));
        }
    }
    let listener = bound.map_err(|error| Failure::wrong(format!("nobody can listen there: {error}")))?;
    let at = local(&listener)?;
    if !at.ip().is_loopback() {
        report::say(
            "warning",
            "who can reach this address can read what goes to and fro: put a proxy before it (docs/serve.md)",
        );
    }
    let names = Names::new(at, arguments.public.as_deref())?;
    Ok((listener, names))
}

fn local(listener: &TcpListener) -> Result<SocketAddr, Failure> {
    listener.local_addr().map_err(|error| Failure::wrong(format!("nobody can listen there: {error}")))
}

/// Writes the links to standard output.
fn tell(arguments: &Arguments, serving: &Serving, out: &mut dyn Write) -> Result<(), Failure> {
    if arguments.json.json {
        write_json(out, serving)?;
    } else {
        let all = || serving.pages.iter().chain(&serving.seats);
        let width = all().map(|one| one.name.chars().count()).max().unwrap_or(0);
        for Address { name, address } in all() {
            writeln!(out, "{name:width$}  {address}")?;
        }
        if let Some(gallery) = &serving.gallery {
            let label = if serving.pages.is_empty() { "" } else { "all variants" };
            writeln!(out, "{label:width$}{}{gallery}", if label.is_empty() { "" } else { "  " })?;
        }
    }
    out.flush()?;
    report::say("serving", "who has a link may come in; Ctrl-C ends");
    Ok(())
}

/// Answers requests until a signal arrives, and returns its exit code.
async fn open(listener: TcpListener, house: Arc<House>, signals: &mut Signals) -> u8 {
    let answer = move |member, request| {
        let house = Arc::clone(&house);
        async move { house.answer(member, request).await }
    };
    let welcome = tokio::spawn(async move { Crowd::default().welcome(&listener, answer).await });
    let code = signals.next().await;
    welcome.abort();
    code
}

fn heeded(runtime: &Runtime) -> Result<Signals, Failure> {
    // Signals are received by the runtime that has been entered.
    let _inside = runtime.enter();
    Signals::heed().map_err(|error| Failure::wrong(format!("the system tells of no Ctrl-C: {error}")))
}

/// The result of `what`, unless `other` is ready first.
async fn unless<T, E>(what: impl Future<Output = T>, other: impl Future<Output = E>) -> Result<T, E> {
    let (mut what, mut other) = (pin!(what), pin!(other));
    poll_fn(|context| match what.as_mut().poll(context) {
        Poll::Ready(what) => Poll::Ready(Ok(what)),
        Poll::Pending => other.as_mut().poll(context).map(Err),
    })
    .await
}

/// Runs `what` on a thread for long work. The result is `None` if the process is about to end.
fn work<T: Send + 'static>(what: impl FnOnce() -> T + Send + 'static) -> impl Future<Output = Option<T>> {
    let done = tokio::task::spawn_blocking(what);
    async { done.await.ok() }
}
