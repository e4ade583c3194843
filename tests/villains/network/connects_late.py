import socket
import sys
import time

time.sleep(float(sys.argv[3]))
connection = socket.create_connection((sys.argv[1], int(sys.argv[2])))
time.sleep(1000)
