//! `sotto backup` and `sotto restore`, and the key between them.

use std::{fs::File, io::Write as _, path::Path, process::Command};

use crate::{
    command_line::{Serving, run, sotto},
    temporary,
};

fn copying(command: &str, file: &Path, database: &Path) -> Command {
    let mut copying = sotto();
    copying
        .arg(command)
        .arg(file)
        .arg("--database")
        .arg(database);
    copying
}

#[test]
fn only_what_was_backed_up_under_the_key_is_restored() {
    let folder = temporary::folder();
    let path = |name: &str| folder.path().join(name);
    let database = path("sotto.sqlite");
    drop(Serving::start(&database));
    let backup = path("backup.sqlite");
    let (code, said) = run(&mut copying("backup", &backup, &database));
    assert_eq!(code, Some(0), "{said}");
    // The first backup makes the key, and says so; the next takes it.
    let key = path("sotto-backup.key");
    assert!(
        said.contains("Keep a copy of it away") && key.is_file(),
        "{said}"
    );
    let (code, said) = run(&mut copying("backup", &path("again.sqlite"), &database));
    assert_eq!(code, Some(0), "{said}");
    assert!(!said.contains("Keep a copy"), "{said}");

    let (code, said) = run(&mut copying("restore", &backup, &path("restored.sqlite")));
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("2 versions of surveys"), "{said}");
    assert!(said.contains("The backup was made on 2"), "{said}");

    let elsewhere = temporary::folder();
    let to = elsewhere.path().join("sotto.sqlite");
    let (code, said) = run(&mut copying("restore", &backup, &to));
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("name the file with --key"), "{said}");

    // A backup that somebody else made.
    let others = elsewhere.path().join("other.key");
    let mut other = File::create(&others).unwrap();
    writeln!(other, "sotto-backup-key_{}", "A".repeat(43)).unwrap();
    let (code, said) = run(copying("restore", &backup, &to).arg("--key").arg(&others));
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("was changed after it was made"), "{said}");
    let (code, said) = run(copying("restore", &backup, &to).arg("--key").arg(&key));
    assert_eq!(code, Some(0), "{said}");
    // What has no seal at all.
    let (code, said) = run(&mut copying("restore", &database, &path("third.sqlite")));
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("carries no seal"), "{said}");
}
