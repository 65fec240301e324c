"""Runs Python programs, each with names of its own, and tells what each printed.

In: one JSON string a line, a program's text. Out: one JSON string a line.
"""
import io
import json
import sqlite3
import sys

connect = sqlite3.connect


def quick(*args, **kwargs):
    """Connects as the program wants, but never waits for the disk."""
    connection = connect(*args, **kwargs)
    connection.execute("PRAGMA synchronous = OFF")
    return connection


sqlite3.connect = quick
out = sys.stdout
for number, line in enumerate(sys.stdin):
    code = compile(json.loads(line), f"program {number}", "exec")
    sys.stdout = io.StringIO()
    exec(code, {"__name__": "__main__"})
    printed, sys.stdout = sys.stdout.getvalue(), out
    print(json.dumps(printed))
