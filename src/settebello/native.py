"""What only the compiled core has: whole numbers of 64 bits, and rows of them in memory.

This file is not compiled. What it names is known to the compiler, which makes no objects of such
numbers. Without the compiler they are an `int` and an `array`, and nothing else has to be there.
"""

from array import array
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from librt.vecs import vec as vec
    from mypy_extensions import i64 as i64
else:

    def words(items: Iterable[int]) -> "array[int]":
        return array("q", items)

    i64 = int
    vec = {i64: words}  # so that `vec[i64](items)` is written as the compiler wants it
