"""The commands of Othello: the server and the client of the course's document, and a program for NBoard."""
