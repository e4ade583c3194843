"""The text protocols: bytes to messages and back. There is no networking code here at all."""
