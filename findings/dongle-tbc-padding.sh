#!/usr/bin/env bash
# github.com/dromara/dongle 1.3.0 (Go): the padding TBC is not trailing bit complement, and texts that end in a zero lose it.
#
# Trailing bit complement pads with the opposite of the text's last bit: bytes ff after an even last byte, 00 after an odd one. So
# the padding ends where the bytes differ, and every text comes back. Bouncy Castle 1.83 has it as TBCPadding. Dongle looks at the
# highest bit of the last byte and repeats it: 00 after a byte below 80, ff after the others. When it decrypts, it removes all
# bytes that are equal to the last one, so that a text ending in 00 or ff comes back shorter. It decrypts texts of Bouncy Castle.
#
# Output seen (texts padded by Bouncy Castle, then by Dongle, and what Dongle decrypts each to):
#   6101: 61010000000000000000000000000000 61010000000000000000000000000000 6101 6101
#   6102: 6102ffffffffffffffffffffffffffff 61020000000000000000000000000000 6102 6102
#   6180: 6180ffffffffffffffffffffffffffff 6180ffffffffffffffffffffffffffff 6180 6180
#   6181: 61810000000000000000000000000000 6181ffffffffffffffffffffffffffff 6181 6181
#   6100: 6100ffffffffffffffffffffffffffff 61000000000000000000000000000000 6100 61
#   61ff: 61ff0000000000000000000000000000 61ffffffffffffffffffffffffffffff 61ff 61
. "$(dirname "$0")/common.sh"

mvn -q -B dependency:copy -Dartifact=org.bouncycastle:bcprov-jdk18on:1.83 -DoutputDirectory=. > mvn.log 2>&1
cat > Complement.java <<'CODE'
import java.util.HexFormat;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.jce.provider.BouncyCastleProvider;

public class Complement {
    public static void main(String[] arguments) throws Exception {
        HexFormat hex = HexFormat.of();
        SecretKeySpec key = new SecretKeySpec(hex.parseHex("000102030405060708090a0b0c0d0e0f"), "AES");
        Cipher cipher = Cipher.getInstance("AES/ECB/TBCPadding", new BouncyCastleProvider());
        for (String text : arguments) {
            cipher.init(Cipher.ENCRYPT_MODE, key);
            byte[] encrypted = cipher.doFinal(hex.parseHex(text));
            cipher.init(Cipher.DECRYPT_MODE, key);
            if (!text.equals(hex.formatHex(cipher.doFinal(encrypted)))) throw new Exception("the text is another");
            System.out.println(text + " " + hex.formatHex(encrypted));
        }
    }
}
CODE
java -cp bcprov-jdk18on-1.83.jar Complement.java 6101 6102 6180 6181 6100 61ff > encrypted
export GOPATH="$PWD/go" GOFLAGS=-modcacherw
go mod init complement > go.log 2>&1
go get github.com/dromara/dongle@v1.3.0 >> go.log 2>&1
cat > complement.go <<'CODE'
package main

import (
	"crypto/aes"
	"encoding/hex"
	"fmt"

	"github.com/dromara/dongle/crypto"
	"github.com/dromara/dongle/crypto/cipher"
)

var key = []byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}

func settings() *cipher.AesCipher {
	settings := cipher.NewAesCipher(cipher.ECB)
	settings.SetKey(key)
	settings.SetPadding(cipher.TBC)
	return settings
}

func decrypt(encrypted []byte) []byte {
	decrypter := crypto.NewDecrypter().FromRawBytes(encrypted).ByAes(settings())
	if decrypter.Error != nil {
		panic(decrypter.Error)
	}
	return decrypter.ToBytes()
}

func padded(encrypted []byte) []byte {
	block, _ := aes.NewCipher(key)
	text := make([]byte, 16)
	block.Decrypt(text, encrypted)
	return text
}

func main() {
	var text, theirs string
	for {
		if n, _ := fmt.Scan(&text, &theirs); n < 2 {
			return
		}
		plain, _ := hex.DecodeString(text)
		other, _ := hex.DecodeString(theirs)
		own := crypto.NewEncrypter().FromBytes(plain).ByAes(settings()).ToRawBytes()
		fmt.Printf("%s: %x %x %-4x %x\n", text, padded(other), padded(own), decrypt(other), decrypt(own))
	}
}
CODE
go run complement.go < encrypted | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
6101: 61010000000000000000000000000000 61010000000000000000000000000000 6101 6101
6102: 6102ffffffffffffffffffffffffffff 61020000000000000000000000000000 6102 6102
6180: 6180ffffffffffffffffffffffffffff 6180ffffffffffffffffffffffffffff 6180 6180
6181: 61810000000000000000000000000000 6181ffffffffffffffffffffffffffff 6181 6181
6100: 6100ffffffffffffffffffffffffffff 61000000000000000000000000000000 6100 61
61ff: 61ff0000000000000000000000000000 61ffffffffffffffffffffffffffffff 61ff 61
END
