"""How numbers read, in every format: one way for values, intervals, p-values and counts."""

UNDEFINED = "–"


def number(value: float | None, decimals: int = 1, *, signed: bool = False) -> str:
    """A number for a reader, or a dash for what is undefined.

    >>> number(43.4889), number(-0.04), number(None), number(3.26, signed=True)
    ('43.5', '0.0', '–', '+3.3')
    """
    if value is None:
        return UNDEFINED
    shown = f"{value:.{decimals}f}"
    if float(shown) == 0:
        return shown.lstrip("-")
    return f"+{shown}" if signed and value > 0 else shown.replace("-", "−")


def interval(low: float | None, high: float | None, decimals: int = 1, *, signed: bool = False) -> str:
    """An interval, or nothing.

    >>> interval(-40.04, 60.0), interval(None, None)
    ('−40.0 to 60.0', '')
    """
    if low is None or high is None:
        return ""
    return f"{number(low, decimals, signed=signed)} to {number(high, decimals, signed=signed)}"


def p_value(p: float | None) -> str:
    """A p-value in a column of them: three decimals, and never zero.

    >>> p_value(0.04), p_value(0.0002), p_value(None)
    ('0.040', '< 0.001', '–')
    """
    return UNDEFINED if p is None else "< 0.001" if p < 0.001 else f"{p:.3f}"


def p_in_words(p: float | None) -> str:
    """A p-value that says what it is.

    >>> p_in_words(0.04), p_in_words(0.0002), p_in_words(None)
    ('p = 0.040', 'p < 0.001', 'p –')
    """
    return f"p {'= ' if p is not None and p >= 0.001 else ''}{p_value(p)}"


def count(number: int, noun: str) -> str:
    """So many of something.

    >>> count(1, "run"), count(1200, "item")
    ('1 run', '1,200 items')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
