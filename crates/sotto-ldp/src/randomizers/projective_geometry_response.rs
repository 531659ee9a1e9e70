//! Projective geometry response: a point, more often one in the hyperplane of the value (Feldman,
//! Nelson, Nguyen and Talwar, ICML 2022).
//!
//! - **Input** a value v < k. **Report** a point, an index below K.
//! - **Geometry** the points of the projective space over a field of Q elements are the vectors of
//!   t coordinates whose first that is not 0 is 1; there are K = (Qᵗ−1)/(Q−1) ≥ k, and value v
//!   stands for the v-th. Its hyperplane, the points y with Σ vᵢyᵢ = 0, has c = (Qᵗ⁻¹−1)/(Q−1) of
//!   them, and shares c₂ = (Qᵗ⁻²−1)/(Q−1) with any other.
//! - **Channel** the points of v's hyperplane have weight a, the others b, out of ac + b(K−c).
//! - **Privacy** in every column the weights are a or b, so no ratio exceeds a/b ≤ e^ε.
//! - **Estimator** a report supports the values in whose hyperplanes it lies:
//!   p* = ac/(ac+b(K−c)), q* = (ac₂+b(c−c₂))/(ac+b(K−c)).
//! - **Variance** that of subset selection, but for Q, which must be a field's size near e^ε + 1
//!   (at ε = 1: n·Var = 3.2529 for k = 16, 3.6848 for k = 1024).
//! - **Choose it** for many categories: reports of log₂ K bits, counted in one step; the
//!   estimates are decoded at the end by a fast transform.
//! - **Source** Feldman, Nelson, Nguyen and Talwar, ICML 2022. Proof:
//!   `proofs/projective-geometry-response.md`.

use rand::CryptoRng;

use crate::kernel::{
    Certificate, Channel, Epsilon, FrequencyOracle, MechanismError, OutsideDomain, PrivacyLoss,
    Randomizer, ReportShape, SupportProbabilities, TwoLevels, Weights, check_domain_size,
    exact::Natural, sampling::below, two_level_certificate,
};

use super::finite_field::FiniteField;

pub(crate) const NAME: &str = "projective-geometry-response";
pub(crate) const SHORT_NAME: &str = "pgr";

const MAXIMUM: u32 = 1 << 16;

/// Decoding keeps Qᵗ numbers in memory, and takes some Qᵗ⁺¹ steps: at most this many.
const DECODING_STEPS: u64 = 1 << 27;

/// Projective geometry response over a domain of k values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectiveGeometryResponse {
    domain_size: u32,
    field: FiniteField,
    shape: SpaceShape,
    /// Out of ac + b(K−c).
    levels: TwoLevels,
}

/// The sizes of a projective space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SpaceShape {
    /// Qᵗ⁻¹: the vectors on an affine hyperplane, and the points outside a projective one.
    outside: u32,
    /// K.
    points: u32,
    /// c.
    hyperplane: u32,
    /// c₂.
    shared: u32,
}

impl SpaceShape {
    /// The least space over a field of that size with at least k points.
    fn new(order: u32, domain_size: u32) -> Option<Self> {
        // Two coordinates give Q + 1 points, whose hyperplanes are single points.
        let mut shape = Self {
            outside: order,
            points: order + 1,
            hyperplane: 1,
            shared: 0,
        };
        while shape.points < domain_size {
            let outside = shape.outside.checked_mul(order)?;
            shape = Self {
                outside,
                points: outside.checked_add(shape.points)?,
                hyperplane: shape.points,
                shared: shape.hyperplane,
            };
        }
        let steps = u64::from(shape.outside) * u64::from(order) * u64::from(order);
        (steps <= DECODING_STEPS).then_some(shape)
    }

    fn support_probabilities(self, weights: Weights) -> Option<SupportProbabilities> {
        let (c, c2) = (u64::from(self.hyperplane), u64::from(self.shared));
        Some(SupportProbabilities {
            total: weights.total(self.hyperplane, self.outside)?,
            truth: c * weights.truth,
            other: c2 * weights.truth + (c - c2) * weights.other,
        })
    }
}

