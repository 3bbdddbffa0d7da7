package blake2b_test

import (
	"bytes"
	"encoding/hex"
	"os"
	"strings"
	"testing"

	"bramah"
	"bramah/blake2b"
)

// TestKeyed compares keyed hashes with values that blake2b-opt computed.
func TestKeyed(t *testing.T) {
	file, err := os.ReadFile("../../vectors.txt")
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for line := range strings.Lines(string(file)) {
		if !strings.HasPrefix(line, "mac name=blake2b-opt-keyed ") {
			continue
		}
		fields := map[string][]byte{}
		for _, field := range strings.Fields(line)[2:] {
			name, value, _ := strings.Cut(field, "=")
			fields[name], _ = hex.DecodeString(value)
		}
		if len(fields["key"]) > 32 {
			continue
		}
		count++
		if got := blake2b.HashKeyed(fields["key"], fields["message"]); !bytes.Equal(got, fields["tag"]) {
			t.Errorf("%s: %x", line, got)
		}
		h := blake2b.NewBlake2BKeyed(fields["key"])
		h.Write([]byte("lost"))
		h.Reset()
		h.Write(fields["message"])
		if !bytes.Equal(h.Sum(nil), fields["tag"]) || !bytes.Equal(h.Sum(nil), fields["tag"]) {
			t.Errorf("%s: in pieces", line)
		}
	}
	if count == 0 {
		t.Error("no vectors")
	}
	defer func() {
		if recover() == nil {
			t.Error("a key of 33 bytes was taken")
		}
	}()
	blake2b.NewBlake2BKeyed(make([]byte, 33))
}

func TestPlain(t *testing.T) {
	h := blake2b.NewBlake2B()
	if h.Size() != blake2b.Size || h.BlockSize() != blake2b.BlockSize {
		t.Error(h.Size(), h.BlockSize())
	}
	h.Write([]byte("abc"))
	want := bramah.MustHash("blake2b-512").Digest([]byte("abc"))
	if !bytes.Equal(h.Sum(nil), want) || !bytes.Equal(blake2b.Hash([]byte("abc")), want) {
		t.Error("another digest")
	}
	if hex.EncodeToString(blake2b.Hash(nil))[:8] != "786a02f7" {
		t.Error("empty input")
	}
}
