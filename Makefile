# Every target makes its own virtual environment; nothing else needs to be installed first.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready
KERNELS := $(VENV)/.kernels
WORKERS ?= 2

.PHONY: run demo test check check-page format bench soak clean clean-kernels

run: $(KERNELS)
	@$(BIN)/stolik serve

demo: $(KERNELS)
	@$(BIN)/stolik demo

# Coverage is measured where it is promised, in the pure rooms by their own tests: it would slow the others down for nothing.
PURE := games wire table

test: check $(KERNELS)
	$(BIN)/pytest -n $(WORKERS) $(PURE:%=tests/%) $(PURE:%=--cov=stolik.%) --cov-branch --cov-report=term:skip-covered --cov-fail-under=95
	$(BIN)/pytest -n $(WORKERS) -rfE tests $(PURE:%=--ignore=tests/%)

check: $(STAMP)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	@$(MAKE) --no-print-directory check-page

# The page's modules: types and lint, by what package.json pins.
check-page:
	@if ! command -v node >/dev/null || ! command -v npm >/dev/null; then echo "The page's modules are not checked: node or npm is not installed."; \
	elif ! [ node_modules/.ready -nt package.json ] && ! npm install --silent; then echo "The page's modules are not checked: npm could not install what package.json names."; \
	else touch node_modules/.ready && npm run --silent check; fi

format: $(STAMP)
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bench: $(KERNELS)
	-@$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[bench]'
	$(BIN)/python -m bench

soak: $(KERNELS)
	$(BIN)/pytest -m soak -n $(WORKERS)

clean:
	rm -rf $(VENV) bench/build

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Stolik needs Python 3.11 or newer: make PYTHON=/path/to/python3.11 ..." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev,strong,cluster,report]'
	@touch $@

# Numba looks only at the file of a kernel: when one has changed that is called from another file, all are compiled anew.
$(KERNELS): $(wildcard src/stolik/games/*/*.py src/stolik/games/*/players/*.py bench/*.py) | $(STAMP)
	@find src bench -name '*.nb[ci]' -delete
	@touch $@

clean-kernels:
	find src bench -name '*.nb[ci]' -delete
