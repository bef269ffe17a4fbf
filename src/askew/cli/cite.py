"""askew cite: what a paper needs of runs."""

from askew.cli import options


def command(rundirs: options.RunDirs) -> None:
    """Print a line for a paper for every run, with its signature, then the BibTeX of all that the runs used."""
    from askew.analyses.citations import bibtex, one_line
    from askew.cli.show import print_line
    from askew.core.run import load

    runs = [load(folder) for folder in rundirs]
    for run in runs:
        print_line(f"% {one_line(run)}")
    for entry in dict.fromkeys(entry for run in runs for entry in bibtex(run)):
        print_line(f"\n{entry}".rstrip("\n"))
