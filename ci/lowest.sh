#!/bin/sh
# The lowest versions that pyproject.toml allows still do: they are installed, every command is asked for its help, and the
# bundled engine is verified. So do those of the bridge, alone: its private names are there, and it finds the bugs of an
# example and those of its README. Arguments go to `loopline verify`.
set -eu
cd "$(dirname "$0")/.."
folder=out/lowest
rm -rf $folder
.venv/bin/python -m venv $folder/venv
$folder/venv/bin/python -m pip install --quiet --disable-pip-version-check uv
$folder/venv/bin/uv pip install --quiet --python $folder/venv --resolution lowest-direct ./model ./bridge .
.venv/bin/python -m venv $folder/bridge
$folder/venv/bin/uv pip install --quiet --python $folder/bridge --resolution lowest-direct ./bridge
PYTHONPATH=bridge/tests $folder/bridge/bin/python -m pytest -q -c /dev/null --rootdir . -p no:cacheprovider -W ignore \
    --import-mode=importlib bridge/tests/test_private.py bridge/tests/test_readme.py bridge/tests/test_examples.py \
    -k "private or readme or priority_encoder-icarus"
cd $folder
venv/bin/uv pip freeze --python venv
for command in verify fuzz coverage replay latency match verify-model perft check show convert mutate solve codes testbench
do
    venv/bin/loopline $command --help >help.txt
done
venv/bin/loopline verify trax-engine --examples 20 "$@"
