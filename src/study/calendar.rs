//! The days that puzzles are counted in.

use std::fmt;
use std::sync::Arc;

use jiff::civil::Date;

use crate::base::text::today;

/// Says which day it is. Tests have days of their own.
#[derive(Clone)]
pub struct Calendar(Arc<dyn Fn() -> Date + Send + Sync>);

impl Calendar {
    /// A calendar that asks this.
    pub fn new(today: impl Fn() -> Date + Send + Sync + 'static) -> Self {
        Self(Arc::new(today))
    }

    /// The day that it is.
    pub fn today(&self) -> Date {
        (self.0)()
    }
}

/// The calendar of the computer, in its time zone.
impl Default for Calendar {
    fn default() -> Self {
        Self::new(today)
    }
}

impl fmt::Debug for Calendar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Calendar").field(&self.today()).finish()
    }
}
