//! Changing settings by a JSON merge patch (RFC 7396): what is named is changed, null takes it back
//! to its default, what is not named stays.

use serde::Deserialize as _;
use serde_json::Value;
use sotto_api::{Settings, SettingsError};

use crate::{objects::Objects, secret::Secret};

/// The settings after a patch, and the secret of a webhook that is new by it: only now can it be
/// told.
///
/// # Errors
/// What is wrong with the patch, or with what would come of it. Nothing is repeated but names of
/// settings.
pub(crate) fn patched(
    settings: &Settings,
    patch: Value,
    draw: impl FnOnce() -> Option<Secret>,
) -> Result<(Settings, Option<String>), SettingsError> {
    let json = |error: &serde_json::Error| SettingsError::Json(sentence(error));
    if !patch.is_object() {
        let wrong = "send an object of the settings to change, such as {\"closed\": true}";
        return Err(SettingsError::Json(wrong.to_owned()));
    }
    if patch.get("closed_on").is_some() {
        let wrong = "\"closed_on\" follows from \"closed\", which is what to set";
        return Err(SettingsError::Json(wrong.to_owned()));
    }
    if patch.pointer("/webhook/secret").is_some() {
        let wrong = "the secret is drawn by the collector; set the webhook to null and then again for another";
        return Err(SettingsError::Webhook(wrong));
    }
    let mut value = serde_json::to_value(settings).map_err(|error| json(&error))?;
    merge(&mut value, patch, 0);
    let mut settings = Settings::deserialize(Objects(value)).map_err(|error| json(&error))?;
    settings.check()?;
    let mut new = None;
    if let Some(webhook) = &mut settings.webhook
        && webhook.secret.is_none()
    {
        let drawn = draw().ok_or(SettingsError::Webhook(
            "the system gives no randomness for its secret; try again",
        ))?;
        new = Some(drawn.reveal());
        webhook.secret.clone_from(&new);
    }
    Ok((settings, new))
}

/// Settings are two levels deep.
const DEPTH: usize = 3;

fn merge(value: &mut Value, patch: Value, depth: usize) {
    match (value, patch) {
        (Value::Object(members), Value::Object(patch)) if depth < DEPTH => {
            for (name, change) in patch {
                if change.is_null() {
                    members.remove(&name);
                } else {
                    merge(
                        members.entry(name).or_insert(Value::Null),
                        change,
                        depth + 1,
                    );
                }
            }
        }
        (value, Value::Object(patch)) if depth < DEPTH => {
            *value = Value::Object(serde_json::Map::new());
            merge(value, Value::Object(patch), depth);
        }
        (value, patch) => *value = patch,
    }
}

/// What the reader says, without what it found: that is the sender's.
fn sentence(error: &serde_json::Error) -> String {
    let message = error.to_string();
    if let Some(known) = message.strip_prefix("unknown field ") {
        let known = known.rsplit_once(", expected ").map(|(_, names)| names);
        return format!(
            "there is no setting of that name here; there is {}",
            known.unwrap_or("another")
        );
    }
    match message.rsplit_once(", expected ") {
        Some((_, expected)) => format!("one of the settings should be {expected}"),
        None if message.starts_with("invalid ") => {
            "one of the settings has another form".to_owned()
        }
        None => format!("one of the settings should be {message}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use sotto_api::Readers;

    fn patch(settings: &Settings, change: Value) -> Result<Settings, SettingsError> {
        patched(settings, change, || Secret::draw().ok()).map(|(settings, _)| settings)
    }

    #[test]
    fn what_is_named_is_changed_and_null_takes_it_back() {
        let settings = Settings::of_new_survey();
        let changed = patch(
            &settings,
            json!({"quota": 5, "origins": ["https://a.example"], "retention": {"rows": 3}}),
        )
        .unwrap();
        assert_eq!(changed.quota, Some(5));
        assert_eq!(changed.results, Readers::Private);
        assert_eq!(changed.retention.rows, Some(3));
        let changed = patch(&changed, json!({"retention": {"ids": 4}})).unwrap();
        assert_eq!(changed.retention.rows, Some(3));
        let changed = patch(&changed, json!({"quota": null, "origins": null})).unwrap();
        assert_eq!((changed.quota, &changed.origins), (None, &None));
        assert_eq!(patch(&changed, json!({})).unwrap(), changed);
        // An empty list is another thing than none.
        let nobody = patch(&changed, json!({"origins": []})).unwrap();
        assert_eq!(nobody.origins, Some(vec![]));
    }

    #[test]
    fn what_is_wrong_is_refused_in_a_sentence_that_repeats_nothing() {
        let settings = Settings::default();
        for wrong in [
            json!([]),
            json!("zqx"),
            json!({"zqx": 1}),
            json!({"quota": "zqx"}),
            json!({"quota": 0}),
            json!({"quota": -1}),
            json!({"opens": "zqx"}),
            json!({"opens": "2026-11-02T00:00:00Z", "closes": "2026-11-02T00:00:00Z"}),
            json!({"origins": ["zqx"]}),
            json!({"origins": vec!["https://a.example"; 101]}),
            json!({"frame_ancestors": vec!["https://a.example"; 101]}),
            json!({"results": "zqx"}),
            json!({"retention": {"rows": 40_000}}),
            json!({"retention": {"zqx": 1}}),
            // Members in a list: a secret of one's own choice would come in unseen.
            json!({"retention": [1, 2, 3]}),
            json!({"webhook": ["https://a.example", 60, "zqx"]}),
            json!({"webhook": {"url": "zqx"}}),
            json!({"webhook": {"url": "https://a.example", "secret": "zqx"}}),
            json!({"webhook": {"url": "https://a.example", "seconds": 0}}),
            json!({"retention": {"rows": {"a": {"b": {"c": {"d": "zqx"}}}}}}),
        ] {
            let error = patch(&settings, wrong.clone()).unwrap_err().to_string();
            assert!(
                !error.contains("zqx") && error.len() > 20,
                "{wrong} {error}"
            );
        }
    }

    #[test]
    fn a_webhook_gets_its_secret_once() {
        let draw = || Secret::draw().ok();
        let url = json!({"webhook": {"url": "https://a.example/x"}});
        let (settings, secret) = patched(&Settings::default(), url, draw).unwrap();
        let secret = secret.unwrap();
        assert!(
            !serde_json::to_string(&settings.shown())
                .unwrap()
                .contains(&secret)
        );
        let other = json!({"webhook": {"url": "https://b.example/x"}});
        let (settings, again) = patched(&settings, other, draw).unwrap();
        assert_eq!(again, None);
        assert_eq!(settings.webhook.unwrap().secret, Some(secret));
    }
}
