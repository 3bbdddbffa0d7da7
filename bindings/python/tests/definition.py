"""Canonical bytes of values and digests of rows, written from docs/columns.md alone, over hashlib."""

import datetime
import decimal
import hashlib
import struct

import pyarrow as pa


def number(value):
    text = format(decimal.Decimal(value), "f")
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return b"0" if text in ("-0", "") else text.encode()


def canonical(value, type):
    """The kind and the bytes of a value, written from the page alone."""
    t = pa.types
    if value is None:
        return 0, b""
    if t.is_dictionary(type) or t.is_run_end_encoded(type):
        return canonical(value, type.value_type)
    if t.is_boolean(type):
        return 1, bytes([value])
    if t.is_integer(type) or t.is_decimal(type):
        return 2, number(value)
    if t.is_floating(type):
        return 3, struct.pack(">d", value + 0.0) if value == value else bytes.fromhex("7ff8000000000000")
    if t.is_string(type) or t.is_large_string(type) or t.is_string_view(type):
        return 4, value.encode()
    if t.is_binary(type) or t.is_large_binary(type) or t.is_fixed_size_binary(type) or t.is_binary_view(type):
        return 5, value
    if t.is_date(type):
        return 6, number((value - datetime.date(1970, 1, 1)).days)
    if t.is_time(type):
        micro = ((value.hour * 60 + value.minute) * 60 + value.second) * 10**6 + value.microsecond
        return 7, number(decimal.Decimal(micro).scaleb(-6))
    if t.is_timestamp(type):
        zone = datetime.timezone.utc if type.tz else None
        micro = (value - datetime.datetime(1970, 1, 1, tzinfo=zone)) // datetime.timedelta(microseconds=1)
        return 8 if type.tz else 9, number(decimal.Decimal(micro).scaleb(-6))
    if t.is_duration(type):
        return 10, number(decimal.Decimal(value // datetime.timedelta(microseconds=1)).scaleb(-6))
    if t.is_map(type):
        entry = pa.struct([("key", type.key_type), ("value", type.item_type)])
        entries = sorted(item({"key": key, "value": value}, entry) for key, value in value)
        return 13, b"".join(entries)
    if t.is_struct(type):
        return 12, b"".join(item(value[field.name], field.type) for field in type)
    return 11, b"".join(item(one, type.value_type) for one in value)


def item(value, type):
    kind, data = canonical(value, type)
    data = bytes([kind]) + data
    return data + len(data).to_bytes(16, "little")


def sequence(items, key=b"", customization=b"", name="sha256"):
    """SequenceHash or SequenceMAC, c2sp.org/sequencehash, of encoded items."""
    hash = lambda data: hashlib.new(name, data).digest()
    block, length, indicator = hashlib.new(name).block_size, hashlib.new(name).digest_size, 1 if key else 2
    def pad(data):
        return data + bytes(-len(data) % block) if data else bytes(block)

    def derive(data, tweak):
        data = bytearray(pad(data if len(data) <= block else hash(data)))
        data[0] ^= tweak
        return bytes(data)

    big = lambda n: n.to_bytes(16, "big")
    inner = derive(key, 0x55) + pad(b"SEQHSH_I" + big(indicator) + big(len(key))) + b"".join(items)
    header = b"SEQHSH_O" + big(indicator) + big(len(customization)) + big(len(key))
    outer = derive(key, 0xAA) + pad(header) + derive(customization, 0)
    return hash(outer + big(len(items)) + big(length) + hash(inner))


def rows(table, **options):
    """The digests of the rows of a table, from the definition."""
    return [
        sequence([item(row[field.name], field.type) for field in table.schema], **options) for row in table.to_pylist()
    ]


def keccak(state):
    """The permutation of FIPS 202, section 3.3, of 25 lanes of 64 bits."""
    rotate = lambda lane, n: (lane << n | lane >> (64 - n)) & (2**64 - 1) if n else lane
    lfsr = 1
    for _ in range(24):
        parity = [state[x] ^ state[x + 5] ^ state[x + 10] ^ state[x + 15] ^ state[x + 20] for x in range(5)]
        state = [state[i] ^ parity[(i - 1) % 5] ^ rotate(parity[(i + 1) % 5], 1) for i in range(25)]
        moved, x, y = list(state), 1, 0
        for t in range(24):
            moved[y + 5 * ((2 * x + 3 * y) % 5)] = rotate(state[x + 5 * y], (t + 1) * (t + 2) // 2 % 64)
            x, y = y, (2 * x + 3 * y) % 5
        state = [moved[i] ^ ~moved[i // 5 * 5 + (i + 1) % 5] & moved[i // 5 * 5 + (i + 2) % 5] for i in range(25)]
        for j in range(7):
            if lfsr & 1:
                state[0] ^= 1 << (2**j - 1)
            lfsr = lfsr << 1 ^ (0x171 if lfsr & 128 else 0)
    return state


def cshake(rate, name, customization, data, length):
    """cSHAKE of NIST SP 800-185, section 3, whose first output block is enough."""
    prefix = left(rate) + left(8 * len(name)) + name + left(8 * len(customization)) + customization
    data = prefix + bytes(-len(prefix) % rate) + data + b"\4"
    data = bytearray(data + bytes(-len(data) % rate))
    data[-1] |= 128
    state = [0] * 25
    for begin in range(0, len(data), rate):
        for i in range(rate // 8):
            state[i] ^= int.from_bytes(data[begin + 8 * i : begin + 8 * i + 8], "little")
        state = keccak(state)
    return b"".join(lane.to_bytes(8, "little") for lane in state)[:length]


def left(number):
    data = number.to_bytes(max(1, (number.bit_length() + 7) // 8), "big")
    return bytes([len(data)]) + data


def tuple_rows(table, rate=168, length=32, customization=b""):
    """TupleHash of NIST SP 800-185, section 5, of the kinds and bytes of the values of each row."""
    found = []
    for row in table.to_pylist():
        strings = [bytes([kind]) + data for kind, data in (canonical(row[field.name], field.type) for field in table.schema)]
        data = b"".join(left(8 * len(string)) + string for string in strings)
        number = left(8 * length)
        found.append(cshake(rate, b"TupleHash", customization, data + number[1:] + number[:1], length))
    return found
