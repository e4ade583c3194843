"""Records that outlive the process: what was accepted at each table, who sat there, and how it ended.

`open_store` in `store.py` opens a store; a table in play uses it through `Scribe` in `scribe.py`.
"""
