"""Rulebooks that are large in one way each: what a stranger may write to keep a machine busy.

Each takes a size and returns a text; `made(number)` is the same giant for the same number, ever.
"""

from __future__ import annotations

import random
from collections.abc import Callable

HEAD = "game giant:\n    players 2 to 3\nthe table has:\n    n: number\n    t: truth\n    who: player\n"
END = "    choose ending in 1 to 2\n    game over, winners players where n is not 3\n"


def played(body: str, more: str = "") -> str:
    """Return a whole rulebook with these lines in its main rule."""
    return f"{HEAD}{more}to play:\n{body}{END}"


def lines(count: int, line: str, indent: int = 1) -> str:
    """Return a line again and again, `#` being its number."""
    return "".join("    " * indent + line.replace("#", str(number)) + "\n" for number in range(count))


def branches(size: int) -> str:
    """Many ways in one `if`."""
    rest = "".join(f"    otherwise if n is {number}:\n        set n to {number + 1}\n" for number in range(2, size))
    return played(f"    choose k in 1 to 5\n    set n to k\n    if n is 1:\n        set n to 2\n{rest}")


def branches_that_ask(size: int) -> str:
    """Many ways in one `if`, in each of which somebody is asked."""
    rest = "".join(f"    otherwise if n is {number}:\n        choose k{number} in 1 to 2\n" for number in range(2, size))
    return played(f"    if n is 1:\n        choose k in 1 to 2\n{rest}")


def branches_with_loops(size: int) -> str:
    """Many ways in one `if`, whose conditions look along lines of a board."""
    row = "count of longest line through (first of board) of (board where any stones on it)"
    rest = "".join(f"    otherwise if {row} is {number}:\n        set n to 1\n" for number in range(2, size))
    return played(f"    if {row} is 0:\n        set n to 2\n{rest}", "grid board: 3 by 3\npieces stones: 2\n")


def chain(size: int) -> str:
    """Rules that each carry out the one before."""
    return played(
        f"    r{size}\n",
        "to r0:\n    choose z in 1 to 2\n" + "".join(f"to r{number}:\n    r{number - 1}\n" for number in range(1, size + 1)),
    )


def chain_that_hands_on(size: int) -> str:
    """Rules that each hand on what was chosen, to the last, which keeps it where nobody sees it."""
    return played(
        f"    choose k in 1 to 2\n    r{size} k\n",
        "to r0 value in number:\n    set secret to value\n"
        + "".join(f"to r{number} value in number:\n    r{number - 1} value\n" for number in range(1, size + 1)),
    ).replace("    n: number\n", "    n: number\n    secret: number, seen by nobody\n")


def quiet_chain(size: int) -> str:
    """Return a long chain of rules in which nobody is asked."""
    return played(
        f"    r{size}\n",
        "to r0:\n    add 1 to n\n" + "".join(f"to r{number}:\n    r{number - 1}\n" for number in range(1, size + 1)),
    )


def chain_in_loops(size: int) -> str:
    """Rules that each carry out the one before for each player."""
    return played(
        f"    r{size}\n",
        "to r0:\n    choose z in 1 to 2\n"
        + "".join(f"to r{number}:\n    for each player in players:\n        r{number - 1}\n" for number in range(1, size + 1)),
    )


def circle(size: int) -> str:
    """Rules that carry each other out in a circle, as long as they may."""
    return played(
        "    r0\n",
        "".join(
            f"to r{number}:\n    if n is less than 5:\n        add 1 to n\n        r{(number + 1) % size}\n"
            for number in range(size)
        ),
    )


def defines(size: int) -> str:
    """Return defines that each use the one before."""
    return played(
        f"    set n to d{size}\n",
        "define d0: n\n" + "".join(f"define d{number}: d{number - 1} + 1\n" for number in range(1, size + 1)),
    )


def doubling(size: int) -> str:
    """Return defines that each use the one before twice."""
    return played(
        f"    set n to d{min(size, 300)}\n",
        "define d0: n\n"
        + "".join(f"define d{number}: d{number - 1} + d{number - 1}\n" for number in range(1, min(size, 300) + 1)),
    )


