"""The commands. They read arguments, call the other rooms, and hold nothing."""
