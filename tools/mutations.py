"""Finds small faults that can be planted into C++ sources, and writes many of them into one copy of a file.

A fault is found in the tokens of a file formatted by clang-format, in which a space on both sides distinguishes an
operator from a template's bracket, a reference or a sign. Each fault changes one expression, its slot. The copy has
the slot and its changed forms behind a switch,

  (SINEW_MUTANT(17) ? (a + b) : (a - b))

so that one build serves all faults. The copy has as many lines as the original, and each changed form is on one line.
"""
import re
from dataclasses import dataclass, field

OPENERS, CLOSERS = "([{", ")]}"
ASSIGNMENTS = {"=", "+=", "-=", "*=", "/="}
# Operators of lower precedence than sums and differences, which therefore end one.
LOWER = {"&&", "||", "?", ":", "<<", ">>", "<=>", "==", "!=", "<=", ">=", ",", ";", "return"} | ASSIGNMENTS
CONDITION_ENDS = {"?", ":", ",", ";", "return"} | ASSIGNMENTS
NO_STATEMENT = {
    "return", "if", "for", "while", "switch", "case", "default", "break", "continue", "using", "const", "auto", "static",
    "typename", "template", "throw", "else", "do", "delete", "goto", "try", "constexpr", "struct", "class", "enum",
    "static_assert", "typedef", "public", "private", "protected", "friend", "inline", "operator", "namespace",
}
# Parentheses after these contain no executed code or, for assertions, none in a release build.
UNEVALUATED = {"constexpr", "static_assert", "decltype", "sizeof", "noexcept", "requires", "assert", "alignas", "template",
               "__attribute__", "SINEW_ASSERT"}
OTHER_COMPONENT = {
    "x": "y", "y": "x", "z": "x", "xx": "yy", "yy": "xx", "zz": "xx", "xy": "xz", "xz": "yz", "yz": "xy", "yx": "xy",
    "zx": "xz", "zy": "yz", "angular": "linear", "linear": "angular", "row_x": "row_y", "row_y": "row_x", "row_z": "row_x",
}
TOKEN = re.compile(
    r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])+\'|[A-Za-z_]\w*|\d(?:[eEpP][-+]|[\w.\'])*|->|::|\+\+|--|<=>|<<|>>|&&|\|\||[-+*/=!<>]=|\S')


@dataclass
class Token:
    text: str
    start: int
    end: int
    match: int = -1  # of a bracket: index of its partner


@dataclass
class Mutant:
    file: str
    line: int
    kind: str  # sign, swap or drop
    before: str
    after: str  # empty: the statement is removed
    start: int  # the slot in the file's text
    end: int
    number: int = 0
    namesake: int = 1  # counts equal faults of one line
    written: tuple = field(default=(), compare=False)  # line, first and last column of the changed form in the copy

    def key(self):
        again = f" ({self.namesake})" if self.namesake > 1 else ""
        return f"{self.file}:{self.line}: {self.kind}: {self.before} -> {self.after}{again}"


def without_comments(text):
    """The text with comments and preprocessor lines blanked; all other characters keep their positions."""
    blank = lambda match: re.sub(r"[^\n]", " ", match[0])
    keep_strings = lambda match: match[0] if match[0][0] in "\"'" else blank(match)
    text = re.sub(r'R"\((?:.|\n)*?\)"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|//[^\n]*|/\*(?:.|\n)*?\*/', keep_strings, text)
    return re.sub(r"(?m)^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", blank, text)


