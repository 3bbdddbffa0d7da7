#!/bin/bash
# Prints the variables with which a program finds PySpark, which is unpacked into a folder if it is not there: a source archive
# has all that runs, and building its wheel needs 3 GB.
#
#   pyspark.sh PYTHON FOLDER
set -euo pipefail
version=4.3.0
python=$1
out=$(realpath -m "$2")
mkdir -p "$out"
if [ ! -d "$out/pyspark-$version/deps" ]; then
    echo "download PySpark $version" >&2
    "$python" -m pip download --quiet --disable-pip-version-check --no-deps --no-binary pyspark --dest "$out" \
        "pyspark==$version" >&2
    rm -rf "$out/unpacked"
    mkdir "$out/unpacked"
    tar --extract --gzip --file "$out/pyspark-$version.tar.gz" --directory "$out/unpacked"
    mv "$out/unpacked/pyspark-$version" "$out"
    rm -r "$out/pyspark-$version.tar.gz" "$out/unpacked"
fi
echo "SPARK_HOME=$out/pyspark-$version/deps"
echo "PYTHONPATH=$out/pyspark-$version:$(echo "$out/pyspark-$version"/lib/py4j-*-src.zip)"
echo "PYSPARK_PYTHON=$python"
