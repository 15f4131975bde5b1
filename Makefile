# Referee. `make` alone lists what there is to do.

PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check --no-input --quiet
export PIP_ROOT_USER_ACTION = ignore

# Arguments for the server (make run SERVE="--local"), for pytest (make test PYTEST="-k pitch") and for
# the trials (make trials TRIALS="matches --seed 7 --many 200").
SERVE  ?=
PYTEST ?=
TRIALS ?=

.DEFAULT_GOAL := help
.PHONY: help run test check bench trials lock format messages clean
.DELETE_ON_ERROR:

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(VENV)/.run ## install what is needed, make or migrate the database, serve
	@$(BIN)/referee upgrade
	@exec $(BIN)/referee serve $(SERVE)

test: $(VENV)/.test check ## run everything that must pass: lint, types, tests
	@CHROMIUM="$$(PATH="$(CURDIR)/$(BIN):$$PATH" sh tests/browser/install_chromium.sh)" && \
	export CHROMIUM && $(BIN)/python -m pytest --quiet --numprocesses 2 --dist loadfile $(PYTEST)

check: $(VENV)/.test ## lint and types only
	@$(BIN)/ruff check --quiet
	@$(BIN)/mypy --no-error-summary
	@said=$$($(BIN)/lint-imports --no-cache) || { echo "$$said"; exit 1; }

bench: $(VENV)/.test ## measure speed (never part of the tests)
	@$(BIN)/python -m pytest --quiet -s -m bench tests/bench

trials: $(VENV)/.test ## random matches and mishaps in large numbers; may be broken off and goes on
	@$(BIN)/python -m tests.trials $(TRIALS)

format: $(VENV)/.test ## sort imports, tidy the layout of the code
	@$(BIN)/ruff check --quiet --fix --select I
	@$(BIN)/ruff format --quiet

messages: $(VENV)/.test ## collect the texts, update every translation, compile them
	@mkdir -p referee/translations
	@$(BIN)/pybabel --quiet extract --mapping-file=babel.cfg --keywords=msg --keywords=msgs:1,2 \
	    --add-comments=Translators: --add-location=file --sort-by-file --no-wrap \
	    --project=Referee --version=0 --copyright-holder="The Referee authors" \
	    --output-file=referee/translations/messages.pot referee templates
	@for po in referee/translations/*/LC_MESSAGES/messages.po; do \
	    [ -e "$$po" ] || continue; \
	    $(BIN)/pybabel --quiet update --no-wrap --no-fuzzy-matching --ignore-pot-creation-date \
	        --input-file=referee/translations/messages.pot --output-file="$$po" \
	        --locale="$$(basename "$$(dirname "$$(dirname "$$po")")")" || exit 1; \
	    $(BIN)/pybabel --quiet compile --input-file="$$po" --output-file="$${po%.po}.mo" || exit 1; \
	done

# The lock files hold for every system and every Python from 3.11 on, with the hash of each file.
LOCK = $(VENV)/lock/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
       --custom-compile-command "make lock" --group build pyproject.toml
lock: $(VENV)/bin/python ## choose the newest versions anew and write the lock files
	@$(PYTHON) -m venv $(VENV)/lock
	@$(VENV)/lock/bin/python -m pip --disable-pip-version-check --quiet install uv
	@$(LOCK) --upgrade --output-file requirements.lock
	@$(LOCK) --upgrade --output-file requirements-test.lock --extra test --extra dev \
	    --constraints requirements.lock

clean: ## remove what was installed and built (never the database)
	@rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis test-results
	@find referee tests -name __pycache__ -prune -exec rm -rf {} +

# Each stamp is remade when what it was made from has changed, so a second `make run` starts at once.
$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	    echo "Referee needs Python 3.11 or newer; '$(PYTHON)' is not." \
	         "Name another one: make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { \
	    echo "'$(PYTHON)' comes without its venv module." \
	         "On Debian and Ubuntu: sudo apt-get install python3-venv" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV)

define install
@echo "Installing what Referee needs ..." >&2
@$(PIP) install --require-hashes -r $<
@$(PIP) install --no-deps --no-build-isolation -e .
@touch $@
endef

$(VENV)/.run: requirements.lock pyproject.toml | $(VENV)/bin/python
	$(install)

$(VENV)/.test: requirements-test.lock pyproject.toml | $(VENV)/bin/python
	$(install)
