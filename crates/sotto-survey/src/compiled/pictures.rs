//! Where the pictures of a survey stand in its compiled form: together, behind all that every survey has, so that no other
//! survey is a byte longer.

use super::{error::CompiledError, form::Form, reader::Reader, writer::Writer};
use crate::file::{picture_file::PictureFile, survey_file::SurveyFile};

/// A picture with its place.
pub(super) struct Placed {
    /// The question's index.
    pub(super) question: u32,
    /// 0: the question's own; else one more than the option's index.
    pub(super) option: u32,
    pub(super) picture: PictureFile,
}

/// All pictures of a survey, in order.
fn placed(file: &SurveyFile) -> Vec<Placed> {
    let questions = (0..).zip(&file.questions);
    let placed = questions.flat_map(|(question, one)| {
        one.pictures().map(move |(option, picture)| Placed {
            question,
            option: option.map_or(0, |index| u32::try_from(index + 1).unwrap_or(u32::MAX)),
            picture: picture.clone(),
        })
    });
    placed.collect()
}

pub(super) fn write(file: &SurveyFile, to: &mut Writer) {
    placed(file).write(to);
}

/// Puts each picture into its place. They are written in one way: in order, one in each place, and some at least.
pub(super) fn read_into(file: &mut SurveyFile, from: &mut Reader<'_>) -> Option<()> {
    let read: Vec<Placed> = from.read()?;
    let mut last = None;
    for Placed {
        question,
        option,
        picture,
    } in read
    {
        let place = (question, option);
        let found = file.questions.get_mut(question as usize);
        let slot = found.and_then(|found| match option.checked_sub(1) {
            None => Some(&mut found.picture),
            Some(index) => {
                let options = found.options.as_mut()?;
                Some(&mut options.get_mut(index as usize)?.picture)
            }
        });
        match slot.filter(|_| last < Some(place)) {
            Some(slot) => *slot = Some(picture),
            None => return from.fail(CompiledError::Value("picture's place")),
        }
        last = Some(place);
    }
    match last {
        Some(_) => Some(()),
        None => from.fail(CompiledError::Value("list of pictures")),
    }
}
