//! The statements that every request runs. Each finds its rows by key: none grows with the number
//! of submissions.

/// Remembers a report id; changes nothing if it is known.
pub(super) const REMEMBER: &str =
    "INSERT INTO submissions VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING";

/// The digest under a report id.
pub(super) const DIGEST: &str =
    "SELECT digest FROM submissions WHERE survey = ?1 AND report_id = ?2";

/// Adds to a question's reports.
pub(super) const ADD_REPORTS: &str =
    "UPDATE question_counts SET reports = reports + ?3 WHERE survey = ?1 AND question = ?2";

/// Adds to a category's count.
pub(super) const ADD_COUNT: &str = "UPDATE category_counts SET count = count + ?4 \
     WHERE survey = ?1 AND question = ?2 AND category = ?3";

/// The number of submissions to a survey.
pub(super) const SUBMISSIONS: &str =
    "SELECT reports FROM question_counts WHERE survey = ?1 AND question = 0";

/// All counts of a survey, of one moment as it is one statement; category -1 holds the reports.
pub(super) const COUNTS: &str = "SELECT question, -1 AS category, reports AS count \
     FROM question_counts WHERE survey = ?1 \
     UNION ALL \
     SELECT question, category, count FROM category_counts WHERE survey = ?1";

#[cfg(test)]
mod tests {
    use sqlx::{AssertSqlSafe, Connection, Row, SqliteConnection};

    use super::super::sqlite::MIGRATIONS;

    #[tokio::test]
    async fn rows_are_found_by_key() {
        let mut database = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        MIGRATIONS.run(&mut database).await.unwrap();
        for (statement, searches) in [
            (super::DIGEST, 1),
            (super::ADD_REPORTS, 1),
            (super::ADD_COUNT, 1),
            (super::SUBMISSIONS, 1),
            (super::COUNTS, 2),
        ] {
            let explained = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {statement}"));
            let plan = sqlx::query(explained)
                .fetch_all(&mut database)
                .await
                .unwrap();
            let steps: Vec<String> = plan.iter().map(|row| row.get("detail")).collect();
            let by_key = |step: &&String| step.contains("USING PRIMARY KEY (survey=?");
            assert_eq!(steps.iter().filter(by_key).count(), searches, "{steps:?}");
            assert!(!steps.iter().any(|step| step.contains("SCAN")), "{steps:?}");
        }
    }
}
