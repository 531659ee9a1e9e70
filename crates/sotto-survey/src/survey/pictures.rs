//! Which pictures a survey may have.

use crate::{
    file::{
        fault::{At, FaultCause},
        picture_file::PictureFile,
        question_file::QuestionFile,
    },
    terms::question_type::QuestionType,
};

/// Whether the options of such a question have room for pictures.
const fn shows_options(question_type: QuestionType) -> bool {
    matches!(
        question_type,
        QuestionType::SingleChoice | QuestionType::Likert | QuestionType::MultipleChoice
    )
}

/// Holds every picture of a survey against what one may be.
pub(super) fn check_pictures(questions: &[QuestionFile], language: Option<&str>, at: &At<'_>) {
    let mut count = 0;
    for (index, question) in questions.iter().enumerate() {
        let at = at.index(index);
        for (option, picture) in question.pictures() {
            count += 1;
            let check = |at: &At<'_>| {
                picture.check(language, at);
                if count == PictureFile::MOST + 1 {
                    at.fault(|| FaultCause::TooManyPictures);
                }
                if option.is_some() && !shows_options(question.question_type) {
                    at.fault(|| FaultCause::PictureForeign(question.question_type));
                }
            };
            match option {
                None => check(&at.key("picture")),
                Some(option) => check(&at.key("options").index(option).key("picture")),
            }
        }
    }
}
