#!/bin/sh
# The second half: wait for the trainings begin.sh started, at most SECONDS; stop those that are not done, let decoding finish, time it on a core.
#   experiments/speech/finish.sh SECONDS
set -eu
seconds=$1
: "${WORK:=work/speech}" "${PYTHON:=python3}" "${TIMED:=st asr}" "${TIMING_SECONDS:=45}" "${DECODING_SECONDS:=120}"
here=$(dirname "$0")
export PYTHONPATH="src:$WORK/site${PYTHONPATH:+:$PYTHONPATH}" OMP_NUM_THREADS=1 PYTHONUNBUFFERED=1
said() { echo "$(date +%T) $*"; }
running() { for pid in $(cat "$WORK/pids"); do kill -0 "$pid" 2>/dev/null && tr '\0' ' ' <"/proc/$pid/cmdline" | grep -q "$1" && return 0; done; return 1; }
wait_for() { end=$(($(date +%s) + $2)); while running "$1" && [ "$(date +%s)" -lt "$end" ]; do sleep 1; done; }

wait_for train_queue "$seconds"
said "time is over, or all are trained"
touch "$WORK/stop"
wait_for train_queue 60
wait_for decode.py "$DECODING_SECONDS"
said "timing on a core each"
core=1
until=$(($(date +%s) + TIMING_SECONDS))
for model in $TIMED; do
  [ -e "$WORK/models/$model/done" ] || continue
  timeout $((TIMING_SECONDS + 30)) $PYTHON "$here/time_decoding.py" --corpus "$WORK/corpus" --model "$WORK/models/$model" --core $core --until $until \
    --out "$WORK/outputs/timing-$model.jsonl" >"$WORK/logs/timing-$model.log" 2>&1 &
  core=$((core + 2))
done
wait
for pid in $(cat "$WORK/pids"); do kill -- -"$pid" 2>/dev/null || true; done
said "finished"
