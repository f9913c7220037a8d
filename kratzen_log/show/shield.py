"""Keys pressed in ipywidgets that are composed here are no shortcuts of the notebook."""

from __future__ import annotations

from kratzen_log.show.module import shield_script

try:
    import anywidget
except ImportError as error:
    raise ImportError('this needs anywidget: pip install "kratzen-log[lab]"') from error


class Shield(anywidget.AnyWidget):
    """Nothing to be seen: put last into a box, it keeps the keys pressed in the box from the notebook."""

    _esm = shield_script()
