"""Tables in the browser: one small server, a link for each seat.

- `hall`     the game, who is connected, and what is sent to whom
- `links`    the secret in each link, and its QR code
- `guard`    what is refused: strange hosts and origins, floods, anything that a page may not do
- `bench`    the workbench: a folder of texts, and who answers about them
- `gallery`  the games there are, and how one is begun
- `folder`   its files, and no others
- `worker`   the process of a desk, which answers about texts
- `site`     what a server serves: tables and their links, a workbench
- `talking`  the messages on the sockets of both
- `server`   pages, and how it all starts and stops
- `static`   the page itself: HTML, CSS and JavaScript without anything from outside

This room knows Starlette, uvicorn and segno; no other does.
"""

from __future__ import annotations

from interpreter.web.bench import Bench
from interpreter.web.folder import Folder
from interpreter.web.hall import Hall
from interpreter.web.links import Links
from interpreter.web.server import Server, serve
from interpreter.web.site import Opening, Site

__all__ = ["Bench", "Folder", "Hall", "Links", "Opening", "Server", "Site", "serve"]
