"""``pytest --nbval notebooks`` runs the notebooks and compares what they show; the one that makes its own data makes less."""

import os

collect_ignore = ["make.py"]
os.environ.setdefault("KRATZEN_DEALS", "40000")
