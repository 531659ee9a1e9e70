//! One imagined person's answers.

use rand::CryptoRng;
use sotto_ldp::numbers::Grid;
use sotto_survey::{Answer, AnswerShape, MultipleChoice, NumberFields, Question, Survey};

use super::{
    chance::below,
    recipe::{Minds, Shape},
};

/// How often another option is looked for, of those that were not drawn yet.
const TRIES: u32 = 40;

/// What a person would answer to each question, whether it is asked or not.
pub(super) fn answers(
    survey: &Survey,
    minds: &Minds,
    rng: &mut dyn CryptoRng,
) -> Vec<Option<Answer>> {
    if let Minds::Sheet(sheet) = minds {
        return sheet.row(rng);
    }
    let questions = survey.questions().iter();
    questions
        .map(|question| answer(question, minds, rng))
        .collect()
}

fn answer(question: &Question, minds: &Minds, rng: &mut dyn CryptoRng) -> Option<Answer> {
    let id = question.id().as_str();
    let within = |inner: &str| format!("{id}.{inner}");
    match question.shape() {
        // Everybody who is imagined agrees.
        AnswerShape::None { .. } => question.answer_consent().ok(),
        AnswerShape::One(categories) => {
            let category = cell(minds, id, categories.count(), rng);
            question.answer_of_simulated(category).ok()
        }
        AnswerShape::Set(choice) => question.answer_set(&chosen(choice, id, minds, rng)).ok(),
        AnswerShape::Order(ranked) => {
            // What comes first as imagined, the others as they are listed.
            let first = cell(minds, id, ranked.count(), rng);
            let others = (0..ranked.count()).filter(|&option| option != first);
            let order: Vec<_> = std::iter::once(first).chain(others).collect();
            question.answer_order(&order).ok()
        }
        AnswerShape::Rows(matrix) => {
            let count = question.shape().categories().count();
            let rows = matrix.rows.iter();
            let rows = rows.map(|row| Some(cell(minds, &within(row.id.as_str()), count, rng)));
            question.answer_rows(&rows.collect::<Vec<_>>()).ok()
        }
        AnswerShape::Numbers(NumberFields::Single(range)) => {
            let number = number(minds, id, range.grid, rng)?;
            question.answer_number(number).ok()
        }
        AnswerShape::Numbers(NumberFields::Several(fields)) => {
            let fields = fields.iter();
            let numbers =
                fields.map(|field| number(minds, &within(field.id.as_str()), field.grid, rng));
            question.answer_numbers(&numbers.collect::<Vec<_>>()).ok()
        }
    }
}

fn number(
    minds: &Minds,
    name: &str,
    grid: Grid,
    rng: &mut dyn CryptoRng,
) -> Option<sotto_ldp::numbers::Decimal> {
    grid.value(cell(minds, name, grid.cells(), rng))
}

/// A cell of so many.
fn cell(minds: &Minds, name: &str, cells: u32, rng: &mut dyn CryptoRng) -> u32 {
    let shape = match minds {
        Minds::Shaped(shape) => *shape,
        Minds::Shares(shares) => {
            if let Some(cell) = shares.draw(name, cells, rng) {
                return cell;
            }
            Shape::Uniform
        }
        Minds::Sheet(_) => Shape::Uniform,
    };
    let place = (place(shape, rng) * f64::from(cells)).floor();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a place is at least 0 and below 1"
    )]
    let cell = place as u32;
    cell.min(cells.saturating_sub(1))
}

/// A place from 0 to below 1.
fn place(shape: Shape, rng: &mut dyn CryptoRng) -> f64 {
    let mut uniform = || {
        #[expect(clippy::cast_precision_loss, reason = "53 bits are exact")]
        let bits = (rng.next_u64() >> 11) as f64;
        bits * 2_f64.powi(-53)
    };
    match shape {
        Shape::Uniform => uniform(),
        Shape::Gaussian => (uniform() + uniform() + uniform() + uniform()) / 4.0,
        // From the distribution function of an exponential cut at 4, by its inverse.
        Shape::Exponential => -(1.0 - uniform() * (1.0 - (-4_f64).exp())).ln() / 4.0,
        Shape::OnePoint => 0.3,
    }
}

fn chosen(choice: &MultipleChoice, id: &str, minds: &Minds, rng: &mut dyn CryptoRng) -> Vec<u32> {
    let count = u32::try_from(choice.options.len()).unwrap_or(u32::MAX);
    let least = choice.at_least.min(count);
    let most = choice.at_most.min(count).max(least);
    let alone = |option: u32| {
        let option = choice.options.get(option as usize);
        option.is_some_and(|option| option.exclusive)
    };
    let mut chosen: Vec<u32> = match minds {
        Minds::Shares(shares) => (0..count)
            .filter(|&option| {
                let chooses = shares.chooses(id, option as usize, rng);
                chooses.unwrap_or_else(|| rng.next_u64() & 1 == 0)
            })
            .collect(),
        _ => Vec::new(),
    };
    let wanted = match minds {
        Minds::Shares(_) => least,
        _ => least.max(1) + below(most.saturating_sub(least.max(1)).min(2) + 1, rng),
    };
    // An option that stands alone is drawn first, or not at all.
    if chosen.is_empty() && wanted > 0 {
        let first = cell(minds, id, count, rng);
        if alone(first) && least <= 1 {
            return vec![first];
        }
    }
    if let Some(&one) = chosen.iter().find(|&&one| alone(one))
        && least <= 1
        && below(2, rng) == 0
    {
        return vec![one];
    }
    chosen.retain(|&one| !alone(one));
    let is_full = |chosen: &Vec<u32>| u32::try_from(chosen.len()).is_ok_and(|len| len >= wanted);
    for _ in 0..TRIES {
        if is_full(&chosen) {
            break;
        }
        let option = cell(minds, id, count, rng);
        if !alone(option) && !chosen.contains(&option) {
            chosen.push(option);
        }
    }
    // Whoever thinks one thing only still has to choose as many as are asked for.
    for option in (0..count).filter(|&option| !alone(option)) {
        let is_enough = u32::try_from(chosen.len()).is_ok_and(|len| len >= least);
        if is_enough {
            break;
        }
        if !chosen.contains(&option) {
            chosen.push(option);
        }
    }
    while chosen.len() > most as usize {
        let gone = below(u32::try_from(chosen.len()).unwrap_or(u32::MAX), rng);
        chosen.swap_remove(gone as usize);
    }
    chosen
}
