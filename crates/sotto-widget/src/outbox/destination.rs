//! Where a survey's copy is kept and sent.

use sotto_survey::Pin;
use sotto_ui::cut;

use super::Outbox;

/// The way out of this device for one survey. Cloning is cheap.
#[derive(Clone, Debug)]
pub(crate) struct Destination {
    pub(crate) outbox: Outbox,
    /// The address that submissions are posted to.
    pub(crate) address: String,
    /// Whether a code or a token is posted with the copy.
    pub(crate) invited: bool,
    /// The pin of the survey as the collector publishes it, where that is known.
    pub(crate) pin: Option<Pin>,
    /// Whether the collector keeps each copy as a whole.
    pub(crate) keeps_rows: bool,
    /// The relay through which copies are sent, if they are: its host and, behind a space, within how many
    /// seconds each is sent.
    pub(crate) relay: Option<String>,
}

impl Destination {
    /// The relay's host, and within how many seconds a copy is sent.
    pub(crate) fn relay(&self) -> Option<(&str, &str)> {
        cut(self.relay.as_deref()?, " ")
    }
}
