//! The commands of docs/walk-through.md, run as they stand there against a real collector.

use std::{path::Path, process::Command};

use crate::harness::Running;

/// The commands of all blocks marked `sh`, as one script.
fn commands(page: &str) -> String {
    let blocks = page.split("\n```sh\n").skip(1);
    let blocks: Vec<_> = blocks
        .map(|rest| rest.split_once("\n```").unwrap().0)
        .collect();
    assert!(blocks.len() > 5, "the page has its commands");
    blocks.join("\n")
}

#[tokio::test(flavor = "multi_thread")]
async fn the_commands_of_the_walk_through_do_what_it_says() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/walk-through.md");
    let script = commands(&std::fs::read_to_string(page).unwrap());
    let running = Running::start_with(|options| options.samples = false).await;
    let folder = tempfile::tempdir().unwrap();
    let sotto = Path::new(env!("CARGO_BIN_EXE_sotto"));
    let path = std::env::var("PATH").unwrap();
    let mut command = Command::new("bash");
    command
        .args(["-euo", "pipefail", "-c", &script])
        .current_dir(folder.path())
        .env(
            "PATH",
            format!("{}:{path}", sotto.parent().unwrap().display()),
        )
        .env("URL", running.collector.url().trim_end_matches('/'))
        .env("SETUP_TOKEN", running.collector.setup_token().unwrap())
        .env("no_proxy", "*");
    let output = tokio::task::spawn_blocking(move || command.output())
        .await
        .unwrap()
        .unwrap();
    assert!(
        output.status.success(),
        "{}\n{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}
