//! The pictures of a draft: chosen, dropped or pasted, freed of what is not seen, and kept by the browser until they are
//! handed in. The draft itself names them by their hash.

use js_sys::{Array, Function, Promise, Reflect, Uint8Array};
use sotto_api::pictures::{Picture, PictureError, media_type_of};
use sotto_survey::Json;
use sotto_ui::Messages;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Blob, ClipboardEvent, File, FileList, HtmlInputElement, Url};
use yew::prelude::*;

use super::{
    desk::Desk,
    fields::{WordsField, label, words_field},
    state::Action,
};
use crate::{
    draft::{Place, QuestionDraft, Setting, Words},
    edit::Edit,
};

/// What a picture may be, said once: with the question's own, which stands above those of its options.
const NOTE: &str = "question-picture-note";

/// The browser's store of pictures that were not handed in yet.
const STORE: &str = "sotto-studio-pictures";

/// A file that is larger than this is not read.
const LONGEST: f64 = 20_000_000.0;

/// The picture of a question or of one of its options, if it has one, with its words, and a way to another.
pub(super) fn form(
    desk: Desk<'_>,
    question: usize,
    option: Option<usize>,
    owner: QuestionDraft<'_>,
) -> Html {
    let place = Place::Picture { question, option };
    let stem = option.map_or("question-picture".to_owned(), |index| {
        format!("options-{index}-picture")
    });
    let picture = owner.picture();
    let languages = desk.languages();
    let field = |(number, tag): (usize, &&str)| {
        let language = (*tag).to_owned();
        let change = desk.typed(move |text| Edit::SetWords {
            place,
            words: Words::Alt,
            language: language.clone(),
            text,
        });
        let id = format!("{stem}-{number}");
        words_field(WordsField {
            fault: desk.fault_at(question, &id),
            id: &id,
            label: &label(&desk.text("picture-alt"), tag, &languages),
            value: picture.map_or("", |picture| picture.words(Words::Alt, tag)),
            lang: tag,
            is_long: false,
            change,
            onkeydown: None,
            onpaste: None,
        })
    };
    let alt = picture.map(QuestionDraft::alt);
    let hash = picture.map_or("", QuestionDraft::hash).to_owned();
    let name = match option {
        None => desk.text("picture"),
        Some(index) => {
            let number = (index + 1).to_string();
            desk.words
                .fill("picture-of-option", &[("number", &*number)])
        }
    };
    let draft = desk.draft();
    html! {
        <div class="picture-field">
            <PictureChoice
                words={desk.words.clone()}
                act={desk.act.clone()}
                survey={draft.id().to_owned()}
                base={desk.base}
                {question}
                {option}
                stem={stem.clone()}
                {name}
                {hash}
                {alt}
            />
            if picture.is_some() {
                <div class="in-languages">{ for languages.iter().enumerate().map(field) }</div>
            }
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct PictureChoiceProps {
    words: Messages,
    act: Callback<Action>,
    /// The survey's id, under which its collector may have the picture.
    survey: String,
    base: &'static str,
    question: usize,
    option: Option<usize>,
    /// What the ids of fields begin with.
    stem: String,
    /// What it is the picture of.
    name: String,
    /// Empty where there is none.
    hash: String,
    /// The words of the picture that is there, by language.
    alt: Option<Json>,
}

/// What the reader hears of a file.
#[derive(Clone, PartialEq)]
enum Said {
    Nothing,
    Refused(PictureError),
    Words(&'static str),
}

/// A field for a file, with the picture that is there.
#[component]
fn PictureChoice(props: &PictureChoiceProps) -> Html {
    let said = use_state(|| Said::Nothing);
    let shown = use_state_eq(|| None::<String>);
    {
        let setter = shown.setter();
        let key = (props.hash.clone(), props.survey.clone(), props.base);
        use_effect_with(key, move |(hash, survey, base)| {
            let (hash, survey, base) = (hash.clone(), survey.clone(), *base);
            setter.set(None);
            if !hash.is_empty() {
                spawn_local(async move {
                    let blob = blob_of(&hash, &survey, base).await;
                    let address =
                        blob.and_then(|blob| Url::create_object_url_with_blob(&blob).ok());
                    setter.set(address);
                });
            }
        });
    }
    let PictureChoiceProps {
        words,
        act,
        question,
        option,
        stem,
        name,
        hash,
        alt,
        ..
    } = props;
    let place = match *option {
        None => Place::Question(*question),
        Some(index) => Place::Item {
            question: *question,
            list: crate::draft::List::Options,
            index,
        },
    };
    let set = act.reform(move |value: Option<Json>| {
        Action::Edit(Edit::Set {
            place,
            setting: Setting::Picture,
            value,
        })
    });
    let take = {
        let (said, set, alt) = (said.setter(), set.clone(), alt.clone());
        Callback::from(move |file: File| {
            let (said, set, alt) = (said.clone(), set.clone(), alt.clone());
            spawn_local(async move {
                match taken(&file).await {
                    Ok(picture) => {
                        said.set(Said::Nothing);
                        set.emit(Some(written(&picture, alt)));
                    }
                    Err(why) => said.set(why),
                }
            });
        })
    };
    let Ways {
        onchange,
        ondragover,
        ondrop,
        onpaste,
    } = Ways::to(&take);
    let remove = set.reform(|_: MouseEvent| None);
    html! {
        <div class="field" {ondragover} {ondrop} {onpaste}>
            <label for={stem.clone()}>{ name.clone() }</label>
            if let Some(address) = &*shown {
                <img class="picture" src={address.clone()} alt={words.text("picture-shown")}/>
            }
            <input
                type="file"
                id={stem.clone()}
                accept="image/png,image/jpeg,image/webp,image/avif"
                aria-describedby={NOTE}
                {onchange}
            />
            if option.is_none() {
                <p class="note" id={NOTE}>{ words.text("picture-note") }</p>
            }
            if *said != Said::Nothing {
                <p role="alert" id={format!("{stem}-refused")}>{ sentence(words, &said) }</p>
            }
            if !hash.is_empty() {
                <button type="button" class="quiet small" id={format!("{stem}-remove")} onclick={remove}>
                    { words.text("picture-remove") }
                </button>
            }
        </div>
    }
}

/// The ways in which a person names a file.
struct Ways {
    onchange: Callback<Event>,
    ondragover: Callback<DragEvent>,
    ondrop: Callback<DragEvent>,
    onpaste: Callback<Event>,
}

impl Ways {
    fn to(take: &Callback<File>) -> Self {
        let first = |take: Callback<File>| {
            move |files: Option<FileList>| {
                let file = files.and_then(|files| files.get(0));
                let is_there = file.is_some();
                if let Some(file) = file {
                    take.emit(file);
                }
                is_there
            }
        };
        let (chosen, dropped, pasted) = (
            first(take.clone()),
            first(take.clone()),
            first(take.clone()),
        );
        Self {
            onchange: Callback::from(move |event: Event| {
                let input: HtmlInputElement = event.target_unchecked_into();
                chosen(input.files());
                // The same file can be chosen again.
                input.set_value("");
            }),
            ondragover: Callback::from(|event: DragEvent| event.prevent_default()),
            ondrop: Callback::from(move |event: DragEvent| {
                event.prevent_default();
                dropped(event.data_transfer().and_then(|data| data.files()));
            }),
            onpaste: Callback::from(move |event: Event| {
                let data = event
                    .dyn_ref::<ClipboardEvent>()
                    .and_then(ClipboardEvent::clipboard_data);
                // Text that is pasted goes its usual way.
                if pasted(data.and_then(|data| data.files())) {
                    event.prevent_default();
                }
            }),
        }
    }
}

fn sentence(words: &Messages, said: &Said) -> String {
    let error = match said {
        Said::Nothing => return String::new(),
        Said::Words(key) => return words.text(key),
        Said::Refused(error) => error,
    };
    match error {
        PictureError::TooLarge(bytes) => {
            let size = bytes.div_ceil(1_000).to_string();
            words.fill("picture-too-large", &[("size", &*size)])
        }
        PictureError::UnknownFormat => words.text("picture-unknown"),
        PictureError::Damaged(_) => words.text("picture-damaged"),
        PictureError::Moving(_) => words.text("picture-moving"),
        PictureError::TooManyPixels { width, height } => {
            let values = [("width", width.to_string()), ("height", height.to_string())];
            let values = values.each_ref().map(|(name, value)| (*name, &**value));
            words.fill("picture-pixels", &values)
        }
    }
}

/// The picture in a file, which the browser keeps from now on.
async fn taken(file: &File) -> Result<Picture, Said> {
    // A file that large is refused by its length.
    if file.size() > LONGEST {
        return Err(Said::Words("picture-far-too-large"));
    }
    let bytes = JsFuture::from(file.array_buffer()).await;
    let bytes = bytes.map_err(|_| Said::Words("picture-unread"))?;
    let bytes = Uint8Array::new(&bytes).to_vec();
    let picture = Picture::read(&bytes).map_err(Said::Refused)?;
    let kept = keep(&picture.hash().to_string(), picture.bytes()).await;
    kept.map_err(|_| Said::Words("picture-not-kept"))?;
    Ok(picture)
}

/// As it stands in a file.
fn written(picture: &Picture, alt: Option<Json>) -> Json {
    let fields = [
        ("hash", Json::Text(picture.hash().to_string())),
        ("width", Json::Whole(picture.width().into())),
        ("height", Json::Whole(picture.height().into())),
        ("alt", alt.unwrap_or_else(|| Json::Object(Vec::new()))),
    ];
    Json::Object(fields.map(|(name, value)| (name.to_owned(), value)).into())
}

/// Calls a method of an object of the browser, and waits for what it promises. The browser's store of answers is reached
/// so: pages that were not fetched safely have none.
async fn asked(object: &JsValue, method: &str, values: &[JsValue]) -> Result<JsValue, JsValue> {
    let method: Function = Reflect::get(object, &method.into())?.dyn_into()?;
    let values: Array = values.iter().collect();
    let promised: Promise = method.apply(object, &values)?.dyn_into()?;
    JsFuture::from(promised).await
}

async fn store() -> Result<JsValue, JsValue> {
    let stores = Reflect::get(&js_sys::global(), &"caches".into())?;
    asked(&stores, "open", &[STORE.into()]).await
}

/// Under which address a picture is in the store. Nothing is ever asked for there.
fn address(hash: &str) -> JsValue {
    ["/studio/pictures/", hash].concat().into()
}

async fn keep(hash: &str, bytes: &[u8]) -> Result<(), JsValue> {
    let made = Reflect::get(&js_sys::global(), &"Response".into())?;
    let blob = blob(bytes)?;
    let made: Function = made.dyn_into()?;
    let response = Reflect::construct(&made, &Array::of1(&blob))?;
    asked(&store().await?, "put", &[address(hash), response]).await?;
    Ok(())
}

fn blob(bytes: &[u8]) -> Result<Blob, JsValue> {
    let parts = Array::of1(&Uint8Array::from(bytes));
    let blob = Blob::new_with_u8_array_sequence(&parts)?;
    blob.slice_with_f64_and_f64_and_content_type(0.0, blob.size(), media_type_of(bytes))
}

/// The picture that the browser keeps, if it does.
pub(super) async fn kept(hash: &str) -> Option<Vec<u8>> {
    let response = asked(&store().await.ok()?, "match", &[address(hash)]).await;
    let response = response.ok().filter(|found| !found.is_undefined())?;
    let bytes = asked(&response, "arrayBuffer", &[]).await.ok()?;
    Some(Uint8Array::new(&bytes).to_vec())
}

/// A picture of a survey: as the browser keeps it, else as its collector gives it out.
async fn blob_of(hash: &str, survey: &str, base: &str) -> Option<Blob> {
    if let Some(bytes) = kept(hash).await {
        return blob(&bytes).ok();
    }
    let address = [base, "api/v1/surveys/", survey, "/pictures/", hash].concat();
    let response = asked(&js_sys::global(), "fetch", &[address.into()])
        .await
        .ok()?;
    let is_there = Reflect::get(&response, &"ok".into()).ok()?;
    if is_there != JsValue::TRUE {
        return None;
    }
    asked(&response, "blob", &[]).await.ok()?.dyn_into().ok()
}

/// What an element asks for pictures by their hash, which a draft may not have handed in yet.
pub(super) fn given(survey: String, base: &'static str) -> impl Fn(String) -> Promise + 'static {
    move |hash: String| {
        let survey = survey.clone();
        wasm_bindgen_futures::future_to_promise(async move {
            let blob = blob_of(&hash, &survey, base).await;
            Ok(blob.map_or(JsValue::UNDEFINED, JsValue::from))
        })
    }
}
