//! What a survey looks like: colours for light and dark pages, a kind of font, and corners. A colour that cannot be read is
//! refused beside its field, with the nearest that can at one press.

use sotto_survey::{
    Colour, Corners, DarkFile, Fault, FaultCause, Json, NotAColour, Palette, Scheme, Theme,
    ThemeFile, ThemeFont,
};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::{
    desk::Desk,
    faults,
    fields::{choice, text},
    state::Action,
};
use crate::{
    draft::{Draft, Place, Setting},
    edit::Edit,
};

const COLOURS: [Setting; 3] = [Setting::Accent, Setting::Surface, Setting::TextColour];

pub(super) fn form(desk: Desk<'_>) -> Html {
    let theme = theme_of(desk.draft());
    html! {
        <details id="theme">
            <summary>{ desk.text("theme") }</summary>
            <p class="note">{ desk.text("theme-note") }</p>
            { scheme(desk, Scheme::Light, &theme.light) }
            { scheme(desk, Scheme::Dark, &theme.dark) }
            <div class="pair">
                { one_of(desk, Setting::Font, &ThemeFont::ALL.map(ThemeFont::name), ThemeFont::System.name()) }
                { one_of(desk, Setting::Corners, &Corners::ALL.map(Corners::name), Corners::Soft.name()) }
            </div>
        </details>
    }
}

/// What is drawn by all that is typed so far and can be read as what it should be.
fn theme_of(draft: &Draft) -> Theme {
    let colour = |scheme: Scheme, setting: Setting| -> Option<Colour> {
        let theme = draft.theme(scheme)?;
        theme.typed(setting).trim().parse().ok()
    };
    let file = ThemeFile {
        accent: colour(Scheme::Light, Setting::Accent),
        surface: colour(Scheme::Light, Setting::Surface),
        text: colour(Scheme::Light, Setting::TextColour),
        dark: Some(DarkFile {
            accent: colour(Scheme::Dark, Setting::Accent),
            surface: colour(Scheme::Dark, Setting::Surface),
            text: colour(Scheme::Dark, Setting::TextColour),
        }),
        font: None,
        corners: None,
    };
    file.theme()
}

const fn name_of(scheme: Scheme) -> &'static str {
    match scheme {
        Scheme::Light => "light",
        Scheme::Dark => "dark",
    }
}

/// The colours of a scheme, with what follows for those that are not named.
fn scheme(desk: Desk<'_>, scheme: Scheme, palette: &Palette) -> Html {
    let drawn = [palette.accent, palette.surface, palette.text];
    let fields = COLOURS.into_iter().zip(drawn);
    html! {
        <fieldset>
            <legend>{ desk.text(&format!("theme-on-{}", name_of(scheme))) }</legend>
            <div class="in-languages">
                { for fields.map(|(setting, drawn)| colour(desk, scheme, setting, drawn)) }
            </div>
        </fieldset>
    }
}

/// A colour: chosen in the browser's own way, or typed.
fn colour(desk: Desk<'_>, scheme: Scheme, setting: Setting, drawn: Colour) -> Html {
    let id = format!("theme-{}-{}", name_of(scheme), setting.name());
    let label = desk.text(&format!("theme-{}", setting.name()));
    let theme = desk.draft().theme(scheme);
    let typed = theme.map(|theme| theme.typed(setting)).unwrap_or_default();
    let change = desk.typed(move |typed| Edit::Set {
        place: Place::Theme(scheme),
        setting,
        value: text(&typed),
    });
    let oninput = change.reform(|event: InputEvent| {
        let input: HtmlInputElement = event.target_unchecked_into();
        input.value()
    });
    let fault = fault_of(desk, scheme, setting).filter(|fault| {
        // Whoever is in the middle of it is left to it.
        fault.cause != FaultCause::Colour(NotAColour) || desk.state.left.contains(&id)
    });
    let nearest = fault.and_then(|fault| {
        if let FaultCause::Contrast { nearest, .. } = fault.cause {
            Some(nearest.to_string())
        } else {
            None
        }
    });
    let invalid = fault.is_some().then_some("true");
    let told = format!("{id}-fault");
    let describedby = fault.is_some().then(|| told.clone());
    let picker = desk.words.fill("theme-pick", &[("colour", &*label)]);
    html! {
        <div class="field">
            <label for={id.clone()}>{ label }</label>
            <div class="colour">
                <input type="color" id={format!("{id}-pick")} aria-label={picker} value={drawn.to_string()} oninput={oninput.clone()}/>
                <input
                    type="text"
                    id={id.clone()}
                    value={typed}
                    placeholder={drawn.to_string()}
                    autocomplete="off"
                    spellcheck="false"
                    autocapitalize="none"
                    aria-invalid={invalid}
                    aria-describedby={describedby}
                    {oninput}
                />
            </div>
            if let Some(fault) = fault {
                <p class="field-fault" id={told.clone()}>{ faults::entry(desk.words, fault) }</p>
            }
            if let Some(nearest) = nearest {
                { take(desk, scheme, setting, (&nearest, &id)) }
            }
        </div>
    }
}

/// The button that takes the nearest colour that can be read.
fn take(desk: Desk<'_>, scheme: Scheme, setting: Setting, (nearest, field): (&str, &str)) -> Html {
    let edit = Edit::Set {
        place: Place::Theme(scheme),
        setting,
        value: Some(Json::Text(nearest.to_owned())),
    };
    let id = format!("{field}-fault-take");
    let field = field.to_owned();
    // The button goes.
    let go = move |_: MouseEvent| Action::EditAndGo(edit.clone(), field.clone());
    html! {
        <button type="button" class="quiet small" {id} onclick={desk.act.reform(go)}>
            { desk.words.fill("theme-take", &[("colour", nearest)]) }
        </button>
    }
}

/// What is wrong with a colour.
fn fault_of(desk: Desk<'_>, scheme: Scheme, setting: Setting) -> Option<&Fault> {
    let above = match scheme {
        Scheme::Light => "/theme/",
        Scheme::Dark => "/theme/dark/",
    };
    let pointer = [above, setting.name()].concat();
    let mut faults = desk.state.checked.of_survey();
    faults.find(|fault| fault.pointer == pointer)
}

/// One of several names, of which one stands for saying none.
fn one_of(desk: Desk<'_>, setting: Setting, names: &[&'static str], own: &'static str) -> Html {
    let stem = setting.name();
    let theme = desk.draft().theme(Scheme::Light);
    let typed = theme.map(|theme| theme.typed(setting)).unwrap_or_default();
    let chosen = if typed.is_empty() { own } else { &typed };
    let option = |name: &&str| ((*name).to_owned(), desk.text(&format!("{stem}-{name}")));
    let options: Vec<_> = names.iter().map(option).collect();
    let change = desk.typed(move |name| Edit::Set {
        place: Place::Theme(Scheme::Light),
        setting,
        value: (name != own).then_some(Json::Text(name)),
    });
    choice(
        &format!("theme-{stem}"),
        &desk.text(&format!("theme-{stem}")),
        chosen,
        &options,
        &change,
    )
}
