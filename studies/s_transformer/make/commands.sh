# From the root of the repository; DATA is where the data sets lie. Debian's libflite1 has the voices.
make=studies/s_transformer/make
mkdir carry && $make/pack_flite.sh carry/flite.tar.xz
python -m studies.s_transformer.make.choose_sentences \
  --data DATA/mt --winomt DATA/winomt/en.txt --out sentences.tsv.xz
python -m studies.s_transformer.make.distil \
  --sentences sentences.tsv.xz --out carry/sentences.tsv.xz --limit 70000
# Next to a GPU: speak, train, decode.
export CARRY=carry WORK=work
$make/begin.sh $make/queue.txt && $make/finish.sh 600 && $make/collect.sh out st-distilled asr
# Anywhere: the text model on the same sentences, times on a CPU, the store, the page.
mkdir results models
tar xJf out/results.tar.xz -C results && cat out/models.tar.part-* | tar x -C models
python -m studies.s_transformer.make.translate_text --data DATA/mt --outputs results/outputs
python -m studies.s_transformer.make.make_corpus --sentences carry/sentences.tsv.xz --out corpus --splits test
for model in st-distilled asr; do
  python -m studies.s_transformer.make.time_decoding \
    --corpus corpus --model models/$model --out results/outputs/timing-$model.jsonl
done
python -m studies.s_transformer.make.store_outputs --results results --out studies/s_transformer/stored
python -m studies.s_transformer.page
