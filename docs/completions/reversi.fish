# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_reversi_global_optspecs
    string join \n g/game= u/ui= x/dimX= y/dimY= lines-only names= json strict seed= resume ascii color= theme= weights= data-dir= h/help V/version
end

function __fish_reversi_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_reversi_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_reversi_using_subcommand
    set -l cmd (__fish_reversi_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c reversi -n "__fish_reversi_needs_command" -s g -l game -d 'Which game: rv Reversi, c4 Connect Four, co Complica, gr Gravity, qu Quarto' -r
complete -c reversi -n "__fish_reversi_needs_command" -s u -l ui -d 'Where to play: console is the prompt, screen a board that fills the terminal, window a window' -r -f -a "console\t'The prompt'
screen\t'A board that fills the terminal'
window\t'A window of the desktop'"
complete -c reversi -n "__fish_reversi_needs_command" -s x -l dimX -d 'Columns of the board, 4 to 26 (Gravity; default 10)' -r
complete -c reversi -n "__fish_reversi_needs_command" -s y -l dimY -d 'Rows of the board, 4 to 26 (Gravity; default 10)' -r
complete -c reversi -n "__fish_reversi_needs_command" -l names -d 'What the first and the second player are called' -r
complete -c reversi -n "__fish_reversi_needs_command" -l seed -d 'Start chance from N, so that a run repeats exactly' -r
complete -c reversi -n "__fish_reversi_needs_command" -l color -d 'When to use colour' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` or `TERM=dumb` forbids it; anywhere with `CLICOLOR_FORCE`'
always\t'Everywhere'
never\t'Nowhere'"
complete -c reversi -n "__fish_reversi_needs_command" -l theme -d 'Set the colours of the full-screen board' -r -f -a "dark\t''
light\t''
high-contrast\t''
color-blind\t''
mono\t''"
complete -c reversi -n "__fish_reversi_needs_command" -l weights -d 'Let the engine of Reversi search with the weights of FILE, which `trainer` has made, instead of its own' -r -F
complete -c reversi -n "__fish_reversi_needs_command" -l data-dir -d 'Keep saves, ranking and autosave in DIR' -r -F
complete -c reversi -n "__fish_reversi_needs_command" -l lines-only -d 'Let only rows, columns and diagonals win, and no 2x2 squares (Quarto)'
complete -c reversi -n "__fish_reversi_needs_command" -l json -d 'Answer with one JSON object a command'
complete -c reversi -n "__fish_reversi_needs_command" -l strict -d 'Stop at the first error'
complete -c reversi -n "__fish_reversi_needs_command" -l resume -d 'Go on with the game that was left unfinished'
complete -c reversi -n "__fish_reversi_needs_command" -l ascii -d 'Keep to ASCII in everything that is written'
complete -c reversi -n "__fish_reversi_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reversi -n "__fish_reversi_needs_command" -s V -l version -d 'Print version'
complete -c reversi -n "__fish_reversi_needs_command" -a "perft" -d 'Count the positions of Reversi so many plies from the start, a pass counting as a ply'
complete -c reversi -n "__fish_reversi_needs_command" -a "bench" -d 'Search a fixed set of positions, and print how many positions were looked at and how fast'
complete -c reversi -n "__fish_reversi_needs_command" -a "solve" -d 'Find the exact scores of positions, one a line, and check those that the file has'
complete -c reversi -n "__fish_reversi_needs_command" -a "analyze" -d 'Judge the moves of recorded games: the best move, discs lost, mistakes, and a chart'
complete -c reversi -n "__fish_reversi_needs_command" -a "match" -d 'Play a match between two players, bots or other programs, and tell how strong they are'
complete -c reversi -n "__fish_reversi_needs_command" -a "convert" -d 'Convert game records from one format to another, or tell what there is in them'
complete -c reversi -n "__fish_reversi_needs_command" -a "gtp" -d 'Play Othello for a program that speaks GTP, the Go Text Protocol, as Quarry and GoGui do'
complete -c reversi -n "__fish_reversi_needs_command" -a "nboard" -d 'Play and analyze Othello for a program that speaks the protocol of NBoard, version 2'
complete -c reversi -n "__fish_reversi_needs_command" -a "ugi" -d 'Play any of the games for a program that speaks UGI, the Universal Game Interface'
complete -c reversi -n "__fish_reversi_needs_command" -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c reversi -n "__fish_reversi_using_subcommand perft" -l threads -d 'Count on so many threads' -r
complete -c reversi -n "__fish_reversi_using_subcommand perft" -l hash-mb -d 'Memory for a table of counts, which makes deep ones much faster, in MiB; 0 for none' -r
complete -c reversi -n "__fish_reversi_using_subcommand perft" -l weights -d 'Let the engine of Reversi search with the weights of FILE, which `trainer` has made, instead of its own' -r -F
complete -c reversi -n "__fish_reversi_using_subcommand perft" -l json -d 'Answer with one JSON object a depth'
complete -c reversi -n "__fish_reversi_using_subcommand perft" -s h -l help -d 'Print help'
complete -c reversi -n "__fish_reversi_using_subcommand bench" -l threads -d 'Search on so many threads' -r
complete -c reversi -n "__fish_reversi_using_subcommand bench" -l weights -d 'Let the engine of Reversi search with the weights of FILE, which `trainer` has made, instead of its own' -r -F
complete -c reversi -n "__fish_reversi_using_subcommand bench" -l json -d 'Answer with one JSON object a position, and one for all'
complete -c reversi -n "__fish_reversi_using_subcommand bench" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reversi -n "__fish_reversi_using_subcommand solve" -s g -l game -d 'Which game: rv Reversi, c4 Connect Four' -r -f -a "rv\t''
c4\t''"
complete -c reversi -n "__fish_reversi_using_subcommand solve" -l moves -d 'Tell the score of every legal move as well, best first (Reversi)' -r -f -a "all\t''"
complete -c reversi -n "__fish_reversi_using_subcommand solve" -l hash-mb -d 'Memory for the table of positions, in MiB' -r
complete -c reversi -n "__fish_reversi_using_subcommand solve" -l threads -d 'Number of search threads of the engine of Reversi' -r
complete -c reversi -n "__fish_reversi_using_subcommand solve" -l shard -d 'Solve only the I-th of every N lines; rows keep the numbers of the lines' -r
complete -c reversi -n "__fish_reversi_using_subcommand solve" -l out -d 'Write the rows to OUT, which must not exist, instead of standard output' -r -F
complete -c reversi -n "__fish_reversi_using_subcommand solve" -l entry -d 'Solve this position instead of a file' -r
complete -c reversi -n "__fish_reversi_using_subcommand solve" -l weights -d 'Let the engine of Reversi search with the weights of FILE, which `trainer` has made, instead of its own' -r -F
complete -c reversi -n "__fish_reversi_using_subcommand solve" -l json -d 'Answer with one JSON object a position'
complete -c reversi -n "__fish_reversi_using_subcommand solve" -l wld -d 'Find only whether the side to move wins, draws or loses, which is quicker (Reversi)'
complete -c reversi -n "__fish_reversi_using_subcommand solve" -l stable -d 'Leave out times, and solve each position as if it were the first, so that the same line always gives the same row'
complete -c reversi -n "__fish_reversi_using_subcommand solve" -l resume -d 'Go on with OUT where an earlier run with the same input and options has stopped'
complete -c reversi -n "__fish_reversi_using_subcommand solve" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reversi -n "__fish_reversi_using_subcommand analyze" -l svg -d 'Draw the score of each ply to FILE, as SVG; for later games to FILE-2 and so on' -r -F
complete -c reversi -n "__fish_reversi_using_subcommand analyze" -l from -d 'The format to read; without it the file\'s extension or its content tells' -r -f -a "transcript\t''
ggf\t''
sgf\t''
obf\t''
board\t''
wthor\t''
text-save\t''"
complete -c reversi -n "__fish_reversi_using_subcommand analyze" -l select -d 'Take only games that this holds for: number=3 (in the file), player=NAME, year=1980..1985 and so on as for convert; several must all hold' -r
complete -c reversi -n "__fish_reversi_using_subcommand analyze" -l level -d 'Look as far ahead as the bot of this level, 4 to 60' -r
complete -c reversi -n "__fish_reversi_using_subcommand analyze" -l depth -d 'Look so many plies ahead [default: 16]' -r
complete -c reversi -n "__fish_reversi_using_subcommand analyze" -l exact-from -d 'Find exact scores from so many empty squares on [default: 20]' -r
complete -c reversi -n "__fish_reversi_using_subcommand analyze" -l time -d 'Search each position at most so long: 2s, 500ms' -r
complete -c reversi -n "__fish_reversi_using_subcommand analyze" -l hash-mb -d 'Memory for the table of positions, in MiB' -r
complete -c reversi -n "__fish_reversi_using_subcommand analyze" -l threads -d 'Number of search threads of the engine of Reversi' -r
complete -c reversi -n "__fish_reversi_using_subcommand analyze" -l weights -d 'Let the engine of Reversi search with the weights of FILE, which `trainer` has made, instead of its own' -r -F
complete -c reversi -n "__fish_reversi_using_subcommand analyze" -l json -d 'Answer with one JSON object a game'
complete -c reversi -n "__fish_reversi_using_subcommand analyze" -l force -d 'Replace files of charts that are there'
complete -c reversi -n "__fish_reversi_using_subcommand analyze" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reversi -n "__fish_reversi_using_subcommand match" -l games -d 'Play at most so many games, an even number' -r
complete -c reversi -n "__fish_reversi_using_subcommand match" -l openings -d 'Begin with the games of FILE, transcripts like f5d6c3 or other records, instead of the openings built in' -r -F
complete -c reversi -n "__fish_reversi_using_subcommand match" -l plies -d 'Openings have so many plies: built in are all positions after 0 to 9 of them that differ, 8 plies unless given; of those in a file the first ones are taken' -r
complete -c reversi -n "__fish_reversi_using_subcommand match" -l even -d 'Take only openings that a search of 12 plies sees at most so many discs off even' -r
complete -c reversi -n "__fish_reversi_using_subcommand match" -l seed -d 'Choose openings by chance if there are more than needed, and let the chance of bots begin with N' -r
complete -c reversi -n "__fish_reversi_using_subcommand match" -s j -l parallel -d 'Play so many games at a time' -r
complete -c reversi -n "__fish_reversi_using_subcommand match" -l clock -d 'So much time a player for a game, and perhaps so much more a move: 60s, 1m+500ms' -r
complete -c reversi -n "__fish_reversi_using_subcommand match" -l move-time -d 'So much time a move: 500ms, 2s' -r
complete -c reversi -n "__fish_reversi_using_subcommand match" -l margin -d 'A move may take so much longer than the clock has' -r
complete -c reversi -n "__fish_reversi_using_subcommand match" -l timeout -d 'Wait so long for a program\'s answer, unless a clock says how long' -r
complete -c reversi -n "__fish_reversi_using_subcommand match" -l sprt -d 'End the match when it is decided, with an error of 5 %, whether A is better by ELO0 or ELO1' -r
complete -c reversi -n "__fish_reversi_using_subcommand match" -l out -d 'Write each game to OUT, which must not exist, as soon as it has ended: as GGF if OUT ends in .ggf, else a line of text' -r -F
complete -c reversi -n "__fish_reversi_using_subcommand match" -l log -d 'Add to FILE what programs are told and say, and what they write to standard error' -r -F
complete -c reversi -n "__fish_reversi_using_subcommand match" -l weights -d 'Let the engine of Reversi search with the weights of FILE, which `trainer` has made, instead of its own' -r -F
complete -c reversi -n "__fish_reversi_using_subcommand match" -l no-pin -d 'Don\'t keep each of several games at a time to a core of its own'
complete -c reversi -n "__fish_reversi_using_subcommand match" -l resume -d 'Go on with OUT where an earlier run with the same players and options has stopped'
complete -c reversi -n "__fish_reversi_using_subcommand match" -l json -d 'Answer with one JSON object a game, and one for all'
complete -c reversi -n "__fish_reversi_using_subcommand match" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reversi -n "__fish_reversi_using_subcommand convert" -l from -d 'The format to read; without it the file\'s extension or its content tells' -r -f -a "transcript\t''
ggf\t''
sgf\t''
obf\t''
board\t''
wthor\t''
text-save\t''"
complete -c reversi -n "__fish_reversi_using_subcommand convert" -l to -d 'The format to write; without it the extension of OUT tells, and to standard output and .txt files go transcripts' -r -f -a "transcript\t''
ggf\t''
sgf\t''
obf\t''
board\t''
wthor\t''
text-save\t''
svg\t''"
complete -c reversi -n "__fish_reversi_using_subcommand convert" -l select -d 'Take only records that this holds for: player=NAME, black=NAME, white=NAME, event=NAME (parts of names, in any case), year=1980..1985, result=black (white, draw, unknown), plies=60.., number=3 (in the file); several must all hold' -r
complete -c reversi -n "__fish_reversi_using_subcommand convert" -l plies -d 'Keep only the first N plies of each game' -r
complete -c reversi -n "__fish_reversi_using_subcommand convert" -l weights -d 'Let the engine of Reversi search with the weights of FILE, which `trainer` has made, instead of its own' -r -F
complete -c reversi -n "__fish_reversi_using_subcommand convert" -l stats -d 'Tell what there is in the records: results, lengths, years, players; without OUT nothing else is written'
complete -c reversi -n "__fish_reversi_using_subcommand convert" -l json -d 'Answer with one JSON object a record, or with --stats one for all'
complete -c reversi -n "__fish_reversi_using_subcommand convert" -l force -d 'Replace OUT if it is there'
complete -c reversi -n "__fish_reversi_using_subcommand convert" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reversi -n "__fish_reversi_using_subcommand gtp" -l level -d 'Play as strong as this level (1 to 60, human-like 4h to 12h, auto1 to auto3, or a time a move like 2s) where the partner doesn\'t say how strong' -r
complete -c reversi -n "__fish_reversi_using_subcommand gtp" -l hash-mb -d 'Memory for the table of positions, in MiB' -r
complete -c reversi -n "__fish_reversi_using_subcommand gtp" -l threads -d 'Number of search threads of the engine of Reversi' -r
complete -c reversi -n "__fish_reversi_using_subcommand gtp" -l seed -d 'Start chance from N, so that bots that leave something to it repeat themselves' -r
complete -c reversi -n "__fish_reversi_using_subcommand gtp" -l weights -d 'Let the engine of Reversi search with the weights of FILE, which `trainer` has made, instead of its own' -r -F
complete -c reversi -n "__fish_reversi_using_subcommand gtp" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reversi -n "__fish_reversi_using_subcommand nboard" -l level -d 'Play as strong as this level (1 to 60, human-like 4h to 12h, auto1 to auto3, or a time a move like 2s) where the partner doesn\'t say how strong' -r
complete -c reversi -n "__fish_reversi_using_subcommand nboard" -l hash-mb -d 'Memory for the table of positions, in MiB' -r
complete -c reversi -n "__fish_reversi_using_subcommand nboard" -l threads -d 'Number of search threads of the engine of Reversi' -r
complete -c reversi -n "__fish_reversi_using_subcommand nboard" -l seed -d 'Start chance from N, so that bots that leave something to it repeat themselves' -r
complete -c reversi -n "__fish_reversi_using_subcommand nboard" -l weights -d 'Let the engine of Reversi search with the weights of FILE, which `trainer` has made, instead of its own' -r -F
complete -c reversi -n "__fish_reversi_using_subcommand nboard" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reversi -n "__fish_reversi_using_subcommand ugi" -s g -l game -d 'Which game, as long as the partner doesn\'t choose another: rv Reversi, c4 Connect Four, co Complica, gr Gravity, qu Quarto' -r
complete -c reversi -n "__fish_reversi_using_subcommand ugi" -l level -d 'Play as strong as this level (1 to 60, human-like 4h to 12h, auto1 to auto3, or a time a move like 2s) where the partner doesn\'t say how strong' -r
complete -c reversi -n "__fish_reversi_using_subcommand ugi" -l hash-mb -d 'Memory for the table of positions, in MiB' -r
complete -c reversi -n "__fish_reversi_using_subcommand ugi" -l threads -d 'Number of search threads of the engine of Reversi' -r
complete -c reversi -n "__fish_reversi_using_subcommand ugi" -l seed -d 'Start chance from N, so that bots that leave something to it repeat themselves' -r
complete -c reversi -n "__fish_reversi_using_subcommand ugi" -l weights -d 'Let the engine of Reversi search with the weights of FILE, which `trainer` has made, instead of its own' -r -F
complete -c reversi -n "__fish_reversi_using_subcommand ugi" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reversi -n "__fish_reversi_using_subcommand help; and not __fish_seen_subcommand_from perft bench solve analyze match convert gtp nboard ugi help" -f -a "perft" -d 'Count the positions of Reversi so many plies from the start, a pass counting as a ply'
complete -c reversi -n "__fish_reversi_using_subcommand help; and not __fish_seen_subcommand_from perft bench solve analyze match convert gtp nboard ugi help" -f -a "bench" -d 'Search a fixed set of positions, and print how many positions were looked at and how fast'
complete -c reversi -n "__fish_reversi_using_subcommand help; and not __fish_seen_subcommand_from perft bench solve analyze match convert gtp nboard ugi help" -f -a "solve" -d 'Find the exact scores of positions, one a line, and check those that the file has'
complete -c reversi -n "__fish_reversi_using_subcommand help; and not __fish_seen_subcommand_from perft bench solve analyze match convert gtp nboard ugi help" -f -a "analyze" -d 'Judge the moves of recorded games: the best move, discs lost, mistakes, and a chart'
complete -c reversi -n "__fish_reversi_using_subcommand help; and not __fish_seen_subcommand_from perft bench solve analyze match convert gtp nboard ugi help" -f -a "match" -d 'Play a match between two players, bots or other programs, and tell how strong they are'
complete -c reversi -n "__fish_reversi_using_subcommand help; and not __fish_seen_subcommand_from perft bench solve analyze match convert gtp nboard ugi help" -f -a "convert" -d 'Convert game records from one format to another, or tell what there is in them'
complete -c reversi -n "__fish_reversi_using_subcommand help; and not __fish_seen_subcommand_from perft bench solve analyze match convert gtp nboard ugi help" -f -a "gtp" -d 'Play Othello for a program that speaks GTP, the Go Text Protocol, as Quarry and GoGui do'
complete -c reversi -n "__fish_reversi_using_subcommand help; and not __fish_seen_subcommand_from perft bench solve analyze match convert gtp nboard ugi help" -f -a "nboard" -d 'Play and analyze Othello for a program that speaks the protocol of NBoard, version 2'
complete -c reversi -n "__fish_reversi_using_subcommand help; and not __fish_seen_subcommand_from perft bench solve analyze match convert gtp nboard ugi help" -f -a "ugi" -d 'Play any of the games for a program that speaks UGI, the Universal Game Interface'
complete -c reversi -n "__fish_reversi_using_subcommand help; and not __fish_seen_subcommand_from perft bench solve analyze match convert gtp nboard ugi help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
