"""Things, spaces, players and what happened, as people read them, in their language; and the stable keys of options."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from rulewright.dsl import checked
from rulewright.dsl.checked import Type
from rulewright.interpreter.lower.world import ThingInfo, World
from rulewright.interpreter.see.grouping import Moved, listed, moves_told

PHRASES: dict[str, dict[str, str]] = {
    "en": {
        "player": "Player {0}",
        "of": "{0} of {1}",
        "on": "{0} on {1}",
        "numbered": "{0} {1}",
        "nothing": "nothing",
        "yes": "yes",
        "no": "no",
        "something": "something",
        "hidden": "no. {0} of {1}",
        "one-of-alike": "{0}, no. {1}",
        "pass": "pass",
        "move": "{0}: {1} → {2}",
        "enter": "{0} → {1}",
        "away": "{0} leaves the game",
        "swap": "{0} ⇄ {1}",
        "told": "{0}: {1}",
        "told-of": "{0}, {1}: {2}",
        "extend": "{0}: one more, {1} now",
        "shorten": "{0}: one less, {1} now",
        "void": "{0}: nothing happens",
        "performed": "{0} plays {1}",
        "lapsed": "{0}: nothing to choose, no effect",
        "rolled": "{0} rolls {1}: {2}",
        "rolled-unseen": "{0} rolls {1} in secret",
        "shuffled": "{0} is shuffled",
        "choose": "Choose: {0}",
        "exactly": "{0} ({1} of {2})",
        "at-least": "{0} ({1} of at least {2})",
        "at-most": "{0} ({1} of at most {2})",
        "all-away": "{0}: out of the game",
        "chance": "Chance: {0}",
        "words": "Say: {0}",
    },
    "fr": {
        "player": "Joueur {0}",
        "of": "{0} de {1}",
        "on": "{0} sur {1}",
        "numbered": "{0} {1}",
        "nothing": "rien",
        "yes": "oui",
        "no": "non",
        "something": "quelque chose",
        "hidden": "n° {0} de {1}",
        "one-of-alike": "{0}, n° {1}",
        "pass": "passer",
        "move": "{0} : {1} → {2}",
        "enter": "{0} → {1}",
        "away": "{0} quitte la partie",
        "swap": "{0} ⇄ {1}",
        "told": "{0} : {1}",
        "told-of": "{0}, {1} : {2}",
        "extend": "{0} : une de plus, {1} en tout",
        "shorten": "{0} : une de moins, {1} en tout",
        "void": "{0} : rien ne se passe",
        "performed": "{0} joue {1}",
        "lapsed": "{0} : rien à choisir, sans effet",
        "rolled": "{0} lance {1} : {2}",
        "rolled-unseen": "{0} lance {1} en secret",
        "shuffled": "{0} : mélange",
        "choose": "Choisissez : {0}",
        "exactly": "{0} ({1} sur {2})",
        "at-least": "{0} ({1} sur au moins {2})",
        "at-most": "{0} ({1} sur au plus {2})",
        "all-away": "{0} : hors du jeu",
        "chance": "Hasard : {0}",
        "words": "Dites : {0}",
    },
    "ru": {
        "player": "Игрок {0}",
        "of": "{0} ({1})",
        "on": "{0}, {1}",
        "numbered": "{0} {1}",
        "nothing": "ничего",
        "yes": "да",
        "no": "нет",
        "something": "что-то",
        "hidden": "№ {0}, {1}",
        "one-of-alike": "{0}, № {1}",
        "pass": "пас",
        "move": "{0}: {1} → {2}",
        "enter": "{0} → {1}",
        "away": "{0} выходит из игры",
        "swap": "{0} ⇄ {1}",
        "told": "{0}: {1}",
        "told-of": "{0}, {1}: {2}",
        "extend": "{0}: на одну больше, теперь {1}",
        "shorten": "{0}: на одну меньше, теперь {1}",
        "void": "{0}: ничего не происходит",
        "performed": "{0} играет: {1}",
        "lapsed": "{0}: выбирать не из чего, без последствий",
        "rolled": "{0} бросает {1}: {2}",
        "rolled-unseen": "{0} тайно бросает {1}",
        "shuffled": "{0}: перемешано",
        "choose": "Выберите: {0}",
        "exactly": "{0} ({1} из {2})",
        "at-least": "{0} ({1}, всего не меньше {2})",
        "at-most": "{0} ({1}, всего не больше {2})",
        "all-away": "{0}: вне игры",
        "chance": "Случай: {0}",
        "words": "Скажите: {0}",
    },
}


class Words:
    """Says what is in a world, in one language; English where a text is missing."""

    def __init__(self, world: World, kinds_at: Sequence[frozenset[str]], language: str = "en") -> None:
        self.world = world
        self.kinds_at = kinds_at
        """The kinds that may ever lie on each space: what everybody knows of what nobody sees."""
        self.language = language
        self.phrases = PHRASES.get(language, PHRASES["en"])
        self.everybody, self.owners = world.sight()

    def phrase(self, key: str, *parts: object) -> str:
        """A phrase of the engine's own."""
        text = self.phrases[key]
        if self.phrases is PHRASES["fr"] and "de {1}" in text:
            return text.replace("de {1}", "{1}").format(parts[0], _after_de(str(parts[1])))
        return text.format(*parts)

    def title(self, titles: Mapping[str, str], name: str) -> str:
        """A title in the language, or in English, or the name."""
        return titles.get(self.language) or titles.get("en") or name.replace("-", " ")

    def told_in(self, texts: Mapping[str, object]) -> str:
        """The language in which a text is told: this one, or English, or whichever there is."""
        return self.language if self.language in texts else "en" if "en" in texts else next(iter(texts))

    # ---- parts

    def player(self, seat: int) -> str:
        """`Player 1`."""
        return self.phrase("player", seat + 1) if seat >= 0 else self.phrase("nothing")

    def space(self, space: int) -> str:
        """`Step 2`, `Hand of Player 1`, `b3`."""
        if space < 0:
            return self.phrase("nothing")
        info = self.world.spaces[space]
        declared = info.declared
        if isinstance(declared, checked.Field):
            assert declared.of is not None
            return self.phrase("of", self.title(info.titles, declared.name), self.entity(declared.of, info.entity))
        if info.column:
            return info.name
        title = self.title(info.titles, declared.name)
        return self.phrase("numbered", title, info.number) if info.number else title

    def entity(self, of: Type, index: int) -> str:
        """What has a field or place, by its index among its like."""
        if of.kind == "thing":
            return self.thing(self.world.offset(of) + index)
        return self.value(index, of)

    def thing(self, thing: int, standing: bool = False, at: Sequence[int] = ()) -> str:
        """`Pawn of Player 2`, `red stone`, a card's title; with the space it stands on if wanted.

        If one knows where it lies, what has a name of its own says whose it is unless its place does.
        """
        if thing < 0:
            return self.phrase("nothing")
        info = self.world.things[thing]
        # Most things lie before their owner, where everybody sees whose they are.
        before_owner = bool(at) and at[thing] >= 0 and self.world.spaces[at[thing]].owner == info.owner
        if info.card >= 0:
            card = self.world.cards[info.card]
            text = self.title(card.titles, card.name)
            if at and info.owner >= 0 and not before_owner:
                text = self.phrase("of", text, self.player(info.owner))
        else:
            text = self.unnamed(info, before_owner)
        if standing and at[thing] >= 0:
            text = self.phrase("on", text, self.space(at[thing]))
        return text

    def unnamed(self, info: ThingInfo, before_owner: bool = False) -> str:
        """What a thing that is no named card is called: as its kind says, or by what it was made for."""
        kind = info.kind
        owner = self.player(info.owner) if info.owner >= 0 else ""
        values = {
            group.name: self.title(group.value_titles[value], group.names[value])
            for value, group in zip(info.values, kind.groups, strict=True)
            if not isinstance(group, str)
        }
        if kind.called:
            parts = kind.called[self.told_in(kind.called)]
            text = "".join(part if isinstance(part, str) else values.get(part.name, owner) for part in parts)
            if before_owner or any(not isinstance(part, str) and part.property == "owner" for part in parts):
                owner = ""
        else:
            text = self.title(kind.titles, kind.name)
            if values:
                text = f"{text} ({', '.join(values.values())})" if kind.titles else ", ".join(values.values())
        return self.phrase("of", text, owner) if owner else text

    def value(self, value: Any, kind: Type) -> str:
        """A value of any type."""
        if kind.many or isinstance(value, tuple):
            one = Type(kind.kind, kind.name)
            return ", ".join(self.value(item, one) for item in value) or self.phrase("nothing")
        match kind.kind:
            case "number" | "text":
                return str(value)
            case "truth":
                return self.phrase("yes" if value else "no")
        if value < 0:
            return self.phrase("nothing")
        match kind.kind:
            case "player":
                return self.player(value)
            case "space":
                return self.space(value)
            case "thing":
                return self.thing(value)
            case "card":
                card = self.world.cards[value]
                return self.title(card.titles, card.name)
            case "value":
                values = self.world.value_type(kind.name)
                return self.title(values.value_titles[value], values.names[value])
        return str(value)

    # ---- who sees what

    def known(self, value: Any, kind: Type, where: Any, seat: int | None) -> str:
        """A value as a seat may know it: a thing that lay where the seat does not see it is not told apart from others."""
        if kind.kind != "thing":
            return self.value(value, kind)
        if not isinstance(value, tuple):
            return self.value(value, kind) if self.sees(seat, where) else self.phrase("something")
        shown = [self.thing(thing) for thing, space in zip(value, where, strict=True) if self.sees(seat, space)]
        hidden = [self.phrase("something")] * (len(value) - len(shown))
        return ", ".join([*shown, *hidden]) or self.phrase("nothing")

    def whose(self, entity: int, kind: Type, where: int, seat: int | None) -> str:
        """What has a field, as a seat may know it; a card with its owner, since it is not said where it lies."""
        text = self.known(entity, kind, where, seat)
        if kind.kind != "thing" or not self.sees(seat, where):
            return text
        info = self.world.things[entity]
        return self.phrase("of", text, self.player(info.owner)) if info.card >= 0 and info.owner >= 0 else text

    def sees(self, seat: int | None, space: int) -> bool:
        """Whether a seat may know what lies on a space; out of play is seen by all."""
        return self.everybody[space] or (seat is not None and self.owners[space] == seat)

    # ---- options

    def option_key(self, value: Any, kind: Type, at: Sequence[int], hidden: Mapping[int, int]) -> str:
        """A stable name for an option: it says nothing that its label does not. `hidden` numbers what is not seen."""
        match kind.kind:
            case "number" | "text":
                return str(value)
            case "truth":
                return "yes" if value else "no"
        if value < 0:
            return "nothing"
        match kind.kind:
            case "player":
                return f"seat-{value + 1}"
            case "space":
                return str(self.world.spaces[value].name)
            case "card":
                return str(self.world.cards[value].name)
            case "value":
                return str(self.world.value_type(kind.name).names[value])
        space = at[value]
        where = "" if space < 0 else f"@{self.world.spaces[space].name}"
        if value in hidden:
            return f"no-{hidden[value]}{where}"
        info = self.world.things[value]
        if info.card >= 0:
            return str(self.world.cards[info.card].name)
        names = [info.kind.name]
        for own, group in zip(info.values, info.kind.groups):
            names.append(str(own + 1) if isinstance(group, str) else group.names[own])
        return "-".join(names) + where

    def option_label(
        self, value: Any, kind: Type, at: Sequence[int], hidden: Mapping[int, int], details: str = ""
    ) -> str:
        """An option as the one who chooses reads it; with details of a thing, if without them it reads like another."""
        if kind.kind == "thing" and value >= 0:
            space = at[value]
            if value in hidden:
                return self.phrase("hidden", hidden[value], self.space(space))
            text = self.thing(value, at=at) + details
            if space < 0 or isinstance(self.world.spaces[space].declared, checked.Field):
                return text
            return self.phrase("on", text, self.space(space))
        return self.value(value, kind)

    # ---- the log

    def log(self, entries: Iterable[tuple[Any, ...]], seat: int | None) -> list[str]:
        """All entries as a seat may read them.

        The order in which hidden things move together would tell which is which: those that a seat does not see come
        last, and then by where they came from. What belongs together is one line, but only for who sees all of it.
        """
        lines: list[str] = []
        told = (entry for entry in entries if entry[0] != "told" or self.told_of(entry, seat))
        for (kind, of), run in groupby(told, key=lambda entry: (entry[0], self.belongs_to(entry, seat))):
            if kind in ("move", "away"):
                lines.extend(moves_told(self, self.moves(run, seat)))
            elif of is not None:
                of_field, value = of
                names = [self.whose(entry[2], entry[1].of, entry[4], seat) for entry in run]
                lines.append(self.phrase("told-of", listed(names), of_field, value))
            else:
                lines.extend(line for line in (self.line(entry, seat) for entry in run) if line is not None)
        return lines

    def belongs_to(self, entry: tuple[Any, ...], seat: int | None) -> tuple[str, str] | None:
        """What a changed field is and what it became: several of whom the same is told are one line."""
        if entry[0] != "told" or entry[1].of is None:
            return None
        return self.title(entry[1].titles, entry[1].name), self.known(entry[3], entry[1].type, entry[5], seat)

    def moves(self, entries: Iterable[tuple[Any, ...]], seat: int | None) -> Iterator[Moved]:
        """Moves as a seat sees them; of those that belong together, those of hidden things last."""
        run: list[tuple[Any, ...]] = []
        for entry in entries:
            if run and not self.belong_together(run[-1], entry):
                yield from self.run_of_moves(run, seat)
                run = []
            run.append(entry)
        yield from self.run_of_moves(run, seat)

    def belong_together(self, one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
        """Whether two moves that follow each other are told in an order that says nothing.

        They are if one statement has moved both, or if both went from places of one kind to one place: most likely a
        loop has gone through what lay there, in an order that nobody may know.
        """
        if one[0] != other[0]:
            return False
        if other[-1]:
            return True
        origins = [self.world.spaces[entry[2]].declared if entry[2] >= 0 else None for entry in (one, other)]
        return origins[0] is origins[1] and one[3:-1] == other[3:-1]

    def run_of_moves(self, run: list[tuple[Any, ...]], seat: int | None) -> Iterator[Moved]:
        """Moves that belong together: the hidden ones last, and then by where they came from."""
        together = all(entry[-1] for entry in run[1:])
        ordered = sorted(run, key=lambda entry: self.hidden_place(entry, seat))
        for number, (_, thing, *spaces, _) in enumerate(ordered):
            to = spaces[1] if len(spaces) > 1 else -1
            yield Moved(self.shown(thing, seat, *spaces), spaces[0], to, together and number > 0)

    def told_of(self, entry: tuple[Any, ...], seat: int | None) -> bool:
        """Whether a seat may know the field that was changed."""
        _, own, entity, _, where, *_ = entry
        if own.seen == "all":
            # What lies where a seat sees nothing is not spoken of to it.
            return own.of is None or own.of.kind != "thing" or self.sees(seat, where)
        if own.of is None or own.seen != "owner" or seat is None:
            return False
        owner = entity if own.of.kind == "player" else self.world.things[entity].owner if own.of.kind == "thing" else -2
        return bool(owner == seat)

    def hidden_place(self, entry: tuple[Any, ...], seat: int | None) -> tuple[bool, int]:
        """What a move is put in order by: for who saw the thing, by nothing."""
        hidden = not any(space >= 0 and self.sees(seat, space) for space in entry[2:-1])
        return hidden, entry[2] if hidden else 0

    def line(self, entry: tuple[Any, ...], seat: int | None) -> str | None:
        """An entry of the log as a seat may read it, or None if it tells that seat nothing."""
        return LINES[entry[0]](self, entry, seat)

    def shown(self, thing: int, seat: int | None, *spaces: int) -> str:
        """A thing that moved between spaces, if the seat sees one of them; else its kind, if it can only be of one."""
        if any(space >= 0 and self.sees(seat, space) for space in spaces):
            return self.thing(thing)
        found = [self.kinds_at[space] for space in spaces if space >= 0]
        kinds = frozenset.intersection(*found) if found else frozenset()
        if len(kinds) != 1:
            return self.phrase("something")
        kind = self.world.game.kinds[next(iter(kinds))]
        return self.title(kind.titles, kind.name) if kind.titles else self.phrase("something")


def _after_de(name: str) -> str:
    """French `de` and a name as one says them: `d'Ann`, `du Roi`, `de Joueur 1`."""
    for article, joined in (("Le ", "du "), ("Les ", "des ")):
        if name.startswith(article):
            return joined + name.removeprefix(article)
    # Without its accents; an H may be of either kind.
    return f"d'{name}" if unicodedata.normalize("NFD", name)[:1] in set("AEIOUaeiouŒœÆæ") else f"de {name}"


def _swap(words: Words, entry: tuple[Any, ...], seat: int | None) -> str:
    _, one, other, first, second = entry
    spaces = (first, second)
    return words.phrase(
        "swap",
        *(
            words.phrase("on", words.shown(thing, seat, *spaces), words.space(space))
            if space >= 0
            else words.shown(thing, seat, *spaces)
            for thing, space in zip((one, other), spaces)
        ),
    )


def _told(words: Words, entry: tuple[Any, ...], seat: int | None) -> str:
    _, own, _, value, _, where = entry
    return words.phrase("told", words.title(own.titles, own.name), words.known(value, own.type, where, seat))


def _say(words: Words, entry: tuple[Any, ...], seat: int | None) -> str:
    _, (parts, types), values, where = entry
    language = words.told_in(parts)
    inner = zip(values[language], types[language], where[language], strict=True)
    said = iter([words.known(value, kind, place, seat) for value, kind, place in inner])
    return "".join(next(said) if part is None else part for part in parts[language])


def _lapsed(words: Words, entry: tuple[Any, ...], seat: int | None) -> str | None:
    _, who, secretly = entry
    return None if secretly and who != seat else words.phrase("lapsed", words.player(who))


def _rolled(words: Words, entry: tuple[Any, ...], seat: int | None) -> str:
    _, by, die, face = entry
    kind = checked.NUMBER if isinstance(die, checked.NumberDie) else Type("value", die.name)
    title, text = words.title(die.titles, die.name), words.value(face, kind)
    if die.seen == "nobody" or (die.seen == "owner" and by != seat):
        return words.phrase("rolled-unseen", words.player(by), title)
    return words.phrase("rolled", words.player(by), title, text)


def _performed(words: Words, entry: tuple[Any, ...], _: int | None) -> str | None:
    _, who, card = entry
    # A rule may perform what lies in a place where nothing lies.
    return words.phrase("performed", words.player(who), words.value(card, Type("card"))) if card >= 0 else None


LINES: dict[str, Callable[[Words, tuple[Any, ...], int | None], str | None]] = {
    "swap": _swap,
    "told": _told,
    "resized": lambda words, entry, _: words.phrase(
        "extend" if entry[2] else "shorten", words.title(entry[1].titles, entry[1].name), entry[3]
    ),
    "void": lambda words, entry, _: words.phrase("void", words.player(entry[1])),
    "performed": _performed,
    "lapsed": _lapsed,
    "rolled": _rolled,
    "shuffled": lambda words, entry, _: words.phrase("shuffled", words.space(entry[1])),
    "say": _say,
}
