//! The parts of every family's registry: entries, and entries on the backends that a caller chose.

use crate::{
    Error,
    backend::{Choice, named as backends},
    names::{Standing, folded, folds_to},
};
use alloc::{string::String, vec::Vec};

/// The names, the specification and the standing of an algorithm of any kind: the `Info` of a family.
pub trait Registered: Sized + 'static {
    /// Returns the name, in lower case.
    fn name(&self) -> &'static str;
    /// Returns other names. Only letters and digits of a name count, in either case.
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

/// An algorithm in the registry of its family: a family's `Entry`.
pub trait Listed: Sized + Sync + 'static {
    /// The family's `Info`.
    type Info: Registered;
    /// Returns names, lengths and standing.
    fn info(&self) -> &Self::Info;
    /// Returns the candidates for one message and for many, which may be the same.
    fn choices(&self) -> [&'static dyn Choice; 2];
}

/// Makes a family's `Info` a [`Registered`], whose fields have the names of the methods, and declares its `Entry`, which
/// makes algorithms by functions of the given type.
#[macro_export]
macro_rules! registered {
    ($info:ty, $make:ty) => {
        impl $crate::entries::Registered for $info {
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

        /// An algorithm in the registry.
        pub struct Entry {
            /// Names, lengths and standing.
            pub info: $info,
            pub(crate) choices: fn() -> [&'static dyn $crate::backend::Choice; 2],
            pub(crate) make: $make,
        }

        impl Entry {
            /// Returns the candidates for one message and for many, which may be the same.
            pub fn choices(&self) -> [&'static dyn $crate::backend::Choice; 2] {
                (self.choices)()
            }
        }

        impl core::fmt::Debug for Entry {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_tuple("Entry").field(&self.info.name).finish()
            }
        }

        impl $crate::entries::Listed for Entry {
            type Info = $info;
            fn info(&self) -> &$info {
                &self.info
            }
            fn choices(&self) -> [&'static dyn $crate::backend::Choice; 2] {
                (self.choices)()
            }
        }
    };
}
pub use registered;

/// Finds an entry by its name, in the list that `entries` returns.
///
/// # Errors
/// [`Error::UnknownName`].
pub fn find<E: Listed, I: Iterator<Item = &'static E>>(
    entries: impl Fn() -> I,
    name: &str,
) -> Result<&'static E, Error> {
    // most callers write the name as it is listed, and comparing it so takes a small part of the time; no other entry has
    // the name, so that both ways lead to the same one
    if let Some(entry) = entries().find(|entry| entry.info().name() == name) {
        return Ok(entry);
    }
    let wanted = folded(name);
    entries().find(|entry| entry.info().is_named(&wanted)).ok_or_else(|| unknown(name))
}

/// Returns the error for an unknown name.
pub fn unknown(name: &str) -> Error {
    Error::UnknownName(String::from(name))
}

/// An entry, and the backends that replace those in use.
pub struct On<E: Listed> {
    /// The entry.
    pub entry: &'static E,
    /// The candidate for one message, by its index in the list.
    pub one: Option<u8>,
    /// The candidate for many messages: the same index as `one` if there is only one list.
    pub many: Option<u8>,
}

impl<E: Listed> Clone for On<E> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<E: Listed> Copy for On<E> {}

impl<E: Listed> On<E> {
    /// Returns an entry on the backends in use.
    pub const fn new(entry: &'static E) -> Self {
        Self { entry, one: None, many: None }
    }

    /// Returns the names, lengths and standing of the algorithm.
    pub fn info(&self) -> &'static E::Info {
        self.entry.info()
    }

    /// Returns the candidates for one message and for many.
    pub fn choices(&self) -> [&'static dyn Choice; 2] {
        self.entry.choices()
    }

    /// Returns the candidates of an algorithm with only one list of them.
    pub fn choice(&self) -> &'static dyn Choice {
        self.choices()[0]
    }

    /// Returns the names of the backends that this CPU can run, best first.
    pub fn backends_available(&self) -> Vec<&'static str> {
        backends::available(self.choices())
    }

    /// Returns this entry on the backends of this name: the one for one message, the one for many, or both.
    ///
    /// # Errors
    /// [`Error::UnknownBackend`] if there is no backend of this name, [`Error::BackendUnavailable`] if this CPU cannot
    /// run it.
    pub fn with_backend(self, name: &str) -> Result<Self, Error> {
        let [one, many] = backends::find(self.choices(), self.info().name(), name)?;
        Ok(Self { one: one.or(self.one), many: many.or(self.many), ..self })
    }
}

/// Writes the methods of a family's `Algorithm` that delegate to its field `on`, which holds the entry and the chosen
/// backends.
#[macro_export]
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
pub use told_by_on;
