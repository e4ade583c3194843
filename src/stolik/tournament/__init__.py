"""Tournaments of programs: schedules, a referee that no program can hang, standings and ratings."""
