"""How a log is understood: the reading of every deal that leaves the fewest faults (FINDINGS).

Facts stand as recorded; after a wrong claim two values stand until a later statement settles which goes on.
Answers are codes and numbers, no sentences.
"""
