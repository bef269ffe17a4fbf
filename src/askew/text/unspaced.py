"""Languages written without spaces between words: what is counted in words elsewhere is counted in characters there."""

UNSPACED = ("zh", "ja", "th", "km", "lo", "my")
"""Chinese, Japanese, Thai, Khmer, Lao, Burmese."""
