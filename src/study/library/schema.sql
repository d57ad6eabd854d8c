-- The library of games. docs/database.md describes it.

CREATE TABLE players (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  -- The name in lower case.
  folded TEXT NOT NULL
) STRICT;

CREATE TABLE events (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  folded TEXT NOT NULL
) STRICT;

CREATE TABLE games (
  -- The number of the game, from 1; that of a deleted game is not given again.
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- An unknown player has an empty name, an unknown event too.
  black INTEGER NOT NULL REFERENCES players (id),
  white INTEGER NOT NULL REFERENCES players (id),
  event INTEGER NOT NULL REFERENCES events (id),
  -- As much of 2003-12-15 as is known.
  date TEXT NOT NULL,
  year INTEGER,
  -- Black's discs minus White's, such as +12; B or W for a win by an unknown margin; empty if unknown.
  result TEXT NOT NULL,
  winner TEXT CHECK (winner IN ('black', 'white', 'draw')),
  -- The last named opening.
  opening TEXT,
  -- All named openings that it came through, in lower case, one per line.
  openings TEXT NOT NULL,
  -- Whether it came through a balanced opening.
  balanced INTEGER NOT NULL CHECK (balanced IN (0, 1)),
  -- 64 squares and the side to move, if it did not begin as usual; else empty.
  start TEXT NOT NULL,
  -- The moves without passes, such as f5d6c3.
  moves TEXT NOT NULL CHECK (length(moves) > 0),
  -- Their number with passes.
  plies INTEGER NOT NULL CHECK (plies > 0),
  -- The sides that people played here; NULL for a game from elsewhere.
  humans TEXT CHECK (humans IN ('black', 'white', 'both', 'neither')),
  -- Whether the table of mistakes has those of this game.
  judged INTEGER NOT NULL DEFAULT 0 CHECK (judged IN (0, 1)),
  -- A checksum of start and moves that is the same for all eight symmetries.
  signature INTEGER NOT NULL
) STRICT;

CREATE INDEX games_by_black ON games (black);
CREATE INDEX games_by_white ON games (white);
CREATE INDEX games_by_event ON games (event);
CREATE INDEX games_by_year ON games (year);
CREATE INDEX games_by_signature ON games (signature);
CREATE INDEX games_played_here ON games (humans) WHERE humans IS NOT NULL;

-- The moves of judged games that lost discs.
CREATE TABLE mistakes (
  game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
  -- The number of the move, from 1, passes not counted.
  number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 60),
  -- The discs that it lost.
  lost INTEGER NOT NULL CHECK (lost BETWEEN 1 AND 128),
  best TEXT NOT NULL,
  PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;

-- The positions with at most 24 discs, by a checksum that is the same for all eight symmetries.
CREATE TABLE positions (
  key INTEGER NOT NULL,
  game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
  PRIMARY KEY (key, game)
) STRICT, WITHOUT ROWID;
