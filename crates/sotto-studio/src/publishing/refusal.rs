//! Why a request came to nothing, and which sentence says so.

use sotto_survey::{Problem, ProblemKind};

/// Why a request came to nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// No answer came, or one of a machine in between that finds no collector behind it.
    Unreachable,
    /// What answered is no collector: the studio is among static files.
    NoCollector,
    /// The collector refused.
    Refused {
        /// Why.
        kind: ProblemKind,
        /// What was wrong this time, in the collector's own English.
        detail: String,
    },
    /// A collector that says what is not known here.
    Strange {
        /// What it said, in its own English; may be empty.
        detail: String,
    },
}

impl Refusal {
    /// What an answer that is no success says.
    #[must_use]
    pub(crate) fn of(status: u16, body: &str) -> Self {
        let Ok(problem) = serde_json::from_str::<Problem>(body) else {
            // Proxies speak for a collector that does not answer them.
            return if matches!(status, 408 | 429 | 500..) {
                Self::Unreachable
            } else {
                Self::NoCollector
            };
        };
        let mut kinds = ProblemKind::ALL.into_iter();
        match kinds.find(|kind| kind.type_uri() == problem.type_uri) {
            Some(kind) => Self::Refused {
                kind,
                detail: problem.detail,
            },
            None => Self::Strange {
                detail: problem.detail,
            },
        }
    }

    /// Whether it was refused for that reason.
    #[must_use]
    pub(crate) fn is(&self, wanted: ProblemKind) -> bool {
        matches!(self, Self::Refused { kind, .. } if *kind == wanted)
    }

    /// Whether whoever was signed in is not any more.
    #[must_use]
    pub(crate) fn signs_out(&self) -> bool {
        self.is(ProblemKind::Unauthenticated)
    }

    /// Whether there may be no collector at all.
    #[must_use]
    pub(crate) const fn is_absence(&self) -> bool {
        matches!(self, Self::Unreachable | Self::NoCollector)
    }

    /// The message that says it.
    #[must_use]
    pub(crate) const fn key(&self) -> &'static str {
        let kind = match self {
            Self::Unreachable => return "refused-unreachable",
            Self::NoCollector => return "refused-no-collector",
            Self::Strange { .. } => return "refused-strange",
            Self::Refused { kind, .. } => *kind,
        };
        match kind {
            ProblemKind::Unauthenticated => "refused-signed-out",
            ProblemKind::Forbidden => "refused-forbidden",
            ProblemKind::SurveyExists => "refused-exists",
            ProblemKind::SurveyDeleted => "refused-deleted",
            ProblemKind::EditedMeanwhile | ProblemKind::VersionConflict => "refused-meanwhile",
            ProblemKind::EditForbidden => "refused-while-open",
            ProblemKind::InvalidSurvey | ProblemKind::MalformedBody => "refused-survey",
            ProblemKind::InvalidSettings => "refused-settings",
            ProblemKind::StorageUnavailable => "refused-storage",
            ProblemKind::Unavailable | ProblemKind::TooManyRequests | ProblemKind::BodyTooSlow => {
                "refused-busy"
            }
            ProblemKind::TooManyAttempts => "refused-attempts",
            ProblemKind::BodyTooLarge => "refused-too-large",
            ProblemKind::UnknownSurvey => "refused-unknown-survey",
            ProblemKind::SurveyClosed => "refused-closed-for-good",
            ProblemKind::CrossSite => "refused-cross-site",
            ProblemKind::AlreadySetUp => "refused-set-up",
            _ => "refused-strange",
        }
    }

    /// What the collector said itself, where its sentence holds more than ours; in English.
    #[must_use]
    pub(crate) fn detail(&self) -> Option<&str> {
        let detail = match self {
            Self::Unreachable | Self::NoCollector => return None,
            Self::Strange { detail } => detail,
            Self::Refused { detail, .. } => match self.key() {
                "refused-while-open" | "refused-survey" | "refused-settings"
                | "refused-strange" => detail,
                _ => return None,
            },
        };
        (!detail.is_empty()).then_some(detail)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A refusal as a collector sends it.
    fn refused(kind: ProblemKind) -> Refusal {
        let problem = Problem::new(kind, "the detail");
        Refusal::of(kind.status(), &serde_json::to_string(&problem).unwrap())
    }

    #[test]
    fn every_refusal_has_a_sentence_in_every_language() {
        let files = [
            include_str!("../../../../www/messages/studio.en.json"),
            include_str!("../../../../www/messages/studio.zh-CN.json"),
        ];
        let all = ProblemKind::ALL.map(refused).into_iter().chain([
            Refusal::Unreachable,
            Refusal::NoCollector,
            Refusal::Strange {
                detail: String::new(),
            },
        ]);
        for refusal in all {
            for file in files {
                let key = format!("\"{}\"", refusal.key());
                assert!(file.contains(&key), "{refusal:?}: {key}");
            }
        }
    }

    #[test]
    fn what_is_no_problem_comes_from_no_collector() {
        for (status, body, refusal) in [
            (404, "<!doctype html>", Refusal::NoCollector),
            (200, "<!doctype html>", Refusal::NoCollector),
            (405, "", Refusal::NoCollector),
            (502, "<h1>Bad gateway</h1>", Refusal::Unreachable),
            (429, "", Refusal::Unreachable),
        ] {
            assert_eq!(Refusal::of(status, body), refusal, "{status}");
        }
        assert!(refused(ProblemKind::Unauthenticated).signs_out());
        assert!(!refused(ProblemKind::Forbidden).signs_out());
    }

    #[test]
    fn the_collectors_own_words_stand_where_they_say_more() {
        assert_eq!(
            refused(ProblemKind::InvalidSurvey).detail(),
            Some("the detail")
        );
        assert_eq!(refused(ProblemKind::Forbidden).detail(), None);
        let newer = r#"{"type":"urn:sotto:problem:new","title":"N","status":400,"detail":"why"}"#;
        let newer = Refusal::of(400, newer);
        assert_eq!(
            (newer.key(), newer.detail()),
            ("refused-strange", Some("why"))
        );
    }
}
