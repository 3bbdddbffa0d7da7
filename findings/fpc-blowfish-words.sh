#!/usr/bin/env bash
# Free Pascal 3.2.2 (Debian 3.2.2+dfsg-20): the unit BlowFish reads the words of a block from the lowest byte on. It is the cipher
# that libmcrypt 2.5.8 (Debian 2.5.8-7) has under the name blowfish-compat.
#
# Blowfish reads both words of a block from the highest byte on, and libmcrypt does so under the name blowfish. All read the key
# in one order. Schneier's first test vector, zeros under a key of zeros, has the result 4ef997456198dd78, of which Free Pascal
# writes each word from the other end. Its TBlowFishEncryptStream fills up the last block with zeros, and
# TBlowFishDecryptStream leaves them there.
#
# Output seen (key 00..0f, text 00..13):
#   Free Pascal                    7cbf306dc953226e8c78e2fd2633d7ecd4a8d23515e4f80b
#   Free Pascal, decrypted         000102030405060708090a0b0c0d0e0f1011121300000000
#   Free Pascal, all zeros         4597f94e78dd9861
#   libmcrypt, blowfish-compat     7cbf306dc953226e8c78e2fd2633d7ecd4a8d23515e4f80b
#   libmcrypt, blowfish            866f5e72e59a19517ed71bb6156c44680a1eeb4af0d51209
#   libmcrypt, blowfish, all zeros 4ef997456198dd78
. "$(dirname "$0")/common.sh"

version=3.2.2+dfsg-20
apt-get download "fp-compiler-3.2.2=$version" "fp-units-rtl-3.2.2=$version" "fp-units-fcl-3.2.2=$version" libmcrypt4=2.5.8-7 \
    libmcrypt-dev=2.5.8-7 > apt.log 2>&1
for package in *.deb; do dpkg -x "$package" root; done
libraries=$(dirname "$(find root -name libmcrypt.so)")
cat > words.pas <<'CODE'
{$mode objfpc}
uses BlowFish, Classes, SysUtils;

procedure Show(const Name: string; Bytes: PByte; Length: Int64);
var
  I: Int64;
begin
  Write(Format('%-30s ', [Name]));
  for I := 0 to Length - 1 do Write(LowerCase(HexStr(Bytes[I], 2)));
  WriteLn;
end;

var
  Key, Zeros: TBlowFishKey;
  Block: TBFBlock;
  Text: array[0..19] of Byte;
  Back: array[0..23] of Byte;
  I: Integer;
  Cipher: TBlowFish;
  Memory: TMemoryStream;
  Encrypt: TBlowFishEncryptStream;
  Decrypt: TBlowFishDecryptStream;
begin
  for I := 0 to 15 do Key[I] := I;
  for I := 0 to 19 do Text[I] := I;
  Memory := TMemoryStream.Create;
  Encrypt := TBlowFishEncryptStream.Create(Key, 16, Memory);
  Encrypt.Write(Text, 20);
  Encrypt.Free;
  Show('Free Pascal', Memory.Memory, Memory.Size);
  Memory.Position := 0;
  Decrypt := TBlowFishDecryptStream.Create(Key, 16, Memory);
  I := Decrypt.Read(Back, 24);
  Show('Free Pascal, decrypted', @Back, I);
  FillChar(Zeros, SizeOf(Zeros), 0);
  FillChar(Block, SizeOf(Block), 0);
  Cipher := TBlowFish.Create(Zeros, 8);
  Cipher.Encrypt(Block);
  Show('Free Pascal, all zeros', @Block, 8);
end.
CODE
units=$(dirname "$(find "$PWD/root" -name 'blowfish.ppu')")
root/usr/bin/ppcx64-3.2.2 -n "-Fu$units" "-Fu$(dirname "$units")/*" words.pas > pascal.log 2>&1
cat > orders.c <<'CODE'
#include <mcrypt.h>
#include <stdio.h>

static void show(const char *name, char *label, int zeros) {
    MCRYPT cipher = mcrypt_module_open((char *)name, NULL, "ecb", NULL);
    unsigned char key[16] = {0}, text[24] = {0};
    for (int i = 0; i < 20 && !zeros; i++) text[i] = i;
    for (int i = 0; i < 16 && !zeros; i++) key[i] = i;
    mcrypt_generic_init(cipher, key, zeros ? 8 : 16, NULL);
    mcrypt_generic(cipher, text, zeros ? 8 : 24);
    printf("%-30s ", label);
    for (int i = 0; i < (zeros ? 8 : 24); i++) printf("%02x", text[i]);
    puts("");
    mcrypt_generic_end(cipher);
}

int main(void) {
    show("blowfish-compat", "libmcrypt, blowfish-compat", 0);
    show("blowfish", "libmcrypt, blowfish", 0);
    show("blowfish", "libmcrypt, blowfish, all zeros", 1);
}
CODE
gcc -Iroot/usr/include orders.c -o orders -L"$libraries" -lmcrypt -Wl,-rpath,"$PWD/$libraries"
{
    ./words
    ./orders
} | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
Free Pascal                    7cbf306dc953226e8c78e2fd2633d7ecd4a8d23515e4f80b
Free Pascal, decrypted         000102030405060708090a0b0c0d0e0f1011121300000000
Free Pascal, all zeros         4597f94e78dd9861
libmcrypt, blowfish-compat     7cbf306dc953226e8c78e2fd2633d7ecd4a8d23515e4f80b
libmcrypt, blowfish            866f5e72e59a19517ed71bb6156c44680a1eeb4af0d51209
libmcrypt, blowfish, all zeros 4ef997456198dd78
END
