//! Conditions as programs write them, as far as they have the like here: tests of earlier questions for
//! options or against numbers, joined by "and", "or" and "not". Everything else is not understood.

use super::condition::{Is, Test, When, WrittenCondition};

/// Whose way of writing it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// `{a} = 'x'`, `{a} anyof ['x', 'y']`, `{a} notempty`.
    SurveyJs,
    /// `${a} = 'x'`, `selected(${a}, 'x')`.
    XlsForm,
    /// `a.NAOK == "x"`, `!is_empty(a)`.
    LimeSurvey,
}

/// Longer ones are not understood.
const LONGEST: usize = 4_000;

/// No deeper than a survey's conditions may be.
const DEEPEST: u32 = 8;

/// A condition as it is written; `None` for no condition at all.
pub(crate) fn asked(written: &str, dialect: Dialect) -> Option<WrittenCondition> {
    let written = written.trim();
    (!written.is_empty()).then(|| WrittenCondition::new(written, read(written, dialect)))
}

fn read(text: &str, dialect: Dialect) -> Option<When> {
    if text.len() > LONGEST {
        return None;
    }
    let tokens = tokens(text, dialect)?;
    let mut reading = ExpressionReader {
        tokens: &tokens,
        dialect,
    };
    let condition = reading.any(0)?;
    reading.tokens.is_empty().then_some(condition)
}

#[derive(Clone, Debug, PartialEq)]
enum Lexeme {
    /// A question.
    Reference(String),
    /// In quotation marks, or a number, or a bare word.
    Value(String),
    /// A word before a parenthesis.
    Function(String),
    Sign(&'static str),
}

/// Signs of all formats, the longer ones first.
const SIGNS: [(&str, &str); 18] = [
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
    ("[", "["),
    ("]", "]"),
    (",", ","),
];

/// Words that are signs, where they are not called.
const WORDS: [(&str, &str); 22] = [
    ("and", "and"),
    ("or", "or"),
    ("not", "not"),
    ("eq", "="),
    ("equal", "="),
    ("ne", "!="),
    ("notequal", "!="),
    ("gt", ">"),
    ("greater", ">"),
    ("lt", "<"),
    ("less", "<"),
    ("ge", ">="),
    ("greaterorequal", ">="),
    ("le", "<="),
    ("lessorequal", "<="),
    ("contains", "allof"),
    ("contain", "allof"),
    ("allof", "allof"),
    ("anyof", "anyof"),
    ("notcontains", "noneof"),
    ("noneof", "noneof"),
    ("notempty", "notempty"),
];

fn tokens(text: &str, dialect: Dialect) -> Option<Vec<Lexeme>> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let after = if let Some(inner) = rest.strip_prefix("${").or_else(|| rest.strip_prefix('{'))
        {
            let (name, after) = inner.split_once('}')?;
            found.push(Lexeme::Reference(name.trim().to_owned()));
            after
        } else if matches!(first, '\'' | '"' | '’' | '‘' | '“' | '”') {
            let close = |one: char| match first {
                '\'' | '"' => one == first,
                // Typewriters' marks that a text program made beautiful.
                _ => "’‘“”".contains(one),
            };
            let inner = rest.get(first.len_utf8()..)?;
            let end = inner.find(close)?;
            let (value, after) = inner.split_at_checked(end)?;
            found.push(Lexeme::Value(value.to_owned()));
            after.get(after.chars().next()?.len_utf8()..)?
        } else if let Some((sign, meaning)) = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign))
        {
            found.push(Lexeme::Sign(meaning));
            rest.get(sign.len()..)?
        } else {
            let end = rest.find(|one: char| !(one.is_alphanumeric() || "_.-".contains(one)));
            let (word, after) = rest.split_at_checked(end.unwrap_or(rest.len()))?;
            if word.is_empty() {
                return None;
            }
            let is_called = after.trim_start().starts_with('(');
            found.push(word_of(word, is_called, dialect));
            after
        };
        rest = after.trim_start();
    }
    Some(found)
}

