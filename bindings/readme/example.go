// The program around the README's lines of Go: tools/bindings.sh puts them in place of the line README.
package main

import (
	"bytes"
	"crypto/sha256"
	"io"
	"log"
	"strings"

	"bramah"
)

func main() {
	file := strings.NewReader("a file")
	messages := [][]byte{[]byte("one"), []byte("two")}
	key, nonce, text, header := make([]byte, 32), make([]byte, 24), []byte("for you alone"), []byte("for everybody")
README
	opened, failed := aead.Open(nil, nonce, sealed, header)
	one := sha256.Sum256(messages[0])
	if err != nil || failed != nil || h.Size() != 64 || !bytes.Equal(opened, text) || !bytes.Equal(digests[:32], one[:]) {
		log.Fatal(err, failed)
	}
}
