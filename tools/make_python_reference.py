#!/usr/bin/env python3
"""Writes the reference of the Python module as Markdown, from the docstrings and signatures of the built module: one
page for each public module of the package, with every public name.

    make_python_reference.py FOLDER      writes FOLDER/python/*.md

It needs the built module on PYTHONPATH."""

import importlib
import inspect
import pkgutil
import re
import sys
import types
from pathlib import Path

OPTIONAL = {"torch", "jax", "numba", "gym", "casadi"}  # modules that import packages which may be missing


def signatures(thing, name):
    """The signatures of a function: those in nanobind's description, or of Python."""
    try:
        return [f"{name}{inspect.signature(thing)}"]
    except (ValueError, TypeError):
        found = getattr(thing, "__nb_signature__", None)
        return [shorter(row[0]) for row in found] if found else [f"{name}(...)"]


def shorter(signature):
    """A signature without what only tools read."""
    text = re.sub(r"^def ", "", signature)
    text = re.sub(r"numpy\.typing\.ArrayLike|numpy\.ndarray", "array", text)
    return text.replace("robot.Model", "Model").replace("self, ", "").replace("(self)", "()").rstrip(":")


def escaped(text):
    return "".join(part if i % 2 else re.sub(r"([*_<>$\[\]|])", r"\\\1", part)
                   for i, part in enumerate(re.split(r"(`[^`]*`)", text)))


def prose(thing):
    """A docstring as Markdown; paragraphs that are indented or have prompts are code."""
    text = thing.__doc__ or "" if inspect.ismodule(thing) else inspect.getdoc(thing) or ""
    if hasattr(thing, "__nb_signature__"):
        docs = [row[1] for row in thing.__nb_signature__ if isinstance(row, tuple) and len(row) > 1 and row[1]]
        text = inspect.cleandoc(docs[0]) if docs else text
    out = []
    for paragraph in re.split(r"\n\s*\n", text.rstrip()):
        rows = paragraph.rstrip().split("\n")
        is_code = all(row.startswith("    ") for row in rows) or rows[0].startswith(">>>")
        out.append("```text\n" + paragraph + "\n```" if is_code else escaped(paragraph))
    return "\n\n".join(out)


def public(thing):
    return [name for name in dir(thing) if not name.startswith("_")]


def functions_of(title, things):
    """Sections of functions; those that differ in their names only share one."""
    groups = {}
    for name, thing in things:
        key = prose(thing) and (prose(thing), tuple(row.partition("(")[2] for row in signatures(thing, name)))
        groups.setdefault(key or name, []).append((name, thing))
    for group in groups.values():
        names = sorted((name for name, _ in group), key=lambda name: -len(name))
        thing = dict(group)[names[0]]
        yield f"### {', '.join(f'`{title}{name}`' for name in names)}\n"
        yield from function(names[0], thing)


def function(name, thing):
    yield "```text\n" + "\n".join(shorter(row) for row in signatures(thing, name.split(".")[-1])) + "\n```\n"
    yield prose(thing) + "\n"


def of_class(name, thing):
    yield f"## `{name}`\n"
    bases = [base.__name__ for base in thing.__bases__ if base is not object and not base.__name__.startswith("nb_")]
    if bases:
        yield f"A kind of {', '.join(f'`{base}`' for base in bases)}.\n"
    yield prose(thing) + "\n"
    if issubclass(thing, BaseException):
        own = [member for member in public(thing) if member in vars(thing)]
    else:
        own = public(thing)
    if getattr(thing.__init__, "__nb_signature__", None):
        yield "```text\n" + "\n".join(shorter(row).replace("__init__", name)
                                      for row in signatures(thing.__init__, "__init__")) + "\n```\n"
    values = [member for member in own if not callable(getattr(thing, member))]
    if values:
        yield "| attribute | meaning |\n| --- | --- |"
        for member in values:
            descriptor = inspect.getattr_static(thing, member)
            text = " ".join(prose(descriptor).split()) if hasattr(descriptor, "fget") else ""
            text = "" if text.startswith("(self)") else text  # nanobind's signature of a getter without description
            yield f"| `{member}` | {text} |"
        yield ""
    yield from functions_of(f"{name}.", [(member, getattr(thing, member)) for member in own
                                         if callable(getattr(thing, member)) and not inspect.isclass(getattr(thing, member))])


def page(title, module):
    out = [f"# `{title}`\n", prose(module) + "\n"]
    names = getattr(module, "__all__", None) or [
        name for name in public(module)
        if not inspect.ismodule(getattr(module, name))
        and (getattr(getattr(module, name), "__module__", title) or title).startswith("sinew")]
    package = sys.modules["sinew"]
    if module is not package:  # the page of the package has the names that it offers, too
        names = [name for name in names if getattr(package, name, None) is not getattr(module, name)]
        if not names and hasattr(module, "__file__"):
            return ""
    functions = [name for name in names if callable(getattr(module, name)) and not inspect.isclass(getattr(module, name))]
    classes = [name for name in names if inspect.isclass(getattr(module, name))]
    values = [name for name in names if name not in functions and name not in classes]
    if functions:
        out.append("## Functions\n")
        out += functions_of("", [(name, getattr(module, name)) for name in functions])
    for name in classes:
        out += of_class(name, getattr(module, name))
    if values:
        out.append("## Values\n")
        out.append("| name | value |\n| --- | --- |")
        out += [f"| `{name}` | {escaped(' '.join(str(getattr(module, name)).split())[:80])} |" for name in values]
    return "\n".join(out)


def main():
    folder = Path(sys.argv[1]) / "python"
    folder.mkdir(parents=True, exist_ok=True)
    try:
        package = importlib.import_module("sinew")
    except ImportError as error:
        sys.exit(f"the reference of Python needs the built module on PYTHONPATH: {error}")
    names = ["sinew"] + sorted(f"sinew.{found.name}" for found in pkgutil.iter_modules(package.__path__)
                               if not found.name.startswith("_"))
    index = ["# Python reference\n", "| module | contents |", "| --- | --- |"]
    shown = []
    for name in names:
        try:
            module = importlib.import_module(name)
        except ImportError:
            if name.split(".")[-1] not in OPTIONAL:
                raise
            # without its package, the docstring is all there is
            source = Path(importlib.util.find_spec(name).origin).read_text(encoding="utf-8")
            text = re.match(r'\s*"""(.*?)"""', source, re.S)
            module = types.ModuleType(name, text[1] if text else "")
        text = page(name, module)
        if not text and name.split(".")[-1] not in OPTIONAL:
            continue
        (folder / f"{name}.md").write_text(text + "\n", encoding="utf-8")
        first = re.split(r"(?<=\.)\s", inspect.getdoc(module) or "")[0]
        index.append(f"| [{name}]({name}.md) | {escaped(' '.join(first.split()))} |")
        shown.append(name)
    index += ["", "```{toctree}", ":hidden:", "", *shown, "```", ""]
    (folder / "index.md").write_text("\n".join(index), encoding="utf-8")


if __name__ == "__main__":
    main()
