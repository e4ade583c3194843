"""How writes reach the database: the queue in the event loop, and the writer in its thread."""
