"""Splits Swift source into code, comments and string literals, so that a rule looks at what it is about."""

from dataclasses import dataclass


@dataclass
class SwiftText:
    """Each part is as long as the source; what does not belong to it is blanked, line ends stay."""

    code: str
    comments: str
    literals: str


def split(source: str) -> SwiftText:
    """Separates code, comments and the text of string literals; what `\\(…)` holds is code, and escapes are in no part."""
    return _Splitter(source).run()


class _Splitter:
    def __init__(self, source: str):
        self.source = source
        self.code = [c if c == "\n" else " " for c in source]
        self.comments = list(self.code)
        self.literals = list(self.code)
        self.at = 0

    def run(self) -> SwiftText:
        self.read_code(closing=None)
        return SwiftText("".join(self.code), "".join(self.comments), "".join(self.literals))

    def read_code(self, closing):
        """Reads to the end of the source, or to the parenthesis that ends an interpolation."""
        depth = 0
        while self.at < len(self.source):
            rest = self.source[self.at : self.at + 2]
            character = rest[0]
            if rest == "//":
                self.take_comment(self.end_of("\n"))
            elif rest == "/*":
                self.take_comment(self.end_of_block_comment())
            elif character == '"' or character == "#" and self.opens_raw_string():
                self.read_string()
            else:
                depth += {"(": 1, ")": -1}.get(character, 0)
                if closing and depth < 0:
                    return
                self.code[self.at] = character
                self.at += 1

    def take_comment(self, end):
        self.comments[self.at : end] = self.source[self.at : end]
        self.at = end

    def end_of(self, text):
        end = self.source.find(text, self.at)
        return len(self.source) if end < 0 else end

    def end_of_block_comment(self):
        depth, at = 0, self.at
        while at < len(self.source):
            pair = self.source[at : at + 2]
            depth += {"/*": 1, "*/": -1}.get(pair, 0)
            at += 2 if pair in ("/*", "*/") else 1
            if depth == 0:
                return at
        return at

    def opens_raw_string(self):
        after = self.source[self.at :].lstrip("#")
        return after.startswith('"')

    def read_string(self):
        start = self.at
        while self.source[self.at] == "#":
            self.at += 1
        pounds = "#" * (self.at - start)
        quotes = '"""' if self.source.startswith('"""', self.at) else '"'
        self.code[self.at] = '"'
        self.at += len(quotes)
        closing, escape = quotes + pounds, "\\" + pounds
        while self.at < len(self.source):
            if self.source.startswith(closing, self.at):
                self.code[self.at] = '"'
                self.at += len(closing)
                return
            if self.source.startswith(escape + "(", self.at):
                self.at += len(escape) + 1
                self.read_code(closing=")")
                self.at += 1
            elif self.source.startswith(escape, self.at):
                self.at += len(escape) + 1
            elif self.source[self.at] == "\n" and quotes == '"':
                return
            else:
                self.literals[self.at] = self.source[self.at]
                self.at += 1
