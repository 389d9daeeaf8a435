# Rookery: `make demo` shows it, `make test` tests it.
PYTHON ?= python3
SERVE ?= 1
PHOTOS ?= 40
SIZE ?= usual
USER := .venv-user
APP := .venv-app
DEV ?= .venv
BIN := $(DEV)/bin
READY := $(DEV)/.ready
CODE := companion printables rookery vision web tests bench docs .ci hatch_build.py
PROSE := README.md CHANGELOG.md CODE_OF_CONDUCT.md CONTRIBUTING.md SECURITY.md docs .github

.PHONY: demo hosted-demo container test programs lint fmt docs languages pictures albums gallery screens solitaire balance recall chaos fuzz site release app audit lock lowest clean

demo: $(USER)/.ready  ## print giza, read a sample photo, open the phone table (SERVE=0 stops before the table)
	$(USER)/bin/rookery demo --output demo $(if $(filter 0,$(SERVE)),--no-serve)

test: programs lint  ## lint, types and every test (another Python: PYTHON=python3.13 DEV=.venv-3.13)
	$(BIN)/pytest

programs:  ## install the browser, servers and compiler that tests need (as root on Debian)
	-@$(PYTHON) -m bench.programs

lint: $(READY)
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/codespell --skip docs/glossary.md $(PROSE)
	$(BIN)/mypy
	$(BIN)/python .ci/scripts.py

fmt: $(READY)  ## fix what ruff can fix
	$(BIN)/ruff check --fix $(CODE)
	$(BIN)/ruff format $(CODE)

docs: $(READY)  ## rewrite the pages of docs/ that come from the code
	$(BIN)/python docs/make_commands.py
	$(BIN)/python docs/make_rules.py
	$(BIN)/python docs/make_verbs.py
	$(BIN)/python -m docs.make_reference
	$(BIN)/python -m docs.make_openapi

hosted-demo: $(READY)  ## run a hosted Rookery for a minute, play a game and kill parts of it
	$(BIN)/python -m docs.hosted_demo

container: $(READY)  ## carry out docs/hosting/home.Dockerfile without Docker and start it (as root on Linux, needs a network)
	$(BIN)/python -m docs.home_container

languages: $(READY)  ## collect all texts into companion/locale
	$(BIN)/python -m docs.make_languages

pictures: $(READY)  ## redraw the pictures of README and docs, and the phones' mascots
	$(BIN)/python docs/make_pictures.py
	$(BIN)/python -m docs.make_manual
	$(BIN)/python docs/make_mascots.py

albums: $(READY)  ## redraw vision/games/giza/albums, the small pictures that cards and boards are recognised by
	$(BIN)/python -m docs.make_albums

gallery: $(READY)  ## draw every page into build/gallery and a contact sheet of each game into docs/pictures
	$(BIN)/python docs/make_gallery.py

screens: $(READY)  ## screenshots of every screen in build/screens, and contact sheets of them beside it (needs a browser)
	rm -rf build/screens
	ROOKERY_SHOTS=build/screens $(BIN)/pytest -q $(addprefix tests/web/browser/test_,screens.py scenes.py plays.py)
	$(BIN)/python docs/make_screens.py

balance: $(READY)  ## let bots play every game again and rewrite docs/balance (about 10 minutes)
	$(BIN)/python docs/make_balance.py

recall: $(READY)  ## read PHOTOS generated photos of each game again and rewrite bench/results/photos.md (about 10 minutes)
	$(BIN)/python -m bench.photos.recall --photos $(PHOTOS) --report bench/results/photos.md

chaos: $(READY)  ## kill servers, fail disks, cut connections: SIZE=short|usual|full, ONLY="kills taps" (about 12 minutes)
	$(BIN)/python -m bench.chaos $(ONLY) --size $(SIZE) $(if $(SEED),--seed $(SEED)) $(if $(WRITE),--write)

fuzz: $(READY)  ## damage decks, photos, backups and requests, a hundred times as often as the tests do
	$(BIN)/pytest --hypothesis-profile=long tests/rookery/test_damaged_decks.py tests/vision/test_damaged_photos.py \
	    tests/web/backup/test_backup.py tests/web/test_every_route.py

solitaire: $(READY)  ## recompute the tables and pictures of docs/solitaire.md
	$(BIN)/python docs/make_solitaire.py

site: $(READY)  ## build the documentation into build/site
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet
	@echo "Open build/site/index.html"

release: $(READY)  ## build and check wheel, sdist, bill of materials and PDFs in build/release
	$(BIN)/python .ci/release.py

app: $(APP)/.ready  ## build the app that needs no Python in build/app, and check it (on Linux on a bare machine)
	$(APP)/bin/python .ci/app.py
	$(APP)/bin/python .ci/app_check.py

audit: $(READY)  ## list all dependencies (CycloneDX) and their known vulnerabilities in build/ (needs a network)
	$(BIN)/python .ci/audit.py

LOCK := uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url --quiet
EVERYTHING := pyproject.toml --all-extras --group dev

lock:  ## pin every dependency with hashes, for users, servers and developers (needs uv)
	$(LOCK) $(EVERYTHING) --output-file requirements-dev.lock
	$(LOCK) pyproject.toml --group build --constraint requirements-dev.lock --output-file requirements.lock
	$(LOCK) pyproject.toml --group build --extra hosted --constraint requirements-dev.lock \
	    --output-file docs/hosting/requirements.lock
	$(LOCK) pyproject.toml --group app --constraint requirements-dev.lock --output-file requirements-app.lock

lowest:  ## run the tests with the lowest version of each direct dependency (needs uv)
	mkdir -p build
	$(LOCK) $(EVERYTHING) --resolution lowest-direct --output-file build/lowest.lock
	$(PYTHON) .ci/bootstrap.py .venv-lowest build/lowest.lock
	.venv-lowest/bin/pytest

clean:
	rm -rf .venv .venv-user .venv-app .venv-lowest demo build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(READY): requirements-dev.lock pyproject.toml .ci/bootstrap.py
	$(PYTHON) .ci/bootstrap.py $(DEV) requirements-dev.lock
	@touch $@

$(USER)/.ready: requirements.lock pyproject.toml .ci/bootstrap.py
	$(PYTHON) .ci/bootstrap.py $(USER) requirements.lock
	@touch $@

$(APP)/.ready: requirements-app.lock pyproject.toml .ci/bootstrap.py
	$(PYTHON) .ci/bootstrap.py $(APP) requirements-app.lock
	@touch $@
