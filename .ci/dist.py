"""Build the source distribution and the wheel of the last commit into `dist`: the same bytes wherever and whenever it runs.

Wheels take their times from SOURCE_DATE_EPOCH, and access rights from the files. The source distribution does neither, and
contains the names of its builder, so it is packed a second time. The version of setuptools is in the wheel, and those of
setuptools and zlib influence the bytes.
"""

from __future__ import annotations

import gzip
import io
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def packed_again(content: bytes, time: int) -> bytes:
    """Return a packed archive, in which nothing is left of who packed it, when, and where."""
    plain, packed = io.BytesIO(), io.BytesIO()
    with (
        tarfile.open(fileobj=io.BytesIO(content), mode="r:gz") as old,
        tarfile.open(fileobj=plain, mode="w", format=tarfile.PAX_FORMAT) as new,
    ):
        for member in sorted(old.getmembers(), key=lambda member: member.name):
            member.mtime, member.mode = time, 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            member.uid = member.gid = 0
            member.uname = member.gname = ""
            member.pax_headers = {}
            new.addfile(member, old.extractfile(member) if member.isfile() else None)
    with gzip.GzipFile(filename="", fileobj=packed, mode="wb", mtime=time) as file:
        file.write(plain.getvalue())
    return packed.getvalue()


def build(target: Path) -> list[Path]:
    """Both, alone in a folder; where they are."""
    shutil.rmtree(target, ignore_errors=True)
    commit = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=True)
    time = int(os.environ.get("SOURCE_DATE_EPOCH") or commit.stdout)
    os.umask(0o022)
    with tempfile.TemporaryDirectory() as folder:
        sources = Path(folder) / "sources"
        archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, capture_output=True, check=True)
        with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as committed:
            committed.extractall(sources, filter="data")
        command = [sys.executable, "-m", "build", "--outdir", str(target), str(sources)]
        subprocess.run(command, cwd=folder, env=os.environ | {"SOURCE_DATE_EPOCH": str(time)}, check=True)
    for path in target.glob("*.tar.gz"):
        path.write_bytes(packed_again(path.read_bytes(), time))
    return sorted(target.iterdir())


if __name__ == "__main__":
    for made in build(ROOT / "dist"):
        print(made.relative_to(ROOT))
