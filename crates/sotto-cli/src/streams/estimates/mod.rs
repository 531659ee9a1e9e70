//! Reports in, estimates out.

mod categories;
mod counting;
mod likelihood;
mod numbers;
mod options;
mod sums;

use std::io::{BufRead, Write};

use serde::Serialize;
use sotto_ldp::{Epsilon, PrivacyLoss};

pub(crate) use self::options::{EstimateOptions, ShareMethod};

use self::{categories::CategoryEstimates, numbers::NumberEstimates};
use crate::listing::{Listing, count, level};

use super::{PrintFormat, StreamError, StreamProtocol, output, values};

/// What the reports tell, as it is printed.
#[derive(Debug, Serialize)]
pub(crate) struct Estimates {
    reports: u64,
    mechanism: &'static str,
    epsilon: Epsilon,
    epsilon_actual: PrivacyLoss,
    confidence: f64,
    #[serde(serialize_with = "by_name")]
    method: ShareMethod,
    #[serde(flatten)]
    of: EstimatesOf,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn by_name<S: serde::Serializer>(method: &ShareMethod, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(method.name())
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum EstimatesOf {
    Categories(CategoryEstimates),
    Numbers(NumberEstimates),
}

impl Estimates {
    /// Prints them.
    pub(crate) fn write(&self, format: PrintFormat, output: impl Write) -> Result<(), StreamError> {
        match format {
            PrintFormat::Table => return self.listing().write(output).map_err(StreamError::Write),
            PrintFormat::Json => return output::write_document(self, output),
            PrintFormat::Csv => {}
        }
        let mut table = csv::Writer::from_writer(output);
        let written = match &self.of {
            EstimatesOf::Categories(estimates) => estimates.write_table(&mut table),
            EstimatesOf::Numbers(estimates) => estimates.write_table(self.reports, &mut table),
        };
        written
            .map_err(std::io::Error::from)
            .and_then(|()| table.flush())
            .map_err(StreamError::Write)
    }
}

impl Estimates {
    /// The same for people.
    fn listing(&self) -> Listing {
        let mut listing = Listing::default();
        listing.line(&format!(
            "{} reports by {} at ε = {}, which cost {}",
            count(self.reports),
            self.mechanism,
            self.epsilon,
            self.epsilon_actual
        ));
        listing.line("");
        let interval = format!("{} % interval", level(self.confidence));
        match &self.of {
            EstimatesOf::Categories(estimates) => estimates.show(&interval, &mut listing),
            EstimatesOf::Numbers(estimates) => estimates.show(&interval, &mut listing),
        }
        let shares = match self.method {
            ShareMethod::Unbiased => return listing,
            ShareMethod::Mle => "Shares are of maximum likelihood",
            ShareMethod::Smoothed => "Shares are smoothed",
        };
        listing.line("");
        listing.line(&format!(
            "{shares}; intervals are those of the unbiased ones."
        ));
        listing
    }
}

/// Estimates from one report on each line, or in a column of a table. Memory grows with the domain alone; only for the
/// likelihood of mechanisms whose reports support several values it grows with the number of
/// different reports.
pub(crate) fn estimate(
    protocol: &StreamProtocol,
    options: &EstimateOptions,
    column: Option<&str>,
    input: impl BufRead,
) -> Result<Estimates, StreamError> {
    let longest = protocol
        .longest_report()
        .saturating_mul(2)
        .saturating_add(1024);
    let mut lines = values(input, column, longest, "report")?;
    let (reports, of) = match protocol {
        StreamProtocol::Categories(protocol) => {
            let (reports, estimates) = categories::estimate(protocol, options, &mut *lines)?;
            (reports, EstimatesOf::Categories(estimates))
        }
        StreamProtocol::Numbers(protocol) => {
            let (reports, estimates) = numbers::estimate(protocol, options, &mut *lines)?;
            (reports, EstimatesOf::Numbers(estimates))
        }
    };
    Ok(Estimates {
        reports,
        mechanism: protocol.mechanism().name(),
        epsilon: protocol.epsilon(),
        epsilon_actual: protocol.oracle().privacy_loss(),
        confidence: options.confidence.level(),
        method: options.method,
        of,
    })
}
