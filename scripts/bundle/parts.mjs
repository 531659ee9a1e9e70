// How the widget's program is cut: lists of functions' names, `*` for anything. What these functions
// alone call goes with them; everything else is in the first part, which draws the first question.
// crates/sotto-widget/src/element/parts.js says who loads which part, and when.

// What the widget never calls, and nothing could but ways of Yew that it does not use: Yew's own
// listeners (crates/sotto-widget/src/survey/gestures.rs has ours), markup as text, portals and suspense. A call would stop
// the program, as any trap does.
export const NEVER = [
  "<yew::dom_bundle::subtree_root::SubtreeData>::add_listener*",
  "<yew::dom_bundle::btag::listeners::*",
  "<yew::virtual_dom::vraw::VRaw as *",
  "<yew::virtual_dom::vportal::VPortal as *",
  "<yew::virtual_dom::vsuspense::VSuspense as *",
  "<yew::dom_bundle::braw::*",
  "<yew::dom_bundle::subtree_root::BSubtree>::ensure_handled",
  "<std::collections::hash::map::HashMap<yew::dom_bundle::subtree_root::EventDescriptor, *>::entry",
  "<alloc::rc::Rc<yew::virtual_dom::vportal::VPortal> as yew::utils::RcExt<*",
  "<alloc::rc::Rc<yew::virtual_dom::vsuspense::VSuspense> as yew::utils::RcExt<*",
];

// What Yew does after the first drawing, and what the first part has calls to all the same.
const AFTER_THE_FIRST_DRAWING = [
  // When something is drawn for the second time: attributes are compared, elements move. The first
  // drawing finds nothing that it could be compared with.
  "<yew::dom_bundle::bnode::BNode as yew::dom_bundle::traits::ReconcileTarget>::shift",
  "<yew::virtual_dom::Attributes>::apply_diff_as_maps::collect",
  "<hashbrown::raw::RawTable<(&str, &yew::virtual_dom::AttributeOrProperty)>>::*",
  "<hashbrown::map::Iter<&str, &yew::virtual_dom::AttributeOrProperty> as *",
  "<indexmap::map::IndexMap<implicit_clone::unsync::string::IString, yew::virtual_dom::AttributeOrProperty>>::get_index_of*",
  "<hashbrown::raw::RawTable<(yew::dom_bundle::blist::KeyedEntry, ())>>::reserve_rehash*",
  "<yew::virtual_dom::vnode::VNode as core::clone::Clone>::clone",
  // For components inside of others, and for many at once: a survey is one.
  "<alloc::rc::Rc<yew::virtual_dom::vcomp::VComp> as yew::utils::RcExt<*",
  "<yew::virtual_dom::vcomp::VComp as *",
  "<alloc::collections::btree::node::BalancingContext<usize, yew::scheduler::QueueEntry>>::*",
  // When it leaves the page.
  "core::ptr::drop_in_place::<widget::Handle>",
  "core::ptr::drop_in_place::<yew::dom_bundle::bnode::BNode>",
  "<alloc::rc::Rc<yew::dom_bundle::subtree_root::SubtreeData>>::drop_slow",
  "<alloc::rc::Rc<core::cell::RefCell<yew::dom_bundle::subtree_root::AppData>>>::drop_slow",
];

