"""The family of errors, and the numbers of system errors as Linux has them: the originals' exit statuses."""

from __future__ import annotations

import errno
import os


class ScorerError(Exception):
    """What is wrong with what is to be scored, checked, read or written: the family of this package's errors."""


class ScorerWarning(UserWarning):
    """What was done with the input that may not be what was meant."""


LINUX = {
    "EPERM": 1,
    "ENOENT": 2,
    "EINTR": 4,
    "EIO": 5,
    "ENXIO": 6,
    "EBADF": 9,
    "EAGAIN": 11,
    "ENOMEM": 12,
    "EACCES": 13,
    "EFAULT": 14,
    "EBUSY": 16,
    "EEXIST": 17,
    "ENODEV": 19,
    "ENOTDIR": 20,
    "EISDIR": 21,
    "EINVAL": 22,
    "ENFILE": 23,
    "EMFILE": 24,
    "ENOTTY": 25,
    "ETXTBSY": 26,
    "EFBIG": 27,
    "ENOSPC": 28,
    "ESPIPE": 29,
    "EROFS": 30,
    "EPIPE": 32,
    "ENAMETOOLONG": 36,
    "ENOSYS": 38,
    "ELOOP": 40,
    "EPROTO": 71,
    "EOVERFLOW": 75,
    "EILSEQ": 84,
    "ENOTSUP": 95,
    "ECONNRESET": 104,
    "ENOTCONN": 107,
    "ETIMEDOUT": 110,
    "ESTALE": 116,
    "EDQUOT": 122,
    "ECANCELED": 125,
}
"""The numbers of the errors that opening, reading and writing may end in, by name."""

NAMES = {number: name for name, number in LINUX.items()}


def number_of(error: OSError) -> int:
    """Return the number that Linux has for an error; 0 if it has none, this platform's if it is unknown."""
    number = error.errno or 0
    return LINUX.get(errno.errorcode.get(number, ""), number)


def words_of(number: int) -> str:
    """Return what this platform calls the error that has a number on Linux."""
    return os.strerror(getattr(errno, NAMES.get(number, ""), number))
