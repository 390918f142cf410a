#!/usr/bin/env bash
# Developer script: installs what a command needs, builds, and runs it. ./go --help lists the commands.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

usage() {
  cat <<'HELP'
usage: ./go COMMAND [ARGUMENTS]

  demo                        build the program, simulate three arms that carry a plate until one releases it, and write
                              the page that shows it
  build [PRESET]              build a preset: release (default), native, dev, asan-ubsan, tsan, minimal, arm64, fuzz
  test [--full] [FILTER...]   run the tests of the optimised build, of the Python module, of the page and of the page in a
                              browser. --full runs the heavy sweeps too. A FILTER in GoogleTest's form (Suite.Name,
                              with * and ?) picks tests of the build
  test --sanitize [FILTER...] run the tests under the address, undefined-behaviour and thread sanitizers, compiled by clang
  test --arm64 [FILTER...]    run tests of the core, batches and compiled robots for 64-bit Arm on an emulated processor
  test --page                 run the tests of the page only: its modules, and the page in a browser
  test --peers [FILTER...]    run the tests against DART and Simbody, and those of the Python module against Pinocchio,
                              MuJoCo and Drake only (installs these large packages)
  test --instructions [--update]
                              compare the instructions that the core recursions take with the stored counts only, or
                              store them
  python [ARGUMENTS...]       build the Python module and run its tests; the arguments go to pytest, e.g. -k arrays
  wheel                       make the source package and a wheel that needs no other package, install it into an empty
                              environment and try it
  deb                         make Debian packages of the library, the program and the Python module, install them in a
                              clean root and try them
  bench [ARGUMENTS...]        run the benchmark for this machine's processor against the libraries found;
                              the arguments go to sinew_bench, e.g. --filter forward --json result.json
  bench long-chains           time the serial sweeps of long chains against blocks on several threads
  bench operators             time prepared formulas of spatial operators against the hand-written recursions
  bench python [ARGUMENTS...] time the Python calls against those of Pinocchio, MuJoCo and Drake; --write writes
                              docs/python_performance.md
  bench --instructions [ARGUMENTS...]   count instructions by callgrind instead, in a build for AVX2
  bench --report              both, and write docs/performance.md and the table of README.md
  check                       formatting, layers, walks of ARCHITECTURE.md, contents of the source package, lint, cost of
                              including sinew, headers compiled alone
  fuzz [SECONDS]              run every fuzz target (default 60 seconds each) and report the executions
  mutate [ARGUMENTS...]       plant small faults one at a time and list those that no test notices; the arguments go to
                              tools/mutate, e.g. --count 100 --seed 2 --room chains
  docs                        build the documentation site, build/docs/html/index.html
  format                      apply clang-format, ruff and prettier to all sources
  clean                       remove build/

On Debian every command installs the packages it needs. Elsewhere it names them and uses what is there.
Environment: JOBS (parallel jobs, default: all cores).
HELP
}

say() { printf '\033[1m== %s\033[0m\n' "$*"; }
# phase NAME COMMAND...: runs a part of the work, and adds its seconds to build/phases.txt and to the closing table. Do not
# use it in a condition, where bash would go on after a failure.
phases=()
phase() {
  local name=$1 began=$SECONDS
  shift
  "$@"
  phases+=("$((SECONDS - began)) $name")
  mkdir -p build
  echo "${phases[-1]}" >>build/phases.txt
}
show_phases() {
  local total=0 line
  printf '\n%8s  phase\n' seconds
  for line in "${phases[@]}"; do
    printf '%8d  %s\n' "${line%% *}" "${line#* }"
    total=$((total + ${line%% *}))
  done
  printf '%8d  together\n' "$total"
}
fail() { printf './go: %s\n' "$*" >&2; exit 1; }

jobs=${JOBS:-$(nproc)}

