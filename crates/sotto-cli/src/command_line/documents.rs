//! `sotto completions` and `sotto man`: what shells and `man` read about the commands, made from their
//! flags, so that it cannot differ from them.

use std::{io, path::PathBuf, process::ExitCode};

use clap::{Args, Command};
use clap_complete::Shell;

use super::ending::{failure, say_on_stdout};

/// Print what a shell needs to complete commands and flags
#[derive(Debug, Args)]
#[command(after_long_help = COMPLETIONS_HELP)]
pub(super) struct Completions {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

const COMPLETIONS_HELP: &str = "\
For this terminal:

  source <(sotto completions bash)

For every terminal from now on:

  sotto completions bash > ~/.local/share/bash-completion/completions/sotto
  sotto completions zsh > \"${fpath[1]}/_sotto\"
  sotto completions fish > ~/.config/fish/completions/sotto.fish";

impl Completions {
    /// Prints them for that command line.
    pub(super) fn run(self, mut commands: Command) -> ExitCode {
        let mut made = Vec::new();
        clap_complete::generate(self.shell, &mut commands, "sotto", &mut made);
        say_on_stdout(String::from_utf8_lossy(&made).trim_end())
    }
}

/// Write a manual page for every command
#[derive(Debug, Args)]
#[command(after_long_help = MAN_HELP)]
pub(super) struct Man {
    /// The folder that gets them; it must exist
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

const MAN_HELP: &str = "\
  mkdir -p ~/.local/share/man/man1
  sotto man ~/.local/share/man/man1
  man sotto-publish";

impl Man {
    /// Writes them for that command line.
    pub(super) fn run(self, commands: Command) -> ExitCode {
        match self.write(commands) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => failure(format_args!(
                "the manual cannot be written into {}: {error}",
                self.folder.display()
            )),
        }
    }

    fn write(&self, commands: Command) -> io::Result<()> {
        clap_mangen::generate_to(commands, &self.folder)
    }
}
