//! The `sotto` command as a process: exit codes, words, signals, and what it writes down.

use std::{
    ffi::OsStr,
    io::{BufRead, BufReader, Read},
    process::{Child, ChildStderr, ChildStdout, Command, Output, Stdio},
};

use crate::{
    harness::{Devices, SUBMISSIONS, http, post},
    temporary,
};

pub(crate) fn sotto() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sotto"));
    for (name, _) in std::env::vars() {
        if name.starts_with("SOTTO_") || name == "DATABASE_URL" {
            command.env_remove(name);
        }
    }
    command
}

/// `sotto serve` in a process of its own, killed when the test ends.
pub(crate) struct Serving {
    child: Child,
    pub(crate) url: String,
    stdout: BufReader<ChildStdout>,
    stderr: BufReader<ChildStderr>,
    said: String,
}

impl Serving {
    /// Starts it on a free port and waits until it says where it is.
    pub(crate) fn start(database: impl AsRef<OsStr>) -> Self {
        Self::start_with(database, &[])
    }

    /// The same with more arguments.
    pub(crate) fn start_with(database: impl AsRef<OsStr>, arguments: &[&str]) -> Self {
        let mut command = sotto();
        command
            .args(["serve", "--listen", "127.0.0.1:0", "--database"])
            .arg(database)
            .args(arguments);
        Self::spawn(command)
    }

    /// The same, with files that may not grow beyond so many KiB until [`Self::lift_limit`].
    pub(crate) fn start_limited(database: impl AsRef<OsStr>, kib: u32) -> Self {
        // A write beyond the limit fails, as one on a full disk does, instead of ending the process.
        let script = format!(
            "trap '' XFSZ; ulimit -S -f {}; exec \"$0\" \"$@\"",
            u64::from(kib) * 2
        );
        let mut command = Command::new("sh");
        command
            .args(["-c", &script, env!("CARGO_BIN_EXE_sotto")])
            .args(["serve", "--listen", "127.0.0.1:0", "--database"])
            .arg(database);
        Self::spawn(command)
    }

    /// Lets the files grow again.
    pub(crate) fn lift_limit(&self) {
        let id = self.child.id().to_string();
        let lifted = Command::new("prlimit")
            .args(["--pid", &id, "--fsize=unlimited:unlimited"])
            .status();
        assert!(lifted.unwrap().success());
    }

