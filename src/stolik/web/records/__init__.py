"""Finished games of the store: told step by step, as files, judged by the strongest player, and rated.

It reads records and makes messages of them. Live tables and HTTP are not known here.
"""
