"""Units of work: in order, sized by their time, each once; what a worker is sent and refused."""

from __future__ import annotations

import os
import signal
import socket
import sys
import types
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from settebello.lab import cluster, units
from settebello.lab.simulate import SimulationPlan, simulate
from settebello.lab.units import (
    IN_FLIGHT,
    Cutter,
    Limits,
    Note,
    Parcel,
    Report,
    Unit,
    UnitLost,
    Watch,
    Workers,
    check_version,
    local_workers,
    map_units,
    read_workers,
)  # fmt: skip

pytestmark = pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")  # pytest has threads


class Squares(NamedTuple):
    """A plan: the squares of numbers; a worker that comes to `kills` ends itself, so often."""

    folder: str
    kills: int = -1
    times: int = 0
    files: Sequence[str] = ()

    def moved(self, paths: dict[str, str]) -> Squares:
        return self._replace(files=[paths.get(file, file) for file in self.files])

    def begin(self, watch: Watch) -> Callable[[range, Sequence[Note]], list[int]]:
        def do(numbers: range, notes: Sequence[Note]) -> list[int]:
            for number in numbers:
                flags = len(list(Path(self.folder).glob("killed-*")))
                if number == self.kills and flags < self.times:
                    (Path(self.folder) / f"killed-{flags}").touch()
                    os.kill(os.getpid(), signal.SIGKILL)
                if number == 99:
                    raise ValueError("Ninety-nine is too many.")
            return [number * number for number in numbers]

        return do


def collect(plan: Squares, numbers: range, workers: Workers, found: list[int]) -> None:
    for unit, _ in map_units(plan, [numbers], workers):
        found += [*unit]


def squares(plan: Squares, ranges: Sequence[range], workers: Workers) -> list[int]:
    found = []
    for numbers, outcome in map_units(plan, ranges, workers):
        assert len(numbers) == len(outcome)
        found += outcome
    return found


@pytest.mark.parametrize("workers", [Workers(), local_workers(1), local_workers(3)])
def test_all_numbers_come_back_once_and_in_order(workers: Workers, tmp_path: Path) -> None:
    ranges = [range(3, 40), range(0), range(60, 90)]
    expected = [number * number for part in ranges for number in part]
    assert squares(Squares(str(tmp_path)), ranges, workers) == expected


@pytest.mark.parametrize("workers", [1, 2, 8])
def test_a_unit_whose_worker_is_killed_is_done_again(workers: int, tmp_path: Path) -> None:
    plan = Squares(str(tmp_path), kills=17, times=2)
    assert squares(plan, [range(50)], local_workers(workers)) == [n * n for n in range(50)]
    assert len(list(tmp_path.glob("killed-*"))) == 2


def test_a_unit_that_ends_every_worker_is_given_up(tmp_path: Path) -> None:
    found: list[int] = []
    with pytest.raises(UnitLost, match="have died 3 times"):
        collect(Squares(str(tmp_path), 17, 99), range(50), local_workers(2), found)
    assert found == [*range(len(found))]
    assert len(found) <= 17


@pytest.mark.parametrize("workers", [Workers(), local_workers(2)])
def test_an_error_is_raised_when_its_turn_has_come(workers: Workers, tmp_path: Path) -> None:
    found: list[int] = []
    with pytest.raises(ValueError, match="Ninety-nine"):
        collect(Squares(str(tmp_path)), range(200), workers, found)
    assert found == [*range(len(found))]
    assert len(found) <= 99


def test_units_grow_until_they_take_long_enough() -> None:
    cutter = Cutter([range(1_000), range(2_000, 2_003)])
    sizes = []
    while (numbers := cutter.next()) is not None:
        sizes.append(len(numbers))
        cutter.adapt(len(numbers), 0.01 * len(numbers))  # 25 of them fill a unit
    assert sizes[:6] == [1, 2, 4, 8, 16, 25]
    assert sizes[-1] == 3  # a unit is a range
    slow = Cutter([range(10)])
    slow.adapt(1, 20.0)
    assert slow.next() == range(1)


