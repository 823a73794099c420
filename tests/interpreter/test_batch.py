"""Many random games in one call: the same figures with the extra numpy and without it."""

from __future__ import annotations

import pytest

from rulewright.interpreter import load
from rulewright.interpreter.native import batch, build
from tests.interpreter.helpers import ROOT

NIM = str(ROOT / "tests" / "games" / "nim.rules")


@pytest.mark.parametrize("native", ["off", "on"])
def test_columns_are_arrays_where_numpy_is_and_say_the_same_without_it(native: str, monkeypatch: pytest.MonkeyPatch) -> None:
    numpy = pytest.importorskip("numpy")
    monkeypatch.setenv("RULEWRIGHT_NATIVE", native)
    game = load(NIM)
    if native == "on":
        if build.compiler() is None:
            pytest.skip("no C compiler on this machine")
        assert game.program(2).playouts.make_native(("-O0", *build.FLAGS[1:]))
    arrays = game.playouts(2, range(300))
    assert isinstance(arrays.winners, numpy.ndarray)
    assert set(arrays.winners.tolist()) == {1, 2}

    monkeypatch.setattr(batch, "import_module", refused)
    plain = game.playouts(2, range(300))
    assert not isinstance(plain.winners, numpy.ndarray)
    for name in ("winners", "decisions", "finished"):
        assert list(getattr(plain, name)) == getattr(arrays, name).tolist()
    assert list(plain) == list(arrays) == [game.playout(2, seed) for seed in range(300)]


def refused(name: str) -> None:
    """Refuse an import, as where that is not installed."""
    raise ImportError(name)