impl ProjectiveGeometryResponse {
    /// The response with the weights that ε implies, over the field of the least variance.
    ///
    /// # Errors
    /// When the domain is not of 2 to 65,536 values.
    pub fn new(epsilon: &Epsilon, domain_size: u32) -> Result<Self, MechanismError> {
        check_domain_size(NAME, (2, MAXIMUM), domain_size)?;
        let (order, weights) = super::best_field(NAME, epsilon, |order, weights| {
            SpaceShape::new(order, domain_size)?.support_probabilities(weights)
        })?;
        Self::with_weights(order, weights, domain_size)
    }

    fn with_weights(
        order: u32,
        weights: Weights,
        domain_size: u32,
    ) -> Result<Self, MechanismError> {
        check_domain_size(NAME, (2, MAXIMUM), domain_size)?;
        let field = FiniteField::published(NAME, order)?;
        let shape = SpaceShape::new(order, domain_size).ok_or(MechanismError::Weights {
            mechanism: NAME,
            reason: "the field is too large for so many categories",
        })?;
        let support = shape.support_probabilities(weights);
        let total = support.map(|support| support.total);
        Ok(Self {
            domain_size,
            field,
            shape,
            levels: TwoLevels::new(NAME, weights, total, support)?,
        })
    }

    /// Q.
    #[must_use]
    pub const fn order(&self) -> u32 {
        self.field.size()
    }

    /// K.
    #[must_use]
    pub const fn points(&self) -> u32 {
        self.shape.points
    }

    /// The point of that index as a vector, its coordinates the digits to the base Q: first come
    /// the vector 1, then those of two digits that begin with 1, and so on.
    fn vector(&self, point: u32) -> u32 {
        let (mut rest, mut leading) = (point, 1);
        while rest >= leading {
            rest -= leading;
            leading *= self.order();
        }
        leading + rest
    }

    /// The index of the point of a vector that is not 0: its first digit is scaled to 1.
    fn point(&self, vector: u32) -> u32 {
        let size = self.order();
        let (mut leading, mut before) = (1, 0);
        while vector / size >= leading {
            before += leading;
            leading *= size;
        }
        let scale = self.field.inverse(vector / leading);
        let (mut rest, mut unit, mut scaled) = (vector % leading, 1, 0);
        while rest != 0 {
            scaled += unit * self.field.times(rest % size, scale);
            rest /= size;
            unit *= size;
        }
        before + scaled
    }

    /// The point of the vector y with Σ vᵢyᵢ = `product` whose other coordinates than that of v's
    /// leading digit are the digits of `free`.
    fn solved(&self, value: u32, free: u32, product: u32) -> u32 {
        let normal = self.vector(value);
        let size = self.order();
        // v's leading digit is 1, so y's digit there is what is missing from the product.
        let leading = self.leading(normal);
        let opened = free / leading * leading * size + free % leading;
        let missing = self.field.minus(product, self.field.dot(normal, opened));
        self.point(opened + missing * leading)
    }

    fn leading(&self, vector: u32) -> u32 {
        let mut leading = 1;
        while vector / self.order() >= leading {
            leading *= self.order();
        }
        leading
    }
}

pub(crate) fn parameters(epsilon: &Epsilon, domain_size: u32) -> Result<Vec<u64>, MechanismError> {
    let oracle = ProjectiveGeometryResponse::new(epsilon, domain_size)?;
    let Weights { truth, other } = oracle.levels.weights;
    Ok(vec![truth, other, oracle.order().into()])
}

/// Reads the published integers.
pub(crate) fn published(
    parameters: &[u64],
    domain_size: u32,
) -> Result<ProjectiveGeometryResponse, MechanismError> {
    let reason = "write three integers: the weight of points in the value's hyperplane, that of the others, and the number of elements of the field";
    let (order, weights) = super::size_and_weights(NAME, parameters, reason)?;
    ProjectiveGeometryResponse::with_weights(order, weights, domain_size)
}

impl Randomizer for ProjectiveGeometryResponse {
    type Input = u32;
    type Output = u32;