# ---- Set-up ----------------------------------------------------------------------------------------
# need PURPOSE PACKAGE...: installs the packages that are missing, and says so in one line.
need() {
  local purpose=$1 missing=() package
  shift
  if ! command -v dpkg-query >/dev/null; then
    echo "not Debian; the packages needed for $purpose are: $*"
    return
  fi
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
  [[ ${#missing[@]} -eq 0 ]] && return
  local root=()
  if [[ $(id -u) -ne 0 ]]; then
    command -v sudo >/dev/null || fail "no sudo here; as root: apt-get install ${missing[*]}"
    root=(sudo)
  fi
  echo "installing for $purpose: ${missing[*]}"
  mkdir -p build
  local log=build/apt.log apt=(env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=600)
  { "${root[@]}" "${apt[@]}" update && "${root[@]}" "${apt[@]}" install --yes --no-install-recommends "${missing[@]}"; } \
    >"$log" 2>&1 </dev/null || { tail -n 20 "$log" >&2; fail "could not install ${missing[*]} (log: $log)"; }
}

need_compiler() {
  need "building" cmake ninja-build g++ ccache libpugixml-dev libfmt-dev libyaml-cpp-dev libcli11-dev \
    nlohmann-json3-dev libeigen3-dev libgtest-dev libtbb-dev libsundials-dev libhdf5-dev
}
# The page: the library compiled for browsers, and what bundles it.
need_page() {
  need "building the page" emscripten
  command -v node >/dev/null && command -v npm >/dev/null || need "building the page" nodejs npm
  node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)' ||
    fail "the page is built with Node.js 20.19 or later; here is $(node --version)"
}
need_clang() { need "$1" clang libclang-rt-14-dev libomp-dev; }
# need_environment PURPOSE FOLDER REQUIREMENTS: makes a virtual environment that contains what a file lists.
# SINEW_PYTHON_INTERPRETER chooses another interpreter.
need_environment() {
  local purpose=$1 folder=$2 requirements=$3
  cmp --quiet "$requirements" "$folder/installed" && return
  echo "installing for $purpose: $requirements into $folder"
  mkdir -p build
  { "${SINEW_PYTHON_INTERPRETER:-python3}" -m venv --clear "$folder" &&
    "$folder/bin/python" -m pip install --quiet -r "$requirements"; } \
    >build/pip.log 2>&1 </dev/null || { tail -n 20 build/pip.log >&2; fail "could not install it (log: build/pip.log)"; }
  cp "$requirements" "$folder/installed"
}
need_python() {
  need "building the Python module" python3 python3-venv python3-dev
  need_environment "building the Python module" build/python/venv python/requirements.txt
}
# The libraries that the Python tests compare with.
need_python_peers() {
  need_python
  local mark=build/python/venv/peers_installed
  [[ $mark -nt python/requirements_peers.txt ]] && return
  echo "installing for comparing with Pinocchio, MuJoCo and Drake (large): python/requirements_peers.txt"
  build/python/venv/bin/python -m pip install --quiet -r python/requirements_peers.txt >build/pip.log 2>&1 </dev/null ||
    { tail -n 20 build/pip.log >&2; fail "could not install them (log: build/pip.log)"; }
  touch "$mark"
}
python_options() { echo "-D SINEW_PYTHON=ON -D Python_EXECUTABLE=$PWD/build/python/venv/bin/python"; }
need_arm64() { need "testing for 64-bit Arm" g++-aarch64-linux-gnu qemu-user googletest; }
need_instructions() { need "counting instructions" valgrind python3; }
need_browser() { need "testing the page in a browser" chromium; }
# Debian has MuJoCo 2. The wheel of MuJoCo 3 contains its headers and its library; no Python code of it is run.
mujoco3=3.17.0
need_small_peers() {
  need "comparing with MuJoCo, KDL and libsdformat" libmujoco-dev liborocos-kdl-dev libsdformat-dev python3-pip
  local folder=build/peers/mujoco3
  [[ -f $folder/mujoco/libmujoco.so.$mujoco3 ]] && return
  rm -rf "$folder"
  mkdir -p build/peers
  echo "installing for comparing with MuJoCo 3: mujoco $mujoco3 into $folder"
  python3 -m pip install --quiet --no-deps --only-binary :all: --target "$folder" "mujoco==$mujoco3" \
    >build/pip.log 2>&1 </dev/null || echo "could not install it (log: build/pip.log); its tests are left out"
}
need_large_peers() { need "comparing with DART and Simbody (large)" libdart-dev libdart-external-ikfast-dev libsimbody-dev; }

# ---- Steps -----------------------------------------------------------------------------------------
# configure PRESET [CMAKE ARGUMENTS...]
configure() {
  local preset=$1 log=build/$1.configure.log
  mkdir -p build
  cmake --preset "$@" >"$log" 2>&1 || { cat "$log" >&2; fail "could not configure preset $preset"; }
  grep -E 'peer .*: not found' "$log" || true
}

# build PRESET [TARGET...]
build() {
  local preset=$1
  shift
  say "build $preset${*:+: $*}"
  cmake --build "build/$preset" --parallel "$jobs" ${1:+--target} "$@" || fail "the build of preset $preset failed"
}

# ctests PRESET [CTEST ARGUMENTS...]: runs the tests, or those of `filters` if the caller has any.
ctests() {
  local preset=$1 select=()
  shift
  say "tests $preset${filters[*]:+: ${filters[*]}}"
  if [[ ${#filters[@]} -gt 0 ]]; then
    GTEST_FILTER=$(IFS=:; echo "${filters[*]}")
    export GTEST_FILTER
    local program names=0 emulator=()
    [[ $preset == arm64 ]] && emulator=(qemu-aarch64 -L /usr/aarch64-linux-gnu)
    for program in "build/$preset"/tests/*_test; do
      names=$((names + $("${emulator[@]}" "$program" --gtest_list_tests | grep -c '^  ' || true)))
    done
    [[ $names -gt 0 ]] || fail "no test of preset $preset is called ${filters[*]}"
    echo "$names tests"
    select=(--tests-regex '_test\.[0-9]+$')
  fi
  if [[ -t 1 ]]; then
    ctest --preset "$preset" --parallel "$jobs" --progress "${select[@]}" "$@" || fail "tests of preset $preset failed"
  else  # in a log: failures and the closing summary only
    ctest --preset "$preset" --parallel "$jobs" "${select[@]}" "$@" | grep -Ev '^ +Start +[0-9]+:| Passed ' ||
      fail "tests of preset $preset failed"
  fi
}

# in_page SCRIPT: runs a script of apps/viewer/package.json, with the package versions of the lock file.
in_page() {
  mkdir -p build
  if [[ ! apps/viewer/node_modules/.package-lock.json -nt apps/viewer/package-lock.json ]]; then
    npm --prefix apps/viewer ci --no-audit --no-fund --loglevel=error >build/npm.log 2>&1 ||
      { cat build/npm.log >&2; fail "npm could not install the page's packages"; }
  fi
  npm --prefix apps/viewer --silent run "$1" || fail "the page: $1 failed"
}
page_tests() {
  say "tests of the page"
  phase "tests of the page" in_page test
  say "tests of the page in a browser"
  SINEW_PROGRAM=$PWD/build/release/sinew phase "tests of the page in a browser" in_page browser
}

# python_tests [PYTEST ARGUMENTS...]: all tests without arguments. JAX starts threads and other tests fork, so its tests
# run in a process of their own.
python_tests() {
  say "tests of the Python module"
  if [[ $# -gt 0 ]]; then
    in_pytest "$@"
  else
    in_pytest --ignore python/tests/test_jax.py
    in_pytest python/tests/test_jax.py
  fi
}
in_pytest() {
  PYTHONPATH=$PWD/build/release/python build/python/venv/bin/python -m pytest -q -p no:cacheprovider "$@" ||
    fail "tests of the Python module failed"
}

# PyTorch is large: Debian's is used, with Debian's Python, if the module was built for the same version.
torch_tests() {
  need "testing the Python module with PyTorch" python3-torch python3-pytest
  say "tests of the Python module with PyTorch"
  local minor='import sys; print(sys.version_info[:2])'
  if [[ $(/usr/bin/python3 -c "$minor") != $(build/python/venv/bin/python -c "$minor") ]]; then
    echo "left out: the module was built for another version of Python than Debian's"
    return
  fi
  PYTHONPATH=$PWD/build/release/python /usr/bin/python3 -m pytest -q -p no:cacheprovider python/tests/test_torch.py ||
    fail "tests of the Python module with PyTorch failed"
}

# All C++ files of the project.
sources() { find . \( -path ./build -o -name node_modules \) -prune -o -name '*.[ch]pp' -print | sort; }

# ---- Commands --------------------------------------------------------------------------------------
command_demo() {
  need_compiler
  need_page
  configure release
  build release sinew_program
  show build/release/sinew simulate models/three_arm_release.yaml --output build/three_arm_release.h5 \
    --html build/three_arm_release.html
  echo "Watch it: open build/three_arm_release.html in a browser"
}
show() { printf '\n$ %s\n' "$*"; "$@"; }

command_build() {
  local preset=${1:-release}
  need_compiler
  case $preset in
    release) need_page ;;
    native) need_small_peers; need_large_peers ;;
    asan-ubsan | tsan | fuzz) need_clang "building $preset" ;;
    arm64) need_arm64 ;;
  esac
  configure "$preset"
  build "$preset"
}

command_test() {
  local only=all filters=() update=() preset
  while [[ $# -gt 0 ]]; do
    case $1 in
      --peers | --page | --sanitize | --arm64 | --instructions) only=${1#--} ;;
      --update) update=(--update) ;;
      --full) export SINEW_FULL=1 ;;
      -*) fail "test does not know $1 (see ./go --help)" ;;
      *) filters+=("$1") ;;
    esac
    shift
  done
  need_compiler
  case $only in
    instructions)
      need_instructions
      configure release -D SINEW_VIEWER=OFF
      build release instruction_calls
      tools/instruction_counts.py build/release/tests/instruction_calls --compiler "GNU $(g++ -dumpfullversion)" \
        "${update[@]}"
      return
      ;;
    peers)
      need_large_peers
      need_python_peers
      # shellcheck disable=SC2046  # several options
      configure release -D SINEW_PEER_TESTS=ON $(python_options)
      phase "build release, large peers" build release large_peer_tests
      phase "tests of the large peers" ctests release --label-regex '^large-peer$'
      if [[ ${#filters[@]} -eq 0 ]]; then
        phase "build release, Python module" build release sinew_python
        phase "tests of the Python module against peers" python_tests python/tests/test_interop_peers.py python/tests/test_coming_from.py
        phase "tests of the Python module with PyTorch" torch_tests
      fi
      ;;
    page)
      need_page
      need_browser
      configure release
      phase "build release, program" build release sinew_program
      page_tests
      ;;
    sanitize)
      need_clang "testing under sanitizers"
      for preset in asan-ubsan tsan; do
        configure "$preset"
        phase "build $preset" build "$preset"
        phase "tests $preset" ctests "$preset"
      done
      ;;
    arm64)
      need_arm64
      configure arm64
      phase "build arm64" build arm64
      phase "tests arm64" ctests arm64
      ;;
    all)
      need_page
      need_browser
      need_instructions
      need_small_peers
      need "testing under a German locale" locales
      need "testing that other tools read the results" python3-h5py
      need_python
      # shellcheck disable=SC2046  # several options
      configure release $(python_options)
      phase "build release" build release
      phase "tests release" ctests release
      if [[ ${#filters[@]} -eq 0 ]]; then
        phase "tests of the Python module" python_tests
        page_tests
      fi
      ;;
  esac
  show_phases
  say "all tests passed"
}

command_python() {
  need_compiler
  need_page
  need_python
  # shellcheck disable=SC2046  # several options
  configure release $(python_options)
  phase "build release, Python module" build release sinew_program sinew_python sinew_python_stub
  phase "tests of the Python module" python_tests "$@"
}

command_wheel() {
  need_compiler
  need_page
  need "making a wheel" python3 python3-venv python3-dev
  local folder=build/wheel
  need_environment "making a wheel" $folder/tools python/wheel_requirements.txt
  local python=$PWD/$folder/tools/bin/python
  rm -rf $folder/source $folder/built $folder/dist $folder/empty
  say "source package"
  "$python" -m build --sdist --outdir $folder/dist . >build/sdist.log 2>&1 ||
    { tail -n 30 build/sdist.log >&2; fail "the source package was not made (log: build/sdist.log)"; }
  say "wheel, from the source package"
  mkdir -p $folder/source
  tar -xf $folder/dist/sinew-*.tar.gz -C $folder/source
  phase "build wheel" pip_wheel
  PATH=$PWD/$folder/tools/bin:$PATH "$python" -m auditwheel repair --wheel-dir $folder/dist $folder/built/sinew-*.whl
  say "the wheel in an empty environment without a compiler"
  "${SINEW_PYTHON_INTERPRETER:-python3}" -m venv $folder/empty
  $folder/empty/bin/python -m pip install --quiet $folder/dist/sinew-*.whl
  env -i PATH="$PWD/$folder/empty/bin" $folder/empty/bin/python -I tools/try_python_package ||
    fail "the installed wheel does not work"
  show_phases
  ls -sh $folder/dist
}
pip_wheel() {
  # The compiler that the other builds use; Python's own settings name it differently, which ccache takes for another.
  CXX=${CXX:-c++} CMAKE_BUILD_PARALLEL_LEVEL=$jobs CMAKE_ARGS="-D SINEW_VIEWER=ON ${CMAKE_ARGS:-}" "$python" -m pip wheel --verbose --no-deps --wheel-dir $folder/built \
    $folder/source/sinew-* >build/wheel.log 2>&1 || { tail -n 30 build/wheel.log >&2; fail "no wheel (log: build/wheel.log)"; }
}

command_deb() {
  need_compiler
  need_page
  need "making Debian packages" python3 python3-venv python3-dev dpkg-dev file mmdebstrap
  # Debian's own interpreter, whatever else is installed.
  SINEW_PYTHON_INTERPRETER=/usr/bin/python3 need_environment "making Debian packages" build/deb-tools python/requirements.txt
  configure release -B build/deb -D CMAKE_INSTALL_PREFIX=/usr -D SINEW_TESTS=OFF -D SINEW_EXAMPLES=OFF \
    -D SINEW_PYTHON=ON -D Python_EXECUTABLE="$PWD/build/deb-tools/bin/python"
  phase "build Debian packages" build deb
  rm -f build/deb/*.deb
  (cd build/deb && cpack) >build/cpack.log 2>&1 || { tail -n 30 build/cpack.log >&2; fail "no packages (log: build/cpack.log)"; }
  say "the packages in a clean root"
  phase "packages in a clean root" tools/try_debian_packages build/deb
  show_phases
  ls -sh build/deb/*.deb
}

command_bench() {
  need_compiler
  if [[ ${1:-} == python ]]; then
    need_page
    need_python_peers
    # shellcheck disable=SC2046  # several options
    configure release $(python_options)
    build release sinew_python sinew_cpp_calls
    PYTHONPATH=$PWD/build/release/python build/python/venv/bin/python bench/python/contest.py "${@:2}"
    return
  fi
  local own
  case ${1:-} in
    long-chains) own=sinew_bench_long_chain ;;
    operators) own=sinew_bench_operators ;;
  esac
  if [[ -n ${own:-} ]]; then
    configure native
    build native "$own"
    "build/native/$own"
    return
  fi
  need_small_peers
  need_large_peers
  need "comparing with Bullet" libbullet-dev
  case ${1:-} in
    --instructions) count_instructions "${@:2}" ;;
    --report)
      time_jobs --json build/times.json
      count_instructions --json build/instructions.json
      python3 tools/make_performance.py build/times.json build/instructions.json
      ;;
    *) time_jobs "$@" ;;
  esac
}
time_jobs() {
  configure native
  build native sinew_bench
  say "benchmark"
  build/native/sinew_bench "$@"
}
# Valgrind supports AVX2 but not AVX-512. Therefore sinew, the robots it compiles and the peers do not use AVX-512:
# Debian's packages do not use it anyway, other libraries are searched in AVX2_PREFIX_PATH.
count_instructions() {
  need "counting instructions" valgrind
  local folder=$PWD/build/counting
  CMAKE_PREFIX_PATH=${AVX2_PREFIX_PATH:-} configure native -B "$folder" -D SINEW_NATIVE=OFF -D CMAKE_CXX_FLAGS=-march=x86-64-v3
  build counting sinew_bench
  say "instructions"
  printf '#!/bin/sh\nexec %s "$@" -march=x86-64-v3\n' "${CC:-cc}" >"$folder/cc"
  chmod +x "$folder/cc"
  rm -rf "$folder/callgrind" && mkdir "$folder/callgrind"
  CC=$folder/cc XDG_CACHE_HOME=$folder/cache valgrind --quiet --tool=callgrind --instr-atstart=no \
    --callgrind-out-file="$folder/callgrind/out" "$folder/sinew_bench" --instructions "$folder/callgrind/out" "$@"
}

command_check() {
  need "checking" python3 clang-format clang-tidy
  need_compiler
  need_python
  need_page
  say "format"
  phase "format" check_format
  say "the page: types and format"
  phase "the page: types and format" in_page check
  say "layers, models, figures, paths"
  phase "layers, models, figures, paths" check_texts
  say "source package"
  phase "source package" check_source_package
  say "cost of including sinew"
  phase "cost of including sinew" tools/check_include_cost
  say "lint"
  JOBS=$jobs phase "lint" tools/lint
  configure dev
  phase "headers alone" build dev headers_alone
  show_phases
  say "all checks passed"
}
check_format() {
  sources | xargs -r -P "$jobs" -n 8 clang-format --dry-run -Werror || fail "./go format puts this right"
  build/python/venv/bin/ruff format --no-cache --quiet --check python || fail "./go format puts this right"
}
# The source package contains what its build names: it can be configured as for a wheel.
check_source_package() {
  local folder=build/source-package log=build/source-package.log
  rm -rf $folder
  mkdir -p $folder/unpacked
  { build/python/venv/bin/python -c "from scikit_build_core.build import build_sdist; build_sdist('$folder')" &&
    tar -xf $folder/sinew-*.tar.gz -C $folder/unpacked &&
    cmake -G Ninja -S $folder/unpacked/sinew-* -B $folder/build -D SKBUILD=ON -D SINEW_PYTHON=ON -D SINEW_IO=ON \
      -D SINEW_HDF5=ON -D SINEW_SUNDIALS=ON -D SINEW_PROGRAM=ON -D SINEW_VIEWER=ON \
      -D Python_EXECUTABLE="$PWD/build/python/venv/bin/python" -D SKBUILD_SCRIPTS_DIR=scripts; } >$log 2>&1 ||
    { tail -n 30 $log; fail "the source package cannot be configured (log: $log)"; }
}
check_texts() {
  python3 tools/check_layers.py
  tools/check_walks
  tools/check_names
  python3 -B tools/make_models.py --check
  python3 -B tools/make_operation_figure.py --check
  python3 -B tools/make_classics_figures.py --check
  tools/check_paths
}

command_fuzz() {
  local seconds=${1:-60} failed=0 name
  need_compiler
  need_clang "fuzzing"
  configure fuzz
  build fuzz
  say "fuzz for $seconds s each, $jobs at a time"
  export -f fuzz_target
  printf '%s\n' build/fuzz/fuzz/*_fuzz | xargs -n 1 -P "$jobs" bash -c 'fuzz_target "$1" "$0"' "$seconds" || failed=1
  for name in build/fuzz/fuzz/*_fuzz; do
    name=$(basename "$name")
    printf '%-20s %s executions\n' "$name" \
      "$(sed -n 's/^stat::number_of_executed_units: *//p' "build/corpus/$name.log")"
  done
  [[ $failed -eq 0 ]] || fail "an input made a target fail; it lies in build/corpus/"
}
# fuzz_target PROGRAM SECONDS: fuzzes one target, with its log in build/corpus/.
fuzz_target() {
  local name inputs
  name=$(basename "$1")
  mkdir -p "build/corpus/$name"
  inputs=("build/corpus/$name")
  [[ -d fuzz/seeds/$name ]] && inputs+=("fuzz/seeds/$name")
  [[ -f fuzz/$name.dict ]] && inputs+=("-dict=fuzz/$name.dict")
  "$1" -max_total_time="$2" -timeout=10 -print_final_stats=1 -artifact_prefix="build/corpus/$name-" "${inputs[@]}" \
    >"build/corpus/$name.log" 2>&1 || { tail -n 25 "build/corpus/$name.log"; return 1; }
}

command_mutate() {
  need_compiler
  need "planting faults" python3
  configure release -D SINEW_VIEWER=OFF
  build release sinew_core sinew_batch sinew_simulate sinew_io test_support
  JOBS=$jobs tools/mutate "$@"
}

command_format() {
  need "formatting" clang-format
  sources | xargs -r clang-format -i
  need_python
  build/python/venv/bin/ruff format --no-cache --quiet python
  need_page
  in_page format
}

make_site() {
  PYTHONPATH=$PWD/build/release/python build/docs/venv/bin/python -B tools/make_site.py ||
    fail "the documentation has errors"
}
command_docs() {
  need_docs
  need_compiler
  need_page
  need_python
  # shellcheck disable=SC2046  # several options
  configure release $(python_options)
  build release sinew_python
  say "documentation"
  phase "documentation" make_site
  echo "Read it: open build/docs/html/index.html in a browser"
}
need_docs() {
  need "building the documentation" python3 python3-venv
  need_environment "building the documentation" build/docs/venv docs/requirements.txt
}

command_clean() { rm -rf build; }

command=${1:---help}
shift || true
case $command in
  demo | build | test | python | wheel | deb | bench | check | fuzz | mutate | docs | format | clean) "command_$command" "$@" ;;
  help | -h | --help) usage ;;
  *) usage >&2; fail "unknown command $command" ;;
esac
