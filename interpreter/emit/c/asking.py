"""Write the C code of questions: it answers them on the spot, or leaves them in the position.

Each question has its own way to hold options. One set in ascending order becomes bits, all else a list of combinations.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import assert_never

from attrs import frozen

from rulewright.dsl.checked import NUMBER, Type
from rulewright.interpreter.emit.c.held import Scalar
from rulewright.interpreter.emit.c.memory import OptionLayout
from rulewright.interpreter.emit.c.parts import Writer, WriterPart
from rulewright.interpreter.emit.c.statements import Statements
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import Expression, Variable
from rulewright.interpreter.program.queries import reads_variable

MOST_LINES = 64
MOST_PARTS = 8
"""So many sets at most, one after the other, are held as bits each."""


class QuestionParts(WriterPart):
    """Writes the questions of one routine."""

    def __init__(self, writer: Writer, statements: Statements) -> None:
        super().__init__(writer)
        self.statements = statements

    def write_question(self, end: nodes.Question | nodes.AskOrder) -> str:
        """Write a question, or a decision of chance."""
        match end:
            case nodes.AskOptions():
                return self.options(end)
            case nodes.AskMenu():
                return self.menu(end)
            case nodes.AskText():
                return self.words(end)
            case nodes.AskChance():
                return self.chance(end)
            case nodes.AskDie():
                return self.die(end)
            case nodes.AskOrder(space=space, proceed=proceed, asked=asked):
                self.whole.used.add("piles")
                pile = self.expressions.value(space)
                return f"if (p->asked & ASKED_CHANCE) goto b{asked}; shuffle(p, w, {pile}); goto b{proceed};"
            case _:
                assert_never(end)

    def remember(self, number: int, kind: str, types: Sequence[Type], bits: int = 0) -> OptionLayout:
        """Note how the options of a question are held, for those that read them, and return that."""
        parts = tuple(self.whole.universe.element(of) for of in types)
        found = self.whole.memory.questions[number] = OptionLayout(number, kind, parts, bits)
        return found

    def blanks(self, variables: Sequence[Variable]) -> str:
        """Write the code that empties some variables."""
        return " ".join(self.statements.blank(variable) for variable in variables)

    def options(self, end: nodes.AskOptions) -> str:
        """Write a question for one of some options."""
        question = QuestionDraft(end, 0 if end.passable is None else 1)
        if end.passable is not None and not isinstance(end.passable, nodes.Value):
            question.more = self.text.value_tidily(lambda: self.expressions.value(end.passable))  # type: ignore[arg-type]
        else:
            question.more = str(int(isinstance(end.passable, nodes.Value) and bool(end.passable.value)))
        code = self.gathered(end.question, "options", end.bound, end.options, lambda found: self.one_of(end, question, found))
        return f"{{ Mark top = marked(w);\n{code} }}"

    def one_of(self, end: nodes.AskOptions, question: QuestionDraft, found: OptionVariables) -> str:
        """Write the use of options that have been found: pick one at random, or leave the question to be answered."""
        passing = ""
        only = "n + more == 1" + self.or_whole(end)
        if question.more != "0":
            passing = f"if (k == n) {{ {self.blanks(end.variables)} goto b{end.passed}; }} "
        store = self.store(end.variables, found)
        return (
            f"i64 n = {found.count}; {self.lapsing(end.lapse, 'release(w, top);')} "
            f"i64 more = {question.more}; int only = {only};\n"
            f"if (w->answers > !only) {{ i64 k = only ? 0 : draw(p, n + more); answered_on_the_spot(p, w, only, n); "
            f"{passing}{found.find}{store} release(w, top); "
            f"goto b{end.proceed}; }}\n"
            f"f->header.block = {end.proceed}; wait(p, w, {end.question}, {self.expressions.value(end.seat)}, n, more, only); "
            f"{found.offer} return WAITING;"
        )

    def lapsing(self, lapse: int, before: str = "") -> str:
        """Write a jump for the case without an option, unless all that can be done then is to pass."""
        return f"if (!n) {{ {before} goto b{lapse}; }}" if lapse >= 0 else ""

    def or_whole(self, end: nodes.AskOptions) -> str:
        """Write the other condition on which there is nothing to choose: all that is left has to be picked."""
        if end.missing is None:
            return ""
        missing, left = end.missing, end.left
        wanted = self.text.value_tidily(lambda: self.expressions.value(missing))
        there = "n" if left is None else self.text.value_tidily(lambda: self.expressions.value(nodes.Count(NUMBER, left)))
        return f" || (!more && {wanted} == {there})"

    def store(self, variables: Sequence[Variable], found: OptionVariables) -> str:
        """Write the assignment of the chosen combination to the variables."""
        return " ".join(f"{self.text.name(variable)} = {code};" for variable, code in zip(variables, found.picked))

    def gathered(
        self,
        number: int,
        kind: str,
        bound: Sequence[Variable],
        options: Sequence[Expression],
        use: Callable[[OptionVariables], str],
    ) -> str:
        """Write the options of a question in C variables, and the use that is made of them."""
        types = [variable.type for variable in bound]
        if len(bound) == 1:
            return self.one_set(number, kind, types, options[0], use)
        alone = not any(reads_variable(later, earlier) for place, later in enumerate(options) for earlier in bound[:place])
        if alone:
            return self.each_with_each(number, kind, types, options, use)
        parts = self.parts_in_order(options[-1])
        if parts:
            return self.rows(number, kind, types, bound, options, parts, use)
        return self.combinations(number, kind, types, bound, options, use)

    def parts_in_order(self, values: Expression) -> Sequence[Expression]:
        """Return the parts of a set in order, if each can be held as bits; none if it has no such parts."""
        if not self.text.bits(values.type):
            return ()
        if self.text.ascending(values):
            return (values,)
        match values:
            case nodes.Union(items=items, real=real) if len(items) <= MOST_PARTS and all(
                self.text.ascending(item) if item.type.many else real for item in items
            ):
                return items
        return ()

    def one_set(
        self, number: int, kind: str, types: Sequence[Type], values: Expression, use: Callable[[OptionVariables], str]
    ) -> str:
        """Write the options of one set."""
        bits = self.text.bits(values.type)
        if bits and self.text.ascending(values):
            self.remember(number, kind, types, bits)
            o = self.text.fresh("o")
            code = self.bits.made_word(values)
            found = OptionVariables(f"count{bits}({o})", (f"nth{bits}({o}, k)",), f"offer(p, w, &{o}, sizeof {o}, 0);")
            return f"u{bits} {o} = {code}; {use(found)}"
        asked = self.remember(number, kind, types)
        o, sort = self.text.fresh("o"), self.text.list_type(values.type)
        code = self.lists.listed(values)
        found = OptionVariables(f"{o}.count", (f"{o}.item[k]",), f"offer(p, w, {o}.item, {o}.count * {asked.stride}, 0);")
        return f"{sort} {o} = {code}; {use(found)}"

    def each_with_each(
        self, number: int, kind: str, types: Sequence[Type], options: Sequence[Expression], use: Callable[[OptionVariables], str]
    ) -> str:
        """Write independent sets of options; their combinations are made only when they are looked at."""
        self.remember(number, kind, types)
        lists = [self.text.fresh("o") for _ in options]
        codes = [f"{self.text.list_type(values.type)} {o} = {self.lists.listed(values)};" for o, values in zip(lists, options)]
        counts = " * ".join(f"{o}.count" for o in lists)
        picked = []
        for place, o in enumerate(lists):
            below = " * ".join(f"{later}.count" for later in lists[place + 1 :])
            step = f"k / ({below})" if below else "k"
            picked.append(f"{o}.item[{step} % {o}.count]" if place else f"{o}.item[{step}]")
        loops = "".join(f"for (i64 i{o} = 0; i{o} < {o}.count; i{o}++) " for o in lists)
        option = f"Option{number}"
        items = ", ".join(f"{o}.item[i{o}]" for o in lists)
        offer = f"{option} *all = offered(p, w, n * sizeof *all), *one = all; {loops}*one++ = ({option}){{{items}}};"
        limit = f"if ({counts} > MOST_OPTIONS) fail(w); "
        return f"{' '.join(codes)} {limit}{use(OptionVariables(counts, tuple(picked), offer))}"

    def combinations(
        self,
        number: int,
        kind: str,
        types: Sequence[Type],
        bound: Sequence[Variable],
        options: Sequence[Expression],
        use: Callable[[OptionVariables], str],
    ) -> str:
        """Write dependent sets of options, where one depends on another's choice, as a list of combinations."""
        self.remember(number, kind, types)
        made, option = self.text.fresh("o"), f"Option{number}"
        names: list[str] = []

        def loop(place: int) -> str:
            def inner(x: str) -> str:
                names.append(x)
                with self.text.named(bound[place], x):
                    code = (
                        loop(place + 1)
                        if place + 1 < len(bound)
                        else f"*({option} *)more_bytes(w, &{made}, sizeof({option})) = ({option}){{{', '.join(names)}}};"
                    )
                names.pop()
                return code

            return self.loops.each(options[place], True, inner)

        code = loop(0)
        found = OptionVariables(
            f"({made}.count / (i64)sizeof({option}))",
            tuple(f"(({option} *){made}.item)[k].c{place}" for place in range(len(bound))),
            f"offer(p, w, {made}.item, {made}.count, 0);",
        )
        return (
            f"List1 {made} = list1(w, FIRST_BYTES); {code} "
            f"if ({made}.count > MOST_OPTIONS * (i64)sizeof({option})) fail(w); {use(found)}"
        )

    def rows(
        self,
        number: int,
        kind: str,
        types: Sequence[Type],
        bound: Sequence[Variable],
        options: Sequence[Expression],
        last_parts: Sequence[Expression],
        use: Callable[[OptionVariables], str],
    ) -> str:
        """Write a list of combinations whose last set is held as bits, part by part, for each combination of the others."""
        self.remember(number, kind, types)
        made, row, option, bits = self.text.fresh("o"), f"Row{number}", f"Option{number}", self.text.bits(options[-1].type)
        n, all_rows = self.text.fresh("n"), self.text.fresh("a")
        lasts = [self.text.fresh("q") for _ in last_parts]
        names: list[str] = []

        def word_of(place: int) -> str:
            """Write the bits that a part has and none before it has."""
            part, before = last_parts[place], " | ".join(lasts[:place])
            code = (
                self.bits.made_word(part)
                if part.type.many
                else f"bit{bits}({self.text.value_tidily(lambda: self.expressions.value(part))})"
            )
            return f"{lasts[place]} = {f'{code} & ~({before})' if before else code};"

        def loop(place: int) -> str:
            if place + 1 == len(bound):
                words = " ".join(self.text.tidily(lambda one=one: word_of(one)) for one in range(len(lasts)))  # type: ignore[misc]
                values, anything = ", ".join([*names, *lasts]), " | ".join(lasts)
                add = f"*({row} *)more_bytes(w, &{made}, sizeof({row})) = ({row}){{{values}}}; {n} += count{bits}({anything});"
                return f"u{bits} {', '.join(lasts)}; {words} if ({anything}) {{ {add} }}"

            def inner(x: str) -> str:
                names.append(x)
                with self.text.named(bound[place], x):
                    code = loop(place + 1)
                names.pop()
                return code

            return self.loops.each(options[place], True, inner)

        code = loop(0)
        parts = [f"{all_rows}[j].c{place}" for place in range(len(bound) - 1)]
        words = [f"{all_rows}[j].last{place}" for place in range(len(lasts))]
        find = f"i64 j = 0; for (i64 c; k >= (c = count{bits}({' | '.join(words)})); j++) k -= c;"
        chosen = words[0]
        if len(words) > 1:
            chosen = self.text.fresh("q")
            find += f" u{bits} {chosen} = {words[0]}; "
            find += " ".join(
                f"if ({chosen} == {one} && k >= count{bits}({one})) k -= count{bits}({one}), {chosen} = {other};"
                for one, other in pairwise(words)
            )
        each = " ".join(
            self.loops.each_bit(word, bits, lambda y: f"*all++ = ({option}){{{', '.join([*parts, y])}}};") for word in words
        )
        offer = (
            f"{option} *all = offered(p, w, n * sizeof *all); "
            f"for (i64 j = 0; j < {made}.count / (i64)sizeof({row}); j++) {{ {each} }}"
        )
        fields = " ".join(f"i64 c{place};" for place in range(len(bound) - 1))
        held = " ".join(f"u{bits} last{place};" for place in range(len(lasts)))
        picked = (*parts, f"nth{bits}({chosen}, k)")
        return (
            f"typedef struct {{ {fields} {held} }} {row}; "
            f"List1 {made} = list1(w, FIRST_BYTES); i64 {n} = 0; {code} if ({n} > MOST_OPTIONS) fail(w); "
            f"const {row} *{all_rows} = (const {row} *){made}.item; {use(OptionVariables(n, picked, offer, find))}"
        )

    def menu(self, end: nodes.AskMenu) -> str:
        """Write a question for a line of a menu."""
        if len(end.conditions) > MOST_LINES:
            raise NotImplementedError("a menu with very many lines")
        self.remember(end.question, "menu", [Type("number")], 64)
        tests = []
        for place, condition in enumerate(end.conditions):
            if condition is None:
                tests.append(f"{1 << place:#x}ULL")
            else:
                test = self.text.value_tidily(lambda condition=condition: self.expressions.value(condition))  # type: ignore[misc]
                tests.append(f"(u64)({test}) << {place}")
        more = int(end.passable)
        passing = f"if (k == n) {{ {self.blanks([end.variable])} goto b{end.passed}; }} " if more else ""
        return (
            f"{{ u64 o = {' | '.join(tests)}; i64 n = count64(o); {self.lapsing(end.lapse)}\n"
            f"int only = n + {more} == 1;\n"
            f"if (w->answers > !only) {{ i64 k = draw(p, n + {more}); answered_on_the_spot(p, w, only, n); {passing}"
            f"{self.text.name(end.variable)} = nth64(o, k); goto b{end.proceed}; }}\n"
            f"f->header.block = {end.proceed}; wait(p, w, {end.question}, {self.expressions.value(end.seat)}, n, {more}, only); "
            f"offer(p, w, &o, sizeof o, 0); return WAITING; }}"
        )

    def words(self, end: nodes.AskText) -> str:
        """Write a question for words; at random, nothing is said."""
        self.remember(end.question, "text", [Type("text")])
        return (
            f"if (w->answers == 2) {{ answered_on_the_spot(p, w, 0, 1); {self.blanks([end.variable])} goto b{end.proceed}; }} "
            f"f->header.block = {end.proceed}; wait(p, w, {end.question}, {self.expressions.value(end.seat)}, 1, 0, 0); "
            f"{{ i64 nothing = 0; offer(p, w, &nothing, sizeof nothing, 0); }} return WAITING;"
        )

    def chance(self, end: nodes.AskChance) -> str:
        """Write a decision of chance."""

        def use(found: OptionVariables) -> str:
            return (
                f"i64 n = {found.count}; if (!n) {{ release(w, top); goto b{end.lapse}; }}\n"
                f"if (!(p->asked & ASKED_CHANCE)) {{ i64 k = draw(p, n); "
                f"{found.find}{self.store(end.variables, found)} release(w, top); "
                f"goto b{end.proceed}; }}\n"
                f"f->header.block = {end.proceed}; wait(p, w, {end.question}, -1, n, 0, 0); "
                f"{found.offer} weigh{end.question}(p, w, n); return WAITING;"
            )

        # The list of outcomes that are told apart is made of the list of all of them, so that they are no bits.
        code = self.gathered_lists(end, use)
        return f"{{ Mark top = marked(w);\n{code} }}"

    def gathered_lists(self, end: nodes.AskChance, use: Callable[[OptionVariables], str]) -> str:
        """Write the outcomes of chance; an ascending set stays bits until somebody asks for its members."""
        types = [variable.type for variable in end.bound]
        values = end.options[0]
        bits = self.text.bits(values.type)
        if len(end.bound) > 1 or not (bits and self.text.ascending(values)):
            code = self.gathered(end.question, "chance", end.bound, end.options, use)
        else:
            asked = self.remember(end.question, "chance", types)
            o, width = self.text.fresh("o"), asked.parts[0].size
            word = self.bits.made_word(values)
            offer = f"Seq{width} all = list_of{bits}x{width}(w, {o}); offer(p, w, all.item, all.count * {asked.stride}, 0);"
            code = f"u{bits} {o} = {word}; {use(OptionVariables(f'count{bits}({o})', (f'nth{bits}({o}, k)',), offer))}"
        return code

    def die(self, end: nodes.AskDie) -> str:
        """Write the roll of a die."""
        asked = self.remember(end.question, "die", [end.variable.type])
        weights = {face: end.faces.count(face) for face in end.faces}
        element = asked.parts[0]
        assert isinstance(element, Scalar)
        faces = ", ".join(map(str, end.faces))
        outcomes, shares = ", ".join(map(str, weights)), ", ".join(map(str, weights.values()))
        return (
            f"{{ static const i64 faces[] = {{{faces}}}; "
            f"if (!(p->asked & ASKED_CHANCE)) {{ "
            f"{self.text.name(end.variable)} = faces[draw(p, {len(end.faces)})]; goto b{end.proceed}; }}\n"
            f"static const {element.name} all[] = {{{outcomes}}}; static const i32 shares[] = {{{shares}}}; "
            f"f->header.block = {end.proceed}; wait(p, w, {end.question}, -1, {len(weights)}, 0, 0); "
            f"offer(p, w, all, sizeof all, 0); offer(p, w, shares, sizeof shares, 1); return WAITING; }}"
        )


@frozen
class OptionVariables:
    """Options in C variables: how many, how number `k` is picked, and how they are left in the position.

    `find` is the code that has to run before it is picked.
    """

    count: str
    picked: tuple[str, ...]
    offer: str
    find: str = ""


class QuestionDraft:
    """A question that is being written."""

    def __init__(self, end: nodes.AskOptions, more: int) -> None:
        self.end = end
        self.more = str(more)
