"""What the API says: answers, the words of the socket, views of positions and the codes of what can be wrong.

Structs and the functions that make them. No connection, no page, and nothing that waits, lives here.
"""
