#!/usr/bin/env python3
"""Measures these units beside W. Ehrhardt's: one program, compiled by Free Pascal with each of them, in turns.

    python3 bindings/pascal/ehrhardt/tests/speed.py HIS LIBRARY [TEST...]

HIS is a folder with his sources, which may be in folders below it, and LIBRARY the folder of libbramah.so. Prints the
nanoseconds of CPU time of a call with 16 KiB, and of one with 64 bytes: the median of five turns. The lowest ratio is
first. TEST is the beginning of a name, such as `aes` or `aes cbc`; without one, all tests are run.
"""

import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SIZES = [16384, 64]
TURNS = 5
# the CPU time of a turn, in nanoseconds
TURN = 8_000_000

# prefix: unit of the types, length of the key in bytes, whether it is given in bits, whether a context has a direction
CIPHERS = {
    "AES": ("type", 32, True, True),
    "ANU": ("base", 16, True, True),
    "BF": ("base", 16, False, False),
    "CAM": ("base", 32, True, False),
    "SC": ("base", 64, False, False),
    "SEA": ("base", 16, True, False),
    "SJ": ("base", 10, False, False),
    "SP": ("base", 32, True, False),
    "TF": ("base", 32, True, False),
    "XT": ("base", 16, False, False),
}

# unit: procedure for a whole message, type of its digest
HASHES = {
    "md4": ("MD4FullXL", "TMD4Digest"),
    "md5": ("MD5FullXL", "TMD5Digest"),
    "rmd160": ("RMD160FullXL", "TRMD160Digest"),
    "sha1": ("SHA1FullXL", "TSHA1Digest"),
    "sha224": ("SHA224FullXL", "TSHA224Digest"),
    "sha256": ("SHA256FullXL", "TSHA256Digest"),
    "sha384": ("SHA384FullXL", "TSHA384Digest"),
    "sha512": ("SHA512FullXL", "TSHA512Digest"),
    "sha5_224": ("SHA5_224FullXL", "TSHA5_224Digest"),
    "sha5_256": ("SHA5_256FullXL", "TSHA5_256Digest"),
    "sha3_224": ("SHA3_224FullXL", "TSHA3_224Digest"),
    "sha3_256": ("SHA3_256FullXL", "TSHA3_256Digest"),
    "sha3_384": ("SHA3_384FullXL", "TSHA3_384Digest"),
    "sha3_512": ("SHA3_512FullXL", "TSHA3_512Digest"),
    "whirl512": ("Whirl_FullXL", "TWhirlDigest"),
    "blaks224": ("Blaks224FullXL", "TBlake2S_224Digest"),
    "blaks256": ("Blaks256FullXL", "TBlake2S_256Digest"),
    "blakb384": ("Blakb384FullXL", "TBlake2B_384Digest"),
    "blakb512": ("Blakb512FullXL", "TBlake2B_512Digest"),
    "ed2k": ("ED2K_FullXL", "TED2KResult"),
    "crc16": ("CRC16FullXL", "word"),
    "crc24": ("CRC24FullXL", "longint"),
    "crc32": ("CRC32FullXL", "longint"),
    "fcrc32": ("FCRC32FullXL", "longint"),
    "bcrc32": ("bCRC32FullXL", "longint"),
    "crc64": ("CRC64FullXL", "TCRC64"),
    "bcrc64": ("bCRC64FullXL", "TCRC64b"),
    "adler32": ("Adler32FullXL", "longint"),
}


