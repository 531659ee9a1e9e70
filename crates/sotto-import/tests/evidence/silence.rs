//! Nothing is changed in silence: whatever a format knows, put to a question, changes the draft or is told.

use std::collections::HashSet;

use proptest::{prelude::*, sample::select};
use serde_json::{Value, json};

use crate::made::{Drafted, YES_NO, choice, elements, limesurvey, one_block, xlsform};

/// What SurveyJS's published definition has for questions, panels and options.
const SURVEYJS: &[&str] = &[
    "acceptCarriageReturn",
    "addRowText",
    "allowAdaptiveActions",
    "allowClear",
    "allowMultiple",
    "allowResize",
    "allowRemoveRows",
    "autoComplete",
    "autoGenerate",
    "autoGrow",
    "autocomplete",
    "bindings",
    "booleanFalse",
    "cellType",
    "choices",
    "choicesByUrl",
    "choicesEnableIf",
    "choicesFromQuestion",
    "choicesFromQuestionMode",
    "choicesMax",
    "choicesMin",
    "choicesOrder",
    "choicesStep",
    "choicesVisibleIf",
    "choiceTextsFromQuestion",
    "choiceValuesFromQuestion",
    "clearIfInvisible",
    "closeOnSelect",
    "colCount",
    "cols",
    "columnColCount",
    "columns",
    "commentPlaceholder",
    "commentText",
    "contentMode",
    "correctAnswer",
    "dataList",
    "defaultDisplayValue",
    "defaultRowValue",
    "defaultValue",
    "defaultValueExpression",
    "description",
    "descriptionLocation",
    "displayMode",
    "dontKnowText",
    "eachRowRequired",
    "eachRowUnique",
    "enableIf",
    "errorLocation",
    "expression",
    "hasComment",
    "hasNone",
    "hasOther",
    "hideIfChoicesEmpty",
    "hideIfRowsEmpty",
    "hideNumber",
    "imageFit",
    "imageHeight",
    "imageWidth",
    "indent",
    "inputType",
    "isAllRowRequired",
    "isRequired",
    "itemSize",
    "items",
    "labelFalse",
    "labelTrue",
    "layout",
    "locale",
    "max",
    "maxErrorText",
    "maxLength",
    "maxOthersLength",
    "maxRateDescription",
    "maxSelectedChoices",
    "maxTimeLimit",
    "maxValueExpression",
    "maxWidth",
    "min",
    "minErrorText",
    "minRateDescription",
    "minSelectedChoices",
    "minValueExpression",
    "minWidth",
    "mobileView",
    "multiSelect",
    "noneText",
    "optionsCaption",
    "otherErrorText",
    "otherPlaceholder",
    "otherText",
    "page",
    "placeholder",
    "prefix",
    "rateColorMode",
    "rateCount",
    "rateDescriptionLocation",
    "rateDisplayMode",
    "rateMax",
    "rateMin",
    "rateStep",
    "rateType",
    "rateValues",
    "readOnly",
    "refuseText",
    "renderAs",
    "requiredErrorText",
    "requiredIf",
    "resetValueIf",
    "resetValueExpression",
    "rowOrder",
    "rows",
    "rowsOrder",
    "rowsVisibleIf",
    "scaleColorMode",
    "searchEnabled",
    "searchMode",
    "selectAllText",
    "selectToRankEnabled",
    "separateSpecialChoices",
    "setValueExpression",
    "setValueIf",
    "showClearButton",
    "showCommentArea",
    "showDontKnowItem",
    "showHeader",
    "showLabel",
    "showNoneItem",
    "showNumber",
    "showOtherItem",
    "showRefuseItem",
    "showSelectAllItem",
    "size",
    "sliderType",
    "startWithNewLine",
    "state",
    "step",
    "suffix",
    "swapOrder",
    "textUpdateMode",
    "title",
    "titleLocation",
    "tooltip",
    "useDisplayValuesInDynamicTexts",
    "validators",
    "valueFalse",
    "valueName",
    "valuePropertyName",
    "valueTrue",
    "visible",
    "visibleIf",
    "width",
    "somethingNew",
];