class LazyCrew:
    """A crew of two that finishes the last unit first."""

    count = 2

    def __init__(self) -> None:
        self.given: list[Unit] = []
        self.most = 0

    def is_free(self) -> bool:
        return True

    def give(self, unit: Unit, notes: Sequence[Note]) -> None:
        self.given.append(unit)
        self.most = max(self.most, len(self.given))

    def wait(self) -> list[Report]:
        unit = self.given.pop()
        return [Report(unit, [*unit.numbers], 1.0)]

    def close(self) -> None:
        pass


def test_few_units_are_in_flight_and_they_are_given_back_in_order() -> None:
    crew = LazyCrew()
    done = list(units.give_all(Cutter([range(30)]), crew, ()))
    assert [number for numbers, _ in done for number in numbers] == [*range(30)]
    assert crew.most <= IN_FLIGHT * crew.count


# What a worker is sent.


def test_a_file_is_taken_from_the_parcel_where_it_is_not_there_or_another_one(
    tmp_path: Path,
) -> None:
    game, beside = tmp_path / "pig.py", tmp_path / "pig_bot.py"
    bot = tmp_path / "bots" / "mine.py"
    bot.parent.mkdir()
    for file in (game, beside, bot):
        file.write_text(f"# {file.name}", "utf-8")
    files = units.files_of(str(game), [str(bot), "random", str(bot)])
    assert files == [str(game), str(bot), str(beside)]
    packed = Parcel(Squares("", files=files)).pack()
    assert Parcel.unpack(packed)._unpacked() == {}
    beside.unlink()
    game.unlink()
    bot.write_text("# another", "utf-8")
    moved = Parcel.unpack(packed)._unpacked()
    assert set(moved) == set(files)
    assert Path(moved[str(beside)]).parent == Path(moved[str(game)]).parent
    for path in files:
        assert Path(moved[path]).read_text("utf-8") == f"# {Path(path).name}"


def test_a_worker_plays_the_bot_it_was_sent_though_the_file_has_changed(tmp_path: Path) -> None:
    bot = tmp_path / "mine.py"
    bot.write_text("def bot(turn):\n    return turn.legal[0]\n", "utf-8")
    plan = SimulationPlan("scopa", [str(bot), "random"], options={"target": 1})
    parcel = Parcel(plan)
    expected = plan.begin(Watch())(range(4), ())
    bot.write_text("def bot(turn):\n    return None\n", "utf-8")
    found = parcel.open(Watch())(range(4), ())
    assert vars(found.tally) == vars(expected.tally)


def test_a_worker_of_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    packed = Parcel(Squares("")).pack()
    monkeypatch.setattr(units, "version", lambda _: "9.9")
    with pytest.raises(ValueError, match=r"A worker has Settebello 9\.9, and its driver has"):
        Parcel.unpack(packed)
    check_version("9.9")


def test_records_come_back_to_the_driver(tmp_path: Path) -> None:
    plan = SimulationPlan("dice", ["bot", "random", "random"], save=tmp_path / "all")
    simulate(plan, 12, workers=local_workers(3))
    simulate(plan._replace(save=tmp_path / "one"), 12)
    for file in sorted((tmp_path / "one").iterdir()):
        assert (tmp_path / "all" / file.name).read_bytes() == file.read_bytes()
    assert len(list((tmp_path / "all").iterdir())) == 12


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("local:4", Workers("local", 4)),
        ("ray:10.0.0.1:6379", Workers("ray", 0, "10.0.0.1:6379")),
        ("local:0", None),
        ("local:1001", None),
        ("local:x", None),
        ("local", None),
        ("ray:", None),
        ("", None),
    ],
)
def test_workers_as_they_are_typed(text: str, expected: Workers | None) -> None:
    assert read_workers(text) == expected


# A Ray that cannot be used; `make test-ray` tries one that can.


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ValueError, match=r'pip install "settebello\[cluster\]"'):
        list(map_units(Squares(""), [range(3)], Workers("ray", 0, "127.0.0.1:1")))


