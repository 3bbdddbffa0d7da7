//! Checking lists and bags, one after another.

use super::{Settings, bag, list, tally::Tally};
use crate::{
    exit::{Exit, Stop},
    output,
};

/// Checks all lists, even if some of them are bad.
pub(crate) fn run(settings: &Settings) -> Result<Exit, Stop> {
    let mut exit = Exit::Well;
    let mut total = Tally::default();
    let mut out = output::verdicts();
    for list in &settings.lists {
        let is_bag = settings.word.is_none() && settings.tool.is_none() && bag::is_bag(list);
        let (tally, read) = if is_bag {
            bag::check(settings, list, &mut out)?
        } else {
            list::check_as(settings, list, &mut out)?
        };
        total.add(&tally);
        if !read || !is_bag && !tally.is_well(settings.strict) {
            exit = Exit::Failure;
        }
    }
    if settings.json && !settings.status {
        list::write(&mut out, &total.summary())?;
    }
    Ok(exit)
}