def needs(size: int) -> str:
    """Rules that each need that the one before can be carried out."""
    return played(
        f"    r{size}\n",
        "to r0:\n    needs n is 0\n    add 1 to n\n"
        + "".join(f"to r{number}:\n    needs can r{number - 1}\n    add 1 to n\n" for number in range(1, size + 1)),
    )


def sums(size: int) -> str:
    """One long sum."""
    return played("    set n to " + " + ".join(["1"] * size) + "\n")


def conditions(size: int) -> str:
    """One long condition."""
    return played("    if " + " and ".join(["n is 0"] * size) + ":\n        add 1 to n\n")


def filters(size: int) -> str:
    """One filter behind another."""
    return played("    set n to count of players" + " where it is not seat 2" * size + "\n")


def steps(size: int) -> str:
    """One step after another."""
    return played("    set who to " + "left of " * size + "player\n")


def conditionals(size: int) -> str:
    """One value or another or another."""
    return played("    set n to " + "".join(f"{number} if n is {number} otherwise " for number in range(size)) + "1\n")


def listed(size: int) -> str:
    """Return a long list."""
    return played("    for each k in (" + ", ".join(map(str, range(1, size + 1))) + "):\n        add 1 to n\n")


def nested(size: int) -> str:
    """Loops inside loops, with choices."""
    depth = min(13, 2 + size // 100)
    loops = "".join(
        f"{'    ' * (level + 1)}repeat 2 times:\n{'    ' * (level + 2)}choose k{level} in 1 to 2\n" for level in range(depth)
    )
    return played(loops)


def until(size: int) -> str:
    """Loops inside loops, each until it has had enough."""
    depth = min(13, 2 + size // 100)
    loops = "".join(f"{'    ' * (level + 1)}repeat until t:\n" for level in range(depth))
    return played(loops + "    " * (depth + 1) + "choose k in 1 to 2\n" + "    " * (depth + 1) + "set t to yes\n")


def cards(size: int) -> str:
    """Many named cards, each with something to do."""
    return played(
        "    choose c in deeds\n    perform c\n",
        "cards deeds: 1\n"
        + "".join(
            f'card deed{number} of deeds "Deed {number}":\n    text "Do it."\n    perform:\n'
            f"        add {number} to n\n        choose k in 1 to 2\n"
            for number in range(size)
        ),
    )


def variants(size: int) -> str:
    """Many variants, each of the one before."""
    return played("") + "".join(
        f"variant v{number} of {'giant' if not number else f'v{number - 1}'}:\n    before play:\n        add 1 to n\n"
        for number in range(size)
    )


def flat_variants(size: int) -> str:
    """Many variants of the game itself."""
    return played("") + "".join(f"variant v{number} of giant:\n    before play:\n        add 1 to n\n" for number in range(size))


def misspelt(size: int) -> str:
    """Names that nobody has declared, beside many that are."""
    return HEAD + lines(size, "counter-number-#: number") + "to play:\n" + lines(size, "add 1 to countr-number-#x") + END


def hooks(size: int) -> str:
    """Standing rules, all on one rule."""
    return played(
        "    go\n",
        "to go:\n    add 1 to n\n"
        + "".join(
            f"{('before', 'after', 'instead of')[number % 3]} go while n is {number}:\n    add 1 to n\n" for number in range(size)
        ),
    )


def instead(size: int) -> str:
    """Standing rules that all stand instead of one rule."""
    return played(
        "    go\n",
        "to go:\n    add 1 to n\n" + "".join(f"instead of go while n is {number}:\n    add 2 to n\n" for number in range(size)),
    )


def as_usual(size: int) -> str:
    """Return many standing rules, each of which lets the next one do its work."""
    return played(
        "    go\n",
        "to go:\n    add 1 to n\n"
        + "".join(f"instead of go while n is {number}:\n    add 2 to n\n    as usual\n" for number in range(size)),
    )


def changes(size: int) -> str:
    """Standing rules that all change one define."""
    return played(
        "    set n to worth\n", "define worth: n\n" + "".join(f"change worth to it + {number}\n" for number in range(size))
    )


def changes_while(size: int) -> str:
    """Return many changes, each under a condition of its own."""
    return played(
        "    set n to worth\n",
        "define worth: n\n" + "".join(f"change worth to it + {number} while n is {number}\n" for number in range(size)),
    )


def bans(size: int) -> str:
    """Bans, all on one rule."""
    return played(
        "    go\n", "to go:\n    add 1 to n\n" + "".join(f"forbid go while n is {number + 1}\n" for number in range(size))
    )


def menu(size: int) -> str:
    """Return a choice among many things to do."""
    return played(
        "    choose:\n"
        + "".join(f'        way{number} "Way {number}":\n            add {number} to n\n' for number in range(size))
    )


def menu_with_choices(size: int) -> str:
    """Return a long menu, each line of which has a choice of its own."""
    return played("    choose:\n" + lines(size, 'l# z# in 1 to 9 "Line {z#}":\n            add z# to n', 2))


def showing(size: int) -> str:
    """Return all things shown again and again."""
    return played(
        f"    repeat {100 * size} times:\n        show x to seat 1\n",
        f"place a: pile, seen by nobody\npieces x: {min(size, 5000)}, in a\n",
    )


def questions(size: int) -> str:
    """Return a rule that asks again and again."""
    return played(lines(size, "choose k# in 1 to 2"))


def locals_(size: int) -> str:
    """Return a rule with very many names."""
    return played(lines(size, "let k# be n + #"))


def recursion(size: int) -> str:
    """Return a rule with many names that carries itself out."""
    return played(
        "    sink\n", "grid board: 60 by 60\nto sink:\n" + lines(size, "let z# be board where it is not nothing") + "    sink\n"
    )


def asking_recursion(size: int) -> str:
    """Return deep recursion with a question at the bottom."""
    return played(
        "    sink\n",
        "grid board: 60 by 60\nto sink:\n"
        + lines(size, "let z# be board where it is not nothing")
        + "    if n is 1:\n        choose k in 1 to 2\n    sink\n",
    )


def dice(size: int) -> str:
    """Many faces."""
    return played("    roll d as k\n", f"die d: 1 to {size * 1_000_000}\n")


def weights(size: int) -> str:
    """Return a heavy face."""
    return played("    roll d as k\n", f"die d: even * {size * 1_000_000}, odd\n")


def shuffling(size: int) -> str:
    """Return a pile that is shuffled again and again."""
    return played(
        "    repeat 90000 times:\n        shuffle heap\n", f"place heap: pile\npieces stones: {min(size * 10, 5000)}, in heap\n"
    )


def moving(size: int) -> str:
    """Things that are moved to and fro."""
    return played(
        "    repeat 90000 times:\n        move stones to one\n        move stones to other\n",
        f"place one\nplace other: pile\npieces stones: {min(size * 10, 5000)}, in one\n",
    )


def drawing(size: int) -> str:
    """Return a bag that is drawn from and filled."""
    return played(
        "    repeat 90000 times:\n        draw 5000 from sack to heap\n        move stones to sack\n",
        f"place sack: bag\nplace heap: pile\npieces stones: {min(size * 10, 5000)}, in sack\n",
    )


def swapping(size: int) -> str:
    """Things that change places."""
    return played(
        "    repeat 90000 times:\n        swap first of stones with last of stones\n",
        f"place heap: pile\npieces stones: {min(size * 10, 5000)}, in heap\n",
    )


def saying(size: int) -> str:
    """Much that is told."""
    return played(
        '    let z be stones in heap\n    repeat 90000 times:\n        say "{z}"\n',
        f"place heap: pile\npieces stones: {min(size * 10, 5000)}, in heap\n",
    )


def long_text(size: int) -> str:
    """Return a long text, told again and again."""
    return played(f'    repeat 20000 times:\n        say "{"x" * (size * 500)}"\n')


def languages(size: int) -> str:
    """Return a text in very many languages, told again and again."""
    codes = [a + b for a in "abcdefghijklmnopqrstuvwxyz" for b in "abcdefghijklmnopqrstuvwxyz"][:size]
    spoken = " ".join(f'{code} "{"y" * size} {{n}}"' for code in codes)
    return played(f'    repeat 20000 times:\n        say "Hello" {spoken}\n')


def kinds(size: int) -> str:
    """Return things for each of so many values that there is no end of them, though there are none."""
    groups = min(12, 2 + size // 50)
    return played(
        "",
        "".join(f"values g{group}: " + ", ".join(f"g{group}x{value}" for value in range(12)) + "\n" for group in range(groups))
        + "pieces stones: 0 for each "
        + " and ".join(f"g{group}" for group in range(groups))
        + "\n",
    )


def set_fields(size: int) -> str:
    """Large sets, kept for each space."""
    return played(
        "    for each c in board:\n" + lines(min(size, 30), "set q# of c to 1 to 9999", 2),
        "grid board: 70 by 70\neach board has:\n" + lines(min(size, 30), "q#: set of number"),
    )


def any_number(size: int) -> str:
    """Return a choice of any number of very many."""
    return played(f"    choose k as any number of 1 to {min(size * 1000, 99_999)}\n")


def pairs(size: int) -> str:
    """Choices of pairs of spaces, which explore has to go through."""
    side = min(70, 5 + size // 10)
    return played(
        "    choose z in board, y in around of z\n    choose x in board, w in around of x\n", f"grid board: {side} by {side}\n"
    )


def counting(size: int) -> str:
    """Return a game that never ends, each position of which is another."""
    return played(f"    while n is at least 0:\n        choose k in 1 to {size}\n        add k to n\n")


def logging(size: int) -> str:
    """Return a game that tells very much before each choice."""
    return played(
        f"    while n is at least 0:\n        repeat {size * 10} times:\n            add 1 to n\n"
        '            say "{n}"\n        choose k in 1 to 2\n'
    )


def options(size: int) -> str:
    """Many options."""
    return played("", "".join(f"option o{number} = {number} in 0 to 100000\n" for number in range(size))) + (
        "to look:\n" + lines(size, "add o# to n")
    )


def fields(size: int) -> str:
    """Very many fields of very many things."""
    return played(
        "    choose s in stones\n",
        f"pieces stones: {min(size * 10, 4000)}\neach stones has:\n"
        + lines(size, "f#: number")
        + "to change:\n"
        + lines(size, "set f# of stones to #"),
    )


def examples(size: int) -> str:
    """Very many examples."""
    return played("") + "".join(
        f'example E{number} "Example {number}":\n    players 2\n    when:\n        add 1 to n\n    then n is 1\n'
        for number in range(size)
    )


GIANTS: dict[str, Callable[[int], str]] = {
    giant.__name__: giant
    for giant in (
        branches,
        branches_that_ask,
        branches_with_loops,
        chain,
        chain_that_hands_on,
        quiet_chain,
        chain_in_loops,
        circle,
        defines,
        doubling,
        needs,
        sums,
        conditions,
        filters,
        steps,
        conditionals,
        listed,
        nested,
        until,
        cards,
        variants,
        flat_variants,
        misspelt,
        hooks,
        instead,
        as_usual,
        changes,
        changes_while,
        bans,
        menu,
        menu_with_choices,
        showing,
        questions,
        locals_,
        recursion,
        asking_recursion,
        dice,
        weights,
        shuffling,
        moving,
        drawing,
        swapping,
        saying,
        long_text,
        languages,
        kinds,
        set_fields,
        any_number,
        pairs,
        counting,
        logging,
        options,
        fields,
        examples,
    )
}
SIZES = (3, 10, 30, 100, 193, 300, 500, 1000, 2000, 3000, 5000)


def made(number: int) -> tuple[str, str]:
    """Return a giant by its number: what it is called, and its text."""
    chance = random.Random(number)
    name = list(GIANTS)[number % len(GIANTS)]
    size = chance.choice(SIZES) + chance.randrange(3)
    return f"{name}-{size}", GIANTS[name](size)
