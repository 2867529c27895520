#!/usr/bin/env python3
"""Build the wheel and the sdist of the last commit, with links that work wherever they are shown.

    release.py https://HOST/OWNER/NAME [FOLDER]

The address is where the checkout lives: links of the front page, and the project's URLs, lead there, to
the tag of this version. The same commit and address give the same bytes. Needs git, pip and
setuptools.
"""

from __future__ import annotations

import gzip
import importlib.util
import io
import os
import re
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent

LINK = re.compile(r"\]\((?!https?:|#)([^)]+)\)")
"""A relative link, or image, of a page."""

SDIST = "import sys; from setuptools import build_meta; build_meta.build_sdist(sys.argv[1])"
"""What builds the sdist, given the folder: pip has no command for it."""


def absolute(page: str, address: str, tag: str) -> str:
    """Return a page whose links lead to a tag of the checkout at an address."""

    def link(found: re.Match[str]) -> str:
        kind = "raw" if found[1].endswith(".png") else "blob"
        return "](%s/%s/%s/%s)" % (address, kind, tag, found[1])

    return LINK.sub(link, page)


def with_addresses(settings: str, address: str, tag: str) -> str:
    """Return setup.cfg with the project's URLs."""
    urls = {
        "Source": address,
        "Documentation": "%s/blob/%s/README.md" % (address, tag),
        "Changelog": "%s/blob/%s/CHANGELOG.md" % (address, tag),
    }
    lines = "".join("    %s = %s\n" % pair for pair in urls.items())
    return settings.replace(
        "[metadata]\n", "[metadata]\nurl = %s\nproject_urls =\n%s" % (address, lines), 1
    )


def git(*words: str) -> bytes:
    """Return what git prints of this checkout."""
    return subprocess.run(["git", *words], cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout


def without_dates(sdist: Path, date: int) -> None:
    """Write an sdist again, in order, with one date and no owner."""
    with tarfile.open(sdist) as stream:
        members = [(one, stream.extractfile(one)) for one in stream.getmembers()]
        files = [(one, b"" if body is None else body.read()) for one, body in members]
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w") as stream:
        for one, content in sorted(files, key=lambda file: file[0].name):
            one.mtime, one.uid, one.gid, one.uname, one.gname = date, 0, 0, "", ""
            one.pax_headers = {}
            stream.addfile(one, io.BytesIO(content))
    sdist.write_bytes(gzip.compress(plain.getvalue(), mtime=date))


def main(address: str, folder: str = "dist") -> None:
    """Build both into a folder, and name them."""
    os.umask(0o022)  # the permissions of files are part of the bytes
    made = Path(folder).resolve()
    made.mkdir(parents=True, exist_ok=True)
    date = int(git("log", "-1", "--format=%ct"))
    version = git("show", "HEAD:sem2012_scorer/common/version.py").decode().split('"')[-2]
    with tempfile.TemporaryDirectory() as name:
        with tarfile.open(
            fileobj=io.BytesIO(git("-c", "tar.umask=0022", "archive", "HEAD"))
        ) as stream:
            stream.extractall(name, filter="data")
        front, settings = Path(name, "README.md"), Path(name, "setup.cfg")
        front.write_text(
            absolute(front.read_text(encoding="utf-8"), address, "v" + version), encoding="utf-8"
        )
        settings.write_text(
            with_addresses(settings.read_text(encoding="utf-8"), address, "v" + version),
            encoding="utf-8",
        )
        environment = {**os.environ, "SOURCE_DATE_EPOCH": str(date)}
        wheel = ["-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(made), "."]
        for words in (wheel, ["-c", SDIST, str(made)]):
            command = [sys.executable, *words]
            subprocess.run(
                command, cwd=name, env=environment, check=True, stdout=subprocess.DEVNULL
            )
    for path in sorted(made.glob("sem2012_scorer-%s*" % version)):
        if path.suffix == ".gz":
            without_dates(path, date)
        print(path)


if __name__ == "__main__":
    if len(sys.argv) < 2 or not sys.argv[1].startswith("https://"):
        sys.exit(__doc__)
    for module in ("pip", "setuptools"):
        if importlib.util.find_spec(module) is None:
            sys.exit("release.py needs %s: python3 -m pip install pip setuptools" % module)
    main(*sys.argv[1:3])
