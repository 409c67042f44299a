//! How much memory a program under way takes: on Linux, elsewhere nobody tells.

/// In bytes, now.
pub(crate) fn now(program: u32) -> Option<u64> {
    told(program, "VmRSS:")
}

/// In bytes, the most so far.
pub(crate) fn most(program: u32) -> Option<u64> {
    told(program, "VmHWM:")
}

/// In bytes, now, without what of files is looked at.
pub(crate) fn own(program: u32) -> Option<u64> {
    told(program, "RssAnon:")
}

fn told(program: u32, what: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{program}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(what))?;
    let kilobytes: u64 = line.trim().trim_end_matches(" kB").parse().ok()?;
    Some(kilobytes << 10)
}
