package bramah_test

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/iotest"

	"bramah"
)

// A file of the age test kit (CCTV of C2SP) with the text "age".
const (
	knownIdentity = "AGE-SECRET-KEY-1EGTZVFFV20835NWYV6270LXYVK2VKNX2MMDKWYKLMGR48UAWX40Q2P2LM0"
	knownFile     = `-----BEGIN AGE ENCRYPTED FILE-----
YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSBURWlGMHlwcXIrYnB2Y3FY
TnlDVkpwTDdPdXdQZFZ3UEw3S1FFYkZET0NjCmhqYWJHWHdTTFE5YzNTNkx3Mmkr
UzJUdTJmaXdRSEhzbGJCTjZCNDFGTEUKLS0tIFd5SnA5Ri85Rk9aaDdnSmRoZXEy
V0lKY3dIZ1ljOE5JVmgzZGR3aHJjTmcK7s9ix86RtDMnTmjU8vkTTLdMW/73vqpS
yPC8DpksHoMx+2Y=
-----END AGE ENCRYPTED FILE-----
`
)

func encrypted(t *testing.T, text []byte, options *bramah.FileOptions, recipients ...string) []byte {
	t.Helper()
	var file bytes.Buffer
	w, err := bramah.EncryptWith(&file, options, recipients...)
	if err != nil {
		t.Fatal(err)
	}
	for rest := text; len(rest) > 0; {
		n, err := w.Write(rest[:min(len(rest), 9999)])
		if err != nil {
			t.Fatal(err)
		}
		rest = rest[n:]
	}
	if err := errors.Join(w.Close(), w.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(nil); err == nil {
		t.Fatal("a write to a closed file")
	}
	return file.Bytes()
}

func decrypted(file []byte, options *bramah.FileOptions, identities ...string) ([]byte, error) {
	r, err := bramah.DecryptWith(bytes.NewReader(file), options, identities...)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

func TestFiles(t *testing.T) {
	for _, generate := range []func() (string, string, error){bramah.GenerateIdentity, bramah.GenerateHybridIdentity} {
		identity, recipient, err := generate()
		if err != nil {
			t.Fatal(err)
		}
		other, _, err := generate()
		if err != nil {
			t.Fatal(err)
		}
		for _, armor := range []bool{false, true} {
			var file []byte
			for _, size := range []int{0, 1, 65536, 65537, 200000, 1 << 20} {
				text := random(1, size)
				file = encrypted(t, text, &bramah.FileOptions{Armor: armor, Threads: 2}, recipient)
				if bytes.HasPrefix(file, []byte("-----BEGIN AGE")) != armor {
					t.Errorf("armor %v of %d bytes", armor, size)
				}
				got, err := decrypted(file, nil, other, identity)
				if err != nil || !bytes.Equal(got, text) {
					t.Errorf("%d bytes, armor %v: %v", size, armor, err)
				}
			}
			r, err := bramah.Decrypt(iotest.HalfReader(bytes.NewReader(file)), identity)
			if err != nil {
				t.Fatal(err)
			}
			if err := iotest.TestReader(r, random(1, 1<<20)); err != nil {
				t.Error(err)
			}
			if _, err := decrypted(file, nil, other); !errors.Is(err, bramah.ErrNoMatch) {
				t.Error(err)
			}
			for _, cut := range []int{1, 60, 32 + 16*65552} {
				cut = min(cut, len(file)/2)
				if armor {
					cut++
				}
				if _, err := decrypted(file[:len(file)-cut], nil, identity); !errors.Is(err, bramah.ErrUnauthentic) {
					t.Errorf("cut by %d, armor %v: %v", cut, armor, err)
				}
			}
			file[len(file)-1000] ^= 1
			if _, err := decrypted(file, nil, identity); !errors.Is(err, bramah.ErrUnauthentic) {
				t.Error(err)
			}
		}
	}
}

func TestKnownFile(t *testing.T) {
	text, err := decrypted([]byte(knownFile), nil, knownIdentity)
	if err != nil || string(text) != "age" {
		t.Fatalf("%q, %v", text, err)
	}
	for _, other := range []string{"", "age", knownFile[50:]} {
		if _, err := decrypted([]byte(other), nil, knownIdentity); !errors.Is(err, bramah.ErrNoFile) {
			t.Errorf("%q: %v", other, err)
		}
	}
}

func TestFilePassphrases(t *testing.T) {
	options := &bramah.FileOptions{Passphrase: []byte("correct horse"), WorkFactor: 4}
	file := encrypted(t, []byte("text"), options)
	r, err := bramah.DecryptWithPassphrase(bytes.NewReader(file), []byte("correct horse"))
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(r); err != nil || string(text) != "text" {
		t.Fatalf("%q, %v", text, err)
	}
	_, err = bramah.DecryptWithPassphrase(bytes.NewReader(file), []byte("wrong horse"))
	if !errors.Is(err, bramah.ErrWrongPassword) {
		t.Error(err)
	}
	if _, err := bramah.Decrypt(bytes.NewReader(file), knownIdentity); !errors.Is(err, bramah.ErrNoMatch) {
		t.Error(err)
	}
	options.MaxWorkFactor = 3
	if _, err := decrypted(file, options); err == nil {
		t.Error("a work factor over the limit")
	}
	if _, err := bramah.Encrypt(io.Discard); err == nil {
		t.Error("no recipients")
	}
	if _, err := bramah.Encrypt(io.Discard, "age1nonsense"); err == nil {
		t.Error("a recipient that is none")
	}
	if _, err := bramah.Decrypt(bytes.NewReader(file)); err == nil {
		t.Error("no identities")
	}
}

func TestFileErrors(t *testing.T) {
	_, recipient, err := bramah.GenerateIdentity()
	if err != nil {
		t.Fatal(err)
	}
	w, err := bramah.Encrypt(failing{}, recipient)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write([]byte("text")); !errors.Is(err, fs.ErrClosed) {
		t.Error(err)
	}
	if err := w.Close(); !errors.Is(err, fs.ErrClosed) {
		t.Error(err)
	}
	if _, err := bramah.Decrypt(iotest.ErrReader(fs.ErrClosed), knownIdentity); !errors.Is(err, fs.ErrClosed) {
		t.Error(err)
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, fs.ErrClosed }

func TestFilePaths(t *testing.T) {
	identity, recipient, err := bramah.GenerateIdentity()
	if err != nil {
		t.Fatal(err)
	}
	directory := t.TempDir()
	at := func(name string) string { return filepath.Join(directory, name) }
	text := random(1, 200000)
	if err := os.WriteFile(at("text"), text, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := bramah.EncryptFile(at("text"), at("file"), nil, recipient); err != nil {
		t.Fatal(err)
	}
	if err := bramah.EncryptFile(at("text"), at("file"), nil, recipient); !errors.Is(err, bramah.ErrExists) {
		t.Error(err)
	}
	options := &bramah.FileOptions{Overwrite: true, Armor: true}
	if err := bramah.EncryptFile(at("text"), at("file"), options, recipient); err != nil {
		t.Fatal(err)
	}
	if err := bramah.DecryptFile(at("file"), at("again"), nil, identity); err != nil {
		t.Fatal(err)
	}
	if again, err := os.ReadFile(at("again")); err != nil || !bytes.Equal(again, text) {
		t.Error("another text", err)
	}
	if err := os.Truncate(at("file"), 100000); err != nil {
		t.Fatal(err)
	}
	if err := bramah.DecryptFile(at("file"), at("new"), nil, identity); !errors.Is(err, bramah.ErrUnauthentic) {
		t.Error(err)
	}
	if err := bramah.DecryptFile(at("none"), at("new"), nil, identity); err == nil {
		t.Error("a file that is not there")
	}
	if entries, err := os.ReadDir(directory); err != nil || len(entries) != 3 {
		t.Error(entries, err)
	}
}
