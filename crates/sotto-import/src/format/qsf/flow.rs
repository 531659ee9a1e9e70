//! Qualtrics' survey flow: blocks in their order, branches, and ends.

use std::collections::HashSet;

use super::{QsfReader, Skip, ending::ending, logic};
use crate::{
    builder::Builder,
    model::condition::{When, WrittenCondition},
    report::{Reason, Unasked, short},
    tree::FileTree,
    words::FileTexts,
};

/// Flows do not stand in one another deeper than this.
const DEEPEST: u32 = 30;

impl<'a> QsfReader<'a> {
    /// Everything that is asked, and then what is not.
    pub(super) fn all(&mut self, flow: Option<&'a FileTree>, builder: &mut Builder) {
        let root = flow.map(|flow| flow.list("Flow")).unwrap_or_default();
        if let Some(flow) = flow {
            flow.told_at(&["Type", "FlowID", "Properties"]);
        }
        let mut used = HashSet::new();
        if root.is_empty() {
            // A flow that names nothing asks the blocks in their order.
            let blocks = self.blocks.clone();
            for block in blocks {
                let is_asked =
                    block.get("Type").and_then(FileTree::peek).as_deref() != Some("Trash");
                if is_asked && let Some(id) = block.get("ID").and_then(FileTree::peek) {
                    self.block(block, &[], builder);
                    used.insert(id);
                }
            }
            if self.blocks.is_empty() {
                let mut ids: Vec<String> = self.questions.keys().cloned().collect();
                ids.sort_by_key(|id| {
                    id.trim_start_matches(char::is_alphabetic)
                        .parse::<u64>()
                        .unwrap_or(u64::MAX)
                });
                for id in ids {
                    self.question(&id, &[], builder);
                }
            }
        } else {
            self.steps(&root, &[], 0, &mut used, builder);
        }
        let blocks = self.blocks.clone();
        for block in blocks {
            let id = block.get("ID").and_then(FileTree::peek).unwrap_or_default();
            if used.contains(&id) {
                continue;
            }
            let kind = block.word_or_empty("Type");
            let name = block
                .get("Description")
                .and_then(FileTree::peek)
                .unwrap_or(id);
            let why = if kind == "Trash" {
                Unasked::Trash
            } else {
                Unasked::NotInFlow
            };
            let mut questions = 0;
            for element in block.list("BlockElements") {
                let id = element.word("QuestionID").unwrap_or_default();
                if let Some(payload) = self
                    .questions
                    .get(&id)
                    .filter(|_| !self.asked.contains(&id))
                {
                    let tag = payload.word("DataExportTag").unwrap_or(id);
                    payload.told();
                    builder.leave_out(&tag, Reason::Unasked(why));
                    questions += 1;
                }
            }
            if questions == 0 && kind != "Trash" {
                builder.leave_out(&name, Reason::Unasked(why));
            }
            block.told();
        }
        let mut rest: Vec<(&String, &&FileTree)> = { self.questions.iter() }
            .filter(|(id, _)| !self.asked.contains(*id))
            .collect();
        rest.sort_by_key(|(id, _)| id.as_str());
        for (id, payload) in rest {
            if !payload.is_touched() {
                let tag = payload.get("DataExportTag").and_then(FileTree::peek);
                payload.told();
                builder.leave_out(
                    &tag.unwrap_or_else(|| id.clone()),
                    Reason::Unasked(Unasked::NoBlock),
                );
            }
        }
    }

