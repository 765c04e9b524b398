#!/bin/sh
# From a bare checkout to one where everything runs: system packages, a Python environment in .venv, the pinned
# dependencies, the model and loopline itself in it. Does nothing, quickly, when there is nothing to do.
# With the word `tests` also what only the tests need of the system: a browser, and a viewer of waves with its screen.
# Exit code 2: nothing can run. Whatever else is missing is only a message: one simulator still works without the other.
set -eu
cd "$(dirname "$0")/.."
mkdir -p out
for_tests=${1:-}
log=out/setup.log
stamp=.venv/.complete
refused=out/not-by-apt  # the packages that apt has been asked for in vain

say() { echo "set-up: $*" >&2; }

ticking() {  # ticking COMMAND...: run it, and say every ten seconds that it still runs
    (
        seconds=0
        while sleep 1 && kill -0 $$ 2>/dev/null; do
            seconds=$((seconds + 1))
            [ $((seconds % 10)) -ne 0 ] || say "… $seconds s so far"
        done
    ) 9>&- &
    ticks=$! status=0
    "$@" || status=$?
    { kill $ticks && wait $ticks; } 2>/dev/null || true
    return $status
}

logged() { "$@" >>"$log" 2>&1; }

step() {  # step TEXT COMMAND...: one line for the reader, the noise into the log
    say "$1"
    shift
    ticking logged "$@" && return
    tail -n 15 "$log" >&2
    say "failed: $*"
    say "No network? The whole log is $log. Run it again once mended: it goes on from here."
    exit 2
}

# PATH ends a folder at a colon, and cocotb ends a library at a comma or semicolon.
case $(pwd -P) in
*[:\;,]*) say "move the checkout to a folder without a colon, comma or semicolon in its path" && exit 2 ;;
esac

# --- what the system must have ---

usable_python() {
    "$1" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

too_old() {  # what to say of a python3 that is
    python3 -c 'import sys
if sys.version_info < (3, 11): print("; python3 here is %d.%d" % sys.version_info[:2])' 2>/dev/null || true
}

shared_libpython() {  # cocotb loads Python into the simulator; Debian packs that library by itself
    "$1" -c 'if True:
        import ctypes, os, sysconfig
        name, folder = map(sysconfig.get_config_var, ("INSTSONAME", "LIBDIR"))
        try:
            ctypes.CDLL(name)
        except OSError:
            ctypes.CDLL(os.path.join(folder, name))' >/dev/null 2>&1
}

header() { echo "#include <$1>" | c++ -E -x c++ -; }

need() {  # need PACKAGE PURPOSE TEST...
    package=$1 purpose=$2
    shift 2
    "$@" >/dev/null 2>&1 && return
    packages="$packages $package"
    missing="$missing
  $(printf '%-16s' "$package") $purpose"
}

survey() {
    packages='' missing='' python=''
    for candidate in .venv/bin/python python3 python3.13 python3.12 python3.11 /usr/bin/python3; do
        usable_python "$candidate" || continue
        python=${python:-$candidate}  # the first, unless a later one can be loaded into a simulator
        if shared_libpython "$candidate"; then python=$candidate && break; fi
    done
    need python3 "Python 3.11 or newer$(too_old): everything" test "$python"
    need python3-venv "Python's venv module: everything" test "$python"
    need libpython3-dev "Python as a shared library: both simulators" shared_libpython "$python"
    need iverilog "the simulator Icarus" command -v iverilog
    need g++ "the simulator Verilator, to compile its models" command -v c++
    need make "the simulator Verilator, to compile its models" command -v make
    need zlib1g-dev "FST waves from Verilator (without it: VCD)" header zlib.h
    need liblz4-dev "FST waves from Verilator (without it: VCD)" header lz4.h
    need ccache "the same design built in one second instead of three" command -v ccache
    [ "$for_tests" = tests ] || return 0
    need chromium "the tests of pages" command -v chromium
    need gtkwave "the tests of GTKWave's save files" command -v gtkwave
    need xvfb "the screen for them" command -v Xvfb
    need xauth "the screen for them" command -v xauth
}

install_packages() {
    if [ "$(id -u)" = 0 ]; then root=''; else root='sudo -n'; fi
    command -v apt-get >/dev/null && $root true 2>/dev/null || return 0
    apt="$root env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300"
    say "installing by apt:$packages"
    ticking logged $apt update || true  # one broken foreign source must not stop us
    install="$apt install -y --no-install-recommends"
    # A package that this system's archive does not have must not cost us the others.
    ticking logged $install $packages || for package in $packages; do ticking logged $install $package || true; done
    survey
    [ -n "$packages" ] || return 0
    printf '%s\n' $packages >$refused
    say "apt has not brought:$packages. What it says is in $log. To ask it again: rm $refused"
}

asked_in_vain() {
    up_to_date || return 1
    for package in $packages; do grep -qsx "$package" $refused || return 1; done
}

# --- the Python environment ---

place() { echo "$(pwd -P) $(.venv/bin/python -V 2>&1)"; }
inputs() { cat pyproject.toml model/pyproject.toml bridge/pyproject.toml constraints.txt ci/setup.sh | cksum; }

discard_unusable() {  # one left half made, moved with the checkout, or whose Python has changed
    [ -e .venv ] || return 0
    [ "$(head -n 1 $stamp 2>/dev/null)" = "$(place)" ] || rm -rf .venv
}

up_to_date() { [ "$(tail -n 1 $stamp 2>/dev/null)" = "$(inputs)" ]; }

# What could not be compiled, the first simulation compiles, and says why it cannot be: no reason to end here.
tools() {
    .venv/bin/python ci/runtime.py 9>&- &
    compiling=$! status=0
    $pip --no-build-isolation -e '.[dev]' || status=$?
    wait $compiling || true
    return $status
}

environment() {
    rm -f $stamp
    [ -e .venv ] || step "creating .venv with $("$python" -V)" "$python" -m venv .venv
    pip=".venv/bin/python -m pip install --disable-pip-version-check --no-input -c constraints.txt"
    step "installing the build tools" $pip hatchling setuptools  # setuptools: of python-constraint there is no wheel
    step "installing the pinned dependencies" $pip --no-build-isolation -e ./model -e ./bridge -e .
    # Each simulation is a process, and this Python may have been told to keep nothing that it compiles.
    .venv/bin/python -m compileall -q model bridge tb >>"$log" 2>&1 || true
    step "installing what the tests need, while Verilator's runtime is compiled" tools
    { place && inputs; } >$stamp
    say "ready"
}

# Two makes at once in one checkout: the second waits for the first.
exec 9>out/setup.lock
if command -v flock >/dev/null; then flock 9; fi

: >"$log"
discard_unusable
survey
[ -z "$packages" ] || asked_in_vain || install_packages
if [ -n "$packages" ] && up_to_date; then
    say "still without:$packages"
elif [ -n "$packages" ]; then
    say "this system lacks:$missing"
    say "As root, on Debian or Ubuntu:  apt-get update && apt-get install --no-install-recommends$packages"
    [ "$python" ] || exit 2
    say "Going on with what is there."
fi
[ "$python" = .venv/bin/python ] || rm -rf .venv
up_to_date || environment