    /// What `sotto class` prints until it has said where the phones begin, and what it had told by then apart from the log.
    fn class(database: impl AsRef<OsStr>, arguments: &[&str]) -> [String; 2] {
        let mut command = sotto();
        command
            .args(["class", "--listen", "127.0.0.1:0", "--database"])
            .arg(database)
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut stderr = BufReader::new(child.stderr.take().unwrap());
        let mut said = String::new();
        while !said.contains("For the teacher: ") {
            assert_ne!(stderr.read_line(&mut said).unwrap(), 0, "it ended: {said}");
        }
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut told = String::new();
        if arguments.contains(&"--tell-setup-token") {
            stdout.read_line(&mut told).unwrap();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        stdout.read_to_string(&mut told).unwrap();
        [said, told]
    }

    fn spawn(mut command: Command) -> Self {
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let mut stderr = BufReader::new(child.stderr.take().unwrap());
        let mut said = String::new();
        let url = loop {
            let mut line = String::new();
            assert_ne!(stderr.read_line(&mut line).unwrap(), 0, "it ended: {said}");
            said.push_str(&line);
            if let Some(url) = line.strip_prefix("Open ") {
                break url.trim().to_owned();
            }
        };
        Self {
            child,
            url,
            stdout,
            stderr,
            said,
        }
    }

    pub(crate) fn address(&self, path: &str) -> String {
        format!("{}{}", self.url, path.trim_start_matches('/'))
    }

    /// What makes the first operator; to be asked for once, of a new database.
    pub(crate) fn setup_token(&mut self) -> String {
        let mut line = String::new();
        self.stdout.read_line(&mut line).unwrap();
        line.trim().rsplit(' ').next().unwrap().to_owned()
    }

    /// SIGKILL: no chance to finish anything.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// SIGTERM; returns the exit code and all that it said.
    pub(crate) fn terminate(mut self) -> (Option<i32>, String) {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args(["-TERM", &id]).status().unwrap();
        assert!(sent.success());
        let mut said = std::mem::take(&mut self.said);
        self.stderr.read_to_string(&mut said).unwrap();
        (self.child.wait().unwrap().code(), said)
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) fn run(command: &mut Command) -> (Option<i32>, String) {
    let Output { status, stderr, .. } = command.output().unwrap();
    (status.code(), String::from_utf8(stderr).unwrap())
}

#[test]
fn a_wrong_call_ends_with_2_and_says_what_is_right() {
    for (arguments, words) in [
        (&["serve", "--listen", "8080"][..], "127.0.0.1:8080"),
        (&["serve", "--listen", "localhost:http"], "0 to 65535"),
        (
            &["serve", "--database", "postgres://u:secret@h:port/d"],
            "USER:PASSWORD@HOST:PORT/DATABASE",
        ),
        (
            &["serve", "--database", "mysql://u:secret@h/d"],
            "sqlite:FILE",
        ),
        (&["serve", "--site", "/nowhere"], "scripts/build-site"),
        (&["serve", "--port", "1"], "--port"),
        (&["simulate"], "--survey"),
        (&["nothing"], "nothing"),
    ] {
        let (code, said) = run(sotto().args(arguments));
        assert_eq!(code, Some(2), "{arguments:?}: {said}");
        assert!(said.contains(words), "{arguments:?}: {said}");
        assert!(!said.contains("secret"), "{said}");
    }
    let (code, said) = run(sotto()
        .arg("serve")
        .env("DATABASE_URL", "postgres://u:secret@h:port/d"));
    assert_eq!(code, Some(2));
    assert!(
        said.contains("DATABASE_URL: this is not the address") && !said.contains("secret"),
        "{said}"
    );
}

#[test]
fn a_failure_ends_with_1() {
    let folder = temporary::folder();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let database = folder.path().join("a.sqlite");
    let (code, said) = run(sotto()
        .args(["serve", "--listen", &address, "--database"])
        .arg(&database));
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("--listen"), "{said}");

    std::fs::write(&database, "this is no database ".repeat(500)).unwrap();
    let (code, said) = run(sotto()
        .args(["serve", "--listen", "127.0.0.1:0", "--database"])
        .arg(&database));
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("cannot be opened"), "{said}");
}

#[test]
fn a_configuration_is_checked_without_being_used() {
    let folder = temporary::folder();
    let database = folder.path().join("new/a.sqlite");
    let (code, said) = run(sotto()
        .args(["serve", "--check-config"])
        .env("SOTTO_LISTEN", "127.0.0.1:1")
        .env("SOTTO_DATABASE", &database));
    assert_eq!(code, Some(0), "{said}");
    for part in [
        "listen = 127.0.0.1:1\n    from SOTTO_LISTEN.",
        "a.sqlite\n    from SOTTO_DATABASE.",
        "samples = true\n    from default.",
        "This can be started.",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(!database.parent().unwrap().exists());
}

#[test]
fn a_configuration_file_is_read_and_its_lines_are_named() {
    let folder = temporary::folder();
    let file = folder.path().join("sotto.toml");
    let check = |text: &str, more: &[&str]| {
        std::fs::write(&file, text).unwrap();
        let mut command = sotto();
        command.args(["serve", "--check-config", "--config"]);
        run(command.arg(&file).args(more))
    };
    let (code, said) = check("connections = 7\nsamples = true\n", &["--no-samples"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("connections = 7\n    from "), "{said}");
    assert!(said.contains("sotto.toml, line 1. Connections"), "{said}");
    assert!(
        said.contains("samples = false\n    from --no-samples."),
        "{said}"
    );
    for (text, words) in [
        (
            "connections = -1",
            "line 1, connections: write a whole number",
        ),
        (
            "\nconections = 1",
            "line 2: there is no setting \"conections\"",
        ),
        (
            "tls-key = \"k\"",
            "tls-certificate and tls-key belong together",
        ),
        (
            "tls-key = \"k\"\ntls-certificate = \"nowhere.pem\"",
            "nowhere.pem cannot be read",
        ),
    ] {
        let (code, said) = check(text, &[]);
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains(words), "{said}");
    }
    std::fs::remove_file(&file).unwrap();
    let (code, said) = run(sotto().args(["serve", "--config"]).arg(&file));
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("cannot be read"), "{said}");
}

