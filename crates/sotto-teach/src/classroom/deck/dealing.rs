//! The chances of a dealing: the hypergeometric distribution.

/// How many of the slips that say "the truth" go to those whose true answer is "yes".
pub(super) struct Dealing {
    least: u32,
    /// The chance of [`Self::least`] slips, of one more, and so on.
    masses: Vec<f64>,
}

impl Dealing {
    /// `all` slips, of which `truth` say "the truth", dealt to `all` pupils, of whom "yes" is true of `pupils`.
    pub(super) fn new(all: u32, pupils: u32, truth: u32) -> Self {
        let least = (truth + pupils).saturating_sub(all);
        let most = truth.min(pupils);
        // Beginning with the likeliest number, so that nothing that counts gets lost.
        let likeliest = (u64::from(truth) + 1) * (u64::from(pupils) + 1) / (u64::from(all) + 2);
        let likeliest = u32::try_from(likeliest).unwrap_or(most).clamp(least, most);
        let [n, k, t] = [all, pupils, truth].map(f64::from);
        // The chance of one slip more, as a multiple.
        let step = |slips: u32| {
            let x = f64::from(slips);
            (k - x) * (t - x) / ((x + 1.0) * (n - k - t + x + 1.0))
        };
        let upward = (likeliest..most).scan(1.0, |mass, slips| {
            *mass *= step(slips);
            Some(*mass)
        });
        let downward = (least..likeliest).rev().scan(1.0, |mass, slips| {
            *mass /= step(slips);
            Some(*mass)
        });
        let mut masses: Vec<f64> = downward.collect();
        masses.reverse();
        masses.push(1.0);
        masses.extend(upward);
        let whole: f64 = masses.iter().sum();
        for mass in &mut masses {
            *mass /= whole;
        }
        Self { least, masses }
    }

    /// The chance of so many slips.
    fn masses(&self) -> impl Iterator<Item = (u32, f64)> {
        (self.least..).zip(self.masses.iter().copied())
    }

    /// The chance of so many slips or fewer.
    pub(super) fn at_most(&self, slips: u32) -> f64 {
        let masses = self.masses().take_while(|(here, _)| *here <= slips);
        masses.map(|(_, mass)| mass).sum()
    }

    /// The chance of so many slips or more.
    pub(super) fn at_least(&self, slips: u32) -> f64 {
        let masses = self.masses().skip_while(|(here, _)| *here < slips);
        masses.map(|(_, mass)| mass).sum()
    }
}
