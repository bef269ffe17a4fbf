# From the root of the repository; DATA is where the data sets lie.
make=studies/s_transformer/make
python scripts/voices.py voices silero && mkdir carry && cp voices/silero/v3_en.pt carry/
python -m studies.voices.pitch voices/silero studies/voices/pitch.json
python -m studies.s_transformer.make.choose_sentences --data DATA/mt --winomt DATA/winomt/en.txt --out sentences.tsv.xz
python -m studies.s_transformer.make.choose_voices \
  --sentences sentences.tsv.xz --pitch studies/voices/pitch.json --out carry/sentences.tsv.xz
python -m studies.voices.sentences --sentences carry/sentences.tsv.xz --out carry/winomt-24.tsv.xz
# Next to a GPU: speak, train, decode; then the same sentences in 24 voices.
export CARRY=carry WORK=work
$make/many_voices.sh && $make/finish.sh 600
python -m studies.s_transformer.make.make_spoken \
  --sentences carry/winomt-24.tsv.xz --package carry/v3_en.pt --out voices24/corpus --splits winomt
ln -s ../work/models voices24/models && touch voices24/stop
python -m studies.s_transformer.make.decode --corpus voices24/corpus --work voices24
# Anywhere: a voice of flite's, real speakers, the store, the page.
python -m studies.s_transformer.make.make_corpus \
  --sentences sentences.tsv.xz --out flite/corpus --splits test-held-out --limit 100
ln -s ../work/models flite/models && touch flite/stop
python -m studies.s_transformer.make.decode --corpus flite/corpus --work flite --device cpu
python -m studies.voices.make_speakers speakers --each 1 --system whisper=whisper:models/ctranslate2 \
  --system pocketsphinx=pocketsphinx --system own=neural:work/models/asr
python -m studies.voices.store_outputs \
  --sentences carry/sentences.tsv.xz --results work --voices voices24 --flite flite
python -m studies.voices.page
