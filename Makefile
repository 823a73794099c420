# Everything is installed in .venv; nothing outside this folder is touched.

PYTHON ?= python3
GAME ?= walk-the-plank

FOLDERS := dsl interpreter ai cli grammar editors rulebooks
# A folder that is a source must not be called like a target: it would be made.
SOURCES := __main__.py $(shell find $(wildcard $(FOLDERS)) -not -path '*/__pycache__*' -not -path 'editors/vscode*' 2>/dev/null)
BIN := .venv/bin
# Keep what Python has compiled, whatever the environment says: the tests start hundreds of commands.
export PYTHONDONTWRITEBYTECODE :=
# Each worker goes through neighbouring files, and takes some of the others' when it has none left. There are more of them
# than cores, since tests of people apart wait for each other.
PYTEST := $(BIN)/python -m pytest -n 3 --dist worksteal --durations 10

.PHONY: play test long types examples test-native bench strength strength-short kills fuzz plants fuzz-native chance links dist clean giants
.PHONY: extension site playground playground-test browsers

play: .venv/installed
	@$(BIN)/rulewright play $(GAME)

# The longest comes last: a misspelt name should not cost a minute.
test: .venv/installed-dev links
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	@$(MAKE) --no-print-directory --jobs 2 types examples
	$(PYTEST) -m 'not long'

# The tests that take long: more games, whole games, larger rulebooks.
long: .venv/installed-dev links
	$(PYTEST) -m long

types: .venv/installed-dev links
	$(BIN)/mypy

examples: .venv/installed-dev
	$(BIN)/rulewright lint rulebooks
	$(BIN)/rulewright test rulebooks

# The tests with the compiler that the extra `native` brings, as on a machine that has none of its own.
test-native: .venv/installed-dev links
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[native]'
	CC="$$($(BIN)/python -c 'import shlex; from rulewright.interpreter.native import build; print(shlex.join(build.brought()))')" \
		$(PYTEST)

# Measured against OpenSpiel as well, which pip installs.
bench: .venv/installed-dev
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[bench]'
	$(BIN)/python -m benchmarks.run

# A thousand games ended by force; none may lose more than the choice that was being typed.
kills: .venv/installed-dev
	$(BIN)/python -m tests.cli.kills 1000
	$(BIN)/python -m tests.apart.kills 100

# Five hundred rulebooks that are too large in one way each, and those of `make test` at their full size and with the usual
# limits: no command may take a gigabyte or ten seconds for any.
giants: .venv/installed-dev
	GIANTS=500 $(PYTEST) tests/limits/test_process.py

# Inputs that nobody would write: INPUTS more of those of SEED, from where the last run stood. What is found lies in .fuzz.
SEED ?= 1
INPUTS ?= 1000

fuzz: .venv/installed-dev
	$(BIN)/python -m tests.fuzz --seed $(SEED) --inputs $(INPUTS)

# One mistake in a clean rulebook, so many times: at most two messages, one of them where it was made.
PLANTS ?= 5000

plants: .venv/installed-dev
	$(BIN)/python -m tests.dsl.plants $(PLANTS)

# Every game with its variants and options, and generated programs in all three forms, at every decision, with each access
# to memory in C looked at.
fuzz-native: .venv/installed-dev
	LD_PRELOAD=$$(gcc -print-file-name=libasan.so) ASAN_OPTIONS=detect_leaks=0 CC=gcc RULEWRIGHT_SANITIZED=1 \
		$(BIN)/python -m pytest tests/native/test_same_games.py tests/native/test_blocks.py tests/native/test_copies.py \
			tests/native/test_expressions.py tests/measure/test_engine.py
	$(BIN)/python -m tests.fuzz --seed $(SEED) --inputs $(INPUTS) --kinds sanitized

# The extension for VS Code, in editors/vscode/made: npm fetches what packs it, and what VS Code cuts texts with, for the tests.
extension: .venv/installed-dev
	$(BIN)/python -m rulewright.editors
	npm ci --prefix editors/vscode --ignore-scripts --loglevel=error
	npm run --prefix editors/vscode --silent pack
	$(BIN)/python -m pytest tests/editors

# Whole games on the page of the table, in Chromium and in Firefox; what its memory holds; what axe-core finds, which npm
# fetches; and what a screen reader hears. It takes a quarter of an hour.
browsers: .venv/installed-dev
	npm install --prefix tests/apart --ignore-scripts --no-package-lock --loglevel=error
	$(BIN)/python -m pytest --durations 10 tests/apart/test_browsers.py tests/apart/test_memory.py tests/apart/test_axe.py \
		tests/apart/test_screen_reader.py

# The pictures in docs/pictures, with those of all tables on a phone and a desktop, which Chromium takes; and docs/tables.md.
.PHONY: pictures
pictures: .venv/installed-dev
	$(BIN)/python -m docs.site.pictures
	$(BIN)/python -m docs.site.tables

# The documents as pages for a browser, in site/: to be opened as they lie there, or put on any server. The playground among
# them needs npm, which fetches a Python for browsers, and a server to look at it: `python -m http.server --directory site`.
site: .venv/installed-dev playground
	$(BIN)/python -m docs.site

playground:
	@if command -v npm > /dev/null; then npm ci --prefix docs/site/playground --ignore-scripts --loglevel=error; fi

# A rulebook is written, mended, played and shared in Chromium and in Firefox.
playground-test: .venv/installed-dev playground
	$(BIN)/python -m pytest tests/docs/test_playground.py

# How well a player plays against other people's engines, perfect play and simple players: days of it, kept as it comes. The
# short version takes less than ten minutes. Engines that are not installed are skipped.
strength: PLAYER ?= search:1s
strength: .venv/installed-strength
	$(BIN)/python -m benchmarks.strength --player $(PLAYER)

strength-short: PLAYER ?= search:0.2s
strength-short: .venv/installed-strength
	$(BIN)/python -m benchmarks.strength --player $(PLAYER) --short

.venv/installed-strength: .venv/installed-dev
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[strength]'
	@if command -v npm > /dev/null; then npm install --prefix .strength --ignore-scripts --loglevel=error rapid-draughts; fi
	@touch $@

# How often `compare` calls the same rulebook different, and finds what was planted, beside what theory says.
RUNS ?= 1000
chance: .venv/installed-dev
	$(BIN)/python -m benchmarks.chance --runs $(RUNS)

# What mypy reads in place of the installed package: see [tool.mypy] in pyproject.toml.
links:
	@mkdir -p .types/rulewright
	@for folder in $(FOLDERS); do ln -sfn "../../$$folder" ".types/rulewright/$$folder"; done
	@ln -sfn ../../__main__.py .types/rulewright/__main__.py

# What is handed out, in dist/: the same bytes whoever packs it, whenever, as long as setuptools is the same.
dist: .venv/installed-dev
	$(BIN)/python .ci/dist.py

clean:
	rm -rf editors/vscode/made editors/vscode/node_modules docs/site/playground/node_modules site
	rm -rf .venv .types build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/bin/python:
	$(PYTHON) -m venv .venv

# Somebody who only plays gets an ordinary copy; an installation for development, which follows
# the sources by itself, is left as it is. `build` would bring deleted modules back into the next copy.
.venv/installed: pyproject.toml $(SOURCES) | .venv/bin/python
	@if [ -e .venv/installed-dev ]; then $(MAKE) --no-print-directory .venv/installed-dev; \
	else $(BIN)/python -m pip install --quiet --disable-pip-version-check . && rm -rf build; fi
	@touch $@

.venv/installed-dev: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@
