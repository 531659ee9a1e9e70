//! The scripts that build Sotto, where something goes wrong: no network, a full disk, two at once, a port taken, an end
//! in the middle. Each says what to do, and nothing half-built is taken for whole.
//!
//! They run on a copy of their own, with compilers and networks that these tests play.

#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

mod releases;

use std::{
    ffi::OsStr,
    fs::{self, File, OpenOptions},
    io::{BufRead, BufReader, Read, Write},
    net::TcpListener,
    os::unix::{
        fs::{PermissionsExt, symlink},
        process::CommandExt,
    },
    path::{Path, PathBuf},
    process::{Child, ChildStderr, Command, Output, Stdio},
};

use tempfile::TempDir;

/// Whatever the commands of a stage need beside the one that a test is about.
const STAND_INS: [(&str, &str); 6] = [
    (
        "rustc",
        r#"case $* in *target-libdir*) echo "$STAGE/libraries" ;; *) echo "rustc 1.999.0" ;; esac"#,
    ),
    (
        "wasm-bindgen",
        r#"[ "$1" = --version ] && awk '/^name = "wasm-bindgen"$/ { getline; gsub(/[^0-9.]/, ""); print "wasm-bindgen " $0; exit }' "$STAGE/project/Cargo.lock""#,
    ),
    (
        "npm",
        r#"[ "$1" = install ] || exit 1
        cd "$3" && mkdir -p node_modules/{esbuild/lib,marked/lib,github-slugger} || exit 1
        echo 'export default {};' | tee node_modules/esbuild/lib/main.js node_modules/github-slugger/index.js >/dev/null
        echo 'export class Marked {} export class Parser {} export class Renderer {}' >node_modules/marked/lib/marked.esm.js
        echo '{ "type": "module" }' | tee node_modules/{esbuild,marked,github-slugger}/package.json >/dev/null"#,
    ),
    (
        "trunk",
        r#"awk -F= '/^TRUNK_VERSION=/ { print "trunk " $2 }' "$STAGE/project/scripts/lib/versions.sh""#,
    ),
    (
        "wasm-opt",
        r#"awk -F= '/^BINARYEN_VERSION=/ { print "wasm-opt version " int($2) }' "$STAGE/project/scripts/lib/versions.sh""#,
    ),
    // What would wait for a network to recover.
    ("sleep", "true"),
];

/// A copy of the scripts with what they read, in a folder that has its own commands and keeps its own tools.
struct Stage(TempDir);

impl Stage {
    fn new() -> Self {
        let home = Path::new(env!("CARGO_MANIFEST_DIR"));
        let stage = Self(TempDir::new().unwrap());
        for folder in ["project", "commands", "libraries", "tools"] {
            fs::create_dir(stage.path(folder)).unwrap();
        }
        fs::write(stage.path("libraries/libstd-1.rlib"), "").unwrap();
        copy(&home.join("scripts"), &stage.path("project/scripts"));
        for file in [
            "run",
            "index.html",
            "Trunk.toml",
            "Cargo.toml",
            "Cargo.lock",
            "README.md",
            "DESIGN.md",
            "LICENSE-APACHE",
            "LICENSE-MIT",
        ] {
            fs::copy(home.join(file), stage.path("project").join(file)).unwrap();
        }
        fs::create_dir(stage.path("project/www")).unwrap();
        fs::write(stage.path("project/www/boot.js"), "").unwrap();
        fs::copy(
            home.join("CHANGELOG.md"),
            stage.path("project/CHANGELOG.md"),
        )
        .unwrap();
        for folder in ["crates", "deploy", "docs", "packages", "src"] {
            symlink(home.join(folder), stage.path("project").join(folder)).unwrap();
        }
        for (name, script) in STAND_INS {
            stage.play(name, script);
        }
        stage
    }

    fn path(&self, file: &str) -> PathBuf {
        self.0.path().join(file)
    }

