//! What is known of the storage since the last look at it.

use std::{collections::HashMap, sync::Arc};

use sotto_api::Settings;

/// What the last look has seen.
#[derive(Default)]
pub(super) struct LastSeen {
    /// Every change up to it is known.
    pub(super) revision: Option<i64>,
    /// The settings of each survey that has some, or what is wrong with them.
    pub(super) settings: HashMap<String, Result<Arc<Settings>, String>>,
}
