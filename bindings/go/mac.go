package bramah

// #include "library.h"
// #cgo noescape bramah_mac_update
// #cgo nocallback bramah_mac_update
// #cgo noescape bramah_mac_finish
// #cgo nocallback bramah_mac_finish
import "C"

import (
	"hash"
	"runtime"
)

// A MAC is a message authentication code under a key, and a message in progress. It is a [hash.Hash] whose digest is the
// tag.
type MAC struct {
	mac         *C.bramah_mac
	size, block int
}

var (
	_ hash.Hash   = (*MAC)(nil)
	_ hash.Cloner = (*MAC)(nil)
)

// NewMAC begins a message under a key, with a MAC by name, such as hmac-sha256, cmac-aes-128, kmac128 or poly1305;
// nonce is nil for MACs without one.
func NewMAC(name string, key, nonce []byte) (*MAC, error) {
	var made *C.bramah_mac
	keyBytes, keyLength := bytesOf(key)
	nonceBytes, nonceLength := bytesOf(nonce)
	err := withName(name, func(name *C.char) C.bramah_status {
		return C.bramah_mac_new(&made, name, keyBytes, keyLength, nonceBytes, nonceLength, nil)
	})
	if err != nil {
		return nil, err
	}
	info, err := infoOf(KindMAC, name)
	if err != nil {
		return nil, err
	}
	return ownMAC(made, int(info.block)), nil
}

func ownMAC(made *C.bramah_mac, block int) *MAC {
	m := &MAC{made, int(C.bramah_mac_length(made)), max(block, 1)}
	runtime.AddCleanup(m, func(made *C.bramah_mac) { C.bramah_mac_free(&made) }, made)
	return m
}

// Write appends to the message. It never returns an error.
func (m *MAC) Write(data []byte) (int, error) {
	bytes, length := bytesOf(data)
	must(C.bramah_mac_update(m.mac, bytes, length))
	runtime.KeepAlive(m)
	return len(data), nil
}

// Sum appends the tag of the message so far to a slice, and returns it.
func (m *MAC) Sum(in []byte) []byte {
	out := append(in, make([]byte, m.size)...)
	bytes, length := bytesOf(out[len(in):])
	var copied *C.bramah_mac
	must(C.bramah_mac_clone(&copied, m.mac))
	runtime.KeepAlive(m)
	status := C.bramah_mac_finish(copied, bytes, length)
	C.bramah_mac_free(&copied)
	must(status)
	return out
}

// Verify compares a tag with that of the message so far, in constant time, and returns [ErrUnauthentic] if it is wrong.
func (m *MAC) Verify(tag []byte) error {
	var copied *C.bramah_mac
	must(C.bramah_mac_clone(&copied, m.mac))
	runtime.KeepAlive(m)
	defer C.bramah_mac_free(&copied)
	bytes, length := bytesOf(tag)
	return explained(func() C.bramah_status { return C.bramah_mac_verify(copied, bytes, length, 0) })
}

// Reset discards the message, and begins an empty one. Two different messages under one nonce, or under one key of
// Poly1305, allow forgeries.
func (m *MAC) Reset() {
	must(C.bramah_mac_reset(m.mac))
	runtime.KeepAlive(m)
}

// Size returns the length of a tag in bytes.
func (m *MAC) Size() int { return m.size }

// BlockSize returns the length of a block in bytes, or 1 if the MAC has no blocks.
func (m *MAC) BlockSize() int { return m.block }

// Clone returns a copy with the same key and message in progress.
func (m *MAC) Clone() (hash.Cloner, error) {
	var made *C.bramah_mac
	err := explained(func() C.bramah_status { return C.bramah_mac_clone(&made, m.mac) })
	runtime.KeepAlive(m)
	if err != nil {
		return nil, err
	}
	return ownMAC(made, m.block), nil
}
