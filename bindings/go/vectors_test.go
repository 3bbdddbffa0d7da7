package bramah_test

import (
	"bufio"
	"bytes"
	"crypto/cipher"
	"encoding/hex"
	"os"
	"strconv"
	"strings"
	"testing"

	"bramah"
)

// vectors calls a function with each vector of a kind in the file that the tests of every language read.
func vectors(t *testing.T, kind string, check func(t *testing.T, name string, text map[string]string, field func(string) []byte)) {
	file, err := os.Open("../vectors.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines, count := bufio.NewScanner(file), 0
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		fields := strings.Split(lines.Text(), " ")
		if fields[0] != kind {
			continue
		}
		count++
		text := map[string]string{}
		for _, field := range fields[1:] {
			name, value, _ := strings.Cut(field, "=")
			text[name] = value
		}
		check(t, text["name"], text, func(name string) []byte {
			value, err := hex.DecodeString(text[name])
			if err != nil {
				t.Fatal(err)
			}
			return value
		})
	}
	if err := lines.Err(); err != nil || count == 0 {
		t.Fatalf("%d vectors of the kind %s: %v", count, kind, err)
	}
}

func same(t *testing.T, name string, got, want []byte) {
	t.Helper()
	if !bytes.Equal(got, want) {
		t.Errorf("%s: %x, not %x", name, got, want)
	}
}

func TestVectorsOfHashes(t *testing.T) {
	vectors(t, "hash", func(t *testing.T, name string, _ map[string]string, field func(string) []byte) {
		h, err := bramah.NewHash(name, nil)
		if err != nil {
			t.Fatal(name, err)
		}
		message := field("message")
		for piece := range chunks(message, 7) {
			h.Write(piece)
		}
		same(t, name, h.Sum(nil), field("digest"))
		same(t, name, h.Digest(message), field("digest"))
		same(t, name, h.SumBatch(nil, [][]byte{message, nil, message})[2*h.Size():], field("digest"))
	})
}

// chunks yields the parts of a message.
func chunks(message []byte, n int) func(func([]byte) bool) {
	return func(yield func([]byte) bool) {
		for i := 0; i < len(message); i += n {
			if !yield(message[i:min(i+n, len(message))]) {
				return
			}
		}
	}
}

func TestVectorsOfMACs(t *testing.T) {
	vectors(t, "mac", func(t *testing.T, name string, _ map[string]string, field func(string) []byte) {
		mac, err := bramah.NewMAC(name, field("key"), field("nonce"))
		if err != nil {
			t.Fatal(name, err)
		}
		mac.Write(field("message"))
		tag := field("tag")
		same(t, name, mac.Sum(nil)[:len(tag)], tag)
	})
}

func TestVectorsOfModes(t *testing.T) {
	vectors(t, "cipher", func(t *testing.T, name string, _ map[string]string, field func(string) []byte) {
		text, sealed := field("plaintext"), field("ciphertext")
		for _, decrypt := range []bool{false, true} {
			from, want := text, sealed
			if decrypt {
				from, want = sealed, text
			}
			mode, err := bramah.NewBlockMode(name, field("key"), field("iv"), decrypt)
			if err != nil {
				t.Fatal(name, err)
			}
			out := make([]byte, len(from))
			if strings.HasSuffix(name, "-cbc") || strings.HasSuffix(name, "-ecb") {
				mode.CryptBlocks(out, from)
			} else {
				// the other modes take any length
				mode.(cipher.Stream).XORKeyStream(out, from)
			}
			same(t, name, out, want)
		}
	})
}

func TestVectorsOfStreams(t *testing.T) {
	vectors(t, "stream", func(t *testing.T, name string, text map[string]string, field func(string) []byte) {
		options := bramah.Options{}
		if rounds, err := strconv.Atoi(text["rounds"]); err == nil {
			options["rounds"] = rounds
		}
		stream, err := bramah.NewStreamWith(name, field("key"), field("nonce"), options)
		if err != nil {
			t.Fatal(name, err)
		}
		out := make([]byte, len(field("plaintext")))
		stream.XORKeyStream(out, field("plaintext"))
		same(t, name, out, field("ciphertext"))
	})
}

func TestVectorsOfAEADs(t *testing.T) {
	vectors(t, "aead", func(t *testing.T, name string, _ map[string]string, field func(string) []byte) {
		tag, nonce := field("tag"), field("nonce")
		aead, err := bramah.NewAEADWith(name, field("key"), bramah.Options{"tag_len": len(tag)})
		if err != nil {
			t.Fatal(name, err)
		}
		if aead.NonceSize() != len(nonce) {
			if aead, err = aead.WithNonceSize(len(nonce)); err != nil {
				t.Fatal(name, err)
			}
		}
		sealed := append(field("ciphertext"), tag...)
		same(t, name, aead.Seal(nil, nonce, field("plaintext"), field("ad")), sealed)
		opened, err := aead.Open(nil, nonce, sealed, field("ad"))
		if err != nil {
			t.Fatal(name, err)
		}
		same(t, name, opened, field("plaintext"))
	})
}

func TestVectorsOfKDFs(t *testing.T) {
	vectors(t, "kdf", func(t *testing.T, name string, text map[string]string, field func(string) []byte) {
		options := bramah.Options{}
		for option, value := range text {
			switch option {
			case "name", "password", "output":
			case "hash":
				options[option] = value
			case "salt", "secret", "data":
				options[option] = field(option)
			default:
				number, err := strconv.Atoi(value)
				if err != nil {
					t.Fatal(err)
				}
				options[option] = number
			}
		}
		out, err := bramah.KDF(name, field("password"), len(field("output")), options)
		if err != nil {
			t.Fatal(name, err)
		}
		same(t, name, out, field("output"))
	})
}

func TestVectorsOfPasswords(t *testing.T) {
	vectors(t, "password", func(t *testing.T, _ string, text map[string]string, field func(string) []byte) {
		if err := bramah.VerifyPassword(field("password"), text["string"]); err != nil {
			t.Errorf("%s: %v", text["string"], err)
		}
		if bramah.VerifyPassword(append(field("password"), 'x'), text["string"]) == nil {
			t.Errorf("%s: another password was taken", text["string"])
		}
	})
}
