//! How a command ends: what it prints, the sentence that says what went wrong, and its exit code.

use std::{
    fmt::Display,
    io::{self, Write},
    process::ExitCode,
};

use sotto_log as log;

use crate::streams::StreamError;

/// 2: the call was wrong. 1: it failed. 0: done.
const WRONG_CALL: u8 = 2;

/// An error as the sentence that is shown.
pub(super) fn sentence(error: impl Display) -> String {
    error.to_string()
}

pub(super) fn wrong_call(sentence: &str) -> ExitCode {
    log::say(format_args!("error: {sentence}"));
    ExitCode::from(WRONG_CALL)
}

pub(super) fn failure(sentence: impl Display) -> ExitCode {
    log::say(format_args!("error: {sentence}"));
    ExitCode::FAILURE
}

/// Prints what a command was asked for.
pub(super) fn say_on_stdout(text: &str) -> ExitCode {
    match writeln!(io::stdout(), "{text}") {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => failure(format_args!("standard output cannot be written: {error}")),
    }
}

/// The stream has ended. A reader that has read enough is not a failure.
pub(super) fn ended(result: Result<(), StreamError>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.is_closed_pipe() => ExitCode::SUCCESS,
        Err(error) => failure(error),
    }
}

pub(super) fn in_runtime(work: impl Future<Output = ExitCode>) -> ExitCode {
    match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime.block_on(work),
        Err(error) => failure(error),
    }
}
