"""Turn the tree of one declaration into nodes: statements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.dsl import nodes
from rulewright.dsl.syntax.build_phrases import PhraseBuilder, TooDeepError, has_token, of_kind
from rulewright.dsl.syntax.machine import Tree
from rulewright.dsl.text.source import Span

CHOSEN = ("pick_one", "pick_many", "pick_word")


class StatementBuilder(PhraseBuilder):
    """Make the nodes of statements."""

    def block(self, tree: Tree) -> nodes.Block:
        """Return the statements of a block."""
        return tuple(self.statement(child) for child in self.trees(tree))

    def statement(self, tree: Tree) -> nodes.Statement:
        """Read any statement."""
        if self.is_replaced(tree):
            return self.broken(tree)
        try:
            statement: nodes.Statement = STATEMENTS[tree.data](self, tree)
        except TooDeepError as error:
            self.too_deep(error)
            return self.broken(tree)
        return statement

    def choose(self, tree: Tree) -> nodes.Statement:
        """Read `choose ...`."""
        extras: dict[str, Any] = {}
        for child in self.trees(tree):
            if child.data == "at_random":
                extras["random"] = True
            elif child.data == "ordered":
                extras["ordered"] = True
            elif child.data == "chosen_by":
                extras["by"] = self.expression(self.trees(child)[0])
            elif child.data == "asking":
                titles = [self.title(title) for title in self.trees(child)]
                extras.update(zip(("asking", "passing"), titles))
            elif child.data == "showing":
                extras["showing"] = self.title(self.trees(child)[0])
        picks = tuple(self.pick(child) for child in self.trees(tree) if child.data in CHOSEN)
        return nodes.Choose(span=self.span(tree), picks=picks, optional=has_token(tree, "MAY"), **extras)

    def pick(self, tree: Tree) -> nodes.Pick:
        """Read `runner in SET` or `plan as 3 of SET`."""
        name = self.words(tree)[0]
        parts = self.trees(tree)
        if tree.data == "pick_one":
            return nodes.Pick(span=self.span(tree), name=name, choices=self.expression(parts[0]))
        if tree.data == "pick_word":
            words = tuple((self.words(child)[0], self.titled(self.parts(child))) for child in parts)
            nothing = nodes.Constant(span=self.span(tree), word="nothing")
            return nodes.Pick(span=self.span(tree), name=name, choices=nothing, words=words)
        if tree.data == "pick_number":
            ends = tuple(self.expression(part) for part in parts)
            span = Span(self.source, parts[0].start, parts[-1].end)
            return nodes.Pick(
                span=self.span(tree), name=name, choices=nodes.Operation(span=span, operator="range", operands=ends)
            )
        amount, choices, *such = parts
        numbers = [self.expression(child) for child in self.trees(amount)]
        least: nodes.Expression | None = nodes.Number(span=self.span(amount), value=0)
        most: nodes.Expression | None = None
        if amount.data == "up_to":
            most = numbers[0]
        elif amount.data == "between":
            least, most = numbers
        elif amount.data == "exactly":
            least = most = numbers[0]
        return nodes.Pick(
            span=self.span(tree),
            name=name,
            choices=self.expression(choices),
            many=True,
            least=least,
            most=most,
            such=self.expression(such[0]) if such else None,
        )

    def asked(self, tree: Tree) -> dict[str, Any]:
        """Return the `by` and `asking` of a menu or of free words."""
        found: dict[str, Any] = {}
        for child in self.trees(tree):
            if child.data == "title":
                found["passing" if "asking" in found else "asking"] = self.title(child)
            elif child.data != "menu_option" and child.data != "broken":
                found["by"] = self.expression(child)
        return found

    def menu(self, tree: Tree) -> nodes.Statement:
        """Read `choose:` with options below."""
        options = tuple(
            self.menu_option(child) for child in self.trees(tree) if child.data == "menu_option" and not self.is_replaced(child)
        )
        return nodes.Menu(span=self.head(tree), options=options, optional=has_token(tree, "MAY"), **self.asked(tree))

    def menu_option(self, tree: Tree) -> nodes.MenuOption:
        """Read `fire target in foes "Fire" if COND:`."""
        parts = [part for part in self.parts(tree) if not of_kind(part, "pick_one", "pick_number")]
        picks = tuple(self.pick(child) for child in self.trees(tree) if child.data in ("pick_one", "pick_number"))
        title = self.titled(parts)
        body = self.block(parts.pop()) if of_kind(parts[-1], "block") else ()
        condition = self.expression(parts[1]) if len(parts) == 2 else None
        return nodes.MenuOption(
            span=self.head(tree), name=self.word(parts[0]), title=title, condition=condition, body=body, picks=picks
        )

    def target(self, tree: Tree) -> nodes.Target:
        """Read `score of player`."""
        inner = self.trees(tree)
        return nodes.Target(span=self.span(tree), name=self.words(tree)[0], of=self.expression(inner[0]) if inner else None)

    def tell(self, tree: Tree, body: nodes.Block = ()) -> nodes.Tell:
        """Read `tell "..." or "..."`, or `tell nothing`."""
        parts = self.trees(tree)
        return nodes.Tell(span=self.head(tree), title=self.titled(parts), own=self.all_titled(parts), body=body)

    def say(self, tree: Tree) -> nodes.Say:
        """Read `say "..." or "..."`, or `say heading "..."`."""
        title, *own = self.all_titled(self.trees(tree))
        return nodes.Say(span=self.span(tree), title=title, own=tuple(own), heading=has_token(tree, "HEADING"))

    def if_(self, tree: Tree) -> nodes.Statement:
        """Read `if`, `otherwise if`, `otherwise`."""
        if any(token.start in self._replaced for token in self.tokens(tree)):
            return self.broken(tree)
        parts = self.trees(tree)
        branches = tuple((self.expression(parts[place]), self.block(parts[place + 1])) for place in range(0, len(parts) - 1, 2))
        return nodes.If(span=self.head(tree), branches=branches, otherwise=self.block(parts[-1]) if len(parts) % 2 else ())


def _two(make: Callable[..., Any], first: str, second: str, **more: str) -> Callable[[StatementBuilder, Tree], Any]:
    """Make a function for statements of two expressions."""

    def build(self: StatementBuilder, tree: Tree) -> Any:
        one, other = (self.expression(child) for child in self.trees(tree))
        return make(span=self.span(tree), **{first: one, second: other}, **more)

    return build


def _one(make: Callable[..., Any], first: str) -> Callable[[StatementBuilder, Tree], Any]:
    """Make a function for statements of one expression."""
    return lambda self, tree: make(span=self.span(tree), **{first: self.expression(self.trees(tree)[0])})


def _looped(make: Callable[..., Any], first: str) -> Callable[[StatementBuilder, Tree], Any]:
    """Make a function for a block with a condition."""

    def build(self: StatementBuilder, tree: Tree) -> Any:
        condition, body = self.trees(tree)
        return make(span=self.head(tree), **{first: self.expression(condition)}, body=self.block(body))

    return build


def _for_each(self: StatementBuilder, tree: Tree) -> nodes.Statement:
    values, body = self.trees(tree)
    return nodes.ForEach(
        span=self.head(tree),
        name=self.words(tree)[0],
        values=self.expression(values),
        body=self.block(body),
        together=tree.data == "together",
    )


def _take_turns(self: StatementBuilder, tree: Tree) -> nodes.Statement:
    *parts, body = self.trees(tree)
    over = self.trees(parts.pop())[0] if parts and of_kind(parts[-1], "over") else None
    players = self.expression(parts.pop(0)) if parts and of_kind(tree.children[0], "name", "group") else None
    return nodes.TakeTurns(
        span=self.head(tree),
        players=players,
        first=self.expression(parts[0]) if parts else None,
        counterclockwise=has_token(tree, "COUNTERCLOCKWISE"),
        condition=None if over is None else self.expression(over),
        body=self.block(body),
    )


def _assign(self: StatementBuilder, tree: Tree) -> nodes.Statement:
    parts = self.trees(tree)
    reason = self.reason(parts)
    target, value = sorted(parts, key=lambda child: child.data != "target")
    return nodes.Assign(
        span=self.span(tree), how=tree.data, target=self.target(target), value=self.expression(value), reason=reason
    )


def _move_along(self: StatementBuilder, tree: Tree) -> nodes.Statement:
    things, *steps = self.trees(tree)
    return nodes.MoveAlong(
        span=self.span(tree),
        things=self.expression(things),
        direction=self.words(tree)[0],
        steps=self.expression(steps[0]) if steps else None,
    )


def _act(self: StatementBuilder, tree: Tree) -> nodes.Statement:
    word: Any = self.tokens(tree)[0].text
    return nodes.Act(span=self.span(tree), word=word, operands=tuple(map(self.expression, self.trees(tree))))


def _draw(self: StatementBuilder, tree: Tree) -> nodes.Statement:
    amount, source, to = (self.expression(child) for child in self.trees(tree))
    return nodes.Draw(span=self.span(tree), amount=amount, source=source, to=to)


def _roll(self: StatementBuilder, tree: Tree) -> nodes.Statement:
    die, name = self.words(tree)
    by = self.trees(tree)
    return nodes.Roll(span=self.span(tree), die=die, name=name, by=self.expression(by[0]) if by else None)


def _roll_field(self: StatementBuilder, tree: Tree) -> nodes.Statement:
    of, *by = (self.expression(child) for child in self.trees(tree))
    return nodes.RollField(span=self.span(tree), field=self.words(tree)[0], of=of, by=by[0] if by else None)


def _call(self: StatementBuilder, tree: Tree) -> nodes.Statement:
    name, *giving = self.words(tree)
    return nodes.Call(
        span=self.span(tree),
        name=name,
        giving=giving[0] if giving else None,
        arguments=tuple(self.expression(child) for child in self.trees(tree)),
    )


def _game_over(self: StatementBuilder, tree: Tree) -> nodes.Statement:
    winners = self.trees(tree)
    return nodes.GameOver(span=self.span(tree), winners=self.expression(winners[0]) if winners else None)


STATEMENTS: dict[str, Callable[[StatementBuilder, Tree], Any]] = {
    "broken": StatementBuilder.broken,
    "choose": StatementBuilder.choose,
    "menu": StatementBuilder.menu,
    "words": lambda self, tree: nodes.ChooseWords(span=self.span(tree), name=self.words(tree)[0], **self.asked(tree)),
    "move_to": _two(nodes.Move, "things", "to"),
    "move_under": _two(nodes.Move, "things", "to", how="under"),
    "move_along": _move_along,
    "move_away": _one(nodes.MoveAway, "things"),
    "draw": _draw,
    "act": _act,
    "roll": _roll,
    "roll_field": _roll_field,
    "set": _assign,
    "add": _assign,
    "take": _assign,
    "let": lambda self, tree: nodes.Let(
        span=self.span(tree), name=self.words(tree)[0], value=self.expression(self.trees(tree)[0])
    ),
    "if": StatementBuilder.if_,
    "for_each": _for_each,
    "together": _for_each,
    "take_turns": _take_turns,
    "acting": _looped(nodes.ActAs, "player"),
    "goes_on": lambda self, tree: nodes.GoesOn(span=self.span(tree)),
    "while": _looped(nodes.While, "condition"),
    "repeat_until": _looped(nodes.RepeatUntil, "condition"),
    "repeat_times": _looped(nodes.RepeatTimes, "times"),
    "call": _call,
    "perform": _one(nodes.Perform, "card"),
    "usual": lambda self, tree: nodes.AsUsual(span=self.span(tree), giving=next(iter(self.words(tree)), None)),
    "show": _two(nodes.Show, "things", "to"),
    "say": lambda self, tree: self.say(tree),
    "tell": lambda self, tree: self.tell(tree, self.block(self.trees(tree)[-1])),
    "stop": lambda self, tree: nodes.Stop(span=self.span(tree), repeating=has_token(tree, "REPEATING")),
    "give": _one(nodes.Give, "value"),
    "game_over": _game_over,
    "extend": lambda self, tree: nodes.Resize(span=self.span(tree), how="extend", series=self.words(tree)[0]),
    "shorten": lambda self, tree: nodes.Resize(span=self.span(tree), how="shorten", series=self.words(tree)[0]),
    "count_down": lambda self, tree: nodes.CountDown(
        span=self.span(tree),
        name=self.words(tree)[0],
        of=next((self.expression(part) for part in self.trees(tree) if not of_kind(part, "reason")), None),
        reason=self.reason(self.trees(tree)),
    ),
}
