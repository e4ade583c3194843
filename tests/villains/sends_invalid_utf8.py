import os

input()
os.write(1, b"210 \xff\xfe\xc3\x28\n")
input()
