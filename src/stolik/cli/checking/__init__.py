"""Commands that test and grade programs of students."""
