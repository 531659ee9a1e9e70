//! SurveyJS: JSON with pages of elements.

mod choices;
mod kinds;

use std::collections::HashMap;

use super::{Format, Imported, whole};
use crate::{
    builder::Builder,
    error::ImportError,
    model::{
        FileKind, FileQuestion,
        condition::WrittenCondition,
        expression::{Dialect, asked},
    },
    report::{InternalKeys, Reason, Unasked},
    tree::FileTree,
    words::{FileTexts, PipingStyle, in_language, language},
};

/// Panels do not stand in one another deeper than this.
const DEEPEST: u32 = 20;

pub(super) fn read(tree: &FileTree, stem: &str) -> Result<Imported, ImportError> {
    let pages = tree.get("pages").filter(|pages| pages.is_list());
    let elements = ["elements", "questions"]
        .into_iter()
        .find_map(|key| tree.get(key));
    if pages.is_none() && !elements.is_some_and(FileTree::is_list) {
        return Err(Format::SurveyJs.broken("it has neither \"pages\" nor \"elements\""));
    }
    let locale = tree.text("locale").filter(|locale| !locale.is_empty());
    let first = locale.map_or_else(|| "en".to_owned(), language);
    let mut builder = Builder::new(&first, PipingStyle::Brace);
    let mut by_name = HashMap::new();
    gather(tree, 0, &mut by_name);
    let reading = SurveyJsReader { first, by_name };
    builder.title(reading.texts(tree.get("title")));
    builder.introduction("description", reading.texts(tree.get("description")));
    builder.closing("completedHtml", reading.texts(tree.get("completedHtml")));
    let way_on = tree.word_or_empty("navigateToUrl");
    builder.way_on("navigateToUrl", FileTexts::new(), &way_on);
    for key in [
        "completedBeforeHtml",
        "completedHtmlOnCondition",
        "navigateToUrlOnCondition",
    ] {
        if let Some(other) = tree.get(key).filter(|other| !other.is_empty()) {
            other.told();
            builder.leave_out(key, Reason::OtherEnd);
        }
    }
    let pages: Vec<&FileTree> = pages.map_or_else(|| vec![tree], FileTree::elements);
    let is_shuffled = is_random(tree, "questionsOrder") || is_random(tree, "questionOrder");
    for page in pages {
        reading.page(page, std::ptr::eq(page, tree), is_shuffled, &mut builder);
    }
    whole(Format::SurveyJs, tree, builder, INTERNAL, stem)
}

/// Every element by its name, so that others can be made of it.
fn gather<'a>(tree: &'a FileTree, depth: u32, found: &mut HashMap<String, &'a FileTree>) {
    if depth > DEEPEST {
        return;
    }
    for key in ["pages", "elements", "questions"] {
        for one in tree.get(key).into_iter().flat_map(FileTree::peek_elements) {
            if let Some(name) = one.get("name").and_then(FileTree::peek) {
                found.entry(name).or_insert(one);
            }
            gather(one, depth + 1, found);
        }
    }
}

fn is_random(tree: &FileTree, key: &str) -> bool {
    let order = tree.get(key);
    let is_random = order
        .and_then(FileTree::peek)
        .is_some_and(|order| order == "random");
    let is_known = is_random
        || order
            .and_then(FileTree::peek)
            .is_some_and(|order| matches!(&*order, "default" | "initial"));
    if is_known && let Some(order) = order {
        order.told();
    }
    is_random
}

pub(super) struct SurveyJsReader<'a> {
    first: String,
    by_name: HashMap<String, &'a FileTree>,
}

