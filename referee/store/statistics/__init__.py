"""What lists and statistics keep of a match: sums, score lines, ratings."""

from referee.store.statistics import ratings, settle, sums
from referee.store.statistics.ratings import Place, rated_to
from referee.store.statistics.rebuild import rebuild
from referee.store.statistics.settle import (
    LINE_COLUMNS,
    SEAT_COLUMNS,
    SHARE,
    score_lines,
    scored_hands,
    seat_rows,
)
from referee.store.statistics.sums import AGAINST, WITH
from referee.store.statistics.tally import best_in, comeback, margin
