// Compile the modules in a zip for the Python that runs in browsers: node compile.mjs SOURCES.zip ENGINE.zip
import { readFileSync, writeFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const [sources, engine] = process.argv.slice(2);
const python = await loadPyodide();
python.FS.writeFile("/sources.zip", new Uint8Array(readFileSync(sources)));
python.runPython(`
import importlib._bootstrap_external as bootstrap
from importlib.util import source_hash
from zipfile import ZIP_DEFLATED, ZipFile

with ZipFile("/sources.zip") as sources, ZipFile("/engine.zip", "w", ZIP_DEFLATED) as engine:
    for one in sources.infolist():
        text = sources.read(one)
        if one.filename.endswith(".py"):
            code = compile(text, one.filename, "exec", dont_inherit=True)
            one.filename, text = f"{one.filename}c", bootstrap._code_to_hash_pyc(code, source_hash(text), False)
        engine.writestr(one.filename, text)
`);
writeFileSync(engine, python.FS.readFile("/engine.zip"));
