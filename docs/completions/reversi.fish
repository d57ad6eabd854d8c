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

complete -c reversi -n "__fish_reversi_needs_command" -s g -l game -d 'Game to play, by its name or code: rv, c4, co, gr or qu' -r -f -a "reversi\t'Outflank discs in any direction to flip them; most discs win.'
connect-four\t'Drop counters into seven columns; four in a line win.'
complica\t'Drop counters; a full column pushes one out; four in a line win.'
gravity\t'Counters slide to the nearest side; four in a line win.'
quarto\t'Place the piece you are given; four that share a trait win.'"
complete -c reversi -n "__fish_reversi_needs_command" -s u -l ui -d 'User interface: the prompt, a full-screen board, or a window' -r -f -a "console\t'The prompt'
screen\t'A full-screen board in the terminal'
window\t'A desktop window'"
complete -c reversi -n "__fish_reversi_needs_command" -s x -l dimX -d 'Columns of the board, 4 to 26 (Gravity; default 10)' -r
complete -c reversi -n "__fish_reversi_needs_command" -s y -l dimY -d 'Rows of the board, 4 to 26 (Gravity; default 10)' -r
complete -c reversi -n "__fish_reversi_needs_command" -l names -d 'Names of the first and the second player' -r
complete -c reversi -n "__fish_reversi_needs_command" -l seed -d 'Set the random seed, which makes a run reproducible' -r
complete -c reversi -n "__fish_reversi_needs_command" -l color -d 'When to use colour' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` or `TERM=dumb` forbids it; anywhere with `CLICOLOR_FORCE`'
always\t'Everywhere'
never\t'Nowhere'"
complete -c reversi -n "__fish_reversi_needs_command" -l theme -d 'Set the colours of the full-screen board' -r -f -a "dark\t''
light\t''
high-contrast\t''
color-blind\t''
mono\t''"
complete -c reversi -n "__fish_reversi_needs_command" -l weights -d 'Evaluate Reversi positions with the weights in FILE (from `trainer`)' -r -F
complete -c reversi -n "__fish_reversi_needs_command" -l data-dir -d 'Folder for saves, ranking and autosave' -r -F
complete -c reversi -n "__fish_reversi_needs_command" -l lines-only -d 'Let only rows, columns and diagonals win, and no 2x2 squares (Quarto)'
complete -c reversi -n "__fish_reversi_needs_command" -l json -d 'Print one JSON object per command'
complete -c reversi -n "__fish_reversi_needs_command" -l strict -d 'Stop at the first error'
complete -c reversi -n "__fish_reversi_needs_command" -l resume -d 'Continue the last unfinished game'
complete -c reversi -n "__fish_reversi_needs_command" -l ascii -d 'Use only ASCII in output'
complete -c reversi -n "__fish_reversi_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reversi -n "__fish_reversi_needs_command" -s V -l version -d 'Print version'
complete -c reversi -n "__fish_reversi_needs_command" -a "perft" -d 'Count the Reversi positions at each depth from the start; a pass counts as a ply'
complete -c reversi -n "__fish_reversi_needs_command" -a "bench" -d 'Search a fixed set of positions and print node counts and times'
complete -c reversi -n "__fish_reversi_needs_command" -a "solve" -d 'Find the exact scores of positions, and check the scores given in the file'
complete -c reversi -n "__fish_reversi_needs_command" -a "analyze" -d 'Judge the moves of recorded games: best moves, discs lost, mistakes, and a chart'
complete -c reversi -n "__fish_reversi_needs_command" -a "match" -d 'Play a match between two players, bots or other programs, and estimate their relative strength'
complete -c reversi -n "__fish_reversi_needs_command" -a "convert" -d 'Convert game records between formats, or print statistics about them'
complete -c reversi -n "__fish_reversi_needs_command" -a "gtp" -d 'Play Othello for a GTP client (Go Text Protocol), such as Quarry or GoGui'
complete -c reversi -n "__fish_reversi_needs_command" -a "nboard" -d 'Play and analyze Othello for a client of the NBoard protocol, version 2'
complete -c reversi -n "__fish_reversi_needs_command" -a "ugi" -d 'Play any of the games for a UGI client (Universal Game Interface)'
complete -c reversi -n "__fish_reversi_needs_command" -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c reversi -n "__fish_reversi_using_subcommand perft" -l threads -d 'Number of threads' -r
complete -c reversi -n "__fish_reversi_using_subcommand perft" -l hash-mb -d 'Memory for a table of counts in MiB, which makes deep counts much faster; 0 for none' -r
complete -c reversi -n "__fish_reversi_using_subcommand perft" -l weights -d 'Evaluate Reversi positions with the weights in FILE (from `trainer`)' -r -F
complete -c reversi -n "__fish_reversi_using_subcommand perft" -l json -d 'Print one JSON object per depth'
complete -c reversi -n "__fish_reversi_using_subcommand perft" -s h -l help -d 'Print help'
complete -c reversi -n "__fish_reversi_using_subcommand bench" -l threads -d 'Number of search threads' -r
complete -c reversi -n "__fish_reversi_using_subcommand bench" -l weights -d 'Evaluate Reversi positions with the weights in FILE (from `trainer`)' -r -F
complete -c reversi -n "__fish_reversi_using_subcommand bench" -l json -d 'Print one JSON object per position, and one with the totals'
complete -c reversi -n "__fish_reversi_using_subcommand bench" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reversi -n "__fish_reversi_using_subcommand solve" -s g -l game -d 'Game, by its name or code: rv or c4' -r -f -a "reversi\t'Outflank discs in any direction to flip them; most discs win.'
connect-four\t'Drop counters into seven columns; four in a line win.'"
complete -c reversi -n "__fish_reversi_using_subcommand solve" -l moves -d 'Print the score of every legal move, best first (Reversi)' -r -f -a "all\t''"
complete -c reversi -n "__fish_reversi_using_subcommand solve" -l hash-mb -d 'Memory for the transposition table, in MiB' -r
complete -c reversi -n "__fish_reversi_using_subcommand solve" -l threads -d 'Number of search threads (Reversi)' -r
complete -c reversi -n "__fish_reversi_using_subcommand solve" -l shard -d 'Solve every N-th line, starting with line I; rows keep their line numbers' -r
complete -c reversi -n "__fish_reversi_using_subcommand solve" -l out -d 'Write the rows to OUT, a new file, instead of standard output' -r -F
complete -c reversi -n "__fish_reversi_using_subcommand solve" -l entry -d 'Position to solve, instead of a file' -r
complete -c reversi -n "__fish_reversi_using_subcommand solve" -l weights -d 'Evaluate Reversi positions with the weights in FILE (from `trainer`)' -r -F
complete -c reversi -n "__fish_reversi_using_subcommand solve" -l json -d 'Print one JSON object per position'
complete -c reversi -n "__fish_reversi_using_subcommand solve" -l wld -d 'Solve for win, draw or loss only, which is faster (Reversi)'
complete -c reversi -n "__fish_reversi_using_subcommand solve" -l stable -d 'Omit times and solve each position with an empty table, so that rows are reproducible'
complete -c reversi -n "__fish_reversi_using_subcommand solve" -l resume -d 'Continue an interrupted run with the same input and options, from OUT'
complete -c reversi -n "__fish_reversi_using_subcommand solve" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reversi -n "__fish_reversi_using_subcommand analyze" -l svg -d 'Draw the score after each ply to FILE, as SVG; later games go to FILE-2 and so on' -r -F
complete -c reversi -n "__fish_reversi_using_subcommand analyze" -l from -d 'Input format [default: by extension or content]' -r -f -a "transcript\t''
ggf\t''
sgf\t''
obf\t''
board\t''
wthor\t''
text-save\t''"
complete -c reversi -n "__fish_reversi_using_subcommand analyze" -l select -d 'Select games: number=3 (in the file), player=NAME, year=1980..1985 and so on, as in convert; several conditions must all hold' -r
complete -c reversi -n "__fish_reversi_using_subcommand analyze" -l level -d 'Search as deep as the bot of this level, 4 to 60' -r
complete -c reversi -n "__fish_reversi_using_subcommand analyze" -l depth -d 'Search depth in plies [default: 16]' -r
complete -c reversi -n "__fish_reversi_using_subcommand analyze" -l exact-from -d 'Number of empty squares from which scores are exact [default: 20]' -r
complete -c reversi -n "__fish_reversi_using_subcommand analyze" -l time -d 'Time limit per position: 2s, 500ms' -r
complete -c reversi -n "__fish_reversi_using_subcommand analyze" -l hash-mb -d 'Memory for the transposition table, in MiB' -r
complete -c reversi -n "__fish_reversi_using_subcommand analyze" -l threads -d 'Number of search threads (Reversi)' -r
complete -c reversi -n "__fish_reversi_using_subcommand analyze" -l weights -d 'Evaluate Reversi positions with the weights in FILE (from `trainer`)' -r -F
complete -c reversi -n "__fish_reversi_using_subcommand analyze" -l json -d 'Print one JSON object per game'
complete -c reversi -n "__fish_reversi_using_subcommand analyze" -l force -d 'Overwrite existing charts'
complete -c reversi -n "__fish_reversi_using_subcommand analyze" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reversi -n "__fish_reversi_using_subcommand match" -l games -d 'Maximum number of games, even' -r
complete -c reversi -n "__fish_reversi_using_subcommand match" -l openings -d 'File of openings, as transcripts like f5d6c3 or other records [default: built in]' -r -F
complete -c reversi -n "__fish_reversi_using_subcommand match" -l plies -d 'Length of the openings in plies: 0 to 9 for the built-in ones [default: 8]; openings from a file are cut to this length' -r
complete -c reversi -n "__fish_reversi_using_subcommand match" -l even -d 'Maximum imbalance of an opening in discs, by a search of 12 plies' -r
complete -c reversi -n "__fish_reversi_using_subcommand match" -l seed -d 'Set the random seed of the bots, and choose openings at random' -r
complete -c reversi -n "__fish_reversi_using_subcommand match" -s j -l parallel -d 'Number of games at a time' -r
complete -c reversi -n "__fish_reversi_using_subcommand match" -l clock -d 'Clock of each player: time per game, and optional increment per move: 60s, 1m+500ms' -r
complete -c reversi -n "__fish_reversi_using_subcommand match" -l move-time -d 'Time limit per move: 500ms, 2s' -r
complete -c reversi -n "__fish_reversi_using_subcommand match" -l margin -d 'Grace period after a clock runs out' -r
complete -c reversi -n "__fish_reversi_using_subcommand match" -l timeout -d 'Time limit for a program\'s answer when there is no clock' -r
complete -c reversi -n "__fish_reversi_using_subcommand match" -l sprt -d 'Stop when a sequential test (5 % error) decides between Elo differences ELO0 and ELO1' -r
complete -c reversi -n "__fish_reversi_using_subcommand match" -l out -d 'Write each finished game to OUT, a new file: as GGF if OUT ends in .ggf, else as a line of text' -r -F
complete -c reversi -n "__fish_reversi_using_subcommand match" -l log -d 'Append the dialogue with programs, and their standard error, to FILE' -r -F
complete -c reversi -n "__fish_reversi_using_subcommand match" -l weights -d 'Evaluate Reversi positions with the weights in FILE (from `trainer`)' -r -F
complete -c reversi -n "__fish_reversi_using_subcommand match" -l no-pin -d 'Don\'t pin each parallel game to one core'
complete -c reversi -n "__fish_reversi_using_subcommand match" -l resume -d 'Continue an interrupted run with the same players and options, from OUT'
complete -c reversi -n "__fish_reversi_using_subcommand match" -l json -d 'Print one JSON object per game, and one with the totals'
complete -c reversi -n "__fish_reversi_using_subcommand match" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reversi -n "__fish_reversi_using_subcommand convert" -l from -d 'Input format [default: by extension or content]' -r -f -a "transcript\t''
ggf\t''
sgf\t''
obf\t''
board\t''
wthor\t''
text-save\t''"
complete -c reversi -n "__fish_reversi_using_subcommand convert" -l to -d 'Output format [default: by the extension of OUT; transcripts for .txt and standard output]' -r -f -a "transcript\t''
ggf\t''
sgf\t''
obf\t''
board\t''
wthor\t''
text-save\t''
svg\t''"
complete -c reversi -n "__fish_reversi_using_subcommand convert" -l select -d 'Select records: player=NAME, black=NAME, white=NAME, event=NAME (part of a name, in any case), year=1980..1985, result=black (white, draw, unknown), plies=60.., number=3 (in the file); several conditions must all hold' -r
complete -c reversi -n "__fish_reversi_using_subcommand convert" -l plies -d 'Keep only the first N plies of each game' -r
complete -c reversi -n "__fish_reversi_using_subcommand convert" -l weights -d 'Evaluate Reversi positions with the weights in FILE (from `trainer`)' -r -F
complete -c reversi -n "__fish_reversi_using_subcommand convert" -l stats -d 'Print statistics: results, lengths, years, players; without OUT, nothing is converted'
complete -c reversi -n "__fish_reversi_using_subcommand convert" -l json -d 'Print one JSON object per record, or one with the statistics (with --stats)'
complete -c reversi -n "__fish_reversi_using_subcommand convert" -l force -d 'Overwrite OUT if it exists'
complete -c reversi -n "__fish_reversi_using_subcommand convert" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reversi -n "__fish_reversi_using_subcommand gtp" -l level -d 'Level unless the client sets one: 1 to 60, human-like 4h to 12h, auto1 to auto3, or a time limit per move like 2s' -r
complete -c reversi -n "__fish_reversi_using_subcommand gtp" -l hash-mb -d 'Memory for the transposition table, in MiB' -r
complete -c reversi -n "__fish_reversi_using_subcommand gtp" -l threads -d 'Number of search threads (Reversi)' -r
complete -c reversi -n "__fish_reversi_using_subcommand gtp" -l seed -d 'Set the random seed, which makes randomised bots reproducible' -r
complete -c reversi -n "__fish_reversi_using_subcommand gtp" -l weights -d 'Evaluate Reversi positions with the weights in FILE (from `trainer`)' -r -F
complete -c reversi -n "__fish_reversi_using_subcommand gtp" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reversi -n "__fish_reversi_using_subcommand nboard" -l level -d 'Level unless the client sets one: 1 to 60, human-like 4h to 12h, auto1 to auto3, or a time limit per move like 2s' -r
complete -c reversi -n "__fish_reversi_using_subcommand nboard" -l hash-mb -d 'Memory for the transposition table, in MiB' -r
complete -c reversi -n "__fish_reversi_using_subcommand nboard" -l threads -d 'Number of search threads (Reversi)' -r
complete -c reversi -n "__fish_reversi_using_subcommand nboard" -l seed -d 'Set the random seed, which makes randomised bots reproducible' -r
complete -c reversi -n "__fish_reversi_using_subcommand nboard" -l weights -d 'Evaluate Reversi positions with the weights in FILE (from `trainer`)' -r -F
complete -c reversi -n "__fish_reversi_using_subcommand nboard" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reversi -n "__fish_reversi_using_subcommand ugi" -s g -l game -d 'Game unless the client sets one, by its name or code: rv, c4, co, gr or qu' -r -f -a "reversi\t'Outflank discs in any direction to flip them; most discs win.'
connect-four\t'Drop counters into seven columns; four in a line win.'
complica\t'Drop counters; a full column pushes one out; four in a line win.'
gravity\t'Counters slide to the nearest side; four in a line win.'
quarto\t'Place the piece you are given; four that share a trait win.'"
complete -c reversi -n "__fish_reversi_using_subcommand ugi" -l level -d 'Level unless the client sets one: 1 to 60, human-like 4h to 12h, auto1 to auto3, or a time limit per move like 2s' -r
complete -c reversi -n "__fish_reversi_using_subcommand ugi" -l hash-mb -d 'Memory for the transposition table, in MiB' -r
complete -c reversi -n "__fish_reversi_using_subcommand ugi" -l threads -d 'Number of search threads (Reversi)' -r
complete -c reversi -n "__fish_reversi_using_subcommand ugi" -l seed -d 'Set the random seed, which makes randomised bots reproducible' -r
complete -c reversi -n "__fish_reversi_using_subcommand ugi" -l weights -d 'Evaluate Reversi positions with the weights in FILE (from `trainer`)' -r -F
complete -c reversi -n "__fish_reversi_using_subcommand ugi" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reversi -n "__fish_reversi_using_subcommand help; and not __fish_seen_subcommand_from perft bench solve analyze match convert gtp nboard ugi help" -f -a "perft" -d 'Count the Reversi positions at each depth from the start; a pass counts as a ply'
complete -c reversi -n "__fish_reversi_using_subcommand help; and not __fish_seen_subcommand_from perft bench solve analyze match convert gtp nboard ugi help" -f -a "bench" -d 'Search a fixed set of positions and print node counts and times'
complete -c reversi -n "__fish_reversi_using_subcommand help; and not __fish_seen_subcommand_from perft bench solve analyze match convert gtp nboard ugi help" -f -a "solve" -d 'Find the exact scores of positions, and check the scores given in the file'
complete -c reversi -n "__fish_reversi_using_subcommand help; and not __fish_seen_subcommand_from perft bench solve analyze match convert gtp nboard ugi help" -f -a "analyze" -d 'Judge the moves of recorded games: best moves, discs lost, mistakes, and a chart'
complete -c reversi -n "__fish_reversi_using_subcommand help; and not __fish_seen_subcommand_from perft bench solve analyze match convert gtp nboard ugi help" -f -a "match" -d 'Play a match between two players, bots or other programs, and estimate their relative strength'
complete -c reversi -n "__fish_reversi_using_subcommand help; and not __fish_seen_subcommand_from perft bench solve analyze match convert gtp nboard ugi help" -f -a "convert" -d 'Convert game records between formats, or print statistics about them'
complete -c reversi -n "__fish_reversi_using_subcommand help; and not __fish_seen_subcommand_from perft bench solve analyze match convert gtp nboard ugi help" -f -a "gtp" -d 'Play Othello for a GTP client (Go Text Protocol), such as Quarry or GoGui'
complete -c reversi -n "__fish_reversi_using_subcommand help; and not __fish_seen_subcommand_from perft bench solve analyze match convert gtp nboard ugi help" -f -a "nboard" -d 'Play and analyze Othello for a client of the NBoard protocol, version 2'
complete -c reversi -n "__fish_reversi_using_subcommand help; and not __fish_seen_subcommand_from perft bench solve analyze match convert gtp nboard ugi help" -f -a "ugi" -d 'Play any of the games for a UGI client (Universal Game Interface)'
complete -c reversi -n "__fish_reversi_using_subcommand help; and not __fish_seen_subcommand_from perft bench solve analyze match convert gtp nboard ugi help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
