// Reversi (Othello): a strong engine and game records, for programs in C. docs/c.md is the manual.
//
// Made by cbindgen from src/capi/mod.rs; don't change it by hand.
//
// Every function that can fail returns a code, and REVERSI_CODE_OK is 0. After another code, reversi_last_error has the
// message for the thread. Handles can be used by one thread at a time; reversi_engine_stop by any thread.
// Squares are numbers from 0 (a1) to 63 (h8), bits of the same numbers make sets of squares.

#ifndef REVERSI_H
#define REVERSI_H

#include <stddef.h>
#include <stdint.h>
#include <stdbool.h>

// The maximum number of moves in a line.
#define REVERSI_MAX_LINE 60

// The result of a function.
enum ReversiCode {
  // Success.
  REVERSI_CODE_OK = 0,
  // A pointer that must not be null.
  REVERSI_CODE_NULL = 1,
  // An argument out of its range, or a text that is not understood.
  REVERSI_CODE_ARGUMENT = 2,
  // An illegal move.
  REVERSI_CODE_ILLEGAL = 3,
  // A game record that can't be read, or that a format can't hold.
  REVERSI_CODE_RECORD = 4,
  // A buffer that is too short. The length that is needed has been stored.
  REVERSI_CODE_LENGTH = 5,
  // An engine that another thread uses.
  REVERSI_CODE_BUSY = 6,
  // An error in this library. Its handle should be freed.
  REVERSI_CODE_INTERNAL = 7,
};

// An engine, with its transposition table.
struct ReversiEngine;

// The games of a text.
struct ReversiGames;

// A position: the discs of the side to move and of its opponent, which don't overlap.
struct ReversiPosition {
  // The discs of the side to move. Bit 0 is a1, bit 7 is h1, bit 63 is h8.
  uint64_t player;
  // The discs of the other side.
  uint64_t opponent;
  // Whether White is to move.
  bool is_white;
};

// The limits of a search. A number that is 0 is no limit; without any, the search is as deep as for a hint.
struct ReversiLimits {
  // The depth in plies, up to 60.
  uint32_t depth;
  // The time in milliseconds.
  uint64_t milliseconds;
  // The number of nodes.
  uint64_t nodes;
  // The confidence of pruning in percent: 73, 87, 95, 98, 99, or 100 for none; 0 for the default.
  uint8_t selectivity;
};

// The result of a search.
struct ReversiResult {
  // The score for the side to move, in discs. Empty squares count for the winner.
  int32_t score;
  // The search depth, in plies.
  uint32_t depth;
  // The selectivity of the search, in percent; 100 for none.
  uint8_t selectivity;
  // Whether the score is exact: the result of perfect play.
  bool exact;
  // The number of moves in `line`.
  uint8_t line_length;
  // The expected moves of both sides, beginning with the best move, without passes.
  uint8_t line[REVERSI_MAX_LINE];
  // The number of positions visited.
  uint64_t nodes;
  // The time of the search, in seconds.
  double seconds;
};

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Returns the message of the last error in this thread; empty if there was none. It is valid until the next error.
const char *reversi_last_error(void);

// Returns the starting position, Black to move.
struct ReversiPosition reversi_start(void);

// Parses moves from the start, such as f5d6c3, or 64 squares (X Black, O White, - empty) and the side to move.
//
// # Safety
// `text` ends with a zero; `position` leads to memory for a position.
enum ReversiCode reversi_position_parse(const char *text,
                                        struct ReversiPosition *position);

// Writes a position as 64 squares and the side to move, which are 66 bytes and a zero.
//
// # Safety
// `position` leads to a position, `buffer` to memory for `size` bytes, `length` to memory for its value, or is null.
enum ReversiCode reversi_position_text(const struct ReversiPosition *position,
                                       char *buffer,
                                       size_t size,
                                       size_t *length);

// Finds the legal moves of the side to move, as a set of squares; 0 if it has to pass.
//
// # Safety
// `position` leads to a position, `moves` to memory for its value.
enum ReversiCode reversi_legal_moves(const struct ReversiPosition *position, uint64_t *moves);

// Plays a move, a square from 0 to 63. A side without a move then passes at once.
//
// # Safety
// `position` leads to a position, `after` to memory for another, or for the same.
enum ReversiCode reversi_play(const struct ReversiPosition *position,
                              uint8_t square,
                              struct ReversiPosition *after);

// Finds the image of a position under a symmetry, from 0 (the same) to 7.
//
// # Safety
// `position` leads to a position, `image` to memory for another, or for the same.
enum ReversiCode reversi_turned(const struct ReversiPosition *position,
                                uint32_t symmetry,
                                struct ReversiPosition *image);

// Estimates the score of a position for its side to move, without a search, in discs.
//
// # Safety
// `position` leads to a position, `score` to memory for its value.
enum ReversiCode reversi_evaluate(const struct ReversiPosition *position, int32_t *score);

// Parses the name of a square, such as d3.
//
// # Safety
// `name` ends with a zero; `square` leads to memory for its value.
enum ReversiCode reversi_square_parse(const char *name, uint8_t *square);

