//! Submissions go a way of their own; whoever sends them must not notice.

use reqwest::{Response, header};

use crate::harness::{Devices, Running, SUBMISSIONS};

/// A query, which means nothing here, is all that makes a request go the long way.
#[tokio::test]
async fn both_ways_answer_alike() {
    let running = Running::start().await;
    let mut devices = Devices::new(90);
    let (twice, huge) = (devices.body(), " ".repeat(70_000));
    let cases = [
        (devices.body(), devices.body(), 201),
        (twice.clone(), twice, 201),
        ("{".to_owned(), "{".to_owned(), 400),
        ("{}".to_owned(), "{}".to_owned(), 400),
        (huge.clone(), huge, 413),
    ];
    for (number, (short, long, status)) in cases.into_iter().enumerate() {
        let [short, long] = [
            (SUBMISSIONS.to_owned(), short),
            (format!("{SUBMISSIONS}?"), long),
        ];
        let mut answers = Vec::new();
        for (path, body) in [short, long] {
            for kind in ["application/json", "text/plain"] {
                let request = running.http.post(running.address(&path));
                let request = request.header(header::CONTENT_TYPE, kind);
                let request = request.header(header::ORIGIN, "https://page.example");
                answers.push(seen(request.body(body.clone()).send().await.unwrap()).await);
            }
        }
        let [short, short_text, long, long_text] = &answers[..] else {
            panic!("four answers");
        };
        assert_eq!(short.0, status);
        assert_eq!(short_text.0, 415);
        assert_eq!(short_text, long_text);
        if number == 1 {
            // The same body: known by then.
            assert_eq!((long.0, &short.1), (200, &long.1));
        } else {
            assert_eq!(short, long);
        }
    }
}

/// Status, headers in order, and the body. Not whether the connection is used again after it: it is
/// not if the refused body was still on its way, which is a matter of moments.
async fn seen(response: Response) -> (u16, Vec<(String, String)>, String) {
    let status = response.status().as_u16();
    let header = |(name, value): (&header::HeaderName, &header::HeaderValue)| {
        (name.to_string(), value.to_str().unwrap().to_owned())
    };
    let headers = response.headers().iter().map(header);
    let of_the_moment = ["connection", "content-length", "date"];
    let headers = headers.filter(|(name, _)| !of_the_moment.contains(&name.as_str()));
    let mut headers: Vec<_> = headers.collect();
    headers.sort();
    (status, headers, response.text().await.unwrap())
}
