"""The lobby: who is here, who invites whom, and who plays. A pure machine, without a clock and without sockets.

Sending its events to the players is the task of `stolik.service.lobby`.
"""
