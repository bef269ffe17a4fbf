"""Zip archives, unpacked whole or not at all, within limits, and never outside their folder."""

import errno
import shutil
import tempfile
import zipfile
import zlib
from pathlib import Path

from askew.core.errors import InputError, first_five, located, repeated
from askew.core.files import inside
from askew.core.limits import ARCHIVE_BYTES, ARCHIVE_FILES

# Errors of what the archive says (a place before its beginning, a file that is a folder too), not of the disk.
_OF_THE_ARCHIVE = (errno.EINVAL, errno.ENAMETOOLONG, errno.EEXIST, errno.ENOTDIR, errno.EISDIR)


def is_zip(path: Path) -> bool:
    """Whether a file is, or says it is, a zip archive."""
    return path.name.lower().endswith(".zip") or zipfile.is_zipfile(path)


def unpack_zip(path: Path, folder: Path) -> list[Path]:
    """Unpack an archive into a folder; the files it had.

    Nothing is left of an archive that is damaged, encrypted, too large, or has a file that would lie outside the
    folder, stands twice, or is no plain file: all of these are InputErrors.
    """
    where = str(path)
    with tempfile.TemporaryDirectory(prefix=f".{path.name}.", dir=folder) as place:
        try:
            with zipfile.ZipFile(path) as archive:
                names = _checked(archive, where)
                for name in names:
                    target = inside(Path(place), name)
                    target.parent.mkdir(parents=True, exist_ok=True)
                    with archive.open(name) as packed, target.open("wb") as plain:
                        shutil.copyfileobj(packed, plain)
        except (zipfile.BadZipFile, zlib.error, EOFError) as error:
            raise InputError(f"is a damaged zip archive: {error}", where=where) from None
        except OSError as error:
            if error.errno not in _OF_THE_ARCHIVE:
                raise
            raise InputError(f"can't be unpacked: {error.strerror}", where=where) from None
        except (NotImplementedError, RuntimeError, ValueError) as error:  # packed in a way Python can't undo
            raise InputError(f"can't be unpacked: {error}", where=where) from None
        for name in names:
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            (Path(place) / name).replace(target)
    return [folder / name for name in names]


def _checked(archive: zipfile.ZipFile, where: str) -> list[str]:
    """The names of the files of an archive that may be unpacked."""
    members = [member for member in archive.infolist() if not member.filename.endswith("/")]  # is_dir() needs a name
    if len(members) > ARCHIVE_FILES:
        raise InputError(f"has {len(members):,} files, more than {ARCHIVE_FILES:,}", where=where)
    size = sum(member.file_size for member in members)
    if size > ARCHIVE_BYTES:
        raise InputError(
            f"would unpack to {size / 2**30:.1f} GiB, more than {ARCHIVE_BYTES / 2**30:.0f} GiB", where=where
        )
    if encrypted := [member.filename for member in members if member.flag_bits & 0x1]:
        raise InputError(f"is encrypted: {first_five(encrypted)}", where=where)
    if links := [member.filename for member in members if (member.external_attr >> 16) & 0o170000 == 0o120000]:
        raise InputError(f"has links, not files: {first_five(links)}", where=where)
    names = [member.filename for member in members]
    if doubled := repeated(names):
        raise InputError(f"has files twice: {first_five(doubled)}", where=where)
    with located(where):
        for name in names:
            inside(Path(), name)
    return names
