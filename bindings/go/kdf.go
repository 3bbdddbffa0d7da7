package bramah

// #include "library.h"
import "C"

import "unsafe"

// KDF derives a key of keyLen bytes from a password or a secret with a function by name, such as hkdf, scrypt or
// balloon. Options that are not set have recommended values, or are empty.
func KDF(name string, secret []byte, keyLen int, options Options) ([]byte, error) {
	if keyLen < 0 {
		return nil, &Error{"the length of the key is negative", ErrLength}
	}
	out := make([]byte, keyLen)
	bytes, length := bytesOf(secret)
	to, size := bytesOf(out)
	err := options.with(func(options *C.bramah_options) error {
		return withName(name, func(name *C.char) C.bramah_status {
			return C.bramah_kdf(name, bytes, length, options, to, size)
		})
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// PBKDF2 derives a key of keyLen bytes with HMAC over the hash function with this name: RFC 8018, section 5.2.
func PBKDF2(hash string, password, salt []byte, iterations, keyLen int) ([]byte, error) {
	return KDF("pbkdf2", password, keyLen, Options{"hash": hash, "salt": salt, "iterations": iterations})
}

// Scrypt derives a key of keyLen bytes: RFC 7914. n is a power of two.
func Scrypt(password, salt []byte, n, r, p, keyLen int) ([]byte, error) {
	return KDF("scrypt", password, keyLen, Options{"salt": salt, "n": n, "r": r, "lanes": p})
}

// Argon2id derives a key of keyLen bytes: RFC 9106. time is the number of passes, memory is in KiB; each lane may have
// its own thread.
func Argon2id(password, salt []byte, time, memory uint32, lanes uint8, keyLen uint32) ([]byte, error) {
	return KDF("argon2id", password, int(keyLen), Options{
		"salt": salt, "iterations": int(time), "memory": int(memory), "lanes": int(lanes), "threads": int(lanes),
	})
}

// HKDF derives a key of keyLen bytes with HMAC over the hash function with this name: RFC 5869.
func HKDF(hash string, secret, salt, info []byte, keyLen int) ([]byte, error) {
	return KDF("hkdf", secret, keyLen, Options{"hash": hash, "salt": salt, "info": info})
}

// HashPassword returns the string to store for a password, with a new random salt. The scheme is argon2id, yescrypt,
// scrypt, bcrypt or another; options that are not set have the recommended values.
func HashPassword(scheme string, password []byte, options Options) (string, error) {
	out := make([]byte, 512)
	bytes, length := bytesOf(password)
	var written C.size_t
	err := options.with(func(options *C.bramah_options) error {
		return withName(scheme, func(name *C.char) C.bramah_status {
			to := (*C.char)(unsafe.Pointer(unsafe.SliceData(out)))
			return C.bramah_password_hash(name, bytes, length, options, to, C.size_t(len(out)), &written)
		})
	})
	if err != nil {
		return "", err
	}
	return string(out[:written]), nil
}

// VerifyPassword compares a password with a stored string, and returns [ErrWrongPassword] if the password is wrong.
func VerifyPassword(password []byte, stored string) error {
	bytes, length := bytesOf(password)
	return withName(stored, func(stored *C.char) C.bramah_status {
		return C.bramah_password_verify(bytes, length, stored, nil)
	})
}
