"""What only the compiled core has: whole numbers of 64 bits, rows of them in memory, and classes
that the garbage collector need not look at.

This file is not compiled. What it names is known to the compiler, which makes no objects of such
numbers. Without the compiler they are an `int` and an `array`, and nothing else has to be there.

`@mypyc_attr(acyclic=True)` says that no object of a class is ever part of a cycle of references.
Then it takes 16 bytes less, and the garbage collector does not know of it.
"""

from array import array
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeVar

T = TypeVar("T")

if TYPE_CHECKING:
    from librt.vecs import vec as vec
    from mypy_extensions import i64 as i64
    from mypy_extensions import mypyc_attr as mypyc_attr
else:

    def mypyc_attr(acyclic: bool) -> Callable[[T], T]:
        return lambda cls: cls

    def words(items: Iterable[int]) -> "array[int]":
        return array("q", items)

    i64 = int
    vec = {i64: words}  # so that `vec[i64](items)` is written as the compiler wants it
