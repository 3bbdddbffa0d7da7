#!/usr/bin/env python3
"""Writes the Pascal units that repeat each other, from the table units.txt: block ciphers in their modes, hash functions,
HMACs and checksums. What differs from unit to unit is in the tables below; what the units do is in bramah_we.pas,
bramah_wem.pas, bramah_weg.pas, bramah_weh.pas and the units that are written by hand.

    units.py            writes the units
    units.py --check    fails if a unit is not the one that would be written, or declares other routines than the table
"""

import pathlib
import re
import sys

HERE = pathlib.Path(__file__).parent


class Routine:
    """A row of the table."""

    def __init__(self, line):
        self.unit, self.name, parameters, self.result = line.split("\t")
        self.parameters = [tuple(one.split(" ", 2)) for one in parameters.split(", ") if one]

    def declared(self, end=""):
        """Returns the declaration."""
        parts = []
        for name, how, of in self.parameters:
            front = "" if how == "value" else how + " "
            parts.append(f"{front}{name}" if of == "untyped" else f"{front}{name}: {of}")
        inside = f"({'; '.join(parts)})" if parts else ""
        if self.result == "-":
            return f"procedure {self.name}{inside};{end}"
        return f"function {self.name}{inside}: {self.result};{end}"

    def has(self, name):
        """Returns whether there is a parameter of a name."""
        return any(one[0] == name for one in self.parameters)


