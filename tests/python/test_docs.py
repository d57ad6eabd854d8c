"""The examples in the documentation of the module, and in docs/python.md."""

import doctest
import re
from pathlib import Path

import pytest
import reversi_engine
import reversi_engine._native as _native

ROOT = Path(__file__).parents[2]


def test_the_examples_of_docstrings_are_right() -> None:
    finder = doctest.DocTestFinder(exclude_empty=True)
    names = [name for name in dir(reversi_engine) if not name.startswith("_")]
    runner = doctest.DocTestRunner()
    tried = 0
    for name in ["__doc__", *names]:
        item = reversi_engine if name == "__doc__" else getattr(reversi_engine, name)
        scope = dict(vars(reversi_engine))
        documented = [] if name == "__doc__" else members(item)
        for member in [item, *documented]:
            for test in finder.find(member, name, module=False, globs=dict(scope)):
                runner.run(test)
                tried += len(test.examples)
    assert runner.summarize().failed == 0
    assert tried >= 60, tried


def members(item: object) -> list[object]:
    if not isinstance(item, type):
        return []
    return [member for name, member in vars(item).items() if not name.startswith("_")]


def test_everything_has_a_docstring() -> None:
    for name in dir(_native):
        item = getattr(_native, name)
        if name.startswith("_") or name == "PASS":
            continue
        assert item.__doc__, name
        for member in members(item):
            assert getattr(member, "__doc__", None), f"{name}: {member}"


def test_the_stubs_name_what_there_is() -> None:
    stubs = (ROOT / "src/python/reversi_engine/__init__.pyi").read_text()
    stated = set(re.findall(r"^(?:class |def )(\w+)", stubs, re.MULTILINE)) | {"PASS"}
    assert stated == {name for name in dir(_native) if not name.startswith("_")}
    for body in re.split(r"^class ", stubs, flags=re.MULTILINE)[1:]:
        name = body.split("(")[0].split(":")[0]
        own = set(re.findall(r"^    def ([a-z]\w*)", body, re.MULTILINE))
        item = getattr(reversi_engine, name)
        if issubclass(item, BaseException):
            continue
        assert own == {member for member in vars(item) if not member.startswith("_")}, name


@pytest.mark.filterwarnings("ignore")
def test_the_manual_is_right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "agg")
    page = (ROOT / "docs/python.md").read_text()
    blocks = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 5
    scope: dict[str, object] = {}
    for block in blocks:
        if not block.startswith(">>>"):
            exec(compile(block, "docs/python.md", "exec"), scope)
            continue
        test = doctest.DocTestParser().get_doctest(block, scope, "docs/python.md", None, None)
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
        runner.run(test, clear_globs=False)
        scope.update(test.globs)
        assert runner.summarize().failed == 0
