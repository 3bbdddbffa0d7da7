package fastpbkdf2_test

import (
	"bytes"
	"crypto/pbkdf2"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
	"hash"
	"hash/fnv"
	"testing"

	"bramah"
	"bramah/fastpbkdf2"
)

func check[H hash.Hash](t *testing.T, h func() H) {
	t.Helper()
	for _, length := range []int{1, 20, 64, 100} {
		want, err := pbkdf2.Key(h, "password", []byte("salt"), 1000, length)
		if err != nil {
			t.Fatal(err)
		}
		got := fastpbkdf2.Key([]byte("password"), []byte("salt"), 1000, length, func() hash.Hash { return h() })
		if !bytes.Equal(got, want) {
			t.Errorf("%x, not %x", got, want)
		}
	}
}

func TestKey(t *testing.T) {
	check(t, sha1.New)
	check(t, sha256.New)
	check(t, sha256.New224)
	check(t, sha512.New)
	check(t, sha3.New256)
	check(t, func() hash.Hash { return bramah.MustHash("sm3") })
	for _, call := range []func(){
		func() { fastpbkdf2.Key(nil, nil, 1, 1, func() hash.Hash { return fnv.New128() }) },
		func() { fastpbkdf2.Key(nil, nil, 0, 1, sha256.New) },
		func() { fastpbkdf2.Key(nil, nil, 1, 0, sha256.New) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			call()
		}()
	}
}
