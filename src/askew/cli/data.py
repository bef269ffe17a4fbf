"""askew data: the data sets, where they are, and whether they are what they should be."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from askew.cli import options
from askew.cli.show import print_content, print_json

app = typer.Typer(help="Find, fetch and check data sets.", no_args_is_help=True, rich_markup_mode=None)
DataSet = Annotated[str, typer.Argument(metavar="DATASET", help="A data set; 'askew data ls' lists them.")]


@app.command("ls")
def list_datasets(as_json: options.Json = False) -> None:
    """List the data sets and how much of each is here."""
    from askew.datasets import manifest, store

    rows = []
    for name in manifest.names():
        dataset = manifest.load(name)
        total = len(dataset.files) or 1
        here = total - len(store.missing(dataset))
        rows.append(
            {"name": name, "revision": dataset.revision, "licence": dataset.licence, "files": total,
             "here": here, "title": dataset.title}
        )  # fmt: skip
    if as_json:
        print_json(rows)
        return
    from askew.report.content import text_table

    print_content(
        text_table(
            (str(row["name"]), f"{row['here']}/{row['files']} files", str(row["licence"]), str(row["title"]))
            for row in rows
        )
    )


@app.command()
def fetch(
    dataset: DataSet,
    mirror: Annotated[str | None, typer.Option("--from", metavar="URL", help="Fetch from this mirror instead.")] = None,
    archive: Annotated[
        bool, typer.Option("--archive", help="The publisher's whole archive, where there is one, and unpack it.")
    ] = False,
) -> None:
    """Download what is missing or damaged of a data set, resuming what broke off, and check it."""
    from askew.datasets import manifest, store
    from askew.datasets.archive import fetch_archive

    loaded = manifest.load(dataset)
    if loaded.notice:
        print(loaded.notice, file=sys.stderr)
    if archive:
        store.check_root()
        print(fetch_archive(loaded, store.root() / dataset, mirror))
    else:
        print(store.fetch(loaded, mirror))


@app.command()
def unpack(
    dataset: DataSet,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The publisher's archive, downloaded by hand.")],
) -> None:
    """Unpack a data set's official archive where askew looks for it."""
    from askew.datasets import manifest, store
    from askew.datasets.archive import unpack_archive

    store.check_root()
    folder = store.root() / dataset
    files = unpack_archive(manifest.load(dataset), file, folder)
    print(f"{folder}: {len(files)} files")


@app.command()
def path(dataset: DataSet) -> None:
    """Print the folder of a data set that is here."""
    from askew.core.errors import DataError
    from askew.datasets import manifest, store

    loaded = manifest.load(dataset)
    missing = store.missing(loaded)
    if missing:
        raise DataError(
            f"{dataset} is not (all) here, {len(missing)} files are missing, e.g. {missing[0]}: askew data "
            f"fetch {dataset}"
        )
    print(store.root() / dataset)


@app.command()
def verify(dataset: DataSet) -> None:
    """Check every file of a data set against its manifest."""
    from askew.core.errors import DataError, first_five
    from askew.datasets import manifest, store, zenodo

    loaded = manifest.load(dataset)
    places = [(entry, store.find(loaded, entry)) for entry in loaded.files]
    missing = store.missing(loaded)
    complaints = [said for entry, place in places if place and (said := store.complaint(place, entry))]
    if loaded.zenodo_record and not missing:
        complaints = zenodo.changed_files(loaded, store.root() / dataset)
    if complaints:
        raise DataError(
            f"{len(complaints)} of {len(places)} files are not what the manifest describes: {first_five(complaints)}; "
            f"'askew data fetch {dataset}' replaces them"
        )
    if missing:
        raise DataError(f"{len(missing)} of {len(places)} files are missing: {first_five(missing)}")
    print(f"{dataset}: {len(places)} files, all as the manifest describes")