fn word_of(word: &str, is_called: bool, dialect: Dialect) -> Lexeme {
    let lower = word.to_lowercase();
    let sign = WORDS.iter().find(|(name, _)| *name == lower);
    match sign {
        // `not (…)` is one of its own.
        Some((_, sign)) if !is_called || matches!(*sign, "and" | "or" | "not") => {
            Lexeme::Sign(sign)
        }
        _ if lower == "empty" && !is_called => Lexeme::Sign("empty"),
        _ if is_called => Lexeme::Function(lower),
        _ if dialect == Dialect::LimeSurvey && word.parse::<f64>().is_err() => {
            Lexeme::Reference(word.to_owned())
        }
        _ => Lexeme::Value(word.to_owned()),
    }
}

struct ExpressionReader<'a> {
    tokens: &'a [Lexeme],
    dialect: Dialect,
}

impl<'a> ExpressionReader<'a> {
    fn next(&mut self) -> Option<&'a Lexeme> {
        let (first, rest) = self.tokens.split_first()?;
        self.tokens = rest;
        Some(first)
    }

    fn takes(&mut self, sign: &str) -> bool {
        let is_next = matches!(self.tokens.first(), Some(Lexeme::Sign(next)) if *next == sign);
        if is_next {
            self.tokens = self.tokens.get(1..).unwrap_or_default();
        }
        is_next
    }

    fn needs(&mut self, sign: &str) -> Option<()> {
        self.takes(sign).then_some(())
    }

    fn any(&mut self, depth: u32) -> Option<When> {
        let mut found = vec![self.all(depth)?];
        while self.takes("or") {
            found.push(self.all(depth)?);
        }
        one_or(found, When::Any)
    }

    fn all(&mut self, depth: u32) -> Option<When> {
        let mut found = vec![self.one(depth)?];
        while self.takes("and") {
            found.push(self.one(depth)?);
        }
        one_or(found, When::All)
    }

    fn one(&mut self, depth: u32) -> Option<When> {
        if depth > DEEPEST {
            return None;
        }
        if self.takes("not") {
            return Some(not(self.one(depth + 1)?));
        }
        if self.takes("(") {
            // `(a) = 1` and `((a = 1))`.
            let inner = self.any(depth + 1)?;
            return self.takes(")").then_some(inner);
        }
        match self.next()? {
            Lexeme::Function(name) => self.function(name),
            Lexeme::Reference(question) => self.test(question),
            Lexeme::Value(value) => self.flipped(value),
            Lexeme::Sign(_) => None,
        }
    }

    fn function(&mut self, name: &str) -> Option<When> {
        self.needs("(")?;
        match name {
            "true" | "false" => {
                self.needs(")")?;
                Some(When::Always(name == "true"))
            }
            "selected" => {
                let question = self.named()?;
                self.needs(",")?;
                let Lexeme::Value(value) = self.next()? else {
                    return None;
                };
                self.needs(")")?;
                // Several words are several options to XLSForm: none is.
                let is_one = !value.trim().contains(char::is_whitespace);
                is_one.then(|| self.said(&question, Is::AnyOf(vec![value.trim().to_owned()])))
            }
            "is_empty" | "empty" => {
                let question = self.named()?;
                self.needs(")")?;
                Some(not(self.said(&question, Is::Answered)))
            }
            "notempty" => {
                let question = self.named()?;
                self.needs(")")?;
                Some(self.said(&question, Is::Answered))
            }
            // How long an answer is: of a choice, whether there is one.
            "string-length" | "count-selected" | "count" | "strlen" => {
                let question = self.named()?;
                self.needs(")")?;
                let Lexeme::Sign(sign) = self.next()? else {
                    return None;
                };
                let Lexeme::Value(number) = self.next()? else {
                    return None;
                };
                let answered = self.said(&question, Is::Answered);
                match (*sign, number.trim()) {
                    (">" | "!=", "0") | (">=", "1") => Some(answered),
                    ("=" | "<=", "0") | ("<", "1") => Some(not(answered)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// A question's name.
    fn named(&mut self) -> Option<String> {
        match self.next()? {
            Lexeme::Reference(name) => Some(name.clone()),
            _ => None,
        }
    }

    /// A value that stands before the question.
    fn flipped(&mut self, value: &str) -> Option<When> {
        let sign = match self.tokens.first() {
            Some(Lexeme::Sign(sign)) => *sign,
            // A constant.
            _ => "",
        };
        let turned = match sign {
            "=" | "!=" => sign,
            ">" => "<",
            "<" => ">",
            ">=" => "<=",
            "<=" => ">=",
            _ => {
                return match value {
                    "1" => Some(When::Always(true)),
                    "0" => Some(When::Always(false)),
                    // To XLSForm a bare word is a question's name.
                    "true" | "false" if self.dialect != Dialect::XlsForm => {
                        Some(When::Always(value == "true"))
                    }
                    _ => None,
                };
            }
        };
        self.next()?;
        match self.next()? {
            Lexeme::Reference(question) => self.compared(question, turned, &[value.to_owned()]),
            Lexeme::Value(other) => match turned {
                "=" => Some(When::Always(value == other)),
                "!=" => Some(When::Always(value != other)),
                _ => None,
            },
            _ => None,
        }
    }

    /// What is said of a question that was just named.
    fn test(&mut self, question: &str) -> Option<When> {
        let Some(Lexeme::Sign(sign)) = self.tokens.first() else {
            return None;
        };
        match *sign {
            "empty" | "notempty" => {
                self.next()?;
                let answered = self.said(question, Is::Answered);
                return Some(if *sign == "empty" {
                    not(answered)
                } else {
                    answered
                });
            }
            _ => {}
        }
        self.next()?;
        let mut values = Vec::new();
        if self.takes("[") {
            loop {
                let Lexeme::Value(value) = self.next()? else {
                    return None;
                };
                values.push(value.clone());
                if self.takes("]") {
                    break;
                }
                self.needs(",")?;
            }
        } else {
            let Lexeme::Value(value) = self.next()? else {
                return None;
            };
            values.push(value.clone());
        }
        self.compared(question, sign, &values)
    }

    fn compared(&self, question: &str, sign: &str, values: &[String]) -> Option<When> {
        let number = || {
            let [value] = values else { return None };
            let number = value.trim().parse::<f64>().ok();
            number.filter(|number| number.is_finite())
        };
        let owned = || values.to_vec();
        let is = match sign {
            "=" => Is::Equal(owned()),
            "!=" => return Some(not(self.said(question, Is::Equal(owned())))),
            "allof" => Is::AllOf(owned()),
            "anyof" => Is::AnyOf(owned()),
            "noneof" => return Some(not(self.said(question, Is::AnyOf(owned())))),
            ">=" => Is::AtLeast(number()?),
            "<=" => Is::AtMost(number()?),
            ">" => Is::Above(number()?),
            "<" => Is::Below(number()?),
            _ => return None,
        };
        Some(self.said(question, is))
    }

    fn said(&self, question: &str, is: Is) -> When {
        let bare = [".NAOK", ".shown", ".code", ".value"]
            .into_iter()
            .find_map(|suffix| question.strip_suffix(suffix));
        // Without NAOK nothing holds of what was not asked.
        let says_so = question.strip_suffix(".NAOK").is_some();
        let needs_asking = self.dialect == Dialect::LimeSurvey && !says_so;
        When::Test(Test {
            question: bare.unwrap_or(question).to_owned(),
            is,
            needs_asking,
        })
    }
}

fn not(when: When) -> When {
    When::Not(Box::new(when))
}

fn one_or(mut found: Vec<When>, several: fn(Vec<When>) -> When) -> Option<When> {
    match found.len() {
        0 => None,
        1 => found.pop(),
        _ => Some(several(found)),
    }
}
