#!/usr/bin/env python3
"""Fails if a file in a wheel contains the builder's folder: what is built elsewhere would differ.

usage: no_folder.py FOLDER WHEEL [SUFFIX]      files whose names end with SUFFIX are left out
"""

import sys
import zipfile

folder, wheel, *suffix = sys.argv[1:]
with zipfile.ZipFile(wheel) as archive:
    names = [name for name in archive.namelist() if not (suffix and name.endswith(suffix[0]))]
    found = [name for name in names if folder.encode() in archive.read(name)]
if found:
    sys.exit(f"{wheel}: the builder's folder {folder} is in {', '.join(found)}")
