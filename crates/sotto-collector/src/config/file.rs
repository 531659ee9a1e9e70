//! The configuration file: TOML, one key per setting, no tables.

use std::path::Path;

use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use super::{error::ConfigurationError, setting::settings};

/// A value in the file, as text, and its line.
pub(super) struct FileValue {
    pub(super) name: String,
    pub(super) text: String,
    pub(super) line: usize,
}

/// Reads what the file sets.
pub(super) fn read(file: &Path) -> Result<Vec<FileValue>, ConfigurationError> {
    let text = std::fs::read_to_string(file).map_err(|error| ConfigurationError::Unreadable {
        file: file.to_owned(),
        error,
    })?;
    parse(file, &text)
}

pub(super) fn parse(file: &Path, text: &str) -> Result<Vec<FileValue>, ConfigurationError> {
    let line_of = |start: usize| 1 + text.bytes().take(start).filter(|&b| b == b'\n').count();
    let table = DeTable::parse(text).map_err(|error| ConfigurationError::Syntax {
        file: file.to_owned(),
        line: line_of(error.span().map_or(0, |span| span.start)),
        reason: error.message().to_owned(),
    })?;
    let settings = settings();
    let mut entries = Vec::new();
    for (key, value) in table.get_ref() {
        let name = key.get_ref().as_ref();
        let line = line_of(key.span().start);
        if !settings.iter().any(|setting| setting.name == name) {
            return Err(ConfigurationError::Unknown {
                file: file.to_owned(),
                line,
                name: name.chars().take(80).collect(),
            });
        }
        let text = as_text(value).ok_or_else(|| ConfigurationError::Form {
            file: file.to_owned(),
            line,
            name: name.to_owned(),
        })?;
        entries.push(FileValue {
            name: name.to_owned(),
            text,
            line,
        });
    }
    Ok(entries)
}

/// A list becomes its members joined by commas, as on the command line.
fn as_text(value: &Spanned<DeValue<'_>>) -> Option<String> {
    match value.get_ref() {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) if number.radix() == 10 => Some(number.as_str().to_owned()),
        DeValue::Boolean(is) => Some(is.to_string()),
        DeValue::Array(list) => {
            let members: Option<Vec<_>> = list.iter().map(|one| one.get_ref().as_str()).collect();
            Some(members?.join(","))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<(String, String, usize)>, String> {
        let entries = parse(Path::new("sotto.toml"), text).map_err(|error| error.to_string())?;
        let mut found: Vec<_> = entries
            .into_iter()
            .map(|entry| (entry.name, entry.text, entry.line))
            .collect();
        found.sort_by_key(|(_, _, line)| *line);
        Ok(found)
    }

    #[test]
    fn settings_are_read_with_their_lines() {
        let text = "# hello\nlisten = \"[::]:80\"\n\nsamples = false\nconnections = 12\n\
                    trusted-proxies = [\"10.0.0.0/8\", \"::1\"]\n";
        let expected = [
            ("listen", "[::]:80", 2),
            ("samples", "false", 4),
            ("connections", "12", 5),
            ("trusted-proxies", "10.0.0.0/8,::1", 6),
        ];
        let expected = expected.map(|(name, text, line)| (name.to_owned(), text.to_owned(), line));
        assert_eq!(read(text).unwrap(), expected);
        assert_eq!(read("").unwrap(), []);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        for (text, sentence) in [
            (
                "\nlisen = 1",
                "sotto.toml, line 2: there is no setting \"lisen\"",
            ),
            (
                "[listen]\na = 1",
                "sotto.toml, line 1: \"listen\" must be a text",
            ),
            (
                "listen = 1979-05-27",
                "sotto.toml, line 1: \"listen\" must be",
            ),
            (
                "connections = 0x10",
                "sotto.toml, line 1: \"connections\" must be",
            ),
            (
                "listen = \"a\"\nlisten = \"b\"",
                "sotto.toml, line 2: duplicate key",
            ),
            ("listen = ", "sotto.toml, line 1: "),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.starts_with(sentence), "{error}");
        }
    }
}
