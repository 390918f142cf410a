#!/usr/bin/env python3
"""Expands the files of tests/data/xacro/ with the package `xacro` from PyPI and writes the results next to them.

    python3 -m pip install xacro
    tools/make_xacro_expectations.py            # writes tests/data/xacro/NAME.expected.urdf
    tools/make_xacro_expectations.py --check    # compares instead; exit code 1 if a result has changed

A result with arguments is called NAME@ARGUMENT=VALUE,....expected.urdf. The tests expand the same files with sinew and
compare the elements, attributes and texts. Where the package is not installed, --check says so and succeeds.
"""
import sys
import types
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "data" / "xacro"
VARIANTS = {
    "properties": [{}],
    "macros": [{}],
    "conditions": [{}],
    "expressions": [{}],
    "files": [{"robot_name": "limbs"}, {"robot_name": "limbs", "side": "right", "scale": "3"}],
    "arm": [{}, {"joints": "6", "tool": "true"}],
}


def find_packages_here():
    """Makes $(find NAME) mean a folder of tests/data/xacro/packages; ROS is not needed."""
    package = types.ModuleType("ament_index_python")
    package.packages = types.ModuleType("ament_index_python.packages")
    package.packages.get_package_share_directory = lambda name: str(FOLDER / "packages" / name)
    sys.modules.update({"ament_index_python": package, "ament_index_python.packages": package.packages})


def expanded(xacro, name: str, arguments: dict) -> str:
    document = xacro.process_file(str(FOLDER / f"{name}.xacro"), mappings=dict(arguments))
    while document.firstChild is not document.documentElement:  # comments with the place of the file
        document.removeChild(document.firstChild)
    return document.toprettyxml(indent="  ")


def main() -> int:
    try:
        import xacro
    except ImportError:
        print("the package xacro is not installed: nothing is compared or written", file=sys.stderr)
        return 0 if "--check" in sys.argv else 1
    find_packages_here()
    changed = []
    for name, variants in VARIANTS.items():
        for arguments in variants:
            suffix = "@" + ",".join(f"{key}={value}" for key, value in arguments.items()) if arguments else ""
            file = FOLDER / f"{name}{suffix}.expected.urdf"
            text = expanded(xacro, name, arguments)
            if "--check" not in sys.argv:
                file.write_text(text, encoding="utf-8")
            elif not file.exists() or file.read_text(encoding="utf-8") != text:
                changed.append(file.name)
    for name in changed:
        print(f"{name}: the package expands this file differently")
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
