//! The first page of a survey as HTML. What draws it is handed in by whoever starts the collector, which
//! knows nothing of the widget itself.

use std::{fmt, sync::Arc};

use sotto_survey::FirstPage;

type Draw = dyn Fn(&FirstPage<'_>) -> Option<String> + Send + Sync;

/// Draws first pages: a declarative shadow root, or nothing where a survey's first page can only be
/// drawn on the device.
#[derive(Clone)]
pub struct FirstPages(Arc<Draw>);

impl FirstPages {
    /// Draws them so. What is returned stands in pages as it is: every text in it has to be escaped.
    #[must_use]
    pub fn new(draw: impl Fn(&FirstPage<'_>) -> Option<String> + Send + Sync + 'static) -> Self {
        Self(Arc::new(draw))
    }

    pub(super) fn draw(&self, page: &FirstPage<'_>) -> Option<String> {
        (self.0)(page)
    }
}

impl fmt::Debug for FirstPages {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("FirstPages")
    }
}

/// Programs cannot be compared: the same one is equal.
impl PartialEq for FirstPages {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for FirstPages {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_is_equal() {
        let (one, other) = (FirstPages::new(|_| None), FirstPages::new(|_| None));
        assert_eq!(one, one.clone());
        assert_ne!(one, other);
    }
}
