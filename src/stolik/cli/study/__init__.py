"""Commands that read, judge and convert finished games."""