/// The columns of the XLSForm reference table.
const XLSFORM: &[&str] = &[
    "appearance",
    "audio",
    "autoplay",
    "big-image",
    "bind::jr:constraintMsg",
    "bind::odk:length",
    "body::accuracyThreshold",
    "body::intent",
    "calculation",
    "choice_filter",
    "compact_tag",
    "constraint",
    "constraint_message",
    "constraint_message::French (fr)",
    "count",
    "default",
    "disabled",
    "guidance_hint",
    "guidance_hint::French (fr)",
    "hint",
    "hint::French (fr)",
    "image",
    "image::French (fr)",
    "instance::odk:tag",
    "label::French (fr)",
    "media::audio",
    "media::image",
    "media::image::French (fr)",
    "media::video",
    "note",
    "parameters",
    "query",
    "read_only",
    "readonly",
    "relevance",
    "relevant",
    "repeat_count",
    "required",
    "required_message",
    "required_message::French (fr)",
    "save_to",
    "trigger",
    "video",
    "$given_name",
    "kobo--matrix_list",
    "something new",
];

/// What Qualtrics puts into a question's payload.
const QSF: &[&str] = &[
    "AdditionalQuestions",
    "AnalyzeChoices",
    "AnswerDataExportTags",
    "AnswerOrder",
    "Answers",
    "ChoiceDataExportTags",
    "ChoiceGroups",
    "ChoiceOrder",
    "Choices",
    "ClarifyingSymbolType",
    "ColumnLabels",
    "Configuration",
    "DataExportTag",
    "DataVisibility",
    "DefaultChoices",
    "DisplayLogic",
    "DynamicChoices",
    "DynamicChoicesData",
    "FlagSubQuestion",
    "GradingData",
    "Graphics",
    "GraphicsDescription",
    "Groups",
    "InPageDisplayLogic",
    "Labels",
    "Language",
    "NextAnswerId",
    "NextChoiceId",
    "NumberOfQuestions",
    "QuestionDescription",
    "QuestionJS",
    "QuestionText",
    "QuestionText_Unsafe",
    "QuestionType",
    "Randomization",
    "RecodeValues",
    "ScoringCategory",
    "SearchSource",
    "Selector",
    "SkipLogic",
    "SubSelector",
    "UserSpecifiedOrder",
    "Validation",
    "VariableNaming",
    "SomethingNew",
];

/// LimeSurvey's attributes of questions.
const LIMESURVEY: &[&str] = &[
    "allowed_filetypes",
    "alphasort",
    "answer_order",
    "answer_width",
    "array_filter",
    "array_filter_exclude",
    "array_filter_style",
    "assessment_value",
    "category_separator",
    "choice_title",
    "code_filter",
    "commented_checkbox",
    "commented_checkbox_auto",
    "cssclass",
    "date_format",
    "date_max",
    "date_min",
    "default",
    "display_columns",
    "display_rows",
    "display_type",
    "dropdown_dates",
    "dropdown_prefix",
    "dropdown_size",
    "dropdown_separators",
    "dualscale_headerA",
    "dualscale_headerB",
    "em_validation_q",
    "em_validation_q_tip",
    "em_validation_sq",
    "em_validation_sq_tip",
    "encrypted",
    "equals_num_value",
    "equation",
    "exclude_all_others",
    "exclude_all_others_auto",
    "help",
    "hidden",
    "hide_tip",
    "input_boxes",
    "input_size",
    "keep_aspect",
    "label_input_columns",
    "location_city",
    "mandatory",
    "max_answers",
    "max_num_of_files",
    "max_num_value",
    "max_num_value_n",
    "max_num_value_sgqa",
    "max_subquestions",
    "maximum_chars",
    "min_answers",
    "min_num_of_files",
    "min_num_value",
    "min_num_value_n",
    "multiflexible_checkbox",
    "multiflexible_max",
    "multiflexible_min",
    "multiflexible_step",
    "num_value_int_only",
    "numbers_only",
    "other",
    "other_comment_mandatory",
    "other_numbers_only",
    "other_position",
    "other_replace_text",
    "page_break",
    "parent_order",
    "placeholder",
    "prefix",
    "printable_help",
    "public_statistics",
    "random_group",
    "random_order",
    "rank_title",
    "relevance",
    "repeat_headings",
    "same_default",
    "same_script",
    "samechoiceheight",
    "samelistheight",
    "scale_export",
    "show_comment",
    "show_grand_total",
    "show_title",
    "show_totals",
    "showpopups",
    "slider_accuracy",
    "slider_default",
    "slider_handle",
    "slider_layout",
    "slider_max",
    "slider_middlestart",
    "slider_min",
    "slider_rating",
    "slider_reset",
    "slider_separator",
    "slider_showminmax",
    "statistics_graphtype",
    "statistics_showgraph",
    "statistics_showmap",
    "suffix",
    "text_input_columns",
    "text_input_width",
    "time_limit",
    "time_limit_action",
    "use_dropdown",
    "validation",
    "value_range_allows_missing",
    "subquestion_order",
    "something_new",
];

