//! A survey's settings as they are typed, and what a change of them is: only what was changed, so that two
//! people who change different things do not undo each other.

use sotto_api::{
    Access, ClassCode, Moment, Origin, Readers, RelayError, RelaySettings, Settings, SettingsError,
};
use sotto_survey::Json;

/// How moments are typed: only the browser knows how far its clock is from universal time.
pub(crate) trait Moments {
    /// The moment, as a field of date and time has it.
    fn written(&self, moment: Moment) -> String;
    /// The moment that such a field says.
    fn read(&self, text: &str) -> Option<Moment>;
}

/// The settings as they are typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Terms {
    /// Who may answer.
    pub(crate) access: Access,
    /// What a class is told.
    pub(crate) class_code: String,
    /// From when on it collects; empty: at once.
    pub(crate) opens: String,
    /// Until when; empty: until it is closed.
    pub(crate) closes: String,
    /// Up to how many submissions; empty: any number.
    pub(crate) quota: String,
    /// How many submissions it takes in an hour; empty: as many as come.
    pub(crate) per_hour: String,
    /// Below how many reports nothing is shown; empty: from the first one on.
    pub(crate) minimum: String,
    /// Whether everybody may read the results.
    pub(crate) public: bool,
    /// Whether the noisy rows are kept.
    pub(crate) rows: bool,
    /// The address of the relay through which it is answered; empty: through none.
    pub(crate) relay: String,
    /// Within so many seconds a device sends through it.
    pub(crate) relay_seconds: String,
    /// The origins of the pages that may ask it, one on each line; empty: all.
    pub(crate) origins: String,
}

/// What is wrong with what was typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TermsFault {
    /// No date and time.
    Moment,
    /// The end stands before the beginning.
    Dates,
    /// No class code.
    ClassCode,
    /// A class that is to know a code that there is not.
    ClassCodeMissing,
    /// No invites, where people get completion codes of their own.
    OwnCode,
    /// No whole number from 1 on.
    Quota,
    /// No whole number from 10 on.
    PerHour,
    /// No whole number.
    Minimum,
    /// No address of a relay.
    Relay,
    /// Such an address, but not as browsers write it.
    RelayWritten,
    /// No whole number from 0 to 3600.
    RelaySeconds,
    /// No origin.
    Origin,
    /// Too many of them.
    Origins,
    /// Something that is not typed here.
    Other,
}

impl TermsFault {
    /// Every fault.
    #[cfg(test)]
    pub(crate) const ALL: [Self; 14] = [
        Self::Moment,
        Self::Dates,
        Self::ClassCode,
        Self::ClassCodeMissing,
        Self::OwnCode,
        Self::Quota,
        Self::PerHour,
        Self::Minimum,
        Self::Relay,
        Self::RelayWritten,
        Self::RelaySeconds,
        Self::Origin,
        Self::Origins,
        Self::Other,
    ];

    /// The message that says it.
    #[must_use]
    pub(crate) const fn key(self) -> &'static str {
        match self {
            Self::Moment => "terms-fault-moment",
            Self::Dates => "terms-fault-dates",
            Self::ClassCode => "terms-fault-class-code",
            Self::ClassCodeMissing => "terms-fault-class-code-missing",
            Self::OwnCode => "terms-fault-own-code",
            Self::Quota => "terms-fault-quota",
            Self::PerHour => "terms-fault-per-hour",
            Self::Minimum => "terms-fault-minimum",
            Self::Relay => "terms-fault-relay",
            Self::RelayWritten => "terms-fault-relay-written",
            Self::RelaySeconds => "terms-fault-relay-seconds",
            Self::Origin => "terms-fault-origin",
            Self::Origins => "terms-fault-origins",
            Self::Other => "terms-fault-other",
        }
    }
}

impl From<SettingsError> for TermsFault {
    fn from(error: SettingsError) -> Self {
        match error {
            SettingsError::Dates => Self::Dates,
            SettingsError::ClassCode => Self::ClassCodeMissing,
            SettingsError::Quota => Self::Quota,
            SettingsError::PerHour => Self::PerHour,
            SettingsError::Relay(RelayError::Address | RelayError::TooLong) => Self::Relay,
            SettingsError::Relay(RelayError::Written) => Self::RelayWritten,
            SettingsError::Relay(RelayError::Seconds) => Self::RelaySeconds,
            SettingsError::Origins(_) => Self::Origins,
            SettingsError::Json(_) | SettingsError::Days | SettingsError::Webhook(_) => Self::Other,
        }
    }
}

