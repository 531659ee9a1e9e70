//! When a question is asked, as the formats say it, and as a survey does.

use sotto_survey::Json;

/// No deeper than a survey's conditions may be, and no more tests.
const DEEPEST: u32 = 8;
const MOST_TESTS: usize = 200;

/// The most values of a test.
const MOST_VALUES: usize = 100;

/// A condition, and how the file writes it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct WrittenCondition {
    pub(crate) written: String,
    /// None where it is not understood.
    pub(crate) when: Option<When>,
}

/// A condition on the answers to earlier questions.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum When {
    Always(bool),
    All(Vec<Self>),
    Any(Vec<Self>),
    Not(Box<Self>),
    Test(Test),
}

/// What is said of the answer to one question.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Test {
    /// As the file calls it: perhaps with the name of a row, an option or a number behind it.
    pub(crate) question: String,
    pub(crate) is: Is,
    /// Whether it is false where its question was not asked.
    pub(crate) needs_asking: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Is {
    /// It is one of these; of several options exactly these.
    Equal(Vec<String>),
    /// Of several options one of these is chosen.
    AnyOf(Vec<String>),
    /// All of these are chosen.
    AllOf(Vec<String>),
    AtLeast(f64),
    AtMost(f64),
    Above(f64),
    Below(f64),
    Answered,
}

/// A question that stands in the draft already.
#[derive(Clone, Debug, Default)]
pub(crate) struct KnownQuestion {
    /// As the file calls it.
    pub(crate) names: Vec<String>,
    /// As the draft does.
    pub(crate) id: String,
    /// Its options: as the file calls them, and as the draft does.
    pub(crate) values: Vec<(String, String)>,
    /// Its rows, in the same way.
    pub(crate) rows: Vec<(String, String)>,
    /// Its numbers.
    pub(crate) fields: Vec<(String, String)>,
    pub(crate) is_number: bool,
    /// Whether several options can be chosen.
    pub(crate) is_several: bool,
    /// When it is asked itself.
    pub(crate) condition: Option<Json>,
}

impl KnownQuestion {
    /// Whether its answer is one of so few options that it can be put into words.
    pub(crate) fn reads_in_one_way(&self) -> bool {
        let is_one = !self.is_number && !self.is_several;
        let is_single = is_one && self.rows.is_empty() && self.fields.is_empty();
        is_single && (1..=200).contains(&self.values.len())
    }
}

/// When something is asked, in a survey's terms.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Resolved {
    Always,
    Never,
    When(Json),
}

impl WrittenCondition {
    pub(crate) fn new(written: impl Into<String>, when: Option<When>) -> Self {
        let written = crate::words::short(&written.into());
        Self { written, when }
    }
}

impl When {
    /// In a survey's terms; `None` where these have nothing like it.
    pub(crate) fn resolve(&self, known: &[KnownQuestion]) -> Option<Resolved> {
        let mut resolved = self.resolve_within(known)?;
        if let Resolved::When(json) = &resolved {
            let mut all = Vec::new();
            self.needed(known, &mut all);
            if !all.is_empty() {
                all.push(json.clone());
                resolved = Resolved::When(all_of(all)?);
            }
        }
        match &resolved {
            Resolved::When(json) if !is_within_bounds(json) => None,
            _ => Some(resolved),
        }
    }

    /// When the questions were asked of which nothing holds if they were not.
    fn needed(&self, known: &[KnownQuestion], found: &mut Vec<Json>) {
        match self {
            Self::All(several) | Self::Any(several) => {
                for one in several {
                    one.needed(known, found);
                }
            }
            Self::Not(one) => one.needed(known, found),
            Self::Test(test) if test.needs_asking => {
                let condition = subject(&test.question, known);
                let condition = condition.and_then(|one| one.known.condition.as_ref());
                if let Some(condition) = condition.filter(|one| !found.contains(one)) {
                    found.push(condition.clone());
                }
            }
            Self::Always(_) | Self::Test(_) => {}
        }
    }

    fn resolve_within(&self, known: &[KnownQuestion]) -> Option<Resolved> {
        Some(match self {
            Self::Always(true) => Resolved::Always,
            Self::Always(false) => Resolved::Never,
            Self::All(all) => joined(all, known, "all", &Resolved::Never, &Resolved::Always)?,
            Self::Any(any) => joined(any, known, "any", &Resolved::Always, &Resolved::Never)?,
            Self::Not(one) => match one.resolve_within(known)? {
                Resolved::Always => Resolved::Never,
                Resolved::Never => Resolved::Always,
                Resolved::When(json) => Resolved::When(not(json)),
            },
            Self::Test(test) => Resolved::When(test.resolve(known)?),
        })
    }
}

