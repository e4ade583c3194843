"""The commands: they read arguments, call the other rooms, and print.

Nothing is decided here. A command that only one game has lives in the folder of that game.

    play/      play, join, host, bot                    a game at this terminal, over the network, or by a bot
    games/     games, rules, new-game                   what is installed, and how to add to it
    study/     analyse, solve, replay, export           positions and finished games
    checking/  check, grade                             programs of students
    contest/   tournament, players-file                 programs against programs
    serve/     serve, tables, names                     the service and its operator
    terminal/  boards and prompts in a terminal

The modules beside these folders are used by several of them.
"""
