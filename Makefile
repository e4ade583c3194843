# Every target makes its own virtual environment; nothing else needs to be installed first.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable
# What has been installed: what running needs, and what the checks and tests need beside it.
RUNNABLE := $(VENV)/.runnable
TESTABLE := $(VENV)/.testable
KERNELS := $(VENV)/.kernels
# More than two cores: half of a test is waiting, for a browser, a database or a clock.
WORKERS ?= 3
# Tests that share what is slow to make (a browser, an installed package) name their group and run in one process.
# A test that hangs ends its process; without the last option the run would then wait for ever at its end.
AT_ONCE := -n $(WORKERS) --dist loadgroup --max-worker-restart 0

.PHONY: run demo test check check-page format site package bench hour histories soak mutants clean clean-kernels

run: $(RUNNABLE) $(KERNELS)
	@$(BIN)/stolik serve

demo: $(RUNNABLE) $(KERNELS)
	@$(BIN)/stolik demo

# The pure rooms are covered by their own tests, which run first; every room by all tests together.
PURE := contract lobby table wire

# Sets of strings are in the same order on every run; `make soak` leaves that to chance.
test: export PYTHONHASHSEED = 0
test: export STOLIK_SKIPPED = $(VENV)/.skipped
test: check $(KERNELS)
	$(BIN)/python -m tests.support.kernels
	@rm -f $(STOLIK_SKIPPED)
	$(BIN)/pytest $(AT_ONCE) -rfE $(PURE:%=tests/%) $(PURE:%=--cov=stolik.%) --cov-report=term:skip-covered --cov-fail-under=95
	$(BIN)/pytest $(AT_ONCE) -rfE tests $(PURE:%=--ignore=tests/%) --cov --cov-append --cov-report=
	$(BIN)/python -m tests.support.coverage_by_room
	@$(BIN)/python -m tests.support.skipped $(STOLIK_SKIPPED)

check: $(TESTABLE)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	@$(MAKE) --no-print-directory check-page

# The page's modules: types and lint, by what package.json pins.
check-page:
	@if ! command -v node >/dev/null || ! command -v npm >/dev/null; then echo "The page's modules are not checked: node or npm is not installed."; \
	elif ! [ node_modules/.ready -nt package.json ] && ! npm install --silent; then echo "The page's modules are not checked: npm could not install what package.json names."; \
	else touch node_modules/.ready && npm run --silent check; fi

format: $(TESTABLE)
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

# The documentation as a site, in the folder site: every warning is an error.
site: $(TESTABLE)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

# A wheel and a source archive in dist, as a release has them, installed and started in clean environments.
package: $(TESTABLE)
	$(BIN)/python -m tests.support.packaged

bench: $(TESTABLE) $(KERNELS)
	-@$(INSTALL) '.[bench]'
	$(BIN)/python -m bench

# An hour of the service under changing load: memory, descriptors, tasks and times, as figures and a picture in bench/build/hour.
MINUTES ?= 60
hour: $(TESTABLE) $(KERNELS)
	$(BIN)/python -m bench.hour --minutes $(MINUTES) --to bench/build/hour

# Random histories of the whole service in simulated time. The script of each failure is printed.
HISTORIES ?= 100000
histories: $(TESTABLE)
	$(BIN)/python -m tests.support.simulated_histories --histories $(HISTORIES) --processes $(WORKERS)

# Property tests try examples of their own on every run, and many; a test may take two hours.
soak: $(TESTABLE) $(KERNELS)
	$(BIN)/pytest $(AT_ONCE) -m 'soak or hypothesis' --hypothesis-profile=explore --timeout=7200
	@$(MAKE) mutants

# Which changes of the pure code no test notices. The folder of the last run would be trusted where files look unchanged.
mutants: $(TESTABLE)
	$(INSTALL) '.[mutants]'
	rm -rf mutants
	$(BIN)/python -m mutmut run --max-children $(WORKERS)
	$(BIN)/python -m mutmut results
	$(BIN)/python -m mutmut export-cicd-stats
	cat mutants/mutmut-cicd-stats.json

clean:
	rm -rf $(VENV) bench/build dist mutants site

$(RUNNABLE): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Stolik needs Python 3.11 or newer: make PYTHON=/path/to/python3.11 ..." >&2; exit 1; }
	@echo "Making $(VENV) and installing what running needs, about 400 MB: a minute or two, only this once."
	@$(PYTHON) -m venv $(VENV)
	@$(INSTALL) '.[strong]'
	@touch $@

$(TESTABLE): $(RUNNABLE)
	@echo "Installing what the checks and tests need, about 700 MB more: a minute or two, only this once."
	@$(INSTALL) '.[dev,strong,cluster,report,docs,study,pettingzoo]'
	@touch $@

# Numba looks only at the file of a kernel: when one has changed that is called from another file, all are compiled anew.
$(KERNELS): $(shell find src/stolik/games src/stolik/players bench -name '*.py') | $(RUNNABLE)
	@find src bench -name '*.nb[ci]' -delete
	@touch $@

clean-kernels:
	find src bench -name '*.nb[ci]' -delete
