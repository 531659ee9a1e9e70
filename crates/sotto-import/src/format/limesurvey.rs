//! LimeSurvey: a row for each setting, group, question, subquestion and answer, in each language. Its
//! separated text has just these; its structure (`.lss`) is brought to the same rows.

mod gather;
mod kinds;

use super::{Format, Imported, whole};
use crate::{
    builder::Builder,
    container::{named, separated},
    error::ImportError,
    model::{
        condition::WrittenCondition,
        expression::{Dialect, asked},
    },
    report::{InternalKeys, Reason, Unasked},
    tree::{FileTree, Leftover, Value},
    words::{FileTexts, PipingStyle, language},
};
use gather::{Block, QuestionGroup, gather};

pub(super) fn read_text(text: &str, stem: &str) -> Result<Imported, ImportError> {
    let broken = |reason: String| Format::LimeSurvey.broken(reason);
    let rows = named(separated(text, b'\t').map_err(broken)?);
    read(&Value::List(rows).into(), &[], stem)
}

/// Reads rows, as the separated text has them.
pub(super) fn read(
    tree: &FileTree,
    others: &[Leftover],
    stem: &str,
) -> Result<Imported, ImportError> {
    let rows = tree.peek_elements();
    let class_of = |row: &FileTree| {
        row.get("class")
            .and_then(FileTree::peek)
            .unwrap_or_default()
    };
    if !rows.iter().any(|row| class_of(row) == "Q") {
        return Err(Format::LimeSurvey.broken("it has no row of class Q, which a question is"));
    }
    let setting = |name: &str| {
        let mut all = rows.iter().filter(|row| class_of(row) == "S");
        let row =
            all.find(|row| row.get("name").and_then(FileTree::peek).as_deref() == Some(name))?;
        row.told();
        row.get("text").and_then(FileTree::peek)
    };
    let first = setting("language").map_or_else(|| "en".to_owned(), |code| language(&code));
    let _ = setting("additional_languages");
    let format = setting("format").unwrap_or_default();
    let mut builder = Builder::new(&first, PipingStyle::Brace);
    let groups = gather(rows, &first, &mut builder);
    let words = |name: &str| -> FileTexts {
        let mut texts = FileTexts::new();
        for row in rows.iter().filter(|row| class_of(row) == "SL") {
            if row.get("name").and_then(FileTree::peek).as_deref() != Some(name) {
                continue;
            }
            let tag = row
                .get("language")
                .and_then(FileTree::peek)
                .filter(|tag| !tag.is_empty());
            let tag = tag.map_or_else(|| first.clone(), |tag| language(&tag));
            row.told();
            texts.insert(
                tag,
                row.get("text").and_then(FileTree::peek).unwrap_or_default(),
            );
        }
        texts
    };
    builder.title(words("surveyls_title"));
    builder.introduction("surveyls_description", words("surveyls_description"));
    builder.introduction("surveyls_welcometext", words("surveyls_welcometext"));
    builder.closing("surveyls_endtext", words("surveyls_endtext"));
    let addresses = words("surveyls_url");
    let title = words("surveyls_urldescription");
    let own = addresses.get(&first).or_else(|| addresses.values().next());
    let own = own.cloned().unwrap_or_default();
    builder.way_on("surveyls_url", title, &own);
    let is_other = |address: &&String| !address.trim().is_empty() && **address != own;
    for _ in addresses.values().filter(is_other) {
        builder.leave_out("surveyls_url", Reason::OtherEnd);
    }
    let all_on_one = format == "A";
    for group in groups {
        group_of(group, all_on_one, &first, &mut builder);
    }
    // Settings are rows of a name and a value: the name is what is told.
    let mut left = Vec::new();
    for row in rows
        .iter()
        .filter(|row| matches!(&*class_of(row), "S" | "SL" | "QTA" | "QTALS" | "QTAM" | "C"))
    {
        let name = row.get("name").and_then(FileTree::peek).unwrap_or_default();
        let value = row.get("text").map(FileTree::shown).unwrap_or_default();
        if !row.is_touched() && !value.is_empty() {
            left.push(Leftover {
                owner: None,
                key: name,
                value,
            });
        }
        row.told();
    }
    left.extend(others.iter().cloned());
    builder.report.left_over(left, INTERNAL);
    whole(Format::LimeSurvey, tree, builder, INTERNAL, stem)
}

fn group_of(group: QuestionGroup<'_>, all_on_one: bool, first: &str, builder: &mut Builder) {
    let asked_of_group: Vec<WrittenCondition> = condition(&group.relevance).into_iter().collect();
    if all_on_one {
        builder.statement(&group.name, group.title, &asked_of_group);
    } else {
        builder.page(&group.name, group.title, group.is_shuffled);
    }
    let introduction = format!("{}-introduction", group.name);
    builder.statement(&introduction, group.description, &asked_of_group);
    for block in group.questions {
        question(&block, &asked_of_group, first, builder);
    }
}

