"""What every room of the store stands on: connections, migrations, tables, names."""

from referee.store.base.club import People, people, root, the_club
from referee.store.base.copies import copies
from referee.store.base.database import PATIENCE, Database
from referee.store.base.days import EVER, ONE_DAY, periods_of, span
from referee.store.base.errors import (
    BadName,
    Busy,
    NotFound,
    NotSaved,
    Overtaken,
    Refused,
    StoreError,
    TooMuch,
)
from referee.store.base.ids import hashed, intent, is_id, new_id, new_token
from referee.store.base.names import (
    LONGEST_MATCH_NOTE,
    LONGEST_NAME,
    LONGEST_NOTE,
    LONGEST_PLACE,
    clean_match_note,
    clean_name,
    clean_note,
    clean_place,
    name_key,
)
from referee.store.base.upgrade import Upgraded, check, is_current, migrate, parsed, sqlite_file
