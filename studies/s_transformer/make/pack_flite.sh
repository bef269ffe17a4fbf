#!/bin/sh
# Pack flite's libraries and 16 kHz voices, to be used on any x86-64 Linux with glibc 2.34 or newer (flite.py loads them
# from where they are unpacked).
#   studies/s_transformer/make/pack_flite.sh flite.tar.xz        (Debian: apt-get install libflite1)
set -eu
packed=$1
place=$(mktemp -d)
folder=$place/flite
mkdir "$folder"
for name in libasound.so.2 libflite.so.1 libflite_usenglish.so.1 libflite_cmulex.so.1 \
  libflite_cmu_us_kal16.so.1 libflite_cmu_us_slt.so.1 libflite_cmu_us_awb.so.1 libflite_cmu_us_rms.so.1; do
  found=$(ldconfig -p | awk -v name="$name" '$1 == name && /x86-64/ {print $NF; exit}')
  [ -n "$found" ] || { echo "$name is not installed (Debian: apt-get install libflite1)" >&2; exit 2; }
  cp -L "$found" "$folder/$name"
done
tar cJf "$packed" -C "$place" flite
rm -r "$place"
ls -l "$packed"
