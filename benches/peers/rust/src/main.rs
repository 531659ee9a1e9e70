//! Times our oracles and OpenDP's own Rust, on demand: a line of words on standard input (who,
//! mechanism, domain size, client or collector), a line with the microseconds per report, by the
//! clock and of this thread's processor, on standard output. benches/peers/compare.py asks.

mod accuracy;
mod opendp_peer;
mod ours;
mod stopwatch;

use std::io::{BufRead, Write};

use stopwatch::Micros;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut ours = ours::Ours::default();
    let mut output = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        let answer = match words[..] {
            ["bandwidth", ..] => {
                let (read, counted) = ours::bandwidth()?;
                Ok(serde_json::json!({ "read": read, "counted": counted }))
            }
            ["accuracy", name, epsilon, runs, ref people @ ..] => {
                let people: Vec<u64> = people
                    .iter()
                    .map(|count| count.parse())
                    .collect::<Result<_, _>>()?;
                let runs = runs.parse()?;
                accuracy::squared_errors(name, epsilon, runs, &people).map(|found| {
                    serde_json::json!({
                        "mechanism": found.mechanism,
                        "raw": found.raw,
                        "norm_sub": found.norm_sub,
                        "likeliest": found.likeliest,
                        "expected": found.expected,
                    })
                })
            }
            [who, mechanism, size, side] => {
                let size: u32 = size.parse()?;
                match who {
                    "opendp" => opendp_peer::time(mechanism, size, side),
                    _ => ours.time(mechanism, size, side, who == "sotto"),
                }
                .map(Micros::into_json)
            }
            _ => Err(format!("not understood: {line}").into()),
        };
        let answer =
            answer.unwrap_or_else(|error| serde_json::json!({ "error": error.to_string() }));
        writeln!(output, "{answer}")?;
        output.flush()?;
    }
    Ok(())
}
