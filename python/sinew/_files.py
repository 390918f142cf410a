"""Files that come with the package: the example models and the program."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_FOLDER = os.path.dirname(os.path.abspath(__file__))


def _path(*parts: str) -> Path:
    from pathlib import Path  # imported here because the package should be imported quickly

    return Path(_FOLDER, *parts)


def examples() -> list[str]:
    """Returns the names of the robots and scenes that come with sinew."""
    folder = _path("models")
    kinds = (".urdf", ".xml", ".yaml")
    return sorted(str(file.relative_to(folder)) for file in folder.rglob("*") if file.suffix in kinds)


def example(name: str) -> Path:
    """Returns the path of a robot or scene that comes with sinew: sinew.load(sinew.example("arm7.urdf"))."""
    if name not in examples():
        raise FileNotFoundError(f"there is no example {name!r}; there are {', '.join(examples())}")
    return _path("models", name)


def program() -> Path:
    """Returns the path of the sinew program: that of the package, otherwise the one on the search path."""
    own = _path("bin", "sinew")
    if own.exists():
        return own
    from shutil import which

    found = which("sinew")
    if found is None:
        raise FileNotFoundError("the sinew program is neither part of this package nor on the search path (PATH)")
    return _path(found)
