"""The checker: does somebody's program speak a game's protocol?

A scenario is a short script of peers that talk to the program under test. The house brings the peers, the verdicts and
the reports; a game brings the scenarios of its protocol. See `docs/checking-scenarios.md`.
"""