impl Terms {
    /// The settings as they would be typed.
    #[must_use]
    pub(crate) fn of(settings: &Settings, moments: &impl Moments) -> Self {
        let moment = |moment: Option<Moment>| {
            moment.map_or_else(String::new, |moment| moments.written(moment))
        };
        let origins = settings.origins.iter().flatten().map(Origin::as_str);
        let origins: Vec<_> = origins.collect();
        let relay = settings.relay.as_ref();
        let seconds = relay.map_or(RelaySettings::DEFAULT_SECONDS, |relay| relay.seconds);
        Self {
            access: settings.access,
            class_code: settings
                .class_code
                .clone()
                .map_or_else(String::new, String::from),
            opens: moment(settings.opens),
            closes: moment(settings.closes),
            quota: settings
                .quota
                .map_or_else(String::new, |quota| quota.to_string()),
            per_hour: settings
                .per_hour
                .map_or_else(String::new, |number| number.to_string()),
            minimum: match settings.minimum_reports {
                0 => String::new(),
                minimum => minimum.to_string(),
            },
            public: settings.results == Readers::Public,
            rows: settings.keep_rows,
            relay: relay.map_or_else(String::new, |relay| relay.url.clone()),
            relay_seconds: seconds.to_string(),
            origins: origins.join("\n"),
        }
    }

    /// Whether they would give the survey another pin than the settings do: pages whose lines have it stop.
    #[must_use]
    pub(crate) fn changes_pin(&self, settings: &Settings, moments: &impl Moments) -> bool {
        let pinned = |terms: &Self| {
            let relay = terms.relay.trim().to_owned();
            // Without a relay nobody waits.
            let seconds = (!relay.is_empty()).then(|| terms.relay_seconds.trim().to_owned());
            (terms.access, terms.rows, relay, seconds)
        };
        pinned(self) != pinned(&Self::of(settings, moments))
    }

    /// The same for a survey that may give people completion codes of their own, which ask for invites where nothing else is
    /// chosen that goes with them.
    #[must_use]
    pub(crate) fn with_codes(&self, own_codes: bool) -> Self {
        let mut terms = self.clone();
        if lacks_invites(own_codes, terms.access) {
            terms.access = Access::Invites;
        }
        terms
    }

    /// What is to be changed of a survey's settings once it is published first, as a JSON merge patch; `None` if nothing is.
    /// With completion codes of people's own it asks for invites from the start.
    ///
    /// # Errors
    /// The first thing that is wrong with what was typed.
    pub(crate) fn first_patch(
        &self,
        own_codes: bool,
        moments: &impl Moments,
    ) -> Result<Option<String>, TermsFault> {
        let mut settings = Settings::of_new_survey();
        if own_codes {
            settings.access = Access::Invites;
        }
        { self.with_codes(own_codes) }.patch(&settings, own_codes, moments)
    }

    /// What is to be changed of the settings, as a JSON merge patch; `None` if nothing is. `own_codes`: whether the version
    /// that collects gives people completion codes of their own.
    ///
    /// # Errors
    /// The first thing that is wrong with what was typed.
    pub(crate) fn patch(
        &self,
        settings: &Settings,
        own_codes: bool,
        moments: &impl Moments,
    ) -> Result<Option<String>, TermsFault> {
        if lacks_invites(own_codes, self.access) {
            return Err(TermsFault::OwnCode);
        }
        // A field holds minutes: what was not touched keeps its seconds.
        let before = Self::of(settings, moments);
        let mut next = settings.clone();
        next.access = self.access;
        next.results = if self.public {
            Readers::Public
        } else {
            Readers::Private
        };
        next.keep_rows = self.rows;
        if self.class_code != before.class_code {
            let code = typed(&self.class_code).map(|code| ClassCode::try_from(code.to_owned()));
            next.class_code = code.transpose().map_err(|_| TermsFault::ClassCode)?;
        }
        let moment = |text: &str| {
            let read = typed(text).map(|text| moments.read(text).ok_or(TermsFault::Moment));
            read.transpose()
        };
        if self.opens != before.opens {
            next.opens = moment(&self.opens)?;
        }
        if self.closes != before.closes {
            next.closes = moment(&self.closes)?;
        }
        let quota = typed(&self.quota).map(str::parse).transpose();
        next.quota = quota.map_err(|_| TermsFault::Quota)?;
        let per_hour = typed(&self.per_hour).map(str::parse).transpose();
        next.per_hour = per_hour.map_err(|_| TermsFault::PerHour)?;
        let minimum = typed(&self.minimum).map(str::parse).transpose();
        next.minimum_reports = minimum.map_err(|_| TermsFault::Minimum)?.unwrap_or(0);
        next.relay = match typed(&self.relay) {
            Some(url) => {
                let seconds = self.relay_seconds.trim().parse();
                Some(RelaySettings {
                    url: url.to_owned(),
                    seconds: seconds.map_err(|_| TermsFault::RelaySeconds)?,
                })
            }
            None => None,
        };
        if self.origins != before.origins {
            let origins = self.origins.split_whitespace();
            let origins = origins.map(|origin| Origin::try_from(origin.to_owned()));
            let origins: Vec<_> = origins
                .collect::<Result<_, _>>()
                .map_err(|_| TermsFault::Origin)?;
            next.origins = (!origins.is_empty()).then_some(origins);
        }
        next.check_terms()?;
        Ok(difference(settings, &next))
    }
}

