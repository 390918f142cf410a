#!/usr/bin/env python3
"""Writes the reference of the public C++ names as Markdown: one page for each public header sinew/*.hpp, with the
declarations of the headers that it includes and the comments above them.

    make_cpp_reference.py FOLDER      writes FOLDER/cpp/*.md
    make_cpp_reference.py --names     prints the names

It reads the project's own style: comments are lines of // above a declaration, and declarations that follow each
other without an empty line share a comment. Bodies of functions and private members are left out."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NESTED = {"sinew::operators::names", "sinew::offered"}  # namespaces inside others that users need
CLASS = re.compile(r"^(?:template\s*<[^{]*>\s*)?(?:class|struct|enum class|enum|union)\s+(\w+)")
# Declarations of namespaces that only declare names in advance, and what users do not write.
IGNORED = re.compile(r"^(extern template|static_assert|template class|template struct|friend|using namespace)")


def matching(text, start):
    """The index after the brace that closes the one at `start`; comments, strings and characters are passed over."""
    depth, i = 0, start
    while i < len(text):
        if text.startswith("//", i):
            i = text.index("\n", i)
        elif text[i] in "\"'" and not (text[i] == "'" and text[i - 1].isalnum()):
            quote, i = text[i], i + 1
            while text[i] != quote:
                i += 2 if text[i] == "\\" else 1
        elif text[i] == "{":
            depth += 1
        elif text[i] == "}":
            depth -= 1
            if depth == 0:
                return i + 1
        i += 1
    raise ValueError("a brace is not closed")


class Item:
    """A declaration: its comment, its text, and whether an empty line precedes it."""

    def __init__(self, comment, text, apart):
        self.comment, self.text, self.apart = comment, text, apart

    def names(self):
        """The names that it declares: one, or those of a list of constants."""
        return re.findall(r"(\w+) = named\(", self.text) or [self.name()]

    def name(self):
        text = re.sub(r"^template\s*<(?:[^<>]|<[^<>]*>)*>\s*(?:requires[^\n]*\n\s*)?", "", self.text)
        found = CLASS.match(text)
        if found:
            return found[1]
        found = re.match(r"(?:using|concept)\s+(\w+)", text)
        if found:
            return found[1]
        if "operator" in text.split("(")[0]:
            return "operator" + re.search(r"operator\s*(\S+?)\s*\(", text)[1]
        head = re.split(r"[=({]", re.sub(r"<[^<>]*>", "", text), maxsplit=1)[0]
        words = re.findall(r"\w+", head)
        return words[-1] if words else text


def items(text, with_bodies):
    """The declarations of a namespace, or the members of a class if `with_bodies` is false, as (item, name of the
    namespace or None, text inside)."""
    i, comment, apart = 0, [], True
    while i < len(text):
        line_end = text.find("\n", i)
        line_end = len(text) if line_end < 0 else line_end
        line = text[i:line_end].strip()
        if not line:
            i, comment, apart = line_end + 1, [], True
        elif line.startswith("//"):
            comment.append(line.removeprefix("//").removeprefix(" "))
            i = line_end + 1
        elif line.startswith("#"):
            while text[i:line_end].endswith("\\"):
                line_end = text.find("\n", line_end + 1)
            i, comment, apart = line_end + 1, [], True
        else:
            begin = i + len(text[i:]) - len(text[i:].lstrip())
            inside = re.match(r"(?:inline )?namespace ([\w:]+) \{", text[begin:])
            if inside:
                end = matching(text, begin)
                yield None, inside[1], text[begin + inside.end():end - 1]
                i, comment, apart = end, [], True
                continue
            end, declaration = statement(text, begin)
            after = text[end:].split("\n", 1)[0]
            if after.strip().startswith("//"):  # a comment at the end of the line
                declaration += "  " + after.strip()
                end += len(after)
            yield Item(list(comment), declaration, apart or bool(comment)), None, ""
            i, comment, apart = end, [], False


def statement(text, begin):
    """The end of the declaration at `begin`, and its text: without the body of a function, with that of a class."""
    i, depth = begin, 0
    while True:
        c = text[i]
        if text.startswith("//", i):
            i = text.index("\n", i)
        elif c in "\"'" and not (c == "'" and text[i - 1].isalnum()):
            i += 1
            while text[i] != c:
                i += 2 if text[i] == "\\" else 1
        elif c == "(":
            depth += 1
        elif c == ")":
            depth -= 1
        elif c == ";" and depth == 0:
            return i + 1, text[begin:i + 1]
        elif c == "{" and depth == 0:
            head, end = text[begin:i], matching(text, i)
            without_template = re.sub(r"^template\s*<(?:[^<>]|<[^<>]*>)*>\s*", "", head)
            if CLASS.match(without_template) and "(" not in without_template.split(":")[0]:
                semicolon = text.index(";", end)
                body = text[i + 1:end - 1]
                shown = body if "enum" in without_template.split("\n")[0] else members(body, without_template)
                return semicolon + 1, head + "{" + shown.rstrip() + "\n};"
            if "(" in re.sub(r"<[^<>]*>", "", head.split("=")[0]) or "operator" in head:
                head = re.sub(r"\)\s*(const|noexcept|const noexcept)?\s*:\s.*$", lambda m: ")" + (" " + m[1] if m[1] else ""),
                              head, flags=re.S)
                return end, head.rstrip() + ";"
            i = end - 1
        i += 1


def members(body, head):
    """The public members of a class, without the bodies of functions."""
    public = not head.startswith("class")
    lines, i = [], 0
    while i < len(body):
        line_end = body.find("\n", i)
        line_end = len(body) if line_end < 0 else line_end
        line = body[i:line_end]
        access = re.match(r"\s*(public|protected|private):", line)
        if access:
            public = access[1] == "public"
            i = line_end + 1
        elif not line.strip() or line.strip().startswith("//"):
            if public:
                lines.append(line)
            i = line_end + 1
        else:
            begin = i + len(line) - len(line.lstrip())
            end, text = statement(body, begin)
            after = body[end:].split("\n", 1)[0]
            if public and not text.startswith("friend"):
                lines.append(body[i:begin] + text + (after if after.strip().startswith("//") else ""))
            i = end + len(after) + 1
    return "\n" + re.sub(r"\n{3,}", "\n\n", "\n".join(lines).strip("\n"))


def declarations(text, namespace):
    """The groups of public declarations of a namespace: (namespace, comment, [items])."""
    groups, seen = [], set()
    for item, inner, inside in items(text, True):
        if inner is not None:
            name = f"{namespace}::{inner}" if namespace else inner
            is_own = not namespace and name.split("::")[0] == "sinew" and not name.endswith("::edge")
            if is_own or name in NESTED:
                groups += declarations(inside, name)
            continue
        plain = " ".join(re.sub(r"//.*", "", item.text).split())
        forward = re.fullmatch(r"(?:template <[^>]*>\s*)?(class|struct|enum class) \w+;", plain)
        signature = re.sub(r" = [^,)]+|\binline |\bconstexpr ", "", plain)
        if IGNORED.match(plain) or forward or signature in seen or signature == ";":
            continue
        seen.add(signature)
        if is_member_definition(plain):
            continue
        if item.apart or not groups or groups[-1][0] != namespace or not groups[-1][2]:
            groups.append((namespace, item.comment, [item]))
        else:
            groups[-1][2].append(item)
    return groups


def is_member_definition(plain):
    """Whether the declaration is that of a member outside of its class: void Model::f();"""
    text = re.sub(r"^template ?<(?:[^<>]|<[^<>]*>)*> ?(?:requires [^;]*?> )?", "", plain)
    while re.search(r"<[^<>()]*>", text):
        text = re.sub(r"<[^<>()]*>", "", text)
    head = text.split("(")[0].split()
    return "(" in text and "=" not in text.split("(")[0] and bool(head) and "::" in head[-1]


def file_comment(text):
    lines = []
    for line in text.split("\n"):
        if not line.startswith("//"):
            break
        lines.append(line.removeprefix("//").removeprefix(" "))
    return lines


def prose(lines):
    """Comment lines as Markdown; blocks that are indented are formulas or tables."""
    out, block = [], []
    for line in [*lines, ""]:
        if line.startswith("  "):
            block.append(line)
            continue
        if block:
            out += ["", "```text", *block, "```", ""]
            block = []
        out.append(re.sub(r"([*_<>$\[\]|])", r"\\\1", re.sub(r"`[^`]*`", "\0", line)) if "`" not in line else escaped(line))
    return "\n".join(out).strip()


def escaped(line):
    return "".join(part if i % 2 else re.sub(r"([*_<>$\[\]|])", r"\\\1", part)
                   for i, part in enumerate(re.split(r"(`[^`]*`)", line)))


def page(header, shown):
    """The page of a header, and its names. `shown` are the parts that an earlier page shows, with this page's name."""
    text = header.read_text(encoding="utf-8")
    out = [f"# sinew/{header.name}", "", prose(file_comment(text)), ""]
    names = []
    for part in re.findall(r'#include "(sinew/[^"]+)"', text):
        if part.count("/") < 2:
            continue
        if part in shown:
            out += [f"## {Path(part).stem.replace('_', ' ').capitalize()}", "", f"See [sinew/{shown[part]}.hpp]({shown[part]}.md).", ""]
            continue
        shown[part] = header.stem
        source = (ROOT / part).read_text(encoding="utf-8")
        groups = declarations(re.sub(r"^#pragma once\n", "", source), "")
        if not groups:
            continue
        out += [f"## {Path(part).stem.replace('_', ' ').capitalize()}", "", f"`{part}`", "", prose(file_comment(source)), ""]
        for namespace, comment, group in groups:
            inside = namespace.removeprefix("sinew").removeprefix("::")
            own = list(dict.fromkeys(name for item in group for name in item.names()))
            names += [f"{inside}::{name}".removeprefix("::") for name in own]
            titles = ", ".join(f"`{name}`" for name in own[:4]) + (", ..." if len(own) > 4 else "")
            out += [f"### {titles}", ""]
            if inside:
                out += [f"In `sinew::{inside}`.", ""]
            if comment:
                out += [prose(comment), ""]
            out += ["```cpp", *(item.text for item in group), "```", ""]
    return "\n".join(out), names


