#!/usr/bin/env bash
# github.com/tjfoc/gmsm 1.4.1 (Go): SM4 in CFB and OFB has the padding of CBC, so that texts of other programs are decrypted to
# nothing, without an error.
#
# Both modes combine the text with keystream and need no padding, and OpenSSL 3 adds none. Sm4CFB and Sm4OFB pad by PKCS #7 when
# they encrypt, also whole blocks. When they decrypt, they remove such a padding from whole blocks and return an empty text and no
# error if there is none. OpenSSL decrypts what the package encrypted to the text with its padding. The block cipher itself is
# right: Go's crypto/cipher with sm4.NewCipher writes what OpenSSL writes.
#
# Output seen (key 00..0f, IV 10..1f, texts 01, 02 and so on):
#   cfb: package        a63a52ae464ae263cc16d3a8abc34277
#   cfb: OpenSSL        a63a52ae46
#   cfb: crypto/cipher  a63a52ae46
#   cfb: package's text in OpenSSL: 01020304050b0b0b0b0b0b0b0b0b0b0b
#   cfb: OpenSSL's 5 bytes in the package: 0 bytes, error <nil>
#   cfb: OpenSSL's 32 bytes in the package: 0 bytes, error <nil>
#   ofb: package        a63a52ae464ae263cc16d3a8abc34277
#   ofb: OpenSSL        a63a52ae46
#   ofb: crypto/cipher  a63a52ae46
#   ofb: package's text in OpenSSL: 01020304050b0b0b0b0b0b0b0b0b0b0b
#   ofb: OpenSSL's 5 bytes in the package: 0 bytes, error <nil>
#   ofb: OpenSSL's 32 bytes in the package: 0 bytes, error <nil>
. "$(dirname "$0")/common.sh"

export GOPATH="$PWD/go" GOFLAGS=-modcacherw
go mod init modes > go.log 2>&1
go get github.com/tjfoc/gmsm@v1.4.1 >> go.log 2>&1
cat > modes.go <<'CODE'
package main

import (
	"crypto/cipher"
	"encoding/hex"
	"fmt"
	"os/exec"
	"strings"

	"github.com/tjfoc/gmsm/sm4"
)

func count(length int, first byte) []byte {
	bytes := make([]byte, length)
	for i := range bytes {
		bytes[i] = first + byte(i)
	}
	return bytes
}

func openssl(mode, direction string, text []byte) []byte {
	command := exec.Command("openssl", "enc", "-sm4-"+mode, direction, "-K", hex.EncodeToString(count(16, 0)),
		"-iv", hex.EncodeToString(count(16, 16)))
	command.Stdin = strings.NewReader(string(text))
	output, err := command.Output()
	if err != nil {
		panic(err)
	}
	return output
}

func main() {
	key, iv := count(16, 0), count(16, 16)
	if err := sm4.SetIV(iv); err != nil {
		panic(err)
	}
	block, _ := sm4.NewCipher(key)
	streams := map[string]cipher.Stream{"cfb": cipher.NewCFBEncrypter(block, iv), "ofb": cipher.NewOFB(block, iv)}
	functions := map[string]func([]byte, []byte, bool) ([]byte, error){"cfb": sm4.Sm4CFB, "ofb": sm4.Sm4OFB}
	for _, mode := range []string{"cfb", "ofb"} {
		text := count(5, 1)
		encrypted, _ := functions[mode](key, text, true)
		standard := make([]byte, len(text))
		streams[mode].XORKeyStream(standard, text)
		fmt.Printf("%s: package        %x\n", mode, encrypted)
		fmt.Printf("%s: OpenSSL        %x\n", mode, openssl(mode, "-e", text))
		fmt.Printf("%s: crypto/cipher  %x\n", mode, standard)
		fmt.Printf("%s: package's text in OpenSSL: %x\n", mode, openssl(mode, "-d", encrypted))
		for _, length := range []int{5, 32} {
			decrypted, err := functions[mode](key, openssl(mode, "-e", count(length, 1)), false)
			fmt.Printf("%s: OpenSSL's %d bytes in the package: %d bytes, error %v\n", mode, length, len(decrypted), err)
		}
	}
}
CODE
go run modes.go | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
cfb: package        a63a52ae464ae263cc16d3a8abc34277
cfb: OpenSSL        a63a52ae46
cfb: crypto/cipher  a63a52ae46
cfb: package's text in OpenSSL: 01020304050b0b0b0b0b0b0b0b0b0b0b
cfb: OpenSSL's 5 bytes in the package: 0 bytes, error <nil>
cfb: OpenSSL's 32 bytes in the package: 0 bytes, error <nil>
ofb: package        a63a52ae464ae263cc16d3a8abc34277
ofb: OpenSSL        a63a52ae46
ofb: crypto/cipher  a63a52ae46
ofb: package's text in OpenSSL: 01020304050b0b0b0b0b0b0b0b0b0b0b
ofb: OpenSSL's 5 bytes in the package: 0 bytes, error <nil>
ofb: OpenSSL's 32 bytes in the package: 0 bytes, error <nil>
END