/// What was typed, if anything was.
fn typed(text: &str) -> Option<&str> {
    Some(text.trim()).filter(|text| !text.is_empty())
}

/// Who may answer, by the name in the API, in messages and in the page.
pub(crate) const ACCESSES: [(Access, &str); 4] = [
    (Access::Open, "open"),
    (Access::ClassCode, "class-code"),
    (Access::Invites, "invites"),
    (Access::Unlinkable, "unlinkable"),
];

/// Whether a survey that gives people completion codes of their own asks for no invites: a collector publishes none.
#[must_use]
pub(crate) const fn lacks_invites(own_codes: bool, access: Access) -> bool {
    own_codes && !access.is_for_the_invited()
}

/// Who can be chosen to answer, by name: what does not go with completion codes of people's own only if it is chosen by now.
pub(crate) fn offered(own_codes: bool, chosen: Access) -> impl Iterator<Item = &'static str> {
    { ACCESSES.into_iter() }
        .filter(move |(access, _)| *access == chosen || !lacks_invites(own_codes, *access))
        .map(|(_, name)| name)
}

/// A change of who may answer, as a JSON merge patch.
#[must_use]
pub(crate) fn access_patch(access: Access) -> String {
    format!(r#"{{"access":"{}"}}"#, access_name(access))
}

/// The name of who may answer.
pub(crate) fn access_name(access: Access) -> &'static str {
    let mut names = ACCESSES.into_iter();
    names
        .find(|(other, _)| *other == access)
        .map_or("", |(_, name)| name)
}

