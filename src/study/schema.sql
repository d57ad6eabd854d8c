-- Games, puzzles and drilled lines. docs/database.md describes them.

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
  -- Whether a player had help: hints, undo or analysis. Such a game is unrated.
  aided INTEGER NOT NULL DEFAULT 0 CHECK (aided IN (0, 1)),
  -- The search depth of its judgments in plies; NULL if it has none.
  depth INTEGER CHECK (depth BETWEEN 1 AND 60),
  -- The sides whose mistakes have been made puzzles.
  puzzles_of TEXT CHECK (puzzles_of IN ('black', 'white', 'both')),
  -- A checksum of start and moves that is the same for all eight symmetries.
  signature INTEGER NOT NULL
) STRICT;

CREATE INDEX games_by_black ON games (black);
CREATE INDEX games_by_white ON games (white);
CREATE INDEX games_by_event ON games (event);
CREATE INDEX games_by_year ON games (year);
CREATE INDEX games_by_signature ON games (signature);
CREATE INDEX games_played_here ON games (humans) WHERE humans IS NOT NULL;

-- Deleted games, until the bin is emptied.
CREATE TABLE bin (
  game INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE
) STRICT;

-- What analyses found of the moves of games.
CREATE TABLE judgments (
  game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
  -- The number of the move, from 1, passes not counted.
  number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 60),
  -- The final difference after the move for the side that moved.
  score INTEGER NOT NULL CHECK (score BETWEEN -64 AND 64),
  -- The discs that it lost against the best move.
  lost INTEGER NOT NULL CHECK (lost BETWEEN 0 AND 128),
  best TEXT NOT NULL,
  PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE tags (
  game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
  -- In lower case.
  tag TEXT NOT NULL CHECK (length(tag) > 0),
  PRIMARY KEY (tag, game)
) STRICT, WITHOUT ROWID;

CREATE INDEX tags_by_game ON tags (game);

-- The positions with at most 24 discs, by a checksum that is the same for all eight symmetries. The rows of a game
-- follow from its moves. An index by games would be as large as the table, so no foreign key deletes them.
CREATE TABLE positions (
  key INTEGER NOT NULL,
  game INTEGER NOT NULL,
  PRIMARY KEY (key, game)
) STRICT, WITHOUT ROWID;

-- Positions with one best answer, made from mistakes.
CREATE TABLE puzzles (
  id INTEGER PRIMARY KEY,
  -- A checksum of the position that is the same for all eight symmetries.
  key INTEGER NOT NULL UNIQUE,
  -- 64 squares and the side to move.
  board TEXT NOT NULL,
  -- The best line, such as f5d6c3, which begins with the answer.
  line TEXT NOT NULL,
  -- The scores of the answer and of the next best move, for the side to move.
  score INTEGER NOT NULL CHECK (score BETWEEN -64 AND 64),
  second INTEGER NOT NULL CHECK (second BETWEEN -64 AND 64 AND second < score),
  -- The move of the game, and the discs that it lost.
  played TEXT NOT NULL,
  lost INTEGER NOT NULL,
  -- The confidence of the search in percent, and its depth where it did not reach the end of the game.
  percent INTEGER NOT NULL,
  estimated INTEGER,
  -- The number of other moves that look as good at first sight.
  tempting INTEGER NOT NULL,
  -- The game in a few words.
  source TEXT NOT NULL,
  -- From 1, easy, to 5.
  grade INTEGER NOT NULL CHECK (grade BETWEEN 1 AND 5),
  -- The day when it comes again, such as 2026-01-03; NULL if it has never been answered.
  due TEXT
) STRICT;

CREATE INDEX puzzles_by_due ON puzzles (due, grade);
CREATE INDEX puzzles_by_grade ON puzzles (grade, due);

-- Lines of the opening book that have been drilled, and the lines of the repertoire.
CREATE TABLE drills (
  id INTEGER PRIMARY KEY,
  -- The name of the opening; empty if the whole book was drilled, and in the repertoire.
  opening TEXT NOT NULL,
  -- Whether it is a line of the repertoire.
  own INTEGER NOT NULL CHECK (own IN (0, 1)),
  side TEXT NOT NULL CHECK (side IN ('black', 'white')),
  -- The moves of both sides, which begin with f5.
  moves TEXT NOT NULL,
  -- NULL for a line of the repertoire that has never been drilled.
  due TEXT,
  UNIQUE (moves, side, opening, own)
) STRICT;

CREATE INDEX drills_by_due ON drills (due);

-- Guesses of the moves of games.
CREATE TABLE guesses (
  id INTEGER PRIMARY KEY,
  day TEXT NOT NULL,
  -- The number of the game, which may have been deleted since, and that of its move, from 1, passes not counted.
  game INTEGER NOT NULL,
  number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 60),
  guess TEXT NOT NULL,
  -- Whether it is the move of the game.
  same INTEGER NOT NULL CHECK (same IN (0, 1)),
  points INTEGER NOT NULL CHECK (points BETWEEN 0 AND 3),
  -- The discs that the guess and the move of the game lost against the best move.
  lost INTEGER NOT NULL CHECK (lost BETWEEN 0 AND 128),
  played_lost INTEGER NOT NULL CHECK (played_lost BETWEEN 0 AND 128)
) STRICT;

-- The answers to puzzles and in drills, the first one first.
CREATE TABLE reviews (
  id INTEGER PRIMARY KEY,
  puzzle INTEGER REFERENCES puzzles (id) ON DELETE CASCADE,
  drill INTEGER REFERENCES drills (id) ON DELETE CASCADE,
  day TEXT NOT NULL,
  rating TEXT NOT NULL CHECK (rating IN ('again', 'hard', 'good', 'easy')),
  CHECK ((puzzle IS NULL) <> (drill IS NULL))
) STRICT;

CREATE INDEX reviews_of_puzzles ON reviews (puzzle) WHERE puzzle IS NOT NULL;
CREATE INDEX reviews_of_drills ON reviews (drill) WHERE drill IS NOT NULL;
