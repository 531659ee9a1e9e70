//! Certifies every mechanism over a grid of ε and domain sizes, and prints what was found:
//! `cargo run --release -p sotto-ldp --example certificates`. Ends in error if one does not hold.

use std::process::ExitCode;

use sotto_ldp::{Epsilon, EpsilonError, Evidence, MECHANISMS};

const EPSILONS: [&str; 12] = [
    "0.01", "0.05", "0.1", "0.5", "1", "ln 3", "2", "3", "4", "6", "8", "12",
];

const DOMAIN_SIZES: [u32; 9] = [2, 3, 4, 8, 16, 64, 256, 1024, 4096];

fn main() -> Result<ExitCode, EpsilonError> {
    let (mut certified, mut failed) = (0, 0);
    println!("mechanism epsilon categories loss reports evidence variance");
    for text in EPSILONS {
        let epsilon: Epsilon = text.parse()?;
        let bound = epsilon.exp_lower_bound();
        for mechanism in MECHANISMS {
            for domain_size in DOMAIN_SIZES {
                let parameters = mechanism.parameters(&epsilon, domain_size);
                let Ok(oracle) =
                    parameters.and_then(|integers| mechanism.oracle(&integers, domain_size))
                else {
                    continue; // not served: yes-no mechanisms, and two coins but at ln 3
                };
                let certificate = oracle.certificate();
                let holds = certificate.holds(&bound);
                let evidence = match certificate.evidence {
                    Evidence::Enumeration => "enumeration",
                    Evidence::Structure => "structure",
                };
                let outputs = certificate
                    .outputs
                    .map_or("-".to_owned(), |n| n.to_string());
                println!(
                    "{} {} {domain_size} {} {outputs} {evidence} {:.4}{}",
                    mechanism.name(),
                    text.replace(' ', ""),
                    oracle.privacy_loss(),
                    oracle
                        .precision()
                        .map_or(f64::NAN, |precision| precision.constant),
                    if holds { "" } else { " DOES NOT HOLD" },
                );
                certified += u32::from(holds);
                failed += u32::from(!holds);
            }
        }
    }
    eprintln!("{certified} channels hold, {failed} do not");
    Ok(if failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
