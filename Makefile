# Rookery: `make demo` to see it, `make test` to trust it.
PYTHON ?= python3
SERVE ?= 1
PHOTOS ?= 40
SIZE ?= usual
USER := .venv-user
DEV ?= .venv
BIN := $(DEV)/bin
READY := $(DEV)/.ready
CODE := companion printables rookery vision web tests bench docs .ci

.PHONY: demo hosted-demo test programs lint fmt docs languages pictures albums gallery screens solitaire balance recall chaos fuzz audit lock lowest clean

demo: $(USER)/.ready  ## print giza, read the sample photo, open the phone table (SERVE=0 stops before)
	$(USER)/bin/rookery demo --output demo $(if $(filter 0,$(SERVE)),--no-serve)

test: programs lint  ## everything: lint, types, tests (another Python: PYTHON=python3.13 DEV=.venv-3.13)
	$(BIN)/pytest

programs:  ## as root on Debian: install the browser, servers and compiler that tests need
	-@$(PYTHON) -m bench.programs

lint: $(READY)
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/mypy

fmt: $(READY)
	$(BIN)/ruff check --fix $(CODE)
	$(BIN)/ruff format $(CODE)

docs: $(READY)  ## docs/commands.md, docs/rules.md and docs/openapi.json, made anew
	$(BIN)/python docs/make_commands.py
	$(BIN)/python docs/make_rules.py
	$(BIN)/python docs/make_openapi.py

hosted-demo: $(READY)  ## a hosted Rookery here for a minute: PostgreSQL, Redis, workers, a game, and parts killed in the middle
	$(BIN)/python -m docs.hosted_demo

languages: $(READY)  ## companion/locale: all texts into every catalogue, made ready for Python and the phones
	$(BIN)/python -m docs.make_languages

pictures: $(READY)  ## the README's pictures and the phones' mascots, made anew
	$(BIN)/python docs/make_pictures.py
	$(BIN)/python docs/make_mascots.py

albums: $(READY)  ## vision/albums, the small pictures that the eye knows cards by, made anew
	$(BIN)/python bench/photos/make_albums.py

gallery: $(READY)  ## build/gallery: every page of every game; docs/pictures: a contact sheet of each
	$(BIN)/python docs/make_gallery.py

screens: $(READY)  ## build/screens: every screen of every game, light and dark (needs a browser)
	rm -rf build/screens
	ROOKERY_SHOTS=build/screens $(BIN)/pytest -q $(addprefix tests/web/browser/test_,screens.py scenes.py plays.py)

balance: $(READY)  ## docs/balance.md and docs/balance/, played anew: some ten minutes
	$(BIN)/python docs/make_balance.py

recall: $(READY)  ## docs/photos.md: generated photographs read anew, PHOTOS a game: some ten minutes
	$(BIN)/python -m bench.photos.recall --photos $(PHOTOS) --report docs/photos.md

chaos: $(READY)  ## servers killed, disks failing, lines cut: SIZE=short|usual|full, ONLY="kills taps", some ten minutes
	$(BIN)/python -m bench.chaos $(ONLY) --size $(SIZE) $(if $(SEED),--seed $(SEED)) $(if $(WRITE),--write)

fuzz: $(READY)  ## damaged decks, photos, backups and requests, a hundred times as many as the tests try
	$(BIN)/pytest --hypothesis-profile=long tests/rookery/test_damaged_decks.py tests/vision/test_damaged_photos.py \
	    tests/web/backup/test_backup.py tests/web/test_every_route.py

solitaire: $(READY)  ## docs/solitaire.md: its tables and pictures, made anew
	$(BIN)/python docs/make_solitaire.py

audit: $(READY)  ## build/: a list of all that we depend on (CycloneDX), and what is known to be wrong with it (network)
	$(BIN)/python .ci/audit.py

LOCK := uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url --quiet
EVERYTHING := pyproject.toml --all-extras --group dev

lock:  ## pin every dependency with hashes: a user's, a server's, a developer's (needs uv)
	$(LOCK) $(EVERYTHING) --output-file requirements-dev.lock
	$(LOCK) pyproject.toml --group build --constraint requirements-dev.lock --output-file requirements.lock
	$(LOCK) pyproject.toml --group build --extra hosted --constraint requirements-dev.lock \
	    --output-file docs/hosting/requirements.lock

lowest:  ## the tests with the lowest version of each direct dependency that pyproject.toml allows (needs uv)
	mkdir -p build
	$(LOCK) $(EVERYTHING) --resolution lowest-direct --output-file build/lowest.lock
	$(PYTHON) .ci/bootstrap.py .venv-lowest build/lowest.lock
	.venv-lowest/bin/pytest

clean:
	rm -rf .venv .venv-user .venv-lowest demo build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(READY): requirements-dev.lock pyproject.toml .ci/bootstrap.py
	$(PYTHON) .ci/bootstrap.py $(DEV) requirements-dev.lock
	@touch $@

$(USER)/.ready: requirements.lock pyproject.toml .ci/bootstrap.py
	$(PYTHON) .ci/bootstrap.py $(USER) requirements.lock
	@touch $@
