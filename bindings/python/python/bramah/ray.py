"""Manifests of object stores and of trees of files on Ray::

    bramah.ray.manifest("inventory.parquet", "out", ["sha256", "blake3"], filesystem="s3://bucket")
    bramah.ray.verify("out", filesystem="s3://bucket")

Tasks read about as many bytes each; results are written by the caller as they come, so that a run that was ended goes on
where it was. Ray starts the tasks of a worker that died elsewhere; an object that cannot be read is read again by its task, and
in the end is in the list of failures. See `bramah.objects` for inventories and results.
"""

import importlib
import os
from collections.abc import Callable, Sequence
from typing import Any

from . import __version__, objects
from ._versions import check_version


def _read(version: str, filesystem: str | None, items: list[tuple[Any, ...]], algorithms: list[str], retries: int) -> Any:
    check_version(version)
    store = objects.filesystem_of(filesystem)
    return objects.digest_objects(store, [objects.Item(*item) for item in items], algorithms, retries)


class _Workers:
    """The workers of the cluster that `ray.init` has connected to."""

    def __init__(self, filesystem: str | None, algorithms: Sequence[str], retries: int) -> None:
        ray: Any = importlib.import_module("ray")  # no part of the package's requirements
        if not ray.is_initialized():
            ray.init(log_to_driver=False)
        self._ray = ray
        self.at_once = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
        self._task = ray.remote(num_cpus=1, max_retries=5)(_read)
        self._arguments = (filesystem, list(algorithms), retries)

    def submit(self, items: list[objects.Item]) -> Any:
        filesystem, algorithms, retries = self._arguments
        return self._task.remote(__version__, filesystem, [tuple(item) for item in items], algorithms, retries)

    def wait(self, pending: list[Any]) -> Any:
        return self._ray.wait(pending, num_returns=1)[0][0]

    def result(self, handle: Any) -> Any:
        return self._ray.get(handle)


def manifest(
    source: Any,
    out: str | os.PathLike[str],
    algorithms: Sequence[str] = ("sha256",),
    *,
    filesystem: str | None = None,
    task_bytes: int = objects.TASK_BYTES,
    retries: int = 3,
    progress: Callable[[objects.Summary], None] | None = None,
) -> objects.Summary:
    """Makes the manifest of an inventory on the workers of a cluster, as `bramah.objects.manifest` does on threads."""
    kept = objects.Manifest(out, algorithms)
    return objects._make(_Workers(filesystem, kept.algorithms, retries), kept, source, task_bytes, progress)


def verify(
    folder: str | os.PathLike[str],
    *,
    filesystem: str | None = None,
    task_bytes: int = objects.TASK_BYTES,
    retries: int = 3,
) -> list[tuple[str, str]]:
    """Reads every object of a manifest again, and returns the path of each that differs, and how."""
    kept = objects.Manifest.opened(folder)
    return list(objects._compare(_Workers(filesystem, kept.algorithms, retries), kept, task_bytes))
