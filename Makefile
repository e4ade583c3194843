# Every target makes its own virtual environment; nothing else needs to be installed first.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready
WORKERS ?= 2

.PHONY: run demo test check format bench soak clean

run: $(STAMP)
	@$(BIN)/stolik serve

demo: $(STAMP)
	@$(BIN)/stolik demo

test: check
	$(BIN)/pytest -n $(WORKERS) --cov --cov-report=
	$(BIN)/coverage report --skip-covered --skip-empty
	$(BIN)/coverage report --include='*/games/*,*/wire/*,*/table/*' --fail-under=95 --format=total

check: $(STAMP)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

format: $(STAMP)
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bench: $(STAMP)
	$(BIN)/python -m bench

soak: $(STAMP)
	$(BIN)/pytest -m soak -n $(WORKERS)

clean:
	rm -rf $(VENV) bench/build

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Stolik needs Python 3.11 or newer: make PYTHON=/path/to/python3.11 ..." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev,strong,cluster,report]'
	@touch $@
