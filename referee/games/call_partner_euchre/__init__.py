"""The rule sheet of Euchre for five."""

from referee.games.call_partner_euchre.game import CallPartnerEuchre