// A name that fits several parts is in the first of them.
export const PARTS = {
  // Mechanisms that few surveys name, and those in two layers.
  mechanisms: [
    "<sotto_ldp::randomizers::forced_response::*",
    "<sotto_ldp::randomizers::unary_encoding::MECHANISM*",
    "<sotto_ldp::randomizers::symmetric_unary_encoding::*",
    "<sotto_ldp::randomizers::summation_histogram_encoding::*",
    "<sotto_ldp::randomizers::thresholding_histogram_encoding::*",
    "<sotto_ldp::randomizers::optimized_local_hashing::*",
    "<sotto_ldp::randomizers::hadamard_response::*",
    "<sotto_ldp::randomizers::projective_geometry_response::*",
    "<sotto_ldp::randomizers::finite_field::*",
    "<sotto_ldp::randomizers::count_mean_sketch::*",
    "<sotto_ldp::randomizers::hadamard_count_mean_sketch::*",
    "<sotto_ldp::randomizers::sketch_row::*",
    "<sotto_ldp::randomizers::bloom_filter_encoding::*",
    "sotto_ldp::randomizers::bloom_filter_encoding::*",
    "<sotto_ldp::numbers::randomizers::laplace::*",
    "<sotto_ldp::numbers::mechanism::OnGrid<sotto_ldp::numbers::randomizers::laplace::*",
    "<sotto_ldp::sampling::discrete_laplace::*",
    "<sotto_ldp::waves::*",
  ],
  // Conditions, and questions of many rows or fields.
  forms: [
    "<sotto_survey::condition::Condition>::*",
    "<sotto_survey::json::Fields>::optional::<* <sotto_survey::condition::Condition>::*",
    "<sotto_survey::asked::Given>::*",
    "sotto_survey::asked::*",
    "<sotto_survey::kind::reading::Reading>::matrix",
    "<sotto_survey::kind::reading::Reading>::fields",
    "sotto_widget::survey::questions::matrix::*",
  ],
  // What comes after the first question has been seen. Everybody loads it, whatever they do.
  rest: [
    // What is told to the view, and what it does then.
    "handle_update*",
    "handle_complete*",
    "<yew::html::component::lifecycle::UpdateRunner as *",
    "<yew::html::component::lifecycle::feat_csr::PropsUpdateRunner as *",
    "<yew::html::component::lifecycle::CompStateInner<sotto_widget::survey::view::SurveyView> as *>::flush_messages",
    "<yew::html::component::lifecycle::CompStateInner<sotto_widget::survey::view::SurveyView> as *>::props_changed",
    "<yew::html::component::scope::Scope<sotto_widget::survey::view::SurveyView>>::send_*",
    "<sotto_widget::survey::view::SurveyView as yew::html::component::Component>::update*",
    "<sotto_widget::survey::view::SurveyView>::*",
    "<<sotto_widget::survey::view::SurveyView>::*",
    "<sotto_widget::survey::state::State>::apply",
    "<sotto_widget::survey::state::State>::set",
    "<sotto_widget::survey::state::State>::turn",
    "<sotto_widget::survey::state::State>::problem",
    "<sotto_widget::survey::search::*",
    "sotto_ui::number_text::*",
    ...AFTER_THE_FIRST_DRAWING,
    "<hashbrown::map::HashMap<&str, &yew::virtual_dom::AttributeOrProperty*",
    // When it leaves the page, which waits until all of it is there.
    "handle_unmount*",
    "<yew::html::component::lifecycle::DestroyRunner as *",
    // What the first question cannot be, or cannot have.
    "sotto_widget::survey::questions::dropdown::*",
    "sotto_widget::survey::questions::rating::*",
    "sotto_widget::survey::questions::number::*",
    "<sotto_widget::survey::questions::number::*",
    "sotto_widget::survey::form::another_wave",
    "sotto_widget::survey::form::problems*",
    "sotto_widget::survey::form::ways_on",
    "sotto_widget::survey::form::wording*",
    // The other screens.
    "sotto_widget::survey::review::*",
    "sotto_widget::survey::receipt::*",
    "sotto_widget::survey::failure::*",
    "<sotto_ui::words::Words>::write_answer*",
    "<sotto_ui::words::Words>::write_reports*",
    "<sotto_ui::words::Words>::field*",
    // From an answer to a copy that is kept and sent.
    "<sotto_survey::survey::Survey>::perturb*",
    "<sotto_survey::question::Question>::perturb*",
    "<sotto_survey::question::Question>::memoise*",
    "<sotto_survey::question::Question>::randomize*",
    "<sotto_survey::submission::*",
    "<sotto_survey::received::*",
    "sotto_widget::survey::scrambled_copy::*",
    "<sotto_widget::survey::scrambled_copy::*",
    "<* as sotto_ldp::dyn_randomizer::DynRandomizer>::randomize",
    "<* as sotto_ldp::dyn_randomizer::DynRandomizer>::supports",
    "<* as sotto_ldp::dyn_randomizer::DynRandomizer>::nearest",
    "<* as sotto_ldp::dyn_randomizer::DynRandomizer>::share_*",
    "<* as sotto_ldp::numbers::randomizers::nearness::Nearness>::*",
    "<sotto_ldp::report::*",
    "sotto_ldp::report::*",
    "<chacha20::*",
    "<sotto_widget::outbox::outcome::*",
    "<sotto_widget::outbox::storage::Outbox>::keep*",
    "<sotto_widget::outbox::storage::Outbox>::forget",
    "<js_sys::futures::JsFuture*",
    // For surveys in waves, and for pins.
    "published_parameters*",
    "<sotto_survey::survey::Survey>::pinned_parameters",
    "<sotto_survey::survey::Survey>::draw_copy",
  ],
};

// What the first part calls of others, and only where crates/sotto-widget/src/element/parts.js says that they are there.
// Anything else would be a function that the compiler found to be the same as one that is needed
// earlier: its name tells of one only.
export const DOORS = [
  "<yew::html::component::scope::Scope<sotto_widget::survey::view::SurveyView>>::send_message*",
  "<sotto_widget::survey::view::SurveyView>::*",
  "<<sotto_widget::survey::view::SurveyView>::*",
  "sotto_widget::survey::scrambled_copy::*",
  "<sotto_widget::survey::scrambled_copy::*",
  "<sotto_widget::outbox::storage::Outbox>::forget",
  "<sotto_survey::submission::Submission>::check",
  "<sotto_survey::survey::Survey>::pinned_parameters",
  "<sotto_survey::question::Question>::perturb*",
  "<sotto_survey::condition::Condition>::*",
  "<sotto_survey::asked::Given>::*",
  "sotto_survey::asked::*",
  "<sotto_survey::kind::reading::Reading>::matrix",
  "<sotto_survey::kind::reading::Reading>::fields",
  "<sotto_ldp::report::Report as core::fmt::Display>::fmt",
  "<js_sys::futures::JsFuture*",
  "sotto_widget::survey::questions::*",
  "sotto_widget::survey::form::*",
  "sotto_widget::survey::review::*",
  "sotto_widget::survey::receipt::*",
  "sotto_widget::survey::failure::*",
  ...AFTER_THE_FIRST_DRAWING,
];
