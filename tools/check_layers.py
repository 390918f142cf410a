#!/usr/bin/env python3
"""Checks who includes whom (ARCHITECTURE.md, "Rooms").

- A room of sinew/ includes only itself and the rooms before it, and nothing from the folders around the library.
- Files in a folder called internal/ are included only by their own room and by tests. No header outside such a folder
  includes one of them, because they are not installed.
- Examples and documents include only the public headers, sinew/*.hpp.
- Third-party libraries stay in the .cpp files of the rooms that need them.
- Every include of a project file is written from the project's root.
- A .cpp file includes the header of its name first, which proves that the header compiles alone, and headers have
  #pragma once.
- No file of sinew/ or apps/ includes itself through other files.
- Only sinew/base/compiler.hpp uses compiler extensions.
- A test file tests/<room>/x_test.cpp has a namespace called x_test for its contents, so that several files can be compiled
  at once.
"""
import re
import sys
from pathlib import Path

ROOMS = ["base", "scalar", "dense", "spatial", "sweep", "model", "interop", "algorithms", "operators", "chains", "batch",
         "codegen", "simulate", "io"]
AROUND = ("apps/", "tests/", "bench/", "examples/", "fuzz/")
HEAVY = {  # third-party headers and the rooms whose .cpp files may include them
    re.compile(r"(pugixml|fmt/|CLI/|nlohmann/|yaml-cpp/|hdf5|H5)"): "io",
    re.compile(r"(tbb|oneapi)/"): "batch",
    re.compile(r"(arkode|cvode|nvector|sundials|sunmatrix|sunlinsol|sunnonlinsol)"): "simulate",
}
COMPILER_HEADER = "sinew/base/compiler.hpp"  # the only file of sinew/ that may use compiler extensions
EXTENSION = re.compile(r"""
    \b__(?!(?:cplusplus|cpp_\w+|cxa_\w+|func__|has_include|LINE__|FILE__|VA_ARGS__)\b)\w+  # standard names excepted
  | \b(?:asm|typeof)\b | \b_mm\w+ | \b_Pragma\b | \bvector_size\b
  | \[\[\s*(?:gnu|clang)::
  | ^\s*\#\s*pragma\s+(?!once\b)
  | \b(?:\w+intrin|arm_neon|arm_sve)\.h\b
""", re.VERBOSE | re.MULTILINE)
# Comments and literals, in which anything may be written: raw strings, comments, strings, characters.
PROSE = re.compile(r'R"([^(]*)\(.*?\)\1"|//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.DOTALL)
PUBLIC = re.compile(r"sinew/\w+\.hpp")
INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]')


def internal_room(target: str):
    """Returns the room that keeps the file `target` to itself, or None if other rooms may include it."""
    parts = target.split("/")
    return parts[1] if parts[0] == "sinew" and "internal" in parts else None


def misuse_of_internals(file: Path, root: Path):
    path = file.relative_to(root)
    own = path.parts[1] if path.parts[0] == "sinew" and len(path.parts) > 2 else None
    for number, target in includes(file):
        room = internal_room(target)
        if room is None:
            continue
        if own != room:
            yield number, f"{target} is internal to the room '{room}'"
        elif file.suffix == ".hpp" and internal_room(path.as_posix()) is None:
            yield number, f"this header is installed, {target} is not"


def missing_first_include(file: Path, root: Path):
    if file.suffix == ".hpp" and "#pragma once" not in file.read_text(encoding="utf-8"):
        yield 1, "expected #pragma once"
    header = file.with_suffix(".hpp")
    if file.suffix == ".cpp" and header.is_file():
        own = header.relative_to(root).as_posix()
        number, first = next(includes(file), (1, None))
        if first != own:
            yield number, f"expected #include \"{own}\" first"


def misuse_of_rooms(file: Path):
    for number, target in includes(file):
        if target.startswith("sinew/") and not PUBLIC.fullmatch(target):
            yield number, f"examples and documents include public headers, sinew/*.hpp, instead of {target}"


def faults_of(file: Path, root: Path):
    parts = file.relative_to(root).parts  # sinew/<room>/.../<file>, or sinew/<file> for a public header
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


def extensions_of(file: Path):
    """Yields the line and the text of each compiler extension outside of comments and literals."""
    text = PROSE.sub(lambda match: "\n" * match[0].count("\n"), file.read_text(encoding="utf-8"))
    for match in EXTENSION.finditer(text):
        yield text.count("\n", 0, match.start()) + 1, match[0].strip()


def includes(file: Path):
    """Yields the number of each line with an include, and the included path as it is written."""
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        if match := INCLUDE.match(line):
            yield number, match[2]


def includes_of(file: Path, root: Path):
    """Returns the project files that a file includes, with the numbers of the lines, as paths from the root."""
    found = {}
    for number, written in includes(file):
        target = root / written if (root / written).is_file() else file.parent / written
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


def without_namespace(file: Path):
    """Yields line 1 of a test file that has no namespace of its own name, and what is wrong."""
    if file.name.endswith("_test.cpp") and file.parent.name != "peers":
        if not re.search(rf"^namespace [\w:]*\b{file.stem} \{{$", file.read_text(encoding="utf-8"), re.M):
            yield 1, f"put the contents of the file into namespace sinew::test::{file.stem}"


def sources(folder: Path):
    return sorted(p for p in folder.rglob("*") if p.suffix in (".hpp", ".cpp") and "node_modules" not in p.parts)


def main():
    root = Path(__file__).resolve().parent.parent
    files = sources(root / "sinew")
    faults = [f"{file.relative_to(root)}:{number}: {what}" for file in files for number, what in faults_of(file, root)]
    for file in (file for file in files if file.relative_to(root).as_posix() != COMPILER_HEADER):
        faults += [f"{file.relative_to(root)}:{number}: the compiler extension {what} belongs in {COMPILER_HEADER}"
                   for number, what in extensions_of(file)]
    everything = files + sources(root / "apps")
    documents = sources(root / "examples") + [root / "README.md"] + sorted((root / "docs").rglob("*.md"))
    others = [(everything + sources(root / "bench"), lambda f: misuse_of_internals(f, root)), (documents, misuse_of_rooms),
              (files, lambda f: missing_first_include(f, root)), (sources(root / "tests"), without_namespace)]
    faults += [f"{file.relative_to(root)}:{number}: {what}"
               for group, find in others for file in group for number, what in find(file)]
    graph = {file.relative_to(root).as_posix(): includes_of(file, root) for file in everything}
    for cycle in cycles(graph):
        faults.append(f"{cycle[0]}:{graph[cycle[0]][cycle[1]]}: include cycle {' -> '.join(cycle)}")
    print("\n".join(faults) if faults else
          f"{len(files)} files, no include against the order of the rooms; {len(everything)} files, no include cycle; "
          f"compiler extensions in {COMPILER_HEADER} only")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
