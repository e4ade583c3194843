"""Which process may write to a store: the lease, its holder, and how a new process takes it."""