class Source:
    """The tokens of a file and their context."""

    def __init__(self, name, text):
        self.name = name
        self.text = text
        self.code = without_comments(text)
        self.tokens = [Token(m[0], m.start(), m.end()) for m in TOKEN.finditer(self.code)]
        self.enclosing = []  # of each token: the enclosing bracket, or -1
        stack = []
        for i, token in enumerate(self.tokens):
            if token.text in CLOSERS and stack:
                token.match = stack.pop()
                self.tokens[token.match].match = i
            self.enclosing.append(stack[-1] if stack else -1)
            if token.text in OPENERS:
                stack.append(i)
        self.runs = {}

    def at(self, i):
        return self.tokens[i].text if 0 <= i < len(self.tokens) else ""

    def spaced(self, i):
        """Whether there is white space on both sides."""
        token = self.tokens[i]
        return self.code[token.start - 1].isspace() and self.code[token.end : token.end + 1].isspace()

    def is_word(self, i):
        return bool(re.match(r"\w", self.at(i)))

    def is_block(self, i):
        """Whether the brace contains statements, not the values of an object."""
        if self.at(i) != "{":
            return False
        before = self.at(i - 1)
        if before in (")", "else", "do", "try", ";", "{", "}", "const", "noexcept", "override", "mutable",
                      "SINEW_INLINE_LAMBDA"):
            return not (before in "{;}" and self.enclosing[i] >= 0 and not self.is_code(self.enclosing[i]))
        if before == ":" and self.is_code(self.enclosing[i]):
            return True
        back = i - 1  # ) -> Type {
        while back > 0 and (self.is_word(back) or self.at(back) in ("::", "<", ">", "*", "&", ",")):
            back -= 1
        return self.at(back) == "->" and self.at(back - 1) in (")", "SINEW_INLINE_LAMBDA", "const")

    def is_code(self, i):
        """Whether the contents of bracket i are executed: they are in a function's body, and not in a class within."""
        if i < 0:
            return False
        if i not in self.runs:
            self.runs[i] = False
            before = self.at(i - 1)
            if before in UNEVALUATED or self.statement_word(i) in ("throw", "static_assert", "using", "template"):
                self.runs[i] = False
            elif self.at(i) == "{" and self.is_block(i):
                self.runs[i] = not self.constexpr_function(i)
            elif self.at(i) == "{" and self.declares_class(i):
                self.runs[i] = False
            else:
                self.runs[i] = self.is_code(self.enclosing[i])
        return self.runs[i]

    def statement_word(self, i):
        while i > 0 and self.at(i - 1) not in (";", "{", "}"):
            i -= 1
            if self.at(i) in ("throw", "static_assert", "using"):
                return self.at(i)
        return self.at(i)

    def declares_class(self, i):
        while i > 0 and self.at(i - 1) not in (";", "{", "}", "(", ")"):
            i -= 1
            if self.at(i) in ("struct", "class", "enum", "union", "namespace"):
                return True
        return False

    def constexpr_function(self, i):
        while i > 0 and self.at(i - 1) not in (";", "{", "}"):
            i -= 1
            if self.at(i) in ("constexpr", "consteval") and self.at(i - 1) != "if":
                return True
        return False

    def ends_slot(self, i, lower):
        token = self.at(i)
        return token in lower or (token in ("<", ">") and self.spaced(i))

    def slot(self, i, lower=LOWER):
        """The first and the last token of the expression around token i: sums and operators of higher precedence."""
        first = i
        while first > 0:
            before = first - 1
            text = self.at(before)
            if text in OPENERS or self.ends_slot(before, lower):
                break
            if text == "}" and ";" in self.between(self.tokens[before].match, before):
                break
            if text == ")" and self.heads_statement(before):
                break
            if text == "else" or text == "do":
                break
            first = self.tokens[before].match if text in CLOSERS else before
        last = i
        if self.at(last) in OPENERS:
            last = self.tokens[last].match
        while last + 1 < len(self.tokens):
            text = self.at(last + 1)
            if text in CLOSERS or self.ends_slot(last + 1, lower):
                break
            if text == "{" and self.is_block(last + 1):
                break
            last = self.tokens[last + 1].match if text in OPENERS else last + 1
        return first, last

    def heads_statement(self, closer):
        """Whether the parenthesis that closes here is that of if (...), for (...) and the like."""
        opener = self.tokens[closer].match
        return self.at(opener - 1) in ("if", "for", "while", "switch") or self.at(opener - 1) == "constexpr"

    def between(self, first, last):
        return self.code[self.tokens[first].start : self.tokens[last].end]

    def declares(self, first, last):
        """Whether the tokens, without brackets, contain a name after a type."""
        i = first
        while i < last:
            following = self.tokens[i].match + 1 if self.at(i) in OPENERS else i + 1
            if following > last:
                break
            glued = self.at(i) in ("*", "&", "&&", ">") and not self.code[self.tokens[i].start - 1].isspace()
            if self.is_word(following) and not self.at(following)[0].isdigit():
                if (self.is_word(i) and self.at(i) not in ("return", "new")) or (glued and following == i + 1):
                    return True
            if self.at(i) in ("const", "auto", "static", "co_return"):
                return True
            i = following
        return False

    def arguments(self, opener):
        """The first and last tokens of the arguments in a bracket, or none if a template's comma may be among them."""
        closer = self.tokens[opener].match
        parts, first, i = [], opener + 1, opener + 1
        while i < closer:
            if self.at(i) == "<" and not self.spaced(i):
                return []
            if self.at(i) == ",":
                parts.append((first, i - 1))
                first = i + 1
            i = self.tokens[i].match + 1 if self.at(i) in OPENERS else i + 1
        parts.append((first, closer - 1))
        return parts if all(a <= b for a, b in parts) else []


