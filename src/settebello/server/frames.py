"""The frames of a WebSocket (RFC 6455, 5.2), as far as the quick path reads and writes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

try:
    from websockets.speedups import apply_mask
except ImportError:  # not available for every machine
    from websockets.utils import apply_mask

HEAD: Final = 6  # bytes before the payload of a short frame: two, and the mask


def text_frame(text: bytes) -> bytes:
    """A text as one frame of a server."""
    size = len(text)
    if size < 126:
        return b"\x81" + size.to_bytes(1, "big") + text
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big") + text
    return b"\x81\x7f" + size.to_bytes(8, "big") + text


def text_frames(texts: Sequence[bytes]) -> bytes:
    """Several texts as the frames of a server, one after the other."""
    if len(texts) == 1:
        return text_frame(texts[0])
    return b"".join([text_frame(text) for text in texts])


def short_texts(data: bytes) -> list[bytes]:
    """The texts of a client's frames if all are whole and short; else none."""
    texts: list[bytes] = []
    at, size = 0, len(data)
    while at + HEAD <= size and data[at] == 0x81:
        length = data[at + 1] - 0x80
        if not 0 <= length < 126:
            return []
        start = at + HEAD
        end = start + length
        texts.append(apply_mask(data[start:end], data[at + 2 : start]))
        at = end
    return texts if at == size else []


def is_whole_frames(data: bytes) -> bool:
    """Whether these bytes are whole frames of a client, with no fragment among them."""
    at, size = 0, len(data)
    while at + HEAD <= size and data[at] & 0x80:
        length = data[at + 1] & 0x7F
        if length == 127 or (length == 126 and at + HEAD + 2 > size):
            return False
        if length == 126:
            length = 2 + int.from_bytes(data[at + 2 : at + 4], "big")
        at += HEAD + length
    return at == size
