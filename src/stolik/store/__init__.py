"""Records that outlive the process: what was accepted at each table, who sat there, and how it ended.

`open_store` in `store.py` opens a store; a table in play uses it through `Scribe` in `scribe.py`.

    writing/     the queue of writes and the thread that makes commits
    reading/     queries, and the threads that run them
    ownership/   leases: which process may write which tables
    database/    connections, schema, migrations, damage and outages
"""
