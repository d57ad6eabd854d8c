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

complete -c trainer -n "__fish_trainer_needs_command" -l end-with-input -d 'End when standard input does: so a stage doesn\'t outlive the program that started it'
complete -c trainer -n "__fish_trainer_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c trainer -n "__fish_trainer_needs_command" -s V -l version -d 'Print version'
complete -c trainer -n "__fish_trainer_needs_command" -f -a "selfplay" -d 'Play games of the engine against itself, and write them to a file, a row each'
complete -c trainer -n "__fish_trainer_needs_command" -f -a "label" -d 'Give the positions of games the scores that the evaluation is to find'
complete -c trainer -n "__fish_trainer_needs_command" -f -a "fit" -d 'Fit weights to labelled positions, and tell how far they are off in those that were held out'
complete -c trainer -n "__fish_trainer_needs_command" -f -a "calibrate" -d 'Stretch and shift the scores of each phase of the game to what searches find, and write the weights again: those of positions far from the end lean to 0'
complete -c trainer -n "__fish_trainer_needs_command" -f -a "probcut" -d 'Measure how far shallow searches are from deeper ones and from exact scores, for the model of `ProbCut`'
complete -c trainer -n "__fish_trainer_needs_command" -f -a "fit-probcut" -d 'Fit the model of `ProbCut` to searches, and write weights again with it'
complete -c trainer -n "__fish_trainer_needs_command" -f -a "test" -d 'Tell how far weights are off in positions that were held out: from exact scores with 20 to 24 empty squares, and from deep searches with 28 to 56'
complete -c trainer -n "__fish_trainer_needs_command" -f -a "duel" -d 'Let weights play against others, and tell the points'
complete -c trainer -n "__fish_trainer_needs_command" -f -a "merge" -d 'Put the shards of games, positions, searches or errors into one file: the one that a run without shards would have written'
complete -c trainer -n "__fish_trainer_needs_command" -f -a "all" -d 'Do all of it on this machine: play, label and fit, generation after generation'
complete -c trainer -n "__fish_trainer_needs_command" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c trainer -n "__fish_trainer_using_subcommand selfplay" -l games -d 'How many games, in all shards' -r
complete -c trainer -n "__fish_trainer_using_subcommand selfplay" -l seed -d 'Start chance from S: other games for each' -r
complete -c trainer -n "__fish_trainer_using_subcommand selfplay" -l depth -d 'How far the players look, in plies' -r
complete -c trainer -n "__fish_trainer_using_subcommand selfplay" -l exact-from -d 'Play perfectly from so many empty squares on' -r
complete -c trainer -n "__fish_trainer_using_subcommand selfplay" -l end-from -d 'Look to the end of the game from so many empty squares on, but selectively, at 95 %' -r
complete -c trainer -n "__fish_trainer_using_subcommand selfplay" -l shard -d 'Do only the I-th of every N tasks; without it what `HQ_ENTRY` of the environment says, if it is there, else all' -r
complete -c trainer -n "__fish_trainer_using_subcommand selfplay" -l out -d 'Write to FILE, which must not exist; {shard} in its name stands for the shard, like 2-of-8' -r -F
complete -c trainer -n "__fish_trainer_using_subcommand selfplay" -l threads -d 'Number of threads [default: one for each processor]' -r
complete -c trainer -n "__fish_trainer_using_subcommand selfplay" -l weights -d 'Use the weights of FILE instead of those that come with the program' -r -F
complete -c trainer -n "__fish_trainer_using_subcommand selfplay" -l resume -d 'Go on with FILE where an earlier run with the same options has stopped'
complete -c trainer -n "__fish_trainer_using_subcommand selfplay" -l blank -d 'Use an evaluation that knows nothing: what learning begins with'
complete -c trainer -n "__fish_trainer_using_subcommand selfplay" -l end-with-input -d 'End when standard input does: so a stage doesn\'t outlive the program that started it'
complete -c trainer -n "__fish_trainer_using_subcommand selfplay" -s h -l help -d 'Print help'
complete -c trainer -n "__fish_trainer_using_subcommand label" -l exact-from -d 'Solve positions with so many empty squares or fewer, unless the game has done that' -r
complete -c trainer -n "__fish_trainer_using_subcommand label" -l depth -d 'Search the others so many plies deep, which makes half of their score; with 0 don\'t' -r
complete -c trainer -n "__fish_trainer_using_subcommand label" -l search-part -d 'Of what a game says of a position, this part is what the player expected there, and the rest what came of it; 0 to 1' -r
complete -c trainer -n "__fish_trainer_using_subcommand label" -l shard -d 'Do only the I-th of every N tasks; without it what `HQ_ENTRY` of the environment says, if it is there, else all' -r
complete -c trainer -n "__fish_trainer_using_subcommand label" -l out -d 'Write to FILE, which must not exist; {shard} in its name stands for the shard, like 2-of-8' -r -F
complete -c trainer -n "__fish_trainer_using_subcommand label" -l threads -d 'Number of threads [default: one for each processor]' -r
complete -c trainer -n "__fish_trainer_using_subcommand label" -l weights -d 'Use the weights of FILE instead of those that come with the program' -r -F
complete -c trainer -n "__fish_trainer_using_subcommand label" -l resume -d 'Go on with FILE where an earlier run with the same options has stopped'
complete -c trainer -n "__fish_trainer_using_subcommand label" -l blank -d 'Use an evaluation that knows nothing: what learning begins with'
complete -c trainer -n "__fish_trainer_using_subcommand label" -l end-with-input -d 'End when standard input does: so a stage doesn\'t outlive the program that started it'
complete -c trainer -n "__fish_trainer_using_subcommand label" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c trainer -n "__fish_trainer_using_subcommand fit" -l out -d 'Write the weights to WEIGHTS; a file that is there is replaced when they are whole' -r -F
complete -c trainer -n "__fish_trainer_using_subcommand fit" -l chart -d 'Draw the errors by empty squares as SVG' -r -F
complete -c trainer -n "__fish_trainer_using_subcommand fit" -l ridge -d 'How strongly weights are held to 0 where phases are fitted together: one that occurs so often goes half of the way' -r
complete -c trainer -n "__fish_trainer_using_subcommand fit" -l tie -d 'How strongly the weights of a phase are held to what phases have in common, or with --go-on to those it begins with' -r
complete -c trainer -n "__fish_trainer_using_subcommand fit" -l steps -d 'At most so many steps for each fit; it ends before when positions that were held out say so' -r
complete -c trainer -n "__fish_trainer_using_subcommand fit" -l threads -d 'Number of threads [default: one for each processor]' -r
complete -c trainer -n "__fish_trainer_using_subcommand fit" -l weights -d 'Use the weights of FILE instead of those that come with the program' -r -F
complete -c trainer -n "__fish_trainer_using_subcommand fit" -l go-on -d 'Go on from the weights of --weights, or those that come with the program, instead of from nothing'
complete -c trainer -n "__fish_trainer_using_subcommand fit" -l blank -d 'Use an evaluation that knows nothing: what learning begins with'
complete -c trainer -n "__fish_trainer_using_subcommand fit" -l end-with-input -d 'End when standard input does: so a stage doesn\'t outlive the program that started it'
complete -c trainer -n "__fish_trainer_using_subcommand fit" -s h -l help -d 'Print help'
complete -c trainer -n "__fish_trainer_using_subcommand calibrate" -l out -d 'Write the weights to WEIGHTS, which may be the same file; it is replaced when they are whole' -r -F
complete -c trainer -n "__fish_trainer_using_subcommand calibrate" -l threads -d 'Number of threads [default: one for each processor]' -r
complete -c trainer -n "__fish_trainer_using_subcommand calibrate" -l weights -d 'Use the weights of FILE instead of those that come with the program' -r -F
complete -c trainer -n "__fish_trainer_using_subcommand calibrate" -l blank -d 'Use an evaluation that knows nothing: what learning begins with'
complete -c trainer -n "__fish_trainer_using_subcommand calibrate" -l end-with-input -d 'End when standard input does: so a stage doesn\'t outlive the program that started it'
complete -c trainer -n "__fish_trainer_using_subcommand calibrate" -s h -l help -d 'Print help'
complete -c trainer -n "__fish_trainer_using_subcommand probcut" -l positions -d 'How many positions of each of 8, 12, 16 ... 56 empty squares, in all shards' -r
complete -c trainer -n "__fish_trainer_using_subcommand probcut" -l seed -d 'Start chance from S: other positions for each' -r
complete -c trainer -n "__fish_trainer_using_subcommand probcut" -l depth -d 'The deepest search, in plies' -r
complete -c trainer -n "__fish_trainer_using_subcommand probcut" -l shard -d 'Do only the I-th of every N tasks; without it what `HQ_ENTRY` of the environment says, if it is there, else all' -r
complete -c trainer -n "__fish_trainer_using_subcommand probcut" -l out -d 'Write to FILE, which must not exist; {shard} in its name stands for the shard, like 2-of-8' -r -F
complete -c trainer -n "__fish_trainer_using_subcommand probcut" -l threads -d 'Number of threads [default: one for each processor]' -r
complete -c trainer -n "__fish_trainer_using_subcommand probcut" -l weights -d 'Use the weights of FILE instead of those that come with the program' -r -F
complete -c trainer -n "__fish_trainer_using_subcommand probcut" -l resume -d 'Go on with FILE where an earlier run with the same options has stopped'
complete -c trainer -n "__fish_trainer_using_subcommand probcut" -l blank -d 'Use an evaluation that knows nothing: what learning begins with'
complete -c trainer -n "__fish_trainer_using_subcommand probcut" -l end-with-input -d 'End when standard input does: so a stage doesn\'t outlive the program that started it'
complete -c trainer -n "__fish_trainer_using_subcommand probcut" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c trainer -n "__fish_trainer_using_subcommand fit-probcut" -l weights -d 'The weights that get the model' -r -F
complete -c trainer -n "__fish_trainer_using_subcommand fit-probcut" -l out -d 'Write them to WEIGHTS, which may be the same file; it is replaced when they are whole' -r -F
complete -c trainer -n "__fish_trainer_using_subcommand fit-probcut" -l end-with-input -d 'End when standard input does: so a stage doesn\'t outlive the program that started it'
complete -c trainer -n "__fish_trainer_using_subcommand fit-probcut" -s h -l help -d 'Print help'
complete -c trainer -n "__fish_trainer_using_subcommand test" -l exact -d 'How many positions of each of 20 to 24 empty squares to solve, in all shards' -r
complete -c trainer -n "__fish_trainer_using_subcommand test" -l midgame -d 'How many positions of each of 28, 32 ... 56 empty squares to search 20 plies deep, in all shards' -r
complete -c trainer -n "__fish_trainer_using_subcommand test" -l shard -d 'Do only the I-th of every N tasks; without it what `HQ_ENTRY` of the environment says, if it is there, else all' -r
complete -c trainer -n "__fish_trainer_using_subcommand test" -l out -d 'Write to FILE, which must not exist; {shard} in its name stands for the shard, like 2-of-8' -r -F
complete -c trainer -n "__fish_trainer_using_subcommand test" -l threads -d 'Number of threads [default: one for each processor]' -r
complete -c trainer -n "__fish_trainer_using_subcommand test" -l weights -d 'Use the weights of FILE instead of those that come with the program' -r -F
complete -c trainer -n "__fish_trainer_using_subcommand test" -l resume -d 'Go on with FILE where an earlier run with the same options has stopped'
complete -c trainer -n "__fish_trainer_using_subcommand test" -l blank -d 'Use an evaluation that knows nothing: what learning begins with'
complete -c trainer -n "__fish_trainer_using_subcommand test" -l end-with-input -d 'End when standard input does: so a stage doesn\'t outlive the program that started it'
complete -c trainer -n "__fish_trainer_using_subcommand test" -s h -l help -d 'Print help'
complete -c trainer -n "__fish_trainer_using_subcommand duel" -l former -d 'The weights that the others play against' -r -F
complete -c trainer -n "__fish_trainer_using_subcommand duel" -l openings -d 'From how many openings of eight plies, each with both colours' -r
complete -c trainer -n "__fish_trainer_using_subcommand duel" -l depth -d 'How far the players look, in plies' -r
complete -c trainer -n "__fish_trainer_using_subcommand duel" -l exact-from -d 'Play perfectly from so many empty squares on' -r
complete -c trainer -n "__fish_trainer_using_subcommand duel" -l time -d 'Let each move take so long, like 100ms or 2s, instead of a depth; then no two duels are the same' -r
complete -c trainer -n "__fish_trainer_using_subcommand duel" -l out -d 'Write the games to GAMES, which must not exist' -r -F
complete -c trainer -n "__fish_trainer_using_subcommand duel" -l threads -d 'Number of threads [default: one for each processor]' -r
complete -c trainer -n "__fish_trainer_using_subcommand duel" -l weights -d 'Use the weights of FILE instead of those that come with the program' -r -F
complete -c trainer -n "__fish_trainer_using_subcommand duel" -l resume -d 'Go on with GAMES where an earlier run with the same options has stopped'
complete -c trainer -n "__fish_trainer_using_subcommand duel" -l blank -d 'Use an evaluation that knows nothing: what learning begins with'
complete -c trainer -n "__fish_trainer_using_subcommand duel" -l end-with-input -d 'End when standard input does: so a stage doesn\'t outlive the program that started it'
complete -c trainer -n "__fish_trainer_using_subcommand duel" -s h -l help -d 'Print help'
complete -c trainer -n "__fish_trainer_using_subcommand merge" -l out -d 'Write to FILE, which must not exist' -r -F
complete -c trainer -n "__fish_trainer_using_subcommand merge" -l end-with-input -d 'End when standard input does: so a stage doesn\'t outlive the program that started it'
complete -c trainer -n "__fish_trainer_using_subcommand merge" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c trainer -n "__fish_trainer_using_subcommand all" -l hours -d 'How long it may take, about' -r
complete -c trainer -n "__fish_trainer_using_subcommand all" -l folder -d 'Keep all files in DIR, which is made if it is not there' -r -F
complete -c trainer -n "__fish_trainer_using_subcommand all" -l seed -d 'Start chance from S: other games for each' -r
complete -c trainer -n "__fish_trainer_using_subcommand all" -l from -d 'What the first generation plays with: blank knows nothing, shipped is that of the program, or a file of weights' -r -F
complete -c trainer -n "__fish_trainer_using_subcommand all" -l label-exact-from -d 'Solve positions with so many empty squares or fewer for their labels, unless the game has done that; each square more is dear' -r
complete -c trainer -n "__fish_trainer_using_subcommand all" -l label-depth -d 'Search the others so many plies deep for their labels; 0 takes them from the games alone, which leaves time for many more games' -r
complete -c trainer -n "__fish_trainer_using_subcommand all" -l generations -d 'So many generations instead of as many as go with the time' -r
complete -c trainer -n "__fish_trainer_using_subcommand all" -l threads -d 'Number of threads [default: one for each processor]' -r
complete -c trainer -n "__fish_trainer_using_subcommand all" -l end-with-input -d 'End when standard input does: so a stage doesn\'t outlive the program that started it'
complete -c trainer -n "__fish_trainer_using_subcommand all" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c trainer -n "__fish_trainer_using_subcommand help; and not __fish_seen_subcommand_from selfplay label fit calibrate probcut fit-probcut test duel merge all help" -f -a "selfplay" -d 'Play games of the engine against itself, and write them to a file, a row each'
complete -c trainer -n "__fish_trainer_using_subcommand help; and not __fish_seen_subcommand_from selfplay label fit calibrate probcut fit-probcut test duel merge all help" -f -a "label" -d 'Give the positions of games the scores that the evaluation is to find'
complete -c trainer -n "__fish_trainer_using_subcommand help; and not __fish_seen_subcommand_from selfplay label fit calibrate probcut fit-probcut test duel merge all help" -f -a "fit" -d 'Fit weights to labelled positions, and tell how far they are off in those that were held out'
complete -c trainer -n "__fish_trainer_using_subcommand help; and not __fish_seen_subcommand_from selfplay label fit calibrate probcut fit-probcut test duel merge all help" -f -a "calibrate" -d 'Stretch and shift the scores of each phase of the game to what searches find, and write the weights again: those of positions far from the end lean to 0'
complete -c trainer -n "__fish_trainer_using_subcommand help; and not __fish_seen_subcommand_from selfplay label fit calibrate probcut fit-probcut test duel merge all help" -f -a "probcut" -d 'Measure how far shallow searches are from deeper ones and from exact scores, for the model of `ProbCut`'
complete -c trainer -n "__fish_trainer_using_subcommand help; and not __fish_seen_subcommand_from selfplay label fit calibrate probcut fit-probcut test duel merge all help" -f -a "fit-probcut" -d 'Fit the model of `ProbCut` to searches, and write weights again with it'
complete -c trainer -n "__fish_trainer_using_subcommand help; and not __fish_seen_subcommand_from selfplay label fit calibrate probcut fit-probcut test duel merge all help" -f -a "test" -d 'Tell how far weights are off in positions that were held out: from exact scores with 20 to 24 empty squares, and from deep searches with 28 to 56'
complete -c trainer -n "__fish_trainer_using_subcommand help; and not __fish_seen_subcommand_from selfplay label fit calibrate probcut fit-probcut test duel merge all help" -f -a "duel" -d 'Let weights play against others, and tell the points'
complete -c trainer -n "__fish_trainer_using_subcommand help; and not __fish_seen_subcommand_from selfplay label fit calibrate probcut fit-probcut test duel merge all help" -f -a "merge" -d 'Put the shards of games, positions, searches or errors into one file: the one that a run without shards would have written'
complete -c trainer -n "__fish_trainer_using_subcommand help; and not __fish_seen_subcommand_from selfplay label fit calibrate probcut fit-probcut test duel merge all help" -f -a "all" -d 'Do all of it on this machine: play, label and fit, generation after generation'
complete -c trainer -n "__fish_trainer_using_subcommand help; and not __fish_seen_subcommand_from selfplay label fit calibrate probcut fit-probcut test duel merge all help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
