"""What screens and pictures show of a match, worked out before any HTML."""

from referee.web.screens import cards, plot
from referee.web.screens.picture import picture_of
from referee.web.screens.qr import path_of
from referee.web.screens.table import Screen, hand_asked, screen_of, voice_of
