//! The histories of drafts, in the browser's own database: what Undo leads back to is more than fits where drafts are
//! kept. Nothing of it is sent.

use std::{cell::RefCell, rc::Rc};

use js_sys::{Function, Promise};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_futures::JsFuture;
use web_sys::{IdbDatabase, IdbObjectStore, IdbRequest, IdbTransactionMode};

/// The database, and the one thing in it: texts by the names of drafts.
const DATABASE: &str = "sotto-studio";
const STORE: &str = "histories";
/// Its version. A newer studio may have made a newer one, which this one does not open.
const VERSION: u32 = 1;

/// The browser keeps nothing: its database is full, forbidden, or a newer studio's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NotKept;

impl From<JsValue> for NotKept {
    fn from(_: JsValue) -> Self {
        Self
    }
}

/// The histories, which all tabs share.
#[derive(Clone, Debug, Default)]
pub(super) struct Histories {
    /// Open once it was opened: what is kept as the page goes has no time to wait for that.
    database: Rc<RefCell<Option<IdbDatabase>>>,
}

impl Histories {
    /// The history of a draft, if there is one.
    pub(super) async fn read(&self, draft: &str) -> Result<Option<String>, NotKept> {
        let store = self.store(IdbTransactionMode::Readonly).await?;
        let request = store.get(&draft.into())?;
        done(&request).await?;
        Ok(request.result()?.as_string())
    }

    /// Keeps the history of a draft.
    pub(super) async fn keep(&self, draft: &str, text: &str) -> Result<(), NotKept> {
        let store = self.store(IdbTransactionMode::Readwrite).await?;
        done(&store.put_with_key(&text.into(), &draft.into())?).await
    }

    /// Deletes the history of a draft.
    pub(super) async fn delete(&self, draft: &str) -> Result<(), NotKept> {
        let store = self.store(IdbTransactionMode::Readwrite).await?;
        done(&store.delete(&draft.into())?).await
    }

    async fn store(&self, mode: IdbTransactionMode) -> Result<IdbObjectStore, NotKept> {
        let open = self.database.borrow().clone();
        let database = match open {
            Some(database) => database,
            None => self.open().await?,
        };
        open_store(&database, mode)
    }

    async fn open(&self) -> Result<IdbDatabase, NotKept> {
        let factory = web_sys::window().and_then(|window| window.indexed_db().ok().flatten());
        let request = factory.ok_or(NotKept)?.open_with_u32(DATABASE, VERSION)?;
        let making = request.clone();
        let make = Closure::once_into_js(move || {
            let database = making.result().ok();
            let database = database.and_then(|one| one.dyn_into::<IdbDatabase>().ok());
            if let Some(database) = database {
                // It fails where it is there.
                let _ = database.create_object_store(STORE);
            }
        });
        request.set_onupgradeneeded(Some(make.unchecked_ref::<Function>()));
        done(&request).await?;
        let database: IdbDatabase = request.result()?.dyn_into()?;
        // A newer studio in another tab is not kept waiting. What this one keeps afterwards is refused, and told so.
        let (closing, open) = (database.clone(), Rc::clone(&self.database));
        let close = Closure::once_into_js(move || {
            closing.close();
            open.replace(None);
        });
        database.set_onversionchange(Some(close.unchecked_ref::<Function>()));
        self.database.replace(Some(database.clone()));
        Ok(database)
    }
}

fn open_store(database: &IdbDatabase, mode: IdbTransactionMode) -> Result<IdbObjectStore, NotKept> {
    let transaction = database.transaction_with_str_and_mode(STORE, mode)?;
    Ok(transaction.object_store(STORE)?)
}

/// Waits until something was done.
async fn done(request: &IdbRequest) -> Result<(), NotKept> {
    let waiting = Promise::new(&mut |done: Function, failed: Function| {
        request.set_onsuccess(Some(&done));
        request.set_onerror(Some(&failed));
    });
    JsFuture::from(waiting).await?;
    Ok(())
}
