#!/usr/bin/env bash
# Holds the admin API of the example `admin` against its own document, with requests that are made up:
# https://schemathesis.readthedocs.io. Takes about 15 seconds once everything is built.
#
# usage: tests/http/schemathesis.sh [folder for a Python environment]
set -euo pipefail
cd "$(dirname "$0")/../.."

scratch=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -r "$scratch"' EXIT
python=${1:-$scratch/python}
[ -x "$python/bin/schemathesis" ] || {
    python3 -m venv "$python"
    "$python/bin/pip" install --quiet 'schemathesis==4.32.5'
}

cargo build --quiet --package toolcrib-examples --features admin --bin admin
TOOLCRIB_TOKEN=$(od -An -N32 -tx1 /dev/urandom | tr -d ' \n')
export TOOLCRIB_TOKEN
"${CARGO_TARGET_DIR:-target}/debug/admin" >"$scratch/address" &
server=$!
for _ in $(seq 100); do
    [ -s "$scratch/address" ] && break
    sleep 0.1
done
address=$(cat "$scratch/address")

# What it keeps from one run to the next stays out of the repository.
config=$PWD/tests/http/schemathesis.toml
python=$(realpath "$python")
cd "$scratch"
"$python/bin/schemathesis" --config-file "$config" \
    run "${address}openapi.json" --url "${address%/}" --header "Authorization: Bearer $TOOLCRIB_TOKEN" \
    --checks all --max-examples 50 --seed 1 --continue-on-failure
