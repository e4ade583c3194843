import os

from honest import come

come()
while True:
    os.write(2, b"x" * 65536)
