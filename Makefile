# Rookery: `make demo` to see it, `make test` to trust it.
PYTHON ?= python3
SERVE ?= 1
PHOTOS ?= 40
SIZE ?= usual
BIN := .venv/bin
READY := .venv/.ready
CODE := companion printables vision web tests bench docs .ci

.PHONY: demo hosted-demo test lint fmt docs languages pictures albums gallery screens solitaire balance recall chaos audit lock clean

demo: $(READY)  ## print giza, read the sample photo, open the phone table (SERVE=0 stops before)
	$(BIN)/rookery demo --output demo $(if $(filter 0,$(SERVE)),--no-serve)

test: lint  ## everything: lint, types, tests
	$(BIN)/pytest

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

gallery: $(READY)  ## docs/gallery: every page of every game, small
	$(BIN)/python docs/make_gallery.py

screens: $(READY)  ## docs/gallery/phones: every screen of every game, light and dark (needs a browser)
	$(BIN)/python docs/make_screens.py

balance: $(READY)  ## docs/balance.md and docs/balance/, played anew: some ten minutes
	$(BIN)/python docs/make_balance.py

recall: $(READY)  ## docs/photos.md: generated photographs read anew, PHOTOS a game: some ten minutes
	$(BIN)/python -m bench.photos.recall --photos $(PHOTOS) --report docs/photos.md

chaos: $(READY)  ## servers killed, disks failing, lines cut: SIZE=short|usual|full, ONLY="kills taps", some twelve minutes
	$(BIN)/python -m bench.chaos $(ONLY) --size $(SIZE) $(if $(SEED),--seed $(SEED)) $(if $(WRITE),--write)

solitaire: $(READY)  ## docs/solitaire.md: its tables and pictures, made anew
	$(BIN)/python docs/make_solitaire.py

audit: $(READY)  ## build/: a list of all that we depend on (CycloneDX), and what is known to be wrong with it (network)
	$(BIN)/python .ci/audit.py

lock:  ## pin every dependency with hashes, for every platform and Python; and those of a server alone (needs uv)
	uv pip compile pyproject.toml --group dev --extra report --extra cluster --extra cut --extra hosted --extra speed --universal --python-version 3.11 \
	    --generate-hashes --no-header --no-emit-index-url --quiet --output-file requirements.lock
	uv pip compile pyproject.toml docs/hosting/requirements.in --extra hosted --constraint requirements.lock --universal --python-version 3.11 \
	    --generate-hashes --no-header --no-emit-index-url --quiet --output-file docs/hosting/requirements.lock

clean:
	rm -rf .venv demo build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(READY): requirements.lock pyproject.toml .ci/bootstrap.py
	$(PYTHON) .ci/bootstrap.py
	@touch $@
