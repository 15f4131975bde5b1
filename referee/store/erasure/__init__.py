"""What goes for good: matches, names."""

from referee.store.erasure import delete, forget
from referee.store.erasure.delete import Holds
from referee.store.erasure.forget import Mention
