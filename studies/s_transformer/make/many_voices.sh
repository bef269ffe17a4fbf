#!/bin/sh
# The experiment in many voices, next to a GPU: have Silero's voices read, train, decode; trainings and decoding are left
# running in the background (finish.sh waits for them).
#   studies/s_transformer/make/many_voices.sh        (from the root of the repository)
# $CARRY has sentences.tsv.xz (choose_sentences.py, choose_voices.py), v3_en.pt and, in site.tar.xz, Python packages the
# machine lacks. Everything goes to $WORK. What is done already is not done again. LIMIT and TEST_LIMIT: only so many.
set -eu
: "${CARRY:=carry}" "${WORK:=work/speech}" "${DEVICE:=cuda}" "${WORKERS:=3}" "${PYTHON:=python3}" "${DECODERS:=2}"
: "${SETS:=test test-held-out winomt}" "${SECONDS_AT_ONCE:=600}" "${BEAM:=2}"
: "${CONFIG:=configs/s-transformer-small.toml}" "${LIMIT:=1000000}" "${TEST_LIMIT:=$LIMIT}"
here=$(dirname "$0")
: "${QUEUE:=$here/queue-voices.txt}" "${AFTER:=$here/queue-voices-st.txt}"
export PYTHONPATH="src:$WORK/site${PYTHONPATH:+:$PYTHONPATH}" OMP_NUM_THREADS=2 PYTHONUNBUFFERED=1
mkdir -p "$WORK/logs" "$WORK/models"
# NVIDIA's multi-process service lets processes really share the card.
if [ "$DEVICE" = cuda ] && [ -z "${CUDA_MPS_PIPE_DIRECTORY:-}" ] && command -v nvidia-cuda-mps-control >/dev/null; then
  mkdir -p "$WORK/mps"
  CUDA_MPS_PIPE_DIRECTORY=$(realpath "$WORK/mps")
  export CUDA_MPS_PIPE_DIRECTORY CUDA_MPS_LOG_DIRECTORY="$CUDA_MPS_PIPE_DIRECTORY"
  [ -e "$WORK/mps/control" ] || nvidia-cuda-mps-control -d
fi
rm -f "$WORK/stop"
[ ! -e "$CARRY/site.tar.xz" ] || [ -e "$WORK/site" ] || $PYTHON -m tarfile -e "$CARRY/site.tar.xz" "$WORK"
said() { echo "$(date +%T) $*"; }
make="$PYTHON -m studies.s_transformer.make"
speak() {
  $make.make_spoken --sentences "$CARRY/sentences.tsv.xz" --package "$CARRY/v3_en.pt" --out "$WORK/corpus" \
    --device "$DEVICE" --seconds "$SECONDS_AT_ONCE" --splits $1 --limit "$2"
}
background() { log=$1; shift; setsid nohup "$@" >"$WORK/logs/$log" 2>&1 </dev/null & echo $! >>"$WORK/pids"; }

: >"$WORK/pids"
said "the text model translates, in the background"
[ -e "$WORK/distilled.tsv.xz" ] || background distil.log $make.distil --sentences "$CARRY/sentences.tsv.xz" \
  --out "$WORK/distilled.tsv.xz" --limit "$LIMIT" --beam "$BEAM" --device "$DEVICE"
said "speaking"
speak dev "$TEST_LIMIT"
speak train "$LIMIT"
said "features, vocabularies"
set -- --corpus "$WORK/corpus" --work "$WORK" --device "$DEVICE" --config "$CONFIG"
$make.train_queue --prepare --queue "$QUEUE" "$@"
for worker in $(seq "$WORKERS"); do
  background "train-$worker.log" $make.train_queue --queue "$QUEUE" "$@"
done
said "$WORKERS workers train; speaking the test sentences beside them"
speak "$SETS" "$TEST_LIMIT"
for worker in $(seq "$DECODERS"); do
  background "decode-$worker.log" $make.decode --corpus "$WORK/corpus" --work "$WORK" --device "$DEVICE"
done
while [ ! -e "$WORK/distilled.tsv.xz" ]; do sleep 1; done
$make.add_targets --sentences "$WORK/distilled.tsv.xz" --corpus "$WORK/corpus"
background train-st.log $make.train_queue --queue "$AFTER" "$@"
said "begun"
