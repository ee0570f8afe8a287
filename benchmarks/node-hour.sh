#!/usr/bin/env bash
# Nodes that come and go: for an hour, each minute one of three nodes is drained (SIGTERM) or killed (SIGKILL), in turns,
# and another joins; halfway the learner itself is killed, and resumed as a supervisor would. The digest must be that of
# a run without nodes.
#   benchmarks/node-hour.sh [MINUTES] [SEED] [FOLDER]         HTS names the command; default ./hts
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
minutes=${1:-60} RANDOM=${2:-1} folder=${3:-runs/node-hour} hts=${HTS:-./hts} address=127.0.0.1:25577
nodes=() drained=0 killed=0 resumed=0
export HTS_JAVA_OPTS=-Xmx256m

mkdir -p "$folder"
head -c 32 /dev/urandom | base64 > "$folder/secret"
trap 'kill -9 "${nodes[@]}" "${learner:-}" 2> /dev/null || true' EXIT

join() {
  "$hts" node --join $address --secret-file "$folder/secret" >> "$folder/nodes.log" 2>&1 &
  nodes+=($!)
}
# 16 environments of 20 ms: 750 steps a second at most
settings=(--algo ppo --env CartPole-v1 --num-envs 16 --num-steps 64 --seed 7 --eval-every 0
  --total-timesteps $((minutes * 60 * 600 / 1024 * 1024)) --checkpoint-every 10)
cluster=(--nodes 1 --bind $address --secret-file "$folder/secret")
"$hts" train "${settings[@]}" --step-time exponential:20ms --out "$folder/run" "${cluster[@]}" > "$folder/learner.log" 2>&1 &
learner=$!
for _ in 1 2 3; do join; done

start=$SECONDS
for ((minute = 1; ; minute++)); do
  while ((SECONDS < start + 60 * minute)) && kill -0 $learner 2> /dev/null; do sleep 1; done
  kill -0 $learner 2> /dev/null || break
  one=$((RANDOM % ${#nodes[@]}))
  process=${nodes[one]}
  unset "nodes[one]"
  nodes=("${nodes[@]}")
  if ((minute % 2)); then
    kill -TERM "$process" && ((++drained))
  else
    kill -KILL "$process" && ((++killed))
  fi
  join
  if ((minute == minutes / 2)); then
    kill -KILL $learner
    wait $learner || true
    "$hts" resume "$folder/run" "${cluster[@]}" >> "$folder/learner.log" 2>&1 &
    learner=$! resumed=1
  fi
done
wait $learner || { tail -n 20 "$folder/learner.log" && exit 1; }
"$hts" train "${settings[@]}" --out "$folder/alone" > "$folder/alone.log" 2>&1
digest() { tail -n 1 "$1/digests.jsonl" | sha256sum | cut -c 1-16; }
there=$(digest "$folder/run") alone=$(digest "$folder/alone")
printf '%d minutes: %d nodes drained, %d killed, learner resumed %d times; digest %s, without nodes %s\n' \
  $(((SECONDS - start) / 60)) $drained $killed $resumed "$there" "$alone"
[[ $there == "$alone" ]]
