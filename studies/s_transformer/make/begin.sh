#!/bin/sh
# The experiment's first half, next to a GPU: synthesise, prepare, and leave trainings and decoding running in the
# background.
#   studies/s_transformer/make/begin.sh QUEUE        (from the root of the repository)
# What it needs lies in $CARRY: flite.tar.xz, sentences.tsv.xz (made by pack_flite.sh; choose_sentences.py and
# distil.py) and, in site.tar.xz, Python packages the machine lacks (rapidfuzz, sacrebleu and what that needs).
# Everything goes to $WORK. What is done already is not done again. LIMIT and TEST_LIMIT: only so many sentences.
set -eu
queue=$1
: "${CARRY:=carry}" "${WORK:=work/speech}" "${DEVICE:=cuda}" "${WORKERS:=4}" "${PYTHON:=python3}" "${DECODERS:=3}"
: "${SETS:=test test-held-out winomt}"
: "${CONFIG:=configs/s-transformer-small.toml}" "${CORES:=$(nproc)}" "${LIMIT:=1000000}" "${TEST_LIMIT:=$LIMIT}"
export PYTHONPATH="src:$WORK/site${PYTHONPATH:+:$PYTHONPATH}" OMP_NUM_THREADS=1 PYTHONUNBUFFERED=1
mkdir -p "$WORK/logs" "$WORK/models"
# NVIDIA's multi-process service lets processes really share the card.
if [ "$DEVICE" = cuda ] && [ -z "${CUDA_MPS_PIPE_DIRECTORY:-}" ] && command -v nvidia-cuda-mps-control >/dev/null; then
  mkdir -p "$WORK/mps"
  CUDA_MPS_PIPE_DIRECTORY=$(realpath "$WORK/mps")
  export CUDA_MPS_PIPE_DIRECTORY CUDA_MPS_LOG_DIRECTORY="$CUDA_MPS_PIPE_DIRECTORY"
  [ -e "$WORK/mps/control" ] || nvidia-cuda-mps-control -d
fi
rm -f "$WORK/stop"
for packed in flite site; do
  [ ! -e "$CARRY/$packed.tar.xz" ] || [ -e "$WORK/$packed" ] || $PYTHON -m tarfile -e "$CARRY/$packed.tar.xz" "$WORK"
done
said() { echo "$(date +%T) $*"; }
make="$PYTHON -m studies.s_transformer.make"
speak() {
  nice -n 10 $make.make_corpus --sentences "$CARRY/sentences.tsv.xz" --flite "$WORK/flite" --out "$WORK/corpus" \
    --jobs "$1" --splits "$2" --limit "$3"
}
background() { log=$1; shift; setsid nohup "$@" >"$WORK/logs/$log" 2>&1 </dev/null & echo $! >>"$WORK/pids"; }

said "speaking the training sentences on $CORES cores"
speak "$CORES" dev "$TEST_LIMIT"
speak "$CORES" train "$LIMIT"
said "features, vocabularies"
set -- --queue "$queue" --corpus "$WORK/corpus" --work "$WORK" --device "$DEVICE" --config "$CONFIG"
$make.train_queue --prepare "$@"
: >"$WORK/pids"
for worker in $(seq "$WORKERS"); do
  background "train-$worker.log" $make.train_queue "$@"
done
said "$WORKERS workers train; speaking the test sentences beside them"
for split in $SETS; do
  speak $((CORES > 6 ? CORES - 5 : 1)) $split "$TEST_LIMIT"
done
for worker in $(seq "$DECODERS"); do
  background "decode-$worker.log" $make.decode --corpus "$WORK/corpus" --work "$WORK" --device "$DEVICE"
done
said "begun"
