"""What is asked. A suite brings its items, the judges of its protocols, and its measures; one folder or file each.

``base`` says what a suite is; ``REGISTRY`` has them by name (others can be added by entry points ``askew.suites``).
"""

from askew.core.registry import Registry
from askew.suites.base import Suite

REGISTRY: Registry[Suite] = Registry(
    "suite",
    {
        "simplegen": "askew.suites.simplegen:SUITE",
        "winomt": "askew.suites.winomt:WINOMT",
        "winost": "askew.suites.winomt:WINOST",
        "acl6060": "askew.suites.talks:ACL6060",
        "talks": "askew.suites.talks:TALKS",
        "speakers": "askew.suites.speakers:SUITE",
    },
)