#[tokio::test]
async fn a_stop_drains_and_ends_with_0() {
    let folder = temporary::folder();
    let database = folder.path().join("a.sqlite");
    let serving = Serving::start(&database);
    let http = http();
    let live = serving.address("/api/v1/surveys/census/results/live");
    let mut stream = http.get(live).send().await.unwrap();
    assert!(stream.chunk().await.unwrap().is_some());
    let response = post(
        &http,
        &serving.address(SUBMISSIONS),
        Devices::new(60).body(),
    )
    .await;
    assert_eq!(response.status(), 201);
    let (code, said) = tokio::task::spawn_blocking(|| serving.terminate())
        .await
        .unwrap();
    assert_eq!(code, Some(0), "{said}");
    assert!(said.ends_with("Stopping.\n"), "{said}");
    // Everything is in the one file: nothing is left to be recovered.
    assert!(!folder.path().join("a.sqlite-wal").exists());
}

#[test]
fn nobody_has_to_read_what_is_told_once() {
    let folder = temporary::folder();
    let mut command = sotto();
    command
        .args(["serve", "--listen", "127.0.0.1:0", "--database"])
        .arg(folder.path().join("a.sqlite"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // Whoever was to read the setup token has gone.
    drop(child.stdout.take());
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().starts_with("Surveys: ")));
    let id = child.id().to_string();
    let killing = Command::new("kill").args(["-TERM", &id]).status();
    assert!(killing.unwrap().success());
    let said: Vec<_> = lines.map(Result::unwrap).collect();
    assert_eq!(child.wait().unwrap().code(), Some(0), "{said:?}");
    assert_eq!(said, ["Stopping."]);
}

#[test]
fn the_studio_is_opened_by_one_link_where_there_is_a_site() {
    let folder = temporary::folder();
    std::fs::write(folder.path().join("index.html"), "").unwrap();
    let site = folder.path().to_str().unwrap().to_owned();
    let database = folder.path().join("a.sqlite");
    let mut serving = Serving::start_with(&database, &["--site", &site]);
    let token = serving.setup_token();
    let mut told = String::new();
    serving.stdout.read_line(&mut told).unwrap();
    let link = serving.address(&format!("studio/#setup={token}\n"));
    assert!(told.ends_with(&link), "{told}");
}

#[test]
fn a_mistyped_path_is_told_and_no_folder_is_created() {
    let folder = temporary::folder();
    let missing = folder.path().join("vra/lib");
    let database = format!("sqlite:{}", missing.join("sotto.sqlite").display());
    let arguments = ["serve", "--listen", "127.0.0.1:0", "--database", &database];
    let (code, words) = run(sotto().args(arguments));
    assert_eq!(code, Some(1), "{words}");
    let named = format!("there is no folder {}", missing.display());
    assert!(words.contains(&named), "{words}");
    assert!(!folder.path().join("vra").exists());
    // The usual folder is created in a place that has none.
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let usual = ["serve", "--listen", &address];
    let (code, _) = run(sotto().args(usual).current_dir(folder.path()));
    assert_eq!(code, Some(1));
    assert!(folder.path().join("data/sotto.sqlite").exists());
}

#[test]
fn a_relay_without_a_collector_or_an_address_is_refused() {
    let (code, words) = run(sotto().args(["relay", "--to", "surveys.example.org"]));
    assert_eq!(code, Some(2), "{words}");
    assert!(words.contains("https://surveys.example.org"), "{words}");
    let (code, words) =
        run(sotto().args(["relay", "--to", "http://127.0.0.1:1", "--listen", "nowhere"]));
    assert_eq!(code, Some(1), "{words}");
    assert!(words.contains("cannot listen on nowhere"), "{words}");
}

