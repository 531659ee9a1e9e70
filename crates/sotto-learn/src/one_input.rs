//! The proof that what a respondent sends is private as a whole: one channel over whole examples, certified by its
//! integers. Only tests have it.

use std::num::NonZeroU64;

use rand::CryptoRng;

use sotto_ldp::{Channel, OutsideDomain, PrivacyLoss, Randomizer, exact::Natural, uniform_below};

use super::schema::Schema;

/// The randomizer of a respondent who reports one input, drawn whatever the inputs are: the input
/// of this channel is a whole example, its output the number of the input drawn, and its report.
///
/// Its certificate is one for the respondent, all of whose values may change at once. It must be
/// read whole, so it serves small schemas; [`crate::Reporting`] serves all, and draws the same.
pub(crate) struct OneInput<C> {
    schema: Schema,
    class_is_reported: bool,
    channels: Vec<C>,
}

impl<C: Channel> OneInput<C> {
    /// Over the channels of all inputs: the joint values of each feature and the class, then, where
    /// there is one more, the class by itself. `None` when the channels are not over these.
    pub(crate) fn new(schema: Schema, channels: Vec<C>) -> Option<Self> {
        let features = schema.features();
        let class_is_reported = channels.len() == features.len() + 1;
        if !class_is_reported && channels.len() != features.len() {
            return None;
        }
        let joint = features.iter().map(|values| values * schema.classes());
        let sizes = joint.chain([schema.classes()]);
        let fit = sizes
            .zip(&channels)
            .all(|(size, channel)| channel.inputs() == size);
        let examples = features
            .iter()
            .try_fold(schema.classes(), |product, &values| {
                product.checked_mul(values)
            });
        (fit && examples.is_some()).then_some(Self {
            schema,
            class_is_reported,
            channels,
        })
    }

    /// The values of the features and the class of the example with that number.
    fn example(&self, input: u32) -> (Vec<u32>, u32) {
        let mut rest = input / self.schema.classes();
        let values = self.schema.features().iter().map(|&size| {
            let value = rest % size;
            rest /= size;
            value
        });
        (values.collect(), input % self.schema.classes())
    }

    /// What an example says to one of the inputs.
    fn reported(&self, input: u32, channel: usize) -> u32 {
        let (values, class) = self.example(input);
        match values.get(channel) {
            Some(&value) => self.schema.joint(value, class),
            None => class,
        }
    }

    /// What the rows of the other channels add up to, so that all weights have one total.
    fn others(&self, channel: usize) -> Natural {
        let others = self
            .channels
            .iter()
            .enumerate()
            .filter(|(i, _)| *i != channel);
        others.fold(Natural::from(1_u64), |product, (_, other)| {
            product.product(&other.row_total())
        })
    }

    /// Whether the class is an input by itself.
    pub(crate) const fn class_is_reported(&self) -> bool {
        self.class_is_reported
    }
}

impl<C: Channel> Randomizer for OneInput<C> {
    type Input = u32;
    type Output = (usize, C::Output);

    fn randomize<R: CryptoRng + ?Sized>(
        &self,
        input: u32,
        rng: &mut R,
    ) -> Result<Self::Output, OutsideDomain> {
        OutsideDomain::check(input, self.inputs())?;
        let bound = NonZeroU64::new(self.channels.len() as u64).unwrap_or(NonZeroU64::MIN);
        let channel = usize::try_from(uniform_below(bound, rng)).unwrap_or(0);
        let value = self.reported(input, channel);
        Ok((channel, self.channels[channel].randomize(value, rng)?))
    }

    fn privacy_loss(&self) -> PrivacyLoss {
        let losses = self.channels.iter().map(Randomizer::privacy_loss);
        losses.max().unwrap_or(PrivacyLoss::from_micros(0))
    }
}

impl<C: Channel> Channel for OneInput<C> {
    fn inputs(&self) -> u32 {
        self.schema.features().iter().product::<u32>() * self.schema.classes()
    }

    fn outputs(&self) -> Box<dyn Iterator<Item = Self::Output> + '_> {
        let channels = self.channels.iter().enumerate();
        Box::new(
            channels
                .flat_map(|(index, channel)| channel.outputs().map(move |output| (index, output))),
        )
    }

    fn weight(&self, input: u32, (channel, output): &Self::Output) -> Natural {
        let value = self.reported(input, *channel);
        let weight = self.channels[*channel].weight(value, output);
        weight.product(&self.others(*channel))
    }

    fn row_total(&self) -> Natural {
        let all = self.others(self.channels.len());
        all.times(self.channels.len() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{SeedableRng, rngs::ChaCha20Rng};
    use sotto_ldp::{
        Epsilon, certify,
        randomizers::{DirectEncoding, SubsetSelection, UnaryEncoding},
    };

    fn certified<C: Channel>(epsilon: &Epsilon, class_too: bool, channel: impl Fn(u32) -> C) {
        let schema = Schema::new(2, vec![3, 2]).unwrap();
        let sizes = [6, 4, 2];
        let sizes = &sizes[..if class_too { 3 } else { 2 }];
        let channels = sizes.iter().map(|&size| channel(size)).collect();
        let whole = OneInput::new(schema, channels).unwrap();
        assert_eq!((whole.inputs(), whole.class_is_reported()), (12, class_too));
        let certificate = certify(&whole);
        assert!(certificate.rows_are_equal);
        assert!(certificate.holds(&epsilon.exp_lower_bound()));
        assert_eq!(certificate.privacy_loss, Some(whole.privacy_loss()));
        let mut rng = ChaCha20Rng::seed_from_u64(1);
        assert!(whole.randomize(11, &mut rng).is_ok());
        assert!(whole.randomize(12, &mut rng).is_err());
    }

    /// Whoever changes the whole example changes the chance of any report by e^ε at most.
    #[test]
    fn the_whole_respondent_is_certified() {
        for epsilon in ["0.5", "1", "ln 3", "4"].map(|text| text.parse::<Epsilon>().unwrap()) {
            for class_too in [false, true] {
                certified(&epsilon, class_too, |size| {
                    DirectEncoding::new(&epsilon, size).unwrap()
                });
                certified(&epsilon, class_too, |size| {
                    SubsetSelection::new(&epsilon, size).unwrap()
                });
                certified(&epsilon, class_too, |size| {
                    UnaryEncoding::optimized(&epsilon, size).unwrap()
                });
            }
        }
    }

    /// A class reported with every feature, each at the whole ε, costs more than is said: the
    /// certificate must see it.
    #[test]
    fn channels_that_do_not_fit_are_refused() {
        let epsilon: Epsilon = "1".parse().unwrap();
        let channel = |size| DirectEncoding::new(&epsilon, size).unwrap();
        let schema = Schema::new(2, vec![3, 2]).unwrap();
        for sizes in [&[6][..], &[6, 3], &[6, 4, 3], &[6, 4, 2, 2]] {
            let channels = sizes.iter().map(|&size| channel(size)).collect();
            assert!(OneInput::<DirectEncoding>::new(schema.clone(), channels).is_none());
        }
        // One channel of a larger ε is found out.
        let more: Epsilon = "1.1".parse().unwrap();
        let channels = vec![channel(6), DirectEncoding::new(&more, 4).unwrap()];
        let whole = OneInput::new(schema, channels).unwrap();
        assert!(!certify(&whole).holds(&epsilon.exp_lower_bound()));
    }
}
