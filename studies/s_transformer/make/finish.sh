#!/bin/sh
# The second half: wait for the trainings begin.sh started, at most SECONDS; stop those that are not done, let decoding
# finish.
#   studies/s_transformer/make/finish.sh SECONDS
set -eu
seconds=$1
: "${WORK:=work/speech}" "${DECODING_SECONDS:=120}"
said() { echo "$(date +%T) $*"; }
running() {
  for pid in $(cat "$WORK/pids"); do
    kill -0 "$pid" 2>/dev/null && tr '\0' ' ' <"/proc/$pid/cmdline" | grep -q "$1" && return 0
  done
  return 1
}
wait_for() { end=$(($(date +%s) + $2)); while running "$1" && [ "$(date +%s)" -lt "$end" ]; do sleep 1; done; }

wait_for train_queue "$seconds"
said "time is over, or all are trained"
touch "$WORK/stop"
wait_for train_queue 60
wait_for make.decode "$DECODING_SECONDS"
for pid in $(cat "$WORK/pids"); do kill -- -"$pid" 2>/dev/null || true; done
said "finished"
