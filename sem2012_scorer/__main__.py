"""``python -m sem2012_scorer``: the same as ``eval.cd-sco``, or what ``--scorer ID`` names."""

from sem2012_scorer.dropin import module

if __name__ == "__main__":
    module()
