"""The plot of a tournament: a small SVG that a screen reader reads as a list of figures."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

WIDTH, LEFT, RIGHT, TOP, ROW = 640, 150, 60, 56, 34


def ladder_plot(found: Mapping[str, Any]) -> str:
    """An SVG of the wins of each bot with their intervals, from a summary as a dictionary.

    The dashed line is an even share. The description says the same in words.
    """
    rows, even = found["rows"], found["even"]
    highest = max([even, *[row["wins"]["high"] or row["wins"]["mean"] for row in rows]])
    limit = min(1.0, 0.1 * (int(highest * 10) + 1))
    height = TOP + ROW * len(rows) + 40

    def x(share: float) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * share / limit, 1)

    title = title_of(found)
    said = [f"{row['name']}: {share_told(row['wins'])} of wins" for row in rows]
    about = f"An even share is {even:.1%}. {'; '.join(said)}."
    bottom = TOP + ROW * len(rows)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        'aria-labelledby="plot-title plot-desc" font-family="sans-serif" font-size="14">',
        f'<title id="plot-title">{escape(title)}</title>',
        f'<desc id="plot-desc">{escape(about)}</desc>',
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
        f'<text x="12" y="24" font-size="16" font-weight="bold">{escape(title)}</text>',
        f'<path d="M{x(even)} {TOP - 14}V{bottom}" stroke="#666" stroke-dasharray="4 4"/>',
        f'<path d="M{LEFT} {bottom}H{WIDTH - RIGHT}" stroke="#333"/>',
    ]
    for tenth in range(0, round(limit * 10) + 1, 1 if limit <= 0.5 else 2):
        at = x(tenth / 10)
        parts.append(f'<path d="M{at} {bottom}v5" stroke="#333"/>')
        parts.append(f'<text x="{at}" y="{bottom + 20}" text-anchor="middle">{tenth * 10} %</text>')
    for number, row in enumerate(rows):
        y, wins = TOP + ROW * number + ROW // 2, row["wins"]
        name = row["name"] if len(row["name"]) <= 16 else row["name"][:15] + "..."
        parts.append(f'<text x="12" y="{y + 5}">{escape(name)}</text>')
        if wins["low"] is not None:
            parts.append(
                f'<path d="M{x(wins["low"])} {y}H{x(wins["high"])}" stroke="#0b6" '
                'stroke-width="6" stroke-opacity=".5"/>'
            )
        parts.append(f'<circle cx="{x(wins["mean"])}" cy="{y}" r="5" fill="#064"/>')
        parts.append(f'<text x="{WIDTH - RIGHT + 8}" y="{y + 5}">{wins["mean"]:.1%}</text>')
    return "\n".join([*parts, "</svg>", ""])


def title_of(found: Mapping[str, Any]) -> str:
    """What was played, in a line."""
    unit = "whole matches" if found["whole"] else "single deals"
    first = found["rows"][0]["name"]
    return (
        f"{found['game']}, {found['players']} players, against {first}: "
        f"{found['deals']:,} deals, {unit}"
    )


def share_told(wins: Mapping[str, float | None]) -> str:
    """A share with its interval, in words."""
    if wins["low"] is None or wins["high"] is None or wins["low"] == wins["high"]:
        return f"{wins['mean']:.1%}"
    return f"{wins['mean']:.1%} ({wins['low']:.1%} to {wins['high']:.1%})"
