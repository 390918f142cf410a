"""Configures Sphinx. tools/make_site.py, which ./go docs calls, collects the pages and runs Sphinx on them."""

import re
from pathlib import Path

_root = Path(__file__).resolve().parent.parent

project = "sinew"
author = "the authors of sinew"
version = re.search(r'version = "(.+)"', (_root / "sinew" / "version.hpp").read_text(encoding="utf-8"))[1]
release = version

extensions = ["myst_parser", "sphinx-mathjax-offline", "sphinx_copybutton"]
myst_enable_extensions = ["amsmath", "colon_fence", "dollarmath", "fieldlist"]
myst_heading_anchors = 4
suppress_warnings = ["misc.highlighting_failure", "myst.header"]
highlight_language = "none"
smartquotes = False

html_theme = "furo"
html_title = f"sinew {version}"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
pygments_style = "friendly"
pygments_dark_style = "github-dark"
copybutton_prompt_text = r"\$ |>>> "
copybutton_prompt_is_regexp = True
