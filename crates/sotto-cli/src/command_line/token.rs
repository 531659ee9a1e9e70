//! `sotto token`.

use std::{collections::BTreeSet, path::PathBuf, process::ExitCode};

use clap::{Args, builder::PossibleValuesParser, builder::TypedValueParser};
use sotto_api::{NewToken, Role, SetUp, TokenName, TokenRequest};
use sotto_survey::Identifier;

use super::{
    collector::{CollectorError, CollectorFlags, read_secret},
    ending::{failure, in_runtime, say_on_stdout},
};

/// Make a token for a collector: the first operator's, or one for somebody else
///
/// The token is printed on standard output, alone, and can't be shown again. Anyone who has it may do
/// what its role says.
#[derive(Debug, Args)]
#[command(after_long_help = TOKEN_HELP)]
pub(super) struct TokenArgs {
    #[command(flatten)]
    collector: CollectorFlags,

    /// What people call the token
    #[arg(long, value_parser = name)]
    name: TokenName,

    /// Become the first operator: a file with the setup token that `sotto serve` printed, or - for
    /// standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["role", "surveys", "days", "token_file"])]
    setup: Option<PathBuf>,

    /// What the token may do: each role may also do what those before it may
    #[arg(long, value_parser = role(), required_unless_present = "setup")]
    role: Option<Role>,

    /// A survey that the token is for; again for another [default: all]
    #[arg(long = "survey", value_name = "ID")]
    surveys: Vec<Identifier>,

    /// Days until the token expires [default: never]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=36_525))]
    days: Option<u32>,
}

const TOKEN_HELP: &str = "\
The first operator, once, with the setup token that the collector printed when it started:

  echo SETUP-TOKEN | sotto token --url http://127.0.0.1:8080 --setup - --name Anna > operator.token

Later tokens, by an operator:

  sotto token --url http://127.0.0.1:8080 --token-file operator.token \\
    --role designer --name Ben --survey tea-or-coffee > ben.token

Exit code: 0 when the token was printed, 1 when not, 2 for a wrong call.";

impl TokenArgs {
    pub(super) fn run(self) -> ExitCode {
        in_runtime(async {
            match self.made().await {
                Ok(made) => say_on_stdout(&made.token),
                Err(error) => failure(error),
            }
        })
    }

    async fn made(self) -> Result<NewToken, CollectorError> {
        if let Some(file) = &self.setup {
            let setup = SetUp {
                setup_token: read_secret(file)?.trim().to_owned(),
                name: self.name,
            };
            return Ok(self.collector.client()?.set_up(&setup).await?);
        }
        let surveys: BTreeSet<_> = self.surveys.into_iter().collect();
        let token = TokenRequest {
            name: self.name,
            role: self.role.unwrap_or(Role::Viewer),
            surveys: (!surveys.is_empty()).then_some(surveys),
            days: self.days,
        };
        let client = self.collector.signed_client()?;
        Ok(client.create_token(&token).await?)
    }
}

fn name(text: &str) -> Result<TokenName, &'static str> {
    TokenName::try_from(text.to_owned())
}

fn role() -> impl TypedValueParser<Value = Role> {
    PossibleValuesParser::new(Role::ALL.map(Role::name))
        .try_map(|name| Role::named(&name).ok_or("there is no such role"))
}