/// Several conditions as one: `decides` decides alone, `says_nothing` can be left out.
fn joined(
    several: &[When],
    known: &[KnownQuestion],
    name: &str,
    decides: &Resolved,
    says_nothing: &Resolved,
) -> Option<Resolved> {
    let mut found = Vec::new();
    for one in several {
        match one.resolve_within(known)? {
            resolved if resolved == *decides => return Some(resolved),
            resolved if resolved == *says_nothing => {}
            Resolved::When(json) => found.push(json),
            _ => {}
        }
    }
    if found.is_empty() {
        return Some(says_nothing.clone());
    }
    Some(Resolved::When(together(name, found)?))
}

/// "all" or "any" of several; one stands for itself.
fn together(name: &str, mut found: Vec<Json>) -> Option<Json> {
    match found.len() {
        0 => None,
        1 => found.pop(),
        2..=MOST_VALUES => Some(Json::Object(vec![(name.to_owned(), Json::List(found))])),
        _ => None,
    }
}

/// All of these.
pub(crate) fn all_of(found: Vec<Json>) -> Option<Json> {
    together("all", found)
}

/// Whether a survey takes so deep a condition with so many tests.
pub(crate) fn is_within_bounds(condition: &Json) -> bool {
    depth(condition) <= DEEPEST && tests(condition) <= MOST_TESTS
}

fn not(condition: Json) -> Json {
    Json::Object(vec![("not".to_owned(), condition)])
}

fn depth(json: &Json) -> u32 {
    match json {
        Json::Object(fields) => {
            let inner = fields.iter().map(|(name, value)| match (&**name, value) {
                ("all" | "any", Json::List(list)) => list.iter().map(depth).max().unwrap_or(0),
                ("not", one) => depth(one),
                _ => 0,
            });
            1 + inner.max().unwrap_or(0)
        }
        _ => 0,
    }
}

fn tests(json: &Json) -> usize {
    match json {
        Json::Object(fields) => {
            let inner = fields.iter().map(|(name, value)| match (&**name, value) {
                ("all" | "any", Json::List(list)) => list.iter().map(tests).sum(),
                ("not", one) => tests(one),
                _ => 0,
            });
            1 + inner.sum::<usize>()
        }
        _ => 0,
    }
}

/// What a name stands for: a question, and a row, a number or an option of it.
#[derive(Clone, Copy)]
struct Subject<'a> {
    known: &'a KnownQuestion,
    row: Option<&'a str>,
    field: Option<&'a str>,
    option: Option<&'a str>,
}

impl Test {
    fn resolve(&self, known: &[KnownQuestion]) -> Option<Json> {
        self.is.resolve(subject(&self.question, known)?)
    }
}

fn subject<'a>(name: &str, known: &'a [KnownQuestion]) -> Option<Subject<'a>> {
    let by_name = |name: &str| {
        let mut all = known.iter();
        all.find(|one| one.names.iter().any(|other| other == name))
    };
    if let Some(known) = by_name(name) {
        return Some(Subject {
            known,
            row: None,
            field: None,
            option: None,
        });
    }
    // `matrix.row`, `question_row`, `question/row`: a name may hold these signs itself.
    let cuts = name.char_indices().rev();
    cuts.filter(|(_, sign)| "._/[".contains(*sign))
        .find_map(|(at, _)| {
            let (question, part) = name.split_at_checked(at)?;
            let known = by_name(question)?;
            let part = part
                .get(1..)?
                .trim_end_matches(']')
                .trim_matches(['"', '\'']);
            let row = id_in(&known.rows, part);
            let field = id_in(&known.fields, part);
            let option = id_in(&known.values, part).filter(|_| known.is_several);
            let is_part = row.is_some() || field.is_some() || option.is_some();
            is_part.then_some(Subject {
                known,
                row,
                field,
                option,
            })
        })
}