fn question(block: &Block<'_>, outer: &[WrittenCondition], first: &str, builder: &mut Builder) {
    let mut asked_of_all = outer.to_vec();
    asked_of_all.extend(condition(&block.relevance));
    let is_hidden = block.rows.iter().any(|row| row.flag("hidden"));
    if is_hidden {
        block.told();
        return builder.leave_out(&block.name, Reason::Unasked(Unasked::Hidden));
    }
    kinds::question(block, asked_of_all, first, builder);
}

/// "1" holds always.
fn condition(written: &str) -> Option<WrittenCondition> {
    (written != "1")
        .then(|| asked(written, Dialect::LimeSurvey))
        .flatten()
}

/// How it looks on that program's pages.
const LOOKS: &[&str] = &[
    "answer_width",
    "answer_width_bycolumn",
    "array_filter_style",
    "category_separator",
    "cssclass",
    "display_columns",
    "display_rows",
    "display_type",
    "dropdown_prefix",
    "dropdown_size",
    "dropdown_separators",
    "hide_tip",
    "input_boxes",
    "input_size",
    "keep_aspect",
    "label_input_columns",
    "maximum_chars",
    "page_break",
    "placeholder",
    "printable_help",
    "public_statistics",
    "question_template",
    "question_theme_name",
    "repeat_headings",
    "samechoiceheight",
    "samelistheight",
    "showpopups",
    "show_comment",
    "show_title",
    "slider_handle",
    "slider_custom_handle",
    "slider_layout",
    "slider_orientation",
    "slider_separator",
    "slider_showminmax",
    "statistics_graphtype",
    "statistics_showgraph",
    "statistics_showmap",
    "template",
    "text_input_columns",
    "text_input_width",
    "time_limit_timer_style",
    "time_limit_message_style",
    "time_limit_warning_style",
    "use_dropdown",
    "shownoanswer",
    "showgroupinfo",
    "showprogress",
    "showqnumcode",
    "showwelcome",
    "showxquestions",
    "questionindex",
    "allowprev",
    "nokeyboard",
    "navigationdelay",
    "buttons_size",
    "choice_input_columns",
    "prefix",
    "suffix",
    "slider_reset",
    "scale_export",
    "subquestion_width",
    "answer_order_width",
    "image",
    "save_as_default",
    "format",
    "crypt",
    "em_validation_q_tip",
    "em_validation_sq_tip",
    "hidden_css",
];

/// What that program keeps for itself.
const OWN: &[&str] = &[
    "sid",
    "gsid",
    "admin",
    "active",
    "adminemail",
    "anonymized",
    "faxto",
    "savetimings",
    "autonumber_start",
    "datestamp",
    "usecookie",
    "allowregister",
    "allowsave",
    "autoredirect",
    "ipaddr",
    "ipanonymize",
    "refurl",
    "datecreated",
    "publicstatistics",
    "publicgraphs",
    "listpublic",
    "htmlemail",
    "sendconfirmation",
    "tokenanswerspersistence",
    "assessments",
    "usecaptcha",
    "usetokens",
    "bounce_email",
    "attributedescriptions",
    "emailresponseto",
    "emailnotificationto",
    "tokenlength",
    "printanswers",
    "googleanalyticsstyle",
    "googleanalyticsapikey",
    "tokenencryptionoptions",
    "id",
    "related_id",
    "gid",
    "qid",
    "parent_qid",
    "group_order",
    "question_order",
    "sortorder",
    "same_default",
    "assessment_value",
    "surveyls_survey_id",
    "surveyls_dateformat",
    "surveyls_numberformat",
    "surveyls_url",
    "surveyls_urldescription",
    "surveyls_email_invite_subj",
    "surveyls_email_invite",
    "surveyls_email_remind_subj",
    "surveyls_email_remind",
    "surveyls_email_register_subj",
    "surveyls_email_register",
    "surveyls_email_confirm_subj",
    "surveyls_email_confirm",
    "email_admin_notification_subj",
    "email_admin_notification",
    "email_admin_responses_subj",
    "email_admin_responses",
    "surveyls_attributecaptions",
    "attachments",
    "surveyls_policy_error",
    "modulename",
    "same_script",
    "encrypted",
    "owner_id",
    "expires",
    "startdate",
    "bouncetime",
    "bounceprocessing",
    "bounceaccounttype",
    "bounceaccounthost",
    "bounceaccountpass",
    "bounceaccountencryption",
    "bounceaccountuser",
    "lastmodified",
    "language",
    "name",
    "grelevance_none",
    "showsurveypolicynotice",
    "aid",
    "scale_id",
    "type",
    "surveyls_language",
    "surveyls_alias",
];

/// What no respondent is told by it.
const INTERNAL: InternalKeys = InternalKeys {
    looks: LOOKS,
    own: OWN,
};
