package bramah

// #include "library.h"
// #cgo noescape bramah_segments_seal
// #cgo nocallback bramah_segments_seal
// #cgo noescape bramah_segments_open
// #cgo nocallback bramah_segments_open
import "C"

import "runtime"

// A Layout is the form of a segment's nonce: a prefix, the number of the segment, and whether it is the last.
type Layout int

// The layouts.
const (
	// LayoutBE32 is the prefix, the number in 4 bytes, big-endian, and a byte that is 1 for the last segment.
	LayoutBE32 Layout = C.BRAMAH_LAYOUT_BE32
	// LayoutLE31 is the prefix and 4 bytes, little-endian: the number in 31 bits, and the highest bit, which is 1 for the
	// last segment.
	LayoutLE31 Layout = C.BRAMAH_LAYOUT_LE31
	// LayoutBE88 is the prefix, the number in 11 bytes, big-endian, and a byte that is 1 for the last segment.
	LayoutBE88 Layout = C.BRAMAH_LAYOUT_BE88
)

// Segments are a long message in segments, each with its own tag (STREAM). Segments that are missing, come in another
// order, or follow the last one are refused. Goroutines must not share one without a lock.
type Segments struct {
	segments *C.bramah_segments
	tag      int
}

// Segments begins a message in segments. The prefix is shorter than a nonce by the bytes of the layout, 5, 4 or 12, and
// must never be used twice under one key.
func (a *AEAD) Segments(layout Layout, prefix []byte) (*Segments, error) {
	var made *C.bramah_segments
	bytes, length := bytesOf(prefix)
	err := explained(func() C.bramah_status {
		return C.bramah_segments_new(&made, a.aead, C.bramah_layout(layout), bytes, length)
	})
	runtime.KeepAlive(a)
	if err != nil {
		return nil, err
	}
	s := &Segments{made, a.tag}
	runtime.AddCleanup(s, func(made *C.bramah_segments) { C.bramah_segments_free(&made) }, made)
	return s, nil
}

func lastOf(last bool) C.int32_t {
	if last {
		return 1
	}
	return 0
}

// Seal encrypts the next segment, and appends the ciphertext and its tag to dst. last is true for the last segment.
func (s *Segments) Seal(dst, plaintext, additionalData []byte, last bool) ([]byte, error) {
	whole, out := extended(dst, len(plaintext)+s.tag)
	checkOverlap(out, plaintext)
	header, headerLength := bytesOf(additionalData)
	from, length := bytesOf(plaintext)
	to, _ := bytesOf(out[:len(plaintext)])
	tag, tagLength := bytesOf(out[len(plaintext):])
	err := explained(func() C.bramah_status {
		return C.bramah_segments_seal(s.segments, lastOf(last), header, headerLength, from, length, to, length, tag, tagLength)
	})
	runtime.KeepAlive(s)
	if err != nil {
		return nil, err
	}
	return whole, nil
}

// Open decrypts the next segment, with its tag after it, and appends the plaintext to dst. It returns [ErrUnauthentic]
// if this is not the next segment, or if last does not match whether it is the last one. The message is complete only
// after its last segment was opened.
func (s *Segments) Open(dst, ciphertext, additionalData []byte, last bool) ([]byte, error) {
	if len(ciphertext) < s.tag {
		return nil, ErrUnauthentic
	}
	text := ciphertext[:len(ciphertext)-s.tag]
	whole, out := extended(dst, len(text))
	checkOverlap(out, ciphertext)
	header, headerLength := bytesOf(additionalData)
	from, length := bytesOf(text)
	to, _ := bytesOf(out)
	tag, tagLength := bytesOf(ciphertext[len(text):])
	err := explained(func() C.bramah_status {
		return C.bramah_segments_open(s.segments, lastOf(last), header, headerLength, from, length, to, length, tag, tagLength)
	})
	runtime.KeepAlive(s)
	if err != nil {
		return nil, err
	}
	return whole, nil
}

// SeekTo sets the number of the next segment, the first being 0, to open it without the segments before it. No two
// segments may be sealed under one number.
func (s *Segments) SeekTo(number uint64) error {
	err := explained(func() C.bramah_status { return C.bramah_segments_seek(s.segments, C.uint64_t(number)) })
	runtime.KeepAlive(s)
	return err
}
