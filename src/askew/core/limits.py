"""How much askew takes from a file, said once: beyond any real file, and small enough that none can exhaust the
machine.

What is larger is refused with a message that names the limit; nothing is cut short.
"""

TEXT_BYTES = 256 * 2**20
"""A text file, after unpacking where it is a .gz or .xz."""

TEXT_LINES = 5_000_000
"""Lines of a text file."""

XZ_MEMORY = 256 * 2**20
"""Memory that unpacking an .xz may take."""

JSON_DEPTH = 100
"""Objects and lists within each other, in JSON."""

YAML_DEPTH = 20
"""Mappings and lists within each other, in YAML."""

XML_DEPTH = 100
"""Elements within each other, in XML."""

NAME_CHARACTERS = 500
"""An id, or the value of an attribute to group by."""

FILE_NAME_BYTES = 255
"""A file's name, as most file systems have it."""

ARCHIVE_FILES = 100_000
"""Files in a zip archive."""

ARCHIVE_BYTES = 16 * 2**30
"""All files of a zip archive, unpacked."""
