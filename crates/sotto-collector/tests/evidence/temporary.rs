//! Folders that are gone when a test ends.

use tempfile::TempDir;

/// A folder for databases: in memory where there is room for them, because a disk that others keep
/// busy takes longer over one transaction than anybody who waits has patience.
pub(crate) fn folder() -> TempDir {
    in_memory().unwrap_or_else(|| tempfile::tempdir().unwrap())
}

#[cfg(target_os = "linux")]
fn in_memory() -> Option<TempDir> {
    const MEMORY: &str = "/dev/shm";
    /// As many tests run at once as there are cores, and hardly any needs a hundredth of it.
    const ROOM: u64 = 1 << 30;
    let memory = rustix::fs::statvfs(MEMORY).ok()?;
    let room = memory.f_bavail.saturating_mul(memory.f_frsize);
    // Nor need it be ours to write.
    (room >= ROOM).then(|| tempfile::tempdir_in(MEMORY).ok())?
}

#[cfg(not(target_os = "linux"))]
fn in_memory() -> Option<TempDir> {
    None
}