def main():
    headers = sorted(header for header in (ROOT / "sinew").glob("*.hpp") if header.name not in ("sinew.hpp", "version.hpp"))
    shown = {}
    if sys.argv[1:] == ["--names"]:
        for header in headers:
            print(*(f"{header.name} {name}" for name in page(header, shown)[1]), sep="\n")
        return
    folder = Path(sys.argv[1]) / "cpp"
    folder.mkdir(parents=True, exist_ok=True)
    index = ["# C++ reference", "", "One page for each public header. `sinew/sinew.hpp` includes all of them. "
             "`In<T>` and `Out<T>` are views of vectors, `MatrixIn<T>` and `MatrixOut<T>` of matrices in column order: "
             "any container with contiguous numbers converts to them.", "", "| header | contents |", "| --- | --- |"]
    for header in headers:
        text, _ = page(header, shown)
        (folder / f"{header.stem}.md").write_text(text + "\n", encoding="utf-8")
        first = re.split(r"(?<=\.)\s", " ".join(file_comment(header.read_text(encoding="utf-8"))))[0]
        index.append(f"| [sinew/{header.name}]({header.stem}.md) | {escaped(first)} |")
    index += ["", "```{toctree}", ":hidden:", "", *(header.stem for header in headers), "```", ""]
    (folder / "index.md").write_text("\n".join(index), encoding="utf-8")


if __name__ == "__main__":
    main()
