"""Every phone sees what was saved: streams and what is sent on them."""

from referee.web.live import hub, stream
from referee.web.live.events import Receive, Send, View
from referee.web.live.hub import Hub
from referee.web.live.publish import init_app, publish, the_hub
