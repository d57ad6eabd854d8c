/* Searches, solves and reads a game: best_move [FILE]

   cargo rustc --release --lib --features capi --no-default-features --crate-type staticlib
   cc -I src/capi examples/c/best_move.c target/release/libreversi.a -lm -lpthread -ldl -o best_move */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "reversi.h"

/* Ends the program with the message of an error. */
static void check(enum ReversiCode code)
{
  if (code != REVERSI_CODE_OK) {
    fprintf(stderr, "best_move: %s\n", reversi_last_error());
    exit(1);
  }
}

static void print_line(const struct ReversiResult *result)
{
  char name[3];
  printf("%+d%s:", result->score, result->exact ? " exactly" : "");
  for (int i = 0; i < result->line_length; i++) {
    check(reversi_square_text(result->line[i], name, sizeof name));
    printf(" %s", name);
  }
  printf("\n");
}

/* Searches the position after three moves to depth 10. */
static void search(struct ReversiEngine *engine)
{
  struct ReversiPosition position;
  struct ReversiLimits limits = {.depth = 10};
  struct ReversiResult result;
  check(reversi_position_parse("f5d6c3", &position));
  check(reversi_engine_search(engine, &position, &limits, &result));
  print_line(&result);
}

/* Solves the end of a game. */
static void solve(struct ReversiEngine *engine)
{
  const char *squares = "XXXXXXX-XXXXXXXOXXXXXXXOXXXXXXXOXXXXXXXOXXXXXXXOXXXXXXXOOOOOOO-- O";
  struct ReversiPosition position;
  struct ReversiResult result;
  check(reversi_position_parse(squares, &position));
  check(reversi_engine_solve(engine, &position, &result));
  print_line(&result);
}

/* Reads a whole file; the caller frees it. */
static unsigned char *contents(const char *path, size_t *size)
{
  FILE *file = fopen(path, "rb");
  unsigned char *bytes = NULL;
  size_t room = 0;
  *size = 0;
  if (file == NULL) {
    perror(path);
    exit(1);
  }
  while (!feof(file) && !ferror(file)) {
    if (*size == room) {
      room = room ? 2 * room : 4096;
      bytes = realloc(bytes, room);
      if (bytes == NULL) {
        fprintf(stderr, "best_move: no memory\n");
        exit(1);
      }
    }
    *size += fread(bytes + *size, 1, room - *size, file);
  }
  fclose(file);
  return bytes;
}

/* Prints the players and the moves of each game of a file. */
static void read_games(const char *path)
{
  size_t size, games_count, moves_count;
  unsigned char *bytes = contents(path, &size);
  struct ReversiGames *games;
  check(reversi_games_parse(bytes, size, NULL, &games));
  check(reversi_games_count(games, &games_count));
  for (size_t index = 0; index < games_count; index++) {
    char black[64], white[64], name[3];
    uint8_t squares[60];
    check(reversi_games_player(games, index, false, black, sizeof black, NULL));
    check(reversi_games_player(games, index, true, white, sizeof white, NULL));
    check(reversi_games_moves(games, index, squares, sizeof squares, &moves_count));
    printf("%s - %s:", black, white);
    for (size_t i = 0; i < moves_count; i++) {
      check(reversi_square_text(squares[i], name, sizeof name));
      printf(" %s", name);
    }
    printf("\n");
  }
  reversi_games_free(games);
  free(bytes);
}

int main(int argc, char **argv)
{
  struct ReversiEngine *engine;
  check(reversi_engine_new(1, 16, &engine));
  search(engine);
  solve(engine);
  reversi_engine_free(engine);
  if (argc > 1)
    read_games(argv[1]);
  return 0;
}
