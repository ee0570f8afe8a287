# Run by 'python -c': takes the pipes for itself before any other code can print into them, then reads the modules of
# the worker from the first message and runs its main. hts-rl writes no file to the machine's disk.
import sys

sys.path[:] = [folder for folder in sys.path if folder]  # the working directory's json.py is not Python's
import json
import linecache
import os
import struct
import types

if sys.version_info < (3, 8):
    sys.exit("it is Python " + sys.version)
requests, replies = os.dup(0), os.dup(1)
null = os.open(os.devnull, os.O_RDONLY)
os.dup2(null, 0)
os.close(null)
os.dup2(2, 1)  # output of user code goes to the log, as its errors do
for descriptor in (requests, replies):
    os.set_inheritable(descriptor, False)


def read(length):
    parts = []
    while length > 0:
        part = os.read(requests, length)
        if not part:
            os._exit(0)
        parts.append(part)
        length -= len(part)
    return b"".join(parts)


for name, text in json.loads(read(struct.unpack("<i", read(4))[0])):
    file = "<hts-rl " + name + ".py>"
    linecache.cache[file] = (len(text), None, text.splitlines(True), file)
    module = types.ModuleType(name)
    sys.modules[name] = module
    exec(compile(text, file, "exec"), module.__dict__)
sys.modules["hts_main"].main(requests, replies)
