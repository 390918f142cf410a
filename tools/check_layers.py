#!/usr/bin/env python3
"""Checks that a room of sinew/ includes only itself and rooms before it (ARCHITECTURE.md, "Rooms").

Also: library code includes nothing from the folders around it, the third-party libraries stay
in the .cpp files of the rooms that need them, and every include of a project file is written from the project's root.
"""
import re
import sys
from pathlib import Path

ROOMS = ["scalar", "dense", "spatial", "sweep", "model", "algorithms", "operators", "chains", "batch", "codegen", "simulate", "io"]
AROUND = ("apps/", "tests/", "bench/", "examples/", "fuzz/")
HEAVY = {  # third-party headers and the rooms whose .cpp files may include them
    re.compile(r"(pugixml|fmt/|CLI/|nlohmann/|yaml-cpp/|hdf5|H5)"): "io",
    re.compile(r"(tbb|oneapi)/"): "batch",
    re.compile(r"(arkode|cvode|nvector|sundials|sunmatrix|sunlinsol|sunnonlinsol)"): "simulate",
}
INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]')


def faults_of(file: Path, root: Path):
    parts = file.relative_to(root).parts  # sinew/<room>/<file> or sinew/sinew.hpp
    room = parts[1] if len(parts) > 2 else None
    if room is not None and room not in ROOMS:
        yield 0, f"room '{room}' is not in the list of tools/check_layers.py and ARCHITECTURE.md"
        return
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        match = INCLUDE.match(line)
        if not match:
            continue
        quote, target = match.groups()
        if target == "sinew/version.hpp":
            continue  # a number, in no room
        if target.startswith("sinew/"):
            other = target.split("/")[1]
            if room and (other not in ROOMS or ROOMS.index(other) > ROOMS.index(room)):
                yield number, f"room '{room}' may not include {target}: '{other}' comes after it"
        elif target.startswith(AROUND):
            yield number, f"the library may not include {target}"
        elif owners := [owner for pattern, owner in HEAVY.items() if pattern.match(target)]:
            if room != owners[0] or file.suffix != ".cpp":
                yield number, f"{target} belongs in the .cpp files of sinew/{owners[0]}/ only"
        elif quote == '"':
            yield number, f'write "sinew/<room>/{Path(target).name}", from the project\'s root'


def main():
    root = Path(__file__).resolve().parent.parent
    files = sorted(p for p in (root / "sinew").rglob("*") if p.suffix in (".hpp", ".cpp"))
    faults = [f"{file.relative_to(root)}:{number}: {what}" for file in files for number, what in faults_of(file, root)]
    print("\n".join(faults) if faults else f"{len(files)} files, no include against the order of the rooms")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
