//! What the link that a collector prints brings along, behind the address's `#`: no browser sends it.

use sotto_ui::site::parameter;

/// The setup token of the first operator: `#setup=…`.
#[must_use]
pub(crate) fn setup_token(fragment: &str) -> Option<&str> {
    let token = parameter(fragment.strip_prefix('#')?, "setup")?;
    let is_possible = !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_graphic());
    is_possible.then_some(token)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_brings_a_setup_token() {
        for (fragment, token) in [
            ("#setup=sotto-setup_aB-9", Some("sotto-setup_aB-9")),
            ("#a=b&setup=x", Some("x")),
            ("#setup=", None),
            ("#setup=two words", None),
            ("#token=x", None),
            ("setup=x", None),
            ("", None),
        ] {
            assert_eq!(setup_token(fragment), token, "{fragment}");
        }
    }
}
