"""The HTTP part of the API: every request that can be made, as data, and what answers it.

Handlers read a request, ask the other rooms and answer in messages. Nothing is remembered between two requests here.
"""
