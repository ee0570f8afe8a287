"""The pipes to the JVM: notifications and messages in, messages and wake-ups out. One thread."""
import json
import os
import signal
import struct
import sys
import threading
import time

MESSAGE = 255


class Channel:
    """A byte is the number of a replica that has a request in its mapped file. 255 begins a message."""

    def __init__(self, requests, replies):
        self.requests = requests
        self.replies = replies
        self.ahead = b""

    def bells(self):
        """Reads the bytes in the pipe, at least one. The worker ends when the JVM does."""
        bells = self.ahead or os.read(self.requests, 4096)
        self.ahead = b""
        if not bells:
            os._exit(0)
        return bells

    def message(self, rest):
        """Returns the message that begins in the bytes already read; bytes after it are returned by the next read."""
        while len(rest) < 4:
            rest += self._more()
        length = struct.unpack("<i", rest[:4])[0] + 4
        parts, have = [rest], len(rest)
        while have < length:
            parts.append(self._more())
            have += len(parts[-1])
        rest = b"".join(parts)
        self.ahead = rest[length:]
        return json.loads(rest[4:length])

    def _more(self):
        more = os.read(self.requests, 65536)
        if not more:
            os._exit(0)
        return more

    def send(self, message, payload=b""):
        text = json.dumps(message).encode()
        self._write(b"\xff" + struct.pack("<ii", len(text), len(payload)) + text + payload)

    def wake(self, replicas):
        """Wakes threads of the JVM that sleep until the requests of these replicas, a byte each, are complete."""
        self._write(replicas)

    def _write(self, data):
        view = memoryview(data)
        while view:
            view = view[os.write(self.replies, view):]


def signalled_with_parent(name):
    """Returns whether Linux sends this process a signal when the thread that started it ends. Windows lacks the names."""
    if sys.platform == "linux":
        try:
            import ctypes

            return ctypes.CDLL(None).prctl(1, getattr(signal, name)) == 0  # PR_SET_PDEATHSIG
        except (ImportError, OSError, AttributeError):
            pass
    return False


def leave_with_parent():
    """
    The JVM's end ends the pipe, which a step that takes long does not read. Linux kills this process then, since the
    thread of the JVM that began it lives as long as that; elsewhere a thread looks, where other code lets it run.
    """
    parent = os.getppid()
    signalled_with_parent("SIGKILL")

    def watch():
        never = threading.Event()
        while not never.wait(0.25):
            if os.getppid() != parent:
                os._exit(0)

    threading.Thread(target=watch, name="hts-rl-parent", daemon=True).start()


def lead_group():
    """
    Makes this process lead a group, which the processes of environments join, and forks a guard that kills the group
    when this process ends, however it ends. Where there are no groups, on Windows, those processes live on.
    """
    if not hasattr(os, "setsid") or not hasattr(os, "fork"):
        return
    os.setsid()
    worker = os.getpid()
    if os.fork() == 0:
        try:
            _guard(worker)
        finally:
            os._exit(0)


def _guard(worker):
    os.setpgid(0, 0)
    os.closerange(0, 256)  # a pipe that it kept open would not close with the worker
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR2])
    asked = signalled_with_parent("SIGUSR2")
    while os.getppid() == worker:
        if asked:
            signal.sigwait([signal.SIGUSR2])
        else:
            time.sleep(0.25)
    os.killpg(worker, signal.SIGKILL)
