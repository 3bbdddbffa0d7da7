//! Encryption without authentication: modes of block ciphers, and stream ciphers.

use crate::{
    buffer::{Input, Output, or_empty, released, short},
    errors::{busy, checked_name, raised},
    interrupt::{self, interrupted},
};
use bramah::{
    Error, Increment,
    block::AnyCipher,
    mode::{self, Crypter, Direction, Ending, Padding, Stealing},
    stream::{self, AnyKeystream, Stream},
};
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    pybacked::PyBackedStr,
    types::PyBytes,
};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

enum State {
    Mode(Box<Crypter<AnyCipher>>),
    Stream(Stream<AnyKeystream>),
    Ended,
}

/// A message that is encrypted or decrypted in pieces of any length, without authentication.
#[pyclass(frozen, module = "bramah")]
pub(crate) struct Cipher {
    state: Mutex<State>,
    name: String,
    /// The exception that the caller's function for incrementing the counter has raised.
    thrown: Thrown,
}

/// A place for the exception that a caller's function raises during a call.
type Thrown = Arc<Mutex<Option<PyErr>>>;

/// Returns the value for the word `given`, or an exception that lists the valid words.
pub(crate) fn word<T>(
    what: &str,
    given: &str,
    values: impl IntoIterator<Item = (&'static str, T)>,
) -> PyResult<T> {
    let mut names = Vec::new();
    for (name, value) in values {
        if name == given {
            return Ok(value);
        }
        names.push(name);
    }
    Err(PyValueError::new_err(format!("unknown {what} {given:?}: expected one of {}", names.join(", "))))
}

/// Returns the ending for a padding or a kind of ciphertext stealing; `None` if neither is given.
fn ending(padding: Option<&str>, stealing: Option<&str>) -> PyResult<Option<Ending>> {
    match (padding, stealing) {
        (None, None) => Ok(None),
        (Some(padding), None) => {
            let all = Padding::ALL.map(|padding| (padding.name(), Ending::Padded(padding)));
            word("padding", padding, all).map(Some)
        }
        (None, Some(stealing)) => {
            let all = Stealing::ALL.map(|stealing| (stealing.name(), Ending::Stolen(stealing)));
            word("stealing", stealing, all).map(Some)
        }
        (Some(_), Some(_)) => {
            Err(raised(Error::Together { parameters: ["padding", "way to steal ciphertext"] }))
        }
    }
}

/// Begins a message in a mode such as `serpent-256-ctr` or `aes-128-cbc`, or with a stream cipher such as `chacha20`.
#[pyfunction]
#[pyo3(signature = (name, key, iv = None, *, decrypt = false, padding = None, stealing = None, increment = None,
    tweak = None, rounds = None))]
#[allow(clippy::too_many_arguments)] // keyword arguments
pub(crate) fn cipher(
    name: &str,
    key: Input<'_>,
    iv: Option<Input<'_>>,
    decrypt: bool,
    padding: Option<&str>,
    stealing: Option<&str>,
    increment: Option<Bound<'_, PyAny>>,
    tweak: Option<Input<'_>>,
    rounds: Option<u32>,
) -> PyResult<Cipher> {
    let (key, iv) = (key.bytes(), or_empty(&iv));
    if let Ok(mut algorithm) = stream::lookup(checked_name(name)?) {
        if padding.is_some() || stealing.is_some() || increment.is_some() || tweak.is_some() {
            let message = "a stream cipher takes no padding, stealing, increment or tweak";
            return Err(PyTypeError::new_err(message));
        }
        if let Some(rounds) = rounds {
            algorithm = algorithm.with_rounds(rounds).map_err(raised)?;
        }
        let state = State::Stream(algorithm.begin(key, iv).map_err(raised)?);
        let name = algorithm.info().name.to_owned();
        return Ok(Cipher { state: Mutex::new(state), name, thrown: Thrown::default() });
    }
    if rounds.is_some() {
        return Err(PyTypeError::new_err("only stream ciphers take a number of rounds"));
    }
    let mut algorithm = mode::cipher(name).map_err(raised)?;
    if let Some(ending) = ending(padding, stealing)? {
        algorithm = algorithm.with_ending(ending).map_err(raised)?;
    }
    let mut function = None;
    if let Some(increment) = increment {
        if increment.is_callable() {
            function = Some(increment.unbind());
        } else {
            let increment: PyBackedStr = increment.extract()?;
            let all = Increment::ALL.map(|increment| (increment.name(), increment));
            algorithm = algorithm.with_increment(word("increment", &increment, all)?).map_err(raised)?;
        }
    }
    if let Some(tweak) = &tweak {
        algorithm = algorithm.with_tweak(tweak.bytes()).map_err(raised)?;
    }
    let direction = if decrypt { Direction::Decrypt } else { Direction::Encrypt };
    let thrown = Thrown::default();
    let begun = match function {
        Some(function) => algorithm.begin_with_function(key, iv, counting(function, thrown.clone())),
        None => algorithm.begin(key, iv, direction),
    };
    let state = State::Mode(Box::new(begun.map_err(raised)?));
    Ok(Cipher { state: Mutex::new(state), name: algorithm.name(), thrown })
}

/// Returns a function that replaces a counter by the bytes that a Python callable returns for it. If the callable raises an
/// exception, the counter does not change, and everything that is encrypted from then on must be discarded.
fn counting(function: Py<PyAny>, thrown: Thrown) -> impl FnMut(&mut [u8]) + Send + Sync + 'static {
    move |counter| {
        let mut thrown = thrown.lock().unwrap_or_else(PoisonError::into_inner);
        if thrown.is_some() {
            return;
        }
        *thrown = Python::attach(|py| {
            let next = function.call1(py, (PyBytes::new(py, counter),))?;
            let next: Input<'_> = next.extract(py)?;
            if next.bytes().len() != counter.len() {
                let message =
                    format!("the next counter has {} bytes, but {}", next.bytes().len(), counter.len());
                return Err(PyValueError::new_err(message + " are needed"));
            }
            counter.copy_from_slice(next.bytes());
            Ok(())
        })
        .err();
    }
}

