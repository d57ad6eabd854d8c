/* Uses the functions in every wrong way that they promise to notice. Prints nothing, and ends with 0, if they do. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reversi.h"

#define EXPECT(code, call) expect(code, call, #call)

static void expect(enum ReversiCode code, enum ReversiCode actual, const char *call)
{
  if (code != actual || (code != REVERSI_CODE_OK && *reversi_last_error() == 0)) {
    fprintf(stderr, "%s is %d, not %d: %s\n", call, actual, code, reversi_last_error());
    exit(1);
  }
}

static void positions(void)
{
  struct ReversiPosition start = reversi_start(), after, bad = {3, 2, false};
  uint64_t moves;
  int32_t score;
  uint8_t square;
  char text[67];
  size_t length = 0;
  EXPECT(REVERSI_CODE_NULL, reversi_position_parse(NULL, &start));
  EXPECT(REVERSI_CODE_NULL, reversi_position_parse("f5", NULL));
  EXPECT(REVERSI_CODE_ARGUMENT, reversi_position_parse("f5a1", &after));
  EXPECT(REVERSI_CODE_ARGUMENT, reversi_position_parse("\xff", &after));
  EXPECT(REVERSI_CODE_NULL, reversi_legal_moves(NULL, &moves));
  EXPECT(REVERSI_CODE_NULL, reversi_legal_moves(&start, NULL));
  EXPECT(REVERSI_CODE_ARGUMENT, reversi_legal_moves(&bad, &moves));
  EXPECT(REVERSI_CODE_ILLEGAL, reversi_play(&start, 0, &after));
  EXPECT(REVERSI_CODE_ILLEGAL, reversi_play(&start, 64, &after));
  EXPECT(REVERSI_CODE_ILLEGAL, reversi_play(&start, 255, &after));
  EXPECT(REVERSI_CODE_ARGUMENT, reversi_play(&bad, 19, &after));
  EXPECT(REVERSI_CODE_OK, reversi_play(&start, 19, &start));
  EXPECT(REVERSI_CODE_ARGUMENT, reversi_turned(&start, 8, &after));
  EXPECT(REVERSI_CODE_ARGUMENT, reversi_evaluate(&bad, &score));
  EXPECT(REVERSI_CODE_ARGUMENT, reversi_square_parse("i9", &square));
  EXPECT(REVERSI_CODE_ARGUMENT, reversi_square_text(64, text, sizeof text));
  EXPECT(REVERSI_CODE_LENGTH, reversi_square_text(63, text, 2));
  EXPECT(REVERSI_CODE_LENGTH, reversi_position_text(&start, text, 66, &length));
  EXPECT(REVERSI_CODE_NULL, reversi_position_text(&start, NULL, 67, &length));
  EXPECT(REVERSI_CODE_OK, reversi_position_text(&start, text, 67, &length));
  if (length != 66 || strlen(text) != 66)
    exit(1);
}

static void engines(void)
{
  struct ReversiEngine *engine;
  struct ReversiPosition start = reversi_start(), bad = {3, 2, false};
  struct ReversiLimits deep = {.depth = 61}, odd = {.selectivity = 80, .depth = 2}, two = {.depth = 2};
  struct ReversiResult result;
  EXPECT(REVERSI_CODE_ARGUMENT, reversi_engine_new(0, 1, &engine));
  EXPECT(REVERSI_CODE_ARGUMENT, reversi_engine_new(1, 0, &engine));
  EXPECT(REVERSI_CODE_NULL, reversi_engine_new(1, 1, NULL));
  EXPECT(REVERSI_CODE_OK, reversi_engine_new(2, 1, &engine));
  EXPECT(REVERSI_CODE_NULL, reversi_engine_search(NULL, &start, &two, &result));
  EXPECT(REVERSI_CODE_NULL, reversi_engine_search(engine, NULL, &two, &result));
  EXPECT(REVERSI_CODE_NULL, reversi_engine_search(engine, &start, &two, NULL));
  EXPECT(REVERSI_CODE_ARGUMENT, reversi_engine_search(engine, &bad, &two, &result));
  EXPECT(REVERSI_CODE_ARGUMENT, reversi_engine_search(engine, &start, &deep, &result));
  EXPECT(REVERSI_CODE_ARGUMENT, reversi_engine_search(engine, &start, &odd, &result));
  EXPECT(REVERSI_CODE_OK, reversi_engine_search(engine, &start, &two, &result));
  EXPECT(REVERSI_CODE_NULL, reversi_engine_stop(NULL));
  EXPECT(REVERSI_CODE_OK, reversi_engine_stop(engine));
  EXPECT(REVERSI_CODE_NULL, reversi_engine_clear(NULL));
  EXPECT(REVERSI_CODE_OK, reversi_engine_clear(engine));
  reversi_engine_free(engine);
  reversi_engine_free(NULL);
}

static void many(void)
{
  uint64_t discs[2][2] = {{0x810000000, 0x1008000000}, {3, 2}}, moves[2], after[2][2];
  uint8_t squares[2] = {19, 0};
  EXPECT(REVERSI_CODE_OK, reversi_legal_many(discs, 1, moves));
  EXPECT(REVERSI_CODE_OK, reversi_legal_many(NULL, 0, NULL));
  EXPECT(REVERSI_CODE_NULL, reversi_legal_many(NULL, 1, moves));
  EXPECT(REVERSI_CODE_NULL, reversi_legal_many(discs, 1, NULL));
  EXPECT(REVERSI_CODE_ARGUMENT, reversi_legal_many(discs, SIZE_MAX, moves));
  EXPECT(REVERSI_CODE_ARGUMENT, reversi_legal_many(discs, 2, moves));
  EXPECT(REVERSI_CODE_OK, reversi_play_many(discs, squares, 1, after));
  EXPECT(REVERSI_CODE_ILLEGAL, reversi_play_many(discs, squares + 1, 1, after));
  EXPECT(REVERSI_CODE_ARGUMENT, reversi_play_many(discs, squares, 2, after));
}

static void games(void)
{
  const char *text = "f5d6c3\n\nc4c3\n";
  const uint8_t *bytes = (const uint8_t *)text;
  struct ReversiGames *games;
  struct ReversiPosition position;
  uint8_t squares[60];
  size_t count = 0;
  char small[3], record[1000];
  EXPECT(REVERSI_CODE_NULL, reversi_games_parse(NULL, 5, NULL, &games));
  EXPECT(REVERSI_CODE_NULL, reversi_games_parse(bytes, 6, NULL, NULL));
  EXPECT(REVERSI_CODE_ARGUMENT, reversi_games_parse(bytes, 6, "xyz", &games));
  EXPECT(REVERSI_CODE_RECORD, reversi_games_parse((const uint8_t *)"f5a1", 4, NULL, &games));
  EXPECT(REVERSI_CODE_OK, reversi_games_parse(bytes, strlen(text), NULL, &games));
  EXPECT(REVERSI_CODE_OK, reversi_games_count(games, &count));
  if (count != 2)
    exit(1);
  EXPECT(REVERSI_CODE_ARGUMENT, reversi_games_position(games, 2, &position));
  EXPECT(REVERSI_CODE_LENGTH, reversi_games_moves(games, 0, squares, 2, &count));
  EXPECT(REVERSI_CODE_OK, reversi_games_moves(games, 0, squares, 3, &count));
  EXPECT(REVERSI_CODE_LENGTH, reversi_games_text(games, 0, "sgf", small, sizeof small, &count));
  EXPECT(REVERSI_CODE_OK, reversi_games_text(games, 0, "sgf", record, sizeof record, &count));
  EXPECT(REVERSI_CODE_OK, reversi_games_player(games, 0, true, small, sizeof small, &count));
  reversi_games_free(games);
  reversi_games_free(NULL);
}

int main(void)
{
  positions();
  engines();
  many();
  games();
  return 0;
}