impl Is {
    fn resolve(&self, subject: Subject<'_>) -> Option<Json> {
        let is_number = subject.known.is_number || subject.field.is_some();
        if is_number {
            return self.of_number(subject);
        }
        // LimeSurvey asks of a single option whether it is Y.
        if let Some(option) = subject.option {
            return match self {
                Self::Equal(values) | Self::AnyOf(values) if values == &["Y"] => {
                    Some(test(subject, &[option]))
                }
                Self::Equal(values)
                    if values.iter().all(|value| value.is_empty() || value == "N") =>
                {
                    Some(not(test(subject, &[option])))
                }
                Self::Answered => Some(test(subject, &[option])),
                _ => None,
            };
        }
        if !subject.known.rows.is_empty() && subject.row.is_none() {
            return None;
        }
        let ids = |values: &[String]| -> Option<Vec<&str>> {
            let ids = values
                .iter()
                .map(|value| id_in(&subject.known.values, value));
            ids.collect::<Option<Vec<_>>>()
                .filter(|ids| !ids.is_empty() && ids.len() <= MOST_VALUES)
        };
        let all = || -> Option<Vec<&str>> {
            let ids = subject.known.values.iter().map(|(_, id)| id.as_str());
            let ids: Vec<_> = ids.collect();
            (!ids.is_empty() && ids.len() <= MOST_VALUES).then_some(ids)
        };
        match self {
            // Nothing was answered.
            Self::Equal(values) if values.iter().all(String::is_empty) => {
                Some(not(test(subject, &all()?)))
            }
            Self::Equal(values) if subject.known.is_several => {
                let chosen = ids(values)?;
                let others = all()?.into_iter().filter(|id| !chosen.contains(id));
                let others: Vec<_> = others.collect();
                let each = chosen.iter().map(|id| test(subject, &[id]));
                let mut parts: Vec<_> = each.collect();
                if !others.is_empty() {
                    parts.push(not(test(subject, &others)));
                }
                all_of(parts)
            }
            Self::Equal(values) | Self::AnyOf(values) => Some(test(subject, &ids(values)?)),
            Self::AllOf(values) => {
                let each = ids(values)?.into_iter().map(|id| test(subject, &[id]));
                all_of(each.collect())
            }
            Self::Answered => Some(test(subject, &all()?)),
            // Levels of a rating are compared as numbers.
            Self::AtLeast(_) | Self::AtMost(_) | Self::Above(_) | Self::Below(_) => {
                if subject.known.is_several {
                    return None;
                }
                let levels = subject.known.values.iter().map(|(name, id)| {
                    let level: f64 = name.parse().ok()?;
                    Some((level, id.as_str()))
                });
                let levels = levels.collect::<Option<Vec<_>>>()?;
                let within = levels.into_iter().filter(|(level, _)| self.holds(*level));
                let ids: Vec<_> = within.map(|(_, id)| id).collect();
                (!ids.is_empty() && ids.len() <= MOST_VALUES).then(|| test(subject, &ids))
            }
        }
    }

    fn holds(&self, number: f64) -> bool {
        match self {
            Self::AtLeast(least) => number >= *least,
            Self::AtMost(most) => number <= *most,
            Self::Above(least) => number > *least,
            Self::Below(most) => number < *most,
            Self::Equal(_) | Self::AnyOf(_) | Self::AllOf(_) | Self::Answered => false,
        }
    }

    fn of_number(&self, subject: Subject<'_>) -> Option<Json> {
        let within = |least: Option<f64>, most: Option<f64>| {
            let mut fields = vec![question(subject)];
            fields.extend(subject.field.map(|field| ("field".to_owned(), text(field))));
            fields.extend(least.map(|least| ("at-least".to_owned(), Json::of_number(least))));
            fields.extend(most.map(|most| ("at-most".to_owned(), Json::of_number(most))));
            Json::Object(fields)
        };
        // Every number that can be answered lies between these.
        let answered = || within(Some(-1e9), Some(1e9));
        match self {
            Self::Equal(values) if values.iter().all(String::is_empty) => Some(not(answered())),
            Self::Equal(values) | Self::AnyOf(values) => {
                let numbers = values.iter().map(|value| value.trim().parse::<f64>().ok());
                let numbers = numbers.collect::<Option<Vec<_>>>()?;
                let each = numbers
                    .iter()
                    .map(|number| within(Some(*number), Some(*number)));
                together("any", each.collect())
            }
            Self::AllOf(_) => None,
            Self::AtLeast(least) => Some(within(Some(*least), None)),
            Self::AtMost(most) => Some(within(None, Some(*most))),
            // Above is at it or above, and not at it or below: an answer that was not given is neither.
            Self::Above(least) => {
                let below = not(within(None, Some(*least)));
                all_of(vec![within(Some(*least), None), below])
            }
            Self::Below(most) => {
                let above = not(within(Some(*most), None));
                all_of(vec![within(None, Some(*most)), above])
            }
            Self::Answered => Some(answered()),
        }
    }
}

fn text(text: &str) -> Json {
    Json::Text(text.to_owned())
}

fn question(subject: Subject<'_>) -> (String, Json) {
    ("question".to_owned(), text(&subject.known.id))
}

fn test(subject: Subject<'_>, ids: &[&str]) -> Json {
    let mut fields = vec![question(subject)];
    fields.extend(subject.row.map(|row| ("row".to_owned(), text(row))));
    let ids = ids.iter().map(|id| text(id));
    fields.push(("is".to_owned(), Json::List(ids.collect())));
    Json::Object(fields)
}

fn id_in<'a>(values: &'a [(String, String)], value: &str) -> Option<&'a str> {
    let by = |is_it: &dyn Fn(&str) -> bool| {
        let mut all = values.iter();
        all.find(|(name, _)| is_it(name)).map(|(_, id)| id.as_str())
    };
    by(&|name| name == value).or_else(|| by(&|name| name.eq_ignore_ascii_case(value)))
}
