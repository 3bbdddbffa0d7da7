//! The parts of every family's registry: entries, and entries on the backends that a caller chose.

use super::backends;
use crate::{
    Error,
    backend::Choice,
    names::{Standing, folded, folds_to},
};
use alloc::{string::String, vec::Vec};
use core::fmt;

/// The names, the specification and the standing of an algorithm of any kind: the `Info` of a family.
pub trait Registered: Sized + 'static {
    /// The functions that make the algorithm, which only its family can call.
    #[doc(hidden)]
    type Make: 'static;
    /// Returns the name, in lower case.
    fn name(&self) -> &'static str;
    /// Returns other names. Names are compared by their letters and digits alone, in any case.
    fn aliases(&self) -> &'static [&'static str];
    /// Returns the specification.
    fn specification(&self) -> &'static str;
    /// Returns whether to choose the algorithm for something new.
    fn standing(&self) -> Standing;

    /// Returns whether `wanted`, which is folded, is the name or one of the others.
    #[doc(hidden)]
    fn is_named(&self, wanted: &str) -> bool {
        self.names().any(|name| folds_to(name, wanted))
    }
    /// Returns the name, and then the others.
    fn names(&self) -> impl Iterator<Item = &'static str> {
        core::iter::once(self.name()).chain(self.aliases().iter().copied())
    }
}

/// Makes a family's `Info` a [`Registered`]: its fields have the names of the methods.
macro_rules! registered {
    ($info:ty, $make:ty) => {
        impl $crate::registry::Registered for $info {
            type Make = $make;
            fn name(&self) -> &'static str {
                self.name
            }
            fn aliases(&self) -> &'static [&'static str] {
                self.aliases
            }
            fn specification(&self) -> &'static str {
                self.specification
            }
            fn standing(&self) -> $crate::Standing {
                self.standing
            }
        }
    };
}
pub(crate) use registered;

/// An algorithm in the registry of its family.
pub struct Entry<I: Registered> {
    /// Names, lengths and standing.
    pub info: I,
    /// Returns the candidates for one message and for many, which may be the same.
    pub(crate) choices: fn() -> [&'static dyn Choice; 2],
    pub(crate) make: I::Make,
}

impl<I: Registered> Entry<I> {
    /// Returns the candidates for one message and for many, which may be the same.
    pub fn choices(&self) -> [&'static dyn Choice; 2] {
        (self.choices)()
    }
}

impl<I: Registered> fmt::Debug for Entry<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Entry").field(&self.info.name()).finish()
    }
}

/// Finds an entry by its name.
///
/// # Errors
/// [`Error::UnknownName`].
pub(crate) fn find<I: Registered>(
    mut entries: impl Iterator<Item = &'static Entry<I>>,
    name: &str,
) -> Result<&'static Entry<I>, Error> {
    let wanted = folded(name);
    entries.find(|entry| entry.info.is_named(&wanted)).ok_or_else(|| unknown(name))
}

/// Returns the error for an unknown name.
pub(crate) fn unknown(name: &str) -> Error {
    Error::UnknownName(String::from(name))
}

/// An entry, and the backends that replace those in use.
pub(crate) struct On<I: Registered> {
    pub(crate) entry: &'static Entry<I>,
    /// The candidate for one message, by its index in the list.
    pub(crate) one: Option<u8>,
    /// The candidate for many messages: the same index as `one` if there is only one list.
    pub(crate) many: Option<u8>,
}

impl<I: Registered> Clone for On<I> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<I: Registered> Copy for On<I> {}

impl<I: Registered> On<I> {
    /// Returns an entry on the backends in use.
    pub(crate) const fn new(entry: &'static Entry<I>) -> Self {
        Self { entry, one: None, many: None }
    }

    /// Returns the names, lengths and standing of the algorithm.
    pub(crate) fn info(&self) -> &'static I {
        &self.entry.info
    }

    /// Returns the candidates for one message and for many.
    pub(crate) fn choices(&self) -> [&'static dyn Choice; 2] {
        self.entry.choices()
    }

    /// Returns the candidates of an algorithm with only one list of them.
    pub(crate) fn choice(&self) -> &'static dyn Choice {
        self.choices()[0]
    }

    /// Returns the names of the backends that this CPU can run, best first.
    pub(crate) fn backends_available(&self) -> Vec<&'static str> {
        backends::available(self.choices())
    }

    /// Returns this entry on the backends of this name: the one for one message, the one for many, or both.
    ///
    /// # Errors
    /// [`Error::UnknownBackend`] if there is no backend of this name, [`Error::BackendUnavailable`] if this CPU cannot
    /// run it.
    pub(crate) fn with_backend(self, name: &str) -> Result<Self, Error> {
        let [one, many] = backends::find(self.choices(), self.info().name(), name)?;
        Ok(Self { one: one.or(self.one), many: many.or(self.many), ..self })
    }
}

/// Writes the methods of a family's `Algorithm` that call its field `on`, which holds the entry and the chosen
/// backends.
macro_rules! told_by_on {
    () => {
        /// Returns the names, lengths and standing.
        pub fn info(&self) -> &'static Info {
            self.on.info()
        }

        /// Returns the names of the backends that this CPU can run, best first; those for one message before those for
        /// many, if these differ.
        pub fn backends_available(&self) -> alloc::vec::Vec<&'static str> {
            self.on.backends_available()
        }

        /// Returns this algorithm on the backends of this name: the one for one message, the one for many, or both.
        ///
        /// # Errors
        /// [`Error::UnknownBackend`] if there is no backend of this name, [`Error::BackendUnavailable`] if this CPU
        /// cannot run it.
        pub fn with_backend(self, name: &str) -> Result<Self, Error> {
            Ok(Self { on: self.on.with_backend(name)?, ..self })
        }
    };
}
pub(crate) use told_by_on;
