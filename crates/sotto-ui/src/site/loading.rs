//! Files of words on their way.

use std::{cell::Cell, rc::Rc};

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::Messages;

/// A file of words.
#[derive(Clone, Debug, PartialEq)]
pub enum Loading {
    /// It is on its way.
    Coming,
    /// It is here, with the words that it was added to.
    Here(Messages),
    /// It cannot be loaded.
    Failed,
}

/// The words of `bundle` in the language of `common`, added to those. Words of another language stay until the new
/// ones are here.
#[hook]
pub fn use_words(base: &'static str, bundle: String, common: &Messages) -> Loading {
    let loading = use_state_eq(|| Loading::Coming);
    use_effect_with((bundle, common.clone()), {
        let loading = loading.setter();
        move |(bundle, common): &(String, Messages)| {
            let (bundle, common) = (bundle.clone(), common.clone());
            // Another language may be chosen before this one has arrived.
            let wanted = Rc::new(Cell::new(true));
            let still_wanted = Rc::clone(&wanted);
            spawn_local(async move {
                let loaded = Messages::load(base, &bundle, common.language()).await;
                if still_wanted.get() {
                    loading.set(match loaded {
                        Ok(words) => Loading::Here(common.with(&words)),
                        Err(_) => Loading::Failed,
                    });
                }
            });
            move || wanted.set(false)
        }
    });
    (*loading).clone()
}
