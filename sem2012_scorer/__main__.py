"""``python -m sem2012_scorer``: the command ``sem2012-scorer``."""

from sem2012_scorer.cli import main

if __name__ == "__main__":
    main()
