//! Conditions as other programs write them, as far as they have the like here: tests of earlier questions for
//! an option or against a number, joined by "and", "or" and "not". Everything else is not understood.

use sotto_survey::Json;

/// A question that stands in the draft already.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    /// As the file calls it.
    pub(crate) name: String,
    /// As the draft does.
    pub(crate) id: String,
    /// Its options: as the file calls them, and as the draft does.
    pub(crate) values: Vec<(String, String)>,
    /// Its rows, in the same way.
    pub(crate) rows: Vec<(String, String)>,
    pub(crate) is_number: bool,
}

/// Longer ones are not understood.
const LONGEST: usize = 4_000;

/// No deeper than a survey's conditions may be.
const DEEPEST: u32 = 7;

/// The condition that a text is; `None` where it is not understood.
pub(crate) fn condition(text: &str, known: &[Known]) -> Option<Json> {
    if text.len() > LONGEST {
        return None;
    }
    let tokens = tokens(text)?;
    let mut reading = Reading {
        tokens: &tokens,
        known,
    };
    let condition = reading.any(0)?;
    reading.tokens.is_empty().then_some(condition)
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    /// A question: `{a}`, `${a}`, `a.NAOK`.
    Reference(String),
    /// In quotation marks, or a number, or a bare word.
    Value(String),
    /// A word before a parenthesis.
    Function(String),
    Sign(&'static str),
}

/// Signs and words of all formats, the longer ones first.
const SIGNS: [(&str, &str); 15] = [
    ("===", "="),
    ("!==", "!="),
    ("==", "="),
    ("!=", "!="),
    ("<>", "!="),
    (">=", ">="),
    ("<=", "<="),
    ("&&", "and"),
    ("||", "or"),
    ("=", "="),
    (">", ">"),
    ("<", "<"),
    ("(", "("),
    (")", ")"),
    ("!", "not"),
];

fn tokens(text: &str) -> Option<Vec<Token>> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let after = if let Some(inner) = rest.strip_prefix("${").or_else(|| rest.strip_prefix('{'))
        {
            let (name, after) = inner.split_once('}')?;
            found.push(Token::Reference(name.trim().to_owned()));
            after
        } else if first == '\'' || first == '"' {
            let (value, after) = rest.get(1..)?.split_once(first)?;
            found.push(Token::Value(value.to_owned()));
            after
        } else if first == '[' || first == ']' || first == ',' {
            found.push(Token::Sign(match first {
                '[' => "[",
                ']' => "]",
                _ => ",",
            }));
            rest.get(1..)?
        } else if let Some((sign, meaning)) = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign))
        {
            found.push(Token::Sign(meaning));
            rest.get(sign.len()..)?
        } else {
            let end = rest.find(|one: char| !(one.is_alphanumeric() || "_.-".contains(one)));
            let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
            if word.is_empty() {
                return None;
            }
            found.push(word_of(word, after.trim_start().starts_with('(')));
            after
        };
        rest = after.trim_start();
    }
    Some(found)
}

fn word_of(word: &str, is_called: bool) -> Token {
    let lower = word.to_lowercase();
    for suffix in [".NAOK", ".shown", ".code"] {
        if let Some(name) = word.strip_suffix(suffix) {
            return Token::Reference(name.to_owned());
        }
    }
    match &*lower {
        "and" => Token::Sign("and"),
        "or" => Token::Sign("or"),
        "not" | "notcontains" if lower == "not" => Token::Sign("not"),
        "contains" | "anyof" if !is_called => Token::Sign("contains"),
        _ if is_called => Token::Function(lower),
        _ => Token::Value(word.to_owned()),
    }
}

struct Reading<'a> {
    tokens: &'a [Token],
    known: &'a [Known],
}

