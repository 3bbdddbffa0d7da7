#!/usr/bin/env bash
# The CRC-64 of three object stores: Azure's is CRC-64/NVME, that of S3, with the bytes in the opposite order; Alibaba's is
# CRC-64/XZ, in decimal digits, and has ECMA in its name.
#
# azure-storage-extensions 0.1.0 computes the number that awscrt 0.38.1 calls crc64nvme. azure-storage-blob 12.31.1 writes
# it to the header x-ms-content-crc64 with the lowest byte first, botocore 1.44.8 to x-amz-checksum-crc64nvme with the
# highest first, both in base64. So the checksums of one file in these two stores are the same bits and never the same text.
# The header of alibabacloud-oss-v2 1.4.1, x-oss-hash-crc64ecma, has the number of .xz, whose polynomial is that of ECMA-182
# with the bits, the beginning and the end of CRC-64/XZ, and str() writes it.
#
# Output seen (of the text 123456789):
#   Azure   ae8b14860a799888 iJh5CoYUi64=
#   S3      ae8b14860a799888 rosUhgp5mIg=
#   Alibaba 995dc9bbdf1939fa 11051210869376104954
#   CRC-64/NVME ae8b14860a799888, CRC-64/XZ 995dc9bbdf1939fa
. "$(dirname "$0")/common.sh"

python3 -m venv python
python/bin/pip -q install azure-storage-blob==12.31.1 azure-storage-extensions==0.1.0 awscrt==0.38.1 botocore==1.44.8 \
    alibabacloud-oss-v2==1.4.1 crcmod==1.7
cat > sums.py <<'CODE'
import base64

import awscrt.checksums
from alibabacloud_oss_v2.crc import Crc64
from azure.storage.blob._shared.validation import calculate_crc64, calculate_crc64_bytes
from botocore.httpchecksum import CrtCrc64NvmeChecksum

TEXT = b"123456789"


def crc(polynomial):
    """The CRC-64 of TEXT bit by bit: the lowest bit first, ones at the beginning, inverted at the end."""
    register = 2**64 - 1
    for byte in TEXT:
        register ^= byte
        for _ in range(8):
            register = register >> 1 ^ (polynomial if register & 1 else 0)
    return register ^ 2**64 - 1


s3 = CrtCrc64NvmeChecksum()
s3.update(TEXT)
alibaba = Crc64(0)
alibaba.update(TEXT)
print(f"Azure   {calculate_crc64(TEXT, 0):016x} {base64.b64encode(calculate_crc64_bytes(TEXT)).decode()}")
print(f"S3      {awscrt.checksums.crc64nvme(TEXT):016x} {s3.b64digest()}")
print(f"Alibaba {alibaba.sum64():016x} {alibaba.sum64()}")
print(f"CRC-64/NVME {crc(0x9A6C9329AC4BC9B5):016x}, CRC-64/XZ {crc(0xC96C5795D7870F42):016x}")
CODE
python/bin/python sums.py | tee seen
diff seen - <<'END' || { echo "the behaviour has changed"; exit 1; }
Azure   ae8b14860a799888 iJh5CoYUi64=
S3      ae8b14860a799888 rosUhgp5mIg=
Alibaba 995dc9bbdf1939fa 11051210869376104954
CRC-64/NVME ae8b14860a799888, CRC-64/XZ 995dc9bbdf1939fa
END
