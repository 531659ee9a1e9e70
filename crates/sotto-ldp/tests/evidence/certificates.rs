//! Every channel, read whole and held against e^ε with integers alone.

use sotto_ldp::{
    Channel, Epsilon, Mechanism, Randomizer, certify,
    randomizers::{DirectEncoding, UnaryEncoding},
};

const EPSILONS: [&str; 10] = [
    "0.000001", "0.01", "0.1", "0.5", "1", "ln 3", "ln 5/2", "2", "5", "12",
];

/// The channel must hold at ε, and must not hold at a lower ε: the certificate can fail.
fn assert_certified<C: Channel + Randomizer>(channel: &C, epsilon: &Epsilon, slack: u64) {
    let certificate = certify(channel);
    assert!(certificate.rows_are_equal);
    assert!(certificate.holds(&epsilon.exp_lower_bound()), "{epsilon}");
    assert_eq!(
        certificate.privacy_loss,
        Some(channel.privacy_loss()),
        "{epsilon}"
    );
    let claimed = epsilon.privacy_loss().micros();
    let found = channel.privacy_loss().micros();
    assert!(
        found <= claimed && claimed <= found + slack,
        "{epsilon}: {found} of {claimed}"
    );
    if let Ok(lower) = Epsilon::from_micros(u32::try_from(found / 2).unwrap()) {
        assert!(
            !certificate.holds(&lower.exp_lower_bound()),
            "{epsilon} holds at its half"
        );
    }
}

#[test]
fn direct_encoding_is_certified() {
    for text in EPSILONS {
        let epsilon = text.parse().unwrap();
        for domain_size in [2, 3, 4, 15, 64] {
            let channel = DirectEncoding::new(&epsilon, domain_size).unwrap();
            assert_certified(&channel, &epsilon, 0);
        }
    }
}

#[test]
fn unary_encoding_is_certified() {
    for text in EPSILONS {
        let epsilon = text.parse().unwrap();
        // Q = ⌈2³²/(e^ε+1)⌉ is coarser at ε = 12: 1/Q = 4·10⁻⁵.
        let slack = if text == "12" { 40 } else { 1 };
        for domain_size in [2, 3, 8] {
            let channel = UnaryEncoding::optimized(&epsilon, domain_size).unwrap();
            assert_certified(&channel, &epsilon, slack);
        }
    }
}

/// A weight raised by a single unit must be caught, where the weights are the greatest that hold.
#[test]
fn one_unit_too_much_is_caught() {
    let epsilon: Epsilon = "1".parse().unwrap();
    let direct = Mechanism::named("direct-encoding").unwrap();
    let weights = direct.parameters(&epsilon, 4).unwrap();
    let honest = direct.oracle(&weights, 4).unwrap();
    let greedy = direct.oracle(&[weights[0] + 1, weights[1]], 4).unwrap();
    assert_eq!(honest.privacy_loss(), epsilon.privacy_loss());
    assert!(greedy.privacy_loss() > epsilon.privacy_loss());

    let unary = Mechanism::named("optimized-unary-encoding").unwrap();
    let weights = unary.parameters(&epsilon, 4).unwrap();
    let greedy = unary.oracle(&[weights[0], weights[1] - 1], 4).unwrap();
    assert!(greedy.privacy_loss() > epsilon.privacy_loss());
}

/// The lie drawn from all k values, truth included, with the p that excludes it, is published code
/// (`(true + randint(0, d−1)) % d`): at k = 10 and ε = 1 its real ε is 1.39.
#[test]
fn a_lie_that_may_be_the_truth_is_caught() {
    let epsilon: Epsilon = "1".parse().unwrap();
    let direct = Mechanism::named("direct-encoding").unwrap();
    let [truth, other] = direct.parameters(&epsilon, 10).unwrap()[..] else {
        panic!()
    };
    // Total a + 9b; a lie has chance 9b spread over all ten values.
    let mutant = direct
        .oracle(&[10 * truth + 9 * other, 9 * other], 10)
        .unwrap();
    assert_eq!(mutant.privacy_loss().micros() / 10_000, 139);
}

#[test]
fn two_coins_cost_ln_three_and_nothing_else() {
    let coins = Mechanism::named("two-coins").unwrap();
    let epsilon: Epsilon = "ln 3".parse().unwrap();
    let parameters = coins.parameters(&epsilon, 2).unwrap();
    assert_eq!(
        coins.oracle(&parameters, 2).unwrap().privacy_loss(),
        epsilon.privacy_loss()
    );
    for other in ["1", "1.1", "ln 4", "1.098613"] {
        assert!(
            coins.parameters(&other.parse().unwrap(), 2).is_err(),
            "{other}"
        );
    }
    assert!(coins.parameters(&epsilon, 3).is_err());
    assert!(coins.oracle(&[4, 1], 2).is_err());
}

#[test]
fn weights_that_are_none_are_refused() {
    for (name, weights) in [
        ("direct-encoding", &[] as &[u64]),
        ("direct-encoding", &[3]),
        ("direct-encoding", &[1, 1]),
        ("direct-encoding", &[1, 3]),
        ("direct-encoding", &[3, 0]),
        ("direct-encoding", &[u64::MAX, 1]),
        ("direct-encoding", &[u64::MAX, u64::MAX - 1]),
        ("optimized-unary-encoding", &[1 << 31, 0]),
        ("optimized-unary-encoding", &[1 << 31, 1 << 31]),
        ("optimized-unary-encoding", &[1 << 30, 1 << 29]),
        ("optimized-unary-encoding", &[1 << 32, 1]),
        ("optimized-unary-encoding", &[u64::MAX, 1]),
    ] {
        assert!(
            Mechanism::named(name).unwrap().oracle(weights, 4).is_err(),
            "{name} {weights:?}"
        );
    }
}

#[test]
fn domain_sizes_beyond_reach_are_refused() {
    let epsilon = "1".parse().unwrap();
    for (name, sizes) in [
        ("randomized-response", &[0_u32, 1, 3] as &[u32]),
        ("direct-encoding", &[0, 1, 65_537, u32::MAX]),
        ("optimized-unary-encoding", &[0, 1, 65_537, u32::MAX]),
    ] {
        for &size in sizes {
            let mechanism = Mechanism::named(name).unwrap();
            assert!(
                mechanism.parameters(&epsilon, size).is_err(),
                "{name} {size}"
            );
        }
    }
}
