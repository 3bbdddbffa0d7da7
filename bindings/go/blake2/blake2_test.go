package blake2_test

import (
	"bytes"
	"testing"

	"bramah/blake2"
	"bramah/blake2b"
)

func TestTheSameAsBlake2b(t *testing.T) {
	key, message := []byte("a key"), []byte("a message")
	h, keyed := blake2.NewBlake2B(), blake2.NewBlake2BKeyed(key)
	h.Write(message)
	keyed.Write(message)
	plain := blake2b.Hash(message)
	if !bytes.Equal(h.Sum(nil), plain) || !bytes.Equal(blake2.Hash(message), plain) {
		t.Error("another digest")
	}
	tag := blake2b.HashKeyed(key, message)
	if !bytes.Equal(keyed.Sum(nil), tag) || !bytes.Equal(blake2.HashKeyed(key, message), tag) || bytes.Equal(tag, plain) {
		t.Error("another digest under a key")
	}
}
