"""What goes wrong, told in sentences."""

from contextlib import contextmanager


class Problem(Exception):
    """What went wrong, in a sentence for the animator."""


@contextmanager
def told(operator):
    """Tells what went wrong within, in a sentence of Blender's own; what stands behind it is done all the same."""
    try:
        yield
    except Problem as problem:
        operator.report({"ERROR"}, str(problem))