impl SurveyJsReader<'_> {
    /// A text as people see it: `default` is the survey's own language, unless that has words of its own;
    /// then it is English, which is what the program falls back on.
    fn texts(&self, value: Option<&FileTree>) -> FileTexts {
        let Some(value) = value else {
            return FileTexts::new();
        };
        if !value.is_object() {
            return value
                .as_word()
                .map_or_else(FileTexts::new, |text| in_language(&self.first, &text));
        }
        let mut texts = FileTexts::new();
        let mut default = None;
        for (tag, text) in value.entries() {
            if &**tag == "default" {
                default = Some(text);
            } else if let Some(word) = text.as_word().filter(|word| !word.trim().is_empty()) {
                texts.insert(language(tag), word);
            }
        }
        if let Some(default) = default {
            let tag = if texts.contains_key(&self.first) {
                "en"
            } else {
                &self.first
            };
            if !texts.contains_key(tag)
                && let Some(word) = default.as_word()
            {
                texts.insert(tag.to_owned(), word);
            }
        }
        texts
    }

    fn page(&self, page: &FileTree, is_whole: bool, is_shuffled: bool, builder: &mut Builder) {
        let name = page
            .get("name")
            .and_then(FileTree::peek)
            .unwrap_or_default();
        if !is_whole {
            page.is_about(if name.is_empty() { "a page" } else { &name });
            page.told_at(&["name"]);
            if Self::is_unseen(page, &name, builder) {
                return;
            }
            let shuffled = is_shuffled
                || is_random(page, "questionsOrder")
                || is_random(page, "questionOrder");
            builder.page(&name, self.texts(page.get("title")), shuffled);
        }
        let asked = Self::asked(page, &[]);
        if !is_whole {
            let words = self.texts(page.get("description"));
            builder.statement(&format!("{name}-introduction"), words, &asked);
        } else if is_shuffled {
            builder.page("", FileTexts::new(), true);
        }
        self.elements(page, &asked, 0, builder);
    }

    /// What holds of a panel holds of all that is in it.
    fn asked(holder: &FileTree, outer: &[WrittenCondition]) -> Vec<WrittenCondition> {
        let own = holder
            .text("visibleIf")
            .and_then(|text| asked(text, Dialect::SurveyJs));
        outer.iter().cloned().chain(own).collect()
    }

    /// Whether the file never shows it.
    fn is_unseen(element: &FileTree, name: &str, builder: &mut Builder) -> bool {
        let is_hidden = element.get("visible").and_then(FileTree::as_flag) == Some(false);
        if is_hidden && !element.has("visibleIf") {
            builder.leave_out(name, Reason::Unasked(Unasked::NotVisible));
            element.told();
            return true;
        }
        if element.flag("readOnly") {
            builder.leave_out(name, Reason::Unasked(Unasked::ReadOnly));
            element.told();
            return true;
        }
        false
    }

    fn elements(
        &self,
        holder: &FileTree,
        asked: &[WrittenCondition],
        depth: u32,
        builder: &mut Builder,
    ) {
        if depth > DEEPEST {
            return;
        }
        let key = if holder.get("elements").is_some() {
            "elements"
        } else {
            "questions"
        };
        for element in holder.list(key) {
            self.element(element, asked, depth, builder);
        }
    }

    fn element(
        &self,
        element: &FileTree,
        outer: &[WrittenCondition],
        depth: u32,
        builder: &mut Builder,
    ) {
        let name = element.word("name").unwrap_or_default();
        let shown = if name.is_empty() { "a question" } else { &name };
        element.is_about(shown);
        if Self::is_unseen(element, shown, builder) {
            return;
        }
        let asked = Self::asked(element, outer);
        let kind = element.word_or_empty("type");
        if matches!(&*kind, "panel" | "page" | "flowpanel") {
            let title = self.texts(element.get("title"));
            builder.statement(shown, title, &asked);
            let words = self.texts(element.get("description"));
            builder.statement(&format!("{shown}-introduction"), words, &asked);
            return self.elements(element, &asked, depth + 1, builder);
        }
        let mut title = self.texts(element.get("title"));
        if title.is_empty() {
            // The program shows the name.
            title = in_language(&self.first, shown);
        }
        let mut question = FileQuestion::new(shown, title, FileKind::Statement);
        question.help = self.texts(element.get("description"));
        question.is_required = element.flag("isRequired") || element.flag("required");
        question.asked = asked;
        self.of_kind(&kind, element, question, builder);
    }

    /// A question and the questions that it is made of besides are asked alike.
    fn like(question: &FileQuestion, name: String, kind: FileKind) -> FileQuestion {
        FileQuestion {
            name,
            kind,
            ..question.clone()
        }
    }
}

/// How it looks on that program's pages.
const LOOKS: &[&str] = &[
    "allowImagesPreview",
    "alternateRows",
    "autoGrow",
    "backgroundImage",
    "backgroundImageAttachment",
    "backgroundImageFit",
    "backgroundOpacity",
    "cellErrorLocation",
    "colCount",
    "columnColCount",
    "columnMinWidth",
    "contentMode",
    "cols",
    "descriptionLocation",
    "displayMode",
    "effectiveColSpan",
    "errorLocation",
    "fitToContainer",
    "gridLayoutColumns",
    "headerView",
    "imageFit",
    "imageHeight",
    "imageWidth",
    "indent",
    "innerIndent",
    "itemSize",
    "itemTitleWidth",
    "logo",
    "logoFit",
    "logoHeight",
    "logoPosition",
    "logoWidth",
    "maxImageHeight",
    "maxImageWidth",
    "maxWidth",
    "minImageHeight",
    "minImageWidth",
    "minWidth",
    "mobileView",
    "progressBarType",
    "progressBarLocation",
    "progressBarShowPageNumbers",
    "progressBarShowPageTitles",
    "questionDescriptionLocation",
    "questionErrorLocation",
    "questionStartIndex",
    "questionTitleLocation",
    "questionTitlePattern",
    "rateColorMode",
    "rateDescriptionLocation",
    "renderAs",
    "rowTitleWidth",
    "searchEnabled",
    "searchMode",
    "separateSpecialChoices",
    "showCompletedPage",
    "showHeader",
    "showNavigationButtons",
    "showNumber",
    "showPageNumbers",
    "showPageTitles",
    "showPrevButton",
    "showProgressBar",
    "showQuestionNumbers",
    "showTitle",
    "showTOC",
    "size",
    "startWithNewLine",
    "state",
    "theme",
    "themeVariables",
    "titleLocation",
    "titleWidth",
    "tocLocation",
    "verticalAlign",
    "width",
    "widthMode",
    "scaleColorMode",
    "hideNumber",
];

/// What that program keeps for itself.
const OWN: &[&str] = &[
    "$schema",
    "clearInvisibleValues",
    "clearIfInvisible",
    "cookieName",
    "creatorVersion",
    "dataFormat",
    "fileOrPhotoPlaceholder",
    "id",
    "maxOthersLength",
    "sendResultOnPageNext",
    "storeDataAsText",
    "storeOthersAsComment",
    "surveyId",
    "surveyPostId",
    "surveyShowDataSaving",
    "useCaseSensitiveComparison",
    "valueFalse",
    "valueTrue",
    "useDisplayValuesInDynamicTexts",
];

/// What no respondent is told by it.
const INTERNAL: InternalKeys = InternalKeys {
    looks: LOOKS,
    own: OWN,
};