/// What is typed here, by its name in the API.
fn members(settings: &Settings) -> [(&'static str, Json); 11] {
    let text = |text: Option<String>| text.map_or(Json::Null, Json::Text);
    let number = |number: u64| Json::Whole(i64::try_from(number).unwrap_or(i64::MAX));
    let moment = |moment: Option<Moment>| text(moment.map(String::from));
    let results = match settings.results {
        Readers::Public => "public",
        Readers::Private => "private",
    };
    let origin = |origin: &Origin| Json::Text(origin.as_str().to_owned());
    let origins = settings.origins.as_ref();
    let origins = origins.map(|origins| Json::List(origins.iter().map(origin).collect()));
    let relay = settings.relay.as_ref().map(|relay| {
        let url = Json::Text(relay.url.clone());
        let seconds = Json::Whole(relay.seconds.into());
        Json::Object(vec![
            ("url".to_owned(), url),
            ("seconds".to_owned(), seconds),
        ])
    });
    [
        ("results", Json::Text(results.to_owned())),
        (
            "access",
            Json::Text(access_name(settings.access).to_owned()),
        ),
        (
            "class_code",
            text(settings.class_code.clone().map(String::from)),
        ),
        ("opens", moment(settings.opens)),
        ("closes", moment(settings.closes)),
        ("quota", settings.quota.map_or(Json::Null, number)),
        (
            "per_hour",
            settings
                .per_hour
                .map_or(Json::Null, |number| Json::Whole(number.into())),
        ),
        ("origins", origins.unwrap_or(Json::Null)),
        ("keep_rows", Json::Flag(settings.keep_rows)),
        ("relay", relay.unwrap_or(Json::Null)),
        ("minimum_reports", number(settings.minimum_reports)),
    ]
}

/// The members that differ, as they are to be.
fn difference(old: &Settings, new: &Settings) -> Option<String> {
    let pairs = members(old).into_iter().zip(members(new));
    let changed = pairs.filter(|(before, now)| before != now);
    let changed = changed.map(|(_, (name, value))| (name.to_owned(), value));
    let changed: Vec<_> = changed.collect();
    // An object of texts and numbers always becomes JSON.
    (!changed.is_empty()).then(|| serde_json::to_string(&Json::Object(changed)).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A browser in universal time.
    struct Greenwich;

    impl Moments for Greenwich {
        fn written(&self, moment: Moment) -> String {
            moment.to_string()[..16].to_owned()
        }

        fn read(&self, text: &str) -> Option<Moment> {
            format!("{text}:00Z").parse().ok()
        }
    }

    fn patch(
        settings: &Settings,
        change: impl Fn(&mut Terms),
    ) -> Result<Option<String>, TermsFault> {
        let mut terms = Terms::of(settings, &Greenwich);
        change(&mut terms);
        terms.patch(settings, false, &Greenwich)
    }

    #[test]
    fn only_what_was_changed_is_sent() {
        let settings: Settings = serde_json::from_str(
            r#"{"opens":"2026-11-21T08:00:59Z","quota":30,"origins":["https://a.example"],"minimum_reports":5}"#,
        )
        .unwrap();
        assert_eq!(patch(&settings, |_| ()), Ok(None));
        for (expected, change) in [
            (
                r#"{"quota":null}"#,
                (|terms| terms.quota.clear()) as fn(&mut Terms),
            ),
            (r#"{"minimum_reports":0}"#, |terms| terms.minimum.clear()),
            (r#"{"origins":null}"#, |terms| {
                terms.origins = " \n".to_owned();
            }),
            (r#"{"access":"invites"}"#, |terms| {
                terms.access = Access::Invites;
            }),
            (r#"{"results":"private"}"#, |terms| terms.public = false),
            (r#"{"closes":"2026-12-01T09:30:00Z"}"#, |terms| {
                terms.closes = "2026-12-01T09:30".to_owned();
            }),
            (
                r#"{"access":"class-code","class_code":"blue-whale"}"#,
                |terms| {
                    terms.access = Access::ClassCode;
                    terms.class_code = " Blue-Whale ".to_owned();
                },
            ),
            (
                r#"{"relay":{"url":"https://relay.example/","seconds":60}}"#,
                |terms| terms.relay = " https://relay.example/ ".to_owned(),
            ),
            (
                r#"{"relay":{"url":"http://127.0.0.1:8081/","seconds":0}}"#,
                |terms| {
                    terms.relay = "http://127.0.0.1:8081/".to_owned();
                    terms.relay_seconds = "0".to_owned();
                },
            ),
        ] {
            assert_eq!(patch(&settings, change), Ok(Some(expected.to_owned())));
        }
    }

    #[test]
    fn a_relay_is_kept_changed_and_taken_back() {
        let settings: Settings =
            serde_json::from_str(r#"{"relay":{"url":"https://relay.example/","seconds":5}}"#)
                .unwrap();
        assert_eq!(patch(&settings, |_| ()), Ok(None));
        for (expected, change) in [
            (
                r#"{"relay":null}"#,
                (|terms| terms.relay.clear()) as fn(&mut Terms),
            ),
            (
                r#"{"relay":{"url":"https://relay.example/","seconds":3600}}"#,
                |terms| terms.relay_seconds = "3600".to_owned(),
            ),
        ] {
            assert_eq!(patch(&settings, change), Ok(Some(expected.to_owned())));
        }
        // Without a relay, nothing is delayed.
        let none = Settings::default();
        let delayed = patch(&none, |terms| terms.relay_seconds = "long".to_owned());
        assert_eq!(delayed, Ok(None));
    }

    #[test]
    fn what_cannot_be_is_named() {
        let settings = Settings {
            opens: "2026-11-21T08:00:00Z".parse().ok(),
            ..Settings::default()
        };
        for (expected, change) in [
            (
                TermsFault::Quota,
                (|terms| terms.quota = "0".to_owned()) as fn(&mut Terms),
            ),
            (TermsFault::Quota, |terms| terms.quota = "many".to_owned()),
            (TermsFault::PerHour, |terms| terms.per_hour = "9".to_owned()),
            (TermsFault::PerHour, |terms| {
                terms.per_hour = "4294967296".to_owned();
            }),
            (TermsFault::Minimum, |terms| terms.minimum = "-1".to_owned()),
            (TermsFault::Relay, |terms| {
                terms.relay = "http://relay.example/".to_owned();
            }),
            (TermsFault::Relay, |terms| {
                terms.relay = format!("https://relay.example/{}", "a".repeat(2_000));
            }),
            (TermsFault::RelayWritten, |terms| {
                terms.relay = "https://relay.example".to_owned();
            }),
            (TermsFault::RelaySeconds, |terms| {
                terms.relay = "https://relay.example/".to_owned();
                terms.relay_seconds = "3601".to_owned();
            }),
            (TermsFault::RelaySeconds, |terms| {
                terms.relay = "https://relay.example/".to_owned();
                terms.relay_seconds.clear();
            }),
            (TermsFault::Moment, |terms| terms.closes = "soon".to_owned()),
            (TermsFault::Dates, |terms| {
                terms.closes = "2026-11-20T08:00".to_owned();
            }),
            (TermsFault::ClassCode, |terms| {
                terms.class_code = "abc".to_owned();
            }),
            (TermsFault::ClassCodeMissing, |terms| {
                terms.access = Access::ClassCode;
            }),
            (TermsFault::Origin, |terms| {
                terms.origins = "a.example".to_owned();
            }),
            (TermsFault::Origins, |terms| {
                let origin = |number| format!("https://a{number}.example");
                terms.origins = (0..101).map(origin).collect::<Vec<_>>().join("\n");
            }),
        ] {
            assert_eq!(patch(&settings, change), Err(expected));
        }
    }

    #[test]
    fn codes_of_peoples_own_take_invites() {
        let refused = Err(TermsFault::OwnCode);
        for (access, patched) in [
            (Access::Open, refused.clone()),
            (Access::ClassCode, refused),
            (Access::Invites, Ok(None)),
            (
                Access::Unlinkable,
                Ok(Some(r#"{"access":"unlinkable"}"#.to_owned())),
            ),
        ] {
            let settings = Settings {
                access: Access::Invites,
                class_code: ClassCode::try_from("blue-whale".to_owned()).ok(),
                ..Settings::default()
            };
            let mut terms = Terms::of(&settings, &Greenwich);
            terms.access = access;
            assert_eq!(terms.patch(&settings, true, &Greenwich), patched);
            assert_eq!(lacks_invites(true, access), patched.is_err());
            assert!(!lacks_invites(false, access));
            // What is chosen by now is not hidden.
            let names: Vec<_> = offered(true, access).collect();
            assert!(names.contains(&access_name(access)));
            assert_eq!(names.len(), 2 + usize::from(patched.is_err()));
            assert_eq!(offered(false, access).count(), ACCESSES.len());
        }
    }

    #[test]
    fn a_new_survey_with_codes_of_peoples_own_asks_for_invites() {
        let fresh = Terms::of(&Settings::of_new_survey(), &Greenwich);
        assert_eq!(fresh.access, Access::Open);
        assert_eq!(fresh.with_codes(false), fresh);
        assert_eq!(fresh.with_codes(true).access, Access::Invites);
        // A collector has it ask for them by itself.
        assert_eq!(fresh.first_patch(true, &Greenwich), Ok(None));
        let first = |access, own_codes| {
            let mut terms = fresh.clone();
            terms.access = access;
            terms.first_patch(own_codes, &Greenwich)
        };
        let patch = |access| Ok(Some(access_patch(access)));
        assert_eq!(first(Access::Unlinkable, true), patch(Access::Unlinkable));
        assert_eq!(first(Access::Invites, false), patch(Access::Invites));
        assert_eq!(access_patch(Access::Invites), r#"{"access":"invites"}"#);
        // What was chosen before there were such codes gives way.
        assert_eq!(first(Access::ClassCode, true), Ok(None));
        assert_eq!(
            first(Access::ClassCode, false),
            Err(TermsFault::ClassCodeMissing)
        );
    }

    #[test]
    fn names_are_those_of_the_api() {
        let settings = Settings {
            access: Access::Unlinkable,
            class_code: ClassCode::try_from("blue-whale".to_owned()).ok(),
            opens: "2026-11-21T08:00:00Z".parse().ok(),
            closes: "2026-11-22T08:00:00Z".parse().ok(),
            quota: Some(30),
            origins: Some(Vec::new()),
            relay: Some(RelaySettings {
                url: "https://relay.example/".to_owned(),
                seconds: 5,
            }),
            ..Settings::of_new_survey()
        };
        let ours = Json::Object(
            members(&settings)
                .map(|(name, value)| (name.to_owned(), value))
                .into(),
        );
        let read: Settings = serde_json::from_str(&serde_json::to_string(&ours).unwrap()).unwrap();
        assert_eq!(read, settings);
        for (access, name) in ACCESSES {
            assert_eq!(serde_json::to_value(access).unwrap(), name);
        }
    }

    #[test]
    fn every_fault_has_a_sentence_in_every_language() {
        for file in [
            include_str!("../../../../www/messages/studio.en.json"),
            include_str!("../../../../www/messages/studio.zh-CN.json"),
        ] {
            for fault in TermsFault::ALL {
                assert!(file.contains(&format!("\"{}\"", fault.key())), "{fault:?}");
            }
        }
    }
}
