//! Reads what stands in a compiled survey, one thing after the other.
//!
//! It is part of what every respondent downloads: what cannot be read is `None`, and why not is kept
//! aside.

use super::error::CompiledError;

/// Bytes that are read from their beginning to their end.
pub(super) struct Reader<'a> {
    rest: &'a [u8],
    fault: Option<CompiledError>,
}

impl<'a> Reader<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        let (rest, fault) = (bytes, None);
        Self { rest, fault }
    }

    /// What was read, if it was all that there is.
    pub(super) fn end<T>(self, read: Option<T>) -> Result<T, CompiledError> {
        match (read, self.fault) {
            (Some(read), None) if self.rest.is_empty() => Ok(read),
            (_, Some(fault)) => Err(fault),
            (Some(_), None) => Err(CompiledError::BehindTheEnd),
            (None, None) => Err(CompiledError::Truncated),
        }
    }

    /// Keeps why something cannot be read.
    pub(super) fn fail<T>(&mut self, fault: CompiledError) -> Option<T> {
        self.fault = Some(fault);
        None
    }

    /// So many bytes.
    // What every form is read with is out of line: each copy would be downloaded.
    #[inline(never)]
    pub(super) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        Some(taken)
    }

    pub(super) fn byte(&mut self) -> Option<u8> {
        let (byte, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*byte)
    }

    /// A number below 2⁶⁴.
    #[inline(never)]
    pub(super) fn number(&mut self) -> Option<u64> {
        let mut number = 0_u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let group = u64::from(byte & 0x7f);
            let is_last = byte < 0x80;
            // The last group says something, and the tenth has a single bit.
            if (is_last && group == 0 && shift > 0) || (shift == 63 && byte > 1) {
                break;
            }
            number |= group << shift;
            if is_last {
                return Some(number);
            }
        }
        self.fail(CompiledError::Number)
    }

    /// How many there are of something of which there can be so many. Each takes a byte at least, so that
    /// nothing is set aside for more than there is.
    #[inline(never)]
    pub(super) fn count(&mut self, most: usize) -> Option<usize> {
        let found = self.number()?;
        match usize::try_from(found) {
            Ok(count) if count <= most => (count <= self.rest.len()).then_some(count),
            _ => self.fail(CompiledError::TooLong { found, most }),
        }
    }

    /// A list of at most so many.
    pub(super) fn list<T>(
        &mut self,
        most: usize,
        read: impl Fn(&mut Self) -> Option<T>,
    ) -> Option<Vec<T>> {
        let count = self.count(most)?;
        let mut list = Vec::with_capacity(count);
        for _ in 0..count {
            list.push(read(self)?);
        }
        Some(list)
    }

    /// One of so many choices.
    #[inline(never)]
    pub(super) fn choice(&mut self, count: usize, what: &'static str) -> Option<usize> {
        let choice = usize::from(self.byte()?);
        if choice < count {
            Some(choice)
        } else {
            self.fail(CompiledError::Value(what))
        }
    }
}
