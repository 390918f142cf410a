"""Loads robots by file, and by the names of the package robot_descriptions."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from sinew import _sinew
from sinew._sinew import Model


def load(
    file: str | os.PathLike[str],
    *,
    base: str = "as_written",
    repair: str = "none",
    package_folders: Sequence[str | os.PathLike[str]] = (),
    xacro_arguments: Mapping[str, object] | None = None,
    srdf: str | os.PathLike[str] | None = None,
) -> Model:
    """Loads a robot from a URDF, xacro, MJCF or SDF file, or by its name in the package robot_descriptions.

    base: 'as_written', 'fixed' or 'floating'. repair: 'inertia' substitutes the nearest possible inertias for
    impossible ones. package_folders: where package:// and model:// are searched first. xacro_arguments: the arguments
    of a xacro file. srdf: a file of named positions. Raises InvalidModel, with all findings, if the file cannot be
    understood.
    """
    folders = list(package_folders)
    if isinstance(file, str) and file.endswith("_description") and not os.path.exists(file):
        from sinew import robot_descriptions

        file, found = robot_descriptions.files(file)
        folders += found
    arguments = None if xacro_arguments is None else dict(xacro_arguments)
    return _sinew.load(file, base=base, repair=repair, package_folders=folders, xacro_arguments=arguments, srdf=srdf)
