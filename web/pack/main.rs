//! `draughtsman-pack FILE`: writes FILE.gz beside a file, as small as gzip's format allows within seconds.

use std::fs::{self, File};
use std::io;
use std::num::NonZeroU64;

use zopfli::{Format, Options};

fn main() -> io::Result<()> {
    let Some(path) = std::env::args().nth(1) else {
        return Err(io::Error::other("which file? It reads `draughtsman-pack FILE`"));
    };
    // More rounds take as long again each, and gain a thousandth.
    let options = Options { iteration_count: NonZeroU64::MIN, ..Options::default() };
    zopfli::compress(options, Format::Gzip, fs::read(&path)?.as_slice(), File::create(format!("{path}.gz"))?)
}
