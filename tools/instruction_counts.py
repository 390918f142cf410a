#!/usr/bin/env python3
"""Compares the instruction counts of the core recursions with the stored counts (tests/data/instruction_counts.txt).

  instruction_counts.py PROGRAM --compiler "GNU 12.2.0" [--update]

PROGRAM is tests/instructions/calls.cpp as the release preset builds it, run under valgrind's callgrind. The counts are those
of portable x86-64 code and repeat on every such machine, but not with another compiler. A deviation of 3 % fails,
also downwards, so that gains are stored. Exits with 77 if nothing can be compared.
"""
import argparse
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STORED = ROOT / "tests/data/instruction_counts.txt"
ROBOTS = {"arm7": "as_written", "humanoid": "floating", "four_bar": "as_written", "stewart_platform": "as_written"}
TOLERANCE = 0.03
SKIPPED = 77

# The C library selects memset and memcpy by the processor; this selects the plain ones everywhere.
PLAIN_LIBRARY = "glibc.cpu.hwcaps=-AVX,-AVX2,-AVX_Fast_Unaligned_Load,-AVX512F,-AVX512VL,-ERMS,-FSRM"


def inclusive_counts(lines):
    """Calls and inclusive instructions of the functions count_..., from a callgrind file."""
    names, called, counts = {}, None, {}
    for line in lines:
        if match := re.match(r"c?fn=\((\d+)\)(?: (.*))?", line):
            if match[2]:
                names[match[1]] = match[2]
            called = names[match[1]] if line.startswith("cfn") else None
        elif match := re.match(r"calls=(\d+)", line):
            calls = int(match[1])
            instructions = int(next(lines).split()[1])
            if called and called.startswith("count_"):
                sums = counts.setdefault(called.removeprefix("count_"), [0, 0])
                sums[0] += calls
                sums[1] += instructions
    return {name: round(instructions / calls) for name, (calls, instructions) in counts.items()}


def count(program):
    found = {}
    for robot, base in ROBOTS.items():
        with tempfile.NamedTemporaryFile("r") as out:
            run = subprocess.run(
                ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out.name}", program,
                 str(ROOT / f"models/{robot}.urdf"), base],
                env=os.environ | {"GLIBC_TUNABLES": PLAIN_LIBRARY}, capture_output=True, text=True)
            if run.returncode != 0:
                sys.exit(f"instruction_counts: {program} failed under callgrind:\n{run.stderr}")
            for recursion, instructions in inclusive_counts(iter(out.readlines())).items():
                found[f"{robot} {recursion}"] = instructions
    return found


def read_stored():
    compiler, counts = None, {}
    for line in STORED.read_text().splitlines():
        if line.startswith("compiler "):
            compiler = line.removeprefix("compiler ")
        elif line and not line.startswith("#"):
            name, instructions = line.rsplit(maxsplit=1)
            counts[name] = int(instructions)
    return compiler, counts


def write_stored(compiler, counts):
    lines = ["# Instructions of one call of each core recursion, release preset, x86-64, counted by valgrind's callgrind.",
             "# ./go test --instructions --update writes this file.",
             f"compiler {compiler}", *(f"{name} {counts[name]}" for name in sorted(counts))]
    STORED.write_text("\n".join(lines) + "\n")


def skip(why):
    print(f"skipped: {why}")
    sys.exit(SKIPPED)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--compiler", required=True, help="name and version, as stored with the counts")
    parser.add_argument("--update", action="store_true", help="store what is counted")
    arguments = parser.parse_args()

    if platform.machine() not in ("x86_64", "AMD64"):
        skip(f"the stored counts are of x86-64, this is {platform.machine()}")
    if not shutil.which("valgrind"):
        skip("there is no valgrind to count with")
    compiler, stored = read_stored() if STORED.exists() else (None, {})
    if not arguments.update and compiler != arguments.compiler:
        skip(f"the stored counts are of {compiler}, this was built by {arguments.compiler}")

    found = count(arguments.program)
    print(f"{'':32}{'stored':>9}{'counted':>9}")
    off = []
    for name in sorted(found | stored):
        before, now = stored.get(name), found.get(name)
        change = now / before - 1 if before and now else None
        if change is None or abs(change) > TOLERANCE:
            off.append(name)
        print(f"{name:32}{before or '-':>9}{now or '-':>9}{'' if change is None else f'{change:+8.1%}'}"
              f"{'  <--' if name in off else ''}")
    if arguments.update:
        return write_stored(arguments.compiler, found)
    if off:
        sys.exit(f"{len(off)} of {len(found)} recursions are more than {TOLERANCE:.0%} off. If that is meant, "
                 "./go test --instructions --update stores the new counts.")


if __name__ == "__main__":
    main()
