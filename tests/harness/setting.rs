//! Where the things under test are.

/// The value of an environment variable that `./test system` sets:
///
/// - `SOTTO_BINARY`: the `sotto` command,
/// - `SOTTO_DIST`: the built site,
/// - `CHROME`, `CHROMEDRIVER`, `FIREFOX`, `GECKODRIVER`: the browsers and their drivers,
/// - `SOTTO_AXE`: axe-core's `axe.min.js`.
#[must_use]
pub fn setting(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| panic!("{name} is not set: run `./test system`"))
}
