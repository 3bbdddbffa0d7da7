#!/bin/bash
# Runs bramah.ray and bramah.spark on real clusters, with the wheel in target/wheels: a head and a worker of Ray, a master and two
# workers of Spark; results beside hashlib and the definition, processes that are killed, missing objects and keys, damaged tokens.
# It needs Java 17 and a network: PySpark comes as a source archive, which is only unpacked (building its wheel needs 3 GB).
# make test-clusters runs it.
set -euo pipefail
cd "$(dirname "$0")/../../.."
spark=4.3.0
out=$PWD/target/clusters
mkdir -p "$out"
if [ ! -x "$out/environment/bin/python" ]; then
    python3 -m venv "$out/environment"
    "$out/environment/bin/pip" install --quiet --requirement bindings/python/clusters/requirements.txt
fi
if [ ! -d "$out/pyspark-$spark" ]; then
    echo "clusters: download PySpark $spark"
    "$out/environment/bin/pip" download --quiet --no-deps --no-binary :all: --no-build-isolation --dest "$out" "pyspark==$spark"
    tar --extract --gzip --file "$out/pyspark-$spark.tar.gz" --directory "$out"
    rm "$out/pyspark-$spark.tar.gz"
fi
# the wheel of this tree, whatever the environment has
wheel=$(ls -t target/wheels/bramah-*.whl | head -1)
"$out/environment/bin/pip" install --quiet --force-reinstall --no-deps "$wheel"
export SPARK_HOME=$out/pyspark-$spark/deps
PYTHONPATH=$out/pyspark-$spark:$(echo "$out/pyspark-$spark"/lib/py4j-*-src.zip)
export PYTHONPATH
export PYSPARK_PYTHON=$out/environment/bin/python
echo "clusters: Ray"
timeout 300 "$out/environment/bin/python" bindings/python/clusters/ray_cluster.py
echo "clusters: Spark $spark"
timeout 600 "$out/environment/bin/python" bindings/python/clusters/spark_cluster.py "$@"
