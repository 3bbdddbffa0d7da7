// Package bramah provides hash functions, ciphers, authenticated encryption, MACs and key derivation by name, with the
// interfaces of Go's standard library: [hash.Hash], [hash.XOF], [cipher.Block], [cipher.Stream] and [cipher.AEAD].
//
// It calls Bramah's C library through cgo. By default it links the static library that `make go` builds; with the build
// tag bramah_dynamic it links the shared library that pkg-config finds.
//
// A call to C takes about 40 ns, so a single digest of a short message is no faster than Go's own. The package is for
// many messages at once ([SumBatch]), long messages, and algorithms that Go lacks.
//
// A nil slice means the same as an empty one. No Go memory is used after a call has returned. Keys are erased when the
// garbage collector frees their object.
package bramah

// #include "library.h"
// #include <stdlib.h>
import "C"

import (
	"errors"
	"fmt"
	"runtime"
	"unsafe"
)

// Errors to compare with [errors.Is]. An operation that an algorithm does not support is [errors.ErrUnsupported]. All
// other errors can only be distinguished by their text.
var (
	// ErrUnknownName means that no algorithm has this name.
	ErrUnknownName = errors.New("bramah: unknown name")
	// ErrUnauthentic means that a message, a tag or a file is not authentic.
	ErrUnauthentic = errors.New("bramah: message authentication failed")
	// ErrWrongPassword means that the password is wrong for the string or the file.
	ErrWrongPassword = errors.New("bramah: wrong password")
	// ErrLength means that a key, nonce, tag or output has a wrong length.
	ErrLength = errors.New("bramah: wrong length")
	// ErrNoFile means that the input is not an age file.
	ErrNoFile = errors.New("bramah: not an age file")
	// ErrNoMatch means that none of the identities opens the file.
	ErrNoMatch = errors.New("bramah: none of the identities can decrypt the file")
	// ErrExists means that the output exists already.
	ErrExists = errors.New("bramah: the output already exists")
)

// An Error is the reason why a call failed.
type Error struct {
	text string
	kind error
}

// Error returns a text with the reason and the expected value.
func (e *Error) Error() string { return "bramah: " + e.text }

// Unwrap returns the error for [errors.Is], or nil.
func (e *Error) Unwrap() error { return e.kind }

func kindOf(status C.bramah_status) error {
	switch status {
	case C.BRAMAH_UNKNOWN_NAME:
		return ErrUnknownName
	case C.BRAMAH_UNAUTHENTIC:
		return ErrUnauthentic
	case C.BRAMAH_WRONG_PASSWORD:
		return ErrWrongPassword
	case C.BRAMAH_LENGTH:
		return ErrLength
	case C.BRAMAH_NO_FILE:
		return ErrNoFile
	case C.BRAMAH_NO_MATCH:
		return ErrNoMatch
	case C.BRAMAH_EXISTS:
		return ErrExists
	case C.BRAMAH_UNSUPPORTED:
		return errors.ErrUnsupported
	}
	return nil
}

// explained calls a function of C, and returns the full text if it fails. The text is stored for each thread, so the
// goroutine is locked to its thread until the text is read.
func explained(call func() C.bramah_status) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	status := call()
	if status == C.BRAMAH_OK {
		return nil
	}
	return &Error{C.GoString(C.bramah_last_error()), kindOf(status)}
}

// must panics if a call has failed. It is for calls that only fail if the caller made a mistake.
func must(status C.bramah_status) {
	if status != C.BRAMAH_OK {
		panic("bramah: " + C.GoString(C.bramah_status_text(status)))
	}
}

// bytesOf returns the address of the first byte, and the length.
func bytesOf(b []byte) (*C.uint8_t, C.size_t) {
	return (*C.uint8_t)(unsafe.SliceData(b)), C.size_t(len(b))
}

// withName calls a function with a name as a C string.
func withName(name string, call func(name *C.char) C.bramah_status) error {
	for i := range len(name) {
		if name[i] == 0 {
			return &Error{fmt.Sprintf("NUL byte in the name %q", name), ErrUnknownName}
		}
	}
	text := C.CString(name)
	defer C.free(unsafe.Pointer(text))
	return explained(func() C.bramah_status { return call(text) })
}

// Options are the parameters that only some algorithms of a kind take, by name. A value is a number (int or uint64),
// bytes ([]byte) or text (string). The C header lists them for each constructor. An option that the algorithm does not
// take is an error.
type Options map[string]any

// with calls a function with the options as a C object.
func (options Options) with(call func(*C.bramah_options) error) error {
	if len(options) == 0 {
		return call(nil)
	}
	var made *C.bramah_options
	if err := explained(func() C.bramah_status { return C.bramah_options_new(&made) }); err != nil {
		return err
	}
	defer C.bramah_options_free(&made)
	for name, value := range options {
		err := withName(name, func(name *C.char) C.bramah_status {
			switch value := value.(type) {
			case int:
				if value < 0 {
					return C.BRAMAH_PARAMETER
				}
				return C.bramah_options_set_number(made, name, C.uint64_t(value))
			case uint64:
				return C.bramah_options_set_number(made, name, C.uint64_t(value))
			case []byte:
				bytes, length := bytesOf(value)
				return C.bramah_options_set_bytes(made, name, bytes, length)
			case string:
				text := C.CString(value)
				defer C.free(unsafe.Pointer(text))
				return C.bramah_options_set_text(made, name, text)
			}
			return C.BRAMAH_BAD_ARGUMENT
		})
		if err != nil {
			return fmt.Errorf("the option %q: %w", name, err)
		}
	}
	return call(made)
}

// Names returns the names of all algorithms of a kind.
func Names(kind Kind) []string {
	var names []string
	for i := C.size_t(0); ; i++ {
		name := C.bramah_algorithm_name(C.bramah_kind(kind), i)
		if name == nil {
			return names
		}
		names = append(names, C.GoString(name))
	}
}

// A Kind is the kind of an algorithm: its purpose.
type Kind int

// The kinds of algorithms.
const (
	KindHash     Kind = C.BRAMAH_KIND_HASH
	KindBlock    Kind = C.BRAMAH_KIND_BLOCK
	KindCipher   Kind = C.BRAMAH_KIND_CIPHER
	KindStream   Kind = C.BRAMAH_KIND_STREAM
	KindAEAD     Kind = C.BRAMAH_KIND_AEAD
	KindMAC      Kind = C.BRAMAH_KIND_MAC
	KindKDF      Kind = C.BRAMAH_KIND_KDF
	KindPassword Kind = C.BRAMAH_KIND_PASSWORD
	// KindEncryptThenMAC lists the names for [EncryptThenMAC].
	KindEncryptThenMAC Kind = C.BRAMAH_KIND_ENCRYPT_THEN_MAC
	// KindKeyWrap lists the names for [WrapKey].
	KindKeyWrap Kind = C.BRAMAH_KIND_KEY_WRAP
	// KindFPE lists the names for [NewFPE].
	KindFPE Kind = C.BRAMAH_KIND_FPE
)

// Random fills a slice with random bytes for keys, nonces and other secrets.
func Random(out []byte) error {
	bytes, length := bytesOf(out)
	return explained(func() C.bramah_status { return C.bramah_random(bytes, length) })
}
