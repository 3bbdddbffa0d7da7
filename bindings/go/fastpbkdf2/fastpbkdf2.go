// Package fastpbkdf2 has the interface of go-fastpbkdf2, the Go bindings of fastpbkdf2, so that programs that were
// written for it only change the import path.
package fastpbkdf2

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
	"hash"

	"bramah"
)

// probe is a message by whose digest a hash function is recognised.
var probe = []byte("bramah/fastpbkdf2: the hash function of this digest")

// known are the functions that Bramah computes in the place of Go's own, by their digests of the probe.
var known = func() map[string]string {
	names := map[string]string{}
	for name, h := range map[string]hash.Hash{
		"md5": md5.New(), "sha1": sha1.New(), "sha224": sha256.New224(), "sha256": sha256.New(), "sha384": sha512.New384(),
		"sha512": sha512.New(), "sha512-224": sha512.New512_224(), "sha512-256": sha512.New512_256(),
		"sha3-224": sha3.New224(), "sha3-256": sha3.New256(), "sha3-384": sha3.New384(), "sha3-512": sha3.New512(),
	} {
		h.Write(probe)
		names[string(h.Sum(nil))] = name
	}
	return names
}()

// Key derives a key from a password with PBKDF2 and HMAC over a hash function. h must be one that is its own function,
// without a key: MD5, SHA-1, SHA-2, SHA-3, or one of [bramah.NewHash]. Key panics if it is another, or if a length is not
// defined, since its signature has no error.
func Key(password, salt []byte, iter, keyLen int, h func() hash.Hash) []byte {
	key, err := bramah.PBKDF2(nameOf(h()), password, salt, iter, keyLen)
	if err != nil {
		panic(err)
	}
	return key
}

// nameOf returns the name of a hash function.
func nameOf(h hash.Hash) string {
	h.Reset()
	h.Write(probe)
	digest := string(h.Sum(nil))
	if name, ok := known[digest]; ok {
		return name
	}
	for _, name := range bramah.Names(bramah.KindHash) {
		if other, err := bramah.NewHash(name, nil); err == nil && string(other.Digest(probe)) == digest {
			return name
		}
	}
	panic("fastpbkdf2: the hash function is not one of Bramah's")
}
