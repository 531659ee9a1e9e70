//! The folder in which the pictures of a survey's file lie. Their names say nothing: a survey names them by their hash.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use sotto_api::pictures::{Picture, PictureError};
use sotto_survey::{PictureHash, Survey};
use thiserror::Error;

/// Why pictures cannot be handed in.
#[derive(Debug, Error)]
pub(super) enum PicturesError {
    #[error("{} cannot be read: {error}", file.display())]
    File { file: PathBuf, error: io::Error },
    #[error(
        "the survey has pictures, which its file only names: name the folder that they lie in with --pictures"
    )]
    NoFolder,
    #[error(
        "none of the pictures in {} has the hash {hash}: `sotto check FILE --pictures DIR` tells the hash of each, without what is written into it beside what is seen", folder.display()
    )]
    Missing { folder: PathBuf, hash: PictureHash },
}

/// What lies in a folder, by name.
pub(super) struct Pictures {
    folder: PathBuf,
    found: Vec<(PathBuf, Result<Picture, PictureError>)>,
}

impl Pictures {
    pub(super) fn in_folder(folder: &Path) -> Result<Self, PicturesError> {
        let failed = |file: &Path, error| PicturesError::File {
            file: file.to_owned(),
            error,
        };
        let entries = fs::read_dir(folder).map_err(|error| failed(folder, error))?;
        let mut files = Vec::new();
        for entry in entries {
            let entry = entry.map_err(|error| failed(folder, error))?;
            let file = entry.path();
            let about = fs::metadata(&file).map_err(|error| failed(&file, error))?;
            if about.is_file() {
                files.push((file, about.len()));
            }
        }
        files.sort();
        let mut found = Vec::new();
        for (file, length) in files {
            let length = usize::try_from(length).unwrap_or(usize::MAX);
            let read = if length > 2 * Picture::MOST_BYTES {
                Err(PictureError::TooLarge(length))
            } else {
                let bytes = fs::read(&file).map_err(|error| failed(&file, error))?;
                Picture::read(&bytes)
            };
            found.push((file, read));
        }
        Ok(Self {
            folder: folder.to_owned(),
            found,
        })
    }

    /// The pictures that a survey names, each once.
    pub(super) fn of(&self, survey: &Survey) -> Result<Vec<&Picture>, PicturesError> {
        let pictures = || self.found.iter().filter_map(|(_, read)| read.as_ref().ok());
        let named = survey.picture_hashes().into_iter();
        let one = |hash: PictureHash| {
            let found = pictures().find(|picture| picture.hash() == hash);
            found.ok_or_else(|| PicturesError::Missing {
                folder: self.folder.clone(),
                hash,
            })
        };
        named.map(one).collect()
    }

    /// Each as it is named in a survey's file, or why not.
    pub(super) fn lines(&self) -> Vec<String> {
        let line = |(file, read): &(PathBuf, Result<Picture, PictureError>)| {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            match read {
                Ok(picture) => format!(
                    "{name:?}: \"picture\": {{ \"hash\": \"{}\", \"width\": {}, \"height\": {}, \"alt\": {{ … }} }}",
                    picture.hash(),
                    picture.width(),
                    picture.height()
                ),
                Err(error) => format!("{name:?}: {error}"),
            }
        };
        self.found.iter().map(line).collect()
    }
}

/// The pictures that a survey names, in the folder that was named.
pub(super) fn named_by(
    survey: &Survey,
    folder: Option<&Path>,
) -> Result<Vec<Picture>, PicturesError> {
    if survey.picture_hashes().is_empty() {
        return Ok(Vec::new());
    }
    let folder = folder.ok_or(PicturesError::NoFolder)?;
    let found = Pictures::in_folder(folder)?;
    let named = found.of(survey)?;
    Ok(named.into_iter().cloned().collect())
}
