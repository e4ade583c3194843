"""Commands for operators: the service, and what they ask of a running one."""
