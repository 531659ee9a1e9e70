//! The script for Python, which needs its standard library alone.

const TEMPLATE: &str = include_str!("estimates.py");

/// The script, which reads the file of channels that lies beside it unless told another. A file's name is made of
/// a survey's id, so that it cannot end the text in which it stands.
pub(in super::super) fn script(channels: &str) -> Vec<u8> {
    TEMPLATE.replace("@CHANNELS@", channels).into_bytes()
}
