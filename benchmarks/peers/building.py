"""Build a source file in this folder with the compiler of the machine, and load it."""

from __future__ import annotations

import ctypes
import os
import platform
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent
SHARED = ("-O2", "-shared", "-fPIC")
COMPILERS = {".c": ("CC", "cc"), ".cc": ("CXX", "c++")}
LONGEST_BUILD = 120


@cache
def built(name: str, *flags: str) -> ctypes.CDLL | str:
    """Return the library of a source file, or why there is none."""
    variable, usual = COMPILERS[Path(name).suffix]
    command = shlex.split(os.getenv(variable) or usual)
    if not command or shutil.which(command[0]) is None:
        return f"there is no compiler ({usual})"
    said = ""
    # A careful programmer would ask for the instructions of this very processor, but not every compiler knows how.
    for own in (["-march=native"], []):
        library = compiled([*command, *SHARED, *own, *flags], name)
        if not isinstance(library, str):
            return library
        said = library
    return said


def compiled(command: Sequence[str], name: str) -> ctypes.CDLL | str:
    """Compile a file in a temporary folder: a loaded library does not need its file any more."""
    with tempfile.TemporaryDirectory(prefix="rulewright-bench-") as folder:
        library = Path(folder) / f"{Path(name).stem}.so"
        # Windows and macOS want every name resolved now; Linux waits until the library is loaded.
        later = ["-undefined", "dynamic_lookup"] if platform.system() == "Darwin" else []
        try:
            done = subprocess.run(
                [*command, *later, "-o", str(library), str(FOLDER / name)],
                capture_output=True,
                text=True,
                timeout=LONGEST_BUILD,
                check=False,
            )
            if done.returncode:
                first = next((line for line in done.stderr.splitlines() if "error" in line), "for no reason given")
                return f"the compiler refused {name}: {first.rpartition('error: ')[2]}"
            return ctypes.CDLL(str(library))
        except (OSError, subprocess.SubprocessError) as error:
            return f"{name} could not be built: {error}"
