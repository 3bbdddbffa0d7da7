// Package blake2b has the interface of the Go bindings of blake2b-opt, so that programs that were written for them only
// change the import path.
//
// The keyed functions compute the same results as blake2b-opt, which are not those of the keyed BLAKE2b of RFC 7693 or
// of any other library: the digest of the key, filled up with zeros to 128 bytes, and the message. Use them only for
// data that was made with blake2b-opt, and otherwise bramah.NewMAC("blake2b-512", key, nil).
//
// Unlike in blake2b-opt, Sum does not change the message, and empty input is accepted.
package blake2b

import (
	"hash"

	"bramah"
)

const (
	// Size is the length of a digest in bytes.
	Size = 64
	// BlockSize is the length of a block in bytes.
	BlockSize = 128
	// longestKey is the longest key in bytes that the Go bindings of blake2b-opt took.
	longestKey = 32
)

// keyed is a message that begins with the block of its key; Reset returns to the state after that block.
type keyed struct {
	hash.Hash
	block []byte
}

// Reset discards the message, and begins an empty one under the same key.
func (k *keyed) Reset() {
	k.Hash.Reset()
	k.Hash.Write(k.block)
}

// NewBlake2B begins a message.
func NewBlake2B() hash.Hash { return bramah.MustHash("blake2b-512") }

// NewBlake2BKeyed begins a message under a key, in blake2b-opt's own keyed form. It panics if the key has more than 32
// bytes.
func NewBlake2BKeyed(key []byte) hash.Hash {
	if len(key) > longestKey {
		panic("blake2b: a key of more than 32 bytes")
	}
	k := &keyed{NewBlake2B(), make([]byte, BlockSize)}
	copy(k.block, key)
	k.Reset()
	return k
}

// Hash returns the digest of a message.
func Hash(message []byte) []byte { return digest(NewBlake2B(), message) }

// HashKeyed returns the digest of a message under a key, in blake2b-opt's own keyed form. It panics if the key has more
// than 32 bytes.
func HashKeyed(key, message []byte) []byte { return digest(NewBlake2BKeyed(key), message) }

// digest returns the digest of a message that has begun.
func digest(h hash.Hash, message []byte) []byte {
	h.Write(message)
	return h.Sum(nil)
}
