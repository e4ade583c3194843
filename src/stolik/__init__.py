"""Stolik: an arena for turn-based network games."""