// Writes the name of a square from 0 to 63, which are 2 bytes and a zero.
//
// # Safety
// `buffer` leads to memory for `size` bytes.
enum ReversiCode reversi_square_text(uint8_t square, char *buffer, size_t size);

// Creates an engine with a number of threads (1 to 256) and a transposition table of at most `hash_mb` MiB (1 to
// 65536). Free it with `reversi_engine_free`.
//
// # Safety
// `engine` leads to memory for a pointer.
enum ReversiCode reversi_engine_new(size_t threads,
                                    size_t hash_mb,
                                    struct ReversiEngine **engine);

// Frees an engine; null is no error.
//
// # Safety
// `engine` is null, or has come from `reversi_engine_new`, and no thread uses it any more.
void reversi_engine_free(struct ReversiEngine *engine);

// Searches a position within limits; null for none.
//
// # Safety
// `engine` is an engine, `position` leads to a position, `limits` to limits or is null, `result` to memory for a
// result.
enum ReversiCode reversi_engine_search(const struct ReversiEngine *engine,
                                       const struct ReversiPosition *position,
                                       const struct ReversiLimits *limits,
                                       struct ReversiResult *result);

// Solves a position: finds its exact score.
//
// # Safety
// `engine` is an engine, `position` leads to a position, `result` to memory for a result.
enum ReversiCode reversi_engine_solve(const struct ReversiEngine *engine,
                                      const struct ReversiPosition *position,
                                      struct ReversiResult *result);

// Ends the current search of another thread, which returns its result so far.
//
// # Safety
// `engine` is an engine.
enum ReversiCode reversi_engine_stop(const struct ReversiEngine *engine);

// Empties the transposition table, so that the next search doesn't depend on earlier ones.
//
// # Safety
// `engine` is an engine.
enum ReversiCode reversi_engine_clear(const struct ReversiEngine *engine);

// Finds the legal moves of `count` positions. Each has two numbers in `discs`: the discs of its side to move, and of
// its opponent. `moves` gets one set of squares for each.
//
// # Safety
// `discs` leads to 2 * `count` numbers, `moves` to memory for `count` numbers.
enum ReversiCode reversi_legal_many(const uint64_t (*discs)[2],
                                    size_t count,
                                    uint64_t *moves);

// Plays a move in each of `count` positions, as in `reversi_legal_many`: a square from 0 to 63, or 64 to pass. `after`
// gets two numbers for each, seen from the other side.
//
// # Safety
// `discs` leads to 2 * `count` numbers, `squares` to `count` numbers, `after` to memory for 2 * `count` numbers.
enum ReversiCode reversi_play_many(const uint64_t (*discs)[2],
                                   const uint8_t *squares,
                                   size_t count,
                                   uint64_t (*after)[2]);

// Reads the games in `size` bytes. `format` is a name, such as "ggf", "sgf", "pgn", "wthor" or "transcript", or null to
// detect it. Free the games with `reversi_games_free`.
//
// # Safety
// `bytes` leads to `size` bytes, `format` to a text or is null, `games` to memory for a pointer.
enum ReversiCode reversi_games_parse(const uint8_t *bytes,
                                     size_t size,
                                     const char *format,
                                     struct ReversiGames **games);

// Frees games; null is no error.
//
// # Safety
// `games` is null, or has come from `reversi_games_parse`, and is not used any more.
void reversi_games_free(struct ReversiGames *games);

// Counts the games.
//
// # Safety
// `games` are games, `count` leads to memory for its value.
enum ReversiCode reversi_games_count(const struct ReversiGames *games, size_t *count);

// Finds the last position of a game, the index of which counts from 0.
//
// # Safety
// `games` are games, `position` leads to memory for a position.
enum ReversiCode reversi_games_position(const struct ReversiGames *games,
                                        size_t index,
                                        struct ReversiPosition *position);

// Copies the moves of a game, without passes, to `squares`, and stores their number in `count`.
//
// # Safety
// `games` are games, `squares` leads to memory for `size` numbers, `count` to memory for its value.
enum ReversiCode reversi_games_moves(const struct ReversiGames *games,
                                     size_t index,
                                     uint8_t *squares,
                                     size_t size,
                                     size_t *count);

// Writes the name of a player of a game; empty if it is unknown.
//
// # Safety
// `games` are games, `buffer` leads to memory for `size` bytes, `length` to memory for its value, or is null.
enum ReversiCode reversi_games_player(const struct ReversiGames *games,
                                      size_t index,
                                      bool is_white,
                                      char *buffer,
                                      size_t size,
                                      size_t *length);

// Writes a game in a format of text, such as "sgf".
//
// # Safety
// `games` are games, `format` is a text, `buffer` leads to memory for `size` bytes, `length` to memory for its value,
// or is null.
enum ReversiCode reversi_games_text(const struct ReversiGames *games,
                                    size_t index,
                                    const char *format,
                                    char *buffer,
                                    size_t size,
                                    size_t *length);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* REVERSI_H */
