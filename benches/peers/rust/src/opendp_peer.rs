//! OpenDP's native randomized response: of a yes or no, k-ary, and of a bit vector, with its own
//! estimator for the last. Its generator is a CSPRNG.

use std::{collections::HashSet, error::Error, hint::black_box, iter::repeat_n};

use opendp::{
    domains::{BitVector, BitVectorDomain},
    measurements::{
        debias_randomized_response_bitvec, make_randomized_response,
        make_randomized_response_bitvec, make_randomized_response_bool,
    },
    metrics::DiscreteDistance,
};

use crate::stopwatch::{Micros, per_report};

pub fn time(mechanism: &str, size: u32, side: &str) -> Result<Micros, Box<dyn Error>> {
    let e = 1_f64.exp();
    let k = size as usize;
    match (mechanism, side) {
        ("randomized-response", "client") => {
            let randomize = make_randomized_response_bool(e / (e + 1.0), false)?;
            let people = 20_000;
            Ok(per_report(people, || {
                for person in 0..people {
                    let _ = black_box(randomize.invoke(&(person % 2 == 0)));
                }
            }))
        }
        ("direct-encoding", "client") => {
            let categories: HashSet<u32> = (0..size).collect();
            let chance = e / (e + f64::from(size) - 1.0);
            let randomize = make_randomized_response(categories, chance)?;
            let people = 20_000;
            Ok(per_report(people, || {
                for person in 0..people {
                    let _ = black_box(randomize.invoke(&((person % k) as u32)));
                }
            }))
        }
        ("symmetric-unary-encoding", side) => {
            let f = 2.0 / (0.5_f64.exp() + 1.0);
            let domain = BitVectorDomain::new().with_max_weight(1);
            let randomize = make_randomized_response_bitvec(domain, DiscreteDistance, f, false)?;
            let one_hot = |person: usize| {
                let mut bits: BitVector = repeat_n(false, k).collect();
                bits.set(person % k, true);
                bits
            };
            let people = 2_000;
            if side == "client" {
                return Ok(per_report(people, || {
                    for person in 0..people {
                        let _ = black_box(randomize.invoke(&one_hot(person)));
                    }
                }));
            }
            let reports: Result<Vec<_>, _> = (0..people)
                .map(|person| randomize.invoke(&one_hot(person)))
                .collect();
            let reports = reports?;
            Ok(per_report(people, || {
                // It takes the reports for itself; making the copy is part of calling it.
                let _ = black_box(debias_randomized_response_bitvec(reports.clone(), f));
            }))
        }
        _ => Err(format!("OpenDP has no {side} of {mechanism}").into()),
    }
}
