import os
import socket
import sys

from honest import begin, player, say, wait

for address in (("127.0.0.1", int(os.environ["VILLAIN_PORT"])), ("192.0.2.1", 80)):
    try:
        socket.create_connection(address, timeout=0.1).close()
        print("connected", address, file=sys.stderr)
    except OSError as error:
        print("refused", address, error, file=sys.stderr)
begin()
say(player.command("network"))
wait()
