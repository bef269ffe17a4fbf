#!/bin/sh
# Copy flite's libraries and 16 kHz voices into a folder that works on any x86-64 Linux with glibc 2.34 or newer: experiments/speech/pack_flite.sh FOLDER
# (Debian: apt-get install libflite1). flite.py loads them from there.
set -eu
folder=$1
mkdir -p "$folder"
for name in libasound.so.2 libflite.so.1 libflite_usenglish.so.1 libflite_cmulex.so.1 \
  libflite_cmu_us_kal16.so.1 libflite_cmu_us_slt.so.1 libflite_cmu_us_awb.so.1 libflite_cmu_us_rms.so.1; do
  found=$(ldconfig -p | awk -v name="$name" '$1 == name && /x86-64/ {print $NF; exit}')
  [ -n "$found" ] || { echo "$name is not installed (Debian: apt-get install libflite1)" >&2; exit 2; }
  cp -L "$found" "$folder/$name"
done
du -sh "$folder"
