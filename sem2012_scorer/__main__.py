"""``python -m sem2012_scorer``: the same as ``eval.cd-sco``, what ``--scorer ID`` names, or a command for people."""

import sys


def main() -> None:
    """Be a drop-in; where the first word is exactly a command's name, ``sem2012-scorer``."""
    word = "".join(sys.argv[1:2])
    # Originals print their explanation for such a word: no call of theirs begins with one.
    if word[:1].isalpha():
        from sem2012_scorer.cli import COMMANDS
        from sem2012_scorer.cli import main as command

        if word in COMMANDS:
            command()
    from sem2012_scorer.dropin import module

    module()


if __name__ == "__main__":
    main()
