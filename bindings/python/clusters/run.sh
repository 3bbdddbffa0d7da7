#!/bin/bash
# Runs bramah.ray and bramah.spark on real clusters, with the wheel in target/wheels: a head and workers of Ray, a master and two
# workers of Spark, and Spark Connect; results beside hashlib and the definition, processes that are killed, missing objects and
# keys, damaged tokens, workers with another version of the package or without instructions that others have. Then the recipes of
# docs/columns.md for Dask and Daft. Whatever ends it, no process that it started is left.
# It needs Java 17 and a network.
# make test-clusters runs it.
set -euo pipefail
cd "$(dirname "$0")/../../.."
here=$PWD/bindings/python/clusters
out=$PWD/target/clusters
mkdir -p "$out"
export BRAMAH_TEST_RUN=$$ PYTHONDONTWRITEBYTECODE=1
trap 'python3 "$here/processes.py" $$' EXIT
trap 'exit 130' INT TERM HUP
# Runs a command, of which at most so many seconds are waited for. A signal ends this program at once only while it waits
# for a command in the background.
run() { # name, seconds, command
    local begun=$SECONDS
    echo "clusters: $1"
    timeout --kill-after 30 "$2" "${@:3}" &
    wait $!
    echo "clusters: $1: $((SECONDS - begun)) s"
}
environment() { # folder, requirements
    local ready=$out/$1/ready
    if ! cmp --silent "$2" "$ready"; then
        rm -rf "${out:?}/$1"
        python3 -m venv "$out/$1"
        "$out/$1/bin/pip" install --quiet --disable-pip-version-check --requirement "$2"
        cp "$2" "$ready"
    fi
    # the wheel of this tree, whatever the environment has
    "$out/$1/bin/pip" install --quiet --disable-pip-version-check --force-reinstall --no-deps "$wheel"
}
wheel=$(ls -t target/wheels/bramah-*.whl | head -1)
environment environment "$here/requirements.txt"
python=$out/environment/bin/python
variables=$("$here/pyspark.sh" "$python" "$out")
# shellcheck disable=SC2163
while read -r variable; do export "$variable"; done <<<"$variables"
run Ray 600 "$python" "$here/ray_cluster.py"
run Spark $(($# > 0 ? 1800 : 900)) "$python" "$here/spark_cluster.py" "$@"
run "Spark Connect" 300 "$python" "$here/local_spark.py" connect
# an environment of its own, since Daft wants an older pyarrow
environment recipes "$here/recipes.txt"
cd bindings/python
run "Dask and Daft" 300 env -u PYTHONPATH DO_NOT_TRACK=1 "$out/recipes/bin/pytest" tests/test_recipes.py
cd ../..
echo "clusters: all passed in $SECONDS s"
