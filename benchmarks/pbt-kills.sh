#!/usr/bin/env bash
# Kills population-based training after random numbers of intervals, continues it to its end, and compares the files of all members
# with those of a population that was not killed.
#   benchmarks/pbt-kills.sh [KILLS [SEED]]        default 50 kills, seed 1; exits with 1 where a file differs
# HTS is the command, by default this checkout's launcher.
set -euo pipefail
root=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
hts=${HTS:-$root/hts}
kills=${1:-50}
RANDOM=${2:-1}
folder=$(mktemp -d "${TMPDIR:-/tmp}/hts-pbt-kills-XXXXXX")
words=(sweep --env CartPole-v1 --algo a2c --num-envs 4 --hidden-sizes 8 --total-timesteps 6000
  --learning-rate 1e-4..1e-2 --seeds 1 --pbt --population 4 --pbt-every 1500 --jobs 2 --quiet --out population)

# What must be equal: every member's digests, episodes and final parameters, and the table but for its times. A run that
# is killed before its first checkpoint begins again; its files are set aside as *.unfinished-N.
files() {
  find . -type f \( -name digests.jsonl -o -name episodes.csv -o -name model.safetensors \) -not -path '*.unfinished-*' |
    LC_ALL=C sort | xargs -d '\n' sha256sum
  sed -E 's/(finished|failed),([0-9]+),[^,]*,[^,]*,/\1,\2,/' sweep.csv
}

# The intervals that all runs of a population have recorded so far.
intervals() {
  { cat "$1"/population/*/digests.jsonl 2> "$folder/none.txt" || true; } | wc -l
}

mkdir "$folder/whole"
(cd "$folder/whole" && "$hts" "${words[@]}" > log.txt 2>&1)
(cd "$folder/whole/population" && files) > "$folder/whole.txt"
all=$(intervals "$folder/whole")
echo "not killed: $(grep -c digests.jsonl "$folder/whole.txt") runs, $all intervals with those before forks"

different=0
for ((kill = 1; kill <= kills; kill++)); do
  mkdir "$folder/cut"
  moment=$(((RANDOM * 32768 + RANDOM) % all))
  (cd "$folder/cut" && exec "$hts" "${words[@]}" > log.txt 2>&1) &
  pid=$!
  while kill -0 "$pid" 2> "$folder/none.txt" && (($(intervals "$folder/cut") < moment)); do
    sleep 0.05
  done
  kill -9 "$pid" 2> "$folder/none.txt" || true
  wait "$pid" 2> "$folder/none.txt" || true
  reached=$(intervals "$folder/cut")
  (cd "$folder/cut" && "$hts" "${words[@]}" >> log.txt 2>&1) || true
  (cd "$folder/cut/population" && files) > "$folder/cut.txt" || true
  if cmp -s "$folder/whole.txt" "$folder/cut.txt"; then
    echo "kill $kill after $reached intervals: equal"
    rm -r "$folder/cut"
  else
    echo "kill $kill after $reached intervals: DIFFERENT, see $folder/different-$kill"
    mv "$folder/cut" "$folder/different-$kill"
    different=$((different + 1))
  fi
done
echo "$kills kills: $different different"
((different == 0)) && rm -r "$folder"
exit $((different > 0))
