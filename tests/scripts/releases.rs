//! The scripts that make and try a release, where something goes wrong. Nothing half-made is taken for a release.

use std::fs;

use super::*;

/// Of the version that Cargo.toml names.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A program that says that it is this version, and a site of one page: what a release is made of without compiling.
fn play_built(stage: &Stage) {
    stage.play(
        "built",
        &format!(
            "case $1 in --version) echo 'sotto {VERSION}' ;; man) echo page >\"$2/sotto.1\" ;; *) echo \"$1\" ;; esac"
        ),
    );
    fs::create_dir(stage.path("site")).unwrap();
    fs::write(stage.path("site/index.html"), "<h1>Sotto</h1>").unwrap();
}

impl Stage {
    fn release_command(&self, words: &[&str]) -> Command {
        let mut command = self.command(self.path("project/scripts/release"));
        command
            .args(words)
            .env("SOTTO_BINARY", self.path("commands/built"))
            .env("SOTTO_DIST", self.path("site"))
            .env("SOURCE_DATE_EPOCH", "1700000000");
        command
    }

    fn release(&self, words: &[&str]) -> Outcome {
        self.release_command(words).output().unwrap().into()
    }

    /// Makes the project a clone in which all is committed.
    fn commit(&self) {
        let script = "git init -q && git -c user.name=A -c user.email=a@example.org add -A \
            && git -c user.name=A -c user.email=a@example.org commit -q -m All";
        let mut command = self.command("bash");
        let done = command.args(["-c", script]).output().unwrap();
        assert!(done.status.success(), "{}", Outcome::from(done).said);
    }
}

const PARTS: &str = "binary,image,wheel,kit,notes";

#[test]
fn a_release_is_of_the_version_that_is_there_and_of_what_is_committed() {
    let stage = Stage::new();
    play_built(&stage);
    for wrong in [&[][..], &["1.0"], &["1.0.0-rc.1"], &[VERSION, "9.9.9"]] {
        assert_eq!(stage.release(wrong).code, Some(2), "{wrong:?}");
    }
    let outcome = stage.release(&["9.9.9"]);
    assert_eq!(outcome.code, Some(1));
    outcome.assert_said(&format!(
        "Cargo.toml says that this is {VERSION}, not 9.9.9"
    ));
    stage.commit();
    fs::write(stage.path("project/slip"), "").unwrap();
    let outcome = stage.release(&[VERSION]);
    assert_eq!(outcome.code, Some(1));
    outcome.assert_said("?? slip. Commit it, or release from a fresh clone.");
    fs::remove_file(stage.path("project/slip")).unwrap();
    let outcome = stage.release(&[VERSION]);
    assert_eq!(outcome.code, Some(1));
    outcome.assert_said(&format!("CHANGELOG.md has no section ## [{VERSION}]"));
    let outcome = stage.release(&[VERSION, "--rehearse", "--only", "everything"]);
    assert_eq!(outcome.code, Some(2));
    outcome.assert_said("There is no part \"everything\".");
}

#[test]
fn a_program_of_another_version_is_not_released() {
    let stage = Stage::new();
    play_built(&stage);
    stage.play("built", "echo sotto 0.0.1");
    let outcome = stage.release(&[VERSION, "--rehearse"]);
    assert_eq!(outcome.code, Some(1));
    outcome.assert_said(&format!(
        "says that it is \"sotto 0.0.1\", not sotto {VERSION}: build it anew."
    ));
}

#[test]
fn a_release_is_the_same_bytes_twice() {
    let stage = Stage::new();
    play_built(&stage);
    let made = ["one", "other"].map(|name| {
        let folder = stage.path(name);
        let into = folder.to_str().unwrap();
        let outcome = stage.release(&[VERSION, "--rehearse", "--only", PARTS, "--into", into]);
        assert_eq!(outcome.code, Some(0), "{}", outcome.said);
        let files = fs::read_dir(&folder).unwrap();
        let mut files: Vec<_> = files
            .map(|file| file.unwrap().path())
            .map(|path| {
                (
                    path.file_name().unwrap().to_owned(),
                    fs::read(&path).unwrap(),
                )
            })
            .collect();
        files.sort();
        files
    });
    let [one, other] = &made;
    let names: Vec<_> = one.iter().map(|(name, _)| name).collect();
    assert_eq!(names.len(), 6, "{names:?}");
    for ((name, bytes), (_, again)) in one.iter().zip(other) {
        assert!(bytes == again, "{} differs", name.display());
    }
}

