//! What the disk and the machine's scheduler make of a commit's wait.

use std::{fs::File, io::Write, os::unix::fs::FileExt, path::Path, time::Instant};

/// As much as a commit of some dozens of submissions writes.
const PIECE: usize = 64 * 1024;
const TIMES: u64 = 200;

/// The median of milliseconds that writing a piece and waiting for the disk takes: at the end of a
/// file that grows, and in one that is there already, as a write-ahead log is after a while.
pub(crate) fn waits(folder: &Path) -> (f64, f64) {
    let file = folder.join("waits");
    let piece = vec![0x5a; PIECE];
    let mut growing = File::create(&file).unwrap();
    let appended = median(|_| {
        growing.write_all(&piece).unwrap();
        growing.sync_data().unwrap();
    });
    let there = File::options().write(true).open(&file).unwrap();
    let rewritten = median(|number| {
        there.write_all_at(&piece, number * PIECE as u64).unwrap();
        there.sync_data().unwrap();
    });
    std::fs::remove_file(&file).unwrap();
    (appended, rewritten)
}

fn median(mut work: impl FnMut(u64)) -> f64 {
    let mut took: Vec<f64> = (0..TIMES)
        .map(|number| {
            let begin = Instant::now();
            work(number);
            begin.elapsed().as_secs_f64() * 1000.0
        })
        .collect();
    took.sort_unstable_by(f64::total_cmp);
    took[took.len() / 2]
}