fn any_value() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!(true)),
        Just(json!(7)),
        Just(json!("some words")),
        Just(json!(["a", "b"])),
        Just(json!({ "a": 1 })),
        "[a-z]{3,9} [a-z]{3,9}".prop_map(|words| json!(words)),
    ]
}

/// What changed is seen in the draft, or stands in a line that was not there before.
fn is_told(before: &Drafted, after: &Drafted, key: &str) -> Result<(), TestCaseError> {
    if before.draft["questions"] != after.draft["questions"]
        || before.draft["pages"] != after.draft["pages"]
    {
        return Ok(());
    }
    let known: HashSet<&String> = before.lines.iter().collect();
    let is_named = after.lines.iter().any(|line| {
        !known.contains(line)
            && (line.contains(key) || line.starts_with("q: ") || line.starts_with("fr: "))
    });
    prop_assert!(is_named, "{key} is lost: {:#?}", after.lines);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn nothing_of_surveyjs_is_lost(
        kind in select(vec!["checkbox", "radiogroup", "rating", "text", "boolean", "matrix", "ranking", "slider", "dropdown", "imagepicker"]),
        key in select(SURVEYJS), value in any_value(),
    ) {
        // It is visible as it is.
        prop_assume!(key != "visible" || (value != json!(true) && value != json!(7)));
        let mut question = json!({ "type": kind, "name": "q", "title": "Q?", "choices": ["x", "y", "z"] });
        if kind == "text" {
            question["inputType"] = json!("number");
        }
        if kind == "matrix" {
            question["rows"] = json!(["r"]);
            question["columns"] = json!(["x", "y"]);
        }
        if matches!(kind, "rating" | "text" | "boolean" | "matrix" | "slider") {
            question.as_object_mut().unwrap().remove("choices");
        }
        let other = json!({ "type": "boolean", "name": "other" });
        let before = elements(&json!([question, other]));
        question[key] = value;
        is_told(&before, &elements(&json!([question, other])), key)?;
    }

    #[test]
    fn nothing_of_xlsform_is_lost(
        kind in select(vec!["select_one yn", "select_multiple yn", "integer", "range", "note", "rank yn"]),
        key in select(XLSFORM), value in select(vec!["true", "7", "some words", "${other} = 'yes'", "a=1"]),
    ) {
        let rows = |more: Option<(&str, &str)>| {
            let (name, cell) = more.unwrap_or_default();
            xlsform(
                &[&["type", "name", "label", name], &["select_one yn", "other", "Other?", ""], &[kind, "q", "Q?", cell]],
                YES_NO,
                &[&["default_language"], &["en"]],
            )
        };
        is_told(&rows(None), &rows(Some((key, value))), &key.to_lowercase())?;
    }

    #[test]
    fn nothing_of_qsf_is_lost(key in select(QSF), value in any_value()) {
        let other = choice("Other");
        let mut question = choice("q");
        let before = one_block(&[("QID2", other.clone()), ("QID1", question.clone())]);
        question[key] = value;
        is_told(&before, &one_block(&[("QID2", other), ("QID1", question)]), key)?;
    }

    #[test]
    fn nothing_of_limesurvey_is_lost(
        kind in select(vec!["Y", "L", "M", "N", "F", "K", "R", ":", "5"]),
        key in select(LIMESURVEY), value in select(vec!["Y", "7", "some words", "2.5"]),
    ) {
        let rows = |name: &str, cell: &str| limesurvey(&format!(
            "class|type/scale|name|text|language|{name}
             S||language|en||
             G|1|Group||en|
             Q|Y|other|Other?|en|
             Q|{kind}|q|Q?|en|{cell}
             SQ|0|x|X|en|
             SQ|0|z|Z|en|
             SQ|1|c|C|en|
             A|0|a|A|en|
             A|0|b|B|en|"
        ));
        is_told(&rows("", ""), &rows(key, value), &key.to_lowercase())?;
    }
}

#[test]
fn what_stands_beside_the_questions_is_told() {
    let drafted = crate::made::surveyjs(
        &json!({ "title": "T", "triggers": [{ "type": "complete" }], "calculatedValues": [{ "name": "x" }],
        "elements": [{ "type": "boolean", "name": "a" }], "showProgressBar": "top" }),
    );
    drafted.must_say(&["the file: left out: triggers"]);
    drafted.must_say(&["the file: left out: calculatedValues"]);
    drafted.must_say(&["the file: left out", "showProgressBar"]);
}
