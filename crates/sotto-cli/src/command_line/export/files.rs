//! Files that are whole or absent: each is written beside its path, and moved there once all are on the disk.

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

/// A file that is not yet at its path. It is removed unless it gets there.
struct UnfinishedFile<'a> {
    path: &'a Path,
    beside: PathBuf,
}

impl Drop for UnfinishedFile<'_> {
    fn drop(&mut self) {
        // It is gone already where it was moved.
        let _ = fs::remove_file(&self.beside);
    }
}

/// Writes every file, or none. A file that is there already is replaced.
pub(super) fn write_whole(files: &[(PathBuf, Vec<u8>)]) -> Result<(), FileError> {
    let waiting: Vec<_> = files
        .iter()
        .map(|(path, bytes)| {
            written_beside(path, bytes).map_err(|error| FileError {
                file: path.clone(),
                error,
            })
        })
        .collect::<Result<_, _>>()?;
    for one in &waiting {
        fs::rename(&one.beside, one.path).map_err(|error| FileError {
            file: one.path.to_owned(),
            error,
        })?;
    }
    Ok(())
}

fn written_beside<'a>(path: &'a Path, bytes: &[u8]) -> io::Result<UnfinishedFile<'a>> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
    let (waiting, mut file) = beside(path, &name.to_string_lossy())?;
    file.write_all(bytes)?;
    file.sync_all()?;
    Ok(waiting)
}

/// A new file beside a path, which nobody else writes, not even the same command called twice.
fn beside<'a>(path: &'a Path, name: &str) -> io::Result<(UnfinishedFile<'a>, File)> {
    let mut attempt = 0_u32;
    loop {
        let hidden = format!(".{name}.{}-{attempt}.part", process::id());
        let beside = path.with_file_name(hidden);
        match OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&beside)
        {
            Ok(file) => return Ok((UnfinishedFile { path, beside }, file)),
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
        let path = |name: &str| folder.path().join(name);
        let files = [
            (path("a"), b"one".to_vec()),
            (path("gone/b"), b"two".to_vec()),
        ];
        let error = write_whole(&files).unwrap_err();
        assert!(
            error.to_string().contains("gone/b cannot be written"),
            "{error}"
        );
        assert_eq!(names(folder.path()), [""; 0]);

        write_whole(&files[..1]).unwrap();
        write_whole(&[(path("a"), b"three".to_vec())]).unwrap();
        assert_eq!(names(folder.path()), ["a"]);
        assert_eq!(fs::read(path("a")).unwrap(), b"three");
    }
}
