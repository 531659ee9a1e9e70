//! What a collector gives out, held against what it says of it.

use sotto_api::{
    PublishedHash, Status,
    client::{Client, ClientError},
};
use sotto_survey::{Identifier, Pin};
use thiserror::Error;

#[derive(Debug, Error)]
pub(super) enum GivenOutError {
    #[error(transparent)]
    Client(#[from] ClientError),
    #[error("the survey has changed in the meantime: run the command again")]
    Changed,
    #[error(
        "the survey that the collector serves has the pin {found}, but the collector says that it is {told}: it serves a different survey from the one it counts"
    )]
    Another { found: Pin, told: Pin },
}

/// The status of a survey whose pin is that of what was given out.
pub(super) async fn given_out(client: &Client, id: &Identifier) -> Result<Status, GivenOutError> {
    let survey = client.survey(id).await?;
    let status = client.status(id).await?;
    if survey.version() != status.version {
        return Err(GivenOutError::Changed);
    }
    let hash = PublishedHash::new(&survey.compile());
    let found = hash.pin_through(status.access, status.keep_rows, status.relay.as_ref());
    let told = status.pin;
    if found == told {
        Ok(status)
    } else {
        Err(GivenOutError::Another { found, told })
    }
}
