"""How long it takes from nothing to the first number, and what is installed for it.

    python bench/bench_install.py WHEEL... > table.md       # wheels of several versions stand side by side

Each wheel goes into a virtual environment of its own, without pip's cache; then ``askew score`` on 814 outputs, first
as it is right after installing and again. CPU seconds don't change with how busy the machine is; wall seconds do, and
with the network. Sizes are of files on disk.
"""

import argparse
import re
import resource
import subprocess
import sys
import tempfile
import time
from importlib.metadata import distributions
from pathlib import Path

PARTS = ("askew", "askew.cli.app", "askew.evaluate.score", "askew.report.page", "askew.judges.translation")
SCORE = ("score", "simplegen", "--subset", "mofc", "--target", "es", "--hyp", "output.txt", "--short")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("wheels", nargs="+", type=Path)
    measured = [measure(wheel.absolute()) for wheel in parser.parse_args().wheels]
    columns = range(len(measured))
    print("|  | " + " | ".join(f"{row['wheel']}" for row in measured) + " |")
    print("|---|" + "---|" * len(measured))
    for name in dict.fromkeys(name for row in measured for name in row if name != "wheel"):
        print(f"| {name} | " + " | ".join(str(measured[column].get(name, "")) for column in columns) + " |")


def measure(wheel: Path) -> dict[str, str]:
    """One column: times in seconds, sizes in MB."""
    found = {"wheel": wheel.parent.name, "wheel, MB": _mb(wheel.stat().st_size)}
    with tempfile.TemporaryDirectory() as folder:
        work, environment = Path(folder), Path(folder) / "venv"
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
        pip = [sys.executable, "-m", "pip", "--python", environment / "bin/python", "install", "-q", "--no-cache-dir"]
        found["pip install, CPU s (wall)"] = _shown(_seconds([*pip, wheel], work))
        (work / "output.txt").write_text("La directora llegó.\n" * 814, "utf-8")
        askew = environment / "bin/askew"
        found["first `askew score`, CPU s (wall)"] = _shown(_seconds([askew, *SCORE], work))
        found["again, CPU s (wall)"] = _shown(min(_seconds([askew, *SCORE], work) for _ in range(3)))
        found["`askew --help`, CPU s (wall)"] = _shown(min(_seconds([askew, "--help"], work) for _ in range(3)))
        for part in PARTS:
            found[f"`import {part}`, CPU s"] = _import_seconds(environment / "bin/python", part)
        sizes = _sizes(environment)
    found["installed, MB"] = _mb(sum(sizes.values()))
    found["packages"] = str(len(sizes))
    for name, size in sorted(sizes.items(), key=lambda pair: -pair[1]):
        if size > 1_000_000:
            found[f"{name}, MB"] = _mb(size)
    return found


def _seconds(command: list[object], folder: Path) -> tuple[float, float]:
    """CPU and wall seconds of a command."""
    wall, cpu = time.perf_counter(), _cpu_of_children()
    subprocess.run([str(word) for word in command], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return _cpu_of_children() - cpu, time.perf_counter() - wall


def _cpu_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _shown(seconds: tuple[float, float]) -> str:
    return f"{seconds[0]:.1f} ({seconds[1]:.1f})"


def _import_seconds(python: Path, part: str) -> str:
    """CPU time of importing a part, without that of starting Python."""
    code = f"import time; t = time.process_time(); import {part}; print(time.process_time() - t)"
    times = [float(subprocess.run([python, "-c", code], capture_output=True, check=True).stdout) for _ in range(5)]
    return f"{min(times):.2f}"


def _sizes(environment: Path) -> dict[str, int]:
    """Bytes on disk by distribution."""
    (site,) = environment.glob("lib/python*/site-packages")
    return {
        re.sub(r"[-_.]+", "-", found.name).lower(): sum(
            Path(str(found.locate_file(file))).stat().st_size for file in found.files or [] if file.suffix != ".pyc"
        )
        for found in distributions(path=[str(site)])
    }


def _mb(size: int) -> str:
    return f"{size / 1e6:.1f}"


if __name__ == "__main__":
    main()
