import os

from honest import begin

begin()
while True:
    os.write(1, b"x" * 65536)
