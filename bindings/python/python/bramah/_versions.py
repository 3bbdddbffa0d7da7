"""That all processes of a job have one version of the package: another one may know other types or kinds."""

from . import __version__


class OtherVersion(RuntimeError):
    """A worker has another version of the package than the process that started the job."""


def check_version(version: str) -> None:
    """Raises an error if this process has another version."""
    if version != __version__:
        raise OtherVersion(f"this worker has bramah {__version__}, but the job was started with {version}: install one on all")