def joined(text):
    return re.sub(r"\s*\n\s*", " ", text).strip()


class Finder:
    """Collects the faults of one file."""

    def __init__(self, name, text):
        self.source = Source(name, text)
        self.found = {}

    def add(self, kind, first, last, pieces):
        """Adds a fault: of the slot from token first to last, pieces = [(start, end, replacement), ...] of the text."""
        s = self.source
        start, end = s.tokens[first].start, s.tokens[last].end
        if ";" in s.code[start:end] or s.declares(first, last):
            return
        after, at = "", start
        for piece_start, piece_end, replacement in sorted(pieces):
            after += s.code[at:piece_start] + replacement
            at = piece_end
        after = joined(after + s.code[at:end])
        before = joined(s.code[start:end])
        changed = min(piece[0] for piece in pieces)
        line = s.code.count("\n", 0, changed) + 1
        if after != before and after:
            self.found.setdefault((start, end, after), Mutant(s.name, line, kind, before, after, start, end))

    def sums(self, i):
        """Flips the sign of a term, or removes a term."""
        s, token = self.source, self.source.tokens[i]
        if token.text not in ("+", "-") or s.at(i - 1) == "operator":
            return
        first, last = s.slot(i)
        if not s.spaced(i):
            if token.text == "-" and not s.code[token.end].isspace():
                self.add("sign", first, last, [(token.start, token.end, "")])
            return
        if not any(s.at(j).startswith('"') for j in range(first, last + 1)):  # texts are only concatenated
            self.add("sign", first, last, [(token.start, token.end, "-" if token.text == "+" else "+")])
        term_end = i + 1
        while term_end <= last and not (s.at(term_end) in ("+", "-") and s.spaced(term_end)):
            term_end = s.tokens[term_end].match + 1 if s.at(term_end) in OPENERS else term_end + 1
        self.add("drop", first, last, [(token.start, s.tokens[term_end - 1].end, "")])
        before, j = [], first
        while j < i:
            before.append(j)
            j = s.tokens[j].match + 1 if s.at(j) in OPENERS else j + 1
        if not any(s.at(j) in ("+", "-") and s.spaced(j) for j in before):
            kept = token.start if token.text == "-" else s.tokens[i + 1].start
            self.add("drop", first, last, [(s.tokens[first].start, kept, "")])

    def conditions(self, i):
        """Removes one side of a two-sided condition."""
        s, token = self.source, self.source.tokens[i]
        if token.text not in ("&&", "||") or not s.spaced(i):
            return
        first, last = self.condition(i)
        self.add("drop", first, last, [(token.start, s.tokens[last].end, "")])
        self.add("drop", first, last, [(s.tokens[first].start, s.tokens[i + 1].start, "")])

    def condition(self, i):
        """The first and the last token of the condition around token i."""
        s = self.source
        first = last = i
        while s.at(first - 1) not in OPENERS and s.at(first - 1) not in CONDITION_ENDS:
            first = s.tokens[first - 1].match if s.at(first - 1) in CLOSERS else first - 1
        while s.at(last + 1) not in CLOSERS and s.at(last + 1) not in CONDITION_ENDS:
            last = s.tokens[last + 1].match if s.at(last + 1) in OPENERS else last + 1
        return first, last

    def assignments(self, i):
        """Replaces += by -= and vice versa."""
        s, token = self.source, self.source.tokens[i]
        if token.text not in ("+=", "-="):
            return
        first, last = s.slot(i, LOWER - ASSIGNMENTS)
        self.add("sign", first, last, [(token.start, token.end, "-=" if token.text == "+=" else "+=")])

    def components(self, i):
        """Uses another component of a vector or matrix."""
        s, token = self.source, self.source.tokens[i]
        other = OTHER_COMPONENT.get(token.text)
        if not other or s.at(i - 1) != "." or s.at(i - 2) in ("{", ",", "(") or s.at(i + 1) == "(":
            return
        self.add("swap", *s.slot(i), [(token.start, token.end, other)])

    def arguments(self, i):
        """Swaps two neighbouring arguments or indices."""
        s = self.source
        opener = s.at(i)
        if opener == "(" and s.is_word(i - 1) and s.at(i - 1) not in (
                "if", "for", "while", "switch", "return", "catch", *UNEVALUATED):
            parts = s.arguments(i)
            for (a, b), (c, d) in zip(parts, parts[1:]):
                self.exchange(i - 1, a, b, c, d)
        if opener == "[" and s.at(s.tokens[i].match + 1) == "[":
            close, other = s.tokens[i].match, s.tokens[i].match + 1
            self.exchange(i - 1, i + 1, close - 1, other + 1, s.tokens[other].match - 1)

    def exchange(self, at, a, b, c, d):
        s = self.source
        if b < a or d < c:
            return
        one, two = s.between(a, b), s.between(c, d)
        if any("{" in part and ";" in part for part in (one, two)):
            return
        self.add("swap", *s.slot(at), [(s.tokens[a].start, s.tokens[b].end, two), (s.tokens[c].start, s.tokens[d].end, one)])

    def operands(self, i):
        """Swaps the sides of a quotient."""
        s, token = self.source, self.source.tokens[i]
        if token.text != "/" or not s.spaced(i):
            return
        first, last = s.slot(i, LOWER | {"+", "-", "*"})
        one, two = s.between(first, i - 1), s.between(i + 1, last)
        self.add("swap", first, last, [(s.tokens[first].start, s.tokens[last].end, f"{two} / ({one})")])

    def statements(self, i):
        """Removes an assignment or a call."""
        s = self.source
        before = s.at(i - 1)
        starts = before in (";", "}", "else") or (before == "{" and s.is_block(i - 1))
        starts = starts or (before == ")" and s.heads_statement(i - 1)) or (before == ":" and s.at(i - 2) == "default")
        if not starts or s.at(i) in NO_STATEMENT or s.at(s.enclosing[i]) != "{" or not s.is_block(s.enclosing[i]):
            return
        if not (s.is_word(i) or s.at(i) in ("*", "++", "--", "(")):
            return
        last, assigns = i, False
        while s.at(last) != ";":
            if s.at(last) in CLOSERS or s.at(last) == ",":
                return
            assigns = assigns or s.at(last) in ASSIGNMENTS or s.at(last) in ("++", "--")
            last = s.tokens[last].match + 1 if s.at(last) in OPENERS else last + 1
        last -= 1
        if not (assigns or s.at(last) == ")") or s.declares(i, last):
            return
        start, end = s.tokens[i].start, s.tokens[last].end
        line = s.code.count("\n", 0, start) + 1
        mutant = Mutant(s.name, line, "drop", joined(s.code[start:end]), "", start, end)
        self.found.setdefault((start, end, ""), mutant)

    def find(self):
        s = self.source
        for i in range(1, len(s.tokens) - 1):
            if not s.is_code(s.enclosing[i]):
                continue
            for search in (self.sums, self.conditions, self.assignments, self.components, self.arguments, self.operands,
                           self.statements):
                search(i)
        return sorted(self.found.values(), key=lambda m: (m.start, m.end, m.after))


