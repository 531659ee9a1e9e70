//! XLSForm's types, with the other names that `pyxform` takes.

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Type {
    BeginGroup,
    BeginRepeat,
    End,
    /// One of a list, and whether there is an "other".
    One(String, bool),
    Several(String, bool),
    Order(String),
    /// A list that lies in a file or a sheet of its own.
    Elsewhere(String),
    Whole,
    Decimal,
    Range,
    Note,
    Acknowledge,
    Text,
    Computed,
    /// What would name somebody, or when and where they are.
    Exact(String),
    /// What the program notes down by itself.
    Device(String),
    Other(String),
}

/// From a list, and whether there is an "other", to a type.
type Make = fn(String, bool) -> Type;

/// The beginnings of types that name a list; longer ones first.
const LISTS: &[(&str, Make)] = &[
    ("select all that apply from file", |list, _| {
        Type::Elsewhere(list)
    }),
    ("select_multiple_from_file", |list, _| Type::Elsewhere(list)),
    ("select multiple from file", |list, _| Type::Elsewhere(list)),
    ("select_one_from_file", |list, _| Type::Elsewhere(list)),
    ("select one from file", |list, _| Type::Elsewhere(list)),
    ("select_one_external", |list, _| Type::Elsewhere(list)),
    ("select one external", |list, _| Type::Elsewhere(list)),
    ("add select multiple prompt using", Type::Several),
    ("select all that apply from", Type::Several),
    ("select all that apply", Type::Several),
    ("select_multiple", Type::Several),
    ("select multiple from", Type::Several),
    ("select multiple using", Type::Several),
    ("select multiple", Type::Several),
    ("add select one prompt using", Type::One),
    ("select one from", Type::One),
    ("select one using", Type::One),
    ("select_one", Type::One),
    ("select one", Type::One),
    ("select1", Type::One),
    ("rank", |list, _| Type::Order(list)),
];

impl Type {
    pub(super) fn of(written: &str) -> Self {
        let words: Vec<&str> = written.split_whitespace().collect();
        let written = words.join(" ").to_lowercase();
        for (beginning, make) in LISTS {
            let rest = written.strip_prefix(beginning);
            let Some(rest) = rest.filter(|rest| rest.starts_with(' ')) else {
                continue;
            };
            let rest = rest.trim();
            let others = [" or specify other", " or_other", " or other"];
            let without = others.into_iter().find_map(|end| rest.strip_suffix(end));
            return make(without.unwrap_or(rest).trim().to_owned(), without.is_some());
        }
        match &*written {
            "begin group" | "begin_group" | "begin lgroup" => Self::BeginGroup,
            "begin repeat" | "begin_repeat" | "begin looped group" => Self::BeginRepeat,
            "end group" | "end_group" | "end repeat" | "end_repeat" | "end lgroup"
            | "end looped group" => Self::End,
            "int" | "integer" | "add integer prompt" => Self::Whole,
            "decimal" | "add decimal prompt" => Self::Decimal,
            "range" => Self::Range,
            "note" | "add note prompt" => Self::Note,
            "acknowledge" | "trigger" | "add acknowledge prompt" => Self::Acknowledge,
            "text" | "string" | "add text prompt" => Self::Text,
            "calculate" | "calculation" | "add calculate prompt" | "hidden" => Self::Computed,
            "date"
            | "time"
            | "datetime"
            | "datetime "
            | "date time"
            | "geopoint"
            | "geotrace"
            | "geoshape"
            | "location"
            | "gps"
            | "barcode"
            | "phone number"
            | "add date prompt"
            | "add time prompt"
            | "add location prompt" => Self::Exact(written),
            "start"
            | "end"
            | "today"
            | "audit"
            | "deviceid"
            | "imei"
            | "username"
            | "email"
            | "phonenumber"
            | "simserial"
            | "subscriberid"
            | "start-geopoint"
            | "start time"
            | "end time"
            | "device id"
            | "sim serial"
            | "background-audio"
            | "background-geopoint"
            | "get start time"
            | "get end time"
            | "get today"
            | "get device id"
            | "get sim id"
            | "get subscriber id"
            | "get phone number" => Self::Device(written),
            loops if loops.starts_with("begin loop") => Self::BeginRepeat,
            "end loop" => Self::End,
            _ => Self::Other(written),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_of_a_type_is_known() {
        let list = "yn".to_owned();
        for (written, kind) in [
            ("select one yn", Type::One(list.clone(), false)),
            ("select_one yn", Type::One(list.clone(), false)),
            ("select one from yn", Type::One(list.clone(), false)),
            ("select1 yn or_other", Type::One(list.clone(), true)),
            (
                "select all that apply from yn",
                Type::Several(list.clone(), false),
            ),
            (
                "Select_Multiple  yn or specify other",
                Type::Several(list.clone(), true),
            ),
            ("rank yn", Type::Order(list)),
            ("int", Type::Whole),
            (
                "select_one_from_file a.csv",
                Type::Elsewhere("a.csv".to_owned()),
            ),
            ("begin  repeat", Type::BeginRepeat),
            ("begin loop over rooms", Type::BeginRepeat),
            ("end loop", Type::End),
            ("something", Type::Other("something".to_owned())),
        ] {
            assert_eq!(Type::of(written), kind);
        }
    }
}
