//! Who listens to the results of a version: each kind of results is told once, to all who want it.

use std::sync::{Arc, Weak};

use sotto_ldp::Confidence;
use tokio::sync::watch;

use super::{EstimatesError, ResultsJson, ResultsOptions};

/// How many confidences other than the default a version can be followed with at once. Each makes the
/// results be computed again at every change, and anybody may ask for any.
const UNUSUAL: usize = 8;

/// What is listened to.
#[derive(Default)]
pub(super) struct ResultsListeners(Vec<(ResultsOptions, Weak<Announcer>)>);

/// Where results are told; none at first.
pub(super) type Announcer = watch::Sender<Option<ResultsJson>>;

/// A place among those who listen.
pub(crate) struct ListenerPlace {
    told: watch::Receiver<Option<ResultsJson>>,
    /// Ends when nobody holds it any more.
    _source: Arc<Announcer>,
}

impl ResultsListeners {
    /// Where these results are told, and whether whoever asks is to begin telling them, because
    /// nobody has listened to them before.
    ///
    /// # Errors
    /// When too many different results are listened to; the usual ones always can be.
    pub(super) fn source(
        &mut self,
        wanted: ResultsOptions,
    ) -> Result<(Arc<Announcer>, bool), EstimatesError> {
        let sources = &mut self.0;
        sources.retain(|(_, source)| source.strong_count() > 0);
        let found = sources.iter().find(|(one, _)| *one == wanted);
        if let Some(source) = found.and_then(|(_, source)| source.upgrade()) {
            return Ok((source, false));
        }
        let is_unusual = |one: &ResultsOptions| one.confidence != Confidence::default();
        let others = sources.iter().filter(|(one, _)| is_unusual(one)).count();
        if is_unusual(&wanted) && others >= UNUSUAL {
            return Err(EstimatesError::Crowded);
        }
        let source = Arc::new(watch::Sender::new(None));
        sources.push((wanted, Arc::downgrade(&source)));
        Ok((source, true))
    }
}

impl ListenerPlace {
    /// What was told last comes at once.
    pub(super) fn to(source: Arc<Announcer>) -> Self {
        let mut told = source.subscribe();
        told.mark_changed();
        Self {
            told,
            _source: source,
        }
    }

    /// The next results, as soon as there are some.
    pub(crate) async fn next(&mut self) -> Option<ResultsJson> {
        loop {
            self.told.changed().await.ok()?;
            let told = self.told.borrow_and_update().clone();
            if told.is_some() {
                return told;
            }
        }
    }
}
