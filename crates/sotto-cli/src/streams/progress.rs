//! How far a stream has come, where somebody may be watching.

use std::io::{IsTerminal, stdout};

use indicatif::{HumanCount, ProgressBar, ProgressStyle};

/// Lines between two notes.
const STEP: u64 = 1 << 14;

/// Counts lines on standard error, if that is a terminal and standard output is not the same one.
pub(super) struct LineProgress {
    bar: ProgressBar,
    lines: u64,
    told: u64,
}

impl LineProgress {
    pub(super) fn new() -> Self {
        let bar = if stdout().is_terminal() {
            ProgressBar::hidden()
        } else {
            ProgressBar::new_spinner()
        };
        if let Ok(style) = ProgressStyle::with_template("{msg} lines, {elapsed}") {
            bar.set_style(style);
        }
        Self {
            bar,
            lines: 0,
            told: 0,
        }
    }

    /// So many more lines are done.
    pub(super) fn add(&mut self, lines: usize) {
        self.lines += lines as u64;
        if self.lines >= self.told + STEP {
            self.told = self.lines;
            self.bar.set_message(HumanCount(self.lines).to_string());
            self.bar.tick();
        }
    }
}

impl Drop for LineProgress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