    fn steps(
        &mut self,
        steps: &[&'a FileTree],
        outer: &[WrittenCondition],
        depth: u32,
        used: &mut HashSet<String>,
        builder: &mut Builder,
    ) {
        if depth > DEEPEST {
            return;
        }
        for step in steps {
            let kind = step.word_or_empty("Type");
            step.told_at(&["FlowID"]);
            match &*kind {
                "Block" | "Standard" => {
                    let id = step.word("ID").unwrap_or_default();
                    step.told_at(&["Autofill"]);
                    let blocks = self.blocks.iter();
                    let found = blocks.copied().find(|block| {
                        block.get("ID").and_then(FileTree::peek).as_deref() == Some(&id)
                    });
                    match found {
                        Some(block) => {
                            used.insert(id);
                            self.block(block, outer, builder);
                        }
                        None => builder
                            .leave_out(&id, Reason::Flow("a block that is not there".to_owned())),
                    }
                }
                "Branch" => {
                    let logic = step.get("BranchLogic");
                    let asked = logic::asked(logic, &self.first);
                    step.told_at(&["Description"]);
                    let inside = step.list("Flow");
                    let ends = inside.iter().any(|one| {
                        one.get("Type").and_then(FileTree::peek).as_deref() == Some("EndSurvey")
                    });
                    let within: Vec<WrittenCondition> =
                        outer.iter().cloned().chain(asked.clone()).collect();
                    self.steps(&inside, &within, depth + 1, used, builder);
                    if ends {
                        self.end(outer, asked.as_slice(), builder);
                    }
                }
                // The branch around it says who leaves; at the top everybody does.
                "EndSurvey" => {
                    let has_more = step.keys().any(|key| !matches!(key, "Type" | "FlowID"));
                    if outer.is_empty() {
                        let never = WrittenCondition::new("EndSurvey", Some(When::Always(false)));
                        self.ended.push(never);
                        if let Some(options) = step.get("Options") {
                            options.elements();
                            options.told_at(&["Advanced", "SurveyTermination"]);
                            ending(options, builder);
                        }
                        step.told_at(&["EndingType"]);
                    } else if has_more {
                        builder.leave_out("EndSurvey", Reason::OtherEnd);
                        step.told();
                    }
                }
                "Group" => {
                    step.told_at(&["Description"]);
                    let inside = step.list("Flow");
                    self.steps(&inside, outer, depth + 1, used, builder);
                }
                "BlockRandomizer" => {
                    let inside = step.list("Flow");
                    let count = step.get("SubSet").and_then(FileTree::as_number);
                    let shown = match count {
                        Some(count) => format!("BlockRandomizer: {count} of {}", inside.len()),
                        None => "BlockRandomizer".to_owned(),
                    };
                    step.told_at(&["EvenPresentation", "Description"]);
                    builder.change(&first_name(&inside), Reason::Flow(shown));
                    self.steps(&inside, outer, depth + 1, used, builder);
                }
                "EmbeddedData" => {
                    let fields = step
                        .get("EmbeddedData")
                        .map(FileTree::peek_elements)
                        .unwrap_or_default();
                    let names: Vec<String> = fields
                        .iter()
                        .filter_map(|one| one.get("Field")?.peek())
                        .collect();
                    builder.leave_out("EmbeddedData", Reason::Flow(short(&names.join(", "))));
                    step.told();
                }
                other => {
                    builder.leave_out("the flow", Reason::Flow(short(other)));
                    step.told();
                }
            }
        }
    }

    /// Whoever meets a branch with an end is asked nothing more.
    fn end(
        &mut self,
        outer: &[WrittenCondition],
        asked: &[WrittenCondition],
        builder: &mut Builder,
    ) {
        let whens: Option<Vec<When>> = outer
            .iter()
            .chain(asked)
            .map(|one| one.when.clone())
            .collect();
        let written = asked
            .first()
            .map(|one| one.written.clone())
            .unwrap_or_default();
        match whens {
            Some(whens) => {
                let not = When::Not(Box::new(When::All(whens)));
                self.ended
                    .push(WrittenCondition::new(format!("not ({written})"), Some(not)));
            }
            None => builder.leave_out("EndSurvey", Reason::Flow(written)),
        }
    }

    /// A page for each block, and for what stands behind a page break.
    fn block(&mut self, block: &'a FileTree, outer: &[WrittenCondition], builder: &mut Builder) {
        let name = block
            .get("Description")
            .and_then(FileTree::peek)
            .unwrap_or_default();
        block.is_about(if name.is_empty() { "a block" } else { &name });
        block.told_at(&["Type", "ID", "Description"]);
        let order = block.at(&["Options", "RandomizeQuestions"]);
        let is_shuffled = order.and_then(FileTree::peek).is_some_and(|order| {
            matches!(
                &*order,
                "RandomWithXPerPage" | "Random" | "true" | "all" | "RandomWithOnlyX"
            )
        });
        if let Some(order) = order.filter(|order| {
            is_shuffled
                || order
                    .peek()
                    .is_none_or(|order| matches!(&*order, "false" | "none" | ""))
        }) {
            order.told();
        }
        builder.page(&name, FileTexts::new(), is_shuffled);
        for element in block.list("BlockElements") {
            let kind = element.word_or_empty("Type");
            if kind == "Page Break" {
                element.told();
                builder.page(&name, FileTexts::new(), is_shuffled);
                continue;
            }
            let id = element.word("QuestionID").unwrap_or_default();
            self.skips.retain(|skip| skip.until.as_deref() != Some(&id));
            let skipped = self.skips.iter().map(|skip| skip.asked.clone());
            let all: Vec<WrittenCondition> = { outer.iter().cloned() }
                .chain(self.ended.iter().cloned())
                .chain(skipped)
                .collect();
            self.question(&id, &all, builder);
            self.jumps(element, &id, builder);
        }
        self.skips.retain(|skip| !skip.is_of_block);
    }

    /// Skip logic, which stands beside the question in its block or in the question itself.
    fn jumps(&mut self, element: &'a FileTree, id: &str, builder: &mut Builder) {
        let payload = self.questions.get(id).copied();
        let places = [Some(element), payload].into_iter().flatten();
        let jumps: Vec<&FileTree> = places.flat_map(|place| place.list("SkipLogic")).collect();
        let tag = payload.and_then(|payload| payload.get("DataExportTag")?.peek());
        let name = tag.unwrap_or_else(|| id.to_owned());
        let mut seen = HashSet::new();
        for jump in jumps {
            let shown = jump.shown();
            let locator = jump.get("ChoiceLocator").or_else(|| jump.get("Locator"));
            let locator = locator.and_then(FileTree::peek).unwrap_or_default();
            let operator = jump
                .get("Condition")
                .and_then(FileTree::peek)
                .unwrap_or_default();
            let target = jump
                .get("SkipToDestination")
                .and_then(FileTree::peek)
                .unwrap_or_default();
            jump.told();
            // It may stand in both places.
            if !seen.insert((locator.clone(), operator.clone(), target.clone())) {
                continue;
            }
            let taken = logic::test(&locator, &operator, None);
            let written = format!("{locator} {operator} → {target}");
            let Some(taken) = taken else {
                builder.change(&name, Reason::Flow(format!("SkipLogic {shown}")));
                continue;
            };
            let is_of_block = target == "ENDOFBLOCK";
            let until = (!is_of_block && target != "ENDOFSURVEY").then_some(target);
            self.skips.push(Skip {
                asked: WrittenCondition::new(
                    format!("not ({written})"),
                    Some(When::Not(Box::new(taken))),
                ),
                until,
                is_of_block,
            });
        }
    }
}

fn first_name(steps: &[&FileTree]) -> String {
    let first = steps.first().and_then(|step| step.get("ID")?.peek());
    first.unwrap_or_else(|| "the flow".to_owned())
}
