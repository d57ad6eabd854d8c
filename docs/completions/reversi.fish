complete -c reversi -l seed -d 'Start chance from N, so that a run repeats exactly' -r
complete -c reversi -l color -d 'When to use colour' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` or `TERM=dumb` forbids it; anywhere with `CLICOLOR_FORCE`'
always\t'Everywhere'
never\t'Nowhere'"
complete -c reversi -l data-dir -d 'Keep saves, ranking and autosave in DIR' -r -F
complete -c reversi -l json -d 'Answer with one JSON object a command'
complete -c reversi -l strict -d 'Stop at the first error'
complete -c reversi -l resume -d 'Go on with the game that was left unfinished'
complete -c reversi -l ascii -d 'Keep to ASCII in everything that is written'
complete -c reversi -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reversi -s V -l version -d 'Print version'
