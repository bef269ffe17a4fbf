"""How fast a suite is read aloud: ``askew speak`` beside the plain loop people write, one flite call after the other.

    python bench/bench_speech.py [--sentences 200]

Both make 16 kHz WAV files of the same sentences; askew also checks every recording and writes the manifest.
"""

import argparse
import os
import subprocess
import tempfile
import time
from pathlib import Path

import askew


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sentences", type=int, default=200)
    count = parser.parse_args().sentences
    items = askew.items("simplegen")[:count]
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        for item in items:
            subprocess.run(
                ["flite", "-voice", "slt", "-o", f"{folder}/{item.id}.wav"], input=item.source.encode(), check=True
            )
        loop = time.perf_counter() - began
        began = time.perf_counter()
        askew.speak("simplegen", voices=["flite:slt"], out=Path(folder) / "askew", limit=count)
        ours = time.perf_counter() - began
        began = time.perf_counter()
        askew.speak("simplegen", voices=["flite:slt"], out=Path(folder) / "askew", limit=count)
        again = time.perf_counter() - began
    print(f"{len(items)} sentences, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    print(f"a plain loop          {loop:7.1f} s  {len(items) / loop:6.1f} sentences/s")
    print(
        f"askew speak           {ours:7.1f} s  {len(items) / ours:6.1f} sentences/s  {loop / ours:.2f} × the loop's speed"
    )
    print(f"askew speak, again    {again:7.1f} s  (nothing to do)")


if __name__ == "__main__":
    main()
