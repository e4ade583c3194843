"""Has the system wake it again and again while it is stopped by a signal, and computes then; it plays honestly."""

import ctypes
import signal
import struct
import threading

from honest import come, hear, player, say

libc = ctypes.CDLL(None, use_errno=True)
signal.signal(signal.SIGCONT, lambda *_: None)
# struct sigevent: a value, the signal's number, and that it is to be sent.
event = ctypes.create_string_buffer(struct.pack("qii", 0, signal.SIGCONT, 0), 64)
timers = [ctypes.c_void_p() for _ in range(500)]
for timer in timers:
    if libc.timer_create(1, event, ctypes.byref(timer)):
        raise OSError(ctypes.get_errno(), "no timer")


def wake_me() -> None:
    """Has a signal sent every 4 milliseconds, each by a timer of its own: a stopped process cannot set one again."""
    for number, timer in enumerate(timers, 1):
        seconds, nanoseconds = divmod(number * 4_000_000, 1_000_000_000)
        libc.timer_settime(timer, 0, ctypes.create_string_buffer(struct.pack("4q", 0, 0, seconds, nanoseconds)), None)


def compute() -> None:
    while True:
        pass


come()
threading.Thread(target=compute, daemon=True).start()
while True:
    while not player.asked:
        hear()
    answer = player.answer()
    wake_me()
    say(answer)
