"""Records that outlive the process: what was accepted at each table, who sat there, and how it ended.

`open_store` in `store.py` is the way in, and `Scribe` in `scribe.py` is how a table in play uses it.
"""
