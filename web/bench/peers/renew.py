"""The tutorial's renewal on CPython's sqlite3: renew.py :memory:|file N prints the seconds that one takes."""

import os
import sqlite3
import sys
import tempfile
import time


def renew(db, id, token, now, new_expiry):
    if type(id) is not int or not 1 <= id <= 1000 or not 1 <= len(token) <= 32:
        raise ValueError("claim fields")
    if (type(now) is not int or type(new_expiry) is not int or not 0 <= now <= 1_000_000
            or not 0 <= new_expiry <= 1_000_000 or not now < new_expiry <= now + 10):
        raise ValueError("clock/extension bounds")
    db.execute("BEGIN IMMEDIATE")
    try:
        changed = db.execute(
            "UPDATE job SET expiry = ?1 WHERE id = ?2 AND token = ?3 AND expiry > ?4 AND expiry < ?1",
            (new_expiry, id, token, now)).rowcount
        db.execute("COMMIT")
        return changed == 1
    except BaseException:
        db.execute("ROLLBACK")
        raise


with tempfile.TemporaryDirectory() as folder:
    name = sys.argv[1] if sys.argv[1] == ":memory:" else os.path.join(folder, "job.db")
    db = sqlite3.connect(name, isolation_level=None)
    db.execute("PRAGMA synchronous = OFF")
    db.execute("CREATE TABLE job(id INTEGER PRIMARY KEY, token TEXT NOT NULL, expiry INTEGER NOT NULL)")
    db.execute("INSERT INTO job VALUES (41, 'claim-a', 10)")
    n = int(sys.argv[2])
    begun = time.perf_counter()
    for i in range(n):
        if not renew(db, 41, "claim-a", 5 + i, 15 + i):
            sys.exit("a renewal failed")
    print((time.perf_counter() - begun) / n)
    db.close()
