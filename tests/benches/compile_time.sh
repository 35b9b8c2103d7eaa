#!/usr/bin/env bash
# What 100 tools cost to compile, each with a text and a number: by `#[tool]` on functions, by what
# one would write by hand in its place, and by `impl Tool` with a struct of arguments each.
#
# CPU seconds (user and system) of rustc on the crate with the tools, dependencies apart, without
# incremental compilation; the least of three runs. Usage: compile_time.sh [tools] [runs]

set -euo pipefail

tools=${1:-100}
runs=${2:-3}
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CARGO_TARGET_DIR=${COMPILE_TIME_TARGET_DIR:-$work/target} CARGO_INCREMENTAL=0

# Cargo runs this in place of rustc for the crate itself, and for no dependency.
cat > "$work/timed" <<END
#!/usr/bin/env bash
TIMEFORMAT='%U %S'
exec 3>&2
{ time "\$@" 2>&3; } 2>> "$work/times"
END
chmod +x "$work/timed"
export RUSTC_WORKSPACE_WRAPPER=$work/timed

new_crate() {
    mkdir -p "$work/$1/src"
    cat > "$work/$1/Cargo.toml" <<END
[package]
name = "$1"
version = "0.1.0"
edition = "2024"

[workspace]

[dependencies]
serde = { version = "1", features = ["derive"] }
toolcrib = { path = "$root/registry" }
END
    cp "$root/Cargo.lock" "$work/$1/Cargo.lock"
    cat > "$work/$1/src/lib.rs"
}

each() {
    for n in $(seq "$tools"); do sed "s/NNN/$n/g" <<< "$1"; done
}

new_crate empty <<< ''

new_crate attribute < <(each '
/// Repeat a text.
#[toolcrib::tool]
pub fn repeat_NNN(
    /// What to repeat.
    text: String,
    /// How often.
    times: u32,
) -> String {
    text.repeat(times as usize)
}')

# The same shape: a static record, one function that reads the arguments, the library for the rest.
by_hand='
pub fn repeat_NNN(text: String, times: u32) -> String {
    text.repeat(times as usize)
}
static FIELDS_NNN: [Field; 2] = [
    Field {
        name: "text",
        description: "What to repeat.",
        ty: &<String as Argument>::TYPE,
        has_default: false,
        default: None,
    },
    Field {
        name: "times",
        description: "How often.",
        ty: &<u32 as Argument>::TYPE,
        has_default: false,
        default: None,
    },
];
fn run_NNN<'"'a"'>(call: Invocation<'"'a"'>) -> Call<'"'a"'> {
    let mut slots = [None; 2];
    let mut decoder = Decoder::split(call.arguments, &FIELDS_NNN, &mut slots);
    let (Some(text), Some(times)) = (decoder.take(0), decoder.take(1)) else {
        return decoder.refuse();
    };
    if decoder.is_wrong() {
        return decoder.refuse();
    }
    Call::Ready(finish(Ok(repeat_NNN(text, times))))
}
pub static TOOL_NNN: Entry = Entry {
    name: "repeat_NNN",
    description: "Repeat a text.",
    origin: Origin::new(module_path!(), file!(), line!(), column!()),
    schema: SchemaSource::Fields(&FIELDS_NNN),
    run: run_NNN,
    ..Entry::BASE
};'
uses='
use toolcrib::__private::{
    Argument, Call, Decoder, Entry, Field, Invocation, Origin, SchemaSource, finish,
};'

new_crate by_hand_listed <<< "$uses
$(each "$by_hand")
pub static TOOLS: toolcrib::Toolset = toolcrib::Toolset::new(&[$(each '&TOOL_NNN,')]);"

new_crate by_hand_collected <<< "$uses
use toolcrib::__private::{Collected, inventory};
$(each "$by_hand
inventory::submit! { Collected::Tool(&TOOL_NNN) }")"

new_crate impl_tool < <(
    echo 'use toolcrib::{Context, Tool, ToolError, schemars::JsonSchema, tool};'
    each '
#[derive(serde::Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(crate = "toolcrib::schemars")]
pub struct ArgsNNN {
    /// What to repeat.
    text: String,
    /// How often.
    times: u32,
}
#[derive(Default)]
pub struct RepeatNNN;
/// Repeat a text.
#[tool]
impl Tool for RepeatNNN {
    type Args = ArgsNNN;
    type Output = String;
    async fn call(&self, args: ArgsNNN, _: &Context<'"'_"'>) -> Result<String, ToolError> {
        Ok(args.text.repeat(args.times as usize))
    }
}'
)

# The least CPU time of `cargo $2..` in crate $1.
measure() {
    local crate=$1 least='' run
    shift
    for run in $(seq 0 "$runs"); do
        touch "$work/$crate/src/lib.rs"
        : > "$work/times"
        cargo "$@" --quiet --offline --manifest-path "$work/$crate/Cargo.toml"
        # Run 0 builds the dependencies.
        ((run == 0)) || least=$(awk -v least="$least" '{ sum += $1 + $2 }
            END { print least == "" || sum < least ? sum : least }' "$work/times")
    done
    printf '%s' "$least"
}

printf '%-18s %7s %7s %7s\n' "$tools tools" check debug release
declare -A of
for crate in empty by_hand_listed by_hand_collected attribute impl_tool; do
    of[check]=$(measure $crate check)
    of[debug]=$(measure $crate build)
    of[release]=$(measure $crate build --release)
    printf '%-18s %7.2f %7.2f %7.2f\n' $crate "${of[check]}" "${of[debug]}" "${of[release]}"
    for kind in check debug release; do echo "$crate $kind ${of[$kind]}" >> "$work/all"; done
done
for hand in by_hand_listed by_hand_collected; do
    awk -v hand=$hand '
        { time[$1, $2] = $3; if ($1 == "attribute") kinds[++count] = $2 }
        END {
            printf "attribute beside %s:", hand
            for (i = 1; i <= count; i++) {
                printf " %s %.2fx", kinds[i], time["attribute", kinds[i]] / time[hand, kinds[i]]
            }
            print " (bar 1.30x)"
        }' "$work/all"
done
