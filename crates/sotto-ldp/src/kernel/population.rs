//! Whom a survey is about.

/// Whom an estimate is about, and so what is random in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Population {
    /// Exactly those who reported: only the noise is random.
    #[default]
    Fixed,
    /// A larger one of which the respondents are a random sample.
    Sampled,
}
