"""What lies on the table, as plain data for whoever draws it: a browser, a terminal, a picture of a game.

A scene holds seats and things (boards, hands, piles, rows, dice, sheets, charts, lamps, captions), which answer belongs
to which of them, and what moved last, all as one viewer sees it. It is made from the declarations and a position, and
says nothing about pixels or devices. `furniture` finds once what a game can lay on its table. `drawing` lays it down at
a position, `declared` what views say, with the places that `layouts` finds. `ties` finds the things that an answer is
about, `seats` who sits where, `ahead` where an answer leads.
"""

from interpreter.scene.ahead import draw_ahead as draw_ahead
from interpreter.scene.ahead import foresee_only_answer as foresee_only_answer
from interpreter.scene.ahead import list_boxes_ahead as list_boxes_ahead
from interpreter.scene.drawing import Data as Data
from interpreter.scene.furniture import Answer as Answer
from interpreter.scene.furniture import Furniture as Furniture
from interpreter.scene.furniture import Look as Look
from interpreter.scene.furniture import find_undrawn as find_undrawn
from interpreter.scene.furniture import look_at as look_at
from interpreter.scene.lines import write_views as write_views
from interpreter.scene.pictures import picture_card as picture_card
from interpreter.scene.scene import draw as draw
from interpreter.scene.scene import draw_pictures as draw_pictures
