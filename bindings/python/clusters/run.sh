#!/bin/bash
# Runs bramah.ray and bramah.spark on real clusters, with the wheel in target/wheels: a head and workers of Ray, a master and two
# workers of Spark, and Spark Connect; results beside hashlib and the definition, processes that are killed, missing objects and
# keys, damaged tokens, workers with another version of the package or without instructions that others have. Then the recipes of
# docs/columns.md for Dask and Daft.
# It needs Java 17 and a network.
# make test-clusters runs it.
set -euo pipefail
cd "$(dirname "$0")/../../.."
out=$PWD/target/clusters
mkdir -p "$out"
if [ ! -x "$out/environment/bin/python" ]; then
    python3 -m venv "$out/environment"
    "$out/environment/bin/pip" install --quiet --requirement bindings/python/clusters/requirements.txt
fi
variables=$(bindings/python/clusters/pyspark.sh "$out/environment/bin/python" "$out")
# the wheel of this tree, whatever the environment has
wheel=$(ls -t target/wheels/bramah-*.whl | head -1)
"$out/environment/bin/pip" install --quiet --force-reinstall --no-deps "$wheel"
# shellcheck disable=SC2163
while read -r variable; do export "$variable"; done <<<"$variables"
echo "clusters: Ray"
timeout 300 "$out/environment/bin/python" bindings/python/clusters/ray_cluster.py
echo "clusters: Spark"
timeout $(($# > 0 ? 1500 : 600)) "$out/environment/bin/python" bindings/python/clusters/spark_cluster.py "$@"
echo "clusters: Spark Connect"
timeout 300 "$out/environment/bin/python" bindings/python/clusters/local_spark.py connect
echo "clusters: Dask and Daft"
# an environment of its own, since Daft wants an older pyarrow
if [ ! -x "$out/recipes/bin/pytest" ]; then
    python3 -m venv "$out/recipes"
    "$out/recipes/bin/pip" install --quiet --requirement bindings/python/clusters/recipes.txt
fi
"$out/recipes/bin/pip" install --quiet --force-reinstall --no-deps "$wheel"
(cd bindings/python && env -u PYTHONPATH DO_NOT_TRACK=1 PYTHONDONTWRITEBYTECODE=1 "$out/recipes/bin/pytest" tests/test_recipes.py)
