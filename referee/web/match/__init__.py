"""A match as a whole: made, looked at, described, deleted."""

from referee.web.match import about, delete, new, sheet
from referee.web.match.delete import gone, pages
