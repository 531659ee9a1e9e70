//! Rows as Parquet: the columns of the table, whole numbers where it has codes, else text; an absent cell
//! is null. What columns and codes mean stands in the file's own description, under the key `sotto`.

use std::sync::Arc;

use parquet::{
    basic::{LogicalType, Repetition, Type as Physical},
    data_type::{ByteArray, ByteArrayType, Int32Type},
    errors::ParquetError,
    file::{
        metadata::KeyValue,
        properties::WriterProperties,
        writer::{SerializedColumnWriter, SerializedFileWriter},
    },
    schema::types::Type,
};
use serde_json::json;

use super::{
    ExportError,
    rows::{Heading, Written},
};

/// Rows that are written together.
const ROW_GROUP: usize = 1 << 14;

/// The values of a column; 1 in `present` for each that is not null.
struct ColumnChunk {
    values: ParquetValues,
    present: Vec<i16>,
}

enum ParquetValues {
    Whole(Vec<i32>),
    Texts(Vec<ByteArray>),
}

impl ColumnChunk {
    fn of(heading: &Heading) -> Self {
        Self {
            values: if heading.whole {
                ParquetValues::Whole(Vec::new())
            } else {
                ParquetValues::Texts(Vec::new())
            },
            present: Vec::new(),
        }
    }

    fn push(&mut self, cell: Written) {
        let present = match (&mut self.values, cell) {
            // The bits of an index: those above 2³¹ are read as unsigned.
            (ParquetValues::Whole(values), Written::Whole(number)) => {
                values.push(number.cast_signed());
                1
            }
            (ParquetValues::Texts(values), Written::Text(text)) => {
                values.push(text.into_bytes().into());
                1
            }
            _ => 0,
        };
        self.present.push(present);
    }

    /// Writes what waits, and begins anew.
    fn write(&mut self, out: &mut SerializedColumnWriter<'_>) -> Result<(), ParquetError> {
        let present = Some(&self.present[..]);
        match &mut self.values {
            ParquetValues::Whole(values) => {
                out.typed::<Int32Type>()
                    .write_batch(values, present, None)?;
                values.clear();
            }
            ParquetValues::Texts(values) => {
                out.typed::<ByteArrayType>()
                    .write_batch(values, present, None)?;
                values.clear();
            }
        }
        self.present.clear();
        Ok(())
    }
}

/// A file that is written as rows come.
pub struct ParquetFile {
    /// `None` once the file is ended.
    writer: Option<SerializedFileWriter<Vec<u8>>>,
    columns: Vec<ColumnChunk>,
    waiting: usize,
}

impl ParquetFile {
    /// A file with these columns.
    ///
    /// # Errors
    /// When their names cannot be those of columns.
    pub fn new(headings: &[Heading]) -> Result<Self, ExportError> {
        Ok(Self {
            writer: Some(writer(headings)?),
            columns: headings.iter().map(ColumnChunk::of).collect(),
            waiting: 0,
        })
    }

    /// Adds a row, with a cell for each column.
    ///
    /// # Errors
    /// When the format cannot hold what was added.
    pub fn push(&mut self, cells: Vec<Written>) -> Result<(), ExportError> {
        for (column, cell) in self.columns.iter_mut().zip(cells) {
            column.push(cell);
        }
        self.waiting += 1;
        if self.waiting == ROW_GROUP {
            self.write_group()?;
        }
        Ok(())
    }

    /// What can be sent on since it was last asked.
    ///
    /// # Errors
    /// When the format cannot hold what was added.
    pub fn take(&mut self) -> Result<Vec<u8>, ExportError> {
        let Some(writer) = &mut self.writer else {
            return Ok(Vec::new());
        };
        writer.flush().map_err(ParquetError::from)?;
        Ok(std::mem::take(writer.inner_mut()))
    }

    /// Ends the file, and gives the rest.
    ///
    /// # Errors
    /// When the format cannot hold what was added.
    pub fn finish(&mut self) -> Result<Vec<u8>, ExportError> {
        self.write_group()?;
        let rest = self.writer.take().map(SerializedFileWriter::into_inner);
        Ok(rest.transpose()?.unwrap_or_default())
    }

    fn write_group(&mut self) -> Result<(), ExportError> {
        if let (Some(writer), 1..) = (&mut self.writer, self.waiting) {
            let mut group = writer.next_row_group()?;
            for column in &mut self.columns {
                let Some(mut out) = group.next_column()? else {
                    break;
                };
                column.write(&mut out)?;
                out.close()?;
            }
            group.close()?;
            self.waiting = 0;
        }
        Ok(())
    }
}

fn writer(headings: &[Heading]) -> Result<SerializedFileWriter<Vec<u8>>, ExportError> {
    let field = |heading: &Heading| {
        let (physical, logical) = if heading.whole {
            (Physical::INT32, LogicalType::integer(32, false))
        } else {
            (Physical::BYTE_ARRAY, LogicalType::String)
        };
        Type::primitive_type_builder(&heading.name, physical)
            .with_repetition(Repetition::OPTIONAL)
            .with_logical_type(Some(logical))
            .build()
            .map(Arc::new)
    };
    let fields = headings.iter().map(field).collect::<Result<Vec<_>, _>>()?;
    let schema = Type::group_type_builder("rows")
        .with_fields(fields)
        .build()?;
    let meanings = headings.iter().map(|heading| {
        json!({ "column": heading.name, "label": heading.label, "values": heading.values })
    }).collect::<serde_json::Value>().to_string();
    let properties = WriterProperties::builder()
        .set_dictionary_enabled(false)
        .set_created_by("sotto".to_owned())
        .set_key_value_metadata(Some(vec![KeyValue::new("sotto".to_owned(), meanings)]))
        .build();
    let writer = SerializedFileWriter::new(Vec::new(), schema.into(), properties.into());
    Ok(writer?)
}
