// Package blake2 has the interface of the Go bindings of blake2b-opt under the name of their package, so that programs
// that were written for them only change the import path. It is [bramah/blake2b], whose documentation describes the
// keyed functions.
package blake2

import (
	"hash"

	"bramah/blake2b"
)

// NewBlake2B begins a message.
func NewBlake2B() hash.Hash { return blake2b.NewBlake2B() }

// NewBlake2BKeyed begins a message under a key, in blake2b-opt's own keyed form. It panics if the key has more than 32
// bytes.
func NewBlake2BKeyed(key []byte) hash.Hash { return blake2b.NewBlake2BKeyed(key) }

// Hash returns the digest of a message.
func Hash(message []byte) []byte { return blake2b.Hash(message) }

// HashKeyed returns the digest of a message under a key, in blake2b-opt's own keyed form. It panics if the key has more
// than 32 bytes.
func HashKeyed(key, message []byte) []byte { return blake2b.HashKeyed(key, message) }
