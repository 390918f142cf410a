"""Robots by the names of the package robot_descriptions, which downloads their files.

import sinew
robot = sinew.load("panda_description")
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

from sinew._sinew import Model


def load(name: str, **options: Any) -> Model:
    """Loads a robot of the package by the name of its module. The options are those of sinew.load."""
    from sinew.loading import load as load_file

    file, folders = files(name)
    return load_file(file, **{**options, "package_folders": [*options.get("package_folders", ()), *folders]})


def files(name: str) -> tuple[Path, list[Path]]:
    """Returns the URDF or MJCF file of a description, and the folders in which package:// is searched."""
    try:
        module = importlib.import_module(f"robot_descriptions.{name}")
    except ModuleNotFoundError as error:
        if error.name == "robot_descriptions":
            raise ModuleNotFoundError(
                f"there is no file '{name}', and robots by name need another package: pip install robot_descriptions",
                name=error.name,
            ) from None
        if error.name == f"robot_descriptions.{name}":
            raise ValueError(f"the package robot_descriptions has no '{name}'") from None
        raise
    file = getattr(module, "URDF_PATH", None) or getattr(module, "MJCF_PATH", None)
    if file is None:
        raise ValueError(f"the description '{name}' has neither URDF_PATH nor MJCF_PATH")
    package = getattr(module, "PACKAGE_PATH", None)
    # package://NAME names the package by its folder, so the folder above is searched, too.
    return Path(file), [] if package is None else [Path(package), Path(package).parent]