#[test]
fn a_part_that_fails_leaves_no_release() {
    let stage = Stage::new();
    play_built(&stage);
    stage.play("gzip", "exit 1");
    let outcome = stage.release(&[VERSION, "--rehearse"]);
    assert_eq!(outcome.code, Some(1));
    outcome.assert_said("The part \"binary\" was not made, and no release is left.");
    let left = fs::read_dir(stage.path("project/target/releases")).unwrap();
    assert_eq!(left.count(), 0);
    stage.play(
        "df",
        "printf 'Filesystem 1M-blocks Used Available\\n/dev/full 9000 8993 7 100%% /\\n'",
    );
    let outcome = stage.release(&[VERSION, "--rehearse"]);
    outcome.assert_said("is full (7 MB left): make room, then run this again.");
}

#[test]
fn a_whole_release_is_not_made_over() {
    let stage = Stage::new();
    play_built(&stage);
    let folder = stage.path("project/target/releases").join(VERSION);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("SHA256SUMS"), "").unwrap();
    let outcome = stage.release(&[VERSION, "--rehearse"]);
    assert_eq!(outcome.code, Some(1));
    outcome.assert_said("is a whole release already. A version is made once");
}

#[test]
fn two_releases_at_once_are_one_too_many_and_one_that_is_stopped_leaves_nothing() {
    let stage = Stage::new();
    play_built(&stage);
    stage.pipe("packing");
    // Tells that it is at work, as the script itself says nothing by then.
    stage.play(
        "xz",
        "echo packing >&2; read -r _ <\"$STAGE/packing\"; exit 1",
    );
    let mut command = stage.release_command(&[VERSION, "--rehearse"]);
    command.stderr(Stdio::piped()).process_group(0);
    let mut one = Build::begin(command);
    one.says("packing");
    let outcome = stage.release(&[VERSION, "--rehearse"]);
    assert_eq!(outcome.code, Some(1));
    outcome.assert_said("✗ Another scripts/release is at work in this clone");
    let reading = stage.writer("packing");
    let group = format!("-{}", one.child.id());
    let sent = Command::new("kill").args(["-TERM", "--", &group]).status();
    assert!(sent.unwrap().success());
    one.words.read_to_string(&mut String::new()).unwrap();
    assert!(!one.child.wait().unwrap().success());
    drop(reading);
    let left = fs::read_dir(stage.path("project/target/releases")).unwrap();
    assert_eq!(left.count(), 0);
}

#[test]
fn a_target_that_cannot_be_fetched_is_named() {
    let stage = Stage::new();
    fs::remove_file(stage.path("libraries/libstd-1.rlib")).unwrap();
    stage.play("rustup", "echo 'could not connect' >&2; exit 1");
    let outcome = stage.bash("need_shipped_target");
    assert_eq!(outcome.code, Some(1));
    outcome.assert_said("could not connect");
    outcome.assert_said("rustup could not add the target x86_64-unknown-linux-musl");
    outcome.assert_said("Once there is a network, run this again.");
}

#[test]
fn only_a_whole_release_is_tried() {
    let stage = Stage::new();
    let folder = stage.path("release");
    fs::create_dir(&folder).unwrap();
    let try_it = || -> Outcome {
        let mut command = stage.command(stage.path("project/scripts/try-release"));
        command.arg(&folder).arg("wheel").output().unwrap().into()
    };
    let outcome = try_it();
    assert_eq!(outcome.code, Some(1));
    outcome.assert_said("is no whole release: it has no SHA256SUMS.");
    fs::write(folder.join("file"), "whole").unwrap();
    let listed = stage.bash("write_checksums \"$STAGE/release\"");
    assert_eq!(listed.code, Some(0), "{}", listed.said);
    fs::write(folder.join("file"), "half").unwrap();
    let outcome = try_it();
    assert_eq!(outcome.code, Some(1));
    outcome.assert_said("not all is as it was made: file: FAILED Get it again.");
}

#[test]
fn a_record_of_another_hash_is_not_tried() {
    let stage = Stage::new();
    play_built(&stage);
    let folder = stage.path("project/target/releases/0.0.1");
    fs::create_dir_all(&folder).unwrap();
    fs::write(
        stage.path("project/scripts/lib/records.txt"),
        format!("0.0.1 {}\n", "0".repeat(64)),
    )
    .unwrap();
    let try_it = || -> Outcome {
        let mut command = stage.command(stage.path("project/scripts/try-versions"));
        let built = stage.path("commands/built");
        command.env("SOTTO_BINARY", built).output().unwrap().into()
    };
    let outcome = try_it();
    assert_eq!(outcome.code, Some(1));
    outcome.assert_said("The record of 0.0.1 is not in ");
    fs::write(folder.join("sotto-0.0.1-record.tar.gz"), "another").unwrap();
    let outcome = try_it();
    assert_eq!(outcome.code, Some(1));
    outcome.assert_said(&format!(
        "not {} as scripts/lib/records.txt pins: it is not used.",
        "0".repeat(64)
    ));
}