def cases():
    """The units, and for each test its name, its variables, its preparation and its call with `len` bytes of `buf`."""
    units, found = ["hash", "hmac"], []

    def case(name, call, begin="", variables=""):
        found.append((name, variables, begin, call))

    for prefix, (types, key, in_bits, directed) in CIPHERS.items():
        low = prefix.lower()
        size = 8 * key if in_bits else key
        units.append(f"{low}_{types}")

        def mode(unit, routine, name, direction, iv=True):
            context = f"c: T{prefix}Context;"
            way = ("_Encr", "_Decr")[routine == "Decrypt"] if direction else ""
            init = f"{prefix}_{unit}_Init{way}(key, {size}{f', T{prefix}Block(pointer(@iv)^)' if iv else ''}, c)"
            call = f"{prefix}_{unit}_{routine}(@buf, @buf, len, c)"
            case(f"{low} {unit.lower()}{name}", f"Check({call})", f"Check({init})", context)

        for unit in ["ECB", "CBC", "CFB", "OFB", "CTR"] + ["CFB8"] * (prefix == "AES"):
            units.append(f"{low}_{unit.lower()}")
            turns = [("Encrypt", " encryption"), ("Decrypt", " decryption")]
            for routine, name in turns if unit not in ("OFB", "CTR") else [("Encrypt", "")]:
                mode(unit, routine, name, directed and unit in ("ECB", "CBC"), unit != "ECB")
        if prefix in ("SC", "SJ", "XT"):
            continue
        for unit in ["OMAC"] + ["EAX"] + ["CCM", "GCM"] * (prefix in ("AES", "CAM")) + ["XTS"] * (prefix == "AES"):
            units.append(f"{low}_{unit.lower()}")
        case(f"{low} omac", f"Check({prefix}_OMAC_Update(@buf, len, c))", f"Check({prefix}_OMAC_Init(key, {size}, c))",
             f"c: T{prefix}Context;")
        case(f"{low} eax", f"Check({prefix}_EAX_Encrypt(@buf, @buf, len, c))",
             f"Check({prefix}_EAX_Init(key, {size}, iv, 12, c))", f"c: T{prefix}_EAXContext;")
        if prefix not in ("AES", "CAM"):
            continue
        case(f"{low} ccm", f"Check({prefix}_CCM_Enc_AuthEx(c, tag, 16, iv, 12, nil, 0, @buf, len, @buf))",
             f"Check({prefix}_Init{'_Encr' if directed else ''}(key, {size}, c))",
             f"c: T{prefix}Context; tag: T{prefix}Block;")
        case(f"{low} gcm", f"Check({prefix}_GCM_Encrypt(@buf, @buf, len, c))",
             f"Check({prefix}_GCM_Init(key, {size}, c)); Check({prefix}_GCM_Reset_IV(@iv, 12, c))",
             f"c: T{prefix}_GCMContext;")
        if prefix == "AES":
            case("aes xts", f"Check(AES_XTS_Encrypt(@buf, @buf, len, TAESBlock(pointer(@iv)^), c))",
                 f"Check(AES_XTS_Init_Encr(key, iv, {size}, c))", "c: TAES_XTSContext;")
    units += ["aes_encr", "salsa20", "sosemanu", "poly1305"]
    for name in ("salsa", "chacha"):
        for rounds in (8, 12, 20):
            case(f"{name}20 {rounds} rounds" if name == "salsa" else f"chacha {rounds} rounds",
                 f"{name}_encrypt_bytes(c, @buf, @buf, len)",
                 f"{name}_xkeysetup(c, @key, 256, {rounds}); {name}_ivsetup(c, @iv)", "c: salsa_ctx;")
    case("xsalsa20", "xsalsa_encrypt_packet(@key, @iv, @buf, @buf, len)")
    case("sosemanuk", "sose_encrypt_bytes(c, @buf, @buf, len)",
         "Check(sose_keysetup(c, @key, 256)); sose_ivsetup(c, @iv)", "c: sose_ctx;")
    case("poly1305", "poly1305_auth(d, @buf, len, TPoly1305Key(pointer(@key)^))", "", "d: TPoly1305Mac;")
    units += [*HASHES, "blake2b", "blake2s"]
    for unit, (routine, digest) in HASHES.items():
        case(f"hash {unit}", f"{routine}(d, @buf, len)", "", f"d: {digest};")
    for letter, length in (("b", 64), ("s", 32)):
        case(f"hash blake2{letter} with a key", f"Check(blake2{letter}_full(d, {length}, @key, 32, @buf, len))", "",
             f"d: TBlake2{letter.upper()}Digest;")
    for unit, name, digest in (("hmacsha1", "SHA1", "TSHA1Digest"), ("hmacsha2", "SHA256", "TSHA256Digest"),
                               ("hmacsha5", "SHA512", "TSHA512Digest"), ("hmacwhir", "Whirl", "TWhirlDigest"),
                               ("hmac_md5", "MD5", "TMD5Digest")):
        units.append(unit)
        case(f"hmac {name.lower()}", f"hmac_{name}_init(c, @key, 32); hmac_{name}_updateXL(c, @buf, len);"
             f" hmac_{name}_final(c, d)", "", f"c: THMAC_Context; d: {digest};")
    return units, found


