#!/usr/bin/env bash
# github.com/go-crypt/crypt 0.14.15: Sun's MD5, and bcrypt of a cost below 10, are written as no other program reads them.
#
# A digest that was decoded can be encoded again, and a new one of Sun's MD5 can be made. The rounds of Sun's MD5 are written
# as "iterations=", where Solaris, libxcrypt and passlib have "rounds="; the cost of bcrypt as one digit, where it always has
# two, and the letter is 2b for 2y. The hashes themselves are right: crypt(3) accepts them in the usual form. Strings of
# SHA-512-crypt, of yescrypt and of bcrypt of the cost 10 are encoded as they were decoded.
#
# Output seen (of the password example: a string of libxcrypt; what go-crypt encodes; whether crypt(3) and passlib take it):
#   $md5,rounds=904  $md5,iterations=904  crypt(3) refuses, passlib refuses
#   $2b$05           $2b$5                crypt(3) refuses, passlib refuses
#   $2y$05           $2b$5                crypt(3) refuses, passlib refuses
#   $2b$10           $2b$10               crypt(3) accepts, passlib accepts
#   $6$rounds=1000   $6$rounds=1000       crypt(3) accepts, passlib accepts
#   $y$j75           $y$j75               crypt(3) accepts, passlib without
#   new              $md5,iterations=904  crypt(3) refuses, passlib refuses
. "$(dirname "$0")/common.sh"

apt-get download libcrypt1=1:4.4.33-2 > apt.log 2>&1
dpkg-deb -x libcrypt1_*.deb root
python3 -m venv python
python/bin/pip -q install passlib==1.7.4 bcrypt==4.0.1
mkdir go
cat > go/go.mod <<'CODE'
module encode

go 1.25
CODE
cat > go/main.go <<'CODE'
package main

import (
	"bufio"
	"fmt"
	"os"

	"github.com/go-crypt/crypt"
	"github.com/go-crypt/crypt/algorithm/md5crypt"
)

func main() {
	decoder, err := crypt.NewDecoderAll()
	if err != nil {
		panic(err)
	}
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		digest, err := decoder.Decode(lines.Text())
		if err != nil || !digest.Match("example") {
			panic(lines.Text())
		}
		fmt.Println(lines.Text(), digest.Encode())
	}
	hash, err := md5crypt.New(md5crypt.WithVariant(md5crypt.VariantSun), md5crypt.WithIterations(904))
	if err != nil {
		panic(err)
	}
	digest, err := hash.Hash("example")
	if err != nil {
		panic(err)
	}
	fmt.Println("new", digest.Encode())
}
CODE
cat > crypts.py <<'CODE'
import ctypes
import glob
import os
import re
import subprocess
import warnings

warnings.simplefilter("ignore")
from passlib.hash import bcrypt, sha512_crypt, sun_md5_crypt

library = ctypes.CDLL(os.path.abspath(glob.glob("root/**/libcrypt.so.1", recursive=True)[0]))
library.crypt.restype = ctypes.c_char_p
PASSLIB = {"$md5": sun_md5_crypt, "$2b$": bcrypt, "$2y$": bcrypt, "$6$r": sha512_crypt}


def crypt(setting):
    return (library.crypt(b"example", setting.encode()) or b"*0").decode()


def accepted(text):
    try:
        passlib = PASSLIB[text[:4]].verify("example", text) if text[:4] in PASSLIB else None
    except ValueError:
        passlib = False
    words = {True: "accepts", False: "refuses", None: "without"}
    return f"crypt(3) {words[crypt(text) == text]}, passlib {words[passlib]}"


salts = ("$md5,rounds=904$saltsalt$", "$2b$05$abcdefghijklmnopqrstuu", "$2y$05$abcdefghijklmnopqrstuu",
         "$2b$10$abcdefghijklmnopqrstuu", "$6$rounds=1000$saltsalt$", "$y$j75$saltsalt$")
strings = "".join(crypt(salt) + "\n" for salt in salts)
assert "*" not in strings
lines = subprocess.run(["go/encode"], input=strings, capture_output=True, text=True, check=True).stdout.splitlines()
for line in lines:
    text, encoded = line.split()
    usual = re.sub(r"^\$(..)\$(\d)\$", r"$\1$0\2$", encoded.replace("iterations=", "rounds="))
    begin = re.match(r"(\$md5,\w+=904|\$6\$\w+=\d+|\$\w+\$\w+)\$", encoded)[1]
    text = "new" if text == "new" else text[: len(re.match(r"(\$md5,\w+=904|\$6\$\w+=\d+|\$\w+\$\w+)\$", text)[1])]
    assert crypt(usual) == usual
    print(f"{text:16} {begin:20} {accepted(encoded)}")
CODE
(cd go && go get github.com/go-crypt/crypt@v0.14.15 > ../go.log 2>&1 && go build -o encode .)
python/bin/python crypts.py | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
$md5,rounds=904  $md5,iterations=904  crypt(3) refuses, passlib refuses
$2b$05           $2b$5                crypt(3) refuses, passlib refuses
$2y$05           $2b$5                crypt(3) refuses, passlib refuses
$2b$10           $2b$10               crypt(3) accepts, passlib accepts
$6$rounds=1000   $6$rounds=1000       crypt(3) accepts, passlib accepts
$y$j75           $y$j75               crypt(3) accepts, passlib without
new              $md5,iterations=904  crypt(3) refuses, passlib refuses
END
