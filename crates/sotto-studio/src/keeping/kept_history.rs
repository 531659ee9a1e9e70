//! A draft's history as it is kept beside it: bounded in steps and in bytes, and never read by an older studio.

use std::rc::Rc;

use serde::{Deserialize, Serialize};

use crate::history::{HistoryStep, LONGEST, MomentTexts, Recalled};

/// The form in which histories are written.
const FORM: u32 = 1;

/// So many bytes its steps hold at most, together: a hundred pages of typing.
const MOST_BYTES: usize = 1_000_000;

/// What of any form can be read.
#[derive(Deserialize)]
struct Head {
    studio: u32,
}

/// The form.
#[derive(Serialize, Deserialize)]
struct Written<S> {
    studio: u32,
    draft: String,
    sources: String,
    /// Each leads to the next, and the last to the draft.
    past: Vec<S>,
    /// The last step first.
    future: Vec<S>,
}

/// Why a history is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnreadHistory {
    /// A newer version of the studio has written it, which alone can read it; it stays as it is.
    Newer,
    /// It is damaged; another takes its place.
    Damaged,
}

/// A history as it is kept. Of one that is too long the steps that are farthest from the draft are left out.
#[must_use]
pub fn history_to_text(history: &Recalled) -> String {
    let mut room = MOST_BYTES;
    let past = nearest(&history.past, &mut room);
    let written = Written {
        studio: FORM,
        past,
        future: nearest(&history.future, &mut room),
        draft: history.present.draft.clone(),
        sources: history.present.sources.clone(),
    };
    // Texts and numbers always become JSON.
    serde_json::to_string(&written).unwrap_or_default()
}

/// The steps nearest to the draft, of those that lead there: as many as there is room for.
fn nearest<'a>(steps: &'a [Rc<HistoryStep>], room: &mut usize) -> Vec<&'a HistoryStep> {
    let near = steps.iter().rev().take(LONGEST);
    let near = near.map_while(|step| {
        *room = room.checked_sub(step.bytes())?;
        Some(&**step)
    });
    let mut kept: Vec<_> = near.collect();
    kept.reverse();
    kept
}

/// The history that was kept.
///
/// # Errors
/// [`UnreadHistory::Newer`] where a newer studio has written it, [`UnreadHistory::Damaged`] where it is none.
pub fn history_of_text(text: &str) -> Result<Recalled, UnreadHistory> {
    let head: Head = serde_json::from_str(text).map_err(|_| UnreadHistory::Damaged)?;
    if head.studio > FORM {
        return Err(UnreadHistory::Newer);
    }
    let written: Written<HistoryStep> =
        serde_json::from_str(text).map_err(|_| UnreadHistory::Damaged)?;
    Ok(Recalled {
        past: written.past.into_iter().map(Rc::new).collect(),
        present: MomentTexts {
            draft: written.draft,
            sources: written.sources,
        },
        future: written.future.into_iter().map(Rc::new).collect(),
    })
}
