complete -c reversi -s g -l game -d 'Which game: rv Reversi, c4 Connect Four, co Complica, gr Gravity, qu Quarto' -r
complete -c reversi -s x -l dimX -d 'Columns of the board, 4 to 26 (Gravity; default 10)' -r
complete -c reversi -s y -l dimY -d 'Rows of the board, 4 to 26 (Gravity; default 10)' -r
complete -c reversi -l names -d 'What the first and the second player are called' -r
complete -c reversi -l seed -d 'Start chance from N, so that a run repeats exactly' -r
complete -c reversi -l color -d 'When to use colour' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` or `TERM=dumb` forbids it; anywhere with `CLICOLOR_FORCE`'
always\t'Everywhere'
never\t'Nowhere'"
complete -c reversi -l data-dir -d 'Keep saves, ranking and autosave in DIR' -r -F
complete -c reversi -l lines-only -d 'Let only rows, columns and diagonals win, and no 2x2 squares (Quarto)'
complete -c reversi -l json -d 'Answer with one JSON object a command'
complete -c reversi -l strict -d 'Stop at the first error'
complete -c reversi -l resume -d 'Go on with the game that was left unfinished'
complete -c reversi -l ascii -d 'Keep to ASCII in everything that is written'
complete -c reversi -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reversi -s V -l version -d 'Print version'
