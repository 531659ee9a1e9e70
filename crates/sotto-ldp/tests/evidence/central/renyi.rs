//! Rényi losses, and the ε that follows.

use sotto_ldp::central::{
    CentralError, Renyi, ZeroConcentrated, advanced_composition, most_releases,
};

/// The United States Census Bureau's parameters of the redistricting data of 2020 (press release of 9 June 2021): for
/// persons ρ = 2.56 and ε = 17.14 at δ = 10⁻¹⁰, for housing units ρ = 0.07 and ε = 2.47. ρ is rounded to hundredths:
/// between what its ends give lies the published ε.
#[test]
fn the_census_of_2020() {
    let loss = |rho: f64| ZeroConcentrated::of_gaussian(1.0, 0.5 / rho);
    let epsilon = |rho: f64| Renyi::of_concentrated(loss(rho)).epsilon(1e-10).unwrap().1;
    for (rho, published) in [(2.56, 17.14), (0.07, 2.47)] {
        let [low, high] = [rho - 0.005, rho + 0.005].map(epsilon);
        assert!((low..high).contains(&published), "{rho}: {low} {high}");
        // Always below Bun and Steinke's own conversion.
        assert!(epsilon(rho) < loss(rho).epsilon(1e-10).unwrap());
    }
    assert!((epsilon(2.56) - 17.158).abs() < 1e-3);
}

/// Mironov 2017, proposition 5, against the definition, and Bun and Steinke 2016, proposition 1.4: at most ε²·α/2.
#[test]
fn two_losses_have_the_divergence_of_the_definition() {
    for epsilon in [0.1_f64, 1.0, 3.0] {
        let p = epsilon.exp() / (1.0 + epsilon.exp());
        for order in [1.01, 1.5, 2.0, 8.0, 40.0] {
            let sum = p.powf(order) * (1.0 - p).powf(1.0 - order)
                + (1.0 - p).powf(order) * p.powf(1.0 - order);
            let defined = sum.ln() / (order - 1.0);
            let found = Renyi::of_two_losses(epsilon).at(order).unwrap();
            assert!((found - defined).abs() < 1e-9, "{epsilon} {order}: {found}");
            let concentrated = Renyi::of_concentrated(ZeroConcentrated::of_pure(epsilon));
            assert!(found <= concentrated.at(order).unwrap() && found < epsilon);
        }
    }
}

/// Discrete Laplace noise on a count has two losses: the sum over all outputs gives the same.
#[test]
fn discrete_laplace_noise_has_two_losses() {
    let mass = |x: i32| (-0.5 * f64::from(x.abs())).exp();
    let all: f64 = (-200..=200).map(mass).sum();
    for order in [1.5, 2.0, 5.0] {
        let term = |x: i32| mass(x).powf(order) * mass(x + 1).powf(1.0 - order) / all;
        let defined = (-200..200).map(term).sum::<f64>().ln() / (order - 1.0);
        let found = Renyi::of_two_losses(0.5).at(order).unwrap();
        assert!((found - defined).abs() < 1e-9, "{order}: {found} {defined}");
    }
}

/// A conversion is a promise: of 20 randomized responses the true δ is a sum over binomials. No ε that any order
/// gives may be broken by it, and the best is within a tenth of the true one.
#[test]
fn no_order_promises_too_much() {
    let (epsilon, releases) = (0.3_f64, 20_u32);
    let p = epsilon.exp() / (1.0 + epsilon.exp());
    let true_delta = |budget: f64| -> f64 {
        let mut choose = 1.0;
        let mut sum = 0.0;
        for k in 0..=releases {
            let [yes, no] = [k, releases - k].map(u32::cast_signed);
            let loss = epsilon * (2.0 * f64::from(k) - f64::from(releases));
            let mass = choose * p.powi(yes) * (1.0 - p).powi(no);
            sum += mass * -(budget - loss).min(0.0).exp_m1();
            choose *= f64::from(releases - k) / f64::from(k + 1);
        }
        sum
    };
    let loss = Renyi::of_two_losses(epsilon).times(releases);
    for delta in [1e-2, 1e-4, 1e-6] {
        for order in [1.1, 2.0, 4.0, 9.0, 30.0] {
            let found = loss.epsilon_at(order, delta).unwrap();
            assert!(true_delta(found) <= delta, "{delta} {order}: {found}");
        }
        let (_, best) = loss.epsilon(delta).unwrap();
        assert!(
            true_delta(best) <= delta && true_delta(best * 0.87) > delta,
            "{best}"
        );
    }
}

/// ε = 5 but for one chance in a million, 0.1 a release: each way of adding up buys more than the one before.
#[test]
fn sharper_ways_buy_more_releases() {
    let delta = 1e-6;
    let advanced = |k| advanced_composition(0.1, k, delta).unwrap();
    let pure = ZeroConcentrated::of_pure(0.1);
    let concentrated = |k| pure.times(k).epsilon(delta).unwrap();
    let renyi = |k| Renyi::of_two_losses(0.1).times(k).epsilon(delta).unwrap().1;
    let bought = [
        most_releases(5.0, 1_000, |k| 0.1 * f64::from(k)),
        most_releases(5.0, 1_000, advanced),
        most_releases(5.0, 1_000, concentrated),
        most_releases(5.0, 1_000, renyi),
    ];
    assert!(bought.is_sorted() && bought[0] >= 49, "{bought:?}");
    for (bought, cost) in [
        (bought[1], &advanced as &dyn Fn(u32) -> f64),
        (bought[3], &renyi),
    ] {
        assert!(cost(bought) <= 5.0 && cost(bought + 1) > 5.0);
    }
    assert_eq!(most_releases(5.0, 7, |_| 0.0), 7);
    assert_eq!(most_releases(5.0, 7, |_| f64::NAN), 0);
}

#[test]
fn orders_and_chances_that_cannot_be_are_refused() {
    let loss = Renyi::of_two_losses(1.0);
    for order in [1.0, 0.5, f64::INFINITY] {
        assert_eq!(loss.at(order), Err(CentralError::Order(order)));
        assert!(loss.epsilon_at(order, 1e-6).is_err());
    }
    for delta in [0.0, 1.0, f64::NAN] {
        assert!(loss.epsilon(delta).is_err());
    }
}