    /// Draws the side by its weight, and then a vector y of it: Σ vᵢyᵢ is 0 on the hyperplane and
    /// can be scaled to 1 elsewhere, all coordinates but one are free. On the hyperplane each point
    /// has Q − 1 vectors, outside each has the one.
    fn randomize<R: CryptoRng + ?Sized>(
        &self,
        input: u32,
        rng: &mut R,
    ) -> Result<u32, OutsideDomain> {
        let input = OutsideDomain::check(input, self.domain_size)?;
        let inside = self.levels.weights.truth * u64::from(self.shape.hyperplane);
        let outside = u32::from(self.levels.draw(rng) >= inside);
        // The zero vector, which is not a point, lies on the hyperplane.
        let skipped = 1 - outside;
        let free = below((self.shape.outside - skipped).into(), rng) + skipped;
        Ok(self.solved(input, free, outside))
    }

    fn privacy_loss(&self) -> PrivacyLoss {
        self.levels.privacy_loss
    }
}

impl Channel for ProjectiveGeometryResponse {
    fn inputs(&self) -> u32 {
        self.domain_size
    }

    fn outputs(&self) -> Box<dyn Iterator<Item = u32>> {
        Box::new(0..self.shape.points)
    }

    fn weight(&self, input: u32, output: &u32) -> Natural {
        self.levels.weights.of(self.supports(output, input))
    }

    fn row_total(&self) -> Natural {
        self.levels.total().into()
    }
}

impl FrequencyOracle for ProjectiveGeometryResponse {
    fn domain_size(&self) -> u32 {
        self.domain_size
    }

    fn support_probabilities(&self) -> SupportProbabilities {
        self.levels.support
    }

    fn supports(&self, output: &u32, value: u32) -> bool {
        let (normal, vector) = (self.vector(value), self.vector(*output));
        self.field.dot(normal, vector) == 0
    }

    /// Sums count the reports of each point.
    fn sum_count(&self) -> u32 {
        self.shape.points
    }

    fn decode(&self, _: u64, sums: &[u64]) -> Vec<u64> {
        let mut supports = self.hyperplane_sums(sums);
        supports.truncate(self.domain_size as usize);
        supports
    }

    fn certificate(&self) -> Certificate {
        two_level_certificate(self, self.levels.weights, Some(self.shape.points.into()))
    }

    fn report_shape(&self) -> ReportShape {
        ReportShape::Index {
            below: self.shape.points,
        }
    }
}

impl ProjectiveGeometryResponse {
    /// For every point, the sum over the points of its hyperplane.
    ///
    /// Values and points are ordered so that those of d digits come before those of d + 1, so that
    /// what has been found for the space of d coordinates is used for that of d + 1: a vector
    /// (y_d, y′) with y_d = 1 is on the hyperplane of (v_d, v′) when Σ vᵢ′yᵢ′ = −v_d, one with
    /// y_d = 0 when y′ is on that of v′. The first kind is summed up for all v′ and all products at
    /// once, a coordinate at a time.
    fn hyperplane_sums(&self, sums: &[u64]) -> Vec<u64> {
        let size = self.order() as usize;
        // One coordinate: the only point, 1, is not on its own hyperplane.
        let mut supports = vec![0_u64];
        let (mut all, mut before, mut leading) = (sums.first().copied().unwrap_or(0), 1, size);
        while before < sums.len() {
            let affine = &sums[before..(before + leading).min(sums.len())];
            let by_product = self.affine_sums(affine, leading);
            let with = |prefix: usize, product: usize| by_product[prefix * size + product];
            let mut next = Vec::with_capacity(before + leading);
            // v = (0, v′): y = (1, y′) with Σ v′y′ = 0, and y = (0, y′).
            for (point, support) in (0..).zip(&supports) {
                next.push(support.saturating_add(with(self.vector(point) as usize, 0)));
            }
            // v = (1, v′): y = (1, y′) with Σ v′y′ = −1, and y = (0, y′) on v′'s hyperplane, which
            // for v′ = 0 is everything.
            let minus_one = self.field.minus(0, 1) as usize;
            next.push(all.saturating_add(with(0, minus_one)));
            for prefix in 1..leading {
                let point = self.point(u32::try_from(prefix).unwrap_or(1));
                next.push(supports[point as usize].saturating_add(with(prefix, minus_one)));
            }
            all = affine.iter().copied().fold(all, u64::saturating_add);
            supports = next;
            before += leading;
            leading *= size;
        }
        supports
    }

