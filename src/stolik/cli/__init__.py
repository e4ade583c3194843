"""The commands. They read arguments and call the other rooms; they keep no state."""
