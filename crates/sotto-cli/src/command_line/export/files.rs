//! Files that are whole or absent: each is written beside its place, and moved there once all are on the disk.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
    process,
};

use thiserror::Error;

/// Why a file cannot be written.
#[derive(Debug, Error)]
#[error("{} cannot be written: {error}; nothing of it was left behind", file.display())]
pub(super) struct FileError {
    file: PathBuf,
    error: io::Error,
}

/// A file that is not yet in its place. It is removed unless it gets there.
struct Waiting<'a> {
    place: &'a Path,
    beside: PathBuf,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        // It is gone already where it was moved.
        let _ = fs::remove_file(&self.beside);
    }
}

/// Writes every file, or none. A file that is there already is replaced.
pub(super) fn write_whole(files: &[(PathBuf, Vec<u8>)]) -> Result<(), FileError> {
    let waiting: Vec<_> = files
        .iter()
        .map(|(place, bytes)| {
            written_beside(place, bytes).map_err(|error| FileError {
                file: place.clone(),
                error,
            })
        })
        .collect::<Result<_, _>>()?;
    for one in &waiting {
        fs::rename(&one.beside, one.place).map_err(|error| FileError {
            file: one.place.to_owned(),
            error,
        })?;
    }
    Ok(())
}

fn written_beside<'a>(place: &'a Path, bytes: &[u8]) -> io::Result<Waiting<'a>> {
    let name = place.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
    let (waiting, mut file) = beside(place, &name.to_string_lossy())?;
    file.write_all(bytes)?;
    file.sync_all()?;
    Ok(waiting)
}

/// A new file beside a place, which nobody else writes, not even the same command called twice.
fn beside<'a>(place: &'a Path, name: &str) -> io::Result<(Waiting<'a>, File)> {
    let mut attempt = 0_u32;
    loop {
        let hidden = format!(".{name}.{}-{attempt}.part", process::id());
        let beside = place.with_file_name(hidden);
        match OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&beside)
        {
            Ok(file) => return Ok((Waiting { place, beside }, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && attempt < 1_000 => {
                attempt += 1;
            }
            Err(error) => return Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let names = entries.map(|one| one.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<_> = names.collect();
        names.sort();
        names
    }

    #[test]
    fn all_files_are_there_or_none() {
        let folder = tempfile::tempdir().unwrap();
        let place = |name: &str| folder.path().join(name);
        let files = [
            (place("a"), b"one".to_vec()),
            (place("gone/b"), b"two".to_vec()),
        ];
        let error = write_whole(&files).unwrap_err();
        assert!(
            error.to_string().contains("gone/b cannot be written"),
            "{error}"
        );
        assert_eq!(names(folder.path()), [""; 0]);

        write_whole(&files[..1]).unwrap();
        write_whole(&[(place("a"), b"three".to_vec())]).unwrap();
        assert_eq!(names(folder.path()), ["a"]);
        assert_eq!(fs::read(place("a")).unwrap(), b"three");
    }
}
