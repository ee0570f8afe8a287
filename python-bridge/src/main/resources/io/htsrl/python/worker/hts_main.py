"""The worker: serves requests of mapped files, and messages. One thread, and another that watches the JVM."""
import faulthandler
import os
import signal
import sys
from time import perf_counter

import hts_goals
import hts_making
import hts_probe
from hts_channel import MESSAGE, Channel, lead_group, leave_with_parent
from hts_replica import SERVED_WORD, Missing, Replica, mapped, published

HELD_SECONDS = 0.0005


class Worker:
    """
    The replicas of this process, by number. Requests that came together are told to be complete together, as long as that
    does not hold one back for long: who waits for them in the JVM so acts on all at once, and sends one byte each in one
    go. While this process has more to do nothing is lost by it.
    """

    def __init__(self, channel):
        self.channel = channel
        self.replicas = {}
        self.served = []  # requests not reported yet, with their numbers

    def run(self):
        bells_of, serve, tell, served = self.channel.bells, self.serve, self.tell, self.served
        while True:
            bells = bells_of()
            begin = perf_counter()
            for place, bell in enumerate(bells):
                if bell == MESSAGE:
                    tell()
                    self.answer(self.channel.message(bells[place + 1:]))
                    break  # the rest is returned by the next read
                serve(bell)
                now = perf_counter()
                if now - begin > HELD_SECONDS:
                    tell()
                    begin = now
            if served:
                tell()

    def serve(self, bell):
        replica = self.replicas[bell]
        words = replica.words
        words[SERVED_WORD] = 1
        try:
            replica.serve()
        except BaseException as e:
            self.channel.send(dict(hts_making.told(e), failed=bell))
            replica.failed()
        words[SERVED_WORD] = 0
        self.served.append((bell, replica))

    def tell(self):
        """Reports completed requests to the JVM, and wakes its threads that sleep until one of them is complete."""
        asleep = published(self.served)
        self.served.clear()
        if asleep:
            self.channel.wake(asleep)

    def answer(self, message):
        try:
            reply, payload = getattr(self, "do_" + message["do"])(message)
        except hts_making.Unmade as e:
            reply, payload = e.told, b""
        except BaseException as e:
            reply, payload = hts_making.told(e), b""
        self.channel.send(dict(reply, re=message["re"]), payload)

    def do_describe(self, message):
        env = hts_making.make(message["env"])
        try:
            spaces = hts_making.describe(env, message["env"])
            spaces["versions"] = dict(hts_making.versions(), code=hts_making.code(env))
            spaces["mask"] = hts_making.mask(env, spaces, hts_probe.SEED)
            spaces["goals"] = hts_goals.rule(env, spaces, hts_probe.SEED)
            if message["probe"]:
                spaces["probe"] = hts_probe.probe(message["env"], spaces)
        finally:
            close = getattr(env, "close", None)
            if close is not None:
                close()
        return spaces, b""

    def do_registry(self, message):
        return {"environments": hts_making.registry(), "versions": hts_making.versions()}, b""

    def do_make(self, message):
        memory, number = mapped(message["file"]), message["replica"]
        self.replicas[number] = Missing(memory)  # answers a request sent before the JVM knows of the failure
        env = hts_making.make(message["env"])
        spaces = hts_making.describe(env, message["env"])
        if spaces["signature"] != message["signature"]:
            raise hts_making.Unmade("must have the same spaces each time it is made", "fix its spaces")
        self.replicas[number] = Replica(env, message["env"], spaces, memory, message["mask"])
        return {}, b""

    def do_render(self, message):
        width, height, pixels = self.replicas[message["replica"]].render()
        return {"width": width, "height": height}, pixels

    def do_close(self, message):
        replica = self.replicas.pop(message["replica"], None)
        if replica is not None:
            replica.close()
        return {}, b""


def main(requests, replies):
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the JVM's, which ends its workers
    lead_group()
    faulthandler.enable(file=2, all_threads=True)
    if hasattr(faulthandler, "register"):
        faulthandler.register(signal.SIGUSR1, file=2, all_threads=True)
    leave_with_parent()
    sys.argv = ["hts-rl-worker"]
    channel = Channel(requests, replies)
    channel.send({"greets": os.getpid()})
    Worker(channel).run()
