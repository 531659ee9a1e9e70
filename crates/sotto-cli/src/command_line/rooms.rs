//! `sotto rooms`.

use std::process::ExitCode;

use clap::Args;
use sotto_api::{RoomStep, RoomView};

use super::{
    collector::{CollectorError, CollectorFlags},
    document_format::DocumentFormat,
    ending::{ended, failure, in_runtime, say_on_stdout},
};
use crate::listing::{Alignment, Listing, count};

/// Show an operator the rooms of classes that are open, or end some
///
/// Each with its code, how far the class is, how many phones have joined it, and when it ends by itself. Anyone who
/// has a code can join, so keep the list to yourself.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  sotto rooms --url http://127.0.0.1:8080 --token-file operator.token
  sotto rooms --url http://127.0.0.1:8080 --token-file operator.token --end BCDFGH

Exit code: 0 when they were shown or ended, 1 when not, 2 for a wrong call.")]
pub(super) struct RoomsArgs {
    #[command(flatten)]
    collector: CollectorFlags,

    /// End the room of this code, with all that was counted in it; again for another
    #[arg(long, value_name = "CODE", conflicts_with = "format")]
    end: Vec<String>,

    /// A table to be read, or one JSON document, as the API gives it [default: table on a terminal]
    #[arg(long, value_name = "FORMAT")]
    format: Option<DocumentFormat>,
}

impl RoomsArgs {
    pub(super) fn run(self) -> ExitCode {
        in_runtime(async {
            if !self.end.is_empty() {
                return match self.end().await {
                    Ok(sentence) => say_on_stdout(&sentence),
                    Err(error) => failure(error),
                };
            }
            match self.rooms().await {
                Ok(rooms) => {
                    let format = DocumentFormat::or_by_reader(self.format);
                    ended(format.print(&rooms, || listing(&rooms)))
                }
                Err(error) => failure(error),
            }
        })
    }

    async fn rooms(&self) -> Result<Vec<RoomView>, CollectorError> {
        Ok(self.collector.signed_client()?.rooms().await?)
    }

    /// Ends the rooms that are named, up to one that cannot be ended.
    async fn end(&self) -> Result<String, CollectorError> {
        let client = self.collector.signed_client()?;
        for code in &self.end {
            client.end_room(code).await?;
        }
        let ended = self.end.join(", ");
        Ok(format!("Ended, with all that was counted: {ended}."))
    }
}

fn listing(rooms: &[RoomView]) -> Listing {
    let mut listing = Listing::default();
    if rooms.is_empty() {
        listing.line("No room is open.");
        return listing;
    }
    let head = [
        ("room", Alignment::Left),
        ("step", Alignment::Left),
        ("joined", Alignment::Right),
        ("ends (UTC)", Alignment::Left),
        ("", Alignment::Left),
    ];
    listing.table(&head, &rooms.iter().map(row).collect::<Vec<_>>());
    listing
}

fn row(room: &RoomView) -> Vec<String> {
    let locked = if room.locked { "locked" } else { "" };
    vec![
        room.code.clone(),
        room.step
            .map_or("cannot be read", RoomStep::name)
            .to_owned(),
        count(room.joined),
        room.ends.to_string(),
        locked.to_owned(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_room_is_a_line() {
        let room = |code: &str, step, locked, joined| RoomView {
            code: code.to_owned(),
            step,
            locked,
            joined,
            ends: "2026-11-26T09:00:00Z".parse().unwrap(),
        };
        let rooms = [
            room("BCDFGH", Some(RoomStep::Open), true, 1_000),
            room("BCDFGJ", None, false, 0),
        ];
        let mut text = Vec::new();
        listing(&rooms).write(&mut text).unwrap();
        assert_eq!(
            String::from_utf8(text).unwrap(),
            "room    step            joined  ends (UTC)\n\
             ──────  ──────────────  ──────  ────────────────────  ──────\n\
             BCDFGH  open             1,000  2026-11-26T09:00:00Z  locked\n\
             BCDFGJ  cannot be read       0  2026-11-26T09:00:00Z\n"
        );
    }
}
