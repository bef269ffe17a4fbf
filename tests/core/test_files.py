"""Names of files that come from elsewhere."""

from pathlib import Path

import pytest

from askew.core.files import inside


@pytest.mark.parametrize(
    "name",
    ["x" * 256, f"{'x' * 200}\\{'y' * 200}", f"a/{'é' * 128}"],
    ids=["long", "with a backslash", "two bytes each"],
)
def test_a_name_no_file_system_takes_is_refused_before_it_is_looked_for(name):
    with pytest.raises(ValueError, match="too long for a file's name"):
        inside(Path("wav"), name)


@pytest.mark.parametrize("name", ["", "/a", "a/../../b", "..\\b", "C:a", "a\0b"])
def test_a_name_that_leads_out_of_its_folder_is_refused(name):
    with pytest.raises(ValueError, match="does not lie in the folder"):
        inside(Path("wav"), name)
