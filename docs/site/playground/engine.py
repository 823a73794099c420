"""Pack all that runs in the browser besides Pyodide: our wheel and the libraries that it imports, compiled for the Python there.

The browser begins with the memory of a Python that has begun already. It has not imported anything of ours: Pyodide cannot
restore that much yet (pyodide#6254), and it would have to be fetched.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from importlib.metadata import distribution
from pathlib import Path
from zipfile import ZipFile

from tests.docs.fences import ROOT

HERE = Path(__file__).parent
PYODIDE = HERE / "node_modules" / "pyodide"
"""Where `npm ci` in this folder puts it."""
PARTS = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip")
LIBRARIES = ("attrs", "click", "rich")
"""The libraries that the playground imports; all of them are plain Python."""
LICENSES = "licenses.txt"
"""The file with the licences of the libraries."""


def is_here() -> bool:
    """Return whether there is Pyodide, and something that runs it to compile for it."""
    return PYODIDE.is_dir() and shutil.which("node") is not None


def pack(target: Path) -> None:
    """Write all that the browser loads into a folder: Pyodide, what comes with Python, and ours, both compiled."""
    for part in PARTS:
        shutil.copyfile(PYODIDE / part, target / part)
    licenses: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        sources = Path(folder, "sources.zip")
        with ZipFile(sources, "w") as whole:
            with ZipFile(wheel(Path(folder))) as own:
                for name in own.namelist():
                    if name.startswith("rulewright/"):
                        whole.writestr(name, own.read(name))
            for library in LIBRARIES:
                for file in distribution(library).files or ():
                    if file.suffix == ".py" and ".." not in file.parts:
                        whole.write(str(file.locate()), file.as_posix())
                    elif file.stem == "LICENSE":
                        licenses.append(f"{library}\n\n{file.read_text()}")
        subprocess.run(["node", HERE / "compile.mjs", target, sources], check=True)
    (target / LICENSES).write_text("\n\n".join(licenses), encoding="utf-8")


def wheel(folder: Path) -> Path:
    """Return our wheel, built from the files as they are."""
    sources = folder / "sources"
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in listed.stdout.splitlines():
        if (ROOT / name).is_file():
            (sources / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, sources / name)
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps"]
    subprocess.run([*command, "--wheel-dir", str(folder), str(sources)], check=True)
    return next(folder.glob("*.whl"))
