"""``pytest --nbval notebooks`` runs the notebooks and compares what they show."""

collect_ignore = ["make.py"]
