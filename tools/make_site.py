#!/usr/bin/env python3
"""Builds the documentation site build/docs/html with Sphinx: the pages of docs/, the files of the repository that they
link to, the reference of every public name, and the figures.

Pages link to each other and to files of the repository by relative paths, as on a repository host. This script copies
the pages to build/docs/source, copies each file of the repository that a page links to as a page of its own, and
replaces the links that leave docs/. Sphinx then reports every link without a target."""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "build" / "docs" / "source"
HTML = ROOT / "build" / "docs" / "html"
ALWAYS = ["ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE", "models", "examples"]
LANGUAGES = {".cpp": "cpp", ".hpp": "cpp", ".py": "python", ".yaml": "yaml", ".yml": "yaml", ".urdf": "xml",
             ".xml": "xml", ".sdf": "xml", ".xacro": "xml", ".sh": "sh", ".toml": "toml", ".txt": "text"}
PYTHON_EXAMPLES = Path("python/examples")
NOTEBOOKS = {("docs", "tutorials"), ("docs", "theory")}  # folders whose pages are also notebooks
PICTURES = {".png", ".svg", ".gif", ".csv", ".jpg"}
LINK = re.compile(r"(\]\()([^()\s]+)(\))")


class Site:
    """Collects pages. `waiting` are files and folders outside docs/ that a page links to."""

    def __init__(self):
        self.waiting, self.done = list(ALWAYS), set()

    def target(self, path):
        """The place in the site of a file or folder of the repository, given relative to its root."""
        in_docs = path.parts[0] == "docs"
        place = Path(*path.parts[1:]) if in_docs else "repository" / path
        if (ROOT / path).is_dir():
            return place / ("README.md" if (ROOT / path / "README.md").exists() else "index.md")
        if path.suffix == ".md" or path.suffix in PICTURES:
            return place
        return place.with_name(place.name + ".md")

    def link(self, page, link):
        """The link from `page` (in the repository) as it has to be written in the site."""
        address, mark, anchor = link.partition("#")
        if not address or re.match(r"[a-z]+:", address):
            return link
        path = Path(os.path.normpath(page.parent / address))
        if path.parts[0] == ".." or not (ROOT / path).exists():
            return link  # Sphinx reports it
        if path.parts[0] != "docs" or path.suffix in LANGUAGES:
            self.waiting.append(str(path))
        return os.path.relpath(self.target(path), self.target(page).parent) + mark + anchor

    def page(self, page, text):
        """The text of a page with the links of the site. Blocks of code stay as they are."""
        lines, fence = [], None
        for line in text.split("\n"):
            start = re.match(r"\s*(`{3,}|~{3,})", line)
            if start and fence is None:
                fence = start[1]
            elif start and line.strip() == fence:
                fence = None
            elif fence is None:
                line = LINK.sub(lambda m: m[1] + self.link(page, m[2]) + m[3], line)
            lines.append(line)
        return "\n".join(lines)

    def write(self, place, text):
        file = SOURCE / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def copy(self, path):
        """Copies a file or folder of the repository into the site."""
        file, place = ROOT / path, self.target(path)
        if file.is_dir():
            if place.name == "README.md":
                self.waiting.append(str(path / "README.md"))
            else:
                self.write(place, self.listing(path))
        elif path.suffix == ".md":
            text = file.read_text(encoding="utf-8")
            if path.parts[:2] in NOTEBOOKS:
                self.write(place.with_suffix(".ipynb"), json.dumps(notebook(text), indent=1, ensure_ascii=False) + "\n")
                text = re.sub(r"^(# .+\n)", rf"\1\n[This page as a notebook]({path.stem}.ipynb)\n", text, count=1)
            text = self.page(path, text)
            self.write(place, text if path.parts[0] == "docs" else "---\norphan: true\n---\n" + text)
        elif path.suffix in PICTURES:
            (SOURCE / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, SOURCE / place)
        else:
            text = file.read_text(encoding="utf-8").rstrip("\n")
            self.write(place, f"---\norphan: true\n---\n# {path.name}\n\n`{path}`\n\n"
                              f"``````{LANGUAGES.get(path.suffix, 'text')}\n{text}\n``````\n")

    def listing(self, folder):
        """A page with the files of a folder, and their first sentences. Examples in both languages share a line."""
        rows = []
        for file in sorted((ROOT / folder).rglob("*")):
            path = file.relative_to(ROOT)
            if file.is_dir() or file.name in ("CMakeLists.txt",) or "__pycache__" in path.parts:
                continue
            python = PYTHON_EXAMPLES / f"{file.stem}.py"
            also = f", {self.entry(folder, python, 'Python')}" if (ROOT / python).exists() and python != path else ""
            rows.append(f"- {self.entry(folder, path, str(path.relative_to(folder)))}{also}{first_sentence(file)}")
        if folder == Path("examples"):
            rows += [f"- {self.entry(folder, file.relative_to(ROOT), file.name)}{first_sentence(file)}"
                     for file in sorted((ROOT / PYTHON_EXAMPLES).glob("*.py"))
                     if not (ROOT / folder / f"{file.stem}.cpp").exists()]
        return f"---\norphan: true\n---\n# {folder.name.capitalize()}\n\n" + "\n".join(rows) + "\n"

    def entry(self, folder, path, text):
        """A link to a file of the repository on the page of a folder."""
        self.waiting.append(str(path))
        return f"[{text}]({os.path.relpath(self.target(path), self.target(folder).parent)})"

    def collect(self):
        shutil.rmtree(SOURCE, ignore_errors=True)
        for file in sorted((ROOT / "docs").rglob("*")):
            path = file.relative_to(ROOT)
            if file.is_file() and (path.suffix == ".md" or path.suffix in PICTURES):
                self.copy(path)
        while self.waiting:
            path = Path(self.waiting.pop())
            if path not in self.done:
                self.done.add(path)
                self.copy(path)
        self.write("index.md", without_empty_lists((SOURCE / "index.md").read_text(encoding="utf-8")))


