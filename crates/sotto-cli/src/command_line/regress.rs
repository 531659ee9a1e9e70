//! `sotto regress`.

use std::process::ExitCode;

use clap::Args;
use sotto_ldp::Confidence;

use super::{
    document_format::DocumentFormat,
    ending::{ended, failure, wrong_call},
    protocol::ProtocolFlags,
    values::confidence,
};
use crate::{
    learning::{OutcomeColumn, RegressionOptions, RegressionTable},
    streams::{CategoryProtocol, StreamProtocol},
};

/// Fit a logistic regression whose outcome was perturbed, or predictors, or both
///
/// One row of the table is one respondent. The flags of the mechanism are those with which the outcome
/// was perturbed; without any, the outcome is taken as it is.
#[derive(Debug, Args)]
#[command(after_long_help = HELP)]
pub(super) struct Regress {
    #[command(flatten)]
    table: RegressionOptions,

    #[command(flatten)]
    protocol: ProtocolFlags,

    /// How sure the intervals are
    #[arg(long, value_name = "LEVEL", default_value = "0.95", value_parser = confidence, allow_hyphen_values = true)]
    confidence: Confidence,

    /// How it is printed [default: a table on a terminal, JSON elsewhere]
    #[arg(long, value_enum)]
    format: Option<DocumentFormat>,
}

const HELP: &str = "\
A known predictor whose cells are all numbers is one number; others are categories. Reports stand in cells as \
`sotto randomize` prints them. Maximum likelihood is found by expectation maximisation and Newton steps; standard \
errors are of the observed information.

  sotto regress --data reports.csv --outcome drinks --mechanism rr --epsilon \"ln 3\" --size 2 --predictors age,arm
  sotto regress --data reports.csv --outcome drinks --channel cards.json --categories no,yes --predictors arm
  sotto regress --data reports.csv --outcome ill --predictors age --protected \"smokes=grr:1:no|yes\"

Exit code: 0 when done, 1 when the table is bad (line and column are named), 2 for a wrong call.";

impl Regress {
    pub(super) fn run(self) -> ExitCode {
        let protocol = if self.protocol.names_mechanism() {
            match self.protocol.protocol_of_two() {
                Ok(protocol) => Some(protocol),
                Err(sentence) => return wrong_call(&sentence),
            }
        } else if self.protocol.tells_epsilon() {
            return wrong_call("an epsilon is given without a mechanism: add --mechanism");
        } else if self.table.protects_predictors() {
            None
        } else {
            return wrong_call(
                "nothing is said to be perturbed: give --mechanism and --epsilon for the outcome, or --protected for predictors",
            );
        };
        let outcome = OutcomeColumn {
            oracle: protocol.as_ref().map(|protocol| &*protocol.oracle),
            names: self.protocol.two_names(),
        };
        let table = match RegressionTable::read(&self.table, &outcome) {
            Ok(table) => table,
            Err(error) if error.is_wrong_call() => return wrong_call(&error.to_string()),
            Err(error) => return failure(error),
        };
        let found = match table.fit(self.confidence) {
            Ok(found) => found,
            Err(error) => return failure(error),
        };
        let format = DocumentFormat::or_by_reader(self.format);
        ended(format.print(&found, || found.listing()))
    }
}

impl ProtocolFlags {
    /// The protocol of an outcome of two values.
    fn protocol_of_two(&self) -> Result<CategoryProtocol, String> {
        match self.protocol()? {
            StreamProtocol::Categories(protocol) if protocol.oracle.domain_size() == 2 => {
                Ok(protocol)
            }
            StreamProtocol::Categories(protocol) => Err(format!(
                "the outcome has two values, and {} were given: join them before answers are perturbed",
                protocol.oracle.domain_size()
            )),
            StreamProtocol::Numbers(_) => Err(
                "the outcome has two values: give --size 2 or --categories, not --min and --max"
                    .to_owned(),
            ),
        }
    }

    /// The names of two categories, where they are given.
    fn two_names(&self) -> Option<[String; 2]> {
        self.categories()?.ids().to_vec().try_into().ok()
    }
}
