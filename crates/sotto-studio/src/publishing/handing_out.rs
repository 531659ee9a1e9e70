//! What is handed out once a survey is published: addresses, the two lines for a page, invites.

use sotto_survey::Pin;

/// A survey at its collector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Address<'a> {
    /// Where the collector is, without a slash at the end.
    pub(crate) collector: &'a str,
    /// The survey's id.
    pub(crate) survey: &'a str,
    /// The arms that a link to it is to name, with spaces between, where it leaves them to links.
    pub(crate) arm: Option<&'a str>,
}

impl Address<'_> {
    /// The short address of the page on which people answer.
    #[must_use]
    pub(crate) fn for_respondents(&self) -> String {
        let arms = self.arm.into_iter().flat_map(|arm| arm.split(' '));
        let arms: Vec<_> = arms.map(|arm| format!("arm={arm}")).collect();
        let query = if arms.is_empty() { "" } else { "?" };
        let (collector, survey) = (self.collector, self.survey);
        format!("{collector}/s/{survey}{query}{}", arms.join("&"))
    }

    /// The same for whoever has that invite, which no browser sends with the address.
    #[must_use]
    pub(crate) fn for_invited(&self, invite: &str) -> String {
        format!("{}#invite={invite}", self.for_respondents())
    }

    /// The page with the results.
    #[must_use]
    pub(crate) fn of_results(&self) -> String {
        format!("{}/results/{}", self.collector, self.survey)
    }

    /// The two lines for a page that shows the survey in a frame, or in a dialog that a button with that content opens.
    #[must_use]
    pub(crate) fn shown_as(&self, display: &str, content: &str) -> String {
        let (element, end) = ("<sotto-survey ", "></sotto-survey>");
        let displayed = format!("{element}display=\"{display}\" ");
        let filled = format!(">{content}</sotto-survey>");
        let lines = self.lines(None).replacen(element, &displayed, 1);
        lines.replacen(end, &filled, 1)
    }

    /// The lines for a program that is bundled with what npm has.
    #[must_use]
    pub(crate) fn bundled(&self) -> String {
        let lines = self.lines(None);
        let element = lines.lines().nth(1).unwrap_or_default();
        format!(
            "npm install sotto-survey\n\nimport \"sotto-survey\"; // defines <sotto-survey>\n\n{element}"
        )
    }

    /// A page with the two lines and nothing but the policy that they need.
    #[must_use]
    pub(crate) fn plain_page(&self) -> String {
        let (policy, lines) = (self.policy(), self.lines(None));
        format!(
            "<!doctype html>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; {policy}\">\n<title>{survey}</title>\n{lines}\n",
            survey = self.survey
        )
    }

    /// What a page's content security policy has to allow for the two lines.
    #[must_use]
    pub(crate) fn policy(&self) -> String {
        let collector = self.collector;
        // Pictures are fetched, held against their hash, and shown from there.
        format!("script-src {collector} 'wasm-unsafe-eval'; connect-src {collector}; img-src blob:")
    }

    /// The two lines for a page; with a pin, the page takes no other survey than the one it is of.
    #[must_use]
    pub(crate) fn lines(&self, pin: Option<Pin>) -> String {
        let Self {
            collector,
            survey,
            arm,
        } = self;
        let pin = pin.map_or_else(String::new, |pin| format!(" pin=\"{pin}\""));
        let arm = arm.map_or_else(String::new, |arm| format!(" arm=\"{arm}\""));
        format!(
            "<script type=\"module\" src=\"{collector}/sotto-survey.js\"></script>\n<sotto-survey src=\"{collector}/api/v1/surveys/{survey}\" collector=\"{collector}\"{arm}{pin}></sotto-survey>"
        )
    }
}

/// Invites as a table: each with its link. None of it can be taken for a formula: codes begin with a letter
/// or a digit, links with their scheme. Where links name arms, the links name all that there are (`arms`) in turn.
#[must_use]
pub(crate) fn invites_csv(address: Address<'_>, arms: &[String], invites: &[String]) -> String {
    let mut table = "invite,link\r\n".to_owned();
    for (index, invite) in invites.iter().enumerate() {
        let address = Address {
            arm: arms.get(index % arms.len().max(1)).map(String::as_str),
            ..address
        };
        table.push_str(invite);
        table.push(',');
        table.push_str(&address.for_invited(invite));
        table.push_str("\r\n");
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEA: Address<'_> = Address {
        collector: "https://collector.example",
        survey: "tea",
        arm: None,
    };

    #[test]
    fn lines_carry_the_pin() {
        let pin = Pin::of_sha256(&[0; 32]);
        let lines = TEA.lines(Some(pin));
        assert_eq!(lines.lines().count(), 2);
        assert!(
            lines.ends_with(&format!("\" pin=\"{pin}\"></sotto-survey>")),
            "{lines}"
        );
        assert!(!TEA.lines(None).contains("pin"));
    }

    #[test]
    fn a_dialog_has_its_button_and_a_page_its_policy() {
        let dialog = TEA.shown_as("dialog", "Take part");
        assert!(
            dialog.contains("<sotto-survey display=\"dialog\" src="),
            "{dialog}"
        );
        assert!(dialog.ends_with(">Take part</sotto-survey>"), "{dialog}");
        let policy = "script-src https://collector.example 'wasm-unsafe-eval'; connect-src https://collector.example; img-src blob:";
        assert_eq!(TEA.policy(), policy);
        let page = TEA.plain_page();
        assert!(
            page.contains(&format!("content=\"default-src 'none'; {policy}\"")),
            "{page}"
        );
        assert!(page.ends_with(&format!("{}\n", TEA.lines(None))), "{page}");
        let bundled = TEA.bundled();
        assert!(
            bundled.starts_with("npm install sotto-survey\n"),
            "{bundled}"
        );
        assert!(!bundled.contains("<script"), "{bundled}");
    }

    #[test]
    fn an_invite_is_a_line_with_its_link() {
        let invites = ["ABCDE-FGHJK".to_owned(), "23456-789AB".to_owned()];
        assert_eq!(
            invites_csv(TEA, &[], &invites),
            "invite,link\r\n\
             ABCDE-FGHJK,https://collector.example/s/tea#invite=ABCDE-FGHJK\r\n\
             23456-789AB,https://collector.example/s/tea#invite=23456-789AB\r\n"
        );
    }

    #[test]
    fn links_name_arms_where_they_are_to() {
        let named = Address {
            arm: Some("soft short"),
            ..TEA
        };
        let page = "https://collector.example/s/tea";
        assert_eq!(
            named.for_respondents(),
            format!("{page}?arm=soft&arm=short")
        );
        assert!(
            named
                .lines(None)
                .ends_with(" arm=\"soft short\"></sotto-survey>")
        );
        let invites = ["A", "B", "C"].map(str::to_owned);
        let arms = ["direct", "soft"].map(str::to_owned);
        assert_eq!(
            invites_csv(TEA, &arms, &invites),
            format!(
                "invite,link\r\nA,{page}?arm=direct#invite=A\r\nB,{page}?arm=soft#invite=B\r\nC,{page}?arm=direct#invite=C\r\n"
            )
        );
    }
}