#[test]
fn shells_and_man_are_told_every_command() {
    let help = sotto().arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let listed = help.split("Commands:").nth(1).unwrap().lines();
    let commands: Vec<_> = listed
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    assert!(commands.len() > 12, "{commands:?}");
    let folder = temporary::folder();
    let written = sotto().arg("man").arg(folder.path()).output().unwrap();
    assert!(written.status.success());
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let made = sotto().args(["completions", shell]).output().unwrap();
        assert!(made.status.success());
        let made = String::from_utf8(made.stdout).unwrap();
        for command in &commands {
            assert!(made.contains(command), "{shell}: {command}");
            let page = folder.path().join(format!("sotto-{command}.1"));
            assert!(page.exists(), "{command}");
        }
    }
    let nowhere = folder.path().join("nowhere");
    let (code, words) = run(sotto().arg("man").arg(&nowhere));
    assert_eq!(code, Some(1));
    assert!(words.contains("nowhere"), "{words}");
}

/// A class that sees the screen on which its room is served sees no secret; whoever asks for the setup token gets it.
#[test]
fn a_class_sees_no_setup_token() {
    let folder = temporary::folder();
    let [said, told] = Serving::class(folder.path().join("one.sqlite"), &[]);
    assert!(
        said.starts_with("For the teacher: http://127.0.0.1:"),
        "{said}"
    );
    assert!(!said.contains("sotto-setup_"), "{said}");
    assert_eq!(told, "");
    let [said, told] = Serving::class(folder.path().join("two.sqlite"), &["--tell-setup-token"]);
    assert!(!said.contains("sotto-setup_"), "{said}");
    assert!(
        told.contains("Setup token, for the first operator, once: sotto-setup_"),
        "{told}"
    );
}

/// What a system is like on which nothing else is installed.
fn without_authorities(command: &mut Command) {
    command
        .env("SSL_CERT_FILE", "/nowhere")
        .env("SSL_CERT_DIR", "/nowhere");
}

#[test]
fn health_is_told_and_nothing_of_it_needs_certificates_of_authorities() {
    let folder = temporary::folder();
    let mut command = sotto();
    command
        .args(["serve", "--listen", "127.0.0.1:0", "--database"])
        .arg(folder.path().join("one.sqlite"));
    without_authorities(&mut command);
    let mut serving = Serving::spawn(command);
    assert!(
        serving.said.contains("install it, and start this again"),
        "{}",
        serving.said
    );
    let url = serving.url.clone();
    let listen = url.trim_start_matches("http://").trim_end_matches('/');
    let by_flag = ["health", "--url", &url];
    for (words, listens) in [(&by_flag[..], "192.0.2.1:1"), (&["health"], listen)] {
        let mut command = sotto();
        command.args(words).env("SOTTO_LISTEN", listens);
        without_authorities(&mut command);
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert_eq!(output.stdout, b"well\n");
    }
    serving.kill();
    let (code, words) = run(sotto().args(by_flag));
    assert_eq!(code, Some(1));
    assert!(words.contains("the collector cannot be reached"), "{words}");
    for wrong in ["here", "8080"] {
        let (code, words) = run(sotto().arg("health").env("SOTTO_LISTEN", wrong));
        assert_eq!(code, Some(2));
        assert!(words.contains("name the collector by --url"), "{words}");
    }
}

/// A server that has a page for every address is no collector that is well.
#[test]
fn another_server_is_not_well() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let page = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
        while lines.next().unwrap().unwrap() != "" {}
        let page = b"HTTP/1.1 200 OK\r\ncontent-length: 3\r\nconnection: close\r\n\r\nhi\n";
        std::io::Write::write_all(&mut stream, page).unwrap();
    });
    let (code, words) = run(sotto().args(["health", "--url", &url]));
    page.join().unwrap();
    assert_eq!(code, Some(1));
    assert!(
        words.contains("did not come from a Sotto collector"),
        "{words}"
    );
}