    /// Puts a command on the PATH of all that runs here, before any other of its name.
    fn play(&self, name: &str, script: &str) {
        let file = self.path("commands").join(name);
        fs::write(&file, format!("#!/usr/bin/env bash\n{script}\n")).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// A pipe: whoever reads it waits until somebody writes.
    fn pipe(&self, name: &str) {
        let made = Command::new("mkfifo").arg(self.path(name)).status();
        assert!(made.unwrap().success());
    }

    /// Lets all go on that read that pipe.
    fn let_go(&self, name: &str) {
        writeln!(self.writer(name), "go").unwrap();
    }

    /// The end of a pipe that is written to, as soon as somebody reads it.
    fn writer(&self, name: &str) -> File {
        let pipe = OpenOptions::new().write(true).open(self.path(name));
        pipe.unwrap()
    }

    fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let others = std::env::var("PATH").unwrap();
        let mut command = Command::new(program);
        command
            .current_dir(self.path("project"))
            .env(
                "PATH",
                format!("{}:{others}", self.path("commands").display()),
            )
            .env("STAGE", self.0.path())
            .env("SOTTO_TOOLS", self.path("tools"))
            .env_remove("SOTTO_PORT")
            .env_remove("SOTTO_DATABASE")
            .stdin(Stdio::null());
        command
    }

    fn run_command(&self) -> Command {
        self.command(self.path("project/run"))
    }

    fn run(&self, words: &[&str]) -> Outcome {
        let output = self.run_command().args(words).output();
        output.unwrap().into()
    }

    /// Runs what stands there after what every script begins with.
    fn bash(&self, script: &str) -> Outcome {
        let script = format!(". scripts/lib/all.sh\n{script}");
        let mut command = self.command("bash");
        command.args(["-euo", "pipefail", "-c", &script]);
        command.output().unwrap().into()
    }

    /// Starts a build for looking, and what it says.
    fn begin(&self) -> Build {
        let mut command = self.run_command();
        command.arg("--build-only").stderr(Stdio::piped());
        Build::begin(command)
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let name = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &name);
        } else {
            fs::copy(&path, &name).unwrap();
        }
    }
}

/// How a script ended, and all that it said.
struct Outcome {
    code: Option<i32>,
    said: String,
}

impl From<Output> for Outcome {
    fn from(output: Output) -> Self {
        let said = [output.stdout, output.stderr].concat();
        Self {
            code: output.status.code(),
            said: String::from_utf8(said).unwrap(),
        }
    }
}

impl Outcome {
    #[track_caller]
    fn assert_said(&self, words: &str) {
        assert!(
            self.said.contains(words),
            "“{words}” is not said:\n{}",
            self.said
        );
    }
}

/// A script that is at work.
struct Build {
    child: Child,
    words: BufReader<ChildStderr>,
}

impl Build {
    fn begin(mut command: Command) -> Self {
        let mut child = command.spawn().unwrap();
        let words = BufReader::new(child.stderr.take().unwrap());
        Self { child, words }
    }

    /// Waits until it says that.
    #[track_caller]
    fn says(&mut self, wanted: &str) {
        let mut said = String::new();
        while !said.contains(wanted) {
            let read = self.words.read_line(&mut said).unwrap();
            assert!(read > 0, "it ended without “{wanted}”:\n{said}");
        }
    }

    /// Asks it to end, and waits until it has.
    fn stop(mut self) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").arg(id).status().unwrap().success());
        // It may speak on, and must not be kept waiting.
        self.words.read_to_string(&mut String::new()).unwrap();
        assert!(!self.child.wait().unwrap().success());
    }
}

#[test]
fn a_taken_port_is_named_before_anything_is_built() {
    let stage = Stage::new();
    stage.play("cargo", "echo built >\"$STAGE/built\"");
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    let outcome = stage.run(&["--port", &port.to_string()]);
    assert_eq!(outcome.code, Some(1));
    outcome.assert_said(&format!(
        "✗ Port {port} is taken. Choose another: ./run --port "
    ));
    assert!(!stage.path("built").exists());
}

#[test]
fn without_a_network_it_says_what_is_missing_and_builds_nothing() {
    let stage = Stage::new();
    stage.play("cargo", "echo \"could not resolve host\" >&2; [ \"$1\" != build ] || touch \"$STAGE/built\"; exit 101");
    let outcome = stage.run(&["--build-only"]);
    assert_eq!(outcome.code, Some(1));
    outcome.assert_said("could not resolve host");
    outcome.assert_said("· That failed; another try in 25 seconds.");
    outcome.assert_said("Once there is a network, run this again.");
    assert!(!stage.path("built").exists());
}

