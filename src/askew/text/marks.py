"""Marks of transcripts, as in the guidelines of ACL 60/60 (Salesky et al. 2023, §A.4), and how to drop them.

| mark          | means                                        | dropped, it leaves |
|---------------|----------------------------------------------|--------------------|
| `#ah` `#um` … | a filler                                     | nothing            |
| `#Unclear`    | words nobody understood                      | nothing            |
| `#said`       | the speaker's own correction                 | said               |
| `transfor--`  | a word broken off                            | transfor           |
| `<PII>…</PII>` | something personal                          | what is in it      |
"""

import re

CHOICES = ("keep", "drop")

_NO_WORDS = re.compile(r"(?:^|\s+)#(?:unclear|a+h+|e+h+|u+h+|u+m+|e+r+m*|h+m+|m+h*m+|o+h+)(?![^\W_])", re.IGNORECASE)
_CORRECTION = re.compile(r"(?<!\S)#(?=[^\W\d_])")
_BROKEN_OFF = re.compile(r"(?<=[^\W_])--(?![^\W_])|(?<!\S)--(?=[^\W_])")
_PERSONAL = re.compile(r"</?PII>", re.IGNORECASE)


def drop_marks(text: str) -> str:
    """A transcript without its marks.

    >>> drop_marks("So #ah, she says #said the transfor-- transformer #Unclear is at <PII>home</PII>.")
    'So, she says said the transfor transformer is at home.'
    >>> drop_marks("A dash -- like this one : 2--3 -- stays.")
    'A dash -- like this one : 2--3 -- stays.'
    """
    bare = _PERSONAL.sub("", _NO_WORDS.sub("", text))
    return _BROKEN_OFF.sub("", _CORRECTION.sub("", bare)).strip()