/// Returns the names of all modes of block ciphers, and of all stream ciphers.
#[pyfunction]
pub(crate) fn ciphers() -> Vec<String> {
    use bramah::registry::{Kind, of};
    of(Kind::Mode).chain(of(Kind::Stream)).map(|algorithm| algorithm.name()).collect()
}

impl Cipher {
    /// Locks the state. The pieces of a message must be processed in order, so a call raises an exception instead of waiting for
    /// another thread.
    fn lock(&self) -> PyResult<MutexGuard<'_, State>> {
        match self.state.try_lock() {
            Ok(guard) => Ok(guard),
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => Err(busy("cipher")),
        }
    }

    /// Raises the exception that a function for incrementing the counter has raised. The message cannot be continued after it.
    fn counted(&self, state: &mut State) -> PyResult<()> {
        match self.thrown.lock().unwrap_or_else(PoisonError::into_inner).take() {
            Some(error) => {
                *state = State::Ended;
                Err(error)
            }
            None => Ok(()),
        }
    }
}

#[pymethods]
impl Cipher {
    /// Encrypts or decrypts more of the message, and returns the part of the output that is complete. If a signal handler raises
    /// an exception during a long call, the message cannot be continued.
    #[pyo3(signature = (data, /))]
    fn update<'py>(&self, py: Python<'py>, data: Input<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let data = data.bytes();
        let mut state = self.lock()?;
        let length = update_len(&state, data.len()).map_err(raised)?;
        let state = &mut *state;
        PyBytes::new_with(py, length, |out| {
            let done = released(py, data.len(), || write(state, data, out));
            // the output so far is lost, so the message cannot be continued
            interrupt::taken().inspect_err(|_| *state = State::Ended)?;
            self.counted(state)?;
            done.map_err(raised)
        })
    }

    /// Encrypts or decrypts more of the message into a writable buffer, and returns the number of bytes written. Input and output
    /// must begin at the same address or not overlap. In modes that buffer incomplete blocks they must not overlap.
    #[pyo3(signature = (data, buf, /))]
    fn update_into(&self, data: Input<'_>, mut buf: Output<'_>) -> PyResult<usize> {
        let data = data.bytes();
        let mut state = self.lock()?;
        let length = buf.len();
        let needed = update_len(&state, data.len()).map_err(raised)?;
        if length < needed {
            return Err(short(length, needed));
        }
        match &mut *state {
            State::Mode(crypter) if !crypter.is_stream() => {
                buf.with_separate(data, |out| crypter.update(data, out))?.map_err(raised)?;
            }
            State::Mode(crypter) => buf.with_text(data, |text, _| crypter.apply(text))?.map_err(raised)?,
            State::Stream(stream) => buf.with_text(data, |text, _| stream.apply(text))?.map_err(raised)?,
            State::Ended => {}
        }
        if let Err(error) = self.counted(&mut state) {
            buf.with_separate(&[], |out| out[..needed].fill(0))?;
            return Err(error);
        }
        Ok(needed)
    }

    /// Ends the message, and returns the rest of the output.
    fn finish<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let mut state = self.lock()?;
        let mut rest = Vec::new();
        match &mut *state {
            State::Mode(crypter) => crypter.finalize_vec(&mut rest).map_err(raised)?,
            State::Stream(_) => {}
            State::Ended => return Err(raised(Error::Ended)),
        }
        *state = State::Ended;
        Ok(PyBytes::new(py, &rest))
    }

    /// Moves to a byte of the message, where 0 is the first byte. Only for ciphers and modes with a counter.
    #[pyo3(signature = (position, /))]
    fn seek(&self, position: u128) -> PyResult<()> {
        match &mut *self.lock()? {
            State::Mode(crypter) => crypter.seek(position).map_err(raised),
            State::Stream(stream) => stream.seek(position).map_err(raised),
            State::Ended => Err(raised(Error::Ended)),
        }
    }

    /// The name of the cipher.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err("cannot pickle 'bramah.Cipher' object: it has a key"))
    }
}

/// Returns the number of bytes of output that are complete after `bytes` more bytes of the message.
fn update_len(state: &State, bytes: usize) -> Result<usize, Error> {
    match state {
        State::Mode(crypter) => Ok(crypter.update_len(bytes)),
        State::Stream(_) => Ok(bytes),
        State::Ended => Err(Error::Ended),
    }
}

/// The number of bytes between two checks for signals. It is small because a slow cipher in a build without optimisation takes
/// long for a megabyte.
const PIECE: usize = 1 << 16;

/// Writes the output for more of the message, and checks for signals between pieces. `out` must have exactly the length of the
/// output. After a signal the output is incomplete.
fn write(state: &mut State, data: &[u8], mut out: &mut [u8]) -> Result<(), Error> {
    let long = data.len() > PIECE;
    for piece in data.chunks(PIECE) {
        if long && interrupted() {
            break;
        }
        let (now, rest) = std::mem::take(&mut out).split_at_mut(update_len(state, piece.len())?);
        match state {
            State::Mode(crypter) => _ = crypter.update(piece, now)?,
            State::Stream(stream) => stream.apply(bramah::InOut::new(piece, now)?)?,
            State::Ended => return Err(Error::Ended),
        }
        out = rest;
    }
    Ok(())
}