def notebook(text):
    """A page as a notebook: cells of code from its blocks of Python, the rest as text without links to other pages."""
    cells = []
    for i, part in enumerate(re.split(r"^```python\n(.*?)^```$", text, flags=re.S | re.M)):
        if i % 2 == 0:  # outside of code
            part = re.sub(r"<!--.*?-->", "", part, flags=re.S)
            part = re.sub(r"!\[[^\]]*\]\([^)]*\)", "", part)
            part = re.sub(r"\[([^\]]+)\]\((?!https?:)[^)]*\)", r"\1", part)
        if part.strip():
            cell = {"id": f"cell-{len(cells)}", "metadata": {}, "source": part.strip("\n").splitlines(keepends=True)}
            kind = {"cell_type": "code", "execution_count": None, "outputs": []} if i % 2 else {"cell_type": "markdown"}
            cells.append({**kind, **cell})
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}


def without_empty_lists(text):
    """The text of a page without lists of pages, ```{toctree} with :glob:, that match no page."""
    def kept(match):
        patterns = [line for line in match[0].split("\n")[1:-1] if line and not line.startswith(":")]
        return match[0] if any(any(SOURCE.glob(pattern + ".md")) for pattern in patterns) else ""
    return re.sub(r"^```\{toctree\}\n(?:(?!^```).)*?^:glob:\n.*?^```\n", kept, text, flags=re.S | re.M)


def first_sentence(file):
    """The first sentence of the comment or docstring at the top of a program, as ": sentence"."""
    if file.suffix not in (".cpp", ".py"):
        return ""
    words = []
    for line in file.read_text(encoding="utf-8").split("\n"):
        if line.startswith("#!"):
            continue
        text = line.removeprefix("//").removeprefix('"""').strip()
        if not (line.startswith("//") or line.startswith('"""') or words and file.suffix == ".py") or not text:
            break
        words.append(text)
        if re.search(r'[.:]("""|$)', text) or ". " in text:
            break
    sentence = re.split(r'(?<=[.:])(?:\s|"""|$)', " ".join(words))[0].rstrip(".:")
    return f": {sentence}" if sentence else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--collect", action="store_true", help="collect the pages, and do not run Sphinx")
    arguments = parser.parse_args()
    site = Site()
    site.collect()
    for script in ("make_cpp_reference.py", "make_python_reference.py"):
        if (ROOT / "tools" / script).exists():
            subprocess.run([sys.executable, "-B", str(ROOT / "tools" / script), str(SOURCE / "reference")], check=True)
    if not arguments.collect:
        shutil.rmtree(HTML, ignore_errors=True)
        sys.exit(subprocess.run([sys.executable, "-B", "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html", "-c",
                                 str(ROOT / "docs"), "-d", str(HTML.parent / "doctrees"), str(SOURCE), str(HTML)],
                                check=False).returncode)


if __name__ == "__main__":
    main()
