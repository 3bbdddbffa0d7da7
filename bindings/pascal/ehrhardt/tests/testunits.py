#!/usr/bin/env python3
"""Writes the tests of the units into a folder: testunits.py FOLDER. For each block cipher one program calls every routine of its units
and, with -dDLL, of its interface unit; another calls all other routines. The modes are computed a second time in the program, block by
block; single blocks are compared with the vectors of vectors/block, and what else there is with those of bindings/vectors.txt, the
argument of each program. A routine of the table that no program calls is an error."""

import pathlib
import re
import sys

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent))
sys.dont_write_bytecode = True
import units  # noqa: E402

ROOT = units.HERE.parents[2]

# prefix: (files of vectors, lengths of keys in bytes, name of a parameter of keys, names of the cipher in the vectors)
CIPHERS = {
    "AES": ("rijndael", (16, 24, 32), "bits", "aes"),
    "ANU": ("anubis", (16, 28, 40), "bits", "anubis"),
    "BF": ("blowfish", (1, 8, 56), "bytes", "blowfish"),
    "CAM": ("camellia", (16, 24, 32), "bits", "camellia"),
    "SC": ("shacal2", (16, 33, 64), "bytes", "shacal2"),
    "SEA": ("seed", (16,), "bits", "seed"),
    "SJ": ("skipjack", (10,), "bytes", "skipjack"),
    "SP": ("serpent", (16, 24, 32), "bits", "serpent"),
    "TF": ("twofish", (16, 24, 32), "bits", "twofish"),
    "XT": ("xtea", (16,), "bytes", "xtea"),
}


def vectors(name, block, keys):
    """Returns up to four vectors of single blocks for each length of key."""
    found = {}
    text = (ROOT / "vectors/block" / f"{name}.txt").read_text()
    for part in re.split(r"\n\s*\n", text):
        fields = dict(re.findall(r"^(\w+) = (\S+)$", part, re.M))
        if "iterations" in fields or not {"key", "plaintext", "ciphertext"} <= fields.keys():
            continue
        if not all(re.fullmatch("[0-9a-f]+", fields[one]) for one in ("key", "plaintext", "ciphertext")):
            continue
        length = len(fields["key"]) // 2
        if len(fields["plaintext"]) == 2 * block and (length in keys or len(keys) > 1 and name in ("blowfish", "shacal2")):
            values = [bytes.fromhex(fields[one]) for one in ("key", "plaintext", "ciphertext")]
            # his Skipjack has the bytes in the order of old software, the last one first
            found.setdefault(length, []).append([(one[::-1] if name == "skipjack" else one).hex() for one in values])
    return [one for length in sorted(found)[:60] for one in found[length][:4]]


TEMPLATE = (HERE / "testblocks.txt").read_text()


