"""Grading: checks every submission of a folder, and gives points by a rubric."""
