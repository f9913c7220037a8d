"""``python -m kratzen_log`` is ``kratzen``."""

from __future__ import annotations

import sys

from kratzen_log.cli import main

sys.exit(main())
