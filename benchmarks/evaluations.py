#!/usr/bin/env python3
"""What greedy evaluations of runs say, seed by seed: a table line for each group of runs that differ in the seed alone.

    evaluations.py THRESHOLD [--ratio] FOLDER...

A FOLDER is a run directory, or one that holds run directories (a sweep's): NAME__SEED or NAME-SEED, each with an
evaluations.csv ('--eval-every N --eval-episodes 20', or peers/sb3_learning.py). For each group:
  final    mean and least of the last evaluation's mean return, and how many of them are at or above the threshold
  steps    median of the steps at the first evaluation at or above the threshold; a run without one counts its last step
  area     mean of all evaluations of a run: mean over seeds, and the 95 % interval of Student's t
With --ratio, also hts' steps over those of sync, for groups whose names differ in that word alone. Standard library.
"""
import csv
import os
import re
import statistics
import sys

# 97.5 % points of Student's t, by degrees of freedom
T = [0, 12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228]


def curve(path):
    """(steps, mean return) of each evaluation, in order."""
    evaluations = []
    last = None
    with open(path) as file:
        for row in csv.DictReader(file):
            episode = int(row["episode"])
            if last is None or episode <= last:  # the next evaluation begins, be it of the same step
                evaluations.append((int(row["timestep"]), []))
            last = episode
            evaluations[-1][1].append(float(row["return"]))
    return [(steps, statistics.mean(returns)) for steps, returns in evaluations]


def runs(folder):
    """The run directories of a folder that have ended: whoever ends writes summary.json."""
    found = [folder] + [os.path.join(folder, name) for name in sorted(os.listdir(folder))]
    return [run for run in found if all(os.path.exists(os.path.join(run, f)) for f in ("evaluations.csv", "summary.json"))]


def interval(values):
    if len(values) < 2:
        return "-"
    mean = statistics.mean(values)
    t = T[len(values) - 1] if len(values) <= len(T) else 1.96
    half = t * statistics.stdev(values) / len(values) ** 0.5
    return f"{mean - half:.0f} .. {mean + half:.0f}"


def line(name, seeds, threshold):
    """Prints one group's; returns its steps."""
    finals, steps, areas, texts = [], [], [], []
    for seed, evaluations in sorted(seeds.items()):
        first = next((at for at, value in evaluations if value >= threshold), None)
        finals.append(evaluations[-1][1])
        steps.append(evaluations[-1][0] if first is None else first)
        areas.append(statistics.mean(value for _, value in evaluations))
        texts.append(f"{seed}: {finals[-1]:.0f} ({'never' if first is None else first})")
    passed = sum(value >= threshold for value in finals)
    median = statistics.median(steps)
    print(f"| {name} | {len(finals)} | {statistics.mean(finals):.1f} | {min(finals):.1f} | {passed} of {len(finals)}"
          f" | {median:,.0f} | {statistics.mean(areas):.0f} ({interval(areas)}) |")
    print("    " + ", ".join(texts))
    return median


def main(arguments):
    ratio = "--ratio" in arguments
    arguments = [a for a in arguments if a != "--ratio"]
    if len(arguments) < 2:
        sys.exit(__doc__)
    threshold = float(arguments[0])
    groups = {}
    for folder in arguments[1:]:
        for run in runs(folder.rstrip("/")):
            match = re.fullmatch(r"(.*?)(?:__|-)(\d+)", os.path.basename(run))
            if match:
                name = match[1] if run == folder.rstrip("/") else os.path.basename(folder.rstrip("/")) + "/" + match[1]
                groups.setdefault(name, {})[int(match[2])] = curve(os.path.join(run, "evaluations.csv"))
    print(f"| runs | seeds | final mean | least | at least {threshold:g} | median steps to it | area (95 %) |")
    print("|---|---|---|---|---|---|---|")
    steps = {name: line(name, seeds, threshold) for name, seeds in sorted(groups.items())}
    for name in steps if ratio else []:
        other = re.sub(r"\bhts\b", "sync", name)
        if other != name and other in steps:
            print(f"{name}: {steps[name] / steps[other]:.3f} times the steps of sync")


if __name__ == "__main__":
    main(sys.argv[1:])
