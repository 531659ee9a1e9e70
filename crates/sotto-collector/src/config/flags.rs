//! The settings as flags of a command line.

use clap::{
    Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, parser::ValueSource, value_parser,
};

use super::setting::KnownSetting;

/// Another way to write `--samples false`.
const NO_SAMPLES: &str = "no-samples";

/// The flags of a command line. What their texts mean is read later.
#[derive(Clone, Debug)]
pub struct Flags(ArgMatches);

impl Flags {
    /// The text of a setting and the flag that gives it.
    pub(super) fn find(&self, setting: &KnownSetting) -> Option<(String, String)> {
        if setting.id == "samples" && self.0.get_flag(NO_SAMPLES) {
            return Some(("false".to_owned(), NO_SAMPLES.to_owned()));
        }
        let is_given = self.0.value_source(&setting.id) == Some(ValueSource::CommandLine);
        let text = self.0.get_one::<String>(&setting.id).filter(|_| is_given)?;
        Some((text.clone(), setting.name.clone()))
    }
}

impl Args for Flags {
    fn augment_args(command: Command) -> Command {
        command
            .arg(
                Arg::new(NO_SAMPLES)
                    .long(NO_SAMPLES)
                    .action(ArgAction::SetTrue)
                    .conflicts_with("samples")
                    .help("The same as --samples false"),
            )
            .args(
                super::setting::command()
                    .get_arguments()
                    .map(|argument| argument.clone().value_parser(value_parser!(String))),
            )
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Flags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(Self(matches.clone()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0 = matches.clone();
        Ok(())
    }
}
