//! Handles: pointers to values of the library. Each handle stores its kind and whether a thread is using it.

use crate::{
    memory::null,
    status::{BUSY, Failure, WRONG_HANDLE},
};
use core::{
    cell::UnsafeCell,
    ops::{Deref, DerefMut},
    sync::atomic::{AtomicU32, Ordering},
};

/// The type of an object to which a handle points, such as a hash in progress.
pub trait Kind: 'static {
    /// A number at the beginning of every handle of this kind, and of no other.
    const TAG: u32;
    /// The name of the kind in words, for error messages.
    const NAME: &'static str;
    /// The part of a handle that never changes, so several threads may use it at once.
    type Fixed: Send + Sync;
    /// The part of a handle that only one thread may use at a time.
    type Moving: Send;
}

/// The tag of a handle that was freed.
const FREED: u32 = 0xdead_0000;

/// A value behind a pointer, in C's layout, so that the tag comes first in handles of all kinds.
#[repr(C)]
pub struct Handle<K: Kind> {
    tag: AtomicU32,
    busy: AtomicU32,
    fixed: K::Fixed,
    moving: UnsafeCell<K::Moving>,
}

/// The moving part of a handle, locked for the duration of a call.
pub(crate) struct Locked<'a, K: Kind> {
    handle: &'a Handle<K>,
}

impl<K: Kind> Locked<'_, K> {
    /// Returns the fixed part of the handle.
    pub(crate) fn fixed(&self) -> &K::Fixed {
        &self.handle.fixed
    }
}

impl<K: Kind> Deref for Locked<'_, K> {
    type Target = K::Moving;
    #[inline]
    fn deref(&self) -> &K::Moving {
        // SAFETY: this thread changed `busy` from 0 to 1, so no other thread can do so until this value is dropped.
        unsafe { &*self.handle.moving.get() }
    }
}

impl<K: Kind> DerefMut for Locked<'_, K> {
    #[inline]
    fn deref_mut(&mut self) -> &mut K::Moving {
        // SAFETY: as in `deref`.
        unsafe { &mut *self.handle.moving.get() }
    }
}

impl<K: Kind> Drop for Locked<'_, K> {
    #[inline]
    fn drop(&mut self) {
        self.handle.busy.store(0, Ordering::Release);
    }
}

impl<K: Kind> Handle<K> {
    /// Returns the handle at a pointer, after checking its kind.
    ///
    /// # Safety
    /// The pointer is null or a handle of this interface, of any kind, that was not freed.
    #[inline]
    unsafe fn of<'a>(pointer: *const Self) -> Result<&'a Self, Failure> {
        if pointer.is_null() {
            return Err(null(K::NAME));
        }
        // SAFETY: handles of all kinds begin with the tag; a pointer to anything else would break the contract.
        let tag = unsafe { &*pointer.cast::<AtomicU32>() }.load(Ordering::Relaxed);
        if !pointer.is_aligned() || tag != K::TAG {
            return Err(wrong(K::NAME, tag));
        }
        // SAFETY: the tag shows that this is a handle of this kind.
        Ok(unsafe { &*pointer })
    }

    /// Returns the immutable part of a handle.
    ///
    /// # Safety
    /// The pointer is null or a handle of this interface that is not freed while `'a` lasts.
    #[inline]
    pub(crate) unsafe fn fixed<'a>(pointer: *const Self) -> Result<&'a K::Fixed, Failure> {
        // SAFETY: the caller upholds the contract of this function.
        Ok(&unsafe { Self::of(pointer) }?.fixed)
    }

    /// Locks the mutable part of a handle, and returns it. Fails if another thread uses it.
    ///
    /// # Safety
    /// As for [`fixed`](Self::fixed).
    #[inline]
    pub(crate) unsafe fn lock<'a>(pointer: *const Self) -> Result<Locked<'a, K>, Failure> {
        // SAFETY: the caller upholds the contract of this function.
        let handle = unsafe { Self::of(pointer) }?;
        match handle.busy.compare_exchange(0, 1, Ordering::Acquire, Ordering::Relaxed) {
            Ok(_) => Ok(Locked { handle }),
            Err(_) => Err(busy(K::NAME)),
        }
    }

    /// Frees a handle and sets the caller's pointer to null. A pointer that is already null is ignored.
    ///
    /// # Safety
    /// The pointer is null or points to null or to a handle of this interface.
    pub(crate) unsafe fn free(place: *mut *mut Self) -> Result<(), Failure> {
        if place.is_null() {
            return Err(null("the pointer to the handle"));
        }
        // SAFETY: the caller upholds the contract of this function.
        let pointer = unsafe { *place };
        if pointer.is_null() {
            return Ok(());
        }
        // SAFETY: the caller upholds the contract of this function.
        let lock = unsafe { Self::lock(pointer) }?;
        lock.handle.tag.store(FREED, Ordering::Relaxed);
        core::mem::forget(lock);
        // SAFETY: `Slot::fill` made the pointer with `Box::into_raw`, it was not freed, and no other thread uses the
        // handle.
        unsafe { drop(Box::from_raw(pointer)) };
        // SAFETY: not null.
        unsafe { *place = core::ptr::null_mut() };
        Ok(())
    }
}

#[cold]
fn wrong(name: &str, tag: u32) -> Failure {
    let text = match tag {
        FREED => format!("{name} was freed"),
        _ => format!("{name}: invalid handle: of another kind, or already freed"),
    };
    Failure::new(WRONG_HANDLE, text)
}

#[cold]
fn busy(name: &str) -> Failure {
    Failure::new(BUSY, format!("the handle {name} is in use by another thread"))
}

/// A caller's pointer that is to be set to a new handle. It is null until then.
pub(crate) struct Slot<K: Kind>(*mut *mut Handle<K>);

impl<K: Kind> Slot<K> {
    /// Sets the caller's pointer to null.
    ///
    /// # Safety
    /// The pointer is null, or a pointer can be written there.
    pub(crate) unsafe fn new(place: *mut *mut Handle<K>) -> Result<Self, Failure> {
        if place.is_null() {
            return Err(null("the pointer to the new handle"));
        }
        // SAFETY: not null, and the caller upholds the rest of the contract.
        unsafe { *place = core::ptr::null_mut() };
        Ok(Self(place))
    }

    /// Creates the handle and sets the caller's pointer to it.
    pub(crate) fn fill(self, fixed: K::Fixed, moving: K::Moving) {
        let (tag, busy) = (AtomicU32::new(K::TAG), AtomicU32::new(0));
        let handle = Box::new(Handle { tag, busy, fixed, moving: UnsafeCell::new(moving) });
        // SAFETY: `new` has written there.
        unsafe { *self.0 = Box::into_raw(handle) };
    }
}

/// A caller's variable that a call is to set. It is 0 until then.
pub(crate) struct Variable<T>(*mut T);

impl<T: Default> Variable<T> {
    /// Sets the variable to 0.
    ///
    /// # Safety
    /// The pointer is null, or a value can be written there.
    pub(crate) unsafe fn new(name: &str, place: *mut T) -> Result<Self, Failure> {
        if place.is_null() {
            return Err(null(name));
        }
        // SAFETY: not null, and the caller upholds the rest of the contract.
        unsafe { *place = T::default() };
        Ok(Self(place))
    }

    /// Sets the variable to a value.
    pub(crate) fn set(&self, value: T) {
        // SAFETY: `new` has written there.
        unsafe { *self.0 = value };
    }
}