#[test]
fn a_folder_for_tools_that_cannot_be_made_is_named() {
    let stage = Stage::new();
    fs::write(stage.path("file"), "").unwrap();
    let folder = stage.path("file/tools");
    let mut command = stage.run_command();
    let outcome: Outcome = command.env("SOTTO_TOOLS", &folder).output().unwrap().into();
    assert_eq!(outcome.code, Some(1));
    outcome.assert_said(&format!(
        "kept in {}, and that folder cannot be made. Name another: SOTTO_TOOLS=FOLDER.",
        folder.display()
    ));
}

#[test]
fn a_full_disk_is_named() {
    let stage = Stage::new();
    stage.play("cargo", "[ \"$1\" != build ]");
    stage.play(
        "df",
        "printf 'Filesystem 1M-blocks Used Available\\n/dev/full 9000 8993 7 100%% /\\n'",
    );
    let outcome = stage.run(&["--build-only"]);
    assert_eq!(outcome.code, Some(1));
    outcome.assert_said(
        "is full (7 MB left): make room, then run this again. It goes on where it was.",
    );
    let outcome = stage.run(&["--build-only", "--release"]);
    assert_eq!(outcome.code, Some(1));
    outcome.assert_said(
        "is full (7 MB left): make room, then run this again. It goes on where it was.",
    );
}

#[test]
fn a_build_that_fails_leaves_what_was_there() {
    let stage = Stage::new();
    // Compiles nothing, so that the programs cannot be bundled.
    stage.play("cargo", "true");
    let site = stage.path("project/target/look/site");
    fs::create_dir_all(&site).unwrap();
    fs::write(site.join("index.html"), "whole").unwrap();
    let outcome = stage.run(&["--build-only"]);
    assert_eq!(outcome.code, Some(1));
    outcome.assert_said("✗ ");
    assert_eq!(
        fs::read_to_string(site.join("index.html")).unwrap(),
        "whole"
    );
    let files = fs::read_dir(&site).unwrap().count();
    assert_eq!(files, 1);
}

#[test]
fn a_site_whose_build_was_interrupted_is_built_again() {
    let stage = Stage::new();
    stage.play("cargo", "[ \"$1\" != build ]");
    // As after a build: the mark tells what the site was made from.
    let before = "mkdir -p dist target/browser; touch dist/index.html; site_stamp >\"$SITE_STAMP\"; site_is_built";
    assert_eq!(stage.bash(before).code, Some(0));
    let page = stage.path("project/index.html");
    let original = fs::read(&page).unwrap();
    fs::write(&page, [&original[..], b"<!-- changed -->"].concat()).unwrap();
    let outcome = stage.bash("build_site");
    assert_eq!(outcome.code, Some(1));
    outcome.assert_said("✗ The browser side does not compile");
    // Nobody knows what lies in dist/ now.
    fs::write(&page, original).unwrap();
    assert_eq!(stage.bash("site_is_built").code, Some(1));
}

#[test]
fn two_builds_at_once_take_turns_and_one_that_is_stopped_gives_way() {
    let stage = Stage::new();
    stage.pipe("compiling");
    stage.play(
        "cargo",
        "[ \"$1\" != build ] || { read -r _ <\"$STAGE/compiling\"; exit 1; }",
    );
    let mut one = stage.begin();
    one.says("· Building what you look at.");
    let mut other = stage.begin();
    other.says("· Another ./run is building in this folder: waiting for it.");
    one.stop();
    other.says("· Building what you look at.");
    other.stop();
}

#[test]
fn a_file_with_a_slip_in_it_is_named() {
    let stage = Stage::new();
    let outcome = stage.bash(
        "node --input-type=module -e 'import(process.cwd() + \"/scripts/bundle/in-file.mjs\").then(({ inFile }) => inFile(\"www/surveys/census.json\", () => JSON.parse(\"{\")))'",
    );
    assert_eq!(outcome.code, Some(1));
    outcome.assert_said("Error: census.json: ");
}