    /// For every vector v and field element s, at v·Q + s, the sum of `counts[y]` over the y with
    /// Σ vᵢyᵢ = s. Coordinate by coordinate a digit of y gives way to one of v: `table[x·Q + s]` is
    /// the sum over those y whose remaining digits are x's, and whose replaced ones give s.
    fn affine_sums(&self, counts: &[u64], space: usize) -> Vec<u64> {
        let size = self.order() as usize;
        let mut table = vec![0; space * size];
        for (index, &count) in counts.iter().enumerate() {
            table[index * size] = count;
        }
        let field = &self.field;
        let mut line = vec![0; size * size];
        let mut step = 1;
        while step < space {
            for high in (0..space).step_by(step * size) {
                for low in high..high + step {
                    for (digit, row) in line.chunks_exact_mut(size).enumerate() {
                        let at = (low + digit * step) * size;
                        row.copy_from_slice(&table[at..at + size]);
                    }
                    for (of_v, element) in (0..).zip(0..size) {
                        let at = (low + element * step) * size;
                        for (product, sum) in (0..).zip(&mut table[at..at + size]) {
                            *sum = (0..)
                                .zip(line.chunks_exact(size))
                                .map(|(of_y, row)| {
                                    let added = field.times(of_v, of_y);
                                    row[field.minus(product, added) as usize]
                                })
                                .fold(0, u64::saturating_add);
                        }
                    }
                }
            }
            step *= size;
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn response(order: u32, domain_size: u32) -> ProjectiveGeometryResponse {
        let weights = Weights { truth: 3, other: 1 };
        ProjectiveGeometryResponse::with_weights(order, weights, domain_size).unwrap()
    }

    #[test]
    fn points_and_vectors_are_inverse() {
        for (order, domain_size) in [(2, 100), (3, 40), (4, 85), (7, 57), (16, 17)] {
            let response = response(order, domain_size);
            for point in 0..response.points() {
                let vector = response.vector(point);
                assert_eq!(response.point(vector), point);
                for factor in 1..order {
                    let (mut rest, mut unit, mut scaled) = (vector, 1, 0);
                    while rest > 0 {
                        scaled += unit * response.field.times(rest % order, factor);
                        rest /= order;
                        unit *= order;
                    }
                    assert_eq!(response.point(scaled), point);
                }
            }
        }
    }

    /// Every value's hyperplane has c points, any two share c₂, and the solutions of both products
    /// reach every point on their side equally often.
    #[test]
    fn hyperplanes_have_the_sizes_of_the_formulas() {
        for (order, domain_size) in [(2, 15), (3, 13), (4, 21), (5, 31), (8, 9)] {
            let response = &response(order, domain_size);
            let shape = response.shape;
            let on = |value| {
                let points = 0..response.points();
                points.filter(move |point| response.supports(point, value))
            };
            for value in 0..domain_size {
                assert_eq!(on(value).count() as u32, shape.hyperplane);
                for other in 0..value {
                    let both = on(value).filter(|point| response.supports(point, other));
                    assert_eq!(both.count() as u32, shape.shared);
                }
                let mut seen = vec![0; response.points() as usize];
                for free in 0..shape.outside {
                    seen[response.solved(value, free, 1) as usize] += 1;
                    if free > 0 {
                        seen[response.solved(value, free, 0) as usize] += 1;
                    }
                }
                for point in 0..response.points() {
                    let inside = response.supports(&point, value);
                    let times = if inside { order - 1 } else { 1 };
                    assert_eq!(seen[point as usize], times, "{order}: {value} {point}");
                }
            }
        }
    }

    #[test]
    fn decoding_is_counting_one_by_one() {
        for (order, domain_size) in [(2, 15), (2, 2), (3, 14), (4, 85), (5, 6), (7, 50)] {
            let response = response(order, domain_size);
            let sums: Vec<u64> = (0..u64::from(response.points()))
                .map(|i| i * i % 97)
                .collect();
            let found = response.decode(0, &sums);
            assert_eq!(found.len() as u32, domain_size);
            for (value, &support) in (0..).zip(&found) {
                let expected: u64 = (0..)
                    .zip(&sums)
                    .filter(|(point, _)| response.supports(point, value))
                    .map(|(_, &sum)| sum)
                    .sum();
                assert_eq!(support, expected, "{order}: {value}");
            }
        }
    }
}
