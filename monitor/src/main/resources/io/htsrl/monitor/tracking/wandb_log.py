import json
import os
import signal
import sys

import wandb

signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C stops the run, which then ends this
if hasattr(os, "setsid"):
    os.setsid()
settings = wandb.Settings(silent=True, console="off", disable_git=True, save_code=False)
run = wandb.init(mode=os.environ.get("WANDB_MODE", "offline"), project=os.environ.get("WANDB_PROJECT", "hts-rl"),
                 resume="allow", settings=settings, **json.loads(sys.stdin.readline()))
run.define_metric("*", step_metric="global_step")
print("hts-rl: ready", flush=True)
null = os.open(os.devnull, os.O_WRONLY)
os.dup2(null, 1)
os.dup2(null, 2)
end = {"exit_code": 1}  # of a run that was killed
for line in sys.stdin:
    message = json.loads(line)
    if "exit_code" in message:
        end = message
        break
    run.log(message)
if end.get("digest"):
    run.summary["digest"] = end["digest"]
run.finish(exit_code=end["exit_code"])
