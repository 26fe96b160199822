"""What all tests share: a patient garbage collector.

Trees, models and programs are large and live long; going through all of them for every few hundred new objects takes
more than half of the time of reading, checking and lowering.
"""

import gc

gc.set_threshold(100_000, 20, 50)
