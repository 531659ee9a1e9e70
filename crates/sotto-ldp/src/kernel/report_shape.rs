//! Which reports a mechanism can produce: what has travelled is held against that once, and carries
//! the proof from then on.

use std::{fmt, ops::Deref};

use super::{
    error::ImpossibleReport,
    report::{Report, below},
};

/// The reports that a mechanism can produce.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportShape {
    /// An index.
    Index {
        /// It is less than this.
        below: u32,
    },
    /// A bit string.
    Bits {
        /// Its length.
        bits: u32,
    },
    /// Different indices, rising.
    Subset {
        /// How many.
        size: u32,
        /// Each is less than this.
        below: u32,
    },
    /// The row of a sketch, and the bits of its columns.
    Row {
        /// The row is less than this.
        rows: u32,
        /// The number of bits.
        bits: u32,
    },
    /// The seed of a hash function, and the bucket that it hashes to.
    SeededBucket {
        /// Seeds are from 1 to this.
        seeds: u32,
        /// The bucket is less than this.
        buckets: u32,
    },
    /// The row of a sketch, one of its entries except the first, and a sign: 0, or 1 for minus.
    SketchSign {
        /// The row is less than this.
        rows: u32,
        /// The entry is less than this.
        columns: u32,
    },
}

impl ReportShape {
    /// Holds a report that has travelled against this shape.
    ///
    /// # Errors
    /// When the report does not have it.
    pub fn check(self, report: &Report) -> Result<(), ImpossibleReport> {
        match (self, report) {
            (Self::Index { below: bound }, Report::Index(index)) => below(*index, bound),
            (Self::Bits { bits }, Report::Bits(bytes)) => check_bits(bytes, bits),
            (Self::Subset { size, below: bound }, Report::Indices(indices)) => {
                let (expected, found) = (size as usize, indices.len());
                if found != expected {
                    return Err(ImpossibleReport::WrongCount { expected, found });
                }
                if let Some(pair) = indices.windows(2).find(|pair| pair[0] >= pair[1]) {
                    return Err(ImpossibleReport::NotRising { index: pair[1] });
                }
                indices.iter().try_for_each(|&index| below(index, bound))
            }
            (Self::Row { rows, bits }, Report::Row(row, bytes)) => {
                below(*row, rows)?;
                check_bits(bytes, bits)
            }
            (Self::SeededBucket { seeds, buckets }, Report::Indices(indices)) => {
                let [seed, bucket] = exactly(indices)?;
                below(bucket, buckets)?;
                check_seed(seed, seeds)
            }
            (Self::SketchSign { rows, columns }, Report::Indices(indices)) => {
                let [row, entry, sign] = exactly(indices)?;
                below(row, rows)?;
                below(entry, columns)?;
                below(sign, 2)?;
                check_seed(entry, columns - 1)
            }
            _ => Err(report.wrong_form(self.form())),
        }
    }

    /// One of the reports that are longest in JSON: what others are padded to.
    #[must_use]
    pub fn longest(self) -> Report {
        let zeros = |bits: u32| vec![0; bits.div_ceil(8) as usize];
        match self {
            Self::Index { below } => Report::Index(below - 1),
            Self::Bits { bits } => Report::Bits(zeros(bits)),
            Self::Subset { size, below } => Report::Indices((below - size..below).collect()),
            Self::Row { rows, bits } => Report::Row(rows - 1, zeros(bits)),
            Self::SeededBucket { seeds, buckets } => Report::Indices(vec![seeds, buckets - 1]),
            Self::SketchSign { rows, columns } => Report::Indices(vec![rows - 1, columns - 1, 1]),
        }
    }

    /// What kind of report has this shape, for messages.
    pub(crate) const fn form(self) -> &'static str {
        match self {
            Self::Index { .. } => "an index",
            Self::Bits { .. } => "a bit string in base64url",
            Self::Row { .. } => "a row and a bit string",
            Self::Subset { .. } | Self::SeededBucket { .. } | Self::SketchSign { .. } => {
                "a list of indices"
            }
        }
    }
}

/// A report that its mechanism can produce: its form, its length and the range of its parts are
/// proven, and need not be checked again when it is counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvenReport {
    report: Report,
    shape: ReportShape,
}

impl ProvenReport {
    /// Proves a report that has travelled.
    ///
    /// # Errors
    /// When the report does not have that shape.
    pub fn new(report: Report, shape: ReportShape) -> Result<Self, ImpossibleReport> {
        shape.check(&report)?;
        Ok(Self { report, shape })
    }

    /// A report that the mechanism of that shape has just drawn.
    pub(crate) const fn drawn(report: Report, shape: ReportShape) -> Self {
        Self { report, shape }
    }

    /// The report alone.
    #[must_use]
    pub fn into_report(self) -> Report {
        self.report
    }

    /// What is proven of it.
    #[must_use]
    pub const fn shape(&self) -> ReportShape {
        self.shape
    }
}

impl Deref for ProvenReport {
    type Target = Report;

    fn deref(&self) -> &Report {
        &self.report
    }
}

/// Exactly what stands in JSON.
impl fmt::Display for ProvenReport {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.report.fmt(out)
    }
}

fn exactly<const N: usize>(indices: &[u32]) -> Result<[u32; N], ImpossibleReport> {
    indices
        .try_into()
        .map_err(|_| ImpossibleReport::WrongCount {
            expected: N,
            found: indices.len(),
        })
}

/// Bytes that are as many bits, with zeros behind the last.
fn check_bits(bytes: &[u8], bits: u32) -> Result<(), ImpossibleReport> {
    let (expected, found) = (bits.div_ceil(8) as usize, bytes.len());
    if found != expected {
        return Err(ImpossibleReport::WrongLength { expected, found });
    }
    let padding = match (bits % 8, bytes.last()) {
        (used @ 1.., Some(last)) => last >> used,
        _ => 0,
    };
    if padding == 0 {
        Ok(())
    } else {
        Err(ImpossibleReport::PaddingSet { domain_size: bits })
    }
}

fn check_seed(found: u32, greatest: u32) -> Result<(), ImpossibleReport> {
    if (1..=greatest).contains(&found) {
        Ok(())
    } else {
        Err(ImpossibleReport::SeedOutOfRange { found, greatest })
    }
}
