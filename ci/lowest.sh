#!/bin/sh
# The lowest versions that pyproject.toml allows still do: they are installed, every command is asked for its help, and the
# bundled engine is verified. Arguments go to `loopline verify`.
set -eu
cd "$(dirname "$0")/.."
folder=out/lowest
rm -rf $folder
.venv/bin/python -m venv $folder/venv
$folder/venv/bin/python -m pip install --quiet --disable-pip-version-check uv
$folder/venv/bin/uv pip install --quiet --python $folder/venv --resolution lowest-direct ./model ./bridge .
cd $folder
venv/bin/uv pip freeze --python venv
for command in verify fuzz coverage replay latency match verify-model perft check show generators vectors mutate synth bench; do
    venv/bin/loopline $command --help >help.txt
done
venv/bin/loopline verify trax-engine --examples 20 "$@"
