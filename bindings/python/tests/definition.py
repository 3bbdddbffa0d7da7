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
