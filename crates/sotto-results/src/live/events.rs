//! Server-sent events in the bytes of a response: for connections with a token, which an `EventSource`
//! cannot send.

/// The bytes of an event that is not complete yet.
#[derive(Debug, Default)]
pub(super) struct Events {
    pending: Vec<u8>,
}

/// What ends an event: an empty line.
const END: &[u8] = b"\n\n";

impl Events {
    /// The data of the events that these bytes complete. Comments and other fields are left out; what is
    /// not UTF-8 is no event.
    pub(super) fn take(&mut self, bytes: &[u8]) -> Vec<String> {
        self.pending.extend_from_slice(bytes);
        let mut found = Vec::new();
        while let Some(end) = self.pending.windows(END.len()).position(|two| two == END) {
            let event: Vec<u8> = self.pending.drain(..end + END.len()).collect();
            found.extend(data(&event));
        }
        found
    }
}

fn data(event: &[u8]) -> Option<String> {
    let text = str::from_utf8(event).ok()?;
    let lines = text.lines().filter_map(|line| line.strip_prefix("data:"));
    let lines: Vec<_> = lines
        .map(|line| line.strip_prefix(' ').unwrap_or(line))
        .collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_found_wherever_the_bytes_are_cut() {
        let stream =
            ": hello\n\ndata: {\"a\":\"é\"}\n\n:\n\ndata:one\ndata: two\n\ndata: half".as_bytes();
        let expected = ["{\"a\":\"é\"}", "one\ntwo"];
        for length in 1..=stream.len() {
            let mut events = Events::default();
            let found: Vec<_> = stream
                .chunks(length)
                .flat_map(|bytes| events.take(bytes))
                .collect();
            assert_eq!(found, expected, "cut every {length} bytes");
        }
    }

    #[test]
    fn what_is_not_text_is_no_event() {
        let mut events = Events::default();
        assert_eq!(events.take(b"data: \xff\n\ndata: right\n\n"), ["right"]);
    }
}