def test_a_ray_that_is_away_gets_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", types.ModuleType("ray"))
    with pytest.raises(ValueError, match=r"There is no Ray at 127\.0\.0\.1:1: Connection refused"):
        cluster.RayCrew(Parcel(Squares("")), "127.0.0.1:1", Limits())


def test_another_server_is_no_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 0.2)
    silent = socket.create_server(("127.0.0.1", 0))  # it accepts and says nothing
    refused = pytest.raises(ValueError, match=r"There is no Ray at 127\.0\.0\.1:\d+: timed out\.")
    with silent, refused:
        cluster.check_there(f"127.0.0.1:{silent.getsockname()[1]}")


def test_a_ray_of_another_version_gets_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def init(**how: Any) -> None:
        raise RuntimeError("Version mismatch: The cluster was started with:\n    Ray: 1.0\n")

    ray = types.ModuleType("ray")
    monkeypatch.setattr(ray, "init", init, raising=False)
    monkeypatch.setitem(sys.modules, "ray", ray)
    with pytest.raises(
        ValueError, match=r"^The Ray at auto cannot be used: Version mismatch: .*1\.0\.$"
    ):
        cluster.connect("auto")


class WorkerCrashedError(Exception):
    """As Ray says that a worker was lost."""


class FakeRay(types.ModuleType):
    """Ray as far as a crew needs it: tasks are done here, the newest first, and some are lost."""

    def __init__(self, losses: int) -> None:
        super().__init__("ray")
        self.losses = losses  # how often the unit with the number 7 is lost
        self.is_open = True

    def init(self, **how: Any) -> None:
        assert how["address"] == "auto"

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 2.0}

    def put(self, value: Any) -> Any:
        return value

    def remote(self, **how: Any) -> Callable[[Any], Any]:
        assert how == {"num_cpus": 1, "max_retries": 0}

        def task(function: Any) -> Any:
            return types.SimpleNamespace(remote=lambda *given: FakeTask(function, given))

        return task

    def wait(self, tasks: list[Any], **how: Any) -> tuple[list[Any], list[Any]]:
        return tasks[-1:], tasks[:-1]

    def get(self, task: FakeTask) -> Any:
        if 7 in task.given[2] and self.losses:
            self.losses -= 1
            raise WorkerCrashedError
        return task.function(*task.given)

    def cancel(self, task: FakeTask, force: bool) -> None:
        pass

    def shutdown(self) -> None:
        self.is_open = False


class FakeTask:
    def __init__(self, function: Any, given: tuple[Any, ...]) -> None:
        self.function = function
        self.given = given


@pytest.mark.parametrize("losses", [0, 1, 9])  # after the second one it is done on this machine
def test_units_of_a_cluster_come_back_once_and_in_order(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, losses: int
) -> None:
    ray, stdout = FakeRay(losses), sys.stdout
    monkeypatch.setitem(sys.modules, "ray", ray)
    found = squares(Squares(str(tmp_path)), [range(40)], Workers("ray", 0, "auto"))
    assert found == [number * number for number in range(40)]
    assert ray.losses == max(0, losses - 2)
    assert not ray.is_open
    assert sys.stdout is stdout
    with pytest.raises(ValueError, match="Ninety-nine"):
        squares(Squares(str(tmp_path)), [range(90, 200)], Workers("ray", 0, "auto"))


def test_what_ray_says_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    ray = FakeRay(0)
    monkeypatch.setitem(sys.modules, "ray", ray)
    crew = cluster.RayCrew(Parcel(Squares("")), "auto", Limits())
    for raised, said in (
        (ModuleNotFoundError("No module named 'settebello'"), "has no Settebello"),
        (
            RuntimeError("First.\nThe head is gone."),
            "The Ray at auto has failed: The head is gone.",
        ),
    ):

        def fail(task: Any, raised: Exception = raised) -> None:
            raise raised

        monkeypatch.setattr(ray, "get", fail)
        crew.give(Unit(range(2)), ())
        (report,) = crew.wait()
        assert said in str(report.error)
    crew.close()
