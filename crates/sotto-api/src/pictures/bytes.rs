//! Reading bytes one after the other: what is not there is `None`.

/// What was not read yet.
#[derive(Clone, Copy)]
pub(super) struct PictureBytes<'a>(pub(super) &'a [u8]);

impl<'a> PictureBytes<'a> {
    /// So many.
    pub(super) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    pub(super) fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    pub(super) fn byte(&mut self) -> Option<u8> {
        self.array().map(|[byte]| byte)
    }

    /// The most significant byte first.
    pub(super) fn short(&mut self) -> Option<u16> {
        self.array().map(u16::from_be_bytes)
    }

    /// The most significant byte first.
    pub(super) fn long(&mut self) -> Option<u32> {
        self.array().map(u32::from_be_bytes)
    }

    /// A number of 0, 4 or 8 bytes, the most significant first.
    pub(super) fn number(&mut self, bytes: u8) -> Option<u64> {
        match bytes {
            0 => Some(0),
            4 => self.long().map(u64::from),
            8 => self.array().map(u64::from_be_bytes),
            _ => None,
        }
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
