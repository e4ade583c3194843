import os
import sys

from honest import begin, player, say, wait

own = os.path.dirname(os.path.abspath(__file__))
for folder in (own, os.path.expanduser("~"), "/etc", "/var/tmp", "/tmp", "/dev", "/dev/shm"):
    try:
        with open(f"{folder}/{os.environ['VILLAIN_MARK']}", "w") as file:
            file.write("was here")
        print("wrote to", folder, file=sys.stderr)
    except OSError as error:
        print("refused", folder, error, file=sys.stderr)
begin()
say(player.command("files"))
wait()