/// Many editors write a new file, and then give it the name of the old one.
#[test]
fn a_file_that_is_replaced_is_noticed_each_time() {
    let stage = Stage::new();
    let script = "import { onSaves } from './scripts/look/watch.mjs';\n\
        onSaves(process.cwd(), async (files) => files.forEach((file) => console.error(`saved: ${file}`)));\n\
        console.error('watching');";
    let mut command = stage.command("node");
    command
        .args(["--input-type=module", "--eval", script])
        .stderr(Stdio::piped());
    let mut watching = Build::begin(command);
    watching.says("watching");
    let [file, beside] =
        ["boot.js", "boot.js.new"].map(|name| stage.path("project/www").join(name));
    for round in 0..4 {
        fs::write(&beside, format!("// {round}")).unwrap();
        fs::rename(&beside, &file).unwrap();
        watching.says("saved: www/boot.js\n");
    }
    watching.stop();
}

#[test]
fn a_tool_that_was_interrupted_is_made_again() {
    let stage = Stage::new();
    stage.pipe("making");
    let make = "make() { echo half >\"$1/tool\"; echo 'at it' >&2; cat \"$STAGE/making\"; echo whole >\"$1/tool\"; }\n\
        keep \"$TOOLS/cargo/tool-1\" make; cat \"$TOOLS/cargo/tool-1/tool\"";
    let mut command = stage.command("bash");
    command
        .args(["-euo", "pipefail", "-c"])
        .arg(format!(". scripts/lib/all.sh\n{make}"))
        .stderr(Stdio::piped())
        .stdout(Stdio::null());
    // A group of its own, all of which hears of the end, as at a Ctrl-C.
    command.process_group(0);
    let mut build = Build::begin(command);
    build.says("at it");
    // Opens when the build reads it: a signal that arrives while the shell forks would be lost on the child.
    let reading = stage.writer("making");
    let group = format!("-{}", build.child.id());
    let sent = Command::new("kill").args(["-TERM", "--", &group]).status();
    assert!(sent.unwrap().success());
    build.words.read_to_string(&mut String::new()).unwrap();
    assert!(!build.child.wait().unwrap().success());
    drop(reading);
    let left = fs::read_dir(stage.path("tools/cargo")).unwrap().count();
    assert_eq!(left, 0);
    let finished = std::thread::scope(|scope| {
        let making = scope.spawn(|| stage.bash(make));
        stage.let_go("making");
        making.join().unwrap()
    });
    assert_eq!(finished.code, Some(0));
    finished.assert_said("whole");
}

/// A tool whose makers publish an archive with this in it, in a list that pins its hash, or another.
fn publish_tool(stage: &Stage, is_genuine: bool) {
    let published = stage.path("published");
    fs::create_dir(&published).unwrap();
    fs::write(
        published.join("tool"),
        "#!/bin/sh\necho tool 1.2.3 fetched\n",
    )
    .unwrap();
    let script = "chmod +x \"$STAGE/published/tool\"; tar -czf \"$STAGE/tool.tar.gz\" -C \"$STAGE/published\" tool; \
        sum=$(sha256sum <\"$STAGE/tool.tar.gz\"); echo \"tool 1.2.3 $(uname -sm) ${sum%% *} https://example.test/tool.tar.gz\" >scripts/lib/prebuilt.txt";
    assert_eq!(stage.bash(script).code, Some(0));
    if !is_genuine {
        stage.bash("echo more >>\"$STAGE/tool.tar.gz\"");
    }
    stage.play("curl", "while [ $# -gt 1 ]; do [ \"$1\" != --output ] || cp \"$STAGE/tool.tar.gz\" \"$2\"; shift; done");
    // Whatever it makes tells which command that was.
    stage.play(
        "cargo",
        "how=$1; while [ \"$1\" != --root ]; do shift; done; mkdir -p \"$2/bin\"; \
        printf '#!/bin/sh\\necho tool 1.2.3 by cargo %s\\n' \"$how\" >\"$2/bin/tool\"; chmod +x \"$2/bin/tool\"",
    );
}