def program(prefix):
    """Returns the program of a cipher. A line of the template that begins with a routine in angle brackets is left out if the cipher
    has no such routine."""
    base, block, _, _, _ = units.CIPHERS[prefix]
    file, keys, how, name = CIPHERS[prefix]
    own = {row.name for unit, rows in units.TABLE.items() if unit.startswith(prefix.lower() + "_") and not unit.endswith("_intf") for row in rows}
    dll = {row.name for row in units.TABLE[f"{prefix.lower()}_intf"]}
    lines = []
    for line in TEMPLATE.splitlines():
        while match := re.match(r"<(!?)(\w+)>", line):
            wanted = match.group(2)
            there = wanted in own | dll or f"{prefix}_{wanted}" in own | dll
            if wanted == "DIRECTED":
                there = prefix in ("AES", "ANU")
            if there == (match.group(1) == "!"):
                line = None
                break
            line = line[match.end() :]
        if line is None:
            continue
        lines.append(line)
    text = "\n".join(lines)
    n = (lambda length: f"8 * ({length})") if how == "bits" else (lambda length: f"{length}")
    text = re.sub(r"@BITS\((.*?)\)@", lambda match: n(match.group(1)), text)
    known = "\n".join(f"  Known('{k}', '{p}', '{c}');" for k, p, c in vectors(file, block, keys))
    modes = ["ecb", "cbc", "cfb", "ofb", "ctr", "cfb8", "omac", "cmac", "eax", "ccm", "gcm", "xts", "cprf", "encr", "decr", "base", "type"]
    uses = [f"{prefix.lower()}_{mode}" for mode in modes if f"{prefix.lower()}_{mode}" in units.TABLE or (prefix, mode) == ("AES", "type")]
    both = [n for n in sorted(dll - own) if not n.endswith("DLL_Version")]
    assert not both, both
    values = {
        "P": prefix, "U": prefix.lower(), "B": str(block), "USES": ", ".join(uses), "KNOWN": known, "NAME": name,
        "KEYS": ", ".join(str(one) for one in keys), "COUNT": str(len(keys) - 1), "MOST": str(max(keys)), "LEAST": str(min(keys)),
        "INC": "TIncProc" if prefix == "AES" else f"T{prefix}IncProc", "HALF": str(block // 2), "LAST": str(block - 1),
    }  # fmt: skip
    for key, value in values.items():
        text = text.replace(f"@{key}@", value)
    missing = [one for one in own | dll if not re.search(rf"\b{one}\b", text)]
    if missing:
        sys.exit(f"testunits.py: {prefix}: no test calls {', '.join(sorted(missing))}")
    return text


def messages():
    """Returns the program of everything that is no block cipher."""
    template = (HERE / "testhash.txt").read_text()
    hashes, calls = [], []
    for name, (library, identifier, title, _, digest, *_) in units.HASHES.items():
        rows = {row.name for row in units.TABLE[name]}
        stem = next(one for one in rows if one.endswith("Init"))[: -len("Init")]
        lines = []
        for line in template.splitlines():
            if match := re.match(r"<(\w+)>", line):
                if stem + match.group(1) not in rows:
                    continue
                line = line[match.end() :]
            lines.append(line)
        text = "\n".join(lines)
        for key, value in {"UNIT": name, "STEM": stem, "LIBRARY": vector_name(library), "TYPE": digest, "TITLE": title, "ID": identifier}.items():
            text = text.replace(f"@{key}@", value)
        hashes.append(text + "\n")
        calls.append(f"  Test_{name};")
    hmacs, hmac_calls = [], []
    for name, functions in units.HMACS.items():
        for unit, identifier in functions.values():
            library = vector_name(units.HASHES[unit][0])
            stem = next(row.name for row in units.TABLE[name] if row.name.endswith("_init") and unit_of(row.name) == unit)[: -len("init")]
            digest = units.HASHES[unit][4]
            hmacs += [
                f"procedure Test_{stem}of;", "var", "  ctx: THMAC_Context;", f"  mac: {digest};", "  key: array[0..1023] of byte;",
                "  text: Str255;", "  n: longint;", "begin", f"  if current <> 'hmac-{library}' then", "    exit;",
                "  n := Bytes('key', key);", f"  {stem}init(ctx, @key, n);", f"  {stem}update(ctx, @message, length_ div 2);",
                f"  {stem}updateXL(ctx, @message[length_ div 2], length_ - length_ div 2);", f"  {stem}final(ctx, mac);",
                "  Same(current, mac, wanted, Length(Field('tag')) div 2);", "  if n > 255 then", "    exit;",
                "  SetLength(text, n);", "  Move(key, text[1], n);", f"  {stem}inits(ctx, text);",
                f"  {stem}updateXL(ctx, @message, length_);", f"  {stem}final(ctx, mac);",
                "  Same(current, mac, wanted, Length(Field('tag')) div 2);", "end;", "",
            ]  # fmt: skip
            hmac_calls.append(f"  Test_{stem}of;")
    variables, sums = ["var", "  err: word;"], []
    for name, (stem, _, of, *_) in units.SUMS.items():
        variables.append(f"  {name}_a, {name}_b, {name}_c: {of};")
        a, b, c = (f"{name}_{one}" for one in "abc")
        sums += [
            f"  Check('{name}: self-test', {stem}SelfTest);", f"  {stem}FullXL({a}, @message, 70001);", f"  {stem}Init({b});",
            f"  {stem}Update({b}, @message, 3);", f"  {stem}UpdateXL({b}, @message[3], 70001 - 3 - 5);",
            f"  {stem}Update({b}, @message[70001 - 5], 5);", f"  {stem}Final({b});", f"  Same('{name} in parts', {a}, {b}, SizeOf({a}));",
            f"  {stem}Full({a}, @message, 5000);", f"  {stem}FullXL({b}, @message, 5000);", f"  Same('{name}', {a}, {b}, SizeOf({a}));",
            f"  {stem}File(path, {c}, message, 0, err);", f"  Check('{name} of a file', err = 0);",
            f"  {stem}File(path + '.none', {c}, message, 0, err);", f"  Check('{name} of no file', err <> 0);",
        ]  # fmt: skip
    sums += ["  CRC24Full(crc24_a, @message, 9);", "  Long2PGP($123456, TPGPDigest(pointer(@wanted)^));"]
    sums += ["  Check('Long2PGP', (wanted[0] = $12) and (wanted[1] = $34) and (wanted[2] = $56));"]
    text = (HERE / "testmessages.txt").read_text()
    values = {
        "USES": ",\n  ".join([", ".join(units.HASHES), ", ".join(units.HMACS), ", ".join(units.SUMS)]), "HASHES": "".join(hashes),
        "CALLS": "\n".join(calls), "SUMVARS": "\n".join(variables), "SUMCALLS": "\n".join(sums), "HMACS": "\n".join(hmacs),
        "HMACCALLS": "\n".join(hmac_calls),
    }  # fmt: skip
    for key, value in values.items():
        text = text.replace(f"@{key}@", value)
    blocks = tuple(prefix.lower() + "_" for prefix in CIPHERS)
    wanted = {row.name for name, rows in units.TABLE.items() if not name.startswith(blocks) for row in rows}
    missing = [one for one in wanted if not re.search(rf"\b{one}\b", text)]
    if missing:
        sys.exit(f"testunits.py: no test calls {', '.join(sorted(missing))}")
    return text


# The domain of a parameter by its name; others are chosen by their types.
NAMED = {
    "cost": "OneOf([low(longint), -1, 0, 3, 4, 32, high(longint)])", "level": "OneOf([-1, 0, 1, high(longint)])",
    "bitlen": "OneOf([low(longint), -1, 0, 1, 5, 7, 8, 9, 255, high(longint)])", "trace": "false",
    "N": "OneOf([low(longint), -1, 0, 1, 2, 3, 16, high(longint)])", "r": "OneOf([low(longint), -1, 0, 1, 2, high(longint)])",
    "p": "OneOf([low(longint), -1, 0, 1, 2, high(longint)])", "C": "OneOf([low(longint), -1, 0, 1, 2, 3])",
    "rounds": "OneOf([0, 1, 7, 8, 12, 20, 63, 64, 65, 65535])", "keybits": "OneOf([0, 1, 127, 128, 129, 192, 256, 257, 65535])",
    "diglen": "OneOf([0, 1, 20, 28, 32, 33, 48, 64, 65, 65535])", "blocks": "word(Short mod 50 + 65485 * ord(kind = Nothing))",
    "digest": "Digest", "range": "longint(seed)", "seed": "longint(seed)",
}  # fmt: skip

# By how a parameter is passed, and its type. @ stands for the type.
TYPED = {
    ("value", "pointer"): "Data", ("value", "word"): "Short", ("value", "longint"): "Int(true)", ("value", "integer"): "Int(true)",
    ("value", "byte"): "Rnd(256)", ("value", "PHashDesc"): "Desc", ("value", "Str255"): "Words", ("value", "PHashDigest"): "Data",
    ("value", "THashAlgorithm"): "THashAlgorithm(Rnd(256))", ("value", "THashName"): "Copy(Words, 1, 19)",
    ("value", "TSHA3_Algo"): "TSHA3_Algo(Rnd(8))", ("var", "untyped"): "PByte(Data)^", ("const", "string"): "FileName",
    ("const", "BString"): "Words", ("var", "word"): "aWord", ("var", "longint"): "aLongint", ("var", "integer"): "anInteger",
    ("var", "BString"): "aString",
}  # fmt: skip


def bad_calls():
    """Returns the program that calls everything that is no block cipher as it must not be called."""
    blocks = tuple(prefix.lower() + "_" for prefix in CIPHERS)
    places, calls, abuse, tests = {}, [], [], []
    for name, rows in units.TABLE.items():
        if name.startswith(blocks):
            continue
        routines = []
        for row in rows:
            if row.name.lower().endswith("selftest"):
                wanted = f"{row.name}(false, 0) = 0" if row.parameters else row.name
                tests.append(f"  Check('{row.name}', {wanted});")
                continue
            arguments = []
            for parameter, how, of in row.parameters:
                if how == "value" and parameter in NAMED:
                    one = NAMED[parameter]
                elif (how, of) in TYPED:
                    one = TYPED[how, of]
                elif how == "const":
                    one = f"{of}(Solid^)"
                else:
                    place = places.setdefault(of, len(places))
                    # sums are numbers, which nobody passes as nil
                    one = f"{of}({'Held' if name in units.SUMS else 'Place'}({place})^)"
                arguments.append(one)
            call = f"{row.name}({', '.join(arguments)})" if arguments else row.name
            what = "shown := " if row.result == "BString" else ""
            calls += [f"procedure Bad_{row.name};", "begin", f"  what := '{row.name}';", *units.wrapped(f"  {what}{call};"), "end;", ""]
            routines.append(f"@Bad_{row.name}")
        abuse += units.wrapped(f"  Abuse([{', '.join(routines)}]);")
    # the cipher of this one holds the address of the user's function
    prepare = [f"  Prepare({number}, SizeOf({of}), {'false' if of == 'aesr_ctx' else 'true'});" for of, number in places.items()]
    text = (HERE / "testbad.txt").read_text()
    values = {
        "USES": ",\n  ".join([", ".join(units.HASHES), ", ".join(units.HMACS), ", ".join(units.SUMS)]), "CALLS": "\n".join(calls),
        "LASTPLACE": str(len(places) - 1), "PREPARE": "\n".join(prepare), "ABUSE": "\n".join(abuse), "SELFTESTS": "\n".join(tests),
    }  # fmt: skip
    for key, value in values.items():
        text = text.replace(f"@{key}@", value)
    return text


def vector_name(library):
    """Returns the name that the vectors have for a function."""
    return {
        "md4": "md4", "md5": "md5", "ripemd160": "ripemd-160", "sha1": "sha1", "sha224": "sha224", "sha256": "sha256",
        "sha384": "sha384", "sha512": "sha512", "sha512-224": "sha512-224", "sha512-256": "sha512-256",
    }.get(library, library)  # fmt: skip


def unit_of(routine):
    """Returns the unit of the hash function of a routine of HMAC."""
    stem = routine[len("hmac_") : -len("_init")]
    return next(unit for functions in units.HMACS.values() for key, (unit, _) in functions.items() if key.lower() == stem.lower())


def main():
    """Writes the programs."""
    folder = pathlib.Path(sys.argv[1])
    for prefix in CIPHERS:
        (folder / f"testblocks_{prefix.lower()}.pas").write_text(program(prefix))
    (folder / "testmessages.pas").write_text(messages())
    (folder / "testbad.pas").write_text(bad_calls())
    names = ", ".join(["btypes", "aes_type", *units.TABLE])
    lines = "\n".join(units.wrapped(f"  {names};"))
    (folder / "allunits.pas").write_text(f"{{ Written by testunits.py: it compiles every unit. }}\nprogram allunits;\n\nuses\n{lines}\n\nbegin\nend.\n")


if __name__ == "__main__":
    main()
