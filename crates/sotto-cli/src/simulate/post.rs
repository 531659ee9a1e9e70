//! Posting many submissions at once, each until it is answered.

use std::time::Duration;

use sotto_survey::Identifier;
use tokio::{task::JoinSet, time::sleep};

use super::summary::SimulationSummary;
use sotto_api::{
    Outcome,
    client::{Client, ClientError},
};

/// Submissions under way at the same time.
const AT_ONCE: usize = 64;
/// How often one is tried, with pauses that double: about 13 seconds in all.
const TRIES: u32 = 8;
const FIRST_PAUSE: Duration = Duration::from_millis(100);

/// Submissions that are under way.
pub(crate) struct Post {
    client: Client,
    survey: Identifier,
    under_way: JoinSet<Result<Outcome, ClientError>>,
}

impl Post {
    pub(crate) fn new(client: Client, survey: Identifier) -> Self {
        Self {
            client,
            survey,
            under_way: JoinSet::new(),
        }
    }

    /// Sends a body, after waiting for another to be answered if enough are under way.
    ///
    /// # Errors
    /// When the collector cannot be reached in spite of all tries: no use to go on.
    pub(crate) async fn send(
        &mut self,
        body: String,
        summary: &mut SimulationSummary,
    ) -> Result<(), ClientError> {
        while self.under_way.len() >= AT_ONCE {
            self.one_answer(summary).await?;
        }
        let (client, survey) = (self.client.clone(), self.survey.clone());
        self.under_way
            .spawn(async move { insist(&client, &survey, body).await });
        Ok(())
    }

    /// Waits for what is under way.
    ///
    /// # Errors
    /// As [`Self::send`].
    pub(crate) async fn finish(
        mut self,
        summary: &mut SimulationSummary,
    ) -> Result<(), ClientError> {
        while !self.under_way.is_empty() {
            self.one_answer(summary).await?;
        }
        Ok(())
    }

    async fn one_answer(&mut self, summary: &mut SimulationSummary) -> Result<(), ClientError> {
        match self.under_way.join_next().await {
            Some(Ok(Ok(receipt))) => summary.received(receipt),
            Some(Ok(Err(error))) if error.is_temporary() => return Err(error),
            Some(Ok(Err(error))) => summary.refused(&error),
            // A task that panicked or was stopped has no answer.
            Some(Err(error)) => summary.refused(&error),
            None => {}
        }
        Ok(())
    }
}

/// Posts the same bytes under the same report id until they are answered: they count once.
///
/// # Errors
/// When the collector refuses them, or cannot be reached in spite of all tries.
pub(crate) async fn insist(
    client: &Client,
    survey: &Identifier,
    body: String,
) -> Result<Outcome, ClientError> {
    let mut pause = FIRST_PAUSE;
    for _ in 1..TRIES {
        match client.submit(survey, body.clone()).await {
            Err(error) if error.is_temporary() => sleep(pause).await,
            answer => return answer,
        }
        pause *= 2;
    }
    client.submit(survey, body).await
}
