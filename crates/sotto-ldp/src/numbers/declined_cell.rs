//! The cell of those who declined to give a number.

use crate::kernel::SupportProbabilities;

/// How the cell of those who declined tells of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DeclinedCell {
    /// p: the chance of the cell where the number was declined.
    pub truth: f64,
    /// q: the chance where it was given, whichever it is.
    pub other: f64,
    /// The mean square of what a report stands for where the number was declined, with t from −1 to 1.
    pub square: f64,
}

impl DeclinedCell {
    /// That of a mechanism which is this one with a chance of `share`, and else the other.
    pub(super) fn mixed(self, other: Self, share: f64) -> Self {
        let of = |here: f64, there: f64| share * here + (1.0 - share) * there;
        Self {
            truth: of(self.truth, other.truth),
            other: of(self.other, other.other),
            square: of(self.square, other.square),
        }
    }

    /// p and q as a pure protocol has them: rounded to 2⁻⁶², which is less than floats do.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "read by estimators alone, and from 0 to 1"
    )]
    pub(crate) fn support(self) -> SupportProbabilities {
        const TOTAL: u64 = 1 << 62;
        let parts = |share: f64| (share * TOTAL as f64) as u64;
        SupportProbabilities {
            truth: parts(self.truth),
            other: parts(self.other),
            total: TOTAL,
        }
    }

    /// ȳ: the share of those who answered, estimated from the cell's share of the reports.
    pub(crate) fn answered_of(self, told: f64) -> f64 {
        (self.truth - told) / (self.truth - self.other)
    }

    /// What µ² is multiplied by in Var\[x − µy\] beside E\[x²\], where a share of `answered` answer.
    pub(crate) fn slope_of_ratio(self, answered: f64) -> f64 {
        let Self { truth, other, .. } = self;
        let told = truth - answered * (truth - other);
        let square = truth * truth + (1.0 - 2.0 * truth) * told;
        let gap = truth - other;
        square / (gap * gap) - 2.0 * answered * truth / gap
    }

    /// E\[y²\], where a share of `answered` answer.
    pub(crate) fn square_of_answered(self, answered: f64) -> f64 {
        let [with, without] = self.readings();
        let told = self.truth - answered * (self.truth - self.other);
        told * without * without + (1.0 - told) * with * with
    }

    /// E\[(x − µy)³\] of somebody at µ, whose x has these mean squares and cubes.
    pub(crate) fn third_of_answered(self, mean: f64, squares: f64, cubes: f64) -> f64 {
        let [with, without] = self.readings();
        cubes - 3.0 * mean * with * squares + 3.0 * mean * mean * with * with * mean
            - mean.powi(3) * cube_of((with, without), self.other)
    }

    /// The same of somebody who declined, whose x is even.
    pub(crate) fn third_of_declined(self, mean: f64) -> f64 {
        let [with, without] = self.readings();
        -3.0 * mean * with * self.square - mean.powi(3) * cube_of((with, without), self.truth)
    }

    /// y of a report of a number, and of one of the cell.
    fn readings(self) -> [f64; 2] {
        let gap = self.truth - self.other;
        [self.truth / gap, (self.truth - 1.0) / gap]
    }
}

/// E\[y³\], where the chance of the cell is `told`.
fn cube_of((with, without): (f64, f64), told: f64) -> f64 {
    told * without.powi(3) + (1.0 - told) * with.powi(3)
}
