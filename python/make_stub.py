"""Writes the type stubs of the compiled part of sinew: of the module, and of each of its submodules.

usage: make_stub.py FOLDER_OF_THE_PACKAGE OUTPUT_FOLDER
"""

import re
import sys
from pathlib import Path
from types import ModuleType

from nanobind.stubgen import StubGen

STRING = re.compile(r"""('(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")""")


class Stub(StubGen):
    def simplify_types(self, s: str) -> str:
        """Leaves strings as they are: in 'robot.urdf' nanobind sees a module called robot."""
        return "".join(
            part if i % 2 else super(Stub, self).simplify_types(part) for i, part in enumerate(STRING.split(s))
        )


def write_stub(module: ModuleType, file: Path) -> None:
    stub = Stub(module, include_private=True)
    stub.put(module)
    text = stub.get()
    if hasattr(module, "__version__") and "__version__" not in text:  # nanobind leaves it out
        text += "\n__version__: str\n"
    file.write_text(text, encoding="utf-8")


def main(folder: str, output: str) -> None:
    sys.path.insert(0, folder)
    import sinew._sinew

    for name, value in vars(sinew._sinew).items():
        if isinstance(value, ModuleType) and value.__name__ == f"sinew._sinew.{name}":
            write_stub(value, Path(output, name + ".pyi"))
    write_stub(sinew._sinew, Path(output, "__init__.pyi"))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
