//! What has a form in a compiled survey, and how forms are made of others.

use super::reader::Reader;
#[cfg(feature = "whole")]
use super::writer::Writer;

/// What can stand in a compiled survey.
pub(super) trait Form: Sized {
    /// How many of them can stand in one list.
    const MOST: usize = 0;

    /// How many lists of them can stand in one list.
    const MOST_LISTS: usize = 0;

    /// Reads one; why not is told to the reader.
    fn read(from: &mut Reader<'_>) -> Option<Self>;

    /// Writes it so that it reads back as itself.
    #[cfg(feature = "whole")]
    fn write(&self, to: &mut Writer);
}

impl Reader<'_> {
    /// Something that is read as such.
    pub(super) fn read<T: Form>(&mut self) -> Option<T> {
        T::read(self)
    }

    /// Something that is there where the lowest of some bits is set; the others are for what follows.
    pub(super) fn present<T: Form>(&mut self, bits: &mut u64, field: &mut Option<T>) -> Option<()> {
        if *bits & 1 == 1 {
            *field = Some(self.read()?);
        }
        *bits >>= 1;
        Some(())
    }
}

#[cfg(feature = "whole")]
impl Writer {
    pub(super) fn list<T: Form>(&mut self, list: &[T]) {
        self.number(list.len() as u64);
        for element in list {
            element.write(self);
        }
    }

    /// A field of a question, if it is there: that it is says a bit that was written before.
    pub(super) fn present<T: Form>(&mut self, field: Option<&T>) {
        if let Some(field) = field {
            field.write(self);
        }
    }
}
