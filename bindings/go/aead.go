package bramah

// #include "library.h"
// #cgo noescape bramah_aead_seal
// #cgo nocallback bramah_aead_seal
// #cgo noescape bramah_aead_open
// #cgo nocallback bramah_aead_open
import "C"

import (
	"crypto/cipher"
	"runtime"
	"slices"
)

// An AEAD is authenticated encryption with its key: a [cipher.AEAD]. Goroutines may use one at the same time.
type AEAD struct {
	aead       *C.bramah_aead
	nonce, tag int
	info       C.bramah_info
	// The AEAD that frees the key, if this one shares its key.
	owner *AEAD
}

var _ cipher.AEAD = (*AEAD)(nil)

// usualNonce is the length in bytes of the nonces of schemes that take several lengths.
const usualNonce = 12

// NewAEAD returns authenticated encryption by name, such as aes-256-gcm, xchacha20-poly1305 or serpent-256-eax. If the
// scheme takes nonces of several lengths, the nonce has 12 bytes or, if that is not one of the lengths, the longest
// one; see [AEAD.WithNonceSize]. It returns an error for an unknown name or a key of a wrong length.
func NewAEAD(name string, key []byte) (*AEAD, error) { return NewAEADWith(name, key, nil) }

// NewAEADWith returns authenticated encryption as [NewAEAD] does, with options: tag_len, tweak and backend.
func NewAEADWith(name string, key []byte, options Options) (*AEAD, error) {
	var made *C.bramah_aead
	bytes, length := bytesOf(key)
	err := options.with(func(options *C.bramah_options) error {
		return withName(name, func(name *C.char) C.bramah_status {
			return C.bramah_aead_new(&made, name, bytes, length, options)
		})
	})
	if err != nil {
		return nil, err
	}
	a := &AEAD{aead: made, tag: int(C.bramah_aead_tag(made))}
	runtime.AddCleanup(a, func(made *C.bramah_aead) { C.bramah_aead_free(&made) }, made)
	if a.info, err = infoOf(KindAEAD, name); err != nil {
		return nil, err
	}
	a.nonce = int(a.info.nonce.max)
	if a.takes(usualNonce) {
		a.nonce = usualNonce
	}
	return a, nil
}

// takes returns whether the scheme takes nonces of a length.
func (a *AEAD) takes(size int) bool {
	nonce, n := a.info.nonce, C.size_t(size)
	return size >= 0 && n >= nonce.min && n <= nonce.max && (n == nonce.max || nonce.step <= 1 || (n-nonce.min)%nonce.step == 0)
}

// WithNonceSize returns the same scheme and key with nonces of another length in bytes.
func (a *AEAD) WithNonceSize(size int) (*AEAD, error) {
	if !a.takes(size) {
		return nil, &Error{"the scheme does not take nonces of this length", ErrLength}
	}
	return &AEAD{a.aead, size, a.tag, a.info, a}, nil
}

// NonceSize returns the length of a nonce in bytes.
func (a *AEAD) NonceSize() int { return a.nonce }

// Overhead returns the length of a tag in bytes.
func (a *AEAD) Overhead() int { return a.tag }

// extended returns a slice with n more bytes, and the part with those bytes.
func extended(in []byte, n int) (whole, more []byte) {
	whole = slices.Grow(in, n)[:len(in)+n]
	return whole, whole[len(in):]
}

// Seal encrypts and authenticates a message, authenticates additionalData, and appends the ciphertext and its tag to
// dst. A nonce must not be used twice under one key. Seal panics if the nonce has a wrong length.
func (a *AEAD) Seal(dst, nonce, plaintext, additionalData []byte) []byte {
	if len(nonce) != a.nonce {
		panic("bramah: incorrect nonce length given to AEAD")
	}
	whole, out := extended(dst, len(plaintext)+a.tag)
	checkOverlap(out, plaintext)
	if anyOverlap(out, additionalData) {
		panic("bramah: invalid buffer overlap of output and additional data")
	}
	nonceBytes, nonceLength := bytesOf(nonce)
	header, headerLength := bytesOf(additionalData)
	from, length := bytesOf(plaintext)
	to, _ := bytesOf(out[:len(plaintext)])
	tag, tagLength := bytesOf(out[len(plaintext):])
	must(C.bramah_aead_seal(a.aead, nonceBytes, nonceLength, header, headerLength, from, length, to, length, tag, tagLength))
	runtime.KeepAlive(a)
	return whole
}

// Open decrypts a ciphertext with its tag after it, and appends the plaintext to dst. It returns [ErrUnauthentic] if
// the message is not authentic, and panics if the nonce has a wrong length.
func (a *AEAD) Open(dst, nonce, ciphertext, additionalData []byte) ([]byte, error) {
	if len(nonce) != a.nonce {
		panic("bramah: incorrect nonce length given to AEAD")
	}
	if len(ciphertext) < a.tag {
		return nil, ErrUnauthentic
	}
	text := ciphertext[:len(ciphertext)-a.tag]
	whole, out := extended(dst, len(text))
	checkOverlap(out, ciphertext)
	if anyOverlap(out, additionalData) {
		panic("bramah: invalid buffer overlap of output and additional data")
	}
	nonceBytes, nonceLength := bytesOf(nonce)
	header, headerLength := bytesOf(additionalData)
	from, length := bytesOf(text)
	to, _ := bytesOf(out)
	tag, tagLength := bytesOf(ciphertext[len(text):])
	status := C.bramah_aead_open(a.aead, nonceBytes, nonceLength, header, headerLength, from, length, to, length, tag, tagLength)
	runtime.KeepAlive(a)
	if status == C.BRAMAH_UNAUTHENTIC {
		return nil, ErrUnauthentic
	}
	must(status)
	return whole, nil
}