def find(name, text):
    found, seen = Finder(name, text).find(), {}
    for mutant in found:
        seen[mutant.key()] = mutant.namesake = seen.get(mutant.key(), 0) + 1
    return found


def write(text, mutants):
    """The text with the mutants behind their switches. Records in each the position of its changed form."""
    code = without_comments(text)
    slots = {}
    for mutant in mutants:
        slots.setdefault((mutant.start, mutant.end), []).append(mutant)
    # The insertions: a slot that starts at the same position and ends later encloses the other.
    inserted = []
    for (start, end), held in slots.items():
        changed = [m for m in held if m.after]
        dropped = [m for m in held if not m.after]
        head = [("(", None)]
        for m in changed:
            head += [(f"SINEW_MUTANT({m.number}) ? (", None), (m.after, m), (") : ", None)]
        tail = "))"
        head.append(("(", None))
        for m in dropped:
            head = [(f"(SINEW_MUTANT({m.number}) ? void() : void(", m)] + head
            tail += "))"
        inserted.append((start, 0, -end, head))
        inserted.append((end, -1, -start, [(tail, None)]))
    out, at, line, column = [], 0, 1, 1

    def put(piece):
        nonlocal line, column
        out.append(piece)
        newlines = piece.count("\n")
        line += newlines
        column = len(piece[piece.rfind("\n") + 1 :].encode()) + (1 if newlines else column)

    # At one position the ends of slots come first, the inner slot's before the outer's; then starts, the outer slot's
    # first.
    for position, _, _, pieces in sorted(inserted, key=lambda e: (e[0], e[1], e[2])):
        put(code[at:position])
        at = position
        for piece, mutant in pieces:
            begin = column
            put(piece)
            if mutant:
                mutant.written = (line, begin, column)
    put(code[at:])
    return preprocessed_lines(text, "".join(out))


def preprocessed_lines(text, written):
    """The written text with the preprocessor lines of the original, which were blanked."""
    lines = written.split("\n")
    continued = False
    for i, original in enumerate(text.split("\n")):
        if continued or original.lstrip().startswith("#"):
            lines[i] = original
            continued = original.endswith("\\")
    return "\n".join(lines)
