"""A lesson's program as `leaseplay python` writes it, over and over: lesson.py PROGRAM OUTPUT as-written|off N.

Prints the seconds that one run takes. The program is compiled once. A run defines its functions, makes a temporary folder
with a fresh database in it, opens the connections, prints, closes and removes the folder. Each run has to print OUTPUT.
With off each connection begins with PRAGMA synchronous = OFF, as Leaseplay's own do; as written it is SQLite's FULL.
"""

import contextlib
import io
import sqlite3
import sys
import time

program, output, synchronous, n = sys.argv[1:]
with open(program, encoding="utf-8") as file:
    code = compile(file.read(), program, "exec")
with open(output, encoding="utf-8") as file:
    expected = file.read()

if synchronous == "off":
    connect = sqlite3.connect

    def connect_off(*args, **named):
        connection = connect(*args, **named)
        connection.execute("PRAGMA synchronous = OFF")
        return connection

    sqlite3.connect = connect_off

spent = 0
for i in range(int(n) + 3):  # three to warm up
    printed = io.StringIO()
    begun = time.perf_counter()
    with contextlib.redirect_stdout(printed):
        exec(code, {"__name__": "__main__"})
    if i >= 3:
        spent += time.perf_counter() - begun
    if printed.getvalue() != expected:
        sys.exit(f"{program} printed:\n{printed.getvalue()}")
print(spent / int(n))