def table():
    """Returns the rows by unit."""
    units = {}
    for line in (HERE / "units.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            row = Routine(line)
            units.setdefault(row.unit, []).append(row)
    return units


# ---- Block ciphers ----

ALL_ERRORS = {
    "Invalid_Key_Size": -1, "Invalid_Mode": -2, "Invalid_Length": -3, "Data_After_Short_Block": -4,
    "MultipleIncProcs": -5, "NIL_Pointer": -6, "EAX_Inv_Text_Length": -7, "EAX_Inv_TAG_Length": -8,
    "EAX_Verify_Tag": -9, "CCM_Hdr_length": -10, "CCM_Nonce_length": -11, "CCM_Tag_length": -12,
    "CCM_Verify_Tag": -13, "CCM_Text_length": -14, "CTR_SeekOffset": -15, "GCM_Verify_Tag": -17,
    "GCM_Auth_After_Final": -18, "Invalid_16Bit_Length": -20,
}  # fmt: skip

# prefix: (unit of the types, bytes of a block, bytes of the record, types and fields of round keys as programs name them)
CIPHERS = {
    "AES": ("aes_type", 16, 576, ["TKeyArray = packed array[0..AESMaxRounds] of TAESBlock"], ["RK: TKeyArray"]),
    "ANU": ("anu_base", 16, 1600, ["TANURndKey = packed array[0..18, 0..3] of longint"], ["RK: TANURndKey"]),
    "BF": ("bf_base", 8, 8704, ["TBF2Long = packed record L, R: longint; end"], []),
    "CAM": ("cam_base", 16, 2624, ["TCAMRndKey = packed array[0..16] of TCAMBlock"], ["EK: TCAMRndKey"]),
    "SC": ("sc_base", 32, 320, ["TSCKeyArr = packed array[0..63] of longint"], ["RK: TSCKeyArr"]),
    "SEA": ("sea_base", 16, 320, ["TSEARndKey = packed array[0..31] of longint"], ["RK: TSEARndKey"]),
    "SJ": ("sj_base", 8, 64, ["TSJRKArray = packed array[0..9] of byte"], ["CV: TSJRKArray"]),
    "SP": ("sp_base", 16, 640, ["TSPRndKey = packed array[0..131] of longint"], ["RK: TSPRndKey"]),
    "TF": ("tf_base", 16, 5440, ["TTFRndKey = packed array[0..39] of longint"], ["RK: TTFRndKey"]),
    "XT": ("xt_base", 8, 320, ["TXT2Long = packed record L, R: longint; end"], []),
}

def types(prefix, dll):
    """Returns the declarations of a cipher's constants and types."""
    _, block, store, extra, fields = CIPHERS[prefix]
    inc = "TIncProc" if prefix == "AES" else f"T{prefix}IncProc"
    errors = ALL_ERRORS
    out = ["const"]
    if prefix == "AES":
        out.append("  AESMaxRounds = 14;")
    out += [f"  {prefix}_Err_{name} = {value};" for name, value in errors.items()]
    out += ["", "type", f"  T{prefix}Block = packed array[0..{block - 1}] of byte;", f"  P{prefix}Block = ^T{prefix}Block;"]
    out += [f"  {line};" for line in extra]
    out += [
        "  { A function of the user that increments the counter of CTR. }",
        f"  {inc} = procedure(var CTR: T{prefix}Block);{' stdcall;' if dll else ''}",
        "  { A cipher with its key, and a message in progress: copied by assignment, and never freed. }",
        f"  T{prefix}Context = record",
        "    bLen, Rounds, KeyBits: word;",
        "    Decrypt, Flag: byte;",
        f"    IncProc: {inc};",
        "    Key: word;",
        "    Fill: array[0..2] of word;",
        f"    IV, buf: T{prefix}Block;",
    ]
    if fields:
        out += [
            "    case byte of",
            f"      0: (Store: array[0..{store // 8 - 1}] of int64);",
            f"      1: (Front: array[0..15] of byte; {'; '.join(fields)});",
            "  end;",
        ]
    else:
        out += [f"    Store: array[0..{store // 8 - 1}] of int64;", "  end;"]
    out += ["", "const", f"  {prefix}BLKSIZE = SizeOf(T{prefix}Block);"]
    return out


def mode_types(prefix, mode):
    """Returns the declarations of the context of a mode that needs more than the cipher's."""
    context = f"T{prefix}Context"
    block = f"T{prefix}Block"
    if mode == "eax":
        return [
            f"  T{prefix}_EAXContext = record",
            f"    HdrOMAC, MsgOMAC, ctr_ctx: {context};",
            f"    NonceTag: {block};",
            "    tagsize, flags: word;",
            "  end;",
        ]
    if mode == "gcm":
        return [
            "  TBit64 = packed array[0..1] of longint;",
            f"  T{prefix}_GCMContext = record",
            f"    actx: {context};",
            f"    aad_ghv, txt_ghv, ghash_h: {block};",
            "    aad_cnt, atx_cnt: int64;",
            "    y0_val: longint;",
            "  end;",
        ]
    if mode == "xts":
        return [f"  T{prefix}_XTSContext = record", f"    main, tweak: {context};", "  end;"]
    return []


def key(row):
    """Returns the arguments of a key: its bytes, its length, and whether that is in bits. Where keys have any length, it is in bytes,
    whatever the name of the parameter."""
    in_bytes = row.name.split("_")[0] in ("BF", "SC", "SJ", "XT")
    for name, bits in (("KeyBits", "true"), ("KBits", "true"), ("KeyBytes", "false"), ("KBytes", "false")):
        if row.has(name):
            return f"Key, {name}, {'false' if in_bytes else bits}"
    raise ValueError(row.name)


GCM = "PWEGcm(@ctx.aad_ghv)^"


def body(prefix, row, dll):
    """Returns the expression that a routine of a block cipher consists of, or its lines."""
    c = f"WE_{prefix}"
    block = CIPHERS[prefix][1]
    name = row.name[len(prefix) + 1 :]
    flag = "true" if dll else "false"
    if row.name == "gf_mul":
        return "WE_gf_mul(a, b)"
    if row.name == "gf_mul_h":
        return "WE_gf_mul(a, ctx.ghash_h)"
    text = ("dst", "src")
    if row.has("ptp"):
        length = next(one for one in ("ILen", "pLen", "cLen") if row.has(one))
        encrypts = [one[0] for one in row.parameters].index("ptp") < [one[0] for one in row.parameters].index("ctp")
        text = f"ptp, ctp, {length}" if encrypts else f"ctp, ptp, {length}"
        whole = f"ptp, {length}, ctp" if encrypts else f"ctp, {length}, ptp"
    fixed = {
        "XorBlock": f"WE_Xor(B1, B2, B3, {block})",
        "DLL_Version": "bramah_version",
        "SetFastInit": "FastInit := value",
        "GetFastInit": "FastInit",
        "T0Ofs": "0",
        "InitState": "FillChar(ctx, SizeOf(ctx), 0)",
        "Encrypt": f"WE_Block({c}, WE_ECB_ENCRYPT, ctx, BI, BO)",
        "Decrypt": f"WE_Block({c}, WE_ECB_DECRYPT, ctx, BI, BO)",
        "IncMSBFull": f"WE_Inc(CTR, {block - 1}, 0)",
        "IncLSBFull": f"WE_Inc(CTR, 0, {block - 1})",
        "IncMSBPart": f"WE_Inc(CTR, {block - 1}, {block // 2})",
        "IncLSBPart": f"WE_Inc(CTR, 0, {block // 2 - 1})",
        "CTR_Seek": f"WE_CTR_Seek({c}, Incs, {flag}, iCTR, SOL, SOH, ctx)",
        "CTR_Seek64": f"WE_CTR_Seek({c}, Incs, {flag}, iCTR, longint(SO), longint(SO shr 32), ctx)",
        "CTR_Reset": f"WE_CTR_Reset({c}, CTR, ctx)",
        "OMACx_Final": f"WE_OMAC_Final({c}, OMAC2, tag, ctx)",
        "CPRF128": f"WE_CPRF128({c}, Key, KeyBytes, msg, msglen, PRV)",
        "CPRF128_selftest": f"WE_CPRF128_Selftest({c})",
        "EAX_Provide_Header": f"WE_OMAC_Update({c}, Hdr, hLen, ctx.HdrOMAC)",
        "EAX_Final": f"WE_EAX_Final({c}, tag, ctx.HdrOMAC, ctx.MsgOMAC, ctx.NonceTag)",
        "GCM_Reset_IV": f"WE_GCM_Reset_IV({c}, pIV, IV_len, ctx.actx, {GCM})",
        "GCM_Add_AAD": f"WE_GCM_AAD(pAAD, aLen, ctx.actx, {GCM})",
        "GCM_Final": f"WE_GCM_Final({c}, tag, ctx.actx, {GCM})",
    }
    if name in fixed:
        return fixed[name]
    if name in ("Init", "Init_Encr", "ECB_Init", "ECB_Init_Encr"):
        return f"WE_Init({c}, {key(row)}, 0, ctx)"
    if name in ("Init_Decr", "ECB_Init_Decr"):
        return f"WE_Init({c}, {key(row)}, 1, ctx)"
    if name == "Init2":
        return f"WE_Init({c}, {key(row)}, decr, ctx)"
    if name in ("Reset", "ECB_Reset"):
        return "WE_Reset(ctx)"
    if name == "SetIncProc":
        return ["var", "  p: pointer absolute IncP;", "begin", f"  {row.name} := WE_SetIncProc(p, ctx);", "end;"]
    if name == "CTR_Init":
        inc = "nil"
        if prefix == "AES" and not dll:
            return [
                "var", "  inc: pointer;", "begin", "  inc := nil;", "  if DefaultIncMSBPart then",
                "    inc := Incs[2];", f"  {row.name} := WE_CTR_Init({c}, {key(row)}, CTR, inc, ctx);", "end;",
            ]  # fmt: skip
        return f"WE_CTR_Init({c}, {key(row)}, CTR, {inc}, ctx)"
    if name in ("CBC_Init", "CFB_Init", "CFB8_Init", "OFB_Init", "CBC_Init_Encr"):
        return f"WE_Init_IV({c}, {key(row)}, 0, IV, ctx)"
    if name == "CBC_Init_Decr":
        return f"WE_Init_IV({c}, {key(row)}, 1, IV, ctx)"
    if name in ("CBC_Reset", "CFB_Reset", "OFB_Reset"):
        return f"WE_Reset_IV({c}, IV, ctx)"
    if name in ("OMAC_Init", "CMAC_Init"):
        return f"WE_OMAC_Init({c}, {key(row)}, ctx)"
    if name in ("OMAC_Update", "OMAC_UpdateXL", "CMAC_Update", "CMAC_UpdateXL"):
        return f"WE_OMAC_Update({c}, data, ILen, ctx)"
    if name in ("OMAC_Final", "OMAC1_Final", "CMAC_Final"):
        return f"WE_OMAC_Final({c}, false, tag, ctx)"
    if name == "OMAC2_Final":
        return f"WE_OMAC_Final({c}, true, tag, ctx)"
    if name == "EAX_Init":
        return f"WE_EAX_Init({c}, {key(row)}, nonce, nLen, ctx.HdrOMAC, ctx.MsgOMAC, ctx.ctr_ctx, ctx.NonceTag)"
    if name in ("XTS_Init_Encr", "XTS_Init_Decr"):
        way = int(name.endswith("Decr"))
        return [
            "var", "  err: longint;", "begin",
            f"  err := WE_Init({c}, K1, KBits, true, {way}, ctx.main);",
            "  if err = 0 then", f"    err := WE_Init({c}, K2, KBits, true, 0, ctx.tweak);",
            f"  {row.name} := err;", "end;",
        ]  # fmt: skip
    decrypt = "false" if re.search("Enc", name) else "true"
    if name in ("EAX_Encrypt", "EAX_Decrypt"):
        return f"WE_{name}({c}, {text}, ctx.MsgOMAC, ctx.ctr_ctx)"
    if name in ("EAX_Enc_Auth", "EAX_Dec_Veri"):
        tag = "tag, nil, 0" if decrypt == "false" else f"T{prefix}Block(nil^), ptag, tLen"
        tag = tag if decrypt == "false" else "none, ptag, tLen"
        return own_tag(prefix, row, f"WE_EAX_Whole({c}, {tag}, {key(row)}, nonce, nLen, Hdr, hLen, {whole}, {decrypt})", decrypt)
    if name in ("CCM_Enc_AuthEx", "CCM_Dec_VeriEX"):
        tag = "tag, nil, tLen" if decrypt == "false" else "none, ptag, tLen"
        return own_tag(prefix, row, f"WE_CCM({c}, ctx, {decrypt}, {tag}, nonce, nLen, hdr, hLen, {whole})", decrypt)
    if name in ("CCM_Enc_Auth", "CCM_Dec_Veri"):
        tag = "tag, nil, tLen" if decrypt == "false" else "none, ptag, tLen"
        call = f"WE_CCM_Whole({c}, {decrypt}, {tag}, Key, KBytes, nonce, nLen, hdr, hLen, {whole})"
        return own_tag(prefix, row, call, decrypt)
    if name == "GCM_Init":
        return f"WE_GCM_Init({c}, Key, KeyBits, ctx.actx, {GCM})"
    if name in ("GCM_Encrypt", "GCM_Decrypt"):
        return f"WE_GCM_Crypt({c}, {decrypt}, {text}, ctx.actx, {GCM})"
    if name in ("GCM_Enc_Auth", "GCM_Dec_Veri"):
        tag = "tag, nil, 16" if decrypt == "false" else "none, ptag, tLen"
        call = f"WE_GCM_Whole({c}, {decrypt}, {tag}, Key, KBits, pIV, IV_len, pAAD, aLen, {whole}, ctx.actx, {GCM})"
        return own_tag(prefix, row, call, decrypt)
    if name in ("XTS_Encrypt", "XTS_Decrypt"):
        return f"WE_XTS({c}, {decrypt}, {text}, twk, ctx.main, ctx.tweak)"
    mode, _ = name.split("_")
    if mode == "CTR":
        return f"WE_CTR({c}, Incs, {flag}, {text}, ctx)"
    if mode == "OFB":
        return f"WE_OFB_Apply({c}, {text}, ctx)"
    return f"WE_{mode}({c}, {decrypt}, {text}, ctx)"


def own_tag(prefix, row, call, decrypt):
    """Returns a call, with a variable for the tag that decryption does not return."""
    if decrypt == "false":
        return call
    return ["var", f"  none: T{prefix}Block;", "begin", f"  {row.name} := {call};", "end;"]


def wrapped(line):
    """Breaks a line that is too long at a space after a comma or semicolon."""
    out, indent = [], len(line) - len(line.lstrip())
    while len(line) > 128:
        at = max(line.rfind("; ", 0, 126), line.rfind(", ", 0, 126)) + 1
        if at <= indent + 2:
            break
        out.append(line[:at])
        line = " " * (indent + 2) + line[at + 1 :]
    return out + [line]


def routines(rows, write):
    """Returns the interface and the implementation of routines: `write` returns an expression or the lines of each."""
    interface, implementation = [], []
    for row in rows:
        end = write.end
        interface += wrapped(row.declared(end))
        implementation += ["", *wrapped(row.declared(end))]
        lines = write(row)
        if isinstance(lines, str):
            front = "" if row.result == "-" else f"{row.name} := "
            lines = ["begin", *wrapped(f"  {front}{lines};"), "end;"]
        implementation += [one for line in lines for one in wrapped(line)]
    return interface, implementation


def unit(name, about, uses, interface, implementation, front=(), finish=()):
    """Returns the text of a unit."""
    out = [f"{{ {about} Written by units.py: do not edit. }}", f"unit {name};", "", "interface", ""]
    if uses:
        out += ["uses", f"  {', '.join(uses)};", ""]
    out += [*interface, "", "implementation", *front, *implementation, "", *finish, "end."]
    return "\n".join(out) + "\n"


def block_unit(name, rows):
    """Returns the text of a unit of a block cipher."""
    prefix = next(one for one in CIPHERS if name.startswith(one.lower() + "_"))
    base = CIPHERS[prefix][0]
    mode = name.split("_")[1]
    dll = mode == "intf"

    def write(row):
        return body(prefix, row, dll)

    write.end = " stdcall;" if dll else ""
    interface, implementation = routines(rows, write)
    front, declared, uses = [], [], ["bramah_we"]
    if dll or mode in ("omac", "cmac", "cprf", "eax"):
        uses.append("bramah_wem")
    if (dll and has_mode(prefix, "gcm")) or mode in ("ccm", "gcm", "xts"):
        uses.append("bramah_weg")
    if dll or (mode == "base" and prefix != "AES"):
        declared += types(prefix, dll)
    elif mode != "type":
        uses.append(base)
    if dll:
        more = [line for one in ("eax", "gcm", "xts") if has_mode(prefix, one) for line in mode_types(prefix, one)]
    else:
        more = mode_types(prefix, mode)
    if more:
        declared += ["", "type", *more]
    if mode == "base" and prefix == "AES":
        declared += ["type", "  TWA4 = packed array[0..3] of longint;", "  TBA4 = packed array[0..3] of byte;"]
        declared += ["  PWA4 = ^TWA4;"]
    if name == "aes_ctr":
        declared += ["const", "  { Whether AES_CTR_Init sets AES_IncMSBPart. }", "  DefaultIncMSBPart: boolean = false;"]
    names = {row.name for row in rows}
    if any(row.name.endswith("GetFastInit") for row in rows):
        front += ["", "{$J+}", "const", "  { Without effect: contexts are always initialised as a whole. }", "  FastInit: boolean = true;"]
    if f"{prefix}_CTR_Encrypt" in names:
        incs = ", ".join(f"@{prefix}_Inc{way}" for way in ("MSBFull", "LSBFull", "MSBPart", "LSBPart"))
        front += ["", "const", f"  Incs: TWEIncs = ({incs});"]
    declared += [""] if declared else []
    what = "the types" if mode == "type" else "the routines of the DLL" if dll else f"the routines of the unit {name}"
    about = f"{what[0].upper()}{what[1:]} of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md."
    return unit(name, about, uses, declared + interface, implementation, front)


# ---- Hash functions ----

# unit: (name in the library, identifier, name in the descriptor, bytes of a block, type and bytes of a digest, form, object
# identifier, digest of 'abc', digest of a million letters a; empty if it is not tested)
HASHES = {
    "md4": ("md4", "_MD4", "MD4", 64, "TMD4Digest", 16, "wfLittle", "1,2,840,113549,2,4",
            "a448017aaf21d8525fc10ae87aa6729d", "bbce80cc6bb65e5c6745e30d4eeca9a4"),
    "md5": ("md5", "_MD5", "MD5", 64, "TMD5Digest", 16, "wfLittle", "1,2,840,113549,2,5",
            "900150983cd24fb0d6963f7d28e17f72", "7707d6ae4e027c70eea2a935c2296f21"),
    "rmd160": ("ripemd160", "_RIPEMD160", "RIPEMD160", 64, "TRMD160Digest", 20, "wfLittle", "1,3,36,3,2,1",
               "8eb208f7e05d987a9b044a8e98c6b087f15a0bfc", "52783243c1697bdbe16d37f97f68f08325dc1528"),
    "sha1": ("sha1", "_SHA1", "SHA1", 64, "TSHA1Digest", 20, "wfBig32", "1,3,14,3,2,26",
             "a9993e364706816aba3e25717850c26c9cd0d89d", "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
    "sha224": ("sha224", "_SHA224", "SHA224", 64, "TSHA224Digest", 28, "wfBig32", "2,16,840,1,101,3,4,2,4",
               "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7",
               "20794655980c91d8bbb4c1ea97618a4bf03f42581948b2ee4ee7ad67"),
    "sha256": ("sha256", "_SHA256", "SHA256", 64, "TSHA256Digest", 32, "wfBig32", "2,16,840,1,101,3,4,2,1",
               "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
               "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    "sha384": ("sha384", "_SHA384", "SHA384", 128, "TSHA384Digest", 48, "wfBig64", "2,16,840,1,101,3,4,2,2",
               "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7",
               "9d0e1809716474cb086e834e310a4a1ced149e9c00f248527972cec5704c2a5b07b8b3dc38ecc4ebae97ddd87f3d8985"),
    "sha512": ("sha512", "_SHA512", "SHA512", 128, "TSHA512Digest", 64, "wfBig64", "2,16,840,1,101,3,4,2,3",
               "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
               "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
               "e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973eb"
               "de0ff244877ea60a4cb0432ce577c31beb009c5c2c49aa2e4eadb217ad8cc09b"),
    "sha5_224": ("sha512-224", "_SHA512_224", "SHA512/224", 128, "TSHA5_224Digest", 28, "wfBig64", "2,16,840,1,101,3,4,2,5",
                 "4634270f707b6a54daae7530460842e20e37ed265ceee9a43e8924aa",
                 "37ab331d76f0d36de422bd0edeb22a28accd487b7a8453ae965dd287"),
    "sha5_256": ("sha512-256", "_SHA512_256", "SHA512/256", 128, "TSHA5_256Digest", 32, "wfBig64", "2,16,840,1,101,3,4,2,6",
                 "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23",
                 "9a59a052930187a97038cae692f30708aa6491923ef5194394dc68d56c74fb21"),
    "whirl512": ("whirlpool", "_Whirlpool", "Whirlpool", 64, "TWhirlDigest", 64, "wfBytes", "1,0,10118,3,0,55",
                 "4e2448a4c6f486bb16b6562c73b4020bf3043e3a731bce721ae1b303d97e6d4c"
                 "7181eebdb6c57e277d0e34957114cbd6c797fc9d95d8b582d225292076d4eef5", ""),
    "sha3_224": ("sha3-224", "_SHA3_224", "SHA3-224", 144, "TSHA3_224Digest", 28, "wfSponge", "2,16,840,1,101,3,4,2,7",
                 "e642824c3f8cf24ad09234ee7d3c766fc9a3a5168d0c94ad73b46fdf",
                 "d69335b93325192e516a912e6d19a15cb51c6ed5c15243e7a7fd653c"),
    "sha3_256": ("sha3-256", "_SHA3_256", "SHA3-256", 136, "TSHA3_256Digest", 32, "wfSponge", "2,16,840,1,101,3,4,2,8",
                 "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532",
                 "5c8875ae474a3634ba4fd55ec85bffd661f32aca75c6d699d0cdcb6c115891c1"),
    "sha3_384": ("sha3-384", "_SHA3_384", "SHA3-384", 104, "TSHA3_384Digest", 48, "wfSponge", "2,16,840,1,101,3,4,2,9",
                 "ec01498288516fc926459f58e2c6ad8df9b473cb0fc08c2596da7cf0e49be4b298d88cea927ac7f539f1edf228376d25",
                 "eee9e24d78c1855337983451df97c8ad9eedf256c6334f8e948d252d5e0e76847aa0774ddb90a842190d2c558b4b8340"),
    "sha3_512": ("sha3-512", "_SHA3_512", "SHA3-512", 72, "TSHA3_512Digest", 64, "wfSponge", "2,16,840,1,101,3,4,2,10",
                 "b751850b1a57168a5693cd924b6b096e08f621827444f70d884f5d0240d2712e"
                 "10e116e9192af3c91a7ec57647e3934057340b4cf408d5a56592f8274eec53f0",
                 "3c3a876da14034ab60627c077bb98f7e120a2a5370212dffb3385a18d4f38859"
                 "ed311d0a9d5141ce9cc5c66ee689b266a8aa18ace8282a0e0db596c90b0a7b87"),
    "blaks224": ("blake2s-224", "_Blake2S_224", "Blake2S-224", 64, "TBlake2S_224Digest", 28, "", "1,3,6,1,4,1,1722,12,2,2,7",
                 "0b033fc226df7abde29f67a05d3dc62cf271ef3dfea4d387407fbd55",
                 "0a704b2294e76042150da14d37f2dfd9789707daee520ca55fbdf835"),
    "blaks256": ("blake2s-256", "_Blake2S_256", "Blake2S-256", 64, "TBlake2S_256Digest", 32, "", "1,3,6,1,4,1,1722,12,2,2,8",
                 "508c5e8c327c14e2e1a72ba34eeb452f37458b209ed63a294d999b4c86675982",
                 "bec0c0e6cde5b67acb73b81f79a67a4079ae1c60dac9d2661af18e9f8b50dfa5"),
    "blakb384": ("blake2b-384", "_Blake2B_384", "Blake2B-384", 128, "TBlake2B_384Digest", 48, "", "1,3,6,1,4,1,1722,12,2,1,12",
                 "6f56a82c8e7ef526dfe182eb5212f7db9df1317e57815dbda46083fc30f54ee6c66ba83be64b302d7cba6ce15bb556f4",
                 "92650b7746765a98701ec2077c3603127c62525c8543477c8519d6cc53ac5a9f0098ed56eb7aaf03ca50bfe046e7bba3"),
    "blakb512": ("blake2b-512", "_Blake2B_512", "Blake2B-512", 128, "TBlake2B_512Digest", 64, "", "1,3,6,1,4,1,1722,12,2,1,16",
                 "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"
                 "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923",
                 "98fb3efb7206fd19ebf69b6f312cf7b64e3b94dbe1a17107913975a793f177e1"
                 "d077609d7fba363cbba00d05f7aa4e4fa8715d6428104c0a75643b0ff3fd3eaf"),
}  # fmt: skip


def hash_unit(name, rows):
    """Returns the text of the unit of a hash function."""
    library, identifier, title, block, digest, length, form, oid, abc, million = HASHES[name]
    stem = next(row.name for row in rows if row.name.endswith("Init"))[: -len("Init")]
    front = [row.name for row in rows]

    def write(row):
        what = row.name[len(stem) :]
        if what == "Init":
            return f"WEH_Init(Context.H, '{library}')"
        if what in ("Update", "UpdateXL"):
            return "WEH_Update(Context.H, Msg, Len)"
        if what == "Final":
            return f"WEH_Final(Context.H, Digest, {length})"
        whole = ["  WEH_Zero(Digest, SizeOf(Digest));"]
        if what == "FinalEx":
            return ["begin", *whole, f"  WEH_Final(Context.H, Digest, {length});", "end;"]
        bits = f"WEH_FinalBits(Context.H, Digest, {length}, BData, bitlen, {form}, {block})"
        if what == "FinalBitsEx":
            return ["begin", *whole, f"  {bits};", "end;"]
        if what == "FinalBits":
            return bits
        if what == "FinalBits_LSB":
            return bits.replace("BData", "WEH_Reversed(BData)")
        if what == "SelfTest":
            return ["begin", f"  {row.name} := WEH_Test('{library}',", f"    '{abc}',", f"    '{million}');", "end;"]
        if what in ("Full", "FullXL"):
            return f"WEH_Full('{library}', Digest, {length}, Msg, Len)"
        if what == "File":
            return f"WEH_File('{library}', fname, Digest, {length}, Err)"
        raise ValueError(row.name)

    write.end = ""
    interface, implementation = routines(rows, write)
    numbers = oid.split(",")
    vector = ", ".join(numbers + ["-1"] * (11 - len(numbers)))
    own = "" if stem + "FinalEx" in front else "Own"
    bits = f"{stem}FinalBitsEx" if form else "NoBits"
    extra = []
    if own:
        extra += ["", "procedure OwnFinalEx(var Context: THashContext; var Digest: THashDigest);", "begin"]
        extra += ["  WEH_Zero(Digest, SizeOf(Digest));", f"  WEH_Final(Context.H, Digest, {length});", "end;"]
    if not form:
        extra += ["", "{ The function has no messages of bits: only those of whole bytes are taken. }"]
        extra += ["procedure NoBits(var Context: THashContext; var Digest: THashDigest; BData: byte; bitlen: integer);", "begin"]
        extra += ["  WEH_Zero(Digest, SizeOf(Digest));", "  if bitlen = 0 then", f"    WEH_Final(Context.H, Digest, {length});", "end;"]
    final = "OwnFinalEx" if own else f"{stem}FinalEx"
    declared = ["", "const", f"  OID: TOID_Vec = ({vector});", "", "var", "  Desc: THashDesc;"]
    finish = [
        "begin",
        f"  WEH_Describe(TWEDesc(pointer(@Desc)^), longint({identifier}), '{title}', {block}, {length}, @OID, {len(numbers)},",
        f"    @{stem}Init, @{final}, @{stem}UpdateXL, @{bits});",
        f"  RegisterHash({identifier}, @Desc);",
    ]
    about = f"The routines of the unit {name} of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md."
    return unit(name, about, ["bramah_weh", "btypes", "hash"], interface, declared + implementation + extra, (), finish)


# unit: (the units of its hash functions, how they are called in its routines: the identifier of each)
HMACS = {
    "hmac_md5": {"MD5": ("md5", "_MD5")},
    "hmacsha1": {"sha1": ("sha1", "_SHA1")},
    "hmacsha2": {"SHA256": ("sha256", "_SHA256")},
    "hmacsha5": {"SHA512": ("sha512", "_SHA512")},
    "hmacwhir": {"Whirl": ("whirl512", "_Whirlpool")},
    "hmacs5t": {"SHA5_224": ("sha5_224", "_SHA512_224"), "SHA5_256": ("sha5_256", "_SHA512_256")},
}


def hmac_unit(name, rows):
    """Returns the text of a unit of HMAC."""
    functions = HMACS[name]

    def write(row):
        stem, what = row.name[len("hmac_") :].rsplit("_", 1)
        identifier = next(one[1] for key, one in functions.items() if key.lower() == stem.lower())
        if what == "init":
            return f"hmac_init(ctx, FindHash_by_ID({identifier}), key, klen)"
        if what == "inits":
            return f"hmac_inits(ctx, FindHash_by_ID({identifier}), skey)"
        if what in ("update", "updateXL"):
            return "hmac_updateXL(ctx, data, dlen)"
        return ["var", "  whole: THashDigest;", "begin", "  hmac_final(ctx, whole);", "  if @mac <> nil then", "    Move(whole, mac, SizeOf(mac));", "end;"]

    write.end = ""
    interface, implementation = routines(rows, write)
    uses = ["btypes", "hash", "hmac", *(one[0] for one in functions.values())]
    about = f"The routines of the unit {name} of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md."
    return unit(name, about, uses, interface, implementation)


# ---- Checksums ----

# unit: (stem of the routines, variable, its type, checksum, first number, what ends it, message of the self-test, its result)
SUMS = {
    "crc16": ("CRC16", "CRC", "word", "wsCrc16", "0", "", "CatMouse987654321", "$E556"),
    "crc24": ("CRC24", "CRC", "longint", "wsCrc24", "$B704CE", "CRC and $FFFFFF", "123456789", "$21CF02"),
    "crc32": ("CRC32", "CRC", "longint", "wsCrc32", "-1", "not CRC", "123456789", "longint($CBF43926)"),
    "fcrc32": ("FCRC32", "CRC", "longint", "wsCrc32", "-1", "not CRC", "123456789", "longint($CBF43926)"),
    "bcrc32": ("bCRC32", "CRC", "longint", "wsCrc32", "-1", "not CRC", "123456789", "longint($CBF43926)"),
    "crc64": ("CRC64", "CRC", "TCRC64", "wsCrc64", "-1", "not int64(CRC)", "123456789", "$62EC59E3F1A4F00A"),
    "bcrc64": ("bCRC64", "CRC", "TCRC64b", "wsCrc64", "-1", "not int64(CRC)", "123456789", "$62EC59E3F1A4F00A"),
    "adler32": ("Adler32", "adler", "longint", None, "1", "", "123456789", "$91E01DE"),
}


def sum_unit(name, rows):
    """Returns the text of the unit of a checksum."""
    stem, variable, of, model, first, end, message, result = SUMS[name]
    wide = of.startswith("T")
    number = f"int64({variable})" if wide else variable
    to_state = {"word": "CRC", "longint": "dword(CRC)"}.get(of, "qword(CRC)")
    back = {"word": "word(state)", "longint": "longint(state)"}.get(of, "int64(state)")

    def write(row):
        what = row.name[len(stem) :] if row.name.startswith(stem) else row.name
        if what == "Long2PGP":
            lines = [f"  PGPCRC[{2 - i}] := byte(CRC shr {8 * i});" for i in (2, 1, 0)]
            return ["begin", *lines, "end;"]
        if what == "Init":
            return f"{number} := {first}"
        if what == "Final":
            return f"{number} := {end}" if end else "{ nothing is changed at the end }"
        if what in ("Update", "UpdateXL"):
            if model is None:
                return "WES_Adler(adler, Msg, Len)"
            return ["var", "  state: qword;", "begin", f"  state := {to_state};", f"  WES_Update({model}, state, Msg, Len);",
                    f"  {number} := {back};", "end;"]  # fmt: skip
        if what in ("Full", "FullXL"):
            return ["begin", f"  {stem}Init({variable});", f"  {stem}UpdateXL({variable}, Msg, Len);", f"  {stem}Final({variable});", "end;"]
        if what == "SelfTest":
            return [
                "const", f"  Message: string[17] = '{message}';", "var", f"  whole, parts: {of};", "  i: integer;", "begin",
                f"  {stem}Full(whole, @Message[1], Length(Message));", f"  {stem}Init(parts);",
                "  for i := 1 to Length(Message) do", f"    {stem}Update(parts, @Message[i], 1);", f"  {stem}Final(parts);",
                f"  {row.name} := ({number.replace(variable, 'whole')} = {result}) and ({number.replace(variable, 'parts')} = {result});",
                "end;",
            ]  # fmt: skip
        if what == "File":
            return [
                "var", "  from: ^TWEFile;", "  n: longint;", "begin", "  New(from);", "  WES_Open(from^, fname, Err);",
                "  if Err = 0 then", "  begin", f"    {stem}Init({variable});", "    repeat",
                "      n := WES_Read(from^, Err);", f"      {stem}UpdateXL({variable}, @from^.Data, n);", "    until n = 0;",
                f"    {stem}Final({variable});", "  end;", "  Dispose(from);", "end;",
            ]  # fmt: skip
        raise ValueError(row.name)

    write.end = ""
    interface, implementation = routines(rows, write)
    declared = []
    if wide:
        declared = ["type", f"  {of} = packed record", "    lo32, hi32: longint;", "  end;", ""]
    if name == "crc24":
        declared = ["type", "  { A CRC in the order of OpenPGP. }", "  TPGPDigest = array[0..2] of byte;", ""]
    about = f"The routines of the unit {name} of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md."
    return unit(name, about, ["bramah_weh"], declared + interface, implementation)


def has_mode(prefix, mode):
    """Returns whether there is a unit of a mode."""
    return f"{prefix.lower()}_{mode}" in TABLE


TABLE = table()


def generated():
    """Returns the text of every unit that is written here, by name."""
    units = {}
    for name, rows in TABLE.items():
        if any(name.startswith(prefix.lower() + "_") for prefix in CIPHERS) :
            units[name] = block_unit(name, rows)
        elif name in HASHES:
            units[name] = hash_unit(name, rows)
        elif name in HMACS:
            units[name] = hmac_unit(name, rows)
        elif name in SUMS:
            units[name] = sum_unit(name, rows)
    about = "The types of AES of W. Ehrhardt, over Bramah's C library: see docs/pascal-units.md."
    units["aes_type"] = unit("aes_type", about, [], types("AES", False), [])
    return units


def declarations(text):
    """Returns the declarations of the interface of a unit, in one form."""
    text = re.sub(r"\{.*?\}", "", text, flags=re.S)
    text = text[: re.search(r"\bimplementation\b", text, re.I).start()]
    found = set()
    for match in re.finditer(r"^(?:procedure|function)\s[^;(]*(?:\([^)]*\))?[^;]*;", text, re.M | re.I):
        found.add(re.sub(r"\s+", " ", match.group(0)).lower())
    return found


def main():
    """Writes or checks the units."""
    wrong = []
    for name, text in generated().items():
        path = HERE / f"{name}.pas"
        if sys.argv[1:] == ["--check"]:
            if not path.exists() or path.read_text() != text:
                wrong.append(f"{path.name} is not the one that units.py writes")
        else:
            path.write_text(text)
    for name, rows in TABLE.items():
        path = HERE / f"{name}.pas"
        if not path.exists():
            wrong.append(f"{path.name} is missing")
            continue
        found = declarations(path.read_text())
        wanted = {re.sub(r"\s+", " ", row.declared()).lower(): row.name for row in rows}
        wrong += [f"{path.name} does not declare {wanted[one]} as in the table" for one in wanted.keys() - found]
        wrong += [f"{path.name} declares what the table does not have: {one}" for one in found - wanted.keys()]
    for line in sorted(wrong):
        print(f"units.py: {line}", file=sys.stderr)
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
