"""Name things, spaces, players and events as people read them, in their language; and make the stable keys of options."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import partial, reduce
from typing import TYPE_CHECKING, Any

from rulewright.dsl import checked
from rulewright.dsl.checked import Type
from rulewright.dsl.messages.speech import (
    COMMON,
    SOURCE,
    Catalogue,
    counted_name,
    fill_phrase,
    form_among,
    form_of,
    join_words,
    language_rules,
    list_words,
)
from rulewright.interpreter.position.log_entries import Entry, RollEntry
from rulewright.interpreter.position.world import ThingInfo, World
from rulewright.interpreter.views.entry_groups import grouped
from rulewright.interpreter.views.log_lines import LogLine, ReaderWord, UnseenThing
from rulewright.interpreter.views.log_text import LogText
from rulewright.interpreter.views.looks import Face, faces_of, letters_for
from rulewright.interpreter.views.sight import Sight

if TYPE_CHECKING:
    from rulewright.interpreter.position.position import Position
    from rulewright.interpreter.position.questions import QuestionInfo

PHRASES = Catalogue("rulewright.interpreter.views", COMMON)


def form_for(language: str, kind: Type, value: int) -> str:
    """Return the form in a text that goes with a number, or that an option has for its value."""
    if kind.kind == "number":
        return form_among(language, kind.forms, value)
    return kind.forms[not value if kind.kind == "truth" else value]


class GameWords:
    """The names of a world in one language, or in English where a text is missing."""

    def __init__(
        self,
        world: World,
        kinds_at: Sequence[frozenset[str]],
        asks: Sequence[QuestionInfo],
        language: str = SOURCE,
        sight: Sight | None = None,
    ) -> None:
        self.world = world
        self.kinds_at = kinds_at
        """The kinds that may ever be on each space, which everybody knows even without seeing it."""
        self.asks = asks
        self.language = language
        self.phrases = PHRASES.texts(language)
        self.joins = language_rules(language).has_joining
        """Whether words change with what follows them."""
        self.sight = Sight(world) if sight is None else sight
        self.everybody, self.by_seat = self.sight.everybody, self.sight.by_seat
        self.counted, self.counted_by = world.counts()
        self.holders = world.holders()
        self.public = any(own.public for own in world.game.fields)
        """Whether all see something on things that they do not see."""
        self.hides = world.hides()
        """Whether anything is hidden from anybody."""
        self.sorts = world.sorts()
        """A number for each thing, equal for things that read alike."""
        self.held = self.hides and any(holder >= 0 for holder in self.holders)
        """Whether things have places of their own while something may be hidden from somebody."""
        self.is_hidden: Callable[[int], bool] = never
        """Whether a thing must not be named where one of its places is; see `looking`."""
        self.names: tuple[str, ...] = ()
        """The names of the players, if they have any."""
        self.forms = self.forms_in(language)
        """Titles, each with the forms for numbers."""
        self.me = -1
        """The seat that is addressed as *you*; -1 if there is none."""
        self.called: dict[Hashable, str] = {}
        """The names of things and spaces that are the same in every position, once they have been used."""
        self.called_aloud = self.called
        """The cache of the words that address nobody."""
        self.faces: list[Face] = []
        """How each thing looks, once somebody has asked."""
        self.value_letters: dict[str, list[str]] = {}
        """The letters of values, by type, once somebody has asked."""
        self.made: dict[str, defaultdict[int, list[int]]] = {}
        """The things that were made for each value, by type, once somebody has asked."""

    def forms_in(self, language: str) -> dict[str, Sequence[str]]:
        """Return titles of a language, or in English, each with the forms for numbers."""
        card, forms = tuple(PHRASES.texts(language)["card"].split("|")), self.world.game.forms
        return {card[0]: card, **forms.get(SOURCE, {}), **forms.get(language, {})}

    def calling(self, names: Sequence[str]) -> GameWords:
        """Return words with names for the players; a player without one is called by the seat."""
        return self.but(names=tuple(names), called={})

    def spoken_to(self, seat: int | None) -> GameWords:
        """Return words that address a seat."""
        return self if seat is None else self.but(me=seat, called={}, called_aloud=self.called)

    def plain(self) -> GameWords:
        """Return words in English with seats for players, equal for all readers."""
        return self.but(
            language=SOURCE,
            phrases=PHRASES.texts(SOURCE),
            joins=False,
            forms=self.forms_in(SOURCE),
            names=(),
            me=-1,
            called={},
            called_aloud={},
            faces=[],
            value_letters={},
        )

    def aloud(self) -> GameWords:
        """Return words that address nobody: texts of the rulebook have no form for the reader."""
        return self if self.me < 0 else self.but(me=-1, called=self.called_aloud)

    def but(self, **changed: Any) -> GameWords:
        """Return words with some attributes changed. `copy` would take ten times as long, and every decision needs this."""
        words = GameWords.__new__(GameWords)
        words.__dict__ = {**self.__dict__, **changed}
        return words

    def kept(self, what: Hashable, text: str) -> str:
        """Note a name that is the same in every position."""
        self.called[what] = text
        return text

    def looking(self, is_hidden: Callable[[int], bool]) -> GameWords:
        """Return words for a reader who does not see some things: places of such a thing do not name it."""
        return self.but(is_hidden=is_hidden)

    def seen_from(self, seat: int | None, position: Position) -> GameWords:
        """Return words for a seat, for the present places of things."""
        if not self.held:
            return self
        where = self.sight.of_things(position.parts)
        return self.looking(lambda thing: not self.sees(seat, where[thing]))

    def phrase(self, key: str, *parts: object) -> str:
        """Return a phrase of the engine's own."""
        text = self.phrases[key]
        if self.me >= 0:
            text = next((self.to_you(key, at) for at, part in enumerate(parts) if isinstance(part, ReaderWord)), text)
        # This is done for every option of every decision.
        return fill_phrase(self.language, text, *parts) if self.joins else text.format(*parts)

    def counting(self, key: str, *parts: object) -> str:
        """Return a phrase whose words go with a number in it."""
        return fill_phrase(self.language, self.phrases[key], *parts)

    def to_you(self, key: str, at: int) -> str:
        """Return a phrase in which one part is the reader."""
        return self.phrases.get(f"{key}@{at}", self.phrases[key])

    def title(self, titles: Mapping[str, str], name: str) -> str:
        """Return a title in the language, or in English, or the name."""
        return titles.get(self.language) or titles.get("en") or name.replace("-", " ")

    def rule(self, name: str) -> str:
        """Return the name of a rule in which somebody is asked, or of the card that it performs."""
        performed = (card for card in self.world.cards if card.perform is not None and card.perform.name == name)
        declared = self.world.game.rules.get(name) or next(performed, None)
        return self.title(declared.titles if declared is not None else {}, name)

    def so_many(self, name: str, count: int) -> str:
        """Return a name with a number, also for one's own things; a single thing has one if it is not seen."""
        if isinstance(name, UnseenThing) and count == 1:
            return self.phrase("one", name)
        before, behind = self.to_you("of", 1).split("{0}")
        own = name.removeprefix(before).removesuffix(behind)
        if self.me >= 0 and count > 1 and own != name and (form := form_of(self.forms, self.language, own, count)):
            return self.phrase("of-yours", count, form)
        return counted_name(self.forms, self.language, name, count)

    def players(self, seats: Iterable[int]) -> str:
        """Return players, or that it is all of them."""
        distinct = list(dict.fromkeys(seats))
        if len(distinct) == self.world.players > 1:
            return self.phrase("both" if len(distinct) == 2 else "all")
        return ", ".join(map(self.player, distinct))

    def outcome(self, winners: Sequence[int]) -> str:
        """Return who wins; the reader reads only the own fate, unless all share it."""
        players, others = self.world.players, [self.player(one) for one in winners if one != self.me]
        if self.world.game.is_shared:
            return self.counting("all-win" if winners else "all-lose", players)
        if not winners:
            return self.phrase("nobody-wins")
        if self.me < 0:
            return self.counting("wins", list_words(self.language, others), len(winners))
        if self.me not in winners:
            return self.phrase("you-lose")
        return self.phrase("you-win-too", list_words(self.language, others)) if others else self.phrase("you-win")

    def one_by_one(self, texts: Iterable[str]) -> str:
        """Join texts that may have commas in them."""
        return reduce(partial(self.phrase, "and-then"), texts)

    def told_in(self, texts: Mapping[str, object]) -> str:
        """Return the language in which a text is told: this one, or English, or any."""
        return self.language if self.language in texts else "en" if "en" in texts else next(iter(texts))

    def player(self, seat: int) -> str:
        """Return `Player 1`, or that player's name; the reader is *you*."""
        if seat == self.me >= 0:
            return ReaderWord(self.phrases["you"])
        if 0 <= seat < len(self.names) and self.names[seat]:
            return self.names[seat]
        return self.phrase("player", seat + 1) if seat >= 0 else self.phrase("nothing")

    def face(self, thing: int) -> Face:
        """Return how a thing looks."""
        if not self.faces:
            self.faces.extend(faces_of(self.aloud()))
        return self.faces[thing]

    def made_for(self, name: str, value: int) -> Sequence[int]:
        """Return the things that were made for a value alone."""
        if name not in self.made:
            self.made[name] = defaultdict(list)
            for thing, info in enumerate(self.world.things):
                if [getattr(group, "name", group) for group in info.kind.groups] == [name]:
                    self.made[name][info.values[0]].append(thing)
        return self.made[name][value]

    def letters(self, name: str) -> list[str]:
        """Return letters for the values of a type that have no signs."""
        if name not in self.value_letters:
            values = self.world.game.values[name]
            titles = [self.title(titles, one) for titles, one in zip(values.value_titles, values.names, strict=True)]
            letters = letters_for(titles)
            self.value_letters[name] = [letters[title] for title in titles]
        return self.value_letters[name]

    def space(self, space: int, who: int = -1) -> str:
        """Return `Step 2`, `Hand of Player 1` or `b3`; for the player that a line is about, just `Hand`."""
        if space < 0:
            return self.phrase("nothing")
        if who >= 0 or (self.holders[space] >= 0 and self.is_hidden is not never):
            return self.space_anew(space, who)
        return self.called.get(space) or self.kept(space, self.space_anew(space))

    def space_anew(self, space: int, who: int = -1) -> str:
        """Return the name of a space, made from its parts."""
        info = self.world.spaces[space]
        declared = info.declared
        if isinstance(declared, checked.Field):
            assert declared.of is not None
            if who >= 0 and self.holder(space) == who:
                return self.title(info.titles, declared.name)
            named = self.title(info.titles, declared.name)
            if self.hidden_holder(space) >= 0:
                return self.phrase("of", named, self.phrase("something"))
            return self.phrase("of", named, self.entity(declared.of, info.entity))
        if info.column:
            return info.name
        title = self.title(info.titles, declared.name)
        return self.phrase("numbered", title, info.number) if info.number else title

    def holder(self, space: int) -> int:
        """Return the player who owns a place, or -1."""
        info = self.world.spaces[space] if space >= 0 else None
        if info is None or not isinstance(info.declared, checked.Field):
            return -1
        return info.entity if info.declared.of is not None and info.declared.of.kind == "player" else -1

    def hidden_holder(self, space: int) -> int:
        """Return the thing that a place belongs to, if it is hidden; else -1."""
        holder = self.holders[space]
        return holder if holder >= 0 and self.is_hidden(holder) else -1

    def entity(self, of: Type, index: int) -> str:
        """Return the owner of a field or place, by its index among its like."""
        if of.kind == "thing":
            return self.thing(self.world.offset(of) + index)
        return self.value(index, of)

    def thing(self, thing: int, standing: bool = False, at: Sequence[int] = (), who: int = -1) -> str:
        """Return `Pawn of Player 2`, `red stone`, or a card's title, with its space if wanted.

        If its place is known, a thing with a name of its own gets its owner, unless the place says that. Things of `who`,
        which the line is about, are named without their owner.
        """
        if thing < 0:
            return self.phrase("nothing")
        info = self.world.things[thing]
        # Most things are before their owner, where everybody sees whose they are.
        before_owner = bool(at) and at[thing] >= 0 and self.world.spaces[at[thing]].owner == info.owner
        if info.card >= 0:
            whose = bool(at) and info.owner >= 0 and not before_owner
            text = self.called.get((thing, whose)) or self.kept((thing, whose), self.named(info, whose))
        elif who >= 0:
            text = self.unnamed(info, before_owner, who)
        else:
            key = (thing, before_owner)
            text = self.called.get(key) or self.kept(key, self.unnamed(info, before_owner))
        if standing and at[thing] >= 0:
            text = self.phrase("on", text, self.space(at[thing]))
        return text

    def named(self, info: ThingInfo, whose: bool) -> str:
        """Return the name of a named card, with its owner if wanted."""
        card = self.world.cards[info.card]
        text = self.title(card.titles, card.name)
        return self.phrase("of", text, self.player(info.owner)) if whose else text

    def unnamed(self, info: ThingInfo, before_owner: bool = False, who: int = -1) -> str:
        """Return the name of another thing: from its kind's text, or from the values that it was made for."""
        kind = info.kind
        owner = self.player(info.owner) if info.owner >= 0 else ""
        values = {
            group.name: self.title(group.value_titles[value], group.names[value])
            for value, group in zip(info.values, kind.groups, strict=True)
            if not isinstance(group, str)
        }
        if kind.called:
            language = self.told_in(kind.called)
            parts = kind.called[language]
            text = join_words(language, (part if isinstance(part, str) else values.get(part.name, owner) for part in parts))
            if before_owner or any(not isinstance(part, str) and part.property == "owner" for part in parts):
                owner = ""
        else:
            text = self.title(kind.titles, kind.name)
            if values:
                text = f"{text} ({', '.join(values.values())})" if kind.titles else ", ".join(values.values())
        return self.phrase("of", text, owner) if owner and info.owner != who else text

    def in_text(self, told: str, kind: Type) -> str:
        """Return a chosen value in a text, or the form of a word that goes with a chosen number."""
        return self.value(int(told), kind) if kind.forms else told

    def value(self, value: Any, kind: Type) -> str:
        if kind.many or isinstance(value, tuple):
            one = Type(kind.kind, kind.name)
            return ", ".join(self.value(item, one) for item in value) or self.phrase("nothing")
        if kind.forms:
            return form_for(self.language, kind, value)
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
            case "value" if kind.name in self.world.pairs:
                return ", ".join(self.value(one, of) for of, one in self.world.parts(kind, value))
            case "value":
                values = self.world.value_type(kind.name)
                return self.title(values.value_titles[value], values.names[value])
        return str(value)

    def known(self, value: Any, kind: Type, where: Any, seat: int | None, who: int = -1) -> str:
        """Return a value as a seat may know it.

        A thing that was where the seat could not see it is not told apart from others. Things of `who`, which the sentence
        is about, are named without their owner.
        """
        if kind.kind != "thing":
            return self.value(value, kind)
        if not isinstance(value, tuple):
            return self.thing(value, who=who) if self.sees(seat, where) else self.shown(value, seat, where)
        names = [self.thing(thing, who=who) for thing, space in zip(value, where, strict=True) if self.sees(seat, space)]
        shown = [self.so_many(*group) for group in grouped(names, in_order=True)]
        unseen = Counter(
            self.shown(thing, seat, space) for thing, space in zip(value, where, strict=True) if not self.sees(seat, space)
        )
        # Where the seat cannot count unseen things, one stands for all.
        hidden = [self.so_many(name, count) if isinstance(name, UnseenThing) else name for name, count in unseen.items()]
        return ", ".join([*shown, *hidden]) or self.phrase("nothing")

    def known_in_text(self, value: Any, kind: Type, where: Any, seat: int | None, who: int = -1) -> str:
        """Return a value in a text as a seat may know it: something unseen has its number."""
        return self.so_many(self.known(value, kind, where, seat, who), 1)

    def whose(self, entity: int, kind: Type, where: int, seat: int | None) -> str:
        """Return the owner of a field, as a seat may know it; a card comes with its own owner, since its place is not said."""
        text = self.known(entity, kind, where, seat)
        if kind.kind != "thing" or not self.sees(seat, where):
            return text
        info = self.world.things[entity]
        return self.phrase("of", text, self.player(info.owner)) if info.card >= 0 and info.owner >= 0 else text

    def hidden_thing(self, thing: int, where: int, seat: int | None) -> str:
        """Return a hidden thing on which the seat sees something: by its place."""
        return self.phrase("in", self.shown(thing, seat, where), self.space(self.sight.space(where)))

    def sees(self, seat: int | None, where: int) -> bool:
        """Return whether a seat may know what is somewhere (`Sight`); all see out of play."""
        return self.everybody[where] if seat is None else self.by_seat[seat][where]

    def seen_place(self, seat: int | None, before: Any, later: Any) -> Any:
        """Return that of two places of a thing where the seat saw it; of several things, that of each."""
        if isinstance(before, tuple):
            return tuple(self.seen_place(seat, *both) for both in zip(before, later, strict=True))
        return before if before is None or self.sees(seat, before) else later

    def seen_first(self, seat: int | None, wheres: Sequence[int]) -> list[int]:
        """Sort things by their places: first those that the seat sees, as they come, then the others place by place."""
        return sorted(
            range(len(wheres)), key=lambda number: -1 if self.sees(seat, wheres[number]) else self.sight.space(wheres[number])
        )

    def counts(self, seat: int | None, *wheres: int) -> bool:
        """Return whether a seat sees how many things there are on any of the spaces."""
        row = self.counted if seat is None else self.counted_by[seat]
        return any(where >= 0 and (row[self.sight.space(where)] or self.sees(seat, where)) for where in wheres)

    def option_keys(self, values: Sequence[Any], kind: Type, at: Sequence[int], hidden: Mapping[int, int]) -> list[str]:
        """Return stable keys for options, which say nothing that the labels do not. `hidden` numbers hidden things."""
        match kind.kind:
            case "number" | "text":
                return list(map(str, values))
            case "truth":
                return ["yes" if value else "no" for value in values]
            case "player":
                return [f"seat-{value + 1}" if value >= 0 else "nothing" for value in values]
            case "space":
                return [self.space_key(value, hidden) if value >= 0 else "nothing" for value in values]
            case "card":
                return [str(self.world.cards[value].name) if value >= 0 else "nothing" for value in values]
            case "value":
                names = self.world.value_type(kind.name).names
                return [str(names[value]) if value >= 0 else "nothing" for value in values]
        return [self.thing_key(value, at, hidden) if value >= 0 else "nothing" for value in values]

    def thing_key(self, value: int, at: Sequence[int], hidden: Mapping[int, int]) -> str:
        space = at[value]
        where = "" if space < 0 else f"@{self.space_key(space, hidden)}"
        if value in hidden:
            return f"no-{hidden[value]}{where}"
        info = self.world.things[value]
        if info.card >= 0:
            return str(self.world.cards[info.card].name)
        return (self.called.get(("key", value)) or self.kept(("key", value), key_of_kind(info))) + where

    def space_key(self, space: int, hidden: Mapping[int, int]) -> str:
        holder = self.hidden_holder(space) if self.held else -1
        if holder < 0:
            return str(self.world.spaces[space].name)
        return f"{self.world.spaces[space].declared.name}-of-no-{hidden[holder]}"

    def thing_label(self, value: int, at: Sequence[int], hidden: Mapping[int, int], details: str, who: int = -1) -> str:
        """Return a thing in an option as the asked player reads it: with its owner, unless that is the player.

        Details are added if it would read like another one. The visible traits of a hidden thing are always there.
        """
        if value < 0:
            return self.phrase("nothing")
        space = at[value]
        if value in hidden:
            return self.phrase("hidden", hidden[value], self.space(space)) + details
        is_own = 0 <= who == self.world.things[value].owner
        text = (self.own_thing(value) if is_own else self.owned_thing(value)) + details
        if space < 0 or isinstance(self.world.spaces[space].declared, checked.Field):
            return text
        return self.phrase("on", text, self.space(space))

    def own_thing(self, thing: int) -> str:
        """Return its owner's name for a thing."""
        info = self.world.things[thing]
        if (known := self.called.get(("own", thing))) is not None:
            return known
        return self.kept(("own", thing), self.unnamed(info, who=info.owner) if info.card < 0 else self.named(info, False))

    def owned_thing(self, thing: int) -> str:
        """Return the name of a thing with its owner, wherever it is."""
        info = self.world.things[thing]
        if info.card < 0:
            return self.thing(thing)
        whose = info.owner >= 0
        return self.called.get((thing, whose)) or self.kept((thing, whose), self.named(info, whose))

    def space_label(self, value: int, at: Sequence[int], hidden: Mapping[int, int], who: int = -1) -> str:
        """Return a space in an option as the asked player reads it, without an owner if it is the player's own."""
        if self.held and value >= 0 and (holder := self.hidden_holder(value)) in hidden:
            name = self.title(self.world.spaces[value].titles, self.world.spaces[value].declared.name)
            return self.phrase("of", name, self.phrase("hidden", hidden[holder], self.space(at[holder])))
        return self.space(value, who) if 0 <= who == self.holder(value) else self.space(value)

    def log(self, entries: Iterable[Entry], seat: int | None) -> Sequence[LogLine]:
        """Return all entries as a seat may read them."""
        return LogText(self, seat).lines(entries)

    def told_of(self, own: checked.Field, entity: int, where: Any, seat: int | None) -> bool:
        """Whether a seat may know what a field of something has become, where that lies."""
        if own.public:
            return True
        if own.seen == "all":
            # A seat is told nothing about places that it cannot see.
            return own.of is None or own.of.kind != "thing" or self.sees(seat, where)
        if own.lookers is not None:
            return self.sees(seat, where)
        if own.of is None or own.seen != "owner" or seat is None:
            return False
        return self.world.owner_of(own.of, entity) == seat

    def sees_roll(self, entry: RollEntry, seat: int | None) -> bool:
        """Return whether a seat may know the result of a die; if a field shows it, those who see the field."""
        if entry.die.seen == "nobody" or (entry.die.seen == "owner" and entry.by != seat):
            return False
        return entry.own is None or self.told_of(entry.own, entry.entity, entry.of, seat)

    def shown(self, thing: int, seat: int | None, *wheres: int, who: int = -1) -> str:
        """Return a thing that moved, if the seat sees one of the spaces; else the title of its kind, if that is certain.

        If it is not, but the seat knows that it is a card, it is one.
        """
        if any(where >= 0 and self.sees(seat, where) for where in wheres):
            return self.thing(thing, who=who)
        found = [self.kinds_at[self.sight.space(where)] for where in wheres if where >= 0]
        kinds = [self.world.game.kinds[name] for name in (frozenset.intersection(*found) if found else ())]
        titles = {self.title(kind.titles, "") for kind in kinds}
        if kinds and len(titles) > 1 and all(kind.is_cards for kind in kinds):
            titles = {self.phrases["card"].partition("|")[0]}
        if len(titles) != 1 or not all(titles):
            return self.phrase("something")
        (title,) = titles
        return UnseenThing(title) if self.counts(seat, *wheres) else title


def key_of_kind(info: ThingInfo) -> str:
    """Return the key of a thing that is no named card: its kind, and the values that it was made for."""
    names = [info.kind.name]
    for own, group in zip(info.values, info.kind.groups):
        names.append(str(own + 1) if isinstance(group, str) else group.names[own])
    return "-".join(names)


def never(_thing: int) -> bool:
    return False
