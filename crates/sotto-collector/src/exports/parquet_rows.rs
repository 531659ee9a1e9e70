//! Noisy rows as Parquet: a column for each part of a question, whole numbers where the reports are indices,
//! else their JSON; an absent report is null. Neither compressed nor encoded by a dictionary: noise
//! does not shrink.

use std::sync::Arc;

use parquet::{
    basic::{LogicalType, Repetition, Type as PhysicalType},
    data_type::{ByteArray, ByteArrayType, Int64Type},
    errors::ParquetError,
    file::{properties::WriterProperties, writer::SerializedFileWriter},
    schema::types::Type,
};
use serde_json::Value;

use super::{Column, ReportRow, RowError, RowWriter};

/// Rows that are held until they are written together.
const ROW_GROUP: usize = 1 << 14;

/// Writes Parquet.
pub(crate) struct ParquetRows {
    /// `None` once the file is ended.
    writer: Option<SerializedFileWriter<Vec<u8>>>,
    columns: Vec<Waiting>,
    waiting: usize,
}

/// The values of a column that wait to be written; 1 in `present` for each that is not null.
struct Waiting {
    values: Values,
    present: Vec<i16>,
}

enum Values {
    Indices(Vec<i64>),
    Json(Vec<ByteArray>),
}

impl From<ParquetError> for RowError {
    fn from(error: ParquetError) -> Self {
        Self::Format(error.to_string())
    }
}

impl ParquetRows {
    /// A file with these columns.
    ///
    /// # Errors
    /// When their names cannot be columns', which they can.
    pub(crate) fn new(columns: &[Column]) -> Result<Self, RowError> {
        let field = |column: &Column| {
            let (physical, logical) = if column.indices {
                (PhysicalType::INT64, None)
            } else {
                (PhysicalType::BYTE_ARRAY, Some(LogicalType::Json))
            };
            Type::primitive_type_builder(&column.name, physical)
                .with_repetition(Repetition::OPTIONAL)
                .with_logical_type(logical)
                .build()
                .map(Arc::new)
        };
        let fields = columns.iter().map(field).collect::<Result<Vec<_>, _>>()?;
        let schema = Type::group_type_builder("rows")
            .with_fields(fields)
            .build()?;
        let properties = WriterProperties::builder()
            .set_dictionary_enabled(false)
            .set_created_by("sotto".to_owned())
            .build();
        let writer = SerializedFileWriter::new(Vec::new(), schema.into(), properties.into())?;
        let waiting = |column: &Column| Waiting {
            values: if column.indices {
                Values::Indices(Vec::new())
            } else {
                Values::Json(Vec::new())
            },
            present: Vec::new(),
        };
        Ok(Self {
            writer: Some(writer),
            columns: columns.iter().map(waiting).collect(),
            waiting: 0,
        })
    }

    fn write_group(&mut self) -> Result<Vec<u8>, RowError> {
        let Some(writer) = &mut self.writer else {
            return Ok(Vec::new());
        };
        if self.waiting > 0 {
            let mut group = writer.next_row_group()?;
            for column in &mut self.columns {
                let Some(mut out) = group.next_column()? else {
                    break;
                };
                let present = Some(&column.present[..]);
                match &mut column.values {
                    Values::Indices(values) => {
                        out.typed::<Int64Type>()
                            .write_batch(values, present, None)?;
                        values.clear();
                    }
                    Values::Json(values) => {
                        out.typed::<ByteArrayType>()
                            .write_batch(values, present, None)?;
                        values.clear();
                    }
                }
                out.close()?;
                column.present.clear();
            }
            group.close()?;
            self.waiting = 0;
        }
        writer
            .flush()
            .map_err(|error| RowError::Format(error.to_string()))?;
        Ok(std::mem::take(writer.inner_mut()))
    }
}

impl Waiting {
    fn push(&mut self, report: &Value) -> Result<(), RowError> {
        if report.is_null() {
            self.present.push(0);
            return Ok(());
        }
        match &mut self.values {
            Values::Indices(values) => values.push(report.as_i64().ok_or(RowError::Damaged)?),
            Values::Json(values) => values.push(report.to_string().into_bytes().into()),
        }
        self.present.push(1);
        Ok(())
    }
}

impl RowWriter for ParquetRows {
    fn media_type(&self) -> &'static str {
        "application/vnd.apache.parquet"
    }

    fn write(&mut self, rows: &[ReportRow]) -> Result<Vec<u8>, RowError> {
        let mut out = Vec::new();
        for row in rows {
            for (column, report) in self.columns.iter_mut().zip(row.reports()) {
                column.push(report)?;
            }
            self.waiting += 1;
            if self.waiting == ROW_GROUP {
                out.append(&mut self.write_group()?);
            }
        }
        Ok(out)
    }

    fn finish(&mut self) -> Result<Vec<u8>, RowError> {
        let mut out = self.write_group()?;
        if let Some(writer) = self.writer.take() {
            out.append(&mut writer.into_inner()?);
        }
        Ok(out)
    }
}

#[cfg(test)]
mod tests {
    use super::{super::row::tests::*, *};
    use parquet::{
        file::{reader::FileReader, serialized_reader::SerializedFileReader},
        record::Field,
    };

    fn value(field: &Field) -> Value {
        match field {
            Field::Null => Value::Null,
            Field::Long(number) => (*number).into(),
            Field::Str(json) => serde_json::from_str(json).unwrap(),
            Field::Bytes(json) => serde_json::from_slice(json.data()).unwrap(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn rows_are_read_back_over_several_groups() {
        let mut writer = ParquetRows::new(&test_columns()).unwrap();
        let two = rows();
        let (mut bytes, mut sent_on) = (Vec::new(), 0);
        for _ in 0..ROW_GROUP {
            let part = writer.write(&two).unwrap();
            sent_on += usize::from(!part.is_empty());
            bytes.extend(part);
        }
        bytes.extend(writer.finish().unwrap());
        assert_eq!(sent_on, 2, "what is written is sent on");
        assert!(writer.finish().unwrap().is_empty());
        let reader = SerializedFileReader::new(axum::body::Bytes::from(bytes)).unwrap();
        assert_eq!(reader.num_row_groups(), 2);
        let mut number = 0;
        for (index, found) in reader.get_row_iter(None).unwrap().enumerate() {
            let found: Vec<(String, Value)> = found
                .unwrap()
                .get_column_iter()
                .map(|(name, field)| (name.clone(), value(field)))
                .collect();
            let expected = two[index % 2].reports();
            for ((name, value), (expected, Column { name: column, .. })) in
                found.iter().zip(expected.iter().zip(test_columns()))
            {
                assert_eq!((name, value), (&column, expected));
            }
            number += 1;
        }
        assert_eq!(number, 2 * ROW_GROUP);
    }

    #[test]
    fn a_file_without_rows_is_a_file() {
        let mut writer = ParquetRows::new(&test_columns()).unwrap();
        let bytes = writer.finish().unwrap();
        let reader = SerializedFileReader::new(axum::body::Bytes::from(bytes)).unwrap();
        assert_eq!(reader.metadata().file_metadata().num_rows(), 0);
    }

    #[test]
    fn a_report_that_is_no_index_is_refused() {
        let mut writer = ParquetRows::new(&test_columns()[..1]).unwrap();
        let row = ReportRow::read(r#"["x"]"#, 1).unwrap();
        assert!(writer.write(&[row]).is_err());
    }
}
