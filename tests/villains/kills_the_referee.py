import contextlib
import os
import signal

from honest import begin, player, say, wait

begin()
if os.getppid():  # in a sandbox, the first process there, which cannot be killed from inside
    with contextlib.suppress(OSError):
        os.kill(os.getppid(), signal.SIGKILL)
say(player.command("killed"))
wait()
