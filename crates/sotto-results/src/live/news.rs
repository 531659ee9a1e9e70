//! What a live connection tells, of whichever kind it is.

use std::rc::Rc;

use sotto_survey::Results;

/// What a live connection tells.
pub enum LiveNews {
    /// It is open.
    Open,
    /// New results.
    Results(Rc<Results>),
    /// It is lost, and the browser tries again by itself.
    Lost,
    /// It was refused or is lost for good: it is made anew after a while.
    Closed,
}
