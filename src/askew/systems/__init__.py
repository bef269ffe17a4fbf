"""Who answers. A system takes items and gives outputs; one short file each.

``base`` says what a system is and reads a SPEC such as ``apertium:eng-spa``; others can be added by entry points
``askew.systems``.
"""

from askew.systems.base import REGISTRY, System, open_system

__all__ = ["REGISTRY", "System", "open_system"]
