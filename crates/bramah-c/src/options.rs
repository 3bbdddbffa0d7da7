//! Options by name: the optional inputs of an algorithm.

use crate::{
    handle::Kind,
    memory::text,
    status::{BAD_ARGUMENT, Failure, PARAMETER, UNKNOWN_OPTION},
};
use core::{cell::Cell, ffi::c_char};
use zeroize::Zeroizing;

/// Options by name, for any function that takes options.
pub struct OptionsKind;

impl Kind for OptionsKind {
    const TAG: u32 = 0xb4a6_0001;
    const NAME: &'static str = "options";
    type Fixed = ();
    type Moving = Vec<Named>;
}

/// Options: the optional inputs of an algorithm. Each has a name and a value, which is a number, bytes or text; the
/// documentation of each function lists its options. An option that the algorithm does not accept is an error. The
/// functions copy their options, so the options can be freed or changed after the call.
pub type Options = crate::handle::Handle<OptionsKind>;

/// An option: a name and a value.
pub struct Named {
    name: String,
    value: Value,
}

enum Value {
    Number(u64),
    Bytes(Zeroizing<Vec<u8>>),
    Text(String),
}

exported! {
    /// Creates an empty set of options.
    fn bramah_options_new(options: *mut *mut Options) makes options {
        options.fill((), Vec::new());
        Ok(())
    }

    /// Frees options, erases them, and sets the caller's pointer to null. A null pointer is ignored.
    fn bramah_options_free(options: *mut *mut Options) {
        Handle::free(options)
    }

    /// Sets an option whose value is a number, or yes (1) or no (0).
    fn bramah_options_set_number(options: *mut Options, name: *const c_char, value: u64) {
        set(&mut *Handle::lock(options)?, text("name", name)?, Value::Number(value))
    }

    /// Sets an option whose value is bytes, such as a salt.
    fn bramah_options_set_bytes(options: *mut Options, name: *const c_char, bytes: *const u8, bytes_len: usize)
        reads [bytes: bytes_len]
    {
        set(&mut *Handle::lock(options)?, text("name", name)?, Value::Bytes(Zeroizing::new(bytes.to_vec())))
    }

    /// Sets an option whose value is text, such as the name of a hash function.
    fn bramah_options_set_text(options: *mut Options, name: *const c_char, value: *const c_char) {
        let value = text("value", value)?.to_owned();
        set(&mut *Handle::lock(options)?, text("name", name)?, Value::Text(value))
    }
}

fn set(options: &mut Vec<Named>, name: &str, value: Value) -> Result<(), Failure> {
    if name.is_empty() {
        return Err(Failure::new(BAD_ARGUMENT, "an option has no name"));
    }
    options.retain(|option| option.name != name);
    options.push(Named { name: name.to_owned(), value });
    Ok(())
}

/// The options that were passed to a function, which reads the options that it knows.
pub(crate) struct Given<'a> {
    options: &'a [Named],
    /// One bit for each option, set when the option is read.
    taken: Cell<u64>,
}

impl<'a> Given<'a> {
    /// Calls `body` with the options at a pointer, or with none if it is null. Returns an error if `body` has not read
    /// all of them.
    ///
    /// # Safety
    /// The contract of the C interface holds for the pointer.
    pub(crate) unsafe fn with<T>(
        options: *const Options,
        of: &str,
        body: impl FnOnce(&Given<'_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        if options.is_null() {
            return body(&Given { options: &[], taken: Cell::new(0) });
        }
        // SAFETY: the caller upholds the contract of this function.
        let options = unsafe { Options::lock(options) }?;
        if options.len() > 64 {
            return Err(Failure::new(UNKNOWN_OPTION, "too many options"));
        }
        let given = Given { options: &options, taken: Cell::new(0) };
        let made = body(&given)?;
        given.check(of)?;
        Ok(made)
    }

    /// Returns an error if an option was not read. [`with`](Self::with) calls this after its body; a body with side
    /// effects must call it before them.
    pub(crate) fn check(&self, of: &str) -> Result<(), Failure> {
        match self.options.iter().enumerate().find(|(i, _)| self.taken.get() >> i & 1 == 0) {
            Some((_, option)) => {
                Err(Failure::new(UNKNOWN_OPTION, format!("{of} does not take the option {:?}", option.name)))
            }
            None => Ok(()),
        }
    }

    fn find(&self, name: &str) -> Option<&'a Value> {
        let place = self.options.iter().position(|option| option.name == name)?;
        self.taken.set(self.taken.get() | 1 << place);
        Some(&self.options[place].value)
    }

    /// Reads an option whose value is bytes.
    pub(crate) fn bytes(&self, name: &str) -> Result<Option<&'a [u8]>, Failure> {
        match self.find(name) {
            None => Ok(None),
            Some(Value::Bytes(bytes)) => Ok(Some(bytes)),
            Some(_) => Err(other(name, "bytes")),
        }
    }

    /// Reads an option whose value is text.
    pub(crate) fn text(&self, name: &str) -> Result<Option<&'a str>, Failure> {
        match self.find(name) {
            None => Ok(None),
            Some(Value::Text(text)) => Ok(Some(text)),
            Some(_) => Err(other(name, "text")),
        }
    }

    /// Reads an option whose value is a number.
    pub(crate) fn number<N: TryFrom<u64>>(&self, name: &str) -> Result<Option<N>, Failure> {
        match self.find(name) {
            None => Ok(None),
            Some(Value::Number(number)) => match N::try_from(*number) {
                Ok(number) => Ok(Some(number)),
                Err(_) => {
                    let text =
                        format!("{name} is {number}, which does not fit in {} bits", 8 * size_of::<N>());
                    Err(Failure::new(PARAMETER, text))
                }
            },
            Some(_) => Err(other(name, "a number")),
        }
    }

    /// Reads an option whose value is yes or no; no by default.
    pub(crate) fn choice(&self, name: &str) -> Result<bool, Failure> {
        match self.number::<u64>(name)? {
            None | Some(0) => Ok(false),
            Some(1) => Ok(true),
            Some(number) => Err(Failure::new(PARAMETER, format!("{name} is {number}, but must be 0 or 1"))),
        }
    }

    /// Reads the option `backend`, and returns the algorithm on that backend.
    pub(crate) fn on_backend<A>(
        &self,
        algorithm: A,
        with: impl FnOnce(A, &str) -> Result<A, bramah::Error>,
    ) -> Result<A, Failure> {
        match self.text("backend")? {
            Some(name) => Ok(with(algorithm, name)?),
            None => Ok(algorithm),
        }
    }
}

#[cold]
fn other(name: &str, kind: &str) -> Failure {
    Failure::new(UNKNOWN_OPTION, format!("the option {name:?} must be set as {kind}"))
}
