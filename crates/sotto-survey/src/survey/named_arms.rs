//! Arms that a link names, where the survey leaves them to links.

use super::Survey;
use crate::terms::error::ArmsError;

impl Survey {
    /// The survey as it is asked of somebody whose link names these arms, by the ids of their questions with
    /// spaces between.
    ///
    /// # Errors
    /// When the survey leaves nothing to the link, the link names what is no arm, or not one question of each
    /// list.
    pub fn with_arms_named(mut self, named: &str) -> Result<Self, ArmsError> {
        if !self.takes_arms_by_link() {
            return Err(ArmsError::Drawn);
        }
        let ids: Vec<_> = self.questions.iter().map(|one| one.id().as_str()).collect();
        for arms in &mut self.arms {
            arms.named = None;
        }
        for name in named.split_ascii_whitespace() {
            let found = self.arms.iter_mut().find_map(|arms| {
                let mut members = arms.questions().iter();
                let position = members.position(|&index| ids.get(index) == Some(&name));
                position.map(|position| arms.named.replace(position))
            });
            match found {
                Some(None) => {}
                Some(Some(_)) => return Err(ArmsError::Twice(name.to_owned())),
                None => return Err(ArmsError::Unknown(name.to_owned())),
            }
        }
        let unnamed = self.arms.iter().find(|arms| arms.named.is_none());
        let first = unnamed.and_then(|arms| ids.get(*arms.questions().first()?));
        match first {
            Some(&first) => Err(ArmsError::Missing(first.to_owned())),
            None => Ok(self),
        }
    }

    /// All that a link can name so that [`Self::with_arms_named`] takes it; nothing where devices draw.
    #[must_use]
    pub fn arms_for_links(&self) -> Vec<String> {
        if !self.takes_arms_by_link() {
            return Vec::new();
        }
        self.arms.iter().fold(vec![String::new()], |ways, arms| {
            let members = arms.questions().iter();
            let ids = members.filter_map(|&index| Some(self.questions.get(index)?.id().as_str()));
            let ids: Vec<_> = ids.collect();
            let with = |way: &str, id: &str| [way, " ", id].concat().trim_start().to_owned();
            let longer = ways.iter();
            let longer = longer.flat_map(|way| ids.iter().map(move |id| with(way, id)));
            longer.collect()
        })
    }
}
