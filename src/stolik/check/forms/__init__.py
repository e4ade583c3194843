"""The forms in which a check is reported: for people, for other programs, for pages that show test results."""
