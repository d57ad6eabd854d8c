# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_trainer_global_optspecs
    string join \n end-with-input h/help V/version
end

function __fish_trainer_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_trainer_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_trainer_using_subcommand
    set -l cmd (__fish_trainer_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c trainer -n "__fish_trainer_needs_command" -l end-with-input -d 'Exit at the end of standard input, so that a stage doesn\'t outlive its parent'
complete -c trainer -n "__fish_trainer_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c trainer -n "__fish_trainer_needs_command" -s V -l version -d 'Print version'
complete -c trainer -n "__fish_trainer_needs_command" -f -a "selfplay" -d 'Play games of the engine against itself, and write one row per game'
complete -c trainer -n "__fish_trainer_needs_command" -f -a "label" -d 'Label the positions of games with target scores'
complete -c trainer -n "__fish_trainer_needs_command" -f -a "fit" -d 'Fit weights to labelled positions, and print the errors on held-out positions'
complete -c trainer -n "__fish_trainer_needs_command" -f -a "calibrate" -d 'Scale and shift the evaluation of each phase to match search results'
complete -c trainer -n "__fish_trainer_needs_command" -f -a "probcut" -d 'Measure the differences between shallow, deep and exact searches, for the `ProbCut` model'
complete -c trainer -n "__fish_trainer_needs_command" -f -a "fit-probcut" -d 'Fit the `ProbCut` model to searches, and store it in a weights file'
complete -c trainer -n "__fish_trainer_needs_command" -f -a "test" -d 'Measure the error of weights on held-out positions: against exact scores at 20 to 24 empty squares, and against deep searches at 28 to 56'
complete -c trainer -n "__fish_trainer_needs_command" -f -a "duel" -d 'Play a match between two weights files, and print the result'
complete -c trainer -n "__fish_trainer_needs_command" -f -a "merge" -d 'Merge the shards of games, positions, searches or errors into one file'
complete -c trainer -n "__fish_trainer_needs_command" -f -a "all" -d 'Run all stages on this machine: play, label and fit, for several generations'
complete -c trainer -n "__fish_trainer_needs_command" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c trainer -n "__fish_trainer_using_subcommand selfplay" -l games -d 'Number of games, in all shards together' -r
complete -c trainer -n "__fish_trainer_using_subcommand selfplay" -l seed -d 'Random seed; each one gives different games' -r
complete -c trainer -n "__fish_trainer_using_subcommand selfplay" -l depth -d 'Search depth of the players, in plies' -r
complete -c trainer -n "__fish_trainer_using_subcommand selfplay" -l exact-from -d 'Number of empty squares from which play is exact' -r
complete -c trainer -n "__fish_trainer_using_subcommand selfplay" -l end-from -d 'Number of empty squares from which searches reach the end of the game, at 95 % selectivity' -r
complete -c trainer -n "__fish_trainer_using_subcommand selfplay" -l shard -d 'Do every N-th task, starting with task I [default: the shard in `$HQ_ENTRY`, else all]' -r
complete -c trainer -n "__fish_trainer_using_subcommand selfplay" -l out -d 'Output file, a new one; {shard} in its name stands for the shard, like 2-of-8' -r -F
complete -c trainer -n "__fish_trainer_using_subcommand selfplay" -l threads -d 'Number of threads [default: one for each processor]' -r
complete -c trainer -n "__fish_trainer_using_subcommand selfplay" -l weights -d 'Evaluate with the weights in FILE instead of the shipped ones' -r -F
complete -c trainer -n "__fish_trainer_using_subcommand selfplay" -l resume -d 'Continue an interrupted run with the same options, from FILE'
complete -c trainer -n "__fish_trainer_using_subcommand selfplay" -l blank -d 'Evaluate with all-zero weights, the starting point of training'
complete -c trainer -n "__fish_trainer_using_subcommand selfplay" -l end-with-input -d 'Exit at the end of standard input, so that a stage doesn\'t outlive its parent'
complete -c trainer -n "__fish_trainer_using_subcommand selfplay" -s h -l help -d 'Print help'
complete -c trainer -n "__fish_trainer_using_subcommand label" -l exact-from -d 'Maximum number of empty squares of positions to solve, unless the game already has' -r
complete -c trainer -n "__fish_trainer_using_subcommand label" -l depth -d 'Search depth for the other positions, which counts for half of their label; 0 for none' -r
complete -c trainer -n "__fish_trainer_using_subcommand label" -l search-part -d 'Share of the player\'s expected score in a label, 0 to 1; the rest is the result of the game' -r
complete -c trainer -n "__fish_trainer_using_subcommand label" -l shard -d 'Do every N-th task, starting with task I [default: the shard in `$HQ_ENTRY`, else all]' -r
complete -c trainer -n "__fish_trainer_using_subcommand label" -l out -d 'Output file, a new one; {shard} in its name stands for the shard, like 2-of-8' -r -F
complete -c trainer -n "__fish_trainer_using_subcommand label" -l threads -d 'Number of threads [default: one for each processor]' -r
complete -c trainer -n "__fish_trainer_using_subcommand label" -l weights -d 'Evaluate with the weights in FILE instead of the shipped ones' -r -F
complete -c trainer -n "__fish_trainer_using_subcommand label" -l resume -d 'Continue an interrupted run with the same options, from FILE'
complete -c trainer -n "__fish_trainer_using_subcommand label" -l blank -d 'Evaluate with all-zero weights, the starting point of training'
complete -c trainer -n "__fish_trainer_using_subcommand label" -l end-with-input -d 'Exit at the end of standard input, so that a stage doesn\'t outlive its parent'
complete -c trainer -n "__fish_trainer_using_subcommand label" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c trainer -n "__fish_trainer_using_subcommand fit" -l out -d 'Output file for the weights; an existing one is replaced atomically' -r -F
complete -c trainer -n "__fish_trainer_using_subcommand fit" -l chart -d 'Draw the errors by number of empty squares to FILE, as SVG' -r -F
complete -c trainer -n "__fish_trainer_using_subcommand fit" -l ridge -d 'Ridge (L2) strength of the joint fit of all phases: a weight with this many occurrences is halved' -r
complete -c trainer -n "__fish_trainer_using_subcommand fit" -l tie -d 'Ridge (L2) strength that ties each phase to the joint fit, or with --go-on to the initial weights' -r
complete -c trainer -n "__fish_trainer_using_subcommand fit" -l steps -d 'Maximum number of steps per fit; it stops earlier when held-out errors no longer fall' -r
complete -c trainer -n "__fish_trainer_using_subcommand fit" -l threads -d 'Number of threads [default: one for each processor]' -r
complete -c trainer -n "__fish_trainer_using_subcommand fit" -l weights -d 'Evaluate with the weights in FILE instead of the shipped ones' -r -F
complete -c trainer -n "__fish_trainer_using_subcommand fit" -l go-on -d 'Start from the weights of --weights, or from the shipped ones, instead of from zero'
complete -c trainer -n "__fish_trainer_using_subcommand fit" -l blank -d 'Evaluate with all-zero weights, the starting point of training'
complete -c trainer -n "__fish_trainer_using_subcommand fit" -l end-with-input -d 'Exit at the end of standard input, so that a stage doesn\'t outlive its parent'
complete -c trainer -n "__fish_trainer_using_subcommand fit" -s h -l help -d 'Print help'
complete -c trainer -n "__fish_trainer_using_subcommand calibrate" -l out -d 'Output file for the weights, possibly the input; an existing one is replaced atomically' -r -F
complete -c trainer -n "__fish_trainer_using_subcommand calibrate" -l threads -d 'Number of threads [default: one for each processor]' -r
complete -c trainer -n "__fish_trainer_using_subcommand calibrate" -l weights -d 'Evaluate with the weights in FILE instead of the shipped ones' -r -F
complete -c trainer -n "__fish_trainer_using_subcommand calibrate" -l blank -d 'Evaluate with all-zero weights, the starting point of training'
complete -c trainer -n "__fish_trainer_using_subcommand calibrate" -l end-with-input -d 'Exit at the end of standard input, so that a stage doesn\'t outlive its parent'
complete -c trainer -n "__fish_trainer_using_subcommand calibrate" -s h -l help -d 'Print help'
complete -c trainer -n "__fish_trainer_using_subcommand probcut" -l positions -d 'Number of positions for each of 8, 12, 16 ... 56 empty squares, in all shards together' -r
complete -c trainer -n "__fish_trainer_using_subcommand probcut" -l seed -d 'Random seed; each one gives different positions' -r
complete -c trainer -n "__fish_trainer_using_subcommand probcut" -l depth -d 'Maximum search depth, in plies' -r
complete -c trainer -n "__fish_trainer_using_subcommand probcut" -l shard -d 'Do every N-th task, starting with task I [default: the shard in `$HQ_ENTRY`, else all]' -r
complete -c trainer -n "__fish_trainer_using_subcommand probcut" -l out -d 'Output file, a new one; {shard} in its name stands for the shard, like 2-of-8' -r -F
complete -c trainer -n "__fish_trainer_using_subcommand probcut" -l threads -d 'Number of threads [default: one for each processor]' -r
complete -c trainer -n "__fish_trainer_using_subcommand probcut" -l weights -d 'Evaluate with the weights in FILE instead of the shipped ones' -r -F
complete -c trainer -n "__fish_trainer_using_subcommand probcut" -l resume -d 'Continue an interrupted run with the same options, from FILE'
complete -c trainer -n "__fish_trainer_using_subcommand probcut" -l blank -d 'Evaluate with all-zero weights, the starting point of training'
complete -c trainer -n "__fish_trainer_using_subcommand probcut" -l end-with-input -d 'Exit at the end of standard input, so that a stage doesn\'t outlive its parent'
complete -c trainer -n "__fish_trainer_using_subcommand probcut" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c trainer -n "__fish_trainer_using_subcommand fit-probcut" -l weights -d 'Weights file to add the model to' -r -F
complete -c trainer -n "__fish_trainer_using_subcommand fit-probcut" -l out -d 'Output file for the weights, possibly the input; an existing one is replaced atomically' -r -F
complete -c trainer -n "__fish_trainer_using_subcommand fit-probcut" -l end-with-input -d 'Exit at the end of standard input, so that a stage doesn\'t outlive its parent'
complete -c trainer -n "__fish_trainer_using_subcommand fit-probcut" -s h -l help -d 'Print help'
complete -c trainer -n "__fish_trainer_using_subcommand test" -l exact -d 'Number of positions to solve for each of 20 to 24 empty squares, in all shards together' -r
complete -c trainer -n "__fish_trainer_using_subcommand test" -l midgame -d 'Number of positions to search 20 plies deep for each of 28, 32 ... 56 empty squares, in all shards together' -r
complete -c trainer -n "__fish_trainer_using_subcommand test" -l shard -d 'Do every N-th task, starting with task I [default: the shard in `$HQ_ENTRY`, else all]' -r
complete -c trainer -n "__fish_trainer_using_subcommand test" -l out -d 'Output file, a new one; {shard} in its name stands for the shard, like 2-of-8' -r -F
complete -c trainer -n "__fish_trainer_using_subcommand test" -l threads -d 'Number of threads [default: one for each processor]' -r
complete -c trainer -n "__fish_trainer_using_subcommand test" -l weights -d 'Evaluate with the weights in FILE instead of the shipped ones' -r -F
complete -c trainer -n "__fish_trainer_using_subcommand test" -l resume -d 'Continue an interrupted run with the same options, from FILE'
complete -c trainer -n "__fish_trainer_using_subcommand test" -l blank -d 'Evaluate with all-zero weights, the starting point of training'
complete -c trainer -n "__fish_trainer_using_subcommand test" -l end-with-input -d 'Exit at the end of standard input, so that a stage doesn\'t outlive its parent'
complete -c trainer -n "__fish_trainer_using_subcommand test" -s h -l help -d 'Print help'
complete -c trainer -n "__fish_trainer_using_subcommand duel" -l former -d 'Weights file of the opponent' -r -F
complete -c trainer -n "__fish_trainer_using_subcommand duel" -l openings -d 'Number of openings of eight plies; each is played twice, with colours reversed' -r
complete -c trainer -n "__fish_trainer_using_subcommand duel" -l depth -d 'Search depth of the players, in plies' -r
complete -c trainer -n "__fish_trainer_using_subcommand duel" -l exact-from -d 'Number of empty squares from which play is exact' -r
complete -c trainer -n "__fish_trainer_using_subcommand duel" -l time -d 'Time limit per move instead of a depth, like 100ms or 2s; the games are then not reproducible' -r
complete -c trainer -n "__fish_trainer_using_subcommand duel" -l out -d 'Output file for the games, a new one' -r -F
complete -c trainer -n "__fish_trainer_using_subcommand duel" -l threads -d 'Number of threads [default: one for each processor]' -r
complete -c trainer -n "__fish_trainer_using_subcommand duel" -l weights -d 'Evaluate with the weights in FILE instead of the shipped ones' -r -F
complete -c trainer -n "__fish_trainer_using_subcommand duel" -l resume -d 'Continue an interrupted run with the same options, from GAMES'
complete -c trainer -n "__fish_trainer_using_subcommand duel" -l blank -d 'Evaluate with all-zero weights, the starting point of training'
complete -c trainer -n "__fish_trainer_using_subcommand duel" -l end-with-input -d 'Exit at the end of standard input, so that a stage doesn\'t outlive its parent'
complete -c trainer -n "__fish_trainer_using_subcommand duel" -s h -l help -d 'Print help'
complete -c trainer -n "__fish_trainer_using_subcommand merge" -l out -d 'Output file, a new one' -r -F
complete -c trainer -n "__fish_trainer_using_subcommand merge" -l end-with-input -d 'Exit at the end of standard input, so that a stage doesn\'t outlive its parent'
complete -c trainer -n "__fish_trainer_using_subcommand merge" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c trainer -n "__fish_trainer_using_subcommand all" -l hours -d 'Approximate running time in hours' -r
complete -c trainer -n "__fish_trainer_using_subcommand all" -l folder -d 'Folder for all files; created if missing' -r -F
complete -c trainer -n "__fish_trainer_using_subcommand all" -l seed -d 'Random seed; each one gives different games' -r
complete -c trainer -n "__fish_trainer_using_subcommand all" -l from -d 'Evaluation of the first generation: blank (all zero), shipped, or a weights file' -r -F
complete -c trainer -n "__fish_trainer_using_subcommand all" -l label-exact-from -d 'Maximum number of empty squares of positions to solve for their labels; each further square is expensive' -r
complete -c trainer -n "__fish_trainer_using_subcommand all" -l label-depth -d 'Search depth for the labels of other positions; 0 takes labels from the games alone, which leaves time for more games' -r
complete -c trainer -n "__fish_trainer_using_subcommand all" -l generations -d 'Number of generations [default: as many as fit in the time]' -r
complete -c trainer -n "__fish_trainer_using_subcommand all" -l threads -d 'Number of threads [default: one for each processor]' -r
complete -c trainer -n "__fish_trainer_using_subcommand all" -l end-with-input -d 'Exit at the end of standard input, so that a stage doesn\'t outlive its parent'
complete -c trainer -n "__fish_trainer_using_subcommand all" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c trainer -n "__fish_trainer_using_subcommand help; and not __fish_seen_subcommand_from selfplay label fit calibrate probcut fit-probcut test duel merge all help" -f -a "selfplay" -d 'Play games of the engine against itself, and write one row per game'
complete -c trainer -n "__fish_trainer_using_subcommand help; and not __fish_seen_subcommand_from selfplay label fit calibrate probcut fit-probcut test duel merge all help" -f -a "label" -d 'Label the positions of games with target scores'
complete -c trainer -n "__fish_trainer_using_subcommand help; and not __fish_seen_subcommand_from selfplay label fit calibrate probcut fit-probcut test duel merge all help" -f -a "fit" -d 'Fit weights to labelled positions, and print the errors on held-out positions'
complete -c trainer -n "__fish_trainer_using_subcommand help; and not __fish_seen_subcommand_from selfplay label fit calibrate probcut fit-probcut test duel merge all help" -f -a "calibrate" -d 'Scale and shift the evaluation of each phase to match search results'
complete -c trainer -n "__fish_trainer_using_subcommand help; and not __fish_seen_subcommand_from selfplay label fit calibrate probcut fit-probcut test duel merge all help" -f -a "probcut" -d 'Measure the differences between shallow, deep and exact searches, for the `ProbCut` model'
complete -c trainer -n "__fish_trainer_using_subcommand help; and not __fish_seen_subcommand_from selfplay label fit calibrate probcut fit-probcut test duel merge all help" -f -a "fit-probcut" -d 'Fit the `ProbCut` model to searches, and store it in a weights file'
complete -c trainer -n "__fish_trainer_using_subcommand help; and not __fish_seen_subcommand_from selfplay label fit calibrate probcut fit-probcut test duel merge all help" -f -a "test" -d 'Measure the error of weights on held-out positions: against exact scores at 20 to 24 empty squares, and against deep searches at 28 to 56'
complete -c trainer -n "__fish_trainer_using_subcommand help; and not __fish_seen_subcommand_from selfplay label fit calibrate probcut fit-probcut test duel merge all help" -f -a "duel" -d 'Play a match between two weights files, and print the result'
complete -c trainer -n "__fish_trainer_using_subcommand help; and not __fish_seen_subcommand_from selfplay label fit calibrate probcut fit-probcut test duel merge all help" -f -a "merge" -d 'Merge the shards of games, positions, searches or errors into one file'
complete -c trainer -n "__fish_trainer_using_subcommand help; and not __fish_seen_subcommand_from selfplay label fit calibrate probcut fit-probcut test duel merge all help" -f -a "all" -d 'Run all stages on this machine: play, label and fit, for several generations'
complete -c trainer -n "__fish_trainer_using_subcommand help; and not __fish_seen_subcommand_from selfplay label fit calibrate probcut fit-probcut test duel merge all help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
