//! A rehearsal as a program of its own holds it: what it is asked, and what it tells.

use serde::{Deserialize, Serialize};
use sotto_survey::{Json, Results, Survey};

use super::{
    beside::{Beside, beside},
    course::{Rehearsal, RehearsalError},
    recipe::{Minds, Recipe, Shape},
};

/// In how many turns people answer: results are looked at after each.
const TURNS: u32 = 200;

/// How many crowds are drawn at most until one is typical.
const DRAWS: u64 = 12;

/// How many in a hundred prefer not to answer, wherever that is offered.
const DECLINING: u32 = 5;

/// The people that are wanted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DrawRequest {
    /// The survey's file.
    pub survey: String,
    /// How many, at most [`MOST_IMAGINED`](super::MOST_IMAGINED).
    pub people: u32,
    /// What they think.
    pub shape: Shape,
    /// The number that draws them. At most 2⁵³.
    pub number: u64,
    /// Whether those of a later number are taken if these are not typical: see [`Drawn::is_typical`].
    pub typical: bool,
}

/// What is told of them: progress often, then one of the others and no more.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum DrawMessage {
    /// So many have answered; where several crowds are drawn, of the one that is being drawn.
    Progress(u32),
    /// All have.
    Done(Box<Drawn>),
    /// They cannot answer; the sentence says why, in English.
    Refused(String),
}

/// What came of a rehearsal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Drawn {
    /// The number that drew the people.
    pub number: u64,
    /// What the survey's designer would see.
    pub results: Results,
    /// What is true of these people, each figure in the place of its estimate.
    pub imagined: Results,
    /// Whether the estimates are, in the root mean square, within one standard error of what was imagined.
    pub is_typical: bool,
    /// How many figures have an interval, and how many of these hold what was imagined.
    pub intervals: (u32, u32),
}

/// Draws the people and tells `tell` what comes of it. It blocks until they are done, so it must not run on a page's own
/// thread.
pub fn draw(request: &DrawRequest, mut tell: impl FnMut(DrawMessage)) {
    let last = match drawn(request, &mut tell) {
        Ok(drawn) => DrawMessage::Done(Box::new(drawn)),
        Err(sentence) => DrawMessage::Refused(sentence),
    };
    tell(last);
}

fn drawn(request: &DrawRequest, tell: &mut impl FnMut(DrawMessage)) -> Result<Drawn, String> {
    let json: Json = serde_json::from_str(&request.survey).map_err(|error| error.to_string())?;
    let survey = Survey::to_publish(json).map_err(|faults| faults.to_string())?;
    let draws = if request.typical { DRAWS } else { 1 };
    let mut nearest = None::<(f64, Drawn)>;
    for number in request.number..request.number + draws {
        let rehearsal = held(&survey, request, number, tell).map_err(|error| error.to_string())?;
        let (off, crowd) = looked_at(&rehearsal, number);
        let is_typical = crowd.is_typical;
        if nearest.as_ref().is_none_or(|(least, _)| off < *least) {
            nearest = Some((off, crowd));
        }
        if is_typical {
            break;
        }
    }
    nearest
        .map(|(_, crowd)| crowd)
        .ok_or_else(|| "nobody was drawn".to_owned())
}

fn held(
    survey: &Survey,
    request: &DrawRequest,
    number: u64,
    tell: &mut impl FnMut(DrawMessage),
) -> Result<Rehearsal, RehearsalError> {
    let recipe = Recipe {
        people: request.people,
        minds: Minds::Shaped(request.shape),
        leaving: 0,
        declining: DECLINING,
        careless: 0,
        cheating: 0,
    };
    let mut rehearsal = Rehearsal::new(survey.clone(), recipe, number)?;
    while !rehearsal.is_over() {
        rehearsal.advance(request.people.div_ceil(TURNS))?;
        tell(DrawMessage::Progress(rehearsal.done().0));
    }
    Ok(rehearsal)
}

/// What came of it, and how far the estimates are off: in standard errors, in the root mean square.
fn looked_at(rehearsal: &Rehearsal, number: u64) -> (f64, Drawn) {
    let (results, imagined) = (rehearsal.results(), rehearsal.imagined());
    let all = beside(&results, &imagined);
    let errors = all.iter().filter_map(Beside::errors_off);
    let (count, sum) = errors.fold((0_u32, 0.0), |(count, sum), off| {
        (count + 1, sum + off * off)
    });
    let off = if count == 0 {
        0.0
    } else {
        (sum / f64::from(count)).sqrt()
    };
    let held = all.iter().filter(|one| one.holds()).count();
    let number_of = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let drawn = Drawn {
        number,
        results,
        imagined,
        is_typical: off <= 1.0,
        intervals: (number_of(all.len()), number_of(held)),
    };
    (off, drawn)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(typical: bool, number: u64) -> DrawRequest {
        DrawRequest {
            survey: include_str!("../../../../www/surveys/census.json").to_owned(),
            people: 400,
            shape: Shape::Exponential,
            number,
            typical,
        }
    }

    fn last(request: &DrawRequest) -> (u32, DrawMessage) {
        let mut told = Vec::new();
        draw(request, |message| told.push(message));
        let last = told.pop().unwrap();
        (u32::try_from(told.len()).unwrap(), last)
    }

    /// Twelve crowds are tried; with some twenty figures each is typical in about half of all cases.
    #[test]
    fn the_first_crowd_is_typical_and_later_ones_are_as_they_come() {
        let (_, DrawMessage::Done(first)) = last(&request(true, 1)) else {
            panic!("nothing was drawn");
        };
        assert!(first.is_typical);
        let later = (2..40).map(|number| last(&request(false, number)));
        let later: Vec<_> = later
            .map(|(turns, last)| {
                assert_eq!(turns, 200);
                let DrawMessage::Done(drawn) = last else {
                    panic!("nothing was drawn");
                };
                drawn.is_typical
            })
            .collect();
        assert!(later.contains(&true) && later.contains(&false));
    }

    #[test]
    fn a_survey_that_is_none_is_refused_with_a_sentence() {
        let wrong = DrawRequest {
            survey: r#"{ "sotto": 1 }"#.to_owned(),
            ..request(true, 1)
        };
        assert!(matches!(last(&wrong), (0, DrawMessage::Refused(why)) if !why.is_empty()));
        let nobody = DrawRequest {
            people: 0,
            ..request(true, 1)
        };
        assert!(matches!(last(&nobody), (0, DrawMessage::Refused(why)) if why.contains("1 to")));
    }

    #[test]
    fn what_is_told_survives_its_journey() {
        let (_, last) = last(&request(false, 3));
        let text = serde_json::to_string(&last).unwrap();
        let read: DrawMessage = serde_json::from_str(&text).unwrap();
        assert!(
            matches!((read, last), (DrawMessage::Done(read), DrawMessage::Done(told))
            if read.number == told.number && read.results.questions.len() == told.results.questions.len())
        );
    }
}
