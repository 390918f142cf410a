"""Runs mypy's stubtest on the modules of sinew, and explains to it what it takes for a mistake.

Functions of nanobind are objects of its own kind, classes have a metaclass of its own, and a class that Python code cannot
make inherits an __init__ that takes everything and refuses. The stubs are right not to mention these. Names that a Python
file defines under `if TYPE_CHECKING:`, such as aliases of types and optional packages, do not exist when it runs."""

import ast
import sys
import tempfile
from pathlib import Path

from mypy import stubtest

import sinew

own_check = stubtest.is_probably_a_function
stubtest.is_probably_a_function = lambda runtime: type(runtime).__module__ == "nanobind" or own_check(runtime)

own_verify = stubtest._verify_metaclass


def verify_metaclass(stub, runtime, object_path, **options):
    return () if type(runtime).__module__ == "nanobind" else own_verify(stub, runtime, object_path, **options)


stubtest._verify_metaclass = verify_metaclass
own_signatures = stubtest._verify_signature


def verify_signature(stub, runtime, function_name, **options):
    takes_everything = len(runtime.pos) <= 1 and runtime.varpos is not None and runtime.varkw is not None
    if function_name == "__init__" and takes_everything and not stub.varpos:
        return ()
    return own_signatures(stub, runtime, function_name, **options)


stubtest._verify_signature = verify_signature


def names_for_type_checkers():
    """Yields module.name of everything that the Python files define under `if TYPE_CHECKING:`."""
    for file in Path(sinew.__file__).parent.glob("*.py"):
        for block in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING":
                for part in ast.walk(block):
                    if isinstance(part, ast.alias):
                        yield f"sinew.{file.stem}.{part.asname or part.name.partition('.')[0]}"
                    elif isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                        yield f"sinew.{file.stem}.{part.id}"


if __name__ == "__main__":
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as allowed:
        allowed.write("\n".join(name.replace(".", r"\.") for name in names_for_type_checkers()))
        allowed.flush()
        options = ["--allowlist", allowed.name, "--ignore-unused-allowlist", *sys.argv[1:]]
        sys.exit(stubtest.test_stubs(stubtest.parse_options(options)))
