"""Explain a line that cannot be read: what is there, what belongs there, and how such a line goes.

The reader knows board games and no grammars. So the line is tried first with one word changed, added or taken away. If it
can be read then, that is probably what was meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import frozen

from rulewright.dsl.messages.diagnostic import Diagnostic, Edit
from rulewright.dsl.messages.kinds import LineGoesLike
from rulewright.dsl.messages.said import Phrase, WordList
from rulewright.dsl.messages.suggestions import closest, suggestion
from rulewright.dsl.syntax.block_errors import block_around, missing_colon
from rulewright.dsl.syntax.lexer import SourceLine
from rulewright.dsl.syntax.line_shapes import shape_of, shapes_of
from rulewright.dsl.syntax.machine import LRMachine
from rulewright.dsl.syntax.terminal_words import (
    ARTICLES,
    BLOCK_NAMES,
    COMMON_BEGINNINGS,
    ELSEWHERE,
    HEADER_WORDS,
    HOMES,
    JOINING,
    LONGEST_LINE_TRIED,
    LONGEST_SHOWN,
    MOST_WORDS_BEFORE,
    MOST_WORDS_LISTED,
    REMOVED,
    RULE,
    SET_GOES_ON,
    SILENT,
    STARTING_WORDS,
    STATEMENT_HOMES,
    UNTRIED,
    USUALLY_DECLARES,
    WRITTEN,
    terminals_in_words,
)
from rulewright.dsl.syntax.vocabulary import COMPARISONS, kinds_of
from rulewright.dsl.text.source import Source, Span


@frozen
class Explanation:
    """A diagnostic, and what was found on the way."""

    diagnostic: Diagnostic
    repaired: list[str] | None = None
    """The terminals of the line as it was probably meant; it can be read."""
    reserved: str = ""
    """The word of the language that was used as a name."""


def expectation(
    source: Source, lines: list[SourceLine], index: int, place: int, machine: LRMachine, reserved: set[str]
) -> Explanation:
    """Explain the token at a place in a line that does not fit there, or a line that ends there too early.

    The machine is in its state at the beginning of the line. The `reserved` words were found before.
    """
    return UnreadableLine(source, lines, index, place, machine, reserved).solve()


class UnreadableLine:
    """A line that cannot be read, from a certain place on."""

    def __init__(
        self, source: Source, lines: list[SourceLine], index: int, place: int, machine: LRMachine, reserved: set[str]
    ) -> None:
        self.reserved = reserved
        self.source = source
        self.lines = lines
        self.index = index
        self.line = lines[index]
        self.tokens = self.line.tokens
        self.texts = [token.text for token in self.tokens]
        self.kinds = [token.type for token in self.tokens]
        self.place = place
        self.machine = machine
        self.block = block_around(lines, index)
        self.accepted = self.accepted_at(place)

    def accepted_at(self, place: int) -> set[str]:
        """Return the terminals that fit at a place."""
        states = self.machine.states[:]
        self.machine.reading(self.kinds[:place], states)
        return self.machine.accepted(states)

    def reads(self, kinds: list[str]) -> bool:
        """Return whether a line of these terminals could be here."""
        return self.machine.reading([*kinds, "_NEWLINE"], self.machine.states[:]) == len(kinds) + 1

    def solve(self) -> Explanation:
        """Return the most helpful explanation."""
        for found in self.attempts():
            if found is not None:
                return found
        return self.unexpected()

    def attempts(self) -> Iterator[Explanation | None]:
        """Yield explanations, the surest first."""
        yield self.comparison()
        yield self.known_reserved()
        yield self.elsewhere()
        if self.place == 0:
            yield self.first_word()
        if len(self.tokens) <= LONGEST_LINE_TRIED:
            yield self.kind_removed()
            if self.place == len(self.tokens):
                yield self.too_short()
            yield self.article()
            yield self.misspelt()
            yield self.reserved_word()
            if self.place < len(self.tokens):
                yield self.passing()
                yield self.asking()
                yield self.values_without_of()
                yield self.brackets()
                yield self.too_little()
                yield self.other_word()
                yield self.too_much()
                yield self.no_header()
        if self.place == len(self.tokens):
            yield self.unfinished()

    def finding(
        self,
        name: str,
        message: Phrase,
        place: int,
        label: Phrase | None = None,
        way_out: Phrase | None = None,
        repaired: list[str] | None = None,
        reserved: str = "",
        fix: tuple[Edit, ...] = (),
    ) -> Explanation:
        """Return a finding about the token at a place."""
        diagnostic = Diagnostic(name=name, message=message, span=self.span(place), label=label, help=way_out, fix=fix)
        return Explanation(diagnostic, repaired, reserved)

    def span(self, first: int, last: int | None = None) -> Span:
        """Return the place of a token, or of several from one to another."""
        return Span(self.source, self.tokens[first].start, self.tokens[first if last is None else last].end)

    def behind(
        self,
        name: str,
        message: Phrase,
        label: Phrase | None = None,
        way_out: Phrase | None = None,
        repaired: list[str] | None = None,
    ) -> Explanation:
        """Return a finding about something missing after the last word."""
        end = self.tokens[-1].end
        span = Span(self.source, end, end)
        return Explanation(Diagnostic(name=name, message=message, span=span, label=label, help=way_out), repaired)

    def shape(self, word: str = "") -> Phrase | None:
        """Return the help that shows how such a line goes; with a certain word in it, if there are several ways."""
        shape = shape_of(self.block, self.kinds[0], self.texts, word)
        return LineGoesLike(shape) if shape and word in shape else None

    def comparison(self) -> Explanation | None:
        """Explain `<` instead of `is less than`."""
        if self.place == len(self.tokens):
            return None
        sign = self.texts[self.place]
        if self.kinds[self.place] == "COMPARISON":
            words = COMPARISONS[sign]
        elif sign == "=" and "IS" in self.accepted and "EQUAL" not in self.accepted:
            words = "is"
        else:
            return None
        if "IS" not in self.accepted:
            return None
        texts = [*self.texts[: self.place], *words.split()]
        for text in self.texts[self.place + 1 :]:
            texts.extend(COMPARISONS[text].split() if text in COMPARISONS else [text])
        kinds = kinds_of(texts)
        return self.finding(
            "comparison-sign",
            Phrase("compares-nothing-in-a-rulebook", sign=sign),
            self.place,
            way_out=Phrase("write-word", word=words),
            repaired=kinds if self.reads(kinds) else None,
            fix=(Edit(self.span(self.place), words),),
        )

    def elsewhere(self) -> Explanation | None:
        """Explain `else:` instead of `otherwise:`."""
        word = self.texts[0]
        if word not in ELSEWHERE:
            return None
        kinds = kinds_of([*ELSEWHERE[word].split(), *self.texts[1:]])
        if not self.reads(kinds):
            return None
        return self.finding(
            "unknown-line",
            Phrase("a-rulebook-says-not", elsewhere=ELSEWHERE[word], word=word),
            0,
            way_out=Phrase("write-word", word=ELSEWHERE[word]),
            repaired=kinds,
            fix=(Edit(self.span(0), ELSEWHERE[word]),),
        )

    def first_word(self) -> Explanation | None:
        """Explain a line that does not begin as lines do here."""
        word, kind = self.texts[0], self.kinds[0]
        where = BLOCK_NAMES[self.block]
        if kind == "OTHERWISE":
            return self.finding("stray-otherwise", Phrase("this-otherwise-belongs-to-no-if"), 0)
        # The word begins lines elsewhere, where people name things of their own.
        renamed = ["NAME", *self.kinds[1:]]
        if kind in WRITTEN and word.isalpha() and self.block != "rule" and self.reads(renamed):
            return self.reserved_at(0, renamed)
        if kind != "NAME" and word in STARTING_WORDS:
            return self.finding(
                "misplaced-line",
                Phrase("a-line-that-begins-with-has-no", word=word, where=where),
                0,
                way_out=self.right_place(kind),
            )
        meant = closest(word, [WRITTEN[kind] for kind in self.accepted - SILENT if kind in WRITTEN]) or closest(
            word, STARTING_WORDS
        )
        repaired = None
        if meant is not None:
            kinds = kinds_of([meant, *self.texts[1:]])
            repaired = kinds if self.reads(kinds) else None
            way_out: Phrase | None = suggestion(meant)
        else:
            way_out = self.beginnings()
        return self.finding(
            "unknown-line", Phrase("no-line-begins-with", where=where, word=word), 0, way_out=way_out, repaired=repaired
        )

    def right_place(self, kind: str) -> Phrase | None:
        """Return where a line with a certain word at its beginning belongs."""
        if kind in HOMES:
            return HOMES[kind]
        if self.begins_statement(kind):
            return STATEMENT_HOMES.get(self.block)
        return Phrase("start-it-at-the-left-edge-outside") if self.machine.step([0], kind) else self.beginnings()

    def begins_statement(self, kind: str) -> bool:
        """Return whether a certain word begins lines of rules."""
        states = [0]
        self.machine.reading(RULE, states)
        return kind not in USUALLY_DECLARES and self.machine.step(states, kind)

    def beginnings(self) -> Phrase | None:
        """Return how lines begin here."""
        accepted = self.accepted - SILENT
        words = sorted(WRITTEN[kind] for kind in accepted if kind in WRITTEN)
        if not words:
            return self.shape_of_names()
        if len(words) > 2 * MOST_WORDS_LISTED:
            words = [word for word in COMMON_BEGINNINGS if word in words]
            return Phrase("lines-here-begin-with-words-such-as", words=WordList.quoted(words)) if words else None
        if "NAME" in accepted:
            return Phrase("lines-here-begin-with-a-name-or", words=WordList.quoted(words))
        return Phrase("lines-here-begin-with", words=WordList.quoted(words))

    def shape_of_names(self) -> Phrase:
        """Return how lines go where each begins with a name."""
        shape = shape_of(self.block, "NAME")
        return Phrase("each-line-here-goes-like-this", shape=shape) if shape else Phrase("lines-here-begin-with-a-name")

    def too_short(self) -> Explanation | None:
        """Explain a header without its colon."""
        kinds = [*self.kinds, "COLON"]
        if "COLON" not in self.accepted or not self.reads(kinds):
            return None
        below = self.index + 1 < len(self.lines) and self.lines[self.index + 1].depth > self.line.depth
        if not below and self.kinds[0] in ("CHOOSE", "MAY"):
            return None
        return Explanation(missing_colon(self.source, self.line), kinds)

    def places_before(self) -> Iterator[int]:
        """Yield where a mistake may be that shows only here, the nearest first, without the first word."""
        last = min(self.place, len(self.tokens) - 1)
        yield from range(last, max(last - MOST_WORDS_BEFORE, 0), -1)

    def article(self) -> Explanation | None:
        """Explain `choose a card in hand`."""
        for place in self.places_before():
            if self.texts[place] in ARTICLES:
                kinds = kinds_of([*self.texts[:place], *self.texts[place + 1 :]])
                if self.reads(kinds):
                    word = self.texts[place]
                    return self.finding(
                        "unexpected-word",
                        Phrase("has-no-meaning-before-a-name", word=word),
                        place,
                        repaired=kinds,
                        fix=(self.left_out(place),),
                    )
        return None

    def misspelt(self) -> Explanation | None:
        """Explain a word of the language with a slip in it, here or before."""
        places = [
            place
            for place in self.places_before()
            if self.kinds[place] == "NAME" or (place == self.place and self.kinds[place] in WRITTEN)
        ]
        if self.kinds[0] == "NAME" and self.place:
            places.append(0)
        for place in places:
            words = {WRITTEN[kind] for kind in self.accepted_at(place) - SILENT if kind in WRITTEN}
            meant = closest(self.texts[place], [word for word in words if word[0].isalpha()])
            if meant is None:
                continue
            kinds = kinds_of([*self.texts[:place], meant, *self.texts[place + 1 :]])
            # The rest of the line may be wrong in another way, but at this place it has to go on.
            if self.reads(kinds) or (place == self.place and place > 0 and self.goes_on(kinds)):
                name = "unexpected-word" if place else "unknown-line"
                found = self.texts[place]
                message = (
                    Phrase("is-not-expected-here", found=found) if place else Phrase("no-line-begins-with-found", found=found)
                )
                return self.finding(
                    name,
                    message,
                    place,
                    Phrase("not-a-word-of-the-language"),
                    suggestion(meant),
                    kinds if self.reads(kinds) else None,
                )
        return None

    def goes_on(self, kinds: list[str]) -> bool:
        """Return whether a line could be read two words further than this one."""
        return self.machine.reading(kinds, self.machine.states[:]) >= min(self.place + 2, len(kinds))

    def reserved_word(self) -> Explanation | None:
        """Explain a word of the language that is used as a name."""
        for place in self.places_before():
            word = self.texts[place]
            if self.kinds[place] == "NAME" or self.kinds[place] not in WRITTEN or not word[0].isalpha():
                continue
            accepted = self.accepted_at(place)
            # Where a value is meant, it may just as well be one that is incomplete.
            if "NAME" not in accepted or ("LPAR" in accepted and word not in self.reserved):
                continue
            # `move crew of` breaks off; nobody has called anything `of`.
            if word in JOINING and accepted - SILENT != {"NAME"}:
                continue
            everywhere = ["NAME" if text == word else kind for text, kind in zip(self.texts, self.kinds, strict=True)]
            # The word may occur in the line a second time, rightly.
            here = [*self.kinds[:place], "NAME", *self.kinds[place + 1 :]]
            for kinds in (everywhere, here):
                if self.reads(kinds):
                    return self.reserved_at(place, kinds)
        return None

    def passing(self) -> Explanation | None:
        """Explain `choose bid in 1 to 3 or pass`."""
        if self.kinds[0] != "CHOOSE" or self.kinds[self.place] != "OR":
            return None
        kinds = ["MAY", *self.kinds[: self.place]]
        return self.finding(
            "unexpected-word", Phrase("a-choice-has-no-or"), self.place, repaired=kinds if self.reads(kinds) else None
        )

    def asking(self) -> Explanation | None:
        """Explain a text in a choice without the word that belongs before it."""
        if self.kinds[self.place] != "TEXT" or self.kinds[0] not in ("CHOOSE", "MAY"):
            return None
        for start in (self.place, self.place - 1):
            kinds = [*self.kinds[:start], "ASKING", *self.kinds[self.place :]]
            if self.reads(kinds):
                return self.finding(
                    "missing-word",
                    Phrase("a-question-stands-behind-asking-not-behind", shown=self.shown(self.place - 1)),
                    self.place,
                    way_out=Phrase("write-asking-before-it")
                    if start == self.place
                    else Phrase("write-asking-instead-of-before-it", word=self.shown(start)),
                    repaired=kinds,
                )
        return None

    def values_without_of(self) -> Explanation | None:
        """Explain `if claim player, 3:`, where the values of a rule or define follow as if the line began with it."""
        called = self.texts[self.place - 1]
        declared = re.search(rf"^ *(?:replace +)?(?:to|define) +{re.escape(called)} ", self.source.text, re.MULTILINE)
        if self.place < 2 or self.kinds[self.place - 1] != "NAME" or declared is None:
            return None
        before = [*self.kinds[: self.place], "OF"]
        for last in range(self.place, len(self.kinds)):
            inside, behind = self.kinds[self.place : last + 1], self.kinds[last + 1 :]
            values = ["LPAR", *inside, "RPAR"] if "COMMA" in inside else inside
            if self.reads([*before, *values, *behind]):
                words = " ".join(self.texts[self.place : last + 1]).replace(" ,", ",")
                return self.finding(
                    "missing-word",
                    Phrase("in-the-middle-of-a-line-what", called=called),
                    self.place,
                    way_out=Phrase("write-meaning-of-names", meaning=called, names=f"({words})" if values != inside else words),
                    repaired=[*before, *values, *behind],
                )
        return None

    def brackets(self) -> Explanation | None:
        """Explain a sum, or another expression of several words, where one word is expected unless there are brackets."""
        if self.kinds[0] == "SWAP" and "WITH" in self.kinds:
            between = self.kinds.index("WITH")
            pair = [["LPAR", *part, "RPAR"] for part in (self.kinds[1:between], self.kinds[between + 1 :])]
            if self.reads(["SWAP", *pair[0], "WITH", *pair[1]]):
                sides = " ".join(self.texts[1:between]), " ".join(self.texts[between + 1 :])
                return self.finding(
                    "missing-brackets",
                    Phrase("what-is-more-than-a-word-needs"),
                    between,
                    way_out=Phrase("write-swap-with", one=sides[0], other=sides[1]),
                    repaired=["SWAP", *pair[0], "WITH", *pair[1]],
                )
        for first in range(self.place, max(self.place - MOST_WORDS_BEFORE, 0), -1):
            if self.kinds[first - 2 : first] == ["NAME", "OF"] and self.kinds[self.place] not in SET_GOES_ON:
                # `size of it * 2` is about the size; but `size of pawns on start` is about the pawns.
                continue
            for last in range(max(self.place, first + 1), min(self.place + MOST_WORDS_BEFORE, len(self.kinds))):
                kinds = [*self.kinds[:first], "LPAR", *self.kinds[first : last + 1], "RPAR", *self.kinds[last + 1 :]]
                if "COMMA" not in self.kinds[first : last + 1] and self.reads(kinds):
                    words = " ".join(self.texts[first : last + 1])
                    return self.finding(
                        "missing-brackets",
                        Phrase("needs-brackets-here-behind", words=words, shown=self.shown(first - 1)),
                        first,
                        repaired=kinds,
                        fix=self.bracketed(first, last),
                    )
        return None

    def bracketed(self, first: int, last: int) -> tuple[Edit, ...]:
        """Return the edits that put brackets around some words, if they are on one line."""
        span = self.span(first, last)
        return () if "\n" in span.text else (Edit(span, f"({span.text})"),)

    def left_out(self, place: int) -> Edit:
        """Return the edit that removes a word, with the blanks after it."""
        span = self.span(place)
        rest = self.source.text[span.end :]
        return Edit(Span(self.source, span.start, span.end + len(rest) - len(rest.lstrip(" "))), "")

    def known_reserved(self) -> Explanation | None:
        """Explain a name that was found to be a word of the language at its declaration, and is used here."""
        kinds = ["NAME" if text in self.reserved else kind for text, kind in zip(self.texts, self.kinds, strict=True)]
        if kinds == self.kinds or not self.reads(kinds):
            return None
        place = next(place for place, text in enumerate(self.texts) if text in self.reserved)
        return self.reserved_at(place, kinds)

    def reserved_at(self, place: int, repaired: list[str]) -> Explanation:
        """Report that the word at a place cannot be a name."""
        word = self.texts[place]
        return self.finding(
            "reserved-word", Phrase("is-a-word-of-the-language", word=word), place, repaired=repaired, reserved=word
        )

    def fitting(self, place_behind: int) -> list[tuple[str, list[str]]]:
        """Return the words and signs with which the line can be read, put between the place and another one."""
        fitting: list[tuple[str, list[str]]] = []
        for kind in sorted(self.accepted - UNTRIED):
            kinds = kinds_of([*self.texts[: self.place], WRITTEN[kind], *self.texts[place_behind:]])
            if self.reads(kinds):
                fitting.append((WRITTEN[kind], kinds))
        # If there are several, take the one that such lines usually have.
        for shape in (shape_of(self.block, self.kinds[0]), shapes_of(self.block, self.kinds[0])):
            usual = [found for found in fitting if found[0] in shape.split()]
            if len(fitting) > 1 and len(usual) == 1:
                return usual
        return fitting

    def other_word(self) -> Explanation | None:
        """Explain that another word belongs here."""
        fitting = self.fitting(self.place + 1)
        if self.place == 0 or len(fitting) != 1 or self.kinds[self.place] in ("NUMBER", "TEXT"):
            return None
        word, kinds = fitting[0]
        return self.finding(
            "unexpected-word",
            Phrase("is-not-expected-after", found=self.shown(self.place), before=self.shown(self.place - 1)),
            self.place,
            Phrase("write-instead", word=word),
            self.shape(word),
            kinds,
        )

    def kind_removed(self) -> Explanation | None:
        """Explain `remove storm` in a variant, where any of several words may be missing."""
        if self.block != "variant" or self.kinds != ["REMOVE", "NAME"]:
            return None
        name = self.texts[1]
        known = [
            word
            for word in REMOVED
            if re.search(rf"^ *(?:replace +)?{word} +{re.escape(name)}(?![\w-])", self.source.text, re.MULTILINE)
        ]
        return self.finding(
            "missing-word",
            Phrase("what-is-has-to-be-said-between", name=name),
            1,
            Phrase("write-before-this", removed=WordList.quoted(REMOVED)),
            Phrase("did-you-mean-remove", known=known[0], name=name) if len(known) == 1 else self.shape(),
            kinds_of(["remove", (known or REMOVED)[0], name]),
        )

    def too_little(self) -> Explanation | None:
        """Explain that one word or sign is missing before the token."""
        fitting = self.fitting(self.place)
        if self.place == 0 or len(fitting) != 1:
            return None
        word, kinds = fitting[0]
        return self.finding(
            "missing-word",
            Phrase("is-missing-before", word=word, shown=self.shown(self.place)),
            self.place,
            way_out=self.shape(word),
            repaired=kinds,
        )

    def too_much(self) -> Explanation | None:
        """Explain that one word or sign is too many."""
        if self.place == 0 or self.accepted - SILENT == {"_NEWLINE"}:
            return None
        kinds = kinds_of([*self.texts[: self.place], *self.texts[self.place + 1 :]])
        if not self.reads(kinds):
            return None
        shown = self.shown(self.place)
        return self.finding(
            "unexpected-word",
            Phrase("is-not-expected-after", found=shown, before=self.shown(self.place - 1)),
            self.place,
            Phrase("too-much"),
            Phrase("the-line-can-be-read-without", shown=shown),
            kinds,
        )

    def no_header(self) -> Explanation | None:
        """Explain a line that is meant to have a block below it, but does not begin like one."""
        if self.block != "rule" or self.kinds[0] != "NAME" or self.kinds[-1] != "COLON":
            return None
        return self.finding(
            "unknown-line",
            Phrase("no-line-with-a-block-below-it", opener=self.texts[0]),
            0,
            Phrase("not-a-word-that-begins-a-block"),
            Phrase("it-is-players-take-turns-or-set")
            if "turns" in self.texts
            else Phrase("such-lines-begin-with", header_words=WordList.quoted(HEADER_WORDS)),
        )

    def unfinished(self) -> Explanation:
        """Explain that the line ends too early."""
        if self.kinds[-2:-1] in (["FIRST"], ["LAST"]):
            last = len(self.tokens) - 1
            return self.finding(
                "missing-word", Phrase("of-is-missing-before", shown=self.shown(last)), last, way_out=self.shape("of")
            )
        words = terminals_in_words(self.accepted)
        return self.behind(
            "unfinished-line",
            Phrase("this-line-ends-too-early-after", shown=self.shown(-1)),
            Phrase("is-expected", words=words) if words else Phrase("something-is-missing-here"),
            self.shape(),
        )

    def unexpected(self) -> Explanation:
        """Explain only that this does not belong here."""
        place = min(self.place, len(self.tokens) - 1)
        words = terminals_in_words(self.accepted)
        if self.accepted - SILENT == {"_NEWLINE"} and place and self.kinds[place - 1] == "COLON":
            way_out: Phrase | None = Phrase("what-follows-stands-on-lines-of-its")
        elif self.kinds[0] in ("VALUES", "DIE") and self.shown(place) == "(" and self.kinds[place - 1] == "COLON":
            way_out = Phrase("what-goes-on-over-several-lines-stands")
        else:
            way_out = self.shape()
        return self.finding(
            "unexpected-word",
            Phrase("is-not-expected-after", found=self.shown(place), before=self.shown(place - 1))
            if place
            else Phrase("is-not-expected-at-the-beginning-of", shown=self.shown(place)),
            place,
            Phrase("is-expected", words=words) if words else Phrase("not-expected"),
            way_out,
        )

    def shown(self, place: int) -> str:
        """Return a token as messages show it: in full, unless it is a long text."""
        text = self.texts[place]
        return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"
