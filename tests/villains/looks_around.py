"""Tries to see or get what is not its own, and tells on stderr what it got."""

import ctypes
import os
import sys

from honest import begin, player, say, wait

MS_REMOUNT_BIND = 32 | 4096
CLONE_NEWUSER = 0x10000000
own = os.path.dirname(os.path.abspath(__file__))
libc = ctypes.CDLL(None)


def got(what: object) -> None:
    print("GOT", what, file=sys.stderr)


for secret in os.environ.get("VILLAIN_SECRETS", "").split(":"):
    try:
        with open(secret) as file:
            got(file.read(99))
    except OSError:
        pass
for folder in ("/home", "/root", "/sys", "/run", "/var", "/etc/passwd", "/proc/1/root/root", "/proc/1/cwd/.."):
    try:
        if {*os.listdir(folder)} - {".pyenv"}:
            got(folder)
    except OSError:
        pass
if [pid for pid in os.listdir("/proc") if pid.isdigit() and int(pid) > 99]:
    got("processes of others")
try:
    import stolik.players

    got(stolik.players)
except ImportError:
    pass
with open("/proc/self/status") as file:
    status = dict(line.split(":", 1) for line in file.read().splitlines())
for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"):
    if int(status[name], 16):
        got(name)
if 0 in (os.getuid(), os.getgid(), *os.getgroups()):
    got("root")
if os.access("/proc/sys/kernel/core_pattern", os.W_OK):
    got("a setting of the kernel")
if libc.mount(b"none", own.encode(), None, MS_REMOUNT_BIND, None) == 0:
    got("its folder, writable")
if libc.unshare(CLONE_NEWUSER) == 0:
    got("a user namespace")
if libc.shmget(0, 4096, 0o1600) >= 0:
    got("shared memory that nobody can measure")
if any(name not in os.environ.get("VILLAIN_NAMES", "") for name in os.environ if name.startswith("STOLIK")):
    got("variables of the referee")
begin()
say(player.command("around"))
wait()
