"""The table drawn with characters, from the data of a scene, as large as the window allows.

`canvas` is what is drawn on, `things` and `boards` draw each thing in several sizes, `arranging` chooses the sizes and
finds a place for each, and `page` puts the question under them. It knows shapes and no game.
"""

from interpreter.cli.terminal.drawing.canvas import Canvas as Canvas
from interpreter.cli.terminal.drawing.page import Asked as Asked
from interpreter.cli.terminal.drawing.page import draw_keys as draw_keys
from interpreter.cli.terminal.drawing.page import draw_page as draw_page
from interpreter.cli.terminal.drawing.page import find_answer as find_answer
from interpreter.cli.terminal.drawing.page import list_holdable as list_holdable
