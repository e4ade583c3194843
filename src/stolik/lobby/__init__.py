"""The lobby: who is here, who invites whom, and who plays. A pure machine, without a clock and without sockets.

Nothing here knows how anybody is told; see `stolik.service.lobby`.
"""
