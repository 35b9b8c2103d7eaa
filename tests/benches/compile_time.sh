#!/usr/bin/env bash
# What 100 tools cost to compile, each with a text and a number: by `#[tool]` on functions, by what
# one would write by hand in its place, and by `impl Tool` with a struct of arguments each.
#
# CPU seconds (user and system) of rustc on the crate with the tools, dependencies apart, without
# incremental compilation; the least of three runs. Usage: compile_time.sh [tools] [runs]
#
# `compile_time.sh enums [tools] [runs]` does the same for programs whose tools each take an enum of
# 30 variants, beside the derives and schemas of these enums alone, with the size of the programs.

set -euo pipefail

mode=functions
if [[ ${1:-} == enums ]]; then
    mode=enums
    shift
    set -- "${1:-40}" "${2:-1}"
fi

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
serde_json = "1"
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

# The least CPU time of `cargo $2..` in crate $1.
measure() {
    local crate=$1 least='' run
    shift
    for run in $(seq 0 "$runs"); do
        find "$work/$crate/src" -name '*.rs' -exec touch {} +
        : > "$work/times"
        cargo "$@" --quiet --offline --manifest-path "$work/$crate/Cargo.toml"
        # Run 0 builds the dependencies.
        ((run == 0)) || least=$(awk -v least="$least" '{ sum += $1 + $2 }
            END { print least == "" || sum < least ? sum : least }' "$work/times")
    done
    printf '%s' "$least"
}

# A program in place of a library.
new_program() {
    new_crate "$1"
    mv "$work/$1/src/lib.rs" "$work/$1/src/main.rs"
}

if [[ $mode == enums ]]; then
    variants=$(for v in $(seq 30); do
        echo "    V$v { text: String, times: u32, more: Option<Vec<String>> },"
    done)
    enums="
use toolcrib::schemars::{self, JsonSchema};
$(each "
#[derive(serde::Deserialize, JsonSchema)]
#[serde(tag = \"kind\", rename_all = \"snake_case\")]
#[allow(dead_code)]
pub enum KindNNN {
$variants
}")"
    new_program derives <<< "$enums
fn main() {
    let text = std::env::args().nth(1).unwrap_or_default();
$(each '
    println!("{} {}", serde_json::from_str::<KindNNN>(&text).is_ok(),
        serde_json::to_string(&schemars::schema_for!(KindNNN)).unwrap());')
}"
    new_program enum_tools <<< "$enums
$(each '
/// Take one of many.
#[toolcrib::tool]
fn take_NNN(kind: KindNNN) -> bool {
    std::mem::size_of_val(&kind) > 0
}')
fn main() {
    let registry = toolcrib::Registry::builder().collect().build().unwrap();
    println!(\"{}\", registry.surface().build().unwrap().tools().get());
}"
    printf '%-12s %9s %9s\n' "$tools enums" 'debug, s' 'size, MB'
    for crate in derives enum_tools; do
        time=$(measure $crate build)
        size=$(($(stat -c %s "$CARGO_TARGET_DIR/debug/$crate") / 1000000))
        printf '%-12s %9.2f %9d\n' $crate "$time" "$size"
        echo "$time $size" >> "$work/all"
    done
    awk '{ time[NR] = $1; size[NR] = $2 }
        END { printf "tools beside derives: time %.2fx (bar 1.2x), size %.2fx (bar 1.5x)\n",
            time[2] / time[1], size[2] / size[1] }' "$work/all"
    exit
fi

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
        default: None,
    },
    Field {
        name: "times",
        description: "How often.",
        ty: &<u32 as Argument>::TYPE,
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
