"""Measurements of the house: speed, memory and strength of play. Never pass-or-fail timings."""
