//! What a survey can begin with.

/// A survey that is ready to be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Template {
    /// Its name in messages (`template-NAME`).
    pub name: &'static str,
    /// Its file.
    pub text: &'static str,
}

/// Every template, the empty one first.
pub const TEMPLATES: [Template; 8] = [
    Template {
        name: "empty",
        text: include_str!("../templates/empty.json"),
    },
    Template {
        name: "workplace",
        text: include_str!("../templates/workplace.json"),
    },
    Template {
        name: "health",
        text: include_str!("../templates/health.json"),
    },
    Template {
        name: "campus-safety",
        text: include_str!("../templates/campus-safety.json"),
    },
    Template {
        name: "exams",
        text: include_str!("../templates/exams.json"),
    },
    Template {
        name: "five-questions",
        text: include_str!("../../../www/surveys/five-questions.json"),
    },
    Template {
        name: "census",
        text: include_str!("../../../www/surveys/census.json"),
    },
    Template {
        name: "every-type",
        text: include_str!("../../../www/surveys/every-type.json"),
    },
];
