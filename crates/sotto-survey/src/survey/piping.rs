//! Which answers can be put into the words of later questions.

use super::{
    kind::{AnswerShape, Categories, NumberFields},
    question::Draft,
};
use crate::{
    file::{
        fault::{At, FaultCause},
        question_file::QuestionFile,
    },
    terms::{identifier::Identifier, piping::Piece, text::Text},
};

/// Every wording that an answer can give is laid out on the page, so that nothing moves: that many are enough.
const MOST_WORDINGS: u32 = 200;

/// Refuses places for answers that cannot be put in there; `earlier` are the ids of the questions before, and what could
/// be read of each.
pub(super) fn check_piping(
    file: &QuestionFile,
    earlier: (&[Identifier], &[Option<Draft>]),
    language: Option<&str>,
    at: &At<'_>,
) {
    let mut first = None;
    for (field, text) in [("title", Some(&file.title)), ("help", file.help.as_ref())] {
        let at = at.key(field);
        let pairs = text.into_iter().flat_map(Text::pairs);
        for (tag, words) in pairs {
            let at = at.key(tag);
            for id in Piece::named(words) {
                if *first.get_or_insert(id) == id {
                    check_source(id, earlier, &at);
                } else {
                    at.fault(|| FaultCause::PipedSeveral(id.to_owned()));
                }
            }
        }
    }
    let at = at.key("otherwise");
    match (first, &file.otherwise) {
        (Some(id), None) => at.fault(|| FaultCause::OtherwiseMissing(id.to_owned())),
        (None, Some(_)) => at.fault(|| FaultCause::OtherwiseAlone),
        (Some(_), Some(otherwise)) => otherwise.check(language, &at),
        (None, None) => {}
    }
}

fn check_source(id: &str, (ids, drafts): (&[Identifier], &[Option<Draft>]), at: &At<'_>) {
    let Some(index) = ids.iter().position(|other| other.as_str() == id) else {
        if !ids.iter().any(Identifier::is_stand_in) {
            at.fault(|| FaultCause::PipedUnknown(id.to_owned()));
        }
        return;
    };
    // What could not be read is a fault of its own.
    let Some(Some(draft)) = drafts.get(index) else {
        return;
    };
    let found = match draft.shape() {
        AnswerShape::One(Categories::OwnSecret(_))
        | AnswerShape::None { .. }
        | AnswerShape::Set(_)
        | AnswerShape::Order(_)
        | AnswerShape::Rows(_)
        | AnswerShape::Numbers(NumberFields::Several(_)) => {
            return at.fault(|| FaultCause::PipedKind(id.to_owned()));
        }
        AnswerShape::One(categories) => categories.count(),
        AnswerShape::Numbers(NumberFields::Single(range)) => range.grid.cells(),
    };
    if found > MOST_WORDINGS {
        at.fault(|| FaultCause::PipedTooMany {
            found,
            maximum: MOST_WORDINGS,
        });
    }
}
