package bramah

// #include "library.h"
// #include <stdlib.h>
// #cgo noescape bramah_file_update
// #cgo nocallback bramah_file_update
// #cgo noescape bramah_file_take
// #cgo nocallback bramah_file_take
import "C"

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"strings"
	"unsafe"
)

// pieceSize is the largest number of bytes that one call to C takes and returns: with fewer bytes, the time of the call
// itself would matter.
const pieceSize = 256 << 10

// FileOptions are the parameters of an age file. The zero value has the defaults.
type FileOptions struct {
	// Armor makes an encrypted file armored text. Decryption recognises armor by itself.
	Armor bool
	// Overwrite lets [EncryptFile] and [DecryptFile] replace an existing file.
	Overwrite bool
	// WorkFactor is the base-2 logarithm of scrypt's N for a passphrase: 1 to 30, at most MaxWorkFactor; 0 means 18.
	WorkFactor int
	// MaxWorkFactor is the largest work factor to accept, for encryption and decryption: 1 to 30; 0 means 22.
	MaxWorkFactor int
	// Threads is the largest number of threads that work on a file; 0 means 1.
	Threads int
	// Passphrase replaces the recipients in encryption, and replaces or supplements the identities in decryption.
	Passphrase []byte
}

func (o *FileOptions) encrypting(recipients []string) Options {
	options := o.common()
	if len(recipients) > 0 {
		options["recipients"] = strings.Join(recipients, "\n")
	}
	if o != nil && o.Armor {
		options["armor"] = 1
	}
	if o != nil && o.WorkFactor != 0 {
		options["work_factor"] = o.WorkFactor
	}
	if o != nil && o.MaxWorkFactor != 0 && len(recipients) == 0 {
		options["max_work_factor"] = o.MaxWorkFactor
	}
	return options
}

func (o *FileOptions) decrypting(identities []string) Options {
	options := o.common()
	if len(identities) > 0 {
		options["identities"] = []byte(strings.Join(identities, "\n"))
	}
	if o != nil && o.MaxWorkFactor != 0 {
		options["max_work_factor"] = o.MaxWorkFactor
	}
	return options
}

func (o *FileOptions) common() Options {
	options := Options{}
	if o == nil {
		return options
	}
	if o.Passphrase != nil {
		options["passphrase"] = o.Passphrase
	}
	if o.Threads > 1 {
		options["threads"] = o.Threads
	}
	return options
}

// GenerateIdentity returns a new pair of keys for files: the identity, which is secret, and its recipient.
func GenerateIdentity() (identity, recipient string, err error) { return generateIdentity("x25519") }

// GenerateHybridIdentity returns a new pair of keys of ML-KEM-768 with X25519, which resists quantum computers.
func GenerateHybridIdentity() (identity, recipient string, err error) {
	return generateIdentity("hybrid")
}

func generateIdentity(name string) (identity, recipient string, err error) {
	var secret [128]byte
	var public [2048]byte
	err = withName(name, func(name *C.char) C.bramah_status {
		return C.bramah_file_keygen(name, (*C.char)(unsafe.Pointer(&secret)), C.size_t(len(secret)),
			(*C.char)(unsafe.Pointer(&public)), C.size_t(len(public)))
	})
	if err != nil {
		return "", "", err
	}
	identity = string(secret[:bytes.IndexByte(secret[:], 0)])
	clear(secret[:])
	return identity, string(public[:bytes.IndexByte(public[:], 0)]), nil
}

// A file is an encryption or a decryption in progress.
type file struct{ file *C.bramah_file }

func newFile(direction C.bramah_direction, options Options) (*file, error) {
	var made *C.bramah_file
	err := options.with(func(options *C.bramah_options) error {
		return explained(func() C.bramah_status { return C.bramah_file_new(&made, direction, options) })
	})
	if err != nil {
		return nil, err
	}
	f := &file{made}
	runtime.AddCleanup(f, func(made *C.bramah_file) { C.bramah_file_free(&made) }, made)
	return f, nil
}

func (f *file) update(input []byte) error {
	from, length := bytesOf(input)
	defer runtime.KeepAlive(f)
	return explained(func() C.bramah_status { return C.bramah_file_update(f.file, from, length) })
}

func (f *file) finish() error {
	defer runtime.KeepAlive(f)
	return explained(func() C.bramah_status { return C.bramah_file_finish(f.file) })
}

func (f *file) take(output []byte) int {
	var written C.size_t
	to, length := bytesOf(output)
	must(C.bramah_file_take(f.file, to, length, &written))
	runtime.KeepAlive(f)
	return int(written)
}

// Encrypt returns a writer that encrypts bytes to dst, as an age file, for recipients such as age1..., age1pq1...,
// age1tag1..., age1tagpq1... and ssh-ed25519 ... The file is complete only after Close has returned nil. Close does not
// close dst. Plugins are never run.
func Encrypt(dst io.Writer, recipients ...string) (io.WriteCloser, error) {
	return EncryptWith(dst, nil, recipients...)
}

// EncryptWithPassphrase returns a writer as [Encrypt] does, with a passphrase instead of recipients.
func EncryptWithPassphrase(dst io.Writer, passphrase []byte) (io.WriteCloser, error) {
	return EncryptWith(dst, &FileOptions{Passphrase: given(passphrase)})
}

// given returns a passphrase that is not nil, even if it is empty.
func given(passphrase []byte) []byte {
	if passphrase == nil {
		return []byte{}
	}
	return passphrase
}

