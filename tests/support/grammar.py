# SPDX-License-Identifier: Apache-2.0
"""Short sentences of a grammar, to compare two of them: one in EBNF, one for Bison.

A sentence is a tuple of words in quotes; nonterminals in a list of shared ones stand for
themselves in it, except at the left end of their own rule, where they recur."""
import re


class Grammar:
    def __init__(self):
        self.rules = {}  # name: list of alternatives, each a list of names and words
        self.words = set()

    def sentences(self, name, shared, longest):
        """All of at most longest words; no nonterminal but shared ones is left in them."""
        open_names = set(self.rules) - (set(shared) - {name})
        shortest = self.shortest(shared)
        waiting, seen, found = [tuple(a) for a in self.rules[name]], set(), set()
        while waiting:
            form = waiting.pop()
            if form in seen or sum(shortest.get(s, 1) for s in form) > longest:
                continue
            seen.add(form)
            at = next((i for i, s in enumerate(form)
                       if s in open_names and (s != name or i == 0)), None)
            if at is None:
                found.add(form)
            else:
                waiting += [form[:at] + tuple(a) + form[at + 1:] for a in self.rules[form[at]]]
        return found

    def shortest(self, shared):
        """The least number of words of each nonterminal; a shared one is a word."""
        length = {n: 1 if n in shared else 99 for n in self.rules}
        changed = True
        while changed:
            changed = False
            for name in set(self.rules) - set(shared):
                least = min(sum(length.get(s, 1) for s in a) for a in self.rules[name])
                if least < length[name]:
                    length[name], changed = least, True
        return length


class Ebnf(Grammar):
    """`name = ... ;` with [ ] for optional and { } for repeated parts."""

    def __init__(self, text):
        super().__init__()
        self.tokens = re.findall(r'"[^"]+"|\w+|[][{}()|=;]', text)
        self.at = self.made = 0
        while self.at < len(self.tokens):
            name = self.take()
            assert self.take() == "="
            self.rules[name] = self.alternatives()
            assert self.take() == ";"

    def take(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def alternatives(self):
        found = [[]]
        while self.tokens[self.at] not in (";", ")", "]", "}"):
            token = self.take()
            if token == "|":
                found.append([])
            elif token in ("(", "[", "{"):
                found[-1].append(self.group(token))
            else:
                if token[0] == '"':
                    self.words.add(token[1:-1])
                found[-1].append(token)
        return found

    def group(self, opening):
        inner = self.alternatives()
        self.take()
        self.made += 1
        name = "(%d)" % self.made
        if opening == "[":
            inner = inner + [[]]
        elif opening == "{":
            inner = [[]] + [[name] + a for a in inner]
        self.rules[name] = inner
        return name


class Yacc(Grammar):
    """The rules of a Bison file, without those that only recover from errors."""

    def __init__(self, text):
        super().__init__()
        head, body = text.split("\n%%\n")[:2]
        self.names = dict(re.findall(r'\b([A-Z_]+) ("[^"]+")', head))
        self.names.update(STORE='":="', AT_MOST='"<="', MORE='">"', AT_LEAST='">="',
                          EQUAL='"=="', UNEQUAL='"!="')
        for name, alternatives in re.findall(r"^(\w+):\n?((?:.|\n(?!;))*?)\n?;$",
                                             self.without_actions(body), re.M):
            self.rules[name] = [self.symbols(a) for a in self.split(alternatives)
                                if not re.search(r"\berror\b|@wrong", a)]
        # what was begun well and went wrong
        del self.rules["unfinished"]
        for name in self.rules:
            self.rules[name] = [a for a in self.rules[name] if "unfinished" not in a]

    @staticmethod
    def without_actions(body):
        """Actions leave a mark when they report an error."""
        out, depth, start, at = [], 0, 0, 0
        while at < len(body):
            literal = re.compile(r'"(?:[^"\\\n]|\\.)*"').match(body, at)
            if literal:
                if depth == 0:
                    out.append(literal.group())
                at = literal.end()
                continue
            if body[at] == "{":
                start, depth = (at, 1) if depth == 0 else (start, depth + 1)
            elif body[at] == "}":
                depth -= 1
                if depth == 0 and "svt_error" in body[start:at]:
                    out.append("@wrong")
            elif depth == 0:
                out.append(body[at])
            at += 1
        return re.sub(r"/\*.*?\*/|%prec \w+|%empty", "", "".join(out), flags=re.S)

    @staticmethod
    def split(alternatives):
        return re.split(r"\|(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", alternatives)

    def symbols(self, alternative):
        found = []
        for symbol in re.findall(r'"[^"]+"|[\w@]+', alternative):
            found.append(self.names.get(symbol, symbol))
        return found
