#!/usr/bin/env python3
"""Checks that a room of sinew/ includes only itself and rooms before it (ARCHITECTURE.md, "Rooms").

Also: library code includes nothing from the folders around it, the third-party libraries stay
in the .cpp files of the rooms that need them, every include of a project file is written from the project's root,
and no file of sinew/ or apps/ includes itself through other files.
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


def includes_of(file: Path, root: Path):
    """Returns the project files that a file includes, with the numbers of the lines, as paths from the root."""
    found = {}
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        if match := INCLUDE.match(line):
            target = root / match[2] if (root / match[2]).is_file() else file.parent / match[2]
            if target.is_file() and target.resolve().is_relative_to(root):
                found.setdefault(target.resolve().relative_to(root).as_posix(), number)
    return found


def cycles(graph):
    """Yields include cycles, each a list of files that ends with its first file; none if the graph has no cycle."""
    finished, path = set(), []

    def visit(name):
        path.append(name)
        for other in graph.get(name, {}):
            if other in path:
                yield path[path.index(other):] + [other]
            elif other not in finished:
                yield from visit(other)
        finished.add(path.pop())

    for name in sorted(graph):
        if name not in finished:
            yield from visit(name)


def sources(folder: Path):
    return sorted(p for p in folder.rglob("*") if p.suffix in (".hpp", ".cpp") and "node_modules" not in p.parts)


def main():
    root = Path(__file__).resolve().parent.parent
    files = sources(root / "sinew")
    faults = [f"{file.relative_to(root)}:{number}: {what}" for file in files for number, what in faults_of(file, root)]
    everything = files + sources(root / "apps")
    graph = {file.relative_to(root).as_posix(): includes_of(file, root) for file in everything}
    for cycle in cycles(graph):
        faults.append(f"{cycle[0]}:{graph[cycle[0]][cycle[1]]}: include cycle {' -> '.join(cycle)}")
    print("\n".join(faults) if faults else
          f"{len(files)} files, no include against the order of the rooms; {len(everything)} files, no include cycle")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