def program(units, found):
    """The program: it reads numbers of tests and lengths, and writes the nanoseconds of a call."""
    def own(i, text):
        """The text with the number of the test after the names of its variables."""
        return re.sub(r"\b(c|d|tag)(?=[,):])", rf"\g<1>{i}", text)

    tests = list(enumerate(found))
    begins = "\n".join(f"    {i}: begin {own(i, begin)} end;" for i, (_, _, begin, _) in tests)
    calls = "\n".join(f"    {i}: for i := 1 to n do begin {own(i, call)}; end;" for i, (_, _, _, call) in tests)
    return f"""program speed;
{{$mode objfpc}}{{$H-}}
uses
  baseunix, linux, {", ".join(units)};
var
  key, iv: array[0..63] of byte;
  buf: array[0..{max(SIZES) - 1}] of byte;
  i, len, test, n, all: longint;
  start, spent: int64;
{"".join(f"  {own(i, variables)}{chr(10)}" for i, (_, variables, _, _) in tests if variables)}
procedure Check(code: longint);
begin
  if code <> 0 then
  begin
    WriteLn('error ', code);
    Halt(1);
  end;
end;

procedure Prepare;
begin
  case test of
{begins}
  end;
end;

procedure Calls(n: longint);
var
  i: longint;
begin
  case test of
{calls}
  end;
end;

function Now: int64;
var
  t: timespec;
begin
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, @t);
  Result := t.tv_sec * 1000000000 + t.tv_nsec;
end;

begin
  for i := 0 to High(key) do
  begin
    key[i] := 7 * i;
    iv[i] := 3 + i;
  end;
  while not Eof do
  begin
    ReadLn(test, len);
    Prepare;
    Calls(1);
    n := 1;
    all := 0;
    start := Now;
    repeat
      Calls(n);
      all := all + n;
      n := all;
      spent := Now - start;
      {{ the rest of the turn, if it is shorter than what has been done }}
      if 2 * spent > {TURN} then
        n := 1 + trunc(all * ({TURN} - spent) / (spent + 1));
    until spent >= {TURN};
    WriteLn(spent / all:0:2);
    Flush(Output);
  end;
end.
"""


def compiled(sources, library, text, folder):
    """Compiles the program with the units in these folders, and starts it."""
    folder.mkdir()
    (folder / "speed.pas").write_text(text)
    command = ["fpc", "-O3", "-Xs", f"-Fl{library}", f"-FU{folder}", f"-FE{folder}", str(folder / "speed.pas")]
    command += [f"{option}{source}" for source in sources for option in ("-Fu", "-Fi")]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stdout[-3000:] + done.stderr)
    return subprocess.Popen([folder / "speed"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                            env={"LD_LIBRARY_PATH": library})


def turn(side, test, size):
    """The nanoseconds of a call of a test, in a turn of one side."""
    side.stdin.write(f"{test} {size}\n")
    side.stdin.flush()
    return float(side.stdout.readline())


def main():
    his, library, *wanted = sys.argv[1:]
    units, found = cases()
    text = program(units, found)
    folders = sorted({str(file.parent) for file in pathlib.Path(his).rglob("*.pas")})
    rows = []
    with tempfile.TemporaryDirectory() as work:
        sides = [compiled(folders, library, text, pathlib.Path(work, "his")),
                 compiled([HERE.parent], library, text, pathlib.Path(work, "ours"))]
        for i, (name, *_) in enumerate(found):
            if wanted and not any(name.startswith(one) for one in wanted):
                continue
            row = [name]
            for size in SIZES:
                turns = [[turn(side, i, size) for side in sides] for _ in range(TURNS)]
                row += [statistics.median(times) for times in zip(*turns)]
            rows.append(row)
        for side in sides:
            side.communicate()
    print(" " * 24 + "".join(f"{f'his {size}':>12}{'ours':>11}{'ratio':>8}" for size in SIZES))
    for name, *times in sorted(rows, key=lambda row: row[1] / row[2]):
        print(f"{name:24}" + "".join(f"{a:12.0f}{b:11.0f}{a / b:8.2f}" for a, b in zip(times[::2], times[1::2])))


main()