// EncryptWith returns a writer as [Encrypt] does, with options.
func EncryptWith(dst io.Writer, options *FileOptions, recipients ...string) (io.WriteCloser, error) {
	file, err := newFile(C.BRAMAH_ENCRYPT, options.encrypting(recipients))
	if err != nil {
		return nil, err
	}
	return &fileWriter{file: file, dst: dst, buffer: make([]byte, pieceSize)}, nil
}

type fileWriter struct {
	file   *file
	dst    io.Writer
	buffer []byte
	closed bool
	err    error
}

func (w *fileWriter) Write(text []byte) (written int, err error) {
	if w.closed {
		return 0, errors.New("bramah: write to a file that is closed")
	}
	for len(text) > 0 && w.err == nil {
		piece := text[:min(len(text), pieceSize)]
		if w.err = w.file.update(piece); w.err != nil {
			break
		}
		w.flush()
		if w.err == nil {
			written += len(piece)
			text = text[len(piece):]
		}
	}
	return written, w.err
}

func (w *fileWriter) flush() {
	for w.err == nil {
		n := w.file.take(w.buffer)
		if n == 0 {
			return
		}
		var m int
		if m, w.err = w.dst.Write(w.buffer[:n]); w.err == nil && m != n {
			w.err = io.ErrShortWrite
		}
	}
}

func (w *fileWriter) Close() error {
	if w.closed {
		return w.err
	}
	w.closed = true
	if w.err == nil {
		if w.err = w.file.finish(); w.err == nil {
			w.flush()
		}
	}
	return w.err
}

// Decrypt returns a reader of the contents of an age file, binary or armored, that one of the identities can decrypt.
// All contents that it returns are authentic, but they are complete only after it has returned [io.EOF]: the last error
// of a file that was cut off or changed is [ErrUnauthentic]. For an input that is not an age file, Decrypt returns
// [ErrNoFile], and for a file for other recipients [ErrNoMatch].
func Decrypt(src io.Reader, identities ...string) (io.Reader, error) {
	return DecryptWith(src, nil, identities...)
}

// DecryptWithPassphrase returns a reader as [Decrypt] does, with a passphrase instead of identities, or
// [ErrWrongPassword] if the passphrase is wrong.
func DecryptWithPassphrase(src io.Reader, passphrase []byte) (io.Reader, error) {
	return DecryptWith(src, &FileOptions{Passphrase: given(passphrase)})
}

// DecryptWith returns a reader as [Decrypt] does, with options.
func DecryptWith(src io.Reader, options *FileOptions, identities ...string) (io.Reader, error) {
	file, err := newFile(C.BRAMAH_DECRYPT, options.decrypting(identities))
	if err != nil {
		return nil, err
	}
	r := &fileReader{file: file, src: src, buffer: make([]byte, pieceSize)}
	// errors in the header are returned here, not by the first read
	if r.fill(); r.err != nil && r.err != io.EOF {
		return nil, r.err
	}
	return r, nil
}

type fileReader struct {
	file       *file
	src        io.Reader
	buffer     []byte
	text       []byte
	start, end int
	err        error
}

// fill reads until there is text or an error.
func (r *fileReader) fill() {
	if r.text == nil {
		r.text = make([]byte, pieceSize)
	}
	for empty := 0; ; {
		if r.start, r.end = 0, r.file.take(r.text); r.end > 0 || r.err != nil {
			return
		}
		n, err := r.src.Read(r.buffer)
		if n > 0 {
			r.err = r.file.update(r.buffer[:n])
			empty = 0
		} else if empty++; err == nil && empty == 100 {
			r.err = io.ErrNoProgress
		}
		switch {
		case r.err != nil:
		case err == io.EOF:
			if r.err = r.file.finish(); r.err == nil {
				r.err = io.EOF
			}
		case err != nil:
			r.err = err
		}
	}
}

func (r *fileReader) Read(out []byte) (int, error) {
	if len(out) == 0 {
		return 0, nil
	}
	if r.start == r.end && (r.err == nil || r.err == io.EOF) {
		r.fill()
	}
	if r.start == r.end {
		return 0, r.err
	}
	n := copy(out, r.text[r.start:r.end])
	r.start += n
	return n, nil
}

// EncryptFile encrypts the file from to the file to, which gets its name only when it is complete. The options may be
// nil. It returns [ErrExists] if the file to exists, unless the options allow overwriting it.
func EncryptFile(from, to string, options *FileOptions, recipients ...string) error {
	return convertFile(C.BRAMAH_ENCRYPT, from, to, options, options.encrypting(recipients))
}

// DecryptFile decrypts the file from to the file to, which gets its name only after the whole file has been verified.
// The options may be nil. It returns [ErrExists] if the file to exists, unless the options allow overwriting it.
func DecryptFile(from, to string, options *FileOptions, identities ...string) error {
	return convertFile(C.BRAMAH_DECRYPT, from, to, options, options.decrypting(identities))
}

func convertFile(direction C.bramah_direction, from, to string, chosen *FileOptions, options Options) error {
	if chosen != nil && chosen.Overwrite {
		options["overwrite"] = 1
	}
	return options.with(func(options *C.bramah_options) error {
		var failed error
		err := withName(to, func(to *C.char) C.bramah_status {
			failed = withName(from, func(from *C.char) C.bramah_status {
				return C.bramah_file_convert(direction, from, to, options)
			})
			return C.BRAMAH_OK
		})
		return errors.Join(err, failed)
	})
}
