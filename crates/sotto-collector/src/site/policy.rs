//! The content security policies of the site's pages. What a survey's settings add to them are origins, which
//! hold no separator: no setting can add a directive, or change another.

use std::fmt;

use sotto_api::{Origin, Settings};

/// A directive's name, and what it allows.
type Directive = (&'static str, &'static [&'static str]);

const OWN: &str = "'self'";
const NOBODY: &str = "'none'";
const CONNECT: &str = "connect-src";

/// All but who may frame the page.
const OF_PAGES: &[Directive] = &[
    ("default-src", &[NOBODY]),
    ("script-src", &[OWN, "'wasm-unsafe-eval'"]),
    ("style-src", &[OWN]),
    (CONNECT, &[OWN]),
    // The pictures of a survey are held against their hashes before they are shown.
    ("img-src", &[OWN, "blob:"]),
    ("font-src", &[OWN]),
    ("worker-src", &[OWN]),
    ("frame-src", &[OWN]),
    ("base-uri", &[NOBODY]),
    ("form-action", &[NOBODY]),
];

/// The same of a survey's page inside a frame.
const OF_FRAMED_SURVEYS: &[Directive] = &[
    ("default-src", &[NOBODY]),
    ("script-src", &[OWN, "'wasm-unsafe-eval'"]),
    ("style-src", &[OWN]),
    (CONNECT, &[OWN]),
    ("img-src", &["blob:"]),
    ("base-uri", &[NOBODY]),
    ("form-action", &[NOBODY]),
    ("require-trusted-types-for", &["'script'"]),
];

/// Who may frame a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Framers {
    Nobody,
    /// The collector's own pages.
    Own,
    Everybody,
    /// The collector's own pages, and those of these origins.
    OwnAnd(Vec<Origin>),
}

impl Framers {
    /// Who may frame the page of a survey with these settings.
    pub(crate) fn of(settings: &Settings) -> Self {
        let named = settings.frame_ancestors.clone();
        named.map_or(Self::Everybody, Self::OwnAnd)
    }

    fn sources(&self) -> Vec<&str> {
        match self {
            Self::Nobody => vec![NOBODY],
            Self::Own => vec![OWN],
            Self::Everybody => vec!["*"],
            Self::OwnAnd(origins) => {
                let origins = origins.iter().map(Origin::as_str);
                std::iter::once(OWN).chain(origins).collect()
            }
        }
    }
}

/// The policy of one page.
pub(crate) struct Policy<'a> {
    /// Whether it is a survey's page inside a frame.
    pub(crate) is_framed_survey: bool,
    pub(crate) framers: &'a Framers,
    /// To where the page may send beside the collector.
    pub(crate) relay: Option<&'a Origin>,
}

impl fmt::Display for Policy<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let directives = if self.is_framed_survey {
            OF_FRAMED_SURVEYS
        } else {
            OF_PAGES
        };
        for (name, sources) in directives {
            write!(out, "{name} {}", sources.join(" "))?;
            if let Some(relay) = self.relay.filter(|_| *name == CONNECT) {
                write!(out, " {relay}")?;
            }
            out.write_str("; ")?;
        }
        write!(out, "frame-ancestors {}", self.framers.sources().join(" "))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use crate::settings::patched;

    /// A policy as browsers read it: by semicolons (and, as a header, by commas), then by spaces.
    fn read(policy: &str) -> Vec<Vec<String>> {
        let directives = policy.split([';', ',']);
        let words = |directive: &str| directive.split_whitespace().map(str::to_owned).collect();
        directives.map(words).collect()
    }

    /// What the policy of settings ought to say.
    fn meant(is_framed_survey: bool, settings: &Settings) -> Vec<Vec<String>> {
        let relay = settings.relay.as_ref();
        // By the scheme and what follows it, up to the first slash.
        let relay = relay.map(|relay| {
            relay
                .url
                .splitn(4, '/')
                .take(3)
                .collect::<Vec<_>>()
                .join("/")
        });
        let directives = if is_framed_survey {
            OF_FRAMED_SURVEYS
        } else {
            OF_PAGES
        };
        let fixed = directives.iter().map(|(name, sources)| {
            let sources = sources.iter().map(|&source| source.to_owned());
            let relay = relay.clone().filter(|_| *name == "connect-src");
            std::iter::once((*name).to_owned())
                .chain(sources)
                .chain(relay)
                .collect()
        });
        let mut framers = vec!["frame-ancestors".to_owned()];
        match &settings.frame_ancestors {
            None => framers.push("*".to_owned()),
            Some(origins) => {
                framers.push("'self'".to_owned());
                framers.extend(origins.iter().map(ToString::to_string));
            }
        }
        fixed.chain([framers]).collect()
    }

    /// Addresses, most of them with something in their host that means something in a policy.
    fn host() -> impl Strategy<Value = String> {
        prop_oneof![
            "[a-z]{1,8}\\.example(:[1-9][0-9]{0,3})?",
            "[a-z;,'\"*{}!$&()+=~_.: \\-]{1,12}",
            "[a-z]{1,4}[;,'\"*{}!$&()+=~ ][a-z-]{0,12}( \\*)?",
            "\\PC{1,6}",
        ]
    }

    proptest! {
        #[test]
        fn settings_that_are_taken_say_what_they_mean_and_nothing_else(
            relay in host(),
            path in "[a-z/;,' *?]{0,8}",
            framers in proptest::option::of(proptest::collection::vec(host(), 0..3)),
            is_framed_survey: bool,
        ) {
            let framers: Option<Vec<_>> =
                framers.map(|hosts| hosts.iter().map(|host| format!("https://{host}")).collect());
            let patches = [
                json!({"relay": {"url": format!("https://{relay}/{path}")}, "frame_ancestors": framers}),
                json!({"relay": {"url": format!("https://{relay}/{path}")}}),
                json!({"frame_ancestors": framers}),
            ];
            for patch in patches {
                let Ok((settings, _)) = patched(&Settings::default(), patch, || None) else {
                    continue;
                };
                let relay = settings.relay.as_ref().map(|relay| relay.origin().unwrap());
                let framers = Framers::of(&settings);
                let policy = Policy { is_framed_survey, framers: &framers, relay: relay.as_ref() };
                let policy = policy.to_string();
                prop_assert_eq!(read(&policy), meant(is_framed_survey, &settings), "{}", policy);
                prop_assert!(axum::http::HeaderValue::try_from(&policy).is_ok(), "{}", policy);
            }
        }
    }
}
