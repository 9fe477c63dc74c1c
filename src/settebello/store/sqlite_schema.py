"""The tables of a store in an SQLite file, and the statement that stores a whole batch."""

CHECKPOINT = 4000  # rows from one checkpoint to the next
MANY = 8  # matches in a batch: entries of so many, or more, are stored as they come: see `recent`
RECENT = 2000  # entries that may wait to be sorted in, which then takes 6 ms

# Script n migrates a store from version n to n + 1. Version 0 is an empty file.
MIGRATIONS = [
    """
    CREATE TABLE entries (
        match TEXT NOT NULL,
        number INTEGER NOT NULL CHECK (number > 0),
        body TEXT NOT NULL,
        PRIMARY KEY (match, number)
    ) WITHOUT ROWID;

    CREATE TRIGGER entries_have_no_gaps BEFORE INSERT ON entries
    WHEN NEW.number > 1 AND NOT EXISTS
        (SELECT 1 FROM entries WHERE match = NEW.match AND number = NEW.number - 1)
    BEGIN SELECT RAISE(ABORT, 'an entry must follow the one before it'); END;

    CREATE TRIGGER entries_never_change BEFORE UPDATE ON entries
    BEGIN SELECT RAISE(ABORT, 'entries are never changed'); END;

    CREATE TRIGGER entries_stay BEFORE DELETE ON entries
    BEGIN SELECT RAISE(ABORT, 'entries are never deleted'); END;

    CREATE TABLE matches (
        begun INTEGER PRIMARY KEY, -- the order in which they came, whatever the clock says
        match TEXT NOT NULL UNIQUE,
        place TEXT NOT NULL, -- the id of its table
        game TEXT NOT NULL,
        phase TEXT NOT NULL CHECK (phase IN ('open', 'playing', 'over', 'closed')),
        listed INTEGER NOT NULL,
        changed REAL NOT NULL,
        summary TEXT NOT NULL
    );
    CREATE INDEX matches_by_phase ON matches (phase, changed);
    CREATE INDEX matches_by_place ON matches (place, phase, changed);

    CREATE TABLE progress (
        match TEXT PRIMARY KEY NOT NULL,
        body TEXT NOT NULL
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE players ( -- who have registered, and are known by their secrets
        secret TEXT PRIMARY KEY NOT NULL, -- the hash
        id TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL
    ) WITHOUT ROWID;
    """,
    """
    -- When somebody last did something in a match, or came. Nobody knows it of those that are
    -- there: they count from now on.
    ALTER TABLE progress ADD COLUMN active REAL NOT NULL DEFAULT 0;
    INSERT INTO progress (match, body)
    SELECT match, '{}' FROM matches WHERE phase IN ('open', 'playing')
    ON CONFLICT (match) DO NOTHING;
    UPDATE progress SET active = CAST(strftime('%s', 'now') AS REAL);
    """,
    """
    -- Entries of many matches, as they came, until they are sorted in: among the others each has a
    -- page of its own, and here many share one. A log is in both.
    CREATE TABLE recent (
        came INTEGER PRIMARY KEY,
        match TEXT NOT NULL,
        number INTEGER NOT NULL CHECK (number > 0),
        body TEXT NOT NULL
    );

    CREATE TRIGGER recent_never_change BEFORE UPDATE ON recent
    BEGIN SELECT RAISE(ABORT, 'entries are never changed'); END;

    CREATE TRIGGER recent_stay BEFORE DELETE ON recent
    WHEN NOT EXISTS (SELECT 1 FROM entries WHERE match = OLD.match AND number = OLD.number)
    BEGIN SELECT RAISE(ABORT, 'entries are never deleted'); END;

    CREATE VIEW log (match, number, body) AS
    SELECT match, number, body FROM entries UNION ALL SELECT match, number, body FROM recent;
    """,
]

# They save time and hold nothing that the log does not: a store without them is whole. So there is
# no version of a store for them, and a Settebello that does not know them leaves them alone.
DERIVED = """
    CREATE TABLE IF NOT EXISTS snapshots (
        match TEXT PRIMARY KEY NOT NULL,
        number INTEGER NOT NULL, -- of the last entry before it
        body TEXT NOT NULL
    ) WITHOUT ROWID;

    CREATE TABLE IF NOT EXISTS reviews ( -- of matches that are over
        match TEXT NOT NULL, seat INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (match, seat)
    ) WITHOUT ROWID;
"""

SETTINGS = f"""
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA fullfsync = ON;
    PRAGMA temp_store = MEMORY;
    PRAGMA cache_size = -4000; -- KiB: the last page of 1,000 matches; of others it is read again
    PRAGMA wal_autocheckpoint = {4 * CHECKPOINT}; -- pages, if the writer has made none before
"""


def items(count: int) -> str:
    """SQL for the first items of a JSON list."""
    return ", ".join(f"json_extract(value, '$[{index}]')" for index in range(count))


# A whole batch is stored by one statement: inserting one row of JSON lists. So the writing thread
# does not need Python's lock, for which it would wait, between the start and the commit.
BATCH = f"""
    CREATE TEMP VIEW batch (entries, recent, headers, progress, players, snapshots, reviews, now)
    AS SELECT '[]', '[]', '[]', '[]', '[]', '[]', '[]', 0.0;

    CREATE TEMP TRIGGER batch_is_stored INSTEAD OF INSERT ON batch BEGIN
        INSERT INTO entries (match, number, body)
        SELECT {items(3)} FROM json_each(NEW.entries);

        INSERT INTO recent (match, number, body)
        SELECT {items(3)} FROM json_each(NEW.recent);

        INSERT INTO matches (match, place, game, phase, listed, changed, summary)
        SELECT {items(7)} FROM json_each(NEW.headers) WHERE true
        ON CONFLICT (match) DO UPDATE SET place = excluded.place, game = excluded.game,
            phase = excluded.phase, listed = excluded.listed, changed = excluded.changed,
            summary = excluded.summary;

        INSERT INTO progress (match, body, active)
        SELECT {items(2)}, NEW.now FROM json_each(NEW.progress) WHERE true
        ON CONFLICT (match) DO UPDATE SET body = excluded.body, active = excluded.active;

        INSERT INTO players (secret, id, name)
        SELECT {items(3)} FROM json_each(NEW.players) WHERE true
        ON CONFLICT (secret) DO UPDATE SET name = excluded.name;

        INSERT INTO snapshots (match, number, body)
        SELECT {items(3)} FROM json_each(NEW.snapshots) WHERE true
        ON CONFLICT (match) DO UPDATE SET number = excluded.number, body = excluded.body
        WHERE excluded.number > number;

        INSERT INTO reviews (match, seat, body)
        SELECT {items(3)} FROM json_each(NEW.reviews) WHERE true
        ON CONFLICT (match, seat) DO UPDATE SET body = excluded.body;
    END;

    CREATE TEMP VIEW sorting AS SELECT NULL;

    CREATE TEMP TRIGGER recent_are_sorted_in INSTEAD OF INSERT ON sorting BEGIN
        INSERT INTO entries (match, number, body)
        SELECT match, number, body FROM recent ORDER BY match, number;

        DELETE FROM recent;
    END;
"""