const NEED_TOOL: &str = "cargo_tool tool 1.2.3 '1 minute' tool; tool --version";
/// On a machine that has no `cargo binstall`, whatever this one has.
const NEED_TOOL_WITHOUT_BINSTALL: &str =
    "has() { [ \"$1\" != cargo-binstall ] && command -v \"$1\" >/dev/null 2>&1; }
cargo_tool tool 1.2.3 '1 minute' tool; tool --version";

#[test]
fn a_tool_comes_by_binstall_where_that_is_installed() {
    let stage = Stage::new();
    publish_tool(&stage, true);
    stage.play("cargo-binstall", "true");
    let outcome = stage.bash(NEED_TOOL);
    assert_eq!(outcome.code, Some(0), "{}", outcome.said);
    outcome.assert_said("tool 1.2.3 by cargo binstall");
}

#[test]
fn a_published_tool_is_taken_if_it_has_the_hash_that_is_pinned() {
    let stage = Stage::new();
    publish_tool(&stage, true);
    let outcome = stage.bash(NEED_TOOL_WITHOUT_BINSTALL);
    assert_eq!(outcome.code, Some(0), "{}", outcome.said);
    outcome.assert_said("tool 1.2.3 fetched");
}

#[test]
fn a_published_tool_of_another_hash_is_not_used_but_compiled() {
    let stage = Stage::new();
    publish_tool(&stage, false);
    let outcome = stage.bash(NEED_TOOL_WITHOUT_BINSTALL);
    assert_eq!(outcome.code, Some(0), "{}", outcome.said);
    outcome.assert_said("scripts/lib/prebuilt.txt pins: it is not used.");
    outcome.assert_said("tool 1.2.3 by cargo install");
}

#[test]
fn a_published_tool_that_cannot_be_reached_is_compiled() {
    let stage = Stage::new();
    publish_tool(&stage, true);
    stage.play("curl", "exit 6");
    let outcome = stage.bash(NEED_TOOL_WITHOUT_BINSTALL);
    assert_eq!(outcome.code, Some(0), "{}", outcome.said);
    outcome.assert_said("https://example.test/tool.tar.gz cannot be reached from here.");
    outcome.assert_said("tool 1.2.3 by cargo install");
}

#[test]
fn pinned_tools_are_of_the_versions_that_are_used() {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let list = fs::read_to_string(home.join("scripts/lib/prebuilt.txt")).unwrap();
    let versions = fs::read_to_string(home.join("scripts/lib/versions.sh")).unwrap();
    let pins = list.lines().filter(|line| !line.starts_with('#'));
    for line in pins {
        let words = line.split(' ').collect::<Vec<_>>();
        let [tool, version, _, _, hash, address]: [&str; 6] = words.try_into().unwrap();
        let name = tool
            .trim_start_matches("cargo-")
            .to_uppercase()
            .replace('-', "_");
        let used = format!("{name}_VERSION={version}\n");
        assert!(versions.contains(&used), "versions.sh lacks {used}");
        assert!(address.contains(version) && address.starts_with("https://"));
        assert!(hash.len() == 64 && hash.chars().all(|digit| digit.is_ascii_hexdigit()));
    }
}

/// Whoever looks sees the page that is shipped: Trunk's is made from the same two files.
#[test]
fn the_front_page_for_looking_is_made_as_trunk_makes_it() {
    let stage = Stage::new();
    let outcome = stage.bash(
        "node --input-type=module -e 'import(process.cwd() + \"/scripts/look/front-page.mjs\").then(({ frontPage }) => console.log(frontPage()))'",
    );
    assert_eq!(outcome.code, Some(0), "{}", outcome.said);
    outcome.assert_said(r#"<script type="module" src="./boot.js" id="boot" data-js="./site.js" data-wasm="./site_bg.wasm"></script>"#);
    outcome.assert_said(r#"<link rel="modulepreload" href="./site.js">"#);
    outcome.assert_said(r#"<main id="front-door"></main>"#);
    assert!(!outcome.said.contains("data-trunk"), "{}", outcome.said);
}