impl Reading<'_> {
    fn next(&mut self) -> Option<&Token> {
        let (first, rest) = self.tokens.split_first()?;
        self.tokens = rest;
        Some(first)
    }

    fn takes(&mut self, sign: &str) -> bool {
        let is_next = matches!(self.tokens.first(), Some(Token::Sign(next)) if *next == sign);
        if is_next {
            self.tokens = self.tokens.get(1..).unwrap_or_default();
        }
        is_next
    }

    fn any(&mut self, depth: u32) -> Option<Json> {
        self.joined(depth, "or", "any", Self::all)
    }

    fn all(&mut self, depth: u32) -> Option<Json> {
        self.joined(depth, "and", "all", Self::one)
    }

    fn joined(
        &mut self,
        depth: u32,
        sign: &str,
        name: &str,
        one: fn(&mut Self, u32) -> Option<Json>,
    ) -> Option<Json> {
        if depth > DEEPEST {
            return None;
        }
        let mut found = vec![one(self, depth)?];
        while self.takes(sign) {
            found.push(one(self, depth)?);
        }
        if found.len() == 1 {
            return found.pop();
        }
        (found.len() <= 100).then(|| Json::Object(vec![(name.to_owned(), Json::List(found))]))
    }

    fn one(&mut self, depth: u32) -> Option<Json> {
        if self.takes("not") {
            let inner = self.one(depth + 1)?;
            return Some(not(inner));
        }
        if self.takes("(") {
            let inner = self.any(depth + 1)?;
            return self.takes(")").then_some(inner);
        }
        match self.next()?.clone() {
            Token::Function(name) if name == "selected" => {
                self.takes("(").then_some(())?;
                let Token::Reference(question) = self.next()?.clone() else {
                    return None;
                };
                self.takes(",").then_some(())?;
                let Token::Value(value) = self.next()?.clone() else {
                    return None;
                };
                self.takes(")").then_some(())?;
                self.is(&question, &[value])
            }
            Token::Reference(question) => self.test(&question),
            _ => None,
        }
    }

    /// What is said of a question that was just named.
    fn test(&mut self, question: &str) -> Option<Json> {
        let Token::Sign(sign) = self.next()?.clone() else {
            return None;
        };
        let mut values = Vec::new();
        if self.takes("[") {
            loop {
                let Token::Value(value) = self.next()?.clone() else {
                    return None;
                };
                values.push(value);
                if self.takes("]") {
                    break;
                }
                self.takes(",").then_some(())?;
            }
        } else {
            let Token::Value(value) = self.next()?.clone() else {
                return None;
            };
            values.push(value);
        }
        let number = || {
            values
                .first()?
                .parse::<f64>()
                .ok()
                .filter(|one| one.is_finite())
        };
        let is_number = self
            .known
            .iter()
            .any(|one| one.name == question && one.is_number);
        match sign {
            "=" if is_number => self.within(question, number(), number()),
            "!=" if is_number => self.within(question, number(), number()).map(not),
            "=" | "contains" => self.is(question, &values),
            "!=" => self.is(question, &values).map(not),
            ">=" => self.within(question, number(), None),
            "<=" => self.within(question, None, number()),
            // Above is at it or above, and not at it or below: an answer that was not given is neither.
            ">" => {
                let below = self.within(question, None, number()).map(not)?;
                Some(all_of([self.within(question, number(), None)?, below]))
            }
            "<" => {
                let above = self.within(question, number(), None).map(not)?;
                Some(all_of([self.within(question, None, number())?, above]))
            }
            _ => None,
        }
    }

    fn is(&self, question: &str, values: &[String]) -> Option<Json> {
        let text = |text: &str| Json::Text(text.to_owned());
        // `matrix.row` names a row; LimeSurvey writes `question_option` of several, whose value is Y.
        let by_name = |name: &str| self.known.iter().find(|one| one.name == name);
        if let Some(known) = by_name(question) {
            if known.values.is_empty() || !known.rows.is_empty() {
                return None;
            }
            let ids = values.iter().map(|value| id_in(&known.values, value));
            let ids: Vec<_> = ids.collect::<Option<_>>()?;
            return Some(Json::Object(vec![
                ("question".to_owned(), text(&known.id)),
                (
                    "is".to_owned(),
                    Json::List(ids.iter().map(|id| text(id)).collect()),
                ),
            ]));
        }
        let (name, part) = question.rsplit_once(['.', '_'])?;
        let known = by_name(name)?;
        if !known.rows.is_empty() {
            let row = id_in(&known.rows, part)?;
            let ids = values.iter().map(|value| id_in(&known.values, value));
            let ids: Vec<_> = ids.collect::<Option<_>>()?;
            return Some(Json::Object(vec![
                ("question".to_owned(), text(&known.id)),
                ("row".to_owned(), text(&row)),
                (
                    "is".to_owned(),
                    Json::List(ids.iter().map(|id| text(id)).collect()),
                ),
            ]));
        }
        let option = id_in(&known.values, part)?;
        (values == ["Y"]).then(|| {
            Json::Object(vec![
                ("question".to_owned(), text(&known.id)),
                ("is".to_owned(), Json::List(vec![text(&option)])),
            ])
        })
    }

    fn within(&self, question: &str, least: Option<f64>, most: Option<f64>) -> Option<Json> {
        let known = self.known.iter().find(|one| one.name == question)?;
        if !known.is_number || (least.is_none() && most.is_none()) {
            return None;
        }
        let mut fields = vec![("question".to_owned(), Json::Text(known.id.clone()))];
        fields.extend(least.map(|least| ("at-least".to_owned(), Json::of_number(least))));
        fields.extend(most.map(|most| ("at-most".to_owned(), Json::of_number(most))));
        Some(Json::Object(fields))
    }
}

fn all_of(conditions: [Json; 2]) -> Json {
    Json::Object(vec![("all".to_owned(), Json::List(conditions.into()))])
}

fn not(condition: Json) -> Json {
    Json::Object(vec![("not".to_owned(), condition)])
}

fn id_in(values: &[(String, String)], value: &str) -> Option<String> {
    let mut all = values.iter();
    let found = all.find(|(name, _)| name == value || name.eq_ignore_ascii_case(value));
    found.map(|(_, id)| id.clone())
}
