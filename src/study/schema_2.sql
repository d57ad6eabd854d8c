-- Deleting a game deletes its positions.
CREATE INDEX positions_by_game ON positions (game);
