"""Which process may write what in a store: its lease, the tables that it holds, and how it takes those of others."""
