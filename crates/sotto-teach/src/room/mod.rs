//! A class on its phones: the presenter's page opens a room and leads it from step to step; the phone's page joins
//! by the code, holds the survey's own widget, and shows what is on the projector as text.
//!
//! A true answer never comes here: the widget scrambles it and sends the copy. A guess stays on its phone.

mod client;
mod following;
mod joining;
mod languages;
mod phone;
mod presenter;
mod revealed;
mod sets;
mod simulated;
mod waiting;

pub use phone::{PhonePage, PhonePageProps};
pub use presenter::{PresenterPage, PresenterPageProps};

#[cfg(test)]
mod tests {
    use sotto_api::RoomSnapshot;

    /// A room with a question of two answers, before anybody has answered.
    pub(super) fn snapshot() -> RoomSnapshot {
        let options = serde_json::json!([{ "en": "Yes" }, { "en": "No" }]);
        let snapshot = serde_json::json!({
            "tag": "1",
            "code": "BCDFGH",
            "step": "lobby",
            "locked": false,
            "member": "m",
            "survey": "room-bcdfgh",
            "round": 1,
            "asked": 1,
            "question": 0,
            "questions": [{ "title": { "en": "Tea?" }, "options": options }],
            "odds": 3,
            "chances": [3, 1, 4],
            "joined": 0,
            "answered": 0,
            "revealed": null,
            "pool": null,
            "ends": "2026-01-01T00:00:00Z",
        });
        serde_json::from_value(snapshot).unwrap()
    }
}
