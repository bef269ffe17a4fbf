#!/bin/sh
# Pack what the experiment brought: outputs, logs and curves in one file, the models to keep in pieces of 15 MiB.
#   studies/s_transformer/make/collect.sh OUT [MODEL …]        (unpack the models: cat models.tar.part-* | tar x)
set -eu
out=$1
shift
: "${WORK:=work/speech}" "${PYTHON:=python3}"
case $PYTHON in /*) ;; */*) PYTHON=$PWD/$PYTHON ;; esac
mkdir -p "$out"
(
  cd "$WORK"
  found=$(ls -d outputs/*.txt outputs/*.jsonl logs models/*/done models/*/curve.jsonl models/*/model.json \
    corpus/data/*/done prepared/*/sentencepiece.model 2>/dev/null || true)
  $PYTHON -m tarfile -c results.tar.xz $found
)
mv "$WORK/results.tar.xz" "$out/"
kept=
for model in "$@"; do
  [ -e "$WORK/models/$model/model.safetensors" ] || continue
  kept="$kept $model/model.safetensors $model/model.json $model/sentencepiece.model"
done
[ -z "$kept" ] || tar cf - -C "$WORK/models" $kept | split -b 15m - "$out/models.tar.part-"
ls -l "$out"
