"""What is asked before any page: host, origin, rights, too many guesses."""

from referee.web.guard import guesses, hosts, origin, roles
from referee.web.guard.guesses import counts_guesses
from referee.web.guard.roles import COOKIES, my_seat, view_kind
