//! Rows as Parquet: the columns of the table, whole numbers where it has codes, else text; an absent cell
//! is null. What columns and codes mean stands in the file's own description, under the key `sotto`.

use std::sync::Arc;

use parquet::{
    basic::{LogicalType, Repetition, Type as Physical},
    data_type::{ByteArray, ByteArrayType, Int32Type},
    file::{metadata::KeyValue, properties::WriterProperties, writer::SerializedFileWriter},
    schema::types::Type,
};
use serde_json::json;

use super::{
    ExportError,
    rows::{Heading, Rows, Written},
};

/// Rows that are written together.
const ROW_GROUP: usize = 1 << 16;

/// The values of a column; 1 in `present` for each that is not null.
struct ColumnChunk {
    values: Values,
    present: Vec<i16>,
}

enum Values {
    Whole(Vec<i32>),
    Texts(Vec<ByteArray>),
}

impl ColumnChunk {
    fn of(heading: &Heading) -> Self {
        Self {
            values: if heading.whole {
                Values::Whole(Vec::new())
            } else {
                Values::Texts(Vec::new())
            },
            present: Vec::new(),
        }
    }

    fn push(&mut self, cell: Written) {
        let present = match (&mut self.values, cell) {
            // The bits of an index: those above 2³¹ are read as unsigned.
            (Values::Whole(values), Written::Whole(number)) => {
                values.push(number.cast_signed());
                1
            }
            (Values::Texts(values), Written::Text(text)) => {
                values.push(text.into_bytes().into());
                1
            }
            _ => 0,
        };
        self.present.push(present);
    }
}

/// The file of noisy rows.
pub(super) fn parquet(rows: &Rows<'_>) -> Result<Vec<u8>, ExportError> {
    parquet_of(&rows.headings(), |take| rows.each_row(false, take))
}

/// The file of rows that are handed on one by one, a cell for each heading.
pub(crate) fn parquet_of(
    headings: &[Heading],
    each_row: impl FnOnce(
        &mut dyn FnMut(Vec<Written>) -> Result<(), ExportError>,
    ) -> Result<(), ExportError>,
) -> Result<Vec<u8>, ExportError> {
    let mut writer = writer(headings)?;
    let fresh = || headings.iter().map(ColumnChunk::of).collect::<Vec<_>>();
    let (mut columns, mut waiting) = (fresh(), 0);
    each_row(&mut |cells| {
        for (column, cell) in columns.iter_mut().zip(cells) {
            column.push(cell);
        }
        waiting += 1;
        if waiting == ROW_GROUP {
            group(&mut writer, &std::mem::replace(&mut columns, fresh()))?;
            waiting = 0;
        }
        Ok(())
    })?;
    if waiting > 0 {
        group(&mut writer, &columns)?;
    }
    Ok(writer.into_inner()?)
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
    });
    let meanings = meanings.collect::<serde_json::Value>().to_string();
    let properties = WriterProperties::builder()
        .set_dictionary_enabled(false)
        .set_created_by("sotto".to_owned())
        .set_key_value_metadata(Some(vec![KeyValue::new("sotto".to_owned(), meanings)]))
        .build();
    let writer = SerializedFileWriter::new(Vec::new(), schema.into(), properties.into());
    Ok(writer?)
}

fn group(
    writer: &mut SerializedFileWriter<Vec<u8>>,
    columns: &[ColumnChunk],
) -> Result<(), ExportError> {
    let mut group = writer.next_row_group()?;
    for column in columns {
        let Some(mut out) = group.next_column()? else {
            break;
        };
        let present = Some(&column.present[..]);
        match &column.values {
            Values::Whole(values) => out
                .typed::<Int32Type>()
                .write_batch(values, present, None)?,
            Values::Texts(values) => out
                .typed::<ByteArrayType>()
                .write_batch(values, present, None)?,
        };
        out.close()?;
    }
    group.close()?;
    Ok(())
}
