//! Values that several commands' flags take.

use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use sotto_ldp::Confidence;

pub(super) fn confidence(text: &str) -> Result<Confidence, String> {
    let level: f64 = text
        .parse()
        .map_err(|_| "write a number between 0 and 1, such as 0.95")?;
    Confidence::new(level).map_err(|error| error.to_string())
}

/// Reads one of the core's names, which `--help` lists.
pub(super) fn one_of<T>(names: &[&'static str]) -> impl TypedValueParser<Value = T> + use<T>
where
    T: FromStr<Err: std::error::Error + Send + Sync> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(names).try_map(|name| name.parse::<T>())
}
