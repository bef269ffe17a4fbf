"""What is asked. A suite brings its items, the judges of its protocols, and its measures; one folder or file each.

``base`` says what a suite is; ``REGISTRY`` has them by name (others can be added by entry points ``askew.suites``).
"""

from typing import TYPE_CHECKING, Any

from askew.core.registry import Registry

if TYPE_CHECKING:  # a suite's name and options are known without what judges it
    from askew.suites.base import Suite

REGISTRY: "Registry[Suite[Any]]" = Registry(
    "suite",
    {
        "simplegen": "askew.suites.simplegen:SUITE",
        "winomt": "askew.suites.winomt:WINOMT",
        "winost": "askew.suites.winomt:WINOST",
        "mtgeneval": "askew.suites.mtgeneval:SUITE",
        "ambiguous": "askew.suites.ambiguous:SUITE",
        "gender-fair": "askew.suites.gender_fair:SUITE",
        "pairs": "askew.suites.pairs:SUITE",
        "acl6060": "askew.suites.talks:ACL6060",
        "talks": "askew.suites.talks:TALKS",
        "speakers": "askew.suites.speakers:SUITE",
    },
)
